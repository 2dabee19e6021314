#!/usr/bin/env python3
"""fields.py - every field in every format (TAP): --json, --csv, --tsv and --format have the same
value for each field of src/row, with the place and name that JSON.md lists
"""
import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, URLGREP, corpus_files, done_testing, equal, ok


# Cases that no file of corpus/ has: labels, a short URL, a defanged URL, all kinds of wrappers.
MAIL = """\
From: Ann <ann@example.org>
X-Gmail-Labels: Inbox,"a, b",Sent
Date: Tue, 14 Mar 1995 10:12:00 +0100

https://bit.ly/3abc and hxxp://evil[.]example/x?utm_source=a then
https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.exam
http://user:secret@h.example:8080/a?b#c
"""
WRAPPED = ("https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.example.com%2Fa%3F"
           "utm_source%3Db%26c%3Dd&data=05&sdata=x&reserved=0\n"
           "https://nam02.safelinks.protection.outlook.com/?url=http%3A%2F%2F127.0.0.1%2F&data=05"
           "&sdata=x&reserved=0\n"
           "https://url.us.m.mimecastprotect.com/s/AbCdEfGhIjKl?domain=h.example\n")
OPTIONS = ["--all", "--unwrap", "--strip-tracking", "--headers", "--schemeless", "--email", "--refang"]
PATHS = ("path", "url-path", "lpath", "rpath", "opath")


def run(*arguments):
    return subprocess.run([URLGREP, *OPTIONS, *arguments], capture_output=True, check=False,
                          stdin=subprocess.DEVNULL)


def listed_names():
    """Return the names that the command knows."""
    reason = run("--csv=?").stderr.decode()
    return reason.split("; known are ")[1].removesuffix(" and parts.NAME\n").split(", ")


def documented_names():
    """Return the names in JSON.md, with the place of each in JSON."""
    with open(os.path.join(TOP, "src/doc/JSON.md"), encoding="utf-8") as file:
        section = file.read().split("\n## Names\n")[1].split("\n## ")[0]
    places = dict(re.findall(r"^\| `(\w+)` \| .*?`([\w.]+)`(?: in `\w+`)? \|$", section, re.M))
    places.update(re.findall(r"^\| `(\w+)` \| the word `[\w-]+` in `(\w+)` \|$", section, re.M))
    places.update(re.findall(r"^\| `(\w+)` \| those of `(\w+)` ", section, re.M))
    same = re.search(r"the name that they have in JSON: (.*?)\.\n", section, re.S).group(1)
    places.update((name, name) for name in re.findall(r"`(\w+)`", same))
    return places


def at(found, place):
    """Return the member of an object at a place such as "message.id"; None if it is absent."""
    for name in place.split("."):
        found = found.get(name) if isinstance(found, dict) else None
    return found


def value_of(found, name, place):
    """Return the value of a field, as in JSON."""
    if name == "path":
        return next((found["parts"][part] for part in PATHS if part in found["parts"]), None)
    if name == "relative":
        return "relative" in found["notes"] if "element" in found else False
    if name == "href_differs":
        return "href-differs" in found["warnings"]
    if name == "unwrap_warnings":
        of_wrappers = ("redirect", "shortener", "opaque", "target-cut", "target-malformed",
                       "target-ambiguous", "target-refused", "target-invalid")
        return [word for word in found["warnings"] if word in of_wrappers]
    value = at(found, place)
    if name in ("readings", "unwrap_steps") and value is not None:
        return [item["url"] for item in value]
    return value


def text(value):
    """Return a JSON value as --csv prints it; NUL if it is printed with escapes."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return "\0"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(text, value))
    return str(value)


def is_same(name, value, cell):
    """Return true if a cell has the value in JSON."""
    if name == "labels" and value is not None:
        return next(csv.reader([cell], skipinitialspace=True)) == value
    wanted = text(value)
    return not wanted.isprintable() or cell == wanted


def unguarded(cell):
    """Return a cell without the apostrophe before text that a spreadsheet would calculate."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in "=+-@" else cell


# Fields that depend on an option in JSON, but are always computed on request in CSV.
UNCOMPARED = {"defanged_url"}


def compare(places, rows, table, what):
    """Compare each column of a table with the members of the rows."""
    for column, (name, place) in enumerate(places.items()):
        pairs = [(value_of(row, name, place), unguarded(cells[column]))
                 for row, cells in zip(rows, table)]
        wrong = [pair for pair in pairs if not is_same(name, *pair)]
        ok(not wrong, f"{what}: {name} is {place} in JSON", "\n".join(map(repr, wrong[:5])))
        ok(any(cell for _, cell in pairs), f"{what}: {name}: some URL has it")


def main():
    names, places = listed_names(), documented_names()
    equal(sorted(places), sorted(names), "JSON.md lists all names of --csv")
    places = {name: places[name] for name in names if name not in UNCOMPARED}
    files = corpus_files()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        with open("mail", "w", encoding="ascii") as file:
            file.write(MAIL)
        with open("wrapped", "w", encoding="ascii") as file:
            file.write(WRAPPED)
        files += ["mail", "wrapped"]
        found = run("--json", "--readable", "--column", *files).stdout.decode().splitlines()
        rows = [row for row in map(json.loads, found) if row["type"] == "url"]
        ok(len(rows) > 500, "the corpus has many URLs", str(len(rows)))

        printed = run("--csv=" + ",".join(places), *files).stdout.decode()
        table = list(csv.reader(io.StringIO(printed, newline="")))
        equal(table[:1], [list(places)], "--csv: the header row has the names")
        equal(len(table) - 1, len(rows), "--csv: a row for each URL")
        compare(places, rows, table[1:], "--csv")

        tsv = run("--tsv=" + ",".join(places), *files).stdout.decode().split("\n")
        equal([[unguarded(cell) for cell in line.split("\t")] for line in tsv[:-1]],
              [[unguarded(cell) for cell in line] for line in table], "--tsv: as --csv")
        template = "\\t".join("{" + name + "}" for name in places)
        lines = run("--format=" + template, *files).stdout.decode().split("\n")
        equal([line.split("\t") for line in lines[:-1]],
              [[unguarded(cell) for cell in line] for line in table[1:]], "--format: as --csv")

        parts = "scheme,user,password,host,port,path,query,fragment"
        shown, rows_of_parts = (subprocess.run(
            [URLGREP, "-h", option + parts, *files], capture_output=True, check=False,
            stdin=subprocess.DEVNULL).stdout.decode().split("\n")[:-1] for option in ("--part=", "--tsv="))
        equal([line.split("\t") for line in shown],
              [[unguarded(cell) for cell in line.split("\t")] for line in rows_of_parts[1:] if line.strip("\t")],
              "--part: as --tsv")

        for old, new in (("path", "file"), ("twin", "alternative")):
            ok(all(row.get(old) == row.get(new) for row in rows), f"JSON: {old} is {new}")
        ok(all(row["message"].get("date") == row["message"].get("date_raw")
               for row in rows if "message" in row), "JSON: message.date is message.date_raw")
        for old, new in (("id", "message_id"), ("date_iso", "date"), ("twin", "alternative")):
            equal(run(f"--format={{{old}}}", *files).stdout,
                  run(f"--format={{{new}}}", *files).stdout, f"{old} is an old name of {new}")
        for option in ("--no-config", "--deny=redirect,tracker"):
            found = map(json.loads, run("--json", option, *files).stdout.decode().splitlines()[:-1])
            lines = run("-h", option, *files).stdout.decode().split("\n")
            pairs = [((row.get("printed") or row)["url"], line.split("\t")[0])
                     for row, line in zip(found, lines) if row["kind"] != "address"]
            equal([pair for pair in pairs if text(pair[0]).isprintable() and pair[0] != pair[1]], [],
                  f"{option}: `printed` is what text output has in place of `url`")
        defanged = run("--json", "--defang", *files).stdout.decode().splitlines()
        equal([json.loads(line).get("defanged_url") for line in defanged[:-1]
               if json.loads(line)["kind"] == "url"][:1] != [None], True,
              "--json --defang: defanged_url")
    done_testing()


main()
