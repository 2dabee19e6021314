#!/usr/bin/env python3
"""screens.py - draw the terminal screens in a directory as SVG, and make an index of its pictures

    tests/common/screens.py DIRECTORY

NAME.ansi, which "tmux capture-pane -e" writes, becomes NAME.svg. index.html shows the pictures
*.svg and *.png.
"""
import glob
import html
import os
import re
import sys
import unicodedata

ROW, COLUMN, MARGIN = 18, 8.43, 8  # pixels
FOREGROUND, BACKGROUND = "#d0d0d0", "#1e1e1e"
# the sixteen colors of a terminal
BASIC = ["#000000", "#cd3131", "#2fa36b", "#c8a600", "#4a8fe7", "#bc3fbc", "#11a8cd", "#d0d0d0",
         "#666666", "#f14c4c", "#4fd69c", "#f5f543", "#7ab4ff", "#d670d6", "#29b8db", "#ffffff"]
LEVELS = [0, 95, 135, 175, 215, 255]
# line drawing of the VT100, between SO and SI
DRAWN = str.maketrans("jklmnqtuvwxa`~", "┘┐┌└┼─├┤┴┬│▒◆·")


def color(number):
    """Return one of the 256 colors of xterm."""
    if number < 16:
        return BASIC[number]
    if number < 232:
        number -= 16
        red, green, blue = number // 36, number // 6 % 6, number % 6
        return "#%02x%02x%02x" % (LEVELS[red], LEVELS[green], LEVELS[blue])
    return "#" + "%02x" % (8 + 10 * (number - 232)) * 3


def apply_sgr(style, codes):
    """Update the style, a dictionary, by a sequence "ESC [ codes m" (ECMA-48)."""
    numbers = [int(code or 0) for code in re.split("[;:]", codes)]
    while numbers:
        number = numbers.pop(0)
        if number == 0:
            style.clear()
        elif number in (38, 48) and numbers[:1] == [5]:
            style["fill" if number == 38 else "back"] = color(numbers[1])
            del numbers[:2]
        elif number in (38, 48) and numbers[:1] == [2]:
            style["fill" if number == 38 else "back"] = "#%02x%02x%02x" % tuple(numbers[1:4])
            del numbers[:4]
        elif number in (39, 49):
            style.pop("fill" if number == 39 else "back", None)
        elif number in (1, 2, 3, 4, 7):
            style[number] = True
        elif number in (22, 23, 24, 27):
            for off in {22: (1, 2), 23: (3,), 24: (4,), 27: (7,)}[number]:
                style.pop(off, None)
        else:
            for base, role, bright in (30, "fill", 0), (40, "back", 0), (90, "fill", 8), \
                    (100, "back", 8):
                if base <= number < base + 8:
                    style[role] = BASIC[number - base + bright]


def columns(text):
    """Return how many columns a text takes in a terminal."""
    return sum(0 if unicodedata.combining(c) or unicodedata.category(c) == "Cf" else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def runs(lines):
    """Yield (row, column, text, style) for each run of characters in one style."""
    style, is_drawn = {}, False
    for row, line in enumerate(lines):
        column = 0
        for text in re.split(r"(\x1b\[[0-9;:]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)|[\x0e\x0f])", line):
            if text.startswith("\x1b["):
                apply_sgr(style, text[2:-1])
            elif text in ("\x0e", "\x0f"):
                is_drawn = text == "\x0e"
            elif text and not text.startswith("\x1b]"):
                yield row, column, text.translate(DRAWN) if is_drawn else text, dict(style)
                column += columns(text)


def run_as_svg(row, column, text, style):
    fill, back = style.get("fill", FOREGROUND), style.get("back")
    if style.get(7):
        fill, back = back or BACKGROUND, style.get("fill", FOREGROUND)
    x, y, width = MARGIN + column * COLUMN, MARGIN + row * ROW, columns(text) * COLUMN
    if back:
        yield f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW}" fill="{back}"/>'
    attributes = "".join(
        value for key, value in ((1, ' font-weight="bold"'), (2, ' opacity="0.6"'),
                                 (3, ' font-style="italic"'),
                                 (4, ' text-decoration="underline"')) if style.get(key))
    if text.strip() or style.get(4):
        yield (f'<text x="{x:.1f}" y="{y + 13}" textLength="{width:.1f}" '
               f'lengthAdjust="spacingAndGlyphs" fill="{fill}"{attributes}>'
               f'{html.escape(text)}</text>')


def draw(screen, title):
    lines = screen.rstrip("\n").split("\n")
    drawn = list(runs(lines))
    width = max([80] + [column + columns(text) for _, column, text, _ in drawn])
    width, height = width * COLUMN + 2 * MARGIN, len(lines) * ROW + 2 * MARGIN
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
           f'viewBox="0 0 {width:.0f} {height}" xml:space="preserve">')
    yield f"<title>{html.escape(title)}</title>"
    yield f'<rect width="100%" height="100%" fill="{BACKGROUND}"/>'
    yield "<style>text { white-space: pre }</style>"
    yield '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">'
    for run in drawn:
        yield from run_as_svg(*run)
    yield "</g>\n</svg>"


def index(pictures):
    yield "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n<title>urlgrep: screenshots</title>"
    yield "<style>body { font-family: sans-serif } img { max-width: 100%; border: 1px solid #888 }</style>"
    yield "<h1>Screenshots</h1>\n<ul>"
    for picture in pictures:
        yield f'<li><a href="#{picture}">{picture}</a>'
    yield "</ul>"
    for picture in pictures:
        yield f'<h2 id="{picture}">{picture}</h2>\n<img src="{picture}" alt="{picture}">'


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = sys.argv[1]
    for path in glob.glob(os.path.join(directory, "*.ansi")):
        name = os.path.splitext(path)[0]
        with open(path, encoding="utf-8") as file:
            write(name + ".svg", draw(file.read(), os.path.basename(name)))
    pictures = sorted(name for name in os.listdir(directory) if name.endswith((".svg", ".png")))
    if not pictures:
        sys.exit(f"no pictures in {directory}")
    write(os.path.join(directory, "index.html"), index(pictures))
    print(f"{len(pictures)} pictures: see {directory}/index.html")


main()
