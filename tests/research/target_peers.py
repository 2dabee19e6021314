#!/usr/bin/env python3
"""Score urlgrep and other tools on the tables of wrappers, tracking parameters and defanged
URLs: for each kind of row, how many are right, how many targets are wrong, and how many rows
that must not be touched are kept.

usage: target_peers.py [--table]

Rows are those of unwrap.tsv, tracking.tsv, refang.jsonl, unwrap-scan.jsonl and
unwrap-href.jsonl in tests/vectors. The other tools are installed into build/target-peers:
npm packages by the lock file in peers/targets, Python packages by requirements.txt with
hashes, and xurls with Go. A tool that cannot be installed is reported as skipped. Not part
of make check.

--table prints Markdown. Last comes how many URLs the tools find in what urlgrep --defang
writes of 3,000 made-up URLs, and of the mailboxes in $ARCHIVES.
"""
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(1, os.path.join(TOP, "tests", "common"))
from made_urls import make_defangable, write_html

URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
VECTORS = os.path.join(TOP, "tests", "vectors")
SOURCES = os.path.join(HERE, "peers", "targets")
PEERS = os.path.join(TOP, "build", "target-peers")
XURLS = "mvdan.cc/xurls/v2/cmd/xurls@v2.6.0"

# ---- installing ------------------------------------------------------------------------


def install(name, command, is_there, **variables):
    """Run a command that installs something, unless it is there. Say why it fails."""
    if os.path.exists(os.path.join(PEERS, is_there)):
        return
    if shutil.which(command[0]) is None:
        print(f"skipped: {name} (install {command[0]})", file=sys.stderr)
        return
    print("installing", name, file=sys.stderr)
    run = subprocess.run(command, cwd=PEERS, env={**os.environ, **variables},
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if run.returncode != 0:
        print(f"skipped: {name}: {run.stdout.decode().strip()[-300:]}", file=sys.stderr)


def install_all():
    os.makedirs(PEERS, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(SOURCES, name), PEERS)
    install("npm packages", ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
            "node_modules")
    install("Python packages", [
        "sh", "-c", "python3 -m venv venv && venv/bin/pip -q install --no-deps "
        f"--require-hashes -r '{SOURCES}/requirements.txt' && touch venv/done"], "venv/done")
    install("xurls", ["go", "install", XURLS], "xurls", GOBIN=PEERS)


# ---- running ---------------------------------------------------------------------------


class Skipped(Exception):
    """A tool is not there, or fails."""


def run_filter(command, values):
    """Give a program JSON values, one a line; return those that it prints."""
    if not os.path.exists(os.path.join(PEERS, command[0])) and not shutil.which(command[0]):
        raise Skipped
    text = "".join(json.dumps(value) + "\n" for value in values)
    run = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, cwd=PEERS, check=False)
    rows = [json.loads(line) for line in run.stdout.decode().splitlines()]
    if run.returncode != 0 or len(rows) != len(values):
        raise Skipped
    return rows


def run_node(name, values):
    return run_filter(["node", os.path.join(SOURCES, "targets.mjs"), name], values)


def run_urlgrep(text, *options):
    """Return what urlgrep --json prints for a text, without the summary."""
    run = subprocess.run([URLGREP, "--json", *options, "-"], input=text.encode(),
                         stdout=subprocess.PIPE, check=False)
    if run.returncode == 2:
        sys.exit("urlgrep failed")
    rows = [json.loads(line) for line in run.stdout.decode().splitlines()]
    return [row for row in rows if row["type"] != "summary"]


# ---- the tables ------------------------------------------------------------------------


def read_table(name):
    """Return the rows of a table, each a list of fields."""
    with open(os.path.join(VECTORS, name), encoding="utf-8") as file:
        return [line.rstrip("\n").replace("\\\\", "\\").replace("\\t", "\t").split("\t")
                for line in file if not line.startswith("#") and line.strip()]


def read_json_lines(name):
    with open(os.path.join(VECTORS, name), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def read_classes():
    """Return the class of each service."""
    with open(os.path.join(TOP, "src", "unwrap", "tables", "wrappers.tsv"),
              encoding="utf-8") as file:
        rows = [line.split("\t") for line in file if line.strip() and not line.startswith("#")]
    return {row[0]: row[1] for row in rows if len(row) > 1}


GATEWAYS = {"safelinks": "SafeLinks", "proofpoint-v1": "Proofpoint 1 and 2",
            "proofpoint-v2": "Proofpoint 1 and 2", "proofpoint-v3": "Proofpoint 3"}


def kind_of_wrapper(status, via, classes):
    if status == "none":
        return "not a wrapper: untouched"
    if status != "target":
        return "no target to be had: untouched"
    if "," in via:
        return "wrappers in wrappers"
    return GATEWAYS.get(via) or {"gateway": "other gateways"}.get(
        classes[via], "redirectors, trackers, AMP, archives")


# ---- scores ----------------------------------------------------------------------------


class Score:
    """Right, wrong and all rows of each kind."""

    def __init__(self):
        self.kinds = {}

    def add(self, kind, is_right, is_wrong):
        counts = self.kinds.setdefault(kind, [0, 0, 0])
        counts[0] += is_right
        counts[1] += is_wrong
        counts[2] += 1

    def cell(self, kind):
        right, wrong, count = self.kinds[kind]
        return f"{right} of {count}" + (f", {wrong} wrong" if wrong else "")


def score_unwrap_urlgrep(rows, classes):
    score = Score()
    for option, url, status, target, via, *_ in rows:
        mode = "--unwrap=all" if option == "all" else "--unwrap"
        run = subprocess.run([URLGREP, "--check", "--json", mode, "--", url],
                             stdout=subprocess.PIPE, check=False)
        got = json.loads(run.stdout).get("target")
        wanted = target if status == "target" else None
        score.add(kind_of_wrapper(status, via, classes), got == wanted,
                  got not in (wanted, None))
    return score


def score_unwrap_tidy_url(rows, classes):
    """tidy-url removes tracking parameters, too: they do not count."""
    score = Score()
    expected = [(url, target if status == "target" else url)
                for _, url, status, target, *_ in rows]
    for row, (url, wanted), (got, *cleaned) in zip(rows, expected,
                                                   run_node("tidy-url", expected)):
        _, _, status, _, via, *_ = row
        is_right = got in (wanted, cleaned[1])
        score.add(kind_of_wrapper(status, via, classes), is_right,
                  not is_right and got not in (url, cleaned[0]))
    return score


def kind_of_tracking(url, clean):
    return "tracking parameters removed" if url != clean else "no tracking: untouched"


def score_tracking_urlgrep(rows):
    score = Score()
    for url, clean, *_ in rows:
        run = subprocess.run([URLGREP, "--check", "--json", "--strip-tracking", "--", url],
                             stdout=subprocess.PIPE, check=False)
        got = json.loads(run.stdout).get("clean", url)
        score.add(kind_of_tracking(url, clean), got == clean, got not in (clean, url))
    return score


def normal(url):
    """Return a URL as tidy-url writes it: with a path, and upper-case escapes."""
    url = re.sub("%[0-9a-f]{2}", lambda escape: escape[0].upper(), url, flags=re.IGNORECASE)
    return re.sub(r"^(\w+://[^/?#]*)(?=[?#]|$)", r"\1/", url)


def score_tracking_tidy_url(rows):
    score = Score()
    pairs = [(url, clean) for url, clean, *_ in rows]
    for (url, clean), (got, *_) in zip(pairs, run_node("tidy-url", pairs)):
        is_right = normal(got) == normal(clean)
        score.add(kind_of_tracking(url, clean), is_right,
                  not is_right and normal(got) != normal(url))
    return score


def kind_of_defanged(row):
    if not row["expect"]:
        return "not defanged: untouched"
    return "names without a scheme" if any("no-scheme" in e["signs"] for e in row["expect"]) \
        else "defanged URLs"


def wanted_urls(row):
    """Return the URLs that are meant, without a scheme that is not in the text."""
    return {e["url"][len("http://"):] if "no-scheme" in e["signs"] else e["url"]
            for e in row["expect"]}


def add_defanged(score, row, found):
    """Add a row of which a tool found these URLs and names. What stands in the text as it is
    was not refanged; names in URLs do not count."""
    wanted = wanted_urls(row)
    strange = {url for url in found - wanted if url not in row["text"] and
               not any(url in other for other in wanted)}
    is_right = wanted <= found and not strange
    score.add(kind_of_defanged(row), is_right, bool(strange))


def score_refang_urlgrep(rows):
    score = Score()
    for row in rows:
        hosts = row.get("options", {}).get("refang") == "hosts"
        rows = run_urlgrep(row["text"], "--refang=hosts" if hosts else "--refang")
        found = {r["url"][len("http://"):] if "no-scheme" in r["defanged"]["signs"]
                 else r["url"] for r in rows if "defanged" in r}
        add_defanged(score, row, found)
    return score


def score_refang_lists(rows, results):
    """Score tools that list URLs and names."""
    score = Score()
    for row, (urls, names) in zip(rows, results):
        add_defanged(score, row, set(urls) | set(names))
    return score


def score_refang_fanger(rows):
    """Score a tool that returns the text: the URLs must be there, and nothing else may be
    other than before."""
    score = Score()
    for row, got in zip(rows, run_node("fanger", [row["text"] for row in rows])):
        wanted = row["text"]
        for e, url in ((e, e["url"]) for e in row["expect"]):
            if "no-scheme" in e["signs"]:
                url = url[len("http://"):]
            wanted = wanted.replace(e["defanged"], url)
        score.add(kind_of_defanged(row), got == wanted, got not in (wanted, row["text"]))
    return score


def score_scan_urlgrep(rows):
    score = Score()
    for row in rows:
        found = [(r["url"], r.get("target")) for r in
                 run_urlgrep(row["text"], "--as=text", "--join=always")]
        wanted = [(e["url"], e.get("target")) for e in row["expect"]]
        targets = {target for _, target in found} - {target for _, target in wanted}
        score.add("wrappers broken over lines", found == wanted,
                  bool(targets - {None}))
    return score


def score_href_urlgrep(rows):
    score = Score()
    for row in rows:
        warnings = {w for r in run_urlgrep(row["html"], "--as=html")
                    if r.get("attribute") for w in r["warnings"]}
        score.add("links that show another URL", warnings == set(row["warnings"]),
                  ("href-differs" in warnings) != ("href-differs" in row["warnings"]))
    return score


# ---- what is found in defanged text ------------------------------------------------------


def defang_lines():
    """Return what urlgrep --defang writes, by source."""
    rng = random.Random(20261122)
    html = write_html([make_defangable(rng) for _ in range(3000)])
    sources = {"made-up URLs": subprocess.run(
        [URLGREP, "--defang", "-"], input=html.encode(), stdout=subprocess.PIPE,
        check=True).stdout.decode().splitlines()}
    boxes = sorted(glob.glob(os.path.join(os.environ.get("ARCHIVES", ""), "*.mbox")))
    if os.environ.get("ARCHIVES"):
        lines = []
        for box in boxes:
            lines += subprocess.run(
                [URLGREP, "--defang", "-h", "-u", box], stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, check=False).stdout.decode().splitlines()
        sources["URLs of archives"] = lines
    return sources


def count_by_xurls(lines):
    if not os.path.exists(os.path.join(PEERS, "xurls")):
        raise Skipped
    run = subprocess.run([os.path.join(PEERS, "xurls")], input="\n".join(lines).encode(),
                         stdout=subprocess.PIPE, check=False)
    return str(run.stdout.count(b"\n"))


def count_by_linkify_it(name, lines):
    """Count lines: those with a URL, and those with "//host" only, which is no URL but a
    reference (RFC 3986, 4.2)."""
    found = [texts for texts in run_node(name, lines) if texts]
    references = sum(all(text.startswith("//") for text in texts) for texts in found)
    return str(len(found) - references) + (
        f", and {references} //host" if references else "")


def count_by_urlgrep(lines):
    run = subprocess.run([URLGREP, "-"], input="\n".join(lines).encode(),
                         stdout=subprocess.PIPE, check=False)
    return str(run.stdout.count(b"\n"))


FINDERS = {"urlgrep": count_by_urlgrep, "xurls": count_by_xurls,
           "linkify-it, URLs": lambda lines: count_by_linkify_it("linkify-it", lines),
           "linkify-it, also names":
               lambda lines: count_by_linkify_it("linkify-it-fuzzy", lines)}

# ---- printing --------------------------------------------------------------------------


def print_table(title, columns, rows):
    """Print rows of cells in Markdown or as plain text."""
    if "--table" in sys.argv:
        print("| " + " | ".join([title, *columns]) + " |")
        print("| " + " | ".join("---" for _ in [title, *columns]) + " |")
        for row in rows:
            print("| " + " | ".join(row) + " |")
    else:
        print(title)
        for name, *cells in rows:
            print("  %-40s" % name + "".join("  %s: %s" % pair for pair in zip(columns, cells)))
    print(flush=True)


def compare(title, scorers):
    """Score each tool; print a row for each kind."""
    scores = {}
    for name, scorer in scorers.items():
        try:
            scores[name] = scorer()
        except Skipped:
            print(f"skipped: {name}", file=sys.stderr)
    kinds = list(scores["urlgrep"].kinds)
    kinds.sort(key=lambda kind: kind.endswith("untouched"))
    print_table(title, list(scores), [[kind, *(score.cell(kind) for score in scores.values())]
                                      for kind in kinds])


def main():
    install_all()
    classes = read_classes()
    wrappers, tracking = read_table("unwrap.tsv"), read_table("tracking.tsv")
    refang = read_json_lines("refang.jsonl")
    texts = [row["text"] for row in refang]
    compare("unwrap.tsv", {
        "urlgrep": lambda: score_unwrap_urlgrep(wrappers, classes),
        "tidy-url": lambda: score_unwrap_tidy_url(wrappers, classes)})
    compare("tracking.tsv", {"urlgrep": lambda: score_tracking_urlgrep(tracking),
                             "tidy-url": lambda: score_tracking_tidy_url(tracking)})
    compare("refang.jsonl", {
        "urlgrep": lambda: score_refang_urlgrep(refang),
        "fanger": lambda: score_refang_fanger(refang),
        "ioc-extractor": lambda: score_refang_lists(refang, run_node("ioc-extractor", texts)),
        "ioc-finder": lambda: score_refang_lists(refang, run_filter(
            ["venv/bin/python", os.path.join(SOURCES, "iocs.py")], texts))})
    compare("unwrap-scan.jsonl", {"urlgrep": lambda: score_scan_urlgrep(
        read_json_lines("unwrap-scan.jsonl"))})
    compare("unwrap-href.jsonl", {"urlgrep": lambda: score_href_urlgrep(
        read_json_lines("unwrap-href.jsonl"))})
    rows = []
    for source, lines in defang_lines().items():
        cells = []
        for name, count in FINDERS.items():
            try:
                cells.append(count(lines))
            except Skipped:
                cells.append("skipped")
        rows.append([f"{len(lines)} {source}", *cells])
    print_table("found in what is defanged", list(FINDERS), rows)


main()
