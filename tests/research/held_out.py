#!/usr/bin/env python3
"""Score urlgrep on the labelled passages of each archive with points that were learnt
without that archive.

For each archive in turn calibrate.py learns the points of the rows marked `learnt` from the
proofs in the others, the program is built with these, and the passages of the archive that
was left out are scored (accuracy.py). Passages from mail that is in no archive here are
scored with the points of all archives. Printed are, for each file of passages, the F1
scores with the points of the program and with those.

    tests/research/held_out.py [ARCHIVE|DIRECTORY]...

Archives are mboxes, also in directories ($ARCHIVES without arguments).
"""
import os
import shutil
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "accuracy"))
import accuracy
import calibrate
from archives import Skip

# How the sources of passages begin, where that is not the name of the archive.
NAMES = {"cypherpunks-90s": "cypherpunks-1990s", "r-help": "r-lists", "aspeed": "linux-aspeed",
         "iwl": "intel-wired-lan", "kernhard": "kernel-hardening", "dmdevel": "dm-devel"}
SETS = [("first", ""), ("second", "second")]


def archive_of(row, archives):
    """Return the name of the archive that a passage is from, or None."""
    source = row["source"]
    for begin, name in list(NAMES.items()) + [(name, name) for name in archives]:
        if source.startswith(begin) and name in archives:
            return name
    return None


def passages(directory):
    accuracy.TRUTH = directory
    return dict(accuracy.passages())


def count(rows, found):
    """Return, for each file, how many URLs are wanted, printed, and both."""
    counts = {file: [0, 0, 0] for file in accuracy.FILES}
    for name, row in rows.items():
        printed, wanted = accuracy.printed(row, found[name]), set(row["urls"])
        those = counts[name.split(":")[0]]
        for i, urls in enumerate((wanted, printed, wanted & printed)):
            those[i] += len(urls)
    return counts


def f1(counts):
    wanted, printed, right = counts
    return "%.3f" % (2 * right / (wanted + printed)) if wanted + printed else "-"


def program_with(points, table, name):
    """Build the program with these points. Return its path."""
    path = os.path.join(calibrate.TOP, "build", "held_out", name + ".tsv")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        out.write(table.text(points))
    built = calibrate.make(path, "build/held_out")
    return shutil.copy(built, path[:-len(".tsv")])


def main():
    if not os.path.isdir(accuracy.TRUTH):
        print("skipped: no labelled mail here")
        return
    try:
        paths = calibrate.archive_paths(sys.argv[1:])
    except Skip as why:
        print("skipped:", why)
        return
    table = calibrate.Table(calibrate.TABLE)
    proofs = calibrate.collect(calibrate.Archives(calibrate.build(table), paths))
    names = sorted({os.path.basename(path).split(".mbox")[0] for path in paths})
    truth = accuracy.TRUTH
    sums = {which: {file: [[0, 0, 0], [0, 0, 0]] for file in accuracy.FILES}
            for which, _ in SETS}
    for name in names + [None]:
        others = [p for p in proofs if name is None or not p.archive.startswith(name)]
        programs = (os.path.join(accuracy.TOP, "build", "urlgrep"),
                    program_with(calibrate.learn(others, table), table, name or "all"))
        for which, directory in SETS:
            rows = {key: row for key, row in passages(os.path.join(truth, directory)).items()
                    if archive_of(row, names) == name}
            for i, program in enumerate(programs if rows else ()):
                accuracy.URLGREP = program
                for file, counts in count(rows, accuracy.search(rows)).items():
                    sums[which][file][i] = [a + b for a, b in zip(sums[which][file][i], counts)]
    print("passages", "URLs", "with the points of the program", "learnt without the archive",
          sep="\t")
    for which, files in sums.items():
        for file, (present, without) in files.items():
            print("%s, %s" % (which, file), present[0], f1(present), f1(without), sep="\t")


if __name__ == "__main__":
    main()
