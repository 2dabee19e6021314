"""The versions of the tools that are compared."""
import os
import re
import shutil
import subprocess

import archives
from contenders import LINKIFY, URLGREP, find_program, ripgreps


def ask(*command):
    """Return the first version number that a command prints, or None."""
    try:
        printed = subprocess.run(command, stdout=subprocess.PIPE, check=True,
                                 stderr=subprocess.DEVNULL,
                                 encoding="utf-8").stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    number = re.search(r"\d+(\.\d+)+|\d{8}", printed)
    return number and number[0]


def version_of_linkify():
    lock = os.path.join(archives.TOP, "tests", "bench", "linkify", "Cargo.lock")
    if not os.path.exists(LINKIFY):
        return None
    with open(lock, encoding="utf-8") as file:
        return re.search(r'name = "linkify"\nversion = "(.*)"', file.read())[1]


def version_of_urlscan():
    """Ask the Python that runs it; urlscan has no option for that."""
    path = shutil.which("urlscan")
    if path is None:
        return None
    with open(path, encoding="utf-8") as script:
        python = script.readline().removeprefix("#!").split()
    return ask(*python, "-c", "import importlib.metadata as metadata; "
               "print(metadata.version('urlscan'))")


def find():
    """Return "NAME VERSION" for each tool that is installed."""
    found = [("urlgrep", ask(URLGREP, "--version"))]
    found += [("ripgrep", ask(program, "--version"))
              for program in ripgreps().values()]
    found += [("linkify", version_of_linkify()),
              ("xurls", ask(find_program("xurls") or "xurls", "--version")),
              ("URI::Find", ask("perl", "-MURI::Find", "-e",
                                "print URI::Find->VERSION")),
              ("urlscan", version_of_urlscan()),
              ("GMime", ask("pkg-config", "--modversion", "gmime-3.0"))]
    found += [(name, ask(name, "--version"))
              for name in ("grep", "wc", "igzip", "gzip", "zstd")]
    return ["%s %s" % (name, version) for name, version in found if version]
