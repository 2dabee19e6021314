/* line_break.h - a line break after a bare URL, which may divide it, and the lines around */
#ifndef TEXT_LINE_BREAK_H
#define TEXT_LINE_BREAK_H

#include "text/join_points.h" /* generated: enum join_sign */
#include "text/line_start.h"
#include "text/scanner.h"
#include "util/byte_range.h"
#include "util/text_line.h"

/* ---- marks of line breaks --- */

/* The kinds of marks of a line break. A mark belongs to neither line. */
enum break_mark {
	MARK_NONE,
	MARK_HYPHEN,    /* U+2010, as groff prints it, or a soft hyphen */
	MARK_BACKSLASH, /* of shells, Python and reStructuredText */
	MARK_LITERAL,   /* the quotation marks between two string literals */
	MARK_PERCENT,   /* of TeX; join.c recognizes it by the text before the URL */
	MARK_EQUALS     /* of quoted-printable text that is not decoded, see quoted_printable.c */
};

/* Return the mark at bytes[at..end), which is not empty, and set *len to its length. */
enum break_mark break_mark_read(const struct scan_text *t, size_t at, size_t end, size_t *len);

/* If a string literal ends at `at` and another begins the next line ("http://h.example/a/"
 * "b.html"), as in C, Python and gettext catalogs, return where the text of the second one begins.
 * The two may be one string, or two items of a list. Return 0 if there are no such literals. */
size_t line_break_next_literal(const struct scan_text *t, size_t at);

/* Return the offset of the line break after the quotation mark at `at`. An operator that joins
 * strings may be between them; return 0 if there is anything else. */
size_t line_break_literal_end(const struct scan_text *t, size_t at);

/* Return the mark at the end of bytes[begin..end), if something precedes it, and set *len to its
 * length. */
enum break_mark break_mark_read_last(const struct scan_text *t, size_t begin, size_t end,
    size_t *len);

/* ---- a line break and the lines around it --- */

enum { MAX_LINES_BEFORE = 16, MAX_LINES_AFTER = 8 };

/* A line break; the URL's line before it and the next line after it; and the lines around these. */
struct line_break {
	const struct scan_text *text;
	size_t line;
	size_t line_end;
	struct quote_prefix prefix;
	size_t fragment_begin; /* of the URL's last fragment, which is in this line */
	size_t fragment_end;   /* the end of that fragment */
	size_t unmarked_end;   /* ... without the mark */
	enum break_mark mark;
	size_t next_line;
	size_t next_end;
	struct quote_prefix next_prefix;
	bool has_same_prefix;
	bool is_text; /* not mail, or lines of a comment or a diff */
	/* The run at the beginning of the next line, which may continue the URL. */
	size_t run;
	size_t run_end;
	size_t word_end; /* of the first word of that line, which begins with the run */
	bool is_cut_to_fit; /* a program cut a word that is wider than a line: join it whatever the score */
	/* The lines before the URL's line, the nearest first, then the next line and later ones, without
	 * their line breaks. */
	unsigned before_count, line_count;
	struct byte_range lines[MAX_LINES_BEFORE + 1 + MAX_LINES_AFTER];
};

/* Read the break after c's last fragment, but not the lines around it or the run of the next line.
 * Return false if there is no break, or nothing after it that could belong to c. If the next line
 * has nothing but a prefix, the line after it is read if over_empty; otherwise the result is false,
 * but b->next_prefix is set. */
bool line_break_read(const urlgrep_scanner *s, const struct candidate *c, bool over_empty,
    struct line_break *b);

/* Find the lines around the break, as far as the text is available, at the first call. */
void line_break_read_lines_around(struct line_break *b);

/* Skip the leader of a comment and the mark of a diff, set b->run to the text after them, and
 * b->is_text. Return false if the next line is not part of the same comment or diff or, in text that
 * is not mail, of the same quote (rules J3, J12). */
bool line_break_read_leaders(const urlgrep_scanner *s, struct line_break *b);

#endif
