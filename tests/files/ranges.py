#!/usr/bin/env python3
"""ranges.py - --range and --pieces (TAP): wherever a file is cut, the ranges together give
the same as the whole file, in text and JSON, with line and message numbers restored from the
sums of the previous ranges
"""
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, URLGREP, done_testing, equal, ok


FROM = b"From ann@example.org Tue Mar 14 10:12:00 1995\n"
HEAD = b"From: Ann <ann@example.org>\nMessage-ID: <%d@example.org>\nSubject: s %d\n\n"
BODIES = (
    b"see http://h.example/%d and <URL:http://i.example/over-\nview%d>\n\n",
    b">From here http://a.example/%d\n>>From there http://b.example/%d\n\n",
    b"and http://c.example/%d\n\nFrom here on http://d.example/%d\n\n",
    b"\nFrom \nFrom\nFrom: http://e.example/%d\n\nFrom x 12:34 http://f.example/%d\n\n",
    # without the blank line before the next message
    b"http://j.example/%d\nand http://k.example/over-\nview%d\n",
    b"\n",
)


def run(*arguments, status=(0, 1)):
    done = subprocess.run([URLGREP, *arguments], capture_output=True, check=False)
    if done.returncode not in status:
        raise SystemExit(f"urlgrep {arguments}: status {done.returncode}\n{done.stderr}")
    return done


def make_mailbox(count):
    messages = []
    for i in range(count):
        body = BODIES[i % len(BODIES)]
        body = body % ((i,) * body.count(b"%d"))
        messages.append(FROM + HEAD % (i, i) + body)
    return b"".join(messages)


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)
    return name


# ---- one range after the other ----------------------------------------------

def objects(*arguments):
    lines = run("--json", "--all", *arguments).stdout.splitlines()
    found = [json.loads(line) for line in lines]
    return found[:-1], found[-1]


def ranges_of(cuts):
    ends = [*cuts, ""]
    return [f"{begin}-{end}" for begin, end in zip([0, *cuts], ends)]


def search_ranges(name, cuts, *options):
    """Return the findings in all ranges, numbered as in the whole file, and the sums."""
    found, lines, messages, count = [], 0, 0, 0
    for piece in ranges_of(cuts):
        urls, summary = objects(f"--range={piece}", *options, name)
        for url in urls:
            url["line"] += lines
            if "message" in url:
                url["message"]["number"] += messages
        found += urls
        lines += summary["lines"]
        messages += summary["messages"]
        count += summary["urls"]
    return found, {"lines": lines, "messages": messages, "urls": count}


def sums_of(summary):
    return {name: summary[name] for name in ("lines", "messages", "urls")}


def differences(name, all_cuts, *options):
    """Return the first cuts for which the ranges do not give the same as the whole."""
    whole, summary = objects(*options, name)
    for cuts in all_cuts:
        found, sums = search_ranges(name, cuts, *options)
        if found != whole:
            wrong = next((pair for pair in zip(whole, found) if pair[0] != pair[1]),
                         (len(whole), len(found)))
            return f"cut at {cuts}: {wrong}"
        if sums != sums_of(summary):
            return f"cut at {cuts}: {sums}, not {sums_of(summary)}"
    return "" if whole else "nothing found"


def check_cuts():
    random.seed(21)
    text = make_mailbox(6)
    write("mbox", text)
    # library/test_ranges.c cuts at every byte
    wrong = differences("mbox", [sorted(random.sample(range(len(text)), 8))])
    ok(not wrong, "an mbox: cut at eight random bytes", wrong)
    big = write("big", make_mailbox(17000))
    size = os.path.getsize(big)
    wrong = differences(big, [[random.randrange(size)]], "-j3")
    ok(not wrong, f"an mbox of {size} bytes, a random cut, three threads", wrong)
    one = run("--range=1000-2300000", "-nb", "-j1", big).stdout
    ok(one and one == run("--range=1000-2300000", "-nb", "-j4", big).stdout,
       "the same lines with any number of threads")


# ---- files that are not divided ---------------------------------------------

def check_undivided():
    text = "\n".join(f"line {i} http://h.example/{i}" for i in range(2000)).encode()
    files = {"text": text, "mbox.gz": gzip.compress(make_mailbox(6)),
             "message": make_mailbox(1)[len(FROM):],
             "page.html": b"<!doctype html><a href='http://h.example/'>x</a>"}
    for name, data in files.items():
        write(name, data)
        whole = run(name).stdout
        ok(whole and run("--range=0-1", name).stdout == whole,
           f"{name}: all of it belongs to the range that begins at 0")
        for piece in ("1-", "0-0", f"{len(data)}-"):
            equal(run(f"--range={piece}", name).returncode, 1, f"{name}: nothing of it to {piece}")
        equal(run("--pieces=10", name).stdout, b"0-\n", f"{name}: one piece")


# ---- --pieces ---------------------------------------------------------------

def check_pieces():
    text = make_mailbox(100)
    write("hundred", text)
    pieces = run("--pieces=1K", "hundred").stdout.decode().split()
    ends = list(range(1024, len(text), 1024))
    equal(pieces, ranges_of(ends), "pieces of 1 KiB, the last one open")
    found = b"".join(run(f"--range={piece}", "-b", "hundred").stdout for piece in pieces)
    whole = run("-b", "hundred").stdout
    ok(whole and found == whole, "the pieces together give the file")
    equal(run("--pieces=1G", "hundred").stdout, b"0-\n", "a piece larger than the file")
    equal(run(f"--pieces={len(text)}", "hundred").stdout, b"0-\n", "as large as the file")
    write("empty", b"")
    equal(run("--pieces=1M", "empty").stdout, b"0-\n", "an empty file")


# ---- pieces made by other splitters ------------------------------------------

def urls(*arguments, data=None):
    return subprocess.run([URLGREP, *arguments], input=data, check=False,
                          capture_output=True).stdout.split()


def check_splitters():
    """Search pieces made by others: Hadoop removes the separator "\\nFrom " between records."""
    text = make_mailbox(18).replace(b"\nFrom here on", b"\n>From here on")
    text = text.replace(b"\nFrom \nFrom\n", b"\n>From \n>From\n")
    text = text.replace(b"\nFrom x 12:34", b"\n>From x 12:34")
    write("split", text)
    whole, _ = objects("split")
    found = []
    for index, record in enumerate(text.split(b"\nFrom ")):
        write("record", record)
        found += [(url["message"]["id"], url["url"]) for url in objects("record")[0]]
        piped = urls(data=record)
        if piped != urls("record"):
            ok(False, f"record {index} from a pipe", repr(piped))
    wanted = [(url["message"]["id"], url["url"]) for url in whole]
    ok(wanted and found == wanted, "records without their \"From \" are messages",
       f"{len(found)} of {len(wanted)}")
    # GNU parallel --recstart '\nFrom ' begins each piece with a blank line
    write("blank", b"\n" + text)
    equal([url["url"] for url in objects("blank")[0]], [url["url"] for url in whole],
          "a blank line before the first message")
    write("prose", b"ann@example.org wrote at 10:12 in 1995:\nmore: http://h.example/\n")
    found, summary = objects("prose")
    equal((summary["messages"], [url["url"] for url in found]),
          (0, ["http://h.example/"]), "prose that begins with an address is text")


# ---- errors -----------------------------------------------------------------

ERRORS = (  # the others are in tests/vectors/golden.txt
    (["--range=0-1"], "--range: needs the name of one file"),
    (["--range=0-1", "-r", "."], "--range: cannot be combined with --recursive"),
    (["--range=0-1", "."], ".: is a directory"),
    (["--range=0-1", "none"], "none: no such file or directory"),
    (["--pieces=1"], "--pieces: needs the name of one file"),
)


def check_errors():
    for arguments, message in ERRORS:
        done = run(*arguments, status=(0, 1, 2))
        ok(done.returncode == 2 and message in done.stderr.decode() and
           done.stdout == b"", f"{' '.join(arguments)}: {message}",
           f"status {done.returncode}\n{done.stderr.decode()}")


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        check_cuts()
        check_undivided()
        check_pieces()
        check_splitters()
        check_errors()
        os.chdir("/")
    done_testing()


main()
