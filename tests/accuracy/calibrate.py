#!/usr/bin/env python3
"""Learn from real mail what the signs at the end of a line are worth: does the bare URL
that ends there go on in the next line?

The mail itself often says so. How the answer is known for a line break:
    copy     broken: the joined URL occurs elsewhere in the archives, within a line,
             between brackets or as an href
    bracket  broken: the line break is between < and >; the program that wrapped these
             lines would have wrapped a bare URL in the same place
    spelt    broken: the letters on both sides of it make a word of the archives, those
             after it make none
    truth    broken or whole: a labelled passage, if there are any
    alone    whole: the URL before the break occurs elsewhere, and no known URL begins
             with the joined one
    apart    whole: the next line occurs elsewhere after a line of prose
Each fragment counts once with the same next word, and only a few count in one message,
so that a signature counts as one. The line breaks for which no answer is known are
counted, too: as they would be decided.

Each sign is a row of src/text/join/join_points.tsv, or several signs share one; ROWS says
which. Rows that were set by hand keep their points while the others are learnt.

    tests/accuracy/calibrate.py              print what each sign is worth, the weights, and how
                                    right they are on archives not learnt from
    tests/accuracy/calibrate.py --write      also write the points of learnt rows to the table
    tests/accuracy/calibrate.py --rows       print each line break: how it is known, score, signs
    tests/accuracy/calibrate.py --sample N   print N unknown ones of --least POINTS or more
    tests/accuracy/calibrate.py --table FILE use another table of points
"""
import argparse
import json
import math
import os
import random
import re
import sys
from collections import Counter, defaultdict, namedtuple

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from archives import SHARED, TOP, Skip, Text, boxes, texts

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


# ---- URLs that are known to be whole

def trimmed(url):
    """Return the URL without trailing punctuation (rule B4)."""
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


class LineBreak:
    """A bare URL that reaches the end of its line, and the next line."""

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
        """Yield the URLs joined across one to five line breaks."""
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
    """Return true if nothing of the next line can belong to the URL."""
    front = following.text.lstrip()
    return (not front or LIST.match(front) or RULE.match(front) or
            URL.match(front.lstrip("<(")) or not FRONT.match(front))


BRACKET = re.compile(r"<(?:url:)?((?:%s)://%s*)$" % (SCHEMES, RUN), re.I)


def breaks_in_brackets(text, lines):
    """Yield the line breaks within <...>: whoever wrapped these lines would have broken
    a bare URL in the same place. The fragment grows from break to break."""
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
            line_break = LineBreak(text, lines, i, 0 if i > at else opened.start(1),
                        fragment)
            line_break.front = front.replace(">", "", 1)
            line_break.word = run.group()
            found.append(line_break)
            fragment += run.group()
            if front[run.end():run.end() + 1] == ">":
                yield from found
                break
            if run.end() < len(front):
                break


def collect(text, known, breaks, wrapped):
    """Add what a text says by itself to known, its line breaks to the lists."""
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
        wrapped += breaks_in_brackets(text, lines)
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
                breaks.append(LineBreak(text, lines, at, url.start(), url.group()))


def label(line_break, known, beginnings):
    """Return how the answer is known and whether the URL is broken; None if unknown."""
    alone = trimmed(line_break.fragment)
    readings = [u for u in line_break.joined() if len(u) > len(alone)]
    for url in readings:
        if any(u in known.whole or u in known.ended for u in (url, url + "/")):
            return "copy", True
    left = re.search(r"[a-z]*$", line_break.fragment).group()
    right = re.match(r"[a-z]*", line_break.run).group()
    if len(left) > 1 and right and len(left + right) > 5 and \
            left + right in known.common and right not in known.common and \
            not WORD.match(line_break.word + " " + left):
        return "spelt", True
    if alone in known.whole and not (readings and readings[0] in beginnings):
        return "alone", False
    if known.apart[line_break.next.text.strip()]:
        return "apart", False
    return None


class Known:
    """What the archives say by themselves: URLs and lines that occur whole."""

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

def width_of(line_break):
    """Return the widest other line nearby: of the same quote depth, and of any."""
    first, last = max(0, line_break.at - REACH), line_break.at + 1 + REACH // 2
    near = [line for i, line in enumerate(line_break.lines[first:last + 1], first)
            if i != line_break.at and line.width <= WIDEST]
    same = [line.width for line in near if line.marks == line_break.line.marks]
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


def word_of(line_break):
    word, run = line_break.word, trimmed(line_break.run)
    more = line_break.front[len(word):].strip()
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


def line_of(line_break, same):
    n = line_break.line.width
    if n < 50:
        return "n<50"
    if n > 80:
        return "n>80"
    near = "n>=W" if n >= same else "n=W-1,2" if n >= same - 2 else "n<W-2"
    return near + (", n<65" if n < 65 else ", n<72" if n < 72 else ", n<=80")


def prefix_of(line_break):
    here, there = line_break.line.marks, line_break.next.marks
    if here == there:
        return "same"
    if not there:
        rest = line_break.lines[line_break.at + 2:]
        third = rest[0] if rest else None
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


def joined_of(line_break):
    """Return what the joined URL ends in."""
    alone = trimmed(line_break.fragment)
    run = trimmed(line_break.fragment + line_break.run)
    if not re.search(FILE.pattern + "$", run):
        return "/" if run[-1] == "/" else "open"
    second = re.search(FILE.pattern + "$", alone)
    return "second file ending" if second else "file ending"


def bracket_of(line_break):
    """Return where a bracket or quote before the URL closes."""
    opener = line_break.line.text[:line_break.begin][-1:]
    if opener not in ("(", "[", "{", '"', "'"):
        return "none"
    closer = {"(": ")", "[": "]", "{": "}"}.get(opener, opener)
    if closer in line_break.fragment:
        return "closed in its line"
    behind = line_break.front[:len(line_break.run) + 1]
    return "closed behind" if closer in behind else "open"


def pieces_of(line_break, known):
    """Return whether the letters around the break are one word or two."""
    left = re.search(r"[a-z]*$", line_break.fragment).group()
    right = re.match(r"[a-z]*", line_break.run).group()
    if not left or not right:
        return "-"
    if left + right in known.common:
        return "one word" if right not in known.common else "one or two"
    return "two words" if right in known.common else "none"


def signs_of(line_break, known):
    same, near = width_of(line_break)
    n, word = line_break.line.width, len(line_break.word)
    before = line_break.line.text[:line_break.begin].strip()
    after = line_break.front[len(line_break.run):]
    third = (line_break.lines[line_break.at + 2].text.strip()
             if line_break.at + 2 < len(line_break.lines) else "")
    indent = len(line_break.next.text) - len(line_break.next.text.lstrip())
    own = len(line_break.line.text) - len(line_break.line.text.lstrip())
    bare = line_break.word.strip("\"'().,;:!?").lower()
    return {
        "end": end_of(line_break.fragment),
        "front": front_of(line_break.run),
        "word": word_of(line_break),
        "room": "had room" if n + 1 + word <= same else
                "had room, other depth" if n + 1 + word <= near else "no room",
        "line": line_of(line_break, same),
        "before": "none" if not before else
                  "no letter or digit" if not re.search(r"\w", before) else
                  "[1]" if re.match(r"[\[(]?\d+[\])]?:?$", before) else "text",
        "then": "text" if after.strip() else
                "alone, blank line" if not third else "alone",
        "prefix": prefix_of(line_break),
        "indent": "same" if indent == own else
                  "deeper" if indent > own else "less",
        "path": path_of(line_break.fragment),
        "joined": joined_of(line_break),
        "bracket": bracket_of(line_break),
        "pieces": pieces_of(line_break, known),
        "frequent": "yes" if bare in known.frequent else "no",
    }


# ---- learning

Row = namedtuple("Row", "source line_break how broken signs")


def once(breaks):
    """Yield each fragment once with the same next word, and few of one message."""
    seen, of_message = set(), Counter()
    for line_break in breaks:
        key = line_break.fragment, line_break.word
        message = line_break.text.message
        if key not in seen and of_message[message] < OF_MESSAGE:
            seen.add(key)
            of_message[message] += 1
            yield line_break


def learn(paths):
    """Return all line breaks of the archives and what is known about each."""
    known, read = Known(), []
    for path in paths:
        breaks, wrapped = [], []
        for text in texts(path):
            collect(text, known, breaks, wrapped)
        read.append((os.path.basename(path), len(breaks), once(breaks),
                     once(wrapped)))
    known.common_words()
    beginnings = set()
    for url in [*known.whole, *known.ended]:
        beginnings.update(url[:i] for i in range(12, len(url)))
    rows, counted = [], Counter()
    for name, count, breaks, wrapped in read:
        counted[name] = count
        for line_break in breaks:
            how, broken = label(line_break, known, beginnings) or ("", None)
            rows.append(Row(name, line_break, how, broken, signs_of(line_break, known)))
        for line_break in wrapped:
            signs = signs_of(line_break, known)
            rows.append(Row(name, line_break, "bracket", True, signs))
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
            breaks = []
            collect(Text(name, number, row["source"], False, False, row["text"]),
                 Known(), breaks, [])
            urls = set(row["urls"]).union(*row.get("ambiguous") or [])
            for line_break in breaks:
                alone = trimmed(line_break.fragment)
                broken = any(u in urls for u in line_break.joined() if u != alone)
                if broken or alone in urls:
                    yield Row("truth", line_break, "truth", broken,
                              signs_of(line_break, known))


# The rows of the table that the signs here stand for. A sign without one is learnt like
# any other, but the program does not know it.
ROWS = {
    "end": {"% or %H": "END_ESCAPE_CUT", "//": "END_SLASHES", "=&?": "END_QUERY",
            "-": "END_HYPHEN", "_+~": "END_JOINT", "/": "END_JOINT",
            ".": "END_JOINT", ",": "END_COMMA", ";:!'": "END_OTHER",
            ")]}": "END_BRACKET", "digit": "END_DIGIT", "letter": "END_LETTER",
            "other": "END_OTHER"},
    "front": {"a host": "FRONT_LOWER", "lower": "FRONT_LOWER",
              "capital": "FRONT_CAPITAL", "/?&=#%_.~+": "FRONT_MARK",
              "([{'": "FRONT_BRACKET", "-*": "FRONT_HYPHEN", "digit": "FRONT_DIGIT",
              "other": "FRONT_OTHER"},
    "word": {"two hyphens or more": "WORD_OF_TITLE",
             "word, more follows": "WORD_PROSE", "capital word alone": "WORD_PROSE",
             "lower word alone": "WORD_LOWER", "address or URL": "WORD_ADDRESS",
             "/ = & % ? #": "WORD_PATH", "file ending": "WORD_FILE",
             "_": "WORD_UNDERSCORE", "number": "WORD_NUMBER", "dotted": "WORD_DOTTED",
             "letters and digits": "WORD_ALPHANUMERIC", "hyphens": "WORD_HYPHENS",
             "other": "WORD_OTHER"},
    "room": {"had room": "ROOM_YES", "had room, other depth": "ROOM_OTHER_DEPTH",
             "no room": "ROOM_NO"},
    "line": {"n<50": "LINE_SHORT", "n>80": "LINE_LONG", "n>=W, n<65": "LINE_WIDEST",
             "n>=W, n<72": "LINE_WIDEST", "n>=W, n<=80": "LINE_FULL",
             "n=W-1,2, n<65": "LINE_NEARLY_WIDEST",
             "n=W-1,2, n<72": "LINE_NEARLY_WIDEST",
             "n=W-1,2, n<=80": "LINE_NEARLY_FULL", "n<W-2, n<65": "LINE_NARROW",
             "n<W-2, n<72": "LINE_NOT_WIDEST", "n<W-2, n<=80": "LINE_NOT_WIDEST"},
    "before": {"none": "BEFORE_NONE", "[1]": "BEFORE_NONE",
               "no letter or digit": "BEFORE_MARKS", "text": "BEFORE_TEXT"},
    "then": {"text": "THEN_TEXT", "alone, blank line": "THEN_END",
             "alone": "THEN_LINES"},
    "prefix": {"same": "PREFIX_SAME", "lost": "PREFIX_LOST",
               "lost, back behind it": "PREFIX_LOST", "more": "PREFIX_MORE",
               "fewer": "PREFIX_FEWER", "other": "PREFIX_MORE"},
    "indent": {"same": "INDENT_SAME", "deeper": "INDENT_DEEPER",
               "less": "INDENT_LESS"},
    "path": {"none": "PATH_NONE", "none, odd host": "PATH_NONE_ODD_HOST",
             "file ending": "PATH_FILE", "/": "PATH_ROOT",
             "ends in /": "PATH_DIRECTORY", "open": "PATH_OPEN"},
    "joined": {"/": "JOINED_SLASH", "open": "JOINED_OPEN",
               "second file ending": "JOINED_SECOND_FILE",
               "file ending": "JOINED_FILE"},
    "bracket": {"none": "BRACKET_NONE", "closed in its line": "BRACKET_CLOSED",
                "closed behind": "BRACKET_CLOSES", "open": "BRACKET_OPEN"},
}
UNWEIGHED = {"pieces", "frequent"}  # known only with a list of words: measured only
RIDGE = 1.0
ROUNDS = 100
POINTS = 2.0  # a nat of evidence


class Table:
    """join_points.tsv: the points of each row, and which rows are learnt."""

    def __init__(self, path):
        self.path = path
        self.points, self.by_hand = {}, set()
        with open(path, encoding="utf-8") as lines:
            self.lines = lines.read().split("\n")
        for number, line in enumerate(self.lines, 1):
            if not line or line.startswith("#"):
                continue
            row, sign, points, source, *_ = line.split("\t") + [""]
            if row in self.points or source not in ("learnt", "by-hand"):
                sys.exit("%s:%d: doubled row, or no source" % (path, number))
            self.points[row] = int(points)
            if source == "by-hand":
                self.by_hand.add(row)
        known = {row for rows in ROWS.values() for row in rows.values()}
        for row in sorted(known - set(self.points)):
            sys.exit("%s: no row %s" % (path, row))
        for row in sorted(set(self.points) - self.by_hand - known - {"BASE"}):
            sys.exit("%s: %s is learnt, but no sign here stands for it" % (path, row))

    def write(self, weights, seen):
        """Write the learnt rows that occurred; others keep their points."""
        for i, line in enumerate(self.lines):
            columns = line.split("\t")
            row = columns[0]
            if row in self.points and row not in self.by_hand and row in seen:
                columns[2] = str(weights.points_of(row))
                self.lines[i] = "\t".join(columns)
        with open(self.path, "w", encoding="utf-8") as out:
            out.write("\n".join(self.lines))


def row_of(sign, kind):
    return ROWS.get(sign, {}).get(kind, "%s=%s" % (sign, kind))


def features(row):
    return [row_of(sign, kind) for sign, kind in row.signs.items()
            if sign not in UNWEIGHED]


class Weights:
    """Logistic regression: one weight for each row of the table. Rows that were set by
    hand have theirs."""

    def __init__(self, rows, table):
        self.base = 0.0
        self.of = defaultdict(float)
        for row in table.by_hand:
            self.of[row] = table.points[row] / POINTS
        having = defaultdict(list)
        for i, row in enumerate(rows):
            for feature in features(row):
                having[feature].append(i)
        broken = [float(row.broken) for row in rows]
        sums = [sum(self.of.get(f, 0.0) for f in features(row)) for row in rows]
        for _ in range(ROUNDS):
            moved = abs(self.step(None, range(len(rows)), broken, sums))
            for feature in sorted(set(having) - table.by_hand):
                moved = max(moved, abs(self.step(feature, having[feature],
                                                 broken, sums)))
            if moved < 1e-3:
                break

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

    def points_of(self, row):
        return round(POINTS * (self.base if row == "BASE" else self.of.get(row, 0.0)))

    def points(self, row):
        """The score as the program adds it up: in whole points."""
        return self.points_of("BASE") + sum(map(self.points_of, features(row)))


def held_out(rows, points):
    """The score of each row by weights learnt without its archive."""
    for source in sorted({row.source for row in rows}):
        weights = Weights([row for row in rows if row.source != source], points)
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
            "%+d" % weights.points_of(row_of(*feature))
        print(*feature, count[True], count[False], count[None],
              "%+.2f" % alone, points, sep="\t")
    print("base", "", all_rows[True], all_rows[False], all_rows[None], "",
          "%+d" % weights.points_of("BASE"), sep="\t")


def print_thresholds(rows, weights, table):
    known = sorted(held_out([r for r in rows if r.broken is not None], table),
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
    line_break = row.line_break
    verdict = {True: "broken", False: "whole", None: "?"}[row.broken]
    print(points, verdict, row.how or "-", row.source, line_break.text.message,
          repr(line_break.line.prefix + line_break.line.text),
          repr(line_break.next.prefix + line_break.next.text),
          " ".join("%s=%s" % sign for sign in row.signs.items()), sep="\t")


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", action="store_true")
    options.add_argument("--sample", type=int, metavar="N")
    options.add_argument("--least", type=int, default=0, metavar="POINTS")
    options.add_argument("--write", action="store_true")
    options.add_argument("--table", metavar="FILE",
                         default=os.path.join(TOP, "src", "text", "join", "join_points.tsv"))
    given = options.parse_args()
    table = Table(given.table)
    try:
        known, rows, _ = learn(boxes())
    except Skip as why:
        print("skipped:", why)
        return
    rows += truth_rows(known)
    certain = [row for row in rows if row.broken is not None]
    weights = Weights(certain, table)
    if given.rows:
        for points, row in sorted(held_out(certain, table), key=lambda r: -r[0]):
            print_row(points, row)
    elif given.sample:
        joined = [row for row in rows if row.broken is None and
                  weights.points(row) >= given.least]
        random.seed(1)
        for row in random.sample(joined, min(given.sample, len(joined))):
            print_row(weights.points(row), row)
    else:
        print_signs(rows, weights)
        print_thresholds(rows, weights, table)
    if given.write:
        table.write(weights, {"BASE"}.union(*map(features, certain)))


if __name__ == "__main__":
    main()
