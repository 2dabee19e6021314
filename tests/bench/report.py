#!/usr/bin/env python3
"""Write the results of bench.py as a table and a plot: speed.md and speed.svg.

    tests/bench/report.py RESULTS DIRECTORY     RESULTS is of bench.py --json
"""
import html
import json
import os
import sys

COLUMNS = [("urlgrep -j1", "urlgrep"), ("urlgrep -j2", "-j2"),
           ("urlgrep --as=text -j1", "as text"),
           ("urlgrep --json -j1", "--json"), ("rg -o schemes", "rg, schemes"),
           ("rg -o https?", "rg, https?"), ("$RG -o https?", "newer rg, https?"),
           ("xurls", "xurls"), ("GMime", "GMime"),
           ("igzip -dc | wc -c", "igzip -dc"), ("zstd -dc | wc -c", "zstd -dc")]
BAR, GAP, LEFT, WIDTH = 14, 26, 190, 720  # pixels


def speed(run):
    """Return MB for a second of the processor."""
    return run["bytes"] / run["cpu"] / 1e6 if run["cpu"] else 0


def runs_of(results):
    """Yield each input's description, and its runs in the order of COLUMNS."""
    for name, runs in results["results"].items():
        by_name = {run["name"]: run for run in runs}
        shown = [(label, by_name[key]) for key, label in COLUMNS if key in by_name]
        yield results["inputs"][name]["what"], shown


def table(results):
    """Return a table in Markdown: MB for a second of the processor, and the spread."""
    used = {label for _, shown in runs_of(results) for label, _ in shown}
    labels = [label for _, label in COLUMNS if label in used]
    lines = ["| MB/s of the processor | " + " | ".join(labels) + " |",
             "| --- |" + " --- |" * len(labels)]
    for what, shown in runs_of(results):
        cells = {label: "%.0f ±%.0f %%" % (speed(run), 100 * run["spread"])
                 for label, run in shown}
        lines.append("| %s | %s |" % (what, " | ".join(
            cells.get(label, "") for label in labels)))
    return "\n".join(lines) + "\n"


def plot(results):
    """Return an SVG with a bar for each run, in groups by input."""
    inputs = list(runs_of(results))
    most = max((speed(run) for _, shown in inputs for _, run in shown), default=1)
    parts, y = [], 10
    for what, shown in inputs:
        y += GAP
        parts.append('<text x="4" y="%d" font-weight="bold">%s</text>' %
                     (y - 6, html.escape(what)))
        for label, run in shown:
            width = speed(run) / most * (WIDTH - LEFT - 60)
            color = "#2a6f97" if run["name"].startswith("urlgrep") else "#b0b7bf"
            parts.append(
                '<text x="%d" y="%d" text-anchor="end">%s</text>'
                '<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>'
                '<text x="%.1f" y="%d">%.0f</text>' %
                (LEFT - 6, y + BAR - 3, html.escape(label), LEFT, y, width,
                 BAR - 2, color, LEFT + width + 4, y + BAR - 3, speed(run)))
            y += BAR
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
            'font-family="sans-serif" font-size="11">\n'
            '<title>MB for a second of the processor</title>\n%s\n</svg>\n' %
            (WIDTH, y + 10, "\n".join(parts)))


def write(results, directory):
    os.makedirs(directory, exist_ok=True)
    for name, text in ("speed.md", table(results)), ("speed.svg", plot(results)):
        with open(os.path.join(directory, name), "w", encoding="utf-8") as out:
            out.write(text)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as given:
        write(json.load(given), sys.argv[2])
