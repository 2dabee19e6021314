/* scan_bench.c - the library at work on standard input, for counting instructions:
 *
 *	work GRAMMAR scan      go through a text in pieces, all findings
 *	work GRAMMAR judge     a URL a line: its verdict
 *	work GRAMMAR explain   the same, and why not */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "urlgrep.h"

enum { PIECE = 256 * 1024 };

static unsigned long
scan(urlgrep_scanner *s)
{
	size_t size = 4 * PIECE, len = 0;
	char *text = malloc(size);
	unsigned long count = 0;
	urlgrep_finding f;
	urlgrep_status status;

	do {
		ssize_t n;

		if (size - len < PIECE)
			text = realloc(text, size *= 2);
		n = read(STDIN_FILENO, text + len, PIECE);
		len += n > 0 ? (size_t)n : 0;
		urlgrep_scanner_text(s, text, len, n > 0 ? 0 : URLGREP_LAST);
		while ((status = urlgrep_next(s, &f)) == URLGREP_OK)
			count++;
		if (status == URLGREP_MORE) {
			size_t gone = urlgrep_scanner_kept(s);

			memmove(text, text + gone, len - gone);
			len -= gone;
		}
	} while (status == URLGREP_MORE);
	free(text);
	return count;
}

static unsigned long
judge(urlgrep_scanner *s, int explain)
{
	char *line = NULL;
	size_t size = 0;
	unsigned long count = 0;
	ssize_t len;

	while ((len = getline(&line, &size, stdin)) > 0) {
		urlgrep_url url;
		urlgrep_error error;

		len--;
		count += urlgrep_judge(s, line, (size_t)len, 0, &url) == URLGREP_OK;
		if (explain)
			urlgrep_explain(s, line, (size_t)len, 0, &error);
	}
	free(line);
	return count;
}

int
main(int argc, char **argv)
{
	urlgrep_grammar *g;
	urlgrep_scanner *s;

	if (argc != 3 ||
	    (g = urlgrep_grammar_new(argv[1], 0, NULL, NULL)) == NULL)
		return 2;
	s = urlgrep_scanner_new(g);
	printf("%lu\n", strcmp(argv[2], "scan") == 0 ? scan(s) :
	    judge(s, strcmp(argv[2], "explain") == 0));
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(g);
	return 0;
}
