#!/usr/bin/env python3
"""How right urlgrep is on labelled passages of text that is not mail: source code, markup,
configuration and manuals ("code"), and text in 28 languages ("international"). TAP on
standard output.

The passages are not part of urlgrep (accuracy.py); without them this test is skipped.
Each is a file of the name that it had. Precision, recall and the rejoined URLs must not
fall below their floors, which are what the program has reached; no URL may be joined
wrongly, and no template printed.

usage: labelled_text.py [--table]

--table prints a table of the scores by language, and by kind of file, instead.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import accuracy
from tap import done_testing, ok, skip_all

# percent, rounded down: precision, recall, rejoined; by what the table is divided
SETS = {"code": ((99, 99, 100), "kind"), "international": ((99, 99, 0), "lang")}


class Score:
    """Counts of URLs: wanted, printed, printed and right, wanted in pieces, rejoined."""

    def __init__(self):
        self.wanted = self.got = self.right = self.broken = self.rejoined = self.cut = 0

    def add(self, row, printed):
        urls = set(row["urls"])
        in_pieces = {url for url in urls if url not in row["text"]}
        self.wanted += len(urls)
        self.got += len(printed)
        self.right += len(urls & printed)
        self.broken += len(in_pieces)
        self.rejoined += len(in_pieces & printed)
        self.cut += sum(any(whole.startswith(url) for whole in urls - printed)
                        for url in printed - urls)

    def f1(self):
        return 2 * self.right / (self.got + self.wanted) if self.wanted else 1


def search(row):
    """Return the URLs that count of a passage."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, os.path.basename(row.get("filename", "text")))
        with open(path, "w", encoding="utf-8", errors="surrogateescape",
                  newline="") as file:
            file.write(row["text"])
        done = subprocess.run([accuracy.URLGREP, "--as=text", "--json", path],
                              stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit("labelled_text.py: %s failed" % accuracy.URLGREP)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    urls = accuracy.printed(row, [f for f in found if f["type"] == "url"])
    return urls - set(row.get("optional") or [])


def is_template(row, url):
    return any(template.startswith(url) for template in row.get("templates", []))


def check(name, floors, score, joined, templates):
    for what, part, whole, floor in zip(
            ("precision", "recall", "rejoined"),
            (score.right, score.right, score.rejoined),
            (score.got, score.wanted, score.broken), floors):
        if whole == 0:
            continue  # no passage of this set has a broken URL
        share = 100 * part / whole
        ok(share >= floor, "%s: %s %.1f %% (%d of %d), the floor is %d %%" % (
            name, what, share, part, whole, floor))
    ok(not joined, "%s: no URL is joined wrongly" % name, "\n".join(joined))
    ok(not templates, "%s: no template is printed" % name, "\n".join(templates))
    ok(score.cut <= 2, "%s: at most two URLs are cut short: %d" % (name, score.cut))


def print_table(name, scores, whole):
    print("| %s | URLs | F1 | cut short |\n| --- | --- | --- | --- |" % name)
    for key, score in sorted(scores.items()) + [("all", whole)]:
        print("| %s | %d | %.3f | %d |" % (key, score.wanted, score.f1(), score.cut))


def main():
    if not os.path.isdir(accuracy.TRUTH):
        skip_all("no labelled text in $TRUTH or ../shared/truth")
    accuracy.URLGREP = os.path.join(accuracy.TOP, accuracy.URLGREP)
    for name, (floors, key) in SETS.items():
        whole, scores = Score(), collections.defaultdict(Score)
        joined, templates = [], []
        with open(os.path.join(accuracy.TRUTH, name + ".jsonl"), encoding="utf-8") as lines:
            rows = [row for row in map(json.loads, lines) if not row.get("doubt")]
        for row in rows:
            printed = search(row)
            whole.add(row, printed)
            scores[row[key]].add(row, printed)
            wrong = printed - set(row["urls"])
            joined += [url for url in wrong if url not in row["text"]]
            templates += [url for url in wrong if is_template(row, url)]
        if "--table" in sys.argv[1:]:
            print_table(name, scores, whole)
        else:
            check(name, floors, whole, joined, templates)
    if "--table" not in sys.argv[1:]:
        done_testing()


if __name__ == "__main__":
    main()
