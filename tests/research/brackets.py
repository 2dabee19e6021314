#!/usr/bin/env python3
"""Count how many URLs between angle brackets are found if the brackets are removed.

usage: brackets.py PROGRAM DIRECTORY      (of text files, such as RFCs)

The brackets show where a URL ends, also if the line was broken within it.
"""
import collections
import pathlib
import re
import sys

from count_found import count, show

BRACKETED = re.compile(rb"<((?:https?|ftp)://[^\s<>]+(?:[ \t]*\r?\n[ \t]*[^\s<>]+){0,5})>")


def without_brackets(text):
    """Return the text, and the URL that begins at each offset with whether it was broken."""
    parts, urls, at, length = [], {}, 0, 0
    for match in BRACKETED.finditer(text):
        parts += [text[at:match.start()], match[1]]
        length += len(parts[-2])
        urls[length] = re.sub(rb"\s+", b"", match[1]).decode(errors="replace"), b"\n" in match[1]
        length += len(parts[-1])
        at = match.end()
    return b"".join(parts + [text[at:]]), urls


counts = collections.Counter()
for path in sorted(pathlib.Path(sys.argv[2]).rglob("*.txt")):
    text, urls = without_brackets(path.read_bytes())
    if not urls:
        continue
    count(sys.argv[1], text, urls, counts)
show(counts)
