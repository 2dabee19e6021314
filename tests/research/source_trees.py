#!/usr/bin/env python3
"""Count and list the bare URLs that urlgrep joins over lines in trees of source code.

In source code nearly every line break ends a URL before it; so a joined URL is an
exception, to be read by a person. For each tree this prints how many URLs were found and
how many bare ones were joined, and these with their lines. Without arguments, those of the
trees below that this machine has are searched, and the packages of npm in $NODE_MODULES.

    tests/research/source_trees.py             all trees (make check-trees)
    tests/research/source_trees.py DIRECTORY... these

The exit status is 1 if more than one URL in 2,000 is joined.
"""
import gzip
import json
import os
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
TREES = ["/usr/lib/python3", "/usr/lib/python3.11", "/usr/include", "/usr/share/perl",
         "/usr/share/perl5", "/usr/lib/go", "/usr/local/go"]
MOST = 1 / 2000


def findings(tree):
    """Yield each finding in the tree."""
    done = subprocess.Popen([URLGREP, "--json", "-r", "-s", tree], stdout=subprocess.PIPE)
    for line in done.stdout:
        finding = json.loads(line)
        if finding["type"] == "url":
            yield finding
    if done.wait() > 2:
        sys.exit("source_trees.py: %s failed in %s" % (URLGREP, tree))


def is_joined(finding):
    """Return true for a bare URL whose first reading is one over several lines."""
    how = finding["readings"][0]["how"]
    return finding["form"] in ("bare", "quoted") and \
        ("joined" in how or "decoded" in how)


def lines_of(finding):
    """Return the lines of a finding, as they stand in the file."""
    opened = gzip.open if finding["path"].endswith(".gz") else open
    try:
        with opened(finding["path"], "rb") as file:
            text = file.read()
    except OSError:  # a member of an archive
        return []
    begin = text.rfind(b"\n", 0, finding["offset"]) + 1
    end = text.find(b"\n", finding["offset"] + finding["length"])
    return text[begin:end if end >= 0 else len(text)].decode("utf-8", "replace").split("\n")


def search(tree):
    """Print what is joined in the tree. Return the numbers of URLs and of these."""
    urls = joined = 0
    for finding in findings(tree):
        urls += 1
        if not is_joined(finding):
            continue
        joined += 1
        print("%s:%d: %s" % (finding["path"], finding["line"], finding["url"]))
        for line in lines_of(finding):
            print("    " + line[:200])
    print("%s: %d URLs, %d joined over lines" % (tree, urls, joined))
    return urls, joined


def main():
    trees = sys.argv[1:] or [tree for tree in TREES + [os.environ.get("NODE_MODULES", "")]
                             if os.path.isdir(tree)]
    if not trees:
        print("skipped: no source trees here")
        return 0
    urls = joined = 0
    for tree in trees:
        counts = search(tree)
        urls += counts[0]
        joined += counts[1]
    print("all: %d URLs, %d joined over lines" % (urls, joined))
    return joined > urls * MOST


if __name__ == "__main__":
    sys.exit(main())
