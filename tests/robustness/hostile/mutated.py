#!/usr/bin/env python3
"""Damaged files: the command, built with the sanitizers, prints only URLs in them, and its
output has no control characters for a terminal. TAP.

	tests/robustness/hostile/mutated.py DIRECTORY [COUNT [SEED]]

All files below DIRECTORY are searched unchanged, then COUNT damaged ones, or damaged messages
from mboxes (*.mbox), each with all combinations of options. The same seed makes the same damage.
"""
import glob
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

BATCH = 250
LONGEST = 200_000
FORMATS = [['--json'], ['-n', '-b', '--color=always']]
CONTEXTS = [[], ['-C', '1'], ['-A', '2', '-B', '1']]
SELECTIONS = [[], ['--all', '--readings=all', '--warn']]
RUNS = [sum(sets, []) for sets in itertools.product(FORMATS, CONTEXTS, SELECTIONS)] + [
        ['--csv'], ['--csv', '--all'], ['--format={line} {from} {url} {written}'], ['--format={target}', '--all'],
        ['-u', '--resolve'], ['-l'], ['--defang', '-C', '1'],
        ['--json', '--all', '--readings=all', '--headers'], ['--iri', '--all', '-n', '-b', '--warn', '-j2'],
        ['--grammar=rfc1738', '--invalid', '--with-message', '--raw'], ['--as=mbox', '-u', '--grammar=draft'],
        ['--as=html', '--all', '--color=always']]
MARKS = [b'\n', b'\r\n', b'\n\n', b'\n ', b'--', b'=', b'=\n', b'=?utf-8?Q?', b'?=', b'<URL:', b'>', b'http://', b'\0',
         b'\xff', b'\xe2\x80\xae', b'\x1b[31m', b'From a@b Tue Mar 14 10:12:00 1995\n', b'Content-Type: multipart/mixed; boundary=b\n',
         b'Content-Type: text/html\n', b'Content-Transfer-Encoding: base64\n', b'Content-Transfer-Encoding: quoted-printable\n',
         b'; charset=utf-16', b'; format=flowed; delsp=yes', b'; boundary=""', b'begin 644 a\n', b'<a href="', b'&#x', b'%']
# never written unescaped; but colors, the joiners of emoji and the line ends of CSV are
UNFIT = re.compile(rb'[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]|\r(?!\n)|\x1b(?!\[[0-9;]*[mK])|'
                   rb'\xc2[\x80-\x9f]|\xe2\x80[\x8b\x8e\x8f\xaa-\xae]')


def texts(directory):
    """Yield all files, or messages of mboxes, repeatedly."""
    paths = sorted(path for path in glob.glob(os.path.join(directory, '**'), recursive=True)
                   if os.path.isfile(path) and os.path.getsize(path))
    while paths:
        for path in paths:
            with open(path, 'rb') as file:
                if not path.endswith('.mbox') or os.path.getsize(path) <= LONGEST:
                    yield file.read(LONGEST)
                    continue
                file.seek(random.randrange(os.path.getsize(path)))
                found = re.split(rb'\n(?=From )', file.read(2 * LONGEST))[1:-1]
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


def search(urlgrep, options, where):
    """Return the error in the output of a search of a directory, or None."""
    run = subprocess.run([urlgrep, '-r', *options, where], capture_output=True, check=False,
                         timeout=600, env=dict(os.environ, LC_ALL='C'))
    raw = UNFIT.search(run.stdout)
    reports = run.stderr.splitlines()
    quiet = all(line.startswith(b'urlgrep: ') for line in reports) and (run.returncode == 2) == bool(reports)
    return None if run.returncode in (0, 2) and run.stdout and quiet and not raw else \
        f'{" ".join(options)}: {run.returncode} {raw} {run.stderr[-1500:]!r}'


def search_all(pool, urlgrep, where):
    """Search a directory in all ways. Return how many have errors."""
    found = [wrong for wrong in pool.map(lambda options: search(urlgrep, options, where), RUNS) if wrong]
    for wrong in found:
        print(f'# {wrong}')
    return len(found)


def main():
    directory = sys.argv[1] if len(sys.argv) > 1 else ''
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else 1738)
    urlgrep = os.path.abspath(os.environ.get('URLGREP', 'build/sanitize/urlgrep'))
    if not os.path.isdir(directory):
        print('1..0 # SKIP no files to damage (set ARCHIVES)')
        return
    source = texts(directory)
    wrong = size = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool, tempfile.TemporaryDirectory() as where:
        whole = search_all(pool, urlgrep, directory)
        print(f'{"not " if whole else ""}ok 1 - the files of {directory} in {len(RUNS)} ways: quiet')
        for _ in range(count // BATCH):
            for number in range(BATCH):
                text = damaged(next(source))
                size += len(text)
                with open(os.path.join(where, f'{number:03}'), 'wb') as file:
                    file.write(text)
            wrong += search_all(pool, urlgrep, where)
    print(f'{"not " if wrong else ""}ok 2 - {count // BATCH * BATCH} damaged files, {size / 1e6:.0f} MB, '
          f'in {len(RUNS)} ways: quiet')
    print('1..2')
    sys.exit(wrong + whole > 0)


main()
