"""Report test cases in TAP, read by prove: one line per case; after a failed case, its file
and line, and what was expected. Also the top directory, and the command under test."""
import os
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
URLGREP = os.path.abspath(os.environ.get("URLGREP") or os.path.join(TOP, "build", "urlgrep"))
count = failed = 0


def corpus_files():
    """The files of corpus/, with their paths."""
    return sorted(os.path.join(TOP, "corpus", name) for name in os.listdir(os.path.join(TOP, "corpus"))
                  if not name.endswith((".urls", ".options")))


def case(directory=os.getcwd()):
    """Return "FILE:LINE" of the check, and the lines of its callers."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename == __file__:
        frame = frame.f_back
    place = f"{os.path.relpath(frame.f_code.co_filename, directory)}:{frame.f_lineno}"
    while frame.f_back and frame.f_code.co_name not in ("main", "<module>"):
        frame = frame.f_back
        place += f", called in line {frame.f_lineno}"
    return place


def ok(good, what, diagnosis=""):
    """Report a case, with the diagnosis if it has failed."""
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {what}", flush=True)
    if not good:
        lines = [case(), *diagnosis.splitlines()[:40]]
        print("".join(f"# {line[:600]}\n" for line in lines), end="", flush=True)
    return good


def equal(got, expected, what):
    ok(got == expected, what, f"expected {expected!r}\ngot      {got!r}")


def skip(what, why):
    """Report a case that cannot be run. If a program is missing, the reason ends in
    "(install PACKAGE)"."""
    global count
    count += 1
    print(f"ok {count} - {what} # SKIP {why}", flush=True)


def skip_all(why):
    """End a test of which no case can be run."""
    print(f"1..0 # SKIP {why}")
    sys.exit(0)


def done_testing():
    """End the test."""
    print(f"1..{count}")
    sys.exit(failed > 0)
