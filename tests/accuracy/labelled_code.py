#!/usr/bin/env python3
"""How right urlgrep is on labelled passages of source code, markup, configuration and
manuals. TAP on standard output.

The passages are not part of urlgrep (accuracy.py); without them this test is skipped.
Each is a file of the name that it had. Precision, recall and the rejoined URLs must not
fall below their floors, which are what the program has reached; no URL may be joined
wrongly.
"""
import json
import os
import subprocess
import sys
import tempfile

import accuracy

CODE = os.path.join(accuracy.TRUTH, "code.jsonl")

# percent, rounded down
FLOORS = {"precision": 98, "recall": 97, "rejoined": 100}


def search(row):
    """Return the URLs that count of a passage."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, os.path.basename(row["filename"]))
        with open(path, "w", encoding="utf-8", errors="surrogateescape",
                  newline="") as file:
            file.write(row["text"])
        done = subprocess.run([accuracy.URLGREP, "--as=text", "--json", path],
                              stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit("labelled_code.py: %s failed" % accuracy.URLGREP)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return accuracy.printed(row, [f for f in found if f["type"] == "url"])


def main():
    if not os.path.isfile(CODE):
        print("1..0 # SKIP no labelled code in $TRUTH or ../shared/truth")
        return 0
    accuracy.URLGREP = os.path.join(accuracy.TOP, accuracy.URLGREP)
    wanted = got = right = broken = rejoined = 0
    invented = []
    with open(CODE, encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if not row.get("doubt")]
    for row in rows:
        urls, printed = set(row["urls"]), search(row)
        in_pieces = {url for url in urls if url not in row["text"]}
        wanted += len(urls)
        got += len(printed)
        right += len(urls & printed)
        broken += len(in_pieces)
        rejoined += len(in_pieces & printed)
        invented += [url for url in printed - urls if url not in row["text"]]
    failed = False
    number = 0
    for what, part, whole in (("precision", right, got), ("recall", right, wanted),
                              ("rejoined", rejoined, broken)):
        number += 1
        score = 100 * part / whole if whole else 0
        good = score >= FLOORS[what]
        failed |= not good
        print("%sok %d - %s %.1f %% (%d of %d), the floor is %d %%" % (
            "" if good else "not ", number, what, score, part, whole, FLOORS[what]))
    print("%sok %d - no URL is joined wrongly" % ("not " if invented else "", number + 1))
    for url in invented:
        print("# found %s" % url)
    print("1..%d" % (number + 1))
    return failed or bool(invented)


if __name__ == "__main__":
    sys.exit(main())
