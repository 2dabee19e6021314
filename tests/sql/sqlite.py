#!/usr/bin/env python3
"""sqlite.py - the extension for SQLite, in the system's program sqlite3 (TAP)

The tables have the URLs that the command finds in the same texts and messages, and find them
at least 5 times as fast as REGEXP of sqlite3-pcre tests whether there is a URL.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(os.path.dirname(HERE), name) for name in ("common", "python")]
from sql_texts import (BYTES, HEAD, PATTERN, WRAPPED, bodies, check_corpus, check_table, cpu_seconds,
                       mail_bodies)
from support import TOP, mailbox
from tap import done_testing, equal, ok, skip

EXTENSION = os.path.join(TOP, os.environ.get("URLGREP_BUILD", "build"), "sql/sqlite/urlgrep")
PCRE = "/usr/lib/sqlite3/pcre"


def run(*statements, database=":memory:", load=EXTENSION):
    """Return the rows of the last statement, and the error messages."""
    done = subprocess.run(["sqlite3", "-bail", "-cmd", f".load {load}", "-json", database,
                           *statements],
                          capture_output=True, text=True, check=False, errors="surrogateescape")
    return json.loads(done.stdout or "[]"), done.stderr


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def check_texts():
    rows, errors = run("select * from urlgrep('see <URL:http://u:p@h.example/over-' || "
                       "char(10) || 'view>')")
    equal(errors, "", "a text: no error")
    row = dict(rows[0])
    row["readings"] = json.loads(row["readings"])
    row["warnings"] = json.loads(row["warnings"])
    equal({name: row.get(name) for name in WRAPPED}, WRAPPED, "a text: all columns")
    for text, urls in (("", []), ("nothing", []), ("http://h.example/ http://i.example/",
                       ["http://h.example/", "http://i.example/"])):
        rows, _ = run(f"select url from urlgrep({quoted(text)})")
        equal([row["url"] for row in rows], urls, f"urls in {text!r}")
    equal(run("select url from urlgrep(null)")[0], [], "NULL has no URLs")
    rows, _ = run("select offset, url from urlgrep(replace(hex(zeroblob(100000)), '00', "
                  "'<http://h.example/over-' || char(10) || 'view>' || char(10)))")
    equal([(row["offset"], row["url"]) for row in rows],
          [(30 * i + 1, "http://h.example/over-view") for i in range(100000)],
          "a long text, which is searched in pieces")
    for data, urls in BYTES:
        rows, _ = run(f"select url from urlgrep(x'{data.hex()}', 'auto', 'all')")
        equal([row["url"] for row in rows], urls, f"a blob: {data}")
        rows, _ = run(f"select url from urlgrep_mail(x'{(HEAD + data).hex()}', 'auto', 'all')")
        equal([row["url"] for row in rows], urls, f"mail: {data}")


def check_joins():
    """Joins with a table, each text of which is searched."""
    rows, errors = run(
        "create table mail(id, body)",
        "insert into mail values (1, 'http://h.example/'), (2, 'none'), (3, null), "
        "(4, 'http://i.example/ and http://j.example/')",
        "select m.id, u.url from mail as m, urlgrep(m.body) as u "
        "where u.host <> 'i.example' order by m.id")
    equal((errors, [(row["id"], row["url"]) for row in rows]),
          ("", [(1, "http://h.example/"), (4, "http://j.example/")]), "FROM mail, urlgrep(body)")
    rows, _ = run("create table mail(id, body)",
                  "insert into mail values (1, 'http://h.example/'), (2, 'none')",
                  "select m.id, u.url from mail m left join urlgrep(m.body) u order by m.id")
    equal([(row["id"], row["url"]) for row in rows], [(1, "http://h.example/"), (2, None)],
          "LEFT JOIN")
    broken = quoted("http://www.example.com/committees/survey/results-of-the-last-four-\n"
                    "districts/tables.html and more of the text of this message is here\n")
    for join, count in (("always", 1), ("never", 0)):
        rows, _ = run(f"select url from urlgrep({broken}, '{join}')")
        equal(sum(row["url"].endswith("tables.html") for row in rows), count, f"join {join}")
    ok("join: expected" in run("select * from urlgrep('x', 'perhaps')")[1], "a wrong join")
    ok("needs a text" in run("select * from urlgrep")[1], "no text")
    rows, _ = run("create view v as select u.url from (select 'http://h.example/' as b) t, "
                  "urlgrep(t.b) u", "pragma trusted_schema = off", "select * from v")
    equal([row["url"] for row in rows], ["http://h.example/"],
          "in a view of a schema that is not trusted")


LISTS = ("readings", "warnings", "unwrap_via", "removed")


def table_rows(function, text, options):
    rows, errors = run(f"select * from {function}({quoted(text)}, 'auto', {quoted(options)})")
    return errors or [{name: json.loads(value) if name in LISTS and value else value
                       for name, value in row.items()} for row in rows]


def check_options():
    _, errors = run("select * from urlgrep('x', 'auto', 'all' || char(0) || 'x')")
    ok("an option has a NUL" in errors, "options with a NUL are an error")
    rows, _ = run("select url from urlgrep('www.example.org') where options = 'schemeless'")
    equal([row["url"] for row in rows], ["http://www.example.org"], "options by name")
    rows, _ = run("select a.url as a, b.url as b, c.url as c from "
                  "urlgrep('www.example.org http://h.example/', null, 'schemeless') a, "
                  "urlgrep('http://i.example/') b, urlgrep('http://j.example/') c "
                  "order by 1")
    equal([tuple(row.values()) for row in rows],
          [("http://h.example/", "http://i.example/", "http://j.example/"),
           ("http://www.example.org", "http://i.example/", "http://j.example/")],
          "three searches at the same time")


def check_arguments():
    """The arguments are hidden columns."""
    text = "http://h.example/"
    rows, _ = run(f"select url, text, \"join\", options from urlgrep('{text}', 'never')")
    equal(rows, [{"url": text, "text": text, "join": "never", "options": None}],
          "the arguments are columns")
    for where, count in ((f"text = '{text}'", 1), ("text = 'x'", 0), ("\"join\" is null", 1)):
        rows, errors = run(f"select url from urlgrep('{text}') where {where}")
        equal((len(rows), errors), (count, ""), f"a second condition: {where}")
    rows, _ = run(f"select url from urlgrep where text in ('{text}', 'http://i.example/')")
    equal(len(rows), 2, "several texts")
    rows, _ = run("pragma encoding = 'UTF-16'", "create table t(b)",
                  f"insert into t values ('é {text} é')",
                  "select url, offset, text from t, urlgrep(t.b)")
    equal(rows, [{"url": text, "offset": 3, "text": f"é {text} é"}], "a database in UTF-16")


def check_encodings():
    """Values are valid UTF-8, for programs that require it, such as Python's module."""
    body = (b"Subject: s\nContent-Type: text/html\n\n"
            b"<a href='http://h.example/\xe9'>t\xe9xt</a>").hex()
    rows, _ = run(f"select url, link_text, readings from urlgrep_mail(x'{body}')")
    equal(rows, [{"url": "http://h.example/\ufffd", "link_text": "t\ufffdxt",
                  "readings": '["http://h.example/\ufffd"]'}], "bytes that are not UTF-8")
    rows, _ = run("select json_object('w', warnings, 'r', readings) as j "
                  "from urlgrep('http://u@h.example/')")
    equal(json.loads(rows[0]["j"]), {"w": ["userinfo"], "r": ["http://u@h.example/"]},
          "lists are JSON")
    for options, shown in (("x" + "é" * 60, "x" + "é" * 29), ("é" * 300, "é" * 30),
                           ("grammar=x" + "é" * 60, "x" + "é" * 29 + '"')):
        _, errors = run(f"select * from urlgrep('x', 'auto', '{options}')")
        ok(shown in errors and not any("\udc80" <= c <= "\udcff" for c in errors),
           f"an error that ends with a whole character: {options[:12]}", errors)


def as_stored(text):
    return text and "".join("\ufffd" if "\udc80" <= c <= "\udcff" else c for c in text)


def check_mail(directory):
    def rows_of(path, columns):
        rows, errors = run(f"select {columns} from urlgrep_mail(readfile({quoted(path)})) where error is null")
        return errors or rows

    check_corpus(rows_of, as_stored)
    path = os.path.join(directory, "inbox")
    with open(path, "wb") as file:
        file.write(mailbox(100))
    rows, _ = run("select count(*) as urls, count(distinct message_id) as messages, "
                  f"min(date) as date from urlgrep_mail(readfile({quoted(path)}))")
    equal(rows, [{"urls": 300, "messages": 100, "date": "1995-03-14T10:12:00+00:00"}],
          "raw mail: a whole mailbox")
    raw = quoted("Content-Type: application/ms-tnef\nSubject: s\n\nx\n")
    rows, _ = run(f"select url, error from urlgrep_mail({raw})")
    ok([row["url"] for row in rows] == [None] and "ms-tnef" in rows[0]["error"],
       "what cannot be read is a row", repr(rows))


def check_interrupt():
    """A query ends soon after it is interrupted."""
    for what, query in (
            ("URLs that are not wanted", "urlgrep(replace(hex(zeroblob(1000000)), '00', "
             "'http://h.example:x/ '))"),
            ("a text without URLs",
             "urlgrep(replace(hex(zeroblob(8000000)), '00', 'a@'), null, 'email')"),
            ("mail without URLs", "urlgrep_mail(replace(hex(zeroblob(1000000)), '00', "
             "'From a@b Tue Mar 14 10:12:00 1995' || char(10, 10) || 'x' || char(10, 10)))")):
        query = f"select count(*) from {query}"
        whole, seconds, _ = timed(query, None)
        cut, after, errors = timed(query, seconds / 2)
        ok(whole == "0\n" and cut == "" and "interrupted" in errors and
           after < max(seconds / 4, .2),
           f"{what}: an interrupt after {seconds / 2:.2f} of {seconds:.2f} s ends the query "
           f"{after:.2f} s later", whole + cut + errors)


def timed(query, interrupt_after):
    """Return the output of sqlite3, and the time that the query takes, or continues after an
    interrupt."""
    with subprocess.Popen(["sqlite3", "-batch", "-cmd", f".load {EXTENSION}", ":memory:"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        begin = time.monotonic()
        process.stdin.write(f"{query};\n")
        process.stdin.flush()
        if interrupt_after:
            time.sleep(interrupt_after)
            process.send_signal(signal.SIGINT)
            begin = time.monotonic()
        printed, errors = process.communicate()
        return printed, time.monotonic() - begin, errors


def check_speed(directory):
    """Compare finding the URLs in real bodies with a test by a regular expression."""
    if not os.path.exists(PCRE + ".so"):
        skip("the speed, against REGEXP", "no sqlite3-pcre (install sqlite3-pcre)")
        return
    texts = mail_bodies() or bodies(20000)
    database = os.path.join(directory, "speed.db")
    script = "begin; create table mail(id integer primary key, body);\n" + "".join(
        f"insert into mail(body) values ({quoted(text)});\n" for text in texts) + "commit;"
    subprocess.run(["sqlite3", database], input=script, text=True, check=True,
                   errors="surrogateescape")

    def seconds(load, statement):
        return min(cpu_seconds(["sqlite3", "-cmd", f".load {load}", database, statement])
                   for _ in range(3))

    ours = seconds(EXTENSION, "select count(*) from mail m, urlgrep(m.body) u")
    regexp = seconds(PCRE, f"select count(*) from mail where body regexp {quoted(PATTERN)}")
    reading = seconds(EXTENSION, "select sum(length(body)) from mail")
    ok(5 * ours <= regexp,
       f"{len(texts)} bodies: the URLs in {ours:.2f} s, REGEXP {regexp:.2f} s "
       f"({regexp / ours:.1f} times), reading alone {reading:.2f} s")


def main():
    if not os.path.exists(EXTENSION + ".so"):
        print("1..0 # SKIP the extension is not built: make check-sql")
        return
    with tempfile.TemporaryDirectory() as directory:
        check_texts()
        check_joins()
        check_arguments()
        check_encodings()
        check_table(table_rows)
        check_options()
        check_mail(directory)
        check_interrupt()
        check_speed(directory)
    done_testing()


main()
