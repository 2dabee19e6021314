/* message.c - the URLs of the texts of a message, as rows of a list */
#include <string.h>

#include "urls.h"

static const char *const treatments[] = { "joined", "not joined", "hyphen kept",
	"hyphen dropped" };

static void
row_free(void *data)
{
	struct row *row = data;

	g_free(row->url);
	g_free(row->read);
	g_free(row->remark);
	g_free(row);
}

struct rows *
rows_new(void)
{
	struct rows *rows = g_new(struct rows, 1);

	rows->list = g_ptr_array_new_with_free_func(row_free);
	rows->urls = g_hash_table_new(g_str_hash, g_str_equal);
	return rows;
}

void
rows_free(struct rows *rows)
{
	g_hash_table_destroy(rows->urls);
	g_ptr_array_free(rows->list, TRUE);
	g_free(rows);
}

/* Return a copy of a span with all characters escaped that could disguise it. */
static char *
fit_to_show(urlgrep_span span)
{
	char *text = g_strndup(span.text, span.len), *fit = g_strescape(text, "\"\\");

	g_free(text);
	return fit;
}

static char *
treatment(unsigned how)
{
	GString *read = g_string_new(NULL);
	unsigned i;

	for (i = 0; i < G_N_ELEMENTS(treatments); i++)
		if (how >> i & 1)
			g_string_append_printf(read, "%s%s", read->len ? ", " : "",
			    treatments[i]);
	return g_string_free(read, FALSE);
}

static char *
meanings(urlgrep_warnings set)
{
	GString *text = g_string_new(NULL);
	unsigned i;

	for (i = 0; urlgrep_warning_name(i); i++)
		if (set >> i & 1)
			g_string_append_printf(text, "%s%s: %s", text->len ? "\n" : "",
			    urlgrep_warning_name(i), urlgrep_warning_meaning(i));
	return g_string_free(text, FALSE);
}

static char *
reason(urlgrep_scanner *judge, urlgrep_span url)
{
	urlgrep_error error;

	if (urlgrep_explain(judge, url.text, url.len, 0, &error) != URLGREP_OK)
		return g_strdup("no URL");
	return g_strdup_printf("no URL: %.*s", (int)error.message.len,
	    error.message.text);
}

/* Add a reading unless its URL is there. judge is not the scanner that the reading is
 * borrowed from. */
static void
add_reading(struct rows *rows, urlgrep_scanner *judge, const urlgrep_finding *found,
    const urlgrep_reading *reading)
{
	struct row *row = g_new0(struct row, 1);
	urlgrep_finding other = { .notes = found->notes };
	urlgrep_warnings warnings;

	row->url = fit_to_show(reading->url);
	row->read = treatment(reading->how);
	row->valid = urlgrep_judge(judge, reading->url.text, reading->url.len, 0,
	    &other.url) == URLGREP_OK;
	warnings = urlgrep_finding_warnings(&other);
	row->warned = warnings != 0;
	row->remark = row->valid ? meanings(warnings) : reason(judge, reading->url);
	if (g_hash_table_contains(rows->urls, row->url)) {
		row_free(row);
		return;
	}
	g_hash_table_add(rows->urls, row->url);
	g_ptr_array_add(rows->list, row);
}

static void
add_finding(struct rows *rows, urlgrep_scanner *judge, const urlgrep_finding *found)
{
	unsigned i;

	for (i = 0; i < found->reading_count; i++)
		add_reading(rows, judge, found, &found->readings[i]);
}

void
find_urls(struct rows *rows, const urlgrep_grammar *grammar, const char *text,
    size_t len, unsigned flags)
{
	urlgrep_scanner *scanner = urlgrep_scanner_new(grammar);
	urlgrep_scanner *judge = urlgrep_scanner_new(grammar);
	urlgrep_finding found;

	if (scanner && judge) {
		urlgrep_scanner_text(scanner, text, len, URLGREP_LAST | flags);
		while (urlgrep_next(scanner, &found) == URLGREP_OK)
			add_finding(rows, judge, &found);
	}
	urlgrep_scanner_free(scanner);
	urlgrep_scanner_free(judge);
}
