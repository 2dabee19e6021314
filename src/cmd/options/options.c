/* options.c - the table of options, which the parser, --help, the completions and the
 * manual share */
#include "cmd/options/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/messages.h"
#include "cmd/options/completions.h"
#include "cmd/print/record/layout.h"
#include "cmd/target/target.h"
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

/* Report that an option cannot be combined with another one. Return false. */
static bool
report_combination(const char *option, const char *other)
{
	struct strbuf reason = { .memory = &xmalloc_memory };

	strbuf_append_string(&reason, "cannot be combined with ");
	strbuf_append(&reason, other, strlen(other) + 1);
	message(option, reason.at);
	strbuf_free(&reason);
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

static bool
read_when(const struct option_row *row, const char *argument, enum when *when)
{
	unsigned index = WHEN_ALWAYS;

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

static bool
set_headers(struct options *o, const struct option_row *row, char *argument)
{
	(void)row;
	o->headers = true;
	if (argument)
		string_list_add_words(&o->header_names, argument);
	return true;
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
		return report_combination(option, other);
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
SETTER(recursive, o->recursive = true)
SETTER(include, string_list_add(&o->include, argument))
SETTER(exclude, string_list_add(&o->exclude, argument))
SETTER(raw, o->raw = true)
SETTER(no_messages, o->no_messages = true)
SETTER(iri, o->iri = IRI_ON)
SETTER(no_iri, o->iri = IRI_OFF)
SETTER(strict, o->strict = true)
SETTER(invalid, o->selection = SELECT_INVALID)
SETTER(all, o->selection = SELECT_ALL)
SETTER(scheme, string_list_add_words(&o->schemes, argument))
SETTER(host, o->host = argument)
SETTER(pattern, string_list_add(&o->patterns, argument))
SETTER(unique, o->unique = true)
SETTER(strip_tracking, o->strip_tracking = true)
SETTER(defang, o->defang = true)
SETTER(wrappers, o->wrappers = argument)
SETTER(resolve, o->resolve = true)
SETTER(with_filename, o->filename = WHEN_ALWAYS)
SETTER(no_filename, o->filename = WHEN_NEVER)
SETTER(line_number, o->line_number = true)
SETTER(byte_offset, o->byte_offset = true)
SETTER(with_message, o->with_message = true)
SETTER(part, o->part = argument)
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
SETTER(help, o->help = true)

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
	    "find names, too: example.org; LEAST as for --email", certainty_word,
	    set_schemeless },
	{ 0, "email", "[LEAST]", "find e-mail addresses; LEAST: high, medium or low",
	    certainty_word, set_email },
	{ 0, "only", "LIST", "print only these kinds: url, name, address", kind_word,
	    set_only },
	{ 0, "default-scheme", "NAME", "the scheme that names lack: http (default) or https",
	    default_scheme_word, set_default_scheme },
	{ 0, "scheme", "LIST", "print only these schemes, listed or not (commas)", NULL,
	    set_scheme },
	{ 0, "host", "GLOB", "print only hosts that match, e.g. '*.example.org'",
	    NULL, set_host },
	{ 'e', "regexp", "PATTERN", "print only URLs that match (PCRE2)", NULL,
	    set_pattern },
	{ 0, "deny", "LIST", "treat URLs with these warnings as invalid", deny_word,
	    set_deny },
	{ 'u', "unique", NULL, "print each URL once", NULL, set_unique },
	{ 'm', "max-count", "NUM", "stop after NUM URLs in each file", NULL,
	    set_max_count },
	{ 0, NULL, NULL, "What URLs lead to (nothing is looked up):", NULL, NULL },
	{ 0, "unwrap", "[CLASSES]", "print the targets of SafeLinks and other wrappers", NULL,
	    set_unwrap },
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
	{ 0, "part", "NAME", "print only this part of each URL: host, path...", NULL,
	    set_part },
	{ 0, "readings", "WHICH", "print the best reading (default) or all",
	    readings_word, set_readings },
	{ 0, "resolve", NULL, "prefer readings found unbroken elsewhere (3 passes)",
	    NULL, set_resolve },
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
	{ 0, "pieces", "SIZE", "print the ranges to search FILE in, of SIZE bytes", NULL,
	    set_pieces },
	{ 0, "print-grammar", "NAME", "print the text of a grammar",
	    urlgrep_grammar_name,
	    set_print_grammar },
	{ 0, "schemes", NULL, "print the schemes that are found in running text", NULL,
	    set_print_schemes },
	{ 0, "generate", "WHAT", "print completions for bash, zsh or fish",
	    completions_name, set_generate },
	{ 'V', "version", NULL, "print the version and build options", NULL,
	    set_version },
	{ 0, "help", NULL, "print this help", NULL, set_help },
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
	if (found == 0)
		strbuf_append_string(&reason, "unknown option");
	strbuf_append(&reason, "", 1);
	message(word, reason.at);
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
		message(letter, "unknown option");
	else if (optopt)
		message(word, "takes no argument");
	else
		report_long_option(word);
	fputs("usage: urlgrep [OPTION]... [FILE]...\n"
	      "try 'urlgrep --help'\n", stderr);
}

/* Return false, after a message, if --iri was given with a grammar that has no URLs beyond
 * US-ASCII. */
static bool
check_iri(const struct options *o)
{
	struct strbuf reason = { .memory = &xmalloc_memory };

	if (o->iri != IRI_ON || strcmp(o->grammar, "current") == 0)
		return true;
	strbuf_append_string(&reason, "cannot be combined with --grammar=");
	strbuf_append(&reason, o->grammar, strlen(o->grammar) + 1);
	message("--iri", reason.at);
	strbuf_free(&reason);
	return false;
}

/* Return false, after a message, if an option was given that the output format has no
 * place for. */
static bool
check_format(const struct options *o)
{
	bool prints_text = strcmp(o->format, "html") == 0 ||
	    strcmp(o->format, "without") == 0;
	const struct {
		bool is_given;
		const char *option;
	} others[] = {
		{ o->check, "--check" }, { o->piece_bytes != 0, "--pieces" },
		{ o->count, "--count" }, { o->files_with, "--files-with-matches" },
		{ o->files_without, "--files-without-match" }, { o->part != NULL, "--part" },
		{ o->all_readings, "--readings=all" }, { o->explain, "--explain" },
		{ o->null_names, "--null" },
		{ prints_text && o->has_range, "--range" },
		{ prints_text && o->unique, "--unique" },
		{ prints_text && o->max_count >= 0, "--max-count" },
		{ prints_text && o->defang, "--defang" },
		{ prints_text && o->quiet, "--quiet" },
		{ o->null_data && strcmp(o->format, "format") != 0, "--null-data" },
	};
	char format[32];
	size_t i;

	if (strcmp(o->format, "text") == 0 || strcmp(o->format, "json") == 0)
		return true;
	snprintf(format, sizeof(format), "--%s", o->format);
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (others[i].is_given)
			return report_combination(format, others[i].option);
	return true;
}

/* Return false, after a message, if a range is given, or asked for, of anything but one
 * file, or if the range would not suffice. */
static bool
check_range(const struct options *o, char *const *names, int count)
{
	const char *option = o->has_range ? "--range" : "--pieces";

	if (!o->has_range && o->piece_bytes == 0)
		return true;
	if (o->has_range && o->piece_bytes)
		return report_combination(option, "--pieces");
	if (o->check)
		return report_combination(option, "--check");
	if (o->recursive)
		return report_combination(option, "--recursive");
	if (o->resolve)
		return report_combination(option, "--resolve");
	if (count == 1 && strcmp(names[0], "-") != 0)
		return true;
	message(option, "needs the name of one file");
	return false;
}

bool
options_read(struct options *o, int argc, char **argv, int *first)
{
	char letters[2 * ROW_COUNT + 2];
	struct option names[ROW_COUNT + 1];
	int code;

	*o = (struct options){ .grammar = "current", .max_count = -1,
		.least_name = URLGREP_MEDIUM, .least_address = URLGREP_MEDIUM,
		.format = "text" };
	fill_getopt(letters, names);
	while ((code = getopt_long(argc, argv, letters, names, NULL)) != -1) {
		const struct option_row *row = find_row(code);

		if (row == NULL)
			report_option(code, argv[optind - 1]);
		if (row == NULL || !row->set(o, row, optarg))
			return false;
	}
	*first = optind;
	return check_iri(o) && check_format(o) && check_range(o, argv + optind, argc - optind);
}

void
options_free(struct options *o)
{
	string_list_free(&o->include);
	string_list_free(&o->exclude);
	string_list_free(&o->header_names);
	string_list_free(&o->schemes);
	string_list_free(&o->patterns);
	layout_free(o->layout);
}

/* ---- help --- */

static void
print_help_row(const struct option_row *row)
{
	const char *argument = row->argument;
	char text[64];

	if (is_heading(row)) {
		printf("\n%s\n", row->help);
		return;
	}
	if (argument == NULL)
		snprintf(text, sizeof(text), "--%s", row->name);
	else if (argument[0] == '[')
		snprintf(text, sizeof(text), "--%s[=%s", row->name, argument + 1);
	else
		snprintf(text, sizeof(text), "--%s=%s", row->name, argument);
	if (row->letter)
		printf("  -%c, %-22s %s\n", row->letter, text, row->help);
	else
		printf("      %-22s %s\n", text, row->help);
}

void
options_print_help(void)
{
	int i;

	puts("usage: urlgrep [OPTION]... [FILE]...\n"
	     "\n"
	     "Find the URLs in mail, news and text, and print each on a line of its own.\n"
	     "URLs may be wrapped as <URL:...> (RFC 1738) or bare; URLs that were broken\n"
	     "over several lines are rejoined; a strict grammar judges each one. Without\n"
	     "FILE, or when FILE is -, read standard input.");
	for (i = 0; i < ROW_COUNT; i++)
		print_help_row(&rows[i]);
	puts("\nExit status: 0 if a URL was found (--check: all are valid), 1 if none,\n"
	     "2 if there was an error.");
}
