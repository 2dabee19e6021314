#!/usr/bin/env python3
"""bindings.py - compare the speed of the Python package with that of Python's own modules

    make bench-bindings     compare find() and extract() with re.findall for the same schemes, and
                            with other packages on short texts; mbox() with the email package and re

The texts are pieces of about 1 KB from $ARCHIVES (mailboxes) or, without it, from corpus/. The
compared functions take turns, and the least CPU time of each counts, since other load may disturb
a round. The exit status is 1 if a ratio is less than demanded.
"""
import email
import email.policy
import glob
import importlib
import mailbox
import os
import re
import sys
import tempfile
import time

import pyarrow
import urlgrep

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROUNDS = int(os.environ.get("BENCH_ROUNDS") or 5)
TEXT_BYTES = 961
TEXTS = 20000
SHORT_BYTES = 140
SHORT_TEXTS = 1_000_000
SHORT_SAMPLE = 20_000  # for packages that take more than 10 microseconds per text
MAIL_BYTES = int(os.environ.get("BENCH_MAIL_BYTES") or 16_000_000)  # of each archive
SCHEMES = [line.split("\t")[0] for line in
           open(os.path.join(TOP, "src/grammar/schemes.tsv"), encoding="utf-8")
           if re.match(r"[a-z]", line) and not line.startswith("scheme")]
# The schemes that are found in running text. Several ways to write the pattern are tried, and
# the fastest one counts.
ALTERNATIVES = "|".join(map(re.escape, sorted(SCHEMES, reverse=True)))
PATTERNS = {
    "(http|ftp|...):...": re.compile(rf"(?:{ALTERNATIVES}):[^\s<>\"]+"),
    r"\b(http|ftp|...):...": re.compile(rf"\b(?:{ALTERNATIVES}):[^\s<>\"]+"),
    r"\b(?=[a-z+]+:)...": re.compile(
        rf"\b(?=[a-z][a-z0-9+]*:)(?:{ALTERNATIVES}):[^\s<>\"]+"),
}
WEB_PATTERN = r"https?://[^\s<>\"]+"
FASTEST = PATTERNS[r"\b(?=[a-z+]+:)..."]


def archives():
    directory = os.environ.get("ARCHIVES") or os.path.join(TOP, "build", "archives")
    return sorted(glob.glob(directory + "/*.mbox"))


def read_texts(count=TEXTS, size=TEXT_BYTES):
    """Return texts of 1 KB in US-ASCII, from real mail of the 1990s or from corpus/."""
    paths = [path for path in archives() if "1990s" in path] or \
        glob.glob(os.path.join(TOP, "corpus", "*.txt"))
    texts = []
    for path in paths:
        with open(path, "rb") as file:
            data = file.read(40_000_000).decode("latin-1")
        texts += [data[at:at + size] for at in range(0, len(data), size)]
    texts = [text for text in texts if text.isascii()]
    return (texts * (count // len(texts) + 1))[:count]


def least_seconds(ways, clocks=(time.process_time,)):
    """Return the least time of each function by each clock. The functions take turns."""
    best = {name: [float("inf")] * len(clocks) for name in ways}
    for _ in range(ROUNDS):
        for name, run in ways.items():
            begin = [clock() for clock in clocks]
            run()
            best[name] = [min(least, clock() - since)
                          for least, clock, since in zip(best[name], clocks, begin)]
    return best


def report(what, ratio, demanded):
    good = ratio >= demanded
    print(f"{'ok' if good else 'MISSED'}  {what}: {ratio:.1f} times, demanded {demanded}")
    return good


def bench_texts():
    texts = read_texts()
    column = pyarrow.array(texts)
    urls = sum(len(urlgrep.find(text)) for text in texts)
    ways = {name: lambda pattern=pattern: [pattern.findall(text) for text in texts]
            for name, pattern in PATTERNS.items()}
    ways["find()"] = lambda: [urlgrep.find(text) for text in texts]
    ways["extract()"] = lambda: urlgrep.extract(column)
    ways["extract(), url only"] = lambda: urlgrep.extract(column, columns=["url"])
    best = {name: seconds for name, (seconds,) in least_seconds(ways).items()}
    print(f"{len(SCHEMES)} schemes, {len(texts)} texts of {TEXT_BYTES} bytes, {urls} URLs; microseconds a text:")
    for name, seconds in best.items():
        print(f"  {seconds / len(texts) * 1e6:8.2f}  {name}")
    usual = min(best[name] for name in PATTERNS)
    return [report("find() and re.findall, the fastest pattern", usual / best["find()"], 11),
            report("extract() and re.findall, the fastest pattern",
                   usual / best["extract()"], 25)]


def short_text_ways():
    """Return, for each installed package, a function that finds the URLs in a list of texts, and
    one for an Arrow column."""
    def module(name):
        try:
            return importlib.import_module(name)
        except ImportError:
            print(f"skipped: {name} is not installed")
            return None

    lists = {"find()": lambda texts: [urlgrep.find(text) for text in texts],
             "re, https?": lambda texts, find=re.compile(WEB_PATTERN).findall:
                 [find(text) for text in texts]}
    columns = {"extract()": urlgrep.extract,
               "extract(), url only": lambda column: urlgrep.extract(column, columns=["url"])}
    if urlextract := module("urlextract"):
        extractor = urlextract.URLExtract()
        lists["urlextract"] = lambda texts: [extractor.find_urls(text) for text in texts]
    if linkify := module("linkify_it"):
        linkifier = linkify.LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False})
        lists["linkify-it-py"] = lambda texts: [linkifier.match(text) for text in texts]
    if polars := module("polars"):
        columns["polars, extract_all"] = lambda column: \
            polars.from_arrow(column).str.extract_all(WEB_PATTERN)
    if duckdb := module("duckdb"):
        session = duckdb.connect()
        session.execute("set threads = 1")

        def by_duckdb(column):
            session.register("texts", pyarrow.table({"text": column}))
            session.execute("select regexp_extract_all(text, $1) from texts", [WEB_PATTERN]).to_arrow_table()
        columns["duckdb, regexp_extract_all"] = by_duckdb
    return lists, columns


def bench_short_texts():
    """Print the times for texts as long as a short message."""
    texts = read_texts(SHORT_TEXTS, SHORT_BYTES)
    lists, columns = short_text_ways()
    column = pyarrow.array(texts)
    sizes = {name: SHORT_SAMPLE if name in ("urlextract", "linkify-it-py") else SHORT_TEXTS
             for name in {**lists, **columns}}
    ways = {name: lambda run=run, size=sizes[name]: run(texts[:size]) for name, run in lists.items()}
    ways.update((name, lambda run=run: run(column)) for name, run in columns.items())
    best = least_seconds(ways)
    print(f"{SHORT_TEXTS} texts of {SHORT_BYTES} bytes; microseconds a text:")
    for name, (seconds,) in best.items():
        print(f"  {seconds / sizes[name] * 1e6:8.2f}  {name}")


def by_email_package(messages):
    """Decode and search each text with Python's own modules. Return the number of URLs."""
    found = 0
    for raw in messages:
        message = email.message_from_bytes(raw, policy=email.policy.default)
        for part in message.walk():
            if part.get_content_maintype() == "text":
                try:
                    text = part.get_content()
                except (LookupError, UnicodeError, KeyError):
                    text = (part.get_payload(decode=True) or b"").decode("latin-1")
                found += len(FASTEST.findall(text))
    return found


def first_messages(path):
    """Return the messages at the beginning of a mailbox."""
    messages, size = [], 0
    box = mailbox.mbox(path)
    for key in box.keys():
        if size >= MAIL_BYTES:
            break
        messages.append(box.get_bytes(key))
        size += len(messages[-1])
    return messages


def bench_mail(path):
    """Print the times for an archive. Return the CPU time of the email package divided by that of
    mbox()."""
    messages = first_messages(path)
    with tempfile.NamedTemporaryFile() as file:
        for raw in messages:
            file.write(b"From a@b.example Tue Mar 14 10:12:00 1995\n" + raw + b"\n")
        file.flush()

        best = least_seconds({
            "email": lambda: by_email_package(messages),
            "mbox": lambda: sum(len(message.urls) for message in urlgrep.mbox(file.name)),
            "batches": lambda: sum(len(batch) for batch in urlgrep.batches(file.name))},
            (time.process_time, time.perf_counter))
        size = file.tell() / 1e6
    each = {name: [seconds / len(messages) * 1e6 for seconds in best[name]] for name in best}
    print(f"{os.path.basename(path)}, {len(messages)} messages, {size:.1f} MB; microseconds a "
          "message, CPU time and elapsed time:",
          "; ".join(f"{name} {both[0]:.1f} {both[1]:.1f}" for name, both in each.items()))
    return each["email"][0] / each["mbox"][0]


def median(ratios):
    print("  by archive:", *(f"{ratio:.0f}" for ratio in sorted(ratios)))
    return sorted(ratios)[len(ratios) // 2]


def main():
    good = bench_texts()
    bench_short_texts()
    paths = archives()
    if paths:
        good.append(report("email with re and mbox(), the median archive",
                           median([bench_mail(path) for path in paths]), 100))
    else:
        print("skipped: mbox(), no archives of mail (set ARCHIVES)")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
