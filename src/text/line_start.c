/* line_start.c - what begins a line: the leaders of comments, and URLs */
#include "text/line_start.h"

#include <string.h>

#include "url/grammar.h"
#include "util/ascii.h"

/* ---- comments --- */

enum { MAX_BLOCK_LINES = 200, BLOCK_COMMENT = '*' /* the mark of its lines */ };

/* Return true if a block comment contains the line whose text begins at `text`, perhaps after the
 * columns of a quote or a diff: the lines above it begin with the same mark, up to one that opens
 * the comment. */
static bool
is_in_block_comment(const struct scan_text *t, size_t text, char mark)
{
	size_t floor = scan_floor(text, MAX_LOOKBEHIND_BYTES, 0);
	size_t begin = text_line_find_begin(t, text), line = begin;
	unsigned n;

	for (n = 0; n < MAX_BLOCK_LINES; n++) {
		size_t end, at;

		if (!text_line_find_previous(t, floor, line, &line, &end) || end - line < text - begin)
			return false;
		at = text_line_skip_blanks(t, line + (text - begin), end);
		if (end - at >= 2 && t->bytes[at] == '/' && t->bytes[at + 1] == '*')
			return memmem(t->bytes + at, end - at, "*/", 2) == NULL;
		if (at == end || t->bytes[at] != mark)
			return false;
	}
	return false;
}

void
comment_leader_read(struct rules *rules, const struct scan_text *t, size_t begin, size_t end,
    struct comment_leader *l)
{
	size_t at = text_line_skip_blanks(t, begin, end);
	struct rule_match m;
	unsigned rule;

	*l = (struct comment_leader){ 0, at };
	if (ascii_is_alphanumeric(scan_byte_at(t, at)) && !ascii_is_space(scan_byte_at(t, at + 3)))
		return; /* most lines begin so; leaders such as "rem" have three letters */
	rule = rules_find(rules, RULES_LEADER, 0, t->bytes, end, at, &m);
	if (rule == 0 || (rule == LEADER_STAR && !is_in_block_comment(t, begin, t->bytes[at])))
		return;
	l->mark = rule == LEADER_MARK ? (uint32_t)(m.end - at) << 8 |
	    (unsigned char)ascii_lower(t->bytes[m.end - 1]) : BLOCK_COMMENT;
	l->text = text_line_skip_blanks(t, m.end, end);
}

/* ---- URLs --- */

/* Return the end of the marks at `at` that may precede a URL. Marks that may also be inside a URL
 * at a break, such as "=", do not count. */
static size_t
skip_url_marks(const struct scan_text *t, size_t at, size_t end)
{
	enum { MAX_MARKS = 4 };
	size_t begin = at;

	while (at < end && at - begin < MAX_MARKS && !ascii_is_alphanumeric(t->bytes[at]) &&
	    ascii_is_one_of(t->bytes[at], "!*~_\"'[{(<|@^-"))
		at++;
	return at;
}

bool
line_begins_url(const urlgrep_scanner *s, size_t begin, size_t end)
{
	const struct scan_text *t = &s->text;
	size_t at = begin, word;

	if (begin >= end)
		return false;
	at += ascii_is_one_of(t->bytes[begin], "<(");
	if (end - at > 4 &&
	    (t->bytes[at + 3] == ':' || (t->bytes[at + 3] == '.' && !ascii_is_space(t->bytes[at + 4]))) &&
	    word_list_has("www. ftp. url:", t->bytes + at, 4))
		return true;
	word = skip_url_marks(t, at, end);
	for (at = word; at < end && at - word <= MAX_SCHEME_BYTES &&
	    ascii_is(t->bytes[at], ASCII_SCHEME); at++)
		;
	return at < end && t->bytes[at] == ':' && (word == begin ||
	    text_begins_with(t->bytes + at, end - at, "://")) &&
	    grammar_find_scheme(s->grammar, t->bytes + word, at - word) != NULL;
}
