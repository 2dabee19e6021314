#!/usr/bin/env python3
"""No identifier of a message is reported as an e-mail address, in archives of mail that are
read as text: none of Message-ID, References and In-Reply-To. Without archives ($ARCHIVES, or
../shared beside the repository) there is nothing to test.
"""
import json
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "tests", "common"))

import archives  # noqa: E402
import tap  # noqa: E402

URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
FIELD = re.compile(rb"^(?:Message-ID|References|In-Reply-To):[^\n]*(?:\n[ \t][^\n]*)*",
                   re.IGNORECASE | re.MULTILINE)
ID = re.compile(rb"<[^<>\n]*>")


def headers(path):
    """Yield where the header of each message of a mailbox begins, and its bytes."""
    with open(path, "rb") as box:
        content = box.read()
    for match in archives.FROM.finditer(content):
        end = content.find(b"\n\n", match.end())
        yield match.end(), content[match.end():end if end >= 0 else len(content)]


def identifiers(path):
    """Return the set of the offsets of all bytes of identifiers in header fields."""
    inside = set()
    for begin, header in headers(path):
        for field in FIELD.finditer(header):
            for match in ID.finditer(field.group()):
                start = begin + field.start() + match.start()
                inside.update(range(start, start + len(match.group())))
    return inside


def addresses(path):
    """Yield the offset and the text of each address that is found."""
    run = subprocess.run([URLGREP, "--as=text", "--only=address", "--json", path],
                         stdout=subprocess.PIPE, check=False)
    if run.returncode != 0:
        raise SystemExit("message_ids.py: %s failed" % URLGREP)
    for line in run.stdout.splitlines():
        finding = json.loads(line)
        if finding["type"] == "url":
            yield finding["offset"], finding["written"]


def check(path):
    inside = identifiers(path)
    found = list(addresses(path))
    wrong = [written for offset, written in found if offset in inside]
    tap.ok(not wrong and found, "%s: %d addresses, none of them an identifier"
           % (os.path.basename(path), len(found)), "\n".join(wrong[:20]))


def main():
    try:
        boxes = archives.boxes()
    except archives.Skip as reason:
        tap.skip_all(str(reason))
    for path in boxes:
        check(path)
    tap.done_testing()


main()
