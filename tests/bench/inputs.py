"""The inputs of the benchmark: real mail if there is some, else corpus/. The
mail is repeated until an input has the size that is asked for.

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
ENCODED = re.compile(
    rb"(?im)^Content-Transfer-Encoding:[ \t]*(quoted-printable|base64)")
HTML = re.compile(rb"(?im)^Content-Type:[ \t]*text/html")
ATTACHED = re.compile(rb"(?im)^Content-Disposition:[ \t]*attachment")
MULTIPART = re.compile(rb"(?im)^Content-Type:[ \t]*multipart/")
SCHEMES = os.path.join(archives.TOP, "src", "grammar", "schemes.tsv")

Input = namedtuple("Input", "name what path size")


def schemes():
    """Return the schemes that urlgrep looks for: before "//", and without it."""
    with open(SCHEMES, encoding="ascii") as table:
        rows = [line.split("\t") for line in table if line[0] not in "#\n"]
    return ([row[0] for row in rows if "slashes" in row[2]],
            [row[0] for row in rows if "opaque" in row[2]])


# ---- messages

class Message:
    """A message, and what its header fields say of its parts."""

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

    messages = [message for path in files("mbox")
                for message in read_mbox(path)]
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
    """Return a list of messages for each mbox, and where they come from."""
    try:
        return [list(read_mbox(path)) for path in archives.boxes()], "archives"
    except archives.Skip:
        return [read_corpus()], "corpus"


def choose(sources, is_wanted, size):
    """Return messages of a kind, of each source at most the same part of size."""
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
    size or there are none. Return its size: the last piece is not cut."""
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
    """Return pieces of the lines of the bodies that have no scheme."""
    names = [name.encode() for names in schemes() for name in names]
    url = re.compile(rb"(?i)(?:url|%s):|://" %
                     b"|".join(map(re.escape, names)))
    text = b"".join(
        line for message in messages for line in
        (message.body() + b"\n").splitlines(True)
        if not (b":" in line and url.search(line)))
    return lambda again: [text] if again else [b"A text.\n\n", text]


def pieces_with_urls(messages):
    """Return pieces of the lines of the bodies that have URLs. The URLs differ
    from those of the pieces before."""
    lines = b"".join(
        line for message in messages if b"://" in message.content
        for line in (message.body() + b"\n").splitlines(True) if b"://" in line)

    def pieces(again):
        yield lines.replace(b"://", b"://p%d." % again)
    return pieces


def write_maildir(path, count, sources):
    """Write a Maildir, a file for each message. Return the number of bytes."""
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


def copy_beginning(path, size, whole):
    """Copy the first bytes of a file. Return their number."""
    with open(whole, "rb") as source, open(path, "wb") as out:
        left = size
        while left > 0:
            piece = source.read(min(left, 1 << 20))
            if not piece:
                break
            left -= out.write(piece)
    return size - left


def copy_sample(path, size, whole):
    """Copy pieces at equal distances, from the beginning of a line. Return the
    number of bytes."""
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
    """Compress a file as the extension of path says. Return False if there is
    no program for it."""
    if path.endswith(".gz"):
        with open(whole, "rb") as source, \
                gzip.open(path, "wb", compresslevel=6) as out:
            shutil.copyfileobj(source, out, 1 << 20)
    elif shutil.which("zstd"):
        subprocess.run(["zstd", "-q", "-f", whole, "-o", path], check=True)
    return os.path.exists(path)


def reload_page_cache(path):
    """Drop a file from the page cache, then read it in large pieces. A file that
    was written in small pieces lies in small pages, which are slower to map."""
    if os.path.isdir(path):
        return
    with open(path, "rb", buffering=0) as file:
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while file.read(1 << 20):
            pass


# ---- all inputs

def is_plain(message):
    return message.plain


def is_encoded(message):
    return message.encoded


def is_html(message):
    return message.html and not ATTACHED.search(message.content)


def is_any(_):
    return True


def build(directory, size, names=None):
    """Return the inputs by name, and where their mail comes from. If names are
    given, make only these inputs, and those that they are made of."""
    sources, origin = read_sources()
    inputs = {}

    def is_needed(name):
        if names is None or name in names:
            return True
        # other inputs are made of this one
        return name == "plain.mbox" and any(n.startswith("plain") for n in names)

    def add(name, what, size, write, *arguments):
        path = os.path.join(directory, name)
        inputs[name] = Input(name, what, path, write(path, size, *arguments))

    def add_pieces(name, what, size, pieces, is_wanted):
        if is_needed(name):
            add(name, what, size, write_repeatedly,
                pieces(choose(sources, is_wanted, size)))

    def add_parts(whole):
        for part in (4, 2):
            name = "plain-%d.mbox" % part
            if is_needed(name):
                add(name, "1/%d of plain.mbox" % part, size // part, copy_beginning,
                    whole.path)
        for extension in (".gz", ".zst"):
            name = whole.name + extension
            path = os.path.join(directory, name)
            if is_needed(name) and compress(path, whole.path):
                inputs[name] = Input(name, "%s, %s" % (whole.what, extension), path,
                                     whole.size)

    add_pieces("plain.mbox", "mbox, plain text", size, mbox_pieces, is_plain)
    add_pieces("mime.mbox", "mbox, mostly MIME", size, mbox_pieces, is_encoded)
    add_pieces("html.mbox", "mbox, mostly HTML", size, mbox_pieces, is_html)
    add_pieces("text", "text without URLs", size, pieces_without_urls, is_plain)
    add_pieces("dense", "text, only lines with URLs", size, pieces_with_urls, is_any)
    if is_needed("directory"):
        add("directory", "Maildir", DEFAULT_FILES * size // DEFAULT_SIZE,
            write_maildir, sources)
    if "plain.mbox" in inputs:
        add_parts(inputs["plain.mbox"])
    add_pieces("big.mbox", "mbox of all kinds", size * 5 // 2, mbox_pieces, is_any)
    for made in inputs.values():
        reload_page_cache(made.path)
    return {name: made for name, made in inputs.items()
            if names is None or name in names}, origin
