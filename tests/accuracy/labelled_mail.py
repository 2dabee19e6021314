#!/usr/bin/env python3
"""How right urlgrep is on labelled passages of real mail. TAP on standard output.

The passages are not part of urlgrep (accuracy.py); without them this test is skipped.
Precision and recall of each file must not fall below their floors, which are what the
program has reached.
"""
import os
import sys

import accuracy

# percent, rounded down: precision, recall
FLOORS = {"wrapped": (100, 100), "bare": (100, 100), "alt": (99, 99)}
# of the passages in the directory second/, from other archives
SECOND_FLOORS = {"wrapped": (100, 100), "bare": (99, 99), "alt": (99, 99)}


def check(number, prefix, floors):
    """Check the scores of the files in accuracy.TRUTH. Return the number of the last test
    and whether one failed."""
    rows = dict(accuracy.passages())
    found = accuracy.search(rows)
    failed = False
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
            number += 1
            score = 100 * right / whole if whole else 0
            good = score >= floor
            failed |= not good
            print("%sok %d - %s%s: %s %.1f %% (%d of %d), the floor is %d %%" % (
                "" if good else "not ", number, prefix, file, what, score, right, whole,
                floor))
    return number, failed


def main():
    if not os.path.isdir(accuracy.TRUTH):
        print("1..0 # SKIP no labelled mail in $TRUTH or ../shared/truth")
        return 0
    accuracy.URLGREP = os.path.join(accuracy.TOP, accuracy.URLGREP)
    number, failed = check(0, "", FLOORS)
    second = os.path.join(accuracy.TRUTH, "second")
    if os.path.isdir(second):
        accuracy.TRUTH = second
        number, failed_too = check(number, "second/", SECOND_FLOORS)
        failed |= failed_too
    print("1..%d" % number)
    return failed


if __name__ == "__main__":
    sys.exit(main())
