/* options.c - parse a command line whose arguments are the lines of the input */
#include "fuzz.h"

#include <getopt.h>

#include "cmd/settings.h"
#include "urlgrep_tools.h"

enum { WORDS = 64, LONGEST = 4096 };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[LONGEST + 1];
	char *argv[WORDS + 2] = { "urlgrep" };
	char *word, *rest = text;
	struct settings s;
	int argc = 1;

	if (size > LONGEST || memchr(data, '\0', size))
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	while (argc <= WORDS && (word = strsep(&rest, "\n")) != NULL)
		argv[argc++] = word;
	argv[argc] = NULL;
	optind = 0; /* glibc: restart */
	if (settings_read(&s, argc, argv)) {
		must(s.names != NULL);
		must(s.search.grammar != NULL);
		must(urlgrep_grammar_text(s.search.grammar) != NULL);
	}
	settings_free(&s);
	return 0;
}
