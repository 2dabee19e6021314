#!/usr/bin/env python3
"""Compare all findings of two builds of urlgrep, finding by finding.

usage: findings.py [--show N] [--archives DIRECTORY] [--options OPTIONS] [CORPUS...] BASE PROGRAM

BASE is the build to compare with. Each corpus is a set of files of the system or, for mail, the
mailboxes in DIRECTORY; without arguments all are searched. The differences are printed by kind,
with the surrounding lines; at most N (5) for each kind and corpus. Kinds:

  lost, gained      a finding that overlaps no finding of the other build
  longer, shorter   a finding that begins at the same place but has a different length
  other             a different URL of the same length, or one that begins elsewhere
  verdict, form, readings, confidence   everything else is the same

A missing corpus is reported. The Makefile lists the Debian packages that provide them.
The exit status is 0 if there is no difference, 1 if there is any, and 2 after an error.
"""
import argparse
import base64
import bz2
import collections
import gzip
import json
import lzma
import os
import re
import shlex
import subprocess
import sys
import time

LANGUAGES = "ar|bg|bn|el|fa|gu|he|hi|ja|kn|ko|ml|mr|pa|ru|sr|ta|te|th|uk|vi|zh|zh[-_](cn|tw|hk)"
INTERNATIONAL = re.compile(rf"/({LANGUAGES})(\.utf-?8)?/|[-.]({LANGUAGES})(/|\.|$)", re.I)

# For each corpus: its directories and a pattern for file names. A file counts for the first corpus
# that it matches.
CORPORA = {
    "international": (["/usr/share/doc", "/usr/share/man", "/usr/share/help",
                       "/usr/share/games/fortunes"], INTERNATIONAL),
    "html": (["/usr/share/doc", "/usr/share/vim", "/usr/share/perl", "/usr/lib/python3"],
             re.compile(r"\.x?html?(\.gz)?$")),
    "wiki": (["/usr/share/doc", "/usr/share/ikiwiki", "/usr/share/nodejs", "/usr/lib/node_modules"],
             re.compile(r"\.(md|mdwn|markdown|wiki|asciidoc|adoc|creole|textile)(\.gz)?$", re.I)),
    "documentation": (["/usr/share/doc", "/usr/share/man/man1", "/usr/share/man/man3",
                       "/usr/share/man/man5", "/usr/share/man/man7", "/usr/share/man/man8",
                       "/usr/share/info", "/usr/share/vim"], re.compile("")),
    "source": (["/usr/include", "/usr/lib/python3", "/usr/lib/python3.11", "/usr/share/perl",
                "/usr/share/perl5", "/usr/share/nodejs", "src", "tests"],
               re.compile(r"\.(c|h|hpp|cc|cpp|py|pl|pm|pod|js|ts|sh|awk|vim|el|tcl|go|rs|java|css|json|"
                          r"yaml|yml|toml|xml|conf|txt|tsv|rst)$")),
    "corpus": (["corpus"], re.compile("")),
}
MAIL = "mail"
FILES_AT_A_TIME = 2000
SKIPPED = re.compile(r"\.(png|jpe?g|gif|pdf|svgz?|ico|woff2?|pyc|so|a|o|mo|ps)(\.gz)?$")


def files_of(name, archives, taken):
    directories, pattern = CORPORA[name] if name != MAIL else ([archives], re.compile(""))
    found = []
    for directory in directories:
        for parent, below, names in os.walk(directory):
            below.sort()
            for file in sorted(names):
                path = f"{parent}/{file}"
                if not pattern.search(path) or SKIPPED.search(file) or path in taken:
                    continue
                real = os.path.realpath(path)
                if real in taken or not os.path.isfile(real):
                    continue
                taken.update((path, real))
                found.append(path)
    return found


def findings(program, options, files):
    """Return the lines that the program prints for each file."""
    command = [*shlex.split(program), "--json", "--all", "--no-config", "-j2", *options, "--"]
    by_file = collections.defaultdict(list)
    for first in range(0, len(files), FILES_AT_A_TIME):
        run = subprocess.run([*command, *files[first:first + FILES_AT_A_TIME]], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if run.returncode not in (0, 1, 2) or run.returncode == 2 and b"usage: " in run.stderr:
            sys.exit(f"findings.py: {program}: status {run.returncode}: "
                     f"{run.stderr.decode(errors='replace')[:500]}")
        for line in run.stdout.split(b"\n"):
            begin = line.find(b'"path":"') + 8
            if begin >= 8:
                by_file[line[begin:line.index(b'"', begin)]].append(line)
    return by_file


def string(value):
    """Return a string of JSON output; text that is not UTF-8 is {"bytes": BASE64}."""
    return base64.b64decode(value["bytes"]).decode("latin-1") if isinstance(value, dict) else value


class Finding:
    def __init__(self, line):
        member = json.loads(line)
        self.file, self.offset = string(member["path"]), member.get("offset", 0)
        self.message = (member.get("message") or {}).get("offset")
        self.length, self.form, self.url = member.get("length", 0), member.get("form"), string(member["url"])
        self.verdict = member.get("verdict")
        self.confidence = member.get("confidence")
        self.readings = [(string(r["url"]), tuple(r["how"])) for r in member.get("readings", [])]
        self.place = (self.offset, str(member.get("part")), self.message)
        self.key = (self.place, self.length, self.url)

    def kind_of_change(self, new):
        """Compare with a finding of the same key; return None if there is no difference."""
        for name in ("verdict", "form", "readings", "confidence"):
            if getattr(self, name) != getattr(new, name):
                return name
        return None


def pair(old, new):
    """Yield (kind, old, new) for each difference between the findings in a file."""
    olds, news = collections.defaultdict(list), collections.defaultdict(list)
    for f in old:
        olds[f.key].append(f)
    for f in new:
        news[f.key].append(f)
    rest_old, rest_new = [], []
    for key in olds.keys() | news.keys():
        a, b = olds[key], news[key]
        for f, g in zip(a, b):
            kind = f.kind_of_change(g)
            if kind:
                yield kind, f, g
        rest_old += a[len(b):]
        rest_new += b[len(a):]
    rest_old.sort(key=lambda f: f.offset)
    rest_new.sort(key=lambda f: f.offset)
    for f in rest_old:
        match = next((g for g in rest_new if g.place[1:] == f.place[1:] and (
            g.offset < f.offset + max(f.length, 1) and f.offset < g.offset + max(g.length, 1))), None)
        if match is None:
            yield "lost", f, None
            continue
        rest_new.remove(match)
        if match.offset != f.offset or len(match.url) == len(f.url):
            yield "other", f, match
        else:
            yield ("longer" if len(match.url) > len(f.url) else "shorter"), f, match
    for g in rest_new:
        yield "gained", None, g


def text_around(finding):
    """Return the lines of the file around the finding."""
    openers = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
    opener = openers.get(os.path.splitext(finding.file)[1], open)
    try:
        with opener(finding.file, "rb") as file:
            file.seek(max(0, finding.offset - 2000))
            before = file.read(min(2000, finding.offset)).split(b"\n")
            text = file.read(finding.length + 2000)
    except (OSError, EOFError, lzma.LZMAError):
        return ["(not read)"]
    after = text[finding.length:].split(b"\n")
    lines = b"\n".join(before[-3:]) + text[:finding.length] + b"\n".join(after[:3])
    return [line.decode("utf-8", "backslashreplace")[:200] for line in lines.split(b"\n")]


def show(kind, old, new):
    finding = old or new
    print(f"  {kind}: {finding.file}, offset {finding.offset}")
    for mark, f in (("-", old), ("+", new)):
        if f:
            print(f"    {mark} {f.url}   ({f.verdict}, {f.form}, {f.confidence})")
            if kind == "readings":
                print(f"      {f.readings}")
    for line in text_around(finding):
        print("    | " + "".join(c if c.isprintable() or c == "\t" else "?" for c in line))


def compare(name, files, options, base, program, shown):
    """Print the differences for a corpus. Return the number of findings and the counts."""
    old, new = (findings(p, options, files) for p in (base, program))
    counts = collections.Counter()
    for path in sorted(old.keys() | new.keys()):
        if old.get(path) == new.get(path):
            continue
        for kind, f, g in pair([Finding(x) for x in old.get(path, [])],
                               [Finding(x) for x in new.get(path, [])]):
            counts[kind] += 1
            if counts[kind] <= shown:
                if sum(counts.values()) == 1:
                    print(f"{name}:")
                show(kind, f, g)
    return sum(map(len, old.values())), counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--archives", default=os.environ.get("ARCHIVES"))
    parser.add_argument("--options", default="", help="more options for both programs")
    parser.add_argument("corpora", nargs="*", metavar="CORPUS")
    parser.add_argument("base")
    parser.add_argument("program")
    arguments = parser.parse_args()
    names = arguments.corpora or [MAIL, *CORPORA]
    unknown = set(names) - {MAIL, *CORPORA}
    if unknown:
        parser.error(f"no such corpus: {' '.join(unknown)}")
    taken, rows, differs, begin = set(), [], False, time.time()
    for name in [MAIL, *CORPORA]:
        if name == MAIL and not arguments.archives:
            files = []
        else:
            files = files_of(name, arguments.archives, taken)
        if name not in names:
            continue
        if not files:
            print(f"{name}: no files" + (": give a directory of mailboxes (ARCHIVES=)" if name == MAIL else ""))
            continue
        total, counts = compare(name, files, shlex.split(arguments.options), arguments.base,
                                arguments.program, arguments.show)
        rows.append((name, len(files), total, counts))
        differs = differs or bool(counts)
    kinds = ["lost", "gained", "longer", "shorter", "other", "verdict", "form", "readings", "confidence"]
    print(f"{'corpus':14} {'files':>7} {'findings':>9} " + " ".join(f"{k:>8}" for k in kinds))
    for name, count, total, counts in rows:
        print(f"{name:14} {count:7} {total:9} " + " ".join(f"{counts[k] or '.':>8}" for k in kinds))
    print(f"{time.time() - begin:.0f} s")
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
