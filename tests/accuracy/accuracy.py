#!/usr/bin/env python3
"""Score urlgrep on labelled passages of real mail, and list the causes of its errors.

The passages are in a directory, $TRUTH, or ../shared/truth beside the repository,
with the script that scores. They are not part of urlgrep; without them there
is nothing to do. After the score of each file come the failures by cause, each
by the name of its passage:

    trimmed too much     a beginning of a URL that stands whole
    trimmed too little   a URL and more
    not joined           the beginning of a broken URL
    joined wrongly       a URL that is nowhere in the passage, and none
    missed               nothing of a URL
    invented             what is no URL

    tests/accuracy/accuracy.py              the score and the failures
    tests/accuracy/accuracy.py bare:13 ...  these passages, and what is found in them
    tests/accuracy/accuracy.py --show       the passages of all failures
"""
import json
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.path.join(TOP, "..", "shared")
TRUTH = os.environ.get("TRUTH") or os.path.join(SHARED, "truth")
SCORE = os.path.join(SHARED, "tools", "score.py")
URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
FILES = ["wrapped", "bare", "alt"]
CAUSES = ["trimmed too much", "trimmed too little", "not joined",
          "joined wrongly", "missed", "invented"]


def passages():
    """Yield the name and row of each passage that counts; "bare:13" is its line."""
    for file in FILES:
        path = os.path.join(TRUTH, file + ".jsonl")
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                row = json.loads(line)
                if not row.get("doubt"):
                    yield "%s:%d" % (file, number), row


def search(rows):
    """Return the findings of each passage, as JSON."""
    found = {name: [] for name in rows}
    with tempfile.TemporaryDirectory() as directory:
        for name, row in rows.items():
            with open(os.path.join(directory, name), "w", encoding="utf-8",
                      errors="surrogateescape", newline="") as file:
                file.write(row["text"])
        done = subprocess.run(
            [URLGREP, "--as=text", "--join=always", "--json", "--all", *rows], cwd=directory,
            stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit("accuracy.py: %s failed" % URLGREP)
    for line in done.stdout.splitlines():
        finding = json.loads(line)
        if finding["type"] == "url":
            found[finding["path"]].append(finding)
    return found


def printed(row, findings):
    """Return the URLs that count, as the scoring script does."""
    text, urls = row["text"], set()
    for finding in findings:
        url = finding["url"]
        if finding["verdict"] == "invalid" or not isinstance(url, str) or \
                not re.match("[A-Za-z][A-Za-z0-9+.-]*:", url):
            continue
        if url.lower().startswith("mailto:") and url[7:] in text and \
                url not in text:
            continue
        urls.add(url)
    for bare in row.get("schemeless", []):
        urls -= {scheme + bare for scheme in ("http://", "https://", "ftp://")}
    if not row.get("resolved"):
        for pair in row.get("ambiguous") or []:
            if urls & set(pair):
                urls = (urls - set(pair)) | (set(pair) & set(row["urls"]))
    return urls


def cause(text, wanted, got):
    """Return the cause of finding `got` instead of `wanted`."""
    if wanted.startswith(got):
        return "trimmed too much" if wanted in text else "not joined"
    if got.startswith(wanted) or wanted in got:
        return "trimmed too little" if got in text else "joined wrongly"
    return None


def failures(row, findings):
    """Yield (cause, expected URL, URL that was found)."""
    got = printed(row, findings)
    missed = sorted(set(row["urls"]) - got)
    wrong = sorted(got - set(row["urls"]))
    for wanted in missed:
        near = [(cause(row["text"], wanted, w), w) for w in wrong]
        near = sorted((c, w) for c, w in near if c)
        if near:
            yield near[0][0], wanted, near[0][1]
            wrong.remove(near[0][1])
        else:
            yield "missed", wanted, None
    for url in wrong:
        yield "invented" if url in row["text"] else "joined wrongly", None, url


def print_passage(name, row, findings):
    print("--- %s  %s" % (name, row["source"]))
    print(row["text"].rstrip("\n"))
    for finding in findings:
        print("  found   line %s %s %s%s" % (
            finding["line"], finding["form"], finding["confidence"],
            "" if finding["valid"] else ", " + finding["verdict"]))
        for reading in finding["readings"]:
            print("          %s %s" % (reading["url"], " ".join(
                str(how) for how in reading["how"])))
    for why, wanted, got in failures(row, findings):
        print("  " + why)
        print("    wanted  %s" % (wanted or "nothing"))
        print("    printed %s" % (got or "nothing"))


def print_score():
    command = "%s --as=text --join=always -h {}" % URLGREP
    sys.stdout.flush()
    subprocess.run(
        [sys.executable, SCORE, "--cmd", command] +
        [os.path.join(TRUTH, file + ".jsonl") for file in FILES], check=True)


def print_causes(rows, found):
    by_cause = {why: [] for why in CAUSES}
    for name, row in rows.items():
        for why, _, _ in failures(row, found[name]):
            by_cause[why].append(name)
    print()
    for why in CAUSES:
        print("%-20s%3d  %s" % (why, len(by_cause[why]),
                                " ".join(by_cause[why])))


def main():
    if not os.path.isdir(TRUTH) or not os.path.exists(SCORE):
        print("skipped: no labelled mail here")
        return
    rows = dict(passages())
    names = [a for a in sys.argv[1:] if a != "--show"]
    for name in names:
        if name not in rows:
            sys.exit("accuracy.py: no passage %s" % name)
    found = search(rows)
    if not names and "--show" not in sys.argv:
        print_score()
        print_causes(rows, found)
        return
    for name in names or rows:
        if names or list(failures(rows[name], found[name])):
            print_passage(name, rows[name], found[name])


if __name__ == "__main__":
    main()
