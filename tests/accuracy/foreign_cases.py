#!/usr/bin/env python3
"""Compare urlgrep with the test tables of other tools that find URLs.

The tables are JSON Lines, PEER.jsonl, in the directory $PEER_CASES (default:
../shared/peer-cases beside the repository). They are not part of urlgrep;
without them there is nothing to do. Where urlgrep answers differently,
foreign_cases.tsv says why. TAP on standard output: the agreement of each table, then
what differs without a reason and what has a reason without need.

    tests/accuracy/foreign_cases.py             all tables, as a test
    tests/accuracy/foreign_cases.py --show      also print each row that differs
"""
import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CASES = os.environ.get("PEER_CASES") or os.path.join(
    TOP, "..", "shared", "peer-cases")
URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
REASONS = os.path.join(TOP, "tests", "accuracy", "foreign_cases.tsv")
PEERS = ["xurls", "linkify-rs", "gnome-terminal", "kitty", "urlscan"]

# Settings of the other tool in a row's note, and the options they stand for.
# Other rows: --iri if there is anything beyond US-ASCII.
SETTINGS = [
    ("url_can_be_iri(false)", []),
    ("only schemes http://|ftps?://|mailto:", ["--scheme=http,ftp,ftps,mailto"]),
    ("CLI -m custom://", ["--scheme=custom"]),
]


def encode(text):
    return text.encode("utf-8", "surrogatepass")


def key_of(peer, row):
    """Return a key that does not quote the row: tool, place, hash of the text."""
    digest = hashlib.sha1(encode(row["text"])).hexdigest()[:10]
    return peer, row["file"], digest


def has_scheme(text):
    return "://" in text or "mailto:" in text.lower()


def is_asked(peer, row):
    """Return true if the row is about URLs with a scheme."""
    if peer == "urlscan":  # one mode for all its rows
        return has_scheme(row["text"])
    return row["mode"] in ("strict", "any")


def rows_of(peer):
    path = os.path.join(CASES, peer + ".jsonl")
    with open(path, encoding="utf-8", newline="\n") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    return [row for row in rows
            if row["expect"] is not None and is_asked(peer, row)]


def options_for(row):
    """Return the options for the setting of the tool in this row."""
    note = row.get("note") or ""
    for words, options in SETTINGS:
        if words in note:
            return options
    if (row["text"] + "".join(row["expect"])).isascii():
        return []
    return ["--iri"]


def found_in(row, *more):
    """Return what urlgrep prints; with --all each URL has its verdict after a tab."""
    command = [URLGREP, "-h", "-z", *options_for(row), *more]
    done = subprocess.run(command, input=encode(row["text"]),
                          stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit("Bail out! urlgrep ended with %d" % done.returncode)
    found = done.stdout.decode("utf-8", "replace")
    return [url.split("\t")[0] for url in found.split("\0")[:-1]]


def agrees(row, found):
    expected = row["expect"]
    if row.get("verbatim") is False:  # white space does not count
        expected = ["".join(url.split()) for url in expected]
    if row.get("dedup"):
        found, expected = list(dict.fromkeys(found)), list(dict.fromkeys(expected))
    if row.get("contains_only"):
        return all(url in found for url in expected)
    if row.get("first_only"):
        return found[:1] == expected[:1]
    if row.get("unordered"):
        return sorted(found) == sorted(expected)
    return found == expected


def read_reasons():
    """Read lines of TOOL, PLACE, HASH, CODE, SENTENCE, separated by tabs."""
    reasons = {}
    with open(REASONS, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                peer, place, digest, code, sentence = line.rstrip("\n").split("\t")
                reasons[peer, place, digest] = code, sentence
    return reasons


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def say(self, good, what, *details):
        self.count += 1
        self.failed += not good
        print("%s %d - %s" % ("ok" if good else "not ok", self.count,
                              what.replace("#", "\\#")))
        for detail in details:
            print("# " + detail)

    def end(self):
        print("1..%d" % self.count)
        return 1 if self.failed else 0


def show(row, found):
    for name, value in (("text", row["text"]), ("expected", row["expect"]),
                        ("found", found), ("note", row.get("note"))):
        print("#   %-8s %s" % (name, json.dumps(value)))


def compare(peer, rows, reasons, tap, verbose):
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(found_in, rows))
    good, differ, agree = 0, {}, set()
    invalid = 0  # found, but the grammar says no
    for row, found in zip(rows, answers):
        if agrees(row, found):
            good += 1
            agree.add(key_of(peer, row))
        else:
            differ[key_of(peer, row)] = row, found
            invalid += not found and agrees(row, found_in(row, "--all"))
    tap.say(good > 0, "%s: %d of %d rows agree (%d %%), %d more with --all"
            % (peer, good, len(rows), 100 * good // max(1, len(rows)), invalid))
    for key, (row, found) in differ.items():
        if verbose:
            print("# %s %s %s" % key, *reasons.get(key, ("NO REASON",))[:1])
            show(row, found)
        if key not in reasons:
            tap.say(False, "%s %s %s differs without a reason" % key,
                    "expected " + json.dumps(row["expect"]),
                    "found    " + json.dumps(found))
    for key in reasons:
        if key[0] == peer and key not in differ:
            tap.say(False, "%s %s %s has a reason, but " % key
                    + ("agrees" if key in agree else "is not in the table"))


def main():
    if not os.path.isdir(CASES):
        print("1..0 # SKIP no tables of other tools (set PEER_CASES)")
        return 0
    tap = Tap()
    reasons = read_reasons()
    for peer in PEERS:
        compare(peer, rows_of(peer), reasons, tap, "--show" in sys.argv[1:])
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
