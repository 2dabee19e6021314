#!/usr/bin/env python3
"""linear.py - the time to search a text grows in proportion to the text, whatever its contents
(TAP)

Each text of linear.tsv is searched in three sizes, each STEP times the previous one. So are, at
full size, the repeated examples of each file of rules; and the URLs of every scheme are judged and
explained. valgrind counts the instructions, so that the load of the machine does not matter;
scan_bench serves all texts from one process, since valgrind takes longer to start than most texts
take. The last step may add GROWTH * STEP times the instructions that the previous step added, which
excludes startup costs. And no byte may take more than MOST instructions, which reveals costs that
are quadratic up to some limit. The whole text must have been searched.

    tests/robustness/linear.py            all
    tests/robustness/linear.py WORD       only the tests with WORD in their names

LINEAR_BYTES is the middle size, by default 1000000. If it is less, STEP is 2 instead of 4, and only
one grammar is tried, as in make check. The smallest text must be longer than the context examined
around a URL, 8 KiB on each side. SHORTER_BYTES, by default a quarter of LINEAR_BYTES, is the middle
size of texts that take long: the longest may be as long as the longest URL, but not longer.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(1, os.path.join(os.path.dirname(HERE), "common"))
from tap import done_testing, ok, skip_all

SCAN_BENCH = os.environ.get("SCAN_BENCH", TOP + "/build/tests/scan_bench")
BYTES = int(os.environ.get("LINEAR_BYTES", 1000000))
STEP = 4 if BYTES >= 1000000 else 2
SIZES = {"short": int(os.environ.get("SHORTER_BYTES", BYTES // 4)), "middle": BYTES,
         "long": max(BYTES, 70000 * STEP)}
MOST = 12000    # instructions per byte; repeated opaque schemes take the most
GROWTH = 1.125  # relative to that of the text
SLACK = 10      # instructions per byte that are not counted
# The place where a URL fails is found by bisection: n log n.
MOST_EXPLAINED, GROWTH_EXPLAINED = 20000, 1.375
JUDGED_BYTES, EXPLAINED_BYTES = (60000, 8000) if STEP == 4 else (16000, 4000)


class Counter:
    """scan_bench under valgrind, which writes the instructions of each process to a file."""

    def __init__(self, directory):
        self.directory = directory
        self.starts = {}  # grammar: instructions of a process that searches nothing
        self.bench = subprocess.Popen(
            ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
             f"--log-file={directory}/log.%p", SCAN_BENCH],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, grammar, what, text):
        """Return the instructions for a text, or a message."""
        path = self.directory + "/text"
        with open(path, "wb") as file:
            file.write(text)
        try:
            self.bench.stdin.write(f"{grammar} {what} {path}\n")
            self.bench.stdin.flush()
            _, read_bytes = map(int, self.bench.stdout.readline().split())
            process, status = map(int, self.bench.stdout.readline().split())
        except (OSError, ValueError):
            return f"{SCAN_BENCH} does not answer"
        log = f"{self.directory}/log.{process}"
        if status:
            return f"exit status {status}"
        if what == "warm":
            return 0
        if what != "nothing" and read_bytes != len(text):
            return f"searched {read_bytes} of {len(text)} bytes"
        with open(log, encoding="utf-8") as file:
            counted = re.search(r"I +refs: +([0-9,]+)", file.read())
        os.remove(log)
        return int(counted.group(1).replace(",", "")) if counted else "valgrind counted nothing"

    def count(self, grammar, what, text):
        """Return the instructions for a text without those of process startup, or a message."""
        if grammar not in self.starts:
            self.ask(grammar, "warm", warming_text())
            self.starts[grammar] = self.ask(grammar, "nothing", b"")
        start, counted = self.starts[grammar], self.ask(grammar, what, text)
        return next((value for value in (start, counted) if isinstance(value, str)), None) or \
            counted - start


def compare(name, counter, grammar, what, texts):
    """Check that the instructions for the large text are in proportion to the small one."""
    most, growth = (MOST_EXPLAINED, GROWTH_EXPLAINED) if what == "explain" else (MOST, GROWTH)
    counts = [counter.count(grammar, what, text) for text in texts]
    wrong = [count for count in counts if isinstance(count, str)]
    if wrong:
        ok(False, name, "\n".join(wrong))
        return
    tiny, small, large = counts
    extents = [len(longer) - len(text) for text, longer in zip(texts, texts[1:])]
    first = max(small - tiny, 0)  # 0: only the tiny text was short enough to judge
    second = large - small
    ok(second <= first * growth * extents[1] / extents[0] + extents[1] * SLACK and
       second <= extents[1] * most,
       f"{name}: {second // extents[1]} instructions per byte, "
       f"{second * 100 // max(first, 1)} % for {extents[1] * 100 // extents[0]} %")


def rows():
    """Yield the rows of linear.tsv: length, what, name, expression."""
    with open(HERE + "/linear.tsv", encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]


def text_of(name, expression, size):
    text = eval(expression, {"n": size})
    if len(text) < size * 0.7:
        raise ValueError(f"{name}: {len(text)} bytes of {size}")
    return text


def warming_text():
    """Return a text of all kinds, so that patterns are compiled, and code is translated by
    valgrind, only once, before anything is counted."""
    return b"\n".join(eval(expression, {"n": 1000}) for *_, expression in rows())


def examples():
    """Yield the examples of each file of rules, without their marks."""
    marks = {"\u00A6": "", "\u240A": "\n", "\u2409": "\t", "\u2420": " "}
    for path in sorted(glob.glob(TOP + "/src/text/rules/*.pcre")):
        with open(path, encoding="utf-8") as file:
            found = re.findall(r"^%%(?:yes|no) (.+)", file.read(), re.M)
        texts = ["".join(marks.get(c, c) for c in example).encode() for example in found]
        yield os.path.basename(path), [re.sub(rb"\\x([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), text)
                                       for text in texts]


def repeated(texts, size):
    """Return each text repeated: in a URL, in the line after a URL, and before a URL."""
    length = size // (3 * len(texts))
    runs = [text * (length // len(text) + 1) for text in texts]
    return b"\n\n".join(b"http://h.example/%s\n\nhttp://h.example/a\n%s\n\n%shttp://h.example/" %
                        (run, run, run) for run in (run[:length] for run in runs))


def urls(grammar, unit, length):
    """Return one URL per line, filled with unit, for each scheme of a grammar and beginning."""
    with open(f"{TOP}/src/grammar/{grammar}.pcre", encoding="utf-8") as file:
        names = re.findall(r"^%%scheme (\S+)", file.read(), re.M)
    schemes = [scheme.replace("_other_", "unlisted") for name in names for scheme in name.split(",")]
    many = unit * (length // len(unit))
    return "".join(f'{scheme}:{many}"\n{scheme}://h/{many}"\n{scheme}://{many}"\n'
                   for scheme in schemes if not scheme.startswith("_")).encode()


def all_tests():
    """Yield each test: a name, a grammar, what is done, and the three texts."""
    for grammar in ("current", "rfc1738") if STEP == 4 else ("current",):
        for kind, what, name, expression in rows():
            size = SIZES[kind]
            yield f"{name} ({kind}), {grammar}", grammar, what, lambda e=expression, s=size, n=name: [
                text_of(n, e, s // STEP), text_of(n, e, s), text_of(n, e, s * STEP)]
    for name, texts in examples() if STEP == 4 else ():
        yield f"rules of {name}, repeated", "current", "scan", lambda t=texts: [
            repeated(t, SIZES["short"] * 4 ** step) for step in range(3)]
    for what, length, units in (("judge", JUDGED_BYTES, ("a", "a-", "a.", "1.", "%41", ";a=", "a@b,", "u:")),
                                ("explain", EXPLAINED_BYTES, ("a-", "%41"))):
        for grammar in "rfc1738", "current", "draft":
            for unit in units:
                yield f"{what}, {grammar}, {unit}{unit}", grammar, what, lambda g=grammar, u=unit, n=length: [
                    urls(g, u, n // STEP ** 2), urls(g, u, n // STEP), urls(g, u, n)]


def main():
    if shutil.which("valgrind") is None:
        skip_all("no valgrind to count instructions (install valgrind)")
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory() as directory:
        counter = Counter(directory)
        for name, grammar, what, make_texts in all_tests():
            if word in name:
                compare(name, counter, grammar, what, make_texts())
        counter.bench.stdin.close()
        counter.bench.wait()
    done_testing()


main()
