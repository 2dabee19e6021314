#!/usr/bin/env python3
"""marked_text.py - --html and --without (TAP): golden pages, and for all files of corpus/ the
links of the page, its text, and what is left of the file
"""
import glob
import html.parser
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, URLGREP, done_testing, equal, ok

SAFE = ("http", "https", "ftp", "ftps", "gopher", "gemini", "mailto", "news", "nntp", "snews")

# text -> what the page has in <pre>, what --without leaves
GOLDEN = [
    ("see http://a.example/x?a=1&b=2\n",
     'see <a href="http://a.example/x?a=1&amp;b=2">http://a.example/x?a=1&amp;b=2</a>\n',
     "see \n"),
    ("\n<http://a.example/'>\"\n",
     "\n&lt;<a href=\"http://a.example/&#39;\">http://a.example/&#39;</a>&gt;&quot;\n",
     "\n<>\"\n"),
    ("> <http://a.example/long-\n> name>\n",
     '&gt; &lt;<a href="http://a.example/long-name">http://a.example/long-\n&gt; name</a>&gt;\n',
     "> <>\n"),
    ("data:text/html,<script>x</script> urn:isbn:1\n",
     "data:text/html,&lt;script&gt;x&lt;/script&gt; <span>urn:isbn:1</span>\n",
     "data:text/html,<script>x</script> \n"),
    ("tel:+1-2 <tel:+1-816-555-1212>\n",
     "<span>tel:+1-2</span> &lt;<span>tel:+1-816-555-1212</span>&gt;\n", " <>\n"),
    ("http://a.example/\u0915\u094d\u200d\u0937\n",
     '<a href="http://a.example/\u0915\u094d&#x200D;\u0937">'
     'http://a.example/\u0915\u094d\\u200D\u0937</a>\n', "\n"),
    ("https://u@a.example/\n",
     '<a href="https://u@a.example/" class="warned" title="userinfo">https://u@a.example/</a>\n',
     "\n"),
    ("esc \x1b[31m \u202e \ufdd0 \u00e9\r\nhttp://a.example/\n",
     'esc \\x1B[31m \\u202E \\uFDD0 \u00e9\n<a href="http://a.example/">http://a.example/</a>\n',
     "esc \x1b[31m \u202e \ufdd0 \u00e9\r\n\n"),
]
MAIL = """\
From: <a&b@example.org>
Date: Tue, 14 Mar 1995 10:12:00 +0100
Subject: see http://s.example/
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Transfer-Encoding: quoted-printable

caf=C3=A9 http://q.example/?a=3D1&b=
=3D2
--b
Content-Type: text/html
Content-Transfer-Encoding: base64

PGEgaHJlZj0iaHR0cDovL2IuZXhhbXBsZS8/YSZhbXA7YiI+bW9yZTwvYT4K
--b--
"""
MAIL_PAGE = """\
<article>
<p><b>from:</b> &lt;a&amp;b@example.org&gt;</p>
<p><b>date:</b> Tue, 14 Mar 1995 10:12:00 +0100</p>
<p><b>subject:</b> see <a href="http://s.example/">http://s.example/</a></p>
<pre>
caf\u00e9 <a href="http://q.example/?a=1&amp;b=2">http://q.example/?a=1&amp;b=2</a></pre>
<ul>
<li>more<br><a href="http://b.example/?a&amp;b">http://b.example/?a&amp;b</a></li>
</ul>
</article>
"""
REFUSED = ["--json", "--csv", "-c", "-l", "-m1", "-u", "--range=0-9", "--defang", "-q",
           "--part=host", "--check", "-z"]


class Page(html.parser.HTMLParser):
    """The links and the text of a page."""

    def __init__(self, page):
        super().__init__()
        self.links, self.text, self.inside = [], "", []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.inside.append(tag)
        if tag == "a":
            self.links.append(dict(attrs)["href"])
        elif tag in ("br", "meta"):
            self.inside.pop()

    def handle_endtag(self, tag):
        if self.inside[-1:] != [tag]:
            raise ValueError(f"</{tag}> in {self.inside}")
        self.inside.pop()

    def handle_data(self, data):
        if "pre" in self.inside:
            self.text += data


def run(*arguments, text=None):
    return subprocess.run([URLGREP, *arguments], capture_output=True, check=False,
                          input=text or b"")


def body(page):
    return page.partition("<pre>\n")[2].rpartition("</pre>")[0]


def test_golden():
    for text, wanted, left in GOLDEN:
        page = run("--html", text=text.encode()).stdout.decode()
        equal(body(page), wanted, f"--html: {text!r}")
        equal(run("--without", text=text.encode()).stdout.decode(), left,
              f"--without: {text!r}")
    page = run("--html", text=MAIL.encode()).stdout.decode()
    ok(MAIL_PAGE in page, "--html: a message, decoded", page)
    equal(run("--without", text=MAIL.encode()).stdout.decode(),
          'subject: see \ncaf\u00e9 \n<a href="">more</a>\n', "--without: a message, decoded")
    utf16 = "\ufeffsee http://a.example/ \u00e9\n".encode("utf-16-le")
    equal(run("--without", text=utf16).stdout.decode().lstrip("\ufeff"), "see  \u00e9\n",
          "--without: UTF-16 becomes UTF-8")
    equal(run("--without", "--host=a.example",
              text=b"http://a.example/ http://b.example/\n").stdout, b" http://b.example/\n",
          "--without --host: other URLs stay")
    for option in REFUSED:
        done = run("--html", option, text=b"")
        ok(done.returncode == 2 and b"cannot be combined with" in done.stderr,
           f"refused: --html {option}", done.stderr.decode())


def is_linked(finding):
    return isinstance(finding["url"], str) and finding["parts"].get("scheme", "").lower() in SAFE


def overlaps(findings):
    """Whether a finding begins within another one."""
    ends = {}
    for finding in sorted(findings, key=lambda f: (f.get("part", ""), f["offset"])):
        part = finding.get("part", "")
        if finding["offset"] < ends.get(part, 0):
            return True
        ends[part] = finding["offset"] + finding["length"]
    return False


def find(path):
    """The findings that are printed."""
    rows = [json.loads(line) for line in run("--json", path).stdout.splitlines()]
    return [row for row in rows if row["type"] == "url" and row["verdict"] != "invalid"]


def test_file(path):
    name = os.path.basename(path)
    findings = find(path)
    page = Page(run("--html", path).stdout.decode())
    if not overlaps(findings):
        equal(sorted(page.links), sorted(f["url"] for f in findings if is_linked(f)),
              f"{name}: the links are the URLs")
    with open(path, "rb") as file:
        text = file.read()
    if not name.endswith(".txt") or name.startswith("utf-") or any("message" in f for f in findings):
        return
    if text.isascii() and text.replace(b"\r\n", b"\n").decode().replace(
            "\n", " ").replace("\t", " ").isprintable():
        equal(page.text.removeprefix("\n"), text.replace(b"\r\n", b"\n").decode(),
              f"{name}: the text of the page")
    for f in sorted(findings, key=lambda f: -f["offset"]):
        text = text[:f["offset"]] + text[f["offset"] + f["length"]:]
    equal(run("--without", path).stdout, text, f"{name}: the text without URLs")


def test_large():
    """A text that is read in pieces otherwise, and any number of threads."""
    text = b"".join(b"line %d http://h.example/%d\n" % (i, i) for i in range(60000))
    left = b"".join(b"line %d \n" % i for i in range(60000))
    with open("big", "wb") as file:
        file.write(text)
    ok(all(run("--without", f"-j{n}", "big").stdout == left for n in (1, 4)),
       "--without: 1.7 MB, 1 and 4 threads")
    ok(run("--without", text=text).stdout == left, "--without: 1.7 MB of standard input")
    page = run("--html", "-j4", "big").stdout
    equal((page == run("--html", "-j1", "big").stdout, page.count(b"<a href")), (True, 60000),
          "--html: 1.7 MB, 1 and 4 threads")
    with open("huge", "wb") as file:
        file.truncate(200_000_000)
    done = run("--without", "huge")
    equal((done.stdout, done.stderr.decode(), done.returncode),
          (b"", "urlgrep: huge: larger than 128 MiB: not printed as a whole\n", 2),
          "--without: a text that is too large")


def main():
    files = sorted(file for file in glob.glob(TOP + "/corpus/*")
                   if not file.endswith((".urls", ".options")))
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        test_golden()
        for path in files:
            test_file(path)
        test_large()
        os.chdir(TOP)
    done_testing()


main()
