#!/usr/bin/env python3
"""Score urlgrep and other tools on labelled lines with names without a scheme and e-mail
addresses: precision and recall of each, in one run.

usage: names_peers.py

The lines are those of labelled-names.txt, and names-lines.jsonl and address-lines.jsonl in
$TRUTH (or ../shared/truth beside the repository), if they are there.
What a tool finds counts once a line. Other tools are installed into build/peers with npm, Go and
apt-get; those that cannot be installed are left out. Not part of make check.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "accuracy"))
import labelled_names

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PEERS = os.path.join(TOP, "build", "peers")
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers")
NPM = ["linkify-it@5", "tlds@1", "linkifyjs@4", "autolinker@4"]
DEBIAN = ["liburi-find-perl", "libemail-find-perl", "nodejs", "npm"]
XURLS = "mvdan.cc/xurls/v2/cmd/xurls@v2.5.0"


def install():
    """Install the peers that are missing; say what is done."""
    root = [] if os.getuid() == 0 else ["sudo"]
    missing = [name for name in DEBIAN if subprocess.run(
        ["dpkg-query", "--show", name], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, check=False).returncode != 0]
    for name in missing:
        if name in ("nodejs", "npm") and subprocess.run(
                ["sh", "-c", "command -v node npm >/dev/null"], check=False).returncode == 0:
            continue
        print("installing with apt-get:", name, file=sys.stderr)
        subprocess.run([*root, "apt-get", "-q", "-y", "--no-install-recommends", "install",
                        name], stdout=subprocess.DEVNULL, check=False)
    if not os.path.isdir(os.path.join(PEERS, "node_modules")):
        print("installing with npm:", *NPM, file=sys.stderr)
        os.makedirs(PEERS, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", PEERS, "--no-fund", "--no-audit", *NPM],
                       stdout=subprocess.DEVNULL, check=False)


def install_xurls():
    """Install xurls, which Debian does not have, if there is Go."""
    if os.path.exists(os.path.join(PEERS, "xurls")):
        return
    print("installing with go:", XURLS, file=sys.stderr)
    try:
        subprocess.run(["go", "install", XURLS], env={**os.environ, "GOBIN": PEERS},
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    except OSError:
        pass


# ---- what each tool finds: a list of (kind, text) for each line ----------------------


def run_filter(command, lines):
    """Return what a program prints for each line: a JSON list of [kind, text]."""
    text = "".join(json.dumps({"text": line["text"]}) + "\n" for line in lines)
    run = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, cwd=PEERS, check=False)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    if run.returncode != 0 or len(rows) != len(lines):
        raise OSError("failed")
    return rows


def found_by_node(name):
    return lambda lines: run_filter(["node", os.path.join(HERE, "links.mjs"), name], lines)


def found_by_perl(name):
    return lambda lines: run_filter(["perl", os.path.join(HERE, "links.pl"), name], lines)


def found_by_xurls(lines):
    found = []
    for line in lines:
        run = subprocess.run([os.path.join(PEERS, "xurls"), "-r"], input=line["text"].encode(),
                             stdout=subprocess.PIPE, check=False)
        texts = run.stdout.decode().splitlines()
        found.append([("address" if re.fullmatch(r"[^/@]+@[^/@]+", text) else "name", text)
                      for text in texts
                      if not re.match(r"[a-z][a-z0-9+.-]*:(?!\d)", text, re.IGNORECASE)])
    return found


TOOLS = [("urlgrep", labelled_names.found_by_urlgrep), ("linkify-it", found_by_node("linkify-it")),
         ("linkifyjs", found_by_node("linkifyjs")), ("xurls", found_by_xurls),
         ("URI::Find::Schemeless", found_by_perl("URI::Find::Schemeless")),
         ("Autolinker", found_by_node("autolinker")),
         ("Email::Find", found_by_perl("Email::Find"))]

# ---- the score -----------------------------------------------------------------------


def report(title, lines, kind):
    print("%s: %d lines, %d expected" % (title, len(lines),
          sum(len(set(line["expected"])) for line in lines)), flush=True)
    for name, find in TOOLS:
        try:
            found = find(lines)
        except OSError as reason:
            print("  %-24s not there: %s" % (name, reason))
            continue
        right, wrong, missing = labelled_names.score(lines, found, kind)
        if right + wrong:
            print("  %-24s precision %.3f  recall %.3f" % (
                name, right / (right + wrong), right / (right + missing)))


def main():
    install()
    install_xurls()
    for kind in ("name", "address"):
        report("labelled-names.txt, %s" % kind, labelled_names.own_lines(kind), kind)
        lines = labelled_names.truth_lines(kind)
        if lines:
            report("real mail, %s" % kind, lines, kind)


if __name__ == "__main__":
    main()
