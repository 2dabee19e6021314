#!/usr/bin/env python3
"""check_spark.py - urlgrep.spark on a cluster of two executors on this machine (TAP):
local-cluster[2,1,1024], each a process of its own with workers in Python

    make check-spark        with Spark 4 and 3.5, each in its own environment

Spark finds the same as a single run, even when an executor is killed or a task fails. This
script runs with the interpreter $URLGREP_PYTHON.
"""
import gzip
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = os.environ.get("URLGREP_PYTHON")
if PYTHON and os.path.abspath(PYTHON) != os.path.abspath(sys.executable):
    os.execv(PYTHON, [PYTHON, *sys.argv])

sys.path[1:1] = [os.path.join(os.path.dirname(HERE), name) for name in ("common", "python")]
from cluster import executors, session
from support import mailbox
from tap import done_testing, equal, ok, skip, skip_all

PIECE_BYTES = 100000
STALL_SECONDS = 15


# ---- the results of a single run ----------------------------------------------

KEY = ("type", "file", "offset", "url", "message_id", "error")


def key(row):
    return tuple(row[name] for name in KEY)


def ordered(rows):
    return sorted((key(row) for row in rows), key=repr)


def single_run(paths, **options):
    import pyarrow
    import urlgrep
    return [row for path in paths
            for row in pyarrow.table(urlgrep.batches(path, **options)).to_pylist()]


def write_files(directory):
    """Write three mailboxes: one compressed, one compressed and damaged."""
    paths = []
    for name, count in (("a.mbox", 900), ("b.mbox", 500), ("c.mbox", 300)):
        paths.append(os.path.join(directory, name))
        with open(paths[-1], "wb") as file:
            file.write(mailbox(count))
    packed = gzip.compress(mailbox(400))
    for name, data in (("d.mbox.gz", packed), ("e.mbox.gz", packed[:-500])):
        paths.append(os.path.join(directory, name))
        with open(paths[-1], "wb") as file:
            file.write(data)
    return paths


# ---- tests -------------------------------------------------------------------

def check_plan(paths):
    from urlgrep.spark import plan
    tasks = plan(os.path.dirname(paths[0]), PIECE_BYTES)
    sizes = [(os.path.getsize(path) if end is None else end) - begin for path, begin, end in tasks]
    ok(sizes == sorted(sizes, reverse=True) and len(tasks) >= 8,
       f"{len(tasks)} tasks, the biggest first", repr(sizes))
    equal([task[1:] for task in tasks if task[0].endswith(".gz")], [(0, None)] * 2,
          "a compressed file is a task")


def check_paths(paths):
    from urlgrep.spark import plan, search_options
    wanted = plan(paths[:2], PIECE_BYTES)
    equal(plan([pathlib.Path(path) for path in paths[:2]], PIECE_BYTES), wanted, "paths of pathlib")
    equal(plan(pathlib.Path(paths[0]), PIECE_BYTES), plan(paths[0], PIECE_BYTES), "a path")
    for value, flag in (("true", True), ("False", False)):
        equal(search_options({"strict": value}), {"strict": flag}, f"a flag: {value}")
    try:
        ok(False, "a flag that is neither", repr(search_options({"strict": "yes"})))
    except ValueError as error:
        ok("strict: expected" in str(error), "a flag that is neither", str(error))


def check_equal(spark, paths, wanted):
    from urlgrep import spark as urls
    df = urls.read(spark, paths, piece_bytes=PIECE_BYTES)
    equal(ordered(df.collect()), ordered(wanted), "read(): the rows of a single run")
    equal(df.columns, list(urls.MAIL_COLUMNS), "read(): the columns of batches()")
    dates = df.selectExpr("unix_timestamp(date) as seconds", "typeof(date) as type") \
        .where("seconds is not null").distinct().collect()
    equal([tuple(row) for row in dates], [(795175920, "timestamp")], "read(): timestamps")
    pattern = os.path.join(os.path.dirname(paths[0]), "*.mbox")
    equal(ordered(urls.read(spark, pattern, piece_bytes=PIECE_BYTES).collect()),
          ordered(row for row in wanted if row["file"].endswith(".mbox")), "a pattern")
    for records in (1, 10000):
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", records)
        equal(ordered(df.collect()), ordered(wanted), f"batches of {records} records")


def check_format(spark, paths, wanted):
    from urlgrep import spark as urls
    if urls.DataSource is object:
        skip("the format urlgrep", "Spark 4 has it, this is an earlier version")
        return
    urls.register(spark)
    reader = spark.read.format("urlgrep").option("pieceBytes", PIECE_BYTES)
    equal(ordered(reader.load(os.path.dirname(paths[0])).collect()), ordered(wanted),
          "the format urlgrep: the rows of a single run")
    rows = reader.option("columns", "url, host").load(paths[2]).collect()
    equal(sorted(set(rows[0].asDict())), ["host", "url"], "the format: columns")
    rows = reader.schema("host string, url string").load(paths[2]).collect()
    equal((len(rows), rows[0].__fields__), (900, ["host", "url"]), "the format: a schema")
    reader = spark.read.format("urlgrep").option("pieceBytes", PIECE_BYTES)
    try:
        ok(False, "the format: no path", repr(reader.load().collect()))
    except Exception as error:
        ok("path: expected" in str(error), "the format: no path", str(error))
    rows = reader.option("all", "true").option("join", "never").load(paths[2]).collect()
    equal(len(rows), 900, "the format: options")


def check_options(spark, directory):
    """The options and columns of the library, in read(), extract_urls() and the format."""
    from urlgrep import spark as urls
    text = ("Subject: s\n\nwww.example.org/x and hxxp://evil[.]example/ and "
            "<URL:http://h.example/a|b> and https://web.archive.org/web/2001/http://i.example/\n")
    path = os.path.join(directory, "options[1]")  # no pattern
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    columns = ["url", "written", "uri", "defanged", "target", "unwrap_via"]
    archive = "https://web.archive.org/web/2001/http://i.example/"
    name = ("https://www.example.org/x", "www.example.org/x", None, None, None, None)
    defanged = ("http://evil.example/", None, None, "hxxp://evil[.]example/", None, None)
    loose = ("http://h.example/a|b", None, "http://h.example/a%7Cb", None, None, None)
    wrapper = (archive, None, None, None, "http://i.example/", ["archive"])
    for options, wanted in (
            ({"schemeless": "true", "defaultScheme": "https", "strict": "true"},
             [name, (archive, *[None] * 5)]),
            ({"only": "name", "scheme": "http,https", "defaultScheme": "https"}, [name]),
            ({"refang": "true", "unwrap": "archive"}, [defanged, loose, wrapper]),
            ({"schemeless": "high", "default_scheme": "https", "noIri": "false",
              "unwrap": "all"}, [name, loose, wrapper])):
        taken = urls.search_options({name.lower(): value for name, value in options.items()})
        df = urls.read(spark, path, columns=columns, **taken)
        equal([tuple(row) for row in df.collect()], wanted, f"read(): {options}")
        texts = spark.createDataFrame([(text,)], "body string")
        found = texts.select(urls.extract_urls("body", columns=columns, **taken)
                             .alias("urls")).collect()
        equal([tuple(row) for row in found[0]["urls"]], wanted, f"extract_urls(): {options}")
        if urls.DataSource is not object:
            df = spark.read.format("urlgrep").options(**options) \
                .option("columns", ", ".join(columns)).load(path)
            equal([tuple(row) for row in df.collect()], wanted, f"the format: {options}")
    try:
        urls.read(spark, path, schemeless="some")
        ok(False, "a wrong option is an error")
    except ValueError as error:
        ok("schemeless: expected" in str(error), f"a wrong option is an error: {error}")


def check_errors(spark, paths):
    from urlgrep import spark as urls
    df = urls.read(spark, paths, piece_bytes=PIECE_BYTES)
    try:
        urls.check(df)
        ok(False, "check() raises")
    except urls.ReadFailed as failed:
        ok(failed.count == 1 and "e.mbox.gz" in str(failed), f"check() raises: {failed}")
    good = urls.read(spark, paths[:4], piece_bytes=PIECE_BYTES)
    ok(urls.check(good) is good, "check() returns what has no errors")
    rows = urls.read(spark, ["/nonexistent/a", "/nonexistent/*"]).collect()
    equal(sorted((row["type"], row["file"]) for row in rows),
          [("error", "/nonexistent/*"), ("error", "/nonexistent/a")],
          "a file that is not there is a row")


def waits_until(is_true, seconds=120):
    """Return true if is_true() becomes true within that time."""
    for _ in range(seconds * 10):
        if is_true():
            return True
        time.sleep(0.1)
    return False


def waiting_for(directory):
    """Return a function that passes batches on. It records its first batch in directory; the next
    batches wait for the file "killed" there."""
    import uuid

    def passed(batches):
        for batch in batches:
            open(os.path.join(directory, "task-" + uuid.uuid4().hex), "w").close()
            for _ in range(1200):
                if os.path.exists(os.path.join(directory, "killed")):
                    break
                time.sleep(0.1)
            yield batch
    return passed


def check_killed_executor(spark, paths, wanted):
    """An executor is killed while both run a task that cannot end."""
    from urlgrep import spark as urls
    df = urls.read(spark, paths, piece_bytes=PIECE_BYTES)
    before = executors()
    states = []

    def kill(directory):
        states.append(waits_until(lambda: len(os.listdir(directory)) >= 2))
        os.kill(before[0], signal.SIGKILL)
        states.append(waits_until(lambda: before[0] not in executors()))
        open(os.path.join(directory, "killed"), "w").close()

    with tempfile.TemporaryDirectory() as directory:
        thread = threading.Thread(target=kill, args=(directory,))
        thread.start()
        rows = df.mapInArrow(waiting_for(directory), df.schema).collect()
        thread.join()
    ok(len(before) == 2 and states == [True, True],
       f"executor {before[0]} of {before} is killed while tasks run")
    equal(ordered(rows), ordered(wanted), "an executor killed: the rows of a single run")


def fail_once(batches):
    """Fail in the first attempt of a task, after it has yielded a batch."""
    from pyspark import TaskContext
    context = TaskContext.get()
    for batch in batches:
        yield batch
        if context.attemptNumber() == 0 and context.partitionId() == 1:
            raise RuntimeError("failed once")


def stall_once(batches):
    """Stall the first attempt of a task for so long that another may be started."""
    from pyspark import TaskContext
    context = TaskContext.get()
    if context.attemptNumber() == 0 and context.partitionId() == 0:
        time.sleep(STALL_SECONDS)
    yield from batches


def check_attempts(spark, paths, wanted):
    from urlgrep import spark as urls
    df = urls.read(spark, paths, piece_bytes=PIECE_BYTES)
    equal(ordered(df.mapInArrow(fail_once, df.schema).collect()), ordered(wanted),
          "a task failed once: no duplicates")
    begin = time.monotonic()
    rows = df.mapInArrow(stall_once, df.schema).collect()
    seconds = time.monotonic() - begin
    equal(ordered(rows), ordered(wanted), "a task that stalls: no duplicates")
    if seconds < STALL_SECONDS:
        ok(True, f"a second attempt was faster ({seconds:.0f} s)")
    else:
        skip("a second attempt of a task that stalls", "Spark starts none on the host of the first")


def check_texts(spark):
    from urlgrep import spark as urls
    df = spark.createDataFrame([(1, "see http://h.example/ and http://i.example/"),
                                (2, None), (3, "none")], "id int, body string")
    found = df.select("id", urls.extract_urls("body").alias("urls")).orderBy("id").collect()
    equal([row["urls"] and [url["url"] for url in row["urls"]] for row in found],
          [["http://h.example/", "http://i.example/"], None, []], "extract_urls()")
    hosts = df.select(urls.extract_urls("body", columns=["host"]).alias("u")) \
        .selectExpr("explode(u) as u").select("u.host").collect()
    equal(sorted(row[0] for row in hosts), ["h.example", "i.example"], "extract_urls(): columns")


def check_rdd(spark):
    """URL objects pass between executors with all attributes."""
    import urlgrep
    texts = [f"see <URL:http://h{i % 7}.example/over-\nview> and https://bit.ly/{i % 10}"
             for i in range(200)]
    wanted = [url for text in texts for url in urlgrep.find(text)]
    urls = spark.sparkContext.parallelize(texts, 4).flatMap(urlgrep.find)
    equal([url.to_dict() for url in urls.collect()], [url.to_dict() for url in wanted],
          "an RDD of URLs")
    equal(sorted(urls.distinct().collect()), sorted(set(wanted)), "distinct URLs")
    hosts = dict(urls.map(lambda url: (url.host, 1)).reduceByKey(lambda a, b: a + b).collect())
    equal(hosts, {host: sum(url.host == host for url in wanted)
                  for host in {url.host for url in wanted}}, "their hosts are counted")
    equal(urls.sortBy(str).map(str).collect(), sorted(map(str, wanted)), "they are sorted")


def check_resolve(spark, directory):
    """resolve() gives the same as that of the package, which is compared with the command."""
    import pyarrow
    import urlgrep
    from urlgrep import spark as urls
    head = b"From ann@example.org Tue Mar 14 10:12:00 1995\nSubject: %d\n\n"
    text = b""
    for i in range(90):
        text += head % i + b"see <URL:http://h.example/over-\nview%d.html>\n\n" % i
        if i % 3:
            text += head % i + b"<http://h.example/over%sview%d.html>\n\n" % (
                b"" if i % 3 == 1 else b"-", i)
    path = os.path.join(directory, "broken")
    with open(path, "wb") as file:
        file.write(text)
    wanted = urlgrep.resolve(urlgrep.batches(path, all=True)).to_pylist()
    plain = pyarrow.table(urlgrep.batches(path, all=True)).to_pylist()
    df = urls.read(spark, path, piece_bytes=2000, all=True)
    rows = urls.resolve(df).collect()
    ok([row["url"] for row in wanted] != [row["url"] for row in plain],
       "evidence decides something")
    equal(ordered(rows), ordered(wanted), "resolve(): the rows of urlgrep.resolve()")


def main():
    try:
        import pyspark
    except ImportError:
        skip_all("no pyspark: make check-spark, where pip reaches a package index")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join([HERE, os.environ.get("PYTHONPATH", "")])
    directory = tempfile.mkdtemp()
    place = os.path.join(directory, "mail")
    os.mkdir(place)
    paths = write_files(place)
    wanted = single_run(paths)
    equal((len(wanted) > 6000, sum(row["type"] == "error" for row in wanted)), (True, 1),
          "a single run: URLs, and one error")
    check_plan(paths)
    check_paths(paths)
    spark = session(**{"spark.speculation": "true", "spark.speculation.quantile": "0.5",
                       "spark.speculation.multiplier": "1.5"})
    ok(spark.range(100, numPartitions=4).count() == 100, f"Spark {pyspark.__version__} works")
    check_equal(spark, paths, wanted)
    check_format(spark, paths, wanted)
    check_options(spark, directory)
    check_errors(spark, paths)
    check_texts(spark)
    check_rdd(spark)
    check_resolve(spark, directory)
    check_attempts(spark, paths, wanted)
    check_killed_executor(spark, paths, wanted)
    spark.stop()
    done_testing()


if __name__ == "__main__":
    main()
