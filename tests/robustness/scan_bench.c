/* scan_bench.c - run the library on files, so that instructions can be counted
 *
 * Reads requests from standard input, one per line:
 *
 *	GRAMMAR scan FILE      scan a text in pieces for all findings
 *	GRAMMAR names FILE     the same, also for names and addresses
 *	GRAMMAR judge FILE     judge the URL on each line
 *	GRAMMAR explain FILE   the same, and explain its error
 *	GRAMMAR nothing FILE   end at once
 *	GRAMMAR warm FILE      as names, but in this process: compile patterns for later requests
 *
 * Each request except warm is served by a separate process: valgrind starts and translates the
 * program only once, and reports the instructions of each process. The answer has two lines: the
 * number of findings or of valid URLs, and of bytes scanned or judged, unless the process crashed;
 * and after it has ended, the process ID and the exit status, which is 1 if the library reports an
 * error. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "urlgrep.h"

enum { PIECE_BYTES = 256 * 1024 };

struct tally {
	unsigned long count;
	unsigned long bytes;
};

/* Scan a file in pieces. Return false if a scan ends with an error. */
static bool
scan(urlgrep_scanner *s, FILE *file, unsigned flags, struct tally *tally)
{
	size_t size = 4 * PIECE_BYTES, len = 0;
	char *text = malloc(size);
	const urlgrep_finding *f;
	urlgrep_status status;

	do {
		size_t n;

		if (size - len < PIECE_BYTES)
			text = realloc(text, size *= 2);
		n = fread(text + len, 1, PIECE_BYTES, file);
		len += n;
		urlgrep_scanner_text(s, text, len, n > 0 ? flags : flags | URLGREP_LAST | URLGREP_ALL);
		while ((f = urlgrep_next(s)) != NULL)
			tally->count++;
		status = urlgrep_scanner_status(s);
		if (status == URLGREP_MORE) {
			size_t done = urlgrep_scanner_consumed(s);

			memmove(text, text + done, len - done);
			len -= done;
			tally->bytes += done;
		}
	} while (status == URLGREP_MORE);
	tally->bytes += len;
	free(text);
	return status == URLGREP_END;
}

/* Judge each line of a file. */
static bool
judge(urlgrep_scanner *s, FILE *file, bool explain, struct tally *tally)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	bool good = true;

	while ((len = getline(&line, &size, file)) > 0) {
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

/* Serve one request. Return the exit status. */
static int
serve(urlgrep_scanner *s, const char *what, const char *path)
{
	const unsigned names = URLGREP_FIND_NAMES | URLGREP_LOW_NAMES |
	    URLGREP_FIND_ADDRESSES | URLGREP_LOW_ADDRESSES;
	struct tally tally = { 0, 0 };
	FILE *file = fopen(path, "r");
	bool good = true;

	if (file == NULL)
		return 2;
	if (strcmp(what, "scan") == 0)
		good = scan(s, file, 0, &tally);
	else if (strcmp(what, "names") == 0 || strcmp(what, "warm") == 0)
		good = scan(s, file, names, &tally);
	else if (strcmp(what, "nothing") != 0)
		good = judge(s, file, strcmp(what, "explain") == 0, &tally);
	fclose(file);
	printf("%lu %lu\n", tally.count, tally.bytes);
	fflush(stdout);
	return good ? 0 : 1;
}

int
main(void)
{
	char line[4096], grammar[32], what[32], file[4000], current[32] = "";
	urlgrep_grammar *g = NULL;
	urlgrep_scanner *s = NULL;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		int status = 0;
		pid_t child;

		if (sscanf(line, "%31s %31s %3999[^\n]", grammar, what, file) != 3)
			return 2;
		if (strcmp(grammar, current) != 0) {
			urlgrep_scanner_free(s);
			urlgrep_grammar_free(g);
			strcpy(current, grammar);
			if ((g = urlgrep_grammar_new(grammar, 0, NULL, NULL)) == NULL ||
			    (s = urlgrep_scanner_new(g)) == NULL)
				return 2;
		}
		if (strcmp(what, "warm") == 0) {
			printf("%d %d\n", 0, serve(s, what, file));
			fflush(stdout);
			urlgrep_scanner_reset(s);
			continue;
		}
		child = fork();
		if (child == 0)
			_exit(serve(s, what, file));
		if (child < 0 || waitpid(child, &status, 0) < 0)
			return 2;
		printf("%ld %d\n", (long)child,
		    WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
		fflush(stdout);
	}
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(g);
	return 0;
}
