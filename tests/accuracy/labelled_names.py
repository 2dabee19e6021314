#!/usr/bin/env python3
"""Score urlgrep on labelled lines with names without a scheme and e-mail addresses (TAP): on
labelled-names.txt, and on names-lines.jsonl and address-lines.jsonl of real mail in $TRUTH (or
../shared/truth beside the repository), if they are there.

What is found counts once a line. With --show, what is wrong or missing is listed.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(TOP, "tests", "common"))

import tap  # noqa: E402

TRUTH = os.environ.get("TRUTH") or os.path.join(TOP, "..", "shared", "truth")
URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
LEAST = {"name": 0.97, "address": 0.98}
MARKS = {"name": re.compile(r"\[\[([^\[\]]+)\]\]"), "address": re.compile(r"\(\(([^()]+)\)\)"),
         "doubt": re.compile(r"\{\{([^{}]+)\}\}")}


def read_line(line, kind):
    """Return a marked line as a row: its text, what is expected, what counts neither way."""
    row = {"expected": MARKS[kind].findall(line), "doubt": MARKS["doubt"].findall(line)}
    for mark in MARKS.values():
        line = mark.sub(r"\1", line)
    return {**row, "text": line}


def own_lines(kind):
    with open(os.path.join(HERE, "labelled-names.txt"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    return [read_line(line, kind) for line in lines if not line.startswith("#")]


def truth_lines(kind):
    """Return the lines of real mail; none if they are not there."""
    path = os.path.join(TRUTH, {"name": "names", "address": "address"}[kind] + "-lines.jsonl")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as rows:
        return [json.loads(row) for row in rows]


def found_by_urlgrep(lines):
    """Return a list of (kind, text) for each line."""
    text = "\n\n".join(line["text"].replace("\n", " ") for line in lines) + "\n"
    run = subprocess.run([URLGREP, "--as=text", "--iri", "--only=name,address", "--json"],
                         input=text.encode(), stdout=subprocess.PIPE, check=False)
    found = [[] for _ in lines]
    for row in map(json.loads, run.stdout.splitlines()):
        if row["type"] == "url":
            kind = "address" if row["form"] == "email" else "name"
            found[(row["line"] - 1) // 2].append((kind, row["written"]))
    return found


def compare(line, findings, kind):
    """Return what is right, wrong and missing."""
    seen = {text for what, text in findings if what == kind}
    expected = set(line["expected"])
    return seen & expected, seen - expected - set(line.get("doubt", [])), expected - seen


def score(lines, found, kind):
    """Return how many findings are right, wrong and missing."""
    sums = [0, 0, 0]
    for line, findings in zip(lines, found):
        for i, what in enumerate(compare(line, findings, kind)):
            sums[i] += len(what)
    return sums


def show(lines, found, kind):
    for line, findings in zip(lines, found):
        _, wrong, missing = compare(line, findings, kind)
        for what, texts in (("wrong", wrong), ("missing", missing)):
            for text in texts:
                print("# %s: %s | %s" % (what, text, line["text"][:120]))


def check(title, lines, kind):
    if not lines:
        tap.skip("%s, %s" % (title, kind), "no labelled mail (set TRUTH)")
        return
    found = found_by_urlgrep(lines)
    right, wrong, missing = score(lines, found, kind)
    precision = right / max(1, right + wrong)
    recall = right / max(1, right + missing)
    tap.ok(precision >= LEAST[kind] and recall >= LEAST[kind],
           "%s, %s: precision %.3f, recall %.3f of %d" % (
               title, kind, precision, recall, right + missing))
    if "--show" in sys.argv:
        show(lines, found, kind)


def main():
    for kind in ("name", "address"):
        check("labelled-names.txt", own_lines(kind), kind)
        check("real mail", truth_lines(kind), kind)
    tap.done_testing()


if __name__ == "__main__":
    main()
