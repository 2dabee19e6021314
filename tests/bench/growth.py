#!/usr/bin/env python3
"""Measure how time and memory grow with the input: bytes of text, messages,
files, and different URLs with -u.

    tests/bench/growth.py [MOST]    at most this share of the sizes (1: up to 10 GB)

Prints a table of the CPU time and peak memory, including mapped files, of
urlgrep -j1. Text comes through a pipe; files are made in a temporary
directory.
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))

from contenders import BUILD, URLGREP  # noqa: E402
from inputs import FROM  # noqa: E402
from report import markdown_table  # noqa: E402

MEASURE = os.path.join(BUILD, "tests", "bench_measure")
PROSE = b"It was said in the meeting of Tuesday that nothing would change in May.\n"
LINE = b"The page http://www.example.org/%d/page.html has it.\n"
MESSAGE = (b"From: ann@example.org\nDate: Thu, 1 Jan 1998 00:00:00 +0000\n"
           b"Subject: number %d\nMessage-ID: <%d@example.org>\n\n" + PROSE * 10 + LINE + b"\n")
PIECE = 10_000  # rows made at once
MILLION = 1_000_000


def write_text(out, count):
    """Write count bytes of lines, every twentieth with a URL."""
    block = (PROSE * 19 + LINE % 1) * 600
    for begin in range(0, count, len(block)):
        out.write(block[:count - begin])


def write_messages(out, count):
    for begin in range(0, count, PIECE):
        out.write(b"".join(FROM + MESSAGE % (i, i, i)
                           for i in range(begin, min(begin + PIECE, count))))


def write_urls(out, count):
    for begin in range(0, count, PIECE):
        out.write(b"".join(LINE % i for i in range(begin, min(begin + PIECE, count))))


def write_files(directory, count):
    for i in range(count):
        if i % 1000 == 0:
            os.mkdir(os.path.join(directory, str(i // 1000)))
        with open(os.path.join(directory, str(i // 1000), str(i)), "wb") as file:
            file.write(MESSAGE % (i, i, i))


GROWTH = [  # what grows, from, to, options, the function that writes it
    ("bytes of text", MILLION, 10_000 * MILLION, ["--as=text"], write_text),
    ("messages in a mailbox", 1, MILLION, [], write_messages),
    ("files", 1, MILLION // 10, ["-r"], write_files),
    ("different URLs, with `-u`", 1, 10 * MILLION, ["-u"], write_urls),
]


def run(options, count, write):
    """Return the CPU seconds and the KiB that urlgrep took."""
    with tempfile.TemporaryDirectory() as directory:
        mail = os.path.join(directory, "mail")
        command = [MEASURE, os.path.join(directory, "out"), URLGREP, "-j1", *options]
        if "-r" in options:
            os.mkdir(mail)
            write(mail, count)
            command.append(mail)
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if "-r" not in options:
            write(child.stdin, count)
        _, user, system, _, peak, _, status = child.communicate()[0].split()
    if child.returncode != 0 or int(status) != 0:
        sys.exit(f"growth.py: {command}: status {int(status)}")
    return float(user) + float(system), int(peak)


def main():
    most = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    rows = [["input", "number", "seconds", "microseconds for each", "MB"]]
    for what, first, last, options, write in GROWTH:
        count = first
        while count <= last * most:
            seconds, peak = run(options, count, write)
            rows.append([what, f"{count:,}", f"{seconds:.3f}",
                         f"{seconds / count * 1e6:.3g}", f"{peak / 1000:.1f}"])
            print(*rows[-1], sep="\t", file=sys.stderr)
            count *= 10
    print(markdown_table(rows))


if __name__ == "__main__":
    main()
