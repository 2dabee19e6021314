"""The inputs of the benchmark: real mail if there is some, else corpus/, in
the sizes asked for. What there is comes again and again until it is enough.

    inputs = build(directory, size)
"""
import glob
import gzip
import os
import re
import shutil
import subprocess
from collections import namedtuple

import archives

FILES = 50_000      # of the Maildir, when size is USUAL
USUAL = 200_000_000
FROM = b"From bench@example.org Thu Jan  1 00:00:00 1998\n"
ENCODED = re.compile(
    rb"(?im)^Content-Transfer-Encoding:[ \t]*(quoted-printable|base64)")
HTML = re.compile(rb"(?im)^Content-Type:[ \t]*text/html")
ATTACHED = re.compile(rb"(?im)^Content-Disposition:[ \t]*attachment")
MULTIPART = re.compile(rb"(?im)^Content-Type:[ \t]*multipart/")
SCHEMES = os.path.join(archives.TOP, "src", "grammar", "schemes.tsv")

Input = namedtuple("Input", "name what path size")


def schemes():
    """Return the schemes that urlgrep looks for: with "//" after them, and without."""
    with open(SCHEMES, encoding="ascii") as table:
        rows = [line.split("\t") for line in table if line[0] not in "#\n"]
    return ([row[0] for row in rows if "slashes" in row[2]],
            [row[0] for row in rows if "opaque" in row[2]])


# ---- material

class Letter:
    """A message, and what its header fields say."""

    def __init__(self, content):
        self.content = content
        mime = b"ontent-" in content
        self.encoded = mime and ENCODED.search(content) is not None
        self.html = mime and HTML.search(content) is not None
        self.plain = not self.encoded and not self.html and \
            content.isascii() and not (mime and MULTIPART.search(content))

    def body(self):
        return self.content.partition(b"\n\n")[2]


def of_box(path):
    with open(path, "rb") as box:
        pieces = box.read().split(b"\n\nFrom ")
    for piece in pieces:
        content = piece.partition(b"\n")[2]  # the "From " line
        if content:
            yield Letter(content)


def of_corpus():
    def files(*endings):
        for ending in endings:
            pattern = os.path.join(archives.TOP, "corpus", "*." + ending)
            yield from sorted(glob.glob(pattern))

    letters = [letter for path in files("mbox") for letter in of_box(path)]
    for path in files("eml", "news"):
        with open(path, "rb") as file:
            letters.append(Letter(file.read().rstrip(b"\n")))
    for path in files("txt", "html"):
        html = path.endswith("html")
        with open(path, "rb") as file:
            letters.append(Letter(
                b"Subject: a text\nContent-Type: text/%s; charset=utf-8\n\n"
                % (b"html" if html else b"plain") + file.read().rstrip(b"\n")))
    return letters


def letters_of():
    """Return the messages of each source, and its name."""
    try:
        return [list(of_box(path)) for path in archives.boxes()], "archives"
    except archives.Skip:
        return [of_corpus()], "corpus"


def chosen(sources, wanted, size):
    """The wanted letters, of each source no more than its share."""
    letters = []
    for source in sources:
        left = size // len(sources)
        for letter in source:
            if left > 0 and wanted(letter):
                letters.append(letter)
                left -= len(letter.content)
    return letters


# ---- written

def fill(path, size, pieces):
    """Write what pieces(0), pieces(1) and so on give, until it is enough."""
    left, again = size, 0
    with open(path, "wb") as out:
        while left > 0:
            before = left
            for piece in pieces(again):
                left -= out.write(piece)
                if left <= 0:
                    break
            if left == before:
                break  # there is nothing
            again += 1
    return size - left


def as_mbox(letters):
    def pieces(_):
        for letter in letters:
            yield FROM + letter.content + b"\n\n"
    return pieces


def without_urls(letters):
    """Yield the lines of the bodies that have no scheme."""
    names = [name.encode() for names in schemes() for name in names]
    url = re.compile(rb"(?i)(?:url|%s):|://" %
                     b"|".join(map(re.escape, names)))
    text = b"".join(
        line for letter in letters for line in
        (letter.body() + b"\n").splitlines(True)
        if not (b":" in line and url.search(line)))
    return lambda again: [text] if again else [b"A text.\n\n", text]


def dense_with_urls(letters):
    """Yield the lines of the bodies that have URLs, each time others."""
    lines = b"".join(
        line for letter in letters if b"://" in letter.content
        for line in (letter.body() + b"\n").splitlines(True) if b"://" in line)

    def pieces(again):
        yield lines.replace(b"://", b"://p%d." % again)
    return pieces


def write_directory(path, count, sources):
    """Write a Maildir: one message in each file."""
    size, written = 0, 0
    place = os.path.join(path, "cur")
    for name in ("cur", "new", "tmp"):
        os.makedirs(os.path.join(path, name))
    letters = [letter for source in sources for letter in source]
    if count < len(letters):
        letters = letters[::len(letters) // count]
    while written < count and letters:
        for letter in letters[:count - written]:
            name = "%d.bench:2,S" % written
            with open(os.path.join(place, name), "wb") as out:
                size += out.write(letter.content + b"\n")
            written += 1
    return size


def copy_beginning(path, size, whole):
    with open(whole, "rb") as source, open(path, "wb") as out:
        left = size
        while left > 0:
            piece = source.read(min(left, 1 << 20))
            if not piece:
                break
            left -= out.write(piece)
    return size - left


def pack(path, whole):
    """Compress as the extension says. Return False if no program does that."""
    if path.endswith(".gz"):
        with open(whole, "rb") as source, \
                gzip.open(path, "wb", compresslevel=6) as out:
            shutil.copyfileobj(source, out, 1 << 20)
    elif shutil.which("zstd"):
        subprocess.run(["zstd", "-q", "-f", whole, "-o", path], check=True)
    return os.path.exists(path)


def read_anew(path):
    """From the disk, in large pieces, as what lies there for long is read: what was
    written bit by bit lies in memory so, which makes looking at it dear."""
    if os.path.isdir(path):
        return
    with open(path, "rb", buffering=0) as file:
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while file.read(1 << 20):
            pass


# ---- all

def plain(letter):
    return letter.plain


def encoded(letter):
    return letter.encoded


def html(letter):
    return letter.html and not ATTACHED.search(letter.content)


def every(_):
    return True


def build(directory, size):
    """Return the inputs by name, and the source of their mail."""
    sources, origin = letters_of()
    inputs = {}

    def add(name, what, size, write, *arguments):
        path = os.path.join(directory, name)
        written = write(path, size, *arguments)
        inputs[name] = Input(name, what, path, written)

    def mbox(name, what, size, wanted):
        add(name, what, size, fill, as_mbox(chosen(sources, wanted, size)))

    mbox("plain.mbox", "7-bit mbox", size, plain)
    mbox("mime.mbox", "MIME-heavy mbox", size, encoded)
    mbox("html.mbox", "HTML-heavy mbox", size, html)
    add("text", "text without URLs", size, fill,
        without_urls(chosen(sources, plain, size)))
    add("dense", "text dense with URLs", size, fill,
        dense_with_urls(chosen(sources, every, size)))
    add("directory", "Maildir", FILES * size // USUAL, write_directory, sources)
    for part in (4, 2):
        add("plain-%d.mbox" % part,
            "1/%d of the 7-bit mbox" % part, size // part, copy_beginning,
            inputs["plain.mbox"].path)
    for ending in ("gz", "zst"):
        whole = inputs["plain.mbox"]
        path = whole.path + "." + ending
        if pack(path, whole.path):
            inputs["plain.mbox." + ending] = Input(
                "plain.mbox." + ending, "the 7-bit mbox packed, ." + ending,
                path, whole.size)
    mbox("big.mbox", "mbox of all mail", size * 5 // 2, every)
    for made in inputs.values():
        read_anew(made.path)
    return inputs, origin
