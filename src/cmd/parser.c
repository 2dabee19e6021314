/* parser.c - read arguments by the table of options */
#include "cmd/parser.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/option_table.h"
#include "cmd/grep_options.h"
#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "util/strbuf.h"

/* What getopt_long() returns for row i is LONG_ONLY + i, or the letter of the option. */
enum { LONG_ONLY = 256 };

/* Translate the table for getopt_long(). */
static void
fill_getopt(char *letters, struct option *names)
{
	const struct option_row *row;
	int i, n = 0;

	*letters++ = ':'; /* we report errors ourselves */
	for (i = 0; (row = option_table_row(i)) != NULL; i++) {
		if (option_table_is_heading(row))
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
	const struct option_row *row;
	int i;

	if (code >= LONG_ONLY)
		return option_table_row(code - LONG_ONLY);
	for (i = 0; (row = option_table_row(i)) != NULL; i++)
		if (row->letter == code && !option_table_is_heading(row))
			return row;
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
	const struct option_row *row;
	int i;

	for (i = 0; (row = option_table_row(i)) != NULL; i++) {
		if (option_table_is_heading(row) || len == 0 ||
		    strncmp(row->name, word + 2, len) != 0)
			continue;
		strbuf_append_string(&reason,
		    found++ ? ", --" : "ambiguous option: --");
		strbuf_append_string(&reason, row->name);
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

bool
parser_read(struct options *o, int argc, char **argv, int *first)
{
	size_t rows = (size_t)option_table_count();
	char *letters = x_calloc(2 * rows + 2, 1);
	struct option *names = x_calloc(rows + 1, sizeof(*names));
	int code;
	bool is_good = true;

	fill_getopt(letters, names);
	optind = 0; /* begin anew */
	while (is_good && (code = getopt_long(argc, argv, letters, names, NULL)) != -1) {
		const struct option_row *row = find_row(code);

		if (row == NULL)
			report_option(code, argv[optind - 1]);
		is_good = row && row->set(o, row, optarg);
	}
	free(letters);
	free(names);
	if (!is_good)
		return false;
	if (first)
		*first = optind;
	else if (optind < argc)
		message(argv[optind], "not an option");
	return first || optind == argc;
}
