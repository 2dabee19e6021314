#!/usr/bin/env python3
"""check_python.py - run the tests of the Python package, tests/python/test_*.py, as TAP

    make check-python                   in a virtual environment
    tests/python/check_python.py WORD   only the tests whose names contain WORD

Runs with the interpreter $URLGREP_PYTHON, in which the package is installed.
"""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = os.environ.get("URLGREP_PYTHON")
if (__name__ == "__main__" and PYTHON and
        os.path.abspath(PYTHON) != os.path.abspath(sys.executable)):
    os.execv(PYTHON, [PYTHON, *sys.argv])

sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "common")]
from tap import done_testing, ok, skip, skip_all  # noqa: E402


class TapResult(unittest.TestResult):
    """Prints a TAP line for each test."""

    def addSuccess(self, test):
        ok(True, test.id())

    def addSkip(self, test, reason):
        skip(test.id(), reason)

    def report(self, test, error):
        ok(False, test.id(), self._exc_info_to_string(error, test))

    addFailure = addError = report

    def addSubTest(self, test, subtest, err):
        if err:
            self.report(subtest, err)


def tests_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        else:
            yield test


def main():
    words = sys.argv[1:]
    try:
        import urlgrep
    except ImportError:
        if PYTHON:
            raise
        skip_all("the package is not installed: make check-python")
    print(f"# {urlgrep.__file__}, version {urlgrep.__version__}")
    suite = unittest.defaultTestLoader.discover(HERE)
    chosen = [test for test in tests_of(suite)
              if not words or any(word in test.id() for word in words)]
    unittest.TestSuite(chosen).run(TapResult())
    ok(len(chosen) > 0, "there are tests")
    done_testing()


if __name__ == "__main__":  # spawned processes import this file, too
    main()
