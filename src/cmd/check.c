/* check.c - --check: judge URLs one by one */
#include "cmd/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/filter.h"
#include "cmd/messages.h"
#include "cmd/output.h"
#include "util/ascii.h"

/* ---- wrappers --- */

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static urlgrep_span
trim_left(urlgrep_span s)
{
	while (s.len && is_blank(s.text[0])) {
		s.text++;
		s.len--;
	}
	return s;
}

static urlgrep_span
trim(urlgrep_span s)
{
	while (s.len && is_blank(s.text[s.len - 1]))
		s.len--;
	return trim_left(s);
}

static bool
has_url_prefix(urlgrep_span s)
{
	return s.len >= 4 && ascii_equal(s.text, "URL:", 4);
}

/* Return the URL within "<URL: ... >" or "< ... >", which are not part of it (RFC 1738,
 * appendix; RFC 3986, appendix C). Anything else is returned as it is: "URL:five" alone
 * is a URL with the scheme "URL". */
static urlgrep_span
strip_wrapper(urlgrep_span s)
{
	if (s.len < 2 || s.text[0] != '<' || s.text[s.len - 1] != '>')
		return s;
	s = trim((urlgrep_span){ s.text + 1, s.len - 2 });
	return has_url_prefix(s) ?
	    trim_left((urlgrep_span){ s.text + 4, s.len - 4 }) : s;
}

/* ---- judging --- */

/* Judge one URL and print the result. Return true if it is valid. */
static bool
check_one(struct printer *p, urlgrep_span text)
{
	urlgrep_finding finding = { .length = 0 };
	struct check_result result = { .finding = &finding };
	urlgrep_error error;

	if (has_url_prefix(text))
		result.note = "the prefix URL: belongs in a wrapper, <URL:...>";
	text = strip_wrapper(text);
	finding.length = text.len;
	urlgrep_judge(p->scanner, text.text, text.len, 0, &finding.url);
	p->target = target_find(p->targets, &finding.url);
	result.is_valid = filter_is_valid(p->settings, &finding, NULL, p->target);
	if (p->settings->mode == OUTPUT_NOTHING)
		return result.is_valid;
	if (finding.url.verdict == URLGREP_INVALID &&
	    urlgrep_explain(p->scanner, text.text, text.len, 0, &error) == URLGREP_OK)
		result.error = &error;
	printer_print_check(p, &result);
	if (p->settings->line_buffered)
		output_flush();
	else
		output_end_line();
	return result.is_valid;
}

static bool
check_lines(struct printer *p)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	bool all_valid = true;

	while (!output_has_failed() && (len = getline(&line, &size, stdin)) > 0) {
		while (len && ascii_is(line[len - 1], ASCII_BREAK))
			len--;
		all_valid &= check_one(p, (urlgrep_span){ line, (size_t)len });
	}
	if (ferror(stdin))
		message_errno("standard input", errno);
	free(line);
	return all_valid;
}

bool
check_urls(struct printer *p, char **urls)
{
	bool all_valid = true;

	if (*urls == NULL)
		return check_lines(p);
	for (; *urls; urls++)
		all_valid &= check_one(p, (urlgrep_span){ *urls, strlen(*urls) });
	return all_valid;
}
