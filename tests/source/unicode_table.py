#!/usr/bin/env python3
"""unicode_table.py - src/util/unicode_table.c says of every character what Unicode says
(TAP)

It is compared with Python's unicodedata, with the number of characters of each class, and,
where Debian's package unicode-data of the same version is installed, with what
unicode_table.awk makes of it. That script is tried on a few characters, too.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(1, os.path.join(TOP, "tests", "common"))
from tap import done_testing, equal, ok, skip

SOURCE = os.path.join(TOP, "src", "text", "run", "characters")
UNICODE = "/usr/share/unicode"

# The characters beyond US-ASCII of each class in Unicode 15.0.
COUNTS = {
    "HAN": 98078, "LETTER": 25766, "HANGUL": 11677, "SYMBOL": 8580, "MARK": 2318,
    "LATIN": 1429, "UNSPACED": 402, "HIRAGANA": 380, "KATAKANA": 190, "THAI": 83,
}

SCRIPTS = """\
# Scripts-15.0.0.txt
0041..005A    ; Latin # L&  [26]
00AA          ; Latin # Lo
00C0..00C2    ; Latin # L&
0E01..0E02    ; Thai # Lo
0E81          ; Lao # Lo
1780          ; Khmer # Lo
1000          ; Myanmar # Lo
1100          ; Hangul # Lo
3041          ; Hiragana # Lo
30A1          ; Katakana # Lo
4E00..4E03    ; Han # Lo
"""
CHARACTERS = """\
0041;LATIN CAPITAL LETTER A;Lu
00A0;NO-BREAK SPACE;Zs
00A1;INVERTED EXCLAMATION MARK;Po
00A2;CENT SIGN;Sc
00AA;FEMININE ORDINAL INDICATOR;Lo
00AD;SOFT HYPHEN;Cf
00B2;SUPERSCRIPT TWO;No
00C0;LATIN CAPITAL LETTER A WITH GRAVE;Lu
00C1;LATIN CAPITAL LETTER A WITH ACUTE;Lu
0300;COMBINING GRAVE ACCENT;Mn
0391;GREEK CAPITAL LETTER ALPHA;Lu
0392;GREEK CAPITAL LETTER BETA;Lu
0394;GREEK CAPITAL LETTER DELTA;Lu
0E01;THAI CHARACTER KO KAI;Lo
0E81;LAO LETTER KO;Lo
1000;MYANMAR LETTER KA;Lo
1100;HANGUL CHOSEONG KIYEOK;Lo
1780;KHMER LETTER KA;Lo
3041;HIRAGANA LETTER SMALL A;Lo
30A1;KATAKANA LETTER SMALL A;Lo
30FC;KATAKANA-HIRAGANA PROLONGED SOUND MARK;Lm
4E00;<CJK Ideograph, First>;Lo
4E03;<CJK Ideograph, Last>;Lo
E000;<Private Use, First>;Co
F8FF;<Private Use, Last>;Co
FF70;HALFWIDTH KATAKANA-HIRAGANA PROLONGED SOUND MARK;Lm
"""
RANGES = [
    (0xA1, 0xA2, "SYMBOL"), (0xAA, 0xAA, "LATIN"), (0xB2, 0xB2, "LETTER"),
    (0xC0, 0xC1, "LATIN"), (0x300, 0x300, "MARK"), (0x391, 0x392, "LETTER"),
    (0x394, 0x394, "LETTER"), (0xE01, 0xE01, "THAI"), (0xE81, 0xE81, "UNSPACED"),
    (0x1000, 0x1000, "UNSPACED"), (0x1100, 0x1100, "HANGUL"), (0x1780, 0x1780, "UNSPACED"),
    (0x3041, 0x3041, "HIRAGANA"), (0x30A1, 0x30A1, "KATAKANA"), (0x30FC, 0x30FC, "KATAKANA"),
    (0x4E00, 0x4E03, "HAN"), (0xFF70, 0xFF70, "KATAKANA"),
]


def read_ranges(text):
    return [(int(first, 16), int(last, 16), name) for first, last, name in
            re.findall(r"\{ 0x([0-9A-F]+), 0x([0-9A-F]+), CHARACTER_([A-Z]+) \}", text)]


def make_table(scripts, characters):
    """What unicode_table.awk prints."""
    made = subprocess.run(["awk", "-f", os.path.join(SOURCE, "unicode_table.awk"), scripts,
                           characters], stdout=subprocess.PIPE, check=False,
                          env=dict(os.environ, LC_ALL="C"))
    return made.stdout.decode("ascii") if made.returncode == 0 else ""


def check_script():
    with tempfile.TemporaryDirectory() as scratch:
        scripts = os.path.join(scratch, "Scripts.txt")
        characters = os.path.join(scratch, "UnicodeData.txt")
        for path, content in (scripts, SCRIPTS), (characters, CHARACTERS):
            with open(path, "w", encoding="ascii") as file:
                file.write(content)
        made = make_table(scripts, characters)
    equal(read_ranges(made), RANGES, "unicode_table.awk makes ranges")
    ok("Unicode 15.0.0" in made, "it names the version")


def check_order(ranges):
    after = [(first > before[1] + 1 or name != before[2]) and first > before[1] and
             last >= first for before, (first, last, name) in zip(ranges, ranges[1:])]
    ok(len(ranges) > 1000 and ranges[0][0] > 0x7F and ranges[-1][1] <= 0x10FFFF and all(after),
       "the ranges are in ascending order, and none could be a part of the one before")


def wanted_class(code):
    """SYMBOL, LETTER for all letters, marks and digits, or END."""
    major = unicodedata.category(chr(code))[0]
    return "SYMBOL" if major in "PS" else "LETTER" if major in "LMN" else "END"


def check_categories(ranges, version):
    """A character of only one of two versions of Unicode is not compared."""
    classes = {}
    for first, last, name in ranges:
        for code in range(first, last + 1):
            classes[code] = "SYMBOL" if name == "SYMBOL" else "LETTER"
    mine = tuple(map(int, unicodedata.unidata_version.split(".")))
    table = tuple(map(int, version.split(".")))
    wrong = []
    compared = 0
    for code in range(0x80, 0x110000):
        has = classes.get(code, "END")
        unassigned = unicodedata.category(chr(code)) == "Cn"
        if mine < table and unassigned or mine > table and has == "END":
            continue
        compared += 1
        if has != wanted_class(code):
            wrong.append("%04X" % code)
    equal(wrong, [], "the categories are those of Python (Unicode %s)" %
          unicodedata.unidata_version)
    ok(compared > 100000, "%d characters were compared" % compared)


def check_counts(ranges):
    counts = collections.Counter()
    for first, last, name in ranges:
        counts[name] += last - first + 1
    equal(dict(counts), COUNTS, "the number of characters of each class")


def check_data(text, version):
    what = "unicode_table.awk makes the table from Unicode's data"
    scripts = os.path.join(UNICODE, "Scripts.txt")
    try:
        with open(scripts, encoding="utf-8") as file:
            head = file.readline()
    except OSError:
        skip(what, "no %s, which is in the package unicode-data" % scripts)
        return
    if "Scripts-%s.txt" % version not in head:
        skip(what, "unicode-data is of another version: " + head.strip("# \n"))
        return
    made = make_table(scripts, os.path.join(UNICODE, "UnicodeData.txt"))
    ok(made == text, what)


def main():
    with open(os.path.join(SOURCE, "unicode_table.c"), encoding="ascii") as file:
        text = file.read()
    version = re.search(r"Unicode ([0-9.]+[0-9])", text).group(1)
    ranges = read_ranges(text)
    check_script()
    check_order(ranges)
    check_categories(ranges, version)
    check_counts(ranges)
    check_data(text, version)
    return done_testing()


if __name__ == "__main__":
    sys.exit(main())
