#!/usr/bin/env python3
"""thunderbird.py - the add-on in Thunderbird, on a virtual display (TAP): the links in displayed
texts, the list of URLs, copying, questions, and the URLs passed to the browser

    tests/clients/thunderbird.py ADDON.xpi

Marionette runs scripts in Thunderbird; keys and clicks come from xdotool. Screenshots are written
to build/thunderbird, or to $SCREENSHOTS.
"""
import json
import mailbox
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(1, TOP + "/tests/common")
import picked_mail
from tap import URLGREP, done_testing, equal, ok, skip_all

PICTURES = os.environ.get("SCREENSHOTS", TOP + "/build/thunderbird")
SECONDS = 20

# ---- Thunderbird ----

PREFERENCES = {
    "mail.accountmanager.accounts": "account1", "mail.account.account1.server": "server1",
    "mail.accountmanager.localfoldersserver": "server1", "mail.server.server1.type": "none",
    "mail.server.server1.hostname": "localhost", "mail.server.server1.name": "Local",
    "mail.server.server1.userName": "nobody",
    "mail.server.server1.directory-rel": "[ProfD]Mail/Local",
    "mail.provider.suppress_dialog_on_startup": True, "mail.shell.checkDefaultClient": False,
    "mail.rights.version": 1, "mailnews.start_page.enabled": False,
    "mailnews.start_page_override.mstone": "ignore", "app.donation.eoy.version.viewed": 9999,
    "datareporting.policy.dataSubmissionEnabled": False, "app.update.auto": False,
    "extensions.autoDisableScopes": 0, "mailnews.default_view_flags": 0,
    # The preferences recommended by Marionette keep the focus from moving.
    "remote.prefs.recommended": False,
    # Stop and restart the background script all the time.
    "extensions.background.idle.timeout": 300,
    # Keep requests of Thunderbird itself on this machine.
    "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,
}

# Functions for the scripts of the tests, which run in Thunderbird's main process.
PRELUDE = r"""
globalThis.until = async (what, test) => {
	for (let i = 0; i < 400; i++) {
		try {
			const value = await test();
			if (value)
				return value;
		} catch {} // not there yet
		await new Promise(resolve => win.setTimeout(resolve, 50));
	}
	throw new Error(`never: ${what}`);
};
globalThis.win = Services.wm.getMostRecentWindow("mail:3pane");
globalThis.pane = await until("the window", () => win.gTabmail.currentAbout3Pane?.displayFolder &&
	win.gTabmail.currentAbout3Pane);
// Run code in a document, which may be in another process; return the last value.
globalThis.inside = (browser, code) => new Promise((resolve, reject) => {
	const name = `result${Math.random()}`, manager = browser.messageManager;
	manager.addMessageListener(name, function receive({ data: { value, error } }) {
		manager.removeMessageListener(name, receive);
		error ? reject(new Error(error)) : resolve(value);
	});
	manager.loadFrameScript("data:application/javascript;charset=utf-8," + encodeURIComponent(`
		(async () => { ${code} })().then(value => ({ value }), error => ({ error: String(error) }))
			.then(result => sendAsyncMessage("${name}", result))`), false);
});
// The browsers of the displayed message, of the list, and of the window that asks.
globalThis.browsers = {
	message: () => pane.messageBrowser.contentWindow.getMessagePaneBrowser(),
	list: () => [...win.document.querySelectorAll("panel browser")].find(one =>
		one.closest("panel").state === "open" && one.currentURI.spec.endsWith("/urls.html")),
	window: () => [...Services.wm.getEnumerator(null)].flatMap(one =>
		[...one.document.querySelectorAll("browser")]).find(one =>
		one.currentURI?.spec.includes("/urls.html?")),
};
// The menu of the displayed message, and what is offered there.
globalThis.openMenu = () => [pane.document.getElementById("mailContext")].find(menu => menu.state === "open");
globalThis.offered = menu => [...menu.querySelectorAll("menuitem")].find(item =>
	item.label.startsWith("Open http:"));
globalThis.requests = [];
Services.obs.addObserver(channel => {
	const { URI: { spec }, loadInfo } = channel.QueryInterface(Ci.nsIHttpChannel);
	requests.push([loadInfo.triggeringPrincipal.spec, spec]);
}, "http-on-modify-request");
const mailbox = await until("the mailbox", () => MailServices.accounts.allFolders.find(one =>
	one.name === "Tests"));
pane.displayFolder(mailbox.URI);
await until("the messages", () => pane.gDBView.rowCount === count, `${count} messages`);
// Display a message, by its place in the mailbox.
globalThis.display = async number => {
	const keys = [...Array(count).keys()].map(row => pane.gDBView.getMsgHdrAt(row).messageKey);
	const key = keys.toSorted((a, b) => a - b)[number];
	pane.threadTree.selectedIndex = keys.indexOf(key);
	await until("the message", () => browsers.message().currentURI.spec.endsWith(`number=${key}`) &&
		browsers.message().contentDocument.readyState === "complete");
};
"""


class Thunderbird:
    """A profile with messages and the add-on, and a Thunderbird running with it."""

    def __init__(self, messages):
        self.profile, self.opened_file = scratch + "/profile", scratch + "/opened"
        self.count = len(messages)
        os.makedirs(self.profile + "/Mail/Local")
        box = mailbox.mbox(self.profile + "/Mail/Local/Tests")
        for text in messages:
            box.add(text)
        box.close()
        os.makedirs(self.profile + "/extensions")
        shutil.copy(sys.argv[1], self.profile + "/extensions/thunderbird@urlgrep.xpi")
        browser = scratch + "/browser"
        write(self.opened_file, "")
        self.seen = 0
        write(browser, f'#!/bin/sh\nprintf "%s\\n" "$*" >>{self.opened_file}\n')
        os.chmod(browser, 0o755)
        handler = {"action": 2, "handlers": [{"name": "browser", "path": browser}]}
        write(self.profile + "/handlers.json", json.dumps(
            {"defaultHandlersVersion": {}, "mimeTypes": {},
             "schemes": {"http": handler, "https": handler}}))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        write(self.profile + "/user.js", "".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in {**PREFERENCES, "marionette.port": self.port}.items()))

    def start(self):
        self.process = subprocess.Popen(
            ["thunderbird", "--no-remote", "--profile", self.profile, "--marionette",
             "--remote-allow-system-access"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, "HOME": scratch, "LC_ALL": "C.UTF-8"})
        self.socket = soon(lambda: socket.create_connection(("127.0.0.1", self.port)), OSError)
        self.buffer = b""
        self.receive()
        self.send("WebDriver:NewSession", {})
        self.send("Marionette:SetContext", {"value": "chrome"})
        self.run(f"globalThis.count = {self.count};" + PRELUDE)
        window = soon(lambda: xdotool("search", "--onlyvisible", "--class", "thunderbird"),
                      subprocess.CalledProcessError)
        xdotool("windowfocus", window.split()[-1])

    def stop(self):
        self.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        self.process.wait(SECONDS)

    def receive(self):
        while b":" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        length, self.buffer = self.buffer.split(b":", 1)
        while len(self.buffer) < int(length):
            self.buffer += self.socket.recv(65536)
        message, self.buffer = self.buffer[:int(length)], self.buffer[int(length):]
        return json.loads(message)

    def send(self, command, parameters):
        message = json.dumps([0, 1, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(error["message"])
        return result

    def run(self, script, *arguments):
        """Return the value of a script in the main process."""
        result = self.send("WebDriver:ExecuteAsyncScript", {
            "script": "const done = arguments[arguments.length - 1];"
                      f"(async (...given) => {{ {script} }})(...arguments)"
                      ".then(value => done({ value }), error => done({ error: String(error) }))",
            "args": arguments, "sandbox": "system", "newSandbox": False})["value"]
        if "error" in result:
            raise RuntimeError(result["error"])
        return result.get("value")

    def inside(self, where, code):
        """Return the value of code in a document: "message", "list" or "window"; or None."""
        return self.run("const browser = browsers[given[0]](); return browser && inside(browser, given[1])",
                        where, code)

    def display(self, number):
        self.run("return display(given[0])", number)

    def links(self):
        """Return the text and the address of each link in the displayed texts."""
        return [tuple(one) for one in self.inside("message", """
            return [...content.document.querySelectorAll(".moz-text-plain a, .moz-text-flowed a")]
                .map(link => [link.textContent, link.getAttribute("href")]);""")]

    def press(self, *keys, shown, where="list"):
        """Press keys; return the lines of the document once it shows the pattern.

        A key that arrives while a window is being opened may be lost: then press them again.
        """
        for _ in range(10):
            xdotool("key", *keys)
            lines = self.lines(where, shown, 2)
            if lines:
                return lines
        return []

    def list(self):
        """Open the list with its key, and return its lines."""
        return self.press("alt+shift+u", shown=r"^\d+ URLs")

    def lines(self, where, shown, seconds=SECONDS):
        """Return the lines of a document, once it shows the pattern."""
        def read_lines():
            text = self.inside(where, "return content.document.body?.innerText") or ""
            return re.search(shown, text, re.M) and text.splitlines()
        return soon(read_lines, seconds=seconds) or []

    def close(self):
        self.run("""for (const panel of win.document.querySelectorAll(".webextension-popup-panel"))
            panel.hidePopup();
            await until("no list", () => !browsers.list());""")

    def opened(self):
        """Return the URLs passed to the browser since the last call that returned any."""
        lines = read(self.opened_file).decode().splitlines()[self.seen:]
        self.seen += len(lines)
        return lines

    def opens(self, urls, what):
        equal(soon(self.opened), urls, what)

    def focused(self, where):
        return self.inside(where, "return content.document.activeElement.ariaLabel || "
                                  "content.document.activeElement.textContent")

    def picture(self, name):
        subprocess.run(["import", "-window", "root", f"{PICTURES}/{name}.png"], check=False)


def soon(attempt, *errors, seconds=SECONDS):
    """Repeat attempt() until it returns a true value without raising an error; return the value."""
    end = time.time() + seconds
    while True:
        try:
            result = attempt()
            if result or time.time() > end:
                return result
        except errors:
            if time.time() > end:
                raise
        time.sleep(0.05)


def xdotool(*words):
    return subprocess.run(["xdotool", *words], check=True, capture_output=True, text=True).stdout


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


# ---- tests ----

SPOOF = picked_mail.message("""see <URL:http://www.bank.example@h.example/over-
view> there, and http://h.example/a-page, and
<URL:javascript:alert(1)> and http://h.example:port/
""", "A spoof", subtype="plain")
DEMO = "http://www.example.com/drafts/an-over-view.html"
OTHER = "http://www.example.com/drafts/an-overview.html"

# Plain text, quotes, flowed text, HTML, attachments.
SAMPLES = [f"{TOP}/corpus/{name}.eml" for name in """
    broken-after-slash broken-at-equals-and-ampersand broken-at-wrap-column
    broken-in-quoted-reply broken-with-crlf demo flowed-two-spaces https-pages mail-alternative
    mail-bounce mail-digest-multipart mail-flowed-replies mail-japanese mailto-address
    not-joined-other-quote-depth not-joined-signature quote-bars quote-names quoted-wrapper
    ten-schemes""".split()]


SCHEMES = "(https?|ftp|news):"  # Thunderbird also links addresses and files


def found(path, *options):
    """Return the rows of the command for a message."""
    output = subprocess.run([URLGREP, "--no-config", "--json", "--join=always", *options, path],
                            stdout=subprocess.PIPE, check=False).stdout
    return [row for row in map(json.loads, output.splitlines()) if row["type"] == "url"]


def test_samples(bird, first):
    """The URLs displayed and listed are those that the command finds."""
    for number, path in enumerate(SAMPLES, first):
        name = os.path.basename(path)
        bird.display(number)
        wanted = {row["url"] for row in found(path) if re.fullmatch(r"[0-9.]*", row["part"] or "")
                  and re.match(SCHEMES, row["url"])}
        if bird.links():
            soon(lambda: {url for _, url in bird.links()} >= wanted)
            equal(sorted({url for _, url in bird.links() if re.match(SCHEMES, url)}),
                  sorted(wanted), f"{name}: displayed links")
        lines = bird.list()
        wanted = sorted({row["url"] for row in found(path, "--all", "--schemeless")})
        equal(sorted(line for line in lines if line in wanted), wanted, f"{name}: listed URLs")
        equal(lines[0].split(",")[0], f"{len(wanted)} URLs", "and no others")
        bird.close()


def test_list(bird, number):
    """A deceptive message: what the list shows, and when it asks."""
    bird.display(number)
    lines = bird.list()
    equal(lines[0], "7 URLs, 2 with warnings", "the list: numbers")
    text = "\n".join(lines)
    for wanted, what in (
            ("evil.example\nOpen\nCopy\n\u201chttps://paypal.com/login\u201d\nhttps://evil.example/steal\n"
             "\u26a0 the text shows paypal.com, but the link leads to evil.example",
             "the text of a link that shows another host"),
            ("leads to real.example\nOpen\nCopy\nhttps://real.example/article?id=7",
             "the target of a wrapper"),
            ("https://paypal.com/login\n\u26a0 only the text of a link, which leads to evil.example",
             "the URL that a link only shows"),
            ("http://www.example.org/help", "a name without a scheme"),
            ("Images, style sheets, forms (2)\n", "resources that a page loads are separate"),
            ("Not opened (1)\nevil.example\nCopy\n\u201cClick here\u201d\n"
             "http://user@bank.example@evil.example/\n\u2717 '@' is not allowed in reg-name",
             "invalid URLs cannot be opened, with the reason")):
        ok(wanted in text, what, text)
    bird.picture("list-html")
    equal(bird.focused("list"), "Open https://evil.example/steal", "the first URL has the focus")
    for keys, opened, what in (
            (["Return"], [], "not opened when answered by Enter, since Cancel has the focus"),
            (["Escape"], [], "nor by Escape, which closes the list"),
            (["Tab", "Return"], ["https://evil.example/steal"], "opened when answered by Open")):
        lines = bird.press("Return", shown="^Open it all the same")
        ok(lines[-6:] == ["Open it all the same?", "evil.example", "\u201chttps://paypal.com/login\u201d",
                          "https://evil.example/steal",
                          "\u26a0 the text shows paypal.com, but the link leads to evil.example",
                          "Cancel Open"], "it asks", "\n".join(lines))
        bird.picture("question")
        xdotool("key", *keys)
        if keys == ["Escape"]:
            bird.close()
            bird.list()
        else:
            bird.lines("list", "^Opened: https://evil" if opened else "^Not opened")
        equal(soon(bird.opened) if opened else bird.opened(), opened, what)
    xdotool("key", "Down", "Down", "Return")
    bird.opens(["https://real.example/article?id=7"], "Down: the target, which opens at once")
    xdotool("key", "Up", "Tab", "Return")
    bird.lines("list", "^Copied: https://nam02")
    equal(bird.run("return win.navigator.clipboard.readText()"),
          picked_mail.WRAPPED.replace("&amp;", "&"), "Up, Tab: Copy copies")
    xdotool("key", "Up", "Up")
    equal(bird.focused("list"), "Open http://user%40bank.example@evil.example/",
          "before the first URL comes the last: what browsers make of one that is not valid")
    bird.inside("list", """await content.fetch("http://h.example/").catch(() => {});
        content.document.body.append(Object.assign(content.document.createElement("img"),
            { src: "http://h.example/a.png" }));""")
    bird.run("""await win.fetch("http://control.example/").catch(() => {});""")
    urls = [url for _, url in bird.run("return requests")]
    ok("http://control.example/" in urls and not any("h.example" in url for url in urls),
       "the policy of the list forbids requests", "\n".join(urls))
    bird.close()


def test_many(bird):
    """A long list, and messages that try to change their display."""
    bird.display(1)
    lines = bird.list()
    equal([line for line in lines if line.startswith("\u201c")],
          [f"\u201cArticle {n}: {'cats' if n % 7 == 0 else 'dogs'}\u201d" for n in range(1, 61)],
          "60 links, in base64: their texts")
    bird.close()
    bird.display(2)
    text = "\n".join(bird.list())
    ok("http://h.example/a\n" in text and "\u202e" not in text, "no character turns the text around", text)
    bird.close()
    bird.display(3)
    lines = bird.list()
    wanted = {(url or written).decode() for n, (written, url) in enumerate(picked_mail.HOSTILE)
              if n not in picked_mail.NO_URL}
    equal(sorted(wanted - set(lines)), [], "the URLs of a hostile message")
    ok(re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", "\n".join(lines)) is None,
       "and none of its control characters", repr(lines))
    bird.close()
    bird.display(5)
    lines = bird.list()
    ok("part 1 not read" in lines[0], "a part that is not read", lines[0])
    bird.close()


def click(bird, text, button):
    """Click on the link with this text in the displayed message."""
    x, y = bird.run("""const { x, y } = await inside(browsers.message(), `
        const box = [...content.document.links].find(link => link.textContent === ${
            JSON.stringify(given[0])}).getClientRects()[0];
        return { x: box.x + content.mozInnerScreenX + 20, y: box.y + content.mozInnerScreenY + 5 };`);
        return [x, y]""", text)
    xdotool("mousemove", str(round(x)), str(round(y)), "click", str(button))


def test_text(bird, demo):
    """Links in displayed text: another reading in the menu, and a question."""
    bird.display(demo)
    broken = soon(lambda: [one for one in bird.links() if "\n" not in one[0] and one[1] == DEMO])
    equal([text for text, _ in broken], ["http://www.example.com/drafts/an-over-", "view.html"],
          "a broken URL is one link in two lines")
    bird.picture("text-plain")
    click(bird, "view.html", 3)
    item = """const item = await until("the menu", () => openMenu() && offered(openMenu())); """
    equal(bird.run(item + "return item.label"), f"Open {OTHER}", "the other reading is in the menu")
    bird.picture("menu")
    bird.run(item + "openMenu().activateItem(item)")
    bird.opens([OTHER], "and opens")
    click(bird, "http://example.com/~joe/", 3)
    bird.run("""await until("the menu", () => openMenu());
        await until("no other reading", () => !offered(openMenu()));
        openMenu().hidePopup();""")
    ok(True, "a URL without other readings has none")
    click(bird, "view.html", 1)
    bird.opens([DEMO], "a click opens the whole URL")

    bird.display(4)
    url = "http://www.bank.example@h.example/over-view"
    soon(lambda: ("view", url) in bird.links())
    equal(bird.inside("message", """return [...content.document.links].filter(link => link.title)
        .map(link => link.textContent);"""), ["http://www.bank.example@h.example/over-", "view"],
          "no links are made of javascript:, of invalid URLs, or again of whole ones")
    ok("the real one follows the @" in bird.inside("message", "return content.document.links[0].title"),
       "the tooltip has the warnings")
    click(bird, "view", 1)
    lines = bird.lines("window", "^\u26a0")
    ok("h.example" in lines and "\u26a0 the user name looks like a host; the real one follows the @" in
       lines, "a click on a URL with a warning asks in a window", "\n".join(lines))
    bird.picture("question-window")
    equal(bird.opened(), [], "and opens nothing before")
    bird.inside("window", "content.document.querySelector('#yes').click()")
    bird.opens([url], "then it does")
    bird.run("Services.wm.getMostRecentWindow('mail:extensionPopup').close()")


def test_dark(bird):
    bird.run("Services.prefs.setIntPref('ui.systemUsesDarkTheme', 1)")
    bird.display(0)
    bird.list()
    colors = bird.inside("list", """const style = content.getComputedStyle(content.document.documentElement);
        return [style.backgroundColor, style.color];""")
    light = [sum(map(int, re.findall(r"\d+", color)[:3])) for color in colors]
    ok(light[0] < 150 < 600 < light[1], "dark: the list", str(colors))
    bird.picture("list-dark")
    bird.close()


def main():
    os.makedirs(PICTURES, exist_ok=True)
    messages = [picked_mail.PHISHING, picked_mail.NEWSLETTER, picked_mail.BIDI,
                picked_mail.hostile_message(), SPOOF,
                SPOOF.replace(b"text/plain", b"application/ms-tnef")]
    bird = Thunderbird(messages + [read(path) for path in SAMPLES])
    bird.start()
    bird.stop()  # the add-on is installed now, so the next start is an ordinary one
    bird.start()
    test_text(bird, len(messages) + [path.endswith("/demo.eml") for path in SAMPLES].index(True))
    test_list(bird, 0)
    test_many(bird)
    test_samples(bird, len(messages))
    test_dark(bird)
    requests = bird.run("return requests")
    equal([url for principal, url in requests if principal.startswith("moz-extension:")], [],
          "the add-on asks the network for nothing")
    errors = bird.run("""return Services.console.getMessageArray().map(one => String(one.message ?? one))
        .filter(one => one.includes("moz-extension://") && !one.includes("h.example/") &&
            !one.includes("context unloaded"))""")  # another message was displayed
    equal(errors, [], "and reports no errors")
    bird.stop()


for program in "thunderbird", "Xvfb", "xdotool", "import":
    if not shutil.which(program):
        skip_all(f"no {program} (install thunderbird, xvfb, xdotool and imagemagick)")
if len(sys.argv) < 2 or not os.path.exists(sys.argv[1]):
    skip_all("the add-on cannot be built: make thunderbird says why")
scratch = tempfile.mkdtemp()
reading, writing = os.pipe()
display = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24"],
                           pass_fds=[writing], stderr=subprocess.DEVNULL)
os.environ["DISPLAY"] = ":" + os.read(reading, 20).decode().strip()
try:
    main()
finally:
    display.terminate()
    shutil.rmtree(scratch, ignore_errors=True)
done_testing()
