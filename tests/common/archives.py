"""The texts of an archive of mail, for the scripts that measure on real mail.

    for text in texts(path): ...

One Text for each part of each message that a reader would see, decoded. They are
parsed by Python, so that what is learnt from them does not depend on urlgrep.
"""
import email
import email.policy
import os
import re
import shutil
import subprocess
import tempfile
from collections import namedtuple

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.path.join(TOP, "..", "shared")

Text = namedtuple("Text", "archive message id html flowed body")

FROM = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\d:\d\d[^\n]*\d{4}")


class Skip(Exception):
    """There is no mail to measure on."""


def find_directory():
    """Return the directory of the mboxes: $ARCHIVES, or build/archives."""
    given = os.environ.get("ARCHIVES")
    if given:
        if not os.path.isdir(given):
            raise Skip("no archives of mail (set ARCHIVES)")
        return given
    script = os.path.join(SHARED, "tools", "archives.sh")
    if not os.path.exists(script) or shutil.which("zstd") is None:
        raise Skip("no archives of mail (set ARCHIVES)")
    place = os.path.join(TOP, "build", "archives")
    if not os.path.isdir(place):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        fresh = tempfile.mkdtemp(dir=os.path.dirname(place))
        subprocess.run(["sh", script, fresh], stdout=subprocess.DEVNULL,
                       check=True)
        os.rename(fresh, place)
    return place


def boxes():
    place = find_directory()
    found = [os.path.join(place, name) for name in sorted(os.listdir(place))
             if name.endswith(".mbox")]
    if not found:
        raise Skip("no archives of mail (set ARCHIVES)")
    return found


def messages(path):
    """Yield the bytes of each message of an mbox, without its "From " line."""
    with open(path, "rb") as box:
        content = box.read()
    begins = [at.start() for at in FROM.finditer(content)] + [len(content)]
    for begin, end in zip(begins, begins[1:]):
        yield content[content.index(b"\n", begin) + 1:end]


def decoded(part):
    content = part.get_payload(decode=True) or b""
    charset = part.get_content_charset() or "utf-8"
    for name in (charset, "utf-8", "latin-1"):
        try:
            text = content.decode(name)
            break
        except (LookupError, UnicodeError):
            continue
    return text.replace("\r\n", "\n").replace("\r", "\n")


def texts(path):
    archive = os.path.basename(path)
    for number, content in enumerate(messages(path), 1):
        message = email.message_from_bytes(content, policy=email.policy.compat32)
        for part in message.walk():
            kind = part.get_content_type()
            if kind not in ("text/plain", "text/html"):
                continue
            flowed = str(part.get_param("format", "")).lower() == "flowed"
            yield Text(archive, number, str(message["Message-ID"] or ""),
                       kind == "text/html", flowed, decoded(part))
