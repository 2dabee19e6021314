#!/usr/bin/env python3
"""terminal.py - what differs at a terminal: colors, links, a notice that the command waits
for standard input (TAP)
"""
import os
import pty
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import done_testing, equal, ok

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
URLGREP = os.path.abspath(os.environ.get("URLGREP", TOP + "/build/urlgrep"))
SECONDS = 30

PLAIN = b"http://h.example/\r\n"
BOLD = b"http://\33[1mh.example\33[m/\r\n"
LINK = b"\33]8;;http://h.example/\33\\http://h.example/\33]8;;\33\\\r\n"
NOTICE = b"urlgrep: (standard input): reading from the terminal; Ctrl-D ends the text\r\n"


def run(*arguments, typed=None, **variables):
    """Run urlgrep with its output, its messages and, if something is typed, its input at
    a terminal; return what the terminal shows."""
    master, slave = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "TERM": "xterm", **variables}
    environment = {name: value for name, value in environment.items() if value is not None}
    with subprocess.Popen([URLGREP, *arguments], env=environment, stdout=slave, stderr=slave,
                          stdin=slave if typed else subprocess.DEVNULL) as process:
        os.close(slave)
        if typed:
            os.write(master, typed)
        shown = b""
        while True:
            try:
                read = os.read(master, 4096)
            except OSError: # how a closed terminal ends
                break
            if not read:
                break
            shown += read
        process.wait(SECONDS)
    os.close(master)
    return shown


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
    equal(run("--color=never"), b"", "no notice where standard input is no terminal")


def check_without():
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"a\tb\33[1m http://h.example/ c\n\nd\7\t\n\te http://h.example/")
        file.flush()
        equal(run("--without", file.name), b"a\tb\\x1B[1m  c\r\n\r\nd\\x07\t\r\n\te ",
              "--without: no control characters but tabs and line ends")


def main():
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"http://h.example/\n")
        file.flush()
        check_colors(file.name)
        check_links(file.name)
    check_without()
    check_notice()
    done_testing()


main()
