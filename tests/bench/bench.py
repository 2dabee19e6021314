#!/usr/bin/env python3
"""Compare the speed of urlgrep with that of other tools (make bench-peers).

The inputs are made from real mail ($ARCHIVES, or ../shared/archives beside the
repository) or, without it, from corpus/, in a temporary directory. The
contenders for an input take turns, so that other load on the machine affects
all of them alike. Each first runs once untimed, and its output is checked:
urlgrep with one thread and with two prints the same; other tools find about as
many web URLs; a decompressor prints all bytes. The figures are medians. The
demands (demands.py) are judged by CPU time, which depends least on other load;
two threads are judged by elapsed time.

    BENCH_BYTES     bytes of each input, 200000000 by default; big.mbox has 2.5
                    times as many, the Maildir one file per 4000 bytes
    BENCH_ROUNDS    5 by default

    tests/bench/bench.py                     print tables in Markdown (report.py)
    tests/bench/bench.py --write             and write them into src/doc/MEASUREMENTS.md
    tests/bench/bench.py --only NAME,NAME    only these inputs

The exit status is 1 if an output is wrong.
"""
import argparse
import hashlib
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(os.path.dirname(HERE), "common"))

import demands  # noqa: E402
import report  # noqa: E402
from contenders import BUILD, URLGREP, WEB_PATTERN, all_schemes_pattern, \
    contenders, ripgreps, versions  # noqa: E402
from inputs import DEFAULT_SIZE, build  # noqa: E402

MEASURE = os.path.join(BUILD, "tests", "bench_measure")
BYTES = int(os.environ.get("BENCH_BYTES") or DEFAULT_SIZE)
ROUNDS = int(os.environ.get("BENCH_ROUNDS") or 5)
START_ROUNDS = 40
NO_URLS = b"A line of a small text that has nothing in it.\n" * 10
SMALL_TEXT = NO_URLS + b"See http://www.example.org/a for the rest of it.\n" + NO_URLS
MAX_DIFFERENCE = 0.1  # between the numbers of web URLs found by two contenders
SUMMARY = b'{"type":"summary"'  # contains the run time, which differs
WEB_URL = re.compile(rb"(?im)^https?://")


# ---- one run

def measure(output, command):
    """Run a command. output is a file for its output, or -f or -m of measure.c."""
    printed = subprocess.run([MEASURE, output, *command], check=True,
                             stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL).stdout.split()
    clock, user, system, first = map(float, printed[:4])
    peak, own, status = map(int, printed[4:])
    return {"clock": clock, "cpu": user + system, "first": first,
            "peak": peak, "own": own, "status": status}


def summarize_output(path):
    """Return the hash of an output, and its numbers of lines and web URLs."""
    digest, lines, web = hashlib.sha256(), 0, 0
    with open(path, "rb") as printed:
        for piece in iter(lambda: printed.readlines(1 << 24), []):
            if piece[-1].startswith(SUMMARY):
                piece.pop()
            piece = b"".join(piece)
            digest.update(piece)
            lines += piece.count(b"\n")
            web += len(WEB_URL.findall(piece))
    return {"sha256": digest.hexdigest(), "lines": lines, "web": web}


def prints_as_expected(path, expected):
    with open(path, "rb") as printed:
        return printed.read(len(expected) + 1) == expected


class Runs:
    """The runs of one contender on one input."""

    def __init__(self, contender):
        self.name = contender.name
        self.contender = contender
        self.found = None  # summarize_output(), if it prints URLs
        self.failed = False
        self.runs = []

    def run(self, out):
        """Run once. Output that is not checked is discarded."""
        if not self.contender.urls and not self.contender.prints:
            out = os.devnull
        return measure(out, self.contender.command)

    def warm_up(self, out):
        """Run without timing, and check the output."""
        status = self.run(out)["status"]
        if self.contender.urls:
            self.found = summarize_output(out)
        # Status 2 with output: urlgrep could not read some part of the mail.
        self.failed = status > 2 or (status == 2 and not (self.found and self.found["lines"]))
        if self.contender.prints:
            self.failed |= not prints_as_expected(out, self.contender.prints)

    def run_round(self, out, number):
        if number < (self.contender.rounds or ROUNDS):
            self.runs.append(self.run(out))

    def median(self, which="clock"):
        return statistics.median(run[which] for run in self.runs)

    def spread(self):
        """Return half the distance between the quartiles, by the median."""
        if len(self.runs) < 2:
            return 0
        first, _, third = statistics.quantiles([run["clock"] for run in self.runs], n=4)
        return (third - first) / 2 / self.median()


# ---- one input

def run_contenders(name, source, directory):
    """Return the runs of each contender on an input, by its name."""
    out = os.path.join(directory, "out")
    with tempfile.TemporaryDirectory(dir=directory) as samples:
        all_runs = [Runs(c) for c in contenders(name, source, samples)]
        for runs in all_runs:
            runs.warm_up(out)
        for number in range(ROUNDS):
            for runs in all_runs[number % 2::2] + all_runs[1 - number % 2::2]:
                runs.run_round(out, number)
    os.remove(out)
    return {runs.name: runs for runs in all_runs}


def urlgrep_names(found):
    """Return the names of urlgrep's runs: one thread, two, one, two ..."""
    return [name for name in found if name.startswith("urlgrep")]


def has_wrong_count(runs, found):
    """Return true if a contender finds a different number of web URLs than urlgrep."""
    by_kind = {found[n].contender.urls: found[n] for n in urlgrep_names(found)}
    if runs.contender.urls == "other":
        expected = by_kind.get("raw") or by_kind["mail"]
        return runs.found["web"] == 0 and expected.found["web"] > 0
    expected = by_kind.get(runs.contender.urls)
    return expected and abs(runs.found["web"] - expected.found["web"]) > \
        MAX_DIFFERENCE * expected.found["web"]


def find_wrong_outputs(name, found):
    """Yield a sentence for each output that is not as expected."""
    for runs in found.values():
        if runs.failed:
            yield "%s: %s failed" % (name, runs.name)
    names = urlgrep_names(found)
    for first, second in zip(names[::2], names[1::2]):
        if found[first].found["sha256"] != found[second].found["sha256"]:
            yield "%s: the outputs of %s and %s differ" % (name, first, second)
    for runs in found.values():
        if has_wrong_count(runs, found):
            yield "%s: %s finds %d web URLs" % (name, runs.name, runs.found["web"])


# ---- other measurements

def measure_start(directory):
    """Measure the time to the first byte of output for 1 KB with a URL."""
    path = os.path.join(directory, "small")
    with open(path, "wb") as out:
        out.write(SMALL_TEXT)
    commands = {"urlgrep": [URLGREP, path], "urlgrep -j1": [URLGREP, "-j1", path]}
    for name, program in ripgreps().items():
        for kind, pattern in (("schemes", all_schemes_pattern()), ("https?", WEB_PATTERN)):
            commands["%s -o %s" % (name, kind)] = [program, "--no-config", "-o", pattern, path]
    first = {name: [] for name in commands}
    for _ in range(START_ROUNDS):
        for name, command in commands.items():
            first[name].append(measure("-f", command)["first"])
    return {name: statistics.median(times) for name, times in first.items()}


# ---- all inputs

def describe_machine():
    model = ""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as cpus:
            model = re.search(r"model name\s*:\s*(.*)|$", cpus.read()).group(1)
    return {"processor": model or platform.platform(), "processors": os.cpu_count(),
            "load": os.getloadavg(), "rounds": ROUNDS, "date": time.strftime("%Y-%m-%d")}


def run_all(directory, only):
    machine = describe_machine()
    inputs, mail = build(directory, BYTES, only and only.split(","))
    results, wrong = {}, []
    for name, source in inputs.items():
        results[name] = run_contenders(name, source, directory)
        print("# %s is done" % name, file=sys.stderr)
        wrong += find_wrong_outputs(name, results[name])
    starts = measure_start(directory)
    # KiB with two threads: without mapped files ("own"), and with them ("peak")
    peaks = {name: measure("-m", [URLGREP, "-j2", inputs[name].path])
             for name in ("plain.mbox", "plain-4.mbox", "big.mbox") if name in inputs}
    return {"machine": machine, "mail": mail, "versions": versions(), "inputs": inputs,
            "results": results, "starts": starts, "load_at_end": os.getloadavg(), "wrong": wrong,
            "demands": demands.all_demands(results, starts, peaks)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="NAMES")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.write:
        report.write()
    with tempfile.TemporaryDirectory(prefix="urlgrep-bench.") as directory:
        results = run_all(directory, given.only)
    text = report.generate(results)
    print(text, end="")
    for sentence in results["wrong"]:
        print("bench: wrong output: %s" % sentence, file=sys.stderr)
    if given.write and not results["wrong"]:
        report.write(text)
    elif given.write:
        print("bench: not written: an output is wrong", file=sys.stderr)
    return 1 if results["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
