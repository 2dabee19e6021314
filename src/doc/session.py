#!/usr/bin/env python3
"""session.py - draw the terminal session that README.md shows

Run the commands below at the top of the repository, and write what they print, with
its colors, to src/doc/session.svg.

    src/doc/session.py            write the picture
    src/doc/session.py --check    exit 1 if the picture is out of date
"""
import html
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PICTURE = os.path.join(TOP, "src", "doc", "session.svg")
COMMANDS = [
    "tail -n 6 corpus/demo.eml",
    "grep -oE 'https?://[^ >]+' corpus/demo.eml",
    "urlgrep -n corpus/demo.eml",
    "urlgrep --warn corpus/userinfo-spoof.eml | head -n 1",
    "urlgrep --json corpus/demo.eml | jq -c '[.line, .parts.host]' | head -n 2",
]
WIDTH, ROW, COLUMN, MARGIN = 96, 19, 8.43, 16  # columns; pixels
COLORS = {"31": "#e06c75", "32": "#98c379", "35": "#c678dd", "36": "#56b6c2"}


def run(command):
    """What a command prints; urlgrep as it colors on a terminal."""
    urlgrep = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
    with tempfile.TemporaryDirectory() as directory:
        wrapper = os.path.join(directory, "urlgrep")
        with open(wrapper, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec "{urlgrep}" --color=always "$@"\n')
        os.chmod(wrapper, 0o755)
        env = dict(os.environ, PATH=directory + ":" + os.environ["PATH"], LC_ALL="C")
        return subprocess.run(["sh", "-c", command], cwd=TOP, env=env, text=True,
                              capture_output=True, check=True).stdout.splitlines()


def spans(line):
    """The line as SVG: SGR sequences (ECMA-48) become styles."""
    style, column = "", 0
    for text in re.split(r"(\x1b\[[0-9;]*[mK])", line):
        if text.startswith("\x1b"):
            code = text[2:-1]
            style = (' font-weight="bold" fill="#ffffff"' if code == "1" else
                     f' fill="{COLORS[code]}"' if code in COLORS else "")
        elif text:
            x = MARGIN + column * COLUMN
            length = len(text) * COLUMN  # whatever font there is
            yield (f'<tspan x="{x:.1f}" textLength="{length:.1f}"{style}>'
                   f'{html.escape(text)}</tspan>')
            column += len(text)


def lines():
    for command in COMMANDS:
        yield "\x1b[32m$\x1b[m \x1b[1m" + command + "\x1b[m"
        for line in run(command):
            plain = line.expandtabs(8) if "\x1b" not in line else line.replace("\t", "  ")
            yield plain
        yield ""


def draw():
    rows = list(lines())[:-1]
    height, width = len(rows) * ROW + 2 * MARGIN, WIDTH * COLUMN + 2 * MARGIN
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
           f'height="{height}" viewBox="0 0 {width:.0f} {height}">')
    yield "<title>A terminal session with grep and urlgrep</title>"
    yield '<rect width="100%" height="100%" rx="8" fill="#282c34"/>'
    yield ('<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
           'font-size="14" fill="#abb2bf" xml:space="preserve">')
    for number, row in enumerate(rows):
        if row:
            y = MARGIN + number * ROW + 14
            yield f'<text y="{y}">{"".join(spans(row))}</text>'
    yield "</g>\n</svg>"


def main():
    picture = "\n".join(draw()) + "\n"
    if sys.argv[1:] == ["--check"]:
        with open(PICTURE, encoding="utf-8") as file:
            sys.exit(file.read() != picture)
    with open(PICTURE, "w", encoding="utf-8") as file:
        file.write(picture)


main()
