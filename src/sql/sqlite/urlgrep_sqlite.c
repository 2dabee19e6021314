/* urlgrep_sqlite.c - the URLs of texts and mail as tables of SQLite
 *
 *	SELECT m.id, u.url FROM mail AS m, urlgrep(m.body) AS u WHERE u.host = 'h.example';
 *	SELECT m.id, u.url FROM mail AS m, urlgrep_mail(m.raw) AS u;
 *
 * A second argument is a way to join lines, as for the option --join. The columns are those
 * of the table in columns.c; lists are arrays in JSON. */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
#include <stdbool.h>
#include <string.h>

#include "bindings/columns.h"

enum { MAX_COLUMNS = 64 };

/* What is the same for both tables. The hidden columns, which are the arguments, come
 * after the others. */
struct columns {
	const struct column *at[MAX_COLUMNS];
	int count;
};

struct table {
	sqlite3_vtab base;
	bool is_mail;
	struct columns columns;
	urlgrep_grammar *grammar;
};

struct cursor {
	sqlite3_vtab_cursor base;
	const struct table *table;
	urlgrep_scanner *scanner; /* of texts, */
	urlgrep_mail *mail;       /* or of mail */
	urlgrep_mail_join join;
	char *text; /* a copy: the argument does not outlive a call */
	urlgrep_finding finding;
	urlgrep_location location;
	struct row row;
	sqlite3_int64 number;
	bool is_at_end;
};

/* ---- the tables --- */

static void
list_columns(struct columns *c)
{
	const struct column *column;
	unsigned i;

	c->count = 0;
	for (i = 0; (column = column_at(i)) != NULL; i++)
		if (column->sets & OF_SQL && c->count < MAX_COLUMNS)
			c->at[c->count++] = column;
}

/* Declare the columns. The names are quoted: "offset" is a keyword. */
static int
declare(sqlite3 *db, const struct columns *columns)
{
	sqlite3_str *sql = sqlite3_str_new(db);
	char *text;
	int i, status;

	sqlite3_str_appendall(sql, "CREATE TABLE urls(");
	for (i = 0; i < columns->count; i++)
		sqlite3_str_appendf(sql, "\"%w\", ", columns->at[i]->name);
	sqlite3_str_appendall(sql, "\"text\" HIDDEN, \"join\" HIDDEN)");
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
	struct table *t = sqlite3_malloc(sizeof(*t));
	int status;

	(void)argc;
	(void)argv;
	(void)error;
	if (t == NULL)
		return SQLITE_NOMEM;
	memset(t, 0, sizeof(*t));
	t->is_mail = is_mail != NULL;
	list_columns(&t->columns);
	t->grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	status = t->grammar ? declare(db, &t->columns) : SQLITE_NOMEM;
	if (status == SQLITE_OK) {
		sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
		*out = &t->base;
	} else {
		urlgrep_grammar_free(t->grammar);
		sqlite3_free(t);
	}
	return status;
}

static int
disconnect_table(sqlite3_vtab *base)
{
	struct table *t = (struct table *)base;

	urlgrep_grammar_free(t->grammar);
	sqlite3_free(t);
	return SQLITE_OK;
}

/* The first argument is necessary, the second one optional: they are passed to
 * filter_rows in this order, and idxNum is their number. */
static int
best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
	int text = ((struct table *)base)->columns.count, found[2] = { -1, -1 }, i;

	for (i = 0; i < info->nConstraint; i++) {
		int argument = info->aConstraint[i].iColumn - text;

		if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
			continue;
		if (!info->aConstraint[i].usable)
			return SQLITE_CONSTRAINT;
		found[argument] = i;
	}
	if (found[0] < 0) {
		sqlite3_free(base->zErrMsg);
		base->zErrMsg = sqlite3_mprintf("needs a text: FROM mail, urlgrep(mail.body)");
		return SQLITE_ERROR;
	}
	for (i = 0; i < 2 && found[i] >= 0; i++) {
		info->aConstraintUsage[found[i]].argvIndex = i + 1;
		info->aConstraintUsage[found[i]].omit = 1;
		info->idxNum++;
	}
	info->estimatedCost = 10;
	info->estimatedRows = 2;
	return SQLITE_OK;
}

/* ---- cursors --- */

static int
open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
	struct cursor *c = sqlite3_malloc(sizeof(*c));

	if (c == NULL)
		return SQLITE_NOMEM;
	memset(c, 0, sizeof(*c));
	c->table = (const struct table *)base;
	c->row.finding = &c->finding;
	*out = &c->base;
	return SQLITE_OK;
}

static int
close_cursor(sqlite3_vtab_cursor *base)
{
	struct cursor *c = (struct cursor *)base;

	urlgrep_scanner_free(c->scanner);
	urlgrep_mail_free(c->mail);
	sqlite3_free(c->text);
	sqlite3_free(c);
	return SQLITE_OK;
}

/* Find the next URL that is wanted; OK, END, SKIPPED or NOMEM. */
static urlgrep_status
next_finding(struct cursor *c)
{
	urlgrep_status status;

	do
		status = c->table->is_mail ?
		    urlgrep_mail_next(c->mail, &c->finding, &c->location) :
		    urlgrep_next(c->scanner, &c->finding);
	while (status == URLGREP_OK && !is_wanted(&c->finding, false));
	return status;
}

/* What cannot be read is a row with an error. */
static int
next_row(sqlite3_vtab_cursor *base)
{
	struct cursor *c = (struct cursor *)base;
	urlgrep_status status = next_finding(c);

	c->number++;
	c->is_at_end = status == URLGREP_END;
	c->row = (struct row){ .finding = &c->finding,
		.location = c->table->is_mail ? &c->location : NULL, .mail = c->mail };
	if (status == URLGREP_SKIPPED)
		c->row = (struct row){ .error = urlgrep_mail_error(c->mail)->reason };
	return status == URLGREP_NOMEM ? SQLITE_NOMEM : SQLITE_OK;
}

/* Make what the cursor needs to search, once. */
static bool
is_ready(struct cursor *c, urlgrep_mail_join join)
{
	urlgrep_mail_options options = { .size = sizeof(options),
		.flags = URLGREP_MAIL_COUNT_LINES, .join = join };
	const urlgrep_grammar *grammar = c->table->grammar;

	if (!c->table->is_mail) {
		if (c->scanner == NULL)
			c->scanner = urlgrep_scanner_new(grammar);
		return c->scanner != NULL;
	}
	if (c->mail == NULL || c->join != join) {
		urlgrep_mail_free(c->mail);
		c->mail = urlgrep_mail_new(grammar, &options);
		c->join = join;
	}
	return c->mail != NULL;
}

/* Copy the argument. Returns false without memory. */
static bool
copy_text(struct cursor *c, sqlite3_value *value, size_t *len)
{
	const void *text = sqlite3_value_type(value) == SQLITE_BLOB ?
	    sqlite3_value_blob(value) : sqlite3_value_text(value);

	*len = text ? (size_t)sqlite3_value_bytes(value) : 0;
	sqlite3_free(c->text);
	c->text = sqlite3_malloc64(*len + 1);
	if (c->text == NULL)
		return false;
	if (*len > 0)
		memcpy(c->text, text, *len);
	return true;
}

static int
filter_rows(sqlite3_vtab_cursor *base, int count, const char *unused, int argc,
    sqlite3_value **argv)
{
	struct cursor *c = (struct cursor *)base;
	urlgrep_mail_join join;
	size_t len;

	(void)unused;
	(void)argc;
	if (!join_named(count > 1 ? (const char *)sqlite3_value_text(argv[1]) : NULL,
	    &join)) {
		sqlite3_free(base->pVtab->zErrMsg);
		base->pVtab->zErrMsg = sqlite3_mprintf(
		    "join: expected 'auto', 'always', 'wrapped' or 'never'");
		return SQLITE_ERROR;
	}
	if (!is_ready(c, join) || !copy_text(c, argv[0], &len))
		return SQLITE_NOMEM;
	c->number = 0;
	if (c->table->is_mail) {
		if (urlgrep_mail_open_buffer(c->mail, "", c->text, len, NULL) != URLGREP_OK)
			return SQLITE_NOMEM;
	} else {
		urlgrep_scanner_reset(c->scanner);
		urlgrep_scanner_text(c->scanner, c->text, len, text_flags(join, false));
	}
	return next_row(base);
}

static int
is_at_end(sqlite3_vtab_cursor *base)
{
	return ((struct cursor *)base)->is_at_end;
}

static int
row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
	*id = ((struct cursor *)base)->number;
	return SQLITE_OK;
}

/* ---- values --- */

/* Append a string in JSON. */
static void
append_json(sqlite3_str *out, const char *text, size_t len)
{
	size_t i;

	if (sqlite3_str_length(out) > 1)
		sqlite3_str_appendchar(out, 1, ',');
	sqlite3_str_appendchar(out, 1, '"');
	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F)
			sqlite3_str_appendf(out, "\\u%04x", c);
		else
			sqlite3_str_appendchar(out, 1, text[i]);
	}
	sqlite3_str_appendchar(out, 1, '"');
}

/* Return a list as an array in JSON: of names, or of the URLs of the readings. */
static void
result_list(sqlite3_context *context, const struct row *row, const struct value *value)
{
	sqlite3_str *out = sqlite3_str_new(sqlite3_context_db_handle(context));
	char *text;
	unsigned i;

	sqlite3_str_appendchar(out, 1, '[');
	for (i = 0; value && i < 64 && value->word(i); i++)
		if (value->words >> i & 1)
			append_json(out, value->word(i), strlen(value->word(i)));
	for (i = 0; value == NULL && i < row->finding->reading_count; i++)
		append_json(out, row->finding->readings[i].url.text,
		    row->finding->readings[i].url.len);
	sqlite3_str_appendchar(out, 1, ']');
	text = sqlite3_str_finish(out);
	if (text)
		sqlite3_result_text(context, text, -1, sqlite3_free);
	else
		sqlite3_result_error_nomem(context);
}

static void
result_value(sqlite3_context *context, const struct column *column,
    const struct row *row)
{
	struct value value;

	column_get(column, row, &value);
	if (value.is_absent)
		return; /* NULL */
	if (column->type == COLUMN_TEXT)
		sqlite3_result_text64(context, value.text.text, value.text.len,
		    SQLITE_TRANSIENT, SQLITE_UTF8);
	else if (column->type == COLUMN_WORDS)
		result_list(context, row, &value);
	else
		sqlite3_result_int64(context, value.number);
}

static int
column_value(sqlite3_vtab_cursor *base, sqlite3_context *context, int index)
{
	struct cursor *c = (struct cursor *)base;

	if (index >= c->table->columns.count)
		return SQLITE_OK; /* an argument */
	if (c->table->columns.at[index]->get)
		result_value(context, c->table->columns.at[index], &c->row);
	else if (c->row.finding)
		result_list(context, &c->row, NULL);
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
