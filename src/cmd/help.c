/* help.c - the help text, made from the table of options */
#include "cmd/help.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmd/option_table.h"

/* The options used most, in groups: a name without a row of the table is a heading. */
static const char *const common[] = {
	"Which URLs:",
	"regexp", "ignore-case", "scheme", "host", "invalid", "all", "strict",
	"schemeless", "email", "deny", "unique", "max-count",
	"Which messages (e-mail and news articles):",
	"from", "subject", "since", "until",
	"Output:",
	"with-filename", "line-number", "with-message", "part", "context", "count",
	"files-with-matches", "unwrap", "warn", "json", "csv", "format", "html", "color",
	"Files:",
	"recursive", "include", "exclude-dir", "headers", "join",
	"Instead of searching:",
	"check", "version", "help",
};

static const struct option_row *
row_named(const char *name)
{
	const struct option_row *row;
	int i;

	for (i = 0; (row = option_table_row(i)) != NULL; i++)
		if (!option_table_is_heading(row) && strcmp(row->name, name) == 0)
			return row;
	return NULL;
}

static void
print_row(const struct option_row *row)
{
	const char *argument = row->argument;
	char text[64];

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

static void
print_common(void)
{
	size_t i;

	for (i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
		const struct option_row *row = row_named(common[i]);

		if (row)
			print_row(row);
		else
			printf("\n%s\n", common[i]);
	}
	puts("\nThese are the options used most; 'urlgrep --help=all' prints all of them.");
}

static void
print_all(void)
{
	const struct option_row *row;
	int i;

	for (i = 0; (row = option_table_row(i)) != NULL; i++)
		if (option_table_is_heading(row))
			printf("\n%s\n", row->help);
		else
			print_row(row);
}

void
help_print(bool all)
{
	puts("usage: urlgrep [OPTION]... [FILE]...\n"
	     "\n"
	     "Find the URLs in mail, news and text, and print each on a line of its own.\n"
	     "URLs may be written as <URL:...> (RFC 1738) or bare; URLs that were broken\n"
	     "over several lines are rejoined; a strict grammar judges each one. Without\n"
	     "FILE, or when FILE is -, read standard input; with -r and without FILE, search\n"
	     "the current directory. Patterns are given with -e.");
	if (all)
		print_all();
	else
		print_common();
	puts("\nExit status: 0 if a URL was found (--check: all are valid), 1 if none,\n"
	     "2 if there was an error.");
}
