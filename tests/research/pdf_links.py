#!/usr/bin/env python3
"""Count how many URLs that reach the end of a line in the text of PDF files are joined correctly.

usage: pdf_links.py PROGRAM DIRECTORY      (pdftotext and pdfinfo: poppler-utils)

A link in the file proves its URL: broken if it continues on the next lines, otherwise whole.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

URL_AT_END = re.compile(r"(?:https?|ftp):(?:/$|$|//\S*$)")


def output(*command, data=b""):
    return subprocess.run(command, input=data, capture_output=True, check=False).stdout


def count(program, path, counts):
    links = output("pdfinfo", "-url", "-f", "1", "-l", "60", path).decode(errors="replace")
    links = {f[2].rstrip("/") for f in (line.split(None, 2) for line in links.splitlines()[1:])
             if len(f) == 3 and re.match("(https?|ftp)://", f[2])}
    text = output("pdftotext", "-enc", "UTF-8", "-l", "60", path, "-") if links else b""
    found = (json.loads(line) for line in output(program, "--json", "--as=text", data=text).splitlines())
    found = {f["offset"]: f["url"].rstrip("/") for f in found if f["type"] == "url" and f["offset"] is not None}
    lines, at = text.decode(errors="replace").split("\n"), 0
    for i, line in enumerate(lines):
        match = URL_AT_END.search(line.rstrip())
        if match:
            url, rest = match.group(), re.sub(r"\s", "", "".join(lines[i + 1:i + 6]))
            broken = [u for u in links if u.startswith(url) and u != url and rest.startswith(u[len(url):])]
            whole = {url.rstrip("/"), re.sub(r"[])>.,;:!?’”\"']+$", "", url).rstrip("/")} & links
            if broken or whole:
                kind = "broken" if broken else "whole"
                right = {max(broken, key=len)} if broken else whole
                counts[kind] += 1
                counts[kind, "found"] += found.get(at + len(line[:match.start()].encode())) in right
        at += len(line.encode()) + 1


counts = collections.Counter()
for pdf in sorted(pathlib.Path(sys.argv[2]).rglob("*.pdf")):
    count(sys.argv[1], pdf, counts)
for name in ("broken", "whole"):
    print("%s: %d, of these found: %d" % (name, counts[name], counts[name, "found"]))
