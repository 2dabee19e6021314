#!/usr/bin/env python3
"""How right urlgrep is on labelled passages of real mail. TAP on standard output.

The passages are not part of urlgrep (accuracy.py); without them this test is skipped.
Precision and recall of each file must not fall below their floors, which are what the
program has reached.
"""
import os
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import accuracy
from tap import done_testing, ok, skip_all

# percent, rounded down: precision, recall
FLOORS = {"wrapped": (100, 100), "bare": (100, 100), "alt": (99, 99)}
# of the passages in the directory second/, from other archives
SECOND_FLOORS = {"wrapped": (100, 100), "bare": (99, 99), "alt": (99, 99)}


def check(prefix, floors):
    """Check the scores of the files in accuracy.TRUTH."""
    rows = dict(accuracy.passages())
    found = accuracy.search(rows)
    for file in accuracy.FILES:
        wanted = got = right = 0
        for name, row in rows.items():
            if name.startswith(file + ":"):
                printed = accuracy.printed(row, found[name])
                wanted += len(set(row["urls"]))
                got += len(printed)
                right += len(printed & set(row["urls"]))
        for what, whole, floor in zip(("precision", "recall"), (got, wanted),
                                      floors[file]):
            score = 100 * right / whole if whole else 0
            ok(score >= floor, "%s%s: %s %.1f %% (%d of %d), the floor is %d %%" % (
                prefix, file, what, score, right, whole, floor))


def main():
    if not os.path.isdir(accuracy.TRUTH):
        skip_all("no labelled mail in $TRUTH or ../shared/truth")
    accuracy.URLGREP = os.path.join(accuracy.TOP, accuracy.URLGREP)
    check("", FLOORS)
    second = os.path.join(accuracy.TRUTH, "second")
    if os.path.isdir(second):
        accuracy.TRUTH = second
        check("second/", SECOND_FLOORS)
    done_testing()


main()
