"""Generate random messages with URLs in all parts: structures, transfer encodings, charsets, header
fields and HTML as programs write them, well or badly. Each URL has a unique host."""

import base64
import random

TEXTS = ["See {} for it.", "<{}>", "(at {})", '"{}"', "a long line " * 8 + "{}", "Grüße von {} é"]
LINKS = [
    '<a href="{u}">x</a>', "<a href='{u}'>x</a>", "<a href={u}>x</a>", '<A HREF = "{u}" >x</A>', '<a/href="{u}"/>x</a>',
    '<a href=" {u} ">x</a>', '<a href="{decimal}">x</a>', '<a href="{hexadecimal}">x</a>', '<a href="{tab}">x</a>',
    '<a href="//{host}/p">x</a>', '<a href="{u}?a=1&amp;b=2&copy=3">x</a>', '<a title=">" href="{u}">x</a>',
    '<a href="{u}" href="http://other.invalid/">x</a>', '<a href="{u}"\0>x</a>', '<p <a href="{u}">x</a>',
    '<map><area href="{u}"></map>', '<form action="{u}"><input type=submit></form>', '<img src="{u}">',
    '<form><button formaction="{u}">x</button></form>', '<meta http-equiv=refresh content="0; url={u}">',
    '<iframe src="{u}"></iframe>', '<iframe srcdoc="&lt;a href={u}&gt;x&lt;/a&gt;"></iframe>',
    '<!--[if mso]><a href="{u}">x</a><![endif]-->', '<!-- > --><a href="{u}">y</a><!-- -->',
    '<svg><a xlink:href="{u}"><text>x</text></a></svg>', "<div>" * 300 + '<a href="{u}">x</a>',
    '<table><tr><a href="{u}">x</a><td></table>', '<template><a href="{u}">x</a></template>',
    '<noscript><a href="{u}">x</a></noscript>', '<object data="{u}"></object>', '<body background="{u}">',
    '<link rel=stylesheet href="{u}">', "<p>see {u} here</p>"]
# the name in the field, and Python's name
CHARSETS = [("utf-8", "utf-8"), ("UTF-8", "utf-8"), ("utf8", "utf-8"), ('"utf-8"', "utf-8"), ("x-unknown", "utf-8"),
            (None, "utf-8"), ("iso-8859-1", "iso-8859-1"), ("iso-8859-15", "iso-8859-15"), ("cp1252", "cp1252"),
            ("windows-1252", "cp1252"), ("koi8-r", "koi8-r"), ("gb18030", "gb18030"), ("utf-7", "utf-7"),
            ("iso-2022-jp", "iso-2022-jp"), ("us-ascii", "ascii"), ("ansi_x3.4-1968", "ascii"), ("utf-16", "utf-16")]
ENCODINGS = {"plain": ["7bit", "8bit", "binary", None, "x-odd"],
             "base64": ["base64", "BASE64", "base64;", '"base64"', "base64 (c)"],
             "quoted": ["quoted-printable", "Quoted-Printable", " quoted-printable ", "quoted-printable;"]}
BOUNDARIES = ["b", "=_x", "----=_NextPart_000", "bb bb", "a" * 60, "'q'", "b:1"]


class Maker:
    """Makes one message with its own random number generator."""

    def __init__(self, seed):
        self.random, self.seed, self.hosts = random.Random(seed), seed, 0

    def one_of(self, *choices):
        return self.random.choice(choices)

    def happens(self, probability):
        return self.random.random() < probability

    def text(self, forms):
        out = []
        for _ in range(self.random.randint(1, 3)):
            self.hosts += 1
            host = f"h{self.seed}-{self.hosts}.example"
            url = f"http://{host}/p"
            out.append(self.random.choice(forms).format(
                url, u=url, host=host, tab=url[:9] + "\t" + url[9:], decimal="".join(f"&#{ord(c)};" for c in url),
                hexadecimal="".join(f"&#x{ord(c):x};" for c in url)))
        return self.one_of("\n", "\n\n").join(out) + "\n"

    def base64(self, data):
        form = self.one_of("", "", "no padding", "junk", "blank lines")
        width = self.one_of(76, 76, 8, 4000)
        data = base64.b64encode(data)
        if form == "no padding":
            data = data.rstrip(b"=")
        lines = [data[i:i + width] for i in range(0, len(data), width)]
        data = (b"\n\n" if form == "blank lines" else b"\n").join(lines) + b"\n"
        return data.replace(b"\n", b"!\n", 1) if form == "junk" else data

    def quoted(self, data):
        width, escape = self.one_of(20, 70), self.one_of(b"=%02X", b"=%02x")
        out, column = b"", 0
        for byte in data:
            plain = byte == 10 or 32 <= byte <= 126 and byte != ord("=")
            out += bytes([byte]) if plain else escape % byte
            column = 0 if byte == 10 else column + 1
            if column >= width:
                out, column = out + b"=\n", 0
        return out

    def leaf(self, kind):
        """Return the header fields and the body of a text."""
        charset, codec = self.random.choice(CHARSETS)
        data = self.text(LINKS if kind == "html" else TEXTS).encode(codec, "replace")
        encoding = "base64" if codec == "utf-16" else self.one_of("plain", "base64", "quoted")
        body = data if encoding == "plain" else getattr(self, encoding)(data)
        media_type = self.one_of(f"text/{kind}", f"TEXT/{kind}")
        if charset:
            media_type += self.one_of("; charset={}", ";\n\tcharset={}", "; charset={};", ";charset={}").format(charset)
        if kind == "html" and self.happens(.1):
            media_type = 'application/octet-stream; name="x.html"'
        fields = ["Content-Type" + self.one_of(": ", ": ", ": ", " : ") + media_type]
        name = self.random.choice(ENCODINGS[encoding])
        if name:
            fields.append("Content-Transfer-Encoding: " + name)
        if self.happens(.2):
            fields.append(self.one_of("Content-Disposition: inline", "Content-ID: <a@b.invalid>",
                                      'Content-Disposition: attachment; filename="a.txt"'))
        self.random.shuffle(fields)
        return fields, body

    def part(self, depth):
        kind = self.one_of("plain", "html", "multipart", "message") if depth < 3 else self.one_of("plain", "html")
        if kind in ("plain", "html"):
            return self.leaf(kind)
        if kind == "message":
            fields, body = self.part(depth + 1)
            return ["Content-Type: message/rfc822"], "\n".join(["Subject: x", *fields, "", ""]).encode() + body
        boundary = self.random.choice(BOUNDARIES) + str(depth)
        line = b"--" + boundary.encode()
        body = self.one_of(b"", b"preamble\n", b"\n")
        for _ in range(self.random.randint(1, 3)):
            fields, content = self.part(depth + 1)
            body += line + self.one_of(b"", b"", b" ") + b"\n" + "\n".join([*fields, "", ""]).encode() + content
            if not content.endswith(b"\n") or self.happens(.5):
                body += b"\n"
        body += self.one_of(line + b"--\n", line + b"--\n", b"", line + b"--\nepilogue\n")
        subtype = self.one_of("mixed", "alternative", "related", "signed", "x-odd", "MIXED")
        form = self.one_of('"{}"', '"{}"', '"{}" (c)', '"{} "', '"{}";').format(boundary)
        return [f"Content-Type: multipart/{subtype}; boundary={form}"], body

    def message(self):
        fields, body = self.part(0)
        top = ["From: A <a@b.invalid>", "Subject: " + self.one_of("x", "=?utf-8?B?w6k=?=", "folded\n more")]
        if self.happens(.9):
            top.append("MIME-Version: 1.0")
        if self.happens(.05):
            top.insert(0, "From a@b.invalid Mon Jan  1 00:00:00 2001")
        if self.happens(.05):
            top.append("X-8bit: grüße")
        message = "\n".join([*top, *fields, "", ""]).encode() + body
        return message.replace(b"\n", b"\r\n") if self.happens(.4) else message
