#!/usr/bin/env python3
"""update_suffixes.py - make suffixes.txt from Debian's package publicsuffix

usage: apt-get install publicsuffix; src/names/data/update_suffixes.py

Only the ICANN section is used: the domains under which anybody can register a name.
The private section (github.io) is not used, since such a domain is a name itself. Labels
that were withdrawn from the list stay in suffixes.txt.
"""
import datetime
import pathlib
import subprocess

SOURCE = pathlib.Path("/usr/share/publicsuffix/public_suffix_list.dat")
TABLE = pathlib.Path(__file__).with_name("suffixes.txt")
NOTICE = """\
# The public suffixes of one and two labels in the Public Suffix List's ICANN section, and
# "onion" (RFC 7686). A row is a suffix in lower case; one beyond US-ASCII has two rows,
# as A-labels and as U-labels. "*." stands for any label. A top label without a row of its own
# is known by its rows of two labels.
#
# This Source Code Form is subject to the terms of the Mozilla Public
# License, v. 2.0. If a copy of the MPL was not distributed with this
# file, You can obtain one at https://mozilla.org/MPL/2.0/.
#
"""


def icann_rules(text):
    """Return the rules of the ICANN section, in order."""
    begin = text.index("===BEGIN ICANN DOMAINS===")
    section = text[begin:text.index("===END ICANN DOMAINS===")]
    lines = (line.strip() for line in section.splitlines()[1:])
    return [line.split()[0] for line in lines if line and not line.startswith("//")]


def a_label(label):
    """Return a label as it is written in the DNS. The list has lower-case labels in NFC."""
    if label.isascii():
        return label
    return "xn--" + label.encode("punycode").decode()


def suffixes(rules):
    """Return the suffixes of one and two labels, in both forms."""
    short = [rule for rule in rules if rule.count(".") < 2 and not rule.startswith("!")]
    return {".".join(map(a_label, rule.split("."))) for rule in short} | set(short)


def present_suffixes():
    """Return the suffixes in the present table."""
    if not TABLE.exists():
        return []
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def sort_key(suffix):
    """Order by the bytes of the last label, then by those of the label before it."""
    return [label.encode() for label in reversed(suffix.split("."))]


def package_version():
    """Return the version of the installed package."""
    return subprocess.run(["dpkg-query", "--show", "--showformat=${Version}", "publicsuffix"],
                          check=True, capture_output=True, text=True).stdout


def main():
    rows = suffixes(icann_rules(SOURCE.read_text(encoding="utf-8"))) | {"onion"}
    withdrawn = {old for old in present_suffixes() if "." not in old} - rows
    origin = (f"# Made by update_suffixes.py on {datetime.date.today()}, "
              f"from Debian's publicsuffix {package_version()}.\n")
    table = "\n".join(sorted(rows | withdrawn, key=sort_key)) + "\n"
    TABLE.write_text(NOTICE + origin + table, encoding="utf-8")
    print(f"{TABLE.name}: {len(rows)} suffixes, and {len(withdrawn)} withdrawn")


if __name__ == "__main__":
    main()
