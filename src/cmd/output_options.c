/* output_options.c - options that choose the output and its format */
#include "cmd/output_options.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cmd/argument.h"
#include "cmd/combinations.h"
#include "cmd/print/parts.h"
#include "cmd/print/layout.h"
#include "cmd/xmalloc.h"
#include "util/strbuf.h"

static bool
set_part(struct options *o, const struct option_row *row, char *argument)
{
	size_t i = o->parts.count;
	unsigned index;

	if (!argument_add_words(&o->parts, row, argument, "expected the name of a part"))
		return false;
	for (; i < o->parts.count; i++)
		if (!argument_find_word(row, o->parts.at[i], &index))
			return argument_report_words(row, o->parts.at[i],
			    "unknown part; expected ");
	return true;
}

/* Read a number of lines for -A, -B and -C. */
static bool
read_lines(const struct option_row *row, const char *argument, unsigned *lines)
{
	enum { MAX_LINES = 10000 };
	long n;

	if (!argument_read_number(row, argument, 0, LONG_MAX, "expected a number", &n))
		return false;
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

static const char *
readings_word(unsigned i)
{
	return i == 0 ? "best" : i == 1 ? "all" : NULL;
}

static bool
set_readings(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	if (!argument_read_word(row, argument, &index))
		return false;
	o->all_readings = index == 1;
	return true;
}

/* Choose an output format, which has the name of the option. One of the command line overrides
 * one of the configuration. */
static bool
choose_format(struct options *o, const struct option_row *row)
{
	char option[32], other[32];

	if (!o->is_default_format && strcmp(o->format, "text") != 0 &&
	    strcmp(o->format, row->name) != 0) {
		snprintf(option, sizeof(option), "--%s", row->name);
		snprintf(other, sizeof(other), "--%s", o->format);
		return combinations_report(option, other);
	}
	o->format = row->name;
	o->is_default_format = false;
	layout_free(o->layout);
	o->layout = NULL;
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
	o->layout = read(argument, &reason);
	strbuf_append(&reason, "", 1);
	if (o->layout == NULL)
		argument_report(row, argument, reason.at);
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

static bool
set_color(struct options *o, const struct option_row *row, char *argument)
{
	return argument_read_when(row, argument, &o->color);
}

static bool
set_hyperlink(struct options *o, const struct option_row *row, char *argument)
{
	o->hyperlink = WHEN_AUTO;
	return argument_read_when(row, argument, &o->hyperlink);
}

static bool
set_progress(struct options *o, const struct option_row *row, char *argument)
{
	return argument_read_when(row, argument, &o->progress);
}

/* The setters that cannot fail. */
SETTER(with_filename, o->filename = WHEN_ALWAYS)
SETTER(no_filename, o->filename = WHEN_NEVER)
SETTER(line_number, o->line_number = true)
SETTER(byte_offset, o->byte_offset = true)
SETTER(with_message, o->with_message = true)
SETTER(print_message, o->print_message = true)
SETTER(resolve, o->resolve = true)
SETTER(no_resolve, o->resolve = false)
SETTER(explain, o->explain = true)
SETTER(warn, o->warn = true)
SETTER(count, o->count = true)
SETTER(files_with, o->files_with = true; o->files_without = false)
SETTER(files_without, o->files_without = true; o->files_with = false)
SETTER(quiet, o->quiet = true)
SETTER(null_names, o->null_names = true)
SETTER(null_data, o->null_data = true)
SETTER(line_buffered, o->line_buffered = true)

static const struct option_row rows[] = {
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
	{ 0, "readings", "WHICH", "print the best reading of a broken URL, or all",
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
	    argument_when_word, set_color },
	{ 0, "hyperlink", "[WHEN]", "link URLs that are safe to open (OSC 8); as --color",
	    argument_when_word, set_hyperlink },
	{ 0, "progress", "[WHEN]", "show progress after a second; WHEN as for --color",
	    argument_when_word, set_progress },
	{ 0, "line-buffered", NULL, "write each line at once", NULL,
	    set_line_buffered },
};

const struct option_section output_options = OPTION_SECTION(rows);
