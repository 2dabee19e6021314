"""Messages for the tests of urlpick; mail programs display them, too."""
import base64

HEADER = """From: {sender}
To: bob@h.example
Subject: {subject}
Date: Tue, 14 Mar 2023 10:12:00 +0000
MIME-Version: 1.0
Content-Type: {type}; charset=utf-8
"""


def message(text, subject, sender="Ann <ann@h.example>", subtype="html", encode=False):
    head = HEADER.format(sender=sender, subject=subject, type="text/" + subtype)
    if not encode:
        return (head + "\n" + text).encode()
    return (head + "Content-Transfer-Encoding: base64\n\n").encode() + \
        base64.encodebytes(text.encode())


WRAPPED = ("https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Freal.example"
           "%2Farticle%3Fid%3D7&amp;data=05%7C01&amp;sdata=abc%3D&amp;reserved=0")
PHISHING = message(f"""<html><head><link rel=stylesheet href="https://cdn.evil.example/a.css">
<body><p>Dear customer, please log in at
<a href="https://evil.example/steal">https://paypal.com/login</a> within 24 hours.
<p><a href="http://user@bank.example@evil.example/">Click here</a>
<a href="{WRAPPED}">Read the report</a>
<p>See www.example.org/help.
<img src="https://track.evil.example/pixel.gif">
""", "Your account is limited", "PayPal Support <support@paypa1.example>")

TRACKED = "https://click.newsletter.example/" + "abcdefgh" * 14 + "/"
NEWSLETTER = message("<html><body>" + "".join(
    f"<p><a href='{TRACKED}{n}'>Article {n}: {'cats' if n % 7 == 0 else 'dogs'}</a>\n"
    for n in range(1, 61)), "The week in 60 links", encode=True)

BIDI = message("see http://h.example/a\u202egpj.exe and \x1b]0;owned\x07 here", "\u202etitle",
               "\x1b[31mmallory <m@h.example>", "plain")

# Each URL as written in the message, and as the browser must receive it.
HOSTILE = [
    (b"http://h.example/';touch$IFS'run';'", None),
    (b"http://h.example/$(touch$IFS$9run)", None),  # a template
    (b"http://h.example/a'$(touch%20run)'&touch&run", None),  # likewise
    (b"http://h.example/?a=b;c=d&e=!!*~#'x'", None),
    (b"<URL:http://h.example/a\n  b\n\tc>", b"http://h.example/abc"),
    (b"--http://h.example/dash", b"http://h.example/dash"),
    (b"http://h.example/-o/--help", None),
    (b"http://h.example/%24%28touch%20run%29%60%60", None),
    (b"http://h.example/%s%d%n", None),  # not a URL: escapes consist of hex digits
    (b'"http://h.example/quoted"', b"http://h.example/quoted"),
    (b"http://h.example/{1}{q}", None),  # a template
    (b"http://h.example/b\xe2\x80\xaegpj.exe", b"http://h.example/b"),
    (b"http://h.example/e\x1b[2Jx", b"http://h.example/e"),  # the control ends the URL
]
NO_URL = {1, 2, 8, 10}

HOSTILE_HEADER = b"""From: "\xe2\x80\xae'; touch run; \\"$(touch run)\\x1b" <a@h.example>
To: b@h.example
Subject: =?utf-8?q?=1B]0;owned=07=1B[2J=C2=9B31m=E2=80=AE_{1}_$(touch_run)?=
Date: Tue, 14 Mar 1995 10:12:00 +0000 \x1b[31m
Message-ID: <'$(touch run)'@h.example>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

\x1b]0;owned\x07 \xe2\x80\xae \xc2\x9b31m $(touch run) `touch run`
"""


def hostile_message():
    return HOSTILE_HEADER + b"\n".join(
        b"\x1b[31m text \xe2\x80\xae\n\n%s\n" % written for written, _ in HOSTILE)
