"""Decide how broken URLs are to be read, by the same URL unbroken elsewhere.

A set join over findings: the mail is not read again. The readings of broken URLs are
asked for; those that occur unbroken are evidence. Both are sets, so that findings may
come in any order, and more than once.
"""
import pyarrow
import pyarrow.compute

DELIMITED = ("wrapped", "angle")
ACCEPTED = ("valid", "loose")
TREATMENTS = frozenset(("joined", "not-joined"))


def is_ambiguous(row):
    return row["readings"] is not None and len(row["readings"]) > 1


def readings_asked(row):
    """The readings of a broken URL that evidence could choose."""
    if not is_ambiguous(row) or "malformed" in row["notes"]:
        return set()
    return {reading["url"] for reading in row["readings"] if reading["verdict"] in ACCEPTED}


def may_replace_best(row, reading):
    """Where lines were joined with high confidence, a mere beginning may not replace the
    URL: it may be a copy that was cut at the same place."""
    return reading["verdict"] in ACCEPTED and (
        row["confidence"] != "high" or row["form"] in DELIMITED or
        "hyphen-dropped" in reading["how"] or
        len(reading["url"].encode()) >= len(row["url"].encode()))


def choose(row, evidence):
    """Return the row, with the longest reading for which there is evidence first."""
    if not readings_asked(row) & evidence:
        return row
    known = [reading for reading in row["readings"]
             if reading["url"] in evidence and may_replace_best(row, reading)]
    if not known:
        return row
    best = max(known, key=lambda reading: len(reading["url"].encode()))
    others = [reading for reading in row["readings"] if reading is not best]
    how = best["how"] if "unbroken-copy" in best["how"] else [*best["how"], "unbroken-copy"]
    chosen = {**row, "url": best["url"], "verdict": best["verdict"], "confidence": "high",
              "readings": [{**best, "how": how}, *others]}
    return with_parts(chosen, has_other_length(row, best))


def has_other_length(row, best):
    """Whether the reading covers more or fewer lines than the best one so far."""
    return TREATMENTS & set(best["how"]) != TREATMENTS & set(row["readings"][0]["how"])


def with_parts(row, length_is_unknown):
    """Set the fields that depend on the URL; its length in the file is null if it is unknown."""
    from . import judge
    from ._urlgrep import JUDGED_COLUMNS
    url = judge(row["url"], grammar=row.get("grammar")).url
    made = {name: as_arrow(getattr(url, name)) for name in JUDGED_COLUMNS if name in row}
    if length_is_unknown and "length" in row:
        made["length"] = None
    return {**row, **made}


def as_arrow(value):
    """An attribute of a URL, as pyarrow takes it."""
    if isinstance(value, dict):
        return list(value.items())
    return list(value) if isinstance(value, tuple) else value


def tables_of(batches):
    if hasattr(batches, "__arrow_c_stream__") or hasattr(batches, "__arrow_c_array__"):
        batches = [batches]
    for batch in batches:
        if isinstance(batch, pyarrow.Table):
            yield batch
        elif hasattr(batch, "__arrow_c_stream__"):
            yield pyarrow.table(batch)
        else:
            yield pyarrow.Table.from_batches([pyarrow.record_batch(batch)])


def ambiguous_rows(table):
    lengths = pyarrow.compute.list_value_length(table["readings"])
    return pyarrow.compute.fill_null(pyarrow.compute.greater(lengths, 1), False)


def unbroken_urls(table, asked):
    """The URLs of the table that were asked for, and occur unbroken and are accepted."""
    single = pyarrow.compute.equal(
        pyarrow.compute.list_value_length(table["readings"]), 1)
    accepted = pyarrow.compute.is_in(table["verdict"], pyarrow.array(ACCEPTED))
    urls = table["url"].filter(pyarrow.compute.and_(single, accepted))
    wanted = pyarrow.array(sorted(asked), pyarrow.string())
    return set(urls.filter(pyarrow.compute.is_in(urls, wanted)).to_pylist())


def decide(table, evidence):
    """Return the table with the rows that evidence decides replaced."""
    is_broken = ambiguous_rows(table)
    rows = table.filter(is_broken).to_pylist()
    chosen = [choose(row, evidence) for row in rows]
    if chosen == rows:
        return table
    changed = pyarrow.Table.from_pylist(chosen, table.schema)
    unchanged = table.filter(pyarrow.compute.invert(is_broken))
    order = pyarrow.compute.sort_indices(pyarrow.concat_arrays([
        pyarrow.compute.indices_nonzero(pyarrow.compute.invert(is_broken)),
        pyarrow.compute.indices_nonzero(is_broken)]))
    return pyarrow.concat_tables([unchanged, changed]).take(order)


def resolve(batches):
    tables = list(tables_of(batches))
    broken = [table.filter(ambiguous_rows(table)).to_pylist() for table in tables]
    asked = set().union(*(readings_asked(row) for rows in broken for row in rows))
    evidence = set().union(*(unbroken_urls(table, asked) for table in tables))
    return pyarrow.concat_tables([decide(table, evidence) for table in tables])
