"""The commands compared on each input, as a user would type them.

    for c in contenders(input, directory): c.name, c.command ...
"""
import os
import re
import shutil
import subprocess
from collections import namedtuple

import archives
import inputs

BUILD = os.environ.get("BUILD") or os.path.join(archives.TOP, "build")
URLGREP = os.environ.get("URLGREP") or os.path.join(BUILD, "urlgrep")
GMIME = os.path.join(BUILD, "tests", "bench_gmime")
LINKIFY = os.path.join(BUILD, "tests", "bench_linkify")
PEERS = os.path.join(BUILD, "peers", "bin")  # of make bench-peers
SLOW_ROUNDS = 2       # for tools that are many times slower
SAMPLE_PART = 20      # the part of the input for those that are slower still
MIN_SAMPLE = 1_000_000
SAMPLE_MESSAGES = 20  # for tools that read one message at a time
RIPGREP_OPTIONS = ["--no-config", "--no-filename", "-N", "-a"]
WEB_PATTERN = r'https?://[^\s<>"]+'

# size: the bytes that the command reads: a sample of the input or all of it.
# rounds: None for as many as the others.
# urls: the kind of URLs that are printed: those in the undecoded text ("raw"), in
# decoded mail ("mail"), or these in another format ("json", "lines").
# Contenders of the same kind must find about the same number of web URLs in the
# same input. "other" is for samples: if there are URLs, some must be found.
# None: the output is discarded.
# prints: the output that is expected, or None.
Contender = namedtuple("Contender", "name command urls size rounds prints", defaults=[None, None])


def all_schemes_pattern():
    """Return a pattern with all schemes that urlgrep searches for."""
    slashes, opaque = (("|".join(map(re.escape, names))).replace(r"\-", "-")
                       for names in inputs.schemes())
    return r'(?:(?:%s)://|(?:%s):)[^\s<>"]+' % (slashes, opaque)


def find_program(name):
    """Return the path of a program of make bench-peers or of the system."""
    path = os.path.join(PEERS, name)
    return path if os.path.exists(path) else shutil.which(name)


# ---- tools

OPTIONS = {"mail": "", "raw": "--as=text ", "json": "--json ", "lines": "-n "}


def urlgrep(urls, path, size, *options):
    """Yield two contenders: one thread and two."""
    for threads in (1, 2):
        yield Contender("urlgrep %s-j%d" % (OPTIONS[urls], threads),
                        [URLGREP, *OPTIONS[urls].split(), *options,
                         "-j%d" % threads, path], urls, size)


def version_of_ripgrep(program):
    printed = subprocess.run([program, "--version"], stdout=subprocess.PIPE,
                             encoding="utf-8", check=True).stdout
    return re.search(r"[\d.]+\d", printed)[0]


def ripgreps():
    """Return a dictionary from a name to the path of each ripgrep: "rg" of the
    system, "rg VERSION" if make bench-peers has installed another version."""
    found = {"rg": shutil.which("rg")} if shutil.which("rg") else {}
    newest = os.path.join(PEERS, "rg")
    if os.path.exists(newest):
        version = version_of_ripgrep(newest)
        if not found or version_of_ripgrep("rg") != version:
            found["rg " + version] = newest
    return found


def without_version(name):
    """Return "rg ..." for "rg VERSION ..."."""
    return re.sub(r"^rg \d[\d.]*", "rg", name)


def names_of_versions(names, name):
    """Return the names that are `name`, or a version of it."""
    return [other for other in names if without_version(other) == name]


def versions_of(found, name):
    """Return the values of these names in a dictionary."""
    return [found[other] for other in names_of_versions(found, name)]


def ripgrep(path, size, *options):
    """Without -o it prints lines, not matches."""
    for name, program in ripgreps().items():
        command = [program, *RIPGREP_OPTIONS, *options]
        yield Contender(name + " -o schemes",
                        command + ["-o", "-e", all_schemes_pattern(), path],
                        "raw", size)
        yield Contender(name + " -o https?", command + ["-o", "-e", WEB_PATTERN, path], "raw", size)
        yield Contender(name + " https?", command + ["-e", "https?", path], None, size)


def unmapped_ripgrep(path, size):
    """ripgrep maps a single file into memory. With --no-mmap it reads each byte
    once, as urlgrep must, since a mapped file may change between two accesses."""
    for name, program in ripgreps().items():
        yield Contender(name + " --no-mmap -o https?",
                        [program, *RIPGREP_OPTIONS, "--no-mmap", "-o", "-e",
                         WEB_PATTERN, path], "raw", size)


def grep(path, size, *options):
    command = ["env", "LC_ALL=C", "grep", "-h", "-a", "-oP", *options, "-e"]
    for name, pattern in (("schemes", all_schemes_pattern()), ("https?", WEB_PATTERN)):
        yield Contender("grep -oP " + name, command + [pattern, path], "raw", size, SLOW_ROUNDS)


def linkify(path, size):
    """linkify finds each NAME://, whatever the scheme."""
    if os.path.exists(LINKIFY):
        yield Contender("linkify", [LINKIFY, path], "raw", size)


def slow_tools(path, size, directory):
    """xurls by default prints only URLs with a scheme; URI::Find reads all of
    its input before it begins. Both get a sample."""
    programs = {"xurls": find_program("xurls"), "URI::Find": shutil.which("urifind")}
    sample = os.path.join(directory, "sample")
    size = inputs.copy_sample(sample, min(size, max(size // SAMPLE_PART, MIN_SAMPLE)), path)
    for name, program in programs.items():
        if program:
            yield Contender(name, [program, sample], "other", size, SLOW_ROUNDS)


def urlscan(path, directory):
    """urlscan reads one message, so it is started for some messages of the mbox."""
    if shutil.which("urlscan") is None:
        return
    messages = list(inputs.read_mbox(path))
    messages = messages[::max(len(messages) // SAMPLE_MESSAGES, 1)]
    names, size = [], 0
    for message in messages[:SAMPLE_MESSAGES]:
        names.append(os.path.join(directory, "message.%d" % len(names)))
        with open(names[-1], "wb") as out:
            size += out.write(message.content)
    command = ["sh", "-c", 'for m; do urlscan -n "$m"; done', "sh", *names]
    yield Contender("urlscan", command, "other", size, SLOW_ROUNDS)


def gmime(path, size):
    """GMime parses the mail and decodes its texts."""
    yield Contender("GMime", [GMIME, path], None, size)


def two_processes(name, path, size, directory, *options):
    """Run two processes with one thread each: the most that two processors can do."""
    outs = [os.path.join(directory, out) for out in ("first", "second")]
    return Contender(name, [
        "sh", "-c", 'a=$1 b=$2; shift 2; "$@" >"$a" & "$@" >"$b"; wait',
        "sh", *outs, URLGREP, "-j1", *options, path], None, 2 * size)


# ---- inputs

TEXT = "raw rg unmapped grep linkify slow lines"
MAIL = "mail raw rg gmime urlscan lines"
# the tools that are compared on each input; "mail" on others
TOOLS = {
    "text": TEXT, "dense": TEXT, "mime.mbox": MAIL, "html.mbox": MAIL,
    "plain.mbox": "mail json -n " + TEXT + " gmime urlscan",
    "big.mbox": "mail two raw two-raw lines", "directory": "mail raw rg grep lines",
    "plain.mbox.gz": "mail raw rg unpack", "plain.mbox.zst": "mail raw rg unpack",
}


def unpack(path, size):
    program = "igzip" if path.endswith("gz") else "zstd"
    if shutil.which(program):
        yield Contender(program + " -dc | wc -c", [
            "sh", "-c", '"$1" -dqc "$2" | wc -c', "sh", program, path], None,
                        size, prints=b"%d\n" % size)


def count_lines(path, size):
    command = ["wc", "-l", path]
    if os.path.isdir(path):
        command = ["sh", "-c", 'find "$1" -type f -print0 | xargs -0 wc -l', "sh", path]
    yield Contender("wc -l", command, None, size)


def contenders(name, source, directory):
    """Return the contenders for an input. Write samples into the directory."""
    path, size = source.path, source.size
    is_directory, is_packed = name == "directory", name.endswith((".gz", ".zst"))
    recursive = ["-r"] if is_directory else []
    run_urlgrep = lambda urls: urlgrep(urls, path, size, *recursive, *["-h"][:is_directory])
    run = {
        "mail": lambda: run_urlgrep("mail"), "raw": lambda: run_urlgrep("raw"),
        "json": lambda: run_urlgrep("json"), "-n": lambda: run_urlgrep("lines"),
        "rg": lambda: ripgrep(path, size, *["--no-ignore", "--hidden"][:2 * is_directory],
                              *["-z"][:is_packed]),
        "unmapped": lambda: unmapped_ripgrep(path, size),
        "grep": lambda: grep(path, size, *recursive),
        "linkify": lambda: linkify(path, size), "gmime": lambda: gmime(path, size),
        "slow": lambda: slow_tools(path, size, directory),
        "urlscan": lambda: urlscan(path, directory),
        "two": lambda: [two_processes("two processes", path, size, directory)],
        "two-raw": lambda: [two_processes("two processes, as text", path, size, directory, "--as=text")],
        "lines": lambda: count_lines(path, size), "unpack": lambda: unpack(path, size),
    }
    return [each for tool in TOOLS.get(name, "mail").split() for each in run[tool]()]


# ---- versions

def ask(*command):
    """Return the first version number that a command prints, or None."""
    try:
        printed = subprocess.run(command, stdout=subprocess.PIPE, check=True,
                                 stderr=subprocess.DEVNULL,
                                 encoding="utf-8").stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    number = re.search(r"\d+(\.\d+)+|\d{8}", printed)
    return number and number[0]


def version_of_linkify():
    if not os.path.exists(LINKIFY):
        return None
    lock = os.path.join(archives.TOP, "tests", "bench", "linkify", "Cargo.lock")
    with open(lock, encoding="utf-8") as file:
        return re.search(r'name = "linkify"\nversion = "(.*)"', file.read())[1]


def version_of_urlscan():
    """Ask the Python that runs urlscan, which has no option for that."""
    path = shutil.which("urlscan")
    if path is None:
        return None
    with open(path, encoding="utf-8") as script:
        python = script.readline().removeprefix("#!").split()
    return ask(*python, "-c", "import importlib.metadata as metadata; "
               "print(metadata.version('urlscan'))")


def versions():
    """Return "NAME VERSION" for each installed tool."""
    found = [("urlgrep", ask(URLGREP, "--version"))]
    found += [("ripgrep", ask(program, "--version")) for program in ripgreps().values()]
    found += [("linkify", version_of_linkify()),
              ("xurls", ask(find_program("xurls") or "xurls", "--version")),
              ("URI::Find", ask("perl", "-MURI::Find", "-e",
                                "print URI::Find->VERSION")),
              ("urlscan", version_of_urlscan()),
              ("GMime", ask("pkg-config", "--modversion", "gmime-3.0"))]
    found += [(name, ask(name, "--version")) for name in ("grep", "wc", "igzip", "gzip", "zstd")]
    return ["%s %s" % (name, version) for name, version in found if version]
