/* print_text.c - text output: [FILE:][MESSAGE-ID:][LINE:][COLUMN:][OFFSET:]URL, like grep -o */
#include "cmd/printer.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/search.h"
#include "cmd/shared.h"
#include "urlgrep_tools.h"
#include "util/ascii.h"
#include "util/uri.h"
#include "util/utf8.h"

/* Parameters of SGR (ECMA-48): the colors of grep, except that only the host is bold, since it
 * shows where the URL leads. */
#define NAME_COLOR "35" /* of files, and Message-IDs */
#define NUMBER_COLOR "32"
#define SEPARATOR_COLOR "36"
#define HOST_COLOR "1"
#define WARNING_COLOR "31"

/* ---- pieces of a line --- */

static void
begin_color(struct printer *p, const char *color)
{
	if (p->settings->color)
		strbuf_printf(p->out, "\33[%sm", color);
}

static void
end_color(struct printer *p)
{
	if (p->settings->color)
		strbuf_append_string(p->out, "\33[m");
}

static void
write_colored(struct printer *p, const char *color, const char *text, size_t len)
{
	begin_color(p, color);
	escape_write(p->out, text, len);
	end_color(p);
}

static void
write_separator(struct printer *p)
{
	write_colored(p, SEPARATOR_COLOR, ":", 1);
}

/* Write the file name; with -Z, unescaped and followed by a NUL (for xargs -0). Return false if
 * the separator that normally follows it is not wanted. */
static bool
write_name(struct printer *p, const char *path)
{
	if (p->settings->null_names) {
		strbuf_append_string(p->out, path);
		strbuf_append_byte(p->out, '\0');
		return false;
	}
	write_colored(p, NAME_COLOR, path, strlen(path));
	return true;
}

/* Return true if the name is to be printed. Members of a single input file are named, too. */
static bool
needs_name(const struct settings *s, const char *path)
{
	return s->with_filename ||
	    (s->unnamed_path && strcmp(path, s->unnamed_path) != 0);
}

static void
write_name_before(struct printer *p, const char *path)
{
	if (needs_name(p->settings, path) && write_name(p, path))
		write_separator(p);
}

static void
write_message_id(struct printer *p, const struct row *row)
{
	const char *id = row->location->message ?
	    urlgrep_mail_header(row->mail, URLGREP_MAIL_ID) : NULL;

	if (id)
		write_colored(p, NAME_COLOR, id, strlen(id));
	write_separator(p);
}

static void
write_number(struct printer *p, uint64_t number)
{
	begin_color(p, NUMBER_COLOR);
	digits_append(p->out, number);
	end_color(p);
	write_separator(p);
}

static void
write_location(struct printer *p, const struct row *row)
{
	const struct settings *s = p->settings;
	const urlgrep_location *location = row->location;

	write_name_before(p, location->path);
	if (s->with_message)
		write_message_id(p, row);
	if (s->with_line) {
		begin_color(p, NUMBER_COLOR);
		printer_write_number(p, true, location);
		end_color(p);
		write_separator(p);
	}
	if (s->with_column)
		write_number(p, location->column);
	if (s->with_offset)
		write_number(p, location->offset);
}

static void
write_span(struct printer *p, urlgrep_span span)
{
	escape_write(p->out, span.text, span.len);
}

/* Write a reading of the URL, with the host in bold if it is the best reading. */
static void
write_url_text(struct printer *p, const struct row *row, urlgrep_span text)
{
	urlgrep_span shown = printer_shown_text(p, row, text), host = { NULL, 0 };
	const urlgrep_url *url = &row->finding->url;
	size_t before;

	if (p->settings->color && !p->settings->defang && text.text == url->text.text)
		host = urlgrep_part_named(url, "host");
	if (host.len == 0) {
		write_span(p, shown);
		return;
	}
	before = (size_t)(host.text - text.text); /* --readable changes nothing up to there */
	escape_write(p->out, shown.text, before);
	write_colored(p, HOST_COLOR, host.text, host.len);
	before += host.len;
	escape_write(p->out, shown.text + before, shown.len - before);
}

/* ---- hyperlinks in terminals (OSC 8) --- */

/* Terminals ignore longer links. */
enum { MAX_LINK_BYTES = 2083 };

/* Return true if the finding's URL is safe to click: its scheme is http, https or mailto, and it
 * has no warnings. Set *target to its URI in US-ASCII, valid until the scanner is used again. */
static bool
hyperlink_is_safe(struct printer *p, const struct row *row, urlgrep_span *target)
{
	const urlgrep_finding *f = row->finding;
	urlgrep_span scheme = urlgrep_part_named(&f->url, "scheme");

	if (!search_accepts(&p->settings->search, f->url.verdict) ||
	    !word_list_has("http https mailto", scheme.text, scheme.len) ||
	    row_all_warnings(row) != 0)
		return false;
	*target = details_uri(row->details, &f->url);
	if (target->text == NULL)
		*target = f->url.text;
	return target->len <= MAX_LINK_BYTES &&
	    ascii_span(target->text, target->len, ASCII_PRINTABLE) == target->len;
}

/* ---- readings --- */

/* Write a reading of the finding, as a hyperlink if that is wanted and safe. */
static void
write_url(struct printer *p, const struct row *row, urlgrep_span text)
{
	const urlgrep_finding *f = row->finding;
	urlgrep_span target;
	bool is_linked = p->settings->hyperlink && !p->settings->defang &&
	    text.text == f->url.text.text &&
	    hyperlink_is_safe(p, row, &target);

	if (is_linked)
		strbuf_printf(p->out, "\33]8;;%.*s\33\\", (int)target.len, target.text);
	write_url_text(p, row, text);
	if (is_linked)
		strbuf_append_string(p->out, "\33]8;;\33\\");
}

/* Return the text to print for a finding: the address, or the URL of its best reading. */
static urlgrep_span
shown_text(const urlgrep_finding *f)
{
	return f->kind == URLGREP_KIND_ADDRESS ? f->written : f->url.text;
}

/* Write the names of warnings, separated by commas; nothing if the set is empty. */
static void
write_warnings(struct printer *p, const char *before, urlgrep_warnings set)
{
	const char *name;

	for (; (name = field_next_word(&set, URLGREP_WARNING_NAMES)) != NULL; before = ",") {
		strbuf_append_string(p->out, before);
		write_colored(p, WARNING_COLOR, name, strlen(name));
	}
}

/* ---- why a URL is not valid --- */

/* Write why a URL could not be judged, or else that it is invalid. */
static void
write_failure(struct printer *p, const urlgrep_finding *f)
{
	if (f->url.verdict == URLGREP_UNJUDGED)
		strbuf_append_string(p->out, "out of memory");
	else if (f->url.verdict != URLGREP_LIMIT)
		strbuf_append_string(p->out, "invalid");
	else if (f->length > URLGREP_MAX_URL_BYTES)
		strbuf_printf(p->out, "too long: more than %d bytes", URLGREP_MAX_URL_BYTES);
	else
		strbuf_append_string(p->out, "match limit exceeded");
}

static void
write_reason(struct printer *p, const struct row *row)
{
	const urlgrep_finding *f = row->finding;
	urlgrep_error e;

	if (f->notes & URLGREP_MALFORMED) {
		strbuf_append_string(p->out, "\tmeant: ");
		write_span(p, printer_shown_text(p, row, f->readings[1].url));
	} else if (row->is_denied) {
		write_warnings(p, "\tdenied: ", filter_denied_warnings(p->settings, row));
	} else if (f->url.verdict != URLGREP_LIMIT && f->url.verdict != URLGREP_UNJUDGED &&
	    urlgrep_explain_finding(details_scanner(row->details), f, &e) == URLGREP_OK) {
		strbuf_printf(p->out, "\t%zu: ", e.offset);
		write_span(p, e.message);
	} else {
		strbuf_append_byte(p->out, '\t');
		write_failure(p, f);
	}
}

/* ---- a finding --- */

/* Write the services of the wrappers around the URL, the outermost first. Return true if there
 * are any. */
static bool
write_unwrapped(struct printer *p, const urlgrep_unwrapped *u)
{
	unsigned i;

	for (i = 0; u && u->target && i < u->step_count; i++)
		strbuf_printf(p->out, "%cunwrapped:%s", i == 0 ? '\t' : ',', u->steps[i].via);
	return i > 0;
}

/* Print a reading on a line of its own. Warnings are omitted if the URL is denied, since the reason
 * lists those that count. wrapper is the URL whose target is `text`, or NULL. */
static void
print_reading(struct printer *p, const struct row *row, urlgrep_span text, bool is_accepted,
    const urlgrep_url *wrapper)
{
	bool has_codes = false;

	write_location(p, row);
	write_url(p, row, text);
	if (!is_accepted)
		write_reason(p, row);
	if (p->settings->warn &&
	    (is_accepted || !search_accepts(&p->settings->search, row->finding->url.verdict))) {
		if (wrapper && p->settings->choice.unwrap)
			has_codes = write_unwrapped(p, details_unwrapped(row->details, wrapper));
		write_warnings(p, has_codes ? "," : "\t", row_warnings(row));
	}
	printer_end_line(p);
}

/* Print the best reading, or its target. */
static void
print_best_reading(struct printer *p, const struct row *row)
{
	const urlgrep_finding *f = row->finding;
	const urlgrep_url *target = row_printed_url(row);
	bool is_accepted = search_accepts(&p->settings->search, row_verdict(row));
	struct row shown_row = *row;
	urlgrep_finding shown;

	if (target == &f->url) {
		print_reading(p, row, shown_text(f), is_accepted, NULL);
		return;
	}
	shown = *f;
	shown.url = *target;
	shown_row.finding = &shown;
	print_reading(p, &shown_row, shown.url.text, true, &f->url);
}

/* Print another reading as if it were the best one, unless --deny refuses it and only valid URLs
 * are selected. */
static void
print_other_reading(struct printer *p, const struct row *row, urlgrep_span text)
{
	urlgrep_finding finding = *row->finding;
	struct row other = *row;

	urlgrep_judge(details_scanner(row->details), text.text, text.len, 0, &finding.url);
	details_begin(row->details);
	other.finding = &finding;
	other.is_denied = filter_denies(p->settings, &other);
	if (!other.is_denied || p->settings->selection != SELECT_VALID)
		print_best_reading(p, &other);
}

/* Print the parts that --part names, separated by tabs; nothing if there are none. */
static void
print_parts(struct printer *p, const struct row *row)
{
	urlgrep_span parts = printer_find_parts(p, row);

	if (parts.text == NULL)
		return;
	if (row->location) /* not with --check */
		write_location(p, row);
	strbuf_append(p->out, parts.text, parts.len);
	printer_end_line(p);
}

/* Print the points for and against joining the lines, one output line per line break. */
static void
print_signs(struct printer *p, const urlgrep_location *location)
{
	const urlgrep_sign *signs = location->signs;
	unsigned i = 0;

	while (i < location->sign_count) {
		unsigned line_break = signs[i].line_break, first = i;
		int sum = 0;

		for (; i < location->sign_count && signs[i].line_break == line_break; i++)
			sum += signs[i].points;
		strbuf_printf(p->out, "  line break %u: %d points, %s %d:", line_break, sum,
		    sum >= URLGREP_SIGNS_HIGH ? "joined from" : "not joined below",
		    URLGREP_SIGNS_HIGH);
		for (; first < i; first++)
			if (signs[first].points)
				strbuf_printf(p->out, " %s %+d", signs[first].name,
				    signs[first].points);
		strbuf_append_byte(p->out, '\n');
	}
}

/* Print why the lines of a URL in angle brackets are joined. */
static void
print_removed_space(struct printer *p, const urlgrep_finding *f)
{
	unsigned how = f->readings[0].how;

	if (!urlgrep_form_is_delimited(f->form) || f->length <= f->url.text.len ||
	    f->defanged.text)
		return;
	strbuf_append_string(p->out, "  in angle brackets: white space is removed");
	if (how & (URLGREP_HYPHEN_KEPT | URLGREP_HYPHEN_DROPPED))
		strbuf_printf(p->out, ", the hyphen before a line break is %s",
		    how & URLGREP_HYPHEN_KEPT ? "kept" : "dropped");
	strbuf_append_byte(p->out, '\n');
}

/* Print lines, without escaping their tabs. */
static void
print_lines(struct printer *p, const char *before, const struct context *context,
    urlgrep_span text)
{
	while (context_next_line(context, &text, &p->context_line)) {
		urlgrep_span rest = { p->context_line.at, p->context_line.len }, cell;

		strbuf_append_string(p->out, before);
		while (rest.text) {
			cell = rest;
			rest = uri_cut_at(&cell, '\t');
			write_span(p, cell);
			if (rest.text)
				strbuf_append_byte(p->out, '\t');
		}
		strbuf_append_byte(p->out, '\n');
	}
}

/* Print the selected readings, and the lines that --explain adds. */
static void
print_readings(struct printer *p, const struct row *row)
{
	const struct settings *s = p->settings;
	const urlgrep_finding *f = row->finding;
	unsigned i;

	print_best_reading(p, row);
	for (i = 1; s->all_readings && i < f->reading_count; i++)
		if (search_accepts(&s->search, f->readings[i].verdict) &&
		    !(f->readings[i].how & URLGREP_REPAIRED))
			print_other_reading(p, row, f->readings[i].url);
	if (s->explain) {
		print_removed_space(p, f);
		print_signs(p, row->location);
	}
}

static void
print_finding(struct printer *p, const struct row *row)
{
	urlgrep_span text = shown_text(row->finding);
	struct context context;

	if (p->settings->only_urls && !needs_name(p->settings, row->location->path) &&
	    search_accepts(&p->settings->search, row->finding->url.verdict)) {
		escape_write_line(p->out, text.text, text.len);
		return;
	}
	if (p->settings->parts.count)
		print_parts(p, row);
	else
		print_readings(p, row);
	if (p->settings->with_context && context_find(row->mail, p->settings, &context)) {
		print_lines(p, "  ", &context, context.before);
		print_lines(p, "> ", &context, context.lines);
		print_lines(p, "  ", &context, context.after);
	}
}

/* ---- a file --- */

static void
print_name(struct printer *p, const char *path)
{
	if (write_name(p, path))
		strbuf_append_byte(p->out, '\n');
}

static void
print_count(struct printer *p, const char *path, uint64_t count)
{
	write_name_before(p, path);
	digits_append(p->out, count);
	strbuf_append_byte(p->out, '\n');
}

/* ---- --check --- */

/* Print the fields that --check --json has for a URL, one per line, except those printed elsewhere
 * and the target, which is the last entry of unwrap_steps. */
static void
print_fields(struct printer *p, const struct row *row)
{
	static const char others[] = "grammar target url valid verdict";
	const struct field *field;

	for (field = field_table; field->name; field++) {
		if (!printer_shows_field(p->settings, field) || field->type == FIELD_PARTS ||
		    word_list_has(others, field->name, strlen(field->name)))
			continue;
		printer_read_value(p, field, NULL, row);
		if (p->value.len == 0)
			continue;
		strbuf_printf(p->out, "  %s: ", field->name);
		escape_write(p->out, p->value.at, p->value.len);
		strbuf_append_byte(p->out, '\n');
	}
}

/* Print the verdict on a valid or loose URL, and its parts. */
static void
print_verdict(struct printer *p, const urlgrep_url *url)
{
	unsigned i;

	strbuf_printf(p->out, "  %s in %s:", urlgrep_name(URLGREP_VERDICT_NAMES, url->verdict),
	    p->settings->search.grammar);
	for (i = 0; i < url->part_count; i++) {
		strbuf_printf(p->out, " %s=", url->parts[i].name);
		write_span(p, url->parts[i].value);
	}
	strbuf_append_byte(p->out, '\n');
}

/* Print the URL, and below it carets under the error, aligned with the escaped URL. Use the locale
 * only to count columns: elsewhere, it would change what the patterns of --host match. */
static void
print_error(struct printer *p, urlgrep_span url, const urlgrep_error *e)
{
	size_t before, under, i;

	setlocale(LC_CTYPE, "");
	before = escape_write(p->out, url.text, e->offset);
	under = escape_write(p->out, url.text + e->offset, e->length);
	setlocale(LC_CTYPE, "C");
	escape_write(p->out, url.text + e->offset + e->length,
	    url.len - e->offset - e->length);
	strbuf_printf(p->out, "\n%*s^", (int)before, "");
	for (i = 1; i < under; i++)
		strbuf_append_byte(p->out, '^');
	strbuf_append_byte(p->out, ' ');
	write_span(p, e->message);
	strbuf_append_byte(p->out, '\n');
	if (e->suggestion.text) {
		strbuf_append_string(p->out, "  write: ");
		write_span(p, e->suggestion);
		strbuf_append_byte(p->out, '\n');
	}
}

/* Print the beginning of a URL that could not be judged, and why. */
static void
print_failure(struct printer *p, const urlgrep_finding *f)
{
	enum { SHOWN_BYTES = 60 };
	urlgrep_span text = f->url.text;
	size_t shown = utf8_cut(text.text, text.len, SHOWN_BYTES);

	escape_write(p->out, text.text, shown);
	strbuf_append_string(p->out, shown < text.len ? "...\n  " : "\n  ");
	write_failure(p, f);
	strbuf_append_byte(p->out, '\n');
}

static void
print_check(struct printer *p, const struct check_result *result)
{
	const struct row *row = result->row;
	urlgrep_verdict verdict = row_verdict(row);

	if (p->settings->parts.count) {
		if (search_accepts(&p->settings->search, verdict))
			print_parts(p, row);
		return;
	}
	if (row->is_denied || verdict == URLGREP_VALID) {
		write_span(p, printer_shown_text(p, row, row->finding->url.text));
		write_warnings(p, "\n  denied: ", filter_denied_warnings(p->settings, row));
		strbuf_append_byte(p->out, '\n');
	} else if (result->error) {
		print_error(p, row->finding->url.text, result->error);
	} else {
		print_failure(p, row->finding);
	}
	if (verdict == URLGREP_VALID || verdict == URLGREP_LOOSE)
		print_verdict(p, &row->finding->url);
	if (row->finding->url.part_count)
		print_fields(p, row);
	if (result->note) {
		strbuf_append_string(p->out, "  note: ");
		escape_write_line(p->out, result->note, strlen(result->note));
	}
}

/* ---- the formats --- */

const struct printer_format format_text = {
	.print_finding = print_finding,
	.print_check = print_check,
	.print_name = print_name,
	.print_count = print_count,
};
