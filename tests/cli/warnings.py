#!/usr/bin/env python3
"""warnings.py - the warnings about generated URLs, compared with a second implementation: escapes,
users, ports, host names, and IP addresses by Python's ipaddress (TAP)

Warnings that need a list of characters or schemes are tested by tests/vectors/warn.tsv.
"""
import ipaddress
import itertools
import json
import os
import re
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, URLGREP, done_testing, ok



def compare(what, cases, least):
    """Compare the warnings about each accepted URL with those expected: (URL, names)."""
    cases = list(cases)
    names = set().union(*(expected for _, expected in cases))
    done = subprocess.run([URLGREP, "--check", "--json", "--no-config"], capture_output=True,
                          check=False, input="".join(url + "\n" for url, _ in cases).encode())
    said = [json.loads(line) for line in done.stdout.splitlines()]
    compared = [(row["url"], set(row["warnings"]) & names, expected)
                for row, (_, expected) in zip(said, cases) if row["verdict"] != "invalid"]
    wrong = [row for row in compared if row[1] != row[2]]
    ok(not wrong and len(said) == len(cases) and len(compared) >= least,
       f"{what}: {len(compared)} URLs, {', '.join(sorted(names))}",
       "\n".join(map(str, wrong[:20])) or done.stderr.decode())


# ---- escapes

def is_overlong(first, second):
    """Return true if these bytes begin a character that has a shorter form."""
    if second is None or second & 0xC0 != 0x80:
        return first in (0xC0, 0xC1)
    for mask, lead, shift, least in ((0xE0, 0xC0, 0, 0x80), (0xF0, 0xE0, 6, 0x800),
                                     (0xF8, 0xF0, 12, 0x10000)):
        if first & mask == lead:  # the remaining bytes have at most all bits set
            return ((first & ~mask) << 6 | second & 0x3F) << shift | (1 << shift) - 1 < least
    return False


def warnings_of_escapes(path, is_gopher):
    """Return the warnings for a path, as a program that decodes it would read it."""
    found = set()
    units = [int(hexes, 16) if hexes else -1 for hexes in re.findall("%([0-9A-Fa-f]{2})|.", path)]
    for byte, second in zip(units, [*units[1:], -1]):
        if 0 <= byte < 0x20 and not (is_gopher and byte == 9) or byte == 0x7F or \
                byte == 0xC2 and 0x80 <= second <= 0x9F:
            found.add("ctl-escape")
        if byte in (10, 13):
            found |= {"crlf-escape", *(["gopher-smuggle"] if is_gopher else [])}
        if byte >= 0x80 and is_overlong(byte, second if second >= 0 else None):
            found.add("overlong-utf8")
    if re.search("%25[0-9A-Fa-f]{2}", path):
        found.add("double-escape")
    return found


def escapes():
    leads = [0xC0, 0xC1, 0xC2, 0xC3, 0xDF, 0xE0, 0xE1, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0x80, 0x25, 0x24]
    paths = ["%%%02X%s" % (byte, after) for byte in leads for after in
             ["", "z", "4", "41", "x41", "4g", *("%%%02x" % second for second in range(256))]]
    paths += ["%%%02X%%80%%AF" % byte for byte in leads]
    for path in paths + ["%s%%%02X" % (mark, byte) for mark in ("", "?", "#") for byte in range(32)]:
        yield "http://h.example/" + path, warnings_of_escapes(path, False)
        if "?" not in path and "#" not in path:
            yield "gopher://h.example/1" + path, warnings_of_escapes("1" + path, True)


# ---- addresses

PRIVATE = [ipaddress.ip_network(net) for net in (
    "0.0.0.0/8", "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
    "::/127", "fc00::/7", "fe80::/10")]
HOLDING_IPV4 = [ipaddress.ip_network(net) for net in ("::/96", "::ffff:0:0/96", "64:ff9b::/96")]


def is_private(address):
    if address.version == 6 and any(address in net for net in HOLDING_IPV4) and \
            not int(address) >> 16 == 0:
        address = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return any(address.version == net.version and address in net for net in PRIVATE)


def addresses():
    private = {True: {"ip-private"}, False: set()}
    for first, second in itertools.product(range(256), (0, 15, 16, 20, 31, 32, 167, 168, 169, 253, 254, 255)):
        for rest in "0.0", "255.255":
            quad = f"{first}.{second}.{rest}"
            yield f"http://{quad}/", private[is_private(ipaddress.ip_address(quad))]
    quads = ["10.1.2.3", "127.0.0.1", "192.0.2.1", "172.16.0.1", "169.254.1.1", "0.0.0.2", "0.1.0.0",
             "0.0.1.0", "1.0.0.0", "172.32.0.1", "11.0.0.1"]
    texts = [f"{net}{quad}" for quad in quads for net in ("::", "::ffff:", "64:ff9b::", "::fffe:", "65:ff9b::")]
    texts += [f"{group:x}::{last}" for group in (0xFBFF, 0xFC00, 0xFDFF, 0xFE00, 0xFE7F, 0xFE80, 0xFEBF,
                                                 0xFEC0, 0xFF02, 1) for last in ("", "1", "a01:203")]
    for text in texts + ["::", "::1", "::2", "::1:0", "0:0::1", "::fc00"]:
        for net in {text, text.upper(), ipaddress.IPv6Address(text).exploded}:
            yield f"http://[{net}]/", private[is_private(ipaddress.ip_address(text))]


# ---- names of hosts

LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
NUMBER = "(0[xX][0-9A-Fa-f]*|[0-9]+)"


def warnings_of_host(host):
    name = host.removesuffix(".")
    quad = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)\.(\d+)", host)
    if quad and all(int(group) < 256 for group in quad.groups()):
        plain = ipaddress.IPv4Address(".".join(str(int(group)) for group in quad.groups()))
        return {*(["ip-private"] if is_private(plain) else []),
                *(["ip-leading-zero"] if re.search(r"\b0\d", host) else [])}
    if re.fullmatch(rf"{NUMBER}(\.{NUMBER})*\.?", host):
        return {"ip-lookalike"}
    if re.search(r"(^|\.)localhost$", name, re.I):
        return {"ip-private"}
    found = {"idn"} if re.search(r"(^|\.)xn--", host, re.I) else set()
    if re.fullmatch(rf"{LABEL}(\.{LABEL})*", name) and len(name) <= 253 and \
            not re.search(rf"(^|\.){NUMBER}$", name):
        return found | (set() if "." in host else {"host-unqualified"})
    return found | {"encoded-host" if "%" in host else "host-not-dns"}


def hosts():
    labels = ["a", "-", "a-", "-a", "a--b", "", "1", "01", "256", "1000", "0x", "0X7f", "0xg", "00x1", "1a",
              "xn--b", "XN--b", "axn--b", "xn", "%61", "localhost", "LocalHost", "alocalhost", "a_b", "x" * 63,
              "x" * 64, "4294967296"]
    for count in 1, 2, 3:
        for parts in itertools.product(labels, repeat=count):
            for end in "", ".":
                host = ".".join(parts) + end
                if host:
                    yield f"http://{host}/", warnings_of_host(host)
    numbers = ["0", "00", "1", "010", "127", "255", "256", "0x1", "", "a"]
    for parts in itertools.product(numbers, repeat=4):
        if parts[0]:
            yield f"http://{'.'.join(parts)}/", warnings_of_host(".".join(parts))
    for length in range(250, 257):
        host = ".".join(["x" * 63] * 3 + ["y" * (length - 192)])
        yield f"http://{host}/", warnings_of_host(host)


# ---- users and ports

def users():
    texts = ["", "u", "u.v", "u%2ev", "u%2E", "a%2Fb", ".", "a.b.example"]
    for scheme, user, password in itertools.product(("http", "HTTPS", "ftp", "telnet"), texts, (None, *texts)):
        expected = {"userinfo"} if scheme.lower() in ("http", "https") else set()
        expected |= {"userinfo-spoof"} if re.search(r"\.|%2e", user, re.I) else set()
        if password is not None:
            expected |= {"password", *([] if user else ["empty-user"])}
        yield f"{scheme}://{user}{'' if password is None else ':' + password}@h.example/", expected


def ports():
    """Test warnings about ports; test_tables tests which ports are dangerous."""
    own = {"x-other": 0}
    with open(os.path.join(TOP, "src", "grammar", "schemes.tsv"), encoding="ascii") as table:
        for line in table:
            fields = line.rstrip("\n").split("\t")
            if line[0] not in "#\n" and "slashes" in fields[2] and fields[3].isdigit():
                own[fields[0]] = int(fields[3])
    for scheme, port in own.items():
        for digits in sorted({f"{port}", f"0{port}", "0", "00", "2", "1023", "1024", "1025", "50000"}):
            expected, number = set(), int(digits)
            if number != port or number == 0:
                expected = {"port-nondefault", *(["port-reserved"] if number < 1024 else []),
                            *(["port-zero"] if number == 0 else []),
                            *(["gopher-smuggle"] if scheme == "gopher" else [])}
            yield f"{scheme}://h.example:{digits}/", expected


compare("escapes", escapes(), 5000)
compare("addresses", addresses(), 6000)
compare("names of hosts", hosts(), 10000)
compare("users", users(), 200)
compare("ports", ports(), 500)
done_testing()
