#!/usr/bin/env python3
"""urls.py - liburlgrep from Python, by ctypes: nothing to build

    import urls
    for url in urls.find("see <URL:http://h.example/over-\\nview.html>"):
        print(url.text, url.parts, url.warnings)

As a command: the URLs of standard input, with what is odd about each.
"""
import ctypes
import os
import sys
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_uint, \
    c_uint64, c_void_p
from typing import NamedTuple

END = 1
LAST = 1
WARNING_NAMES = 1
PARTS = 16


class Span(Structure):
    _fields_ = [("text", c_void_p), ("len", c_size_t)]

    def __bytes__(self):
        return ctypes.string_at(self.text, self.len)


class Part(Structure):
    _fields_ = [("name", c_char_p), ("value", Span)]


class Judged(Structure):
    _fields_ = [("text", Span), ("verdict", c_int), ("part_count", c_uint),
                ("parts", Part * PARTS)]


class Reading(Structure):
    _fields_ = [("url", Span), ("verdict", c_int), ("how", c_uint)]


class Finding(Structure):
    _fields_ = [("url", Judged), ("form", c_int), ("confidence", c_int),
                ("notes", c_uint), ("offset", c_uint64), ("length", c_uint64),
                ("reading_count", c_uint), ("readings", POINTER(Reading)),
                ("defanged", Span), ("defang_signs", c_uint), ("kind", c_int),
                ("written", Span), ("supplied", Span), ("certainty", c_int)]


library = ctypes.CDLL(os.environ.get("LIBURLGREP", "liburlgrep.so.2"))


def declare(name, result, *arguments):
    function = getattr(library, "urlgrep_" + name)
    function.restype, function.argtypes = result, arguments
    return function


grammar_new = declare("grammar_new", c_void_p, c_char_p, c_uint, c_void_p, c_void_p)
grammar_free = declare("grammar_free", None, c_void_p)
scanner_new = declare("scanner_new", c_void_p, c_void_p)
scanner_free = declare("scanner_free", None, c_void_p)
scanner_text = declare("scanner_text", None, c_void_p, c_void_p, c_size_t, c_uint)
accepts = declare("accepts", c_int, c_void_p, c_int)
next_finding = declare("next", POINTER(Finding), c_void_p)
scanner_status = declare("scanner_status", c_int, c_void_p)
finding_warnings = declare("finding_warnings", c_uint64, POINTER(Finding))
name_of = declare("name", c_char_p, c_int, c_uint)


class URL(NamedTuple):
    text: str
    parts: dict
    readings: list      # best first; text is the first
    warnings: list
    begin: int          # bytes of the text in UTF-8
    end: int


def decode(span):
    return bytes(span).decode("utf-8", "surrogateescape")


def names_of(warnings):
    index = 0
    while name := name_of(WARNING_NAMES, index):
        if warnings >> index & 1:
            yield name.decode()
        index += 1


def url_of(found, rules):
    judged = found.url
    return URL(
        decode(judged.text),
        {part.name.decode(): decode(part.value)
         for part in judged.parts[:judged.part_count]},
        [decode(reading.url) for reading in found.readings[:found.reading_count]
         if accepts(rules, reading.verdict)],
        list(names_of(finding_warnings(byref(found)))),
        found.offset, found.offset + found.length)


def find(text, grammar="current"):
    """The valid and loose URLs of text, str or bytes, one after the other."""
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    rules = grammar_new(grammar.encode(), 0, None, None)
    if not rules:
        raise ValueError(f"no such grammar: {grammar}")
    scanner = scanner_new(rules)
    try:
        if not scanner:
            raise MemoryError
        scanner_text(scanner, data, len(data), LAST)
        while found := next_finding(scanner):
            yield url_of(found.contents, rules)
        if scanner_status(scanner) != END:
            raise MemoryError
    finally:
        scanner_free(scanner)
        grammar_free(rules)


if __name__ == "__main__":
    for url in find(sys.stdin.buffer.read()):
        print(url.text, *url.warnings)
