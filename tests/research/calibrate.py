#!/usr/bin/env python3
"""Learn the points of the signs at line ends from mail archives, and measure the accuracy of the
scores: does a bare URL that ends at the line end continue on the next line?

Mail often contains a proof. The program is built with a table of points in which every line break
is possible (build/calibrate), so that it reports every sign and every reading of each break, and
finds no URL that reaches the end of its line unbroken. Then the reading of a URL that occurs whole
elsewhere in the archives (within a line, in brackets, as an HTML link) proves each of its breaks:

    broken   the URL that occurs elsewhere continues after the break
    whole    it ends before the break, and no URL elsewhere begins with the joined one. An HTML
             link proves nothing here, since programs also make links of broken URLs. Nor does
             a URL that another one continues in the middle of a word: it was copied with
             the break

Each pair of a fragment and its continuation counts once, and each writer only a few times per
archive. Logistic regression finds the points of the rows marked `learnt` in
src/text/rules/points.tsv; the other rows keep theirs. A row moves from its present points only
as far as the proofs justify.

    tests/research/calibrate.py [ARCHIVE|DIRECTORY]...

Archives are mboxes, also in directories ($ARCHIVES without arguments). The output is the accuracy
of the present points; the same for points learnt without the archive, and without the writers, on
which they are measured; and the points of each row.

    --write          write the points learnt to the table
"""
import argparse
import bisect
import json
import math
import os
import re
import subprocess
import sys
import zlib
from collections import Counter, defaultdict, namedtuple

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from archives import TOP, Skip, boxes

TABLE = os.path.join(TOP, "src", "text", "rules", "points.tsv")
THRESHOLDS = {"MEDIUM": -998, "LOW": -999}
OF_WRITER = 20    # the most proofs of one writer in one archive
PARTS = 5         # into which the writers are divided
NAT = 2.0         # points
RIDGE = 5.0        # of 0.3 to 50, the best predictor of proofs in other archives
ROUNDS = 60
CERTAIN = 6

Proof = namedtuple("Proof", "archive writer broken rows")


# ---- the table

class Table:
    """points.tsv: the points of each row, and which rows are learnt."""

    def __init__(self, path):
        self.path = path
        self.points, self.learnt, self.signs = {}, set(), {}
        with open(path, encoding="utf-8") as lines:
            self.lines = lines.read().split("\n")
        for line in self.lines:
            if not line or line.startswith("#"):
                continue
            row, sign, points, _, source = line.split("\t")[:5]
            self.signs[row] = sign
            if sign != "threshold":
                self.points[row] = int(points)
                if source == "learnt":
                    self.learnt.add(row)

    def text(self, points, names=None, thresholds=None):
        """Return the table with other points, names of signs and thresholds."""
        out = []
        for line in self.lines:
            columns = line.split("\t")
            row = columns[0]
            if row in self.points:
                columns[1] = (names or self.signs)[row]
                columns[2] = str(points.get(row, columns[2]))
            elif row in self.signs and row in (thresholds or {}):
                columns[2] = columns[3] = str(thresholds[row])
            out.append("\t".join(columns))
        return "\n".join(out)

    def score(self, rows, points=None):
        return sum((points or self.points)[row] for row in rows)


def make(path, directory):
    """Build the program with the points in path. Return its path."""
    program = directory + "/urlgrep"
    done = subprocess.run(["make", "-s", "-j2", "-C", TOP, "B=" + directory, "CFLAGS=-O1",
                           "JOIN_POINTS=" + os.path.relpath(path, TOP), program], check=False,
                          stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit("calibrate.py: make %s failed" % program)
    return os.path.join(TOP, program)


def build(table):
    """Build the program that reports each sign by its row. Return its path."""
    directory = os.path.join(TOP, "build", "calibrate")
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, "points.tsv")
    names = {row: "%s:%s" % (sign.split(":")[0], row)
             for row, sign in table.signs.items() if sign != "threshold"}
    text = table.text({}, names, THRESHOLDS)
    if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
    return make(path, "build/calibrate")


# ---- findings

def findings(program, path):
    """Yield the URLs that the program finds in an archive, as JSON."""
    done = subprocess.Popen([program, "--json", "--all", "-s", path],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    for line in done.stdout:
        finding = json.loads(line)
        if finding["type"] == "url":
            yield finding
    if done.wait() not in (0, 1, 2):
        sys.exit("calibrate.py: %s failed on %s" % (program, path))


def writer_of(finding):
    sender = finding.get("message", {}).get("from") or ""
    address = re.search(r"[\w.+=-]+(@| at )[\w.-]+", sender)
    return (address.group() if address else sender).lower()


class Archives:
    """The URLs that occur whole in the archives, and those that reach the end of a
    line."""

    def __init__(self, program, paths):
        self.whole, self.in_text, self.open = set(), set(), []
        for path in paths:
            for finding in findings(program, path):
                if finding.get("signs"):
                    self.open.append((os.path.basename(path), finding))
                elif len(finding["readings"]) == 1 and finding["valid"]:
                    self.whole.add(finding["url"])
                    if "element" not in finding:
                        self.in_text.add(finding["url"])
        self.sorted = sorted(self.whole)

    def begins_other(self, url):
        """Return true if a whole URL begins with this one and continues."""
        at = bisect.bisect_right(self.sorted, url)
        return at < len(self.sorted) and self.sorted[at].startswith(url)

    def is_cut(self, url):
        """Return true if a whole URL continues this one in the middle of a word."""
        at = bisect.bisect_right(self.sorted, url)
        while at < len(self.sorted) and self.sorted[at].startswith(url):
            if self.sorted[at][len(url)].isalnum():
                return url[-1].isalnum() or url[-1] == "-"
            at += 1
        return False

    def ends_at(self, before, joined):
        """Return true if it is proved that a URL ends there, and is not the joined one."""
        return before in self.in_text and not self.is_cut(before) and not self.begins_other(joined)


# ---- proofs

def rows_by_break(finding):
    """Return the rows of the signs of each break; None if other signs decided there."""
    found = defaultdict(list)
    for sign in finding["signs"]:
        if ":" not in sign["sign"] or not sign["sign"].split(":")[1].isupper():
            return None
        found[sign["break"]].append(sign["sign"].split(":")[1])
    return [found[number] for number in sorted(found)]


def proofs_of(finding, archives):
    """Yield (whether it is broken, rows, URL before, URL joined) for each break with a
    proof."""
    breaks = rows_by_break(finding)
    chain = sorted((reading["url"] for reading in finding["readings"]
                    if isinstance(reading["url"], str) and
                    "hyphen-dropped" not in reading["how"]), key=len)
    if breaks is None or len(chain) < 2 or \
            not all(b.startswith(a.rstrip(".,;:!?'\"")) for a, b in zip(chain, chain[1:])):
        return
    proved = max((i for i, url in enumerate(chain) if url in archives.whole), default=None)
    if proved is None:
        return
    for i in range(min(proved, len(breaks))):
        yield True, breaks[i], chain[i], chain[i + 1]
    if proved < len(breaks) and proved + 1 < len(chain) and \
            archives.ends_at(chain[proved], chain[proved + 1]):
        yield False, breaks[proved], chain[proved], chain[proved + 1]


def collect(archives):
    """Return the proofs, each pair of a fragment and its continuation once."""
    seen, of_writer, proofs = set(), Counter(), []
    for archive, finding in archives.open:
        writer = writer_of(finding)
        for broken, rows, before, joined in proofs_of(finding, archives):
            if (before, joined) in seen or of_writer[archive, writer] >= OF_WRITER:
                continue
            seen.add((before, joined))
            of_writer[archive, writer] += 1
            proofs.append(Proof(archive, writer, broken, rows))
    return proofs


# ---- learning

def chance(score):
    """Return the probability that a score stands for."""
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, score / NAT))))


def learn(proofs, table):
    """Return the points of all rows, learnt from these proofs by Newton steps, row by row, with a
    ridge penalty around the present points."""
    weights = {row: points / NAT for row, points in table.points.items()}
    having = defaultdict(list)
    for i, proof in enumerate(proofs):
        for row in proof.rows:
            if row in table.learnt:
                having[row].append(i)
    sums = [sum(weights[row] for row in proof.rows) for proof in proofs]
    for _ in range(ROUNDS):
        largest = 0.0
        for row, having_it in sorted(having.items()):
            slope = -RIDGE * (weights[row] - table.points[row] / NAT)
            curve = RIDGE
            for i in having_it:
                p = chance(sums[i] * NAT)
                slope += proofs[i].broken - p
                curve += p * (1 - p)
            change = max(-1.0, min(1.0, slope / curve))
            weights[row] += change
            for i in having_it:
                sums[i] += change
            largest = max(largest, abs(change))
        if largest < 1e-3:
            break
    return {row: round(weight * NAT) for row, weight in weights.items()}


def held_out(proofs, table, part_of):
    """Yield each proof with its score by points learnt without its part."""
    for part in sorted({part_of(proof) for proof in proofs}):
        points = learn([p for p in proofs if part_of(p) != part], table)
        for proof in proofs:
            if part_of(proof) == part:
                yield table.score(proof.rows, points), proof


# ---- output

def rate(part, whole):
    return "%.3f" % (part / whole) if whole else "-"


def print_calibration(title, scored):
    """Print for each range of scores how many of these breaks are broken."""
    print("\n%s\n" % title)
    print("score", "breaks", "broken", "rate", "the score says", sep="\t")
    edges = [-999, -6, -3, 0, 1, 3, 6, 8, 10, 12, 999]
    for low, high in zip(edges, edges[1:]):
        those = [(s, p) for s, p in scored if low <= s < high]
        if those:
            print("%s to %s" % ("" if low == -999 else low, "" if high == 999 else high - 1),
                  len(those), sum(p.broken for _, p in those),
                  rate(sum(p.broken for _, p in those), len(those)),
                  rate(sum(chance(s) for s, _ in those), len(those)), sep="\t")
    joined = [p for s, p in scored if s >= CERTAIN]
    wrong = sum(not p.broken for p in joined)
    broken = sum(p.broken for _, p in scored)
    print("joined %d of %d broken, %d wrongly (%s right)" % (
        len(joined) - wrong, broken, wrong, rate(len(joined) - wrong, len(joined))))


def print_rows(proofs, table, points):
    print("\nrow", "broken", "whole", "points", "learnt points", sep="\t")
    counts = defaultdict(Counter)
    for proof in proofs:
        for row in proof.rows:
            counts[row][proof.broken] += 1
    for row in table.points:
        print(row, counts[row][True], counts[row][False], table.points[row],
              points[row] if row in table.learnt else "by hand", sep="\t")


def print_report(proofs, table):
    points = learn(proofs, table)
    by_archive = list(held_out(proofs, table, lambda proof: proof.archive))
    by_writer = list(held_out(proofs, table,
                              lambda proof: zlib.crc32(proof.writer.encode()) % PARTS))
    print("%d line breaks are proved, %d are broken" % (
        len(proofs), sum(proof.broken for proof in proofs)))
    print_calibration("by the present points", [(table.score(p.rows), p) for p in proofs])
    print_calibration("by points learnt without the archive", by_archive)
    print_calibration("by points learnt without the writer", by_writer)
    print_rows(proofs, table, points)
    return points


# ---- the command line

def archive_paths(names):
    """Return the mailboxes called names, or in directories of these names."""
    paths = []
    for name in names:
        if os.path.isdir(name):
            paths += [os.path.join(name, n) for n in sorted(os.listdir(name))
                      if os.path.isfile(os.path.join(name, n))]
        else:
            paths.append(name)
    return paths or boxes()


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("archives", nargs="*")
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    try:
        paths = archive_paths(given.archives)
    except Skip as why:
        print("skipped:", why)
        return
    table = Table(TABLE)
    points = print_report(collect(Archives(build(table), paths)), table)
    if given.write:
        with open(TABLE, "w", encoding="utf-8") as out:
            out.write(table.text(points))


if __name__ == "__main__":
    main()
