"""Functions shared by the tests of the package."""
import json
import os
import subprocess

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORPUS = os.path.join(TOP, "corpus")
URLGREP = os.path.abspath(os.environ.get("URLGREP", TOP + "/build/urlgrep"))

FROM = b"From ann@example.org Tue Mar 14 10:12:00 1995\n"
MESSAGE = b"""From: Ann <ann@example.org>
To: bob@example.org
Date: Tue, 14 Mar 1995 10:12:00 +0000
Message-ID: <%d@example.org>
Subject: =?utf-8?q?n=C3=BAmber?= %d

see http://h.example/%d and <URL:http://i.example/over-
view%d>

>From here on http://j.example/%d

"""


def messages(count):
    return [MESSAGE.replace(b"%d", b"%d" % number) for number in range(count)]


def mailbox(count):
    return b"".join(FROM + text for text in messages(count))


def files():
    """Return the files of corpus/."""
    return sorted(os.path.join(CORPUS, name) for name in os.listdir(CORPUS)
                  if not name.endswith((".urls", ".options")))


def rows_of_table():
    """Return the rows of tests/vectors/bindings.jsonl: text or mail, options, expected results."""
    with open(os.path.join(TOP, "tests/vectors/bindings.jsonl"), encoding="utf-8") as table:
        return [json.loads(line) for line in table]


def command(*arguments):
    """Return the URLs that the command finds, as objects. Mailboxes are judged message by
    message, as in the package."""
    said = subprocess.run([URLGREP, "--help=all"], capture_output=True, text=True, check=True)
    alone = ["--no-resolve"] if "--no-resolve" in said.stdout else []
    done = subprocess.run([URLGREP, "-j1", "--json", *alone, *arguments],
                          capture_output=True, check=False)
    if done.returncode not in (0, 1, 2) or not done.stdout:
        raise RuntimeError(f"urlgrep {arguments}: {done.stderr}")
    return [found for found in map(json.loads, done.stdout.splitlines()) if found["type"] == "url"]


def text_of(value):
    """Convert a text in JSON to the form of the package."""
    if isinstance(value, dict):
        import base64
        return base64.b64decode(value["bytes"]).decode("utf-8", "surrogateescape")
    return value
