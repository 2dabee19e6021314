"""The messages of a mailbox, read by several threads in byte ranges.

A thread searches a range without the GIL and hands over what it found; only the thread that
takes the messages makes objects of it. The order is that of the mailbox, and numbers of lines
and messages are those of the whole.
"""
import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor

from ._urlgrep import Pieces

PIECE_BYTES = 1024 * 1024
LEAST_PIECES = 8  # for fewer, starting threads takes longer than they save
DEFAULT_THREADS = 4  # more of them find URLs faster than Python takes them


def processors():
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def cut(begin, end, size):
    """Cut a range of a file of that size into ranges (begin, end); an end may be None, too."""
    cuts = [*range(begin, size if end is None else min(end, size), PIECE_BYTES), end]
    return list(zip(cuts, cuts[1:]))


def read_piece(idle, begin, end):
    """Read a range by one of the idle readers. (No method of ParallelReader: that would
    keep it alive as long as its threads.)"""
    reader = idle.pop()
    try:
        return reader.piece(begin, end)
    finally:
        idle.append(reader)


class ParallelReader(Pieces):
    """An iterator over the messages of the ranges, each of which is read by one of the readers
    in a thread of its own. There are never more ranges in memory than readers, besides
    the one whose messages are being taken."""

    def __init__(self, readers, ranges):
        self.readers = readers
        self.idle = list(readers)
        self.ranges = iter(ranges)
        self.process = os.getpid()
        self.pool = ThreadPoolExecutor(len(readers), "urlgrep")
        self.waiting = deque()
        self.messages = self.lines = 0

    def start(self, count):
        """Begin to read so many more ranges."""
        for _, (begin, end) in zip(range(count), self.ranges):
            self.waiting.append(self.pool.submit(read_piece, self.idle, begin, end))

    def next_piece(self):
        if os.getpid() != self.process:
            raise RuntimeError("the mailbox is being read by another process")
        self.start(len(self.readers) - len(self.waiting))
        if not self.waiting:
            raise StopIteration
        piece = self.waiting[0].result()
        self.waiting.popleft()
        self.start(1)
        piece.move(self.messages, self.lines)
        self.messages += piece.messages
        self.lines += piece.lines
        return piece

    def __del__(self):
        """Stop the threads, unless they are those of another process."""
        if os.getpid() == self.process:
            for reader in self.readers:
                reader.stop()
            self.pool.shutdown(cancel_futures=True)
