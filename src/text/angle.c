/* angle.c - <URL:...> and <scheme:...>: what stands between the brackets
 *
 * RFC 1738 appendix: white space inside is ignored, line breaks with their
 * quote prefixes and page breaks too (RULES W3-W9). */
#include <string.h>

#include "util/ascii.h"
#include "text/candidate.h"

enum {
	LINES_MOST = 12,
	LENGTH_MOST = 4096,
	BLANKS_MOST = 4 /* within lines: more are prose before a ">" */
};

struct wrapper {
	const struct text *text;
	struct candidate *c;
	size_t bracket;       /* the "<" */
	struct prefix prefix; /* of its line, read when the line ends */
	size_t at;
	size_t end;           /* what lies beyond is too far away */
	size_t open; /* of the piece being read; SIZE_MAX between pieces */
	unsigned lines;
	unsigned blanks;
};

/* White space beyond US-ASCII that is left out (RULES W3), in UTF-8. */
static const struct {
	const char *octets;
	bool silent; /* takes no room in a line: no blank of prose */
} unicode_space[] = {
	{ "\xC2\xA0", false },     /* NO-BREAK SPACE */
	{ "\xC2\xAD", true },      /* SOFT HYPHEN */
	{ "\xE2\x80\x8B", true },  /* ZERO WIDTH SPACE */
	{ "\xE2\x80\xA8", false }, /* LINE SEPARATOR */
	{ "\xE2\x80\xA9", false }, /* PARAGRAPH SEPARATOR */
	{ "\xE2\x80\xAF", false }, /* NARROW NO-BREAK SPACE */
	{ "\xE2\x81\x9F", false }, /* MEDIUM MATHEMATICAL SPACE */
	{ "\xE3\x80\x80", false }, /* IDEOGRAPHIC SPACE */
	{ "\xEF\xBB\xBF", true },  /* ZERO WIDTH NO-BREAK SPACE */
};

/* Octets of the Unicode white space at at, 0 if there is none. */
static size_t
unicode_space_length(const struct text *t, size_t at, bool *silent)
{
	size_t left = t->len - at, i;
	const char *p = t->at + at;

	for (i = 0; i < sizeof(unicode_space) / sizeof(unicode_space[0]); i++) {
		size_t n = strlen(unicode_space[i].octets);

		if (left >= n && memcmp(p, unicode_space[i].octets, n) == 0) {
			*silent = unicode_space[i].silent;
			return n;
		}
	}
	*silent = false;
	if (left >= 3 && p[0] == '\xE2' && p[1] == '\x80' &&
	    (unsigned char)p[2] >= 0x80 && (unsigned char)p[2] <= 0x8A)
		return 3; /* U+2000-200A */
	return 0;
}

/* End the piece being read; false if there are too many. */
static bool
close_piece(struct wrapper *w, bool at_break)
{
	struct candidate *c = w->c;

	if (w->open != SIZE_MAX) {
		if (c->piece_count == PIECES)
			return false;
		c->pieces[c->piece_count++] = (struct piece){ w->open, w->at,
			false };
	}
	w->open = SIZE_MAX;
	if (at_break && c->piece_count) {
		struct piece *last = &c->pieces[c->piece_count - 1];

		last->hyphen = w->text->at[last->end - 1] == '-';
	}
	return true;
}

/* Over blanks; is there something behind them within reach? */
static enum look
skip_blanks(struct wrapper *w)
{
	const struct text *t = w->text;

	while (w->at < t->len && w->at < w->end &&
	    ascii_is(t->at[w->at], ASCII_BLANK))
		w->at++;
	if (w->at >= w->end)
		return LOOK_NO;
	if (w->at == t->len)
		return t->last ? LOOK_NO : LOOK_MORE;
	return LOOK_YES;
}

/* The quote prefix of the line that holds the "<". */
static void
read_prefix(struct wrapper *w)
{
	prefix_read(w->text, line_begin(w->text, w->bracket), PREFIX_MARKS,
	    &w->prefix);
	if (w->prefix.end > w->bracket)
		w->prefix.count = 0;
}

/* Over a line break and all that belongs to it. */
static enum look
cross_lines(struct wrapper *w)
{
	const struct text *t = w->text;
	size_t begin, after;
	struct prefix p;
	enum look look;

	if (!line_next(t, w->at, &begin))
		return LOOK_MORE;
	if (++w->lines > LINES_MOST)
		return LOOK_NO;
	if (w->lines == 1)
		read_prefix(w);
	look = page_break(t, begin, &after);
	if (look == LOOK_MORE)
		return LOOK_MORE;
	if (look == LOOK_YES)
		begin = after;
	w->at = begin;
	if (w->prefix.count) {
		prefix_read(t, begin, w->prefix.count, &p);
		if (p.end == t->len && !t->last)
			return LOOK_MORE;
		if (memcmp(p.mark, w->prefix.mark,
			p.count * sizeof(p.mark[0])) == 0)
			w->at = p.end;
	}
	look = skip_blanks(w);
	if (look != LOOK_YES)
		return look;
	return ascii_is(t->at[w->at], ASCII_BREAK) ? LOOK_NO : LOOK_YES;
}

/* Blanks, and the line break they may end in. */
static enum look
cross_blanks(struct wrapper *w)
{
	const struct text *t = w->text;
	size_t begin = w->at;
	bool at_edge = w->c->piece_count == 0;
	enum look look = skip_blanks(w);

	if (look != LOOK_YES)
		return look;
	if (ascii_is(t->at[w->at], ASCII_BREAK)) {
		close_piece(w, true);
		return cross_lines(w);
	}
	if (!at_edge && t->at[w->at] != '>')
		w->blanks += (unsigned)(w->at - begin);
	return w->blanks > BLANKS_MOST ? LOOK_NO : LOOK_YES;
}

/* The octets from w->at on that are of the URL whatever stands around them. */
static size_t
plain_octets(const struct wrapper *w)
{
	size_t end = w->end < w->text->len ? w->end : w->text->len;

	return ascii_run(w->text->at + w->at, end - w->at);
}

/* A character that is none of the wrapper's own, and plain ones behind it. */
static enum look
take_characters(struct wrapper *w)
{
	const struct text *t = w->text;
	bool silent;
	size_t n;

	if ((unsigned char)t->at[w->at] >= 0x80) {
		if (t->len - w->at < 3 && !t->last)
			return LOOK_MORE;
		n = unicode_space_length(t, w->at, &silent);
		if (n) {
			if (!close_piece(w, false))
				return LOOK_NO;
			w->c->notes |= URLGREP_UNICODE_SPACE;
			w->at += n;
			w->blanks += !silent;
			return w->blanks > BLANKS_MOST ? LOOK_NO : LOOK_YES;
		}
	}
	if (w->open == SIZE_MAX)
		w->open = w->at;
	w->at++;
	w->at += plain_octets(w);
	return LOOK_YES;
}

enum look
wrapper_read(const struct text *t, size_t open, size_t begin,
    struct candidate *c)
{
	struct wrapper w = { .text = t, .c = c, .bracket = open, .at = begin,
		.end = begin + LENGTH_MOST, .open = SIZE_MAX };

	c->piece_count = 0;
	c->notes = 0;
	c->confidence = URLGREP_HIGH;
	while (w.at < t->len && w.at < w.end) {
		char ch = t->at[w.at];
		enum look look;

		if (ch == '<')
			return LOOK_NO;
		if (ch == '>') {
			if (!close_piece(&w, false) || c->piece_count == 0)
				return LOOK_NO;
			c->begin = c->pieces[0].begin;
			c->end = c->pieces[c->piece_count - 1].end;
			return LOOK_YES;
		}
		if (ascii_is_space(ch)) {
			if (!close_piece(&w, ascii_is(ch, ASCII_BREAK)))
				return LOOK_NO;
			look = ascii_is(ch, ASCII_BREAK) ? cross_lines(&w) :
			    cross_blanks(&w);
		} else {
			look = take_characters(&w);
		}
		if (look != LOOK_YES)
			return look;
	}
	return w.at >= w.end || t->last ? LOOK_NO : LOOK_MORE;
}
