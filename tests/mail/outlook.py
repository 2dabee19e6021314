#!/usr/bin/env python3
"""Messages of Outlook (.msg) are not read, and each is reported: as a file, in an archive (as a
part of a message: attachments.py). The files are made here, and another program reads them: msgconvert,
where it is installed. TNEF is read: winmail.py.
"""
import gzip
import io
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "tests", "common"))

import tap  # noqa: E402

URLGREP = os.path.abspath(os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep"))
TEXT = "The agenda is at http://agenda.example.org/monday and nowhere else.\r\n"


# ---- the formats -------------------------------------------------------------


FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def compound(streams):
    """Return an OLE compound file, whose directory is its last sectors. Every stream has
    at least 4096 bytes and is in sectors of its own."""
    sectors, chains, entries = [], [], []
    for name, data in streams:
        first = len(sectors)
        sectors += [data[i:i + 512].ljust(512, b"\0") for i in range(0, len(data), 512)]
        chains += [*range(first + 1, len(sectors)), END]
        entries.append((name, 2, first, len(data)))
    entries.sort(key=lambda entry: (len(entry[0]), entry[0].upper()))
    directory = [("Root Entry", 5, END, 0), *entries]
    while len(directory) % 4:
        directory.append(("", 0, 0, 0))
    fat_at, directory_at = len(sectors), len(sectors) + 1
    count = len(directory) // 4
    chains += [FAT, *range(directory_at + 1, directory_at + count), END]
    packed = b""
    for i, (name, kind, first, size) in enumerate(directory):
        right = i + 1 if 0 < i < len(entries) else FREE
        child = 1 if i == 0 else FREE
        wide = name.encode("utf-16le")
        packed += wide.ljust(64, b"\0") + \
            struct.pack("<HBBIII", len(wide) + 2 if name else 0, kind, 1, FREE, right, child) + \
            bytes(36) + struct.pack("<IQ", first, size)
    sectors.append(struct.pack("<128I", *chains, *[FREE] * (128 - len(chains))))
    header = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + \
        struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6) + \
        struct.pack("<IIIIIIIII", 0, 1, directory_at, 0, 4096, END, 0, END, 0) + \
        struct.pack("<109I", fat_at, *[FREE] * 108)
    return header + b"".join(sectors) + packed


def outlook(text):
    """Return a message of Outlook."""
    wide = text.encode("utf-16le")
    properties = bytes(32) + struct.pack("<HHII4x", 0x1F, 0x1000, 6, len(wide) + 2) + \
        struct.pack("<HHII4x", 0x1F, 0x001A, 6, 18)
    return compound([
        ("__properties_version1.0", properties.ljust(4096, b"\0")),
        ("__substg1.0_1000001F", (wide + b" \0" * 4096)[:8192]),
        ("__substg1.0_001A001F", "IPM.Note".encode("utf-16le").ljust(4096, b"\0"))])


# ---- cases -------------------------------------------------------------------


def run(*arguments, cwd, stdin=None):
    done = subprocess.run(arguments, cwd=cwd, input=stdin, capture_output=True, timeout=60,
                          check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def write(directory, name, content):
    with open(os.path.join(directory, name), "wb") as file:
        file.write(content)


def reads(directory, package, *command, wanted="agenda.example.org/monday"):
    """Another program finds the text in the file, so that it is one of the format."""
    what = f"{command[0]} reads the file"
    if not shutil.which(command[0]):
        tap.skip(what, f"no {command[0]} (install {package})")
        return
    os.mkdir(os.path.join(directory, command[0]))
    status, out, err = run(*command, cwd=directory)
    for name in sorted(os.listdir(os.path.join(directory, command[0]))):
        with open(os.path.join(directory, command[0], name), "rb") as file:
            out += file.read().decode("latin-1")
    tap.ok(wanted in out, what, f"status {status}\n{out}\n{err}")


def files(directory):
    ole = outlook(TEXT)
    write(directory, "agenda.MSG", ole)
    write(directory, "table.xls", ole.replace("__".encode("utf-16le"), "Wk".encode("utf-16le")))
    tap.ok(ole.index("__properties".encode("utf-16le")) > 8192, "the directory is far away")
    reads(directory, "libemail-outlook-message-perl", "msgconvert", "--outfile",
          "msgconvert/agenda.eml", "agenda.MSG")
    for option in ("-l", "-L", "--json"):
        status, out, err = run(URLGREP, option, "agenda.MSG", cwd=directory)
        tap.equal((status, err), (2, "urlgrep: agenda.MSG: not read: Outlook message (.msg)\n"),
                  f"{option}: reported")
        if option == "-L":
            tap.equal(out, "", f"{option}: not listed")
    status, out, err = run(URLGREP, "-L", "table.xls", cwd=directory)
    tap.equal((status, out, err), (1, "table.xls\n", ""), "another OLE file is not mail")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mail/agenda.msg", ole)
    write(directory, "mail.zip", packed.getvalue())
    status, out, err = run(URLGREP, "-c", "mail.zip", cwd=directory)
    tap.equal((status, err), (
        2, "urlgrep: mail.zip:mail/agenda.msg: not read: Outlook message (.msg)\n"),
        "a member of an archive")
    write(directory, "packed.msg.gz", gzip.compress(ole))
    status, out, err = run(URLGREP, "-c", "packed.msg.gz", cwd=directory)
    tap.equal((status, err), (
        2, "urlgrep: packed.msg.gz: not read: Outlook message (.msg)\n"), "a compressed file")


def main():
    with tempfile.TemporaryDirectory() as directory:
        files(directory)
    tap.done_testing()


if __name__ == "__main__":
    main()
