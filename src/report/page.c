/* page.c - the counts as one HTML page
 *
 * src/report/page.html is its template, in which names in capitals between "@" stand for what the
 * functions here write. The charts are elements whose size is a share, for the style sheet. Everything
 * is in the file, and a policy in its head keeps the browser from loading anything else. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/escape.h"
#include "cmd/xmalloc.h"
#include "report/report.h"
#include "row/warnings.h"

enum {
	YEAR_LENGTH = 4,       /* of a year in a key */
	TOP_ROWS = 15,         /* of hosts and schemes */
	MAX_TABLE_ROWS = 5000, /* a browser shows these at once */
	MAX_YEARS = 80         /* between the first and the last; gaps are shown up to here */
};

/* made of the template by embed.awk */
extern const char page_template[];

struct page {
	uint64_t urls, broken, rejoined, warned, undated, messages;
	struct tally *by_url, *by_host, *by_scheme, *by_file;
	struct tally *by_year;      /* "1995" */
	struct tally *by_year_host; /* "1995 example.org" */
	struct tally *by_warning;
	struct tally *warnings;     /* each set of them once, for rows of the table */
};

/* ---- counting --- */

/* Return the row of the URL's warnings, or NULL. */
static const struct tally_row *
count_warnings(struct page *p, const json_t *url)
{
	const struct tally_row *row = NULL;
	struct strbuf all = { .memory = &xmalloc_memory };
	json_t *warning;
	size_t i;

	json_array_foreach(json_object_get(url, "warnings"), i, warning) {
		tally_add(p->by_warning, json_string_value(warning), 0);
		strbuf_printf(&all, i > 0 ? " %s" : "%s", json_string_value(warning));
	}
	if (all.len > 0) {
		strbuf_append_byte(&all, '\0');
		row = tally_add(p->warnings, all.at, 0);
		p->warned++;
	}
	strbuf_free(&all);
	return row;
}

static void
count_url(struct page *p, const json_t *url, struct strbuf *key)
{
	const char *host = found_string(url, "parts", "host");
	const char *date = found_string(url, "message", "date_iso");
	unsigned year = (unsigned)strtoul(date, NULL, 10) % 10000;
	struct tally_row *row = tally_add(p->by_url, found_string(url, NULL, "url"), year);
	const struct tally_row *warnings = count_warnings(p, url);
	bool is_rejoined;

	p->urls++;
	p->broken += found_is_broken(url, &is_rejoined);
	p->rejoined += is_rejoined;
	p->undated += year == 0;
	if (warnings)
		row->note = warnings->key;
	tally_add(p->by_scheme, found_string(url, "parts", "scheme"), 0);
	tally_add(p->by_file, found_string(url, NULL, "path"), 0);
	strbuf_clear(key);
	strbuf_printf(key, "%04u", year);
	strbuf_append_byte(key, '\0');
	if (year)
		tally_add(p->by_year, key->at, 0);
	if (*host == '\0')
		return;
	key->at[YEAR_LENGTH] = ' ';
	grouping_append_key(grouping_named("host", strlen("host")), url, key);
	strbuf_append_byte(key, '\0');
	tally_add(p->by_host, key->at + YEAR_LENGTH + 1, 0);
	if (year)
		tally_add(p->by_year_host, key->at, 0);
}

/* ---- numbers and bars --- */

static void
append_number(struct strbuf *out, uint64_t number)
{
	if (number < 1000) {
		strbuf_printf(out, "%" PRIu64, number);
		return;
	}
	append_number(out, number / 1000);
	strbuf_printf(out, ",%03u", (unsigned)(number % 1000));
}

/* Append a number in at most four characters: 999, 1.2k, 12k, 3.4M. */
static void
append_short_number(struct strbuf *out, uint64_t number)
{
	static const char units[] = "kMGTPE";
	double rest = (double)number;
	size_t i = 0;

	if (number < 1000) {
		strbuf_printf(out, "%" PRIu64, number);
		return;
	}
	for (rest /= 1000; rest >= 999.5; i++)
		rest /= 1000;
	strbuf_printf(out, rest < 9.95 ? "%.1f%c" : "%.0f%c", rest, units[i]);
}

/* Append an element that is part of whole large. */
static void
append_bar(struct strbuf *out, const char *color, uint64_t part, uint64_t whole)
{
	strbuf_printf(out, "<i class=\"%s\" style=\"--share: %.4f\"></i>", color,
	    (double)part / (double)(whole ? whole : 1));
}

/* ---- years --- */

struct years {
	unsigned year[2 * MAX_YEARS];
	uint64_t urls[2 * MAX_YEARS], hosts[2 * MAX_YEARS];
	size_t count;
};

static void
add_year(struct years *y, unsigned year, uint64_t urls)
{
	if (y->count == 2 * MAX_YEARS)
		return;
	y->year[y->count] = year;
	y->urls[y->count] = urls;
	y->hosts[y->count++] = 0;
}

/* Fill in the last years with their URLs and hosts; those without any, too, if they are not
 * too many. */
static void
fill_years(struct years *y, struct page *p)
{
	size_t count, i, at = 0;
	struct tally_row *const *rows = tally_by_key(p->by_year, &count);

	for (i = count > MAX_YEARS ? count - MAX_YEARS : 0; i < count; i++) {
		unsigned year = (unsigned)strtoul(rows[i]->key, NULL, 10);

		while (y->count > 0 && year - y->year[0] < MAX_YEARS &&
		    y->year[y->count - 1] + 1 < year)
			add_year(y, y->year[y->count - 1] + 1, 0);
		add_year(y, year, rows[i]->count);
	}
	rows = tally_by_key(p->by_year_host, &count);
	for (i = 0; i < count; i++) {
		unsigned year = (unsigned)strtoul(rows[i]->key, NULL, 10);

		while (at < y->count && y->year[at] < year)
			at++;
		if (at < y->count && y->year[at] == year)
			y->hosts[at]++;
	}
}

static void
append_column(struct strbuf *out, const char *label, const char *color, uint64_t part,
    uint64_t greatest)
{
	strbuf_printf(out, "<div title=\"%s: ", label);
	append_number(out, part);
	strbuf_append_string(out, "\">");
	append_short_number(out, part);
	append_bar(out, color, part, greatest);
	strbuf_printf(out, "%s</div>\n", label);
}

/* Append a column for each year; undated: for what belongs to no year. */
static void
append_years(struct strbuf *out, const char *heading, const char *color, const struct years *y,
    const uint64_t *counts, uint64_t undated)
{
	uint64_t greatest = undated;
	char label[16];
	size_t i;

	for (i = 0; i < y->count; i++)
		greatest = counts[i] > greatest ? counts[i] : greatest;
	strbuf_printf(out, "<section class=\"wide\">\n<h2>%s</h2>\n"
	    "<div class=\"years\" role=\"img\" aria-label=\"%s\">\n", heading, heading);
	for (i = 0; i < y->count; i++) {
		snprintf(label, sizeof(label), "%u", y->year[i]);
		append_column(out, label, color, counts[i], greatest);
	}
	if (undated > 0)
		append_column(out, "undated", "grey", undated, greatest);
	strbuf_append_string(out, "</div>\n</section>\n");
}

/* ---- rows --- */

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

/* Append the most frequent rows of a tally. */
static void
append_top(struct strbuf *out, const char *heading, const char *color, struct tally *tally)
{
	size_t count, i;
	struct tally_row *const *rows = tally_by_count(tally, &count);

	strbuf_printf(out, "<section>\n<h2>%s", heading);
	if (count > TOP_ROWS) {
		strbuf_printf(out, " <small>the first %d of ", TOP_ROWS);
		append_number(out, count);
		strbuf_append_string(out, "</small>");
	}
	strbuf_append_string(out, count ? "</h2>\n<div class=\"bars\">\n" :
	    "</h2>\n<p class=\"faint\">none</p>\n<div>\n");
	for (i = 0; i < count && i < TOP_ROWS; i++) {
		const char *meaning = meaning_of(rows[i]->key);

		strbuf_append_string(out, "<span title=\"");
		html_text_write_string(out, meaning ? meaning : rows[i]->key);
		strbuf_append_string(out, "\">");
		html_text_write_string(out, rows[i]->key);
		strbuf_append_string(out, "</span><b>");
		append_number(out, rows[i]->count);
		strbuf_append_string(out, "</b>");
		append_bar(out, color, rows[i]->count, rows[0]->count);
		strbuf_append_byte(out, '\n');
	}
	strbuf_append_string(out, "</div>\n</section>\n");
}

static void
append_line_breaks(struct strbuf *out, const struct page *p)
{
	const struct {
		const char *label, *color;
		uint64_t count;
	} parts[] = {
		{ "on one line", "grey", p->urls - p->broken },
		{ "broken over lines and rejoined", "green", p->rejoined },
		{ "at a line end, not joined", "amber", p->broken - p->rejoined },
	};
	size_t i;

	strbuf_append_string(out, "<section>\n<h2>Line breaks</h2>\n"
	    "<div class=\"share\" role=\"img\" aria-label=\"Share of broken URLs\">");
	for (i = 0; i < 3; i++)
		append_bar(out, parts[i].color, parts[i].count, p->urls);
	strbuf_append_string(out, "</div>\n<ul class=\"key\">\n");
	for (i = 0; i < 3; i++) {
		strbuf_printf(out, "<li><i class=\"%s\"></i>%s: ", parts[i].color, parts[i].label);
		append_number(out, parts[i].count);
		strbuf_printf(out, " <span class=\"faint\">(%.1f %%)</span></li>\n",
		    100.0 * (double)parts[i].count / (double)(p->urls ? p->urls : 1));
	}
	strbuf_append_string(out, "</ul>\n</section>\n");
}

/* Append schemes that browsers do not open, or that IANA lists as historical. */
static void
append_obsolete(struct strbuf *out, const struct page *p)
{
	static const char *const schemes[] = { "afs", "fax", "ftp", "gopher", "mailserver",
		"modem", "news", "nntp", "pack", "prospero", "rlogin", "snews", "telnet",
		"tn3270", "videotex", "wais", "z39.50r", "z39.50s" };
	struct tally *obsolete = tally_new();
	size_t i;

	for (i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		uint64_t count = tally_count_of(p->by_scheme, schemes[i]);

		if (count > 0)
			tally_add(obsolete, schemes[i], 0)->count = count;
	}
	append_top(out, "Obsolete schemes <small>that browsers do not open</small>", "amber",
	    obsolete);
	tally_free(obsolete);
}

/* ---- the parts of the template --- */

/* Append what the page is about: the only file, or how many files. */
static void
append_title(struct strbuf *out, struct page *p)
{
	size_t count;
	struct tally_row *const *rows = tally_by_key(p->by_file, &count);
	const char *slash = count == 1 ? strrchr(rows[0]->key, '/') : NULL;

	strbuf_append_string(out, count ? "URLs in " : "URLs");
	if (count == 1) {
		html_text_write_string(out, slash ? slash + 1 : rows[0]->key);
	} else if (count > 1) {
		append_number(out, count);
		strbuf_append_string(out, " files");
	}
}

static void
append_totals(struct strbuf *out, struct page *p)
{
	const struct {
		const char *name;
		uint64_t count;
	} totals[] = {
		{ "URLs", p->urls },
		{ "different URLs", tally_size(p->by_url) },
		{ "hosts", tally_size(p->by_host) },
		{ "with warnings", p->warned },
		{ "messages", p->messages },
		{ "files with URLs", tally_size(p->by_file) },
	};
	size_t i;

	for (i = 0; i < sizeof(totals) / sizeof(totals[0]); i++) {
		if (totals[i].count == 0 && strcmp(totals[i].name, "messages") == 0)
			continue;
		strbuf_printf(out, "<div><dt>%s</dt><dd>", totals[i].name);
		append_number(out, totals[i].count);
		strbuf_append_string(out, "</dd></div>\n");
	}
}

static void
append_charts(struct strbuf *out, struct page *p)
{
	struct years y = { .count = 0 };

	fill_years(&y, p);
	if (y.count > 0) {
		append_years(out, "URLs by year", "blue", &y, y.urls, p->undated);
		append_years(out, "Hosts by year", "green", &y, y.hosts, 0);
	}
	append_top(out, "Hosts", "blue", p->by_host);
	append_top(out, "Schemes", "green", p->by_scheme);
	append_top(out, "Warnings", "amber", p->by_warning);
	strbuf_append_string(out, "<div class=\"stack\">\n");
	append_line_breaks(out, p);
	append_obsolete(out, p);
	strbuf_append_string(out, "</div>\n");
}

static void
append_url(struct strbuf *out, const char *url)
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
append_table(struct strbuf *out, struct page *p)
{
	size_t count, i;
	struct tally_row *const *rows = tally_by_count(p->by_url, &count);

	for (i = 0; i < count && i < MAX_TABLE_ROWS; i++) {
		strbuf_append_string(out, "<tr><td class=\"n\">");
		append_number(out, rows[i]->count);
		strbuf_append_string(out, "</td><td class=\"u\">");
		append_url(out, rows[i]->key);
		strbuf_append_string(out, "</td><td class=\"y\">");
		if (rows[i]->first_year)
			strbuf_printf(out, "%u", rows[i]->first_year);
		if (rows[i]->first_year != rows[i]->last_year)
			strbuf_printf(out, "–%u", rows[i]->last_year);
		strbuf_append_string(out, "</td><td class=\"w\">");
		if (rows[i]->note)
			html_text_write_string(out, rows[i]->note);
		strbuf_append_string(out, "</td></tr>\n");
	}
}

/* Append how many rows the table has, and of how many. */
static void
append_rows(struct strbuf *out, struct page *p)
{
	if (tally_size(p->by_url) > MAX_TABLE_ROWS) {
		strbuf_append_string(out, "the most frequent ");
		append_number(out, MAX_TABLE_ROWS);
		strbuf_append_string(out, " of ");
	}
	append_number(out, tally_size(p->by_url));
}

static void
append_page(struct strbuf *out, struct page *p)
{
	static const struct {
		const char *name;
		void (*append)(struct strbuf *out, struct page *p);
	} parts[] = {
		{ "@TITLE@", append_title },
		{ "@TOTALS@", append_totals },
		{ "@CHARTS@", append_charts },
		{ "@ROWS@", append_rows },
		{ "@TABLE@", append_table },
	};
	const char *at = page_template, *mark;
	size_t i;

	for (; (mark = strchr(at, '@')) != NULL; at = mark) {
		strbuf_append(out, at, (size_t)(mark - at));
		for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
			if (strncmp(mark, parts[i].name, strlen(parts[i].name)) == 0)
				break;
		if (i == sizeof(parts) / sizeof(parts[0])) { /* such as @media */
			strbuf_append_byte(out, *mark++);
		} else {
			parts[i].append(out, p);
			mark += strlen(parts[i].name);
		}
	}
	strbuf_append_string(out, at);
}

uint64_t
page_append(struct strbuf *out, struct found *found)
{
	struct page p = { .by_url = tally_new(), .by_host = tally_new(), .by_scheme = tally_new(),
		.by_file = tally_new(), .by_year = tally_new(), .by_year_host = tally_new(),
		.by_warning = tally_new(), .warnings = tally_new() };
	struct tally *const tallies[] = { p.by_url, p.by_host, p.by_scheme, p.by_file, p.by_year,
		p.by_year_host, p.by_warning, p.warnings };
	struct strbuf key = { .memory = &xmalloc_memory };
	const json_t *url;
	size_t i;

	while ((url = found_next(found)) != NULL)
		count_url(&p, url, &key);
	p.messages = found_messages(found);
	append_page(out, &p);
	for (i = 0; i < sizeof(tallies) / sizeof(tallies[0]); i++)
		tally_free(tallies[i]);
	strbuf_free(&key);
	return p.urls;
}
