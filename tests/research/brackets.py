#!/usr/bin/env python3
"""Count how many URLs between angle brackets are found if the brackets are removed.

usage: brackets.py PROGRAM DIRECTORY      (of text files, such as RFCs)

The brackets show where a URL ends, also if the line was broken within it.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

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


def result(url, finding):
    if finding is None:
        return "missing"
    if finding["url"] == url:
        return "found"
    kind = "short" if url.startswith(finding["url"]) else "other"
    return kind + (", high confidence" if finding["confidence"] == "high" else ", in doubt")


counts = collections.Counter()
for path in sorted(pathlib.Path(sys.argv[2]).rglob("*.txt")):
    text, urls = without_brackets(path.read_bytes())
    if not urls:
        continue
    run = subprocess.run([sys.argv[1], "--json", "--as=text"], input=text, capture_output=True, check=False)
    found = (json.loads(line) for line in run.stdout.splitlines())
    found = {f["offset"]: f for f in found if f["type"] == "url"}
    for offset, (url, is_broken) in urls.items():
        counts["broken" if is_broken else "whole", result(url, found.get(offset))] += 1
for (kind, what), count in sorted(counts.items()):
    print(f"{count:6} {kind}: {what}")
