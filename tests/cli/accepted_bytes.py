#!/usr/bin/env python3
"""Which bytes each grammar accepts in each place of a URL, beside
tests/vectors/bytes.tsv. TAP on standard output.

A row of the table has a grammar, a URL with {} in one place, the printable characters of
US-ASCII that make a valid URL there, and the escapes (%00 to %FF) that do, as ranges; "-"
for none. The rows were printed with --print; a row that changes needs a reason in a
standard.

    tests/cli/accepted_bytes.py --print    the table as it would be now
"""
import json
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join(TOP, "tests", "vectors", "bytes.tsv")
URLGREP = os.path.join(TOP, os.environ.get("URLGREP") or os.path.join("build", "urlgrep"))
LEAST_ROWS = 100

CHARACTERS = [chr(code) for code in range(0x21, 0x7F)]
ESCAPES = ["%%%02X" % code for code in range(0x100)]
# lower-case hexadecimal digits are the same
LOWER = ["%%%02x" % code for code in range(0x100)]


def judge(grammar, urls):
    """Whether each URL is valid."""
    done = subprocess.run([URLGREP, "--check", "--json", "--grammar=" + grammar],
                          input="\n".join(urls) + "\n", stdout=subprocess.PIPE,
                          encoding="utf-8", timeout=60, check=False)
    if done.returncode not in (0, 1):
        sys.exit("accepted_bytes.py: %s: exit status %d" % (URLGREP, done.returncode))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    valid = [row["valid"] for row in rows if row["type"] == "check"]
    if len(valid) != len(urls):
        sys.exit("accepted_bytes.py: %d URLs, %d answers" % (len(urls), len(valid)))
    return valid


def characters(accepted):
    """A set of characters as text: letters and digits as ranges, if complete."""
    text = "".join(accepted)
    for first, last in (("A", "Z"), ("a", "z"), ("0", "9")):
        whole = "".join(chr(c) for c in range(ord(first), ord(last) + 1))
        text = text.replace(whole, "%s..%s" % (first, last))
    return text or "-"


def ranges(codes):
    """Numbers as ranges: 00-1F,7F"""
    found = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return ",".join("%02X" % a if a == b else "%02X-%02X" % (a, b)
                    for a, b in found) or "-"


def rows_of(grammar, templates):
    """The row of each template."""
    each = CHARACTERS + ESCAPES + LOWER
    valid = judge(grammar, [template.replace("{}", text) for template in templates
                            for text in each])
    for at, template in enumerate(templates):
        good = valid[at * len(each):(at + 1) * len(each)]
        first, second = len(CHARACTERS), len(CHARACTERS) + len(ESCAPES)
        upper = [i for i in range(0x100) if good[first + i]]
        lower = [i for i in range(0x100) if good[second + i]]
        escapes = ranges(upper)
        if upper != lower:
            escapes += "; lower case " + ranges(lower)
        yield "\t".join([grammar, template, characters(
            c for i, c in enumerate(CHARACTERS) if good[i]), escapes])


def main():
    with open(TABLE, encoding="utf-8") as file:
        lines = file.read().splitlines()
    wanted = [(number, line) for number, line in enumerate(lines, 1)
              if line and not line.startswith("#")]
    by_grammar = {}
    for _, line in wanted:
        grammar, template = line.split("\t")[:2]
        by_grammar.setdefault(grammar, []).append(template)
    found = {}
    for grammar, templates in by_grammar.items():
        for row in rows_of(grammar, templates):
            found[tuple(row.split("\t")[:2])] = row
    if "--print" in sys.argv:
        for line in lines:
            key = tuple(line.split("\t")[:2])
            print(found.get(key, line))
        return 0
    failed = len(wanted) < LEAST_ROWS
    print("%sok 1 - %d rows, at least %d" % ("not " if failed else "", len(wanted),
                                             LEAST_ROWS))
    for at, (number, line) in enumerate(wanted, 2):
        row = found[tuple(line.split("\t")[:2])]
        good = row == line
        failed |= not good
        print("%sok %d - tests/vectors/bytes.tsv:%d: %s" % (
            "" if good else "not ", at, number, re.sub("\t", " ", line.split("\t")[1]
                                                        ).replace("#", "\\#")))
        if not good:
            print("# expected %s\n# found    %s" % (line, row))
    print("1..%d" % (len(wanted) + 1))
    return failed


if __name__ == "__main__":
    sys.exit(main())
