#!/usr/bin/env python3
"""soak_spark.py - a large mailbox, searched by Spark with two executors (TAP)

    make soak-spark SOAK_BYTES=5000000000     make check-spark: 1 GB

Each URL written is found once. A task that reads the whole mailbox as one range takes little
memory, and so does the JVM of its executor with the options that the manual recommends. The
time is compared with that of the command with two threads. This script runs with the
interpreter $URLGREP_PYTHON; the mailbox is in build/soak and is removed at the end.
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
    """Write about SOAK_BYTES. Return the expected result: the number of URLs, the sum of their
    offsets, and no error."""
    import urlgrep
    message = FROM + MESSAGE.replace(b"\n>From", b"\n" + TEXT + b">From")
    block = b"".join(message.replace(b"%d", b"@@@@@@@-%d" % i) for i in range(BLOCK_MESSAGES))
    blocks = max(SOAK_BYTES // len(block), 1)
    with open(path, "wb") as file:
        for number in range(blocks):
            file.write(block.replace(b"@@@@@@@", b"%07d" % number))
    offsets = [url.offset for found in urlgrep.mbox(block.replace(b"@", b"0"))
               for url in found.urls]
    assert len(offsets) == 3 * BLOCK_MESSAGES
    return (blocks * len(offsets), blocks * sum(offsets) +
            len(offsets) * len(block) * (blocks * (blocks - 1) // 2), 0)


class Memory(threading.Thread):
    """Watches the memory of the executors and their workers, except for file pages, which the
    system can reclaim."""

    def __init__(self):
        super().__init__(daemon=True)
        self.worker = self.executor = 0
        self.is_done = threading.Event()

    def run(self):
        while not self.is_done.wait(0.5):
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


def search(spark, path, piece_bytes):
    """Return the result of a search, in the form of write_mailbox(), and the seconds."""
    from pyspark.sql import functions
    from urlgrep import spark as urls
    begin = time.monotonic()
    row = urls.read(spark, path, piece_bytes=piece_bytes).agg(
        functions.count("url"), functions.sum("offset"), functions.count("error")).first()
    return tuple(row), time.monotonic() - begin


def seconds_of_command(path):
    begin = time.monotonic()
    subprocess.run([URLGREP, "-j2", "--json", path], stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - begin


def soak(spark, path):
    wanted = write_mailbox(path)
    size = os.path.getsize(path) / 1e9
    range_size = min(size, RANGE_BYTES / 1e9)
    found, seconds = search(spark, path, 64 << 20)
    equal(found, wanted, f"{size:.1f} GB in ranges of 64 MiB: {found[0]} URLs, each once, in "
                         f"{seconds:.0f} s")
    if size > 1:  # for less, most of the time is the start of Spark
        command = seconds_of_command(path)
        print(f"# urlgrep -j2 --json took {command:.1f} s: Spark has {command / seconds:.0%} "
              "of its speed")
    with Memory() as memory:
        found, seconds = search(spark, path, RANGE_BYTES)
    equal(found, wanted, f"in ranges of {range_size:.1f} GB, in {seconds:.0f} s")
    ok(0 < memory.worker < MEMORY_BYTES,
       f"a worker that reads {range_size:.1f} GB takes {memory.worker / 1e6:.0f} MB")
    ok(0 < memory.executor < MEMORY_BYTES,
       f"its executor in Java takes {memory.executor / 1e6:.0f} MB")


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
