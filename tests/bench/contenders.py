"""Who is compared on which input: commands, as a user would give them.

    for c in contenders(input, place): c.name, c.command ...
"""
import os
import re
import shutil
from collections import namedtuple

import archives
import inputs

BUILD = os.environ.get("BUILD") or os.path.join(archives.TOP, "build")
URLGREP = os.environ.get("URLGREP") or os.path.join(BUILD, "urlgrep")
GMIME = os.path.join(BUILD, "tests", "bench_gmime")
SLOW = 2          # rounds of what takes many times as long as the others
SAMPLE = 100      # of what takes longer still this part of the input
LETTERS = 5       # of what reads one message only
WEB = r'https?://[^\s<>"]+'

# urls: those of the octets as they stand ("raw"), or of mail as it is read
# ("mail"): of the same input two that say the same must find about the same.
# None: it finds no URLs.
Contender = namedtuple("Contender", "name command urls octets rounds")


def listed():
    """All schemes that urlgrep looks for, as a pattern."""
    slashes, opaque = (("|".join(map(re.escape, names))).replace(r"\-", "-")
                       for names in inputs.schemes())
    return r'(?:(?:%s)://|(?:%s):)[^\s<>"]+' % (slashes, opaque)


def mine(urls, path, octets, *options):
    """As mail, if it is such, or as text."""
    kind = "--as=text " if urls == "raw" else ""
    for threads in (1, 2):
        yield Contender("urlgrep %s-j%d" % (kind, threads),
                        [URLGREP, *kind.split(), *options,
                         "-j%d" % threads, path], urls, octets, None)


def patterns(name, command, path, octets, rounds):
    """One with the schemes of urlgrep, one with those of the web."""
    if shutil.which(command[0] if command[0] != "env" else "grep"):
        yield Contender(name + " schemes", command + [listed(), path], "raw",
                        octets, rounds)
        yield Contender(name + " https?", command + [WEB, path], "raw", octets,
                        rounds)


def ripgrep(path, octets, *options):
    return patterns("rg -o", ["rg", "--no-config", "--no-filename", "-N", "-a",
                              "-o", *options, "-e"], path, octets, None)


def grep(path, octets, *options):
    return patterns("grep -oP", ["env", "LC_ALL=C", "grep", "-h", "-a", "-oP",
                                 *options, "-e"], path, octets, SLOW)


def at_once(name, path, octets, place, *options):
    """Two runs with one thread each: what two processors give, at best."""
    outs = [os.path.join(place, out) for out in ("first", "second")]
    return Contender(name, [
        "sh", "-c", 'a=$1 b=$2; shift 2; "$@" >"$a" & "$@" >"$b"; wait',
        "sh", *outs, URLGREP, "-j1", *options, path], None, 2 * octets, None)


def floor(path, octets):
    yield Contender("wc -l", ["wc", "-l", path], None, octets, None)
    yield Contender("cat", ["cat", path], None, octets, None)


def urifind(path, octets, place):
    """URI::Find reads all of its input before it begins."""
    if shutil.which("urifind") is None:
        return
    sample = os.path.join(place, "sample")
    octets = inputs.copy_beginning(sample, max(octets // SAMPLE, 1_000_000),
                                   path)
    yield Contender("urifind, a part", ["urifind", sample], None, octets, SLOW)


def urlscan(path, place):
    """A message each, the first ones of the mbox."""
    if shutil.which("urlscan") is None:
        return
    for number, letter in enumerate(inputs.of_box(path)):
        if number == LETTERS:
            break
        name = os.path.join(place, "letter.%d" % number)
        with open(name, "wb") as out:
            out.write(letter.octets)
        yield Contender("urlscan, message %d" % number,
                        ["urlscan", "-n", name], None, len(letter.octets),
                        SLOW)


def gmime(path, octets):
    yield Contender("GMime", [GMIME, path], None, octets, None)
    yield Contender("GMime, all parts", [GMIME, path, "all"], None, octets,
                    None)


def of_folder(path, octets):
    def over_all(*command):
        return ["sh", "-c", 'find "$1" -type f -print0 | xargs -0 ' +
                " ".join(command), "sh", path]

    yield from mine("mail", path, octets, "-r", "-h")
    yield from mine("raw", path, octets, "-r", "-h")
    yield from ripgrep(path, octets, "--no-ignore", "--hidden")
    yield from grep(path, octets, "-r")
    yield Contender("wc -l", over_all("wc", "-l"), None, octets, None)
    yield Contender("cat", over_all("cat"), None, octets, None)


def packed(path, octets):
    yield from mine("mail", path, octets)
    yield from mine("raw", path, octets)
    yield from ripgrep(path, octets, "-z")
    unpack = ["gzip", "-dc"] if path.endswith("gz") else ["zstd", "-dqc"]
    yield Contender(" ".join(unpack), unpack + [path], None, octets, None)


def of_text(path, octets, place):
    yield from mine("raw", path, octets)
    yield from ripgrep(path, octets)
    yield from grep(path, octets)
    yield from floor(path, octets)
    yield from urifind(path, octets, place)


def of_mail(path, octets, place):
    yield from mine("mail", path, octets)
    yield from mine("raw", path, octets)
    yield from ripgrep(path, octets)
    yield from gmime(path, octets)
    yield from urlscan(path, place)
    yield from floor(path, octets)


def contenders(name, source, place):
    """Who is to be compared on an input; place: a folder for pieces of it."""
    path, octets = source.path, source.octets
    if name in ("text", "dense"):
        return list(of_text(path, octets, place))
    if name in ("mime.mbox", "html.mbox"):
        return list(of_mail(path, octets, place))
    if name == "folder":
        return list(of_folder(path, octets))
    if name.endswith((".gz", ".zst")):
        return list(packed(path, octets))
    if name == "plain.mbox":
        return [*mine("mail", path, octets), *of_text(path, octets, place),
                *gmime(path, octets)]
    if name == "big.mbox":
        return [*mine("mail", path, octets),
                at_once("two at once", path, octets, place),
                *mine("raw", path, octets),
                at_once("two at once, as text", path, octets, place,
                        "--as=text"),
                *floor(path, octets)]
    return list(mine("mail", path, octets))
