"""The options and the columns: every row of tests/vectors/bindings.jsonl, as attributes, as
columns of Arrow, and as members of the command's JSON"""
import json
import os
import subprocess
import tempfile
import unittest

import urlgrep
from support import TOP, URLGREP, rows_of_table, text_of

try:
    import pyarrow as pa
except ImportError:
    pa = None

# the places of columns in JSON that are not under their names
PLACES = {"defanged": ("defanged", "text"), "defanged_signs": ("defanged", "signs"),
          "unwrap_status": ("unwrap", "status"), "unwrap_via": ("unwrap", "via"),
          "unwrap_notes": ("unwrap", "notes"), "unwrap_hint": ("unwrap", "hint")}
# what JSON has in another way
NOT_IN_JSON = ("kind", "relative", "href_differs", "unwrap_warnings", "unwrap_steps", "warnings")


def plain(value):
    """Return a value in the form of JSON."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return list(value) if isinstance(value, tuple) else value


def found_urls(row):
    if "mail" in row:
        return urlgrep.message(row["mail"].encode(), **row["options"]).urls
    return urlgrep.find(row["text"], **row["options"])


def found_rows(row, columns):
    if "mail" in row:
        source = pa.table(urlgrep.batches(row["mail"].encode(), type="mail", columns=columns,
                                          **row["options"]))
        source.validate(full=True)
        return source.to_pylist()
    array = pa.array(urlgrep.extract([row["text"]], columns=columns, **row["options"]))
    array.validate(full=True)
    return array.to_pylist()[0]


def by_command(row):
    """Return the members of JSON, including those that --unwrap and --strip-tracking add."""
    what = "mail" if "mail" in row else "text"
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as wrappers:
        given = {"unwrap": True, **row["options"]}
        if "wrappers" in given:
            wrappers.write(given["wrappers"])
            wrappers.flush()
            given["wrappers"] = wrappers.name
        options = ["--" + name.replace("_", "-") + ("" if value is True else f"={value}")
                   for name, value in given.items()]
        done = subprocess.run([URLGREP, "--json", "--strip-tracking", "--no-config",
                               f"--as={what}", *options], input=row[what].encode(),
                              capture_output=True, check=False)
    return [url for url in map(json.loads, done.stdout.splitlines()) if url["type"] == "url"]


def member(found, name):
    """Return the member of JSON for a column."""
    for part in PLACES.get(name, (name,)):
        found = found.get(part) if found else None
    return text_of(found) if not isinstance(found, dict) or "bytes" in found else found


class Table(unittest.TestCase):
    def check(self, find, value_of):
        for number, row in enumerate(rows_of_table(), 1):
            with self.subTest(f"bindings.jsonl:{number}: {row['why']}"):
                columns = sorted({name for url in row["expect"] for name in url})
                urls = find(row, columns)
                self.assertEqual(len(urls), len(row["expect"]), urls)
                found = [{name: value_of(url, name) for name in wanted}
                         for url, wanted in zip(urls, row["expect"])]
                self.assertEqual(found, row["expect"])

    def test_attributes(self):
        self.check(lambda row, _: found_urls(row), lambda url, name: plain(getattr(url, name)))

    @unittest.skipUnless(pa, "no pyarrow: make check-python")
    def test_arrow(self):
        self.check(found_rows, lambda url, name: dict(url[name])
                   if url[name] is not None and name in ("parts", "target_parts")
                   else url[name])

    def test_command(self):
        """The results expected in the table are those of the command."""
        count = 0
        for number, row in enumerate(rows_of_table(), 1):
            found = by_command(row)
            with self.subTest(f"bindings.jsonl:{number}: {row['why']}"):
                self.assertEqual(len(found), len(row["expect"]))
                for url, wanted in zip(found, row["expect"]):
                    names = [name for name in wanted if name not in NOT_IN_JSON]
                    count += len(names)
                    self.assertEqual({name: member(url, name) for name in names},
                                     {name: wanted[name] for name in names})
        self.assertGreater(count, 60)

    def test_warnings(self):
        """The warnings in JSON are those of the URL, and of the URL as a wrapper."""
        for row in rows_of_table():
            for url, said in zip(found_urls(row), by_command(row)):
                if url.verdict != "invalid":
                    self.assertEqual({*url.warnings, *(url.unwrap_warnings or ())},
                                     set(said["warnings"]), row["why"])

    def test_every_column(self):
        """Each column of a URL is expected in some row, or tested elsewhere."""
        expected = {name for row in rows_of_table() for url in row["expect"] for name in url}
        elsewhere = {"offset", "length", "confidence", "scheme", "host", "parts", "readings",
                     "valid", "file", "line", "message", "message_offset", "encoding",
                     "alternative", "begin", "end", "defanged_url", "readable", "column"}
        parts = {"user", "password", "port", "path", "query", "fragment"}
        attributes = set(urlgrep.find("http://h.example/")[0].to_dict())
        self.assertEqual(attributes - expected - elsewhere - parts, set())
        url, = urlgrep.find("<http://u:p@h.example:81/a?b#c>")
        self.assertEqual({name: getattr(url, name) for name in parts},
                         {name: url.parts[name] for name in parts})


class Options(unittest.TestCase):
    WRONG = (({"schemeless": "lo"}, ValueError, 'schemeless: expected "high", "medium" or "low"'),
             ({"email": "none"}, ValueError, "email: expected"),
             ({"schemeless": 1}, TypeError, "schemeless: expected"),
             ({"default_scheme": "ftp"}, ValueError, 'default_scheme: expected "http" or'),
             ({"default_scheme": True}, TypeError, "default_scheme: expected"),
             ({"refang": "host"}, ValueError, "refang: expected"),
             ({"unwrap": "gateway,"}, ValueError, "unwrap: expected"),
             ({"unwrap": ""}, ValueError, "unwrap: expected"),
             ({"only": "url,names"}, ValueError, "only: expected one or more of"),
             ({"only": ","}, ValueError, "only: expected"),
             ({"only": True}, TypeError, "only: expected"),
             ({"scheme": ""}, ValueError, "scheme: expected"),
             ({"scheme": "x" * 256}, ValueError, "scheme: expected"),
             ({"wrappers": "\nown\tgateway\tgate.example\t/go\tq:to\trot13\t-\t-\n"}, ValueError,
              "wrappers: line 2: unknown codec"),
             ({"wrappers": "own"}, ValueError, "wrappers: line 1: expected 8 fields"),
             ({"wrappers": True}, TypeError, "wrappers: expected rows"),
             ({"join": "x"}, ValueError, "join: expected"),
             ({"grammar": "latin"}, ValueError, "grammar: expected"),
             ({"grammar": "iri"}, ValueError, 'grammar: expected "current", "draft" or "rfc1738"'),
             ({"headers": True}, TypeError, "'headers' is an invalid keyword"),
             ({"links": "all"}, TypeError, "'links' is an invalid keyword"),
             ({"unknown": 1}, TypeError, "'unknown' is an invalid keyword"))

    def test_wrong(self):
        for options, error, message in self.WRONG:
            for call in (urlgrep.find, urlgrep.extract):
                with self.assertRaisesRegex(error, message):
                    call("x" if call is urlgrep.find else ["x"], **options)
        with self.assertRaisesRegex(ValueError, "links: expected"):
            urlgrep.mbox(b"", links="some")
        with self.assertRaisesRegex(TypeError, "'strict' is an invalid keyword"):
            urlgrep.judge("http://h.example/", strict=True)

    def test_defaults(self):
        """None and False mean the default; True means the option without a value."""
        text = "www.example.org http://h.example/a|b"
        for none in ({}, {"schemeless": None}, {"schemeless": False, "strict": False},
                     {"unwrap": None, "grammar": None, "join": None}):
            self.assertEqual(list(map(str, urlgrep.find(text, **none))), ["http://h.example/a|b"])
        self.assertEqual(list(map(str, urlgrep.find(text, schemeless=True))),
                         list(map(str, urlgrep.find(text, schemeless="medium"))))

    def test_judgement(self):
        """A judged URL has the same attributes as a URL that was found."""
        url = urlgrep.judge("https://web.archive.org/web/2001/http://h.example/?fbclid=x",
                            unwrap="all").url
        self.assertEqual((url.target, url.clean, url.removed, url.kind),
                         ("http://h.example/?fbclid=x", "http://h.example/", ("fbclid",), "url"))
        self.assertEqual(urlgrep.judge("http://h.example/", grammar="draft").url.grammar, "draft")
        self.assertEqual(urlgrep.judge("http://h.example/a|b").url.uri, "http://h.example/a%7Cb")
        self.assertIsNone(urlgrep.judge("http://a b/").url.uri)
        self.assertEqual(url.defanged_url, "hxxps[:]//web[.]archive[.]org/web/2001/"
                                           "http[:]//h.example/?fbclid=x")

    def test_outlives(self):
        """Attributes computed later do not depend on other searches."""
        archive = "https://web.archive.org/web/2001/http://h.example/"
        table = "own\tgateway\t%s\t/go\tq:to\tpct\t-\t-\n"
        gates = [f"https://{host}.example/go?to=http%3A%2F%2F{host}.example%2F" for host in "ab"]
        own = [urlgrep.find(gate, wrappers=table % f"{host}.example")[0]
               for gate in gates for host in "ab"]
        self.assertEqual([url.target for url in own + own[:2]],
                         ["http://a.example/", None, None, "http://b.example/",
                          "http://a.example/", None])
        first = urlgrep.find(archive, unwrap="archive")[0]
        second = urlgrep.find(archive)[0]
        self.assertEqual([first.target, second.target, first.target],
                         ["http://h.example/", None, "http://h.example/"])


if __name__ == "__main__":
    unittest.main()
