#!/usr/bin/env python3
"""messages.tsv - the findings in whole files of mail, as programs write, export and damage them.

A row: what it shows; the name of the file; options; the file; the output, with lines separated by
blanks. In a line, "·" stands for a blank, "⇥" for a tab, "␍" for a CR; "! " precedes a part of the
message on standard error, with status 2. Escapes are those of C, and \\c for a line end CR LF;
{b64:TEXT} is TEXT in base64; {x9:TEXT} is TEXT nine times, with "\\#" as the number of each from
1. "-" is nothing.
"""
import base64
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import tap
from tap import TOP, URLGREP

TABLE = os.path.join(TOP, "tests", "vectors", "messages.tsv")
MARKS = str.maketrans("·⇥␍", " \t\r")
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"c": b"\r\n", b"\\": b"\\", b"}": b"}"}


def unescape(text):
    """Return the bytes that the escapes in text stand for."""
    return re.sub(rb"\\(x[0-9A-F]{2}|.)",
                  lambda m: ESCAPES.get(m[1]) or bytes([int(m[1][1:], 16)]), text)


def read_part(how, text):
    """Return the bytes that {HOW:TEXT} stands for."""
    if how == b"b64":
        return base64.b64encode(unescape(text))
    return b"".join(unescape(text.replace(rb"\#", b"%d" % i)) for i in range(1, int(how[1:]) + 1))


def read_file(column):
    """Return the contents of the file that a column stands for."""
    parts = re.split(rb"\{(b64|x\d+):((?:[^}\\]|\\.)*)\}", column.encode())
    return b"".join(unescape(parts[i]) if i % 3 == 0 else read_part(parts[i], parts[i + 1])
                    for i in range(len(parts)) if i % 3 < 2)


def main():
    """Run the command on each row."""
    with open(TABLE, encoding="utf-8") as lines, tempfile.TemporaryDirectory() as directory:
        for number, line in enumerate(lines, 1):
            if line.startswith("#") or not line.strip():
                continue
            what, name, options, content, expected = line.rstrip("\n").split("\t")
            with open(os.path.join(directory, name), "wb") as file:
                file.write(read_file(content))
            command = [URLGREP, "-h", *shlex.split("" if options == "-" else options), name]
            result = subprocess.run(command, cwd=directory, capture_output=True, check=False)
            urls, _, reported = (part.strip() for part in expected.partition("! "))
            wanted = [] if urls == "-" else [line.translate(MARKS) for line in urls.split()]
            got = result.stdout.decode("utf-8", "replace").split("\n")[:-1]
            errors = result.stderr.decode("utf-8", "replace")
            status = 2 if reported else 0 if wanted else 1
            good = got == wanted and result.returncode == status and (
                reported in errors and errors.count("\n") == 1 if reported else not errors)
            tap.ok(good, f"messages.tsv:{number}: {what}",
                   f"expected: {wanted} {reported}, status {status}\n"
                   f"got:      {got} {errors}, status {result.returncode}")
            os.remove(os.path.join(directory, name))
    tap.done_testing()


main()
