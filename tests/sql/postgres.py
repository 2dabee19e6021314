#!/usr/bin/env python3
"""postgres.py - the extension for PostgreSQL, in a temporary server (TAP)

The extension is installed with "make install-postgres", which needs write permission for
PostgreSQL's directories, and removed after the test unless it was installed before.
"""
import base64
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(os.path.dirname(HERE), name) for name in ("common", "python")]
from sql_texts import BYTES, HEAD, WRAPPED, bodies, check_corpus, check_table, mail_bodies
from support import TOP, mailbox, messages
from tap import done_testing, equal, ok, skip_all

PG_CONFIG = os.environ.get("PG_CONFIG", "pg_config")
BUILT = os.path.join(TOP, os.environ.get("URLGREP_BUILD", "build"), "sql/postgres/urlgrep.so")


def pg_path(what):
    return subprocess.run([PG_CONFIG, what], capture_output=True, text=True,
                          check=True).stdout.strip()


class Server:
    """A server in its own directory, without a network. PostgreSQL refuses to run as root."""

    def __init__(self, directory):
        self.directory = directory
        self.bin = pg_path("--bindir")
        self.user = []
        if os.getuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(directory, account.pw_uid, account.pw_gid)
            self.user = ["setpriv", f"--reuid={account.pw_uid}",
                         f"--regid={account.pw_gid}", "--clear-groups"]

    def program(self, name, *arguments, **options):
        return subprocess.run([*self.user, os.path.join(self.bin, name), *arguments],
                              capture_output=True, text=True, check=False,
                              cwd=self.directory, **options)

    def control(self, *arguments):
        done = subprocess.run(
            [*self.user, os.path.join(self.bin, "pg_ctl"), "-D", self.directory + "/data",
             "-w", "-l", self.directory + "/log", *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
            cwd=self.directory,
            # return large blocks to the system when freed, whatever was allocated before
            env=dict(os.environ, MALLOC_MMAP_THRESHOLD_="1000000"))
        return done.returncode == 0

    def __enter__(self):
        done = self.program("initdb", "-D", self.directory + "/data", "-A", "trust", "-N",
                            "-U", "tester", "-E", "UTF8", "--locale=C")
        started = done.returncode == 0 and self.control(
            "-o", f"-k {self.directory} -c listen_addresses= -c fsync=off", "start")
        ok(started, "a server is started", done.stdout + done.stderr)
        return self

    def __exit__(self, *error):
        self.control("-m", "immediate", "stop")

    def run(self, sql, database="postgres"):
        """Return what psql prints, and its errors."""
        done = self.program("psql", "-h", self.directory, "-U", "tester", "-d", database,
                            "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-f", "-",
                            input=sql)
        return done.stdout.strip(), done.stderr

    def rows(self, query, database="postgres"):
        printed, errors = self.run(
            "set client_encoding = 'UTF8'; "
            f"select coalesce(json_agg(r), '[]') from ({query}) as r", database)
        return json.loads(printed) if not errors else errors


def bytes_literal(data):
    return f"decode('{base64.b64encode(data).decode()}', 'base64')"


def check_texts(server):
    row = server.rows("select * from urlgrep(E'see <URL:http://u:p@h.example/over-\\nview>')")[0]
    equal({name: row.get(name) for name in WRAPPED}, WRAPPED, "a text: all columns")
    for text, urls in (("''", []), ("null", []), ("'none'", []),
                       ("'http://h.example/ http://i.example/'",
                        ["http://h.example/", "http://i.example/"]),
                       ("E'\\u00e9 http://h.example/ \\u65e5'", ["http://h.example/"])):
        equal([row["url"] for row in server.rows(f"select url from urlgrep({text})")], urls,
              f"urls in {text}")
    equal(server.rows("select m.id, u.url from (values (1, 'http://h.example/'), (2, 'x'), "
                      "(3, null), (4, 'http://i.example/')) as m(id, body), "
                      "urlgrep(m.body) as u where u.host <> 'i.example'"),
          [{"id": 1, "url": "http://h.example/"}], "FROM mail, urlgrep(body)")
    broken = ("E'http://www.example.com/committees/survey/results-of-the-last-four-\\n"
              "districts/tables.html and more of the text of this message is here\\n'")
    for join, count in (("always", 1), ("never", 0)):
        rows = server.rows(f"select url from urlgrep({broken}, '{join}')")
        equal(sum(row["url"].endswith("tables.html") for row in rows), count, f"join {join}")
    ok("join: expected" in server.run("select * from urlgrep('x', 'perhaps')")[1],
       "a wrong join is an error")
    equal(len(server.rows("select url from urlgrep('http://h.example/')")), 1,
          "the functions work after an error")


def text_literal(text):
    return "'" + text.replace("'", "''") + "'"


def table_rows(server, function, text, options):
    body = bytes_literal(text.encode()) if function == "urlgrep_mail" else text_literal(text)
    return server.rows(f"select * from {function}({body}, options => {text_literal(options)})")


def check_options(server):
    options = ("", "schemeless", "email", "schemeless email", "strict", "all")
    query = " union all ".join(f"select {i} as i, u.url from urlgrep('www.example.org "
                               f"ann@example.org', options => '{words}') u"
                               for i, words in enumerate(options))
    wanted = [{"i": i, "url": url} for i, words in enumerate(options)
              for word, url in (("schemeless", "http://www.example.org"),
                                ("email", "mailto:ann@example.org")) if word in words]
    equal(server.rows(f"select * from ({query}) q order by i, url"), wanted,
          "more searches in a query than are kept")


def check_earlier_declaration(server):
    """A database continues to work with a newer library: its functions return the columns, and
    take the arguments, with which they were declared."""
    server.run("create function earlier(body text, \"join\" text default 'auto') "
               "returns table (url text, host text, warnings text[]) "
               "as '$libdir/urlgrep', 'urlgrep_text' language c immutable strict;"
               "create function first(body text) returns table (verdict text, url text) "
               "as '$libdir/urlgrep', 'urlgrep_text' language c immutable strict;")
    equal(server.rows("select * from earlier('http://u@h.example/ www.example.org')"),
          [{"url": "http://u@h.example/", "host": "h.example", "warnings": ["userinfo"]}],
          "functions as an earlier version declared them")
    equal(server.rows("select * from first('http://h.example/')"),
          [{"verdict": "valid", "url": "http://h.example/"}], "without arguments")
    server.run("create function other(body text) returns table (url text, nothing text) "
               "as '$libdir/urlgrep', 'urlgrep_text' language c immutable strict;")
    ok("nothing: unknown column" in server.run("select * from other('http://h.example/')")[1],
       "a column that is not known")


def check_declaration(server):
    rows = server.rows("select proname, provolatile, proparallel, proisstrict from pg_proc "
                       "where proname like 'urlgrep%' order by proname")
    equal(rows, [{"proname": name, "provolatile": "i", "proparallel": "s",
                  "proisstrict": True} for name in ("urlgrep", "urlgrep_mail")],
          "the functions are immutable, strict and safe in parallel")
    server.run("create table t as select 'http://h.example/' || i as body "
               "from generate_series(1, 200000) as i; analyze t;")
    settings = ("set parallel_setup_cost = 0; set parallel_tuple_cost = 0; "
                "set min_parallel_table_scan_size = 0;")
    query = "select count(*) from t, urlgrep(t.body) as u"
    plan, _ = server.run(f"{settings} explain {query}")
    printed, errors = server.run(f"{settings} {query}")
    ok("Parallel" in plan and printed == "200000", "a parallel plan gives the same",
       plan + printed + errors)
    printed, errors = server.run(
        "create function host_of(body text) returns text language sql immutable as "
        "$$select (urlgrep(body)).host limit 1$$; "
        "create index on t (host_of(body)); select count(*) from t where "
        "host_of(body) = 'h.example'")
    equal((printed, errors), ("200000", ""), "an index over a host")


def as_stored(text):
    """Return a text as stored in the database, with question marks for bytes that are not UTF-8."""
    return text and text.encode("utf-8", "replace").decode()


def check_mail(server):
    def rows_of(path, columns):
        with open(path, "rb") as file:
            return server.rows(f"select {columns} from urlgrep_mail({bytes_literal(file.read())}) "
                               "where error is null")

    check_corpus(rows_of, as_stored)
    rows = server.rows("select count(*) as urls, count(distinct message_id) as messages "
                       f"from urlgrep_mail({bytes_literal(mailbox(100))})")
    equal(rows, [{"urls": 300, "messages": 100}], "raw mail: a whole mailbox")
    raw = bytes_literal(b"Content-Type: application/ms-tnef\nSubject: s\n\nx\n")
    rows = server.rows(f"select url, error from urlgrep_mail({raw})")
    ok([row["url"] for row in rows] == [None] and "ms-tnef" in rows[0]["error"],
       "what cannot be read is a row", repr(rows))
    for data, urls in BYTES:
        rows = server.rows(f"select url from urlgrep_mail({bytes_literal(HEAD + data)}, 'auto', "
                           "'all')")
        shown = [url.replace("\ufffd", "?") for url in urls]
        equal([row["url"] for row in rows], shown, f"raw mail: {data}")
    raw = bytes_literal(b"Message-ID: <\xff\x00@h>\nContent-Type: text/html; charset=utf-8\n\n"
                        b"<a href=http://h.example/>\xc3\xa9\x00</a>\n")
    equal([row["link_text"] for row in server.rows(f"select * from urlgrep_mail({raw})")],
          ["\u00e9?"], "bytes that the database cannot hold")


def check_encodings(server):
    """In a database that is not in UTF-8, the URLs and their places are the same."""
    raw = bytes_literal("Subject: s\nContent-Type: text/html; charset=utf-8\n\n"
                        "<a href='http://xn--bcher-kva.example/'>b\u00fccher \u65e5\u0435</a>"
                        .encode())
    japanese, cyrillic = "\u65e5\u672c\u8a9e", "\u0416\u0436"
    linked = "b\u00fccher \u65e5\u0435"
    for encoding, word, path, shown in (
            ("UTF8", japanese, "\u00e9", linked), ("SQL_ASCII", japanese, "\u00e9", linked),
            ("LATIN1", "\u00e9\u00df", "\u00e9", "b\u00fccher ??"),
            ("EUC_JP", japanese, "\u00e9", linked),
            ("WIN1251", cyrillic, cyrillic, "b?cher ?\u0435")):
        database = encoding.lower()
        server.run(f"create database {database} encoding '{encoding}' locale 'C' "
                   "template template0")
        server.run("create extension urlgrep", database)
        urls = [f"http://h.example/{path}", "http://xn--bcher-kva.example/"]
        body = f"{word} {urls[0]} {word * 3000} <{urls[1]}> {word}"
        part = "url" if encoding == "SQL_ASCII" else \
            "convert_from(substr(convert_to(b, getdatabaseencoding()), " \
            "\"offset\"::int + 1, length::int), getdatabaseencoding())"
        rows = server.rows(f"select url, {part} as part from (values ('{body}')) as v(b), "
                           "urlgrep(b)", database)
        equal(rows, [{"url": url, "part": url} for url in urls], f"a text in {encoding}")
        rows = server.rows(f"select link_text from urlgrep_mail({raw})", database)
        equal(rows, [{"link_text": shown}], f"raw mail in a database in {encoding}")
        _, errors = server.run("set client_encoding = 'UTF8'; "
                               f"select * from urlgrep('x', 'auto', '{'x' + word * 25}')",
                               database)
        ok(": unknown option" in errors, f"an error in {encoding}", errors)


def check_cancel(server):
    """A query ends soon after it is cancelled, and its memory is freed: memory does not grow each
    time. It may grow once, since the C library keeps freed memory, and how much depends on when
    the query was cancelled."""
    session = ("select pg_read_file('/proc/self/statm');\n"
               "set statement_timeout = '%s';\nselect count(*) from %s;\n"
               "set statement_timeout = 0;\nselect pg_read_file('/proc/self/statm');")
    times = 4
    session += session.split("\n", 1)[1] * (times - 1)
    for what, query in (
            ("URLs that are not wanted", "urlgrep(repeat('http://h.example:x/ ', 2000000))"),
            ("a text without URLs", "urlgrep(repeat('a@', 10000000), "
                                    "options => 'email')"),
            ("large messages", "generate_series(1, 2) i, urlgrep_mail(convert_to('Subject: ' "
             "|| i || E'\\nContent-Transfer-Encoding: base64\\n\\n' || encode(convert_to("
             "repeat(E'http://h.example:x/ y\\n', 1000000), 'UTF8'), 'base64'), 'UTF8'))"),
            ("mail without URLs", "urlgrep_mail(convert_to(repeat("
             "E'From a@b Tue Mar 14 10:12:00 1995\\n\\nx\\n\\n', 500000), 'UTF8'))")):
        runs = []
        for _ in range(3):
            begin = time.monotonic()
            server.run(f"select count(*) from {query}")
            runs.append(time.monotonic() - begin)
        whole, early = max(runs), min(runs) / 4
        begin = time.monotonic()
        done = server.program("psql", "-h", server.directory, "-U", "tester", "-d", "postgres",
                              "-X", "-q", "-A", "-t", "-f", "-",
                              input=session % ((f"{early * 1000:.0f}ms", query) * times))
        after = (time.monotonic() - begin - early * times) / times
        pages = [int(line.split()[1]) for line in done.stdout.splitlines() if " " in line]
        growth = [(later - earlier) * 4 // 1024 for earlier, later in zip(pages[1:], pages[2:])]
        ok(done.stderr.count("canceling statement") == times and after < max(whole / 4, .3) and
           len(growth) == times - 1 and min(growth) < 16,
           f"{what}: cancelled after {early:.2f} of {whole:.2f} s, it ends {after:.2f} s "
           f"later; each time with {growth} MB more", done.stdout + done.stderr)


def check_update(server):
    """ALTER EXTENSION updates an earlier version, whose functions have fewer columns."""
    name = "urlgrep--0.0.1--%s.sql" % server.run(
        "select default_version from pg_available_extensions where name = 'urlgrep'")[0]
    built = os.path.relpath(os.path.join(os.path.dirname(BUILT), name), TOP)
    made = subprocess.run(["make", "-s", "-C", TOP, built], capture_output=True, text=True,
                          check=False)
    scripts = [os.path.join(pg_path("--sharedir"), "extension", part)
               for part in (name, "urlgrep--0.0.1.sql")]
    try:
        shutil.copy(os.path.join(TOP, built), scripts[0])
        with open(scripts[1], "w", encoding="ascii") as file:
            file.write("".join(
                f"create function {function}(body {of}) returns table (url text, date text) as "
                f"'MODULE_PATHNAME', '{symbol}' language c immutable strict;\n"
                for function, of, symbol in (("urlgrep", "text", "urlgrep_text"),
                                             ("urlgrep_mail", "bytea", "urlgrep_raw_mail"))))
        rows = server.rows
        server.run("create database earlier")
        server.run("create extension urlgrep version '0.0.1'", "earlier")
        mail = bytes_literal(messages(1)[0])
        equal(rows(f"select * from urlgrep_mail({mail}) limit 1", "earlier"),
              [{"url": "http://h.example/0", "date": "1995-03-14T10:12:00+00:00"}],
              "an earlier version has dates as texts")
        equal(server.run("alter extension urlgrep update", "earlier"), ("", ""), "it is updated")
        equal(rows(f"select host, date = '1995-03-14 10:12:00+00' as same from "
                   f"urlgrep_mail({mail}) limit 1", "earlier"),
              [{"host": "h.example", "same": True}], "now they are timestamps")
    except OSError as error:
        ok(False, "an update", f"{error} {made.stderr}")
    finally:
        for script in scripts:
            if os.path.exists(script):
                os.remove(script)


def check_speed(server):
    """Compare with the time to read the column, that is, to look at each byte of it."""
    texts = mail_bodies() or bodies(20000)
    rows = "".join(json.dumps(text).replace("\\", "\\\\") + "\n" for text in texts)
    _, errors = server.run("create table j(body jsonb); create table mail(body text);\n"
                           f"copy j from stdin;\n{rows}\\.\n"
                           "insert into mail select body #>> '{}' from j; analyze mail; ")
    equal(errors, "", f"{len(texts)} bodies are stored")

    def seconds(query):
        printed, _ = server.run("set max_parallel_workers_per_gather = 0; "
                                f"explain (analyze, timing off, format json) {query}")
        return json.loads(printed)[0]["Execution Time"] / 1000

    runs = [[seconds(query) for query in (
        "select sum(length(body)) from mail",
        "select count(*) from mail m, urlgrep(m.body) u",
        "select count(*) from mail where body ~ 'https?://'")] for _ in range(7)]
    reading, ours, pattern = map(min, zip(*runs))  # other programs may disturb some runs
    ok(ours <= 1.5 * reading and ours < pattern,
       f"{len(texts)} bodies: reading {reading:.2f} s, the URLs {ours:.2f} s "
       f"({ours / reading:.2f} times), a regular expression {pattern:.2f} s")


def install():
    """Install the extension. Return the files to remove after the test."""
    target = os.path.join(pg_path("--pkglibdir"), "urlgrep.so")
    was_there = os.path.exists(target)
    done = subprocess.run(["make", "-s", "-C", TOP, "install-postgres",
                           f"PG_CONFIG={PG_CONFIG}"],
                          capture_output=True, text=True, check=False)
    ok(done.returncode == 0, "make install-postgres", done.stderr)
    return done.returncode == 0, [] if was_there else ["uninstall-postgres"]


def main():
    if not os.path.exists(BUILT):
        skip_all("the extension is not built: make check-sql")
    if not os.access(pg_path("--pkglibdir"), os.W_OK):
        skip_all("PostgreSQL's directories cannot be written: run as root")
    is_installed, targets = install()
    directory = tempfile.mkdtemp()
    os.chmod(directory, 0o755)
    try:
        if is_installed:
            with Server(directory) as server:
                printed, errors = server.run("create extension urlgrep; "
                                             "select extversion from pg_extension "
                                             "where extname = 'urlgrep'")
                ok(printed and not errors, f"CREATE EXTENSION: version {printed}", errors)
                check_texts(server)
                check_table(lambda *case: table_rows(server, *case))
                check_options(server)
                check_earlier_declaration(server)
                check_declaration(server)
                check_mail(server)
                check_encodings(server)
                check_cancel(server)
                check_update(server)
                check_speed(server)
    finally:
        for target in targets:
            subprocess.run(["make", "-s", "-C", TOP, target, f"PG_CONFIG={PG_CONFIG}"],
                           check=False, capture_output=True)
        shutil.rmtree(directory, ignore_errors=True)
    done_testing()


main()
