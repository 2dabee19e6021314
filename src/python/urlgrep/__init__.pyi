from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import (Any, BinaryIO, Final, Literal, NamedTuple, Protocol, TypedDict, Unpack,
                    final)

__version__: str
COLUMNS: tuple[str, ...]
TEXT_COLUMNS: tuple[str, ...]
MAIL_COLUMNS: tuple[str, ...]
PIECE_BYTES: int

Buffer = bytes | bytearray | memoryview
Source = str | PathLike[str] | PathLike[bytes] | Buffer | BinaryIO
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

class Judgement(NamedTuple):
    verdict: str
    parts: dict[str, str]
    warnings: tuple[str, ...]
    error: dict[str, Any] | None
    url: URL
    @property
    def valid(self) -> bool: ...
    def __bool__(self) -> bool: ...

class Text(NamedTuple):
    part: str
    encoding: str | None
    text: str
    html: bool

class Message(NamedTuple):
    path: str
    type: str
    number: int
    offset: int
    length: int
    line: int
    raw: bytes | None
    urls: list[URL]
    errors: tuple[str, ...]
    @property
    def message_id(self) -> str | None: ...
    @property
    def date(self) -> str | None: ...
    @property
    def date_raw(self) -> str | None: ...
    @property
    def from_(self) -> str | None: ...
    @property
    def to(self) -> str | None: ...
    @property
    def subject(self) -> str | None: ...
    @property
    def list_id(self) -> str | None: ...
    @property
    def labels(self) -> str | None: ...
    id = message_id
    date_as_written = date_raw
    @property
    def texts(self) -> list[Text]: ...

class ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[Any, Any]: ...

class ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...

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
def judge(url: str | Buffer, grammar: Grammar = "current",
          **options: Unpack[JudgeOptions]) -> Judgement: ...
def mbox(source: Source, begin: int = 0, end: int | None = None, *,
         read_ahead: bool = True, type: Type | None = None,
         **options: Unpack[MailOptions]) -> Iterator[Message]: ...
def message(raw: Buffer, **options: Unpack[MailOptions]) -> Message: ...
def pieces(source: Source, size: int = ..., *,
           type: Type | None = None) -> list[tuple[int, int | None]]: ...
def extract(column: ArrowArray | ArrowStream | Sequence[str | bytes | None], *,
            columns: Iterable[str] | None = None,
            **options: Unpack[TextOptions]) -> Array: ...
def batches(source: Source, begin: int = 0, end: int | None = None, *,
            type: Type | None = None, columns: Iterable[str] | None = None,
            max_bytes: int = 4194304, **options: Unpack[MailOptions]) -> Batches: ...
def resolve(batches: ArrowArray | ArrowStream | Iterable[ArrowArray | ArrowStream]) -> Any: ...
