/* page.c - a report as one HTML page
 *
 * Everything is in the file: style sheet, script and charts (SVG). A policy in its head keeps
 * the browser from loading anything else. */
#include "report/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/print/html_text.h"
#include "cmd/xmalloc.h"
#include "row/warnings.h"
#include "report/chart.h"
#include "report/page_style.h"
#include "report/tally.h"

enum {
	TOP_ROWS = 15,         /* of hosts and schemes */
	MAX_TABLE_ROWS = 5000, /* a browser shows these at once */
	MAX_YEARS = 80         /* between the first and the last; gaps are shown up to here */
};

const char page_begin[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"referrer\" content=\"no-referrer\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
    "<title>";

struct report_page {
	uint64_t urls, broken, rejoined, warned;
	struct tally *by_url, *by_host, *by_scheme, *by_file;
	struct tally *by_year;       /* "1995" */
	struct tally *by_year_host;  /* "1995 example.org" */
	struct tally *by_warning;
	struct tally *warnings;      /* each set of them once, for rows of the table */
};

/* ---- counting --- */

struct report_page *
page_new(void)
{
	struct report_page *page = x_calloc(1, sizeof(*page));

	page->by_url = tally_new();
	page->by_host = tally_new();
	page->by_scheme = tally_new();
	page->by_file = tally_new();
	page->by_year = tally_new();
	page->by_year_host = tally_new();
	page->by_warning = tally_new();
	page->warnings = tally_new();
	return page;
}

void
page_free(struct report_page *page)
{
	if (page == NULL)
		return;
	tally_free(page->by_url);
	tally_free(page->by_host);
	tally_free(page->by_scheme);
	tally_free(page->by_file);
	tally_free(page->by_year);
	tally_free(page->by_year_host);
	tally_free(page->by_warning);
	tally_free(page->warnings);
	free(page);
}

static void
count_year(struct report_page *page, const struct entry *e, unsigned year)
{
	struct strbuf key = { .memory = &xmalloc_memory };
	char digits[16];

	snprintf(digits, sizeof(digits), "%04u", year);
	tally_add(page->by_year, digits, 0);
	if (e->host.len == 0)
		return;
	strbuf_append_string(&key, digits);
	strbuf_append_string(&key, " ");
	strbuf_append(&key, e->host.at, e->host.len + 1);
	tally_add(page->by_year_host, key.at, 0);
	strbuf_free(&key);
}

static void
count_warnings(struct report_page *page, const struct entry *e)
{
	struct strbuf name = { .memory = &xmalloc_memory };
	const char *at = e->warnings.at;

	while (*at) {
		size_t len = strcspn(at, " ");

		entry_set(&name, at, len);
		tally_add(page->by_warning, name.at, 0);
		at += len + (at[len] == ' ');
	}
	strbuf_free(&name);
}

void
page_add(struct report_page *page, const struct entry *e)
{
	unsigned year = entry_year(e);
	struct tally_row *row = tally_add(page->by_url, e->url.at, year);

	page->urls++;
	page->broken += e->is_broken;
	page->rejoined += e->is_rejoined;
	page->warned += e->warnings.len > 0;
	if (e->warnings.len > 0)
		row->note = tally_add(page->warnings, e->warnings.at, 0)->key;
	if (e->host.len > 0)
		tally_add(page->by_host, e->host.at, 0);
	tally_add(page->by_scheme, e->scheme.at, 0);
	tally_add(page->by_file, e->file.at, 0);
	if (year)
		count_year(page, e, year);
	count_warnings(page, e);
}

/* ---- totals --- */

static void
write_total(struct strbuf *out, const char *name, uint64_t number)
{
	strbuf_printf(out, "<div><dt>%s</dt><dd>", name);
	chart_write_number(out, number);
	strbuf_append_string(out, "</dd></div>\n");
}

/* Write what the page is about: the only file, or how many files. */
static void
write_title(struct strbuf *out, struct report_page *page)
{
	size_t count;
	struct tally_row *const *rows = tally_by_key(page->by_file, &count);
	const char *slash = count == 1 ? strrchr(rows[0]->key, '/') : NULL;

	strbuf_append_string(out, "URLs");
	if (count == 0)
		return;
	strbuf_append_string(out, " in ");
	if (count == 1) {
		html_text_write_string(out, slash ? slash + 1 : rows[0]->key);
		return;
	}
	chart_write_number(out, count);
	strbuf_append_string(out, " files");
}

static void
write_totals(struct strbuf *out, struct report_page *page, uint64_t messages)
{
	strbuf_append_string(out, "<h1>");
	write_title(out, page);
	strbuf_append_string(out, "</h1>\n<dl class=\"totals\">\n");
	write_total(out, "URLs", page->urls);
	write_total(out, "different URLs", tally_size(page->by_url));
	write_total(out, "hosts", tally_size(page->by_host));
	write_total(out, "with warnings", page->warned);
	if (messages)
		write_total(out, "messages", messages);
	write_total(out, "files with URLs", tally_size(page->by_file));
	strbuf_append_string(out, "</dl>\n");
}

/* ---- charts by year --- */

struct years {
	unsigned *year;
	char (*label)[8];
	struct chart_bar *urls, *hosts;
	size_t count;
};

/* Return the index of a year, or the count. */
static size_t
find_year(const struct years *y, unsigned year)
{
	size_t i;

	for (i = 0; i < y->count && y->year[i] != year; i++)
		;
	return i;
}

static void
add_year(struct years *y, unsigned year, uint64_t urls)
{
	size_t i = y->count++;

	y->year[i] = year;
	snprintf(y->label[i], sizeof(y->label[i]), "%u", year % 10000);
	y->urls[i] = (struct chart_bar){ y->label[i], NULL, urls };
	y->hosts[i] = (struct chart_bar){ y->label[i], NULL, 0 };
}

/* Fill in the years with their URLs; those without any, too, if they are not too many. */
static void
fill_years(struct years *y, struct report_page *page)
{
	size_t count, i;
	struct tally_row *const *rows = tally_by_key(page->by_year, &count);

	y->year = x_calloc(count + MAX_YEARS, sizeof(*y->year));
	y->label = x_calloc(count + MAX_YEARS, sizeof(*y->label));
	y->urls = x_calloc(count + MAX_YEARS, sizeof(*y->urls));
	y->hosts = x_calloc(count + MAX_YEARS, sizeof(*y->hosts));
	for (i = 0; i < count; i++) {
		unsigned year = (unsigned)strtoul(rows[i]->key, NULL, 10);
		unsigned first = (unsigned)strtoul(rows[0]->key, NULL, 10);

		while (y->count > 0 && year - first < MAX_YEARS &&
		    y->year[y->count - 1] + 1 < year)
			add_year(y, y->year[y->count - 1] + 1, 0);
		add_year(y, year, rows[i]->count);
	}
}

/* Count the hosts of each year. */
static void
fill_hosts(struct years *y, struct report_page *page)
{
	size_t count, i;
	struct tally_row *const *rows = tally_by_key(page->by_year_host, &count);

	for (i = 0; i < count; i++) {
		size_t at = find_year(y, (unsigned)strtoul(rows[i]->key, NULL, 10));

		if (at < y->count)
			y->hosts[at].count++;
	}
}

static void
write_years(struct strbuf *out, struct report_page *page)
{
	struct years y = { .count = 0 };

	if (tally_size(page->by_year) == 0)
		return;
	fill_years(&y, page);
	fill_hosts(&y, page);
	strbuf_append_string(out, "<section class=\"wide\">\n<h2>URLs by year</h2>\n");
	chart_write_columns(out, "URLs by year", "blue", y.urls, y.count);
	strbuf_append_string(out, "</section>\n<section class=\"wide\">\n<h2>Hosts by year</h2>\n");
	chart_write_columns(out, "Hosts by year", "green", y.hosts, y.count);
	strbuf_append_string(out, "</section>\n");
	free(y.year);
	free(y.label);
	free(y.urls);
	free(y.hosts);
}

/* ---- rows --- */

/* Write the first rows of a tally; title_of may be NULL. */
static void
write_top(struct strbuf *out, const char *heading, chart_color color, struct tally *tally,
    const char *(*title_of)(const char *key))
{
	struct chart_bar bars[TOP_ROWS];
	size_t count, i;
	struct tally_row *const *rows = tally_by_count(tally, &count);

	strbuf_printf(out, "<section>\n<h2>%s", heading);
	if (count > TOP_ROWS) {
		strbuf_printf(out, " <small>the first %d of ", TOP_ROWS);
		chart_write_number(out, count);
		strbuf_append_string(out, "</small>");
	}
	strbuf_append_string(out, "</h2>\n");
	for (i = 0; i < count && i < TOP_ROWS; i++)
		bars[i] = (struct chart_bar){ rows[i]->key,
			title_of ? title_of(rows[i]->key) : NULL, rows[i]->count };
	if (count == 0)
		strbuf_append_string(out, "<p class=\"faint\">none</p>\n");
	else
		chart_write_rows(out, color, bars, i);
	strbuf_append_string(out, "</section>\n");
}

/* Return the meaning of a warning, or NULL. */
static const char *
meaning_of(const char *name)
{
	struct warning w;
	unsigned i;

	for (i = 0; finding_warnings_row(i, &w); i++)
		if (strcmp(w.name, name) == 0)
			return w.meaning;
	return NULL;
}

static void
write_line_breaks(struct strbuf *out, const struct report_page *page)
{
	static const chart_color colors[] = { "grey", "green", "amber" };
	const struct chart_bar bars[] = {
		{ "on one line", NULL, page->urls - page->broken },
		{ "broken over lines and rejoined", NULL, page->rejoined },
		{ "at a line end, not joined", NULL, page->broken - page->rejoined },
	};

	strbuf_append_string(out, "<section>\n<h2>Line breaks</h2>\n");
	chart_write_share(out, "Share of broken URLs", colors, bars,
	    sizeof(bars) / sizeof(bars[0]));
	strbuf_append_string(out, "</section>\n");
}

/* Schemes that the present browsers do not open, or that IANA lists as historical. */
static void
write_obsolete(struct strbuf *out, struct report_page *page)
{
	static const char *const schemes[] = { "afs", "fax", "ftp", "gopher", "mailserver",
		"modem", "news", "nntp", "pack", "prospero", "rlogin", "snews", "telnet",
		"tn3270", "videotex", "wais", "z39.50r", "z39.50s" };
	struct tally *obsolete = tally_new();
	size_t i;

	for (i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		uint64_t count = tally_count_of(page->by_scheme, schemes[i]);

		if (count > 0)
			tally_add(obsolete, schemes[i], 0)->count = count;
	}
	write_top(out, "Obsolete schemes <small>that browsers do not open</small>", "amber",
	    obsolete, NULL);
	tally_free(obsolete);
}

/* ---- the table --- */

static void
write_url(struct strbuf *out, const char *url)
{
	urlgrep_span whole = { url, strlen(url) };
	urlgrep_span scheme = { url, strcspn(url, ":") };
	bool is_link = html_text_is_safe_scheme(scheme) && html_text_is_exact(whole);

	if (is_link) {
		strbuf_append_string(out, "<a href=\"");
		html_text_write_href(out, whole);
		strbuf_append_string(out, "\">");
	}
	html_text_write_string(out, url);
	if (is_link)
		strbuf_append_string(out, "</a>");
}

static void
write_table_row(struct strbuf *out, const struct tally_row *row)
{
	strbuf_append_string(out, "<tr><td class=\"n\">");
	chart_write_number(out, row->count);
	strbuf_append_string(out, "</td><td class=\"u\">");
	write_url(out, row->key);
	strbuf_append_string(out, "</td><td class=\"y\">");
	if (row->first_year)
		strbuf_printf(out, "%u", row->first_year);
	if (row->first_year != row->last_year)
		strbuf_printf(out, "–%u", row->last_year);
	strbuf_append_string(out, "</td><td class=\"w\">");
	if (row->note)
		html_text_write_string(out, row->note);
	strbuf_append_string(out, "</td></tr>\n");
}

static void
write_table(struct strbuf *out, struct report_page *page)
{
	size_t count, i;
	struct tally_row *const *rows = tally_by_count(page->by_url, &count);

	strbuf_append_string(out, "<section class=\"wide\">\n<h2>URLs <small>");
	if (count > MAX_TABLE_ROWS) {
		strbuf_append_string(out, "the most frequent ");
		chart_write_number(out, MAX_TABLE_ROWS);
		strbuf_append_string(out, " of ");
	}
	chart_write_number(out, count);
	strbuf_append_string(out, "</small></h2>\n<input id=\"search\" type=\"search\" "
	    "placeholder=\"Search: words of the URL, a year, a warning\" "
	    "aria-label=\"Search the URLs\" autocomplete=\"off\">\n"
	    "<div id=\"shown\" class=\"faint\" role=\"status\"></div>\n"
	    "<table id=\"urls\">\n<thead><tr><th class=\"n\">times</th><th>URL</th>"
	    "<th>years</th><th>warnings</th></tr></thead>\n<tbody>\n");
	for (i = 0; i < count && i < MAX_TABLE_ROWS; i++)
		write_table_row(out, rows[i]);
	strbuf_append_string(out, "</tbody>\n</table>\n</section>\n");
}

/* ---- the page --- */

void
page_write(struct strbuf *out, struct report_page *page, uint64_t messages)
{
	strbuf_append_string(out, page_begin);
	write_title(out, page);
	strbuf_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", page_style);
	write_totals(out, page, messages);
	strbuf_append_string(out, "<main>\n");
	write_years(out, page);
	write_top(out, "Hosts", "blue", page->by_host, NULL);
	write_top(out, "Schemes", "green", page->by_scheme, NULL);
	write_top(out, "Warnings", "amber", page->by_warning, meaning_of);
	strbuf_append_string(out, "<div class=\"stack\">\n");
	write_line_breaks(out, page);
	write_obsolete(out, page);
	strbuf_append_string(out, "</div>\n");
	write_table(out, page);
	strbuf_printf(out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", page_script);
}
