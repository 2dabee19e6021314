#!/usr/bin/env python3
"""corpus_places.py - the places of URLs in the files of corpus/ (TAP): offset and length in JSON
output select the bytes of the URL in the file, its line is that of the offset, and four threads
print the same as one

corpus.sh tests which URLs are found; output/fields.py --csv, --tsv and --format; files/ranges.py
ranges; python/test_find.py Python.
"""
import json
import os
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, corpus_files, done_testing, ok

# a program, or a command with arguments such as valgrind's
URLGREP = os.environ.get("URLGREP", "build/urlgrep")
URLGREP = [URLGREP] if os.path.exists(os.path.join(TOP, URLGREP)) else URLGREP.split()
LEAST_PLACES = 600


def run(*arguments):
    """Return the lines of standard output of a command, and any errors in the rest."""
    done = subprocess.run([*URLGREP, *arguments], cwd=TOP, capture_output=True, timeout=300,
                          stdin=subprocess.DEVNULL, check=False)
    trouble = done.stderr.decode("utf-8", "backslashreplace")
    if done.returncode > 1 or done.returncode < 0:
        trouble += f"exit status {done.returncode}\n"
    return done.stdout.decode("utf-8", "surrogateescape").splitlines(), trouble


def read(file):
    with open(os.path.join(TOP, file), "rb") as opened:
        return opened.read()


def wrong_place(row, data):
    """Return why the line, offset and length of a finding do not fit its file; None if they do."""
    begin, end = row["offset"], row["offset"] + row["length"]
    if b"\0" in data:
        return None  # UTF-16 and UTF-32
    line = data.count(b"\n", 0, begin) + 1
    if row["line"] != line:
        return f"offset {begin} is in line {line}"
    source, url = data[begin:end], row.get("written", row["url"])
    if isinstance(url, dict) or not url.isascii() or "element" in row or \
            row.get("encoding", "7bit") not in ("7bit", "8bit") or \
            any(sign in source for sign in (b"=?", b"&", b"+-", b"\x1b")):
        return None  # encoded differently in the file
    rest = iter(source)
    if source[:1].isspace() or source[-1:].isspace() or not all(c in rest for c in url.encode()):
        return f"is not {source!r}"
    return None


def check_places(lines):
    wrong, count = [], 0
    data = {}
    for row in map(json.loads, lines):
        if row["type"] != "url":
            continue
        count += 1
        file = row["file"]
        if file not in data:
            data[file] = read(file)
        reason = wrong_place(row, data[file])
        if reason:
            wrong.append(f"{file}:{row['line']}: {row['url']} {reason}")
    ok(not wrong and count >= LEAST_PLACES, f"line, offset and length are those of the URL in the file, of {count}",
       "\n".join(wrong))


def main():
    files = [os.path.relpath(file, TOP) for file in corpus_files()]
    for options in ("", "--headers --schemeless --email --refang --readings=all --warn -n"):
        arguments = ["--all", *options.split(), *files]
        lines, trouble = run(*arguments)
        ok(not trouble, f"no message {options}".strip(), trouble)
        ok(lines and run("-j4", *arguments)[0] == lines, f"-j4 {options}".strip())
    check_places(run("--all", "--json", *files)[0])
    done_testing()


main()
