#!/usr/bin/env python3
"""urlpick_keys.py - urlpick's screen in tmux (TAP): what is shown for newsletters and deceptive
mail, every key, the mouse, sizes and resizing, what is opened and copied

    tests/pick/urlpick_keys.py           all
    tests/pick/urlpick_keys.py WORD...   the functions with these words in their names

With SCREENSHOTS=DIRECTORY each checked screen is written there, as text and with colors (make
screenshots).
"""
import base64
import gzip
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from picked_mail import BIDI, NEWSLETTER, PHISHING, TRACKED, WRAPPED, message
from tap import URLGREP, done_testing, equal, ok, skip_all

URLPICK = os.path.join(os.path.dirname(URLGREP), "urlpick")
SCREENSHOTS = os.environ.get("SCREENSHOTS")
SECONDS = 20

# ---- a terminal -------------------------------------------------------------


class Screen:
    """urlpick in a new tmux server, which replaces the previous one; it must soon show the
    pattern."""

    def __init__(self, arguments, pattern, what, size="80x24", **environment):
        Screen.end()
        self.opened_file = tempfile.mktemp(dir=scratch)
        self.output = tempfile.mktemp(dir=scratch)
        self.raw = tempfile.mktemp(dir=scratch)
        Screen.count += 1
        self.server = f"urlpick-{os.getpid()}-{Screen.count}"
        width, height = size.split("x")
        variables = {"BROWSER": "browser", "OPENED": self.opened_file, "LC_ALL": "C.UTF-8",
                     "PATH": directory_of_programs + ":" + os.environ["PATH"],
                     "TMPDIR": scratch, **environment}
        words = " ".join(f"{name}={shlex.quote(value)}" for name, value in variables.items())
        Screen.running = self
        self.tmux("new-session", "-d", "-x", width, "-y", height,
                  f"cd {scratch}; env -u TMUX -u DISPLAY -u WAYLAND_DISPLAY {words} "
                  f"{shlex.quote(URLPICK)} {arguments} >{self.output}; "
                  "echo status $?; sleep 1000")
        self.tmux("pipe-pane", f"cat >{self.raw}")
        self.shows(pattern, what)

    count = 0
    running = None

    def tmux(self, *words):
        done = subprocess.run(["tmux", "-f", "/dev/null", "-L", self.server, *words],
                              capture_output=True, text=True, check=False)
        return done.stdout

    def text(self):
        return self.tmux("capture-pane", "-p")

    def shows(self, pattern, what):
        """Check that the screen soon matches the pattern; give up early if urlpick has ended."""
        end = time.time() + SECONDS
        while True:
            text = self.text()
            if re.search(pattern, text, re.M):
                return ok(True, what)
            if re.search(r"^status \d", text, re.M) or time.time() > end:
                return ok(False, what, f"never shown: {pattern}\n{text}")
            time.sleep(0.05)

    def lacks(self, pattern, what):
        """The screen of urlpick, which still runs, does not match the pattern."""
        text = self.text()
        ok(text.strip() and not re.search(rf"^status \d|{pattern}", text, re.M), what, text)

    def type(self, *keys):
        self.tmux("send-keys", *keys)

    def press(self, keys, pattern, what):
        """Type keys, separated by blanks, and check that the screen soon matches the pattern."""
        self.type(*keys.split())
        self.shows(pattern, what)

    def opens(self, urls, what):
        """Check that the browser soon gets exactly these URLs, each as one argument.

        One browser is started for each URL; the order in which they write is not defined."""
        end = time.time() + SECONDS
        wanted = sorted(urls)
        while self.opened() != wanted and time.time() < end:
            time.sleep(0.05)
        equal(self.opened(), wanted, what)

    def opened(self):
        return sorted(read(self.opened_file).split("\0")[:-1])

    def has_no_children(self):
        """Check that urlpick, the child of the shell, soon has no children, not even zombies.
        (On systems other than Linux this is unknown.)"""
        pid = self.tmux("display", "-p", "#{pane_pid}").strip()
        pid = read(f"/proc/{pid}/task/{pid}/children").strip()
        end = time.time() + SECONDS
        while read(f"/proc/{pid}/task/{pid}/children") and time.time() < end:
            time.sleep(0.05)
        return read(f"/proc/{pid}/task/{pid}/children") == ""

    def picture(self, name):
        if SCREENSHOTS:
            for suffix, flags in (".txt", []), (".ansi", ["-e"]):
                with open(os.path.join(SCREENSHOTS, name + suffix), "w", encoding="utf-8") as file:
                    file.write(self.tmux("capture-pane", "-pN", *flags))

    @classmethod
    def end(cls):
        if cls.running:
            cls.running.tmux("kill-server")
        cls.running = None


def read(path):
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def write(name, content):
    with open(os.path.join(scratch, name), "wb") as file:
        file.write(content)


# ---- tests ------------------------------------------------------------------

def test_phishing():
    s = Screen("phishing.eml", r"^1  ! https://paypal.com/login +https://evil.example/steal",
               "phishing mail: the text of the link, and where it leads")
    s.shows(r"^! The text shows paypal.com, but the link leads to evil.example\.$",
            "both hosts are named")
    s.picture("phishing-80x24")
    s.shows(r"-- Images, style sheets, forms \(2\)\n"
            r"5 +https://cdn.evil.example/a.css\n6 +https://track.evil", "images are apart")
    s.shows(r"-- Not opened \(1\)\n7  x Click here +http://user@bank", "so are invalid URLs")
    s.shows(r"^4 +www.example.org/help +http://www.example.org/help", "a name is offered")
    s.press("Enter", r"^Open https://evil.example/steal all the same\? \[y/N\]",
            "it asks, and shows the URL to open")
    s.picture("question-80x24")
    s.press("n", "^not opened", "not opened when answered no")
    s.press("3 Enter", "^Open https://paypal.com/login all",
            "the URL that a link only shows: it asks, too")
    s.shows("^! A link with this text leads to evil.example.", "and says why")
    s.press("n 7 Enter", "^not opened: not valid: ", "invalid URLs are not opened")
    s.type("1", "Enter", "y")
    s.opens(["https://evil.example/steal"], "opened when answered yes, and nothing else was")


def test_alternative():
    """A URL in the plain text, and the text of its link in the HTML alternative."""
    write("alternative.eml", b"""From: a@h.example
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

Three: https://track.example/3
Pay: https://evil.example/steal
--b
Content-Type: text/html

<a href="https://track.example/3">Article 3</a>
<a href="https://evil.example/steal">https://paypal.com/login</a>
--b--
""")
    s = Screen("alternative.eml", "^1    Article 3 +https://track.example/3",
               "plain text: the text of the link in HTML")
    s.press("2", r"^! The text shows paypal.com, but the link leads to evil.example\.$",
            "and the host that it shows")


def test_wrapper():
    target = "https://real.example/article?id=7"
    wrapper = WRAPPED.replace("&amp;", "&")
    s = Screen("phishing.eml", r"^2    Read the report .*outlook.com… → real.example",
               "a wrapper, and the host of its target")
    s.press("2", r"^  https://nam02(.*\n)+  leads to https://real",
            "the wrapper is the one that opens")
    s.press("Enter u", r"^  https://real.example/article\?id=7", "u: the target is")
    s.shows("^  wrapped in https://nam02", "and the wrapper is named")
    s.shows(r"^2    Read the report +https://real.example/art.* < .*outlook.com",
            "and comes first in the list")
    s.type("Enter")
    s.opens([wrapper, target], "and opens")
    s.picture("target-80x24")
    write("tracked.txt", b"http://h.example/?utm_source=x&id=1")
    s = Screen("--strip-tracking tracked.txt", r"^  http://h.example/\?id=1\n"
                     r"  with tracking: http://h.example/\?utm", "--strip-tracking: the URL as it is written")
    s.press("u", r"^  without tracking: http://h.example/\?id=1", "u: and without the parameters")
    s = Screen("--unwrap phishing.eml", r"^2    Read the report +https://real.example",
               "--unwrap: the target opens")
    s = Screen("--deny=href-differs -m 2 phishing.eml",
               r"^3  x https://paypal.com/login +https://evil", "--deny: URLs with these warnings are refused")
    s.shows(r"^1    Read the report", "-m 2 counts what can be opened")
    s.press("3 Enter", "^not opened: refused by --deny$", "and is not opened")
    s.lacks("www.example.org", "-m 2: no more than that")


def test_newsletter():
    s = Screen("newsletter.eml", r"^ 1    Article 1: dogs +https://click.newsletter.example/",
               "60 links: their texts")
    s.shows("The week in 60 links +60 URLs", "the subject and the number of URLs")
    s.picture("newsletter-80x24")
    s.press("G", "^60    Article 60: dogs", "G: the last")
    s.press("g", "^ 1    Article 1: dogs", "g: the first")
    s.press("NPage", "^14    Article 14: cats", "PgDn: the next page")
    s.press("PPage", "^ 1    Article 1:", "PgUp: back")
    s.press("3 7 8", "^no URL 378", "no URL has that number")
    s.press("Enter", "^not opened: no such URL", "Enter: none is opened")
    s.press("3 7", "text: Article 37: dogs", "digits: the one with that number")
    s.press("j", "text: Article 38: dogs", "j: the next")
    s.press("k k", "text: Article 36: dogs", "k: the previous")
    s.press("c", r"^Article 36: dogs \[36\]$", "c: the decoded text of a message in base64")
    s.shows(r"^Article 35: cats \[35\]$", "with the numbers of the URLs")
    s.shows("^36    Article 36: dogs +https", "beside the list")
    s.picture("message-80x24")
    s.press("j", r"^Article 37: dogs \[37\]$", "which follows the choice")
    s.press("J", r"^Article 44: dogs \[44\]$", "J scrolls it")
    s.press("K K K K K K K K K K K", "^From: Ann <ann@h.example>$", "K scrolls back, to the header")
    s.shows("^37 ", "and the choice stays")
    s.type("k")
    s.press("q Tab", "^urlpick: details", "Tab: all that is known")
    s.shows("From: Ann <ann@h.example>", "such as the sender")
    s.press("q ?", "j, Down +next URL", "?: help")
    s.picture("help-80x24")
    s.type("q", "Enter")
    s.opens([TRACKED + "36"], "Enter: opens the URL")
    s.shows("^opened: " + TRACKED[:60], "and stays")
    s.press("q", "^status 0", "q: quits")


def test_search():
    s = Screen("newsletter.eml", "60 URLs", "search: the list")
    s.press("/ C a", "^/Ca", "/: words are typed")
    s.press("t s Enter", "text: Article 7: cats",
            "the next URL whose text has the word, in any case")
    s.press("n n", "text: Article 21: cats", "n: the one after that")
    s.press("N", "text: Article 14: cats", "N: the previous one")
    s.press("G n", "text: Article 7: cats", "after the last one comes the first")
    s.press("N", "text: Article 56: cats", "and before the first one the last")
    s.press("/ x y z Enter", "no URL has these words", "none: a message")
    s.shows(" 60 URLs", "and all are listed")


def test_limit():
    s = Screen("newsletter.eml", "60 URLs", "limit: the list")
    s.press("n", "no search yet", "n before a search: a message")
    s.press("l C a", "8 of 60 URLs", "the list changes while words are typed, in any case")
    s.press("t s Enter", "^1    Article 7: cats", "their texts have the word")
    s.picture("limit-80x24")
    s.type("3", "Space")
    s.opens([TRACKED + "21"], "numbers are those of the list that is shown")
    s.press("l Space 4 9 Enter", " 1 of 60 URLs", "two words: both are there")
    s.press("l BSpace x Enter", "no URL has these words", "none: a message")
    s.press("Escape", " 60 URLs", "Esc: all again")


def test_innocent():
    """The plain text of a message whose HTML is deceptive; links that run code."""
    write("innocent.eml", b"""From: a@h.example
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

Log in at https://bank.example/login or call us: https://good.example/call
--b
Content-Type: text/html

<a href="https://evil.example/steal">Now: https://bank.example/login.</a>
<a href="javascript:alert(1)">Run</a> <a href="https://u1.ct.sendgrid.net/ls/click?upn=abc">Read</a>
--b--
""")
    s = Screen("<innocent.eml", r"^1  ! +https://bank.example/login",
               "the plain alternative of a link that deceives has a warning")
    s.shows("^! A link with this text leads to evil.example.", "and says why")
    s.lacks("(File|From|Subject|Date):", "details common to all URLs are not repeated for each")
    s.shows(r"^4  i Read +https://u1", "mere information")
    s.press("4", r"^i a wrapper whose target .*\(opaque\)", "has another sign than danger")
    s.shows(r"-- Not opened \(1\)\n5  x Run +javascript:alert\(1\)", "javascript: is listed")
    s.press("5 Enter", "^not opened: not valid: a link to a program or to data", "and not opened")
    s.press("5 0 Enter", "^not opened: no such URL", "no URL has the number 0")
    s.press("5 c", r"^Now: https://bank.example/login. \[3\] Run \[5\] Read \[4\]",
            "c: the text of the HTML")
    s.shows(r"^-- Part 2", "after that of the plain alternative")
    s.press("1",
            r"^Log in at https://bank.example/login \[1\] or call us: https://good.example/call$",
            "the whole message, with the numbers of its URLs")
    s.press("Enter", "^Open https://bank.example/login all", "before a question")
    s.lacks("Log in at", "the details take the place of the message")
    s.press("n", "^Log in at", "which comes back")
    s.press("q", "c message", "q: leaves it")
    s.lacks("Log in at", "the list alone is there")
    write("refused.txt", b"foo://h.example/ http://{host}/ hxxp://h.example/ http://h.example/" + b"a" * 70000)
    s = Screen("--all refused.txt", "^4  x http://h.example/aaaa", "--all: URLs that are not valid")
    for key, reason in (("1", "not valid: the scheme is not listed"), ("2", "not valid: a template"),
                        ("3", "malformed; meant: http://h.example/"), ("4", "too long")):
        s.press(key, f"^x {reason}", f"URL {key}: the reason")


def test_message():
    """The whole message, whichever part or header field a URL is in."""
    write("parts.eml", b"""Subject: see http://subject.example/x
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Gr=C3=BC=C3=9Fe, a text without links
--b
Content-Type: message/rfc822

Subject: =?utf-8?q?Gr=C3=BCn?=
Content-Type: text/html

<p>Nested <a href="http://inner.example/">text</a></p><img src="http://image.example/i.png">
--b--
""")
    write("long.eml", message("http://h.example/" + "\t" * 100000 + "\1" * 900000, "s", subtype="plain"))
    s = Screen("long.eml", "^1 +http://h.example/", "lines of a megabyte: the list")
    s.press("c j k", "^Subject: s", "the message")
    s = Screen("parts.eml", "^1 +http://subject.example/x", "a URL of the subject")
    s.type("c")
    for key in "123":
        s.type(key)
        s.shows("^Grüße, a text without links", f"URL {key}: all parts, decoded")
        s.shows(r"^-- Part 2.subject\nGrün\n\n-- Part 2\nNested text \[2\]",
                "also that of a nested message")
    s.press("l n o n e Enter", "no URL has these words", "nothing is listed")
    s.lacks("Grüße", "and no message shown")
    s.press("q ? G", "^In the list:", "the help can still be scrolled")
    s.press("g", "^  j, Down", "to both ends")
    s.press("q Escape", "^3 +http://image.example", "Esc: all again")
    write("same.html", b"<html><a href='http://same.example/'>http://same.example/</a>")
    s = Screen("same.html", "^1    http://same.example/$",
               "a text that is the URL itself is not repeated")
    s.lacks("text:", "nor below")


def test_readable():
    """URLs in readable form in the list, and exactly as written where they are opened."""
    kyoto = "https://ja.wikipedia.org/wiki/%E4%BA%AC%E9%83%BD"
    hidden = "https://h.example/a%E2%80%AEb"
    write("readable.eml", message(f"see {kyoto} and\n{hidden}\n", "Kyoto", subtype="plain"))
    s = Screen("readable.eml", "^1 +https://ja.wikipedia.org/wiki/京都$",
               "letters of all scripts in the list")
    s.shows("^  " + kyoto, "the exact URL below it")
    s.shows("^2  ! " + hidden, "a bidi control stays escaped")
    s.press("l 京 Enter", "1 of 2 URLs", "words are found in it, too")
    s.picture("readable-80x24")
    s.press("Enter", "^opened: " + kyoto, "the exact URL is said to be opened")
    s.opens([kyoto], "and is")
    s = Screen("readable.eml", "^1 +" + kyoto, "without UTF-8: the URL as written", LC_ALL="C")


def test_wide():
    s = Screen("phishing.eml", "^1  ! https://paypal.com/login", "160x30: the list", size="160x30")
    s.press("c", "^1  ! https://paypal.com/login +https://evil.example/steal +From: PayPal Support",
            "160x30: the message is to the right of the list")
    s.shows(r"^! The text shows paypal.com, but the link leads to evil.example\.$",
            "and the details are below the list")
    s.shows(r"Click here \[7\] Read the report \[2\]", "with all its links")
    s.picture("message-160x30")
    s.tmux("resize-window", "-x", "60", "-y", "15")
    s.shows("^Dear customer, please log in at", "60x15: it is below the list")
    s.shows("^1  ! https://paypal.com/login https://evil", "60x15: of which some rows are left")
    s.shows("^Enter open  J K scroll  q back", "60x15: the keys that matter")
    s.picture("message-60x15")


def test_marks():
    s = Screen("newsletter.eml", "60 URLs", "marks: the list")
    s.press("t j m j a", "60 URLs, 3 marked", "t, m and a mark, and move on")
    s.shows(r"^ 3 \+  Article 3", "marked URLs have a sign")
    s.picture("marked-80x24")
    s.type("o")
    s.opens([TRACKED + n for n in "135"], "o: opens all of them")
    s.shows("opened 3 of 3 marked URLs", "and says how many")
    s.shows("60 URLs$", "then none is marked")
    s.press("1 t j t j t y", "copied 3 URLs by", "y: copies them")
    text = "\n".join(TRACKED + n for n in "135").encode()
    sequence = "\x1b]52;c;" + base64.b64encode(text).decode() + "\x07"
    s.press("l c a t s Enter M Escape", "60 URLs$", "M: none is marked, also of what is not listed")
    ok(sequence in read(s.raw), "by OSC 52")
    s.press("l c a t s Enter *", "8 of 60 URLs, 8 marked", "*: marks the listed URLs")
    s = Screen("-p newsletter.eml", "60 URLs", "-p: the list")
    s.press("m 5 m Enter", "^status 0", "-p: Enter quits")
    equal(read(s.output), f"{TRACKED}1\n{TRACKED}5\n", "-p: the marked URLs are printed")
    s = Screen("--once phishing.eml", "7 URLs", "--once: the list")
    s.press("t 3 t o y", "^Open https://paypal", "--once: it asks about all marked URLs")
    time.sleep(0.5)
    s.type("y")
    s.opens(["https://evil.example/steal", "https://paypal.com/login"], "--once: and opens all")
    s = Screen("--once phishing.eml", "7 URLs", "--once: the list again")
    s.press("1 t l R e a d Enter o", "^Open https://evil", "o: it asks about a URL that is not listed")
    s.press("n Enter", "^status 0", "then a listed one is chosen")
    s.opens([WRAPPED.replace("&amp;", "&")], "and opened")


def was_copied(text, what):
    """Check the copied text. The clipboard program may write after the message is shown."""
    end = time.time() + SECONDS
    while read(scratch + "/copied") != text and time.time() < end:
        time.sleep(0.05)
    equal(read(scratch + "/copied"), text, what)


def test_copy_programs():
    s = Screen("newsletter.eml", "60 URLs", "xclip: the list", DISPLAY=":99",
               COPIED=scratch + "/copied")
    s.press("y", "copied 1 URL by xclip", "xclip gets the URL")
    was_copied(f"-selection clipboard|{TRACKED}1", "whole")
    s.type("P")
    was_copied(f"|{TRACKED}1", "P: to the primary selection, xclip's default")
    ok("\x1b]52;p;" in read(s.raw), "and by OSC 52")
    ok(s.has_no_children(), "no process is left of xclip")
    write("control.html", b'<html><a href="http://h.example/&#10;a&#27;[31m">x</a>')
    s = Screen("control.html", "1 URL", "a control character", DISPLAY=":99", COPIED=scratch + "/copied")
    s.press("1 y", "copied 1 URL by xclip", "is copied")
    was_copied("-selection clipboard|http://h.example/a\\x1B[31m", "but escaped")
    s = Screen("newsletter.eml", "60 URLs", "xclip fails: the list", DISPLAY=":99",
               COPIED="/nonexistent/copied")
    s.press("y", "the clipboard has failed: exit status", "is reported")


def test_sizes():
    s = Screen("phishing.eml", "^1  ! https://payp… https://evil", "40x10: text and URL",
               size="40x10")
    s.shows("^! The text shows paypal.com, but the$", "40x10: the warning, wrapped")
    s.shows(r"^Enter open  \? help  q quit$", "40x10: the keys that matter most")
    s.picture("phishing-40x10")
    s.type("G", "g")
    s.tmux("resize-window", "-x", "100", "-y", "30")
    s.shows(r"Enter open  t mark .*\? help  q quit", "resized: drawn for the new size")
    s.shows("^7  x Click here", "with more rows")
    s.tmux("resize-window", "-x", "20", "-y", "4")
    s.shows("^Your account", "20x4: still there")
    s.shows("^1  ! …evil.example/…", "20x4: the host, without the text of the link")
    s.tmux("resize-window", "-x", "80", "-y", "24")
    s.press("?", "^urlpick: keys", "help at 80x24")
    s.tmux("resize-window", "-x", "40", "-y", "10")
    s.shows("^  j, Down +next URL", "a page, resized")
    s.press("q q", "^status 0", "and it ends")
    s = Screen("newsletter.eml", "^ 1    Article 1: d… …newsletter.example…", "60 links, 40x10",
               size="40x10")
    s.picture("newsletter-40x10")


def test_several_files():
    write("a.txt", b"before a\nsee http://aaa.example/x there\nafter a\n")
    write("b.txt", b"SECRET before b\nsee http://bbb.example/y there\nafter b\n")
    write("c.eml.gz", gzip.compress(message("packed text before\n\nhttp://ccc.example/z\n",
                                            "packed", subtype="plain", encode=True)))
    s = Screen("a.txt b.txt c.eml.gz", "^3 +http://ccc.example/z", "several files: their URLs")
    for key, shown, absent in (("1", "^before a", "SECRET"), ("2", "^SECRET before b", "after a"),
                               ("3", "^packed text before", "SECRET")):
        s.type(key, "c")
        s.shows(shown, f"URL {key}: the text of its own file")
        s.lacks(absent, f"URL {key}: nothing of another")
        s.type("q")
    s = Screen("a.txt nowhere.txt", "1 could not be read", "a file that is missing")
    s.press("q", "^urlpick: nowhere.txt: no such file or directory", "is reported at the end")
    s.shows("^status 0", "URLs that were picked count")


def test_raw():
    s = Screen("bidi.eml", r"\\u202Etitle +1 URL", "a bidi control in the title is made visible")
    s.press("c", r"here", "the text of a hostile message")
    s.shows(r"\\x1B\]0;owned\\x07 here", "its escape sequences are made visible")
    s.picture("hostile-context-80x24")
    s.press("q Tab", r"From: \\x1B\[31mmallory", "and those of the sender")
    s.press("q q", "^status 0", "and it ends")
    raw = read(s.raw)
    ok(raw and "\u202e" not in raw and "\x1b]0;owned" not in raw and "\x1b[31mmallory" not in raw,
       "nothing raw reaches the terminal")


def test_locale():
    s = Screen("phishing.eml", r"^2    Read the report .*outlook.com~ > real.example",
               "without UTF-8 arrows and ellipses are in US-ASCII", LC_ALL="C")


def test_mouse():
    s = Screen("newsletter.eml", "60 URLs", "mouse: the list")
    is_sgr = s.tmux("display", "-p", "#{mouse_sgr_flag}").strip() == "1"
    click = "\x1b[<0;10;4M\x1b[<0;10;4m" if is_sgr else "\x1b[M !$\x1b[M#!$"
    s.type("-l", click)
    s.shows("text: Article 3: dogs", "a click chooses")
    s.type("-l", click)
    s.opens([TRACKED + "3"], "a second one opens")
    s.type("-l", "\x1b[<65;10;4M" if is_sgr else "\x1b[Ma!$")
    s.shows("text: Article 4: dogs", "the wheel moves")
    s = Screen("--no-mouse newsletter.eml", "60 URLs", "--no-mouse: the list")
    equal(s.tmux("display", "-p", "#{mouse_any_flag}").strip(), "0",
          "--no-mouse: the terminal keeps the mouse")


def test_browsers():
    s = Screen("newsletter.eml", "60 URLs", "no browser: the list", BROWSER="nowhere-to-be-found")
    s.press("* o n", "^not opened", "60 URLs: not opened when answered no")
    s.press("o", r"^Open 60 URLs\? \[y/N\]", "it asks")
    s.press("y", "^no browser; set BROWSER", "no browser: says so")
    s.shows("60 URLs, [1-9]", "and the marks stay")
    s = Screen("newsletter.eml", "60 URLs", "a browser that fails", BROWSER="fails")
    s.press("Enter", "the browser has failed: exit status 3", "is reported")
    s = Screen("newsletter.eml", "60 URLs", "a browser that draws in the terminal", BROWSER="lynx")
    s.press("2 Enter", "this is lynx with " + TRACKED[:40], "gets the terminal")
    s.press("q Enter", "^opened: https://click", "and the list comes back")
    s = Screen("newsletter.eml", "60 URLs", "a browser that takes Ctrl-C itself", BROWSER="w3m")
    s.press("Enter", "this is w3m", "gets the terminal")
    s.press("q Enter", "^opened: https://click", "and Ctrl-C does not end urlpick")
    s = Screen("--once newsletter.eml", "60 URLs", "--once: the list", BROWSER="browser --new=%s")
    s.press("Enter", "^status 0", "--once: quits when a URL is opened")
    s.opens([f"--new={TRACKED}1"], "%s within a word of BROWSER")


def test_large():
    """The list is shown while the rest is being read."""
    one = b"From a Tue Mar 14 10:12:00 1995\n" + message("http://h%d.example/\n", "s",
                                                         subtype="plain") + b"\n"
    write("large.mbox", b"".join(one.replace(b"%d", b"%d" % n) for n in range(30000)))
    s = Screen("large.mbox", "^ *1 +http://h0.example/", "30,000 messages: the first URLs")
    s.shows("large.mbox +30000 URLs$", "all URLs")
    s.press("2 9 9 9 9 c", "^http://h29998.example/", "the text of the last but one")
    s.press("q G", "^30000 +http://h29999.example/", "the last")
    s.press("q", "^status 0", "and it ends")


def make_programs(directory):
    programs = {
        "browser": 'for a; do printf "%s\\0" "$a"; done >>"$OPENED"\n',
        "fails": "exit 3\n",
        "lynx": 'echo "this is lynx with $1"; read -r key\n',
        "w3m": 'kill -INT "$PPID"; echo "this is w3m"; read -r key\n',
        "xclip": '{ printf "%s|" "$*"; cat; } >"$COPIED.new"; mv "$COPIED.new" "$COPIED"\n',
    }
    for name, text in programs.items():
        path = os.path.join(directory, name)
        with open(path, "w", encoding="ascii") as file:
            file.write("#!/bin/sh\n" + text)
        os.chmod(path, 0o755)


if not shutil.which("tmux"):
    skip_all("no tmux (install tmux)")
if not os.path.exists(URLPICK) and subprocess.run(
        ["pkg-config", "--exists", "ncursesw"], check=False).returncode:
    skip_all("urlpick is not built (install libncurses-dev)")
scratch = tempfile.mkdtemp()
directory_of_programs = scratch + "/programs"
os.mkdir(directory_of_programs)
make_programs(directory_of_programs)
write("phishing.eml", PHISHING)
write("newsletter.eml", NEWSLETTER)
write("bidi.eml", BIDI)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
try:
    words = sys.argv[1:]
    for test in (test_phishing, test_alternative, test_wrapper, test_newsletter, test_search,
                 test_limit, test_innocent, test_message, test_readable, test_wide, test_marks,
                 test_copy_programs, test_sizes, test_several_files, test_raw, test_locale,
                 test_mouse, test_browsers, test_large):
        if not words or any(word in test.__name__ for word in words):
            test()
finally:
    Screen.end()
    shutil.rmtree(scratch)
done_testing()
