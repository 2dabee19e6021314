"""Texts for the tests of databases, and time measurement."""
import glob
import mailbox
import os
import random
import resource
import subprocess

from support import TOP, command, files, rows_of_table, text_of
from tap import equal, ok

# the schemes that urlgrep finds, as a user would search for them
PATTERN = (r"\b(https?|ftp|gopher|mailto|news|nntp|telnet|wais|file|prospero|irc|ldap|sip|svn|"
           r"git|rsync|imap|nfs|urn|tel|data|magnet|xmpp|ws|wss|sftp|ssh):[^\s<>\"]+")
# all columns of the URL in "see <URL:http://u:p@h.example/over-\nview>"
WRAPPED = {"url": "http://u:p@h.example/over-view", "verdict": "valid", "offset": 9,
           "length": 31, "form": "wrapped", "confidence": "high", "scheme": "http",
           "host": "h.example", "warnings": ["password", "userinfo"],
           "readings": ["http://u:p@h.example/over-view", "http://u:p@h.example/overview"],
           "message_id": None, "line": None, "error": None}
HEAD = b"Subject: s\nContent-Type: text/plain; charset=utf-8\n\n"
# bytes that are not text, and the URLs in them with the option all
BYTES = ((b"http://h.example/\0ff", ["http://h.example/"]),
         (b"<http://h.example/a\xffb>", ["http://h.example/a\ufffdb"]),
         (b"<http://h.example/\xc0\xaf>", ["http://h.example/\ufffd\ufffd"]),
         (b"<http://h.example/\xed\xa0\x80>", ["http://h.example/\ufffd\ufffd\ufffd"]),
         (b"\0\xff http://h.example/ \xe2\x82", ["http://h.example/"]))
WORDS = ("the of and to in is that it for on with as was at by this are be from or have an "
         "they which you one all their has would what will there if can more when who so no "
         "list message mailing subject http server: note: from: re: section table").split()


def option_text(options):
    """Return the options of a row as the third argument."""
    return " ".join(name.replace("_", "-") + ("" if value is True else f"={value}")
                    for name, value in options.items())


def table_cases():
    """Yield (label, function, text, options, expected rows) for each row of bindings.jsonl with
    options that SQL has."""
    for number, row in enumerate(rows_of_table(), 1):
        if "wrappers" in row["options"]:
            continue
        what = "mail" if "mail" in row else "text"
        yield (f"bindings.jsonl:{number}: {row['why']}",
               "urlgrep_mail" if what == "mail" else "urlgrep", row[what],
               option_text(row["options"]), row["expect"])


def in_database(found, expected):
    """Return the rows found and expected, with the columns that databases have."""
    names = [[name for name in wanted if name in row] for row, wanted in zip(found, expected)]
    return ([{name: row[name] for name in some} for row, some in zip(found, names)] +
            found[len(expected):],
            [{name: wanted[name] for name in some} for wanted, some in zip(expected, names)] +
            expected[len(found):])


def check_table(rows_of):
    """Check each row of the table. rows_of(function, text, options) returns rows or an error."""
    compared = 0
    for label, function, text, options, expected in table_cases():
        rows = rows_of(function, text, options)
        found, wanted = in_database(rows if isinstance(rows, list) else [{"error": rows}], expected)
        compared += sum(map(len, wanted))
        equal(found, wanted, label)
    ok(compared > 60, f"{compared} values were compared")
    for options, message in (("unknown", "unknown: unknown option"), ("schemeless=lo", "schemeless: expected"),
                             ("strict=1", "strict: expected no value"), ("links=all", "links: unknown option"),
                             ("x" * 300, "too long")):
        ok(message in str(rows_of("urlgrep", "x", options)), f"an error: {message}")


def check_corpus(rows_of, as_stored):
    """Compare the findings in corpus/ with the command's. rows_of(path, columns) returns rows."""
    wanted, found = [], []
    for path in files():
        wanted += [(path, url["offset"], as_stored(text_of(url["url"])), url["line"], text_of(url.get("part")),
                    as_stored(text_of(url.get("message", {}).get("id")))) for url in command(path)]
        rows = rows_of(path, '"offset", url, line, part, message_id')
        if not isinstance(rows, list):
            ok(False, f"{path}: no error", rows)
            rows = []
        found += [(path, *(row[name] for name in ("offset", "url", "line", "part", "message_id")))
                  for row in rows]
    ok(found == wanted and len(wanted) > 100, "raw mail: the same as the command in corpus/",
       f"{next((p for p in zip(found, wanted) if p[0] != p[1]), (len(found), len(wanted)))}")


def bodies(count):
    """Return generated bodies of about 1,800 bytes, every third with a URL."""
    random.seed(21)
    texts = []
    for i in range(count):
        words = random.choices(WORDS, k=340)
        if i % 3 == 0:
            words[random.randrange(340)] = f"http://h{i}.example/a/{i}?q={i}"
        lines = [" ".join(words[at:at + 12]) for at in range(0, 340, 12)]
        texts.append("\n".join(lines))
    return texts


def mail_bodies():
    """Return the bodies in mail archives, if available; else none."""
    directory = os.environ.get("ARCHIVES") or os.path.join(TOP, "build", "archives")
    texts = []
    for path in sorted(glob.glob(directory + "/cypherpunks-1990s.mbox")):
        for message in mailbox.mbox(path):
            payload = message.get_payload()
            if isinstance(payload, str) and "\0" not in payload and payload.isascii():
                texts.append(payload)
    return texts


def cpu_seconds(command, **options):
    """Return the CPU time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
