"""Memory, references, subinterpreters, and the package run as a command"""
import gc
import gzip
import io
import os
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import unittest
import weakref

import urlgrep
from support import CORPUS, TOP, mailbox

ROUNDS = 300


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def use_find():
    for url in urlgrep.find("é <URL:http://h.example/over-\nview> http;//x/ \udce9", all=True):
        str((url, url.parts, url.readings, url.warnings, url.notes, url.host))
    for url in urlgrep.find("http://bücher.example/ evil[.]com https://bit.ly/x "
                            "www.example.org http://h.example/?fbclid=x",
                            refang="hosts", schemeless="low", strict=True, no_iri=False,
                            wrappers="own\tgateway\tgate.example\t/go\tq:to\tpct\t-\t-\n"):
        str([getattr(url, name) for name in dir(url) if not name.startswith("_")])


def use_values():
    one, two = urlgrep.find("http://h.example/ https://bit.ly/x")
    made = pickle.loads(pickle.dumps(one))
    str((one == two, one == made, hash(one), made.host, made.begin, made.to_dict()))


def use_judge():
    urlgrep.judge("http://h.example/a|b")
    urlgrep.judge("http://u:p@h.example/")


def use_mbox():
    for message in urlgrep.mbox(mailbox(5), 0, 900, all=True):
        str((message.id, message.texts, message.urls, message.urls and message.urls[0].part))


def use_read_ahead():
    with tempfile.NamedTemporaryFile() as file:
        file.write(gzip.compress(mailbox(9)))
        file.flush()
        str([message.urls for message in urlgrep.mbox(file.name)])
        next(urlgrep.mbox(file.name))


def use_extract():
    array = urlgrep.extract(["http://h.example/", None, "é\udce9", b"x"], columns=urlgrep.COLUMNS)
    array.__arrow_c_array__()
    array.__arrow_c_schema__()


def use_batches():
    batches = urlgrep.batches(mailbox(5), max_bytes=1)
    batches.__arrow_c_schema__()
    batches.__arrow_c_stream__()
    for batch in batches:
        batch.__arrow_c_array__()


def use_errors():
    for call in (lambda: urlgrep.find(1), lambda: urlgrep.find("x", grammar="none"),
                 lambda: urlgrep.extract([1, "x"]), lambda: urlgrep.extract("x"),
                 lambda: urlgrep.extract([], columns=["none"]),
                 lambda: urlgrep.mbox("/nonexistent"), lambda: urlgrep.mbox(1),
                 lambda: urlgrep.batches(1), lambda: urlgrep.mbox(b"", type="none"),
                 lambda: urlgrep.batches(b"", columns=[1])):
        try:
            call()
        except (TypeError, ValueError, OSError):
            continue
        raise AssertionError("no exception")


USES = (use_find, use_values, use_judge, use_mbox, use_read_ahead, use_extract, use_batches,
        use_errors)


class Memory(unittest.TestCase):
    def test_leaks(self):
        """Memory does not grow with repetition: by less than 1 MiB in 300 rounds."""
        for use in USES:
            with self.subTest(use.__name__):
                for _ in range(ROUNDS):
                    use()
                gc.collect()
                before = resident()
                for _ in range(ROUNDS):
                    use()
                gc.collect()
                self.assertLess(resident() - before, 1024 * 1024)

    def test_references(self):
        text, data, column = "x http://h.example/", mailbox(2), ["http://h.example/"]
        names = ["url"]
        url, = urlgrep.find(text)
        with tempfile.NamedTemporaryFile(delete=False) as file:
            file.write(gzip.compress(mailbox(9)))
        self.addCleanup(os.remove, file.name)
        objects = (text, data, column, names, urlgrep.URL, urlgrep.Array, urlgrep.Batches,
                   urlgrep.Message, file.name, None, url, column[0], "current")
        uses = (lambda: urlgrep.find(text), lambda: list(urlgrep.mbox(data)),
                lambda: list(urlgrep.mbox(file.name)),
                lambda: urlgrep.extract(column, columns=names, grammar="current"),
                lambda: list(urlgrep.batches(data, columns=names)),
                lambda: (str(url), repr(url), url.parts, url.line),
                lambda: urlgrep.batches(data).__arrow_c_stream__())
        for use in uses:
            use()
        before = [sys.getrefcount(value) for value in objects]
        for use in uses:
            for _ in range(20):
                use()
        gc.collect()
        after = [sys.getrefcount(value) for value in objects]
        for value, first, last in zip(objects, before, after):
            self.assertLess(abs(last - first), 10, repr(value)[:80])

    def test_cycles(self):
        """The garbage collector frees a file object that refers to its reader."""
        for read in (urlgrep.mbox, urlgrep.batches):
            for base in (io.BytesIO, bytearray):
                source = type("Source", (base,), {})(mailbox(2))
                source.reader = read(source)
                next(source.reader)
                source_of = weakref.ref(source)
                reader = source.reader
                del source
                gc.collect()
                self.assertIsNotNone(source_of())
                self.assertTrue(next(reader, True))
                del reader
                gc.collect()
                self.assertIsNone(source_of(), (read, base))

    def test_buffers_are_released(self):
        data = bytearray(mailbox(1))
        list(urlgrep.mbox(data))
        urlgrep.find(data)
        data += b"x"  # raises BufferError if data is still exported

    def test_valgrind(self):
        """valgrind reports no error in the extension; errors in Python itself do not count."""
        program = ("import sys; sys.path.insert(0, sys.argv[1])\n"
                   "import test_process as t\n"
                   "for use in t.USES: use(); use()\n")
        if subprocess.run(["valgrind", "--version"], capture_output=True, check=False).returncode:
            self.skipTest("no valgrind (install valgrind)")
        done = subprocess.run(
            ["valgrind", "-q", "--leak-check=no",
             f"--suppressions={TOP}/tests/common/valgrind.supp",
             sys.executable, "-c", program, os.path.dirname(__file__)],
            capture_output=True, text=True, check=False,
            env=dict(os.environ, PYTHONMALLOC="malloc"))
        self.assertEqual(done.returncode, 0, done.stderr)
        sources = "|".join(name for _, _, names in os.walk(f"{TOP}/src/python/extension")
                           for name in names)
        blocks = re.split(r"(?m)^==\d+== *\n", done.stderr)
        wrong = [block for block in blocks if re.search(rf"_urlgrep\.abi3|\(({sources}):", block)]
        self.assertEqual(wrong, [])


class Threads(unittest.TestCase):
    def test_all_at_once(self):
        """Threads share URLs, engines and an array, and switch as often as possible."""
        wrapped = "https://www.google.com/url?q=http%3A%2F%2Fh.example%2F"
        shared = urlgrep.find(wrapped + " http://b\u00fccher.example/ <http://h/over-\nview>")
        values = [url.to_dict() for url in shared]
        array, data = urlgrep.extract([wrapped] * 50), mailbox(20)
        counts = dict.fromkeys(("URLs", "find", "refang", "strict", "extract", "export", "mbox",
                                "batches"), 0)

        def uses():
            yield "URLs", [url.to_dict() for url in shared] == values
            yield "find", [url.target for url in urlgrep.find(wrapped)] == ["http://h.example/"]
            yield "refang", urlgrep.find("hxxp://h[.]example/", refang=True)[0].host == "h.example"
            yield "strict", urlgrep.find("http://h/a|b", strict=True) == []
            yield "extract", len(urlgrep.extract([wrapped, None, b"\0\xff"])) == 3
            yield "export", len(array.__arrow_c_array__()) == 2
            yield "mbox", sum(len(message.urls) for message in urlgrep.mbox(data)) == 60
            yield "batches", sum(map(len, urlgrep.batches(data, max_bytes=1))) == 60

        def run():
            for _ in range(20):
                for name, is_right in uses():
                    if is_right:
                        with lock:
                            counts[name] += 1

        lock = threading.Lock()
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        self.addCleanup(sys.setswitchinterval, interval)
        threads = [threading.Thread(target=run) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(counts, dict.fromkeys(counts, 120))


class Process(unittest.TestCase):
    def run_python(self, *arguments, **options):
        return subprocess.run([sys.executable, *arguments], capture_output=True, text=True,
                              check=False, **options)

    def test_subinterpreter(self):
        """A subinterpreter is refused; the main interpreter works afterwards."""
        program = ("import urlgrep\n"
                   "try: import _xxsubinterpreters as interpreters\n"
                   "except ImportError: import _interpreters as interpreters\n"
                   "inner = interpreters.create()\n"
                   "code = '''\n"
                   "try:\n"
                   "    import urlgrep\n"
                   "except ImportError as error:\n"
                   "    assert 'subinterpreters' in str(error), error\n"
                   "    print(\"refused\", flush=True)\n"
                   "'''\n"
                   "interpreters.run_string(inner, code)\n"
                   "interpreters.destroy(inner)\n"
                   "print(len(urlgrep.find('http://h.example/')))\n")
        done = self.run_python("-c", program)
        self.assertEqual((done.stdout, done.returncode), ("refused\n1\n", 0), done.stderr)

    def test_imported_again(self):
        program = ("import importlib, sys, urlgrep\n"
                   "for i in range(30):\n"
                   "    del sys.modules['urlgrep._urlgrep']\n"
                   "    importlib.reload(urlgrep)\n"
                   "    print(sys.getsizeof(urlgrep.find('http://h.example/')[0]))\n")
        self.assertEqual(len(set(self.run_python("-c", program).stdout.split())), 1)

    def test_fork(self):
        program = ("import os, urlgrep\n"
                   "list(urlgrep.mbox(b'Subject: s\\n\\nhttp://h.example/'))\n"
                   "pid = os.fork()\n"
                   "found = len(urlgrep.find('http://h.example/'))\n"
                   "if pid == 0: os._exit(found)\n"
                   "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), found)\n")
        self.assertEqual(self.run_python("-c", program).stdout, "1 1\n")

    def test_exit_with_open_readers(self):
        program = ("import urlgrep, support\n"
                   "reader = urlgrep.mbox(support.mailbox(9)); next(reader)\n"
                   "stream = urlgrep.batches(support.mailbox(9)).__arrow_c_stream__()\n"
                   "array = urlgrep.extract(['http://h.example/'])\n")
        done = self.run_python("-c", program, env=dict(
            os.environ, PYTHONPATH=os.path.dirname(__file__)))
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_reader_outlives_module(self):
        """The garbage collector frees the module, then a file object with its reader."""
        program = ("import copyreg, gc, io, sys, urlgrep\n"
                   "gc.collect()\n"
                   "source = type('Source', (io.BytesIO,), {})(b'http://h.example/')\n"
                   "source.reader = urlgrep.batches(source)\n"
                   "copyreg.dispatch_table.pop(urlgrep.URL)\n"
                   "for name in [name for name in sys.modules if 'urlgrep' in name]:\n"
                   "    del sys.modules[name]\n"
                   "del source, urlgrep\n"
                   "gc.collect()\n")
        done = self.run_python("-c", program, env=dict(os.environ, MALLOC_PERTURB_="165"))
        self.assertEqual(done.returncode, 0)

    def test_command_whose_reader_leaves(self):
        """If its reader exits, the command ends without a message, like the command urlgrep."""
        path = os.path.join(CORPUS, "demo.eml")
        program = f"{sys.executable} -m urlgrep {'%s ' % path * 2000} | head -n 1"
        done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, check=False)
        self.assertEqual((done.stdout.count("\n"), done.stderr), (1, ""))

    def test_command(self):
        path = os.path.join(CORPUS, "demo.eml")
        done = self.run_python("-m", "urlgrep", path)
        from support import command
        self.assertEqual(done.stdout.splitlines(), [url["url"] for url in command(path)])
        self.assertEqual(done.returncode, 0)
        done = self.run_python("-m", "urlgrep", "--json", path)
        self.assertEqual((done.stdout, done.returncode), ("", 2))
        self.assertIn("usage: ", done.stderr)
        done = self.run_python("-m", "urlgrep", input="see http://h.example/\n")
        self.assertEqual(done.stdout, "http://h.example/\n")
        done = self.run_python("-m", "urlgrep", input="nothing\n")
        self.assertEqual((done.stdout, done.returncode), ("", 1))
        done = self.run_python("-m", "urlgrep", "/nonexistent", path)
        self.assertEqual(done.returncode, 2)
        self.assertIn("/nonexistent", done.stderr)
        self.assertIn("http://", done.stdout)
        with tempfile.NamedTemporaryFile("wb", suffix=".txt") as file:
            file.write(b"<URL:http://h.example/\xffx>")
            file.flush()
            done = self.run_python("-m", "urlgrep", file.name)
            self.assertEqual(done.stdout, "http://h.example/\\udcffx\n")
        with tempfile.NamedTemporaryFile("wb", prefix="\x1b[2J") as file:
            file.write(b"From: a@h.example\nSubject: s\nContent-Type: application/ms-tnef\n\nx\n")
            file.flush()
            done = self.run_python("-m", "urlgrep", file.name)
            self.assertRegex(done.stderr, r"/\\x1b\[2J\w+: message at byte 0: part 1 not read: [^\x1b:]*\n$")
