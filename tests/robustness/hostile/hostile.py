#!/usr/bin/env python3
"""Hostile files: the command finds what it should in each, writes no control characters to a
terminal, and its work and memory are bounded by the file's size. TAP.

	tests/robustness/hostile/hostile.py [WORD]		those with WORD in their names
	tests/robustness/hostile/hostile.py --count [WORD]	also count instructions (valgrind)

A row of hostile.tsv has the expected result for a file, and a Python expression for its bytes.
"""
import bz2
import functools
import gzip
import io
import lzma
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'common'))
import cms
import msg
import packed
import tap
import tnef

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'hostile.tsv')
URLGREP = os.path.abspath(os.environ.get('URLGREP', 'build/urlgrep'))
SIZES = [40000, 160000]
MOST_MEMORY = 120 * 1024  # KiB
MOST_WORK = 8000  # instructions for each additional byte of the larger file
GROWTH = 4.8  # of the work, for a file four times as large
SLACK = 10_000_000  # instructions that are not counted

counting = '--count' in sys.argv[1:]
words = [word for word in sys.argv[1:] if word != '--count']

# ---- functions for the expressions ----------------------------------------------


def tar_claiming(size, content):
    info = tarfile.TarInfo('a')
    info.size = size
    return info.tobuf(tarfile.GNU_FORMAT) + content


def tar_links(count):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w') as tar:
        for number in range(count):
            info = tarfile.TarInfo(f'l{number}')
            info.type = tarfile.LNKTYPE if number % 2 else tarfile.SYMTYPE
            info.linkname = f'l{(number + 1) % count}'
            tar.addfile(info)
    return out.getvalue()


TOOLS = {'functools': functools, 'gzip': gzip, 'bz2': bz2, 'lzma': lzma, 'tarred': packed.tar, 'tar_claiming': tar_claiming,
         'tar_links': tar_links, 'zipped': packed.zip, 'cms': cms, 'msg': msg, 'tnef': tnef}

# ---- one file ------------------------------------------------------------------


def read_table():
    """Yield the rows. "-" stands for the default."""
    columns = ['name', 'status', 'options', 'bytes', 'work', 'make', 'reason']
    defaults = {'options': '', 'bytes': 'n', 'work': MOST_WORK}
    with open(TABLE, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if line.startswith('#'):
                continue
            row = dict(zip(columns, line.rstrip('\n').split('\t'), strict=True))
            case = {key: defaults.get(key, '') if value == '-' else value for key, value in row.items()}
            case['line'] = number
            yield case


def value(case, key, n):
    return eval(case[key], dict(TOOLS, n=n))  # the tests' own files


def run(command, path):
    """Return the exit status, the output, the messages and the peak memory in KiB."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command + [path], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                   env=dict(os.environ, LC_ALL='C'))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return process.returncode, out.read(), err.read(), usage.ru_maxrss


# Control bytes; in UTF-8 also C1 controls, direction and invisible characters.
UNFIT = re.compile(rb'[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f\xad]|\xd8\x9c|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]'
                   rb'|\xef\xbb\xbf|\xf3\xa0[\x80\x81]')


def unfit(output):
    try:
        output.decode()
    except UnicodeDecodeError as error:
        return f'no UTF-8 at {error.start}'
    found = UNFIT.search(output.replace(b'\t', b' '))
    return f'{found.group()!r} at {found.start()}' if found else None


def instructions(command, path, directory):
    """Count instructions with valgrind, so that the load of the machine does not matter."""
    log = os.path.join(directory, 'log')
    subprocess.run(['valgrind', '--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null',
                    f'--log-file={log}', *command, path], stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open(log, encoding='ascii', errors='replace') as file:
        found = re.search(r'I +refs: +([0-9,]+)', file.read())
    return int(found.group(1).replace(',', ''))


def check(case, directory):
    """Return the errors, as lines, and the measurements."""
    name = case['name']
    command = [URLGREP, '-j1', *shlex.split(case['options'])]
    statuses = {int(word) for word in case['status'].split(',')}
    wrong, work, sizes = [], [], []
    for n in SIZES:
        path = os.path.join(directory, f'{name}.{n}')
        with open(path, 'wb') as file:
            file.write(value(case, 'make', n))
        status, output, complaints, memory = run(command, path)
        if status not in statuses:
            wrong.append(f'{n}: status {status}, not {case["status"]}: {complaints[-200:]!r}')
        for what in [unfit(output), unfit(complaints)]:
            if what:
                wrong.append(f'{n}: written raw: {what}')
        if memory > MOST_MEMORY and 'ASAN_OPTIONS' not in os.environ:
            wrong.append(f'{n}: {memory} KiB of memory')
        if counting:
            work.append(instructions(command, path, directory))
            sizes.append(value(case, 'bytes', n))
        os.unlink(path)
    measured = ''
    if counting:
        each = (work[1] - work[0]) / (sizes[1] - sizes[0]) if sizes[1] > sizes[0] else 0
        beginning = instructions(command, '/dev/null', directory)
        over = [max(count - beginning, 1) for count in work]
        measured = f': {each:.0f} instructions per byte'
        if each > int(case['work']) or over[1] > over[0] * GROWTH + SLACK:
            wrong.append(f'{work} instructions for {sizes} bytes')
    return f'{name}: {case["reason"]}{measured}', wrong


def main():
    if counting and not shutil.which('valgrind'):
        tap.skip_all('no valgrind to count instructions (install valgrind)')
    with tempfile.TemporaryDirectory() as directory:
        for case in read_table():
            if words and not any(word in case['name'] for word in words):
                continue
            what, wrong = check(case, directory)
            tap.ok(not wrong, what, '\n'.join([f'{TABLE}:{case["line"]}', *wrong]))
    tap.done_testing()


main()
