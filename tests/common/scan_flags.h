/* scan_flags.h - the words for scanner flags in the tables of tests/vectors */
#ifndef SCAN_FLAGS_H
#define SCAN_FLAGS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urlgrep.h"

static const struct scan_flag {
	const char *name;
	unsigned flag;
} scan_flags[] = {
	{ "flowed", URLGREP_FLOWED },
	{ "delsp", URLGREP_FLOWED | URLGREP_DELSP },
	{ "malformed", URLGREP_FIND_MALFORMED },
	{ "text", URLGREP_NOT_MAIL },
	{ "wrapped", URLGREP_JOIN_WRAPPED },
	{ "never", URLGREP_JOIN_NEVER },
	{ "decoded", URLGREP_DECODED },
	{ "refang", URLGREP_REFANG },
	{ "hosts", URLGREP_REFANG | URLGREP_REFANG_HOSTS },
	{ "comma", URLGREP_COMMA_ENDS },
	{ "xml", URLGREP_XML },
	{ "names", URLGREP_FIND_NAMES },
	{ "low-names", URLGREP_FIND_NAMES | URLGREP_LOW_NAMES },
	{ "addresses", URLGREP_FIND_ADDRESSES },
	{ "low-addresses", URLGREP_FIND_ADDRESSES | URLGREP_LOW_ADDRESSES },
	{ "https", URLGREP_SUPPLY_HTTPS },
};

/* Return the flags named by words, which are separated by blanks. */
static inline unsigned
scan_flags_of(char *words)
{
	unsigned set = 0;
	size_t i;
	char *word;

	for (word = strtok(words, " "); word; word = strtok(NULL, " ")) {
		for (i = 0; i < sizeof(scan_flags) / sizeof(scan_flags[0]); i++)
			if (strcmp(word, scan_flags[i].name) == 0)
				break;
		if (i == sizeof(scan_flags) / sizeof(scan_flags[0])) {
			fprintf(stderr, "unknown flag: %s\n", word);
			exit(2);
		}
		set |= scan_flags[i].flag;
	}
	return set;
}

#endif
