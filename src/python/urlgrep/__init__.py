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
from typing import NamedTuple

from . import _urlgrep
from ._urlgrep import (COLUMNS, MAIL_COLUMNS, TEXT_COLUMNS, URL, Array, Batches, ReadError,
                       batches, extract, find)

__version__ = _urlgrep.version
__all__ = ["COLUMNS", "MAIL_COLUMNS", "TEXT_COLUMNS", "URL", "Array", "Batches",
           "Judgement", "Message", "ReadError", "Text", "batches", "extract", "find",
           "judge", "mbox", "message", "pieces", "resolve"]

PIECE_BYTES = 64 * 1024 * 1024

copyreg.pickle(URL, lambda url: (_urlgrep.url_of_values, (url.to_dict(),)))


class Judgement(NamedTuple):
    """What a grammar says of a URL. It is true if the URL is valid."""
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
    """Judge a URL: its parts, or where and why it fails. The url of the judgement has what
    is known of a URL that was found, such as its target."""
    return Judgement(*_urlgrep.judge(url, grammar=grammar, **options))


class Text(NamedTuple):
    """A decoded text of a message: a part of its body, or a header field."""
    part: str
    encoding: str | None
    text: str
    html: bool


MEMBERS = ("path", "type", "number", "offset", "length", "line", "raw", "urls", "errors")


class Message(_urlgrep.Message):
    """A message of mail or news; a text or an HTML document counts as one, too."""
    __slots__ = ()

    def _field(self, name):
        if self._fields is None:
            self._fields = (_urlgrep.message_fields(self.raw)
                            if self.type == "mail" and self.raw is not None else {}) or {}
        return self._fields.get(name)

    id = property(lambda self: self._field("id"), doc="Message-ID, without brackets")
    date = property(lambda self: self._field("date"), doc="Date, in ISO 8601")
    date_as_written = property(lambda self: self._field("date_as_written"))
    from_ = property(lambda self: self._field("from_"))
    to = property(lambda self: self._field("to"))
    subject = property(lambda self: self._field("subject"))
    list_id = property(lambda self: self._field("list_id"))

    @property
    def texts(self):
        """The decoded texts of the message."""
        if self.type != "mail" or self.raw is None:
            return []
        return [Text(*text) for text in _urlgrep.message_texts(self.raw) or []]

    def __reduce__(self):
        return _message_of, ({name: getattr(self, name) for name in MEMBERS},)

    def __repr__(self):
        return f"<urlgrep.Message {self.number} of {self.path!r}: {len(self.urls)} URLs>"


def _message_of(members):
    made = Message()
    for name, value in members.items():
        setattr(made, name, value)
    return made


def mbox(source, begin=0, end=None, *, read_ahead=True, **options):
    """Iterate over the messages of a mailbox, or those that begin in a byte range of it.

    source is a path, bytes, or a file object; it may be any file that the command
    urlgrep reads. Raises OSError if it cannot be opened, and ReadError for what cannot
    be read of it. With read_ahead, a thread decompresses a path, if that is compressed.
    """
    return _urlgrep.open_reader(Message, source, begin, end, read_ahead=read_ahead, **options)


def message(raw, **options):
    """Return a single message, given as bytes."""
    for found in _urlgrep.open_reader(Message, bytes(memoryview(raw)), type="mail", **options):
        return found
    return _message_of({"path": "<bytes>", "type": "mail", "raw": b"", "number": 1, "line": 1,
                        "urls": [], "errors": ()})


def pieces(source, size=PIECE_BYTES, *, type=None):
    """Return byte ranges (begin, end) that together cover a mailbox, to be read by
    mbox() or batches() anywhere; a single range if it cannot be divided. The last end is
    None, the end of the file."""
    if size <= 0:
        raise ValueError("size: expected a positive number of bytes")
    if not _urlgrep.is_divisible(source, type):
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

    batches are pyarrow tables, or what pyarrow.table() takes, with the columns of
    batches(). Returns a pyarrow table of the same rows.
    """
    from .evidence import resolve as resolve_batches
    return resolve_batches(batches)
