#!/usr/bin/env python3
"""Write the results of bench.py into src/doc: the generated part of
MEASUREMENTS.md, which is between two comments, and the plot speed.svg.

    tests/bench/report.py RESULTS [DIRECTORY]     RESULTS: of bench.py --json
"""
import html
import json
import os
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(os.path.dirname(HERE), "common"))

from archives import TOP  # noqa: E402
from contenders import without_version  # noqa: E402

DIRECTORY = os.path.join(TOP, "src", "doc")
DOCUMENT, PLOT = "MEASUREMENTS.md", "speed.svg"
BEGIN, END = "<!-- bench: begin -->\n", "<!-- bench: end -->\n"
COLUMNS = 100  # of a line of the document


# ---- the document

def replace_generated(document, generated):
    """Return the document with another text between its two comments. Raise
    ValueError if it does not have each of them once, in this order."""
    for marker in BEGIN, END:
        lines = document.splitlines(True).count(marker)
        if lines != 1:
            raise ValueError("%s lines %r, expected one" % (lines or "no",
                                                            marker.strip()))
    before, _, rest = ("\n" + document).partition("\n" + BEGIN)
    _, found, after = ("\n" + rest).partition("\n" + END)
    if not found:
        raise ValueError("%r is not after %r" % (END.strip(), BEGIN.strip()))
    before = (before + "\n")[1:]
    return before + BEGIN + generated + END + after


def read_document(directory):
    path = os.path.join(directory, DOCUMENT)
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def check(directory=DIRECTORY):
    """Exit with a message if the document has no place for the results."""
    try:
        replace_generated(read_document(directory), "")
    except ValueError as error:
        sys.exit("bench: %s: %s" % (os.path.join(directory, DOCUMENT), error))


def write(results, directory=DIRECTORY):
    """Replace the generated part of the document, and the plot."""
    check(directory)
    texts = {DOCUMENT: replace_generated(read_document(directory),
                                         generate(results)),
             PLOT: draw(results)}
    for name, text in texts.items():
        with open(os.path.join(directory, name), "w", encoding="utf-8",
                  newline="") as out:
            out.write(text)


# ---- the generated part

NOT_IN_TABLE = ["cat", "gzip -dc | wc -c", "GMime, all parts", "two processes",
                "two processes, as text"]
PARTS = ["plain-2.mbox", "plain-4.mbox"]  # for other measurements only


def list_words(words):
    if len(words) == 1:
        return words[0]
    return ", ".join(words[:-1]) + " and " + words[-1]


def paragraph(text):
    return textwrap.fill(text, COLUMNS, break_long_words=False,
                         break_on_hyphens=False) + "\n\n"


def seconds_of_input(run, source):
    """Return the median time, scaled to the input if the tool gets a sample."""
    return run["median"] * source["size"] / run["bytes"]


def three_digits(number):
    return "%.*f" % (3 if number < 10 else 1 if number < 100 else 0, number)


def name_input(source):
    return "%s, %.0f MB" % (source["what"], source["size"] / 1e6)


def describe_run(results):
    machine = results["machine"]
    mail = "real mail" if machine["mail"] == "archives" else "mail of `corpus/`"
    return (
        "Medians of %d rounds on %s, with %s, on %d processors (%s); the load "
        "average was %.1f before and %.1f after. Versions: %s." %
        (machine["rounds"], machine["time"].partition("T")[0], mail,
         machine["processors"], machine["processor"] or machine["system"],
         machine["load"][0], machine["load_at_end"][0],
         list_words(results["versions"])))


def markdown_table(rows):
    lines = ["| %s |\n" % " | ".join(cell.replace("|", "\\|") for cell in cells)
             for cells in rows]
    rule = "|" + " --- |" * len(rows[0]) + "\n"
    return lines[0] + rule + "".join(lines[1:]) + "\n"


def seconds_cell(run, source):
    if run is None:
        return ""
    star = "*" if run["bytes"] < source["size"] else ""
    return "%s%s ±%.0f" % (three_digits(seconds_of_input(run, source)), star,
                           100 * run["spread"])


def seconds_table(results):
    inputs = {name: source for name, source in results["inputs"].items()
              if name not in PARTS}
    runs = {name: {run["name"]: run for run in results["results"][name]}
            for name in inputs}
    tools = dict.fromkeys(tool for by_tool in runs.values() for tool in by_tool
                          if tool not in NOT_IN_TABLE)
    rows = [["", *map(name_input, inputs.values())]]
    for tool in tools:
        rows.append(["`%s`" % tool, *(seconds_cell(runs[i].get(tool), inputs[i])
                                      for i in inputs)])
    return markdown_table(rows)


def describe_demand(demand, results):
    if demand["input"]:
        what = results["inputs"][demand["input"]]["what"]
        return "%s: %s" % (what, demand["what"])
    return demand["what"]


def is_met(demand):
    return "yes" if demand["met"] else "**no**"


def ratio_table(demands, results):
    rows = [("A / B", "wanted", "by CPU time", "by elapsed time", "met")]
    for demand in demands:
        figures = {name: "%.2f" % f for name, f in demand["figures"].items()}
        rows.append((describe_demand(demand, results), "%.2f" % demand["limit"],
                     figures.get("cpu", ""), figures["median"], is_met(demand)))
    return markdown_table(rows)


def limit_table(demands, results):
    rows = [("", "at most", "measured", "met")]
    rows += [(describe_demand(demand, results), "%g" % demand["limit"],
              "%.2f" % demand["figures"]["measured"], is_met(demand))
             for demand in demands]
    return markdown_table(rows)


def demand_tables(results):
    ratios = [d for d in results["demands"] if not d["at_most"]]
    limits = [d for d in results["demands"] if d["at_most"]]
    text = ""
    if ratios:
        text += paragraph(
            "Demands: how many times as fast A must be as B. They are judged by "
            "CPU time; two threads, which do not save CPU time, by elapsed time. "
            "Of two versions of ripgrep the faster one counts.")
        text += ratio_table(ratios, results)
    if limits:
        text += limit_table(limits, results)
    return text


def describe_costs(results):
    costs = results["costs"]
    starts = ["%.1f ms (`%s`)" % (start["first"] * 1e3, name)
              for name, start in results["start_up"].items()]
    sentences = ["For 1 KB, the first byte of output comes after %s." %
                 list_words(starts)]
    if "ns for a byte without URLs" in costs:
        sentences.append(
            "As text, with one thread, a byte without URLs takes %.2f ns." %
            costs["ns for a byte without URLs"])
    if "us for a URL" in costs:
        sentences.append(
            "Where each line has URLs, a URL takes %.2f microseconds beyond the "
            "time for its bytes." % costs["us for a URL"])
    return " ".join(sentences)


def generate(results):
    """Return the text for the document."""
    return (
        paragraph(describe_run(results)) +
        paragraph(
            "Elapsed seconds for the whole input, and the spread: half the "
            "distance between the quartiles, in percent of the median. A star "
            "marks tools that get a sample of the input; their seconds are "
            "scaled to its size. urlscan is started for each message. `schemes`: "
            "a pattern with the schemes of urlgrep; `https?`: a pattern for "
            "http and https URLs. The size of a compressed input is that of the "
            "decompressed file. `rg` without a version is that of the system.") +
        seconds_table(results) +
        "![Speed of urlgrep and other tools](%s)\n\n" % PLOT +
        demand_tables(results) +
        paragraph(describe_costs(results)))


# ---- the plot

# Contenders, without the version of ripgrep, of which the newest is shown.
PLOTTED = ["urlgrep -j1", "urlgrep -j2", "urlgrep --json -j1",
           "urlgrep --as=text -j1", "urlgrep --as=text -j2", "rg -o https?",
           "rg --no-mmap -o https?", "rg -o schemes", "GMime", "linkify",
           "xurls", "URI::Find", "urlscan", "igzip -dc | wc -c", "zstd -dc | wc -c"]
OWN_COLOR, OTHER_COLOR = "#1f6fb2", "#a9b1ba"
INK, FAINT = "#222222", "#d9dde1"
# pixels
PANEL_WIDTH, PANEL_GAP, MARGIN = 460, 28, 20
BAR, BAR_STEP = 13, 18
LABEL_WIDTH, VALUE_WIDTH = 186, 50
HEAD, PANEL_HEAD, PANEL_FOOT = 64, 26, 52


def element(name, content=None, **attributes):
    text = "<%s %s" % (name, " ".join(
        '%s="%s"' % (key.replace("_", "-"), html.escape(
            "%.1f" % value if isinstance(value, float) else str(value)))
        for key, value in attributes.items()))
    return text + ("/>" if content is None else
                   ">%s</%s>" % (html.escape(content, quote=False), name))


def plotted_runs(runs):
    """Return the runs to be shown, in the order of PLOTTED."""
    by_name = {}
    for run in runs:  # "rg VERSION" comes after "rg"
        by_name[without_version(run["name"])] = run
    return [by_name[name] for name in PLOTTED if name in by_name]


def plotted_inputs(results):
    """Yield each input that other tools read, too, and its runs."""
    for name, source in results["inputs"].items():
        runs = plotted_runs(results["results"][name])
        if any(not run["name"].startswith("urlgrep") for run in runs):
            yield source, runs


def tick_step(most):
    """Return a round number that gives three to six ticks."""
    step = 10 ** len(str(int(most)))
    for factor in (0.5, 0.4, 0.5) * 9:  # 5, 2, 1, ...
        if most / step >= 3:
            break
        step *= factor
    return step


def draw_axis(left, top, bottom, width, most):
    """Return a vertical line and a number for each tick, and the unit."""
    step = tick_step(most)
    parts = []
    for number in range(int(most / step) + 1):
        at = left + number * step * width / most
        parts += [element("line", x1=at, x2=at, y1=top - 4, y2=bottom,
                          stroke=FAINT if number else INK),
                  element("text", "%g" % (number * step), x=at, y=bottom + 14,
                          text_anchor="middle")]
    return parts + [element("text", "MB/s", x=left + width / 2, y=bottom + 29,
                            text_anchor="middle")]


def draw_bar(left, y, width, name, speed):
    """Return a bar, with the name at its left and the speed at its right."""
    is_own = name.startswith("urlgrep")
    baseline = y + BAR - 2
    return [
        element("text", name, x=left - 6, y=baseline, text_anchor="end",
                font_weight="bold" if is_own else "normal"),
        element("rect", x=left, y=y, width=max(width, 1.0), height=BAR,
                fill=OWN_COLOR if is_own else OTHER_COLOR),
        element("text", "%.0f" % speed if speed >= 10 else "%.2g" % speed,
                x=left + width + 5, y=baseline, stroke="#ffffff",
                stroke_width=3, paint_order="stroke")]


def draw_panel(x, y, source, runs):
    """Return a bar for each run on an input, and an axis below them."""
    speeds = [run["bytes_per_second"] / 1e6 for run in runs]
    left, width = x + LABEL_WIDTH, PANEL_WIDTH - LABEL_WIDTH - VALUE_WIDTH
    top = y + PANEL_HEAD
    bottom = top + BAR_STEP * len(runs) + 2
    parts = [element("text", name_input(source), x=x, y=y + 12,
                     font_weight="bold", font_size=13)]
    parts += draw_axis(left, top, bottom, width, max(speeds))
    for number, (run, speed) in enumerate(zip(runs, speeds)):
        parts += draw_bar(left, top + number * BAR_STEP,
                          speed * width / max(speeds), run["name"], speed)
    return parts


def draw_head(width):
    parts = [
        element("rect", x=0, y=0, width=width, height="100%", fill="#ffffff"),
        element("text", "Speed: MB of input for each second of elapsed time",
                x=MARGIN, y=26, font_size=16, font_weight="bold"),
        element("text", "Longer bars are faster. Each input has its own scale.",
                x=MARGIN, y=46)]
    for at, name, color in ((width - 190, "urlgrep", OWN_COLOR),
                            (width - 110, "other tools", OTHER_COLOR)):
        parts += [element("rect", x=at, y=36, width=BAR, height=BAR,
                          fill=color),
                  element("text", name, x=at + BAR + 5, y=47)]
    return parts


def draw(results):
    """Return an SVG with a panel for each input, two in a row."""
    panels = list(plotted_inputs(results))
    width = 2 * MARGIN + 2 * PANEL_WIDTH + PANEL_GAP
    parts, y = draw_head(width), HEAD + 10
    for first in range(0, len(panels), 2):
        in_row = panels[first:first + 2]
        for number, (source, runs) in enumerate(in_row):
            x = MARGIN + number * (PANEL_WIDTH + PANEL_GAP)
            parts += draw_panel(x, y, source, runs)
        most = max(len(runs) for _, runs in in_row)
        y += PANEL_HEAD + PANEL_FOOT + BAR_STEP * most
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
            'viewBox="0 0 %d %d" font-family="sans-serif" font-size="11" '
            'fill="%s">\n<title>Speed of urlgrep and other tools</title>\n'
            '%s\n</svg>\n' % (width, y, width, y, INK, "\n".join(parts)))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as given:
        write(json.load(given), *sys.argv[2:])
