#!/usr/bin/env python3
"""Outlook messages (.msg, .oft) are read: the header, texts and attached files, also as parts of
other messages and nested in each other. The files are written here; msgconvert also reads them if
it is installed.
"""
import os
import shutil
import struct
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import attached
import packed
import tap
import tnef
from attached import mail, main, run, write
from msg import BINARY, LONG, STRING8, TIME, UNICODE, attachment, compound_file, message
from tap import URLGREP

SUBJECT, DATE, SENDER, SMTP, TO, ID, HEADER = 0x37, 0x39, 0x0C1A, 0x5D01, 0x0E04, 0x1035, 0x7D
BODY, RTF, HTML, INTERNET_PAGE, PAGE, MEDIA_TYPE = 0x1000, 0x1009, 0x1013, 0x3FDE, 0x3FFD, 0x370E
TEXT = "The agenda is at http://agenda.example.org/monday and nowhere else.\r\n"
URL = "http://agenda.example.org/monday"
ANCHOR = b'<a href="http://agenda.example.org/monday">x</a>'
RTF_TEXT = rb'{\rtf1\ansi\fromhtml1 {\*\htmltag64 <a href="http://agenda.example.org/monday">}x}'
NOT_READ = "part 1 not read: application/vnd.ms-outlook"
DAMAGED = "part 1 damaged: application/vnd.ms-outlook"
KIND = "application/vnd.ms-outlook; name=a.msg"


def rows_of(name):
    return [row for row in attached.rows_of(name)[1] if row["type"] == "url"]


def urls_of(content, name="a.msg"):
    return attached.urls_of(name, content)


INNER = message((UNICODE, SUBJECT, "http://subject.example/"), (UNICODE, BODY, TEXT), head=24)
CASES = [
    # a description of the message, the message, and the parts and URLs
    ("text", message((UNICODE, BODY, TEXT)), [("1.1", URL)]),
    ("text of 8 KB", message((UNICODE, BODY, "a\r\n" * 1500 + TEXT)), [("1.1", URL)]),
    ("text in a code page", message((STRING8, BODY, b"http://h.example/\xe9"), (LONG, PAGE, 1251)),
     [("1.1", "http://h.example/\u0439")]),
    ("HTML", message((BINARY, HTML, ANCHOR)), [("1.2", URL)]),
    ("HTML in a charset", message((LONG, INTERNET_PAGE, 28595), (BINARY, HTML, b'<a href="http://h.example/\xd9">')),
     [("1.2", "http://h.example/\u0439")]),
    ("HTML in RTF", message((BINARY, RTF, tnef.compress(RTF_TEXT))), [("1.2", URL)]),
    ("text and RTF: once", message((UNICODE, BODY, TEXT), (BINARY, RTF, tnef.compress(RTF_TEXT))),
     [("1.1", URL)]),
    ("a subject", message((UNICODE, SUBJECT, TEXT.strip()), (UNICODE, BODY, "none")), [("subject", URL)]),
    ("a subject of the whole header", message((UNICODE, HEADER, f"X-A: http://x.example/\r\nSubject: {URL}\r\n\r\n"),
                                              (UNICODE, SUBJECT, "http://no.example/")), [("subject", URL)]),
    ("a text file", message(files=[attachment("agenda.txt", TEXT.encode())]), [("1.3", URL)]),
    ("the second file", message(files=[attachment("a.pdf", TEXT.encode()), attachment("b.HTML", ANCHOR)]),
     [("1.4", URL)]),
    ("a file with a media type", message(files=[attachment("a", ANCHOR, (UNICODE, MEDIA_TYPE, "text/html"))]),
     [("1.3", URL)]),
    ("a message", message(files=[attachment("a.eml", b"Subject: a\r\n\r\n" + TEXT.encode())]), [("1.3", URL)]),
    ("a message of Outlook", message(files=[attachment("a", INNER)]),
     [("1.3.subject", "http://subject.example/"), ("1.3.1", URL)]),
    ("a message of Outlook as a file", message(files=[attachment("b.msg", compound_file(message((UNICODE, BODY, TEXT))))]),
     [("1.3.1", URL)]),
    ("winmail.dat", message(files=[attachment("winmail.dat", tnef.begin() + tnef.message((tnef.UNICODE, BODY, TEXT)))]),
     [("1.3.1", URL)]),
    ("more than the list of the table in the header", message((UNICODE, BODY, TEXT), files=[
        attachment("a.bin", bytes(9 << 20)), attachment("b.txt", ANCHOR)]), [("1.1", URL), ("1.4", URL)]),
    ("nothing that is read", message(files=[attachment("photo.jpg", TEXT.encode())]), []),
]


def texts():
    for what, root, found in CASES:
        status = 0 if found else 1
        for shift, step in ((9, 1), (9, -1), (12, 7)):
            tap.equal(urls_of(compound_file(root, shift, step)), (status, found, ""), f"{what}, {shift}, {step}")
        if what.startswith("more"):
            continue
        inner = [("2." + part if part == "subject" else "2" + part[1:], url) for part, url in found]
        tap.equal(urls_of(mail(compound_file(root), KIND), "a.eml"), (0, [("1", "http://a.example/"), *inner], ""),
                  f"{what}, as a part")


def types():
    content = compound_file(CASES[0][1])
    for name in ("a.oft", "a", "a.dat"):
        tap.equal(urls_of(content, name), (0, [("1.1", URL)], ""), f"the name {name}")
    tap.equal(urls_of(mail(content, "application/octet-stream; name=A.MSG"), "a.eml"),
              (0, [("1", "http://a.example/"), ("2.1", URL)], ""), "a part by its name")
    write("mail.zip", packed.zip([("mail/a.msg", content)]))
    tap.equal(run(URLGREP, "-H", "mail.zip"), (0, f"mail.zip:mail/a.msg:{URL}\n", ""), "in an archive")
    tap.equal(run(URLGREP, stdin=content), (0, URL + "\n", ""), "from a pipe")
    os.mkdir("tree")
    write("tree/b.msg", content)
    tap.equal(run(URLGREP, "-r", "tree"), (0, f"tree/b.msg:{URL}\n", ""), "in a tree")


def fields():
    seconds = 1000000000 + 11644473600
    rows = [(UNICODE, SUBJECT, "\u00e9 http://h.example/"), (UNICODE, SENDER, "Ann\nX: B"),
            (UNICODE, 0x0C1F, "/O=EXAMPLE/CN=ANN"), (UNICODE, SMTP, "ann@example.org"), (UNICODE, TO, "Bob; Cy"),
            (TIME, DATE, seconds * 10 ** 7), (UNICODE, ID, "<a@example.org>"), (UNICODE, BODY, "none")]
    expected = {"from": "Ann X: B <ann@example.org>", "to": "Bob; Cy", "subject": "\u00e9 http://h.example/",
                "id": "a@example.org", "date_raw": "9 Sep 2001 01:46:40 +0000",
                "date_iso": "2001-09-09T01:46:40+00:00"}
    header = "Received: x\r\n" + "".join(f"{name}: {value}\r\n" for name, value in (
        ("From", expected["from"]), ("To", "Bob;\r\n Cy"), ("Subject", "=?utf-8?q?=C3=A9?= http://h.example/"),
        ("Message-ID", "<a@example.org>"), ("Date", expected["date_raw"])))
    for what, root in (("properties", message(*rows)), ("a header", message((UNICODE, HEADER, header), (UNICODE, SUBJECT, "no")))):
        write("a.msg", compound_file(root))
        told = rows_of("a.msg")[0]["message"]
        tap.equal({key: told.get(key) for key in expected}, expected, f"the fields, of {what}")
    write("a.msg", compound_file(message((TIME, DATE, 2 ** 64 - 1), (UNICODE, BODY, TEXT))))
    tap.equal(rows_of("a.msg")[0]["url"], URL, "a date after all years")


def places():
    """The bytes at the offset of a finding are those of the URL."""
    wide = TEXT.strip().split()[4].encode("utf-16le")
    for step in (1, -1):
        content = compound_file(message((UNICODE, BODY, "a\r\n" * 1500 + TEXT),
                                        files=[attachment("a.txt", b"a\n" * 4096 + TEXT.encode())]), step=step)
        write("a.msg", content)
        rows = rows_of("a.msg")
        tap.ok(content[rows[0]["offset"]:].startswith(wide[:20]), f"the bytes of the text, {step}", repr(rows[0]))
        tap.equal(rows[1]["offset"], content.index(URL.encode()), f"the bytes of the file, {step}")
        tap.equal(rows[0]["line"], content[:rows[0]["offset"]].count(b"\n") + 1, f"the line, {step}")


def report(what, content, found, reason):
    tap.equal(urls_of(content), (2 if reason else 0 if found else 1, found,
                                 f"urlgrep: a.msg: message at byte 0: {reason}\n" if reason else ""), what)


def damage():
    whole = compound_file(message((UNICODE, BODY, "a" * 5000 + TEXT)))
    report("another compound file", compound_file({"WordDocument": TEXT.encode()}), [], NOT_READ)
    report("the header only", whole[:512], [], NOT_READ)
    report("sectors of 2 bytes", whole[:30] + b"\1" + whole[31:], [], NOT_READ)
    # the text is in the first sectors: the table has the number of the one after sector i
    table = struct.unpack_from("<I", whole, 76)[0] * 512 + 512
    entry = whole.index("__substg1.0_1000".encode("utf-16le"))
    long = whole[:entry + 120] + struct.pack("<I", 2 ** 31) + whole[entry + 124:]
    report("a stream that is too long", long, [("1.1", URL)], DAMAGED)
    report("a stream in a circle", long[:table] + bytes(4) + long[table + 4:], [], DAMAGED)
    report("no such sector", whole[:entry + 116] + struct.pack("<I", 2 ** 31) + whole[entry + 120:], [], DAMAGED)
    root = struct.unpack_from("<I", whole, 48)[0] * 512 + 512
    child = struct.unpack_from("<I", whole, root + 76)[0]
    at = root + child * 128 + 72
    report("a tree in a circle", whole[:at] + struct.pack("<I", child) + whole[at + 4:], [], DAMAGED)
    statuses, wrong = set(), []
    for end in [*range(0, len(whole), 97), *range(root - 512, root + 1024, 24)]:
        write("a.msg", whole[:end])
        status, _, errors = run(URLGREP, "a.msg")
        statuses.add(status)
        wrong += [line for line in errors.splitlines() if not line.startswith("urlgrep: ")]
    tap.ok(statuses <= {0, 1, 2} and not wrong, "a file that is cut anywhere", repr((statuses, wrong[:3])))


def depth():
    def nested(levels):
        root = message((UNICODE, BODY, TEXT), head=24)
        for _ in range(levels - 1):
            root = message(files=[attachment("a", root)], head=24)
        return compound_file(root)

    report("16 nested messages", nested(16), [("1" + ".3" * 15 + ".1", URL)], None)
    for levels in (17, 50):
        report(f"{levels} nested messages", nested(levels), [], "parts nested too deeply")


def others():
    what = "msgconvert reads the file"
    if not shutil.which("msgconvert"):
        tap.skip(what, "no msgconvert (install libemail-outlook-message-perl)")
        return
    write("a.msg", compound_file(message((UNICODE, SUBJECT, "An agenda"), (UNICODE, BODY, TEXT), files=[
        attachment("a.txt", b"an attached text"), attachment("b", INNER)]), step=-1))
    status, out, err = run("msgconvert", "--outfile", "-", "a.msg")
    tap.ok("Subject: An agenda" in out and out.count(URL) == 2 and "Subject: http://subject" in out, what,
           f"status {status}\n{out}\n{err}")


main(texts, types, fields, places, damage, depth, others)
