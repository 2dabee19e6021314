#!/usr/bin/env python3
"""unwrap_round_trip.py - pass generated URLs through encoders of mail gateways, implemented here
independently of the decoder, and back through "urlgrep --unwrap" (TAP)

Also test each row of tracking-params.tsv.

	COUNT=100000 tests/unwrap/unwrap_round_trip.py     (make check: 3,000)
"""
import base64
import json
import os
import random
import subprocess
import sys
import urllib.parse

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from made_urls import SAFE, make_url
from tap import TOP, URLGREP, done_testing, ok

os.chdir(TOP)
COUNT = int(os.environ.get("COUNT", "3000"))
SEED = 20261122


# ---- the encoders -----------------------------------------------------------

TOKEN = "9JAEtHwhqq2bhNITvwUxzNd_yVeNP1ijh99HnlVKpoq55zBGZ-Qvbs1r0tjCqVsbM4Or3_Lx9QWFlu"


def safelinks(rng, url):
    data = urllib.parse.quote(f"05|02|ann@example.org|{TOKEN}|0|Unknown|", safe="")
    return (f"https://nam{rng.randint(1, 12):02}.safelinks.protection.outlook.com/?url="
            f"{urllib.parse.quote(url, safe='')}&data={data}&sdata=x%3D&reserved=0")


def proofpoint_v2(rng, url):
    out = "".join(c if c.isalnum() or c in ".~" else "_" if c == "/" else f"-{ord(c):02X}"
                  for c in url)
    return f"https://urldefense.proofpoint.com/v2/url?u={out}&d=DwMFAg&c={TOKEN}&r=x&m=y&s=z&e="


LENGTHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
KEPT = SAFE.replace("~", "") + ":/?=&@"


def proofpoint_v3(rng, url):
    """Replace the characters that are not kept, or would end the template, by "*" and runs."""
    template, replaced, run = "", b"", 0

    def end_run():
        nonlocal template, run
        while run:
            n = min(run, 65)
            template += "*" if n == 1 else "**" + LENGTHS[n - 2]
            run -= n
        run = 0

    data = url.encode()
    for i, byte in enumerate(data):
        if chr(byte) in KEPT and not data[i:].startswith(b"__;"):
            end_run()
            template += chr(byte)
        else:
            replaced += bytes([byte])
            run += 1
    end_run()
    code = base64.urlsafe_b64encode(replaced).decode().rstrip("=")
    return f"https://urldefense.com/v3/__{template}__;{code}!!DZ3fjg!{TOKEN}$"


def sophos(rng, url):
    code = rng.choice([base64.b64encode, base64.urlsafe_b64encode])(url.encode()).decode()
    code = urllib.parse.quote(code, safe="-_=") if rng.random() < 0.5 else \
        code.rstrip("=").replace("+", "-").replace("/", "_")
    return ("https://us-west-2.protection.sophos.com/?d=example.org&u=" + code +
            "&i=NjQ0M2U3&t=eWI5V3h5bTRX&h=9ba410ca&s=AVNPUEhUT0NFTkNSWVBUSVY")


ENCODERS = [safelinks, proofpoint_v2, proofpoint_v3, sophos]


def check_round_trips():
    rng = random.Random(SEED)
    urls, wrapped, ways = [], [], []
    while len(urls) < COUNT:
        url = make_url(rng)
        way = [rng.choice(ENCODERS) for _ in range(rng.choice([1, 1, 1, 2, 2, 3]))]
        out = url
        for encode in way:
            out = encode(rng, out)
        if len(out) < 30000:
            urls.append(url)
            wrapped.append(out)
            ways.append(way)
    done = subprocess.run([URLGREP, "--check", "--json"], input="\n".join(wrapped) + "\n",
                          text=True, capture_output=True, check=False)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = [f"{url}\n{'>'.join(e.__name__ for e in way)}: {out}\n{j.get('target')}"
             for url, out, way, j in zip(urls, wrapped, ways, found) if j.get("target") != url]
    ok(len(found) == COUNT and not wrong, f"{COUNT} made-up URLs are what they were",
       "\n".join([f"{len(found)} are judged", *wrong[:5]]))


# ---- tracking parameters ----------------------------------------------------

def check_tracking():
    """Each parameter is removed where it should be; not a longer name, nor one for another host."""
    with open("src/unwrap/tables/tracking-params.tsv", encoding="utf-8") as table:
        known = [line.split("\t")[:2] for line in table if line.strip() and line[0] != "#"]
    cases = []
    for name, hosts in known:
        if name[0] == "/":
            continue  # in a path: vectors/tracking.tsv
        host = hosts.split()[-1].replace("*.", "sub.").replace("{g}", "co.uk") if hosts != "-" else "h.example"
        made = name.replace("*", "q").replace("[0]", "%5B0%5D")
        cases.append((f"https://{host}/a?b=1&{made}=x&c=2", f"https://{host}/a?b=1&c=2"))
        cases.append((f"https://{host}/a?x{made}=x", None))
        if "*" not in name:
            cases.append((f"https://{host}/a?{made}x=x", None))
        if hosts != "-" and [name, "-"] not in known:
            cases.append((f"https://not{host.removeprefix('sub.')}/a?{made}=x", None))
    done = subprocess.run([URLGREP, "--check", "--json", "--strip-tracking"], text=True, check=False,
                          input="\n".join(url for url, _ in cases) + "\n", capture_output=True)
    found = [json.loads(line).get("clean") for line in done.stdout.splitlines()]
    wrong = [f"{url}: {clean}, expected {wanted}" for (url, wanted), clean in zip(cases, found)
             if clean != wanted]
    ok(not wrong and len(found) == len(cases) > 300, f"{len(cases)} URLs with a tracking parameter, or nearly",
       "\n".join(wrong))


check_round_trips()
check_tracking()
done_testing()
