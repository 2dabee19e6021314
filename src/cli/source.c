/* source.c - a file as it is read: in pieces, each URL with its line */
#include "source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

enum { PIECE = 256 * 1024 };

struct source {
	urlgrep_scanner *scanner;
	struct reader reader;
	char *text;
	size_t len;
	size_t size;
	uint64_t first;  /* of the octets that are read, in the file */
	uint64_t end;    /* what begins there is not wanted */
	uint64_t origin; /* of text, from the first on */
	bool last;
	bool count_lines;
	unsigned flags; /* for the scanner */
	uint64_t line;    /* of the octet at counted */
	uint64_t counted;
};

struct source *
source_new(urlgrep_scanner *scanner, bool count_lines, unsigned flags)
{
	struct source *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->scanner = scanner;
	s->count_lines = count_lines;
	s->flags = flags;
	s->size = 2 * PIECE;
	s->text = malloc(s->size);
	if (s->text == NULL) {
		free(s);
		return NULL;
	}
	return s;
}

void
source_free(struct source *s)
{
	if (s)
		free(s->text);
	free(s);
}

void
source_begin(struct source *s, struct reader reader, uint64_t first, uint64_t end)
{
	s->reader = reader;
	s->first = first;
	s->end = end;
	s->len = 0;
	s->origin = s->counted = 0;
	s->line = 1;
	s->last = false;
	urlgrep_scanner_reset(s->scanner);
	urlgrep_scanner_text(s->scanner, s->text, 0, 0);
}

/* Count the line breaks up to an octet that is still at hand. */
static void
count_to(struct source *s, uint64_t offset)
{
	if (!s->count_lines || offset <= s->counted)
		return;
	s->line += lines_in(s->text + (s->counted - s->origin),
	    (size_t)(offset - s->counted));
	s->counted = offset;
}

/* Let go of what the scanner does not need; make room for another piece. */
static bool
shift(struct source *s)
{
	size_t gone = urlgrep_scanner_kept(s->scanner);

	count_to(s, s->origin + gone);
	memmove(s->text, s->text + gone, s->len - gone);
	s->len -= gone;
	s->origin += gone;
	if (s->size - s->len < PIECE) {
		char *more = realloc(s->text, s->size * 2);

		if (more == NULL)
			return false;
		s->text = more;
		s->size *= 2;
	}
	return true;
}

static bool
read_piece(struct source *s)
{
	ssize_t n;

	if (!shift(s))
		return false;
	n = s->reader.read(s->reader.data, s->text + s->len, PIECE);
	if (n > 0)
		s->len += (size_t)n;
	s->last = n <= 0;
	urlgrep_scanner_text(s->scanner, s->text, s->len,
	    s->flags | (s->last ? URLGREP_LAST : 0));
	return n >= 0;
}

/* Nothing that is wanted begins in what the scanner still needs. */
static bool
is_past_end(const struct source *s)
{
	return s->first + s->origin + urlgrep_scanner_kept(s->scanner) >= s->end;
}

urlgrep_status
source_next(struct source *s, urlgrep_finding *f, int *error)
{
	for (;;) {
		urlgrep_status status = urlgrep_next(s->scanner, f);

		if (status == URLGREP_NOMEM)
			*error = ENOMEM;
		if (status == URLGREP_OK)
			f->offset += s->first;
		if (status != URLGREP_MORE)
			return status;
		if (is_past_end(s))
			return URLGREP_END;
		if (!read_piece(s)) {
			*error = errno;
			if (!s->last)
				return URLGREP_NOMEM;
		}
	}
}

uint64_t
source_line(struct source *s, const urlgrep_finding *f)
{
	count_to(s, f->offset - s->first);
	return s->line;
}
