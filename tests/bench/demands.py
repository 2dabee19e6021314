"""What the bench must show: ratios of speed, start-up and memory.

    for d in of_run(results, starts, peaks): d.what, d.figures, d.met()
"""
MEMORY = 16  # MiB


class Demand:
    """A ratio that must reach a limit, or (most) not exceed it."""

    def __init__(self, what, wanted, figures, most=False):
        self.what = what
        self.wanted = wanted
        self.figures = figures  # the first one counts
        self.most = most

    def met(self):
        figure = self.figures[0]
        return figure <= self.wanted if self.most else figure >= self.wanted

    def cells(self):
        return (self.what, "%s %g" % ("<=" if self.most else ">=", self.wanted),
                *("%.2f" % f for f in self.figures),
                *[""] * (3 - len(self.figures)), "yes" if self.met() else "NO")

    def as_json(self):
        return {"what": self.what, "wanted": self.wanted,
                "at_most": self.most, "figures": self.figures,
                "met": self.met()}


def faster(runs, other):
    """How many times as many bytes per second: by the processors' time, by the
    median, by the least."""
    ratio = runs.contender.size / other.contender.size
    return [ratio * other.median("cpu") / runs.median("cpu"),
            ratio * other.median() / runs.median(),
            ratio * other.least() / runs.least()]


# input, urlgrep's run, the other's, how many times as fast it must be
RATIOS = [
    ("text", "urlgrep --as=text -j1", "rg -o https?", 0.9),
    ("text", "urlgrep --as=text -j1", "rg https?", 0.9),
    ("text", "urlgrep --as=text -j1", "rg -o schemes", 4.5),
    ("text", "urlgrep --as=text -j1", "wc -l", 0.5),
    ("plain.mbox", "urlgrep --as=text -j1", "rg -o https?", 0.9),
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

# input, urlgrep's options
THREADS = [("text", "--as=text "), ("big.mbox", ""), ("big.mbox", "--as=text "),
           ("mime.mbox", ""), ("plain.mbox", "--json "), ("plain.mbox", "-n "),
           ("directory", "")]


def of_speed(results):
    for name, mine, other, wanted in RATIOS:
        found = results.get(name, {})
        if mine in found and other in found:
            yield Demand("%s: %s, %s" % (name, mine, other), round(wanted, 2),
                         faster(found[mine], found[other]))


def of_threads(results):
    """By the clock: two threads against one, and against two processes."""
    for name, kind in THREADS:
        one, two = ("urlgrep %s-j%d" % (kind, n) for n in (1, 2))
        found = results.get(name, {})
        if one in found:
            yield Demand("%s: %s, -j1" % (name, two), 1.8,
                         faster(found[two], found[one])[1:])
    found = results.get("big.mbox", {})
    for kind, at_once in (("", "two at once"),
                          ("--as=text ", "two at once, as text")):
        if at_once in found:
            yield Demand("big.mbox: urlgrep %s-j2, %s" % (kind, at_once), 0.85,
                         faster(found["urlgrep %s-j2" % kind], found[at_once])[1:])


def of_start(starts):
    if "rg -o https?" in starts:
        for other in ("rg -o https?", "rg -o schemes"):
            yield Demand("start-up: times %s" % other, 1,
                         [starts["urlgrep"]["first"] / starts[other]["first"]],
                         most=True)


def of_memory(peaks):
    if "big.mbox" in peaks:
        yield Demand("big.mbox with -j2, MiB", MEMORY,
                     [peaks["big.mbox"]["own"] / 1024], most=True)
    if "plain.mbox" in peaks and "plain-4.mbox" in peaks:
        yield Demand("memory of plain.mbox above that of a quarter, MiB", 4,
                     [(peaks["plain.mbox"]["own"] -
                       peaks["plain-4.mbox"]["own"]) / 1024], most=True)


def of_run(results, starts, peaks):
    return [*of_speed(results), *of_threads(results), *of_start(starts),
            *of_memory(peaks)]
