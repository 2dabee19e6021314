#!/usr/bin/env python3
"""bench_report.py - make bench writes its results between two comments of a document,
and nowhere else (TAP)

tests/bench/report.py replaces the part of src/doc/MEASUREMENTS.md between the comments.
Without both of them, it fails with a message and writes nothing. What it writes of made-up
results is Markdown with complete tables, and well-formed SVG.
"""
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(1, os.path.join(TOP, "tests", "common"))
sys.path.insert(1, os.path.join(TOP, "tests", "bench"))
import report  # noqa: E402
from tap import done_testing, equal, ok  # noqa: E402

PROGRAM = os.path.join(TOP, "tests", "bench", "report.py")
BEGIN, END = "<!-- bench: begin -->\n", "<!-- bench: end -->\n"

# document, reason why it is refused
REFUSED = [
    ("", "no lines '<!-- bench: begin -->'"),
    ("text\n" + END, "no lines '<!-- bench: begin -->'"),
    ("text\n" + BEGIN, "no lines '<!-- bench: end -->'"),
    ("text\n" + BEGIN + " " + END, "no lines '<!-- bench: end -->'"),
    (BEGIN + BEGIN + END, "2 lines '<!-- bench: begin -->'"),
    (BEGIN + END + END, "2 lines '<!-- bench: end -->'"),
    (END + "text\n" + BEGIN, "'<!-- bench: end -->' is not after"),
]


def made_up_run(name, seconds, size):
    return {"name": name, "bytes": size, "median": seconds, "spread": 0.02,
            "bytes_per_second": size / seconds}


def made_up_results():
    size = 100_000_000
    return {
        "machine": {"time": "2026-01-02T03:04:05", "mail": "corpus", "processors": 2,
                    "processor": "<a> & b", "system": "", "rounds": 3,
                    "load": [0, 0, 0], "load_at_end": [1, 0, 0]},
        "versions": ["urlgrep 1.2.3", "ripgrep 4.5.6"],
        "inputs": {name: {"what": name, "size": size}
                   for name in ("plain.mbox", "big.mbox", "plain.mbox.gz")},
        "results": {
            "plain.mbox": [made_up_run("urlgrep -j1", 0.05, size),
                           made_up_run("rg -o https?", 0.06, size),
                           made_up_run("rg 4.5.6 -o https?", 0.07, size),
                           made_up_run("xurls", 5, size // 20)],
            "big.mbox": [made_up_run("urlgrep -j1", 0.5, size)],
            "plain.mbox.gz": [made_up_run("igzip -dc | wc -c", 0.1, size)]},
        "start_up": {"urlgrep": {"first": 0.001}},
        "costs": {"ns for a byte without URLs": 0.1, "us for a URL": 0.5},
        "demands": [
            {"input": "plain.mbox.gz", "what": "urlgrep -j1 / igzip -dc | wc -c",
             "limit": 0.9, "at_most": False, "figures": {"median": 1}, "met": True},
            {"input": None, "what": "time", "limit": 1, "at_most": True,
             "figures": {"measured": 2}, "met": False}]}


def check_replacement():
    for before, after in (("", ""), ("\n", "\n"), ("a\n\n" + END[:-1] + "x\n", "| b\n"),
                          ("a\r\n" + BEGIN[1:], "no newline at the end")):
        for old in "", "\n", "old\n\\1\n":
            got = report.replace_generated(before + BEGIN + old + END + after, "new\n")
            equal(got, before + BEGIN + "new\n" + END + after,
                  f"only {old!r} is replaced between {before!r} and {after!r}")
    document = report.read_document(report.DIRECTORY)
    before, _, rest = document.partition(BEGIN)
    after = rest.partition(END)[2]
    ok(before and after, "MEASUREMENTS.md has both comments")
    got = report.replace_generated(document, "new\n")
    ok(got == before + BEGIN + "new\n" + END + after,
       "MEASUREMENTS.md keeps what is outside of them")


def run_report(directory, document):
    """Run the program. Return its exit status, its messages, and the document."""
    with open(os.path.join(directory, "results.json"), "w", encoding="utf-8") as out:
        json.dump(made_up_results(), out)
    path = os.path.join(directory, "MEASUREMENTS.md")
    with open(path, "w", encoding="utf-8") as out:
        out.write(document)
    done = subprocess.run(["python3", PROGRAM, os.path.join(directory, "results.json"),
                           directory], stderr=subprocess.PIPE, encoding="utf-8",
                          check=False)
    with open(path, encoding="utf-8") as file:
        return done.returncode, done.stderr, file.read()


def check_refused():
    for document, reason in REFUSED:
        with tempfile.TemporaryDirectory() as directory:
            status, message, got = run_report(directory, document)
            ok(status == 1 and message.count("\n") == 1 and reason in message and
               "MEASUREMENTS.md" in message, f"{document!r} is refused",
               f"expected {reason}\ngot {status} {message}")
            ok(got == document and not os.path.exists(os.path.join(directory, "speed.svg")),
               f"{document!r}: nothing is written")


def check_written():
    with tempfile.TemporaryDirectory() as directory:
        status, message, document = run_report(directory, f"a\n{BEGIN}{END}z\n")
        equal((status, message), (0, ""), "results are written")
        ok(document.startswith("a\n" + BEGIN) and document.endswith("\n" + END + "z\n"),
           "between the comments", document)
        tables = [block.splitlines() for block in document.split("\n\n")
                  if block.startswith("|")]
        columns = [{row.replace("\\|", "").count("|") for row in table} for table in tables]
        ok([len(c) for c in columns] == [1, 1, 1], "three tables, whose rows have the same "
           "number of cells", document)
        ok("| `xurls` | 100* ±2 |" in document, "the time for a sample is scaled and marked",
           document)
        again = run_report(directory, document)[2]
        equal(again, document, "the same results give the same document")
        picture = xml.etree.ElementTree.parse(os.path.join(directory, "speed.svg"))
        texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
        for shown in "plain.mbox, 100 MB", "rg 4.5.6 -o https?", "MB/s", "1429", "xurls", "1":
            ok(shown in texts, f"the plot shows {shown!r}", str(texts))
        for hidden in "rg -o https?", "big.mbox, 100 MB":
            ok(hidden not in texts, f"the plot does not show {hidden!r}", str(texts))


def main():
    check_replacement()
    check_refused()
    check_written()
    done_testing()


main()
