#!/usr/bin/env python3
"""readme.py - README's examples print what README says (TAP)

Every "$ COMMAND" line of an indented block that names a file of the corpus or
--check is run; the lines up to the next command or the block's end are what it
must print. JSON may be laid out over lines. The C example is compiled and run.
"""
import os
import re
import subprocess
import sys
import tempfile

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.chdir(top)
urlgrep = os.path.abspath(os.environ.get("URLGREP", "build/urlgrep").split()[-1])
count = failed = 0


def ok(good, what, diagnosis=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {what}")
    if not good:
        print("".join(f"# {line}\n" for line in diagnosis.splitlines()), end="")


def blocks(text):
    """Indented blocks, without the indentation."""
    block = []
    for line in text.split("\n") + ["end"]:
        if line.startswith("    ") or (block and line == ""):
            block.append(line[4:])
        elif block:
            yield block
            block = []


def commands(block):
    """(command, expected lines) of a block."""
    command, expected = None, []
    for line in block:
        if line.startswith("$ "):
            if command:
                yield command, expected
            command, expected = line[2:], []
        elif command:
            expected.append(line)
    if command:
        yield command, expected


def run(command, folder):
    env = dict(os.environ, PATH=folder + ":" + os.environ["PATH"])
    return subprocess.run(["sh", "-c", command], env=env, text=True,
                          capture_output=True).stdout


def same(printed, expected):
    if printed == expected:
        return True
    return printed.startswith("{") and \
        re.sub(r"\n\s*", "", printed) == re.sub(r"\n\s*", "", expected)


text = open("README.md", encoding="utf-8").read()
with tempfile.TemporaryDirectory() as folder:
    os.symlink(urlgrep, os.path.join(folder, "urlgrep"))
    for block in blocks(text):
        for command, expected in commands(block):
            if "corpus/" not in command and "--check" not in command:
                continue
            printed = run(command, folder).rstrip("\n")
            wanted = "\n".join(expected).rstrip("\n")
            ok(same(printed, wanted), command, f"printed\n{printed}\nwanted\n{wanted}")
    for block in blocks(text):
        if block[0] != "#include <stdio.h>":
            continue
        source = os.path.join(folder, "example.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(block))
        built = subprocess.run(
            [os.environ.get("CC", "cc"), "-std=c11", "-Wall", "-Werror",
             *os.environ.get("EXAMPLE_FLAGS", "").split(), "-Iinclude",
             source, os.path.join(os.path.dirname(urlgrep), "liburlgrep.a"),
             "-lpcre2-8", "-o", os.path.join(folder, "example")],
            text=True, capture_output=True)
        ok(built.returncode == 0, "the C example compiles", built.stderr)
        printed = run(os.path.join(folder, "example"), folder)
        ok(printed == "http://h.example/over-view.html\n", "and finds the URL", printed)
print(f"1..{count}")
sys.exit(failed > 0)
