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
FLOORS = {"wrapped": (100, 98), "bare": (99, 99), "alt": (99, 99)}


def main():
    if not os.path.isdir(accuracy.TRUTH):
        print("1..0 # SKIP no labelled mail in $TRUTH or ../shared/truth")
        return 0
    accuracy.URLGREP = os.path.join(accuracy.TOP, accuracy.URLGREP)
    rows = dict(accuracy.passages())
    found = accuracy.search(rows)
    failed = False
    number = 0
    for file in accuracy.FILES:
        wanted = got = right = 0
        for name, row in rows.items():
            if name.startswith(file + ":"):
                printed = accuracy.printed(row, found[name])
                wanted += len(set(row["urls"]))
                got += len(printed)
                right += len(printed & set(row["urls"]))
        for what, whole, floor in zip(("precision", "recall"), (got, wanted),
                                      FLOORS[file]):
            number += 1
            score = 100 * right / whole if whole else 0
            good = score >= floor
            failed |= not good
            print("%sok %d - %s: %s %.1f %% (%d of %d), the floor is %d %%" % (
                "" if good else "not ", number, file, what, score, right, whole, floor))
    print("1..%d" % number)
    return failed


if __name__ == "__main__":
    sys.exit(main())
