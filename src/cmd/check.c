/* check.c - --check: judge URLs one by one */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/printer.h"
#include "cmd/search.h"
#include "cmd/shared.h"
#include "util/ascii.h"
#include "util/span.h"
#include "util/strbuf.h"

/* ---- wrappers --- */

static bool
has_url_prefix(urlgrep_span s)
{
	return ascii_begins_with(s.text, s.len, "URL:");
}

/* Return the URL within the wrapper "<URL: ... >" or "< ... >" (RFC 1738, appendix; RFC 3986,
 * appendix C), or any other text unchanged: "URL:five" alone is a URL with the scheme "URL". */
static urlgrep_span
strip_wrapper(urlgrep_span s)
{
	if (s.len < 2 || s.text[0] != '<' || s.text[s.len - 1] != '>')
		return s;
	s = span_trim((urlgrep_span){ s.text + 1, s.len - 2 });
	return has_url_prefix(s) ? span_trim(span_from(s, s.text + 4)) : s;
}

/* ---- judging --- */

struct checker {
	const struct settings *settings;
	struct printer *printer;
	struct search *search; /* provides the filter and details */
	urlgrep_url_set *seen; /* for -u */
	struct strbuf note;
};

/* Return the URL that was probably intended by an invalid text; absent if there is no guess. */
static urlgrep_span
find_meaning(struct checker *c, urlgrep_span text)
{
	const unsigned flags = URLGREP_ALL | URLGREP_FIND_MALFORMED | URLGREP_FIND_NAMES | URLGREP_LAST |
	    (c->settings->mail.flags & URLGREP_SUPPLY_HTTPS);
	urlgrep_scanner *scanner = details_scanner(c->search->details);
	const urlgrep_finding *f;

	urlgrep_scanner_reset(scanner);
	urlgrep_scanner_text(scanner, text.text, text.len, flags);
	f = urlgrep_next(scanner);
	if (f == NULL || f->length != text.len)
		return (urlgrep_span){ NULL, 0 };
	if (f->notes & URLGREP_MALFORMED)
		return f->readings[1].url;
	return f->kind == URLGREP_KIND_NAME ? f->url.text : (urlgrep_span){ NULL, 0 };
}

/* Return advice on the text, or NULL. It is valid until the next call. */
static const char *
find_note(struct checker *c, urlgrep_span written, urlgrep_span text,
    urlgrep_verdict verdict)
{
	urlgrep_span meaning;

	if (has_url_prefix(written))
		return "the prefix URL: belongs in a wrapper, <URL:...>";
	if (verdict != URLGREP_INVALID || text.len == 0)
		return NULL;
	meaning = find_meaning(c, text);
	if (meaning.text == NULL)
		return memchr(text.text, ':', text.len) ? NULL :
		    "a URL begins with a scheme, such as https:";
	strbuf_clear(&c->note);
	strbuf_printf(&c->note, "meant: %.*s", (int)meaning.len, meaning.text);
	return c->note.at;
}

static void
print_result(struct checker *c, const struct check_result *result)
{
	if (c->settings->mode == OUTPUT_NOTHING)
		return;
	if (c->settings->unique && urlgrep_url_set_add(c->seen,
		printer_unique_text(c->printer, result->row)) != URLGREP_OK)
		return;
	c->settings->format->print_check(c->printer, result);
	search_check_memory(result->row);
	output_end_line(c->settings->line_buffered);
}

/* Judge one URL and print the result. Return true if it is valid and selected. */
static bool
check_one(struct checker *c, urlgrep_span written)
{
	urlgrep_span text = strip_wrapper(written);
	urlgrep_finding finding = { .length = text.len };
	struct row row = { .finding = &finding, .details = c->search->details };
	struct check_result result = { .row = &row };
	urlgrep_scanner *scanner = details_scanner(row.details);
	const char *pattern, *reason;
	enum filter_answer answer;
	urlgrep_verdict verdict;
	urlgrep_error error;

	urlgrep_judge(scanner, text.text, text.len,
	    c->settings->mail.type == URLGREP_MAIL_HTML ? URLGREP_ATTRIBUTE : 0, &finding.url);
	details_begin(row.details);
	answer = filter_match(c->search->filter, &row);
	if (answer == FILTER_FAILED) {
		pattern = filter_failure(c->search->filter, &reason);
		message_once(pattern, reason);
	}
	if (answer != FILTER_WANTED)
		return false;
	row.is_denied = filter_denies(c->settings, &row);
	verdict = row_verdict(&row);
	result.note = find_note(c, written, text, verdict);
	if ((verdict == URLGREP_INVALID || verdict == URLGREP_LOOSE) &&
	    urlgrep_explain(scanner, text.text, text.len, 0, &error) == URLGREP_OK)
		result.error = &error;
	print_result(c, &result);
	return verdict == URLGREP_VALID;
}

static bool
check_lines(struct checker *c)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	bool all_valid = true;

	message_terminal(READING_TERMINAL);
	while (!output_has_failed() && (len = getline(&line, &size, stdin)) > 0) {
		while (len && ascii_is(line[len - 1], ASCII_BREAK))
			len--;
		all_valid &= check_one(c, (urlgrep_span){ line, (size_t)len });
	}
	if (ferror(stdin))
		message_errno(STDIN_NAME, errno);
	free(line);
	return all_valid;
}

bool
check_urls(const struct search_context *context)
{
	const char *const *urls = context->settings->names;
	struct checker c = { .settings = context->settings,
		.note = { .memory = &xmalloc_memory } };
	bool all_valid = true;

	c.printer = printer_new(c.settings, output_buffer());
	c.search = search_new(context, true);
	c.seen = urlgrep_url_set_new(&xmalloc_memory);
	if (*urls == NULL)
		all_valid = check_lines(&c);
	for (; *urls; urls++)
		all_valid &= check_one(&c, (urlgrep_span){ *urls, strlen(*urls) });
	urlgrep_url_set_free(c.seen);
	search_free(c.search);
	printer_free(c.printer);
	strbuf_free(&c.note);
	return all_valid;
}
