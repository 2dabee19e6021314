"""The demands on speed, start-up time and memory.

    for d in all_demands(results, starts, peaks): d.what, d.figures, d.is_met()
"""
from collections import namedtuple

from contenders import names_of_versions, versions_of

MAX_MEMORY = 16         # MiB
MAX_MEMORY_GROWTH = 4   # MiB, from a quarter of a file to the whole file
THREADS_RATIO = 1.8     # of two threads to one
PROCESSES_RATIO = 0.85  # of two threads to two processes


class Demand(namedtuple("Demand", "source what limit figures judged_by at_most", defaults=[False])):
    """A ratio of speeds must reach a limit; if at_most, a figure must not exceed it.

    source: the name of the input, or None.
    figures: by name; a ratio has "cpu" and "median" (elapsed) figures.
    judged_by: the name of the figure that counts.
    """

    def is_met(self):
        figure = self.figures[self.judged_by]
        return figure <= self.limit if self.at_most else figure >= self.limit


def ratios_of_speed(runs, other):
    """Return the ratio of bytes per second by CPU time and by elapsed time."""
    size = runs.contender.size / other.contender.size
    return {"cpu": size * other.median("cpu") / runs.median("cpu"),
            "median": size * other.median() / runs.median()}


# input, run of urlgrep, other run, ratio of their speeds
RATIOS = [
    ("text", "urlgrep --as=text -j1", "rg -o https?", 0.9),
    ("text", "urlgrep --as=text -j1", "rg --no-mmap -o https?", 0.9),
    ("text", "urlgrep --as=text -j1", "rg https?", 0.9),
    ("text", "urlgrep --as=text -j1", "rg -o schemes", 4.5),
    ("text", "urlgrep --as=text -j1", "wc -l", 0.5),
    ("plain.mbox", "urlgrep --as=text -j1", "rg -o https?", 0.9),
    ("plain.mbox", "urlgrep --as=text -j1", "rg --no-mmap -o https?", 0.9),
    ("plain.mbox", "urlgrep --as=text -j1", "rg https?", 0.9),
    ("plain.mbox", "urlgrep --as=text -j1", "rg -o schemes", 4.5),
    ("plain.mbox", "urlgrep -j1", "urlgrep --as=text -j1", 0.55),
    ("plain.mbox", "urlgrep --json -j1", "urlgrep -j1", 0.67),
    ("plain.mbox.gz", "urlgrep -j1", "igzip -dc | wc -c", 0.85),
    ("plain.mbox.zst", "urlgrep -j1", "zstd -dc | wc -c", 0.9),
    ("mime.mbox", "urlgrep -j1", "GMime", 6),
    ("html.mbox", "urlgrep -j1", "rg -o https?", 0.4),
    ("html.mbox", "urlgrep -j1", "rg https?", 0.4),
]

# the same, for two threads; they save elapsed time, not CPU time
THREADS = [(name, f"urlgrep {options}-j2", f"urlgrep {options}-j1", THREADS_RATIO)
           for name, options in (("text", "--as=text "), ("big.mbox", ""), ("big.mbox", "--as=text "),
                                 ("mime.mbox", ""), ("plain.mbox", "--json "), ("plain.mbox", "-n "),
                                 ("directory", ""))] + [
    ("big.mbox", "urlgrep -j2", "two processes", PROCESSES_RATIO),
    ("big.mbox", "urlgrep --as=text -j2", "two processes, as text", PROCESSES_RATIO),
]


def speed_demands(results):
    """Yield the demands on speed. The fastest version of ripgrep counts."""
    for rows, judged_by in (RATIOS, "cpu"), (THREADS, "median"):
        for name, own, other_name, limit in rows:
            found = results.get(name, {})
            other = min(versions_of(found, other_name), key=lambda runs: runs.median("cpu"),
                        default=None)
            if own in found and other:
                figures = ratios_of_speed(found[own], other)
                yield Demand(name, "%s / %s" % (own, other.name), limit,
                             {k: v for k, v in figures.items() if k in (judged_by, "median")},
                             judged_by)


def start_demands(starts):
    for name in ("rg -o https?", "rg -o schemes"):
        versions = names_of_versions(starts, name)
        if versions:
            other = min(versions, key=starts.get)
            yield Demand(None, "time to the first byte: urlgrep / " + other, 1,
                         {"measured": starts["urlgrep"] / starts[other]}, "measured", True)


def memory_demands(peaks):
    figures = []
    if "big.mbox" in peaks:
        figures += [("big.mbox", "resident memory with -j2, MiB", MAX_MEMORY,
                     peaks["big.mbox"]["peak"]),
                    ("big.mbox", "memory with -j2 without mapped files, MiB", MAX_MEMORY,
                     peaks["big.mbox"]["own"])]
    if "plain.mbox" in peaks and "plain-4.mbox" in peaks:
        figures.append(("plain.mbox", "memory without mapped files, beyond that for a quarter, MiB",
                        MAX_MEMORY_GROWTH, peaks["plain.mbox"]["own"] - peaks["plain-4.mbox"]["own"]))
    for name, what, limit, kib in figures:
        yield Demand(name, what, limit, {"measured": kib / 1024}, "measured", True)


def all_demands(results, starts, peaks):
    return [*speed_demands(results), *start_demands(starts), *memory_demands(peaks)]
