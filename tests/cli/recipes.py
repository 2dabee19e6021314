#!/usr/bin/env python3
"""recipes.py - the recipes of urlgrep(1) for GNU parallel, Dask and public-inbox, run as
they stand in the manual (TAP): they give what one search of the mailbox gives
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import done_testing, equal, ok, skip

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
URLGREP = os.path.abspath(os.environ.get("URLGREP", TOP + "/build/urlgrep"))

FROM = "From mboxrd@z Thu Jan  1 00:00:00 1970\n"
MESSAGE = """From: Ann <ann@example.org>
Message-ID: <{0}@example.org>
Subject: number {0}

see http://h.example/{0} and <URL:http://i.example/over-
view{0}>

>From here on http://j.example/{0}
"""


def recipe(word):
    """The -literal block of the manual in which the word is."""
    with open(TOP + "/src/man/urlgrep.1.in", encoding="utf-8") as file:
        blocks = re.findall(r"(?ms)^\.Bd -literal.*?\n(.*?)^\.Ed", file.read())
    found = [block for block in blocks if word in block]
    ok(len(found) == 1, f"one recipe has {word}", f"{len(found)}")
    return found[0].replace(r"\-", "-")


def shell(command):
    # a directory with urlgrep, and nothing else, comes first
    path = os.path.abspath("bin") + os.pathsep + os.environ["PATH"]
    return subprocess.run(["sh", "-c", command], text=True, capture_output=True,
                          check=False, env=dict(os.environ, PATH=path))


def messages():
    return [MESSAGE.format(i) for i in range(200)]


def make_mailbox():
    with open("big.mbox", "w", encoding="ascii") as file:
        file.write("".join(f"{FROM}{text}\n" for text in messages()))
    os.mkdir("bin")
    if os.path.exists(URLGREP):
        os.symlink(URLGREP, "bin/urlgrep")
    whole = shell("urlgrep big.mbox")
    equal((whole.returncode, len(whole.stdout.splitlines())), (0, 600),
          "the mailbox has 600 URLs")
    return whole.stdout


def check_parallel(whole):
    command = recipe("parallel").replace("64M", "5K")
    if not shutil.which("parallel"):
        skip("GNU parallel", "no parallel (install parallel)")
        return
    done = shell(command)
    ok(done.stdout == whole, "GNU parallel: the URLs of the mailbox, in its order",
       done.stderr)


def check_dask(whole):
    program = recipe("dask").replace("64M", "5K")
    python = next((python for python in (sys.executable, "/usr/bin/python3")
                   if shutil.which(python) and subprocess.run(
                       [python, "-c", "import dask.bag"], check=False,
                       capture_output=True).returncode == 0), None)
    if python is None:
        skip("Dask", "no dask (install python3-dask)")
        return
    with open("recipe.py", "w", encoding="utf-8") as file:
        file.write(program)
    done = shell(f"{python} recipe.py")
    equal(done.stdout, f"{len(whole.splitlines())}\n", "Dask: the number of URLs")


def make_repository():
    """An epoch of public-inbox, version 2: each commit has one message in a file m."""
    stream = ""
    for index, text in enumerate(messages()):
        stream += (f"commit refs/heads/master\ncommitter a <a@example.org> {index} +0000\n"
                   f"data 0\n\nM 100644 inline m\ndata {len(text)}\n{text}\n")
    return subprocess.run(
        "git init -q --bare epoch.git && git --git-dir=epoch.git fast-import --quiet",
        shell=True, input=stream, text=True, capture_output=True, check=False)


def check_public_inbox(whole):
    command = recipe("cat-file").rstrip("\n").replace("urlgrep --json", "urlgrep")
    if not shutil.which("git"):
        skip("public-inbox", "no git (install git)")
        return
    made = make_repository()
    ok(made.returncode == 0, "a repository of public-inbox", made.stderr)
    done = shell(command)
    ok(done.stdout == whole, "public-inbox: the URLs of its messages",
       f"{len(done.stdout.splitlines())} lines\n{done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        whole = make_mailbox()
        check_parallel(whole)
        check_dask(whole)
        check_public_inbox(whole)
        os.chdir("/")
    done_testing()


main()
