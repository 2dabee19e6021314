#!/usr/bin/env python3
"""terminal.py - output that depends on a terminal: colors, links, a notice that the command
waits for standard input, progress (TAP)
"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from at_terminal import SECONDS, at_terminal
from tap import URLGREP, done_testing, equal, ok

PLAIN = b"http://h.example/\r\n"
BOLD = b"http://\33[1mh.example\33[m/\r\n"
LINK = b"\33]8;;http://h.example/\33\\http://h.example/\33]8;;\33\\\r\n"
NOTICE = b"urlgrep: (standard input): reading from the terminal; Ctrl-D ends the text\r\n"


def run(*arguments, typed=None, **variables):
    """Run urlgrep with its output, its messages and, if anything is typed, its input at a
    terminal. Return what the terminal shows."""
    environment = {"PATH": os.environ["PATH"], "TERM": "xterm", **variables}
    environment = {name: value for name, value in environment.items() if value is not None}

    def prepare():
        if not typed:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    return at_terminal([URLGREP, *arguments], [(b"", typed)] if typed else [], env=environment,
                       prepare=prepare)[1]


def check_colors(path):
    equal(run(path), BOLD, "a terminal: colors by default")
    equal(run("--color", path), BOLD, "--color: as by default")
    equal(run("--color=never", path), PLAIN, "--color=never")
    equal(run(path, TERM="dumb"), PLAIN, "TERM=dumb: no colors")
    equal(run(path, TERM=None), PLAIN, "no TERM: no colors")
    equal(run(path, NO_COLOR="1"), PLAIN, "NO_COLOR: no colors")
    equal(run(path, NO_COLOR=""), BOLD, "an empty NO_COLOR does not count")
    equal(run("--color=always", path, NO_COLOR="1", TERM="dumb"), BOLD,
          "--color=always: whatever the environment says")


def check_links(path):
    equal(run("--hyperlink", "--color=never", path), LINK, "--hyperlink: a link")
    equal(run("--hyperlink=never", "--color=never", path), PLAIN, "--hyperlink=never: none")


def check_notice():
    typed = b"http://h.example/\n\4"
    shown = run("--color=never", typed=typed)
    ok(NOTICE in shown and shown.endswith(PLAIN), "a notice that it waits", repr(shown))
    shown = run("--color=never", "-s", typed=typed)
    ok(NOTICE not in shown and shown.endswith(PLAIN), "-s: no notice", repr(shown))
    shown = run("--check", typed=typed)
    ok(NOTICE in shown and b"valid in current" in shown, "--check: a notice", repr(shown))
    shown = run("--color=never", "--resolve", typed=typed)
    ok(shown.count(NOTICE) == 1 and shown.endswith(PLAIN), "--resolve: one notice", repr(shown))
    equal(run("--color=never"), b"", "no notice if standard input is not a terminal")


# ---- progress --------------------------------------------------------------------

COLUMNS = 64


def progress(*arguments):
    """Return the progress lines in a narrow terminal while the output is read slowly."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    shown = []
    with subprocess.Popen([URLGREP, *arguments], stdout=subprocess.PIPE, stderr=slave,
                          stdin=subprocess.DEVNULL) as process:
        os.close(slave)
        time.sleep(1.1)  # nothing is shown in the first second
        while process.stdout.read(100_000):
            time.sleep(.1)
        process.wait(SECONDS)
    try:
        while data := os.read(master, 4096):
            shown.append(data.decode())
    except OSError:
        pass
    os.close(master)
    return "".join(shown).split("\r\33[K")[1:]


def make_tree(directory):
    """Make a tree. Half of the bytes are in the first file, which is binary and skipped."""
    text = "".join(f"http://h.example/{i}\n" for i in range(1000))
    os.mkdir(f"{directory}/{'long-' * 20}name")
    for i in range(100):
        with open(f"{directory}/{'long-' * 20}name/{i}", "w", encoding="ascii") as file:
            file.write(text)
    with open(f"{directory}/a", "wb") as file:
        file.write(bytes(100 * len(text)))
    os.mkfifo(f"{directory}/pipe")


def check_progress():
    with tempfile.TemporaryDirectory() as directory:
        make_tree(directory)
        for threads in ("-j1", "-j2"):
            lines = progress("-r", threads, directory)
            last = lines.pop() if lines else None
            found = [re.fullmatch(r"[\d.]+ [kM]B(?:, (\d+) %, \d+:\d\d left)?, [\d.]+ [kM]B/s, "
                                  r"\d+ URLs  [long-]+-name/\d+", line) for line in lines]
            ok(last == "" and len(found) > 4 and all(found) and not found[0][1] and
               all(int(line[1]) >= 50 for line in found[1:]),
               f"progress of a tree, {threads}: share, time left, file, beside the output",
               repr((lines, last)))
            ok(lines and all(len(line) < COLUMNS for line in lines), "... on one line of the terminal")
        os.mkfifo(f"{directory}/named")
        writer = threading.Thread(target=lambda: open(f"{directory}/named", "wb").close())
        writer.start()
        lines = progress("-r", f"{directory}/named", directory)
        writer.join(SECONDS)
        ok(len(lines) > 4 and not any("left" in line for line in lines),
           "a pipe has no size: no share", repr(lines))


def main():
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"http://h.example/\n")
        file.flush()
        check_colors(file.name)
        check_links(file.name)
    check_notice()
    check_progress()
    done_testing()


main()
