/* grep_options.c - options of GNU grep and ripgrep that urlgrep does not have */
#include "cmd/grep_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "util/ascii.h"

static const struct {
	const char *letter, *name, *advice; /* letter: may be NULL */
} rows[] = {
	{ "-o", "--only-matching", "only URLs are printed anyway" },
	{ "-v", "--invert-match", "-e '^(?!.*PATTERN)' prints the other URLs" },
	{ "-w", "--word-regexp", "write \\b before and after the pattern" },
	{ "-x", "--line-regexp", "write ^ before and $ after the pattern" },
	{ "-E", "--extended-regexp", "the patterns of -e are PCRE2" },
	{ "-G", "--basic-regexp", "the patterns of -e are PCRE2" },
	{ "-P", "--perl-regexp", "the patterns of -e are PCRE2" },
	{ "-F", "--fixed-strings", "write \\Q before and \\E after the pattern" },
	{ "-a", "--text", "use --as=text" },
	{ "-d", "--directories", "-r searches directories" },
	{ "-g", "--glob", "--include=GLOB and --exclude=GLOB choose files" },
	{ "-t", "--type", "--include='*.c' chooses files by their names" },
	{ "-N", "--no-line-number", "only -n prints line numbers" },
	{ "-S", "--smart-case", "-i ignores case" },
	{ NULL, "--hidden", "hidden files are searched; --no-hidden skips them" },
	{ NULL, "--colour", "write --color" },
};

/* Return true if this is the long option called name, with or without an argument. */
static bool
is_long_option(const char *option, const char *name)
{
	size_t len = strlen(name);

	return strncmp(option, name, len) == 0 && (option[len] == '\0' || option[len] == '=');
}

const char *
grep_option_advice(const char *option)
{
	size_t i;

	if (option[0] == '-' && ascii_is(option[1], ASCII_DIGIT) && option[2] == '\0')
		return "-C NUM prints NUM lines around each URL";
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if ((rows[i].letter && strcmp(option, rows[i].letter) == 0) ||
		    is_long_option(option, rows[i].name))
			return rows[i].advice;
	return NULL;
}
