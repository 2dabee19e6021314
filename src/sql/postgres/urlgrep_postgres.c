/* urlgrep_postgres.c - the URLs of texts and mail as rows of PostgreSQL
 *
 *	SELECT m.id, u.url FROM mail AS m, urlgrep(m.body) AS u WHERE u.host = 'h.example';
 *	SELECT m.id, u.url FROM mail AS m, urlgrep_mail(m.raw) AS u;
 *
 * Each server process has a single thread, so the searches are kept in a static array. They survive
 * an error that leaves a function by longjmp. */
#include <postgres.h>

#include <catalog/namespace.h>
#include <fmgr.h>
#include <funcapi.h>
#include <mb/pg_wchar.h>
#include <miscadmin.h>
#include <utils/array.h>
#include <utils/builtins.h>
#include <utils/timestamp.h>

#include "sql/search.h"
#include "util/utf8.h"

PG_MODULE_MAGIC;

/* Searches are kept for this many concurrent queries, or parts of a query. */
static struct sql_search searches[4];

/* ---- encodings --- */

/* Return true if texts must be converted. SQL_ASCII is not an encoding: its bytes are taken as
 * UTF-8. */
static bool
has_other_encoding(const char *text, size_t len)
{
	return GetDatabaseEncoding() != PG_UTF8 && GetDatabaseEncoding() != PG_SQL_ASCII &&
	    !utf8_is_ascii(text, len);
}

/* Return the length of the first character of a nonempty text, or 1 if it is not valid. */
static size_t
character_length(int encoding, const char *text, size_t len)
{
	uint32_t code;
	size_t n = encoding == PG_UTF8 ? utf8_decode(text, len, &code) :
	    (size_t)pg_encoding_mblen(encoding, text);

	return n == 0 || n > len ? 1 : n;
}

/* Convert a text to another encoding. Characters that are invalid or have no equivalent
 * become question marks. */
static StringInfoData
convert(int from, int to, const char *text, size_t len)
{
	enum { PIECE_BYTES = 4096 };
	unsigned char piece[PIECE_BYTES * MAX_CONVERSION_GROWTH + 1];
	Oid function = FindDefaultConversionProc(from, to);
	StringInfoData out;
	size_t n;

	initStringInfo(&out);
	for (; len > 0; text += n, len -= n) {
		n = 0;
		if (OidIsValid(function)) /* converts up to the first such character */
			n = (size_t)pg_do_encoding_conversion_buf(function, from, to,
			    (unsigned char *)(uintptr_t)text, (int)Min(len, PIECE_BYTES), piece,
			    (int)sizeof(piece), true);
		if (n > 0) {
			appendStringInfoString(&out, (char *)piece);
		} else {
			appendStringInfoChar(&out, '?');
			n = character_length(from, text, len);
		}
	}
	return out;
}

/* Return UTF-8 text in the encoding of the database. Characters that it lacks, invalid bytes and
 * NUL become question marks. */
static text *
text_of(urlgrep_span span)
{
	text *t;
	char *at;
	size_t i, n;
	uint32_t code;

	if (has_other_encoding(span.text, span.len)) {
		StringInfoData out = convert(PG_UTF8, GetDatabaseEncoding(), span.text, span.len);

		return cstring_to_text_with_len(out.data, out.len);
	}
	t = cstring_to_text_with_len(span.text, (int)span.len);
	at = VARDATA(t);
	if (pg_verify_mbstr(GetDatabaseEncoding(), at, (int)span.len, true))
		return t;
	for (i = 0; i < span.len; i += n ? n : 1) {
		n = utf8_decode(at + i, span.len - i, &code);
		if (n == 0 || at[i] == '\0')
			at[i] = '?';
	}
	return t;
}

/* A text in the encoding of the database, and its UTF-8 copy, which is searched. */
struct body {
	const char *text;
	size_t len;
	StringInfoData utf8; /* data is NULL: the text itself is UTF-8 */
	size_t at, utf8_at;  /* offsets of the same character in both */
	urlgrep_finding finding; /* the current finding, with its place in the original text */
};

/* Convert an offset in the UTF-8 copy to an offset in the text, which has the same characters.
 * Offsets must not decrease. */
static size_t
body_offset(struct body *b, size_t offset)
{
	size_t utf8_len = (size_t)b->utf8.len;

	while (b->utf8_at < offset && b->at < b->len) {
		b->utf8_at += character_length(PG_UTF8, b->utf8.data + b->utf8_at, utf8_len - b->utf8_at);
		b->at += character_length(GetDatabaseEncoding(), b->text + b->at, b->len - b->at);
	}
	return b->at;
}

/* Replace the finding by a copy whose place is in the original text. */
static void
body_locate(struct body *b, struct sql_search *search)
{
	size_t end;

	if (b->utf8.data == NULL)
		return;
	b->finding = *search->row.finding;
	end = (size_t)(b->finding.offset + b->finding.length);
	b->finding.offset = body_offset(b, (size_t)b->finding.offset);
	b->finding.length = body_offset(b, end) - b->finding.offset;
	search->row.finding = &b->finding;
}

/* ---- searches --- */

static void
report_no_memory(void)
{
	ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
}

/* Return argument i; absent if the function was declared without it, by an earlier version
 * of the extension. */
static urlgrep_span
span_of_argument(FunctionCallInfo fcinfo, int i)
{
	text *argument;

	if (i >= PG_NARGS())
		return (urlgrep_span){ NULL, 0 };
	argument = PG_GETARG_TEXT_PP(i);
	return (urlgrep_span){ VARDATA_ANY(argument), VARSIZE_ANY_EXHDR(argument) };
}

/* Return the search for the arguments after the text. */
static struct sql_search *
get_search(FunctionCallInfo fcinfo, bool is_mail)
{
	struct sql_search *search;
	char why[256];

	switch (search_choose(searches, lengthof(searches), &search, is_mail,
	    span_of_argument(fcinfo, 1), span_of_argument(fcinfo, 2), why, sizeof(why))) {
	case URLGREP_OK:
		return search;
	case URLGREP_REJECTED:
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		    errmsg("%s", text_to_cstring(text_of((urlgrep_span){ why, strlen(why) })))));
	default:
		report_no_memory();
	}
	return NULL;
}

/* ---- values --- */

static Datum
array_of_list(enum field_type type, struct value *value)
{
	ArrayBuildState *list = initArrayResult(TEXTOID, CurrentMemoryContext, false);
	urlgrep_span element;

	while (field_next_element(type, value, &element))
		list = accumArrayResult(list, PointerGetDatum(text_of(element)), false, TEXTOID,
		    CurrentMemoryContext);
	return makeArrayResult(list, CurrentMemoryContext);
}

/* Return the value of a column in its declared type. Set *is_null if it is NULL. Earlier versions
 * of the extension declare dates as text. */
static Datum
datum_of(const struct field *column, Oid declared, struct sql_search *search, bool *is_null)
{
	struct value value;

	if (!search_value(search, column, &value))
		report_no_memory();
	*is_null = value.is_absent;
	if (value.is_absent)
		return (Datum)0;
	switch (column->type) {
	case FIELD_NUMBER:
		return Int64GetDatum(value.number);
	case FIELD_BOOL:
		return BoolGetDatum(value.number != 0);
	case FIELD_WORDS:
	case FIELD_TEXTS:
	case FIELD_READINGS:
		return array_of_list(column->type, &value);
	case FIELD_TIME:
		if (declared == TIMESTAMPTZOID)
			return TimestampTzGetDatum(time_t_to_timestamptz(
			    (pg_time_t)field_read_time(value.text.text)));
		/* fall through */
	default:
		return PointerGetDatum(text_of(value.text));
	}
}

/* ---- rows --- */

/* The result of a call. It has the SQL columns with which the function was declared, in the order
 * of the table of fields. */
struct result {
	FunctionCallInfo call;
	ReturnSetInfo *set; /* NULL before the first row */
	const struct field *columns[MAX_FIELDS];
	MemoryContext row_memory; /* reset after each row */
};

/* Create the result for the first row, with the columns named in the declaration (urlgrep.sql). For
 * the many texts without a URL, none is created, which means no rows. */
static void
begin_result(struct result *r)
{
	TupleDesc description;
	int i;

	InitMaterializedSRF(r->call, MAT_SRF_USE_EXPECTED_DESC);
	r->set = (ReturnSetInfo *)r->call->resultinfo;
	r->row_memory = AllocSetContextCreate(CurrentMemoryContext, "urlgrep",
	    ALLOCSET_SMALL_SIZES);
	description = r->set->setDesc;
	if (description->natts > MAX_FIELDS)
		elog(ERROR, "too many columns");
	for (i = 0; i < description->natts; i++) {
		const char *name = NameStr(TupleDescAttr(description, i)->attname);

		r->columns[i] = field_named(name, strlen(name));
		if (r->columns[i] == NULL)
			elog(ERROR, "%s: unknown column", name);
	}
}

/* Announce that a set is returned; it is empty unless rows follow. */
static struct result
announce_result(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *set = (ReturnSetInfo *)fcinfo->resultinfo;

	if (set == NULL || !IsA(set, ReturnSetInfo) ||
	    !(set->allowedModes & SFRM_Materialize) || set->expectedDesc == NULL)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
		    errmsg("a set of rows cannot be returned here")));
	set->returnMode = SFRM_Materialize;
	return (struct result){ .call = fcinfo };
}

static void
put_row(struct result *r, struct sql_search *search)
{
	Datum values[MAX_FIELDS];
	bool nulls[MAX_FIELDS];
	MemoryContext before;
	int i;

	if (r->set == NULL)
		begin_result(r);
	before = MemoryContextSwitchTo(r->row_memory);
	for (i = 0; i < r->set->setDesc->natts; i++)
		values[i] = datum_of(r->columns[i],
		    TupleDescAttr(r->set->setDesc, i)->atttypid, search, &nulls[i]);
	MemoryContextSwitchTo(before);
	tuplestore_putvalues(r->set->setResult, r->set->setDesc, values, nulls);
	MemoryContextReset(r->row_memory);
}

/* ---- the functions --- */

/* Append the rows for a text to the result. */
static void
put_rows(struct result *r, struct sql_search *search, struct body *body)
{
	urlgrep_status status = body->utf8.data ?
	    search_begin(search, body->utf8.data, (size_t)body->utf8.len) :
	    search_begin(search, body->text, body->len);

	while (status == URLGREP_OK || status == URLGREP_MORE) {
		CHECK_FOR_INTERRUPTS();
		status = search_next(search);
		if (status == URLGREP_OK) {
			body_locate(body, search);
			put_row(r, search);
		}
	}
	if (status != URLGREP_END)
		report_no_memory();
}

/* Return one row for each URL in the first argument, and for each error in reading it. */
static Datum
return_rows(FunctionCallInfo fcinfo, bool is_mail)
{
	text *argument = PG_GETARG_TEXT_PP(0); /* or bytea, which has the same layout */
	struct sql_search *volatile search = get_search(fcinfo, is_mail);
	struct result r = announce_result(fcinfo);
	struct body body = { .text = VARDATA_ANY(argument), .len = VARSIZE_ANY_EXHDR(argument) };

	if (!is_mail && has_other_encoding(body.text, body.len))
		body.utf8 = convert(GetDatabaseEncoding(), PG_UTF8, body.text, body.len);
	PG_TRY();
	{
		put_rows(&r, search, &body);
	}
	PG_CATCH();
	{
		search_free(search); /* it may hold a message of 100 MB */
		PG_RE_THROW();
	}
	PG_END_TRY();
	if (body.utf8.data)
		pfree(body.utf8.data);
	return (Datum)0;
}

PG_FUNCTION_INFO_V1(urlgrep_text);
PG_FUNCTION_INFO_V1(urlgrep_raw_mail);

Datum
urlgrep_text(PG_FUNCTION_ARGS)
{
	return return_rows(fcinfo, false);
}

Datum
urlgrep_raw_mail(PG_FUNCTION_ARGS)
{
	return return_rows(fcinfo, true);
}
