/* urlgrep_sqlite.c - the URLs of texts and mail as tables of SQLite
 *
 *	SELECT m.id, u.url FROM mail AS m, urlgrep(m.body) AS u WHERE u.host = 'h.example';
 *	SELECT m.id, u.url FROM mail AS m, urlgrep_mail(m.raw) AS u;
 *
 * The second argument is a way to join lines, as for the option --join; the third contains options
 * of the command, separated by blanks. The columns are listed in src/row/fields.tsv; lists are JSON
 * arrays. */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
#include <stdlib.h>

#include "row/json.h"
#include "sql/search.h"

enum { MAX_ARGUMENTS = 3 };

/* One of the two tables. The arguments are hidden columns, which come after the others. */
struct table {
	sqlite3_vtab base;
	sqlite3_stmt *probe; /* fails if the query is interrupted */
	bool is_mail;
	const struct field *columns[MAX_FIELDS];
	int column_count;
	struct table_cursor *idle; /* the last closed cursor, whose search is reused; or NULL */
};

struct table_cursor {
	sqlite3_vtab_cursor base;
	struct table *table;
	struct sql_search search;
	sqlite3_value *arguments[MAX_ARGUMENTS]; /* copies that outlive the call; or NULL */
	sqlite3_int64 number;
	bool is_at_end;
};

/* ---- the tables --- */

/* Declare the columns. The names are quoted: "offset" is a keyword. */
static int
declare(sqlite3 *db, struct table *t)
{
	sqlite3_str *sql = sqlite3_str_new(db);
	const struct field *field;
	char *text;
	int status;

	sqlite3_str_appendall(sql, "CREATE TABLE urls(");
	for (field = field_table; field->name; field++)
		if (field->sets & OF_SQL) {
			t->columns[t->column_count++] = field;
			sqlite3_str_appendf(sql, "\"%w\", ", field->name);
		}
	sqlite3_str_appendall(sql, "\"text\" HIDDEN, \"join\" HIDDEN, "
	    "\"options\" HIDDEN)");
	text = sqlite3_str_finish(sql);
	if (text == NULL)
		return SQLITE_NOMEM;
	status = sqlite3_declare_vtab(db, text);
	sqlite3_free(text);
	return status;
}

static int
connect_table(sqlite3 *db, void *is_mail, int argc, const char *const *argv,
    sqlite3_vtab **out, char **error)
{
	struct table *t = calloc(1, sizeof(*t));
	int status;

	(void)argc;
	(void)argv;
	(void)error;
	if (t == NULL)
		return SQLITE_NOMEM;
	t->is_mail = is_mail != NULL;
	status = declare(db, t);
	if (status == SQLITE_OK)
		status = sqlite3_prepare_v2(db, "SELECT 1", -1, &t->probe, NULL);
	if (status == SQLITE_OK) {
		sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
		*out = &t->base;
	} else {
		free(t);
	}
	return status;
}

/* Free a cursor that has no arguments. NULL is accepted. */
static void
free_cursor(struct table_cursor *c)
{
	if (c)
		search_free(&c->search);
	free(c);
}

static int
disconnect_table(sqlite3_vtab *base)
{
	struct table *t = (struct table *)base;

	free_cursor(t->idle);
	sqlite3_finalize(t->probe);
	free(t);
	return SQLITE_OK;
}

/* Find the constraint that provides the value of each argument. Return false if one cannot
 * be used in this plan. */
static bool
find_arguments(const sqlite3_index_info *info, int first, int found[MAX_ARGUMENTS])
{
	int i;

	for (i = 0; i < MAX_ARGUMENTS; i++)
		found[i] = -1;
	for (i = 0; i < info->nConstraint; i++) {
		int argument = info->aConstraint[i].iColumn - first;

		if (argument < 0 || argument >= MAX_ARGUMENTS ||
		    info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
			continue;
		if (!info->aConstraint[i].usable)
			return false;
		found[argument] = i;
	}
	return true;
}

/* The first argument is required, the others are optional. Those given are passed to
 * filter_rows in order; bit 1 << i of idxNum is set if argument i is given. */
static int
best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
	int found[MAX_ARGUMENTS], i, count = 0;

	if (!find_arguments(info, ((struct table *)base)->column_count, found))
		return SQLITE_CONSTRAINT;
	if (found[0] < 0) {
		sqlite3_free(base->zErrMsg);
		base->zErrMsg = sqlite3_mprintf("needs a text: FROM mail, urlgrep(mail.body)");
		return SQLITE_ERROR;
	}
	for (i = 0; i < MAX_ARGUMENTS; i++) {
		if (found[i] < 0)
			continue;
		info->aConstraintUsage[found[i]].argvIndex = ++count;
		info->aConstraintUsage[found[i]].omit = 1;
		info->idxNum |= 1 << i;
	}
	info->estimatedCost = 10;
	info->estimatedRows = 2;
	return SQLITE_OK;
}

/* ---- cursors --- */

static int
open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
	struct table *t = (struct table *)base;
	struct table_cursor *c = t->idle ? t->idle : calloc(1, sizeof(*c));

	t->idle = NULL;
	if (c == NULL)
		return SQLITE_NOMEM;
	c->table = t;
	*out = &c->base;
	return SQLITE_OK;
}

static void
free_arguments(struct table_cursor *c)
{
	int i;

	for (i = 0; i < MAX_ARGUMENTS; i++) {
		sqlite3_value_free(c->arguments[i]);
		c->arguments[i] = NULL;
	}
}

static int
close_cursor(sqlite3_vtab_cursor *base)
{
	struct table_cursor *c = (struct table_cursor *)base;
	struct table *t = c->table;

	free_arguments(c);
	free_cursor(t->idle);
	t->idle = c;
	return SQLITE_OK;
}

/* Return true if sqlite3_interrupt was called. SQLite has a function for this since version 3.41;
 * in any version, an interrupted statement fails. */
static bool
is_interrupted(struct table *t)
{
	bool is_failed = sqlite3_step(t->probe) == SQLITE_INTERRUPT;

	sqlite3_reset(t->probe);
	return is_failed;
}

static int
next_row(sqlite3_vtab_cursor *base)
{
	struct table_cursor *c = (struct table_cursor *)base;
	urlgrep_status status;

	while ((status = search_next(&c->search)) == URLGREP_MORE)
		if (is_interrupted(c->table))
			return SQLITE_INTERRUPT;
	c->number++;
	c->is_at_end = status == URLGREP_END;
	return status == URLGREP_NOMEM ? SQLITE_NOMEM : SQLITE_OK;
}

/* Copy the given arguments. Return false if out of memory. */
static bool
copy_arguments(struct table_cursor *c, int given, sqlite3_value **argv)
{
	int i, count = 0;

	free_arguments(c);
	for (i = 0; i < MAX_ARGUMENTS; i++) {
		if (!(given >> i & 1))
			continue;
		c->arguments[i] = sqlite3_value_dup(argv[count++]);
		if (c->arguments[i] == NULL)
			return false;
	}
	return true;
}

/* Set *span to the bytes of an argument; absent if it is NULL or not given. Return false if
 * out of memory. */
static bool
read_argument(struct table_cursor *c, int i, urlgrep_span *span)
{
	sqlite3_value *value = c->arguments[i];
	int type = value ? sqlite3_value_type(value) : SQLITE_NULL;

	*span = (urlgrep_span){ NULL, 0 };
	if (type == SQLITE_NULL)
		return true;
	span->text = type == SQLITE_BLOB ? sqlite3_value_blob(value) :
	    (const char *)sqlite3_value_text(value);
	span->len = (size_t)sqlite3_value_bytes(value);
	return span->text || (type == SQLITE_BLOB && span->len == 0);
}

/* Make the search for the arguments after the text. */
static int
prepare(struct table_cursor *c)
{
	sqlite3_vtab *base = &c->table->base;
	urlgrep_status status = URLGREP_NOMEM;
	struct sql_search *search; /* always the cursor's own */
	urlgrep_span join, options;
	char why[256];

	if (read_argument(c, 1, &join) && read_argument(c, 2, &options))
		status = search_choose(&c->search, 1, &search, c->table->is_mail, join, options,
		    why, sizeof(why));
	if (status != URLGREP_REJECTED)
		return status == URLGREP_OK ? SQLITE_OK : SQLITE_NOMEM;
	sqlite3_free(base->zErrMsg);
	base->zErrMsg = sqlite3_mprintf("%s", why);
	return SQLITE_ERROR;
}

static int
filter_rows(sqlite3_vtab_cursor *base, int given, const char *unused, int argc,
    sqlite3_value **argv)
{
	struct table_cursor *c = (struct table_cursor *)base;
	urlgrep_span text;
	int status;

	(void)unused;
	(void)argc;
	status = copy_arguments(c, given, argv) ? prepare(c) : SQLITE_NOMEM;
	if (status != SQLITE_OK)
		return status;
	c->number = 0;
	if (!read_argument(c, 0, &text) || search_begin(&c->search, text.text ? text.text : "",
	    text.len) != URLGREP_OK)
		return SQLITE_NOMEM;
	return next_row(base);
}

static int
is_at_end(sqlite3_vtab_cursor *base)
{
	return ((struct table_cursor *)base)->is_at_end;
}

static int
row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
	*id = ((struct table_cursor *)base)->number;
	return SQLITE_OK;
}

/* ---- values --- */

/* Set the result to the text in *out, or to an out-of-memory error; free *out. */
static void
result_appended(sqlite3_context *context, struct strbuf *out)
{
	if (out->failed)
		sqlite3_result_error_nomem(context);
	else
		sqlite3_result_text64(context, out->at ? out->at : "", out->len, SQLITE_TRANSIENT,
		    SQLITE_UTF8);
	strbuf_free(out);
}

static void
result_span(sqlite3_context *context, urlgrep_span span)
{
	struct strbuf out = { .memory = &memory_default };

	field_append_valid(&out, span);
	result_appended(context, &out);
}

/* Set the result to a list, as a JSON array. */
static void
result_list(sqlite3_context *context, enum field_type type, struct value *value)
{
	enum { JSON_SUBTYPE = 'J' }; /* marks the result as JSON for the JSON functions */
	struct strbuf out = { .memory = &memory_default }, valid = out;
	urlgrep_span element;

	strbuf_append_byte(&out, '[');
	while (field_next_element(type, value, &element)) {
		strbuf_clear(&valid);
		field_append_valid(&valid, element);
		out.failed |= valid.failed;
		json_span(&out, NULL, (urlgrep_span){ valid.at ? valid.at : "", valid.len });
	}
	out.len -= out.len > 1; /* the comma */
	strbuf_append_byte(&out, ']');
	strbuf_free(&valid);
	result_appended(context, &out);
	sqlite3_result_subtype(context, JSON_SUBTYPE);
}

static int
column_value(sqlite3_vtab_cursor *base, sqlite3_context *context, int index)
{
	struct table_cursor *c = (struct table_cursor *)base;
	const struct field *column;
	struct value value;

	if (index >= c->table->column_count) {
		sqlite3_value *argument = c->arguments[index - c->table->column_count];

		if (argument)
			sqlite3_result_value(context, argument);
		return SQLITE_OK; /* NULL */
	}
	column = c->table->columns[index];
	if (!search_value(&c->search, column, &value))
		return SQLITE_NOMEM;
	if (value.is_absent)
		return SQLITE_OK; /* NULL */
	switch (column->type) {
	case FIELD_NUMBER:
	case FIELD_BOOL:
		sqlite3_result_int64(context, value.number);
		break;
	case FIELD_WORDS:
	case FIELD_TEXTS:
	case FIELD_READINGS:
		result_list(context, column->type, &value);
		break;
	default:
		result_span(context, value.text);
		break;
	}
	return SQLITE_OK;
}

/* ---- the extension --- */

static const sqlite3_module module = { .xConnect = connect_table,
	.xDisconnect = disconnect_table, .xBestIndex = best_index, .xOpen = open_cursor,
	.xClose = close_cursor, .xFilter = filter_rows, .xNext = next_row,
	.xEof = is_at_end, .xColumn = column_value, .xRowid = row_id };

__attribute__((visibility("default"))) int
sqlite3_urlgrep_init(sqlite3 *db, char **error, const sqlite3_api_routines *api);

int
sqlite3_urlgrep_init(sqlite3 *db, char **error, const sqlite3_api_routines *api)
{
	static char is_mail;
	int status;

	(void)error;
	SQLITE_EXTENSION_INIT2(api);
	status = sqlite3_create_module(db, "urlgrep", &module, NULL);
	return status != SQLITE_OK ? status :
	    sqlite3_create_module(db, "urlgrep_mail", &module, &is_mail);
}
