#!/usr/bin/env python3
"""Texts and attached files of TNEF (winmail.dat) are searched: as a part of a message, as a
file, in an archive, nested in each other. The streams are written here; tnef and ytnef also
read them if they are installed.
"""
import base64
import os
import shutil
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import packed
import tap
import tnef
from attached import mail, main, rows_of, run, urls_of, write
from tap import URLGREP
from tnef import (BINARY, BODY, CODE_PAGE, DATA, HTML, LONG, LONG_NAME, MEDIA_TYPE,
                  OBJECT, RTF, STRING8, UNICODE)

TEXT = b"The agenda is at http://agenda.example.org/monday and nowhere else.\r\n"
URL = "http://agenda.example.org/monday"
ANCHOR = b'<a href="http://agenda.example.org/monday">x</a>'
KIND = "application/ms-tnef; name=winmail.dat"
RTF_TEXT = rb"{\rtf1\ansi\ansicpg1252 The agenda: http://agenda.example.org/monday\par}"
def stream(*attributes):
    return tnef.begin() + b"".join(attributes)


CASES = [
    # a description of the stream, the stream, and the parts and URLs
    ("Unicode", stream(tnef.message((UNICODE, BODY, TEXT.decode()))), [("1.1", URL)]),
    ("a code page", stream(tnef.message((STRING8, BODY, "http://h.example/\u00fc"))),
     [("1.1", "http://h.example/\u00fc")]),
    ("another code page", tnef.begin(1251) + tnef.message((STRING8, BODY, b"http://h.example/\xe9\0")),
     [("1.1", "http://h.example/\u0439")]),
    ("an attribute of its own", stream(tnef.attribute(1, 0x2800C, TEXT + b"\0")), [("1.1", URL)]),
    ("HTML", stream(tnef.message((BINARY, HTML, ANCHOR))), [("1.2", URL)]),
    ("HTML in Unicode", stream(tnef.message((UNICODE, HTML, ANCHOR.decode()))), [("1.2", URL)]),
    ("HTML in a charset", stream(tnef.message(
        (LONG, CODE_PAGE, 28595), (BINARY, HTML, b'<a href="http://h.example/\xd9">x</a>'))),
     [("1.2", "http://h.example/\u0439")]),
    ("compressed RTF", stream(tnef.message((BINARY, RTF, tnef.compress(RTF_TEXT)))),
     [("1.2", URL)]),
    ("RTF with letters of a code page", stream(tnef.message((BINARY, RTF, tnef.compress(
        rb"{\rtf1\ansi\ansicpg1251 http://h.example/\'e9 \u1081\'e9\par}")))),
     [("1.2", "http://h.example/\u0439")]),
    ("text and HTML: once", stream(tnef.message((UNICODE, BODY, TEXT.decode()), (BINARY, HTML, ANCHOR))),
     [("1.1", URL)]),
    ("HTML and RTF: both", stream(tnef.message(
        (BINARY, HTML, ANCHOR), (BINARY, RTF, tnef.compress(RTF_TEXT)))), [("1.2", URL), ("1.2", URL)]),
    ("RTF whose text differs from the HTML", stream(tnef.message(
        (BINARY, HTML, b"none"), (BINARY, RTF, tnef.compress(RTF_TEXT)))), [("1.2", URL)]),
    ("two texts", stream(tnef.message((BINARY, HTML, ANCHOR), (BINARY, HTML, b"none"), (
        UNICODE, BODY, "http://first.example/"), (UNICODE, BODY, "none"))),
     [("1.1", "http://first.example/"), ("1.2", URL)]),
    ("named properties before", stream(tnef.message(
        (UNICODE, "Keywords", "a"), (LONG, "Number", 1), (UNICODE, BODY, TEXT.decode()))),
     [("1.1", URL)]),
    ("properties of all types before", stream(tnef.message(
        *[(kind, 0x6000, 1) for kind in tnef.SIZES], *[(kind | tnef.MULTIPLE, 0x6000, [1, 2]) for kind in tnef.SIZES],
        (UNICODE | tnef.MULTIPLE, 0x6000, ["a", "bcd"]), (BINARY | tnef.MULTIPLE, 0x6000, []),
        (UNICODE, BODY, TEXT.decode()))), [("1.1", URL)]),
    ("a text file", stream(tnef.attachment("agenda.txt", TEXT)), [("1.3", URL)]),
    ("the second file", stream(tnef.attachment("a.pdf", TEXT), tnef.attachment("agenda.TXT", TEXT)),
     [("1.4", URL)]),
    ("a file with a long name", stream(tnef.attachment(
        "AGENDA~1.HTM", ANCHOR, (UNICODE, LONG_NAME, "The agenda.html"))), [("1.3", URL)]),
    ("a file with a media type", stream(tnef.attachment(
        "agenda", ANCHOR, (STRING8, MEDIA_TYPE, "text/html; charset=utf-8"))), [("1.3", URL)]),
    ("a file as a property", stream(tnef.attachment(
        "agenda.txt", None, (BINARY, DATA, TEXT))), [("1.3", URL)]),
    ("a calendar", stream(tnef.attachment(
        "a.ics", b"BEGIN:VCALENDAR\r\nURL:http://agenda.exam\r\n ple.org/monday\r\n")), [("1.3", URL)]),
    ("a message as a file", stream(tnef.attachment(
        "a.eml", b"Subject: a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n" +
        TEXT + b"--b--\r\n")), [("1.3.1", URL)]),
    ("a signed message of Exchange", stream(tnef.attachment(
        "smime.p7m", b"Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\r\n" + TEXT +
        b"--b--\r\n", (STRING8, MEDIA_TYPE, "multipart/signed"))), [("1.3.1", URL)]),
    ("an attached message", stream(tnef.embedded(stream(tnef.message(
        (UNICODE, BODY, TEXT.decode()))))), [("1.3.1", URL)]),
    ("winmail.dat in it", stream(tnef.attachment("winmail.dat", stream(
        tnef.attachment("agenda.txt", TEXT)))), [("1.3.3", URL)]),
    ("nothing that is read", stream(tnef.attachment("photo.jpg", TEXT),
                                    tnef.attachment("a", None, (OBJECT, DATA, bytes(16) + TEXT))), []),
]


def texts():
    for what, content, found in CASES:
        status = 0 if found else 1
        tap.equal(urls_of("winmail.dat", content), (status, found, ""), f"a file: {what}")
        inner = [("2" + part[1:], url) for part, url in found]
        tap.equal(urls_of("a.eml", mail(content, KIND)),
                  (0, [("1", "http://a.example/"), *inner], ""), f"a part: {what}")


def types():
    content = CASES[0][1]
    for kind in ("application/vnd.ms-tnef", "application/octet-stream; name=WinMail.dat",
                 "application/octet-stream; name*=us-ascii''winmail.dat",
                 "application/octet-stream; name=winmail.dat; name*=''winmail.dat"):
        tap.equal(urls_of("a.eml", mail(content, kind)),
                  (0, [("1", "http://a.example/"), ("2.1", URL)], ""), kind)
    write("mail.zip", packed.zip([("mail/winmail.dat", content)]))
    tap.equal(run(URLGREP, "--with-filename", "mail.zip"),
              (0, f"mail.zip:mail/winmail.dat:{URL}\n", ""), "in an archive")
    tap.equal(run(URLGREP, stdin=content), (0, URL + "\n", ""), "from a pipe")


def place():
    """The line of a text is that of the bytes that it comes from, also in base64."""
    content = stream(tnef.message((UNICODE, BODY, "a" * 2000 + "\r\nhttp://first.example/\r\n" +
                                   "a" * 2000 + "\r\n")),
                     tnef.attachment("a.txt", b"a\r\n" * 200 + TEXT))
    write("winmail.dat", content)
    out = run(URLGREP, "-b", "winmail.dat")[1]
    expected = (content.index("http://first".encode("utf-16le")), content.index(b"http://agenda"))
    tap.equal(out, f"{expected[0]}:http://first.example/\n{expected[1]}:{URL}\n", "offsets in a file")
    message = mail(content, KIND)
    write("a.eml", message)
    rows = rows_of("a.eml", "-n")[1][1:-1]
    for row, url in zip(rows, ("http://first.example/".encode("utf-16le"), URL.encode())):
        piece = message[row["offset"]:row["offset"] + row["length"]]
        tap.ok(url in base64.b64decode(piece), f"the bytes of {row['url']}", repr(row))
        tap.equal(row["line"], message[:row["offset"]].count(b"\n") + 1, f"the line of {row['url']}")
        tap.equal(row["encoding"], "base64", f"the encoding of {row['url']}")


def report(what, content, found, message):
    status, got, err = urls_of("a.eml", mail(content, KIND))
    expected = f"urlgrep: a.eml: message at byte 0: {message}\n"
    tap.equal((status, got[1:], err), (2, found, expected), what)


def damage():
    whole = stream(tnef.message((UNICODE, BODY, TEXT.decode())), tnef.attachment("a.txt", TEXT))
    at = whole.index(TEXT)
    report("a stream that is cut", whole[:at + 60], [("2.1", URL), ("2.3", URL)],
           "part 2 damaged: application/ms-tnef")
    report("a length that is too large", whole[:at - 4] + b"\xff" * 4 + whole[at:],
           [("2.1", URL), ("2.3", URL)], "part 2 damaged: application/ms-tnef")
    # type 1 does not exist, so it is not known where the next property begins
    report("a property of an unknown type", stream(tnef.message(
        (UNICODE, BODY, TEXT.decode()), (1, 0x6000, b""), (BINARY, HTML, ANCHOR)) + tnef.attachment("a.txt", TEXT)),
        [("2.1", URL), ("2.3", URL)], "part 2 damaged: application/ms-tnef")
    report("no attributes", whole[:6], [], "part 2 not read: application/ms-tnef")
    report("no TNEF", b"http://no.example/", [], "part 2 not read: application/ms-tnef")
    rtf = tnef.compress(RTF_TEXT)
    report("compressed RTF that is cut", stream(tnef.message((BINARY, RTF, rtf[:-4]))), [("2.2", URL)],
           "part 2.2 damaged: compressed RTF")
    report("other RTF", stream(tnef.message((BINARY, RTF, rtf[:8] + b"LZXX" + rtf[12:]))), [],
           "part 2.2 damaged: compressed RTF")
    report("an attached message of Outlook", stream(tnef.attachment("a.msg", TEXT)), [],
           "part 2.3 not read: application/octet-stream")
    # a file that begins like TNEF but is not TNEF is searched as text
    write("winmail.dat", b"\x78\x9f\x3e\x22 http://a.example/ \n")
    tap.equal(run(URLGREP, "winmail.dat"),
              (2, "http://a.example/\n", "urlgrep: winmail.dat: not read: TNEF (winmail.dat)\n"), "a file that is none")
    tap.equal(run(URLGREP, "-L", "winmail.dat"),
              (2, "", "urlgrep: winmail.dat: not read: TNEF (winmail.dat)\n"), "-L does not list it")


def depth():
    def nested(levels):
        content = stream(tnef.message((UNICODE, BODY, TEXT.decode())))
        for _ in range(levels - 1):
            content = stream(tnef.embedded(content))
        return content

    tap.equal(urls_of("a", nested(16)), (0, [("1" + ".3" * 15 + ".1", URL)], ""), "16 nested streams")
    for levels in (17, 100):
        tap.equal(urls_of("a", nested(levels)), (
            2, [], "urlgrep: a: message at byte 0: parts nested too deeply\n"),
            f"{levels} nested streams")
    many = stream(*[tnef.attachment("a.txt", b"http://h.example/%d" % i) for i in range(10001)])
    status, got, err = urls_of("a", many)
    # the TNEF stream counts as a part, too
    tap.equal((status, len(got), err), (2, 9999, "urlgrep: a: message at byte 0: more than 10,000 parts\n"),
              "10,001 files")
    half = stream(*[tnef.attachment("a.txt", b"http://h.example/%d" % i) for i in range(5001)])
    status, got, err = urls_of("a", stream(tnef.embedded(half), tnef.embedded(half)))
    tap.equal((status, err), (2, "urlgrep: a: message at byte 0: more than 10,000 parts\n"),
              "10,002 files in two messages")


def reads(package, wanted, command, *arguments):
    """Check the format of the file: another program finds the wanted output in it."""
    what = f"{command} reads the file"
    if not shutil.which(command):
        tap.skip(what, f"no {command} (install {package})")
        return
    os.mkdir(command)
    status, out, err = run(command, *arguments)
    for name in sorted(os.listdir(command)):
        with open(os.path.join(command, name), "rb") as file:
            out += file.read().decode("latin-1")
    tap.ok(wanted in out, what, f"status {status}\n{out}\n{err}")


def others():
    write("winmail.dat", stream(tnef.message((UNICODE, "Keywords", "a"), (BINARY, RTF, tnef.compress(RTF_TEXT))),
                                tnef.attachment("agenda.txt", TEXT)))
    reads("tnef", r"{\rtf1\ansi\ansicpg1252 The agenda: http", "tnef", "--save-body", "-C", "tnef", "-f", "winmail.dat")
    reads("ytnef-tools", "agenda.example.org/monday", "ytnef", "-F", "-f", "ytnef", "winmail.dat")


main(texts, types, place, damage, depth, others)
