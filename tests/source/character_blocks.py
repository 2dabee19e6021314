#!/usr/bin/env python3
"""character_blocks.py - where a class of characters begins or ends in src/util/blocks.tsv,
it agrees with Unicode's categories and names of the characters on both sides (TAP)
"""
import os
import re
import subprocess
import sys
import unicodedata

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import URLGREP, done_testing, ok

PROGRAM = os.path.join(os.path.dirname(URLGREP), "tests", "unit", "util", "test_character")
CLASSES = "end symbol mark latin letter unspaced thai hangul han katakana hiragana".split()
SCRIPTS = {"LATIN": "latin", "THAI": "thai", "HANGUL": "hangul", "CJK": "han",
           "KATAKANA": "katakana", "HIRAGANA": "hiragana", "LAO": "unspaced",
           "KHMER": "unspaced", "MYANMAR": "unspaced", "TIBETAN": "unspaced"}
# Names from which the script of the character cannot be inferred.
OF_ANY_SCRIPT = re.compile("MODIFIER|INDICATOR|NUMERAL|NUMBER|VULGAR|FRACTION|IDEOGRAPHIC")
# Characters whose class differs from that of the block that they end or begin.
APPROXIMATE = {0x36F, 0x70F, 0x109F, 0x215F, 0x2DFF, 0x302F, 0x309A, 0xA720, 0xA95F, 0xA9DF,
               0xAA5F, 0xFDFF, 0xFFFC, 0x1B000, 0x1DF00}


def classes_of(code):
    """Return the classes that a character may have, by its category and name."""
    category, name = unicodedata.category(chr(code)), unicodedata.name(chr(code), "")
    if category == "Cn" or code in APPROXIMATE:
        return CLASSES
    if category[0] in "ZCPS":
        return ["end" if category[0] in "ZC" else "symbol"]
    of_script = [SCRIPTS[word] for word in re.findall("[A-Z]+", name.split(" WITH ")[0])
                 if word in SCRIPTS]
    if of_script:
        return of_script
    if OF_ANY_SCRIPT.search(name):
        return CLASSES[CLASSES.index("latin"):]
    return ["mark" if re.match("COMBINING|VARIATION", name) else "letter"]


def main():
    printed = subprocess.run([PROGRAM, "blocks"], capture_output=True, check=False).stdout
    blocks = [tuple(map(int, line.split())) for line in printed.splitlines()]
    ok(len(blocks) > 100, f"{len(blocks)} blocks")
    for (_, before), (first, after) in zip(blocks, blocks[1:]):
        ok(CLASSES[before] in classes_of(first - 1) and CLASSES[after] in classes_of(first),
           f"U+{first:04X}: {CLASSES[before]}, then {CLASSES[after]}",
           f"{classes_of(first - 1)}, then {classes_of(first)}")
    return done_testing()


if __name__ == "__main__":
    sys.exit(main())
