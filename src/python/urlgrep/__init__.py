"""Find the URLs in mail, news and text, whole and exact.

    find(text)                the URLs of a text
    judge(url)                why something is a URL, or not
    mbox(path), message(raw)  the messages of a mailbox with their URLs
    extract(column)           the URLs of a column of texts, by Arrow
    batches(path)             the URLs of a mailbox as Arrow record batches
    pieces(path), resolve(batches)   for many machines
"""
import copyreg
import os
from operator import index
from typing import NamedTuple

from . import _urlgrep
from ._urlgrep import (COLUMNS, MAIL_COLUMNS, TEXT_COLUMNS, URL, Array, Batches, ReadError,
                       find)

__version__ = _urlgrep.version
__all__ = ["COLUMNS", "MAIL_COLUMNS", "TEXT_COLUMNS", "URL", "Array", "Batches",
           "Judgement", "Message", "ReadError", "Text", "batches", "extract", "find",
           "judge", "mbox", "message", "pieces", "resolve"]

PIECE_BYTES = 64 * 1024 * 1024
BATCH_BYTES = 4 * 1024 * 1024

copyreg.pickle(URL, lambda url: (_urlgrep.url_of_values, (url.to_dict(),)))


def _with_options(implementation):
    """List the options in the documentation of a function."""
    def document(function):
        function.__doc__ = function.__doc__.rstrip() + implementation.__doc__
        return function
    return document


# ---- texts ------------------------------------------------------------------

class Judgement(NamedTuple):
    """The judgement of a grammar on a URL. It is true if the URL is valid."""
    verdict: str
    parts: dict
    warnings: tuple
    error: dict | None
    url: URL

    @property
    def valid(self):
        return self.verdict == "valid"

    def __bool__(self):
        return self.valid


def judge(url, grammar="current", **options):
    """Judge a URL: its parts, or where and why it fails. The url of the judgement has the
    attributes of a URL that was found, such as its target."""
    judged, error = _urlgrep.judge(url, {"grammar": grammar, **options})
    return Judgement(judged.verdict, judged.parts, judged.warnings, error, judged)


@_with_options(_urlgrep.extract)
def extract(column, *, columns=None, **options):
    """Return the URLs of each text of a column, as an Arrow array of lists of structs."""
    return _urlgrep.extract(column, columns, options)


# ---- mailboxes --------------------------------------------------------------

class Text(NamedTuple):
    """A decoded text of a message: a part of its body, or a header field."""
    part: str
    encoding: str | None
    text: str
    html: bool


def _header_field(name, doc=None):
    def get(self):
        if self._header is None:
            self._header = self._read(False) or {}
        return self._header.get(name)
    return property(get, doc=doc)


class _Members(NamedTuple):
    path: str
    type: str
    number: int
    offset: int
    length: int
    line: int
    raw: bytes | None
    urls: list
    errors: tuple


class Message(_Members):
    """A message of mail or news; a text or an HTML document counts as one, too."""
    __eq__ = object.__eq__
    __hash__ = object.__hash__
    _header = None

    message_id = _header_field("message_id", "Message-ID, without brackets")
    date = _header_field("date", "Date, in ISO 8601")
    date_source = _header_field("date_source", "Where date is from, if not from Date")
    date_raw = _header_field("date_raw", "Date, as it is written")
    from_ = _header_field("from")
    to = _header_field("to")
    subject = _header_field("subject")
    list_id = _header_field("list_id")
    labels = _header_field("labels")
    id = message_id              # the names before version 0.3
    date_as_written = date_raw

    def _read(self, texts):
        is_mail = self.type == "mail" and self.raw is not None
        return is_mail and _urlgrep.read_message(self.raw, texts)

    @property
    def texts(self):
        """The decoded texts of the message."""
        return [Text(*text) for text in self._read(True) or []]

    def __repr__(self):
        return f"<urlgrep.Message {self.number} of {self.path!r}: {len(self.urls)} URLs>"


@_with_options(_urlgrep.open_reader)
def mbox(source, begin=0, end=None, *, type=None, read_ahead=True, **options):
    """Iterate over the messages of a mailbox, or those that begin in a byte range of it.

    source is a path, bytes, or a file object; it may be any file that the command
    urlgrep reads. Raises OSError if it cannot be opened, and ReadError for a part
    that cannot be read. With read_ahead, a thread decompresses a path, if that is compressed.
    """
    reader = _urlgrep.open_reader(source, index(begin), end, type, read_ahead, options, Message)
    return iter(reader.next_message, None)


@_with_options(_urlgrep.open_reader)
def message(raw, **options):
    """Return a single message, given as bytes."""
    raw = bytes(memoryview(raw))
    for found in mbox(raw, type="mail", **options):
        return found
    return Message("<bytes>", "mail", 1, 0, 0, 1, raw, [], ())


@_with_options(_urlgrep.open_reader)
def batches(source, begin=0, end=None, *, type=None, columns=None, max_bytes=BATCH_BYTES,
            **options):
    """Return the URLs of a mailbox, or a byte range of it, as Arrow record batches;
    a part that cannot be read is a row with an error."""
    return _urlgrep.open_reader(source, index(begin), end, type, False, options, columns,
                                max_bytes)


def pieces(source, size=PIECE_BYTES, *, type=None):
    """Return byte ranges (begin, end) that together cover a mailbox, to be read by
    mbox() or batches() anywhere; a single range if it cannot be divided. The last end is
    None, the end of the file."""
    if size <= 0:
        raise ValueError("size: expected a positive number of bytes")
    if not _urlgrep.open_reader(source, 0, None, type, False, {}, Message).is_divisible():
        return [(0, None)]
    total = _size_of(source)
    cuts = [*range(0, max(total, 1), size), None]
    return list(zip(cuts, cuts[1:]))


def _size_of(source):
    if hasattr(source, "seek"):
        return source.seek(0, os.SEEK_END)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return len(source)
    return os.path.getsize(source)


def resolve(batches):
    """Decide how broken URLs are to be read: by the same URL unbroken in any batch.

    batches are pyarrow tables, or other arguments of pyarrow.table(), with the columns
    of batches(). Returns a pyarrow table of the same rows.
    """
    from .evidence import resolve as resolve_batches
    return resolve_batches(batches)
