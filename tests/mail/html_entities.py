#!/usr/bin/env python3
"""Compare the character references that urlgrep decodes with Python's html.entities, which has
all names of HTML 5. TAP on standard output.

urlgrep knows the names of HTML 4 and those of US-ASCII characters (src/html/entities.c).
This test puts each name of HTML 5 into the URL of a link. Names must be decoded as specified
in HTML 5, and the rules below determine which names are not decoded. So the test fails if a
name is lost from the table or changed.
"""
import html.entities
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import URLGREP, done_testing, ok

# By design: HTML 5 gives these names to other characters; urlgrep follows HTML 4.
OF_HTML4 = {"lang;": "\u2329", "rang;": "\u232a"}
# By design: this name stands for two US-ASCII characters.
NOT_DECODED = {"fjlig;": "fj"}


def is_decoded(name, character):
    """Return true if urlgrep should know this name."""
    word = name.rstrip(";")
    if name in NOT_DECODED:
        return False
    if word in html.entities.name2codepoint:
        return True
    return len(character) == 1 and ord(character) < 0x80


def links(references):
    """Return what urlgrep decodes each reference to in the URL of a link."""
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="ascii") as file:
        file.write("<!DOCTYPE html><html><body>\n")
        for number, reference in enumerate(references):
            file.write('<a href="http://h.example/%d?-%s-">x</a>\n' % (number, reference))
        file.write("</body></html>\n")
        file.flush()
        done = subprocess.run([URLGREP, "--iri", "--all", "--json", file.name],
                              stdout=subprocess.PIPE, timeout=60, check=False)
    if done.returncode != 0:
        sys.exit("html_entities.py: %s: exit status %d" % (URLGREP, done.returncode))
    found = {}
    for line in done.stdout.decode("utf-8").splitlines():
        row = json.loads(line)
        if row["type"] == "url":
            url = row["url"] if isinstance(row["url"], str) else ""
            number, value = url[len("http://h.example/"):].split("?", 1)
            found[int(number)] = urllib.parse.unquote(value)
    return [found.get(number) for number in range(len(references))]


def main():
    names = sorted(html.entities.html5)
    found = links(["&" + name for name in names])
    groups = {True: [], False: []}
    wrong = []
    for name, value in zip(names, found):
        character = html.entities.html5[name]
        # tabs and line ends are removed from a URL
        wanted = OF_HTML4.get(name, character)
        wanted = "" if wanted in "\t\n" else wanted
        # without ";" a name is decoded only if no "=" or letter follows; here "-" follows
        decoded = is_decoded(name, character)
        expected = "-%s-" % (wanted if decoded else "&" + name)
        if value != expected:
            wrong.append("&%s: expected %r, found %r" % (name, expected, value))
        groups[decoded].append(value == expected)
    for decoded, good in groups.items():
        ok(all(good), "%d of %d names of HTML 5 are %sdecoded" % (
            sum(good), len(names), "" if decoded else "not "), "\n".join(wrong))
    done_testing()


main()
