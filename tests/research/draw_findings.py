#!/usr/bin/env python3
"""Draw findings at random from the bodies of an archive's messages, to be read.

usage: draw_findings.py KIND COUNT SEED MBOX...

KIND is one of

    name, address  names without a scheme, e-mail addresses
    line-end       bare URLs that go over the end of a line, or stop there although the
                   next line begins with a character that a URL may have; each URL once,
                   and two of a message at most
    several        those of them that have several readings

Prints how many there are and, of those drawn, "FILE:LINE certainty WRITTEN | the line" for
names and addresses, and for URLs FILE:LINE, the confidence, what was done, the URL and the
lines around it. The reader judges each.
"""
import base64
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
OPTIONS = {"name": ["--only=name"], "address": ["--only=address"],
           "line-end": ["-C3"], "several": ["-C3"]}
QUOTE_MARKS = re.compile(r"^(?:\s|\w{0,3}>|[|:#])*")
URL_CHARACTER = re.compile(r"[\w%/?&=#.~+:@!$'()*,;\[\]-]", re.ASCII)
OF_MESSAGE = 2
STOP = re.compile(r"[.,;:!?]*\s*")


def findings(kind, path):
    """Yield the findings of a mailbox."""
    run = subprocess.run([URLGREP, "--json", *OPTIONS[kind], path],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    if run.returncode not in (0, 1, 2):
        sys.exit("draw_findings.py: %s failed on %s" % (URLGREP, path))
    for line in run.stdout.splitlines():
        row = json.loads(line)
        if row["type"] == "url":
            yield row


def text_of(value):
    """Return a string of JSON; one that is not UTF-8 stands in base64."""
    if isinstance(value, str):
        return value
    return base64.b64decode(value["bytes"]).decode("latin-1")


def is_at_line_end(row):
    """Return true if a bare URL reaches the end of a line and might go on."""
    if row["form"] != "bare" or "context" not in row:
        return False
    lines, after = ([text_of(line) for line in row["context"][where]]
                    for where in ("lines", "after"))
    if len(lines) > 1:
        return True
    at = lines[0].rfind(text_of(row["url"]))
    following = QUOTE_MARKS.sub("", after[0]) if after else ""
    return at >= 0 and STOP.fullmatch(lines[0], at + len(text_of(row["url"]))) is not None and \
        URL_CHARACTER.match(following) is not None


def is_wanted(kind, row):
    if kind in ("name", "address"):
        return True
    return is_at_line_end(row) and (kind == "line-end" or len(row["readings"]) > 1)


def draw(rows, count):
    """Draw rows at random."""
    return random.sample(rows, min(count, len(rows)))


def draw_urls(rows, count):
    """Draw rows with different URLs at random, at most OF_MESSAGE of a message."""
    rows = list({str(row["url"]): row for row in rows}.values())
    random.shuffle(rows)
    of_message, drawn = Counter(), []
    for row in rows:
        message = row["path"], row.get("message", {}).get("offset")
        of_message[message] += 1
        if of_message[message] <= OF_MESSAGE:
            drawn.append(row)
    return drawn[:count]


def print_word(row, lines):
    """Print a name or an address within its line."""
    line = lines[row["line"] - 1].decode("utf-8", "replace").strip()
    at = max(0, line.find(row["written"]) - 50)
    print("%s:%d %s %s | %s" % (os.path.basename(row["path"]), row["line"],
          row["certainty"], row["written"], line[at:at + 130]))


def print_url(row):
    """Print a URL, its other readings and the lines around it."""
    print("--- %s:%d %s %s" % (os.path.basename(row["path"]), row["line"], row["confidence"],
                               " ".join(row["readings"][0]["how"])))
    for reading in row["readings"]:
        print("    " + text_of(reading["url"]))
    context = row["context"]
    for mark, where in ((" ", "before"), ("*", "lines"), (" ", "after")):
        for line in context[where]:
            print("  %s| %s" % (mark, text_of(line)[:140]))


def main():
    kind, count, seed, *paths = sys.argv[1:]
    found = [row for path in paths for row in findings(kind, path) if is_wanted(kind, row)]
    print("%d findings" % len(found))
    random.seed(int(seed))
    drawn = (draw if kind in ("name", "address") else draw_urls)(found, int(count))
    for path in paths:
        with open(path, "rb") as box:
            lines = box.read().split(b"\n")
        for row in drawn:
            if row["path"] != path:
                continue
            if kind in ("name", "address"):
                print_word(row, lines)
            else:
                print_url(row)


main()
