#!/usr/bin/env python3
"""Make the seeds of the fuzz targets from the tables and texts of the tests.

	seeds.py DIRECTORY		DIRECTORY/TARGET/... for each target
"""
import base64
import bz2
import gzip
import io
import itertools
import lzma
import os
import re
import sys
import tarfile
import zipfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'common'))
import cms  # noqa: E402
import msg  # noqa: E402
import tnef  # noqa: E402

directory = sys.argv[1]
count = itertools.count()


def put(target, *seeds):
    path = os.path.join(directory, target)
    os.makedirs(path, exist_ok=True)
    for seed in seeds:
        with open(os.path.join(path, f'{next(count):05}'), 'wb') as file:
            file.write(seed)


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def unescape(text):
    """Decode the escapes of the tables."""
    def one(match):
        word = match.group(1)
        if word[0] == 'x':
            return bytes([int(word[1:], 16)])
        if word[0] in 'uU':
            return chr(int(word[1:], 16)).encode('utf-8', 'surrogatepass')
        return {'t': b'\t', 'n': b'\n', 'r': b'\r'}.get(word) or word.encode()
    pieces = re.split(r'\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)', text)
    return b''.join(one(re.match('(.*)', piece)) if i % 2 else piece.encode()
                    for i, piece in enumerate(pieces))


def tables():
    """Yield each URL and a byte that selects its grammar."""
    for number, name in enumerate(['rfc1738', 'current', 'draft']):
        with open(f'tests/vectors/{name}.tsv', encoding='utf-8') as file:
            for row, line in enumerate(file):
                if not line.startswith('#'):
                    url = unescape(line.rstrip('\n').split('\t')[1])
                    put('validate', url + bytes([number + row * 4 % 128]))


def cases(name):
    """Yield the number, the flags and the text of each case of a table that test_scan.c reads."""
    flags = ''
    with open(f'tests/vectors/{name}.txt', encoding='utf-8', errors='surrogateescape') as file:
        for number, line in enumerate(file.read().split('\n')):
            if line.startswith('@flags'):
                flags = line
            elif line and not re.match('#( |$)|@(grammar|details|readings|todo)', line):
                text = re.sub('[→≠≈¦][^»›]*|[«»‹›]', '', line.split('\t# ')[0])
                yield number, flags, text.translate({ord('↵'): '\n', ord('␍'): '\r', ord('␀'): '\0'}) \
                    .encode('utf-8', 'surrogateescape')


def texts():
    for number, flags, text in cases('scan'):
        put('flowed' if 'flowed' in flags else 'scan',
            text + bytes([number * 37 % 256, number * 8 % 256]))
        put('mail', text[:len(text) // 2] + b'\n' + text[len(text) // 2:] +
            bytes([number * 37 % 256, 5 * (number % 50) + 1, number % 256]))
    put('scan', b'x&\n@o://w\n@a/[<')  # a mark on a line before a very long one
    for number, _, text in cases('names'):
        put('names', text + bytes([number * 37 % 256, number * 8 % 256]))
    for name in sorted(os.listdir('corpus')):
        text = read(os.path.join('corpus', name))
        if name.endswith('.urls') or name.endswith('.options') or len(text) > 8192:
            continue
        put('scan', text + b'\x40\x20')
        put('flowed', text + b'\x40\x20')
        put('mail', *(text + bytes([64 * n, 0, 32 * n - n]) for n in range(1, 4)))
        if '.txt' not in name:
            put('message', text + b'\x01')
            put('mbox', text + b'\xf0\x02', (b'From a@b Tue Mar 14 10:12:00 1995\n' + text + b'\n') * 2 + b'\xf4\x20')
            put('mail', *((b'From a@b Tue Mar 14 10:12:00 1995\n' + text + b'\n') * 2 + bytes([64 * n, 0, n])
                          for n in range(1, 4)))
        if b'<a ' in text.lower():
            put('html', text[max(text.lower().find(b'<html'), 0):])


def mail():
    """Write messages of all shapes, also with CRLF."""
    with open('tests/vectors/message-texts.tsv', encoding='utf-8') as file:
        rows = [unescape(line.split('\t')[1]) for line in file if not line.startswith('#')]
    for text in rows + [text.replace(b'\n', b'\r\n') for text in rows]:
        put('message', text + b'\x01')
        put('mail', text + b'\x80\x0a\x06')
        put('mbox', (b'From a@b Tue Mar 14 10:12:00 1995\n' + text + b'\n') * 2 + b'\xf4\x20')


def enclosed():
    """Write TNEF and signed data, as files and as parts, in binary and in base64."""
    words = 'see http://h.example/a=b&c\r\n'
    html = b'<a href="http://h.example/">x</a>'
    rtf = tnef.compress(rb'{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}\uc1 see \'e9\u233?{\field{\*\fldinst '
                        rb'{HYPERLINK "http://h.example/" \\l "a"}}{\fldrslt link}}\par {\*\new a}}')
    plain = tnef.compress(rb'{\rtf1\ansi\fromtext see http://h.example/\par}')
    marked = tnef.compress(rb'{\rtf1\ansi\fromhtml1 {\*\htmltag64 <a href="http://h.example/">}\htmlrtf {\b\htmlrtf0 a}}')
    streams = [tnef.begin() + attributes for attributes in [
        tnef.message((tnef.UNICODE, tnef.BODY, words), (tnef.BINARY, tnef.RTF, rtf)),
        tnef.message((tnef.LONG, tnef.CODE_PAGE, 28591), (tnef.BINARY, tnef.HTML, html)),
        tnef.message((tnef.BINARY, tnef.RTF, plain)), tnef.message((tnef.BINARY, tnef.RTF, marked)),
        tnef.message((tnef.STRING8, 'Name', words), (tnef.STRING8, tnef.BODY, words)) +
        tnef.attachment('a.txt', words.encode()) + tnef.attachment('a.htm', html),
        tnef.embedded(tnef.begin() + tnef.attribute(1, 0x2800C, words.encode())),
        tnef.attachment('a', f'Subject: a\n\n{words}'.encode(), (tnef.STRING8, tnef.MEDIA_TYPE, 'message/rfc822'))]]
    entity = f'Content-Type: text/plain\r\n\r\n{words}'.encode()
    pieces = [cms.element(4, entity[:20]), cms.indefinite(0x24, cms.element(4, entity[20:40])), cms.element(4, entity[40:])]
    signed = [cms.signed(cms.element(4, entity)), cms.signed(cms.indefinite(0x24, *pieces), cms.indefinite),
              cms.signed(cms.element(0x24, *pieces)), cms.signed(b''),
              cms.signed(cms.element(4, b'Content-Type: application/ms-tnef\n\n' + streams[4]))]
    inner = msg.message((msg.UNICODE, 0x37, words), (msg.BINARY, 0x1013, html), head=24)
    files = [msg.attachment('a.txt', words.encode() * 200), msg.attachment('a', inner)]
    streams += [msg.compound_file(msg.message((msg.UNICODE, 0x1000, words), (msg.BINARY, 0x1009, rtf), files=files), 9, step)
                for step in (1, -1)]
    outlook = [msg.compound_file(content, shift) for content in (
        msg.message((msg.LONG, 0x3FDE, 1251), (msg.STRING8, 0x1000, words)), inner) for shift in (9, 12)]
    put('message', *(stream + b'\x01' for stream in streams + outlook))
    put('mail', *(stream + b'\x80\x0a\x06' for stream in streams))
    for kind, content in [('ms-tnef', stream) for stream in streams] + [('pkcs7-mime', part) for part in signed]:
        head = f'From: a@b\nContent-Type: application/{kind}\n'.encode()
        put('message', head + b'\n' + content + b'\x01',
            head + b'Content-Transfer-Encoding: base64\n\n' + base64.encodebytes(content) + b'\x01')


def archives():
    text = b'see http://h.example/a\n' * 20

    def tar(how, form):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode='w:' + how, format=form) as t:
            for name, content in [('a.txt', text), ('d/' * 40 + 'x' * 90, b''), ('b.gz', gzip.compress(text))]:
                info = tarfile.TarInfo(name)
                info.size = len(content)
                t.addfile(info, io.BytesIO(content))
            t.addfile(tarfile.TarInfo('directory'))
        return out.getvalue()

    def zipped(how):
        out = io.BytesIO()
        with zipfile.ZipFile(out, 'w', how) as z:
            z.writestr('a.txt', text)
            z.writestr('\u00e4/b.gz', gzip.compress(text))
        return out.getvalue()

    put('input', text, gzip.compress(text), bz2.compress(text), lzma.compress(text),
        gzip.compress(tar('', tarfile.PAX_FORMAT)), zipped(zipfile.ZIP_STORED),
        zipped(zipfile.ZIP_DEFLATED))
    for how, form in itertools.product(['', 'gz'], [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT,
                                                    tarfile.PAX_FORMAT]):
        put('input', tar(how, form))


def pages():
    with open('tests/vectors/html.tsv', encoding='utf-8') as file:
        for line in file:
            if not line.startswith('#'):
                put('html', unescape(line.split('\t')[1]))


def command_lines():
    for line in ['-n\n-b\nx', '--json\n--', '--grammar=rfc1738\n--check\nhttp://h/', '-run\n--include=*.eml\n.',
                 '--deny=all\n-m\n3', '-e\nhttp\n--scheme=http,ftp', '--color=always\n-c', '--as=mbox\n-']:
        put('options', line.encode())


def wrappers():
    for name, column in [('unwrap', 1), ('tracking', 0)]:
        with open(f'tests/vectors/{name}.tsv', encoding='utf-8') as file:
            for line in file:
                if not line.startswith('#'):
                    put('unwrap', unescape(line.rstrip('\n').split('\t')[column]))
    put('unwrap', *(text for _, _, text in cases('refang')))


tables()
texts()
wrappers()
mail()
enclosed()
archives()
pages()
command_lines()
