#!/usr/bin/env python3
"""following.py - growing text, as from "tail -f": how soon a URL is printed (TAP)"""
import os
import select
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import URLGREP, done_testing, equal

SECONDS = 30  # to wait for output; only a failure takes that long

# options, the lines that are enough for the URLs of the first one to be printed, and these; the end
# of a line with "…" is missing
ROWS = (
    ("", ["see http://h.example/a for more"], ["http://h.example/a"]),
    ("--join=never", ["see http://h.example/a"], ["http://h.example/a"]),
    ("", ["see http://h.example/a", "thanks"], ["http://h.example/a"]),
    ("", ["see http://h.example/a", ""], ["http://h.example/a"]),
    ("", ["12:00 <ann> look at http://h.example/a/", "12:01 <bob> well"],
     ["http://h.example/a/"]),
    ("", ["2026-11-23 12:00:05 INFO GET http://h.example/a/0",
          "2026-11-23 12:00:06 INFO GET http://h.example/a/1"], ["http://h.example/a/0"]),
    ("", ["2026-11-23T12:00:05.123Z host nginx[123]: a request for https://h.example/shed/item",
          "2026-11-23T12:00:06.456Z host nginx[123]: a request for https://h.example/shed/door"],
     ["https://h.example/shed/item"]),
    ("", ["2026/11/23 12:00:05 [error] 123: the file was not found, GET http://h.example/a/0",
          "2026/11/23 12:00:06 [error] 123: the file was not found, GET http://h.example/a/1"],
     ["http://h.example/a/0"]),
    ("", ["Nov 23 12:00:05 host shed[123]: a request of the gardener http://h.example/a/0",
          "Nov 23 12:00:06 host shed[123]: a request of the gardener http://h.example/a/1"],
     ["http://h.example/a/0"]),
    ("-n", ["[1] GET http://h.example/a/0", "[2] GET http://h.example/a/1"],
     ["1:http://h.example/a/0"]),
    ("--join=always", ["http://h.example/" + "a/" * 30, "b/" * 38, "7…"],
     ["http://h.example/" + "a/" * 30 + "b/" * 38]),
)


def follow(options, lines, count):
    """Return the lines that are output while standard input stays open."""
    with subprocess.Popen([URLGREP, "--line-buffered", *options.split()],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        output = b""
        program.stdin.write("".join(line + "\n" for line in lines).replace("…\n", "").encode())
        program.stdin.flush()
        while output.count(b"\n") < count:
            if not select.select([program.stdout], [], [], SECONDS)[0]:
                break
            piece = os.read(program.stdout.fileno(), 1 << 16)
            if not piece:
                break
            output += piece
        program.stdin.close()
        program.stdout.read()
    return output.decode().splitlines()


def main():
    for options, lines, expected in ROWS:
        equal(follow(options, lines, len(expected)), expected,
              f"after {len(lines)} lines {options}: {lines[0]}")
    done_testing()


if __name__ == "__main__":
    main()
