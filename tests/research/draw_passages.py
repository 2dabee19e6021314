#!/usr/bin/env python3
"""Draw passages of mail in which a URL reaches the end of a line, to be read before
urlgrep is run on them.

usage: draw_passages.py COUNT SEED MBOX...     print COUNT passages of each mailbox
       draw_passages.py COUNT SEED --answers FILE MBOX...   compare them with a reader's

Passages are chosen without urlgrep: Python decodes the messages, and any word with "://"
that reaches the end of its line, or stops there before punctuation, is one if the next
line is not empty. Three of five are drawn from the hard ones: the URL ends in a mark, is
in brackets that are open, or the next line, which may have another quote prefix, begins
with something like a part of a URL. Each pair of a URL and a next word counts once.

A line of FILE is "NUMBER JOINS": how many line breaks the URL goes on over, or "NUMBER -"
if nobody can know; a URL may follow where it is not simply the words of these lines. A
passage without a line is one whose URL ends at the end of its line. Prints those where the
first reading of urlgrep is something else.
"""
import email
import json
import os
import random
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
URL_AT_END = re.compile(r"(?:https?|ftp|gopher|news|telnet|file|ldap|nntp)://[^\s<>\"]*"
                        r"(?=[>\"]?[.,;:!?)\]'*>]*\s*$)", re.I)
PREFIX = re.compile(r"^(?:\s|\w{0,3}>|[|:#](?=[\s>]))*")
NEXT_IS_PLAIN = re.compile(
    r"<?(?:URL:)?(?:https?|ftp|www)\b|[-*+=_~#]{2,}\s*$|[-*+] |\[?\d+[.)\]]? |"
    r"[A-Z][\w-]*:\s|[A-Z]?[a-z']+[,.;:!?]?(?:\s|$)|[A-Z][a-z]+$|\W+$")
LINES_BEFORE, LINES_AFTER, PRINTED_AFTER = 2, 12, 5


def texts(message):
    """Yield the decoded texts of a message."""
    for part in message.walk():
        if part.get_content_type() != "text/plain" or part.is_multipart():
            continue
        data = part.get_payload(decode=True) or b""
        try:
            yield data.decode(part.get_content_charset() or "utf-8", "replace")
        except LookupError:
            yield data.decode("latin-1")


def is_hard(url, word, lines):
    """Return true if it is not plain whether the URL goes on."""
    here, there = (PREFIX.match(line).group().replace(" ", "") for line in lines)
    return url[-1] in "-/=&?_%+~#," or here != there or not NEXT_IS_PLAIN.match(word) or \
        ("<" + url in lines[0] and ">" not in lines[0].partition(url)[2])


def passages(path):
    """Yield the passages of a mailbox: (hard, URL, first word after it, offset, lines)."""
    with open(path, "rb") as box:
        data = box.read()
    begins = [0] + [m.end() - 5 for m in re.finditer(rb"\nFrom ", data)] + [len(data)]
    for begin, end in zip(begins, begins[1:]):
        if b"://" not in data[begin:end] and b"base64" not in data[begin:end]:
            continue
        first_line = data.find(b"\n", begin) + 1
        for text in texts(email.message_from_bytes(data[first_line:end])):
            lines = [line.rstrip("\r") for line in text.split("\n")]
            for at, line in enumerate(lines[:-1]):
                found = URL_AT_END.search(line) if "://" in line else None
                following = lines[at + 1][PREFIX.match(lines[at + 1]).end():]
                if not found or not following or len(line) > 200:
                    continue
                word = following.split()[0]
                yield (is_hard(found.group(), following, lines[at:at + 2]), found.group(), word,
                       first_line, lines[max(0, at - LINES_BEFORE):at],
                       lines[at:at + LINES_AFTER])


def draw(path, count):
    """Draw passages of a mailbox at random, three of five from the hard ones."""
    found = list({(p[1], p[2]): p for p in passages(path)}.values())
    hard = [p for p in found if p[0]]
    plain = [p for p in found if not p[0]]
    hard = random.sample(hard, min(len(hard), count * 3 // 5))
    return hard + random.sample(plain, min(len(plain), count - len(hard))), len(found)


def print_passage(number, passage):
    _, url, _, offset, before, lines = passage
    print("--- %d %d" % (number, offset))
    for line in before:
        print("  | " + line[:110])
    for i, line in enumerate(lines[:PRINTED_AFTER]):
        print(("* | " if i == 0 else "  | ") + line[:200 if i == 0 else 160])


def joined(passage, joins):
    """Return the words of a URL's lines, joined over so many line breaks."""
    url, lines = passage[1], passage[5]
    for line in lines[1:joins + 1]:
        rest = line[PREFIX.match(line).end():]
        url += re.match(r"[^\s<>\"]*", rest).group()
    return url


def bare(url):
    """Return a URL without the punctuation that may follow it."""
    while url and (url[-1] in ".,;:!?'*" or
                   (url[-1] in ")]" and url.count("([" [url[-1] == "]"]) < url.count(url[-1]))):
        url = url[:-1]
    return url


def findings(path):
    """Return the findings of a mailbox, by the offsets of their messages."""
    run = subprocess.run([URLGREP, "--json", path], stdout=subprocess.PIPE, check=False)
    rows = {}
    for line in run.stdout.splitlines():
        row = json.loads(line)
        if row["type"] == "url":
            rows.setdefault(row.get("message", {}).get("offset"), []).append(row)
    return rows


def read_answers(path):
    """Return {number: (joins or None, URL or None)}."""
    answers = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            number, joins, *url = line.split()
            answers[int(number)] = (None if joins == "-" else int(joins), url[0] if url else None)
    return answers


def compare(number, passage, answer, rows):
    """Print a passage whose URL urlgrep does not print. Returns 1 then, else 0."""
    joins, url = answer
    if joins is None:
        return 0
    wanted = url or bare(joined(passage, joins))
    urls = [row for row in rows if isinstance(row["url"], str)]
    if any(bare(row["url"]) == bare(wanted) for row in urls):
        return 0
    print_passage(number, passage)
    print("    reader:  " + wanted)
    head = passage[1][:16]
    for row in urls:
        if row["url"].startswith(head):
            print("    urlgrep: %s %s" % (row["url"], row["confidence"]))
    return 1


def main():
    count, seed, *rest = sys.argv[1:]
    answers = read_answers(rest[1]) if rest[0] == "--answers" else None
    paths = rest if answers is None else rest[2:]
    number = errors = 0
    for path in paths:
        random.seed("%s %s" % (seed, os.path.basename(path)))
        drawn, total = draw(path, int(count))
        print("==== %s: %d of %d passages" % (os.path.basename(path), len(drawn), total))
        rows = findings(path) if answers is not None else {}
        for passage in drawn:
            number += 1
            if answers is None:
                print_passage(number, passage)
            else:
                errors += compare(number, passage, answers.get(number, (0, None)),
                                  rows.get(passage[3], []))
    if answers is not None:
        print("%d passages, %d of which urlgrep reads otherwise" % (number, errors))


main()
