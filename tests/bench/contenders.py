"""The commands that are compared on each input, as a user would give them.

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
LINKIFY = os.path.join(BUILD, "tests", "bench_linkify")
SLOW = 2          # rounds of what is many times slower
SAMPLE = 100      # fraction of the input for what is slower still
LETTERS = 5       # messages for what reads one at a time
WEB = r'https?://[^\s<>"]+'

# urls: those of the bytes as they are ("raw"), or of mail as it is read
# ("mail"), maybe with locations ("json", "lines"): of the same input two that say
# the same must find about the same. None: it finds no URLs.
Contender = namedtuple("Contender", "name command urls size rounds")


def listed():
    """Return a pattern of all schemes that urlgrep looks for."""
    slashes, opaque = (("|".join(map(re.escape, names))).replace(r"\-", "-")
                       for names in inputs.schemes())
    return r'(?:(?:%s)://|(?:%s):)[^\s<>"]+' % (slashes, opaque)


OPTIONS = {"mail": "", "raw": "--as=text ", "json": "--json ", "lines": "-n "}


def mine(urls, path, size, *options):
    """Run urlgrep on mail or text, with one thread and with two."""
    kind = OPTIONS[urls]
    for threads in (1, 2):
        yield Contender("urlgrep %s-j%d" % (kind, threads),
                        [URLGREP, *kind.split(), *options,
                         "-j%d" % threads, path], urls, size, None)


def patterns(name, command, path, size, rounds):
    """Yield two contenders: with urlgrep's schemes, and with those of the web."""
    if shutil.which(command[0] if command[0] != "env" else "grep"):
        yield Contender(name + " schemes", command + [listed(), path], "raw",
                        size, rounds)
        yield Contender(name + " https?", command + [WEB, path], "raw", size,
                        rounds)


def ripgrep(path, size, *options):
    """With -o it prints the matches, without it the lines they are in. $RG may be
    another version than the one that is installed."""
    for name, program in ("rg", "rg"), ("$RG", os.environ.get("RG")):
        if not program or not shutil.which(program):
            continue
        command = [program, "--no-config", "--no-filename", "-N", "-a", *options]
        yield from patterns(name + " -o", command + ["-o", "-e"], path, size, None)
        yield Contender(name + " https?", command + ["-e", "https?", path], None,
                        size, None)


def xurls(path, size):
    """xurls finds relaxed URLs by default; -r is without."""
    if shutil.which("xurls"):
        yield Contender("xurls", ["xurls", path], None, size, SLOW)


def linkify(path, size):
    """linkify finds each NAME://, whatever the scheme."""
    if os.path.exists(LINKIFY):
        yield Contender("linkify", [LINKIFY, path], None, size, None)


def grep(path, size, *options):
    return patterns("grep -oP", ["env", "LC_ALL=C", "grep", "-h", "-a", "-oP",
                                 *options, "-e"], path, size, SLOW)


def at_once(name, path, size, place, *options):
    """Run two processes with one thread each: the best that two processors can do."""
    outs = [os.path.join(place, out) for out in ("first", "second")]
    return Contender(name, [
        "sh", "-c", 'a=$1 b=$2; shift 2; "$@" >"$a" & "$@" >"$b"; wait',
        "sh", *outs, URLGREP, "-j1", *options, path], None, 2 * size, None)


def floor(path, size):
    yield Contender("wc -l", ["wc", "-l", path], None, size, None)
    yield Contender("cat", ["cat", path], None, size, None)


def urifind(path, size, place):
    """URI::Find reads all of its input before it begins."""
    if shutil.which("urifind") is None:
        return
    sample = os.path.join(place, "sample")
    size = inputs.copy_beginning(sample, max(size // SAMPLE, 1_000_000),
                                   path)
    yield Contender("urifind, a part", ["urifind", sample], None, size, SLOW)


def urlscan(path, place):
    """A message each, the first ones of the mbox."""
    if shutil.which("urlscan") is None:
        return
    for number, letter in enumerate(inputs.of_box(path)):
        if number == LETTERS:
            break
        name = os.path.join(place, "letter.%d" % number)
        with open(name, "wb") as out:
            out.write(letter.content)
        yield Contender("urlscan, message %d" % number,
                        ["urlscan", "-n", name], None, len(letter.content),
                        SLOW)


def gmime(path, size):
    yield Contender("GMime", [GMIME, path], None, size, None)
    yield Contender("GMime, all parts", [GMIME, path, "all"], None, size,
                    None)


def of_directory(path, size):
    def over_all(*command):
        return ["sh", "-c", 'find "$1" -type f -print0 | xargs -0 ' +
                " ".join(command), "sh", path]

    yield from mine("mail", path, size, "-r", "-h")
    yield from mine("raw", path, size, "-r", "-h")
    yield from ripgrep(path, size, "--no-ignore", "--hidden")
    yield from grep(path, size, "-r")
    yield Contender("wc -l", over_all("wc", "-l"), None, size, None)
    yield Contender("cat", over_all("cat"), None, size, None)


def packed(path, size):
    yield from mine("mail", path, size)
    yield from mine("raw", path, size)
    yield from ripgrep(path, size, "-z")
    programs = ["igzip", "gzip"] if path.endswith("gz") else ["zstd"]
    for program in filter(shutil.which, programs):
        yield Contender(program + " -dc | wc -c", [
            "sh", "-c", '"$1" -dqc "$2" | wc -c', "sh", program, path], None,
                        size, None)


def of_text(path, size, place):
    yield from mine("raw", path, size)
    yield from ripgrep(path, size)
    yield from grep(path, size)
    yield from linkify(path, size)
    yield from floor(path, size)
    yield from xurls(path, size)
    yield from urifind(path, size, place)


def of_mail(path, size, place):
    yield from mine("mail", path, size)
    yield from mine("raw", path, size)
    yield from ripgrep(path, size)
    yield from gmime(path, size)
    yield from urlscan(path, place)
    yield from floor(path, size)


def contenders(name, source, place):
    """Who is to be compared on an input; place: a directory for pieces of it."""
    path, size = source.path, source.size
    if name in ("text", "dense"):
        return list(of_text(path, size, place))
    if name in ("mime.mbox", "html.mbox"):
        return list(of_mail(path, size, place))
    if name == "directory":
        return list(of_directory(path, size))
    if name.endswith((".gz", ".zst")):
        return list(packed(path, size))
    if name == "plain.mbox":
        return [*mine("mail", path, size), *mine("json", path, size),
                *mine("lines", path, size), *of_text(path, size, place),
                *gmime(path, size)]
    if name == "big.mbox":
        return [*mine("mail", path, size),
                at_once("two at once", path, size, place),
                *mine("raw", path, size),
                at_once("two at once, as text", path, size, place,
                        "--as=text"),
                *floor(path, size)]
    return list(mine("mail", path, size))
