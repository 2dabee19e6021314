"""The inputs of the benchmark: real mail if available, else corpus/. The mail is
repeated until an input has the requested size.

    inputs, origin = build(directory, size, names)
"""
import glob
import gzip
import os
import re
import shutil
import subprocess
from collections import namedtuple

import archives

DEFAULT_SIZE = 200_000_000
DEFAULT_FILES = 50_000  # of the Maildir, if size is DEFAULT_SIZE
SAMPLE_PIECE = 100_000
FROM = b"From bench@example.org Thu Jan  1 00:00:00 1998\n"
ENCODED = re.compile(rb"(?im)^Content-Transfer-Encoding:[ \t]*(quoted-printable|base64)")
HTML = re.compile(rb"(?im)^Content-Type:[ \t]*text/html")
ATTACHED = re.compile(rb"(?im)^Content-Disposition:[ \t]*attachment")
MULTIPART = re.compile(rb"(?im)^Content-Type:[ \t]*multipart/")
SCHEMES = os.path.join(archives.TOP, "src", "grammar", "schemes.tsv")

Input = namedtuple("Input", "name what path size")


def schemes():
    """Return the schemes that urlgrep searches for: before "//", and without it."""
    with open(SCHEMES, encoding="ascii") as table:
        rows = [line.split("\t") for line in table if line[0] not in "#\n"]
    return ([row[0] for row in rows if "slashes" in row[2]],
            [row[0] for row in rows if "opaque" in row[2]])


# ---- messages

class Message:
    """A message, and properties of its parts derived from header fields."""

    def __init__(self, content):
        self.content = content
        mime = b"ontent-" in content
        self.encoded = mime and ENCODED.search(content) is not None
        self.html = mime and HTML.search(content) is not None
        self.plain = not self.encoded and not self.html and \
            content.isascii() and not (mime and MULTIPART.search(content))

    def body(self):
        return self.content.partition(b"\n\n")[2]


def read_mbox(path):
    """Yield the messages of an mbox."""
    with open(path, "rb") as box:
        pieces = box.read().split(b"\n\nFrom ")
    for piece in pieces:
        content = piece.partition(b"\n")[2]  # the "From " line
        if content:
            yield Message(content)


def read_corpus():
    """Return the messages of corpus/, and a message for each of its texts."""
    def files(*endings):
        for ending in endings:
            pattern = os.path.join(archives.TOP, "corpus", "*." + ending)
            yield from sorted(glob.glob(pattern))

    messages = [message for path in files("mbox") for message in read_mbox(path)]
    for path in files("eml", "news"):
        with open(path, "rb") as file:
            messages.append(Message(file.read().rstrip(b"\n")))
    for path in files("txt", "html"):
        html = path.endswith("html")
        with open(path, "rb") as file:
            messages.append(Message(
                b"Subject: a text\nContent-Type: text/%s; charset=utf-8\n\n"
                % (b"html" if html else b"plain") + file.read().rstrip(b"\n")))
    return messages


def read_sources():
    """Return a list of messages for each mbox, and a description of their origin."""
    try:
        return [list(read_mbox(path)) for path in archives.boxes()], "archives"
    except archives.Skip:
        return [read_corpus()], "corpus"


def choose(sources, is_wanted, size):
    """Return messages of a kind, from each source at most the same part of size."""
    messages = []
    for source in sources:
        left = size // len(sources)
        for message in source:
            if left > 0 and is_wanted(message):
                messages.append(message)
                left -= len(message.content)
    return messages


# ---- writing

def write_repeatedly(path, size, pieces):
    """Write the pieces of pieces(0), pieces(1) and so on, until the file has the
    size or there are none left. Return its size: the last piece is not cut."""
    left, again = size, 0
    with open(path, "wb") as out:
        while left > 0:
            before = left
            for piece in pieces(again):
                left -= out.write(piece)
                if left <= 0:
                    break
            if left == before:
                break
            again += 1
    return size - left


def mbox_pieces(messages):
    def pieces(_):
        for message in messages:
            yield FROM + message.content + b"\n\n"
    return pieces


def pieces_without_urls(messages):
    """Return pieces made of the body lines that have no scheme."""
    names = [name.encode() for names in schemes() for name in names]
    url = re.compile(rb"(?i)(?:url|%s):|://" % b"|".join(map(re.escape, names)))
    text = b"".join(
        line for message in messages for line in
        (message.body() + b"\n").splitlines(True)
        if not (b":" in line and url.search(line)))
    return lambda again: [text] if again else [b"A text.\n\n", text]


def pieces_with_urls(messages):
    """Return pieces made of the body lines that have URLs. The URLs differ from
    those of the previous pieces."""
    lines = b"".join(
        line for message in messages if b"://" in message.content
        for line in (message.body() + b"\n").splitlines(True) if b"://" in line)

    def pieces(again):
        yield lines.replace(b"://", b"://p%d." % again)
    return pieces


def write_maildir(path, count, sources):
    """Write a Maildir with one file per message. Return the number of bytes."""
    size, written = 0, 0
    directory = os.path.join(path, "cur")
    for name in ("cur", "new", "tmp"):
        os.makedirs(os.path.join(path, name))
    messages = [message for source in sources for message in source]
    if count < len(messages):
        messages = messages[::len(messages) // count]
    while written < count and messages:
        for message in messages[:count - written]:
            name = "%d.bench:2,S" % written
            with open(os.path.join(directory, name), "wb") as out:
                size += out.write(message.content + b"\n")
            written += 1
    return size


def copy_sample(path, size, whole):
    """Copy pieces at equal distances, each from the beginning of a line. Return
    the number of bytes."""
    pieces = max(size // SAMPLE_PIECE, 1)
    step = os.path.getsize(whole) // pieces
    written = 0
    with open(whole, "rb") as source, open(path, "wb") as out:
        for number in range(pieces):
            source.seek(number * step)
            if number > 0:
                source.readline()
            written += out.write(source.read(min(size // pieces, step)))
    return written


def compress(path, whole):
    """Compress an input by the extension of path. Return its size; 0 if there is no program for
    it."""
    if path.endswith(".gz"):
        with open(whole.path, "rb") as source, gzip.open(path, "wb", compresslevel=6) as out:
            shutil.copyfileobj(source, out, 1 << 20)
    elif shutil.which("zstd"):
        subprocess.run(["zstd", "-q", "-f", whole.path, "-o", path], check=True)
    return whole.size if os.path.exists(path) else 0


def reload_page_cache(path):
    """Drop a file from the page cache, then read it in large pieces. A file written
    in small pieces is cached in small pages, which are slower to map."""
    if os.path.isdir(path):
        return
    with open(path, "rb", buffering=0) as file:
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while file.read(1 << 20):
            pass


# ---- all inputs

# name, description, which messages, their pieces, size relative to the others
MADE = [
    ("plain.mbox", "mbox, plain text", lambda m: m.plain, mbox_pieces, 1),
    ("plain-4.mbox", "a quarter of it", lambda m: m.plain, mbox_pieces, .25),
    ("mime.mbox", "mbox, mostly MIME", lambda m: m.encoded, mbox_pieces, 1),
    ("html.mbox", "mbox, mostly HTML",
     lambda m: m.html and not ATTACHED.search(m.content), mbox_pieces, 1),
    ("text", "text without URLs", lambda m: m.plain, pieces_without_urls, 1),
    ("dense", "text, only lines with URLs", lambda m: True, pieces_with_urls, 1),
    ("big.mbox", "mbox of all kinds", lambda m: True, mbox_pieces, 2.5),
]


def build(directory, size, names=None):
    """Return the inputs by name, and the origin of their mail. If names are given, make only these
    inputs, and plain.mbox if others are made from it."""
    sources, origin = read_sources()
    inputs = {}

    def is_needed(name):
        return names is None or name in names or \
            name == "plain.mbox" and any(n.startswith("plain.mbox.") for n in names)

    def add(name, what, write, *arguments):
        path = os.path.join(directory, name)
        if is_needed(name) and (written := write(path, *arguments)):
            reload_page_cache(path)
            inputs[name] = Input(name, what, path, written)

    for name, what, is_wanted, pieces, share in MADE:
        add(name, what, lambda path: write_repeatedly(
            path, int(size * share), pieces(choose(sources, is_wanted, int(size * share)))))
    add("directory", "Maildir", write_maildir, DEFAULT_FILES * size // DEFAULT_SIZE, sources)
    for extension in (".gz", ".zst"):
        add("plain.mbox" + extension, "mbox, plain text, " + extension, compress,
            inputs.get("plain.mbox"))
    return {name: made for name, made in inputs.items() if names is None or name in names}, origin
