"""The demands on speed, start-up time and memory.

    for d in all_demands(results, starts, peaks): d.what, d.figures, d.is_met()
"""
from contenders import names_of_versions, versions_of

MAX_MEMORY = 16         # MiB
MAX_MEMORY_GROWTH = 4   # MiB, from a quarter of a file to all of it


class Demand:
    """A ratio of speeds must reach a limit; if at_most, a figure must not exceed
    it.

    source: the name of the input, or None.
    figures: by name; a ratio has those of "cpu", "median" and "least" time.
    judged_by: the name of the figure that counts.
    """

    def __init__(self, source, what, limit, figures, judged_by, at_most=False):
        self.source = source
        self.what = what
        self.limit = limit
        self.figures = figures
        self.judged_by = judged_by
        self.at_most = at_most

    def is_met(self):
        figure = self.figures[self.judged_by]
        return figure <= self.limit if self.at_most else figure >= self.limit

    def as_json(self):
        return {"input": self.source, "what": self.what, "limit": self.limit,
                "at_most": self.at_most, "judged_by": self.judged_by,
                "figures": self.figures, "met": self.is_met()}


def ratios_of_speed(runs, other):
    """Return how many times as many bytes a second: by CPU time, by the median
    of the elapsed time, and by the least."""
    size = runs.contender.size / other.contender.size
    return {"cpu": size * other.median("cpu") / runs.median("cpu"),
            "median": size * other.median() / runs.median(),
            "least": size * other.least() / runs.least()}


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
    ("plain.mbox", "urlgrep --json -j1", "urlgrep -j1", 1 / 1.5),
    ("plain.mbox.gz", "urlgrep -j1", "igzip -dc | wc -c", 0.85),
    ("plain.mbox.zst", "urlgrep -j1", "zstd -dc | wc -c", 0.9),
    ("mime.mbox", "urlgrep -j1", "GMime", 6),
    ("html.mbox", "urlgrep -j1", "rg -o https?", 0.4),
    ("html.mbox", "urlgrep -j1", "rg https?", 0.4),
]

# input, options of urlgrep: two threads must be faster than one by this ratio
THREADS_RATIO = 1.8
THREADS = [("text", "--as=text "), ("big.mbox", ""), ("big.mbox", "--as=text "),
           ("mime.mbox", ""), ("plain.mbox", "--json "), ("plain.mbox", "-n "),
           ("directory", "")]
PROCESSES_RATIO = 0.85  # of the speed of two processes


def fastest(found, name):
    """Return the runs of a contender, of the fastest version of ripgrep."""
    return min(versions_of(found, name), key=lambda runs: runs.median("cpu"),
               default=None)


def speed_demands(results):
    for name, own, other_name, limit in RATIOS:
        found = results.get(name, {})
        other = fastest(found, other_name)
        if own in found and other:
            yield Demand(name, "%s / %s" % (own, other.name), round(limit, 2),
                         ratios_of_speed(found[own], other), "cpu")


def thread_demands(results):
    """Threads save elapsed time, not CPU time."""
    def demand(name, runs, other, limit):
        ratios = ratios_of_speed(runs, other)
        del ratios["cpu"]
        return Demand(name, "%s / %s" % (runs.name, other.name), limit, ratios,
                      "median")

    for name, options in THREADS:
        one, two = ("urlgrep %s-j%d" % (options, n) for n in (1, 2))
        found = results.get(name, {})
        if one in found:
            yield demand(name, found[two], found[one], THREADS_RATIO)
    found = results.get("big.mbox", {})
    for options, processes in (("", "two processes"),
                               ("--as=text ", "two processes, as text")):
        if processes in found:
            yield demand("big.mbox", found["urlgrep %s-j2" % options],
                         found[processes], PROCESSES_RATIO)


def start_demands(starts):
    for name in ("rg -o https?", "rg -o schemes"):
        versions = names_of_versions(starts, name)
        if versions:
            other = min(versions, key=lambda version: starts[version]["first"])
            ratio = starts["urlgrep"]["first"] / starts[other]["first"]
            yield Demand(None, "time to the first byte: urlgrep / " + other, 1,
                         {"measured": ratio}, "measured", at_most=True)


def memory_demands(peaks):
    if "big.mbox" in peaks:
        for which, what in (("peak", "resident memory with -j2, MiB"),
                            ("own", "memory with -j2 without mapped files, MiB")):
            yield Demand("big.mbox", what, MAX_MEMORY,
                         {"measured": peaks["big.mbox"][which] / 1024}, "measured",
                         at_most=True)
    if "plain.mbox" in peaks and "plain-4.mbox" in peaks:
        growth = peaks["plain.mbox"]["own"] - peaks["plain-4.mbox"]["own"]
        yield Demand("plain.mbox", "memory without mapped files, beyond that for a quarter, MiB",
                     MAX_MEMORY_GROWTH, {"measured": growth / 1024}, "measured",
                     at_most=True)


def all_demands(results, starts, peaks):
    return [*speed_demands(results), *thread_demands(results),
            *start_demands(starts), *memory_demands(peaks)]
