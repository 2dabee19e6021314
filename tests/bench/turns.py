#!/usr/bin/env python3
"""Compare programs that take turns (make bench-turns).

bench.py runs a dozen programs on each input, so that minutes pass between two
runs of one of them. On a machine whose speed changes meanwhile, ratios near a
limit fall on both sides of it. Here two or three commands take turns, run by
run, and the least time of each counts: CPU time, or elapsed time where threads
are compared. Outputs are not checked; bench.py does that.

    tests/bench/turns.py demands          the demands on speed with one thread
                                          (demands.py)
    tests/bench/turns.py threads          one thread, two, and two processes
    tests/bench/turns.py before PROGRAM   another build of urlgrep, and this one

    BENCH_BYTES     bytes of each input, 100000000 by default; big.mbox has 2.5
                    times as many, the Maildir a file for each 4000 of them
    BENCH_ROUNDS    runs of each command, 9 by default

Prints a table in Markdown, as in src/doc/MEASUREMENTS.md.
"""
import argparse
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(os.path.dirname(HERE), "common"))

import bench  # noqa: E402
from contenders import URLGREP, contenders, versions_of  # noqa: E402
from demands import RATIOS  # noqa: E402
from inputs import build  # noqa: E402

BYTES = int(os.environ.get("BENCH_BYTES") or 100_000_000)
ROUNDS = int(os.environ.get("BENCH_ROUNDS") or 9)
SMALL_ROUNDS = 10  # times as many for an input that takes about a millisecond
TWO_PROCESSES = '"$@" >/dev/null & "$@" >/dev/null; wait'
MESSAGE = b"""\
From: bench@example.org
To: bench@example.org
Date: Thu, 1 Jan 1998 00:00:00 +0000
Subject: =?utf-8?Q?caf=C3=A9_http://www.example.org/?=

See http://www.example.org/a for the rest of it.
"""

# input, and the options with which threads are compared
THREADS = [("plain.mbox", ("", "--as=text", "--json", "-n")),
           ("mime.mbox", ("", "--json", "-n")),
           ("html.mbox", ("", "--json")),
           ("big.mbox", ("", "--as=text", "--json", "-n")),
           ("directory", ("",)),
           ("text", ("--as=text",))]
COLUMNS = ("", "--as=text", "--json", "-n")

# input, and the options with which builds are compared
BEFORE = [("plain.mbox", ""), ("plain.mbox.gz", ""), ("plain.mbox.zst", ""),
          ("plain.mbox", "--json"), ("plain.mbox", "--as=text"),
          ("mime.mbox", ""), ("html.mbox", ""), ("text", "--as=text"),
          ("directory", "")]


def least_in_turn(commands, which, rounds):
    """Run commands that take turns. Return the least time of each, in seconds.
    The first round is not counted."""
    times = [[] for _ in commands]
    for number in range(rounds + 1):
        for times_of_one, command in zip(times, commands):
            run = bench.measure(os.devnull, command)
            if number > 0:
                times_of_one.append(run[which])
    return [min(times_of_one) for times_of_one in times]


def print_row(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def print_headings(*cells):
    print_row(*cells)
    print_row(*["---"] * len(cells))


def options_for(source, options):
    given = options.split()
    return given + ["-r"] if os.path.isdir(source.path) else given


# ---- the demands

def compare_demands(inputs, directory):
    """Print the ratio of the speeds of A and B, and the least that is wanted."""
    found = {name: {c.name: c for c in contenders(name, source, directory)}
             for name, source in inputs.items()}
    print_headings("A / B", "wanted", "A, ms", "B, ms", "ratio")
    for name, own, other_name, limit in RATIOS:
        a = found.get(name, {}).get(own)
        for b in versions_of(found.get(name, {}), other_name):
            times = least_in_turn([a.command, b.command], "cpu", ROUNDS)
            print_row("%s: %s / %s" % (inputs[name].what, own, b.name.replace("|", "\\|")),
                      "%.2f" % limit, *("%.1f" % (1e3 * time) for time in times),
                      "%.2f" % (a.size * times[1] / b.size / times[0]))


# ---- threads

def ratios_of_threads(source, options):
    """Return how many times as fast as one thread two are, and two processes
    of one thread that search the input at the same time."""
    one, two = ([URLGREP, *options_for(source, options), "-j%d" % threads, source.path]
                for threads in (1, 2))
    processes = ["sh", "-c", TWO_PROCESSES, "sh", *one]
    times = least_in_turn([one, two, processes], "clock", ROUNDS)
    return times[0] / times[1], 2 * times[0] / times[2]


def compare_threads(inputs):
    """Print the ratios; in brackets those of two processes."""
    print_headings("input", "MB", *("`%s`" % c if c else "" for c in COLUMNS))
    for name, all_options in THREADS:
        if name not in inputs:
            continue
        cells = {options: "%.2f (%.2f)" % ratios_of_threads(inputs[name], options)
                 for options in all_options}
        print_row(inputs[name].what, "%.0f" % (inputs[name].size / 1e6),
                  *(cells.get(options, "") for options in COLUMNS))


# ---- another build

def print_builds(what, before, options, rounds):
    times = least_in_turn([[program, *options] for program in (before, URLGREP)],
                          "cpu", rounds)
    print_row(what, *("%.1f" % (1e3 * time) for time in times),
              "%.2f" % (times[0] / times[1]))


def compare_builds(inputs, directory, before):
    print_headings("CPU time, ms", "before", "now", "times as fast")
    for name, options in BEFORE:
        if name in inputs:
            source = inputs[name]
            print_builds(("%s `%s`" % (source.what, options)).replace(" ``", ""),
                         before, [*options_for(source, options), "-j1", source.path],
                         ROUNDS)
    small = {"a text of 1 KB": bench.SMALL_TEXT,
             "a message with an encoded subject": MESSAGE}
    for what, content in small.items():
        path = os.path.join(directory, "small")
        with open(path, "wb") as out:
            out.write(content)
        print_builds(what, before, [path], SMALL_ROUNDS * ROUNDS)


# ---- all

def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("demands", "threads", "before"))
    parser.add_argument("program", nargs="?", metavar="PROGRAM")
    given = parser.parse_args()
    if (given.what == "before") != (given.program is not None):
        parser.error("PROGRAM is for \"before\", which needs it")
    return given


def needed_inputs(what):
    tables = {"demands": RATIOS, "threads": THREADS, "before": BEFORE}
    return {row[0] for row in tables[what]}


def main():
    given = parse_options()
    with tempfile.TemporaryDirectory(prefix="urlgrep-bench.") as directory:
        inputs, origin = build(directory, BYTES, needed_inputs(given.what))
        print("mail: %s; the least of %d runs\n" % (origin, ROUNDS))
        if given.what == "demands":
            compare_demands(inputs, directory)
        elif given.what == "threads":
            compare_threads(inputs)
        else:
            compare_builds(inputs, directory, os.path.abspath(given.program))


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit("turns: %s" % error)
