#!/usr/bin/env python3
"""golden.py - the output of whole command lines: tests/vectors/golden.txt (TAP)

    tests/cli/golden.py [--write]

A line of that file that begins with "$ " is a command, followed by its output: "  " and a
line of standard output, "! " and a line of standard error, "? " and the exit status if it
is not 0. A line that begins with "% " is a command that makes a file and prints nothing.
All are run in one temporary directory, in which corpus/ is that of the source. Bytes that
are not printable UTF-8 are shown as \\xHH, and a space before the end of a line as \\x20;
"seconds" is omitted.

--write updates the file with the current output: review the difference before committing.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, URLGREP, done_testing, ok, skip_all

TABLE = os.path.join(TOP, "tests", "vectors", "golden.txt")
MIN_CASES = 105


def shown(output):
    """Return the lines of an output, with everything made visible."""
    text = output.decode("utf-8", "backslashreplace")
    text = "".join(c if c == "\n" or c.isprintable() else
                   "".join(f"\\x{byte:02X}" for byte in c.encode()) for c in text)
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    elif text:
        lines[-1] += "\\"  # no line end at the end
    return [re.sub(" $", r"\\x20", re.sub(r',?"seconds":[0-9.]*', "", line)) for line in lines]


def run(command, directory):
    """Return the output of a command in the form of the table."""
    done = subprocess.run(["sh", "-c", command], cwd=directory, capture_output=True,
                          check=False, stdin=subprocess.DEVNULL, env=ENVIRONMENT, timeout=120)
    lines = ["  " + line for line in shown(done.stdout)]
    lines += ["! " + line for line in shown(done.stderr)]
    return lines + ([f"? {done.returncode}"] if done.returncode else [])


def make_command(directory):
    """Let the shell find only the command under test as "urlgrep"."""
    os.mkdir(directory)
    path = os.path.join(directory, "urlgrep")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nexec {shlex.quote(URLGREP)} \"$@\"\n")
    os.chmod(path, 0o755)
    ENVIRONMENT["PATH"] = directory + ":" + os.environ["PATH"]


def read_table():
    """Return the lines of the table in groups: lines that are not commands, or a command and
    its output."""
    groups = []
    with open(TABLE, encoding="utf-8") as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            if groups and groups[-1][1].startswith("$ ") and line[:2] in ("  ", "! ", "? "):
                groups[-1].append(line)
            else:
                groups.append([number, line])
    return groups


def check(number, command, wanted, got):
    expected = [f"{place + 1}: expected {line}" for place, line in enumerate(wanted)
                if got[place:place + 1] != [line]]
    found = [f"{place + 1}: got      {line}" for place, line in enumerate(got)
             if wanted[place:place + 1] != [line]]
    ok(wanted == got, command, "\n".join(
        [f"tests/vectors/golden.txt:{number}", *expected[:10], *found[:10]]))


def main():
    global ENVIRONMENT
    ENVIRONMENT = {name: value for name, value in os.environ.items()
                   if not name.startswith(("URLGREP_", "GREP_")) and name != "NO_COLOR"}
    ENVIRONMENT["LC_ALL"] = "C"
    written, cases = [], 0
    with tempfile.TemporaryDirectory() as scratch:
        os.symlink(os.path.join(TOP, "corpus"), os.path.join(scratch, "corpus"))
        make_command(os.path.join(scratch, "bin"))
        if "  ICU: cannot be loaded" in run("urlgrep --version", scratch):
            skip_all("no ICU (install libicu-dev)")
        for number, line, *wanted in read_table():
            written.append(line)
            if line.startswith("% "):
                subprocess.run(["sh", "-c", line[2:]], cwd=scratch, check=True, env=ENVIRONMENT)
            elif line.startswith("$ "):
                cases += 1
                got = run(line[2:], scratch)
                written += got
                if "--write" not in sys.argv:
                    check(number, line, wanted, got)
    if "--write" in sys.argv:
        with open(TABLE, "w", encoding="utf-8") as file:
            file.write("\n".join(written) + "\n")
        return
    ok(cases >= MIN_CASES, f"at least {MIN_CASES} commands", f"{cases} commands")
    done_testing()


main()
