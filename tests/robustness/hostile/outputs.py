#!/usr/bin/env python3
"""outputs.py - hostile mail, text, file names and JSON in each output format: nothing controls
the terminal, and no page contains an element, a script or a link injected by the mail (TAP)

Each hostile string is put wherever a sender can put text: in URLs, names, addresses, link
texts, header fields, Message-IDs, names of files and archive members, and in the JSON that
urlreport reads, which anyone may have written.
"""
import html.parser
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import tap

URLGREP = os.path.abspath(os.environ.get("URLGREP", "build/urlgrep"))
URLREPORT = os.path.join(os.path.dirname(URLGREP), "urlreport")
FIND = ["--all", "--email=low", "--schemeless=low", "--refang=hosts", "--unwrap"]

HOSTILE = ["<script>alert(1)</script>", '"onmouseover="alert(1)', "'onx='1", "`onx=1`",
           "--><img src=x onerror=1>", "]]></script><svg onload=1>", "</title></style><b id=evil>",
           "&lt;script&gt;", "%3Cscript%3E", "javascript:alert(1)", "\\u003cscript>",
           "\x1b]8;;http://e.example/\x07x\x1b[31m", "\x9b31m", "\u202e\u2066", "\u200b\ufeff",
           "\u2028", "\r\nX: y", "\x00"]
# Control bytes except tab and line feed; C1 controls, characters that change the direction, and
# invisible characters.
UNFIT = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xa8-\xae]"
                   rb"|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf")
FORMATS = [[], ["--json"], ["--tsv"], ["--explain"], ["-C1", "-nHb"], ["--defang"],
           ["--readings=all", "--warn"], ["--format={url}|{subject}|{from}|{file}|{path}|{link_text}"],
           ["--with-message", "-H"], ["-c"], ["-l"], ["--csv"], ["--refang"]]


def message(number, text):
    return (f'From a@b Tue Mar 14 10:12:00 1995\nFrom: "{text}" <x@example.org>\n'
            f"Subject: {text}\nDate: {text}\nMessage-ID: <{text}@x>\n"
            f"List-Id: {text} <{text}.example.org>\nContent-Type: text/html; charset=utf-8\n\n"
            f'<title>{text}</title><a href="http://h{number}.example/{text}">{text}</a> '
            f"<a href='http://h{number}.example/{text}'>http://{text}/</a> "
            f"http://www.h.example/{text} hxxp://e[.]example/{text} "
            f"<p>http://user:{text}@h.example/ x{text}@example.org www.{text}.example.com/{text} "
            f"https://nam02.safelinks.protection.outlook.com/?url=http%3A%2F%2Fh.example%2F{text}"
            f"\n\n").encode("utf-8", "replace")


def line(text):
    return "".join(f"{begin}{text}{end} " for begin, end in (
        ("http://h.example/", ""), ("<http://h.example/", ">"), ('"http://x', '.example/"'),
        ("www.a", ".example.com"), ("user", "@example.org"), ("hxxp://a[.]example/", ""))).encode()


def forged(text):
    """Return a line of JSON such as urlgrep prints, with the string in each member."""
    parts = dict.fromkeys(("scheme", "host", "path", "query"), text)
    sender = dict.fromkeys(("id", "from", "to", "subject", "date", "date_iso", "list_id"), text)
    return json.dumps({
        "type": "url", "path": text, "line": 1, "url": f"http://{text}.example/{text}",
        "valid": True, "verdict": "valid", "form": text, "kind": text, "grammar": text,
        "parts": parts, "message": {"number": 1, **sender}, "confidence": text,
        "warnings": [text], "link_text": text, "target": text}, ensure_ascii=False)


def write_files(directory):
    """Write the files, and return their names."""
    contents = {"mail.mbox": b"".join(message(*pair) for pair in enumerate(HOSTILE)),
                "text.txt": b"\n".join(line(text) for text in HOSTILE)}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for text in HOSTILE:
            archive.writestr(text.replace("\0", "0") + ".txt", line(text))
    contents["all.zip"] = packed.getvalue()
    for text in HOSTILE:
        contents[text.replace("/", "_").replace("\0", "0")[:60]] = line(text)
    for name, content in contents.items():
        with open(os.path.join(directory, name), "wb") as file:
            file.write(content)
    return ["./" + name for name in contents]


class Page(html.parser.HTMLParser):
    """Collects everything in a page that is not text."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.attributes, self.links = [], set(), []
        self.feed(page.decode())

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action")]


def run(command, directory, stdin=b""):
    return subprocess.run(command, cwd=directory, input=stdin, capture_output=True, timeout=120,
                          check=False)


def is_fit(done, what, least=1):
    for name, output in (("output", done.stdout), ("messages", done.stderr)):
        output = output.replace(b"\r\n", b"\n")  # of CSV (RFC 4180)
        found = UNFIT.search(output)
        tap.ok(found is None and (name == "messages" or len(output) >= least),
               f"{what}: {name} without controls",
               f"{len(output)} bytes; {found and output[max(0, found.start() - 40):found.end() + 20]!r}")
    tap.ok(done.returncode in (0, 1, 2), f"{what}: status", str(done.returncode))


def is_safe_page(done, what, scripts):
    is_fit(done, what, 500)
    page = Page(done.stdout)
    tap.equal([page.elements.count(name) for name in ("script", "title", "style")],
              [scripts, 1, 1], f"{what}: its own script, title and style")
    tap.equal(sorted({"img", "iframe", "object", "embed", "link", "base", "form"} &
                     set(page.elements)), [], f"{what}: no element of the mail")
    tap.equal(sorted(name for name in page.attributes if name.startswith("on")), [],
              f"{what}: no handler")
    tap.ok("evil" not in re.findall(rb'id="?(\w+)', done.stdout), f"{what}: no id of the mail")
    data = re.search(rb'<script type="application/json"[^>]*>(.*)</script>', done.stdout)
    if data:  # the script of urlreport's page makes links from this
        page.links += [row[-1] for row in json.loads(data[1])["urls"]["rows"] if row[-1]]
    schemes = {link.split(":")[0] for link in page.links}
    tap.ok(schemes and schemes <= {"http", "https", "mailto", "ftp"},
           f"{what}: links that a browser may open", str(schemes))


def main():
    with tempfile.TemporaryDirectory() as directory:
        files = write_files(directory)
        for option in FORMATS:
            is_fit(run([URLGREP, *option, *FIND, *files], directory), " ".join(option) or "URLs")
        found = run([URLGREP, "--json", *FIND, *files], directory).stdout
        for text in found.splitlines():
            json.loads(text)
        for what, text in (("JSON", found), ("forged JSON", "\n".join(map(forged, HOSTILE)).encode())):
            for by in ("host", "scheme", "year", "month", "sender", "list", "file", "url"):
                is_fit(run([URLREPORT, f"--by={by}", "--top=0"], directory, text),
                       f"urlreport --by={by} of {what}")
            is_safe_page(run([URLREPORT, "--html"], directory, text),
                         f"urlreport --html of {what}", 2)
    tap.done_testing()


if __name__ == "__main__":
    main()
