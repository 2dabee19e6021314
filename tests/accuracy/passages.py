#!/usr/bin/env python3
"""How right urlgrep is on the passages of tests/vectors/passages.txt. TAP on standard
output.

The passages were labelled by reading, before the program was run on them. Each is a
file of text of its own. Precision and recall count exact URLs; the same is counted for
the URLs that a passage breaks. Each must not fall below its floor, which is what the
program has reached. A passage that fails without being listed as a known failure fails
the test, as does a known failure that is none any more.
"""
import os
import subprocess
import sys
import tempfile
from collections import Counter

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, URLGREP, done_testing, ok

PASSAGES = os.path.join(TOP, "tests", "vectors", "passages.txt")

# percent, rounded down
FLOOR = {"precision": 97, "recall": 95, "rejoined": 96}
LEAST_PASSAGES = 120


class Passage:
    def __init__(self, name, line):
        self.name, self.line = name, line
        self.text, self.urls, self.broken, self.reason = "", [], [], None
        self.found = []

    @property
    def good(self):
        return Counter(self.found) == Counter(self.urls)


def read_passages():
    passages = []
    in_text = False
    with open(PASSAGES, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("==== "):
                passages.append(Passage(line[5:].strip(), number))
                in_text = True
            elif not passages:
                continue
            elif in_text and line == "----\n":
                in_text = False
            elif in_text:
                passages[-1].text += line
            elif line.startswith("? "):
                passages[-1].reason = line[2:].strip()
            elif line.startswith("+ "):
                passages[-1].broken.append(line[2:].strip())
                passages[-1].urls.append(line[2:].strip())
            else:
                passages[-1].urls.append(line.strip())
    return passages


def search(passages):
    """Let urlgrep find the URLs of all passages."""
    with tempfile.TemporaryDirectory() as directory:
        for passage in passages:
            path = os.path.join(directory, passage.name)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(passage.text)
        done = subprocess.run(
            [URLGREP, "--as=text", "--join=always", "-H", *[passage.name for passage in passages]],
            cwd=directory, stdout=subprocess.PIPE, timeout=60, check=False)
    if done.returncode != 0:
        sys.exit("passages.py: %s: exit status %d" % (URLGREP, done.returncode))
    by_name = {passage.name: passage for passage in passages}
    for line in done.stdout.decode("utf-8").splitlines():
        name, url = line.split(":", 1)
        by_name[name].found.append(url)


def percent(part, whole):
    return 100 * part / whole if whole else 0


def common(wanted, found):
    """How many of the wanted URLs were found."""
    return sum((Counter(wanted) & Counter(found)).values())


def scores(passages):
    """The percentages, and what they were counted from."""
    wanted = sum(len(p.urls) for p in passages)
    found = sum(len(p.found) for p in passages)
    right = sum(common(p.urls, p.found) for p in passages)
    broken = sum(len(p.broken) for p in passages)
    rejoined = sum(common(p.broken, p.found) for p in passages)
    return {"precision": (percent(right, found), right, found),
            "recall": (percent(right, wanted), right, wanted),
            "rejoined": (percent(rejoined, broken), rejoined, broken)}


def main():
    passages = read_passages()
    search(passages)
    for p in passages:
        notes = [f"wanted {url}" for url in sorted(p.urls)] + [f"found  {url}" for url in sorted(p.found)]
        name = "%s:%d: %s" % (os.path.relpath(PASSAGES, TOP), p.line, p.name)
        if p.reason and not p.good:
            name += " # TODO " + p.reason
        elif p.reason:
            name += ": no longer a known failure"
        ok(p.good and not p.reason, name, "\n".join(notes))
    for what, (score, part, whole) in scores(passages).items():
        ok(score >= FLOOR[what], "%s %.1f %% (%d of %d), the floor is %d %%" % (
            what, score, part, whole, FLOOR[what]))
    ok(len(passages) >= LEAST_PASSAGES, "at least %d passages, %d" % (LEAST_PASSAGES, len(passages)))
    done_testing()


main()
