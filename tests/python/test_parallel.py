"""mbox() with several threads: the same messages in the same order"""
import errno
import gzip
import io
import os
import tempfile
import threading
import time
import unittest
from unittest import mock

import urlgrep
from support import FROM, files, mailbox, messages
from urlgrep import parallel

PIECE = 3000  # bytes, some nine messages
TNEF = (b"Content-Type: multipart/mixed; boundary=b\nSubject: s\n\n--b\n\n"
        b"http://h.example/\n--b\nContent-Type: application/ms-tnef\n\nx\n--b--\n\n")


def records(source, *arguments, **options):
    """All that is known of each message, or the error in its place."""
    found = []
    reader = iter(urlgrep.mbox(source, *arguments, **options))
    while True:
        try:
            message = next(reader)
        except StopIteration:
            return found
        except urlgrep.ReadError as error:
            found.append((error.errno, str(error), error.filename))
            continue
        fields = [getattr(message, name) for name in (
            "path", "type", "number", "offset", "length", "line", "raw", "errors", "id")]
        urls = [[getattr(url, name) for name in dir(url) if not name.startswith("_")]
                for url in message.urls]
        found.append((fields, urls))


def workers():
    return [thread for thread in threading.enumerate() if thread.name.startswith("urlgrep")]


class Parallel(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        for name, value in (("PIECE_BYTES", PIECE), ("LEAST_PIECES", 2)):
            patch = mock.patch.object(parallel, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def write(self, name, data):
        path = os.path.join(self.directory.name, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def check_equal(self, source, *arguments, counts=(2, 3, 8), **options):
        wanted = records(source, *arguments, threads=1, **options)
        for threads in counts:
            self.assertEqual(records(source, *arguments, threads=threads, **options), wanted)
        return wanted

    def is_parallel(self, *arguments, **options):
        return isinstance(urlgrep.mbox(*arguments, **options), parallel.ParallelReader)

    def test_equal(self):
        data = mailbox(100) + FROM + TNEF + mailbox(50)
        path = self.write("inbox", data)
        self.assertTrue(self.is_parallel(path, threads=2))
        found = self.check_equal(path)
        self.assertEqual(len(found), 151)
        self.assertEqual([fields[2] for fields, _ in found], list(range(1, 152)))
        self.assertEqual(found[150][0][5], 1 + data.count(b"\n", 0, found[150][0][3]))
        self.assertIn("ms-tnef", found[100][0][7][0])
        self.check_equal(path, schemeless="low", email=True, headers=True, all=True)
        for begin in (0, 1, 5000, 20000, len(data), len(data) + 1):
            for end in (None, 0, 4999, 19000, len(data) - 1, len(data), len(data) + 1):
                self.check_equal(path, begin, end, counts=(3,))

    def test_any_piece(self):
        path = self.write("inbox", mailbox(5))
        wanted = records(path, threads=1)
        for size in (1, 7, 100, 331, 332, 333, 10000):
            with mock.patch.object(parallel, "PIECE_BYTES", size):
                self.assertEqual(records(path, threads=3), wanted, size)

    def test_undivided(self):
        """What cannot be divided is read by one thread, packed files with one beside it."""
        lengths = b"".join(FROM + b"Content-Length: %d\n\n%s\n" % (len(body), body)
                           for body in [b"http://h.example/\n\nFrom a@b Tue Mar 14 10:12:00 "
                                        b"1995\n"] * 100)
        for name, data in (("lengths", lengths), ("text", b"see http://h.example/\n" * 900),
                           ("inbox.gz", gzip.compress(mailbox(3000))),
                           ("cut.gz", gzip.compress(os.urandom(9999) + mailbox(900))[:-999]),
                           ("message", messages(1)[0] * 30), ("empty", b"")):
            with self.subTest(name):
                path = self.write(name, data)
                self.assertFalse(self.is_parallel(path, threads=2))
                self.assertGreater(len(self.check_equal(path)), 0)

    def test_damaged(self):
        """An error comes after as many messages as with one thread."""
        path = self.write("cut.gz", gzip.compress(mailbox(9000))[:-2000])
        found = self.check_equal(path)
        self.assertEqual(found[-1][2], path)
        self.assertGreater(len(found), 1000)

    def test_corpus(self):
        for path in files():
            with self.subTest(path):
                self.check_equal(path, counts=(2,), all=True)

    def test_other_sources(self):
        data = mailbox(50)
        path = self.write("inbox", data)
        wanted = [record[0][1:] for record in records(path, threads=1)]
        with open(path, "rb") as file:
            for source in (data, bytearray(data), io.BytesIO(data), file):
                self.assertFalse(self.is_parallel(source, threads=4))
                self.assertEqual([record[0][1:] for record in records(source, threads=4)],
                                 wanted)

    def test_small(self):
        with mock.patch.multiple(parallel, PIECE_BYTES=1000, LEAST_PIECES=4):
            self.assertFalse(self.is_parallel(self.write("a", mailbox(8)[:3000]), threads=2))
            self.assertTrue(self.is_parallel(self.write("b", mailbox(12)[:3001]), threads=2))

    def test_default(self):
        path = self.write("inbox", mailbox(50))
        with mock.patch.object(parallel, "processors", return_value=3):
            reader = urlgrep.mbox(path)
            self.assertEqual(len(reader.readers), 3)
            for begin, end in ((0, 9999), (1, None)):
                self.assertFalse(self.is_parallel(path, begin, end))
        with mock.patch.object(parallel, "processors", return_value=1):
            self.assertFalse(self.is_parallel(path))
        with mock.patch.object(parallel, "processors", return_value=99):
            self.assertEqual(len(urlgrep.mbox(path).readers), parallel.DEFAULT_THREADS)
        for threads, error in ((0, ValueError), (-1, ValueError), ("2", TypeError)):
            with self.assertRaises(error):
                urlgrep.mbox(path, threads=threads)
        with self.assertRaises(FileNotFoundError):
            urlgrep.mbox(path + "-", threads=2)

    def test_bounded(self):
        """A slow loop does not make the threads read on."""
        path = self.write("inbox", mailbox(300))
        most = 0
        read = parallel.read_piece
        begun = []

        def note(idle, begin, end):
            begun.append(begin)
            return read(idle, begin, end)

        with mock.patch.object(parallel, "read_piece", note):
            for message in urlgrep.mbox(path, threads=3):
                if message.number % 20 == 0:
                    time.sleep(0.02)
                most = max(most, sum(begin > message.offset for begin in begun))
        self.assertGreater(len(begun), 30)
        self.assertLessEqual(most, 3)

    def test_abandoned(self):
        path = self.write("inbox", mailbox(3000))
        for taken in (0, 1, 10, 999):
            reader = iter(urlgrep.mbox(path, threads=2))
            for _ in range(taken):
                next(reader)
            self.assertEqual(len(workers()) > 0, taken > 0)
            del reader
            self.assertEqual(workers(), [])

    def test_file_goes_away(self):
        """What cannot be opened any more is an error in its place, each time."""
        path = self.write("inbox", mailbox(300))
        reader = iter(urlgrep.mbox(path, threads=2))
        found = [next(reader).number]
        os.remove(path)
        errors = 0
        for _ in range(1000):
            try:
                found.append(next(reader).number)
            except urlgrep.ReadError as error:
                self.assertEqual((error.errno, error.filename), (errno.ENOENT, path))
                errors += 1
            except StopIteration:
                break
        self.assertEqual(found, list(range(1, len(found) + 1)))
        self.assertGreater(errors, 20)

    def test_interrupted(self):
        """An exception while waiting does not lose messages."""
        path = self.write("inbox", mailbox(100))
        reader = iter(urlgrep.mbox(path, threads=2))
        found = [next(reader).number]
        future = reader.waiting[0]
        with mock.patch.object(future, "result", side_effect=KeyboardInterrupt):
            with self.assertRaises(KeyboardInterrupt):
                while True:
                    found.append(next(reader).number)
        found += [message.number for message in reader]
        self.assertEqual(found, list(range(1, 101)))

    def test_second_thread(self):
        """Another thread that takes messages at the same time is told, and none are lost."""
        path = self.write("inbox", mailbox(100))
        reader = iter(urlgrep.mbox(path, threads=2))
        may_read, found = threading.Event(), []
        read = parallel.read_piece

        def wait(idle, begin, end):
            may_read.wait()
            return read(idle, begin, end)

        def take():
            found.extend(message.number for message in reader)

        with mock.patch.object(parallel, "read_piece", wait):
            thread = threading.Thread(target=take)
            thread.start()
            while not reader.waiting:
                time.sleep(0.01)
            try:
                with self.assertRaisesRegex(ValueError, "by another thread"):
                    threading.Timer(1, may_read.set).start()
                    next(reader)
            finally:
                may_read.set()
                thread.join()
        self.assertEqual(found, list(range(1, 101)))

    def in_child(self, run):
        """The exit status of a process that is forked and runs that."""
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                status = run()
            finally:
                os._exit(status)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def test_fork(self):
        """A forked process is told that the threads are not there; the parent reads on."""
        for name, data in (("inbox", mailbox(3000)),
                           ("inbox.gz", gzip.compress(mailbox(30000)))):
            path = self.write(name, data)
            wanted = [message.number for message in urlgrep.mbox(path, threads=1)]
            reader = iter(urlgrep.mbox(path, threads=2))
            found = [next(reader).number]

            def read_on(path=path, reader=reader, wanted=wanted):
                try:
                    for _ in reader:
                        pass
                except RuntimeError as error:
                    del reader
                    own = [message.number for message in urlgrep.mbox(path, threads=2)]
                    return 0 if "another process" in str(error) and own == wanted else 2
                return 3

            self.assertEqual(self.in_child(read_on), 0, name)
            found += [message.number for message in reader]
            self.assertEqual(found, wanted)


if __name__ == "__main__":
    unittest.main()
