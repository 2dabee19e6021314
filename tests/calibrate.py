#!/usr/bin/env python3
"""Learn from real mail what the signs at a line's end are worth: does the bare
URL that ends there go on in the next line?

The mail itself says so. How each line end is known:
    copy     broken: put together it stands whole elsewhere in the archives,
             within a line, between brackets or as an href
    bracket  broken: a break between < and >; the software that made it
             would have broken a bare URL there too
    spelt    broken: the letters on both sides are one word of the archives,
             those behind the break are none
    truth    broken or whole: a labelled passage, where these are at hand
    alone    whole: the URL up to here stands whole elsewhere, and nothing that
             is known begins with the two put together
    apart    whole: the next line stands elsewhere behind a line of prose
Each fragment counts once with the same next word, and few of one message, so
that a signature counts as one. How the rest would be decided is said too.

    tests/calibrate.py              what each sign is worth, the weights, and how
                                    right they are on archives not learnt from
    tests/calibrate.py --rows       each line end: how it is known, sum, signs
    tests/calibrate.py --sample N   N unknown ones of --least POINTS or more
"""
import argparse
import json
import math
import os
import random
import re
import sys
from collections import Counter, defaultdict, namedtuple

from archives import SHARED, Skip, Text, boxes, texts

SCHEMES = ("https?|ftp|gopher|telnet|wais|nntp|news|prospero|file|ldaps?|nfs|"
           "git|ssh|svn|rsync|ircs?")
RUN = r"[!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z{}~]"
URL = re.compile(r"(?<![A-Za-z0-9+.-])(?:%s)://%s+" % (SCHEMES, RUN), re.I)
FRONT = re.compile(RUN + "+")
WRAPPED = re.compile(r"<(?:url:)?\s*((?:%s)://[^<>]{1,1000})>" % SCHEMES, re.I)
HREF = re.compile(r"""\bhref\s*=\s*["']?\s*((?:%s)://[^"'\s>]+)""" % SCHEMES,
                  re.I)
PREFIX = re.compile(r"(?:[ \t]*(?:[A-Za-z]{0,8}>|[|:](?![/\w])))+[ \t]?")
LIST = re.compile(r"(?:[-*+]|\d{1,3}[.)]) ")
RULE = re.compile(r"[-=*_~#+]{2,}\s*$")
WORD = re.compile(r"""["'(]*[A-Za-z]+(?:['-][A-Za-z]+)*["').,;:!?]*$""")
HYPHENED = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+){2,}")
FILE = re.compile(r"\.(?:[sx]?html?|php\d?|aspx?|jsp|cgi|cfm|pl|pdf|ps|txt|gz|"
                  r"bz2|zip|tar|tgz|hqx|sea|asc|pgp|exe|rpm|deb|jpe?g|gif|png|"
                  r"mp3|cpp|xml|json|yaml|git|md|docx?|xls|ppt|patch|diff)\b")
TLD = re.compile(r"//[^/?#]*\.(?:[a-z]{2}|com|org|net|edu|gov|mil|int|info|biz)"
                 r"\.?(?::\d*)?(?:[/?#]|$)", re.I)
WIDEST = 100
REACH = 16
JOINS = 5
OF_MESSAGE = 10
COMMON = 50
FREQUENT = 200
PLAIN = re.compile(r"(?<![^\s(])[a-z]+(?=[\s.,;:!?)]|$)")


# ---- what is known to stand whole

def trimmed(url):
    """Without the marks of the sentence around it (RULES B4)."""
    while url:
        last = url[-1]
        opener = {")": "(", "]": "[", "}": "{"}.get(last)
        if last in ".,;:!?'([{*" or \
                opener and url.count(last) > url.count(opener):
            url = url[:-1]
        else:
            break
    return url


def unescaped(url):
    return url.replace("&amp;", "&").replace("&#38;", "&")


Line = namedtuple("Line", "prefix marks text width")


def lines_of(body):
    lines = []
    for line in body.split("\n"):
        line = line.rstrip()
        prefix = PREFIX.match(line)
        prefix = prefix.group() if prefix else ""
        text = line[len(prefix):]
        lines.append(Line(prefix, re.sub(r"\s", "", prefix), text, len(line)))
    return lines


class Seam:
    """A bare URL that reaches the end of its line, and the line behind it."""

    def __init__(self, text, lines, at, begin, fragment):
        self.text = text
        self.lines = lines
        self.at = at
        self.begin = begin
        self.fragment = fragment
        self.line = lines[at]
        self.next = lines[at + 1]
        self.front = self.next.text.lstrip()
        run = FRONT.match(self.front)
        self.run = run.group() if run else ""
        self.word = self.front.split(None, 1)[0] if self.front else ""

    def joined(self):
        """The readings that undo one to five breaks."""
        url, at, run = self.fragment, self.at + 1, self.run
        for _ in range(JOINS):
            if not run:
                return
            url += run
            yield trimmed(url)
            if self.lines[at].text.strip() != run or at + 1 == len(self.lines):
                return
            at += 1
            run = FRONT.match(self.lines[at].text.lstrip())
            run = run.group() if run else ""


def stops(following):
    """Nothing of the line behind can belong to the URL."""
    front = following.text.lstrip()
    return (not front or LIST.match(front) or RULE.match(front) or
            URL.match(front.lstrip("<(")) or not FRONT.match(front))


BRACKET = re.compile(r"<(?:url:)?((?:%s)://%s*)$" % (SCHEMES, RUN), re.I)


def wrapper_seams(text, lines):
    """The breaks within <...>: whoever wrapped these lines would have broken a
    bare URL at the same place. The fragment grows from break to break."""
    for at, line in enumerate(lines):
        opened = BRACKET.search(line.text)
        if not opened:
            continue
        fragment, found = opened.group(1), []
        for i in range(at, min(at + JOINS, len(lines) - 1)):
            front = lines[i + 1].text.strip()
            run = FRONT.match(front)
            if not run or LIST.match(front):
                break
            seam = Seam(text, lines, i, 0 if i > at else opened.start(1),
                        fragment)
            seam.front = front.replace(">", "", 1)
            seam.word = run.group()
            found.append(seam)
            fragment += run.group()
            if front[run.end():run.end() + 1] == ">":
                yield from found
                break
            if run.end() < len(front):
                break


def look(text, known, seams, wrapped):
    if text.html:
        for href in HREF.findall(text.body):
            known.whole[unescaped(href)] += 1
        return
    body = text.body.replace("\u00a0", " ")
    for inner in WRAPPED.findall(body):
        inner = re.sub(r"\n(?:[ \t]*[>|])*", "", inner)
        known.whole["".join(inner.split())] += 1
    lines = lines_of(body)
    known.read_words(text, lines)
    if not text.flowed:
        wrapped += wrapper_seams(text, lines)
    for at, line in enumerate(lines):
        for url in URL.finditer(line.text):
            before = line.text[:url.start()]
            if re.search(r"<(?:url:)?\s*$", before, re.I):
                continue
            if url.end() < len(line.text):
                if line.text[url.end()] in " \t)\">,":
                    known.whole[trimmed(url.group())] += 1
            elif text.flowed:
                continue
            elif at + 1 == len(lines) or stops(lines[at + 1]):
                known.ended[trimmed(url.group())] += 1
            else:
                seams.append(Seam(text, lines, at, url.start(), url.group()))


def label(seam, known, beginnings):
    """How the seam is known and whether it is broken; None: it is not."""
    alone = trimmed(seam.fragment)
    readings = [u for u in seam.joined() if len(u) > len(alone)]
    for url in readings:
        if any(u in known.whole or u in known.ended for u in (url, url + "/")):
            return "copy", True
    left = re.search(r"[a-z]*$", seam.fragment).group()
    right = re.match(r"[a-z]*", seam.run).group()
    if len(left) > 1 and right and len(left + right) > 5 and \
            left + right in known.common and right not in known.common and \
            not WORD.match(seam.word + " " + left):
        return "spelt", True
    if alone in known.whole and not (readings and readings[0] in beginnings):
        return "alone", False
    if known.apart[seam.next.text.strip()]:
        return "apart", False
    return None


class Known:
    """What the archives say by themselves."""

    def __init__(self):
        self.whole = Counter()
        self.ended = Counter()
        self.words = Counter()
        self.apart = Counter()

    def common_words(self):
        self.common = {word for word, n in self.words.items()
                       if n >= COMMON and len(word) > 1}
        frequent = self.words.most_common(FREQUENT)
        self.frequent = {word for word, _ in frequent}

    def read_words(self, text, lines):
        self.words.update(PLAIN.findall(text.body))
        for before, line in zip(lines, lines[1:]):
            stripped = line.text.strip()
            if len(stripped) > 7 and "://" not in before.text and \
                    " " in (before.text.strip() or stripped):
                self.apart[stripped] += 1


# ---- the signs

def width_of(seam):
    """The widest other line around, of the same quote depth and of any."""
    first, last = max(0, seam.at - REACH), seam.at + 1 + REACH // 2
    near = [line for i, line in enumerate(seam.lines[first:last + 1], first)
            if i != seam.at and line.width <= WIDEST]
    same = [line.width for line in near if line.marks == seam.line.marks]
    return max(same, default=0), max((line.width for line in near), default=0)


def end_of(fragment):
    last = fragment[-1]
    if re.search(r"%[0-9A-Fa-f]?$", fragment):
        return "% or %H"
    if fragment.endswith("//"):
        return "//"
    for kind in ("=&?", "-", "_+~", "/", ".", ",", ";:!'", ")]}"):
        if last in kind:
            return kind
    return "digit" if last.isdigit() else "letter" if last.isalpha() else "other"


def front_of(run):
    first = run[0]
    if re.match(r"(?:www|ftp|gopher)\.|[\w.-]+\.(?:com|org|net|edu|gov)/", run):
        return "a host"
    if not re.search(r"[A-Za-z0-9]", run):
        return "marks only"
    if first.isalpha():
        return "lower" if first.islower() else "capital"
    for kind in ("/?&=#%_.~+", "([{'", "-*"):
        if first in kind:
            return kind
    return "digit" if first.isdigit() else "other"


def word_of(seam):
    word, run = seam.word, trimmed(seam.run)
    more = seam.front[len(word):].strip()
    if HYPHENED.match(run) and not re.search("[/=&%?#.]", run):
        return "two hyphens or more"
    if WORD.match(word):
        if more:
            return "word, more follows"
        return "capital word alone" if word[0].isupper() else "lower word alone"
    if re.search("://|@|<", word):
        return "address or URL"
    if re.search("[/=&%?#]", run):
        return "/ = & % ? #"
    if FILE.search(run):
        return "file ending"
    if "_" in run:
        return "_"
    if re.match(r"[0-9.,:]+$", run):
        return "number"
    if re.search(r"\.[A-Za-z]", run):
        return "dotted"
    if re.search("[0-9]", run) and re.search("[A-Za-z]", run):
        return "letters and digits"
    return "hyphens" if "-" in run.strip("-") else "other"


def line_of(seam, same):
    n = seam.line.width
    if n < 50:
        return "n<50"
    if n > 80:
        return "n>80"
    near = "n>=W" if n >= same else "n=W-1,2" if n >= same - 2 else "n<W-2"
    return near + (", n<65" if n < 65 else ", n<72" if n < 72 else ", n<=80")


def prefix_of(seam):
    here, there = seam.line.marks, seam.next.marks
    if here == there:
        return "same"
    if not there:
        third = seam.lines[seam.at + 2] if seam.at + 2 < len(seam.lines) else None
        back = third is None or third.marks == here or not third.text.strip()
        return "lost, back behind it" if back else "lost"
    if there.startswith(here):
        return "more"
    return "fewer" if here.startswith(there) else "other"


def path_of(fragment):
    path = re.sub(r"^[^/]*//[^/]*", "", fragment)
    if not path:
        return "none" if TLD.search(trimmed(fragment)) else "none, odd host"
    if re.search(FILE.pattern + "[.,]?$", path):
        return "file ending"
    return "/" if path == "/" else "ends in /" if path[-1] == "/" else "open"


def joined_of(seam):
    """What ends where the joined reading ends."""
    alone, run = trimmed(seam.fragment), trimmed(seam.fragment + seam.run)
    if not re.search(FILE.pattern + "$", run):
        return "/" if run[-1] == "/" else "open"
    second = re.search(FILE.pattern + "$", alone)
    return "second file ending" if second else "file ending"


def bracket_of(seam):
    """A bracket or quote before the URL, and whether the next line closes it."""
    opener = seam.line.text[:seam.begin][-1:]
    if opener not in ("(", "[", "{", '"', "'"):
        return "none"
    closer = {"(": ")", "[": "]", "{": "}"}.get(opener, opener)
    if closer in seam.fragment:
        return "closed in its line"
    behind = seam.front[:len(seam.run) + 1]
    return "closed behind" if closer in behind else "open"


def pieces_of(seam, known):
    """Are the letters at the break one word, or two?"""
    left = re.search(r"[a-z]*$", seam.fragment).group()
    right = re.match(r"[a-z]*", seam.run).group()
    if not left or not right:
        return "-"
    if left + right in known.common:
        return "one word" if right not in known.common else "one or two"
    return "two words" if right in known.common else "none"


def signs_of(seam, known):
    same, near = width_of(seam)
    n, word = seam.line.width, len(seam.word)
    before = seam.line.text[:seam.begin].strip()
    after = seam.front[len(seam.run):]
    third = (seam.lines[seam.at + 2].text.strip()
             if seam.at + 2 < len(seam.lines) else "")
    indent = len(seam.next.text) - len(seam.next.text.lstrip())
    own = len(seam.line.text) - len(seam.line.text.lstrip())
    bare = seam.word.strip("\"'().,;:!?").lower()
    return {
        "end": end_of(seam.fragment),
        "front": front_of(seam.run),
        "word": word_of(seam),
        "room": "had room" if n + 1 + word <= same else
                "had room, other depth" if n + 1 + word <= near else "no room",
        "line": line_of(seam, same),
        "before": "none" if not before else
                  "no letter or digit" if not re.search(r"\w", before) else
                  "[1]" if re.match(r"[\[(]?\d+[\])]?:?$", before) else "text",
        "then": "text" if after.strip() else
                "alone, blank line" if not third else "alone",
        "prefix": prefix_of(seam),
        "indent": "same" if indent == own else
                  "deeper" if indent > own else "less",
        "path": path_of(seam.fragment),
        "joined": joined_of(seam),
        "bracket": bracket_of(seam),
        "pieces": pieces_of(seam, known),
        "frequent": "yes" if bare in known.frequent else "no",
    }


# ---- learning

Row = namedtuple("Row", "source seam how broken signs")


def once(seams):
    """Each fragment with the same next word once, and few of one message."""
    seen, of_message = set(), Counter()
    for seam in seams:
        key = seam.fragment, seam.word
        message = seam.text.message
        if key not in seen and of_message[message] < OF_MESSAGE:
            seen.add(key)
            of_message[message] += 1
            yield seam


def learn(paths):
    """All line ends of the archives; what is known about each."""
    known, read = Known(), []
    for path in paths:
        seams, wrapped = [], []
        for text in texts(path):
            look(text, known, seams, wrapped)
        read.append((os.path.basename(path), len(seams), once(seams),
                     once(wrapped)))
    known.common_words()
    beginnings = set()
    for url in [*known.whole, *known.ended]:
        beginnings.update(url[:i] for i in range(12, len(url)))
    rows, counted = [], Counter()
    for name, count, seams, wrapped in read:
        counted[name] = count
        for seam in seams:
            how, broken = label(seam, known, beginnings) or ("", None)
            rows.append(Row(name, seam, how, broken, signs_of(seam, known)))
        for seam in wrapped:
            rows.append(Row(name, seam, "bracket", True, signs_of(seam, known)))
    return known, rows, counted


def truth_rows(known):
    for name in ("bare", "alt"):
        path = os.path.join(SHARED, "truth", name + ".jsonl")
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as lines:
            passages = [json.loads(line) for line in lines]
        for number, row in enumerate(passages, 1):
            if row.get("doubt"):
                continue
            seams = []
            look(Text(name, number, row["source"], False, False, row["text"]),
                 Known(), seams, [])
            urls = set(row["urls"]).union(*row.get("ambiguous") or [])
            for seam in seams:
                alone = trimmed(seam.fragment)
                broken = any(u in urls for u in seam.joined() if u != alone)
                if broken or alone in urls:
                    yield Row("truth", seam, "truth", broken,
                              signs_of(seam, known))


# Known only with a list of words at hand: measured, but not weighed.
UNWEIGHED = {"pieces", "frequent"}
USUAL = {"prefix": "same", "indent": "same", "bracket": "none"}
RIDGE = 1.0
ROUNDS = 100
POINTS = 2.0  # a nat of evidence


def features(row):
    return [(sign, kind) for sign, kind in row.signs.items()
            if sign not in UNWEIGHED]


class Weights:
    """Logistic regression: one weight for each kind of each sign."""

    def __init__(self, rows):
        self.base = 0.0
        self.of = defaultdict(float)
        having = defaultdict(list)
        for i, row in enumerate(rows):
            for feature in features(row):
                having[feature].append(i)
        broken = [float(row.broken) for row in rows]
        sums = [0.0] * len(rows)
        for _ in range(ROUNDS):
            moved = abs(self.step(None, range(len(rows)), broken, sums))
            for feature in sorted(having):
                moved = max(moved, abs(self.step(feature, having[feature],
                                                 broken, sums)))
            if moved < 1e-3:
                break
        for sign, usual in USUAL.items():
            self.move_to_base(sign, usual)

    def move_to_base(self, sign, usual):
        """What is as usual shall weigh nothing."""
        weight = self.of[sign, usual]
        self.base += weight
        for feature in self.of:
            if feature[0] == sign:
                self.of[feature] -= weight

    def step(self, feature, having, broken, sums):
        """One of Newton's steps for one weight."""
        ridge = RIDGE if feature else 1e-9
        slope = -ridge * self.of[feature] if feature else 0.0
        curve = ridge
        for i in having:
            chance = 1 / (1 + math.exp(-sums[i]))
            slope += broken[i] - chance
            curve += chance * (1 - chance)
        change = max(-1.0, min(1.0, slope / curve))
        if feature:
            self.of[feature] += change
        else:
            self.base += change
        for i in having:
            sums[i] += change
        return change

    def points(self, row):
        """The sum as a program would add it up: in whole points."""
        return round(POINTS * self.base) + sum(
            round(POINTS * self.of.get(f, 0.0)) for f in features(row))


def held_out(rows):
    """The points of each row by weights learnt without its archive."""
    for source in sorted({row.source for row in rows}):
        weights = Weights([row for row in rows if row.source != source])
        for row in rows:
            if row.source == source:
                yield weights.points(row), row


# ---- what is printed

def odds(broken, whole, all_broken, all_whole):
    return math.log((broken + 0.5) / (all_broken + 1) /
                    ((whole + 0.5) / (all_whole + 1)))


def print_signs(rows, weights):
    table = defaultdict(Counter)
    for row in rows:
        for feature in row.signs.items():
            table[feature][row.broken] += 1
    all_rows = Counter(row.broken for row in rows)
    print("sign", "kind", "broken", "whole", "unknown", "log-odds", "points",
          sep="\t")
    for feature, count in sorted(table.items()):
        alone = odds(count[True], count[False], all_rows[True], all_rows[False])
        points = "" if feature[0] in UNWEIGHED else \
            "%+d" % round(POINTS * weights.of[feature])
        print(*feature, count[True], count[False], count[None],
              "%+.2f" % alone, points, sep="\t")
    print("base", "", all_rows[True], all_rows[False], all_rows[None], "",
          "%+d" % round(POINTS * weights.base), sep="\t")


def print_thresholds(rows, weights):
    known = sorted(held_out([r for r in rows if r.broken is not None]),
                   key=lambda found: -found[0])
    unknown = [weights.points(r) for r in rows if r.broken is None]
    broken = sum(row.broken for _, row in known)
    print()
    print("from", "joined", "right", "precision", "recall", "unknown joined",
          sep="\t")
    for least in range(10, -9, -1):
        joined = [row.broken for points, row in known if points >= least]
        print(least, len(joined), sum(joined),
              "%.3f" % (sum(joined) / max(1, len(joined))),
              "%.3f" % (sum(joined) / broken),
              sum(points >= least for points in unknown), sep="\t")
    print()
    print("known by", "broken", "whole", sep="\t")
    ways = Counter((row.how, row.broken) for _, row in known)
    for how in sorted({how for how, _ in ways}):
        print(how, ways[how, True], ways[how, False], sep="\t")


def print_row(points, row):
    seam = row.seam
    verdict = {True: "broken", False: "whole", None: "?"}[row.broken]
    print(points, verdict, row.how or "-", row.source, seam.text.message,
          repr(seam.line.prefix + seam.line.text),
          repr(seam.next.prefix + seam.next.text),
          " ".join("%s=%s" % sign for sign in row.signs.items()), sep="\t")


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", action="store_true")
    options.add_argument("--sample", type=int, metavar="N")
    options.add_argument("--least", type=int, default=0, metavar="POINTS")
    given = options.parse_args()
    try:
        known, rows, _ = learn(boxes())
    except Skip as why:
        print("skipped:", why)
        return
    rows += truth_rows(known)
    certain = [row for row in rows if row.broken is not None]
    weights = Weights(certain)
    if given.rows:
        for points, row in sorted(held_out(certain), key=lambda r: -r[0]):
            print_row(points, row)
    elif given.sample:
        joined = [row for row in rows if row.broken is None and
                  weights.points(row) >= given.least]
        random.seed(1)
        for row in random.sample(joined, min(given.sample, len(joined))):
            print_row(weights.points(row), row)
    else:
        print_signs(rows, weights)
        print_thresholds(rows, weights)


if __name__ == "__main__":
    main()
