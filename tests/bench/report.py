#!/usr/bin/env python3
"""Write the results of bench.py into src/doc: the generated part of
MEASUREMENTS.md, which is between two comments.

    tests/bench/report.py RESULTS [DIRECTORY]     RESULTS: of bench.py --json
"""
import json
import os
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(os.path.dirname(HERE), "common"))

from archives import TOP  # noqa: E402

DIRECTORY = os.path.join(TOP, "src", "doc")
DOCUMENT = "MEASUREMENTS.md"
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
    """Replace the generated part of the document."""
    check(directory)
    text = replace_generated(read_document(directory), generate(results))
    with open(os.path.join(directory, DOCUMENT), "w", encoding="utf-8", newline="") as out:
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
        demand_tables(results) +
        paragraph(describe_costs(results)))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as given:
        write(json.load(given), *sys.argv[2:])
