#!/usr/bin/env python3
"""soak_spark.py - a big mailbox, searched by Spark on two executors (TAP)

    make soak-spark SOAK_BYTES=5000000000     make check-spark: 1 GB

The URLs are as many as were written, each once; a task that reads all of it as one range
takes little memory; the time is compared with that of the command with two threads. Runs
with the interpreter $URLGREP_PYTHON; the mailbox is in build/soak, and removed.
"""
import os
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = os.environ.get("URLGREP_PYTHON")
if PYTHON and os.path.abspath(PYTHON) != os.path.abspath(sys.executable):
    os.execv(PYTHON, [PYTHON, *sys.argv])

sys.path[1:1] = [os.path.join(os.path.dirname(HERE), name) for name in ("common", "python")]
from cluster import descendants, session  # noqa: E402
from support import TOP, URLGREP, MESSAGE, FROM  # noqa: E402
from tap import done_testing, equal, ok, skip_all  # noqa: E402

SOAK_BYTES = int(os.environ.get("SOAK_BYTES") or 1_000_000_000)
RANGE_BYTES = 1_000_000_000
MEMORY_BYTES = 300_000_000
BLOCK_MESSAGES = 500
TEXT = b"this line of the message has no URL, as most lines of most messages have none\n" * 24


def write_mailbox(path):
    """Write about SOAK_BYTES. Return how many messages there are."""
    message = FROM + MESSAGE.replace(b"\n>From", b"\n" + TEXT + b">From")
    block = b"".join(message.replace(b"%d", b"@@@@@@@-%d" % i) for i in range(BLOCK_MESSAGES))
    blocks = max(SOAK_BYTES // len(block), 1)
    with open(path, "wb") as file:
        for number in range(blocks):
            file.write(block.replace(b"@@@@@@@", b"%07d" % number))
    return blocks * BLOCK_MESSAGES


class Memory(threading.Thread):
    """Watches the memory of the executors and their workers; not pages of files, which the
    system takes back when it needs them."""

    def __init__(self):
        super().__init__(daemon=True)
        self.worker = self.executor = 0
        self.is_done = threading.Event()

    def run(self):
        while not self.is_done.wait(0.1):
            for pid, arguments in descendants():
                if "pyspark" in arguments and "daemon" in arguments:
                    self.worker = max(self.worker, anonymous_bytes(pid))
                elif "CoarseGrainedExecutorBackend" in arguments:
                    self.executor = max(self.executor, anonymous_bytes(pid))

    def __exit__(self, *error):
        self.is_done.set()
        self.join()

    def __enter__(self):
        self.start()
        return self


def anonymous_bytes(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            fields = dict(line.split(":", 1) for line in file)
    except (OSError, ValueError):
        return 0
    return int(fields.get("RssAnon", "0").split()[0]) * 1024


def sums_of(spark, path, piece_bytes):
    """Return the numbers of URLs, of places and of messages; and the seconds."""
    from pyspark.sql import functions
    from urlgrep import spark as urls
    begin = time.monotonic()
    row = urls.check(urls.read(spark, path, piece_bytes=piece_bytes)).agg(
        functions.count("url"), functions.countDistinct("offset"),
        functions.countDistinct("message_offset")).first()
    return tuple(row), time.monotonic() - begin


def seconds_of_command(path):
    begin = time.monotonic()
    subprocess.run([URLGREP, "-j2", "--json", "--no-resolve", path],
                   stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - begin


def count_rows(spark, path, piece_bytes):
    """Return the number of rows, which are not looked at, and the seconds."""
    from urlgrep import spark as urls
    begin = time.monotonic()
    return urls.read(spark, path, piece_bytes=piece_bytes).count(), time.monotonic() - begin


def soak(spark, path):
    messages = write_mailbox(path)
    size = os.path.getsize(path)
    wanted = (3 * messages, 3 * messages, messages)
    found, seconds = sums_of(spark, path, 64 << 20)
    equal(found, wanted, f"{size / 1e9:.1f} GB in ranges of 64 MiB: {found[0]} URLs, each once, "
                         f"in {seconds:.0f} s")
    with Memory() as memory:
        count, seconds = count_rows(spark, path, RANGE_BYTES)
    equal(count, 3 * messages, f"in ranges of 1 GB: {seconds:.0f} s")
    ok(0 < memory.worker < MEMORY_BYTES,
       f"a worker that reads 1 GB takes {memory.worker / 1e6:.0f} MB, its executor in Java "
       f"{memory.executor / 1e6:.0f} MB")
    _, seconds = count_rows(spark, path, 64 << 20)
    command = seconds_of_command(path)
    print(f"# Spark {seconds:.1f} s, urlgrep -j2 --json {command:.1f} s: "
          f"{command / seconds:.0%} of its speed")


def main():
    try:
        import pyspark  # noqa: F401
    except ImportError:
        skip_all("no pyspark: make soak-spark, where pip reaches a package index")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    directory = os.path.join(TOP, os.environ.get("URLGREP_BUILD", "build"), "soak")
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, "soak.mbox")
    spark = session()
    try:
        soak(spark, path)
    finally:
        spark.stop()
        os.remove(path)
    done_testing()


if __name__ == "__main__":
    main()
