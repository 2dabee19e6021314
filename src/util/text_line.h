/* text_line.h - where the lines of a text begin and end, and how wide they are */
#ifndef UTIL_TEXT_LINE_H
#define UTIL_TEXT_LINE_H

#include "util/scan_text.h"
#include "util/ascii.h"

/* Return the offset of the first CR or LF in bytes[at..end); end if there is none. */
size_t text_line_find_end(const struct scan_text *t, size_t at, size_t end);

/* Return where the line that holds `at` begins; for a very long line a place
 * MAX_LOOKBEHIND_BYTES / 2 before `at`. */
size_t text_line_find_begin(const struct scan_text *t, size_t at);

/* Set *next to the beginning of the line after the one that ends at `end`; a line ends
 * in LF, CRLF or CR. Returns false if more text is needed to decide. At the end of the
 * whole text *next is that end. */
bool text_line_find_next(const struct scan_text *t, size_t end, size_t *next);

/* Set *begin and *end to the bounds of the line before the one that begins at `line`. Returns false
 * if no such line begins at `floor` or after it, as far as the text is available. */
bool text_line_find_previous(const struct scan_text *t, size_t floor, size_t line,
    size_t *begin, size_t *end);

/* Return the columns that bytes[begin..end) takes: one for each character of UTF-8,
 * without the blanks at the end. */
size_t text_line_width(const struct scan_text *t, size_t begin, size_t end);

/* Return the column of `at` in the line that begins at `begin`, from 0, with tab stops
 * every eight columns. */
size_t text_line_column(const struct scan_text *t, size_t begin, size_t at);

/* Return the end of bytes[begin..end) without the blanks at the end. */
size_t text_line_trim(const struct scan_text *t, size_t begin, size_t end);

/* Return the offset of the first byte of bytes[at..end) that is not a blank; end if all are
 * blanks. */
static inline size_t
text_line_skip_blanks(const struct scan_text *t, size_t at, size_t end)
{
	while (at < end && ascii_is(t->bytes[at], ASCII_BLANK))
		at++;
	return at;
}

/* Return true if bytes[begin..end) holds nothing but blanks. */
bool text_line_is_blank(const struct scan_text *t, size_t begin, size_t end);

/* ---- breaks --- */

/* The kinds of marks of a line break. A mark belongs to neither line. */
enum break_mark {
	MARK_NONE,
	MARK_HYPHEN,    /* U+2010, as groff prints it, or a soft hyphen */
	MARK_BACKSLASH, /* of shells, Python and reStructuredText */
	MARK_PERCENT,   /* of TeX */
	MARK_EQUALS     /* of quoted-printable text that is not decoded */
};

/* Return the hyphen or backslash at bytes[at..end), and set *len to its length. */
enum break_mark break_mark_read(const struct scan_text *t, size_t at, size_t end,
    size_t *len);

/* Return the hyphen or backslash that bytes[begin..end) end in, after something else, and
 * set *len to its length. */
enum break_mark break_mark_read_last(const struct scan_text *t, size_t begin, size_t end,
    size_t *len);

/* Return the offset of the text after the page break whose first line begins at `begin`: form
 * feeds, the footer and header of an RFC, and the blank lines beside them; `begin` if there is
 * none. */
size_t page_break_skip(const struct scan_text *t, size_t begin);

#endif
