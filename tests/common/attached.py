"""Write files and messages into a directory of the test, and search them with urlgrep."""
import base64
import json
import os
import subprocess
import tempfile

from tap import URLGREP, done_testing


def write(name, content):
    with open(name, "wb") as file:
        file.write(content)


def run(*command, stdin=None):
    """Return the exit status, standard output and standard error."""
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode()


def mail(content, kind):
    """Return a message that has a text and an attached file."""
    return (f"From: ann@example.org\nMIME-Version: 1.0\n"
            f"Content-Type: multipart/mixed; boundary=b\n\n--b\n"
            f"Content-Type: text/plain\n\nhttp://a.example/\n--b\nContent-Type: {kind}\n"
            f"Content-Transfer-Encoding: base64\n\n").encode() + base64.encodebytes(content) + b"--b--\n"


def rows_of(name, *options):
    """Return the exit status, the rows of --json for a file, and standard error."""
    status, out, err = run(URLGREP, "--json", *options, name)
    return status, [json.loads(line) for line in out.splitlines()], err


def urls_of(name, content):
    """Search a file with this content. Return status, (part, URL) of each finding, and errors."""
    write(name, content)
    status, rows, err = rows_of(name)
    return status, [(row["part"], row["url"]) for row in rows if row["type"] == "url"], err


def main(*tests):
    """Run the tests in a new directory."""
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        for test in tests:
            test()
        os.chdir("/")
    done_testing()
