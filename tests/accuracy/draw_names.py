#!/usr/bin/env python3
"""Draw names or addresses at random from the bodies of an archive's messages, to be read.

usage: draw_names.py KIND COUNT SEED MBOX...   (KIND: name or address)

Prints "FILE:LINE certainty WRITTEN | the line", in which the reader marks what is none.
"""
import json
import os
import random
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")


def findings(kind, path):
    """Return the findings of a mailbox, and its lines."""
    run = subprocess.run([URLGREP, "--only=" + kind, "--json", path],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    return [row for row in rows if row["type"] == "url"]


def main():
    kind, count, seed, *paths = sys.argv[1:]
    drawn = [row for path in paths for row in findings(kind, path)]
    print("%d findings" % len(drawn))
    random.seed(int(seed))
    drawn = random.sample(drawn, min(int(count), len(drawn)))
    for path in paths:
        with open(path, "rb") as box:
            lines = box.read().split(b"\n")
        for row in drawn:
            if row["path"] == path:
                line = lines[row["line"] - 1].decode("utf-8", "replace").strip()
                at = max(0, line.find(row["written"]) - 50)
                print("%s:%d %s %s | %s" % (os.path.basename(path), row["line"],
                      row["certainty"], row["written"], line[at:at + 130]))


main()
