/* mail_signs.c - does a text look like mail or news that was saved or pasted? */
#include "text/mail_signs.h"

#include <string.h>

#include "util/text_line.h"
#include "util/ascii.h"
#include "util/memory.h"

enum {
	MAX_LINES = 50, /* each way */
	MAX_BYTES = MAX_LOOKBEHIND_BYTES / 2,
	ENOUGH_POINTS = 2
};

/* Header fields of mail and news (RFC 5322, RFC 5536), with their points: text that is no
 * mail has single lines like some of these, too. */
static const struct {
	const char *name;
	unsigned points;
} fields[] = { { "From", 1 }, { "To", 1 }, { "Cc", 1 }, { "Date", 1 },
	{ "Sent", 1 }, { "Subject", 1 }, { "Reply-To", 1 }, { "Organization", 1 },
	{ "Message-ID", 2 }, { "In-Reply-To", 2 }, { "Newsgroups", 2 },
	{ "References", 1 }, { "Return-Path", 2 }, { "Received", 1 } };
enum { MAX_FIELD_NAME_BYTES = 12 };

/* What an attribution ends in. */
static const char *const attributions[] = { " wrote:", " writes:", " schrieb:",
	" a \303\251crit\302\240:", " a \303\251crit :", " escribi\303\263:",
	" ha scritto:", " wrote in message" };

struct mail_signs {
	const struct scan_text *text;
	unsigned fields; /* set of bits: which were seen */
	unsigned points;
	bool has_quote;
};

/* Count a line that may begin with the name of a field and a colon. */
static void
count_field(struct mail_signs *s, const char *line, size_t len)
{
	size_t most = len < MAX_FIELD_NAME_BYTES + 2 ? len : MAX_FIELD_NAME_BYTES + 2, i;
	const char *colon = memchr(line, ':', most);
	size_t name_len;

	if (colon == NULL || (size_t)(line + most - colon) < 2 || colon[1] != ' ')
		return;
	name_len = (size_t)(colon - line);
	for (i = 0; i < COUNT(fields); i++) {
		if (!ascii_is_word(line, name_len, fields[i].name))
			continue;
		if (!(s->fields & 1u << i))
			s->points += fields[i].points;
		s->fields |= 1u << i;
		return;
	}
}

/* "> text" and "> > text"; two in a row, since one may be anything. */
static bool
is_quoted(const char *line, size_t len)
{
	return len > 2 && line[0] == '>' && line[1] == ' ' && line[2] != ' ';
}

static bool
is_attribution(const char *line, size_t len)
{
	size_t i;

	for (i = 0; i < COUNT(attributions); i++) {
		size_t n = strlen(attributions[i]);

		if (len > n && memcmp(line + len - n, attributions[i], n) == 0)
			return true;
	}
	return false;
}

static void
count_line(struct mail_signs *s, size_t begin, size_t end)
{
	const char *line = s->text->bytes + begin;
	size_t len = end - begin;
	bool is_quote = is_quoted(line, len);

	if (len < 3)
		return;
	if (is_quote) {
		s->points += s->has_quote ? ENOUGH_POINTS : 0;
	} else if (len == 3 && memcmp(line, "-- ", 3) == 0) {
		s->points += ENOUGH_POINTS;
	} else if (ascii_is(line[0], ASCII_ALPHA)) {
		count_field(s, line, len);
	}
	s->has_quote = is_quote;
	if ((line[len - 1] == ':' || line[len - 1] == 'e') && is_attribution(line, len))
		s->points += ENOUGH_POINTS;
}

static bool
is_enough(const struct mail_signs *s)
{
	return s->points >= ENOUGH_POINTS;
}

static void
look_before(struct mail_signs *s, size_t line)
{
	size_t floor = line > MAX_BYTES ? line - MAX_BYTES : 0, end;
	unsigned n;

	for (n = 0; n < MAX_LINES && !is_enough(s); n++) {
		if (!text_line_find_previous(s->text, floor, line, &line, &end))
			break;
		count_line(s, line, end);
	}
	s->has_quote = false;
}

static enum scan_answer
look_after(struct mail_signs *s, size_t line)
{
	const struct scan_text *t = s->text;
	size_t limit = line + MAX_BYTES;
	unsigned n;

	for (n = 0; n < MAX_LINES && line < limit && !is_enough(s); n++) {
		size_t end = text_line_find_end(t, line, limit < t->len ? limit : t->len);

		if (end == t->len && !t->is_last)
			return SCAN_MORE;
		if (end == limit)
			break;
		count_line(s, line, end);
		if (end == t->len)
			break;
		if (!text_line_find_next(t, end, &line))
			return SCAN_MORE;
	}
	return is_enough(s) ? SCAN_YES : SCAN_NO;
}

enum scan_answer
mail_signs_find(const struct scan_text *t, size_t line)
{
	struct mail_signs s = { .text = t };

	look_before(&s, line);
	return is_enough(&s) ? SCAN_YES : look_after(&s, line);
}
