/* mbox.c - a stream as messages: an mbox (RFC 4155), or one message alone
 *
 * A message begins with "From " at the front of a line, with a time and a year
 * in it (so that mboxo's unquoted "From here on" is text), behind a blank line
 * or, where that was lost, before a header field. Of mboxcl2 the Content-Length
 * is believed only where a message or the end follows. */
#include "mail/mbox.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "mail/header.h"
#include "util/line_count.h"

enum {
	PIECE = 128 * 1024,
	FROM_LONGEST = 512, /* with the name of the field that follows */
	HEADER_LONGEST = 256 * 1024, /* with a Content-Length that we see */
	TRIED = 16 /* an mbox with lengths has them from the beginning on */
};

struct mbox {
	struct reader reader;
	bool single;
	bool count_lines;
	char *text;
	size_t len;
	size_t size;
	size_t at;       /* where the next message begins */
	uint64_t origin; /* of text in the file */
	uint64_t line;   /* of text[at], if they are counted */
	unsigned number;
	bool ended;
	int error;       /* why, if not at the end of the file */
	bool cut;        /* the message goes on: it was too long */
	bool uncounted;  /* it has no Content-Length to be believed */
	bool lengths;    /* some message had one */
};

struct mbox *
mbox_new(struct reader reader, bool single, bool count_lines)
{
	struct mbox *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->reader = reader;
	m->single = single;
	m->count_lines = count_lines;
	m->line = count_lines;
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

/* Read more behind what there is; what lies before at may go, but for the line
 * break just there. After an error what was read still counts. */
static void
read_more(struct mbox *m)
{
	char *more = m->text;
	ssize_t n = -1;

	if (m->at > 1 && m->size - m->len < PIECE) {
		size_t gone = m->at - 1;

		memmove(m->text, m->text + gone, m->len - gone);
		m->origin += gone;
		m->len -= gone;
		m->at = 1;
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

static bool
is_figure(char c)
{
	return c >= '0' && c <= '9';
}

/* How many, of a line that does not begin with one. */
static size_t
figures_before(const char *at)
{
	size_t n = 0;

	while (is_figure(at[-1 - (ptrdiff_t)n]))
		n++;
	return n;
}

/* Four figures by themselves, before a blank or the end. */
static bool
has_year(const char *at, const char *end)
{
	size_t n = 0;

	for (; at < end; at++) {
		if (n == 4 && (*at == ' ' || *at == '\r'))
			return true;
		n = is_figure(*at) ? n + 1 : 0;
	}
	return n == 4;
}

/* A time and a year tell it from a sentence. */
bool
mbox_from_line(const char *line, size_t len)
{
	const char *end = line + len, *colon;

	if (len < 5 || memcmp(line, "From ", 5) != 0)
		return false;
	for (colon = line + 5; (colon = memchr(colon, ':', (size_t)(end - colon))) != NULL;
	    colon++)
		if (figures_before(colon) == 1 || figures_before(colon) == 2)
			return has_year(colon + 1, end);
	return false;
}

static bool
blank_before(const struct mbox *m, size_t line)
{
	size_t end = line - 1; /* of the line before */

	if (end > 0 && m->text[end - 1] == '\r')
		end--;
	return end == 0 || m->text[end - 1] == '\n';
}

/* Does a message begin at at? It is the front of a line. No more is looked at
 * than what was sure to be read. */
static bool
begins_message(const struct mbox *m, size_t at)
{
	const char *line = m->text + at;
	size_t left = m->len - at < FROM_LONGEST ? m->len - at : FROM_LONGEST;
	const char *end = memchr(line, '\n', left);
	size_t len = end ? (size_t)(end - line) : left;

	if (!mbox_from_line(line, len))
		return false;
	if (blank_before(m, at))
		return true;
	return end && field_name(end + 1, left - len - 1) != 0;
}

/* ---- Content-Length --- */

enum answer { NO, YES, MORE };

/* The number a field's value begins with, up to MBOX_LONGEST; that if there is
 * none. */
static size_t
read_count(const char *p)
{
	size_t count = 0;

	while (*p == ' ' || *p == '\t')
		p++;
	if (*p < '0' || *p > '9')
		return MBOX_LONGEST;
	for (; *p >= '0' && *p <= '9' && count < MBOX_LONGEST; p++)
		count = count * 10 + (size_t)(*p - '0');
	return count < MBOX_LONGEST ? count : MBOX_LONGEST;
}

/* Behind the blank line that ends the header; 0 if it is not there. *count is what
 * the first Content-Length says; MBOX_LONGEST: nothing. */
static size_t
find_body(const struct mbox *m, size_t begin, size_t *count)
{
	static const char name[] = "Content-Length:";
	size_t at = begin;

	*count = MBOX_LONGEST;
	while (at < m->len && at - begin < HEADER_LONGEST) {
		const char *line = m->text + at;
		const char *end = memchr(line, '\n', m->len - at);
		size_t left;

		if (end == NULL)
			return 0;
		left = (size_t)(end - line);
		at += left + 1;
		if (left == 0 || (left == 1 && *line == '\r'))
			return at;
		if ((*line == 'C' || *line == 'c') && left >= sizeof(name) &&
		    *count == MBOX_LONGEST &&
		    strncasecmp(line, name, sizeof(name) - 1) == 0)
			*count = read_count(line + sizeof(name) - 1);
	}
	return 0;
}

/* The end of the message that begins at begin by its Content-Length: YES if it
 * has one and that is right. */
static enum answer
find_counted_end(struct mbox *m, size_t begin, size_t *end)
{
	size_t count, body = find_body(m, begin, &count);

	if (body == 0)
		return m->ended || m->len - begin >= HEADER_LONGEST ? NO : MORE;
	if (count == MBOX_LONGEST)
		return NO;
	m->lengths = true;
	*end = body + count;
	while (*end < m->len && strchr("\r\n", m->text[*end]) &&
	    m->text[*end] != '\0')
		++*end;
	if (!m->ended && (*end > m->len || m->len - *end < FROM_LONGEST))
		return MORE;
	if (*end >= m->len)
		return *end == m->len ? YES : NO;
	return m->text[*end - 1] == '\n' && begins_message(m, *end) ? YES : NO;
}

/* ---- the next message --- */

/* A line behind at that begins with "From ". There are fewer capital Fs in mail
 * than lines. */
static const char *
find_from(const struct mbox *m, const char *at)
{
	const char *end = m->text + m->len;

	while (++at < end && (at = memchr(at, 'F', (size_t)(end - at))) != NULL)
		if (at[-1] == '\n' && end - at >= 5 && memcmp(at, "From ", 5) == 0)
			return at;
	return NULL;
}

/* The first message that begins at or behind from: YES, and *begin. NO: none does
 * before what was read last; MORE: the line at *begin may not be all there. */
static enum answer
find_message(const struct mbox *m, size_t from, size_t *begin)
{
	const char *at = m->text + from - 1;

	while ((at = find_from(m, at)) != NULL) {
		*begin = (size_t)(at - m->text);
		if (!m->ended && m->len - *begin < FROM_LONGEST)
			return MORE;
		if (begins_message(m, *begin))
			return YES;
	}
	return NO;
}

/* The end of the message, where a "From " line or the end of all stands, from
 * *seen on, which is moved to where one has to look again. False: read more. */
static bool
find_end(struct mbox *m, size_t begin, size_t *seen, size_t *end)
{
	if (!m->single && !m->uncounted) {
		enum answer counted = find_counted_end(m, begin, end);

		if (counted != NO)
			return counted == YES;
		m->uncounted = true;
	}
	if (!m->single && find_message(m, *seen > 0 ? *seen : 1, end) == YES)
		return true;
	if (m->ended || m->len - begin >= MBOX_LONGEST) {
		*end = m->len;
		m->cut = !m->ended;
		return true;
	}
	*seen = m->len - begin > FROM_LONGEST ? m->len - FROM_LONGEST : begin;
	return false;
}

/* Over the "From " line that begins a message, however long. */
static void
skip_from_line(struct mbox *m)
{
	const char *end;

	if (m->single || m->cut || m->len - m->at < 5 ||
	    memcmp(m->text + m->at, "From ", 5) != 0)
		return;
	while ((end = memchr(m->text + m->at, '\n', m->len - m->at)) == NULL &&
	    !m->ended) {
		m->at = m->len;
		read_more(m);
	}
	m->at = end ? (size_t)(end - m->text) + 1 : m->len;
	m->line += m->count_lines;
}

int
mbox_error(const struct mbox *m)
{
	return m->error;
}

bool
mbox_next(struct mbox *m, struct mbox_message *message)
{
	size_t seen, end;

	while (!m->ended && m->len - m->at < FROM_LONGEST)
		read_more(m);
	if (m->at == m->len)
		return false;
	skip_from_line(m);
	if (!m->cut)
		m->number++;
	m->uncounted = m->cut || (!m->lengths && m->number > TRIED);
	m->cut = false;
	seen = m->at;
	while (!find_end(m, m->at, &seen, &end)) {
		size_t from = seen - m->at;

		read_more(m);
		seen = m->at + from;
	}
	*message = (struct mbox_message){ m->text + m->at, end - m->at,
		m->origin + m->at, m->line, m->number };
	if (m->count_lines)
		m->line += line_count(m->text + m->at, end - m->at);
	m->at = end;
	return true;
}

/* ---- divided --- */

bool
mbox_divisible(const struct mbox *m, uint64_t *at)
{
	*at = m->origin + m->at;
	return !m->single && !m->lengths && !m->cut && m->number >= TRIED;
}

bool
mbox_enter(struct mbox *m, uint64_t begin, uint64_t end)
{
	enum answer found;
	size_t line;

	m->origin = begin - MBOX_BEFORE;
	m->number = TRIED;
	do { /* from at on lines were not looked at, but for what stands before */
		read_more(m);
		found = m->len > MBOX_BEFORE ?
		    find_message(m, m->at + MBOX_BEFORE, &line) : NO;
		if (found != YES && m->len - m->at > FROM_LONGEST + MBOX_BEFORE)
			m->at = m->len - FROM_LONGEST - MBOX_BEFORE;
	} while (found != YES && !m->ended && m->origin + m->at < end);
	m->at = found == YES ? line : m->len;
	return found == YES && mbox_before(m, end);
}

bool
mbox_before(const struct mbox *m, uint64_t end)
{
	return m->cut || m->origin + m->at < end;
}
