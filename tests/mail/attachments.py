#!/usr/bin/env python3
"""Attached files: which ones are searched, by their media type and file name, in base64 and
unencoded; which ones are reported as not read; the line numbers of findings in them."""
import base64
import os
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import tap
from tap import URLGREP

URL = "http://agenda.example.org/monday"
TEXT = f"The agenda is at {URL} and nowhere else.\n"
HTML = f'<p>The <a href="{URL}">agenda</a></p>\n'
CALENDAR = "BEGIN:VCALENDAR\nURL:http://agenda.exam\n ple.org/monday\nEND:VCALENDAR\n"
RTF = r'{\rtf1\ansi {\field{\*\fldinst HYPERLINK "' + URL + r'"}{\fldrslt agenda}}\par}' + "\n"
MESSAGE = ("From: ben@example.org\nContent-Type: text/plain\n"
           "Content-Transfer-Encoding: quoted-printable\n\n"
           "The agenda is at http://agenda.example.org/mo=\nnday and nowhere else.\n")
BYTES = "application/octet-stream"

READ = [
    # the type, the disposition, the content
    (f"{BYTES}; name=agenda.txt", None, TEXT),
    (f"{BYTES}; name=agenda.bin", "attachment; filename=agenda.txt", TEXT),
    (f"{BYTES}; name=agenda.txt", "attachment; filename=agenda.bin", TEXT),
    ("application/txt; name=agenda.txt", None, TEXT),
    ("application/msword; name=agenda.rtf", None, RTF),
    ("application/x-unknown", "attachment; filename=agenda.shtml", HTML),
    (BYTES, 'attachment; filename="agenda.html. "', HTML),
    (BYTES, "attachment; filename=agenda.svg", f'<svg><a href="{URL}"/></svg>'),
    ("image/svg+xml", None, f'<svg><a href="{URL}"/></svg>'),
    (BYTES, "attachment; filename=agenda.url", f"[InternetShortcut]\nURL={URL}\n"),
    ("application/html", None, HTML),
    ("application/ics", None, CALENDAR),
    (BYTES, 'attachment; filename="the agenda.patch"', TEXT),
    (BYTES, "attachment; filename*=utf-8''the%20agenda%2Elog", TEXT),
    (BYTES, "attachment; filename*0*=utf-8''agenda%2E; filename*1=txt", TEXT),
    (BYTES, f"attachment; filename*=utf-8''{'%E6%97%A5' * 120}.log", TEXT),
    (BYTES, "attachment; filename=the agenda.md", TEXT),
    # encoded words in a parameter: RFC 2047 forbids them, but most programs write them
    (BYTES, 'attachment; filename="=?utf-8?B?YWdlbmRhLmh0bWw=?="', HTML),
    (f'{BYTES}; name="=?iso-8859-1?Q?agenda=2E?=\n =?iso-8859-1?Q?txt?="', None, TEXT),
    ("text/x-amp-html", None, HTML),
    (f"{BYTES}; name=agenda.HTML", None, HTML),
    ("application/xhtml+xml", None, HTML),
    (BYTES, "attachment; filename=agenda.ics", CALENDAR),
    (BYTES, "attachment; filename=agenda.eml", MESSAGE),
    ("message/rfc822", None, MESSAGE),
    ("text/rtf", None, RTF),
    ("application/rtf", None, RTF),
    (BYTES, "inline; filename=agenda.rtf", RTF),
    ("application/x-patch; name=agenda", None, TEXT),
    ("application/pgp; x-action=sign; format=text", None, TEXT),
    ("application/rss+xml", None, "<link>http://agenda.example.org/monday</link>\n"),
    ("application/json", None, '{"agenda": "' + URL + '"}\n'),
]
UNREAD = [
    (f"{BYTES}; name=agenda.msg", None), (BYTES, "attachment; filename=agenda.msg"),
    ("application/vnd.ms-outlook; name=agenda", None), ("application/mbox", None),
    (BYTES, "attachment; filename=list.mbox"),
]
BINARY = [
    (BYTES, None), (f"{BYTES}; name=agenda.pdf", None), (f"{BYTES}; name=.html", None),
    ("application/pdf; name=agenda.txt", None), ("image/png; name=agenda.txt", None),
    ("application/pgp-signature; name=a.asc", None),
]


def message(kind, disposition, content, encoding):
    """Return a message with the content as its second part, and the line at which that begins."""
    if encoding == "base64":
        content = base64.encodebytes(content.encode()).decode()
    head = ("From: ann@example.org\nMIME-Version: 1.0\n"
            "Content-Type: multipart/mixed; boundary=b\n\n"
            "--b\nContent-Type: text/plain\n\nhttp://a.example/\n--b\n"
            f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n" +
            (f"Content-Disposition: {disposition}\n" if disposition else "") + "\n")
    return head + content + "--b--\n", head.count("\n") + 1


def run(directory, text, *options):
    path = os.path.join(directory, "mail.eml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([URLGREP, *options, "mail.eml"], cwd=directory, capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def main():
    with tempfile.TemporaryDirectory() as directory:
        for kind, disposition, content in READ:
            what = f"{kind}, {disposition}"
            for encoding in ("7bit", "base64"):
                text, _ = message(kind, disposition, content, encoding)
                tap.equal(run(directory, text), (0, f"http://a.example/\n{URL}\n", ""),
                          f"read: {what}, {encoding}")
        for what, content in (("UTF-16LE", b"\xff\xfe" + HTML.encode("utf-16le")),
                              ("UTF-16BE", b"\xfe\xff" + HTML.encode("utf-16be")),
                              ("UTF-8", b"\xef\xbb\xbf" + HTML.encode())):
            for kind in ("text/html", "text/html; charset=utf-8", f"{BYTES}; name=agenda.html",
                         "text/html; charset=iso-8859-1"):
                data = base64.encodebytes(content).decode()
                text, _ = message(kind, None, data, "x")
                tap.equal(run(directory, text.replace(": x\n", ": base64\n"))[1],
                          f"http://a.example/\n{URL}\n", f"{kind}: the byte order mark of {what}")
        for kind, content in (("text/html", HTML), ("text/plain", TEXT)):
            data = "".join(base64.b64encode(piece.encode()).decode() + "\n"
                           for piece in (content[:32], content[32:]))
            text, _ = message(kind, None, data, "x")
            tap.equal(run(directory, text.replace(": x\n", ": base64\n")), (
                2, f"http://a.example/\n{URL}\n", "urlgrep: mail.eml: message at byte 0: part 2 "
                "damaged: base64 data after padding, which some readers do not decode\n"),
                f"{kind}: base64 that goes on after its padding")
        for kind, disposition in UNREAD:
            text, _ = message(kind, disposition, TEXT, "base64")
            tap.equal(run(directory, text), (
                2, "http://a.example/\n", "urlgrep: mail.eml: message at byte 0: part 2 not read: "
                f"{kind.split(';')[0]}\n"), f"reported: {kind}, {disposition}")
        for kind, disposition in BINARY:
            text, _ = message(kind, disposition, TEXT, "7bit")
            tap.equal(run(directory, text), (0, "http://a.example/\n", ""),
                      f"not searched: {kind}, {disposition}")
        for kind in ("text/xml", "application/xml", f"{BYTES}; name=a.xml"):
            text, _ = message(kind, None, f"<loc>{URL}?a=1&amp;b=2</loc>\n", "base64")
            tap.equal(run(directory, text)[1], f"http://a.example/\n{URL}?a=1&b=2\n",
                      f"{kind}: an ampersand")
        text, line = message(BYTES, "attachment; filename=agenda.log", 99 * "a\n" + TEXT, "7bit")
        tap.equal(run(directory, text, "-n")[1], f"8:http://a.example/\n{line + 99}:{URL}\n",
                  "the line in a file")
        text, line = message(BYTES, "attachment; filename=agenda.eml", MESSAGE, "7bit")
        tap.equal(run(directory, text, "-n")[1], f"8:http://a.example/\n{line + 4}:{URL}\n",
                  "the line in an attached message")
        text, _ = message("application/rtf", None, TEXT, "7bit")
        tap.equal(run(directory, text), (0, f"http://a.example/\n{URL}\n", ""), "RTF that is none")
        text, _ = message("application/rtf", None, RTF.rstrip()[:-1] + "\n", "7bit")
        tap.equal(run(directory, text), (
            2, f"http://a.example/\n{URL}\n",
            "urlgrep: mail.eml: message at byte 0: part 2 damaged: application/rtf\n"),
            "RTF that is cut")
    tap.done_testing()


main()
