/* text_search.c - a file as it is read: in pieces, each URL with its line */
#include "find/text_search.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/line_count.h"

enum { PIECE = 256 * 1024 };

struct source {
	urlgrep_scanner *scanner;
	struct reader reader;
	const char *text; /* in the buffer, or shown */
	size_t len;
	char *buffer;
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
	s->buffer = malloc(s->size);
	if (s->buffer == NULL) {
		free(s);
		return NULL;
	}
	return s;
}

void
source_free(struct source *s)
{
	if (s)
		free(s->buffer);
	free(s);
}

void
source_begin(struct source *s, struct reader reader, uint64_t first, uint64_t end)
{
	s->reader = reader;
	s->first = first;
	s->end = end;
	s->text = s->buffer;
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
	s->line += line_count(s->text + (s->counted - s->origin),
	    (size_t)(offset - s->counted));
	s->counted = offset;
}

/* Let go of what the scanner does not need. */
static void
let_go(struct source *s)
{
	size_t gone = urlgrep_scanner_kept(s->scanner);

	count_to(s, s->origin + gone);
	s->text += gone;
	s->len -= gone;
	s->origin += gone;
}

/* What is left goes to the front; room for another piece behind it. */
static bool
make_room(struct source *s)
{
	char *more = s->buffer;

	memmove(s->buffer, s->text, s->len);
	if (s->size - s->len < PIECE) {
		more = realloc(s->buffer, s->size * 2);
		if (more) {
			s->buffer = more;
			s->size *= 2;
		}
	}
	s->text = s->buffer;
	return more != NULL;
}

static bool
read_piece(struct source *s)
{
	ssize_t n;

	if (!make_room(s))
		return false;
	n = s->reader.read(s->reader.data, s->buffer + s->len, PIECE);
	if (n > 0)
		s->len += (size_t)n;
	s->last = n <= 0;
	return n >= 0;
}

/* At the end, and after an error, what was shown last is still there. */
static bool
show_piece(struct source *s)
{
	const char *text;
	ssize_t n = s->reader.show(s->reader.data, s->origin, s->len, &text);

	s->last = n <= (ssize_t)s->len;
	if (!s->last) {
		s->text = text;
		s->len = (size_t)n;
	}
	return n >= 0;
}

/* False without memory, or if nothing more can be read: errno. */
static bool
next_piece(struct source *s)
{
	bool good;

	let_go(s);
	good = s->reader.show ? show_piece(s) : read_piece(s);
	urlgrep_scanner_text(s->scanner, s->text, s->len,
	    s->flags | (s->last ? URLGREP_LAST : 0));
	return good;
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
		if (!next_piece(s)) {
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
