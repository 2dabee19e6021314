#!/usr/bin/env python3
"""The rows of tests/vectors/today.jsonl: a text, options, and what the command finds in it.
TAP on standard output.

Each expected URL has a verdict; "readings", where given, lists all readings in order. The
options are those of the command; "filename" is the name of the file that the text is in.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import tap
from tap import TOP, URLGREP

VECTORS = os.path.join(TOP, "tests", "vectors")
LEAST_ROWS = 150


def arguments(options):
    """The options of a row as those of the command."""
    words = []
    for name, value in options.items():
        if name != "filename":
            name = "--" + name.replace("_", "-")
            words.append(name if value is True else f"{name}={value}")
    return words


def find(row, directory):
    """The findings of a row, and what the command wrote to standard error."""
    command = [*URLGREP.split(), "--json", *arguments(row["options"])]
    name = row["options"].get("filename")
    if name:
        with open(os.path.join(directory, name), "w", encoding="utf-8", newline="") as file:
            file.write(row["text"])
        command.append(name)
    done = subprocess.run(command, input=None if name else row["text"].encode(),
                          stdin=subprocess.DEVNULL if name else None, cwd=directory,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
                          check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [line for line in lines if line["type"] == "url"], done.stderr.decode()


def as_expected(finding, expected):
    """A finding in the form of the row, with the keys that the row has."""
    shown = {"url": finding["url"], "verdict": finding["verdict"]}
    if "readings" in expected:
        shown["readings"] = [reading["url"] for reading in finding["readings"]]
    return shown


def check(number, row, directory):
    findings, errors = find(row, directory)
    shown = [as_expected(finding, row["expect"][i] if i < len(row["expect"]) else {})
             for i, finding in enumerate(findings)]
    good = shown == row["expect"] and not errors
    tap.ok(good, f"today.jsonl:{number}: {row['why']}", "text     %r\nexpected %s\nfound    %s\n%s" % (
        row["text"], json.dumps(row["expect"], ensure_ascii=False),
        json.dumps(shown, ensure_ascii=False), errors))


def main():
    """Check all rows."""
    with open(os.path.join(VECTORS, "today.jsonl"), encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    tap.ok(len(rows) >= LEAST_ROWS, f"today.jsonl: {len(rows)} rows")
    with tempfile.TemporaryDirectory() as directory:
        for number, row in enumerate(rows, 1):
            check(number, row, directory)
    tap.done_testing()


if __name__ == "__main__":
    main()
