/* options.c - the table of options: parsing and --help walk the same rows */
#include "cmd/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/messages.h"
#include "cmd/finding_warnings.h"

/* ---- what an option does; false: its argument is wrong --- */

static bool
bad(const char *option, const char *what, const char *argument)
{
	char place[128];

	snprintf(place, sizeof(place), "%s: %s", option, what);
	trouble(place, argument);
	return false;
}

static bool
add_word(struct words *w, const char *text)
{
	const char **more =
	    realloc(w->at, (w->count + 1) * sizeof(*w->at));

	if (more == NULL) {
		trouble_error("options", errno);
		return false;
	}
	w->at = more;
	w->at[w->count++] = text;
	return true;
}

/* Words divided by commas; the argument is cut up. */
static bool
add_list(struct words *w, char *list)
{
	char *word;

	for (word = strtok(list, ","); word; word = strtok(NULL, ","))
		if (!add_word(w, word))
			return false;
	return true;
}

static bool
set_when(enum when *when, const char *option, const char *argument)
{
	static const char *const names[] = { "auto", "never", "always" };
	int i;

	for (i = 0; i < 3; i++)
		if (strcmp(argument, names[i]) == 0) {
			*when = (enum when)i;
			return true;
		}
	return bad(option, "neither auto, never nor always", argument);
}

static bool
set_color(struct options *o, char *a)
{
	return set_when(&o->color, "--color", a ? a : "always");
}

static bool
set_progress(struct options *o, char *a)
{
	return set_when(&o->progress, "--progress", a ? a : "always");
}

static bool
set_most(struct options *o, char *a)
{
	char *end;

	errno = 0;
	o->most = strtol(a, &end, 10);
	if (end == a || *end || errno)
		return bad("-m", "not a number", a);
	return true;
}

static bool
set_threads(struct options *o, char *a)
{
	enum { MOST = 256 };
	char *end;
	long n;

	errno = 0;
	n = strtol(a, &end, 10);
	if (end == a || *end || errno || n < 1 || n > MOST)
		return bad("-j", "not a number from 1 to 256", a);
	o->threads = (unsigned)n;
	return true;
}

static bool
set_grammar(struct options *o, char *a)
{
	static const char *const names[] = { "rfc1738", "current", "draft" };
	int i;

	for (i = 0; i < 3; i++)
		if (strcmp(a, names[i]) == 0) {
			o->grammar = a;
			return true;
		}
	return bad("--grammar", "neither rfc1738, current nor draft", a);
}

static bool
set_readings(struct options *o, char *a)
{
	o->all_readings = strcmp(a, "all") == 0;
	return o->all_readings || strcmp(a, "best") == 0 ||
	    bad("--readings", "neither best nor all", a);
}

static bool
set_as(struct options *o, char *a)
{
	static const char *const names[] = { [KIND_TEXT] = "text",
		[KIND_MAIL] = "mail", [KIND_MBOX] = "mbox", [KIND_HTML] = "html" };
	int i;

	o->kind_given = true;
	for (i = 0; i <= KIND_HTML; i++)
		if (strcmp(a, names[i]) == 0) {
			o->kind = (enum kind)i;
			return true;
		}
	return bad("--as", "neither text, mail, mbox nor html", a);
}

static bool
set_headers(struct options *o, char *a)
{
	o->want_headers = true;
	return a == NULL || add_list(&o->headers, a);
}

static bool
deny_code(struct options *o, const char *code)
{
	struct warning row;
	unsigned i;

	for (i = 0; warning_row(i, &row); i++)
		if (strcmp(code, row.name) == 0) {
			o->deny |= row.bit;
			return true;
		}
	return bad("--deny", "no such warning", code);
}

static bool
set_deny(struct options *o, char *a)
{
	char *code;

	for (code = strtok(a, ","); code; code = strtok(NULL, ",")) {
		if (strcmp(code, "all") == 0)
			o->deny = ~(urlgrep_warnings)0;
		else if (!deny_code(o, code))
			return false;
	}
	return true;
}

/* The setters that only set. */
#define SETTER(name, action)                                                   \
	static bool set_##name(struct options *o, char *a)                     \
	{                                                                      \
		(void)a;                                                       \
		action;                                                        \
		return true;                                                   \
	}
SETTER(recursive, o->recursive = true)
SETTER(with_filename, o->filename = ALWAYS)
SETTER(no_filename, o->filename = NEVER)
SETTER(line_number, o->line_number = true)
SETTER(byte_offset, o->byte_offset = true)
SETTER(count, o->count = true)
SETTER(files_with, o->files_with = true; o->files_without = false)
SETTER(files_without, o->files_without = true; o->files_with = false)
SETTER(quiet, o->quiet = true)
SETTER(silent, o->silent = true)
SETTER(null_names, o->null_names = true)
SETTER(null_data, o->null_data = true)
SETTER(unique, o->unique = true)
SETTER(json, o->json = true)
SETTER(line_buffered, o->line_buffered = true)
SETTER(invalid, o->selection = INVALID)
SETTER(all, o->selection = ALL)
SETTER(iri, o->iri = true)
SETTER(host, o->host = a)
SETTER(part, o->part = a)
SETTER(check, o->check = true)
SETTER(warn, o->warn = true)
SETTER(print_grammar, o->print_grammar = a)
SETTER(explain, o->explain = true)
SETTER(resolve, o->resolve = true)
SETTER(generate, o->generate = a)
SETTER(version, o->version = true)
SETTER(help, o->help = true)
SETTER(raw, o->raw = true)
SETTER(with_message, o->with_message = true)

static bool
add_scheme(struct options *o, char *a)
{
	return add_list(&o->schemes, a);
}

static bool
add_pattern(struct options *o, char *a)
{
	return add_word(&o->patterns, a);
}

static bool
add_include(struct options *o, char *a)
{
	return add_word(&o->include, a);
}

static bool
add_exclude(struct options *o, char *a)
{
	return add_word(&o->exclude, a);
}

/* ---- the table --- */

static const struct option_row rows[] = {
	{ 0, NULL, NULL, "Which URLs:", NULL },
	{ 0, "grammar", "NAME", "judge by rfc1738, current (default) or draft",
	    set_grammar },
	{ 0, "iri", NULL, "URLs may go on beyond US-ASCII (RFC 3987)", set_iri },
	{ 0, "invalid", NULL, "print the invalid ones, with the reason",
	    set_invalid },
	{ 0, "all", NULL, "print valid and invalid ones", set_all },
	{ 0, "scheme", "LIST", "only these schemes, divided by commas",
	    add_scheme },
	{ 0, "host", "GLOB", "only hosts that match, such as '*.example.org'",
	    set_host },
	{ 'e', "regexp", "PATTERN", "only URLs that match (PCRE2)",
	    add_pattern },
	{ 0, "deny", "CODES", "take URLs with these warnings for invalid",
	    set_deny },
	{ 'u', "unique", NULL, "print each URL once", set_unique },
	{ 'm', "max-count", "NUM", "stop after NUM URLs of a file", set_most },
	{ 0, NULL, NULL, "What is printed:", NULL },
	{ 'H', "with-filename", NULL, "the file's name before each URL",
	    set_with_filename },
	{ 'h', "no-filename", NULL, "no file names", set_no_filename },
	{ 'n', "line-number", NULL, "the line the URL begins in",
	    set_line_number },
	{ 'b', "byte-offset", NULL, "the octet the URL begins at",
	    set_byte_offset },
	{ 0, "with-message", NULL, "the Message-ID before each URL",
	    set_with_message },
	{ 0, "part", "NAME", "only this part of each URL: host, path...",
	    set_part },
	{ 0, "readings", "WHICH", "best (default), or all that line breaks allow",
	    set_readings },
	{ 0, "resolve", NULL, "whole URLs decide (3 passes; holds each broken URL)",
	    set_resolve },
	{ 0, "explain", NULL, "why lines were joined, or not, below each URL",
	    set_explain },
	{ 0, "warn", NULL, "what is odd or dangerous about each URL", set_warn },
	{ 0, "json", NULL, "all of it, an object a line", set_json },
	{ 'c', "count", NULL, "only how many URLs a file has", set_count },
	{ 'l', "files-with-matches", NULL, "only the names of files with URLs",
	    set_files_with },
	{ 'L', "files-without-match", NULL,
	    "only the names of files without URLs", set_files_without },
	{ 'q', "quiet", NULL, "nothing; the exit status tells", set_quiet },
	{ 'Z', "null", NULL, "a NUL after each file name", set_null_names },
	{ 'z', "null-data", NULL, "a NUL after each URL, not a line end",
	    set_null_data },
	{ 0, "color", "[WHEN]", "auto (default), always or never", set_color },
	{ 0, "progress", "[WHEN]", "how far it is, after a second: as --color",
	    set_progress },
	{ 0, "line-buffered", NULL, "write each line at once",
	    set_line_buffered },
	{ 0, NULL, NULL, "Where:", NULL },
	{ 'r', "recursive", NULL, "folders and all in them", set_recursive },
	{ 0, "include", "GLOB", "only files whose name matches", add_include },
	{ 0, "exclude", "GLOB", "no files whose name matches", add_exclude },
	{ 0, "as", "KIND", "text, mail, mbox or html (default: see for oneself)",
	    set_as },
	{ 0, "headers", "[LIST]", "in mail, search header fields too, or these",
	    set_headers },
	{ 0, "raw", NULL, "search the octets as they are, decode nothing",
	    set_raw },
	{ 'j', "threads", "NUM", "threads (default: one a processor, at most 8)",
	    set_threads },
	{ 's', "no-messages", NULL, "no complaints about files", set_silent },
	{ 0, NULL, NULL, "Instead:", NULL },
	{ 0, "check", NULL, "judge the URLs given, or one a line from stdin",
	    set_check },
	{ 0, "print-grammar", "NAME", "print the grammar's text",
	    set_print_grammar },
	{ 0, "generate", "WHAT", "for bash, zsh or fish: the completions",
	    set_generate },
	{ 'V', "version", NULL, "print version and abilities", set_version },
	{ 0, "help", NULL, "print this", set_help },
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]), LONG_ONLY = 256 };

const struct option_row *
options_row(int i)
{
	return i < ROWS ? &rows[i] : NULL;
}

static void
build(char *letters, struct option *names)
{
	int i, n = 0;

	*letters++ = ':'; /* getopt_long() shall not complain itself */
	for (i = 0; i < ROWS; i++) {
		const struct option_row *r = &rows[i];

		if (r->set == NULL)
			continue;
		names[n++] = (struct option){ r->name,
			r->argument == NULL ? no_argument :
			r->argument[0] == '[' ? optional_argument :
			required_argument, NULL, LONG_ONLY + i };
		if (r->letter == 0)
			continue;
		*letters++ = r->letter;
		if (r->argument)
			*letters++ = ':';
	}
	*letters = '\0';
	memset(&names[n], 0, sizeof(names[n]));
}

static const struct option_row *
row_of(int code)
{
	int i;

	if (code >= LONG_ONLY)
		return &rows[code - LONG_ONLY];
	for (i = 0; i < ROWS; i++)
		if (rows[i].letter == code && rows[i].set)
			return &rows[i];
	return NULL;
}

/* Say what is wrong with an option that getopt_long() could not take, which is
 * the last word it looked at, or for a letter among others optopt. */
static void
complain(int code, const char *word)
{
	char letter[] = { '-', (char)optopt, '\0' };
	bool is_letter = optopt != 0 && optopt < LONG_ONLY;

	trouble(is_letter ? letter : word, code == ':' ? "needs an argument" :
	    is_letter ? "no such option" :
	    optopt ? "takes no argument" :
	    "no such option, or more than one begins so");
	options_usage();
}

/* RFC 3987 extends RFC 3986, not the grammars of 1994. */
static bool
settle_iri(struct options *o)
{
	if (!o->iri)
		return true;
	if (strcmp(o->grammar, "current") != 0)
		return bad("--iri", "does not go with --grammar", o->grammar);
	o->grammar = "iri";
	return true;
}

bool
options_read(struct options *o, int argc, char **argv, int *first)
{
	char letters[2 * ROWS + 2];
	struct option names[ROWS + 1];
	int code;

	memset(o, 0, sizeof(*o));
	o->grammar = "current";
	o->most = -1;
	build(letters, names);
	while ((code = getopt_long(argc, argv, letters, names, NULL)) != -1) {
		const struct option_row *r = row_of(code);

		if (r == NULL)
			complain(code, argv[optind - 1]);
		if (r == NULL || !r->set(o, optarg))
			return false;
	}
	*first = optind;
	return settle_iri(o);
}

bool
options_names_only(const struct options *o)
{
	return o->quiet || o->files_with || o->files_without;
}

void
options_free(struct options *o)
{
	free(o->include.at);
	free(o->exclude.at);
	free(o->schemes.at);
	free(o->patterns.at);
	free(o->headers.at);
}

void
options_usage(void)
{
	fputs("usage: urlgrep [OPTION]... [FILE]...\n"
	      "try 'urlgrep --help'\n", stderr);
}

void
options_help(void)
{
	int i;

	puts("usage: urlgrep [OPTION]... [FILE]...\n"
	     "\n"
	     "Find the URLs in mail, news and text, whole, one a line: wrapped as\n"
	     "<URL:...> (RFC 1738) or bare, rejoined where lines were broken, and\n"
	     "judged by a strict grammar. Without FILE, or where FILE is -, read\n"
	     "standard input.");
	for (i = 0; i < ROWS; i++) {
		const struct option_row *r = &rows[i];
		char text[64];

		if (r->set == NULL) {
			printf("\n%s\n", r->help);
			continue;
		}
		snprintf(text, sizeof(text), r->argument == NULL ? "--%s%s" :
		    r->argument[0] == '[' ? "--%s[=%s" : "--%s=%s", r->name,
		    r->argument == NULL ? "" :
		    r->argument + (r->argument[0] == '['));
		printf(r->letter ? "  -%c, %-22s %s\n" : "  %c   %-22s %s\n",
		    r->letter ? r->letter : ' ', text, r->help);
	}
	puts("\nExit status: 0 if a URL was found (--check: all are valid), 1 if not,\n"
	     "2 if there was trouble.");
}
