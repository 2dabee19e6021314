#!/usr/bin/env python3
"""Measure the accuracy of urlgrep on labelled passages: of real mail, with URLs in wrappers, bare,
and with an HTML alternative; of source code, markup, configuration and manuals ("code"); of text in
28 languages ("international"); and on lines of mail with names without a scheme, or with e-mail
addresses. TAP on standard output.

The passages are in the directory $TRUTH, or ../shared/truth beside the repository. They are not
part of urlgrep; without them this test is skipped. Precision, recall and the share of rejoined URLs
must not fall below the floors, which are values that the program has reached. In text that is not
mail, no URL may be joined wrongly, no template printed, and at most two URLs may be cut short.

    tests/accuracy/labelled.py --show     the passages in which URLs are missing or wrong
    tests/accuracy/labelled.py --table    the scores, also by language and by kind of file
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, URLGREP, done_testing, ok, skip_all

TRUTH = os.environ.get("TRUTH") or os.path.join(TOP, "..", "shared", "truth")
# percent, rounded down: precision, recall, rejoined
MAIL = {"wrapped": (100, 100), "bare": (100, 100), "alt": (99, 99),
        # from other archives
        "second/wrapped": (100, 100), "second/bare": (99, 99), "second/alt": (99, 99)}
# also, the column by which the table is divided
TEXT = {"code": ((99, 99, 100), "kind"), "international": ((99, 99, 0), "lang")}
# of names and addresses, each once per line
LINES = {"names-lines": (97, 97), "address-lines": (98, 98)}


def printed(row, findings):
    """Return the URLs that count."""
    text, urls = row["text"], set()
    for finding in findings:
        url = finding["url"]
        if finding["verdict"] == "invalid" or not isinstance(url, str) or \
                not re.match("[A-Za-z][A-Za-z0-9+.-]*:", url):
            continue
        if url.lower().startswith("mailto:") and url[7:] in text and url not in text:
            continue
        urls.add(url)
    for bare in row.get("schemeless", []):
        urls -= {scheme + bare for scheme in ("http://", "https://", "ftp://")}
    if not row.get("resolved"):
        for pair in row.get("ambiguous") or []:
            if urls & set(pair):
                urls = (urls - set(pair)) | (set(pair) & set(row["urls"]))
    return urls - set(row.get("optional") or [])


def read(name, *options):
    """Return the passages of a file that count, each searched as a file with its original name;
    "printed" has the URLs found in it."""
    with open(os.path.join(TRUTH, name + ".jsonl"), encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if not row.get("doubt")]
    findings = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as directory:
        for number, row in enumerate(rows):
            row["path"] = f"{number}/{os.path.basename(row.get('filename', 'text'))}"
            os.mkdir(os.path.join(directory, str(number)))
            with open(os.path.join(directory, row["path"]), "w", encoding="utf-8",
                      errors="surrogateescape", newline="") as file:
                file.write(row["text"])
        done = subprocess.run(
            [URLGREP, "--as=text", "--json", "--all", *options, *(row["path"] for row in rows)],
            cwd=directory, stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"labelled.py: {URLGREP} failed")
    for finding in map(json.loads, done.stdout.splitlines()):
        if finding["type"] == "url":
            findings[finding["path"]].append(finding)
    for row in rows:
        row["urls"], row["printed"] = set(row["urls"]), printed(row, findings[row["path"]])
    return rows


def read_lines(name):
    """Return the lines of a file as passages, with the names or addresses found in them."""
    with open(os.path.join(TRUTH, name + ".jsonl"), encoding="utf-8") as lines:
        rows = [{**json.loads(line), "path": "", "printed": set()} for line in lines]
    text = "\n\n".join(row["text"].replace("\n", " ") for row in rows) + "\n"
    done = subprocess.run([URLGREP, "--as=text", "--iri", "--only=name,address", "--json"],
                          input=text.encode(), stdout=subprocess.PIPE, check=False)
    for finding in map(json.loads, done.stdout.splitlines()):
        if finding["type"] == "url" and (finding["form"] == "email") == (name == "address-lines"):
            rows[(finding["line"] - 1) // 2]["printed"].add(finding["written"])
    for row in rows:
        row["urls"] = set(row["expected"])
        row["printed"] -= set(row.get("doubt", [])) - row["urls"]
    return rows


class Score:
    """Counts of URLs: wanted, printed, correctly printed, wanted and broken, rejoined."""

    def __init__(self, rows):
        self.wanted = self.got = self.right = self.broken = self.rejoined = self.cut = 0
        for row in rows:
            urls, found = row["urls"], row["printed"]
            in_pieces = {url for url in urls if url not in row["text"]}
            self.wanted += len(urls)
            self.got += len(found)
            self.right += len(urls & found)
            self.broken += len(in_pieces)
            self.rejoined += len(in_pieces & found)
            self.cut += sum(any(whole.startswith(url) for whole in urls - found)
                            for url in found - urls)

    def f1(self):
        return 2 * self.right / (self.got + self.wanted) if self.wanted else 1


def check(name, floors, rows):
    score = Score(rows)
    for what, part, whole, floor in zip(
            ("precision", "recall", "rejoined"), (score.right, score.right, score.rejoined),
            (score.got, score.wanted, score.broken), floors):
        if whole or what != "rejoined":  # some sets have no broken URL
            share = 100 * part / whole if whole else 0
            ok(share >= floor, f"{name}: {what} {share:.1f} % ({part} of {whole}), "
               f"the floor is {floor} %")
    return score


def check_text(name, floors, rows):
    score = check(name, floors, rows)
    wrong = [(row, url) for row in rows for url in row["printed"] - row["urls"]]
    joined = [url for row, url in wrong if url not in row["text"]]
    templates = [url for row, url in wrong
                 if any(one.startswith(url) for one in row.get("templates", []))]
    ok(not joined, f"{name}: no URL is joined wrongly", "\n".join(joined))
    ok(not templates, f"{name}: no template is printed", "\n".join(templates))
    ok(score.cut <= 2, f"{name}: at most two URLs are cut short: {score.cut}")


def print_table(name, rows, key):
    groups = collections.defaultdict(list)
    for row in rows if key else ():
        groups[row[key]].append(row)
    print(f"\n| {name} | URLs | F1 | rejoined | cut short |\n| --- | --- | --- | --- | --- |")
    for group, some in [*sorted(groups.items()), ("all", rows)]:
        score = Score(some)
        print(f"| {group} | {score.wanted} | {score.f1():.3f} | "
              f"{score.rejoined} of {score.broken} | {score.cut} |")


def show(name, rows):
    for row in rows:
        if row["urls"] != row["printed"]:
            print(f"--- {name} {row['path']}: {row['source']}\n{row['text'].rstrip()}")
            for what, urls in (("missing", row["urls"] - row["printed"]),
                               ("wrong", row["printed"] - row["urls"])):
                print("".join(f"  {what}  {url}\n" for url in sorted(urls)), end="")


def main():
    if not os.path.isdir(TRUTH):
        skip_all("no labelled passages in $TRUTH or ../shared/truth")
    for name, floors, key in [*((name, floors, None) for name, floors in {**MAIL, **LINES}.items()),
                              *((name, *more) for name, more in TEXT.items())]:
        if not os.path.exists(os.path.join(TRUTH, name + ".jsonl")):
            continue
        rows = read_lines(name) if name in LINES else read(name, *([] if key else ["--join=always"]))
        if "--table" in sys.argv:
            print_table(name, rows, key)
        elif "--show" in sys.argv:
            show(name, rows)
        elif key:
            check_text(name, floors, rows)
        else:
            check(name, floors, rows)
    if len(sys.argv) == 1:
        done_testing()


main()
