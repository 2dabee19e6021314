#!/usr/bin/env python3
"""Score urlgrep and other tools on the labelled passages of labelled_text.py, by script and
by kind of file: the F1 score, and how many URLs are cut short and printed. Markdown on
standard output.

usage: text_peers.py

The passages are code.jsonl and international.jsonl in $TRUTH (or ../shared/truth beside the
repository); without them nothing is scored. A tool gets each passage as it stands; only
URLs with a scheme count. names_peers.py installs the other tools into build/peers; those
that cannot be installed are left out. Not part of make check.
"""
import json
import os
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "accuracy"))
import accuracy
import labelled_text
import names_peers

# What people type; the schemes are those of the comparison with mail.
PATTERN = r'(https?|ftp|gopher|telnet|news|mailto|nntp|wais|file|prospero):[^\s<>"]+'
SCRIPTS = {"ar": "Arabic", "fa": "Arabic", "pnb": "Arabic", "el": "Greek", "he": "Hebrew",
           "hi": "Indic", "ta": "Indic", "ja": "Japanese", "ko": "Korean", "nqo": "N'Ko",
           "ru": "Cyrillic", "uk": "Cyrillic", "th": "Thai", "zh": "Chinese"}
KINDS = {  # the others are "configuration and data"
    "source code": "ada-pascal assembler awk-sed c c-header css go java javascript lisp lua "
                   "m4 makefile perl php pyi python ruby rust shell sql tcl typescript vim",
    "logs": "log-app log-web", "plain text": "changelog copyright license plain-text rfc",
    "markup": "asciidoc bibtex html latex markdown org readme roff rst texinfo wiki xml",
    "manuals as text": "emacs-doc info man-rendered", "binary": "elf pyc"}


def group(name, row):
    """Return the row of the table in which a passage counts."""
    if name == "international":
        return SCRIPTS.get(row["lang"], "Latin")
    for title, kinds in KINDS.items():
        if row["kind"] in kinds.split():
            return title
    return "configuration and data"


# ---- what each tool finds: a set of URLs for each passage ----------------------------


def count_printed(rows, found):
    """Return the URLs that count of what a tool prints."""
    return [accuracy.printed(row, [{"url": url, "verdict": "valid"} for url in urls]) -
            set(row.get("optional") or []) for row, urls in zip(rows, found)]


def found_by_urlgrep(rows):
    return [labelled_text.search(row) for row in rows]


def found_by_filter(command):
    """Return a function that runs a program once for each passage."""
    def find(rows):
        found = []
        for row in rows:
            run = subprocess.run(command, stdout=subprocess.PIPE, check=False,
                                 input=row["text"].encode("utf-8", "surrogateescape"))
            if run.returncode not in (0, 1):
                raise OSError("failed")
            found.append(run.stdout.decode("utf-8", "replace").splitlines())
        return count_printed(rows, found)
    return find


def found_by_linkify_it(rows):
    found = names_peers.found_by_node("linkify-it-urls")(rows)
    return count_printed(rows, [[url for _, url in links] for links in found])


TOOLS = [("urlgrep", found_by_urlgrep),
         ("ripgrep", found_by_filter(["rg", "-aoN", PATTERN, "-"])),
         ("xurls", found_by_filter([os.path.join(names_peers.PEERS, "xurls")])),
         ("linkify-it", found_by_linkify_it)]

# ---- the table -----------------------------------------------------------------------


def score(name, rows, find):
    """Return the scores of a tool by the rows of the table, and all; None without it."""
    try:
        found = find(rows)
    except OSError:
        return None
    scores = {"all": labelled_text.Score()}
    for row, printed in zip(rows, found):
        for title in (group(name, row), "all"):
            scores.setdefault(title, labelled_text.Score()).add(row, printed)
    return scores


def print_table(name, rows):
    columns = [(tool, score(name, rows, find)) for tool, find in TOOLS]
    for tool, scores in columns:
        if scores is None:
            print("text_peers.py: no %s" % tool, file=sys.stderr)
    columns = [(tool, scores) for tool, scores in columns if scores]
    print("\n| %s | URLs |" % name + "".join(" %s |" % tool for tool, _ in columns))
    print("| --- | --- |" + " --- |" * len(columns))
    first = columns[0][1]
    titles = sorted(first, key=lambda title: (title == "all", -first[title].wanted))
    for title in titles:
        print("| %s | %d |" % (title, first[title].wanted) + "".join(
            " %.3f, %d |" % (scores[title].f1(), scores[title].cut) for _, scores in columns))


def main():
    if not os.path.isdir(accuracy.TRUTH):
        print("skipped: no labelled text in $TRUTH or ../shared/truth")
        return
    accuracy.URLGREP = os.path.join(accuracy.TOP, accuracy.URLGREP)
    names_peers.install()
    names_peers.install_xurls()
    for name in labelled_text.SETS:
        with open(os.path.join(accuracy.TRUTH, name + ".jsonl"), encoding="utf-8") as lines:
            print_table(name, [row for row in map(json.loads, lines) if not row.get("doubt")])


if __name__ == "__main__":
    main()
