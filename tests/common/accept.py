#!/usr/bin/env python3
"""Update a table in tests/vectors with the results that a test found instead.

    build/tests/library/test_characters | tests/common/accept.py

For tables that list everything found (characters.tsv, findings.tsv), after a rule has changed.
Review the difference before committing it.
"""

import re
import sys


def failures(lines):
    """Yield the file, the line and both texts of each row that failed."""
    place = expected = None
    for line in lines:
        row = re.match(r"(?:not )?ok \d+ - (tests/vectors/[\w-]+\.tsv):(\d+)$", line)
        if row:
            place = row[1], int(row[2])
        elif line.startswith("# expected: "):
            expected = line[len("# expected: "):]
        elif line.startswith("# got:      ") and place:
            yield *place, expected, line[len("# got:      "):]


def main():
    tables, accepted = {}, 0
    for name, number, expected, got in failures(sys.stdin.read().split("\n")):
        with open(name, encoding="utf-8") as file:
            rows = tables.setdefault(name, file.read().split("\n"))
        fields = rows[number - 1].split("\t")
        if fields[-1] != expected:
            sys.exit(f"{name}:{number}: the table has changed since the test was built")
        rows[number - 1] = "\t".join(fields[:-1] + [got])
        accepted += 1
    for name, rows in tables.items():
        with open(name, "w", encoding="utf-8") as file:
            file.write("\n".join(rows))
    print(f"{accepted} rows accepted")


if __name__ == "__main__":
    main()
