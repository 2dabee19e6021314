#!/usr/bin/env python3
"""Damaged real messages: the command, built with the sanitizers, prints nothing but
URLs of them, and what it writes steers no terminal. TAP.

	tests/robustness/hostile/mutated.py DIRECTORY [COUNT [SEED]]

DIRECTORY has mboxes (*.mbox). The same seed makes the same damage.
"""
import glob
import os
import random
import re
import subprocess
import sys
import tempfile

BATCH = 100
LONGEST = 200_000
RUNS = [['--json', '--all', '--readings=all', '--headers'], ['--iri', '--all', '-n', '-b', '--warn', '-j2'],
        ['--grammar=rfc1738', '--invalid', '--with-message', '--raw'], ['--as=mbox', '-u', '--grammar=draft'],
        ['--as=html', '--all', '--color=always']]
MARKS = [b'\n', b'\r\n', b'\n\n', b'\n ', b'--', b'=', b'=\n', b'=?utf-8?Q?', b'?=', b'<URL:', b'>', b'http://', b'\0',
         b'\xff', b'\xe2\x80\xae', b'\x1b[31m', b'From a@b Tue Mar 14 10:12:00 1995\n', b'Content-Type: multipart/mixed; boundary=b\n',
         b'Content-Type: text/html\n', b'Content-Transfer-Encoding: base64\n', b'Content-Transfer-Encoding: quoted-printable\n',
         b'; charset=utf-16', b'; format=flowed; delsp=yes', b'; boundary=""', b'begin 644 a\n', b'<a href="', b'&#x', b'%']
# what is written raw: a color is
UNFIT = re.compile(rb'[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f]|\x1b(?!\[[0-9;]*[mK])|\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xaa-\xae]')


def messages(directory):
    """Yield the messages of all mboxes again and again."""
    paths = sorted(glob.glob(os.path.join(directory, '*.mbox')))
    while paths:
        for path in paths:
            with open(path, 'rb') as file:
                file.seek(random.randrange(os.path.getsize(path)))
                found = re.split(rb'\n(?=From )', file.read(400_000))[1:-1]
            for message in found[:20]:
                if len(message) <= LONGEST:
                    yield message


def damaged(message):
    text = bytearray(message)
    for _ in range(random.randrange(1, 12)):
        at = random.randrange(len(text) + 1)
        how = random.randrange(6)
        if how == 0:
            del text[at:at + random.randrange(1, 60)]
        elif how == 1 and at < len(text):
            text[at] = random.randrange(256)
        elif how == 2:
            end = min(len(text), at + random.randrange(1, 2000))
            text[at:at] = text[at:end]
        elif how == 3 and random.randrange(4) == 0:
            del text[at:]
        elif how == 4 and at < len(text):
            text[at] ^= 1 << random.randrange(8)
        else:
            text[at:at] = random.choice(MARKS)
    return bytes(text)


def main():
    directory = sys.argv[1] if len(sys.argv) > 1 else ''
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else 1738)
    urlgrep = os.path.abspath(os.environ.get('URLGREP', 'build/sanitize/urlgrep'))
    if not glob.glob(os.path.join(directory, '*.mbox')):
        print('1..0 # SKIP no archives of mail (set ARCHIVES)')
        return
    source = messages(directory)
    wrong = size = 0
    with tempfile.TemporaryDirectory() as where:
        for batch in range(count // BATCH):
            for number in range(BATCH):
                text = damaged(next(source))
                size += len(text)
                with open(os.path.join(where, f'{number:03}'), 'wb') as file:
                    file.write(text)
            for options in RUNS:
                run = subprocess.run([urlgrep, '-r', *options, where], capture_output=True, check=False,
                                     timeout=600, env=dict(os.environ, LC_ALL='C'))
                raw = UNFIT.search(run.stdout)
                if run.returncode not in (0, 1) or run.stderr or raw:
                    wrong += 1
                    print(f'# batch {batch}, {" ".join(options)}: {run.returncode} {raw} {run.stderr[-1500:]!r}')
    print(f'{"not " if wrong else ""}ok 1 - {count // BATCH * BATCH} damaged messages, {size / 1e6:.0f} MB, '
          f'in {len(RUNS)} ways: quiet')
    print('1..1')
    sys.exit(wrong > 0)


main()
