#!/usr/bin/env python3
"""Measure how URLs that a program has broken at a fixed column, in any place, are joined.

URLs of shapes that are common in today's mail are put into paragraphs that are broken at 70 to
80 columns, quoted or not, with or without words before and after. The result is how many URLs
are cut or joined wrongly, by confidence. The passages are the same every time.

    tests/research/column_breaks.py          the table
    tests/research/column_breaks.py --show   also the wrong ones
"""
import itertools
import json
import os
import random
import subprocess
import sys
from collections import Counter

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
HEADER = "From ann@example.org Mon Jan  1 00:00:00 2024\nFrom: ann@example.org\n" \
    "Subject: %d\nContent-Type: text/plain; charset=utf-8\n\n"
WORDS = """the of and to in is that it was for on are as with his they at be this from have
or by one had not but what all were when we there can an your which their said if do will
each about how up out them then she many some so these would other into has more her two
like him see time could no make than first been its who now people my made over did down
only way find use may water long little very after""".split()
URLS = """
https://lists.example.org/archives/list/devel@lists.example.org/message/ABCDEFGHIJKLMNOPQRSTUVWXYZ234567/
https://lists.example.org/archives/list/devel@lists.example.org/thread/W5NKQPJL4QXOU7SPB2RTNQ6TTJ7SXU4E/#W5NKQPJL4QXOU7SPB2RTNQ6TTJ7SXU4E
https://accounts.example.com/reset?token=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c
https://docs.google.com/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcdefgQRSTUV/edit?usp=sharing
https://www.dropbox.com/scl/fi/9x8y7z6w5v4u3t2s1r0q/Annual-Report-2023-Final.pdf?rlkey=abcdefghijklmnop123456&dl=0
https://example.sharepoint.com/:w:/r/sites/Team/Shared%20Documents/General/Minutes%20of%20Meeting.docx?d=w1234567890abcdef&csf=1&web=1&e=AbCdEf
https://teams.microsoft.com/l/meetup-join/19%3ameeting_NjJkMzQ0ZDUtZmE2Yi00ZjE5LWE0ZDMtMzA1%40thread.v2/0?context=%7b%22Tid%22%3a%22abcdef12-3456-7890%22%7d
https://us02web.zoom.us/j/81234567890?pwd=QWxhZGRpbjpvcGVuIHNlc2FtZUFiQ2RFZkdoSWpLbE1u.1&from=addon
https://www.amazon.com/gp/product/B00ABCDEFG/ref=ox_sc_act_title_1?smid=ATVPDKIKX0DER&psc=1
https://groups.google.com/d/msgid/example-group/CAAbcDefGhiJklMnoPqrStuVwxYz0123456789abcdef-XyZ%3D_w%40mail.gmail.com
https://www.nytimes.com/2024/01/15/technology/artificial-intelligence-copyright-lawsuit-openai.html
https://stackoverflow.com/questions/12345678/how-do-i-parse-a-url-that-is-broken-over-two-lines-in-an-email-message
https://medium.com/@ann.berg/why-we-rewrote-our-mail-parser-in-rust-and-what-we-learned-a1b2c3d4e5f6
https://bugzilla.redhat.com/buglist.cgi?bug_status=NEW&bug_status=ASSIGNED&component=kernel&product=Fedora
https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/drivers/net/ethernet/intel/igb/igb_main.c?h=v5.10#n1234
https://www.researchgate.net/publication/123456789_A_Study_of_the_Wrapping_of_Long_Lines_in_Electronic_Mail
https://ec.europa.eu/info/law/better-regulation/have-your-say/initiatives/12345-Digital-Services-Act-deepening-the-internal-market_en
https://mail.python.org/archives/list/python-dev@python.org/thread/QZ6ZP3LKQPC7ZLVUKV5CXZ5QQZ6ZP3LK/
https://www.facebook.com/events/123456789012345/?acontext=%7B%22event_action_history%22%3A[%7B%22surface%22%3A%22page%22%7D]%7D
https://gitlab.example.org/group/subgroup/project/-/merge_requests/1234/diffs?commit_id=0123456789abcdef0123456789abcdef01234567
https://click.e.example.com/?qs=0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6071
https://www.bbc.co.uk/news/uk-politics-56789012?at_medium=RSS&at_campaign=KARANGA
https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.example.com%2Fnews%2F2024&data=05%7C02%7Cann%40example.com%7C0123456789abcdef%7C1%7C0%7C638%7CUnknown&sdata=AbC%2BdEf%3D&reserved=0
https://en.wikipedia.org/w/index.php?title=Uniform_Resource_Identifier&oldid=1190000000#Syntax
https://web.archive.org/web/20200101000000*/http://www.example.com/some/page/that/is/gone.html
https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-10.html#name-cookies-without-samesite-de
""".split()


def paragraph(width, count, prefix):
    """Return count lines of words, wrapped at width columns."""
    lines, line = [], prefix
    while len(lines) < count:
        word = random.choice(WORDS)
        if len(line) + len(word) + 1 > width:
            lines.append(line.rstrip())
            line = prefix
        line += word + " "
    return lines


def cut(text, width, prefix):
    """Return the lines of a text that is broken at width columns."""
    lines = []
    while text:
        lines.append(prefix + text[:width - len(prefix)])
        text = text[width - len(prefix):]
    return lines


def passages():
    """Yield each URL, the lines that contain it, and the whole text."""
    for url, width, prefix, lead, tail in itertools.product(
            URLS, (70, 72, 74, 76, 78, 80), ("", "> ", ">> "),
            ("", "see ", "[1] ", "Link: ", "I have put it at "),
            ("", ".", " for more.", "\n")):
        if len(prefix + lead + url) <= width:
            continue
        lines = cut(lead + url + tail.rstrip("\n"), width, prefix)
        after = [prefix + "and then some more words of text"] if tail == "\n" else []
        text = paragraph(width, 3, prefix) + lines + after + [prefix.rstrip()] + \
            paragraph(width, 2, prefix)
        yield url, lines, "\n".join(text) + "\n\n"


def main():
    random.seed(7)
    cases = list(passages())
    box = "".join(HEADER % n + text for n, (_, _, text) in enumerate(cases))
    done = subprocess.run([URLGREP, "--json", "--no-resolve", "-"], check=False,
                          input=box.encode(), stdout=subprocess.PIPE)
    found = {}
    for finding in map(json.loads, done.stdout.splitlines()):
        if "message" in finding:
            found.setdefault(int(finding["message"]["subject"]), finding)
    counts = Counter()
    for n, (url, lines, _) in enumerate(cases):
        finding = found.get(n)
        if finding and finding["url"] == url:
            counts["right"] += 1
            continue
        how = "missing" if finding is None else \
            "cut" if url.startswith(finding["url"]) else "joined wrongly"
        counts[how + (", " + finding["confidence"] if finding else "")] += 1
        if "--show" in sys.argv:
            print(how, finding and finding["url"], *lines, "", sep="\n")
    print(f"{len(cases)} URLs that were cut at a column")
    for how, count in sorted(counts.items()):
        print(f"  {how:24} {count:5}")


if __name__ == "__main__":
    main()
