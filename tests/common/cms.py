"""Write CMS (RFC 5652) by hand, in forms that openssl does not write."""

SIGNED_DATA, ENVELOPED_DATA = "06092a864886f70d010702", "06092a864886f70d010703"
DATA = bytes.fromhex("06092a864886f70d010701")
SHA256 = bytes.fromhex("300b0609608648016503040201")


def element(tag, *contents):
    """Return an element of definite length."""
    content = b"".join(contents)
    size = len(content)
    if size < 128:
        return bytes([tag, size]) + content
    packed = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(packed)]) + packed + content


def indefinite(tag, *contents):
    return bytes([tag, 0x80]) + b"".join(contents) + b"\0\0"


def signed(string, write=element, kind=SIGNED_DATA):
    """Return signed data without signers. string is the element with the content, or empty."""
    content = write(0xA0, string) if string else b""
    return write(0x30, bytes.fromhex(kind), write(0xA0, write(
        0x30, b"\x02\x01\x01", write(0x31, SHA256), write(0x30, DATA, content), b"\x31\0")))
