"""The URLs of mailboxes as DataFrames of Apache Spark.

    df = read(spark, "inbox/*.mbox")    one row for each URL and for each read error
    check(df)                           raises ReadFailed if there was a read error
    resolve(df)                         chooses among the readings of broken URLs by evidence
    extract_urls("body")                the URLs in a column of texts

Mailboxes are read inside the tasks, in byte ranges, and only URLs go through Arrow. Spark 4
also has the format "urlgrep": call register(spark), then
spark.read.format("urlgrep").load(path). Paths are local, or URLs of fsspec ("s3://...",
"hdfs://..."), which must be installed for them.
"""
import glob
import json
import os

import pyarrow
from pyspark.sql import functions
from pyspark.sql.pandas.types import from_arrow_schema

from . import MAIL_COLUMNS, PIECE_BYTES, TEXT_COLUMNS, batches, extract, pieces
from ._urlgrep import MAIL_OPTIONS
from .evidence import ACCEPTED, choose

try:
    from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
except ImportError:  # before Spark 4
    DataSource = DataSourceReader = InputPartition = object

__all__ = ["PIECE_BYTES", "ReadFailed", "check", "extract_urls", "read", "register",
           "resolve"]

TRUTH = {"true": True, "false": False}


class ReadFailed(RuntimeError):
    """Some input could not be read; errors are the first rows with errors."""

    def __init__(self, count, errors):
        super().__init__(f"{count} could not be read: " + "; ".join(
            f"{row['file']}: {row['error']}" for row in errors))
        self.count = count
        self.errors = errors


# ---- files ------------------------------------------------------------------

def is_remote(path):
    return "://" in path and not path.startswith("file://")


def matches(path, exists, find):
    """Return what a pattern finds. A name that exists is no pattern; one that finds nothing is
    returned, so that reading it is an error."""
    return glob.has_magic(path) and not exists(path) and find(path) or [path]


def files_in(path):
    """Return the file, or the files in the directory. A directory that cannot be listed counts as
    a file, which cannot be read."""
    if not os.path.isdir(path):
        return [path]
    names = []
    for directory, _, files in os.walk(path, onerror=lambda error: names.append(error.filename)):
        names += [os.path.join(directory, name) for name in files]
    return names


def list_files(path):
    """Return (path, size) for each file of a directory or pattern, or for a single file."""
    if is_remote(path):
        import fsspec
        system, inside = fsspec.core.url_to_fs(path)
        found = {}
        for match in matches(inside, system.exists, system.glob):
            names = system.find(match)
            found.update((name, system.size(name)) for name in names)
            if not names and not system.exists(match):
                found[match] = 0
        return [(system.unstrip_protocol(name), size) for name, size in found.items()]
    path = path.removeprefix("file://").removeprefix("file:")
    found = [name for match in matches(path, os.path.exists, glob.glob)
             for name in files_in(match)]
    return [(name, os.path.getsize(name) if os.path.exists(name) else 0)
            for name in sorted(found)]


def open_source(path):
    """Return the source for batches(): a path, or a file object of an object store."""
    if is_remote(path):
        import fsspec
        return fsspec.open(path, "rb", compression=None).open()
    return path


def plan(paths, piece_bytes):
    """Return the tasks (path, begin, end), the largest first, so that the last ones to run are
    short. Small files are not opened, which would take the driver long if there are many."""
    tasks = []
    for path in [paths] if isinstance(paths, (str, os.PathLike)) else paths:
        for name, size in list_files(os.fspath(path)):
            ends = pieces(open_source(name), piece_bytes) if size > piece_bytes else [(0, None)]
            tasks += [((size if end is None else end) - begin, name, begin, end)
                      for begin, end in ends]
    tasks.sort(key=lambda task: (-task[0], task[1], task[2]))
    return [task[1:] for task in tasks]


def read_task(path, begin, end, options):
    """Yield the record batches of a task. An error of the store is raised, so that Spark
    retries; an error of the reader is a row."""
    source = open_source(path)
    for batch in map(pyarrow.record_batch, batches(source, begin, end, **options)):
        index = batch.schema.get_field_index("file")
        if source is not path and index >= 0:  # replace the name of the file object
            paths = [path + name.removeprefix("<file>") for name in batch["file"].to_pylist()]
            batch = batch.set_column(index, batch.schema.field(index),
                                     pyarrow.array(paths, pyarrow.string()))
        yield batch


def arrow_schema(options):
    """Return the schema of batches() with these options. Raises an error if they are wrong."""
    return pyarrow.schema(batches(b"", **options))


# ---- DataFrames -------------------------------------------------------------

def read(spark, paths, *, piece_bytes=PIECE_BYTES, columns=MAIL_COLUMNS, **options):
    """Return a DataFrame with one row for each URL in the files, directories or patterns.

    options, such as schemeless or strict, are passed to batches(). Each task reads one range,
    or one file that cannot be divided.
    """
    tasks = plan(paths, piece_bytes)
    options["columns"] = columns if isinstance(columns, str) else list(columns)

    def read_rows(rows):
        for batch in rows:
            for task in batch.to_pylist():
                yield from read_task(task["path"], task["begin"], task["end"], options)

    schema = from_arrow_schema(arrow_schema(options))
    spread = spark.sparkContext.parallelize(tasks, max(len(tasks), 1))
    return spark.createDataFrame(spread, "path string, begin long, end long") \
        .mapInArrow(read_rows, schema)


def register(spark):
    """Register the format "urlgrep" (Spark 4)."""
    if DataSource is object:
        raise NotImplementedError("the format needs Spark 4; use read()")
    spark.dataSource.register(UrlgrepDataSource)


class Piece(InputPartition):
    """A range of a file, or the whole file."""

    def __init__(self, path, begin, end):
        self.path, self.begin, self.end = path, begin, end


class UrlgrepDataSource(DataSource):
    """The format "urlgrep". Its options are path, pieceBytes, columns (names separated by commas),
    messageType, and the options of batches()."""

    @classmethod
    def name(cls):
        return "urlgrep"

    def schema(self):
        names = self.options.get("columns")
        columns = [name.strip() for name in names.split(",")] if names else MAIL_COLUMNS
        return from_arrow_schema(arrow_schema({"columns": list(columns),
                                               **search_options(self.options)}))

    def reader(self, schema):
        return UrlgrepReader(self.options, schema.names)


def search_options(options):
    """Return the options of batches() among the format's options, whose values are strings and
    whose names Spark looks up in any case: noIri is no_iri. Options whose word is optional may
    also be "true"."""
    found = {}
    for name, is_flag in MAIL_OPTIONS.items():
        value = options.get(name.replace("_", "")) or options.get(name)
        if is_flag and value and value.lower() not in TRUTH:
            raise ValueError(f'{name}: expected "true" or "false", not {value!r}')
        if value:
            found[name] = TRUTH.get(value.lower() if is_flag else value, value)
    return found


class UrlgrepReader(DataSourceReader):
    def __init__(self, options, columns):
        paths = options.get("paths")
        if not paths and not options.get("path"):
            raise ValueError("path: expected that of a mailbox, as in load(path)")
        self.paths = json.loads(paths) if paths else [options["path"]]
        self.piece_bytes = int(options.get("pieceBytes", PIECE_BYTES))
        self.options = {"columns": columns, "type": options.get("messageType"),
                        **search_options(options)}

    def partitions(self):
        return [Piece(*task) for task in plan(self.paths, self.piece_bytes)] or [
            Piece("/dev/null", 0, 0)]

    def read(self, partition):
        return read_task(partition.path, partition.begin, partition.end, self.options)


def check(df):
    """Return the DataFrame, or raise ReadFailed if there was a read error. This runs the query, so
    cache the DataFrame first."""
    errors = df.filter(functions.col("type") == "error").select("file", "error")
    count = errors.count()
    if count:
        raise ReadFailed(count, errors.limit(10).collect())
    return df


# ---- texts ------------------------------------------------------------------

def extract_urls(column, *, columns=TEXT_COLUMNS, **options):
    """Return a column with the URLs in each text, as an array of structs."""
    options["columns"] = columns if isinstance(columns, str) else list(columns)
    arrow_type = pyarrow.array(extract([], **options)).type
    schema = pyarrow.schema([("urls", arrow_type)])
    result = from_arrow_schema(schema)["urls"].dataType
    if hasattr(functions, "arrow_udf"):
        def urls_of_array(texts: pyarrow.Array) -> pyarrow.Array:
            return pyarrow.array(extract(texts, **options))
        return functions.arrow_udf(urls_of_array, result)(column)

    import pandas

    def urls_of_series(texts: pandas.Series) -> pandas.Series:
        found = pyarrow.array(extract(texts.tolist(), **options))
        return pandas.Series(found.to_pylist())
    return functions.pandas_udf(urls_of_series, result)(column)


# ---- evidence ---------------------------------------------------------------

def resolve(df):
    """Choose among the readings of broken URLs by the same URLs unbroken anywhere in df.

    This is a set join: neither the order of the rows nor duplicates matter. df must have the
    default columns. Read it with all=True to resolve URLs whose best reading is invalid, too.
    """
    count = functions.size("readings")
    is_broken = functions.col("readings").isNotNull() & (count > 1)
    rows = df.withColumn("row_key", functions.sha2(functions.to_json(
        functions.struct(*df.columns)), 256))
    broken = rows.filter(is_broken)
    asked = broken.select("row_key", functions.explode("readings").alias("reading")) \
        .filter(functions.col("reading.verdict").isin(*ACCEPTED)) \
        .select("row_key", functions.col("reading.url").alias("asked_url"))
    unbroken = df.filter((count == 1) & functions.col("verdict").isin(*ACCEPTED)) \
        .select(functions.col("url").alias("asked_url")).distinct()
    known = asked.join(unbroken, "asked_url", "left_semi") \
        .groupBy("row_key").agg(functions.collect_set("asked_url").alias("known"))
    decided = broken.join(known, "row_key", "left").drop("row_key") \
        .mapInArrow(choose_rows, df.schema)
    return df.filter(~is_broken).unionByName(decided)


def choose_rows(batches_of_rows):
    """Choose among the readings of each row by the URLs in its column `known`."""
    for batch in batches_of_rows:
        chosen = [choose(row, set(row.pop("known") or ())) for row in batch.to_pylist()]
        schema = pyarrow.schema([field for field in batch.schema if field.name != "known"])
        yield pyarrow.RecordBatch.from_pylist(chosen, schema)
