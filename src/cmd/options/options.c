/* options.c - the table of options, which the parser, --help, the completions and the
 * manual share */
#include "cmd/options/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/files/file_text.h"
#include "cmd/messages.h"
#include "cmd/options/combinations.h"
#include "cmd/options/completions.h"
#include "cmd/options/config.h"
#include "cmd/options/grep_options.h"
#include "cmd/print/parts.h"
#include "cmd/print/record/layout.h"
#include "cmd/target/classes.h"
#include "cmd/warnings/finding_warnings.h"
#include "cmd/xmalloc.h"
#include "util/ascii.h"
#include "util/strbuf.h"

/* ---- messages about options --- */

/* Print "urlgrep: --NAME=ARGUMENT: REASON" and return false. */
static bool
report_argument(const char *name, const char *argument, const char *reason)
{
	struct strbuf place = { .memory = &xmalloc_memory };

	strbuf_append_string(&place, "--");
	strbuf_append_string(&place, name);
	strbuf_append_string(&place, "=");
	strbuf_append(&place, argument, strlen(argument) + 1);
	message(place.at, reason);
	strbuf_free(&place);
	return false;
}

/* Append the words that an option's argument may be: "auto, never or always". */
static void
append_words(struct strbuf *text, const struct option_row *row)
{
	unsigned i;

	for (i = 0; row->word(i); i++) {
		if (i > 0)
			strbuf_append_string(text, row->word(i + 1) ? ", " : " or ");
		strbuf_append_string(text, row->word(i));
	}
}

/* ---- kinds of arguments --- */

/* Set *index to that of the word that the argument is; else report it. */
static bool
read_word(const struct option_row *row, const char *argument, unsigned *index)
{
	struct strbuf reason = { .memory = &xmalloc_memory };

	for (*index = 0; row->word(*index); (*index)++)
		if (strcmp(argument, row->word(*index)) == 0)
			return true;
	strbuf_append_string(&reason, "expected ");
	append_words(&reason, row);
	strbuf_append(&reason, "", 1);
	report_argument(row->name, argument, reason.at);
	strbuf_free(&reason);
	return false;
}

/* Without an argument it is auto, as in GNU grep. */
static bool
read_when(const struct option_row *row, const char *argument, enum when *when)
{
	unsigned index = WHEN_AUTO;

	if (argument && !read_word(row, argument, &index))
		return false;
	*when = (enum when)index;
	return true;
}

static bool
read_number(const char *argument, long *number)
{
	char *end;

	errno = 0;
	*number = strtol(argument, &end, 10);
	return end != argument && *end == '\0' && errno == 0;
}

/* Read an unsigned decimal number at *text, and move *text after it. */
static bool
read_bytes(char **text, uint64_t *bytes)
{
	unsigned long long n;

	if (!ascii_is(**text, ASCII_DIGIT))
		return false;
	errno = 0;
	n = strtoull(*text, text, 10);
	*bytes = n;
	return errno == 0;
}

static const char *
when_word(unsigned i)
{
	static const char *const words[] = { [WHEN_AUTO] = "auto",
		[WHEN_NEVER] = "never", [WHEN_ALWAYS] = "always" };

	return i < sizeof(words) / sizeof(words[0]) ? words[i] : NULL;
}

/* Return the i-th of the grammars that --grammar selects, which are not part of another. */
static const char *
base_grammar_name(unsigned i)
{
	const char *name;
	unsigned index;

	for (index = 0; (name = urlgrep_grammar_name(index)) != NULL; index++)
		if (urlgrep_grammar_base(name) == NULL && i-- == 0)
			return name;
	return NULL;
}

static const char *
certainty_word(unsigned i)
{
	return urlgrep_confidence_name((urlgrep_confidence)i);
}

/* The kinds of findings; bit 1 << i of WANT_URLS... */
static const char *
kind_word(unsigned i)
{
	return urlgrep_kind_name((urlgrep_kind)i);
}

static const char *
scheme_word(unsigned i)
{
	static urlgrep_scheme scheme; /* of tables that do not change */

	return urlgrep_scheme_at(i, &scheme) == URLGREP_OK ? scheme.name : NULL;
}

static const char *
class_word(unsigned i)
{
	const char *name = urlgrep_unwrap_class_name(i);

	return name ? name : i == 0 || urlgrep_unwrap_class_name(i - 1) ? "all" : NULL;
}

static const char *
default_scheme_word(unsigned i)
{
	return i == 0 ? "http" : i == 1 ? "https" : NULL;
}

static const char *
readings_word(unsigned i)
{
	return i == 0 ? "best" : i == 1 ? "all" : NULL;
}

static const char *
links_word(unsigned i)
{
	return i == 0 ? "all" : i == 1 ? "anchors" : NULL;
}

static const char *
type_word(unsigned i)
{
	static const char *const words[] = { [URLGREP_MAIL_TEXT - 1] = "text",
		[URLGREP_MAIL_MESSAGE - 1] = "mail", [URLGREP_MAIL_MBOX - 1] = "mbox",
		[URLGREP_MAIL_HTML - 1] = "html" };

	return i < sizeof(words) / sizeof(words[0]) ? words[i] : NULL;
}

static const char *
join_word(unsigned i)
{
	static const char *const words[] = { [URLGREP_MAIL_JOIN_AUTO] = "auto",
		[URLGREP_MAIL_JOIN_ALWAYS] = "always",
		[URLGREP_MAIL_JOIN_WRAPPED] = "wrapped",
		[URLGREP_MAIL_JOIN_NEVER] = "never" };

	return i < sizeof(words) / sizeof(words[0]) ? words[i] : NULL;
}

/* The warnings, then "all". */
static const char *
deny_word(unsigned i)
{
	struct warning warning;

	if (finding_warnings_row(i, &warning))
		return warning.name;
	return i == 0 || finding_warnings_row(i - 1, &warning) ? "all" : NULL;
}

/* ---- what each option sets --- */

static bool
set_color(struct options *o, const struct option_row *row, char *argument)
{
	return read_when(row, argument, &o->color);
}

static bool
set_progress(struct options *o, const struct option_row *row, char *argument)
{
	return read_when(row, argument, &o->progress);
}

static bool
set_max_count(struct options *o, const struct option_row *row, char *argument)
{
	return read_number(argument, &o->max_count) ||
	    report_argument(row->name, argument, "expected a number");
}

/* Read a number of lines for -A, -B and -C. */
static bool
read_lines(const struct option_row *row, const char *argument, unsigned *lines)
{
	enum { MAX_LINES = 10000 };
	long n;

	if (!read_number(argument, &n) || n < 0)
		return report_argument(row->name, argument, "expected a number");
	*lines = n > MAX_LINES ? MAX_LINES : (unsigned)n;
	return true;
}

static bool
set_after_context(struct options *o, const struct option_row *row, char *argument)
{
	return read_lines(row, argument, &o->lines_after);
}

static bool
set_before_context(struct options *o, const struct option_row *row, char *argument)
{
	return read_lines(row, argument, &o->lines_before);
}

static bool
set_context(struct options *o, const struct option_row *row, char *argument)
{
	return read_lines(row, argument, &o->lines_before) &&
	    read_lines(row, argument, &o->lines_after);
}

/* Return true if text is YYYY, YYYY-MM or YYYY-MM-DD, with a month and a day that exist in
 * some year. */
static bool
is_date(const char *text)
{
	static const char form[] = "0000-00-00";
	size_t len = strlen(text), i;

	if (len != 4 && len != 7 && len != 10)
		return false;
	for (i = 0; i < len; i++)
		if (form[i] == '-' ? text[i] != '-' : !ascii_is(text[i], ASCII_DIGIT))
			return false;
	return (len < 7 || (strncmp(text + 5, "01", 2) >= 0 && strncmp(text + 5, "12", 2) <= 0)) &&
	    (len < 10 || (strcmp(text + 8, "01") >= 0 && strcmp(text + 8, "31") <= 0));
}

static bool
read_date(const struct option_row *row, const char *argument, const char **date)
{
	*date = argument;
	return is_date(argument) || report_argument(row->name, argument,
	    "expected a date: YYYY, YYYY-MM or YYYY-MM-DD");
}

static bool
set_since(struct options *o, const struct option_row *row, char *argument)
{
	return read_date(row, argument, &o->since);
}

static bool
set_until(struct options *o, const struct option_row *row, char *argument)
{
	return read_date(row, argument, &o->until);
}

static bool
set_hyperlink(struct options *o, const struct option_row *row, char *argument)
{
	o->hyperlink = WHEN_AUTO;
	return read_when(row, argument, &o->hyperlink);
}

static bool
set_max_depth(struct options *o, const struct option_row *row, char *argument)
{
	return (read_number(argument, &o->max_depth) && o->max_depth >= 0) ||
	    report_argument(row->name, argument, "expected a number");
}

/* As in grep, slashes at the end of the pattern do not count. */
static bool
set_exclude_dir(struct options *o, const struct option_row *row, char *argument)
{
	size_t len = strlen(argument);

	(void)row;
	while (len > 1 && argument[len - 1] == '/')
		argument[--len] = '\0';
	string_list_add(&o->exclude_dir, argument);
	return true;
}

static bool
set_threads(struct options *o, const struct option_row *row, char *argument)
{
	enum { MAX_THREADS = 256 };
	long n;

	if (!read_number(argument, &n) || n < 1 || n > MAX_THREADS)
		return report_argument(row->name, argument,
		    "expected a number from 1 to 256");
	o->threads = (unsigned)n;
	return true;
}

static bool
set_grammar(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	o->grammar = argument;
	return read_word(row, argument, &index);
}

/* Set *least to the certainty that the argument is, by default medium. */
static bool
read_certainty(const struct option_row *row, const char *argument,
    urlgrep_confidence *least)
{
	unsigned index = URLGREP_MEDIUM;

	if (argument && !read_word(row, argument, &index))
		return false;
	*least = (urlgrep_confidence)index;
	return true;
}

static bool
set_schemeless(struct options *o, const struct option_row *row, char *argument)
{
	o->schemeless = true;
	return read_certainty(row, argument, &o->least_name);
}

static bool
set_email(struct options *o, const struct option_row *row, char *argument)
{
	o->email = true;
	return read_certainty(row, argument, &o->least_address);
}

static bool
set_only(struct options *o, const struct option_row *row, char *argument)
{
	char *word;
	unsigned index;

	o->only = 0;
	for (word = strtok(argument, ","); word; word = strtok(NULL, ",")) {
		if (!read_word(row, word, &index))
			return false;
		o->only |= 1u << index;
	}
	return o->only || report_argument(row->name, "", "expected url, name or address");
}

static bool
set_default_scheme(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	if (!read_word(row, argument, &index))
		return false;
	o->default_https = index == 1;
	return true;
}

static bool
set_readings(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	if (!read_word(row, argument, &index))
		return false;
	o->all_readings = index == 1;
	return true;
}

static bool
set_links(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	if (!read_word(row, argument, &index))
		return false;
	o->only_anchors = index == 1;
	return true;
}

static bool
set_type(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	if (!read_word(row, argument, &index))
		return false;
	o->type = (urlgrep_mail_type)(URLGREP_MAIL_TEXT + index);
	return true;
}

/* BEGIN-END, or BEGIN- up to the end of the file. */
static bool
set_range(struct options *o, const struct option_row *row, char *argument)
{
	char *at = argument;

	o->has_range = true;
	o->range_end = UINT64_MAX;
	if (read_bytes(&at, &o->range_begin) && *at++ == '-' &&
	    (*at == '\0' || (read_bytes(&at, &o->range_end) && *at == '\0')) &&
	    o->range_begin <= o->range_end)
		return true;
	return report_argument(row->name, argument,
	    "expected the offsets of bytes, BEGIN-END or BEGIN-");
}

/* A number of bytes, KiB, MiB or GiB. */
static bool
set_pieces(struct options *o, const struct option_row *row, char *argument)
{
	static const char units[] = "KMG";
	char *at = argument;
	const char *unit;
	unsigned shift = 0;

	if (read_bytes(&at, &o->piece_bytes) && *at &&
	    (unit = strchr(units, *at)) != NULL) {
		shift = 10 * (unsigned)(unit - units + 1);
		at++;
	}
	if (at == argument || *at || o->piece_bytes == 0 ||
	    o->piece_bytes > (uint64_t)INT64_MAX >> shift)
		return report_argument(row->name, argument,
		    "expected a number of bytes, such as 1000000 or 64M");
	o->piece_bytes <<= shift;
	return true;
}

static bool
set_join(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	if (!read_word(row, argument, &index))
		return false;
	o->join = (urlgrep_mail_join)index;
	return true;
}

/* Add the words of the argument, which are separated by commas. */
static bool
add_words(struct string_list *list, const struct option_row *row, char *argument,
    const char *expected)
{
	size_t before = list->count;

	string_list_add_words(list, argument);
	return list->count > before || report_argument(row->name, "", expected);
}

static bool
set_scheme(struct options *o, const struct option_row *row, char *argument)
{
	return add_words(&o->schemes, row, argument, "expected the name of a scheme");
}

static bool
set_host(struct options *o, const struct option_row *row, char *argument)
{
	return add_words(&o->hosts, row, argument, "expected a pattern");
}

/* Report that the names of parts are these. */
static bool
report_part(const struct option_row *row, const char *name)
{
	struct strbuf reason = { .memory = &xmalloc_memory };

	strbuf_append_string(&reason, "unknown part; expected ");
	append_words(&reason, row);
	strbuf_append(&reason, "", 1);
	report_argument(row->name, name, reason.at);
	strbuf_free(&reason);
	return false;
}

static bool
is_word(const struct option_row *row, const char *name)
{
	unsigned i;

	for (i = 0; row->word(i); i++)
		if (strcmp(name, row->word(i)) == 0)
			return true;
	return false;
}

static bool
set_part(struct options *o, const struct option_row *row, char *argument)
{
	size_t i = o->parts.count;

	if (!add_words(&o->parts, row, argument, "expected the name of a part"))
		return false;
	for (; i < o->parts.count; i++)
		if (!is_word(row, o->parts.at[i]))
			return report_part(row, o->parts.at[i]);
	return true;
}

/* Add the lines of a file as patterns, as grep does: an empty line matches everything,
 * an empty file nothing. */
static bool
set_file(struct options *o, const struct option_row *row, char *argument)
{
	char *text = file_text_read(argument), *line = text, *end;

	(void)row;
	if (text == NULL)
		return false;
	string_list_add(&o->texts, text);
	if (*line == '\0')
		string_list_add(&o->patterns, "(*FAIL)");
	for (; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		string_list_add(&o->patterns, line);
	}
	return true;
}

/* Return true if all names could be those of header fields (RFC 5322, 2.2). */
static bool
are_field_names(const struct string_list *names)
{
	size_t i;
	const char *c;

	for (i = 0; i < names->count; i++)
		for (c = names->at[i]; *c; c++)
			if (*c <= ' ' || *c >= 0x7F || *c == ':')
				return false;
	return true;
}

static const char *
help_word(unsigned i)
{
	return i == 0 ? "all" : NULL;
}

static bool
set_help(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	o->help = true;
	if (argument == NULL)
		return true;
	o->all_help = read_word(row, argument, &index);
	return o->all_help;
}

static bool
set_headers(struct options *o, const struct option_row *row, char *argument)
{
	o->headers = true;
	if (argument == NULL)
		return true;
	return add_words(&o->header_names, row, argument, "expected names of fields") &&
	    (are_field_names(&o->header_names) || report_argument(row->name,
		o->header_names.at[o->header_names.count - 1],
		"not the name of a header field"));
}

static const char *
refang_word(unsigned i)
{
	return i == 0 ? "hosts" : NULL;
}

static bool
set_refang(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	o->refang = true;
	if (argument == NULL)
		return true;
	o->refang_hosts = read_word(row, argument, &index);
	return o->refang_hosts;
}

static bool
set_unwrap(struct options *o, const struct option_row *row, char *argument)
{
	o->unwrap = true;
	return argument == NULL || target_add_classes(&o->unwrap_classes, argument) ||
	    report_argument(row->name, argument, "expected gateway, redirect, tracker, "
		"amp, archive or all");
}

static bool
deny_warning(struct options *o, const char *name)
{
	struct warning warning;
	unsigned i;

	for (i = 0; finding_warnings_row(i, &warning); i++)
		if (strcmp(name, warning.name) == 0) {
			o->deny |= warning.bit;
			return true;
		}
	return false;
}

static bool
set_deny(struct options *o, const struct option_row *row, char *argument)
{
	char *name;

	for (name = strtok(argument, ","); name; name = strtok(NULL, ",")) {
		if (strcmp(name, "all") == 0)
			o->deny = ~(urlgrep_warnings)0;
		else if (!deny_warning(o, name))
			return report_argument(row->name, name,
			    "unknown warning; see --generate=warnings");
	}
	return true;
}

static bool
set_print_grammar(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	o->print_grammar = argument;
	return read_word(row, argument, &index);
}

static bool
set_generate(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	o->generate = argument;
	return read_word(row, argument, &index);
}

/* Choose an output format, which has the name of the option. */
static bool
choose_format(struct options *o, const struct option_row *row)
{
	char option[32], other[32];

	if (strcmp(o->format, "text") != 0 && strcmp(o->format, row->name) != 0) {
		snprintf(option, sizeof(option), "--%s", row->name);
		snprintf(other, sizeof(other), "--%s", o->format);
		return combinations_report(option, other);
	}
	o->format = row->name;
	return true;
}

/* A format that needs nothing else. */
static bool
set_format(struct options *o, const struct option_row *row, char *argument)
{
	(void)argument;
	return choose_format(o, row);
}

/* Choose a format of records, with the layout that a function reads from its argument. */
static bool
set_layout(struct options *o, const struct option_row *row, const char *argument,
    struct layout *(*read)(const char *argument, struct strbuf *reason))
{
	struct strbuf reason = { .memory = &xmalloc_memory };

	if (!choose_format(o, row))
		return false;
	layout_free(o->layout);
	o->layout = read(argument, &reason);
	strbuf_append(&reason, "", 1);
	if (o->layout == NULL)
		report_argument(row->name, argument, reason.at);
	strbuf_free(&reason);
	return o->layout != NULL;
}

static bool
set_columns(struct options *o, const struct option_row *row, char *argument)
{
	return set_layout(o, row, argument ? argument : LAYOUT_DEFAULT_COLUMNS,
	    layout_read_columns);
}

static bool
set_template(struct options *o, const struct option_row *row, char *argument)
{
	return set_layout(o, row, argument, layout_read_template);
}

/* The setters that cannot fail. */
#define SETTER(name, action)                                                   \
	static bool set_##name(struct options *o, const struct option_row *row, \
	    char *argument)                                                    \
	{                                                                      \
		(void)row;                                                     \
		(void)argument;                                                \
		action;                                                        \
		return true;                                                   \
	}
SETTER(recursive, o->recursive = true; o->follow_links = false)
SETTER(follow_links, o->recursive = o->follow_links = true)
SETTER(no_ignore, o->no_ignore = true)
SETTER(no_hidden, o->no_hidden = true)
SETTER(include, string_list_add(&o->include, argument))
SETTER(exclude, string_list_add(&o->exclude, argument))
SETTER(raw, o->raw = true)
SETTER(no_messages, o->no_messages = true)
SETTER(skip_binary, o->skip_binary = true)
SETTER(from, string_list_add(&o->from, argument))
SETTER(to, string_list_add(&o->to, argument))
SETTER(subject, string_list_add(&o->subjects, argument))
SETTER(print_message, o->print_message = true)
SETTER(no_config, (void)o)
SETTER(iri, o->iri = IRI_ON)
SETTER(no_iri, o->iri = IRI_OFF)
SETTER(strict, o->strict = true)
SETTER(invalid, o->selection = SELECT_INVALID)
SETTER(all, o->selection = SELECT_ALL)
SETTER(pattern, string_list_add(&o->patterns, argument))
SETTER(unique, o->unique = true)
SETTER(strip_tracking, o->strip_tracking = true)
SETTER(defang, o->defang = true)
SETTER(wrappers, o->wrappers = argument)
SETTER(resolve, o->resolve = true)
SETTER(no_resolve, o->resolve = false)
SETTER(with_filename, o->filename = WHEN_ALWAYS)
SETTER(no_filename, o->filename = WHEN_NEVER)
SETTER(line_number, o->line_number = true)
SETTER(byte_offset, o->byte_offset = true)
SETTER(with_message, o->with_message = true)
SETTER(explain, o->explain = true)
SETTER(warn, o->warn = true)
SETTER(count, o->count = true)
SETTER(files_with, o->files_with = true; o->files_without = false)
SETTER(files_without, o->files_without = true; o->files_with = false)
SETTER(quiet, o->quiet = true)
SETTER(null_names, o->null_names = true)
SETTER(null_data, o->null_data = true)
SETTER(line_buffered, o->line_buffered = true)
SETTER(check, o->check = true)
SETTER(print_schemes, o->print_schemes = true)
SETTER(version, o->version = true)
SETTER(ignore_case, o->ignore_case = true)

/* ---- the table --- */

static const struct option_row rows[] = {
	{ 0, NULL, NULL, "Which URLs:", NULL, NULL },
	{ 0, "grammar", "NAME", "judge by rfc1738, current (default) or draft",
	    base_grammar_name, set_grammar },
	{ 0, "iri", NULL, "allow characters beyond US-ASCII (default)", NULL,
	    set_iri },
	{ 0, "no-iri", NULL, "allow only US-ASCII", NULL, set_no_iri },
	{ 0, "strict", NULL, "print only valid URLs, no loose ones", NULL, set_strict },
	{ 0, "invalid", NULL, "print only invalid URLs, with the reason", NULL,
	    set_invalid },
	{ 0, "all", NULL, "print all URLs: valid, loose and invalid", NULL, set_all },
	{ 0, "schemeless", "[LEAST]",
	    "also find example.org; LEAST as for --email", certainty_word,
	    set_schemeless },
	{ 0, "email", "[LEAST]", "find e-mail addresses; LEAST: high, medium or low",
	    certainty_word, set_email },
	{ 0, "only", "LIST", "print only these kinds: url, name, address", kind_word,
	    set_only },
	{ 0, "default-scheme", "NAME", "the scheme that names lack: http (default) or https",
	    default_scheme_word, set_default_scheme },
	{ 0, "scheme", "LIST", "print only these schemes, listed or not (commas)", scheme_word,
	    set_scheme },
	{ 0, "host", "LIST", "print URLs of these hosts, e.g. '*.example.org'",
	    NULL, set_host },
	{ 'e', "regexp", "PATTERN", "print only URLs that match (PCRE2)", NULL,
	    set_pattern },
	{ 'f', "file", "FILE", "as -e, with a pattern on each line of FILE", NULL, set_file },
	{ 'i', "ignore-case", NULL, "ignore case in patterns (-e, -f)", NULL,
	    set_ignore_case },
	{ 0, "deny", "LIST", "treat URLs with these warnings as invalid", deny_word,
	    set_deny },
	{ 'u', "unique", NULL, "print each URL once", NULL, set_unique },
	{ 'm', "max-count", "NUM", "stop after NUM URLs in each file", NULL,
	    set_max_count },
	{ 0, NULL, NULL, "Of which messages:", NULL, NULL },
	{ 0, "from", "TEXT", "search only messages with TEXT in From, in any case", NULL,
	    set_from },
	{ 0, "to", "TEXT", "search only messages with TEXT in To", NULL, set_to },
	{ 0, "subject", "TEXT", "search only messages with TEXT in Subject", NULL,
	    set_subject },
	{ 0, "since", "DATE", "search only messages since YYYY[-MM[-DD]]", NULL,
	    set_since },
	{ 0, "until", "DATE", "search only messages until then, inclusive", NULL,
	    set_until },
	{ 0, NULL, NULL, "What URLs lead to (nothing is looked up):", NULL, NULL },
	{ 0, "unwrap", "[LIST]", "print the targets of SafeLinks and other wrappers",
	    class_word, set_unwrap },
	{ 0, "wrappers", "FILE", "also know the wrappers in this table", NULL,
	    set_wrappers },
	{ 0, "strip-tracking", NULL, "print URLs without utm_source= and the like", NULL,
	    set_strip_tracking },
	{ 0, "refang", "[hosts]", "read hxxp://evil[.]com; hosts: also evil[.]com",
	    refang_word, set_refang },
	{ 0, "defang", NULL, "print URLs as hxxp[:]//evil[.]example", NULL, set_defang },
	{ 0, NULL, NULL, "Output:", NULL, NULL },
	{ 'H', "with-filename", NULL, "print the file name before each URL", NULL,
	    set_with_filename },
	{ 'h', "no-filename", NULL, "print no file names", NULL, set_no_filename },
	{ 'n', "line-number", NULL, "print the line that each URL begins in", NULL,
	    set_line_number },
	{ 'b', "byte-offset", NULL, "print the byte offset where each URL begins",
	    NULL, set_byte_offset },
	{ 0, "with-message", NULL, "print the Message-ID before each URL", NULL,
	    set_with_message },
	{ 0, "part", "LIST", "print only these parts of each URL: host, path...",
	    parts_name, set_part },
	{ 'A', "after-context", "NUM", "print NUM lines of text after each URL", NULL,
	    set_after_context },
	{ 'B', "before-context", "NUM", "print NUM lines of text before each URL", NULL,
	    set_before_context },
	{ 'C', "context", "NUM", "print NUM lines of text around each URL", NULL,
	    set_context },
	{ 0, "print-message", NULL, "print the messages that hold the URLs, as an mbox",
	    NULL, set_print_message },
	{ 0, "readings", "WHICH", "print the best reading (default) or all",
	    readings_word, set_readings },
	{ 0, "resolve", NULL, "prefer readings that occur unbroken elsewhere",
	    NULL, set_resolve },
	{ 0, "no-resolve", NULL, "decide each URL by its own message (default)", NULL,
	    set_no_resolve },
	{ 0, "explain", NULL, "print why lines were joined or not", NULL,
	    set_explain },
	{ 0, "warn", NULL, "print what is odd or dangerous about each URL", NULL,
	    set_warn },
	{ 0, "json", NULL, "print one JSON object per line, with all details", NULL,
	    set_format },
	{ 0, "csv", "[COLUMNS]", "print CSV with a header row; columns as in --format",
	    NULL, set_columns },
	{ 0, "tsv", "[COLUMNS]", "print tab-separated values with a header row", NULL,
	    set_columns },
	{ 0, "format", "TEXT", "print TEXT with {url}, {host}, {date}... filled in", NULL,
	    set_template },
	{ 0, "html", NULL, "print the text as HTML, with its URLs as links", NULL,
	    set_format },
	{ 0, "without", NULL, "print the text without its URLs", NULL, set_format },
	{ 'c', "count", NULL, "print only the number of URLs in each file", NULL,
	    set_count },
	{ 'l', "files-with-matches", NULL, "print only the names of files with URLs",
	    NULL, set_files_with },
	{ 'L', "files-without-match", NULL,
	    "print only the names of files without URLs", NULL, set_files_without },
	{ 'q', "quiet", NULL, "print nothing; only set the exit status", NULL,
	    set_quiet },
	{ 'Z', "null", NULL, "print a NUL byte after each file name", NULL,
	    set_null_names },
	{ 'z', "null-data", NULL, "end each URL with a NUL byte, not a newline", NULL,
	    set_null_data },
	{ 0, "color", "[WHEN]", "use colors: auto (default), always or never",
	    when_word, set_color },
	{ 0, "hyperlink", "[WHEN]", "link URLs that are safe to open (OSC 8); as --color",
	    when_word, set_hyperlink },
	{ 0, "progress", "[WHEN]", "show progress after a second; WHEN as for --color",
	    when_word, set_progress },
	{ 0, "line-buffered", NULL, "write each line at once", NULL,
	    set_line_buffered },
	{ 0, NULL, NULL, "Files:", NULL, NULL },
	{ 'r', "recursive", NULL, "search directories recursively", NULL,
	    set_recursive },
	{ 0, "include", "GLOB", "search only files whose name matches", NULL,
	    set_include },
	{ 0, "exclude", "GLOB", "skip files whose name matches", NULL, set_exclude },
	{ 0, "exclude-dir", "GLOB", "skip directories whose name matches", NULL,
	    set_exclude_dir },
	{ 'I', "skip-binary", NULL, "skip binary files", NULL, set_skip_binary },
	{ 'R', "dereference-recursive", NULL, "as -r, and follow all symbolic links", NULL,
	    set_follow_links },
	{ 0, "max-depth", "NUM", "descend at most NUM levels of directories", NULL,
	    set_max_depth },
	{ 0, "no-ignore", NULL, "also search what .gitignore and .ignore exclude", NULL,
	    set_no_ignore },
	{ 0, "no-hidden", NULL, "skip names that begin with '.'", NULL,
	    set_no_hidden },
	{ 0, "as", "TYPE", "read as text, mail, mbox or html (default: detect)",
	    type_word, set_type },
	{ 0, "links", "WHICH", "in HTML, find all links (default) or only anchors",
	    links_word, set_links },
	{ 0, "join", "WHEN", "undo line breaks: auto, always, wrapped or never",
	    join_word, set_join },
	{ 0, "headers", "[LIST]", "in mail, also search header fields (or these)",
	    NULL, set_headers },
	{ 0, "raw", NULL, "search the bytes as they are; decode nothing", NULL,
	    set_raw },
	{ 0, "range", "BEGIN-END", "search the messages that begin in these bytes", NULL,
	    set_range },
	{ 'j', "threads", "NUM", "use NUM threads (default: processors, at most 8)",
	    NULL, set_threads },
	{ 's', "no-messages", NULL, "print no messages about files", NULL,
	    set_no_messages },
	{ 0, NULL, NULL, "Instead of searching:", NULL, NULL },
	{ 0, "check", NULL, "judge the URLs given, or one per line from stdin", NULL,
	    set_check },
	{ 0, "no-config", NULL, "ignore URLGREP_OPTIONS and URLGREP_CONFIG_PATH", NULL,
	    set_no_config },
	{ 0, "pieces", "SIZE", "print the ranges to search FILE in, of SIZE bytes", NULL,
	    set_pieces },
	{ 0, "print-grammar", "NAME", "print the text of a grammar",
	    urlgrep_grammar_name,
	    set_print_grammar },
	{ 0, "schemes", NULL, "print the schemes that are found in running text", NULL,
	    set_print_schemes },
	{ 0, "generate", "WHAT", "print completions for bash, zsh or fish",
	    completions_name, set_generate },
	{ 'V', "version", NULL, "print the versions of urlgrep and its libraries", NULL,
	    set_version },
	{ 0, "help", "[all]", "print help: the options used most, or all", help_word,
	    set_help },
};

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]), LONG_ONLY = 256 };

const struct option_row *
options_row(int i)
{
	return i < ROW_COUNT ? &rows[i] : NULL;
}

static bool
is_heading(const struct option_row *row)
{
	return row->set == NULL;
}

/* ---- parsing --- */

/* Translate the table for getopt_long(). */
static void
fill_getopt(char *letters, struct option *names)
{
	int i, n = 0;

	*letters++ = ':'; /* we report errors ourselves */
	for (i = 0; i < ROW_COUNT; i++) {
		const struct option_row *row = &rows[i];

		if (is_heading(row))
			continue;
		names[n++] = (struct option){ row->name,
			row->argument == NULL ? no_argument :
			row->argument[0] == '[' ? optional_argument :
			required_argument, NULL, LONG_ONLY + i };
		if (row->letter == 0)
			continue;
		*letters++ = row->letter;
		if (row->argument)
			*letters++ = ':';
	}
	*letters = '\0';
	memset(&names[n], 0, sizeof(names[n]));
}

/* Return the row of what getopt_long() returned, or NULL if that is an error. */
static const struct option_row *
find_row(int code)
{
	int i;

	if (code >= LONG_ONLY)
		return &rows[code - LONG_ONLY];
	for (i = 0; i < ROW_COUNT; i++)
		if (rows[i].letter == code && !is_heading(&rows[i]))
			return &rows[i];
	return NULL;
}

static void
report_unknown(const char *option)
{
	const char *advice = grep_option_advice(option);
	struct strbuf reason = { .memory = &xmalloc_memory };

	strbuf_append_string(&reason, "unknown option");
	if (advice) {
		strbuf_append_string(&reason, " (");
		strbuf_append_string(&reason, advice);
		strbuf_append_string(&reason, ")");
	}
	strbuf_append(&reason, "", 1);
	message(option, reason.at);
	strbuf_free(&reason);
}

/* Report a long option that is unknown, or the beginning of several. */
static void
report_long_option(const char *word)
{
	struct strbuf reason = { .memory = &xmalloc_memory };
	size_t len = strncmp(word, "--", 2) == 0 ? strcspn(word + 2, "=") : 0;
	unsigned found = 0;
	int i;

	for (i = 0; i < ROW_COUNT; i++) {
		if (is_heading(&rows[i]) || len == 0 ||
		    strncmp(rows[i].name, word + 2, len) != 0)
			continue;
		strbuf_append_string(&reason,
		    found++ ? ", --" : "ambiguous option: --");
		strbuf_append_string(&reason, rows[i].name);
	}
	strbuf_append(&reason, "", 1);
	if (found)
		message(word, reason.at);
	else
		report_unknown(word);
	strbuf_free(&reason);
}

/* Report an option that getopt_long() rejected: the last word it read or, among
 * letters, optopt. */
static void
report_option(int code, const char *word)
{
	char letter[] = { '-', (char)optopt, '\0' };
	bool is_letter = optopt != 0 && optopt < LONG_ONLY;

	if (code == ':')
		message(is_letter ? letter : word, "needs an argument");
	else if (is_letter)
		report_unknown(letter);
	else if (optopt)
		message(word, "takes no argument");
	else
		report_long_option(word);
	fprintf(stderr, "usage: %s [OPTION]... [FILE]...\ntry '%s --help'\n",
	    messages_program(), messages_program());
}

/* Read arguments, argv[1..argc), which are options and, if first is not NULL, names of
 * files from *first on. */
static bool
read_arguments(struct options *o, int argc, char **argv, int *first)
{
	char letters[2 * ROW_COUNT + 2];
	struct option names[ROW_COUNT + 1];
	int code;

	fill_getopt(letters, names);
	optind = 0; /* begin anew */
	while ((code = getopt_long(argc, argv, letters, names, NULL)) != -1) {
		const struct option_row *row = find_row(code);

		if (row == NULL)
			report_option(code, argv[optind - 1]);
		if (row == NULL || !row->set(o, row, optarg))
			return false;
	}
	if (first)
		*first = optind;
	else if (optind < argc)
		message(argv[optind], "not an option");
	return first || optind == argc;
}

/* Read options from the place called name, which come before those of the command line. */
static bool
read_configured(struct options *o, const char *name, struct string_list *arguments)
{
	int count = (int)arguments->count;
	bool is_good;

	string_list_add(arguments, NULL);
	is_good = read_arguments(o, count, (char **)arguments->at, NULL);
	if (!is_good)
		message(name, "this is where the option is set");
	string_list_free(arguments);
	return is_good;
}

/* Read the options of URLGREP_CONFIG_PATH and URLGREP_OPTIONS. */
static bool
read_configuration(struct options *o)
{
	const char *path = getenv("URLGREP_CONFIG_PATH"), *words = getenv("URLGREP_OPTIONS");
	struct string_list arguments = { NULL, 0 };
	char *text;

	if (path && *path) {
		string_list_add(&arguments, "urlgrep");
		if (!config_read_file(path, &text, &arguments)) {
			string_list_free(&arguments);
			return false;
		}
		string_list_add(&o->texts, text);
		if (!read_configured(o, path, &arguments))
			return false;
	}
	if (words == NULL)
		return true;
	string_list_add(&arguments, "urlgrep");
	config_split_words(words, &text, &arguments);
	string_list_add(&o->texts, text);
	return read_configured(o, "URLGREP_OPTIONS", &arguments);
}

/* Return true if --no-config is among the arguments, in full. */
static bool
refuses_configuration(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--no-config") == 0)
			return true;
	return false;
}

bool
options_read(struct options *o, int argc, char **argv, int *first)
{
	*o = (struct options){ .grammar = "current", .max_count = -1, .max_depth = -1,
		.least_name = URLGREP_MEDIUM, .least_address = URLGREP_MEDIUM,
		.hyperlink = WHEN_NEVER, .format = "text" };
	return (refuses_configuration(argc, argv) || read_configuration(o)) &&
	    read_arguments(o, argc, argv, first) &&
	    combinations_check(o, argv + *first, argc - *first);
}

void
options_free(struct options *o)
{
	size_t i;

	string_list_free(&o->include);
	string_list_free(&o->exclude);
	string_list_free(&o->exclude_dir);
	string_list_free(&o->header_names);
	string_list_free(&o->schemes);
	string_list_free(&o->hosts);
	string_list_free(&o->from);
	string_list_free(&o->to);
	string_list_free(&o->subjects);
	string_list_free(&o->patterns);
	string_list_free(&o->parts);
	layout_free(o->layout);
	for (i = 0; i < o->texts.count; i++)
		free((char *)o->texts.at[i]);
	string_list_free(&o->texts);
}
