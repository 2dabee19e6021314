#!/usr/bin/env python3
"""urlreport.py - urlreport (TAP): golden command lines, the same counts from files and from
urlgrep --json, terminals of several widths, errors, and the contents of the page
"""
import collections
import csv
import gzip
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from at_terminal import at_terminal
from tap import TOP, URLGREP, corpus_files, done_testing, equal, ok

URLREPORT = os.path.join(os.path.dirname(URLGREP), "urlreport")

MESSAGE = """\
From mboxrd@z Thu Jan  1 00:00:00 1970
From: {sender}
Date: {date}
List-Id: A list <{list}>
Subject: x

{text}

"""
MESSAGES = [
    ("Ann <Ann@Example.org>", "Tue, 14 Mar 1995 10:12:00 +0100", "l.example",
     "http://a.example/1 http://A.example/2 ftp://b.example/"),
    ("bob@example.org (Bob)", "31 Dec 1996 23:59:00 -0500", "l.example",
     "http://a.example/1 mailto:x@example.org"),
    ("carol", "no date", "L.example",
     "<URL:http://c.example/long-\nname> http://c.example/\u202e <gopher://g.example/1>"),
]
# arguments -> the output with LC_ALL=C in 40 columns
REST = ",messages,senders,first,last\r\n"  # of the header row of CSV
ANN, BOB, CAROL = ",1,1,1995-03-14,1995-03-14\r\n", ",1,1,1996-12-31,1996-12-31\r\n", ",1,1,,\r\n"
BOTH = "1995-03-14,1996-12-31\r\n"
GOLDEN = [
    (["--by=scheme"], "8 URLs, 4 schemes\n\nhttp    5  #############################\n"
     "ftp     1  ######\ngopher  1  ######\nmailto  1  ######\n"),
    (["-n1"], "8 URLs, 4 hosts (first 1)\n\na.example  3  ##########################\n"),
    (["-b", "year"], "8 URLs, 2 years\n\n(none)  3  #############################\n"
     "1995    3  #############################\n1996    2  ###################\n"),
    (["--by=month", "--csv"],
     f"month,urls{REST}(none),3{CAROL}1995-03,3{ANN}1996-12,2{BOB}"),
    (["--by=month", "--csv", "--top=1"], f"month,urls{REST}1996-12,2{BOB}"),
    (["--by=sender", "--csv"],
     f"sender,urls{REST}ann@example.org,3{ANN}carol,3{CAROL}bob@example.org,2{BOB}"),
    (["--by=list", "--csv"], f"list,urls{REST}l.example,8,3,3,{BOTH}"),
    (["--by=file", "--csv"], f"file,urls{REST}m,8,3,3,{BOTH}"),
    (["--by=year,host", "--csv"],
     f"year,host,urls{REST}(none),c.example,2{CAROL}(none),g.example,1{CAROL}"
     f"1995,a.example,2{ANN}1995,b.example,1{ANN}1996,(none),1{BOB}1996,a.example,1{BOB}"),
    (["--by=scheme,year", "-n2"], "8 URLs, 6 rows (first 2)\n\nhttp (none)  2  ########################\n"
     "http 1995    2  ########################\n"),
    (["--by=url", "--csv", "-n", "2"],
     f"url,urls{REST}http://a.example/1,2,2,2,{BOTH}ftp://b.example/,1{ANN}"),
    (["--by=host", "--csv", "-n0"],
     f"host,urls{REST}a.example,3,2,2,{BOTH}c.example,2{CAROL}(none),1{BOB}b.example,1{ANN}g.example,1{CAROL}"),
]
# options of urlgrep -> the years that are left
SELECTED = [
    (["--since=1996"], ["1996"]),
    (["--since", "1995", "--until", "1995-12"], ["1995"]),
    (["--scheme=gopher,ftp"], ["(none)", "1995"]),
    (["-e", "c.example/long"], ["(none)"]),
    (["-r", "--host=a.example", "d"], ["1995", "1996"]),
]
# options of urlgrep, and its file of options -> whether the target of a wrapper is counted
PRINTED = [
    (["--unw"], "", True), (["--unwrap=redirect", "--strip"], "", True), (["--strip-tracking"], "", False),
    (["-e", "--unwrap", "-e", "google"], "", False), (["-e", "--", "-egoogle", "--unwrap"], "", True),
    (["--", "--unwrap"], "", False), ([], "# as printed\n\t--unwrap=all\n", True),
    (["--no-conf"], "--unwrap\n", False), (["--unwrap", "--all", "--deny=redirect"], "", None),
]
REFUSED = [
    (["--by=hosts"], "--by=hosts: expected host, scheme, year, month, sender, list, file or url"),
    (["--top=x"], "--top=x: expected a number"),
    (["--top=-1"], "--top=-1: expected a number"),
    (["--html", "--csv"], "--html: cannot be combined with --csv"),
    (["--html", "--by=host"],
     "--html: cannot be combined with --by: the page has several counts"),
    (["--html", "--top=2"],
     "--html: cannot be combined with --top: the page has several counts"),
    (["--by=year,"], "--by=year,: expected host, scheme, year, month, sender, list, file or url"),
    (["--since=1996"], "options of urlgrep: name a FILE that urlgrep searches with them"),
    (["--host", "a.example"], "options of urlgrep: name a FILE that urlgrep searches with them"),
    (["--host=x", "m.json"], "m.json: options select only from files that urlgrep searches, not from its output"),
    (["--top"], "--top=: expected a number"),
    (["half.json"], "half.json: line 2 is not a line of urlgrep --json"),
    (["cut.json"], "cut.json: line 1 is not a line of urlgrep --json"),
    (["--csv=host", "m"], "--csv: takes no argument"),
    (["-rc", "m"], "--count: not an option of urlreport"),
    (["--format={url}", "m"], "--format: not an option of urlreport"),
    (["-q", "m"], "urlgrep: an option keeps it from printing what it finds"),
]


def run(*arguments, program=URLREPORT, text=None, **variables):
    environment = {**os.environ, "LC_ALL": "C", "COLUMNS": "40", **variables}
    return subprocess.run([program, *arguments], capture_output=True, check=False,
                          input=text or b"", env=environment)


def make_files():
    with open("m", "w", encoding="utf-8") as file:
        for sender, date, name, text in MESSAGES:
            file.write(MESSAGE.format(sender=sender, date=date, list=name, text=text))
    found = run("--json", "m", program=URLGREP).stdout
    with open("m.json", "wb") as file:
        file.write(found)
    with open("half.json", "wb") as file:
        file.write(b'{"link_text": "\\u0000%s", "type": "url", "url": "http://a/"}\n{"type"'
                   % (b"x" * 99999))
    with open("cut.json", "wb") as file:
        file.write(b'{"type":"url","url"\n{"type":"url","url":"http://a/"}\n')
    with open("pretty.json", "wb") as file:
        file.write(b'{\n  "type": "url",\n  "url": "http://a/"\n}\n')
    with open("empty", "wb"):
        pass
    os.mkdir("d")
    os.link("m", "d/m")
    return found


def test_golden(found):
    for arguments, wanted in GOLDEN:
        what = " ".join(arguments)
        equal(run(*arguments, "m").stdout.decode(), wanted, what)
        if arguments[0] != "--by=file":
            equal(run(*arguments, text=found).stdout.decode(), wanted,
                  what + ", of --json on a pipe")
            equal(run(*arguments, "m.json").stdout.decode(), wanted, what + ", of --json in a file")
            equal(run(*arguments, "m.json", "empty", "-", text=b"").stdout.decode(), wanted,
                  what + ", with empty files")
    for arguments, wanted in REFUSED:
        done = run(*arguments)
        equal((done.stderr.decode().splitlines()[-1:], done.returncode),
              (["urlreport: " + wanted], 2),
              "an error: " + " ".join(arguments))
    for arguments, wanted in SELECTED:
        done = run("--by=year", "--csv", *arguments, *["m"][:arguments[-1] != "d"])
        equal([row[0] for row in csv.reader(io.StringIO(done.stdout.decode()))][1:], wanted,
              "options of urlgrep: " + " ".join(arguments))
    for name, wanted in (("missing", "no such file or directory; a pattern goes after -e"),
                         (".", "is a directory; -r searches it")):
        done = run(name)
        equal((done.stdout + done.stderr, done.returncode),
              (f"urlreport: {name}: {wanted}\n".encode(), 2),
              "what urlgrep cannot read: " + name)
    done = subprocess.run(["bash", "-c", f"{URLREPORT} --by=list --csv <({URLGREP} --json m)"],
                          capture_output=True, check=False)
    ok(b"l.example,8," in done.stdout, "a pipe that has a name is JSON", str(done))
    done = run(text=b"See http://h.example/\n")
    equal((done.stdout, done.stderr, done.returncode),
          (b"", b"urlreport: (standard input): line 1 is not a line of urlgrep --json; "
           b"urlreport FILE searches a text\n", 2), "text on a pipe")
    done = run("--frob", "m")
    equal((done.stdout, done.stderr, done.returncode),
          (b"", b"urlreport: --frob: unknown option; see urlreport --help\n", 2),
          "an option that urlgrep refuses: no report")
    equal(run("--by=host", "--csv", "pretty.json").stdout.decode(), f"host,urls{REST}a,1,0,0,,\r\n",
          "JSON over several lines is text")
    done = subprocess.run(["sh", "-c", f"ulimit -n 4; exec {URLREPORT} m"], capture_output=True, check=False)
    equal((done.stdout, done.stderr, done.returncode), (b"", b"urlreport: urlgrep: too many open files\n", 2),
          "urlgrep cannot be run")
    equal(run("empty").returncode, 1, "no URL: the exit status is 1")
    equal(run("m").returncode, 0, "URLs: the exit status is 0")
    done = run("--csv", "missing", "m")
    ok(done.returncode == 2 and b"a.example,3" in done.stdout, "one bad file stops nothing",
       done.stdout.decode())
    with open("cut.gz", "wb") as file:
        file.write(gzip.compress(b"http://h.example/\n" * 1000)[:60])
    done = run("cut.gz", "m", "m.json")
    ok(done.returncode == 2 and b"urlreport: cut.gz: " in done.stderr and b"a.example    6 " in done.stdout,
       "an error of urlgrep is one of urlreport", done.stderr.decode() + done.stdout.decode())


def test_corpus():
    """The counts are those of the objects of --json."""
    files = corpus_files()
    found = run("--json", *files, program=URLGREP).stdout
    rows = [json.loads(line) for line in found.splitlines()]
    rows = [row for row in rows if row["type"] == "url" and row["verdict"] != "invalid"]
    schemes = collections.Counter(row["parts"]["scheme"].lower() for row in rows)
    for what, done in (("files", run("--by=scheme", "--csv", "-n0", *files)),
                       ("--json", run("--by=scheme", "--csv", "-n0", text=found))):
        table = list(csv.reader(io.StringIO(done.stdout.decode())))[1:]
        counts = {row[0]: int(row[1]) for row in table}
        ok(counts == dict(schemes) and len(counts) > 5, f"corpus/: the schemes of {what}",
           f"{counts}, not {schemes}")


def on_terminal(columns, *arguments, **variables):
    """Return the output in a terminal with that many columns."""
    _, shown = at_terminal([URLREPORT, *arguments], size=(24, columns), env={**os.environ, **variables})
    return shown.decode().replace("\r\n", "\n")


def columns_of(text):
    return sum(0 if unicodedata.combining(c) else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def test_wide():
    """The bars begin in the same column, also after wide and combining characters."""
    hosts = ("h.example", "\u65e5\u672c\u8a9e.example", "e\u0301.example",
             "\u65e5" * 40 + ".example", "\u0646\u200c\u0647.example")
    lines = "".join(json.dumps({"type": "url", "url": "http://h/", "verdict": "valid",
                                "parts": {"scheme": "http", "host": host}},
                               separators=(",", ":")) + "\n" for host in hosts)
    text = run("-", text=lines.encode(), LC_ALL="C.UTF-8").stdout.decode()
    before = [columns_of(line.split("\u2588")[0].replace("\u200c", ""))
              for line in text.splitlines()[2:]]
    equal(before, [before[0]] * len(hosts), "wide characters")


def test_readable():
    """Encoded URLs are shown in readable form; CSV and links have them as written."""
    encoded, decoded = "http://h.example/%E6%97%A5%E2%80%AE", "http://h.example/\u65e5%E2%80%AE"
    with open("encoded", "w", encoding="ascii") as file:
        file.write(f"{encoded}\n")
    equal(run("--by=url", "encoded", LC_ALL="C.UTF-8", COLUMNS="80").stdout.decode().split("\u2588")[0].split("\n"),
          ["1 URL, 1 different URL", "", f"{decoded}  1  "], "--by=url: the readable form")
    equal(run("--by=url", "--csv", "encoded").stdout.decode().split("\r\n")[1],
          f"{encoded},1,0,0,,", "--by=url --csv: as it is written")
    with open("wrapper", "w", encoding="ascii") as file:
        file.write("https://www.google.com/url?q=http://H.example/?utm_source=a http://h.example/\n")
    done = run("--by=url,host", "--csv", "--strip-tracking", "--unwrap", "wrapper")
    equal(done.stdout.decode().split("\r\n")[1:-1], ["http://H.example/,h.example,1,0,0,,",
          "http://h.example/,h.example,1,0,0,,"], "the URL that urlgrep prints, and its host")
    page = run("--html", "encoded").stdout.decode()
    rows = re.search(r'"urls":\{"rows":(\[\[.*?\]\])', page)
    equal([json.loads(rows[1])[0][i] for i in (0, -1)], [decoded, encoded], "--html: both")


def test_printed():
    """The URLs that urlgrep prints are counted, also if urlgrep --json has written them."""
    wrapper = "https://www.google.com/url?q=http://h.example/"
    for name in ("wrapper", "--unwrap"):
        with open(name, "w", encoding="ascii") as file:
            file.write(wrapper)
    for options, configuration, is_target in PRINTED:
        with open("options", "w", encoding="ascii") as file:
            file.write(configuration)
        words = [*options, "wrapper"] if options[:1] != ["--"] else options
        host = {True: "h.example,1", False: "www.google.com,1", None: ""}[is_target]
        found = run("--json", *words, program=URLGREP, URLGREP_CONFIG_PATH="options").stdout
        for what, done in (("", run("--csv", *words, URLGREP_CONFIG_PATH="options")),
                           (", --json", run("--csv", text=found))):
            equal(done.stdout.decode().split("\r\n")[1].removesuffix(",0,0,,"), host,
                  f"the printed URL is counted{what}: {options} {configuration!r}")


def test_terminal():
    with open("hostile.json", "w", encoding="ascii") as file:
        for host in ("a\\u001b[31m.example", "b\\u202e.example", "\\u65e5.example", "x" * 200):
            file.write('{"type":"url","url":"http://h/","verdict":"valid","parts":'
                       f'{{"scheme":"http","host":"{host}"}}}}\n')
    for columns in (40, 80, 120):
        for locale in ("C", "C.UTF-8"):
            text = on_terminal(columns, "m", "hostile.json", LC_ALL=locale)
            widths = [len(line) for line in text.splitlines()[2:]]
            ok(widths and max(widths) <= columns and max(widths) >= columns - 2,
               f"a terminal of {columns} columns, {locale}", f"{widths}\n{text}")
            ok(not re.search("[\0-\x09\x0b-\x1f\u202e]", text) and "\\x1B" in text
               and ("\u2588" in text) == (locale != "C"),
               f"a terminal of {columns} columns, {locale}: nothing raw", ascii(text))
    text = on_terminal(0, "m", LC_ALL="C", COLUMNS="40")
    equal(max(map(len, text.splitlines())), 40, "a terminal of unknown size: COLUMNS")
    with open("formula", "w", encoding="utf-8") as file:
        file.write(MESSAGE.format(sender="=cmd()", date="", list="", text="http://a.example/"))
    guarded = run("--by=sender", "--csv", "formula").stdout
    equal(guarded, b"sender,urls,messages,senders,first,last\r\n'=cmd(),1,1,1,,\r\n", "--csv: no formula")
    text = b'{"type":"url","url":"http://a.example/","parts":{"host":"a.example"}}\n'
    equal(run("--csv", "-n1", "m.json", "-", text=text).stdout.decode(),
          f"host,urls{REST}a.example,4,2,2,{BOTH}", "--csv: a URL in a text adds no message")


def test_page():
    page = run("--html", "m").stdout.decode()
    head, _, rest = page.partition('<script type="application/json" id="data">')
    text = rest.partition("</script>")[0]
    data = json.loads(text)
    equal((data["total"], data["warned"], data["messages"]), (8, 1, 3), "--html: the totals")
    for name, wanted in (
            ("years", [["(none)", 3], ["1995", 3], ["1996", 2]]),
            ("hosts-by-year", [["(none)", 2], ["1995", 2], ["1996", 1]]),
            ("schemes", [["http", 5], ["ftp", 1], ["gopher", 1], ["mailto", 1]]),
            ("breaks", [["on one line", 7], ["broken over lines and rejoined", 1]]),
            ("files", [["m", 8]])):
        equal(data[name]["rows"], wanted, f"--html: {name}")
    equal(data["urls"]["rows"][0], ["http://a.example/1", 2, "1995-03-14", "1996-12-31", "",
                                    "http://a.example/1"], "--html: the table")
    ok("<" not in text and head.startswith("<!DOCTYPE") and page.endswith("</html>\n"),
       "--html: the template is filled in", page)
    with open("m.json", "rb") as file:
        equal(run("--html", text=file.read()).stdout.decode(), page, "--html: the same of --json")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([URLREPORT, "--html", "m"], stdout=full, stderr=subprocess.PIPE, check=False)
    equal(done.returncode, 2, "--html: the page cannot be written")


def test_size():
    """A million lines: the time is linear, and no line is lost."""
    line = '{"type":"url","url":"http://h%d/","verdict":"valid","parts":{"scheme":"http"}}\n'
    text = "".join(line % i for i in range(200000)).encode()
    equal(run("--by=scheme", "--csv", text=text).stdout, b"scheme,urls,messages,senders,first,last\r\nhttp,200000,0,0,,\r\n",
          "200,000 lines of JSON")
    ok(run("--by=url", "--csv", "-n0", text=text).stdout.count(b"\n") == 200001,
       "200,000 different URLs")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        found = make_files()
        test_golden(found)
        test_corpus()
        test_terminal()
        test_wide()
        test_readable()
        test_printed()
        test_page()
        test_size()
        os.chdir(TOP)
    done_testing()


main()
