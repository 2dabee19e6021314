#!/usr/bin/env python3
"""Compare the speed of urlgrep with that of other tools that are installed.

The inputs are made of real mail ($ARCHIVES, or ../shared/archives beside the
repository) or, where there is none, of corpus/, in a temporary directory. All who
are compared on an input take turns, so that what else the machine does is the
same for all; the medians of the rounds count. Before, each runs once untimed,
and its URLs are counted: who finds others cannot be compared. What the demands
say is judged on the processors' time, which a busy machine changes least, but
for two threads, which are judged by the clock. "Two at once" says what
two processors give just now.

    BENCH_BYTES    of each input, 200000000 if not given; the big one has 2.5
                    times as many, the Maildir a file for each 4000 of them
    BENCH_ROUNDS    5 if not given
    RG              a newer ripgrep, for example of `cargo install ripgrep`

    tests/bench/bench.py                       tables
    tests/bench/bench.py --json FILE           and all of it as JSON ("-": only)
    tests/bench/bench.py --report DIRECTORY    a table and a plot there (report.py)
    tests/bench/bench.py --only NAME,NAME      only these inputs
    tests/bench/bench.py --keep DIRECTORY         leave the inputs there
"""
import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(os.path.dirname(HERE), "common"))

import demands  # noqa: E402
import report  # noqa: E402
from contenders import BUILD, URLGREP, WEB, contenders, listed  # noqa: E402
from inputs import USUAL, build  # noqa: E402

MEASURE = os.path.join(BUILD, "tests", "bench_measure")
BYTES = int(os.environ.get("BENCH_BYTES") or USUAL)
ROUNDS = int(os.environ.get("BENCH_ROUNDS") or 5)
STARTS = 40         # rounds of short runs
LIKE = 0.1          # fraction of the URLs by which two may differ
MEMORY = 64 * 1024  # KiB
SUMMARY = b'{"type":"summary"'  # says how long the run took
IS_WEB = re.compile(rb"(?im)^https?://")


# ---- one run

def measure(how, command):
    """Run a command: where its output goes, or -f or -m as measure.c says."""
    said = subprocess.run([MEASURE, how, *command], stdout=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          check=True).stdout.split()
    clock, user, system, first = map(float, said[:4])
    peak, own, status = map(int, said[4:])
    return {"clock": clock, "cpu": user + system, "first": first,
            "peak": peak, "own": own, "status": status}


def digest(path):
    """Return the hash of the output, its lines, and its web URLs."""
    said, lines, web = hashlib.sha256(), 0, 0
    with open(path, "rb") as printed:
        for piece in iter(lambda: printed.readlines(1 << 24), []):
            if piece[-1].startswith(SUMMARY):
                piece.pop()
            piece = b"".join(piece)
            said.update(piece)
            lines += piece.count(b"\n")
            web += len(IS_WEB.findall(piece))
    return {"sha256": said.hexdigest(), "lines": lines, "web": web}


class Runs:
    """The runs of one contender on one input."""

    def __init__(self, contender):
        self.name = contender.name
        self.contender = contender
        self.found = None
        self.failed = False
        self.runs = []

    def run(self, out):
        """Discard the output of what finds nothing."""
        return measure(out if self.contender.urls else os.devnull,
                       self.contender.command)

    def warm_up(self, out):
        status = self.run(out)["status"]
        if self.contender.urls:
            self.found = digest(out)
        # 2 with output: some part of the mail is of a kind that is not read
        self.failed = status > 2 or (status == 2 and not (
            self.found and self.found["lines"]))

    def one_more(self, out, done):
        if done < (self.contender.rounds or ROUNDS):
            self.runs.append(self.run(out))

    def times(self, which="clock"):
        return [run[which] for run in self.runs]

    def median(self, which="clock"):
        return statistics.median(self.times(which))

    def least(self, which="clock"):
        return min(self.times(which))

    def spread(self, which="clock"):
        """Return half of what lies between the quartiles, as a part of the median."""
        if len(self.runs) < 2:
            return 0
        first, _, third = statistics.quantiles(self.times(which), n=4)
        return (third - first) / 2 / self.median(which)

    def peak(self):
        return max(run["peak"] for run in self.runs)

    def as_json(self):
        c = self.contender
        return {"name": self.name, "command": c.command, "bytes": c.size,
                "found": self.found, "failed": self.failed,
                "median": self.median(), "least": self.least(),
                "cpu": self.median("cpu"), "spread": self.spread("cpu"),
                "peak_kib": self.peak(),
                "bytes_per_second": c.size / self.median(),
                "runs": self.runs}


# ---- one input

def compare(name, source, directory):
    """Every contender's runs on an input, by its name."""
    out = os.path.join(directory, "out")
    with tempfile.TemporaryDirectory(dir=directory) as place:
        all_runs = [Runs(c) for c in contenders(name, source, place)]
        for runs in all_runs:
            runs.warm_up(out)
        for number in range(ROUNDS):
            for runs in all_runs[number % 2::2] + all_runs[1 - number % 2::2]:
                runs.one_more(out, number)
    os.remove(out)
    return {runs.name: runs for runs in all_runs}


def mine_of(found):
    """Names: with one thread and two, one after the other."""
    return [name for name in found if name.startswith("urlgrep")]


def unlike(name, found):
    """Yield a sentence for each reason why runs cannot be compared."""
    for runs in found.values():
        if runs.failed:
            yield "%s: %s failed" % (name, runs.name)
    for first, second in zip(mine_of(found)[::2], mine_of(found)[1::2]):
        if found[first].found["sha256"] != found[second].found["sha256"]:
            yield "%s: %s prints other than %s" % (name, first, second)
    mine = {found[n].contender.urls: found[n] for n in mine_of(found)}
    for runs in found.values():
        other = mine.get(runs.contender.urls)
        if other and abs(runs.found["web"] - other.found["web"]) > \
                LIKE * other.found["web"]:
            yield "%s: %s has %d web URLs, %s %d" % (
                name, runs.name, runs.found["web"], other.name,
                other.found["web"])


HEADINGS = ("", "median s", "least s", "cpu s", "+-%", "MB/s", "ns/byte", "us/URL",
            "MiB", "URLs", "web", "times")


def row(runs, first):
    size = runs.contender.size
    speed = size / runs.median()
    mine = first.contender.size / first.median()
    lines = runs.found["lines"] if runs.found else 0
    return (runs.name, "%.3f" % runs.median(), "%.3f" % runs.least(),
            "%.3f" % runs.median("cpu"), "%.0f" % (100 * runs.spread("cpu")),
            "%.1f" % (speed / 1e6),
            "%.3f" % (1e9 / speed),
            "%.2f" % (runs.median() * 1e6 / lines) if lines else "",
            "%.1f" % (runs.peak() / 1024),
            str(lines) if runs.found else "",
            str(runs.found["web"]) if runs.found else "",
            "%.2f" % (mine / speed))


def table(rows):
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    for r in rows:
        print("  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(r, widths))).rstrip())
    print(flush=True)


def show(source, found):
    first = found[mine_of(found)[0]]
    print("%s, %d MB" % (source.what, source.size // 1_000_000))
    table([HEADINGS] + [row(runs, first) for runs in found.values()])


# ---- other measurements

def start_up(directory):
    """Measure the time to the first output for 1 KB with a URL."""
    path = os.path.join(directory, "small")
    with open(path, "wb") as out:
        out.write(b"A line of a small text that has nothing in it.\n" * 10)
        out.write(b"See http://www.example.org/a for the rest of it.\n")
        out.write(b"A line of a small text that has nothing in it.\n" * 10)
    commands = {"urlgrep": [URLGREP, path],
                "urlgrep -j1": [URLGREP, "-j1", path],
                "rg -o schemes": ["rg", "--no-config", "-o", listed(), path],
                "rg -o https?": ["rg", "--no-config", "-o", WEB, path]}
    runs = {name: [] for name in commands if shutil.which(commands[name][0])}
    for _ in range(STARTS):
        for name, of in runs.items():
            of.append(measure("-f", commands[name]))
    return {name: {which: statistics.median(r[which] for r in of)
                   for which in ("first", "clock", "cpu")}
            for name, of in runs.items()}


def show_start(starts):
    print("start-up on 1 KB, in ms")
    table([("", "first byte", "end", "cpu")] + [
        (name, *("%.2f" % (s[which] * 1e3)
                 for which in ("first", "clock", "cpu")))
        for name, s in starts.items()])


def own_memory(inputs):
    """Measure the peak of memory with two threads, without mapped files, in KiB."""
    peaks = {}
    for name, source in inputs.items():
        options = ["-r"] if os.path.isdir(source.path) else []
        run = measure("-m", [URLGREP, "-j2", *options, source.path])
        peaks[name] = {"own": run["own"], "peak": run["peak"]}
    return peaks


def show_memory(peaks):
    print("memory with two threads, MiB")
    table([("", "own", "with mapped files")] + [
        (name, "%.1f" % (p["own"] / 1024), "%.1f" % (p["peak"] / 1024))
        for name, p in peaks.items()])


def show_demands(wanted):
    print("what is wanted (ratios of speed; start-up and memory: at most)")
    table([("", "wanted", "cpu", "median", "least", "met")] +
          [d.cells() for d in wanted])


# ---- costs

def costs_of(results):
    """What a byte costs, and a URL beyond its bytes; and growth."""
    costs = {}
    text, dense = (results.get(name, {}).get("urlgrep --as=text -j1")
                   for name in ("text", "dense"))
    if text:
        costs["ns per byte without URLs"] = \
            text.median() * 1e9 / text.contender.size
    if text and dense:
        size = text.median() / text.contender.size * \
            dense.contender.size
        costs["us a URL"] = (dense.median() - size) * 1e6 / \
            max(dense.found["lines"], 1)
    sizes = [results[name]["urlgrep -j1"] for name in
             ("plain-4.mbox", "plain-2.mbox", "plain.mbox") if name in results]
    for times, runs in zip((1, 2, 4), sizes):
        costs["%dx of the 7-bit mbox: s" % times] = runs.median()
    return costs


def show_costs(costs):
    print("costs (urlgrep -j1)")
    table([("", "")] + [(name, "%.3f" % cost)
                        for name, cost in costs.items()])


# ---- all

def machine(origin):
    model = ""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as cpus:
            model = re.search(r"model name\s*:\s*(.*)|$", cpus.read()).group(1)
    return {"system": platform.platform(), "processor": model or "",
            "processors": os.cpu_count(), "load": os.getloadavg(),
            "mail": origin, "bytes": BYTES, "rounds": ROUNDS,
            "time": time.strftime("%Y-%m-%dT%H:%M:%S")}


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--only", metavar="NAMES")
    parser.add_argument("--report", metavar="DIRECTORY")
    parser.add_argument("--keep", metavar="DIRECTORY")
    return parser.parse_args()


def run_all(directory, only):
    inputs, origin = build(directory, BYTES)
    if only:
        inputs = {n: i for n, i in inputs.items() if n in only.split(",")}
    about = machine(origin)
    print("%(processors)d of %(processor)s; load %(load)s; mail: %(mail)s" %
          {**about, "load": "%.1f" % about["load"][0]}, flush=True)
    print()
    results, wrong = {}, []
    for name, source in inputs.items():
        results[name] = compare(name, source, directory)
        show(source, results[name])
        wrong += unlike(name, results[name])
    starts = start_up(directory)
    peaks = own_memory(inputs)
    costs = costs_of(results)
    wanted = demands.of_run(results, starts, peaks)
    show_start(starts)
    show_memory(peaks)
    show_costs(costs)
    show_demands(wanted)
    for what in wrong:
        print("not to be compared: %s" % what)
    print("load at the end: %.1f" % os.getloadavg()[0])
    return {"machine": about, "load_at_end": os.getloadavg(),
            "inputs": {n: i._asdict() for n, i in inputs.items()},
            "results": {n: [r.as_json() for r in found.values()]
                        for n, found in results.items()},
            "start_up": starts, "memory_kib": peaks, "costs": costs,
            "demands": [d.as_json() for d in wanted], "wrong": wrong}


def main():
    given = options()
    stdout = sys.stdout
    if given.json == "-":
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
    if given.keep:
        os.makedirs(given.keep)
        results = run_all(given.keep, given.only)
    else:
        with tempfile.TemporaryDirectory(prefix="urlgrep-bench.") as directory:
            results = run_all(directory, given.only)
    sys.stdout = stdout
    if given.report:
        report.write(results, given.report)
    if given.json == "-":
        json.dump(results, stdout, indent=1)
    elif given.json:
        with open(given.json, "w", encoding="utf-8") as out:
            json.dump(results, out, indent=1)
    return 1 if results["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
