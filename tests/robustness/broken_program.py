#!/usr/bin/env python3
"""broken_program.py - every test script fails if the program that it tests does not work (TAP)

Each script is run with a program that is missing, that only fails, that prints nothing and
succeeds, and that crashes. The script must fail: if it passed or skipped its cases, it would
not notice a broken urlgrep either. Each script is stopped at its first failure.

    tests/robustness/broken_program.py          all scripts
    tests/robustness/broken_program.py WORD     those with WORD in their paths
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
from tap import TOP, done_testing, ok, skip

SELF = "tests/robustness/broken_program.py"
SECONDS = 300  # for one script

BROKEN = {
    "missing": None,
    "only fails": "#!/bin/sh\nexit 1\n",
    "prints nothing": "#!/bin/sh\nexit 0\n",
    "crashes": "#!/bin/sh\nkill -SEGV $$\n",
}
# Scripts that do not run urlgrep, and the program that does what they test.
PROGRAMS = {
    "tests/source/grammar_errors.sh": "awk",
    "tests/source/join_points.sh": "awk",
    "tests/docs/words.sh": "grep",
    "tests/packaging/install.sh": "make",
}
# Programs in the build directory; there are no libraries beside them.
BUILT = ["urlgrep", "urlpick", "urlreport", "tests/scan_bench", "tests/library/test_ranges",
         "tests/unit/util/test_character"]


def install(path, program):
    """Write a program to a file. If program is None, write no file."""
    if program is not None:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="ascii") as file:
            file.write(program)
        os.chmod(path, 0o755)


def environment(scratch, script, kind):
    """Return the variables with which a script finds only the broken program."""
    variables = dict(os.environ, TMPDIR=scratch)
    directory = os.path.join(scratch, "build")
    if script in PROGRAMS:
        install(os.path.join(directory, PROGRAMS[script]), BROKEN[kind])
        variables["PATH"] = directory + ":" + os.environ["PATH"]
        return variables
    os.makedirs(directory)
    for name in BUILT:
        install(os.path.join(directory, name), BROKEN[kind])
    variables["URLGREP"] = os.path.join(directory, "urlgrep")
    variables["SCAN_BENCH"] = os.path.join(directory, "tests/scan_bench")
    return variables


def stop(process):
    """Terminate a script and all processes that it started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(timeout=10)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
    process.wait()


def outcome(command, variables):
    """Run a test until its first failure. Return "fails", "passes" or "skips", and the
    end of its output."""
    process = subprocess.Popen(command, cwd=TOP, env=variables, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    signal.alarm(SECONDS)
    lines = []
    cases = skips = planned = 0
    try:
        for line in process.stdout:
            line = line.decode("utf-8", "replace").rstrip("\n")
            lines = lines[-4:] + [line]
            if re.match("not ok(?!.*# TODO)", line):
                return "fails", lines
            cases += line.startswith(("ok ", "not ok "))
            skips += re.match("ok .*# SKIP", line) is not None
            plan = re.match(r"1\.\.(\d+)", line)
            if plan:
                planned = int(plan.group(1))
        status = process.wait()
    except TimeoutError:
        return "does not end", lines
    finally:
        signal.alarm(0)
        stop(process)
    if any(line.startswith("1..0 # SKIP") for line in lines):
        return "skips", lines
    if status != 0 or cases == 0 or cases != planned:
        return "fails", lines
    return ("skips" if skips == cases else "passes"), lines


def needs_data(script):
    """Return true if the script skips all its cases with the real program, too."""
    return outcome([script], dict(os.environ))[0] == "skips"


def try_script(script):
    for kind in BROKEN:
        if BROKEN[kind] is None and script in PROGRAMS:
            continue
        what = f"{script} fails if {PROGRAMS.get(script, 'the program')} " + (
            "is missing" if BROKEN[kind] is None else kind)
        with tempfile.TemporaryDirectory() as scratch:
            result, lines = outcome([script], environment(scratch, script, kind))
        if result == "skips" and needs_data(script):
            skip(what, "needs data that is not in the repository")
        else:
            ok(result == "fails", what, "\n".join([f"it {result}", *lines]))


def try_tables():
    """Check that the programs that read tests/vectors fail if the tables are empty."""
    with tempfile.TemporaryDirectory() as scratch:
        vectors = os.path.join(scratch, "vectors")
        shutil.copytree(os.path.join(TOP, "tests/vectors"), vectors)
        for directory, _, names in os.walk(vectors):
            for name in names:
                with open(os.path.join(directory, name), "wb"):
                    pass
        for test in ["test_scan", "test_tables"]:
            result, lines = outcome([os.path.join(TOP, "build/tests/library", test), vectors],
                                    dict(os.environ))
            ok(result == "fails", f"{test} fails if its tables are empty",
               "\n".join([f"it {result}", *lines]))


def timed_out(*_):
    raise TimeoutError


def main():
    signal.signal(signal.SIGALRM, timed_out)
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    os.environ.pop("MAKEFLAGS", None)
    scripts = subprocess.run(["make", "-s", "-C", TOP, "list-scripts"], check=True,
                             stdout=subprocess.PIPE, text=True).stdout.split()
    assert len(scripts) > 15, scripts
    for script in scripts:
        if word in script and script != SELF:
            try_script(script)
    if word in "vectors":
        try_tables()
    done_testing()


main()
