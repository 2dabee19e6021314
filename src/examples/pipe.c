/* pipe.c - print the URLs in standard input of any length, read in pieces: a URL that
 * continues in the next piece is found whole
 *
 *	cc pipe.c $(pkg-config --cflags --libs liburlgrep) && zcat log.gz | ./a.out
 *
 * A URL is reported when 8 KiB after it, or the end, have been read. A program that follows a log
 * passes the scanner the same text again while there is no more input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <urlgrep.h>

enum { PIECE = 4096 };

/* The part of the text that the scanner still needs, with room for the next piece. */
struct window {
	char *text;
	size_t len, room;
};

static urlgrep_status
print_found(urlgrep_scanner *scanner)
{
	const urlgrep_finding *found;

	while ((found = urlgrep_next(scanner)) != NULL)
		printf("%llu: %.*s\n", (unsigned long long)found->offset,
		    (int)found->url.text.len, found->url.text.text);
	fflush(stdout);
	return urlgrep_scanner_status(scanner);
}

/* Read the next piece. Return its length, 0 at the end, or -1 on error. */
static ssize_t
read_piece(struct window *w, int in)
{
	char *more;
	ssize_t got;

	if (w->room - w->len < PIECE) {
		if ((more = realloc(w->text, w->room + w->len + PIECE)) == NULL)
			return -1;
		w->text = more;
		w->room += w->len + PIECE;
	}
	got = read(in, w->text + w->len, PIECE);
	if (got > 0)
		w->len += (size_t)got;
	return got;
}

static int
scan(urlgrep_scanner *scanner, int in)
{
	struct window w = { NULL, 0, 0 };
	urlgrep_status status = URLGREP_MORE;
	ssize_t got;
	size_t gone;

	while (status == URLGREP_MORE && (got = read_piece(&w, in)) >= 0) {
		urlgrep_scanner_text(scanner, w.text, w.len,
		    got ? 0 : URLGREP_LAST);
		status = print_found(scanner);
		gone = urlgrep_scanner_consumed(scanner);
		memmove(w.text, w.text + gone, w.len -= gone);
	}
	free(w.text);
	return status == URLGREP_END ? 0 : 2;
}

int
main(void)
{
	urlgrep_scanner *scanner = urlgrep_scanner_new(NULL);
	int status = scanner ? scan(scanner, STDIN_FILENO) : 2;

	urlgrep_scanner_free(scanner);
	return status;
}
