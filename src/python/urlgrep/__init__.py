"""Find the URLs in mail, news and text, whole and exact.

    find(text)                the URLs in a text
    judge(url)                whether and why a text is a URL or not
    mbox(path), message(raw)  the messages of a mailbox with their URLs
    extract(column)           the URLs in a column of texts, by Arrow
    batches(path)             the URLs of a mailbox as Arrow record batches
    pieces(path), resolve(batches)   for work on many machines
"""
from __future__ import annotations

import copyreg
import os
import sys
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, NamedTuple, TypeVar

from . import _urlgrep
from ._urlgrep import (COLUMNS, MAIL_COLUMNS, TEXT_COLUMNS, URL, Array, Batches, ReadError,
                       find)

if TYPE_CHECKING:
    from typing import Unpack
    from ._urlgrep import (Buffer, Column, Grammar, JudgeOptions, MailOptions, Source, Stream,
                           TextOptions, Type)

__version__: str = _urlgrep.version
__all__ = ["COLUMNS", "MAIL_COLUMNS", "TEXT_COLUMNS", "URL", "Array", "Batches",
           "Judgement", "Message", "ReadError", "Text", "batches", "extract", "find",
           "judge", "mbox", "message", "pieces", "resolve"]

PIECE_BYTES = 64 * 1024 * 1024
BATCH_BYTES = 4 * 1024 * 1024
READ_BYTES = 1024 * 1024

copyreg.pickle(URL, lambda url: (_urlgrep.url_of_values, (url.to_dict(),)))


Function = TypeVar("Function")


def _with_options(implementation: Callable[..., Any]) -> Callable[[Function], Function]:
    """Append the list of options to the documentation of a function."""
    def document(function):
        function.__doc__ = function.__doc__.rstrip() + implementation.__doc__
        return function
    return document


# ---- texts ------------------------------------------------------------------

class Judgement(NamedTuple):
    """The judgement of a grammar on a URL; true if the URL is valid."""
    verdict: str
    parts: dict[str, str]
    warnings: tuple[str, ...]
    error: dict[str, Any] | None
    url: URL

    @property
    def valid(self) -> bool:
        return self.verdict == "valid"

    def __bool__(self) -> bool:
        return self.valid


def judge(url: str | Buffer, grammar: Grammar = "current",
          **options: Unpack[JudgeOptions]) -> Judgement:
    """Judge a URL: return its parts, or where and why it fails. The attribute url of the
    judgement has the same attributes as a URL found in a text, such as target."""
    judged, error = _urlgrep.judge(url, {"grammar": grammar, **options})
    return Judgement(judged.verdict, judged.parts, judged.warnings, error, judged)


@_with_options(_urlgrep.extract)
def extract(column: Column, *, columns: Iterable[str] | None = None,
            **options: Unpack[TextOptions]) -> Array:
    """Return the URLs of each text of a column, as an Arrow array of lists of structs."""
    if hasattr(column, "__arrow_c_array__"):
        column = column.__arrow_c_array__()
    elif hasattr(column, "__arrow_c_stream__"):
        column = column.__arrow_c_stream__()
    elif isinstance(column, (str, bytes)):
        raise TypeError("expected a column of texts, not a single text: see find()")
    else:
        column = list(column)
    return _urlgrep.extract(column, TEXT_COLUMNS if columns is None else columns, options)


# ---- mailboxes --------------------------------------------------------------

class Text(NamedTuple):
    """A decoded text of a message: a part of its body, or a header field."""
    part: str
    encoding: str | None
    text: str
    html: bool


class _HeaderField:
    """A header field of a message. Reading one of them reads them all."""

    def __init__(self, name, doc=None):
        self.name = name
        self.__doc__ = doc

    def __get__(self, message, owner=None) -> str | None:
        if message is None:
            return self  # type: ignore[return-value]
        if message._header is None:
            message._header = message._read(False) or {}
        return message._header.get(self.name)


class _Members(NamedTuple):
    path: str
    type: str
    number: int
    offset: int
    length: int
    line: int
    raw: bytes | None
    urls: list[URL]
    errors: tuple[str, ...]


class Message(_Members):
    """A message of mail or news. A text or an HTML document counts as a message, too."""
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__
    _header = None

    message_id = _HeaderField("message_id", "Message-ID, without brackets")
    date = _HeaderField("date", "Date, in ISO 8601")
    date_source = _HeaderField("date_source", "Where date is from if not from Date")
    date_raw = _HeaderField("date_raw", "Date as written")
    from_ = _HeaderField("from")
    to = _HeaderField("to")
    subject = _HeaderField("subject")
    list_id = _HeaderField("list_id")
    labels = _HeaderField("labels")
    id = message_id              # names used before version 0.3
    date_as_written = date_raw

    def _read(self, texts):
        is_mail = self.type == "mail" and self.raw is not None
        return is_mail and _urlgrep.read_message(self.raw, texts)

    @property
    def texts(self) -> list[Text]:
        """The decoded texts of a message of mail; a text or an HTML document has none."""
        return [Text(*text) for text in self._read(True) or []]

    def __repr__(self):
        return f"<urlgrep.Message {self.number} of {self.path!r}: {len(self.urls)} URLs>"


def _open(source, begin, end, *others):
    """Return a reader of a path, of bytes, or of a file object."""
    data, at = b"", 0  # the bytes read last, and their offset

    def read(offset, size):
        nonlocal data, at
        if not at <= offset < at + len(data):
            if is_seekable:
                source.seek(offset)
            more = source.read(READ_BYTES)
            if not isinstance(more, bytes):
                raise TypeError(f"read() should return bytes, not {type(more)!r}")
            data, at = more, offset
        return data[offset - at:offset - at + size]

    end = sys.maxsize if end is None else end
    is_seekable = False
    if _is_buffer(source):
        what = "<bytes>", source, None
    elif hasattr(source, "read"):
        what = "<file>", None, read
        is_seekable = hasattr(source, "seekable") and source.seekable()
    else:
        what = source, None, None
    return _urlgrep.open_reader(*what, is_seekable, begin, end, *others)


def _is_buffer(source):
    try:
        memoryview(source)
        return True
    except TypeError:
        return False


@_with_options(_urlgrep.open_reader)
def mbox(source: Source, begin: int = 0, end: int | None = None, *, type: Type | None = None,
         read_ahead: bool = True, **options: Unpack[MailOptions]) -> Iterator[Message]:
    """Iterate over the messages of a mailbox, or over those that begin in a byte range of it.

    source is a path, bytes, or a file object, with any content that the command urlgrep
    reads. Raises OSError if it cannot be opened, and ReadError for a part that cannot be
    read. With read_ahead, a compressed file given by its path is decompressed in a thread.
    """
    reader = _open(source, begin, end, type, read_ahead, options, Message)
    return iter(reader.next_message, None)


@_with_options(_urlgrep.open_reader)
def message(raw: Buffer, **options: Unpack[MailOptions]) -> Message:
    """Return a single message, given as bytes."""
    if not _is_buffer(raw):
        raise TypeError(f"message: expected a bytes-like object, not {type(raw).__name__}")
    raw = bytes(memoryview(raw))
    for found in mbox(raw, type="mail", **options):
        return found
    return Message("<bytes>", "mail", 1, 0, 0, 1, raw, [], ())


@_with_options(_urlgrep.open_reader)
def batches(source: Source, begin: int = 0, end: int | None = None, *, type: Type | None = None,
            columns: Iterable[str] | None = None, max_bytes: int = BATCH_BYTES,
            **options: Unpack[MailOptions]) -> Batches:
    """Return the URLs of a mailbox, or of a byte range of it, as Arrow record batches.
    A part that cannot be read becomes a row with an error."""
    columns = MAIL_COLUMNS if columns is None else columns
    return _open(source, begin, end, type, False, options, columns, max_bytes)


def pieces(source: Source, size: int = PIECE_BYTES, *,
           type: Type | None = None) -> list[tuple[int, int | None]]:
    """Return byte ranges (begin, end) that together cover a mailbox, for mbox() or batches()
    on any machine; a single range if it cannot be divided. The last end is None, which means
    the end of the file."""
    if size <= 0:
        raise ValueError("size: expected a positive number of bytes")
    if not _open(source, 0, None, type, False, {}, Message).is_divisible():
        return [(0, None)]
    total = _size_of(source)
    cuts = [*range(0, max(total, 1), size), None]
    return list(zip(cuts, cuts[1:]))


def _size_of(source):
    if _is_buffer(source):  # before seek(), since a mapped file has both
        return memoryview(source).nbytes
    if hasattr(source, "seek"):
        return source.seek(0, os.SEEK_END)
    return os.path.getsize(source)


def resolve(batches: Stream | Iterable[Stream]) -> Any:
    """Choose among the readings of broken URLs by the same URLs unbroken in any batch.

    batches are pyarrow tables, or other arguments of pyarrow.table(), with the columns
    of batches(). Returns a pyarrow table with the same rows.
    """
    from .evidence import resolve as resolve_batches
    return resolve_batches(batches)
