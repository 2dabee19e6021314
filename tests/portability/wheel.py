#!/usr/bin/env python3
"""wheel.py - the wheel for PyPI (make wheel): what it needs, and that it works in an empty
virtual environment, with the PCRE2 that is linked in (TAP)

    tests/portability/wheel.py WHEEL

It is tested with this version of Python, and later ones from pyenv or the system.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import done_testing, equal, ok, skip, skip_all

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
URLGREP = os.path.join(TOP, "build", "urlgrep")
GLIBC = (2, 28)
# the libraries that this module may need, all of which the policy manylinux_2_28 allows
LIBRARIES = {"libc.so.6", "libdl.so.2", "libpthread.so.0", "libm.so.6", "ld-linux-x86-64.so.2"}

PROGRAM = """
import glob, urlgrep
for path in sorted(glob.glob("corpus/*.eml")):
    for message in urlgrep.mbox(path):
        print(path, *(url.url for url in message.urls))
print([line.split()[-1] for line in open("/proc/self/maps") if "pcre2" in line])
"""


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=TOP)


def check_module(path):
    symbols = run("objdump", "-T", path).stdout
    versions = {tuple(map(int, version.split(".")))
                for version in re.findall(r"GLIBC_([\d.]+)", symbols)}
    ok(versions and max(versions) <= GLIBC, "no function of a later glibc than 2.28", str(versions))
    needed = set(re.findall(r"NEEDED +(\S+)", run("objdump", "-p", path).stdout))
    ok(needed <= LIBRARIES, "no library but those of glibc", str(needed))
    exported = re.findall(r"(\S+)$", run("nm", "-D", "--defined-only", path).stdout, re.M)
    equal(exported, ["PyInit__urlgrep"], "no function of the libraries is visible")


def expected():
    """Return what the command finds in the same messages, with the system's PCRE2."""
    lines = []
    for path in sorted(glob.glob("corpus/*.eml", root_dir=TOP)):
        found = run(URLGREP, "--format={message}\t{url}", path).stdout.splitlines()
        lines.append((path, [line.split("\t")[1] for line in found]))
    return lines


def check_python(python, wheel, directory, wanted):
    place = os.path.join(directory, os.path.basename(python))
    made = run(python, "-m", "venv", place)
    made = made if made.returncode else run(place + "/bin/python", "-m", "pip", "install", "-q",
                                            "--disable-pip-version-check", "--no-index", wheel)
    name = run(python, "-V").stdout.strip()
    ok(made.returncode == 0, f"{name}: installed in an empty environment", made.stderr)
    done = run(place + "/bin/python", "-c", PROGRAM)
    *lines, maps = done.stdout.splitlines() or [""]
    found = {}
    for line in lines:
        path, *urls = line.split(" ")
        found.setdefault(path, []).extend(urls)
    different = [path for path, urls in wanted if found.get(path, []) != urls]
    equal((done.stderr, different), ("", []), f"{name}: finds the same as the command")
    equal(maps, "[]", f"{name}: no PCRE2 of the system is loaded")


def pythons():
    """Return each installed version of Python from 3.11 on, once."""
    names = [f"python3.{minor}" for minor in range(11, 20)]
    paths = [path for name in names for path in
             [shutil.which(name), *glob.glob(os.path.expanduser(f"~/.pyenv/versions/*/bin/{name}"))]]
    works = {}
    for path in filter(None, paths):
        version = run(path, "-c", "import sys, venv, ensurepip; print(sys.version_info[:2])")
        if version.returncode == 0:
            works.setdefault(version.stdout, path)
    return list(works.values())


def main():
    wheel = sys.argv[1] if len(sys.argv) > 1 else ""
    if not os.path.exists(wheel):
        skip_all("no wheel: ziglang from PyPI or the source of PCRE2 cannot be downloaded")
    wheel = os.path.abspath(wheel)
    ok(wheel.endswith("-cp311-abi3-manylinux_2_28_x86_64.whl"), "its name", wheel)
    with tempfile.TemporaryDirectory() as directory:
        with zipfile.ZipFile(wheel) as file:
            file.extractall(directory)
        check_module(f"{directory}/urlgrep/_urlgrep.abi3.so")
        auditor = os.environ.get("AUDITWHEEL", "auditwheel")
        if shutil.which(auditor):
            done = run(auditor, "show", wheel)
            ok("manylinux_2_28_x86_64" in done.stdout or re.search(
                r"manylinux_2_(1\d|2[0-7])_x86_64", done.stdout), "auditwheel agrees",
               done.stdout + done.stderr)
        else:
            skip("auditwheel agrees", "no auditwheel")
        wanted = expected()
        ok(sum(len(urls) for _, urls in wanted) > 100, "the command finds URLs in the corpus")
        for python in pythons():
            check_python(python, wheel, directory, wanted)
    done_testing()


main()
