"""mbox(), message(), pieces()"""
import array
import errno
import gzip
import io
import mmap
import os
import pathlib
import tempfile
import unittest

import urlgrep
from support import FROM, command, files, mailbox, messages, text_of


class Unseekable(io.RawIOBase):
    """A stream, such as a pipe."""

    def __init__(self, data):
        super().__init__()
        self.stream = io.BytesIO(data)

    def read(self, size=-1):
        return self.stream.read(size)

    def seekable(self):
        return False


class Generous(Unseekable):
    """Returns more bytes than requested, as a decompressing stream may."""

    def read(self, size=-1):
        return self.stream.read(size + 1000000)


class Failing(io.BytesIO):
    def read(self, size=-1):
        raise ConnectionError("the store is away")


def record(url):
    return (url.file, url.line, url.offset, url.length, url.url, url.form, url.confidence,
            url.message, url.message_offset, url.part, url.encoding, url.alternative)


def record_of_json(url):
    message = url.get("message", {})
    return (text_of(url["file"]), url["line"], url["offset"], url["length"],
            text_of(url["url"]), url["form"], url["confidence"], message.get("number"),
            message.get("offset"), text_of(url.get("part")), url.get("encoding"),
            url.get("twin"))


def urls_of(source, *arguments, **options):
    return [url for message in urlgrep.mbox(source, *arguments, **options) for url in message.urls]


class Mbox(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def write(self, name, data):
        path = os.path.join(self.directory.name, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def test_messages(self):
        data = mailbox(3)
        for message in urlgrep.mbox(data):
            number = message.number - 1
            self.assertEqual((message.message_id, message.date, message.from_, message.to),
                             (f"{number}@example.org", "1995-03-14T10:12:00+00:00",
                              "Ann <ann@example.org>", "bob@example.org"))
            self.assertEqual(message.date_raw, "Tue, 14 Mar 1995 10:12:00 +0000")
            self.assertEqual((message.id, message.date_as_written),
                             (message.message_id, message.date_raw))
            self.assertEqual(message.subject, f"númber {number}")
            self.assertIsNone(message.list_id)
            self.assertEqual((message.type, message.errors), ("mail", ()))
            self.assertEqual(data[message.offset:message.offset + message.length], message.raw)
            self.assertEqual([url.url for url in message.urls],
                             [f"http://h.example/{number}",
                              f"http://i.example/over-view{number}",
                              f"http://j.example/{number}"])
            self.assertIn("here on", message.texts[-1].text)

    def test_headers_outlive_the_reader(self):
        found = list(urlgrep.mbox(mailbox(4)))
        self.assertEqual([message.id for message in found], [f"{i}@example.org" for i in range(4)])
        found, = urlgrep.mbox(b"From ann Tue Mar 14 10:12:00 1995\nDate: 36 Aug 2007 10:12\n\n")
        self.assertEqual((found.date[:10], found.date_source), ("1995-03-14", "from-line"))

    def test_message(self):
        message = urlgrep.message(messages(1)[0])
        self.assertEqual((message.number, message.id, len(message.urls)), (1, "0@example.org", 3))
        self.assertEqual(urlgrep.message(b"").urls, [])
        self.assertNotEqual(message, urlgrep.message(messages(1)[0]))

    def test_sources(self):
        """Paths, bytes, files and streams give the same result."""
        data = mailbox(50)
        path = self.write("inbox", data)
        wanted = [record(url)[1:] for url in urls_of(path)]
        self.assertEqual(len(wanted), 150)
        with open(path, "rb") as file:
            for source in (pathlib.Path(path), data, bytearray(data), memoryview(data),
                           io.BytesIO(data), Unseekable(data), file,
                           io.BytesIO(gzip.compress(data))):
                with self.subTest(repr(source)[:40]):
                    self.assertEqual([record(url)[1:] for url in urls_of(source)], wanted)

    def test_more_than_asked(self):
        data = mailbox(16000)
        self.assertGreater(len(data), 4000000)
        self.assertEqual(sum(len(m.urls) for m in urlgrep.mbox(Generous(data))),
                         sum(len(m.urls) for m in urlgrep.mbox(data)))

    def test_misbehaving_files(self):
        """Errors in read(), seek() and seekable() are raised, in each way to read."""
        class File:
            def __init__(self, **methods):
                for name, method in methods.items():
                    setattr(self, name, method)

        def fail(*_):
            raise ZeroDivisionError

        data = mailbox(3)
        wrong = [(TypeError, File(read=lambda size, value=value: value))
                 for value in ("text", None, 5, bytearray(data), memoryview(data), [data])]
        itself = File(seekable=lambda: True, seek=lambda offset: 0)
        itself.read = lambda size: itself
        wrong += [(TypeError, itself), (ZeroDivisionError, File(read=fail)),
                  (ZeroDivisionError, File(read=lambda size: data, seekable=fail)),
                  (ZeroDivisionError, File(read=lambda size: data, seek=fail,
                                           seekable=lambda: True)),
                  (AttributeError, File(read=lambda size: data, seekable=lambda: True)),
                  (TypeError, File(read=5)), (TypeError, File(read=lambda: data))]
        for error, file in wrong:
            ways = [lambda: list(urlgrep.mbox(file)), lambda: list(urlgrep.batches(file))]
            if hasattr(file, "seekable"):  # a stream is not read for these
                ways += [lambda: list(urlgrep.mbox(file, 10, 900)), lambda: urlgrep.pieces(file)]
            for use in ways:
                with self.assertRaises(error, msg=vars(file)):
                    use()
        ends = iter([data, fail])
        late = File(read=lambda size: (lambda part: part if part is data else part())(next(ends)))
        found = []
        with self.assertRaises(ZeroDivisionError):
            for message in urlgrep.mbox(late):
                found.append(message)
        self.assertLess(len(found), 4)

    def test_no_bytes(self):
        for raw in ("Subject: x\n\n", 5, None):
            with self.assertRaisesRegex(TypeError, "bytes-like"):
                urlgrep.message(raw)

    def test_as_the_command(self):
        paths = files()
        self.assertGreater(len(paths), 30)
        for path in paths:
            with self.subTest(path):
                wanted = [record_of_json(url) for url in command("--all", path)]
                found = []
                try:
                    for message in urlgrep.mbox(path, all=True):
                        found += [record(url) for url in message.urls]
                except urlgrep.ReadError:
                    pass
                self.assertEqual(found, wanted)

    def test_options(self):
        raw = messages(1)[0].replace(b"Subject", b"X-Url: http://x.example/\nSubject")
        self.assertNotIn("http://x.example/", [url.url for url in urlgrep.message(raw).urls])
        self.assertIn("http://x.example/",
                      [url.url for url in urlgrep.message(raw, headers=True).urls])
        self.assertEqual(next(iter(urlgrep.mbox(raw, type="text"))).type, "text")
        for wrong in ("maildir", "mail\0x", ""):
            with self.assertRaisesRegex(ValueError, "type: expected"):
                urlgrep.mbox(raw, type=wrong)
        with self.assertRaisesRegex(TypeError, "type: expected"):
            urlgrep.mbox(raw, type=5)

    def test_errors(self):
        with self.assertRaises(FileNotFoundError):
            urlgrep.mbox(os.path.join(self.directory.name, "none"))
        for wrong in (1, None, [], {"read"}):
            with self.assertRaises(TypeError):
                urlgrep.mbox(wrong)
        with self.assertRaises(ValueError):
            urlgrep.mbox(self.directory.name + "/in\0box")
        with self.assertRaises(urlgrep.ReadError):  # and no empty text before it
            next(urlgrep.mbox(self.directory.name))
        with self.assertRaisesRegex(ConnectionError, "the store is away"):
            list(urlgrep.mbox(Failing(b"x")))
        for piece, error in (("x", TypeError), (b"x" * 9999999, ValueError)):
            part = type("Part", (bytes,), {"__getitem__": lambda *_, piece=piece: piece})(b"x")
            source = type("Source", (Unseekable,), {"read": lambda *_, part=part: part})
            with self.assertRaises(error):
                list(urlgrep.mbox(source(b"")))
        damaged = self.write("cut.gz", gzip.compress(mailbox(2000))[:-2000])
        reader = urlgrep.mbox(damaged)
        found = 0
        with self.assertRaises(urlgrep.ReadError) as raised:
            for message in reader:
                found += 1
        self.assertEqual((raised.exception.filename, raised.exception.errno),
                         (damaged, errno.EIO))
        self.assertGreater(found, 100)

    def test_skipped_part(self):
        raw = (b"Content-Type: multipart/mixed; boundary=b\nSubject: s\n\n--b\n\n"
               b"http://h.example/\n--b\nContent-Type: application/ms-tnef\n\nx\n--b--\n")
        message = urlgrep.message(raw)
        self.assertEqual([url.url for url in message.urls], ["http://h.example/"])
        self.assertIn("ms-tnef", message.errors[0])

    def test_wrong_use(self):
        """The internal reader returns either messages or batches."""
        with self.assertRaisesRegex(TypeError, "either messages or batches"):
            urlgrep.batches(mailbox(1)).next_message()
        method = urlgrep.mbox(mailbox(1)).__reduce__()[1][0]
        with self.assertRaisesRegex(TypeError, "either messages or batches"):
            next(method.__self__)
        self.assertEqual(len(method().urls), 3)

    def test_read_while_busy(self):
        """A mailbox being read by one thread rejects another."""
        def again(size=-1):
            with self.assertRaisesRegex(ValueError, "another thread"):
                next(reader)
            return b""

        source = io.BytesIO()
        source.read = again
        stream = Unseekable(b"")
        stream.read = again
        reader = urlgrep.mbox(stream)
        self.assertEqual([message.urls for message in reader], [[]])


class Ranges(unittest.TestCase):
    def test_pieces(self):
        data = mailbox(200)
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self.addCleanup(mapped.close)
            for source in (file.name, data, io.BytesIO(data), mapped, array.array("B", data),
                           memoryview(data.ljust(-len(data) % 8 + len(data))).cast("Q")):
                pieces = urlgrep.pieces(source, 4096)
                self.assertEqual((pieces[0], len(pieces)), ((0, 4096), len(data) // 4096 + 1))
                self.assertEqual(pieces[-1][1], None)
                self.assertEqual([end for _, end in pieces[:-1]],
                                 [begin for begin, _ in pieces[1:]])
                found = [url.url for begin, end in pieces for url in urls_of(source, begin, end)]
                self.assertEqual(found, [url.url for url in urls_of(source)])

    def test_wrong(self):
        with self.assertRaises(ValueError):
            urlgrep.pieces(mailbox(1), 0)
        with self.assertRaises((TypeError, OverflowError)):
            urlgrep.mbox(mailbox(1), 0, -1)
        for begin in (-1, 2 ** 64):
            with self.assertRaises(OverflowError):
                urlgrep.mbox(mailbox(1), begin)
            with self.assertRaises(OverflowError):
                urlgrep.batches(mailbox(1), begin)
        for begin in ("0", None, 1.5):
            with self.assertRaises(TypeError):
                urlgrep.mbox(mailbox(1), begin)
        with self.assertRaises(FileNotFoundError):
            urlgrep.pieces("/nonexistent/inbox")

    def check_read_ahead(self, path):
        """Read all messages of a path, with and without a thread that decompresses. Check them and
        the final error or None."""
        both = []
        for read_ahead in (True, False):
            found, error = [], None
            try:
                for message in urlgrep.mbox(path, read_ahead=read_ahead):
                    found.append((message.number, message.line, message.raw,
                                  [(url.url, url.line, url.message) for url in message.urls]))
            except urlgrep.ReadError as failure:
                error = failure.filename
            both.append((found, error))
        self.assertEqual(*both)
        return both[0]

    def test_read_ahead(self):
        data = gzip.compress(mailbox(9000))
        for name, cut in (("whole", 0), ("damaged", 2000)):
            with self.subTest(name), tempfile.NamedTemporaryFile(suffix=".gz") as file:
                file.write(data[:len(data) - cut])
                file.flush()
                found, error = self.check_read_ahead(file.name)
                self.assertEqual(error, file.name if cut else None)
                self.assertGreater(len(found), 1000)

    def test_fork(self):
        """A forked process gets an error, since the thread is missing; the parent continues."""
        with tempfile.NamedTemporaryFile(suffix=".gz") as file:
            file.write(gzip.compress(mailbox(30000)))
            file.flush()
            reader = urlgrep.mbox(file.name)
            self.assertEqual(next(reader).number, 1)
            pid = os.fork()
            if pid == 0:
                status = 1
                try:
                    next(reader)
                except RuntimeError as error:
                    del reader
                    status = 0 if "another process" in str(error) else 2
                finally:
                    os._exit(status)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)
            self.assertEqual(sum(1 for _ in reader), 29999)

    def test_beyond_4_gib(self):
        """Offsets have 64 bits, tested with a sparse file."""
        with tempfile.NamedTemporaryFile() as file:
            file.write(mailbox(1))
            file.seek(5 * 1024 ** 3)
            file.write(b"\n\n" + FROM + messages(1)[0])
            file.flush()
            urls = urls_of(file.name, 5 * 1024 ** 3)
            self.assertEqual(len(urls), 3)
            self.assertGreater(urls[0].offset, 5 * 1024 ** 3)
