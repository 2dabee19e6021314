/* print_made.c - print generated URLs for oracles not written in C, one on each line: the
 * library's verdict by rfc1738, "valid" or "invalid", a tab, the URL. URLs with control
 * characters are omitted.
 *
 *	print_made COUNT [SEED] */
#include <stdio.h>
#include <stdlib.h>

#include "made.h"
#include "urlgrep.h"

static int
is_line(const struct made *m)
{
	size_t i;

	for (i = 0; i < m->len; i++)
		if ((unsigned char)m->text[i] < 0x20)
			return 0;
	return 1;
}

int
main(int argc, char **argv)
{
	unsigned long left = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
	struct made m = { .seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1738 };
	urlgrep_grammar *g = urlgrep_grammar_new("rfc1738", 0, NULL, NULL);
	urlgrep_scanner *s = urlgrep_scanner_new(g);

	while (left > 0) {
		unsigned damages = made_number(&m, 3) ? 0 : 1 + made_number(&m, 3);
		urlgrep_url url;

		made_grow(&m, "1738");
		while (damages-- > 0)
			made_damage(&m);
		if (!is_line(&m))
			continue;
		left--;
		urlgrep_judge(s, m.text, m.len, 0, &url);
		printf("%s\t%.*s\n", url.verdict == URLGREP_VALID ? "valid" : "invalid",
		    (int)m.len, m.text);
	}
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(g);
	return 0;
}
