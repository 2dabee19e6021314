#!/usr/bin/env python3
"""urlpick.py - urlpick in a terminal (TAP): what it offers, what it passes to the browser,
when it asks; nothing in a hostile message is run, and none of its control characters reach
the terminal. This tests the numbered menu; urlpick_keys.py tests the screen.
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from at_terminal import at_terminal
from picked_mail import HOSTILE, NO_URL, hostile_message
from tap import TOP, URLGREP, done_testing, equal, ok

urlpick = os.path.join(os.path.dirname(URLGREP), "urlpick")

# A browser that writes its arguments to a file, each followed by a NUL.
BROWSER = """#!/bin/sh
for argument; do printf '%s\\0' "$argument"; done >>"$OPENED"
"""


class Picked:
    """One run of a script, with the text as standard input and a new terminal. Each of
    keys is typed, or a signal sent, when the terminal shows the text before it."""

    def __init__(self, text, keys, *arguments, menu="plain", **environment):
        self.directory = tempfile.mkdtemp(dir=scratch)
        opened = self.directory + "/opened"
        with open(self.directory + "/a=b", "wb") as file:
            file.write(text)
        environment = {
            "PATH": bin_directory + ":" + os.environ["PATH"], "TERM": "xterm",
            "HOME": self.directory, "TMPDIR": self.directory, "LC_ALL": "C.UTF-8",
            "SHELL": "/bin/sh", "URLPICK_MENU": menu, "BROWSER": "browser",
            "OPENED": opened, **environment}
        def prepare():
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it
            os.dup2(os.open("a=b", os.O_RDONLY), 0)
            os.dup2(os.open("stdout", os.O_WRONLY | os.O_CREAT), 1)

        self.status, self.shown = at_terminal([urlpick, *arguments], keys, (30, 100), environment,
                                              self.directory, prepare)
        self.stdout = self.content("stdout")

    @property
    def opened(self):
        """Return the URLs passed to the browser so far."""
        return self.content("opened").split(b"\0")[:-1]

    def content(self, name):
        try:
            with open(os.path.join(self.directory, name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return b""


def opens(run, wanted, what):
    """Check that the browser, which runs in the background, soon opens these URLs."""
    end = time.time() + 10
    while run.opened != wanted and time.time() < end:
        time.sleep(0.02)
    equal(run.opened, wanted, what)


PROMPT = b"none] "
ASK = b"[y/N] "


def test_offers():
    with open(TOP + "/corpus/demo.eml", "rb") as file:
        demo = file.read()
    run = Picked(demo, [(PROMPT, b"1\n")])
    opens(run, [b"http://www.example.com/drafts/an-over-view.html"],
          "the URL that was broken at a hyphen is opened whole")
    equal(run.status, 0, "with the browser's exit status")
    ok(b"  2   http://www.example.com/drafts/an-overview.html" in run.shown,
       "the other reading is offered too", run.shown.decode())
    run = Picked(demo, [(PROMPT, b"2\n")], "--deny=redirect")
    opens(run, [b"http://www.example.com/drafts/an-overview.html"], "the other reading is opened")
    run = Picked(demo, [(PROMPT, b"7\n"), (PROMPT, b"0\n"), (PROMPT, b"x\n"),
                        (PROMPT, b"1;2\n"), (PROMPT, b"99999999999\n"), (PROMPT, b"\n")])
    equal((run.opened, run.status), ([], 0), "a number that is not in the list picks none")
    run = Picked(demo, [(PROMPT, b"\x04")])
    equal((run.opened, run.status), ([], 0), "nor does the end of input")
    run = Picked(demo, [(PROMPT, b"1\n")], "-p")
    equal((run.opened, run.stdout),
          ([], b"http://www.example.com/drafts/an-over-view.html\n"), "-p prints")
    run = Picked(b"no URL here", [])
    equal((run.stdout, run.status), (b"no URLs\n", 1), "none: says so, status 1")
    equal(Picked(b"no URL here", [], "-p").stdout, b"", "none, with -p: nothing is printed")
    run = Picked(demo, [(PROMPT, b"1\n")], "--host=example.com")
    opens(run, [b"http://example.com/~joe/"], "options go to urlgrep")
    run = Picked(demo, [(PROMPT, b"1\n")], "-m", "1")
    opens(run, [b"http://www.example.com/drafts/an-over-view.html"],
          "the value of an option is not taken for a file")
    run = Picked(demo, [(PROMPT, b"1\n")], "--host", "example.com")
    opens(run, [b"http://example.com/~joe/"], "nor that of a long option")
    run = Picked(b"", [(PROMPT, b"1\n")], TOP + "/corpus/demo.eml")
    opens(run, [b"http://www.example.com/drafts/an-over-view.html"], "a file")
    run = Picked((TOP + "/corpus/demo.eml").encode(), [(PROMPT, b"1\n")], "--files0-from=-")
    opens(run, [b"http://www.example.com/drafts/an-over-view.html"], "a file of --files0-from")
    run = Picked(b"--csv=url\n", [(PROMPT, b"1\n")], TOP + "/corpus/demo.eml", URLGREP_CONFIG_PATH="a=b")
    equal(run.status, 0, "a format in the file of options is ignored")
    run = Picked(b"", [], "--files0-from=-")
    equal(run.status, 2, "... which names none: status 2")
    run = Picked(demo, [], "--frob")
    equal(run.status, 2, "a wrong option: status 2")
    ok(b"--frob" in run.shown, "and a complaint", run.shown.decode())
    equal([name for name in os.listdir(run.directory) if name.startswith("urlpick.")], [],
          "no file is left behind")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([urlpick, "--help"], stdout=full, stderr=subprocess.PIPE, check=False)
    equal((done.returncode, done.stderr), (2, b"urlpick: standard output: no space left on device\n"),
          "--help: a full disk")


def test_browser():
    text = b"http://h.example/a and http://h.example/b"
    run = Picked(text, [(PROMPT, b"1\n")], BROWSER=": :")
    equal(run.status, 2, "only empty commands: status 2")
    for browser, wanted, what in [
            ("browser -new -- %s end", [b"-new", b"--", b"http://h.example/a", b"end"],
             "arguments of the browser, and %s"),
            ("nowhere-to-be-found:browser x", [b"x", b"http://h.example/a"],
             "the first command that there is"),
            ("::  :/nowhere:browser", [b"http://h.example/a"], "no command without words"),
            ("browser $(touch${IFS}run) ; * `id`",
             [b"$(touch${IFS}run)", b";", b"*", b"`id`", b"http://h.example/a"],
             "no shell reads BROWSER")]:
        run = Picked(text, [(PROMPT, b"1\n")], BROWSER=browser)
        opens(run, wanted, what)
    run = Picked(text, [(PROMPT, b"1\n")], BROWSER="nowhere-to-be-found")
    equal(run.status, 2, "no browser: status 2")
    ok(b"no browser" in run.shown, "and a complaint", run.shown.decode())


def test_warnings():
    text = b"see <URL:http://www.bank.example@h.example/over-\nview> there"
    url = b"http://www.bank.example@h.example/over-view"
    run = Picked(text, [(PROMPT, b"1\n"), (ASK, b"y\n")])
    opens(run, [url], "a warning: opened when answered yes")
    ok(b"! the user name looks like a host; the real one follows the @ (userinfo-spoof)" in
       run.shown, "the meaning of the warning is shown", run.shown.decode())
    for answer, name in (b"n\n", "no"), (b"\n", "Enter"), (b"\x04", "the end of input"), \
            (b"yellow\n", "another word"):
        run = Picked(text, [(PROMPT, b"1\n"), (ASK, answer)])
        equal(run.opened, [], f"not when answered {name}")
    run = Picked(text, [(PROMPT, b"2\n"), (ASK, b"n\n")])
    equal(run.opened, [], "other readings have their warnings too")
    run = Picked("\u202ehttp://h.example/x and http://xn--pypal-4ve.com/".encode(),
                 [(PROMPT, b"1\n"), (ASK, b"n\n")])
    ok(b"! a character in or beside it that turns the direction of the text (bidi)" in
       run.shown and run.opened == [],
       "characters next to the URL cause a warning", run.shown.decode())
    ok(all(f"({name})\r\n".encode() in run.shown for name in
           ("idn", "idn-mixed", "idn-confusable")),
       "a host that mixes scripts has one", run.shown.decode())
    ok("\n  2 ! http://xn--pypal-4ve.com/\r\n".encode() in run.shown and
       "\n        the same host: pаypal.com\r\n".encode() in run.shown,
       "and its Unicode below it", run.shown.decode())
    run = Picked(b"see http://xn--80ak6aa92e.com/", [(PROMPT, b"1\n"), (ASK, b"n\n")])
    ok("\n        the same host: аррӏе.com\r\n".encode() in run.shown,
       "a host all of whose letters imitate others", run.shown.decode())
    run = Picked("see http://m\xfcnchen.example/a".encode(), [(PROMPT, b"\n")], "--iri")
    ok("1   http://m\xfcnchen.example/a\r\n"
       "        the same host: xn--mnchen-3ya.example\r\n".encode() in run.shown,
       "and that in US-ASCII where the URL has it so", run.shown.decode())
    html = b"<html><a href='http://h.example/x'>http://www.bank.example/</a>"
    run = Picked(html, [(PROMPT, b"1\n"), (ASK, b"n\n")])
    ok(b"! The text shows www.bank.example, but the link leads to h.example." in run.shown,
       "a link that shows another host", run.shown.decode())
    ok(b"! A link with this text leads to h.example." in run.shown,
       "and the URL that it shows", run.shown.decode())
    for url in (b"javascript:alert(1)", b"ssh://-oProxyCommand=id/", b"file:///etc/passwd",
                b"http://h.example/%0d%0aSet-Cookie:x", b"http://127.0.0.1/"):
        run = Picked(b"<URL:" + url + b">", [(PROMPT, b"1\n"), (ASK, b"\n")])
        equal(run.opened, [], "asks before " + url.decode())


def raw(shown):
    """Return the characters that must not reach a terminal: controls other than line ends
    and tabs, and in UTF-8 those of ISO 6429 and of direction."""
    text = shown.decode("utf-8", "replace")
    return [c for c in text if (ord(c) < 32 and c not in "\r\n\t") or
            127 <= ord(c) < 160 or 0x202a <= ord(c) <= 0x202e or 0x2066 <= ord(c) <= 0x2069]


def test_hostile():
    message = hostile_message()
    wanted = [url or written for i, (written, url) in enumerate(HOSTILE) if i not in NO_URL]
    run = Picked(message, [(PROMPT, b"\n")])
    offered = [line.split()[1] if line.split()[1] != b"!" else line.split()[2]
               for line in run.shown.splitlines() if line.strip()[:1].isdigit()]
    equal(sorted(offered), sorted(wanted), "hostile message: the URLs offered")
    equal(raw(run.shown), [], "nothing raw in the menu")
    for number, url in enumerate(offered, 1):
        keys = [(PROMPT, b"%d\n" % number)]
        asked = any(line.split()[:2] == [b"%d" % number, b"!"] for line in run.shown.splitlines())
        picked = Picked(message, keys + [(ASK, b"y\n")] * asked)
        opens(picked, [url], f"one argument: {url.decode()}")
        equal(raw(picked.shown), [], "nothing raw on the terminal")
        ok(not os.path.exists(picked.directory + "/run"), "nothing was run")
    spoof = message + b"\nhttp://u@h.example/\n"
    picked = Picked(spoof, [(PROMPT, b"%d\n" % (len(offered) + 1)), (ASK, b"y\n")])
    opens(picked, [b"http://u@h.example/"], "after a question")
    equal(raw(picked.shown), [], "which is not raw either")


if not os.path.exists(urlpick) and subprocess.run(
        ["pkg-config", "--exists", "ncursesw"], check=False).returncode:
    print("1..0 # SKIP urlpick is not built (install libncurses-dev)")
    sys.exit()
scratch = tempfile.mkdtemp()
bin_directory = scratch + "/bin"
os.mkdir(bin_directory)
os.symlink(URLGREP, bin_directory + "/urlgrep")
with open(bin_directory + "/browser", "w", encoding="ascii") as script:
    script.write(BROWSER)
os.chmod(bin_directory + "/browser", 0o755)
try:
    test_offers()
    test_browser()
    test_warnings()
    test_hostile()
finally:
    shutil.rmtree(scratch)
done_testing()
