"""The results of bench.py as Markdown: the generated part of MEASUREMENTS.md, which is between
two comments."""
import os
import sys
import textwrap

from archives import TOP

DOCUMENT = os.path.join(TOP, "src", "doc", "MEASUREMENTS.md")
BEGIN, END = "<!-- bench: begin -->\n", "<!-- bench: end -->\n"
COLUMNS = 100  # of a line of the document
NOT_IN_TABLE = ["two processes", "two processes, as text"]
PART = "plain-4.mbox"  # only for the demand on memory


def write(generated=None):
    """Replace the generated part of the document. None: only check that it has a place for it."""
    with open(DOCUMENT, encoding="utf-8") as file:
        lines = file.read().splitlines(True)
    if lines.count(BEGIN) != 1 or END not in lines[lines.index(BEGIN):]:
        sys.exit("bench: %s: no place for the results" % DOCUMENT)
    if generated is not None:
        lines[lines.index(BEGIN) + 1:lines.index(END)] = [generated]
        with open(DOCUMENT, "w", encoding="utf-8") as out:
            out.write("".join(lines))


def list_words(words):
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def paragraph(text):
    return textwrap.fill(text, COLUMNS, break_long_words=False, break_on_hyphens=False) + "\n\n"


def markdown_table(rows):
    lines = ["| %s |\n" % " | ".join(cell.replace("|", "\\|") for cell in cells) for cells in rows]
    rule = "|" + " --- |" * len(rows[0]) + "\n"
    return lines[0] + rule + "".join(lines[1:]) + "\n"


def describe_run(results):
    machine = results["machine"]
    mail = "real mail" if results["mail"] == "archives" else "mail of `corpus/`"
    return (
        "Medians of %d rounds on %s, with %s, on %d processors (%s); the load "
        "average was %.1f before and %.1f after. Versions: %s." %
        (machine["rounds"], machine["date"], mail, machine["processors"], machine["processor"],
         machine["load"][0], results["load_at_end"][0], list_words(results["versions"])))


def seconds_cell(runs, source):
    """Return the median time, scaled to the input if the tool gets a sample."""
    if runs is None:
        return ""
    seconds = runs.median() * source.size / runs.contender.size
    return "%.*f%s ±%.0f" % (3 if seconds < 10 else 1 if seconds < 100 else 0, seconds,
                             "*" if runs.contender.size < source.size else "",
                             100 * runs.spread())


def seconds_table(results):
    inputs = {name: source for name, source in results["inputs"].items() if name != PART}
    found = results["results"]
    tools = dict.fromkeys(tool for name in inputs for tool in found[name]
                          if tool not in NOT_IN_TABLE)
    rows = [["", *("%s, %.0f MB" % (source.what, source.size / 1e6) for source in inputs.values())]]
    rows += [["`%s`" % tool, *(seconds_cell(found[name].get(tool), source)
                               for name, source in inputs.items())] for tool in tools]
    return markdown_table(rows)


def demand_table(demands, results, head, figures_of):
    """Return the rows of the demands, with unmet ones in bold."""
    inputs = results["inputs"]
    return markdown_table([head] + [
        ("%s: %s" % (inputs[d.source].what, d.what) if d.source else d.what, *figures_of(d),
         "yes" if d.is_met() else "**no**") for d in demands])


def demand_tables(results):
    ratios = [d for d in results["demands"] if not d.at_most]
    limits = [d for d in results["demands"] if d.at_most]
    text = ""
    if ratios:
        text += paragraph(
            "Demands: how many times as fast A must be as B. They are judged by "
            "CPU time; two threads, which do not save CPU time, by elapsed time. "
            "Of two versions of ripgrep the faster one counts.")
        text += demand_table(
            ratios, results, ("A / B", "wanted", "by CPU time", "by elapsed time", "met"),
            lambda d: ("%.2f" % d.limit, "%.2f" % d.figures["cpu"] if "cpu" in d.figures else "",
                       "%.2f" % d.figures["median"]))
    if limits:
        text += demand_table(limits, results, ("", "at most", "measured", "met"),
                             lambda d: ("%g" % d.limit, "%.2f" % d.figures["measured"]))
    return text


def describe_costs(results):
    """Describe the time to the first byte, per byte, and per URL in addition to its bytes."""
    sentences = ["For 1 KB, the first byte of output comes after %s." % list_words(
        ["%.1f ms (`%s`)" % (first * 1e3, name) for name, first in results["starts"].items()])]
    text, dense = (results["results"].get(name, {}).get("urlgrep --as=text -j1")
                   for name in ("text", "dense"))
    if text:
        of_byte = text.median() / text.contender.size
        sentences.append("As text, with one thread, a byte without URLs takes %.2f ns." %
                         (of_byte * 1e9))
    if text and dense:
        of_url = (dense.median() - of_byte * dense.contender.size) / max(dense.found["lines"], 1)
        sentences.append("Where each line has URLs, a URL takes %.2f microseconds beyond the "
                         "time for its bytes." % (of_url * 1e6))
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
