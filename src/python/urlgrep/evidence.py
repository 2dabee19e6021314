"""Choose among the readings of broken URLs by the same URLs unbroken elsewhere.

This is a set join over findings; the mail is not read again. Those readings of broken
URLs that also occur unbroken are evidence. Both are sets, so that findings may come in
any order, and more than once.
"""
import contextlib

import pyarrow
from pyarrow import compute

DELIMITED = ("wrapped", "angle")
ACCEPTED = ("valid", "loose")
TREATMENTS = frozenset(("joined", "not-joined"))


def readings_asked(row):
    """Return the readings of a broken URL for which there could be evidence."""
    if len(row["readings"] or ()) < 2 or "malformed" in row["notes"]:
        return set()
    return {reading["url"] for reading in row["readings"] if reading["verdict"] in ACCEPTED}


def length(found):
    return len(found["url"].encode())


def choose(row, evidence):
    """Return the row with the longest reading for which there is evidence as the first one. If
    lines were joined with high confidence, a mere beginning of the URL may not replace it, since
    the evidence may be a copy that was cut at the same place."""
    asked = readings_asked(row) & evidence
    known = [reading for reading in row["readings"] if reading["url"] in asked and (
        row["confidence"] != "high" or row["form"] in DELIMITED or
        "hyphen-dropped" in reading["how"] or length(reading) >= length(row))] if asked else ()
    if not known:
        return row
    best = max(known, key=length)
    how = best["how"] if "unbroken-copy" in best["how"] else [*best["how"], "unbroken-copy"]
    others = [reading for reading in row["readings"] if reading is not best]
    made = judged_columns(best["url"], row)
    # the reading may cover more or fewer lines than the best one so far
    if "length" in row and TREATMENTS & {*how} != TREATMENTS & {*row["readings"][0]["how"]}:
        made["length"] = None
    return {**row, "url": best["url"], "verdict": best["verdict"], "confidence": "high",
            "readings": [{**best, "how": how}, *others], **made}


def judged_columns(text, row):
    """Return the columns of the row that depend only on the text of the URL, in the form that
    pyarrow expects."""
    from . import judge
    from ._urlgrep import JUDGED_COLUMNS
    url = judge(text, grammar=row.get("grammar")).url
    made = {name: getattr(url, name) for name in JUDGED_COLUMNS if name in row}
    return {name: list(value.items()) if isinstance(value, dict) else
            list(value) if isinstance(value, tuple) else value for name, value in made.items()}


def unbroken_urls(table, count, asked):
    """Return those of the URLs in asked that occur in the table unbroken and accepted."""
    accepted = compute.is_in(table["verdict"], pyarrow.array(ACCEPTED))
    urls = table["url"].filter(compute.and_(compute.equal(count, 1), accepted))
    wanted = pyarrow.array(sorted(asked), pyarrow.string())
    return set(urls.filter(compute.is_in(urls, wanted)).to_pylist())


def replace(table, is_broken, rows):
    """Return the table with `rows` in place of the broken URLs."""
    is_whole = compute.invert(is_broken)
    order = compute.sort_indices(pyarrow.concat_arrays([
        compute.indices_nonzero(is_whole), compute.indices_nonzero(is_broken)]))
    replaced = pyarrow.Table.from_pylist(rows, table.schema)
    return pyarrow.concat_tables([table.filter(is_whole), replaced]).take(order)


def table_of(batch):
    """Return a table whose columns have the types of batches(): polars has views for strings, and
    pandas large strings, and nulls for lists that are empty. Its lists for maps stay."""
    from . import COLUMNS, batches
    table = pyarrow.table(batch)
    names = [name for name in table.column_names if name in COLUMNS]
    for field in pyarrow.schema(batches(b"", columns=names)):
        index = table.schema.get_field_index(field.name)
        if table.schema.field(index).type != field.type:
            with contextlib.suppress(pyarrow.ArrowNotImplementedError):
                table = table.set_column(index, field, table[index].cast(field.type))
    return table


def resolve(batches):
    if hasattr(batches, "__arrow_c_stream__") or hasattr(batches, "__arrow_c_array__"):
        batches = [batches]
    tables = [table_of(batch) for batch in batches]
    counts = [compute.list_value_length(table["readings"]) for table in tables]
    broken = [compute.fill_null(compute.greater(count, 1), False) for count in counts]
    rows = [table.filter(mask).to_pylist() for table, mask in zip(tables, broken)]
    asked = set().union(*(readings_asked(row) for some in rows for row in some))
    evidence = set().union(*(unbroken_urls(table, count, asked)
                             for table, count in zip(tables, counts)))
    chosen = [[choose(row, evidence) for row in some] for some in rows]
    return pyarrow.concat_tables([
        table if new == old else replace(table, mask, new)
        for table, mask, old, new in zip(tables, broken, rows, chosen)])
