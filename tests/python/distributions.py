#!/usr/bin/env python3
"""distributions.py - the wheel and the source distribution of the Python package, each
installed in an empty virtual environment (TAP)

No other packages are installed: the package works, and functions that need pyarrow say so.
"""
import glob
import os
import subprocess
import sys
import tempfile
import venv

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(os.path.dirname(HERE), "common"))
from tap import done_testing, equal, ok, skip_all

TOP = os.path.dirname(os.path.dirname(HERE))
PYTHON = os.environ.get("URLGREP_PYTHON")

PROGRAM = """
import urlgrep
print(*urlgrep.find("see http://h.example/"), urlgrep.judge("http://a|b").valid,
      len(urlgrep.extract(["http://h.example/"])),
      sum(len(m.urls) for m in urlgrep.mbox("corpus/demo.eml")),
      sum(len(batch) for batch in urlgrep.batches("corpus/demo.eml")))
try:
    urlgrep.resolve([])
except ModuleNotFoundError as error:
    print(error.name)
"""
EXPECTED = "http://h.example/ False 1 3 3\npyarrow\n"


def run(*arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, check=False, cwd=TOP,
                          **options)


def check_installed(what, distribution, directory):
    """Install a wheel in an empty environment, and use it."""
    place = os.path.join(directory, what)
    venv.create(place, with_pip=False)
    done = run(PYTHON, "-m", "pip", "--python", os.path.join(place, "bin", "python"),
               "install", "-q", "--disable-pip-version-check", "--no-index", distribution)
    ok(done.returncode == 0, f"the {what} is installed in an empty environment",
       done.stdout + done.stderr)
    done = run(os.path.join(place, "bin", "python"), "-c", PROGRAM)
    equal(done.stdout + done.stderr, EXPECTED, f"the {what} works there")


def build_from_source(sdist, directory):
    """Build a wheel from a source distribution only, without optimization to save time."""
    done = run(PYTHON, "-m", "pip", "wheel", "-q", "--disable-pip-version-check",
               "--no-build-isolation", "--no-deps", "-w", directory, sdist,
               env=dict(os.environ, URLGREP_MAKE="CFLAGS=-O0"))
    ok(done.returncode == 0, "a wheel is built from the source distribution",
       done.stdout + done.stderr)
    return glob.glob(directory + "/*.whl")[0]


def main():
    if not PYTHON:
        skip_all("no environment: make check-python")
    dist = os.path.join(TOP, os.environ.get("URLGREP_BUILD", "build"), "python", "dist")
    wheel, = glob.glob(dist + "/*.whl")
    sdist, = glob.glob(dist + "/*.tar.gz")
    ok("-cp311-abi3-" in wheel, "the wheel is for Python 3.11 and later", wheel)
    with tempfile.TemporaryDirectory() as directory:
        check_installed("wheel", wheel, directory)
        check_installed("source distribution", build_from_source(sdist, directory), directory)
    done_testing()


main()
