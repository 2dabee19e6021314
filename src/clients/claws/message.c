/* message.c - the URLs of a message as rows of a list */
#include "urls.h"

static void
row_free(void *data)
{
	struct window_row *row = data;

	g_free(row->url);
	g_free(row->shown);
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
	rows->judge = urlgrep_scanner_new(NULL);
	return rows;
}

void
rows_free(struct rows *rows)
{
	urlgrep_scanner_free(rows->judge);
	g_hash_table_destroy(rows->urls);
	g_ptr_array_free(rows->list, TRUE);
	g_free(rows);
}

/* Return true for characters that are invisible or reorder the text around them. */
static bool
is_disguise(gunichar c)
{
	GUnicodeType type = g_unichar_type(c);

	return type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT ||
	    type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR ||
	    type == G_UNICODE_PRIVATE_USE || type == G_UNICODE_UNASSIGNED;
}

/* Return a copy of a span in UTF-8 with all characters escaped that could disguise it. */
static char *
fit_to_show(urlgrep_span span)
{
	GString *fit = g_string_new(NULL);
	const char *at = span.text, *end = span.text + span.len;

	while (at < end) {
		gunichar c = g_utf8_get_char_validated(at, end - at);
		const char *next = (gint32)c < 0 ? at + 1 : g_utf8_next_char(at);

		if ((gint32)c < 0)
			g_string_append_printf(fit, "\\x%02X", (unsigned char)*at);
		else if (is_disguise(c))
			g_string_append_printf(fit, "\\u%04X", c);
		else
			g_string_append_len(fit, at, next - at);
		at = next;
	}
	return g_string_free(fit, FALSE);
}

/* Return how line breaks were treated, and the text of the link. */
static char *
treatment(unsigned how, const urlgrep_location *location)
{
	GString *read = g_string_new(NULL);
	char *text = fit_to_show(location->link_text);
	unsigned i;

	for (i = 0; urlgrep_name(URLGREP_TREATMENT_NAMES, i); i++)
		if (how >> i & 1)
			g_string_append_printf(read, "%s%s", read->len ? ", " : "",
			    urlgrep_name(URLGREP_TREATMENT_NAMES, i));
	if (*text)
		g_string_append_printf(read, "%slink: %s", read->len ? "\n" : "", text);
	g_free(text);
	return g_string_free(read, FALSE);
}

/* Return the meanings of the warnings about a URL. */
static char *
meanings(urlgrep_warnings set, const urlgrep_location *location)
{
	GString *text = g_string_new(NULL);
	unsigned i;

	if (location->flags & URLGREP_MAIL_HREF_DIFFERS) {
		char *host = fit_to_show(location->shown_host);

		g_string_append_printf(text, "href-differs: the link shows another host%s%s",
		    *host ? ": " : "", host);
		g_free(host);
	}
	for (i = 0; urlgrep_name(URLGREP_WARNING_NAMES, i); i++)
		if (set >> i & 1)
			g_string_append_printf(text, "%s%s: %s", text->len ? "\n" : "",
			    urlgrep_name(URLGREP_WARNING_NAMES, i), urlgrep_warning_meaning(i));
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

/* Add a reading unless its URL is there. */
static void
add_reading(struct rows *rows, const urlgrep_finding *found, const urlgrep_location *location,
    const urlgrep_reading *reading)
{
	struct window_row *row = g_new0(struct window_row, 1);
	urlgrep_finding other = { .notes = found->notes };

	row->url = g_strndup(reading->url.text, reading->url.len);
	row->shown = fit_to_show(reading->url);
	row->read = treatment(reading->how, location);
	row->valid = urlgrep_judge(rows->judge, reading->url.text, reading->url.len, 0,
	    &other.url) == URLGREP_VALID || other.url.verdict == URLGREP_LOOSE;
	row->remark = row->valid ? meanings(urlgrep_finding_warnings(&other), location) :
	    reason(rows->judge, reading->url);
	row->warned = *row->remark != '\0';
	if (g_hash_table_contains(rows->urls, row->url)) {
		row_free(row);
		return;
	}
	g_hash_table_add(rows->urls, row->url);
	g_ptr_array_add(rows->list, row);
}

void
find_urls(struct rows *rows, urlgrep_mail *mail)
{
	const urlgrep_finding *found;
	const urlgrep_location *location;
	urlgrep_status status;
	unsigned i;

	while ((status = urlgrep_mail_next(mail, &found, &location)) != URLGREP_END)
		for (i = 0; status == URLGREP_OK && i < found->reading_count; i++)
			add_reading(rows, found, location, &found->readings[i]);
}
