/* mbox.c - a stream as messages: an mbox (RFC 4155), or one message alone
 *
 * A message begins with "From " at the front of a line behind a blank one, with
 * a time and a year in it (so that mboxo's unquoted "From here on" is text). Of
 * mboxcl2 the Content-Length is believed only where a message or the end
 * follows. */
#include "mbox.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PIECE = 256 * 1024, FROM_LONGEST = 256 };

struct mbox {
	struct reader reader;
	bool single;
	char *text;
	size_t len;
	size_t size;
	size_t at;       /* where the next message begins */
	uint64_t origin; /* of text in the file */
	uint64_t line;   /* of text[at] */
	unsigned number;
	bool ended;
	int error;       /* why, if not at the end of the file */
	bool cut;        /* the message goes on: it was too long */
};

struct mbox *
mbox_new(struct reader reader, bool single)
{
	struct mbox *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->reader = reader;
	m->single = single;
	m->line = 1;
	m->size = 2 * PIECE;
	m->text = malloc(m->size);
	if (m->text == NULL) {
		free(m);
		return NULL;
	}
	return m;
}

void
mbox_free(struct mbox *m)
{
	if (m)
		free(m->text);
	free(m);
}

uint64_t
mbox_bytes(const struct mbox *m)
{
	return m->origin + m->len;
}

/* Read more behind what there is; what lies before at may go. After an error
 * what was read still counts. */
static void
read_more(struct mbox *m)
{
	char *more = m->text;
	ssize_t n = -1;

	if (m->at > m->size / 2) {
		memmove(m->text, m->text + m->at, m->len - m->at);
		m->origin += m->at;
		m->len -= m->at;
		m->at = 0;
	}
	if (m->size - m->len < PIECE) {
		more = realloc(m->text, m->size * 2);
		if (more) {
			m->text = more;
			m->size *= 2;
		}
	}
	if (more)
		n = m->reader.read(m->reader.data, m->text + m->len, PIECE);
	if (n > 0)
		m->len += (size_t)n;
	if (n < 0)
		m->error = errno;
	m->ended = n <= 0;
}

/* A time and a year tell it from a sentence. */
bool
mbox_from_line(const char *line, size_t len)
{
	bool time = false;
	size_t i, digits = 0;

	if (len < 5 || memcmp(line, "From ", 5) != 0)
		return false;
	for (i = 5; i < len; i++) {
		if (line[i] >= '0' && line[i] <= '9') {
			digits++;
			continue;
		}
		if (line[i] == ':' && digits > 0 && digits <= 2)
			time = true;
		if (digits == 4 && time && (line[i] == ' ' || line[i] == '\r'))
			return true;
		digits = 0;
	}
	return digits == 4 && time;
}

/* Does a message begin at at? It is the front of a line. */
static bool
begins_message(const struct mbox *m, size_t at)
{
	const char *line = m->text + at;
	const char *end = memchr(line, '\n', m->len - at);

	return mbox_from_line(line, end ? (size_t)(end - line) : m->len - at);
}

/* ---- Content-Length --- */

/* The end of the message that begins at begin by its Content-Length, if it has
 * one that fits; 0 if not. */
static size_t
counted_end(const struct mbox *m, size_t begin)
{
	static const char name[] = "\nContent-Length:";
	const char *text = m->text + begin;
	size_t len = m->len - begin, end;
	const char *blank = memmem(text, len, "\n\n", 2);
	const char *field;

	if (blank == NULL)
		return 0;
	for (field = text; (field = memchr(field, '\n',
		(size_t)(blank - field))) != NULL; field++) {
		if (strncasecmp(field, name, sizeof(name) - 1) != 0)
			continue;
		end = begin + (size_t)(blank - text) + 2 +
		    (size_t)strtoul(field + sizeof(name) - 1, NULL, 10);
		while (end < m->len && m->text[end] == '\n')
			end++;
		if (end == m->len ? m->ended : end < m->len &&
		    begins_message(m, end))
			return end;
		return 0;
	}
	return 0;
}

/* ---- the next message --- */

/* The end of the message, where a "From " line or the end of all stands, from
 * *seen on, which is moved to where one has to look again. False: read more. */
static bool
find_end(struct mbox *m, size_t begin, size_t *seen, size_t *end)
{
	const char *at = m->text + *seen;
	size_t counted;

	if (!m->single && *seen == begin &&
	    (counted = counted_end(m, begin)) != 0) {
		*end = counted;
		return true;
	}
	while (!m->single && (at = memmem(at, m->len - (size_t)(at - m->text),
		"\nFrom ", 6)) != NULL) {
		size_t line = (size_t)(at - m->text) + 1;

		if (!m->ended && m->len - line < FROM_LONGEST)
			break; /* the line may not be all there */
		if ((line - 1 == begin || m->text[line - 2] == '\n' ||
			m->text[line - 2] == '\r') && begins_message(m, line)) {
			*end = line;
			return true;
		}
		at++;
	}
	if (m->ended || m->len - begin >= MBOX_LONGEST) {
		*end = m->len;
		m->cut = !m->ended;
		return true;
	}
	*seen = m->len - begin > FROM_LONGEST ? m->len - FROM_LONGEST : begin + 1;
	if (*seen > m->len)
		*seen = m->len;
	return false;
}

static uint64_t
lines_in(const char *text, size_t len)
{
	const char *end = text + len;
	uint64_t lines = 0;

	while ((text = memchr(text, '\n', (size_t)(end - text))) != NULL) {
		text++;
		lines++;
	}
	return lines;
}

/* Over the "From " line that begins a message. */
static void
skip_from_line(struct mbox *m)
{
	const char *end;

	if (m->single || m->cut || m->len - m->at < 5 ||
	    memcmp(m->text + m->at, "From ", 5) != 0)
		return;
	end = memchr(m->text + m->at, '\n', m->len - m->at);
	m->at = end ? (size_t)(end - m->text) + 1 : m->len;
	m->line++;
}

int
mbox_next(struct mbox *m, struct mbox_message *message)
{
	size_t seen, end;

	while (!m->ended && m->len - m->at < FROM_LONGEST)
		read_more(m);
	if (m->at == m->len) {
		errno = m->error;
		return m->error ? -1 : 0;
	}
	skip_from_line(m);
	if (!m->cut)
		m->number++;
	m->cut = false;
	seen = m->at;
	while (!find_end(m, m->at, &seen, &end)) {
		size_t from = seen - m->at;

		read_more(m);
		seen = m->at + from;
	}
	*message = (struct mbox_message){ m->text + m->at, end - m->at,
		m->origin + m->at, m->line, m->number };
	m->line += lines_in(m->text + m->at, end - m->at);
	m->at = end;
	return 1;
}
