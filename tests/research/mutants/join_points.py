#!/usr/bin/env python3
"""Require a case for each of the points for and against joining lines. TAP on standard
output.

Each row of src/text/rules/points.tsv is changed by 3 and by -3, in the copy of the tree
in which mutants.py works, and tests/vectors/joins.jsonl must fail then: its texts have
4 points, between the thresholds 3 and 6. A table that the build refuses has failed, too.
To see what text gives which signs: urlgrep --json --as=text FILE.

    tests/research/mutants/join_points.py [ROW]...
"""
import os
import re
import sys

import mutants

TABLE = "src/text/rules/points.tsv"
TEST = "build/tests/library/test_scan"
CHANGES = (3, -3)

# Rows and changes that no text can show.
UNSEEN = {
}


def fails(rows, changed):
    """Build with these rows of the table, and say whether a test fails."""
    path = os.path.join(mutants.TREE, TABLE)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(rows[:changed[0]] + [changed[1]] + rows[changed[0] + 1:])
    if not mutants.build(TEST)[0]:
        return True
    return not mutants.run([TEST], 30, 120)[0]


def main():
    mutants.copy_tree()
    with open(os.path.join(mutants.TOP, TABLE), encoding="utf-8") as file:
        rows = file.readlines()
    number = failed = 0
    if fails(rows, (0, rows[0])):
        sys.exit("join_points.py: the tests fail as it is")
    for at, row in enumerate(rows):
        columns = row.split("\t")
        if not re.match("[A-Z]", row) or sys.argv[1:] and columns[0] not in sys.argv[1:]:
            continue
        for change in CHANGES:
            points = str(int(columns[2]) + change)
            changed = "\t".join(columns[:2] + [points] + columns[3:])
            good = fails(rows, (at, changed))
            number += 1
            why = UNSEEN.get((columns[0], change))
            failed |= not good and not why
            print("%sok %d - %s:%d: %s %s instead of %s%s" % (
                "" if good else "not ", number, TABLE, at + 1, columns[0], points,
                columns[2], " # TODO " + why if why else ""), flush=True)
    with open(os.path.join(mutants.TREE, TABLE), "w", encoding="utf-8") as file:
        file.writelines(rows)
    print("1..%d" % number)
    return failed


if __name__ == "__main__":
    sys.exit(main())
