"""extract() and batches() with pyarrow, polars, pandas and DuckDB as consumers"""
import ctypes
import datetime
import gzip
import os
import random
import subprocess
import sys
import tempfile
import unittest

import urlgrep
from support import CORPUS, command, files, mailbox, text_of

try:
    import duckdb
    import pandas
    import polars
    import pyarrow as pa
    TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(),
             pa.binary_view()]
except ImportError:
    pa = None

TEXTS = ["see <URL:http://h.example/over-\nview.html> and http://i.example/", None, "",
         "no URL", "é http://u@j.example:80/?q", "a text of more than twelve bytes"]
URLS = [["http://h.example/over-view.html", "http://i.example/"], None, [], [],
        ["http://u@j.example:80/?q"], []]


def urls(lists):
    return [found if found is None else [url["url"] for url in found] for found in lists]


@unittest.skipUnless(pa, "no pyarrow, polars, pandas and duckdb: make check-python")
class Extract(unittest.TestCase):
    def test_list(self):
        array = urlgrep.extract(TEXTS)
        self.assertEqual(len(array), len(TEXTS))
        found = pa.array(array)
        found.validate(full=True)
        self.assertEqual(urls(found.to_pylist()), URLS)
        self.assertEqual(found.to_pylist()[0][0], {
            "url": "http://h.example/over-view.html", "verdict": "valid", "offset": 9,
            "length": 32, "form": "wrapped", "confidence": "high", "scheme": "http",
            "host": "h.example", "warnings": []})
        self.assertIn("userinfo", found.to_pylist()[4][0]["warnings"])

    def test_types(self):
        """Each Arrow type for texts, with offsets and in chunks."""
        for type in TYPES:
            with self.subTest(str(type)):
                column = pa.array([t and t.encode() for t in TEXTS], pa.binary()).cast(type)
                self.assertEqual(urls(pa.array(urlgrep.extract(column)).to_pylist()), URLS)
                for begin, length in ((1, 4), (4, 2), (6, 0), (0, 1)):
                    part = column.slice(begin, length)
                    self.assertEqual(urls(pa.array(urlgrep.extract(part)).to_pylist()),
                                     URLS[begin:begin + length])
                chunks = pa.chunked_array([column, column.slice(3), column.slice(0, 0)], type=type)
                self.assertEqual(urls(pa.array(urlgrep.extract(chunks)).to_pylist()),
                                 URLS + URLS[3:])

    def test_random(self):
        """Columns with random texts, types, pieces and options give the same as find()."""
        chance = random.Random(os.environ.get("ARROW_SEED", 1))
        words = [*filter(None, TEXTS), *"\0\U0001f310>\n%(]", "x" * 5000, "xn--"]
        for number in range(int(os.environ.get("ARROW_COLUMNS", 100))):
            texts = [None if chance.random() < .2 else "".join(
                chance.choice(words)[chance.randrange(9):] for _ in range(chance.randrange(6)))
                for _ in range(chance.randrange(40))]
            names = chance.sample(urlgrep.COLUMNS, chance.randrange(len(urlgrep.COLUMNS))) + ["url"]
            options = {"all": chance.random() < .5, "join": chance.choice(["auto", "always"])}
            column = pa.array(texts, pa.string()).cast(chance.choice(TYPES))
            cut = chance.randrange(len(texts) + 1)
            column = pa.chunked_array([column.slice(0, cut), column.slice(cut)])
            found = pa.array(urlgrep.extract(column, columns=list(dict.fromkeys(names)), **options))
            found.validate(full=True)
            self.assertEqual(urls(found.to_pylist()), [
                None if text is None else [url.url for url in urlgrep.find(text, **options)]
                for text in texts], f"column {number}")

    def test_nulls(self):
        """A column without other values may have the type null."""
        for column in (pa.nulls(3), pa.table({"a": pa.nulls(3)}), polars.Series([None] * 3),
                       [None, float("nan"), pandas.NA]):
            self.assertEqual(pa.array(urlgrep.extract(column)).to_pylist(), [None] * 3)

    def test_other_types(self):
        for column in (pa.array([1]), pa.array(["x"]).dictionary_encode(),
                       pa.table({"a": ["x"], "b": ["y"]})):
            with self.assertRaisesRegex(TypeError, "expected a column of strings"):
                urlgrep.extract(column)
        for column in ("text", b"text"):
            with self.assertRaisesRegex(TypeError, "see find"):
                urlgrep.extract(column)
        with self.assertRaises(TypeError):
            urlgrep.extract([1])
        with self.assertRaises(TypeError):
            urlgrep.extract(1)

    def test_columns(self):
        array = pa.array(urlgrep.extract(["http://h.example/a?b"],
                                         columns=["host", "parts", "readings", "url"]))
        array.validate(full=True)
        row = array.to_pylist()[0][0]
        self.assertEqual(list(row), ["host", "parts", "readings", "url"])
        self.assertEqual(dict(row["parts"])["query"], "b")
        self.assertEqual(row["readings"][0]["verdict"], "valid")
        every = pa.array(urlgrep.extract(["http://h.example/"], columns=urlgrep.COLUMNS))
        every.validate(full=True)
        self.assertEqual(list(every.to_pylist()[0][0]), list(urlgrep.COLUMNS))
        for name in ("hots", "host\0"):
            with self.assertRaisesRegex(ValueError, f"{name}: unknown column"):
                urlgrep.extract([], columns=[name])
        with self.assertRaises(TypeError):
            urlgrep.extract([], columns=[5])
        table = pa.table(urlgrep.batches(b"", columns="url,host"))
        self.assertEqual(table.column_names, ["url", "host"])

    def test_bytes_that_are_no_text(self):
        """NUL and invalid UTF-8 give the same URLs, with surrogates or U+FFFD."""
        head = b"Subject: s\nContent-Type: text/plain; charset=utf-8\n\n"
        for data in (b"http://h.example/\0ff", b"<URL:http://h.example/a\xffb>",
                     b"<http://h/\xc0\xaf>", b"<http://h.example/\xed\xa0\x80>", b"\0\xff http://h.example/ \xe2\x82"):
            with self.subTest(data):
                wanted = [url.url for url in urlgrep.find(data, all=True)]
                self.assertEqual([url.url for url in urlgrep.message(head + data, all=True).urls],
                                 wanted)
                column = [text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
                          for text in wanted]
                rows = pa.array(urlgrep.extract([data], all=True, columns=["url"])).to_pylist()[0]
                table = pa.table(urlgrep.batches(head + data, all=True, columns=["url"]))
                table.validate(full=True)
                self.assertEqual([[row["url"] for row in rows], table["url"].to_pylist()],
                                 [column, column])
                self.assertEqual(len(wanted), 1)
                str((urlgrep.judge(data), urlgrep.judge(data).url.to_dict()))

    def test_twice(self):
        """An array can be exported several times, without copies, and outlives its source."""
        array = urlgrep.extract(TEXTS)
        first, second = pa.array(array), pa.array(array)
        del array
        self.assertEqual(first, second)
        self.assertEqual(urls(second.to_pylist()), URLS)
        addresses = [a.flatten().field("url").buffers()[2].address for a in (first, second)]
        self.assertEqual(addresses[0], addresses[1])

    def test_stream_that_waits(self):
        """The stream waits for a thread that runs Python."""
        program = ("import io, time, pyarrow.csv, urlgrep\n"
                   "class Slow(io.BytesIO):\n"
                   "    def read(self, size=-1): return time.sleep(.1) or super().read(size)\n"
                   "urlgrep.extract(pyarrow.csv.open_csv(Slow(b'a\\n' * 3000000)))\n")
        subprocess.run([sys.executable, "-c", program], check=True, timeout=60)

    def test_polars(self):
        series = polars.Series("text", TEXTS)
        found = polars.Series("urls", urlgrep.extract(series))
        self.assertEqual(urls(found.to_list()), URLS)
        frame = polars.DataFrame({"id": range(len(TEXTS)), "urls": found})
        hosts = frame.explode("urls").unnest("urls")["host"].drop_nulls().to_list()
        self.assertEqual(hosts, ["h.example", "i.example", "j.example"])

    def test_pandas(self):
        series = pandas.Series(TEXTS, dtype="str")
        found = pa.array(urlgrep.extract(series)).to_pandas()
        self.assertEqual([None if rows is None else [row["url"] for row in rows]
                          for rows in found], URLS)

    def test_duckdb(self):
        connection = duckdb.connect()
        texts = pa.table({"text": TEXTS})
        relation = connection.sql("select text from texts")
        found = pa.array(urlgrep.extract(relation))
        self.assertEqual(urls(found.to_pylist()), URLS)
        results = pa.table({"urls": found})
        hosts = connection.sql(
            "select u.host from (select unnest(urls) as u from results)").fetchall()
        self.assertEqual(hosts, [("h.example",), ("i.example",), ("j.example",)])


@unittest.skipUnless(pa, "no pyarrow, polars, pandas and duckdb: make check-python")
class Batches(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.path = os.path.join(self.directory.name, "inbox")
        with open(self.path, "wb") as file:
            file.write(mailbox(500))

    def test_consumers(self):
        wanted = [url["url"] for url in command(self.path)]
        self.assertEqual(len(wanted), 1500)
        table = pa.table(urlgrep.batches(self.path))
        table.validate(full=True)
        self.assertEqual(table["url"].to_pylist(), wanted)
        self.assertEqual(table.column_names, list(urlgrep.MAIL_COLUMNS))
        frame = polars.DataFrame(urlgrep.batches(self.path))
        self.assertEqual(frame["url"].to_list(), wanted)
        stream = pa.RecordBatchReader.from_stream(urlgrep.batches(self.path))
        counted = duckdb.sql("select count(*), count(distinct message_id) from stream")
        self.assertEqual(counted.fetchall(), [(1500, 500)])

    def test_sizes(self):
        """Batches are divided by bytes; the rows are the same."""
        whole = pa.table(urlgrep.batches(self.path))
        for max_bytes in (1, 20000, 1 << 30):
            batches = list(urlgrep.batches(self.path, max_bytes=max_bytes))
            self.assertEqual(sum(map(len, batches)), 1500)
            self.assertEqual(pa.Table.from_batches(map(pa.record_batch, batches)), whole)
        self.assertEqual(len(list(urlgrep.batches(self.path, max_bytes=1))), 94)

    def test_ranges(self):
        whole = pa.table(urlgrep.batches(self.path)).drop_columns(["line", "message"])
        parts = [pa.table(urlgrep.batches(self.path, begin, end))
                 for begin, end in urlgrep.pieces(self.path, 7000)]
        self.assertEqual(pa.concat_tables(parts).drop_columns(["line", "message"])
                         .combine_chunks(), whole.combine_chunks())

    def test_as_the_command(self):
        for path in files():
            with self.subTest(path):
                table = pa.table(urlgrep.batches(path, all=True))
                table.validate(full=True)
                rows = [row for row in table.to_pylist() if row["type"] == "url"]
                wanted = command("--all", path)
                self.assertEqual([(row["offset"], row["length"], row["line"], row["part"])
                                  for row in rows],
                                 [(url["offset"], url["length"], url["line"],
                                   text_of(url.get("part"))) for url in wanted])

    def test_errors_are_rows(self):
        damaged = os.path.join(self.directory.name, "cut.gz")
        with open(damaged, "wb") as file:
            file.write(gzip.compress(mailbox(2000))[:-2000])
        rows = pa.table(urlgrep.batches(damaged)).to_pylist()
        self.assertGreater(len(rows), 100)
        self.assertEqual((rows[-1]["type"], rows[-1]["file"], rows[-1]["url"]),
                         ("error", damaged, None))
        self.assertTrue(rows[-1]["error"])
        rows = pa.table(urlgrep.batches("/nonexistent/inbox")).to_pylist()
        self.assertEqual([(row["type"], row["error"]) for row in rows],
                         [("error", "No such file or directory")])

    def test_dates(self):
        """A date is a timestamp in UTC; null after 9999, which Python cannot represent."""
        message = b"Subject: s\nDate: %s\n\nhttp://h.example/\n"
        for written, date in ((b"Tue, 14 Mar 1995 10:12:00 -0130", (1995, 3, 14, 11, 42)),
                              (b"1 Jan 1901 00:30 +0100", (1900, 12, 31, 23, 30)),
                              (b"31 Dec 9999 23:59:59 +0000", (9999, 12, 31, 23, 59, 59)),
                              (b"31 Dec 9999 23:59:59 -0100", None), (b"never", None)):
            table = pa.table(urlgrep.batches(message % written, columns=["date", "date_raw"]))
            self.assertEqual(table.schema.field("date").type, pa.timestamp("us", "UTC"))
            self.assertEqual(table.to_pylist(), [
                {"date": date and datetime.datetime(*date, tzinfo=datetime.timezone.utc),
                 "date_raw": written.decode()}])

    def test_empty(self):
        table = pa.table(urlgrep.batches(b""))
        self.assertEqual((table.num_rows, table.column_names), (0, list(urlgrep.MAIL_COLUMNS)))


@unittest.skipUnless(pa, "no pyarrow, polars, pandas and duckdb: make check-python")
class Resolve(unittest.TestCase):
    BROKEN = os.path.join(CORPUS, "mbox-broken-urls-with-copies.mbox")

    def resolved(self, tables):
        return [(row["offset"], row["url"], row["confidence"], row["scheme"],
                 row["readings"][0]["how"]) for row in urlgrep.resolve(tables).to_pylist()
                if row["type"] == "url"]

    def wanted(self, *paths):
        return [(url["offset"], text_of(url["url"]).encode("utf-8", "surrogateescape").decode("utf-8", "replace"),
                 url["confidence"], url["parts"].get("scheme"),
                 [*url["readings"][0]["how"], *url["readings"][0]["evidence"]])
                for url in command("--all", "--resolve", *paths)]

    def test_pieces(self):
        """The pieces of a mailbox, as tables of each library and as batches."""
        wanted = self.wanted(self.BROKEN)
        plain = [row["url"] for row in pa.table(urlgrep.batches(self.BROKEN, all=True)).to_pylist()]
        self.assertNotEqual([url for _, url, *_ in wanted], plain)
        pieces = urlgrep.pieces(self.BROKEN, 300)
        self.assertGreater(len(pieces), 5)
        for read in (pa.table, polars.DataFrame, lambda batches: pa.table(batches).to_pandas()):
            self.assertEqual(self.resolved(read(urlgrep.batches(self.BROKEN, *piece, all=True))
                                           for piece in pieces), wanted)
        self.assertEqual(self.resolved(batch for begin, end in pieces for batch in
                                       urlgrep.batches(self.BROKEN, begin, end, all=True)), wanted)

    def test_corpus(self):
        paths = [path for path in files() if not path.endswith((".gz", ".zip", ".zst"))]
        self.assertEqual(self.resolved([pa.table(urlgrep.batches(path, all=True)) for path in paths]),
                         self.wanted(*paths))

    def test_grammar(self):
        """The column grammar is the grammar by which the chosen reading is judged."""
        texts = (b"Subject: a\n\nsee <URL:http://h.example/over-\nview.html>\n",
                 b"Subject: b\n\nas in http://h.example/overview.html\n")
        names = ["url", "grammar", "readings", "verdict", "notes", "confidence", "form"]
        table = urlgrep.resolve([urlgrep.batches(text, columns=names, grammar="rfc1738")
                                 for text in texts])
        self.assertEqual(table["url"].to_pylist(), ["http://h.example/overview.html"] * 2)
        self.assertEqual(table["grammar"].to_pylist(), ["rfc1738"] * 2)

    def test_empty(self):
        self.assertEqual(urlgrep.resolve(urlgrep.batches(b"")).num_rows, 0)


class Interface(unittest.TestCase):
    """The C data interface without a consumer: ctypes walks the structures."""

    def test_structures(self):
        class Schema(ctypes.Structure):
            pass

        Schema._fields_ = [
            ("format", ctypes.c_char_p), ("name", ctypes.c_char_p),
            ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
            ("n_children", ctypes.c_int64),
            ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
            ("dictionary", ctypes.c_void_p),
            ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))),
            ("private", ctypes.c_void_p)]
        capsule = urlgrep.extract(["http://h.example/"],
                                  columns=["url", "offset"]).__arrow_c_schema__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        schema = Schema.from_address(pointer(capsule, b"arrow_schema"))
        item = schema.children[0].contents
        self.assertEqual((schema.format, item.format, item.n_children), (b"+l", b"+s", 2))
        self.assertEqual([(item.children[i].contents.format, item.children[i].contents.name)
                          for i in range(2)], [(b"u", b"url"), (b"l", b"offset")])
        schema.release(ctypes.byref(schema))
        self.assertFalse(schema.release)
