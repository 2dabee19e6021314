#!/usr/bin/env python3
"""Ten thousand URLs broken as mailers break them, and ten thousand that must
not be joined with the line behind them.

The URLs are known: they stand whole in the archives of mail that are beside
the repository ($ARCHIVES), or in corpus/ where there are none. The prose around
them is from there too. For each kind of passage: how many URLs came out right,
how many only as another reading, how many were joined wrongly. The same
passages every time. Of "hyphen inserted" the right one can but be a reading:
a hyphen at a break is nearly always the URL's, so kept comes first.

    tests/research/synthetic_breaks.py                 the table
    tests/research/synthetic_breaks.py --show KIND N   N passages of a kind that came out wrong
    tests/research/synthetic_breaks.py --number N      N of each half, instead of 10,000
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter, defaultdict, namedtuple

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from archives import TOP, Skip, boxes, texts
from whole_urls import trimmed, whole_urls

URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
OF_HOST = 20
SHORTEST, LONGEST = 20, 200
BREAKABLE = 50  # shorter ones are seldom broken
PROSE = re.compile(r"[A-Za-z][A-Za-z ,.;'()-]{20,79}$")
MARKED = re.compile(r"([-*+o]|\(?\w[.)]|\d{1,3}[.)]|\[\d+\]) ")

Passage = namedtuple("Passage", "kind url text flowed")


# ---- material from real mail

def valid(urls):
    """Return those that urlgrep also finds on lines of their own."""
    done = subprocess.run([URLGREP, "--check", "--json"], stdout=subprocess.PIPE,
                          input="\n".join(urls).encode(), check=False)
    said = map(json.loads, done.stdout.splitlines())
    good = {check["url"] for check in said
            if check["type"] == "check" and check["valid"]}
    return [url for url in urls if url in good]


def known_urls(whole):
    of_host, urls = Counter(), []
    for url in sorted(whole):
        host = url.split("/")[2].lower() if "://" in url else ""
        if SHORTEST <= len(url) <= LONGEST and "." in host and \
                url == trimmed(url) and not re.search(r"[^!-~]|[<>\"']", url) \
                and of_host[host] < OF_HOST:
            of_host[host] += 1
            urls.append(url)
    return valid(urls)


class Matter:
    """Collect URLs, runs of lines of prose, and lines of other kinds."""

    def __init__(self):
        self.urls = []
        self.prose = []
        self.lines = defaultdict(list)

    def take_lines(self, body):
        lines = [line.rstrip() for line in body.split("\n")]
        run = []
        for line in [*lines, ""]:
            if PROSE.match(line) and " " in line:
                run.append(line)
                continue
            if len(run) >= 6:
                self.prose.append(run)
            run = []
        for line in lines:
            kind = line_kind(line)
            if kind:
                self.lines[kind].append(line)


def line_kind(line):
    """Return the kind of a line that may follow a URL without being part of it."""
    if not line.isascii() or not 3 < len(line) < 79 or line.startswith("From "):
        return None
    if "://" in line:
        return "a URL" if re.match(r"\w+://\S+( |$)", line) else None
    if MARKED.match(line):
        return "a list"
    if re.match(r"[-=*_~#+]{5,}$", line):
        return "a rule"
    if re.match(r"[\w.+-]+@[\w.-]+\.\w+", line):
        return "an address"
    if re.match(r"\+?[\d(][-\d() .]{6,}", line):
        return "a number"
    if re.match(r"[A-Z][A-Za-z-]+: ", line):
        return "a field"
    return None


def from_archives():
    matter, whole = Matter(), set()
    for path in boxes():
        for text in texts(path):
            whole.update(whole_urls(text))
            if not text.html and not text.flowed:
                matter.take_lines(text.body)
    matter.urls = known_urls(whole)
    return matter


def corpus_texts(ending):
    directory = os.path.join(TOP, "corpus")
    for name in sorted(os.listdir(directory)):
        if name.endswith(ending):
            with open(os.path.join(directory, name), encoding="utf-8",
                      errors="replace") as file:
                yield file.read()


def from_corpus():
    """Little prose and short URLs: the words of both are set anew."""
    matter, urls = Matter(), set()
    for text in corpus_texts(".urls"):
        urls.update(re.findall(r"https?://[\w.-]+\.\w+/[^\s?#]{4,}", text))
    paths = sorted(url.split("/", 3)[3] for url in urls)
    urls.update(url + "/" + paths[(7 * i) % len(paths)] + "/" +
                paths[(3 * i + 1) % len(paths)]
                for i, url in enumerate(sorted(urls)))
    matter.urls = known_urls(urls)
    words = [word for text in corpus_texts(".txt")
             for word in re.findall(r"(?<!\S)[A-Za-z]+[.,]?(?!\S)", text)]
    for at in range(0, len(words) - 150, 50):
        matter.prose.append(textwrap.wrap(" ".join(words[at:at + 150]),
                                          66 + at // 50 % 12))
    for kind, line in (
            ("a URL", "http://other.example/"), ("a list", "- the second item"),
            ("a rule", "-----------------"), ("an address", "ann@example.com"),
            ("a number", "+1 555 0100 200"), ("a field", "Phone: 555 0100")):
        matter.lines[kind].append(line)
    return matter


# ---- URLs broken as mailers do

def words_around(luck, matter):
    words = " ".join(luck.choice(matter.prose)).split()
    cut = luck.randrange(4, max(5, min(60, len(words))))
    return words[:cut], words[cut:cut + 60]


def fill(words, width):
    return textwrap.wrap(" ".join(words), width, break_long_words=False,
                         break_on_hyphens=False)


def cut_at(url, columns, where, first=None):
    """Pieces that fit the columns, each but the last ending in where; "": at
    the very column. None: it cannot be cut so, or need not be."""
    pieces, room = [], first or columns
    while len(url) > room:
        cut = url.rfind(where, 0, room) + 1 if where else room
        if cut < 1 or not pieces and cut < len("https://x."):
            return None
        pieces.append(url[:cut])
        url, room = url[cut:], columns
    return pieces + [url] if pieces and url else None


def set_broken(luck, before, pieces, behind, width, own_line):
    """The lines of a paragraph with the pieces of a URL in it. Behind it comes
    a blank line, the next line, or the sentence goes on."""
    lines = fill(before, width)
    if own_line:
        lines.append(pieces[0])
    else:
        lines[-1] += " " + pieces[0]
    lines += pieces[1:]
    how = luck.randrange(4)
    if how < 2:
        lines += [""] + fill(behind, width)
    elif how == 2:
        lines += fill(behind, width)
    else:
        last = lines.pop()
        rest = fill([last] + behind, width)
        lines += rest
    return lines


def broken_at(luck, matter, width, where, own_line):
    """Return (url, lines), or None if the URL cannot be broken in this way."""
    url = luck.choice(matter.long)
    before, behind = words_around(luck, matter)
    first = None
    if not own_line:
        lines = fill(before, width)
        first = width - len(lines[-1]) - 1
        if first < 12:
            return None
    pieces = cut_at(url, width, where, first)
    if pieces is None or len(pieces) > 5:
        return None
    return url, set_broken(luck, before, pieces, behind, width, own_line)


def quoted(lines, prefix):
    return [(prefix + line).rstrip() for line in lines]


def hard(luck, matter, width):
    return broken_at(luck, matter, width, "", True)


def hard_in_line(luck, matter, width):
    return broken_at(luck, matter, width, "", False)


def at_slash(luck, matter, width):
    return broken_at(luck, matter, width, "/", luck.random() < 0.3)


def at_hyphen(luck, matter, width):
    return broken_at(luck, matter, width, "-", luck.random() < 0.3)


def any_break(luck, matter, width):
    return luck.choice((hard, hard, at_slash, at_hyphen))(luck, matter, width)


def quoted_before(luck, matter, width):
    """The quote was wrapped, its prefix and all, at the width."""
    prefix = luck.choice(("> ", ">", ">> ", "> > ", "| ", "Ann> "))
    made = any_break(luck, matter, width - len(prefix))
    return made and (made[0], quoted(made[1], prefix))


def requoted(luck, matter, width):
    """Wrapped, then quoted, perhaps by several: lines exceed the width."""
    made = any_break(luck, matter, width)
    prefix = luck.choice(("> ", ">", "> > ", ">>> ", "> > > "))
    return made and (made[0], quoted(made[1], prefix))


def prefix_lost(luck, matter, width):
    """A quoted line was too long; what was cut off has no prefix."""
    prefix = luck.choice(("> ", ">", "> > "))
    url = luck.choice(matter.long)
    room = width - len(prefix)
    if not room < len(url) <= room + width:
        return None
    before, behind = words_around(luck, matter)
    lines = quoted(fill(before, width - 6) + [url[:room]], prefix)
    return url, lines + [url[room:]] + quoted(
        fill(behind, width - 6), prefix)


def with_hyphen(luck, matter, width):
    """Cut within a word, a hyphen set before the break."""
    url = luck.choice(matter.long)
    before, behind = words_around(luck, matter)
    pieces = cut_at(url, width - 1, "")
    if pieces is None or len(pieces) != 2 or \
            not (pieces[0][-1] + pieces[1][0]).isalpha():
        return None
    pieces[0] += "-"
    return url, set_broken(luck, before, pieces, behind, width, True)


def flowed(luck, matter, width):
    """format=flowed, DelSp=yes: the last space before a break goes with it, so
    between words there are two, within a URL there is one."""
    made = any_break(luck, matter, width - 2)
    if not made:
        return None
    url, lines = made
    ended, rest = [], url
    for at, line in enumerate(lines):
        last = line.split(" ")[-1]
        if rest.startswith(last) and (rest != url or "//" in last):
            rest = rest[len(last):]
            within = bool(last and rest)
        else:
            within = False
        if line and "".join(lines[at + 1:at + 2]):
            line += " " if within else "  "
        ended.append(line)
    return url, ended


BROKEN = {
    "hard, URL begins the line": hard,
    "hard, within the line": hard_in_line,
    "at /": at_slash,
    "at -": at_hyphen,
    "quoted": quoted_before,
    "wrapped, then quoted": requoted,
    "prefix lost": prefix_lost,
    "hyphen inserted": with_hyphen,
    "flowed, DelSp": flowed,
}


# ---- URLs that end where their line does

def line_before(luck, matter):
    """A place in prose as its mailer wrapped it: lines, and which one gets a
    URL at its end that leaves no more room for the next word than there was."""
    run = luck.choice(matter.prose)
    at = luck.randrange(1, len(run) - 2)
    width = max(map(len, run))
    return run[max(0, at - 8):at], run[at], run[at + 1:at + 8], width


def ends_line(luck, matter, least):
    before, line, behind, width = line_before(luck, matter)
    word = len(behind[0].split()[0])
    url = luck.choice(matter.urls)
    room = width - len(url) - 1
    kept = line.split()
    while kept and len(" ".join(kept)) > room:
        kept.pop()
    line = " ".join(kept + [url])
    if not least <= len(kept) or len(line) + 1 + word <= width or \
            len(line) > width:
        return None
    return url, before, line, behind


def in_prose(luck, matter, kind):
    made = ends_line(luck, matter, 1)
    if made is None:
        return None
    url, before, line, behind = made
    first = behind[0].split()[0]
    if kind != ("a capital" if first[0].isupper() else "a small letter"):
        return None
    return url, before + [line] + behind


def with_dot(luck, matter):
    """End a sentence with the URL and a mark after it."""
    made = ends_line(luck, matter, 1)
    if made is None or made[1] is None:
        return None
    url, before, line, behind = made
    return url, before + [line + luck.choice(".,)")] + behind


def on_own_line(luck, matter):
    before, _, behind, _ = line_before(luck, matter)
    indent = " " * luck.choice((0, 0, 2, 4))
    url = luck.choice(matter.urls)
    return url, before + [indent + url] + behind


def before_line(luck, matter, kind):
    before, _, behind, width = line_before(luck, matter)
    url = luck.choice(matter.urls)
    lead = luck.choice(("", "", "see ", "Home page: ", "* ", "[1] "))
    if len(lead + url) > width + 2:
        return None
    return url, before + [lead + url, luck.choice(matter.lines[kind])] + behind


def kept_whole(kind):
    return lambda luck, matter: before_line(luck, matter, kind)


WHOLE = {
    "in prose: a small letter": lambda l, m: in_prose(l, m, "a small letter"),
    "in prose: a capital": lambda l, m: in_prose(l, m, "a capital"),
    "a mark, then prose": with_dot,
    "on its own line, then prose": on_own_line,
    "then a URL": kept_whole("a URL"),
    "then a list": kept_whole("a list"),
    "then a rule": kept_whole("a rule"),
    "then an address": kept_whole("an address"),
    "then a number": kept_whole("a number"),
    "then a field": kept_whole("a field"),
}


def in_quote(luck, lines):
    """Quote some of the passages that must not be joined."""
    prefix = luck.choice(("", "", "", "> ", ">> ", "> > "))
    return quoted(lines, prefix)


def make(luck, matter, number):
    matter.long = [url for url in matter.urls if len(url) >= BREAKABLE]
    for kinds, broken in ((BROKEN, True), (WHOLE, False)):
        made = 0
        names = sorted(kinds)
        while made < number:
            kind = names[made % len(names)]
            passage = kinds[kind](luck, matter, luck.randint(60, 80)) \
                if broken else kinds[kind](luck, matter)
            if passage is None:
                continue
            url, lines = passage
            if not broken:
                lines = in_quote(luck, lines)
            made += 1
            yield broken, Passage(kind, url, "\n".join(lines),
                                  kind.startswith("flowed"))


# ---- running urlgrep

def as_mbox(passages):
    """Write each passage as a message, so that none is read with another."""
    for passage in passages:
        yield "From ann@example.org Thu Jan  1 00:00:00 1998\n"
        yield "From: ann@example.org\nMIME-Version: 1.0\nContent-Type: text/plain"
        if passage.flowed:
            yield "; format=flowed; delsp=yes"
        yield "\n\n" + passage.text + "\n\n"


def search(passages):
    """Return the readings of the findings of each passage, best first."""
    found = [[] for _ in passages]
    with tempfile.NamedTemporaryFile("w", suffix=".mbox") as box:
        box.writelines(as_mbox(passages))
        box.flush()
        done = subprocess.run([URLGREP, "--as=mbox", "--json", "--all",
                               box.name], stdout=subprocess.PIPE, check=False)
    for line in done.stdout.splitlines():
        finding = json.loads(line)
        if finding["type"] == "url":
            found[finding["message"]["number"] - 1].append(finding)
        elif finding["messages"] != len(passages):
            sys.exit("synthetic_breaks.py: %d messages of %d" %
                     (finding["messages"], len(passages)))
    return found


def judged(passage, findings, broken):
    best = [f["url"] for f in findings]
    if passage.url in best:
        return "right"
    for finding in findings:
        if passage.url in [r["url"] for r in finding["readings"]]:
            return "reading" if broken else "wrong"
    if broken and not any(url not in passage.text for url in best):
        return "not joined"
    return "wrong" if any(url not in passage.text for url in best) else "other"


def print_table(title, counted, kinds):
    print("%-30s %9s %7s %8s %7s %7s" % (
        title, "passages", "right", "reading", "wrong", "other"))
    for kind in [*kinds, "all"]:
        count = counted[kind]
        total = sum(count.values())
        print("%-30s %9d %6.1f%% %7.1f%% %6.2f%% %6.1f%%" % (
            kind, total, *(100 * count[w] / total for w in (
                "right", "reading", "wrong")),
            100 * (count["not joined"] + count["other"]) / total))
    print()


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--show", nargs=2, metavar=("KIND", "N"))
    options.add_argument("--number", type=int, default=10000)
    given = options.parse_args()
    try:
        matter = from_archives()
    except Skip:
        matter = from_corpus()
    made = list(make(random.Random(1738), matter, given.number))
    found = search([passage for _, passage in made])
    counted = {True: defaultdict(Counter), False: defaultdict(Counter)}
    show = int(given.show[1]) if given.show else 0
    for (broken, passage), findings in zip(made, found):
        verdict = judged(passage, findings, broken)
        counted[broken][passage.kind][verdict] += 1
        counted[broken]["all"][verdict] += 1
        if show and verdict != "right" and passage.kind == given.show[0]:
            show -= 1
            print("--- %s: %s\n%s\n  wanted  %s" % (
                passage.kind, verdict, passage.text, passage.url))
            for finding in findings:
                print("  found  ", finding["confidence"],
                      *(r["url"] for r in finding["readings"]))
    if given.show:
        return
    print_table("broken", counted[True], sorted(BROKEN))
    print_table("not broken", counted[False], sorted(WHOLE))
    right = counted[True]["all"]["right"]
    wrong = sum(half["all"]["wrong"] for half in counted.values())
    print("joined: %d rightly, %d wrongly (precision %.4f, recall %.4f)" % (
        right, wrong, right / (right + wrong),
        right / sum(counted[True]["all"].values())))


if __name__ == "__main__":
    main()
