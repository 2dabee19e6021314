#!/usr/bin/env python3
"""Compare the URLs found in messages, well-formed or not, with those found by other parsers.

    tests/oracle/mail_peers.py [BUILD [COUNT [SEED]]]

Each peer (Python's email, GMime, Perl's Email::MIME) decodes the texts of a message, and urlgrep
searches those. A URL that two peers show must be among those that urlgrep finds in the message.
The messages are those of corpus/ and, if MAIL_TESTS names a directory, all files below it; COUNT
mutants of them; and COUNT random ones (made_messages.py). At most 1 message in 500 may differ. A
message that no longer differs after its faults have been repaired for the peers (REPAIRS) is
counted by the fault, and not as different. TAP.
"""

import collections
import email
import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from made_messages import Maker

ALLOWED = 500
# faults that the peers read differently, and their repairs
REPAIRS = {
    # transport-padding (RFC 2045, 6.7): for most peers this is not a soft line break
    "white space after the = of a soft line break": (rb"=[ \t]+(?=\r?\n)", b"="),
    # urlgrep skips them; for others the header is empty
    "empty lines before the header": (rb"\A(?:\r?\n)+", b""),
    # urlgrep continues to read the header; for others it ends
    "a line in the header that is not a field": (rb"(?m)^no field\n", b""),
    # obs-optional (RFC 5322, 4.5.8): others do not recognize the field
    "white space before the colon of a field": (rb"(?m)^([\w-]+)[ \t]+:", rb"\1:"),
    # others do not recognize the encoding
    "white space after the value of a field": (rb"(?m)^([\w-]+:.*?)[ \t]+(?=\r?$)", rb"\1"),
}
PERL = r'''
use Email::MIME;
my $directory = shift;
for my $n (0 .. $#ARGV) {
    open(my $file, '<:raw', $ARGV[$n]) or die;
    my $message = do { local $/; <$file> };
    my $k = 0;
    eval {
        Email::MIME->new($message)->walk_parts(sub {
            my ($part) = @_;
            return if $part->subparts;
            my $type = $part->content_type // 'text/plain';
            return unless $type =~ m{^\s*text}i;
            my $text = eval { $part->body_str } // $part->body;
            utf8::encode($text) if utf8::is_utf8($text);
            open(my $out, '>:raw', "$directory/$n." . $k++ . ($type =~ m{html}i ? '.html' : '.txt')) or die;
            print $out $text;
        });
    };
}
'''


def python_parts(directory, paths):
    """Write the texts that Python's email decodes."""
    for number, path in enumerate(paths):
        with open(path, "rb") as file:
            message = email.message_from_bytes(file.read())
        for k, part in enumerate(message.walk()):
            if part.is_multipart() or part.get_content_maintype() != "text":
                continue
            text = part.get_payload(decode=True) or b""
            try:
                text = text.decode(part.get_content_charset("utf-8"), "replace").encode("utf-8", "replace")
            except LookupError:
                pass
            ending = "html" if part.get_content_subtype() == "html" else "txt"
            with open(f"{directory}/{number}.{k}.{ending}", "wb") as out:
                out.write(text)


def program(*command):
    """Return a function that makes the program write the texts."""
    return lambda directory, paths: subprocess.run([*command, directory, *paths], check=True,
                                                   stderr=subprocess.DEVNULL)


def find_peers(build):
    """Return the peers that are installed, by name; report the others."""
    peers = {"Python's email": python_parts}
    parts = f"{build}/tests/gmime_parts"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "gmime-3.0"], capture_output=True, text=True)
    if flags.returncode == 0:
        subprocess.run(["cc", "-o", parts, "tests/oracle/gmime_parts.c", *flags.stdout.split()], check=True)
        peers["GMime"] = program(parts)
    else:
        print("# SKIPPED: GMime (install libgmime-3.0-dev)")
    if subprocess.run(["perl", "-MEmail::MIME", "-e1"], stderr=subprocess.DEVNULL).returncode == 0:
        peers["Email::MIME"] = program("perl", "-e", PERL)
    else:
        print("# SKIPPED: Perl's Email::MIME (install libemail-mime-perl)")
    return peers


def urls_of(urlgrep, kind, paths):
    """Yield the number at the beginning of each file's name, and each URL in the file."""
    for start in range(0, len(paths), 1000):
        got = subprocess.run([urlgrep, "--json", "-j1", f"--as={kind}", "--", *paths[start:start + 1000]],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for line in got.stdout.splitlines():
            row = json.loads(line)
            name = row.get("file", row.get("path"))
            if row["type"] == "url" and isinstance(row["url"], str):
                yield int(os.path.basename(name).split(".")[0]), row["url"]


def seen_by(urlgrep, peer, paths):
    """Return the set of URLs in the texts of each message."""
    found = collections.defaultdict(set)
    with tempfile.TemporaryDirectory() as directory:
        for start in range(0, len(paths), 1000):
            part = f"{directory}/{start}"
            os.mkdir(part)
            peer(part, paths[start:start + 1000])
            for kind, ending in (("text", ".txt"), ("html", ".html")):
                texts = [entry.path for entry in os.scandir(part) if entry.name.endswith(ending)]
                for number, url in urls_of(urlgrep, kind, texts):
                    found[start + number].add(url)
    return found


def agreed(peers, found, number):
    """Return the URLs that two peers show in a message."""
    votes = collections.Counter(url for urls in found for url in urls[number])
    return [url for url, count in votes.items() if count >= min(2, len(peers))]


def repaired(urlgrep, peers, message, ours):
    """Return the fault after whose repair the peers show no URLs beyond ours, or None."""
    with tempfile.TemporaryDirectory() as directory:
        messages = {fault: re.sub(*repair, message) for fault, repair in REPAIRS.items()}
        messages["several of these"] = functools.reduce(lambda text, repair: re.sub(*repair, text),
                                                        REPAIRS.values(), message)
        paths = [f"{directory}/{number}.eml" for number in range(len(messages))]
        for path, text in zip(paths, messages.values()):
            with open(path, "wb") as file:
                file.write(text)
        found = [seen_by(urlgrep, peer, paths) for peer in peers.values()]
    return next((fault for number, fault in enumerate(messages)
                 if not missing(agreed(peers, found, number), ours)), None)


def missing(urls, ours):
    """Return the URLs that are not ours. Flowed or unfolded text may have a longer URL."""
    return [url for url in urls if not any(url in other for other in ours)]


def mutant(rng, lines):
    """Return the lines of a message with one to three of them changed."""
    lines = list(lines)
    for _ in range(rng.randint(1, 3)):
        # most decisions of a parser are in headers and at boundaries
        chosen = [i for i, line in enumerate(lines) if line[:2] == b"--" or b":" in line[:30]] or [0]
        at = rng.choice(chosen) if rng.random() < .7 else rng.randrange(len(lines))
        line = lines[at]
        lines[at:at + 1] = rng.choice([
            [], [line, line], [b"\n", line], [line, b"\n"], [b"no field\n", line], [b" " + line],
            [line[:rng.randrange(len(line) + 1)]], [line.lower()], [line.replace(b'"', b"")],
            [line.replace(b";", b"; (a comment)")], [line.replace(b"\n", b" \n")],
            [line.replace(b": ", b" : ")], [line.replace(b"\r", b"")]])
        lines = lines or [b"\n"]
    return b"".join(lines)


def messages_of(directory):
    """Return the paths of all files in a directory tree, in order."""
    return sorted(os.path.join(where, name) for where, _, names in os.walk(directory) for name in names)


def main():
    build, count, seed = [*sys.argv[1:], *["build", "2000", "1"][len(sys.argv) - 1:]]
    urlgrep = os.path.abspath(f"{build}/urlgrep")
    rng = random.Random(int(seed))
    peers = find_peers(build)
    originals = [path for path in messages_of("corpus") if path.endswith(".eml")] + \
        messages_of(os.environ.get("MAIL_TESTS", "/nonexistent"))
    with tempfile.TemporaryDirectory() as directory:
        paths, names = [], []
        for number in range(len(originals) + 2 * int(count)):
            name = originals[number] if number < len(originals) else rng.choice(originals)
            with open(name, "rb") as file:
                content = file.read()
            if number >= len(originals) + int(count):
                made = f"{seed}{number}"
                content, name = Maker(made).message(), f"message {made}"
            elif number >= len(originals):
                content = mutant(rng, content.splitlines(keepends=True) or [b"\n"])
                name += f", mutant {number - len(originals)}"
            paths.append(f"{directory}/{number}.eml")
            names.append(name)
            with open(paths[-1], "wb") as file:
                file.write(content)
        ours = collections.defaultdict(set)
        for number, url in urls_of(urlgrep, "mail", paths):
            ours[number].add(url)
        theirs = [seen_by(urlgrep, peer, paths) for peer in peers.values()]
        wrong = seen = 0
        faults = collections.Counter()
        for number, name in enumerate(names):
            urls = agreed(peers, theirs, number)
            seen += len(urls)
            if name.startswith("message "):  # each of its URLs has a host; another reading of the text does not matter
                urls = {host for url in urls for host in re.findall(r"//(h\d+-\d+\.example)\b", url)}
            lost = missing(urls, ours[number])
            if not lost:
                continue
            with open(paths[number], "rb") as file:
                fault = repaired(urlgrep, peers, file.read(), ours[number])
            if fault:
                faults[fault] += 1
                continue
            wrong += 1
            print(f"# {name}: not found: {' '.join(sorted(lost)[:3])}")
            if os.environ.get("KEEP"):
                os.system(f"cp {paths[number]} {os.environ['KEEP']}")
        for fault, count in faults.most_common():
            print(f"# {count} messages with {fault}: the peers show other URLs; without, those of urlgrep")
    good = seen > 0 and wrong * ALLOWED <= len(names)
    print(f"{'' if good else 'not '}ok 1 - URLs that two of {', '.join(peers)} show: {wrong} of {len(names)} messages lack one of {seen}")
    print("1..1")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
