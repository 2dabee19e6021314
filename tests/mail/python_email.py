#!/usr/bin/env python3
"""Compare how urlgrep parses mail with how Python's email package does.

For each message, the URLs that urlgrep finds must be those found in another way: Python
parses the message and decodes its parts, each part is written to a file of its own,
and urlgrep searches these files as text or HTML. This tests the parsing of mail, not
the scanning for URLs.

The mail is a directory of archives, $ARCHIVES, or ../shared/archives next to the
repository, unpacked by the script that comes with it. They are not part of urlgrep;
without them the test is skipped. Where the two differ, python_email.tsv gives the reason.
Writes TAP to standard output.

    tests/mail/python_email.py             run as a test
    tests/mail/python_email.py --show      also print all differences, with their reasons
    tests/mail/python_email.py --whole     compare all mailboxes, to their ends
"""
import base64
import email
import email.header
import email.policy
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from archives import Skip, find_directory

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
URLGREP = os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep")
REASONS = os.path.join(TOP, "tests", "mail", "python_email.tsv")
DIRECTORY = "mime-test-messages"
WITH_MORE = DIRECTORY + "+"  # the same, with URLs inserted
BOXES = ["cypherpunks-2000s.mbox", "openbmc.mbox", "spamassassin.mbox"]
MESSAGES = 300  # of each mailbox
SHOW = "--show" in sys.argv[1:]
WHOLE = "--whole" in sys.argv[1:]


# ---- archives

def boxes(archives):
    if not WHOLE:
        return BOXES
    return sorted(n for n in os.listdir(archives) if n.endswith(".mbox"))


TIME = re.compile(rb"(?<!\d)\d{1,2}:\d\d")
YEAR = re.compile(rb"(?<!\d)\d{4}(?!\d)")


def is_from_line(line):
    """Return true if the line has a timestamp (RFC 4155), as no text line has."""
    return line.startswith(b"From ") and TIME.search(line) and YEAR.search(line)


def split_mbox(content):
    """Return the offsets of the messages, with their "From " lines, and the end
    of the last one. A message begins at the start or after a blank line only."""
    begins = [at.start() for at in
              re.finditer(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From .*", content)
              if is_from_line(at.group())]
    if not WHOLE:
        begins = begins[:MESSAGES + 1]
    if WHOLE or len(begins) <= MESSAGES:
        begins.append(len(content))
    return begins


class Message:
    """A message, unparsed, and where it is."""

    def __init__(self, file, number, content):
        self.file = file
        self.number = number
        self.content = content

    def key(self):
        digest = hashlib.sha1(self.content).hexdigest()[:10]
        return self.file, "%d:%s" % (self.number, digest)


def read_box(path):
    with open(path, "rb") as box:
        content = box.read()
    begins = split_mbox(content)
    name = os.path.basename(path)
    return content[:begins[-1]], [
        Message(name, i + 1, content[begins[i]:begins[i + 1]])
        for i in range(len(begins) - 1)]


def read_directory(top):
    found = []
    for directory, _, names in os.walk(top):
        found += [os.path.join(directory, name) for name in names]
    messages = []
    for path in sorted(found):
        with open(path, "rb") as one:
            messages.append(Message(os.path.relpath(path, os.path.dirname(top)),
                                    1, one.read()))
    return messages


FIELD = re.compile(rb"(\xEF\xBB\xBF)?[!-9;-~]+[ \t]*:|--|[ \t]|>?From |begin \d")
WORD = re.compile(rb"(?<= )[A-Za-z]{2,12}(?=[ ,.\r\n]|=\r?\n)")


def insert_urls(content):
    """Replace each word of a line but the first by a URL, except in headers and
    encoded data: few of the test messages have URLs, so differences in
    malformed ones would not show."""
    count = 0

    def url(_):
        nonlocal count
        count += 1
        return b"http://w%d.example/" % count

    lines = re.findall(rb"[^\n]*\n|[^\n]+", content)
    for i, line in enumerate(lines):
        if not FIELD.match(line):
            lines[i] = WORD.sub(url, line)
    return b"".join(lines)


def write_directory(messages, temporary):
    """Write the messages, with URLs inserted, to a directory; return its path."""
    top = os.path.join(temporary, WITH_MORE)
    for message in messages:
        if FIELD.match(message.content):  # else it is not a message
            path = os.path.join(top, message.file.partition(os.sep)[2])
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as out:
                out.write(insert_urls(message.content))
    return top


# ---- parsing a message with Python's email package

IS_MESSAGE = re.compile(r"message/(rfc822|rfc2822|global|news)\b(?!-)", re.I)


class Unfolded(email.policy.Compat32):
    """Python's policy for malformed headers, but unfolded (RFC 5322, 2.2.3) and
    without white space around values, which Python takes for a part of a
    boundary or of the name of an encoding. message/delivery-status and the like
    are texts, not messages."""

    def header_source_parse(self, sourcelines):
        name, value = super().header_source_parse(sourcelines)
        value = re.sub(r"\r?\n(?=[ \t])", "", value).strip()
        if name.lower() == "content-type" and not IS_MESSAGE.match(value):
            value = re.sub(r"(?i)^message/", "text/x-", value)
        return name, value


STATEFUL = re.compile(r"utf-?7|iso-?2022|hz", re.I)


def in_utf8(text, charset):
    """Return bytes of a charset in UTF-8: as they are if the charset is unknown, or if
    they are not of it."""
    try:
        return text.decode(charset).encode("utf-8")
    except LookupError:
        return text
    except (UnicodeError, ValueError):
        if not STATEFUL.match(charset):
            return text
    return text.decode(charset, "ignore").encode("utf-8", "ignore")


def charset_of(part):
    try:
        return part.get_content_charset() or "us-ascii"
    except (LookupError, UnicodeError, ValueError):
        return "us-ascii"


def decoded(part):
    """Return the bytes of a text part, in UTF-8."""
    payload = part.get_payload(decode=True)
    if payload is None:
        return b""
    return in_utf8(payload, charset_of(part))


def subject(value):
    """Return a decoded header; unknown charsets are left as they are."""
    text = b""
    for piece, charset in email.header.decode_header(str(value)):
        if isinstance(piece, str):
            piece = piece.encode("utf-8", "surrogateescape")
        elif charset:
            piece = in_utf8(piece, charset)
        text += piece
    return text


def parameter(part, name):
    value = part.get_param(name, "")
    return str(value[2] if isinstance(value, tuple) else value).lower()


# Their long lines are folded (RFC 5545, 3.1; RFC 6350, 3.2).
FOLDED = ["text/calendar", "text/vcard", "text/x-vcard", "text/x-vcalendar",
          "text/directory"]


# Attached files that are searched by their names, or as application/...
FILES = {"text/html": "htm html xhtml", "text/calendar": "ics", "text/vcard": "vcf",
         "message/rfc822": "eml",
         "text/plain": "asc conf csv diff json log markdown md patch rst tex text tsv txt xml "
                       "yaml yml"}
TYPES = {"." + ending: kind for kind, endings in FILES.items() for ending in endings.split()}
TEXTS = re.compile(r"application/(pgp|(x-)?(json|yaml|javascript|php)|xml|x-(patch|diff|perl|"
                   r"python|sh|tex|troff(-man)?)|.+\+(xml|json|yaml))|image/svg\+xml")


def type_of(part):
    """Return the type of the part, by the name of the file if its type is not known."""
    kind = part.get_content_type()
    if kind == "application/octet-stream":
        name = str(part.get_filename("")).lower()
        root, ending = os.path.splitext(name)
        return TYPES.get(ending, kind) if root else kind
    if kind == "application/xhtml+xml":
        return "text/html"
    return "text/plain" if TEXTS.fullmatch(kind) else kind


def texts_of(part):
    """Yield the texts of a part and of all parts in it: how to search it, and the
    text."""
    kind = type_of(part)
    if part.is_multipart():  # or a message
        for inner in part.get_payload():
            if IS_MESSAGE.match(kind):
                yield from subjects_of(inner)
            yield from texts_of(inner)
    elif kind == "message/rfc822":
        yield from all_texts(decoded(part))
    elif kind == "text/html":
        yield "html", decoded(part)
    elif kind in FOLDED:
        yield "lines", re.sub(rb"\r?\n[ \t]", b"", decoded(part))
    elif kind.partition("/")[0] in ("text", "multipart"):
        # A multipart without any parts is shown as plain text.
        if parameter(part, "format") == "flowed":
            delsp = b"; delsp=yes" if parameter(part, "delsp") == "yes" else b""
            yield "mail", (b"MIME-Version: 1.0\nContent-Type: text/plain; "
                           b"format=flowed" + delsp + b"\n"
                           b"Content-Transfer-Encoding: 8bit\n\n" +
                           decoded(part))
        else:
            yield "text", decoded(part)


def subjects_of(message):
    for value in message.get_all("subject", []):
        yield "text", subject(value)


def all_texts(content):
    parsed = email.message_from_bytes(content, policy=Unfolded())
    yield from subjects_of(parsed)
    yield from texts_of(parsed)


# ---- searching

# Readings of which one was chosen because it is unbroken in another part of the
# message; a search of one part alone cannot know that.
decided = set()


def url_of(finding):
    if "unbroken-copy" in finding["readings"][0]["evidence"]:
        decided.update(bytes_of(r["url"]) for r in finding["readings"])
    return bytes_of(finding["url"])


def bytes_of(url):
    return base64.b64decode(url["bytes"]) if isinstance(url, dict) \
        else url.encode("utf-8", "surrogatepass")


# The reports of parts that are encrypted or in a format of their own. Python decodes no
# URLs from these either; any other error ends the test.
NOT_READ = re.compile(
    rb"urlgrep: .*: message at byte \d+: part [\d.]+ not read: [\w/.+-]+( \(and \d+ more\))?")


def has_failed(done):
    if done.returncode != 2:
        return done.returncode not in (0, 1)
    reports = done.stderr.splitlines()
    return not reports or not all(NOT_READ.fullmatch(line) for line in reports)


def search(*arguments):
    """Run urlgrep and return its findings."""
    done = subprocess.run([URLGREP, "--json", "--all", *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    if has_failed(done):
        sys.exit("Bail out! urlgrep ended with %d: %s" %
                 (done.returncode, done.stderr[:400].decode("utf-8", "replace")))
    lines = [json.loads(line) for line in done.stdout.split(b"\n") if line]
    return [line for line in lines if line["type"] == "url"]


HOW = {"text": ["--raw", "--join=always"], "html": ["--as=html", "--join=always"],
       "mail": ["--as=mail"], "lines": ["--raw", "--join=never"]}


def search_parts(messages, temporary):
    """Return the URLs of each message, by the texts that Python gives."""
    found = [set() for _ in messages]
    for how in HOW:
        os.mkdir(os.path.join(temporary, how))
    for at, message in enumerate(messages):
        for part, (how, text) in enumerate(all_texts(message.content)):
            name = os.path.join(temporary, how, "%d.%d" % (at, part))
            with open(name, "wb") as out:
                out.write(text)
    for how, options in HOW.items():
        for finding in search("-r", *options, os.path.join(temporary, how)):
            at = os.path.basename(finding["path"]).split(".")[0]
            found[int(at)].add(url_of(finding))
    return found


def search_box(content, messages, temporary):
    """Return the URLs of each message of a mailbox, as urlgrep parses it."""
    found = [set() for _ in messages]
    name = os.path.join(temporary, "box")
    with open(name, "wb") as out:
        out.write(content)
    for finding in search("--as=mbox", name):
        number = finding["message"]["number"]
        while number > len(found):
            found.append(set())  # urlgrep splits it into more messages
        found[number - 1].add(url_of(finding))
    return found


def search_directory(top, messages):
    """The same for a directory of files that are messages."""
    where = {m.file: at for at, m in enumerate(messages)}
    found = [set() for _ in messages]
    for finding in search("-r", "--as=mail", top):
        path = os.path.relpath(finding["path"], os.path.dirname(top))
        found[where[path]].add(url_of(finding))
    return found


# ---- comparing

def read_reasons():
    """Return the code of each known difference by (file, message)."""
    reasons = {}
    if not os.path.exists(REASONS):
        return reasons
    with open(REASONS, encoding="utf-8") as rows:
        for row in rows:
            if row.strip() and not row.startswith("#"):
                file, key, code, why = row.rstrip("\n").split("\t")
                assert code and why, row
                assert (file, key) not in reasons, row
                reasons[file, key] = code
    return reasons


def show(message, reason, ours, theirs):
    print("# %s\t%s\t%s" % (*message.key(), reason))
    for mark, urls in (("+", ours - theirs), ("-", theirs - ours)):
        for url in sorted(urls):
            print("#   %s %s" % (mark, ascii(url.decode("utf-8", "replace"))))


class Result:
    def __init__(self, name, messages, ours, theirs):
        self.name = name
        self.messages = messages
        self.ours = ours
        self.theirs = theirs
        self.decided = set(decided)


def compare_one(archives, name):
    path = os.path.join(archives, name.rstrip("+"))
    with tempfile.TemporaryDirectory() as temporary:
        if os.path.isdir(path):
            messages = read_directory(path)
            if name == WITH_MORE:
                path = write_directory(messages, temporary)
                messages = read_directory(path)
            ours = search_directory(path, messages)
        else:
            content, messages = read_box(path)
            ours = search_box(content, messages, temporary)
        theirs = search_parts(messages, temporary)
    return Result(name, messages, ours, theirs)


def report(number, result, reasons):
    """Print one line of TAP; return true if it is ok."""
    explained = unexplained = 0
    urls = sum(len(found) for found in result.theirs)
    more = len(result.ours) - len(result.messages)
    for message, ours, theirs in zip(result.messages, result.ours,
                                     result.theirs):
        if (ours ^ theirs) <= result.decided:
            continue
        reason = reasons.pop(message.key(), None)
        explained += reason is not None
        unexplained += reason is None
        if SHOW or reason is None:
            show(message, reason or "no reason", ours, theirs)
    if more:
        print("# %s: urlgrep splits it into more messages" % result.name)
    passed = not unexplained and not more
    print("%s %d - %s: %d messages, %d URLs, %d explained differences%s" % (
        "ok" if passed else "not ok", number, result.name,
        len(result.messages), urls, explained,
        ", %d without a reason" % unexplained if unexplained else ""))
    return passed


def main():
    try:
        archives = find_directory()
    except Skip as why:
        print("1..0 # SKIP %s" % why)
        return 0
    inputs = [name for name in [DIRECTORY, WITH_MORE, *boxes(archives)]
              if os.path.exists(os.path.join(archives, name.rstrip("+")))]
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda n: compare_one(archives, n), inputs))
    reasons = read_reasons()
    passed = [report(i + 1, r, reasons) for i, r in enumerate(results)]
    for file, key in reasons:
        print("# a reason without a difference: %s %s" % (file, key))
    passed.append(not reasons)
    print("%s %d - each reason has its difference" % (
        "not ok" if reasons else "ok", len(passed)))
    print("1..%d" % len(passed))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
