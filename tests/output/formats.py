#!/usr/bin/env python3
"""formats.py - --csv, --tsv and --format (TAP): golden command lines; their fields:
fields.py; threads: files/parallel.py"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, URLGREP, done_testing, equal, ok


MAIL = """\
From mboxrd@z Thu Jan  1 00:00:00 1970
From: "Doe, Ann" <ann@example.org>
To: list@example.org
List-Id: A list <list.example.org>
Message-ID: <1@example.org>
Date: Tue, 14 Mar 1995 10:12:00 +0100
Subject: =?utf-8?q?=3DSUM=28A1=3AA9=29=3B=0A=E2=80=AE?=

see http://h.example:8080/a,b?q="x"#f and https://user@i.example/

"""
# arguments -> what is printed of MAIL, a file called m
GOLDEN = [
    (["--csv", "-m1"],
     'file,line,message,message_id,date,from,subject,url,scheme,host,verdict,warnings\r\n'
     'm,9,1,1@example.org,1995-03-14T10:12:00+01:00,"""Doe, Ann"" <ann@example.org>",'
     "'=SUM(A1:A9);\\x0A\\u202E,\"http://h.example:8080/a,b?q=\",http,h.example,valid,port-nondefault\r\n"),
    (["--csv=url,parts.path,port,user,warnings"],
     'url,parts.path,port,user,warnings\r\n'
     '"http://h.example:8080/a,b?q=","/a,b",8080,,port-nondefault\r\n'
     'https://user@i.example/,/,,user,userinfo\r\n'),
    (["--tsv=line,to,list_id,subject,url", "-m1"],
     "line\tto\tlist_id\tsubject\turl\n"
     "9\tlist@example.org\tlist.example.org\t'=SUM(A1:A9);\\x0A\\u202E\t"
     "http://h.example:8080/a,b?q=\n"),
    (["--format={{{message}}}\\t{date_raw} {host} {url}\\\\", "-m1"],
     "{1}\tTue, 14 Mar 1995 10:12:00 +0100 h.example http://h.example:8080/a,b?q=\\\n"),
    (["--format={subject}", "-m1"], "=SUM(A1:A9);\\x0A\\u202E\n"),
    (["--format={url} {host}", "--defang", "-m1"],
     "hxxp[:]//h[.]example[:]8080/a,b?q= h[.]example\n"),
    (["-z", "--format={line}"], "9\x009\x00"),
    (["--csv=url", "--host=none.example"], "url\r\n"),
    (["--format=x", "-q"], ""),
]
# arguments -> the message, up to "; known are"; what else is wrong in a template: unit/cmd/test_print
REFUSED = [
    (["--format={hst}"], "--format={hst}: unknown name 'hst'"),
    (["--csv=url,,host"], "--csv=url,,host: unknown name ''"),
    (["--csv="], "--csv=: unknown name ''"),
    (["--tsv=url,parts.nothing"], "--tsv=url,parts.nothing: unknown name 'parts.nothing'"),
    (["--csv", "--json"], "--json: cannot be combined with --csv"),
    (["--tsv", "--format={url}"], "--format: cannot be combined with --tsv"),
    (["--csv", "-c"], "--csv: cannot be combined with --count"),
    (["--csv", "-l"], "--csv: cannot be combined with --files-with-matches"),
    (["--csv", "-L"], "--csv: cannot be combined with --files-without-match"),
    (["--csv", "-z"], "--csv: cannot be combined with --null-data"),
    (["--format={url}", "--part=host"], "--format: cannot be combined with --part"),
    (["--format={url}", "--readings=all"], "--format: cannot be combined with --readings"),
    (["--csv", "--check"], "--csv: cannot be combined with --check"),
]


def run(*arguments):
    return subprocess.run([URLGREP, *arguments], capture_output=True, check=False,
                          stdin=subprocess.DEVNULL)


def test_golden():
    with open("m", "w", encoding="ascii") as file:
        file.write(MAIL)
    for arguments, wanted in GOLDEN:
        equal(run(*arguments, "m").stdout.decode(), wanted, " ".join(arguments))
    for arguments, wanted in REFUSED:
        done = run(*arguments, "m")
        message = done.stderr.decode().split("; known are")[0].strip()
        equal((message, done.stdout, done.returncode), ("urlgrep: " + wanted, b"", 2),
              "refused: " + " ".join(arguments))
    listed = run("--format={hst}", "m").stderr.decode()
    ok(listed.endswith(", encoding and parts.NAME\n") and " file, line," in listed,
       "an unknown name: the names are listed", listed)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        test_golden()
        os.chdir(TOP)
    done_testing()


main()
