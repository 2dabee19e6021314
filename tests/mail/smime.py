#!/usr/bin/env python3
"""S/MIME messages that are signed but not clear-signed are searched: those that openssl writes, in
DER and in pieces, and some that it cannot write. Encrypted messages are reported.
"""
import base64
import os
import shutil
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import cms
import tap
import tnef
from attached import main, rows_of, run, write

PLAIN = b"Content-Type: text/plain\r\n\r\nSee http://a.example/1\r\n"
PARTS = b"""Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

http://a.example/1
--b
Content-Type: text/html; charset=koi8-r
Content-Transfer-Encoding: quoted-printable

<a href=3D"http://b.example/=D4?c=3Dd">b</a>
--b
Content-Type: text/plain
Content-Transfer-Encoding: base64

aHR0cDovL2MuZXhhbXBsZS8=
--b--
""".replace(b"\n", b"\r\n")
FOUND = [("1", "http://a.example/1"), ("2", "http://b.example/\u0442?c=d"), ("3", "http://c.example/")]
def read(name):
    with open(name, "rb") as file:
        return file.read()


def mail(content, kind="application/pkcs7-mime; smime-type=signed-data"):
    return f"From: ann@example.org\nContent-Type: {kind}\nContent-Transfer-Encoding: base64\n\n".encode() + \
        base64.encodebytes(content)


def check(what, message, found, skipped=None):
    """Check that the message has these parts and URLs, and that `skipped` is reported."""
    write("a.eml", message)
    status, rows, err = rows_of("a.eml", "-n")
    urls = [row for row in rows if row["type"] == "url"]
    expected = f"urlgrep: a.eml: message at byte 0: {skipped}\n" if skipped else ""
    tap.equal((status, [(row["part"], row["url"]) for row in urls], err),
              (2 if skipped else 0 if found else 1, found, expected), what)
    tap.equal(rows[-1]["skipped"], int(skipped is not None), f"{what}: skipped")
    return urls


def openssl(what, *arguments, found=(), skipped=None, whole=True):
    """Check a message written by openssl."""
    status, _, err = run("openssl", *arguments, "-out", "o.eml")
    if status:
        tap.skip(what, f"openssl: {err.splitlines()[0]}")
        return
    message = read("o.eml")
    for url in check(what, message, list(found), skipped):
        piece = message[url["offset"]:url["offset"] + url["length"]]
        tap.equal(url["line"], message[:url["offset"]].count(b"\n") + 1, f"{what}: the line of {url['url']}")
        if whole and url["part"] == "1.1":
            tap.ok(url["url"].encode() in base64.b64decode(piece), f"{what}: the bytes of {url['url']}")


def by_openssl():
    if not shutil.which("openssl"):
        tap.skip("messages of openssl", "no openssl (install openssl)")
        return
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "key.pem", "-out", "cert.pem", "-days", "30", "-subj", "/CN=Ann")
    signer = ("-signer", "cert.pem", "-inkey", "key.pem", "-binary", "-nodetach")
    write("parts", PARTS)
    write("plain", PLAIN)
    write("long", PARTS.replace(b"--b\r\n", b"--b\r\n\r\n" + b"a line of text\r\n" * 1000 + b"--b\r\n", 1)
          .replace(b"http://a", b"http://" + b"a" * 100 + b".a"))
    inner = [("1." + part, url) for part, url in FOUND]
    openssl("DER", "smime", "-sign", *signer, "-in", "parts", found=inner)
    openssl("a single text", "smime", "-sign", *signer, "-in", "plain", found=[("1", FOUND[0][1])])
    openssl("CMS in BER", "cms", "-sign", *signer, "-stream", "-in", "parts", found=inner)
    openssl("CMS in pieces", "cms", "-sign", *signer, "-stream", "-in", "long", found=[
        ("1.2", "http://" + "a" * 100 + ".a.example/1"), ("1.3", FOUND[1][1]), ("1.4", FOUND[2][1])])
    run("openssl", "smime", "-sign", *signer, "-in", "plain", "-out", "once")
    openssl("signed twice", "smime", "-sign", *signer, "-in", "once", found=[("1", FOUND[0][1])], whole=False)
    openssl("clear-signed", "smime", "-sign", "-signer", "cert.pem", "-inkey", "key.pem", "-in", "parts",
            found=inner, whole=False)
    run("openssl", "cms", "-encrypt", "-in", "plain", "-out", "secret", "cert.pem")
    check("encrypted", read("secret"), [], "part 1 not read: application/pkcs7-mime")
    openssl("signed and encrypted", "cms", "-sign", *signer, "-in", "secret",
            skipped="part 1 not read: application/pkcs7-mime")
    run("openssl", "crl2pkcs7", "-nocrl", "-certfile", "cert.pem", "-outform", "DER", "-out", "certs")
    check("certificates only", mail(read("certs"), "application/pkcs7-mime; smime-type=certs-only"), [])


def by_hand():
    inner = [("1", FOUND[0][1])]
    string = cms.element(4, PLAIN)
    check("definite lengths", mail(cms.signed(string)), inner)
    check("indefinite lengths", mail(cms.signed(string, cms.indefinite)), inner)
    pieces = [cms.element(4, PLAIN[i:i + 5]) for i in range(0, len(PLAIN), 5)]
    for write_element in (cms.element, cms.indefinite):
        joined = write_element(0x24, *pieces[:4], write_element(0x24, *pieces[4:7]), *pieces[7:])
        check(f"pieces of 5 bytes, {write_element.__name__}", mail(cms.signed(joined)), inner)
    for text in (b"http://a.example/1\r\n", b"See: http://a.example/1\r\n\r\n", b"\r\nhttp://a.example/1",
                 b"http://a.example/1".ljust(127), b"http://a.example/1".ljust(128)):
        check(f"no header: {text!r}", mail(cms.signed(cms.element(4, text))), inner)
    check("a name that ends in .p7m", mail(cms.signed(string), "application/octet-stream; name=smime.p7m"), inner)
    check("a name that does not", mail(cms.signed(string), "application/octet-stream; name=smime.p7s"), [])
    check("binary", b"From: a\nContent-Type: application/pkcs7-mime\nContent-Transfer-Encoding: binary\n\n" +
          cms.signed(string), inner)
    check("a URL over the limits of pieces", mail(cms.signed(cms.element(
        0x24, cms.element(4, PLAIN[:35]), cms.element(4, PLAIN[35:])))), inner)
    check("TNEF in it", mail(cms.signed(cms.element(4, b"Content-Type: application/ms-tnef\r\n\r\n" + tnef.begin() +
                                                    tnef.attachment("a.txt", b"http://a.example/1")))),
          [("1.3", FOUND[0][1])])
    check("in TNEF", mail(tnef.begin() + tnef.attachment("smime.p7m", cms.signed(string)), "application/ms-tnef"),
          [("1.3", FOUND[0][1])])


def damage():
    kind = "application/pkcs7-mime"
    content = cms.signed(cms.element(4, PLAIN))
    at = content.index(PLAIN)
    check("cut after the URL", mail(content[:at + len(PLAIN) - 2]), [("1", FOUND[0][1])],
          f"part 1 damaged: {kind}")
    check("cut before the content", mail(content[:at - 2]), [], f"part 1 not read: {kind}")
    check("encrypted", mail(cms.signed(cms.element(4, PLAIN), kind=cms.ENVELOPED_DATA)), [],
          f"part 1 not read: {kind}")
    check("no CMS", mail(PLAIN), [], f"part 1 not read: {kind}")
    check("nothing", mail(b""), [], f"part 1 not read: {kind}")
    content = PLAIN
    for levels in range(1, 18):
        content = mail(cms.signed(cms.element(4, content))).replace(b"\n", b"\r\n")
        if levels == 16:
            check("16 nested messages", content, [("1", FOUND[0][1])])
    check("17 nested messages", content, [], "parts nested too deeply")


main(by_openssl, by_hand, damage)
