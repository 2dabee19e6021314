/* options.c - the table of options, which is made from options.tsv */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd/printer.h"
#include "cmd/shared.h"
#include "util/ascii.h"

/* ---- words defined by the libraries --- */

static const char *
scheme_word(unsigned i)
{
	static urlgrep_scheme scheme; /* of tables that do not change */

	return urlgrep_scheme_at(i, &scheme) == URLGREP_OK ? scheme.name : NULL;
}

/* ---- options with functions of their own --- */

/* Ignore slashes at the end of the pattern, as grep does. */
static bool
read_exclude_dir(struct settings *s, const struct option_row *row, char *argument)
{
	size_t len = strlen(argument);

	(void)row;
	while (len > 1 && argument[len - 1] == '/')
		argument[--len] = '\0';
	string_list_add(&s->exclude_dir, argument);
	return true;
}

static bool
check_host(struct settings *s, const struct option_row *row, char *host)
{
	const char *bracket = strrchr(host, '[');

	(void)s;
	return bracket == NULL || strchr(bracket, ']') ||
	    option_report(row, host, "expected a ']' after the '['");
}

/* Check that the name could be that of a header field (RFC 5322, 2.2). */
static bool
check_header(struct settings *s, const struct option_row *row, char *name)
{
	const char *c;

	(void)s;
	for (c = name; *c; c++)
		if (*c <= ' ' || *c >= 0x7F || *c == ':')
			return option_report(row, name, "not the name of a header field");
	return true;
}

static bool
check_part(struct settings *s, const struct option_row *row, char *name)
{
	unsigned index;

	(void)s;
	return search_option_find_word(&row->how, name, strlen(name), &index) ||
	    option_report(row, name, "unknown part; expected scheme, user, password, host, "
	    "port, path, query, fragment or another of urlgrep-json(5)");
}

static bool
read_deny(struct settings *s, const struct option_row *row, char *name)
{
	unsigned index;

	if (!search_option_find_word(&row->how, name, strlen(name), &index))
		return option_report(row, name, "unknown warning; see --generate=warnings");
	s->deny |= strcmp(name, "all") == 0 ? ~(urlgrep_warnings)0 : URLGREP_WARNING_BIT(index);
	return true;
}

/* Add a pattern and its place for messages: a line of a file, or the option -e if file is NULL. */
static void
add_pattern(struct settings *s, const char *pattern, const char *file, size_t line)
{
	struct strbuf place = { .memory = &xmalloc_memory };

	if (file)
		strbuf_printf(&place, "%s:%zu", strcmp(file, "-") == 0 ? STDIN_NAME : file, line);
	else
		strbuf_printf(&place, "--regexp=%s", pattern);
	string_list_add(&s->texts, place.at);
	string_list_add(&s->pattern_places, place.at);
	string_list_add(&s->patterns, pattern);
}

static bool
read_regexp(struct settings *s, const struct option_row *row, char *argument)
{
	(void)row;
	add_pattern(s, argument, NULL, 0);
	return true;
}

/* Add the lines of a file as patterns, as grep does: an empty line matches everything, an empty
 * file nothing. A CR before a line feed is not part of the pattern, since no URL contains one. */
static bool
read_pattern_file(struct settings *s, const struct option_row *row, char *argument)
{
	char *text = file_read_text(argument), *line = text, *end;
	size_t number = 1;

	(void)row;
	if (text == NULL)
		return false;
	string_list_add(&s->texts, text);
	if (*line == '\0')
		add_pattern(s, "(*FAIL)", argument, number);
	for (; *line; line = end, number++) {
		end = line + strcspn(line, "\n");
		if (*end && end > line && end[-1] == '\r')
			end[-1] = '\0';
		if (*end)
			*end++ = '\0';
		add_pattern(s, line, argument, number);
	}
	return true;
}

/* Add NUL-terminated file names to a list, which ends with NULL. */
static bool
read_file_names(struct settings *s, const struct option_row *row, char *argument)
{
	size_t len;
	char *text = file_read(argument, &len), *name;

	(void)row;
	if (text == NULL) {
		message_errno(argument, errno);
		return false;
	}
	string_list_add(&s->texts, text);
	if (s->asked.file_names.count > 0)
		s->asked.file_names.count--; /* the NULL of an earlier --files0-from */
	for (name = text; name < text + len; name += strlen(name) + 1)
		string_list_add(&s->asked.file_names, name);
	string_list_add(&s->asked.file_names, NULL);
	return true;
}

/* Check that a date is YYYY, YYYY-MM or YYYY-MM-DD, with a month and a day that exist. */
static bool
check_date(struct settings *s, const struct option_row *row, char *argument)
{
	static const char *const forms[] = { "%Y", "%Y-%m", "%Y-%m-%d" };
	size_t len = strlen(argument), form = (len - 4) / 3;
	struct tm tm = { .tm_mday = 1 };
	char again[40] = "";

	(void)s;
	if (form < COUNT(forms) && strptime(argument, forms[form], &tm)) {
		timegm(&tm); /* normalizes a nonexistent day to the next month */
		snprintf(again, sizeof(again), "%04d-%02d-%02d", tm.tm_year + 1900, tm.tm_mon + 1,
		    tm.tm_mday);
	}
	return (*again && len == 4 + 3 * form && strncmp(again, argument, len) == 0) ||
	    option_report(row, argument, "expected a date: YYYY, YYYY-MM or YYYY-MM-DD");
}

/* Read an unsigned decimal number at *text, and advance *text past it. */
static bool
read_digits(const char **text, uint64_t *number)
{
	char *end;

	if (!ascii_is(**text, ASCII_DIGIT))
		return false;
	errno = 0;
	*number = strtoull(*text, &end, 10);
	*text = end;
	return errno == 0;
}

/* Read a positive number of bytes, or of KiB, MiB or GiB (K, M, G). */
static bool
read_pieces(struct settings *s, const struct option_row *row, char *argument)
{
	static const char units[] = "KMG";
	const char *at = argument, *unit;
	uint64_t *bytes = &s->piece_bytes;
	unsigned shift = 0;

	if (read_digits(&at, bytes) && *at && (unit = strchr(units, *at)) != NULL) {
		shift = 10 * (unsigned)(unit - units + 1);
		at++;
	}
	if (at == argument || *at || *bytes == 0 || *bytes > (uint64_t)INT64_MAX >> shift)
		return option_report(row, argument,
		    "expected a number of bytes, such as 1000000 or 64M");
	*bytes <<= shift;
	return true;
}

/* Read BEGIN-END, or BEGIN-, whose end is UINT64_MAX. */
static bool
read_range(struct settings *s, const struct option_row *row, char *argument)
{
	const char *at = argument;

	s->range_end = UINT64_MAX;
	if (read_digits(&at, &s->range_begin) && *at++ == '-' &&
	    (*at == '\0' || (read_digits(&at, &s->range_end) && *at == '\0')) &&
	    s->range_begin <= s->range_end)
		return true;
	return option_report(row, argument, "expected the offsets of bytes, BEGIN-END or BEGIN-");
}

/* ---- table --- */

#include "cmd/option_rows.h"

_Static_assert(COUNT(option_rows) <= MAX_OPTION_ROWS, "struct asked has room for all options");

const struct option_row *
option_named(const char *name)
{
	const struct option_row *row = option_rows;

	while (row->name == NULL || strcmp(row->name, name) != 0)
		row++;
	return row;
}

_Static_assert(offsetof(struct settings, search) == 0, "shared options come first");

bool
option_needs_argument(const struct option_row *row)
{
	return row->argument && row->argument[0] != '[';
}
