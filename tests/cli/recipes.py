#!/usr/bin/env python3
"""recipes.py - the recipes of urlgrep(1) and urlreport(1), run exactly as in the manuals (TAP):
those for GNU parallel, Dask and public-inbox give the same as one search of the mailbox; others
answer questions about archives; and those of the FAQ for editors, builds and link checkers
"""
import http.server
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, URLGREP, done_testing, equal, ok, skip


FROM = "From mboxrd@z Thu Jan  1 00:00:00 1970\n"
MESSAGE = """From: Ann <ann@example.org>
Message-ID: <{0}@example.org>
Subject: number {0}

see http://h.example/{0} and <URL:http://i.example/over-
view{0}>

>From here on http://j.example/{0}
"""


def recipe(word):
    """Return the example of a manual that contains the word, or the command of a session."""
    text = ""
    for page in ("urlgrep.1.in", "urlreport.1"):
        with open(f"{TOP}/src/man/{page}", encoding="utf-8") as file:
            text += file.read().replace(r"\-", "-").replace(r"\e", "\\")
    blocks = re.findall(r"(?ms)^\.Bd -literal.*?\n(.*?)^\.Ed", text)
    found = [block for block in blocks if word in block]
    ok(len(found) == 1, f"one recipe has {word}", f"{len(found)}")
    lines = [line[2:] for line in found[0].split("\n") if line.startswith("$ ") and word in line]
    return lines[0] if lines else found[0]


def shell(command):
    # put a directory that contains only urlgrep first
    path = os.path.abspath("bin") + os.pathsep + os.environ["PATH"]
    return subprocess.run(["sh", "-c", command], text=True, capture_output=True,
                          check=False, env=dict(os.environ, PATH=path))


def messages():
    return [MESSAGE.format(i) for i in range(200)]


def make_mailbox():
    with open("big.mbox", "w", encoding="ascii") as file:
        file.write("".join(f"{FROM}{text}\n" for text in messages()))
    os.mkdir("bin")
    if os.path.exists(URLGREP):
        os.symlink(URLGREP, "bin/urlgrep")
    whole = shell("urlgrep big.mbox")
    equal((whole.returncode, len(whole.stdout.splitlines())), (0, 600), "the mailbox has 600 URLs")
    return whole.stdout


def check_parallel(whole):
    command = recipe("parallel").replace("64M", "5K")
    if not shutil.which("parallel"):
        skip("GNU parallel", "no parallel (install parallel)")
        return
    done = shell(command)
    ok(done.stdout == whole, "GNU parallel: the URLs of the mailbox, in its order", done.stderr)


def check_dask(whole):
    program = recipe("dask").replace("64M", "5K")
    python = next((python for python in (sys.executable, "/usr/bin/python3")
                   if shutil.which(python) and subprocess.run(
                       [python, "-c", "import dask.bag"], check=False,
                       capture_output=True).returncode == 0), None)
    if python is None:
        skip("Dask", "no dask (install python3-dask)")
        return
    with open("recipe.py", "w", encoding="utf-8") as file:
        file.write(program)
    done = shell(f"{python} recipe.py")
    equal(done.stdout, f"{len(whole.splitlines())}\n", "Dask: the number of URLs")


def make_repository():
    """Make an epoch of public-inbox, version 2: each commit has one message in a file m."""
    stream = ""
    for index, text in enumerate(messages()):
        stream += (f"commit refs/heads/master\ncommitter a <a@example.org> {index} +0000\n"
                   f"data 0\n\nM 100644 inline m\ndata {len(text)}\n{text}\n")
    return subprocess.run(
        "git init -q --bare epoch.git && git --git-dir=epoch.git fast-import --quiet",
        shell=True, input=stream, text=True, capture_output=True, check=False)


def check_public_inbox(whole):
    command = recipe("cat-file").rstrip("\n").replace("urlgrep --json", "urlgrep")
    if not shutil.which("git"):
        skip("public-inbox", "no git (install git)")
        return
    made = make_repository()
    ok(made.returncode == 0, "a repository of public-inbox", made.stderr)
    done = shell(command)
    ok(done.stdout == whole, "public-inbox: the URLs of its messages",
       f"{len(done.stdout.splitlines())} lines\n{done.stderr}")


# ---- questions ------------------------------------------------------------------

LETTERS = [
    ("Alice <alice@example.org>", "Tue, 04 Mar 2003 10:00:00 +0100", "one",
     "http://a.example.org/1 http://b.example.net/"),
    ("=?utf-8?q?Al=C3=ACce?= <ALICE@example.net>", "5 Dec 03 10:00 EST", 'two, "quoted"',
     "http://A.example.org/2"),
    ("Bob <bob@example.org>", "Wed, 31 Dec 2003 23:59:59 -0800", "three",
     "http://b.example.net/ http://c.example.com/"),
    ("Carol <carol@example.org>", "Thu, 01 Jan 2004 00:00:00 +0000", "four",
     "http://c.example.com/ ftp://d.example.org/"),
]


def make_list():
    with open("list.mbox", "w", encoding="ascii") as file:
        for sender, date, subject, text in LETTERS:
            file.write(f"{FROM}From: {sender}\nDate: {date}\nSubject: {subject}\n\n{text}\n\n")


def answer(word, what, expected, *programs):
    """Check that the recipe with the word prints `expected`, if these programs are installed."""
    command = recipe(word)
    for program in programs:
        if not shutil.which(program):
            skip(what, f"no {program} (install {program})")
            return
    done = shell(command)
    equal(done.stdout, expected, what)


def check_questions():
    make_list()
    answer("--since=2003", "hosts of 2003, with their numbers",
           "      2 b.example.net\n      2 a.example.org\n      1 c.example.com\n")
    answer("--from=alice", "URLs that Alice sent",
           "http://a.example.org/1\nhttp://b.example.net/\nhttp://A.example.org/2\n")
    answer("--csv=date,subject", "date, subject and URL", "".join(line + "\n" for line in (
        "date,subject,url",
        "2003-03-04T10:00:00+01:00,one,http://a.example.org/1",
        "2003-03-04T10:00:00+01:00,one,http://b.example.net/",
        '2003-12-05T10:00:00-05:00,"two, ""quoted""",http://A.example.org/2',
        "2003-12-31T23:59:59-08:00,three,http://b.example.net/",
        "2003-12-31T23:59:59-08:00,three,http://c.example.com/",
        "2004-01-01T00:00:00+00:00,four,http://c.example.com/",
        "2004-01-01T00:00:00+00:00,four,ftp://d.example.org/")))
    answer("--print-message", "messages that link to a site", "")
    equal(shell("urlgrep --json found.mbox | grep -o '\"subject\":\"[a-z]*' | uniq").stdout,
          '"subject":"one\n"subject":"two\n"subject":"four\n', "... are in the new mailbox")


# ---- many archives --------------------------------------------------------------

def write_archive(name, *messages_of_it):
    """Write an archive that is older than anything made from it now."""
    with open(f"archive/{name}.mbox", "w", encoding="ascii") as file:
        for number, (date, text) in enumerate(messages_of_it):
            file.write(f"{FROM}From: a\nMessage-ID: <{number}@{name}>\n{date}\n{text}\n\n")
    os.utime(file.name, (1_000_000_000, 1_000_000_000))


def check_resuming():
    """Archives with complete results are not searched again; others are."""
    command = recipe("-newer")
    os.mkdir("archive")
    write_archive("one", ("Date: 4 Mar 2003 10:00 +0100\n", "http://a.example/ http://b.example/"),
                  ("Date: 5 Mar 2004 10:00 +0000\n", "http://a.example/ http://u@b.example/x"))
    write_archive("two", ("", "HTTP://A.example:80 no date"))
    write_archive("three", ("", "no URL"))
    done = shell(command)
    equal((done.stderr, sorted(os.listdir("archive"))),
          ("", [f"{name}.{end}" for name in ("one", "three", "two") for end in ("csv", "mbox")]),
          "each archive has its own CSV file")
    with open("archive/one.csv", "a", encoding="ascii") as file:
        file.write("kept\n")
    write_archive("two", ("", "HTTP://A.example:80"), ("", "http://new.example/"))
    os.utime("archive/two.csv", (999_999_999, 999_999_999))
    os.rename("archive/three.csv", "archive/three.csv.new")
    shell(command)
    with open("archive/two.csv", encoding="ascii") as two, \
            open("archive/one.csv", encoding="ascii") as one:
        ok("new.example" in two.read() and "kept" in one.read() and
           os.path.exists("archive/three.csv"), "only those that changed are searched again")
    shell("sed -i '/^kept/d' archive/one.csv")


def find_duckdb():
    """Return true if there is a command duckdb; make one from the Python module if necessary."""
    python = f"{TOP}/build/venv/python/bin/python"
    if shutil.which("duckdb"):
        return True
    if subprocess.run([python, "-c", "import duckdb"], check=False,
                      capture_output=True).returncode if os.path.exists(python) else 1:
        return False
    with open("bin/duckdb", "w", encoding="ascii") as file:
        file.write(f"""#!{python}
import duckdb, sys
query = sys.argv[-1]
if "-csv" in sys.argv:
    query = "COPY (" + query + ") TO '/dev/stdout' (FORMAT csv, HEADER)"
duckdb.execute(query)
""")
    os.chmod("bin/duckdb", 0o755)
    return True


def check_duckdb():
    counts, years, parquet, warnings = (recipe(word) for word in
                                        ("count(DISTINCT", "QUALIFY", "parquet", "unnest"))
    if not find_duckdb():
        skip("DuckDB", "no duckdb: make check-python installs it")
        return
    done = shell("export TZ=UTC\n" + counts)
    rows = [line.split(",") for line in done.stdout.replace("NULL", "").splitlines()]
    equal([[value[:10] if index > 2 else value for index, value in enumerate(row)]
           for row in rows], [
        ["url", "urls", "messages", "first", "last"],
        ["http://a.example/", "2", "2", "2003-03-04", "2004-03-05"],
        ["HTTP://A.example:80", "1", "1", "", ""],
        ["http://b.example/", "1", "1", "2003-03-04", "2003-03-04"],
        ["http://new.example/", "1", "1", "", ""],
        ["http://u@b.example/x", "1", "1", "2004-03-05", "2004-03-05"]],
          f"DuckDB: each URL with its messages and dates{done.stderr}")
    done = shell("export TZ=UTC\n" + years)
    equal(done.stdout.replace("NULL", "").splitlines(),
          ["year,host,urls", "2003,a.example,1", "2003,b.example,1", "2004,a.example,1",
           "2004,b.example,1", ",A.example,1", ",new.example,1"],
          f"DuckDB: the first hosts of each year{done.stderr}")
    done = shell(parquet)
    done = shell("duckdb -csv -c \"SELECT filename, count(*) FROM 'urls.parquet' GROUP BY ALL "
                 "ORDER BY ALL\"")
    equal(done.stdout.splitlines()[1:], ["archive/one.csv,4", "archive/two.csv,2"],
          f"DuckDB: the same in a Parquet file{done.stderr}")
    done = shell(warnings)
    equal(done.stdout.splitlines()[:2],
          ["warning,host,urls", "userinfo,b.example,1"], f"DuckDB: warnings{done.stderr}")


def check_archives():
    check_resuming()
    equal(sorted(shell(recipe("=normalized")).stdout.lower().split()),
          ["http://a.example/", "http://b.example/", "http://new.example/",
           "http://u@b.example/x"], "the distinct URLs of all archives")
    check_duckdb()


# ---- links ----------------------------------------------------------------------

class Site(http.server.BaseHTTPRequestHandler):
    """A server that has only some pages."""
    def do_HEAD(self):
        self.send_response(200 if self.path == "/alive" else 404)
        self.end_headers()

    do_GET = do_HEAD

    def log_message(self, *_):
        pass


def check_dead_links(site):
    with open("list.mbox", "w", encoding="ascii") as file:
        file.write(f"{FROM}From: a\nSubject: b\n\n{site}/alive {site}/dead\n"
                   f"{site}/dead ftp://127.0.0.1/\n")
    equal(shell(recipe("curl")).stdout, f"404 {site}/dead\n", "dead links, each once")


def check_link_checkers(site):
    os.makedirs("docs/deep")
    with open("docs/deep/a b.md", "w", encoding="ascii") as file:
        file.write(f"see <{site}/alive>,\n[this]({site}/dead) and ftp://127.0.0.1/.\n")
    by_lychee, by_curl = re.split(r"(?<=lychee -\n)", faq("sh"))
    if shutil.which("jq"):
        equal(shell(by_curl).stdout, f"docs/deep/a b.md:2: {site}/dead\n",
              "the FAQ's dead links, with their places")
    else:
        skip("the FAQ's dead links", "no jq (install jq)")
    if shutil.which("lychee"):
        done = shell(by_lychee.strip() + " --format=json")
        found = [link["url"] for link in json.loads(done.stdout)["error_map"]["stdin"]]
        equal((done.returncode, found), (2, [f"{site}/dead"]), "lychee reads what urlgrep prints")
    else:
        skip("lychee reads what urlgrep prints", "no lychee")


def check_links():
    if not shutil.which("curl"):
        skip("dead links", "no curl (install curl)")
        return
    for name in ("http_proxy", "HTTP_PROXY"):
        os.environ.pop(name, None)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{server.server_port}"
        check_dead_links(site)
        check_link_checkers(site)
        server.shutdown()


# ---- editors and builds: recipes of the FAQ --------------------------------------

def faq(language):
    """Return the example of the FAQ in this language for editors, builds or link checkers."""
    with open(f"{TOP}/src/doc/FAQ.md", encoding="utf-8") as file:
        section = re.search(r"(?ms)^## How do I use it in an editor.*?^## ", file.read())[0]
    return re.search(rf"(?ms)^  ```{language}\n(.*?)^  ```", section)[1]


def check_problem_matcher():
    task = json.loads(faq("json"))
    os.makedirs("docs")
    with open("docs/a.md", "w", encoding="utf-8") as file:
        file.write("one\n\u00e4 http://h.example:80/\n")
    lines = shell(task["command"]).stdout.splitlines()
    pattern = task["problemMatcher"]["pattern"]
    found = re.match(pattern["regexp"], lines[0])
    equal([len(lines)] + [found[pattern[name]] for name in ("file", "line", "column", "message")],
          [1, "docs/a.md", "2", "3", "http://h.example:80/"], "the problem matcher of VS Code")


def check_hook():
    entry = shlex.split(re.search(r"entry: (.*)", faq("yaml"))[1])
    os.makedirs("hook")
    for name, url in (("good", "http://h.example/a"), ("bad", "<http://h.example:port/>")):
        with open(f"hook/{name}", "w", encoding="ascii") as file:
            file.write(f"see {url}\n")
    status = {}
    for names in ("hook/good", "hook/good hook/bad", "hook/good hook/missing"):
        status[names] = shell(shlex.join(entry + names.split()))
    equal([done.returncode for done in status.values()], [0, 1, 1],
          "pre-commit: invalid URLs and files that cannot be read fail")
    ok(status["hook/good hook/bad"].stdout.startswith("hook/bad:1:http://h.example:port/"),
       "pre-commit: the invalid URL is named")


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        whole = make_mailbox()
        check_parallel(whole)
        check_dask(whole)
        check_public_inbox(whole)
        check_questions()
        check_archives()
        check_problem_matcher()
        check_hook()
        shutil.rmtree("docs")
        check_links()
        os.chdir("/")
    done_testing()


main()
