#!/usr/bin/env python3
"""parallel.py - several threads print the same as one, for inputs that are just long enough to
be divided (TAP)

The inputs are texts and mailboxes whose ranges do not fit together, messages too long to be
copied, packed files, missing files; with few or no results wanted, and with every format and
way of counting. The last line of --json, with the sums of what was read, is also compared.
"""
import gzip
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import packed
from tap import TOP, URLGREP, done_testing, equal, ok

RANGE = 512 * 1024  # the shortest range
FROM = "From ann@example.org Tue Mar 14 10:12:00 1995\n"
PLAIN = "a line of plain text, one of many that have nothing to be found in them at all\n"


# ---- the inputs ---------------------------------------------------------------

def plain(begin, end):
    """Return lines from one offset to another, or a little further; some have a URL."""
    lines, at = [], begin
    while at < end:
        line = f"see http://plain.example/{at} and > go\n" if at % 7 == 0 else PLAIN
        lines.append(line)
        at += len(line)
    return "".join(lines)


def torn():
    """Return a text with a URL across the end of the first range that is longer than the
    context read before a range. A search from the front sees both brackets; one from the
    middle sees only the last, which does not belong to the URL that seems to begin there."""
    text = plain(0, RANGE - 40000)
    text += "http://long.example/(" + "x" * (RANGE - 1000 - len(text))
    text += "/http://in.example/" + "y" * 6000 + ")\n"
    return text + plain(len(text), 2 * RANGE + 200000)


def message(number, more="\n"):
    return (f"{FROM}From: Ann <ann@example.org>\nMessage-ID: <{number}@example.org>\n"
            f"Subject: number {number}\n\nsee http://h{number % 7}.example/{number} and\n"
            f"<URL:http://i.example/over-\nview{number}>\n{more}")


def counted(text, end):
    """Return a mailbox with Content-Length. Its ranges do not fit if the text contains messages."""
    messages, size, number = [], 0, 0
    while size < end:
        body = "".join(text % (number, i) for i in range(number % 37 + 1))
        messages.append(f"{FROM}Content-Length: {len(body)}\n\n{body}\n")
        size += len(messages[-1])
        number += 1
    return "".join(messages)


def crossing(after):
    """Return a mailbox in which a message with nested messages ends that many bytes after the
    first range: the rest is read again from there, and the lines in between are counted."""
    inner = f"http://i.example/1\n\n{FROM}Subject: x\n\n"
    first = counted("see http://c.example/%d/%d\n" + PLAIN, RANGE - 60000)
    head = f"{FROM}Content-Length: 99999\n\n"
    body = "\n" * ((RANGE + after - len(first) - len(head)) % len(inner))
    body += inner * ((RANGE + after - len(first) - len(head)) // len(inner))
    return (first + head.replace("99999", str(len(body))) + body + "\n" +
            counted("see http://d.example/%d/%d\n" + PLAIN, RANGE))


def make_inputs():
    some = "".join(message(i) for i in range(300))
    long = message(1, PLAIN * 60000 + "http://end.example/\n\n")  # too long to be copied
    files = {
        "torn.txt": torn(),
        "nested.mbox": counted("see http://d.example/%d\n\nFrom bob Tue Mar 14 10:12:00 1995\n"
                               "Subject: %d\n\n", 2 * RANGE + 100000),
        "counted.mbox": counted("see http://c.example/%d/%d\n" + PLAIN, RANGE + 100000),
        "counted-long.mbox": counted("see http://c.example/%d/%d\n" + PLAIN, RANGE + 100000) +
                             counted(PLAIN * 12000 + "http://last.example/%d/%d\n", 1),
        "plain.mbox": "".join(message(i, PLAIN * (i % 90) + "\n") for i in range(300)),
        "some.mbox": some,
        "long.mbox": some + long + some,
        "long.eml": message(1, PLAIN * 4000)[len(FROM):],
        "small.txt": "http://h1.example/1 http://u@small.example/ foo://x/ http://b.example/##\n",
        "latin": "http://h2.example/2\n",
        "idn.txt": "".join(f"http://h{i}.xn--80ak6aa92e.com/ http://xn--pypal-4ve.com/{i}\n"
                           for i in range(8000)),
        "empty": "",
        "none": "nothing here\n",
    }
    for name, text in files.items():
        with open(name, "w", encoding="ascii") as file:
            file.write(text)
    with gzip.open("some.mbox.gz", "wb", 1) as file:
        file.write((some + long + message(2)).encode())
    with open("some.mbox.gz", "rb") as file, open("cut.gz", "wb") as cut:
        cut.write(file.read()[:3000])
    with gzip.open("long.gz", "wb", 0) as file:
        file.write(plain(0, RANGE).encode())
    with open("long.gz", "rb") as file, open("cut-long.gz", "wb") as cut:
        cut.write(file.read()[:-1000])
    with open("packed.tar.gz", "wb") as file:
        members = {"box": some, "none": "x\n", "text": files["small.txt"] * 3, "mail": files["long.eml"]}
        file.write(packed.tar([(name, text.encode()) for name, text in members.items()], "w:gz"))
    os.mkdir("directory")
    os.makedirs("tree/cur")
    for number in range(200):
        with open(f"tree/cur/{number}", "w", encoding="ascii") as file:
            file.write(message(number)[len(FROM):])


# ---- the same with any number of threads ----------------------------------------

def search(threads, arguments, stdin=None):
    done = subprocess.run([URLGREP, f"-j{threads}", *arguments], capture_output=True,
                          check=False, timeout=120,
                          **({"input": stdin} if stdin else {"stdin": subprocess.DEVNULL}))
    return (re.sub(b'"seconds":[0-9.]*', b"", done.stdout), done.stderr, done.returncode)


def difference(one, several):
    for what, a, b in zip(("output", "messages", "status"), one, several):
        if a != b:
            if what == "status":
                return f"status {a}, {b}"
            a, b = a.split(b"\n"), b.split(b"\n")
            at = next((i for i, pair in enumerate(zip(a, b)) if pair[0] != pair[1]),
                      min(len(a), len(b)))
            return (f"{what}: {len(a)} lines, {len(b)} lines; line {at + 1}:\n"
                    f"{a[at:at + 1]}\n{b[at:at + 1]}")
    return ""


def same(what, arguments, threads=(3,), least=1, stdin=None):
    one = search(1, arguments, stdin)
    found = one[0].count(b"\n") + one[0].count(b"\0")
    differ = [difference(one, search(number, arguments, stdin)) for number in threads]
    ok(found >= least and not any(differ), what,
       f"{found} lines, {one[1]}, status {one[2]}\n" + "\n".join(differ))
    return one


BIG = ["torn.txt", "nested.mbox", "counted.mbox", "counted-long.mbox", "plain.mbox"]
SMALL = ["small.txt", "empty", "missing", "some.mbox.gz", "none", "packed.tar.gz", "directory",
         "cut.gz", "long.eml", "some.mbox", "latin", "small.txt"]
BIG_OPTIONS = ["--json --all", "-nu", "-m 3", "-c", "--csv=line,message,offset,url -m4000",
               "--format={message}:{offset}:{url}"]
SMALL_OPTIONS = [
    "", "-nH", "-b --all", "--json", "--json -u --all", "-c", "-cu", "-c -m2", "-l", "-lu",
    "-L", "-q", "-m 1", "-m 3 -u", "-m 0", "-Z", "-z", "-s", "-h --with-message", "--warn",
    "--part=host -u", "--print-message", "--tsv", "--from=ann",
    "--invalid", "--strict -n", "-e h[12] -u", "--headers --email", "--as=text -n", "--raw",
    "--explain --readings=all", "-e ^x -e h1", "--deny=userinfo --all",
]


def same_with_few_open():
    """More files than may be open at a time: with a limit so low that no descriptors are left for
    threads, and with some descriptors for each of several threads."""
    files = [*BIG, *SMALL, *BIG]
    one = search(1, ["-n", *files])
    for count in (7, 10, 24, 44):
        few = subprocess.run(["sh", "-c", f'ulimit -n {count}; exec "$@"', "sh", URLGREP, "-j16", "-n", *files],
                             capture_output=True, check=False, stdin=subprocess.DEVNULL, timeout=120)
        differ = difference(one, (few.stdout, few.stderr, few.returncode))
        ok(differ == "" and len(one[0]) > 100000, f"{count} files may be open", differ)


def test_ends():
    """The search ends before the end of the input; -j accepts a number from 1 to 256."""
    endless = ["sh", "-c", 'yes "$0" | timeout 30 "$@"', message(1), URLGREP]
    done = subprocess.run([*endless, "-q", "-j2"], capture_output=True, check=False)
    equal((done.returncode, done.stdout), (0, b""), "-q ends at the first URL")
    done = subprocess.run([*endless, "-m5", "-j2"], capture_output=True, check=False)
    equal((done.returncode, done.stdout.count(b"\n")), (0, 5), "-m ends after that many")
    done = subprocess.run(["sh", "-c", 'timeout 60 "$@" | head -n 1', "sh", URLGREP, "-j3", *BIG],
                          capture_output=True, check=False)
    equal(done.stdout.count(b"\n"), 1, "the reader of the output has gone away")
    if os.access("/dev/full", os.W_OK):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([URLGREP, "-j3", *BIG], stdout=full, stderr=subprocess.PIPE, check=False)
        ok(done.returncode == 2 and b"standard output" in done.stderr, "the disk is full", str(done))
    for number in ("0", "-1", "x", "257", "2x"):
        done = search(number, ["empty"])
        ok(done[2] == 2 and b"expected a number from 1 to 256" in done[1], f"-j {number}", str(done))


def test_short_tasks():
    """Tasks that end at once, so that the memory of a freed task is reused by a later one."""
    os.mkdir("short")
    for number in range(1500):
        with open(f"short/{number}", "w", encoding="ascii") as file:
            file.write(message(number))
            file.truncate(250000)
    wanted = search(1, ["-r", "short"])
    wrong = [run for run in range(20) if search(4, ["-r", "short"]) != wanted]
    ok(wanted[2] == 0 and not wrong, "1,500 tasks that are over at once, 20 times", f"runs {wrong}")


def test_sums():
    """The sums of a search with one thread."""
    size = os.path.getsize("torn.txt")
    with open("torn.txt", encoding="ascii") as file:
        text = file.read()
    summary = search(1, ["--json", "torn.txt"])[0].decode().strip().split("\n")[-1]
    wanted = ('{"type":"summary","version":1,"files":1,"urls":%d,"bytes":%d,"messages":0,'
              '"lines":%d,"decoded":0,"skipped":0,}' % (
                  len(re.findall("^see|^http", text, re.M)), size, text.count("\n")))
    equal(summary, wanted, "the sums of a text")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        make_inputs()
        test_sums()
        test_ends()
        test_short_tasks()
        same("internationalized hosts", ["--json", "idn.txt", "torn.txt", "idn.txt"], (2, 5), 32000)
        for option in BIG_OPTIONS:
            for name in BIG:
                same(f"{name}: {option}", [*option.split(), name], least=1)
        same("big files, two and seven threads", ["--json", *BIG], (2, 7), 4000)
        for option in SMALL_OPTIONS:
            same(f"files: {option}", [*option.split(" ")] * (option != "") + SMALL,
                 least=0 if option in ("-q", "-m 0") else 1)
        for option in ("-n", "-c", "-m 2 --json", "-lu", "--max-depth=1 -c"):
            same(f"a directory: {option}", ["-r", *option.split(), "tree", "small.txt"], (2, 7), 1)
        same("files without URLs, after errors", ["-L", "some.mbox.gz", "missing", "none",
                                                  "torn.txt", "directory", "empty"], (2, 7), 2)
        same("a message that is not copied", ["--json", "long.mbox"], (2,), 1000)
        with open("torn.txt", "rb") as file:
            text = file.read()
        for after in range(16 * 1024 - 1, 16 * 1024 + 2):
            with open("crossing.mbox", "w", encoding="ascii") as file:
                file.write(crossing(after))
            same(f"a message that ends {after} bytes after a range", ["--json", "crossing.mbox"],
                 (3,), 1000)
        same("a long file that is truncated", ["--json", "cut-long.gz", "none"], (2, 4), 1000)
        same_with_few_open()
        same("standard input: a text", ["-nb"], least=3000, stdin=text)
        same("standard input among files", ["-n", "small.txt", "-", "small.txt"], stdin=text)
        same("a range", ["--json", "--range=1000-700000", "plain.mbox"], (4,), 100)
        os.chdir(TOP)
    done_testing()


main()
