#!/usr/bin/env python3
"""Check the URLs at line ends in texts that no rule was made for, by means of the texts themselves.

A URL often also occurs elsewhere within a line. Two kinds of findings are then likely to be
wrong, and are printed with their lines:

    cut      a URL that ends its line, although it forms a URL that occurs elsewhere together
             with the first word of the next line
    joined   a URL of more than one line that occurs nowhere else, although its part in the
             first line does

    tests/research/unseen.py DIRECTORY...            the two kinds, and their numbers
    tests/research/unseen.py --all DIRECTORY...      also all other URLs of several lines
"""
import functools
import json
import os
import re
import subprocess
import sys

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
# the prefixes of lines in programs, quotes and lists
LEADER = re.compile(r"""^\s*(?:(?:\#+|/{2,}!?|\*+|>+|\||--|;+|\.\\"|dnl|%+|REM|[bfru]?["'])\s*)*""")
AFTER_URL = re.compile(r"""[-\\"' +]*\r?\n(.*)""")


def read_findings(directory):
    """Yield the URLs found in the files of a directory."""
    with subprocess.Popen([URLGREP, "-r", "--json", directory], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as search:
        for line in search.stdout:
            found = json.loads(line.decode("utf-8", "replace"))
            if found["type"] == "url" and "message" not in found:
                yield found


@functools.lru_cache(maxsize=1)
def read_file(path):
    """Return the bytes of a file; empty for a member of an archive."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def find_rest(url, after, whole):
    """Return the URL that occurs elsewhere and is completed by the text after this URL."""
    line = AFTER_URL.match(after)
    words = LEADER.sub("", line[1]).split(maxsplit=1) if line else []
    word = words[0] if words else ""
    while len(word) > 2:
        for joint in "", "-":
            if url + joint + word in whole:
                return url + joint + word
        shorter = word.rstrip(".,;:)]>\"'`*|\\!?")
        word = shorter if shorter != word else re.sub(r"[^\w/]$|\w+$|/$", "", word)
    return None


def main():
    shows_all = "--all" in sys.argv
    findings = [f for d in sys.argv[1:] if d != "--all" for f in read_findings(d)]
    whole = {f["url"] for f in findings if not f["readings"][0]["how"]}
    counts = dict.fromkeys(["URLs", "of several lines", "cut", "joined"], 0)
    for found in findings:
        text = read_file(found["file"])
        begin, end = found["offset"], found["offset"] + found["length"]
        written = text[begin:end].decode("utf-8", "replace")
        after = text[end:end + 400].decode("utf-8", "replace")
        first = written.split("\n")[0].strip().rstrip("\\\"'.,;:) ")
        kind = None
        counts["URLs"] += 1
        if "\n" in written:
            counts["of several lines"] += 1
            if found["url"] not in whole and first in whole:
                kind = "joined"
        elif found["form"] in ("bare", "quoted") and find_rest(found["url"], after, whole):
            kind = "cut"
        if kind:
            counts[kind] += 1
        if kind or (shows_all and "\n" in written):
            print(f"{found['file']}:{found['line']}: {kind or 'likely right'}: {found['url']}")
            print("".join(f"    {line[:120]}\n" for line in (written + after).split("\n")[:
                          written.count("\n") + 2]), end="")
    print(", ".join(f"{count} {name}" for name, count in counts.items()))


if __name__ == "__main__":
    main()
