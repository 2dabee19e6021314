"""Write TNEF streams (winmail.dat) as specified in [MS-OXTNEF]. No program in Debian writes
them; tnef and ytnef read those written here (tests/mail/winmail.py)."""
import struct
import zlib

BODY, RTF, HTML, CODE_PAGE = 0x1000, 0x1009, 0x1013, 0x3FDE
DATA, LONG_NAME, MEDIA_TYPE = 0x3701, 0x3707, 0x370E
LONG, OBJECT, STRING8, UNICODE, BINARY = 3, 0x0D, 0x1E, 0x1F, 0x102
# types of fixed size, with padding
SIZES = {2: 4, LONG: 4, 4: 4, 5: 8, 6: 8, 7: 8, 0x0A: 4, 0x0B: 4, 0x14: 8, 0x40: 8, 0x48: 16}
MULTIPLE = 0x1000
IMESSAGE = bytes.fromhex("0703020000000000c000000000000046")

# The initial contents of the dictionary of compressed RTF ([MS-OXRTFCP]).
FREQUENT = (rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern "
            rb"\fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0"
            b"\\green0\\blue0\r\n" rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx")


def attribute(level, name, data):
    return struct.pack("<BII", level, name, len(data)) + data + \
        struct.pack("<H", sum(data) & 0xFFFF)


def begin(code_page=1252):
    """Return the attributes at the beginning of a stream."""
    return struct.pack("<IH", 0x223E9F78, 1) + \
        attribute(1, 0x00089006, struct.pack("<I", 0x10000)) + \
        attribute(1, 0x00069007, struct.pack("<II", code_page, 0)) + \
        attribute(1, 0x00078008, b"IPM.Microsoft Mail.Note\0")


def pad(data):
    return data + bytes(-len(data) % 4)


def value(kind, content):
    """Return an encoded value. The encoding of a str depends on its type."""
    if kind in SIZES:
        return content.to_bytes(SIZES[kind], "little")
    if isinstance(content, str):
        content = (content + "\0").encode("utf-16le" if kind == UNICODE else "cp1252")
    return struct.pack("<I", len(content)) + pad(content)


def properties(*rows):
    """Return a list of MAPI properties. Each row is (type, id, value); the id of a named property
    is its name, and the value of a MULTIPLE type is a list."""
    packed = struct.pack("<I", len(rows))
    for kind, number, content in rows:
        if isinstance(number, str):
            name = (number + "\0").encode("utf-16le")
            packed += struct.pack("<HH", kind, 0x8001) + bytes(16) + \
                struct.pack("<II", 1, len(name)) + pad(name)
        else:
            packed += struct.pack("<HH", kind, number)
        if kind & MULTIPLE or kind not in SIZES:
            contents = content if kind & MULTIPLE else [content]
            packed += struct.pack("<I", len(contents)) + \
                b"".join(value(kind & ~MULTIPLE, one) for one in contents)
        else:
            packed += value(kind, content)
    return packed


def message(*rows):
    """Return the attribute with the properties of the message."""
    return attribute(1, 0x00069003, properties(*rows))


def attachment(name, data, *rows):
    """Return the attributes of an attached file."""
    packed = attribute(2, 0x00069002, struct.pack("<HIIH", 1, 0xFFFFFFFF, 0, 0) + bytes(2)) + \
        attribute(2, 0x00018010, name.encode("ascii") + b"\0")
    if data is not None:
        packed += attribute(2, 0x0006800F, data)
    return packed + (attribute(2, 0x00069005, properties(*rows)) if rows else b"")


def embedded(stream):
    """Return the attributes of an attached message, which is a TNEF stream."""
    return attachment("a", None, (OBJECT, DATA, IMESSAGE + stream))


def compress(rtf):
    """Return compressed RTF."""
    dictionary = bytearray(FREQUENT.ljust(4096, b"\0"))
    end = len(FREQUENT)
    tokens = []
    at = 0
    while at < len(rtf):
        window = bytes(dictionary[:end]) if end < 4096 else bytes(dictionary)
        count = min(17, len(rtf) - at)
        while count > 1 and rtf[at:at + count] not in window:
            count -= 1
        if count > 1:
            tokens.append((window.index(rtf[at:at + count]) << 4 | count - 2).to_bytes(2, "big"))
        else:
            tokens.append(rtf[at:at + 1])
        for byte in rtf[at:at + count]:
            dictionary[end % 4096] = byte
            end += 1
        at += count
    tokens.append((end % 4096 << 4).to_bytes(2, "big"))
    out = b""
    for i in range(0, len(tokens), 8):
        flags = sum((len(token) == 2) << bit for bit, token in enumerate(tokens[i:i + 8]))
        out += bytes([flags]) + b"".join(tokens[i:i + 8])
    checksum = zlib.crc32(out, 0xFFFFFFFF) ^ 0xFFFFFFFF
    return struct.pack("<IIII", len(out) + 12, len(rtf), 0x75465A4C, checksum) + out


def bomb(count):
    """Return compressed RTF of `count` references, each of which expands to 17 bytes."""
    out, end = bytearray(), len(FREQUENT)
    for i in range(count):
        if i % 8 == 0:
            out += b"\xff"
        out += b"\0\x0f" if end % 4096 else b"\x01\x0f"
        end += 17
    return struct.pack("<III", len(out) + 12, 17 * count, 0x75465A4C) + bytes(4) + out
