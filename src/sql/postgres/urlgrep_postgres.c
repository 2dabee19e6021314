/* urlgrep_postgres.c - the URLs of texts and mail as rows of PostgreSQL
 *
 *	SELECT m.id, u.url FROM mail AS m, urlgrep(m.body) AS u WHERE u.host = 'h.example';
 *	SELECT m.id, u.url FROM mail AS m, urlgrep_mail(m.raw) AS u;
 *
 * A process of the server is one thread: it keeps one scanner and one reader, which also
 * survive an error that leaves a function by longjmp. */
#include <postgres.h>

#include <fmgr.h>
#include <funcapi.h>
#include <mb/pg_wchar.h>
#include <miscadmin.h>
#include <utils/array.h>
#include <utils/builtins.h>

#include "bindings/columns.h"

PG_MODULE_MAGIC;

enum { MAX_COLUMNS = 64 };

static urlgrep_grammar *grammar;
static urlgrep_scanner *scanner;
static urlgrep_mail *mail;
static urlgrep_mail_join mail_join; /* of the reader */

static void
report_no_memory(void)
{
	ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
}

static const urlgrep_grammar *
get_grammar(void)
{
	if (grammar == NULL)
		grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	if (grammar == NULL)
		report_no_memory();
	return grammar;
}

static void
prepare_scanner(void)
{
	if (scanner == NULL)
		scanner = urlgrep_scanner_new(get_grammar());
	if (scanner == NULL)
		report_no_memory();
	urlgrep_scanner_reset(scanner);
}

static void
prepare_reader(urlgrep_mail_join join)
{
	urlgrep_mail_options options = { .size = sizeof(options),
		.flags = URLGREP_MAIL_COUNT_LINES, .join = join };

	if (mail && mail_join != join) {
		urlgrep_mail_free(mail);
		mail = NULL;
	}
	if (mail == NULL)
		mail = urlgrep_mail_new(get_grammar(), &options);
	if (mail == NULL)
		report_no_memory();
	mail_join = join;
}

/* ---- values --- */

/* Return a text in the encoding of the database. What it cannot hold, bytes that are not
 * valid and NUL, become question marks. */
static text *
text_of(urlgrep_span span)
{
	text *t = cstring_to_text_with_len(span.text, (int)span.len);
	char *at = VARDATA(t);
	size_t i;

	if (pg_verify_mbstr(GetDatabaseEncoding(), at, (int)span.len, true))
		return t;
	for (i = 0; i < span.len; i++)
		if (at[i] == '\0' || (unsigned char)at[i] >= 0x80)
			at[i] = '?';
	return t;
}

static Datum
array_of(Datum *items, int count)
{
	return PointerGetDatum(construct_array(items, count, TEXTOID, -1, false,
	    TYPALIGN_INT));
}

static Datum
array_of_words(const struct value *value)
{
	Datum items[64];
	int count = 0;
	unsigned i;

	for (i = 0; i < 64 && value->word(i); i++)
		if (value->words >> i & 1)
			items[count++] = CStringGetTextDatum(value->word(i));
	return array_of(items, count);
}

static Datum
array_of_readings(const urlgrep_finding *f)
{
	Datum *items = palloc(f->reading_count * sizeof(*items));
	unsigned i;

	for (i = 0; i < f->reading_count; i++)
		items[i] = PointerGetDatum(text_of(f->readings[i].url));
	return array_of(items, (int)f->reading_count);
}

/* Return the value of a column, and whether it is NULL. */
static Datum
datum_of(const struct column *column, const struct row *row, bool *is_null)
{
	struct value value;

	*is_null = column->get == NULL && row->finding == NULL;
	if (column->get == NULL)
		return *is_null ? (Datum)0 : array_of_readings(row->finding);
	column_get(column, row, &value);
	*is_null = value.is_absent;
	if (value.is_absent)
		return (Datum)0;
	if (column->type == COLUMN_TEXT)
		return PointerGetDatum(text_of(value.text));
	if (column->type == COLUMN_WORDS)
		return array_of_words(&value);
	return column->type == COLUMN_BOOL ? BoolGetDatum(value.number != 0) :
	    Int64GetDatum(value.number);
}

/* ---- rows --- */

/* The result of a call. Its columns are those of SQL that the function was declared with,
 * in the order of the table. */
struct result {
	FunctionCallInfo call;
	ReturnSetInfo *set; /* NULL before the first row */
	const struct column *columns[MAX_COLUMNS];
	MemoryContext row_memory; /* emptied after each row */
};

/* Find the columns by the names in the declaration (urlgrep.sql). */
static void
find_columns(struct result *r)
{
	TupleDesc description = r->set->setDesc;
	int i;

	if (description->natts > MAX_COLUMNS)
		elog(ERROR, "too many columns");
	for (i = 0; i < description->natts; i++) {
		const char *name = NameStr(TupleDescAttr(description, i)->attname);

		r->columns[i] = column_named(name);
		if (r->columns[i] == NULL)
			elog(ERROR, "unknown column: %s", name);
	}
}

/* Make the result for the first row. Many texts have no URL: without a result there are
 * no rows. */
static void
begin_result(struct result *r)
{
	InitMaterializedSRF(r->call, MAT_SRF_USE_EXPECTED_DESC);
	r->set = (ReturnSetInfo *)r->call->resultinfo;
	r->row_memory = AllocSetContextCreate(CurrentMemoryContext, "urlgrep",
	    ALLOCSET_SMALL_SIZES);
	find_columns(r);
}

/* Say that a set is returned; without rows, if none follow. */
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
put_row(struct result *r, const struct row *row)
{
	Datum values[MAX_COLUMNS];
	bool nulls[MAX_COLUMNS];
	MemoryContext before;
	int i;

	if (r->set == NULL)
		begin_result(r);
	before = MemoryContextSwitchTo(r->row_memory);
	for (i = 0; i < r->set->setDesc->natts; i++)
		values[i] = datum_of(r->columns[i], row, &nulls[i]);
	MemoryContextSwitchTo(before);
	tuplestore_putvalues(r->set->setResult, r->set->setDesc, values, nulls);
	MemoryContextReset(r->row_memory);
}

/* Read argument number 1: how lines are joined. */
static urlgrep_mail_join
join_argument(FunctionCallInfo fcinfo)
{
	char *name = text_to_cstring(PG_GETARG_TEXT_PP(1));
	urlgrep_mail_join join;

	if (!join_named(name, &join))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		    errmsg("join: expected 'auto', 'always', 'wrapped' or 'never', not '%s'",
		        name)));
	return join;
}

/* ---- the functions --- */

PG_FUNCTION_INFO_V1(urlgrep_text);
PG_FUNCTION_INFO_V1(urlgrep_raw_mail);

Datum
urlgrep_text(PG_FUNCTION_ARGS)
{
	text *body = PG_GETARG_TEXT_PP(0);
	unsigned flags = text_flags(join_argument(fcinfo), false);
	struct result r = announce_result(fcinfo);
	urlgrep_finding finding;
	struct row row = { .finding = &finding };
	urlgrep_status status;

	prepare_scanner();
	urlgrep_scanner_text(scanner, VARDATA_ANY(body), VARSIZE_ANY_EXHDR(body), flags);
	while ((status = urlgrep_next(scanner, &finding)) == URLGREP_OK) {
		CHECK_FOR_INTERRUPTS();
		if (is_wanted(&finding, false))
			put_row(&r, &row);
	}
	if (status != URLGREP_END)
		report_no_memory();
	return (Datum)0;
}

/* What cannot be read is a row with an error. */
Datum
urlgrep_raw_mail(PG_FUNCTION_ARGS)
{
	bytea *raw = PG_GETARG_BYTEA_PP(0);
	urlgrep_mail_join join = join_argument(fcinfo);
	struct result r = announce_result(fcinfo);
	urlgrep_finding finding;
	urlgrep_location location;
	struct row found = { .finding = &finding, .location = &location };
	urlgrep_status status;

	prepare_reader(join);
	found.mail = mail;
	status = urlgrep_mail_open_buffer(mail, "", VARDATA_ANY(raw),
	    VARSIZE_ANY_EXHDR(raw), NULL);
	while (status == URLGREP_OK &&
	    (status = urlgrep_mail_next(mail, &finding, &location)) != URLGREP_END) {
		CHECK_FOR_INTERRUPTS();
		if (status == URLGREP_SKIPPED) {
			struct row error = { .error = urlgrep_mail_error(mail)->reason };

			put_row(&r, &error);
			status = URLGREP_OK;
		} else if (status == URLGREP_OK && is_wanted(&finding, false)) {
			put_row(&r, &found);
		}
	}
	if (status == URLGREP_NOMEM)
		report_no_memory();
	return (Datum)0;
}
