"""find() and judge()"""
import copy
import doctest
import gc
import glob
import inspect
import itertools
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest

import urlgrep
from support import CORPUS, TOP, command, mailbox, text_of


class Find(unittest.TestCase):
    def test_wrapped(self):
        text = "see <URL:http://h.example/over-\nview.html>, and more"
        url, = urlgrep.find(text)
        self.assertEqual(url.url, "http://h.example/over-view.html")
        self.assertEqual(str(url), url.url)
        self.assertEqual(text[url.begin:url.end], "http://h.example/over-\nview.html")
        self.assertEqual((url.form, url.confidence, url.verdict, url.valid),
                         ("wrapped", "high", "valid", True))
        self.assertEqual(url.parts, {"scheme": "http", "host": "h.example",
                                     "path": "/over-view.html"})
        self.assertEqual([(r[0], r[2]) for r in url.readings],
                         [("http://h.example/over-view.html", ("hyphen-kept",)),
                          ("http://h.example/overview.html", ("hyphen-dropped",))])
        self.assertEqual(repr(url), "URL('http://h.example/over-view.html')")

    def test_bytes(self):
        data = "é http://h.example/ ü".encode()
        for value in (data, bytearray(data), memoryview(data)):
            url, = urlgrep.find(value)
            self.assertEqual(data[url.begin:url.end], b"http://h.example/")

    def test_characters(self):
        """begin and end are indexes into the str, whatever precedes."""
        for before in ("", "é", "日本語\n", "\U0001F600 ", "\udce9 ", "\udc80\udcbf é "):
            text = f"{before}<http://h.example/é?> <http://i.example/>"
            found = urlgrep.find(text)
            url = found[-1]
            self.assertEqual(text[url.begin:url.end], "http://i.example/", before)

    def test_surrogates(self):
        """Surrogates, also those that form UTF-8 together, as the email package makes them."""
        for before in ("\ud800", "é \udcc3\udca9", "é \udce2\udc82\udcac\U0001F600",
                       "é\ud800\udcc3"):
            text = f"{before} http://h.example/ {before} <http://i.example/>"
            self.assertEqual([text[url.begin:url.end] for url in urlgrep.find(text)],
                             ["http://h.example/", "http://i.example/"], before)
        judgement = urlgrep.judge("http://h.example/\udcff\ud800")
        self.assertEqual((str(judgement.url), judgement.verdict),
                         ("http://h.example/\udcff\ufffd", "invalid"))

    def test_nul(self):
        text = "\0http://h.example/\0http://i.example/"
        self.assertEqual([u.url for u in urlgrep.find(text)],
                         ["http://h.example/", "http://i.example/"])

    def test_empty(self):
        for text in ("", b"", bytearray(), "no URL"):
            self.assertEqual(urlgrep.find(text), [])

    def test_errors(self):
        with self.assertRaises(TypeError):
            urlgrep.find(1)
        with self.assertRaises(TypeError):
            urlgrep.find()
        with self.assertRaises(TypeError):
            urlgrep.find("x", "current")
        for wrong in ({"nothing": 1}, {"text": "y"}):
            with self.assertRaisesRegex(TypeError, "invalid keyword"):
                urlgrep.find("x", **wrong)
        self.assertEqual(urlgrep.find(text="x"), [])
        with self.assertRaisesRegex(ValueError, "join: expected"):
            urlgrep.find("x", join="sometimes")
        for name in ("latin", "current\0x"):
            with self.assertRaisesRegex(ValueError, "grammar: expected"):
                urlgrep.find("x", grammar=name)
        with self.assertRaises(TypeError):
            urlgrep.URL()

    def test_as_the_command(self):
        """The URLs in the files of corpus/, searched as text, are those of the command, with any
        options."""
        paths = glob.glob(os.path.join(CORPUS, "*.txt"))
        self.assertGreater(len(paths), 5)
        given = [{}, {"all": True}, {"grammar": "rfc1738"}, {"refang": True}, {"schemeless": True},
                 *({"join": join} for join in ("always", "wrapped", "never"))]
        found_with = set()
        for path, options in itertools.product(paths, given):
            with open(path, "rb") as file:
                data = file.read()
            if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data:
                continue
            with self.subTest(path, options=options):
                arguments = [f"--{name}" + ("" if value is True else f"={value}")
                             for name, value in options.items()]
                wanted = [(text_of(u["url"]), u["offset"], u["length"], u["form"],
                           u["confidence"],
                           {name: text_of(part) for name, part in u["parts"].items()},
                           len(u["readings"]))
                          for u in command("--as=text", *arguments, path)]
                found = [(u.url, u.begin, u.end - u.begin, u.form, u.confidence, u.parts,
                          len(u.readings)) for u in urlgrep.find(data, **options)]
                self.assertEqual(found, wanted)
                found_with.add(str(found))
        self.assertGreater(len(found_with), len(paths) + 5)

    def test_threads(self):
        """Long texts are searched without the GIL, each by its own scanner."""
        texts = [f"http://h{i}.example/ " * 20000 for i in range(4)]
        counts = [0] * len(texts)

        def run(i):
            for _ in range(3):
                counts[i] += sum(f"h{i}." in url.url for url in urlgrep.find(texts[i]))

        threads = [threading.Thread(target=run, args=(i,)) for i in range(len(texts))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(counts, [60000] * 4)


    def test_garbage_collector(self):
        """Code run by the garbage collector while an attribute is made may read other URLs."""
        url, = urlgrep.find("https://www.google.com/url?q=http%3A%2F%2Fh.example%2F")
        row = "mygate gateway gate.example.com /r q:u pct - -".replace(" ", "\t")
        other, = urlgrep.find("https://gate.example.com/r?u=http%3A%2F%2Fi.example%2F",
                              wrappers=row)

        def ask(phase, info):
            self.assertEqual(other.unwrap_steps, ("http://i.example/",))

        threshold = gc.get_threshold()
        gc.callbacks.append(ask)
        gc.set_threshold(1)
        try:
            found = [(url.unwrap_via, url.unwrap_steps) for _ in range(3000)]
        finally:
            gc.callbacks.remove(ask)
            gc.set_threshold(*threshold)
        self.assertEqual(set(found), {(("google",), ("http://h.example/",))})


class Judge(unittest.TestCase):
    def test_valid(self):
        judged = urlgrep.judge("http://user:secret@h.example:8080/")
        self.assertTrue(judged)
        self.assertEqual(judged.parts["port"], "8080")
        self.assertIn("password", judged.warnings)
        self.assertIsNone(judged.error)

    def test_invalid(self):
        judged = urlgrep.judge("http://h.example/é|b")
        self.assertFalse(judged)
        self.assertEqual((judged.verdict, judged.error["offset"],
                          judged.error["suggestion"]),
                         ("loose", 18, "http://h.example/é%7Cb"))
        judged = urlgrep.judge("http://h.example:port/")
        self.assertEqual((judged.verdict, judged.parts), ("invalid", {}))
        self.assertFalse(urlgrep.judge("http://example.com/~joe/", "rfc1738"))

    def test_too_long(self):
        self.assertEqual(urlgrep.judge("http://h.example/" + "a" * 70000).verdict, "limit")

    def test_bytes(self):
        self.assertTrue(urlgrep.judge(b"http://h.example/"))
        self.assertFalse(urlgrep.judge("http://h.example/\udcff"))
        self.assertFalse(urlgrep.judge(""))


def found_in_texts():
    """Return URLs of all kinds, with every attribute."""
    for text in ("<URL:http://h.example/over-\nview> mailto:a@b.example", b"http://h.example/\xe9",
                 "http://b\u00fccher.example/?utm_source=x \udce9 hxxp://evil[.]example/x",
                 "https://www.google.com/url?q=https%3A%2F%2Fh.example%2Fa www.example.org"):
        yield from urlgrep.find(text, all=True, refang=True, schemeless=True)
    for message in urlgrep.mbox(os.path.join(TOP, "corpus/demo.eml")):
        yield from message.urls


class Values(unittest.TestCase):
    def test_compare(self):
        b, a, again = urlgrep.find("http://h/b http://h/a http://h/b")
        self.assertTrue(b == again and a != b and a < b and b >= again and hash(b) == hash(again))
        self.assertEqual(len({a, b, again}), 2)
        self.assertNotEqual(a, "http://h/a")
        with self.assertRaises(TypeError):
            a < "http://h/a"

    def test_copies(self):
        count = 0
        ways = [copy.copy, copy.deepcopy]
        ways += [lambda url, version=version: pickle.loads(pickle.dumps(url, version))
                 for version in range(pickle.HIGHEST_PROTOCOL + 1)]
        for url in found_in_texts():
            values = url.to_dict()
            self.assertEqual(values, {name: getattr(url, name) for name in dir(url)
                                      if not name.startswith("_") and name != "to_dict"})
            for make in ways:
                made = make(make(url))
                self.assertEqual((made, hash(made), str(made), repr(made), made.to_dict()),
                                 (url, hash(url), str(url), repr(url), values))
            count += 1
        self.assertGreater(count, 8)
        for wrong in ({}, {"url": 1}, None, [values], {**values, "url": None}):
            with self.assertRaises(TypeError):
                urlgrep._urlgrep.url_of_values(wrong)
        made = urlgrep._urlgrep.url_of_values({**values, "another": 1})
        self.assertEqual(made.to_dict(), values)

    def test_tampered_pickles(self):
        """20,000 mutations of pickled URLs and messages raise exceptions or make usable objects,
        in a separate process with 1 GB of memory."""
        done = subprocess.run([sys.executable, os.path.join(TOP, "tests/python/tampered.py")],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)  # stderr may have messages of pickle
        self.assertRegex(done.stdout, r"20000 mutations, \d{4,5} raise, \d{3,5} are used")

    def test_message(self):
        message, = urlgrep.mbox(os.path.join(TOP, "corpus/demo.eml"))
        for made in (pickle.loads(pickle.dumps(message)), copy.deepcopy(message)):
            for name in ("path", "type", "number", "offset", "length", "line", "raw", "urls",
                         "errors", "id", "texts"):
                self.assertEqual(getattr(made, name), getattr(message, name), name)
            self.assertEqual([url.to_dict() for url in made.urls],
                             [url.to_dict() for url in message.urls])

    def check_map(self, map_texts):
        """URLs pass from one process to another with all attributes."""
        texts = ["see http://h.example/%d and https://bit.ly/%d" % (i, i) for i in range(20)]
        wanted = [[url.to_dict() for url in urlgrep.find(text)] for text in texts]
        self.assertEqual([[url.to_dict() for url in found] for found in map_texts(texts)], wanted)

    def test_processes(self):
        for way in multiprocessing.get_all_start_methods():
            with self.subTest(way), multiprocessing.get_context(way).Pool(2) as pool:
                self.check_map(lambda texts, pool=pool: pool.map(urlgrep.find, texts))

    def test_joblib(self):
        try:
            import joblib
        except ImportError:
            self.skipTest("no joblib: make check-python")
        for backend in ("loky", "threading"):
            with self.subTest(backend):
                self.check_map(lambda texts, backend=backend: joblib.Parallel(
                    n_jobs=2, backend=backend)(map(joblib.delayed(urlgrep.find), texts)))

    def test_dask(self):
        try:
            import dask.bag
        except ImportError:
            self.skipTest("no dask: make check-python")
        for scheduler in ("processes", "threads"):
            with self.subTest(scheduler):
                self.check_map(lambda texts, scheduler=scheduler: dask.bag.from_sequence(
                    texts, npartitions=4).map(urlgrep.find).compute(scheduler=scheduler))

    def test_dask_mailbox(self):
        """The recipe in the documentation: one range of a mailbox per task."""
        try:
            import dask.bag
        except ImportError:
            self.skipTest("no dask: make check-python")
        with tempfile.NamedTemporaryFile() as file:
            file.write(mailbox(300))
            file.flush()
            path = file.name
            found = dask.bag.from_sequence(urlgrep.pieces(path, 10000)).map(
                lambda ends: [url for message in urlgrep.mbox(path, *ends)
                              for url in message.urls]).flatten().compute()
            wanted = [url for message in urlgrep.mbox(path) for url in message.urls]
            self.assertEqual([(url.offset, url) for url in found],
                             [(url.offset, url) for url in wanted])


class Documentation(unittest.TestCase):
    def test_help(self):
        for function, name in ((urlgrep.find, "join"), (urlgrep.extract, "scheme"),
                               (urlgrep.batches, "links"), (urlgrep.batches, "wrappers")):
            self.assertRegex(function.__doc__, rf"\n    {name} ")
        self.assertNotRegex(urlgrep.find.__doc__, r"\n    links ")
        self.assertEqual(list(inspect.signature(urlgrep.find).parameters)[:2] +
                         list(inspect.signature(urlgrep.find).parameters)[-2:],
                         ["text", "grammar", "join", "wrappers"])

    def test_readme(self):
        """Run the examples of README.md."""
        os.chdir(TOP)
        result = doctest.testfile(os.path.join(TOP, "src/python/README.md"), module_relative=False)
        self.assertGreater(result.attempted, 20)
        self.assertEqual(result.failed, 0)

    def test_stubs(self):
        """_urlgrep.pyi has what the package takes from the extension, and all attributes."""
        with open(os.path.join(TOP, "src/python/urlgrep/_urlgrep.pyi"), encoding="utf-8") as file:
            stubs = file.read()
        compile(stubs, "_urlgrep.pyi", "exec")
        for name in urlgrep.__all__:
            if getattr(urlgrep, name) is not getattr(urlgrep._urlgrep, name, None):
                continue  # annotated in __init__.py
            self.assertRegex(stubs, rf"(?m)^(def|class) {name}\b|^{name}:")
        attributes = [name for name in dir(urlgrep.URL) if not name.startswith("_")]
        url = stubs[stubs.index("class URL"):].split("\nclass ")[0]
        for name in attributes:
            self.assertRegex(url, rf"(?m)^    ({name}: Final\[|def {name}\(self\))")

    def test_abi(self):
        """The extension uses the limited API."""
        self.assertIn(".abi3.", urlgrep._urlgrep.__file__)
        self.assertGreaterEqual(sys.version_info, (3, 11))
