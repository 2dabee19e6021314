/* text_line.h - the text that a scanner searches, its lines, and the marks before quoted lines */
#ifndef UTIL_TEXT_LINE_H
#define UTIL_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"
#include "util/ascii.h"

enum {
	/* How far the surroundings of a candidate are read: back from its colon, and ahead from its
	 * line. */
	MAX_LOOKBEHIND_BYTES = 4096,
	MAX_LOOKAHEAD_BYTES = 2048,
	/* How much text after the run of a hit may affect its finding. */
	WINDOW_BYTES = 8192
};

/* The text that the scanner was last given, bytes[0..len), a part of the whole text. */
struct scan_text {
	const char *bytes;
	size_t len;
	uint64_t origin; /* offset of bytes[0] in the whole text */
	bool is_last;    /* no more text follows */
	bool is_iri;     /* hosts and URLs may have characters beyond US-ASCII */
	size_t floor;    /* no finding begins before the end of the last one */
};

/* Return the byte at an offset; a line feed at the end of the text. */
static inline char
scan_byte_at(const struct scan_text *t, size_t at)
{
	return at < t->len ? t->bytes[at] : '\n';
}

/* Return the byte before an offset; a line feed at the beginning of the text. */
static inline char
scan_byte_before(const struct scan_text *t, size_t at)
{
	return at > 0 ? t->bytes[at - 1] : '\n';
}

/* Return bytes[begin..end). */
static inline urlgrep_span
scan_span(const struct scan_text *t, size_t begin, size_t end)
{
	return (urlgrep_span){ t->bytes + begin, end - begin };
}

/* Return the offset `max` bytes after `at`, or `end` if that comes first. */
static inline size_t
scan_limit(size_t at, size_t max, size_t end)
{
	return end - at > max ? at + max : end;
}

/* Return the offset `max` bytes before `at`, or `floor` if that comes after it. */
static inline size_t
scan_floor(size_t at, size_t max, size_t floor)
{
	return at - floor > max ? at - max : floor;
}

/* ---- where lines begin and end --- */

/* Return the offset of the first CR or LF in bytes[at..end); end if there is none. */
static inline size_t
text_line_find_end(const struct scan_text *t, size_t at, size_t end)
{
	return at + ascii_until(t->bytes + at, end - at, ASCII_BREAK);
}

/* Return the beginning of the line that contains `at`, or the offset `max` bytes before `at` if the
 * line begins before that. */
size_t text_line_begin_within(const struct scan_text *t, size_t at, size_t max);

/* Likewise within MAX_LOOKBEHIND_BYTES. */
size_t text_line_find_begin(const struct scan_text *t, size_t at);

/* Return the beginning of the line after the one that ends at `end`; the end of the text if there
 * is none. Lines end in LF, CRLF or CR. */
size_t text_line_find_next(const struct scan_text *t, size_t end);

/* Set *begin and *end to the bounds of the line before the one that begins at `line`. Returns false
 * if, in the available text, no such line begins at or after `floor`. */
bool text_line_find_previous(const struct scan_text *t, size_t floor, size_t line,
    size_t *begin, size_t *end);

/* Return the end of bytes[begin..end) without the blanks at its end. */
size_t text_line_trim(const struct scan_text *t, size_t begin, size_t end);

/* Return how many columns bytes[begin..end) takes, without the blanks at its end: one for each
 * character of UTF-8. */
size_t text_line_width(const struct scan_text *t, size_t begin, size_t end);

/* Return the offset of the first byte of bytes[at..end) that is not a blank, or end. */
static inline size_t
text_line_skip_blanks(const struct scan_text *t, size_t at, size_t end)
{
	while (at < end && ascii_is(t->bytes[at], ASCII_BLANK))
		at++;
	return at;
}

/* Return true if bytes[begin..end) consists of blanks or is empty. */
static inline bool
text_line_is_blank(const struct scan_text *t, size_t begin, size_t end)
{
	return text_line_skip_blanks(t, begin, end) >= end;
}

/* ---- the marks before quoted lines of mail: "> > ", "| ", "Bill> " --- */

enum { MAX_QUOTE_MARKS = 16 };

struct quote_prefix {
	unsigned count;
	uint32_t marks[MAX_QUOTE_MARKS]; /* a hash of each mark, blanks ignored */
	size_t end; /* where the text of the line begins, after the prefix and its blanks */
};

/* Read the prefix of the line that begins at `begin`, up to max_marks marks. Without a prefix,
 * count is 0 and end is `begin`. */
void quote_prefix_read(const struct scan_text *t, size_t begin, unsigned max_marks,
    struct quote_prefix *p);

/* Read the prefix of the line that contains `at`; it is empty if it would end after `at`. Returns
 * the beginning of the line. */
size_t quote_prefix_read_before(const struct scan_text *t, size_t at, struct quote_prefix *p);

/* Return where the line that begins at `line` continues after its prefix and one blank: the first
 * column of a quoted diff. */
size_t quote_prefix_first_column(const struct scan_text *t, const struct quote_prefix *p,
    size_t line);

/* Return the length of the "- " that OpenPGP writes before a line that begins with a hyphen (RFC
 * 4880, 7.1), if bytes[at..end) begins with one; otherwise 0. */
size_t quote_prefix_dash_escape(const struct scan_text *t, size_t at, size_t end);

bool quote_prefix_equal(const struct quote_prefix *a, const struct quote_prefix *b);

#endif
