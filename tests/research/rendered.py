#!/usr/bin/env python3
"""Count how many URLs are found in HTML that another program has rendered as text.

usage: rendered.py PROGRAM DIRECTORY RENDERER [ARGUMENT...]
       (such as: lynx -dump -nolist -width=72, or: w3m -dump -cols 72)

DIRECTORY has the HTML files. The truth are the anchors whose text is their address.
"""
import collections
import html.parser
import pathlib
import re
import subprocess
import sys

from count_found import count, show

BREAK = rb"(?:[ \t]*\r?\n[ \t]*)?"


class Anchors(html.parser.HTMLParser):
    """Collect the addresses that are the text of their anchors."""

    def __init__(self):
        super().__init__()
        self.urls, self.address, self.text = set(), None, ""

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.address, self.text = dict(attrs).get("href"), ""

    def handle_data(self, data):
        self.text += data

    def handle_endtag(self, tag):
        if tag == "a" and self.address and self.address == self.text.strip():
            if re.fullmatch(r"(?:https?|ftp)://[!-~]+", self.address):
                self.urls.add(self.address)
            self.address = None


def places(text, urls):
    """Return the URL at each offset of text, and whether it is broken; longer URLs first."""
    found, taken = {}, set()
    for url in sorted(urls, key=len, reverse=True):
        pattern = BREAK.join(re.escape(bytes([byte])) for byte in url.encode())
        for match in re.finditer(rb"(?<![\w/=])" + pattern + rb"(?![\w/?=&#%~+@-])", text):
            if match.start() not in taken:
                found[match.start()] = url, b"\n" in match[0]
                taken.update(range(*match.span()))
    return found


counts = collections.Counter()
for path in sorted(pathlib.Path(sys.argv[2]).rglob("*.htm*")):
    anchors = Anchors()
    anchors.feed(path.read_text(errors="replace"))
    if not anchors.urls:
        continue
    text = subprocess.run(sys.argv[3:] + [str(path)], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=True).stdout
    count(sys.argv[1], text, places(text, anchors.urls), counts)
show(counts)
