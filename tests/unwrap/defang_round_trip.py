#!/usr/bin/env python3
"""defang_round_trip.py - pass generated URLs through "urlgrep --defang" and back through
"urlgrep --refang"; urlgrep finds no URL in defanged text (TAP)

	COUNT=100000 tests/unwrap/defang_round_trip.py     (make check: 3,000)
"""
import os
import random
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from made_urls import make_defangable, write_html
from tap import TOP, URLGREP, done_testing, equal, ok

COUNT = int(os.environ.get("COUNT", "3000"))
SEED = 20261122


def urlgrep(text, *options):
    """Return the lines that urlgrep prints, and its exit status."""
    run = subprocess.run([URLGREP, *options, "-"], input=text.encode(), cwd=TOP,
                         stdout=subprocess.PIPE, check=False)
    return run.stdout.decode().split("\n")[:-1], run.returncode


def first_of_lines(lines, *options):
    """Return the first URL of each line, by its number."""
    found, _ = urlgrep("".join(line + "\n\n" for line in lines), "-n", *options)
    return dict(line.split(":", 1) for line in reversed(found))


def main():
    rng = random.Random(SEED)
    urls = [make_defangable(rng) for _ in range(COUNT)]
    html = write_html(urls)
    found, _ = urlgrep(html)
    # some look like templates ("$A") or regular expressions ("(?")
    ok(set(found) <= set(urls) and len(found) > 0.98 * COUNT,
       f"of {COUNT} made-up URLs {len(found)} are found",
       "\n".join(sorted(set(found) - set(urls))[:5]))
    defanged, _ = urlgrep(html, "--defang")
    equal(len(defanged), len(found), "as many are defanged")
    # as found in text, where marks such as "**" may end them; browsers encode blanks
    plain = first_of_lines(url.replace(" ", "%20") for url in found)
    back = first_of_lines(defanged, "--refang")
    wrong = [(url, line) for line, url in plain.items() if back.get(line, "").lower() != url.lower()]
    equal((len(plain), wrong[:5]), (len(found), []), "all are read back as the original would be found")
    text = "".join(line + "\n" for line in defanged)
    equal(urlgrep(text), ([], 1), "urlgrep finds no URL in defanged text")
    equal(urlgrep(text, "--iri", "--readings=all"), ([], 1), "nor with --iri")
    done_testing()


main()
