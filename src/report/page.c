/* page.c - prints the counts as an HTML page
 *
 * The counts are inserted into src/report/page.html as JSON, and its script draws the charts and
 * the table. The page is self-contained, and its Content-Security-Policy keeps the browser from
 * loading anything else. */
#include <stdlib.h>
#include <string.h>

#include "cmd/shared.h"
#include "report/page_template.h" /* page.html, before and after the JSON */
#include "report/report.h"
#include "util/ascii.h"

/* ---- groupings of the charts, in addition to those of --by --- */

/* Append whether a URL is broken at a line end, or may be. */
static void
append_break(const json_t *url, struct strbuf *key)
{
	json_t *readings = json_object_get(url, "readings");
	json_t *how = json_object_get(json_array_get(readings, 0), "how");
	const char *form = found_string(url, "form");
	const char *encoding = found_string(url, "encoding");
	bool is_wrapped = strcmp(form, "wrapped") == 0 || strcmp(form, "angle") == 0;
	bool is_decoded = *encoding && strcmp(encoding, "7bit") != 0 && strcmp(encoding, "8bit") != 0;
	json_int_t length = json_integer_value(json_object_get(url, "length"));
	const char *written = found_string(json_array_get(readings, 0), "url");
	const char *state = "on one line", *word;
	size_t i;

	if (json_array_size(readings) > 1 || json_array_size(how) > 0 ||
	    (is_wrapped && !is_decoded &&
		length > (json_int_t)strlen(*written ? written : found_string(url, "url"))))
		state = "broken over lines and rejoined";
	for (i = 0; i < json_array_size(how); i++) {
		word = json_string_value(json_array_get(how, i));
		if (word && strcmp(word, "not-joined") == 0)
			state = "at a line end, not joined";
	}
	strbuf_append_string(key, state);
}

/* Append the names of the warnings, separated by blanks. */
static void
append_warnings(const json_t *url, struct strbuf *key)
{
	const json_t *warnings = json_object_get(url, "warnings");
	size_t i;

	for (i = 0; i < json_array_size(warnings); i++) {
		const char *name = json_string_value(json_array_get(warnings, i));

		strbuf_printf(key, i > 0 ? " %s" : "%s", name ? name : "");
	}
}

static const struct grouping by_break = { .append = append_break };
static const struct grouping by_warnings = { .append = append_warnings };

enum { CHART_HOSTS, CHART_FILES, CHART_URLS, CHART_WARNING_SETS, CHART_COUNT = 8 };
enum { MAX_BARS = 15, MAX_YEARS = 80, MAX_TABLE_ROWS = 5000 /* browsers show these quickly */ };

/* The counts from which the page draws charts. Hosts come first, since other counts use them. */
static const struct chart {
	const char *name;
	const struct grouping *by;
	size_t most;       /* maximum number of rows on the page */
	bool counts_hosts; /* count different hosts, not URLs */
} charts[CHART_COUNT] = {
	[CHART_HOSTS] = { "hosts", &groupings[BY_HOST], MAX_BARS, false },
	[CHART_FILES] = { "files", &groupings[BY_FILE], 1, false },
	[CHART_URLS] = { "urls", &groupings[BY_URL], MAX_TABLE_ROWS, false },
	[CHART_WARNING_SETS] = { "warning-sets", &by_warnings, SIZE_MAX, false },
	{ "years", &groupings[BY_YEAR], MAX_YEARS, false },
	{ "hosts-by-year", &groupings[BY_YEAR], MAX_YEARS, true },
	{ "schemes", &groupings[BY_SCHEME], SIZE_MAX, false },
	{ "breaks", &by_break, SIZE_MAX, false },
};

/* Count a URL in each chart. Return true if it has a warning. */
static bool
count_url(struct tally *tallies, const struct found *found, const json_t *url,
    struct strbuf *key)
{
	struct tally_row *rows[CHART_COUNT];
	const char *host = no_key;
	size_t i;

	for (i = 0; i < CHART_COUNT; i++) {
		rows[i] = tally_add(&tallies[i], grouping_key(charts[i].by, url, key), found, url,
		    charts[i].counts_hosts ? host : NULL);
		if (i == CHART_HOSTS)
			host = rows[i]->key;
	}
	tally_note_readable(rows[CHART_URLS], url);
	if (strcmp(rows[CHART_WARNING_SETS]->key, no_key) == 0)
		return false;
	rows[CHART_URLS]->note = rows[CHART_WARNING_SETS]->key;
	return true;
}

/* ---- the JSON --- */

/* Return a JSON string in which characters that are not safe to show are escaped. */
static json_t *
shown_string(const char *text)
{
	struct strbuf shown = { .memory = &xmalloc_memory };
	json_t *string;

	escape_write(&shown, text, strlen(text));
	string = json_stringn(shown.at ? shown.at : "", shown.len);
	strbuf_free(&shown);
	return string;
}

/* Return the meanings of the warnings, by name. */
static json_t *
meanings_json(void)
{
	json_t *meanings = json_object();
	const char *name;
	unsigned i;

	for (i = 0; (name = urlgrep_name(URLGREP_WARNING_NAMES, i)) != NULL; i++)
		json_object_set_new(meanings, name, json_string(urlgrep_warning_meaning(i)));
	return meanings;
}

/* Return the values of a row that the page shows; rows of the table of URLs have more. A URL
 * becomes a link only if following it fetches something or begins a message, but runs nothing. */
static json_t *
row_json(const struct chart *chart, const struct tally_row *row)
{
	static const char harmless[] = "ftp ftps gemini gopher http https mailto news nntp snews";
	json_int_t count = (json_int_t)(chart->counts_hosts ? row->others : row->count);

	if (chart != &charts[CHART_URLS])
		return json_pack("[oI]", shown_string(row->key), count);
	return json_pack("[oIooos]", shown_string(row->label), count, shown_string(row->first_day),
	    shown_string(row->last_day), shown_string(row->note ? row->note : ""),
	    word_list_has(harmless, row->key, strcspn(row->key, ":")) ? row->key : "");
}

/* Return the number of different keys, and the most frequent rows or the latest years. */
static json_t *
chart_json(const struct chart *chart, struct tally *tally)
{
	bool is_ordered = chart->by->is_ordered;
	size_t left = chart->most, i = 0;
	json_t *array = json_array();

	tally_sort(tally, is_ordered);
	if (is_ordered && tally->count > left)
		i = tally->count - left;
	for (; i < tally->count && left > 0; i++)
		if (is_ordered || strcmp(tally->rows[i]->key, no_key) != 0) {
			json_array_append_new(array, row_json(chart, tally->rows[i]));
			left--;
		}
	return json_pack("{sosI}", "rows", array, "size", (json_int_t)tally_size(tally));
}

/* Append JSON for use inside a script element, so that no string in it ends the element. */
static void
append_json(struct strbuf *out, const json_t *json)
{
	char *text = x_check(json_dumps(json, JSON_COMPACT | JSON_ENSURE_ASCII)), *at;

	for (at = text; *at; at++)
		if (*at == '<')
			strbuf_append_string(out, "\\u003C");
		else
			strbuf_append_byte(out, *at);
	free(text);
}

uint64_t
page_append(struct strbuf *out, struct found *found)
{
	struct tally tallies[CHART_COUNT] = { { .count = 0 } };
	struct strbuf key = { .memory = &xmalloc_memory };
	json_t *data = json_object();
	const json_t *url;
	json_int_t total = 0, warned = 0;
	size_t i;

	for (; (url = found_next(found)) != NULL; total++)
		warned += count_url(tallies, found, url, &key);
	for (i = 0; i < CHART_COUNT; i++)
		json_object_set_new(data, charts[i].name, chart_json(&charts[i], &tallies[i]));
	json_object_set_new(data, "meanings", meanings_json());
	json_object_set_new(data, "total", json_integer(total));
	json_object_set_new(data, "warned", json_integer(warned));
	json_object_set_new(data, "messages", json_integer((json_int_t)found->messages));
	strbuf_append_string(out, page_template[0]);
	append_json(out, data);
	strbuf_append_string(out, page_template[1]);
	json_decref(data);
	strbuf_free(&key);
	for (i = 0; i < CHART_COUNT; i++)
		tally_free(&tallies[i]);
	return (uint64_t)total;
}
