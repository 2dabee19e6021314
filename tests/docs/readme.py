#!/usr/bin/env python3
"""readme.py - check what the documents say (TAP)

In README.md, src/doc, src/clients and the manual pages:

- Every command after a "$" prompt is run, in a directory with the files that the
  examples name. If output follows, the command must print exactly that ("..." stands
  for any lines; JSON may be formatted over several lines). If none follows, the command
  must exit with 0 or 1 and write nothing to standard error.
- A block of shell commands without prompts (```sh) changes the system, so only its syntax
  is checked. A C program (```c) is compiled, and must print the block after it; a Python
  program (```python) must run and print something.
- The targets of links, and paths between backticks, must exist.
- The verdicts in RULES.md ("`URL` valid") are those of --check.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from at_terminal import at_terminal
from tap import TOP, URLGREP, done_testing, ok, skip

os.chdir(TOP)
MARKDOWN = ["README.md"] + sorted(glob.glob("src/doc/*.md")) + \
    sorted(glob.glob("src/clients/**/README.md", recursive=True))
PAGES = sorted(glob.glob("src/man/*.[0-9]") + glob.glob("src/man/*.[0-9].in"))
OPTIONAL = ["fzf", "jq", "sqlite3", "parallel"]  # programs that only examples need
MAX_README_LINES = 150


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


# ---- blocks of commands -----------------------------------------------------

def markdown_blocks(text):
    """Yield (language, line number, lines) for each fenced or indented block."""
    block, language, fence = [], None, None
    for number, line in enumerate(text.split("\n") + [""], 1):
        if fence:
            if line.strip() == fence:
                yield language, number - len(block), block
                block, fence = [], None
            else:
                block.append(line)
        elif re.match(r"```", line):
            fence, language, block = "```", line[3:].strip(), []
        elif line.startswith("    ") and (block or previous_blank):
            block.append(line[4:])
        elif block:
            yield "", number - len(block), block
            block = []
        previous_blank = line.strip() == ""


def unescape(line):
    """Return a line of mdoc as displayed."""
    for escape, text in ((r"\(dq", '"'), (r"\(aq", "'"), (r"\&", ""), (r"\-", "-"),
                         (r"\(ti", "~"), (r"\(ha", "^"), (r"\e", "\\")):
        line = line.replace(escape, text)
    return line


def page_blocks(text):
    """Yield the literal displays of a manual page in the form of markdown_blocks()."""
    block = None
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(".Dl "):
            yield "console", number, [unescape(line[4:])]
        elif line.startswith(".Bd -literal"):
            block = []
        elif line.startswith(".Ed") and block is not None:
            yield "console", number - len(block), block
            block = None
        elif block is not None:
            block.append(unescape(line))


def commands(block):
    """Yield each (command, expected lines) of a block."""
    command, expected = None, []
    for line in block:
        if line.startswith("$ "):
            if command:
                yield command, expected
            command, expected = line[2:], []
        elif command and command.endswith("\\") and not expected:
            command = command[:-1].rstrip() + " " + line.strip()
        elif command:
            expected.append(line)
    if command:
        yield command, expected


# ---- the directory that the examples are run in -----------------------------

def set_up(directory):
    """Make the files that the examples name."""
    programs = os.path.join(directory, "programs")
    os.mkdir(programs)
    os.symlink(os.path.abspath(URLGREP), os.path.join(programs, "urlgrep"))
    os.symlink(os.path.join(os.path.dirname(os.path.abspath(URLGREP)), "urlreport"),
               os.path.join(programs, "urlreport"))
    os.symlink(os.path.join(os.path.dirname(os.path.abspath(URLGREP)), "urlpick"),
               os.path.join(programs, "urlpick"))
    for program in ("xclip", "browser"):
        with open(os.path.join(programs, program), "w", encoding="ascii") as file:
            file.write("#!/bin/sh\ntest -t 0 || cat >/dev/null\n")
        os.chmod(os.path.join(programs, program), 0o755)
    os.symlink(os.path.join(TOP, "corpus"), os.path.join(directory, "corpus"))
    shutil.copy("corpus/demo.eml", os.path.join(directory, "message.eml"))
    shutil.copy("corpus/trailing-punctuation.txt", os.path.join(directory, "notes.txt"))
    mail = os.path.join(directory, "Mail", "cur")
    os.makedirs(mail)
    os.makedirs(os.path.join(directory, "news"))
    with open(os.path.join(directory, "inbox"), "w", encoding="latin-1") as inbox:
        for path in ["demo.eml", "userinfo-spoof.eml", "mail-list-fields.eml",
                     "broken-in-quoted-reply.eml"]:
            with open("corpus/" + path, encoding="latin-1") as file:
                text = file.read()
            inbox.write("From ann@example.org Tue Mar 14 10:12:00 1995\n" +
                        re.sub("(?m)^(>*From )", r">\1", text) + "\n")
            shutil.copy("corpus/" + path, os.path.join(mail, path + ":2,S"))
        inbox.write("From ann@example.org Tue Mar 14 10:12:00 1995\n"
                    "Subject: not UTF-8\n\nsee http://latin.example/caf\xe9/menu now\n\n")
    shutil.copy("corpus/news-article-followup.news", os.path.join(directory, "news", "1"))
    subprocess.run("gzip -c inbox >inbox.gz", shell=True, check=True, cwd=directory)
    shutil.copy(os.path.join(directory, "inbox"), os.path.join(directory, "list.mbox"))


def run(command, directory):
    env = dict(os.environ, HOME=directory, LC_ALL="C.UTF-8", BROWSER="browser",
               URLPICK_MENU="plain",
               PATH=os.path.join(directory, "programs") + ":" + os.environ["PATH"])
    if "urlpick" in command:  # it asks on the terminal: choose the first URL
        try:
            return at_terminal(["/bin/sh", "-c", command], [(b"none]", b"1\n")], env=env,
                               cwd=directory)[0], "", ""
        except (EOFError, TimeoutError) as error:
            return 2, "", str(error)
    done = subprocess.run(["sh", "-c", command], cwd=directory, env=env, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def is_expected(printed, expected):
    """Return true if the output is as in the document. A line "..." stands for any lines."""
    if printed.startswith("{"):
        try:
            wanted = json.loads("\n".join(expected))
            return json.loads(printed.split("\n")[0]) == wanted and "\n" not in printed
        except ValueError:
            pass
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n"
                      for line in expected)
    return re.fullmatch(pattern, printed + "\n") is not None


def check_command(where, command, expected, directory):
    what = f"{where}: {command}"
    for program in OPTIONAL:
        if re.search(rf"\b{program}\b", command) and not shutil.which(program):
            skip(what, f"no {program}")
            return
    status, printed, errors = run(command, directory)
    while expected and expected[-1] == "":
        expected = expected[:-1]
    if expected:
        ok(is_expected(printed.rstrip("\n"), expected), what,
           f"expected\n{chr(10).join(expected)}\ngot\n{printed}{errors}")
    else:
        ok(status in (0, 1) and errors == "", what,
           f"exit status {status}\n{errors}{printed[:400]}")


# ---- programs in C ----------------------------------------------------------

def check_c(where, block, expected, directory):
    source = os.path.join(directory, "example.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write("\n".join(block) + "\n")
    libraries = os.path.dirname(os.path.abspath(URLGREP))
    built = subprocess.run(
        [*os.environ.get("CC", "cc").split(), "-std=c11", "-Wall", "-Werror",
         *os.environ.get("EXAMPLE_FLAGS", "").split(), "-Iinclude", source,
         os.path.join(libraries, "liburlgrep.a"), "-lpcre2-8",
         "-o", os.path.join(directory, "example")],
        text=True, capture_output=True, check=False)
    ok(built.returncode == 0, f"{where}: the C program compiles", built.stderr)
    if built.returncode == 0:
        printed = run("./example", directory)[1].rstrip("\n")
        ok(is_expected(printed, expected), f"{where}: it prints what follows", f"got\n{printed}")


def check_blocks(path, blocks, directory):
    blocks = list(blocks)
    for index, (language, line, block) in enumerate(blocks):
        where = f"{path}:{line}"
        if language == "sh":
            done = subprocess.run(["sh", "-n"], input="\n".join(block), text=True,
                                  capture_output=True, check=False)
            ok(done.returncode == 0, f"{where}: correct shell", done.stderr)
        elif language == "python":
            program = os.path.join(directory, "example.py")
            with open(program, "w", encoding="utf-8") as file:
                file.write("\n".join(block) + "\n")
            status, printed, errors = run("python3 example.py", directory)
            ok(status == 0 and printed != "" and errors == "",
               f"{where}: the Python program runs", errors)
        elif language == "c" and any("main(" in row for row in block):
            check_c(where, block, blocks[index + 1][2], directory)
        else:
            for command, expected in commands(block):
                check_command(where, command, expected, directory)


# ---- links and paths --------------------------------------------------------

def without_code(text):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"(?ms)^```.*?^```$", "", text))


def anchors(path):
    """Return the anchors that GitHub makes for a document's headings."""
    text = re.sub(r"(?ms)^```.*?^```$", "", read(path))
    for heading in re.findall(r"(?m)^#+ +(.*)$", text):
        heading = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower())
        yield heading.replace(" ", "-")


def broken_links(path):
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(read(path))):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if not os.path.exists(file):
            yield f"{target}: there is no {file}"
        elif anchor and anchor not in anchors(file):
            yield f"{target}: {file} has no such heading"


def missing_paths(path):
    """Return the paths between backticks that do not exist in this repository."""
    for name in re.findall(r"`((?:src|tests|include|corpus)/[^`\s:]*)[^`\n]*`", read(path)):
        name = name.rstrip("/,.")
        if not re.search(r"[A-Z]{3}|<", name) and not glob.glob(name):
            yield name


def check_links(path):
    broken = list(broken_links(path))
    ok(not broken, f"{path}: links lead somewhere", "\n".join(broken))
    missing = list(missing_paths(path))
    ok(not missing, f"{path}: the files that it names exist", "\n".join(missing))


def check_page(path):
    if path.endswith(".in"):
        return  # checked when it is installed: tests/packaging/install.sh
    if not shutil.which("mandoc"):
        skip(f"{path}: correct mdoc", "no mandoc")
        return
    done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", path], text=True,
                          capture_output=True, check=False)
    ok(done.stdout == "", f"{path}: correct mdoc", done.stdout)


# ---- verdicts ---------------------------------------------------------------

def check_verdicts(path):
    """Check the verdicts. A heading names the grammar: "## Decisions: rfc1738"."""
    grammar, cases = None, {}
    for number, line in enumerate(read(path).split("\n"), 1):
        if line.startswith("#"):
            heading = re.match(r"#+ .*\b(rfc1738|current|draft)\b", line)
            grammar = heading and heading[1]
        for url, verdict in re.findall(r"`([^`]+)` (valid|invalid)\b", line):
            cases.setdefault(grammar, []).append((number, url, verdict))
    for grammar, rows in cases.items():
        if grammar is None:
            ok(False, f"{path}: verdicts without a grammar", str(rows))
            continue
        done = subprocess.run(
            [URLGREP, "--check", "--json", "--grammar=" + grammar],
            input="".join(url + "\n" for _, url, _ in rows), text=True,
            capture_output=True, check=False)
        got = [json.loads(line) for line in done.stdout.splitlines()]
        wrong = [f"{path}:{number}: {url}: expected {verdict}"
                 for (number, url, verdict), row in zip(rows, got)
                 if row["valid"] != (verdict == "valid")]
        ok(not wrong and len(got) > len(rows) - 1,
           f"{path}: {len(rows)} verdicts of {grammar}", "\n".join(wrong) or done.stderr)


# ---- examples -----------------------------------------------------------------

def check_examples(path):
    """In rows of tables, `TEXT` → `URL URL` (or none) lists the URLs found in the text."""
    wrong, count = [], 0
    for number, line in enumerate(read(path).split("\n"), 1):
        if not line.startswith("| **"):
            continue
        for text, urls in re.findall(r"`([^`]*)` → (`[^`]*`|none)", line.replace("\\|", "|")):
            count += 1
            wanted = [] if urls == "none" else urls.strip("`").split(" ")
            done = subprocess.run([URLGREP], input=text.replace("↵", "\n") + "\n", text=True,
                                  capture_output=True, check=False)
            if done.stdout.split("\n")[:-1] != wanted:
                wrong.append(f"{path}:{number}: {text}: {done.stdout!r}")
    ok(not wrong and count > 50, f"{path}: {count} examples of findings", "\n".join(wrong))


# ---- lists that repeat a table ----

def check_schemes():
    """--schemes must list the schemes of the table."""
    with open("src/grammar/schemes.tsv", encoding="ascii") as table:
        wanted = [line.split("\t")[0] for line in table if line.strip() and line[0] != "#"]
    done = subprocess.run([URLGREP, "--schemes"], stdout=subprocess.PIPE, encoding="ascii",
                          check=False)
    listed = [line.split("\t")[0] for line in done.stdout.splitlines()]
    ok(wanted == listed and len(wanted) > 600, "--schemes lists the schemes of schemes.tsv",
       " ".join(sorted(set(wanted) ^ set(listed))))


def check_parts():
    """urlgrep-json(5) must name the parts of all grammars."""
    page = read("src/man/urlgrep-json.5")
    missing = set()
    for path in glob.glob("src/grammar/*.pcre"):
        grammar = read(path)
        names = dict(re.findall(r"(?m)^%%name (\S+) (\S+)", grammar))
        for capture in re.findall(r"\(\?<([A-Z][A-Z0-9_]*)>", grammar):
            name = names.get(capture, capture.lower().replace("_", "-"))
            if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", page):
                missing.add(name)
    ok(not missing, "urlgrep-json.5 names the parts of the grammars", " ".join(missing))


# ---- all of it --------------------------------------------------------------

def main():
    with tempfile.TemporaryDirectory() as directory:
        set_up(directory)
        for path in MARKDOWN:
            check_blocks(path, markdown_blocks(read(path)), directory)
        for path in PAGES:
            check_blocks(path, page_blocks(read(path)), directory)
    for path in MARKDOWN:
        check_links(path)
    for path in PAGES:
        check_page(path)
    check_verdicts("src/doc/RULES.md")
    check_examples("src/doc/RULES.md")
    check_schemes()
    check_parts()
    lines = read("README.md").count("\n")
    ok(lines <= MAX_README_LINES, f"README.md has at most {MAX_README_LINES} lines",
       f"it has {lines}")
    if shutil.which("jq"):
        done = subprocess.run([sys.executable, "src/doc/session.py", "--check"], check=False)
        ok(done.returncode == 0, "src/doc/session.svg is up to date", "run src/doc/session.py")
    else:
        skip("src/doc/session.svg is up to date", "no jq")
    done_testing()


main()
