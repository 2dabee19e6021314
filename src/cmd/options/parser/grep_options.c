/* grep_options.c - options of GNU grep that urlgrep does not have */
#include "cmd/options/parser/grep_options.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *letter, *name, *advice;
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
};

const char *
grep_option_advice(const char *option)
{
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(option, rows[i].letter) == 0 || strcmp(option, rows[i].name) == 0)
			return rows[i].advice;
	return NULL;
}
