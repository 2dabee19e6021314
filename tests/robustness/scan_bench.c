/* scan_bench.c - run the library over standard input, so that instructions can be counted:
 *
 *	scan_bench GRAMMAR scan      scan a text in pieces for all findings
 *	scan_bench GRAMMAR names     the same, for names and addresses, too
 *	scan_bench GRAMMAR judge     judge the URL on each line
 *	scan_bench GRAMMAR explain   the same, and explain what is wrong with it
 *
 * Prints the number of findings, or of valid URLs, and the number of bytes that were
 * scanned or judged. Exits with 1 if the library reports an error. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "urlgrep.h"

enum { PIECE_BYTES = 256 * 1024 };

struct tally {
	unsigned long count;
	unsigned long bytes;
};

/* Scan standard input. Return false if a scan ends with an error. */
static bool
scan(urlgrep_scanner *s, unsigned flags, struct tally *tally)
{
	size_t size = 4 * PIECE_BYTES, len = 0;
	char *text = malloc(size);
	const urlgrep_finding *f;
	urlgrep_status status;

	do {
		ssize_t n;

		if (size - len < PIECE_BYTES)
			text = realloc(text, size *= 2);
		n = read(STDIN_FILENO, text + len, PIECE_BYTES);
		len += n > 0 ? (size_t)n : 0;
		urlgrep_scanner_text(s, text, len, n > 0 ? flags : flags | URLGREP_LAST | URLGREP_ALL);
		while ((f = urlgrep_next(s)) != NULL)
			tally->count++;
		status = urlgrep_scanner_status(s);
		if (status == URLGREP_MORE) {
			size_t done = urlgrep_scanner_kept(s);

			memmove(text, text + done, len - done);
			len -= done;
			tally->bytes += done;
		}
	} while (status == URLGREP_MORE);
	tally->bytes += len;
	free(text);
	return status == URLGREP_END;
}

/* Judge each line of standard input. */
static bool
judge(urlgrep_scanner *s, bool explain, struct tally *tally)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	bool good = true;

	while ((len = getline(&line, &size, stdin)) > 0) {
		urlgrep_url url;
		urlgrep_error error;
		urlgrep_verdict verdict;

		tally->bytes += (unsigned long)len;
		len--;
		verdict = urlgrep_judge(s, line, (size_t)len, 0, &url);
		tally->count += verdict == URLGREP_VALID;
		good &= verdict == URLGREP_VALID || verdict == URLGREP_INVALID ||
		    verdict == URLGREP_LIMIT;
		if (explain)
			urlgrep_explain(s, line, (size_t)len, 0, &error);
	}
	free(line);
	return good;
}

int
main(int argc, char **argv)
{
	const unsigned names = URLGREP_FIND_NAMES | URLGREP_LOW_NAMES |
	    URLGREP_FIND_ADDRESSES | URLGREP_LOW_ADDRESSES;
	struct tally tally = { 0, 0 };
	urlgrep_grammar *g;
	urlgrep_scanner *s;
	bool good;

	if (argc != 3 || (g = urlgrep_grammar_new(argv[1], 0, NULL, NULL)) == NULL ||
	    (s = urlgrep_scanner_new(g)) == NULL)
		return 2;
	good = strcmp(argv[2], "scan") == 0 ? scan(s, 0, &tally) :
	    strcmp(argv[2], "names") == 0 ? scan(s, names, &tally) :
	    judge(s, strcmp(argv[2], "explain") == 0, &tally);
	printf("%lu %lu\n", tally.count, tally.bytes);
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(g);
	return good ? 0 : 1;
}
