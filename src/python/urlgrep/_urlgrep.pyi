"""The types of the extension module, and of the arguments of the package's functions."""
from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any, Final, Literal, Protocol, TypedDict, Unpack, final

from typing_extensions import Buffer as Buffer

version: str
COLUMNS: tuple[str, ...]
TEXT_COLUMNS: tuple[str, ...]
MAIL_COLUMNS: tuple[str, ...]

class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...

Source = str | PathLike[str] | PathLike[bytes] | Buffer | Readable
Grammar = Literal["current", "draft", "rfc1738"]
Join = Literal["auto", "always", "wrapped", "never"]
Type = Literal["mbox", "mail", "text", "html"]
Certainty = Literal["high", "medium", "low"]

class JudgeOptions(TypedDict, total=False):
    no_iri: bool
    unwrap: str | None
    wrappers: str | None

class TextOptions(TypedDict, total=False):
    grammar: Grammar | None
    no_iri: bool
    strict: bool
    all: bool
    schemeless: bool | Certainty | None
    email: bool | Certainty | None
    only: str | None
    scheme: str | None
    default_scheme: Literal["http", "https"] | None
    refang: bool | Literal["hosts"] | None
    unwrap: str | None
    wrappers: str | None
    join: Join | None

class MailOptions(TextOptions, total=False):
    headers: bool
    links: Literal["all", "anchors"] | None

class ReadError(OSError): ...

@final
class URL:
    def __lt__(self, other: URL) -> bool: ...
    def __le__(self, other: URL) -> bool: ...
    def __gt__(self, other: URL) -> bool: ...
    def __ge__(self, other: URL) -> bool: ...
    def __hash__(self) -> int: ...
    def to_dict(self) -> dict[str, Any]: ...
    url: Final[str]
    verdict: Final[str]
    valid: Final[bool]
    uri: Final[str | None]
    grammar: Final[str]
    rfc1738: Final[bool]
    begin: Final[int]
    end: Final[int]
    offset: Final[int]
    length: Final[int]
    form: Final[str]
    kind: Final[str]
    written: Final[str | None]
    supplied: Final[str | None]
    certainty: Final[str | None]
    confidence: Final[str]
    scheme: Final[str | None]
    user: Final[str | None]
    password: Final[str | None]
    host: Final[str | None]
    port: Final[str | None]
    path: Final[str | None]
    query: Final[str | None]
    fragment: Final[str | None]
    host_ascii: Final[str | None]
    host_unicode: Final[str | None]
    parts: Final[dict[str, str]]
    readings: Final[tuple[tuple[str, str, tuple[str, ...]], ...]]
    warnings: Final[tuple[str, ...]]
    notes: Final[tuple[str, ...]]
    defanged: Final[str | None]
    defanged_signs: Final[tuple[str, ...] | None]
    readable: Final[str]
    defanged_url: Final[str]
    target: Final[str | None]
    target_parts: Final[dict[str, str] | None]
    target_warnings: Final[tuple[str, ...] | None]
    unwrap_status: Final[str | None]
    unwrap_via: Final[tuple[str, ...] | None]
    unwrap_steps: Final[tuple[str, ...] | None]
    unwrap_notes: Final[tuple[str, ...] | None]
    unwrap_hint: Final[str | None]
    unwrap_warnings: Final[tuple[str, ...] | None]
    clean: Final[str | None]
    removed: Final[tuple[str, ...] | None]
    file: Final[str | None]
    line: Final[int | None]
    column: Final[int | None]
    message: Final[int | None]
    message_offset: Final[int | None]
    part: Final[str | None]
    encoding: Final[str | None]
    alternative: Final[str | None]
    element: Final[str | None]
    attribute: Final[str | None]
    link_text: Final[str | None]
    shown_host: Final[str | None]
    relative: Final[bool | None]
    href_differs: Final[bool | None]

class ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[Any, Any]: ...

class ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...

Stream = ArrowArray | ArrowStream
Column = Stream | Sequence[str | bytes | None]

@final
class Array:
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[Any, Any]: ...

@final
class Batches(Iterator[Array]):
    def __next__(self) -> Array: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...

def find(text: str | Buffer, **options: Unpack[TextOptions]) -> list[URL]: ...
def __getattr__(name: str) -> Any: ...  # names used only by the package
