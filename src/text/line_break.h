/* line_break.h - a line break after a bare URL that may be a break within it, and the lines
 * around */
#ifndef TEXT_LINE_BREAK_H
#define TEXT_LINE_BREAK_H

#include "text/join_points.h" /* generated: enum join_sign */
#include "text/scanner.h"
#include "util/text_line.h"

/* ---- marks of line breaks --- */

/* The kinds of marks of a line break. A mark belongs to neither line. */
enum break_mark {
	MARK_NONE,
	MARK_HYPHEN,    /* U+2010, as groff prints it, or a soft hyphen */
	MARK_BACKSLASH, /* of shells, Python and reStructuredText */
	MARK_LITERAL,   /* the quotation marks between two string literals */
	MARK_PERCENT,   /* of TeX */
	MARK_EQUALS     /* of quoted-printable text that is not decoded */
};

/* Return the mark at bytes[at..end), and set *len to its length. */
enum break_mark break_mark_read(const struct scan_text *t, size_t at, size_t end,
    size_t *len);

/* If a string literal ends at `at` and another begins the next line, as in C, Python and the
 * catalogs of gettext, "http://h.example/a/" "b.html", return where the other's text begins: they
 * are one string, or items of a list. Returns 0 if not. */
size_t text_find_next_literal(const struct scan_text *t, size_t at);

/* Return the offset of the line break after the quotation mark at `at`, and perhaps an operator that
 * joins strings after it; 0 if something else is between them. */
size_t text_find_literal_end(const struct scan_text *t, size_t at);

/* Return the mark that bytes[begin..end) end in, after something else, and set *len to its
 * length. */
enum break_mark break_mark_read_last(const struct scan_text *t, size_t begin, size_t end,
    size_t *len);

/* ---- a line break and the lines around it --- */

enum { MAX_LINES_BEFORE = 16, MAX_LINES_AFTER = 8 };

/* One of the lines around a break, without its line break. */
struct line_around {
	size_t begin, end;
};

/* A line break, the two lines around it, the URL's and the next one, and the lines around those. */
struct line_break {
	const struct scan_text *text;
	size_t line;
	size_t line_end;
	struct quote_prefix prefix;
	size_t fragment_begin; /* of the URL's last fragment in its line */
	size_t url_end;        /* of that */
	size_t fragment_end;   /* the same without the mark */
	enum break_mark mark;
	size_t next_line;
	size_t next_end;
	struct quote_prefix next_prefix;
	bool has_same_prefix;
	bool is_text; /* not mail, or lines of a comment or a diff */
	/* The run at the front of the next line, which may continue the URL. */
	size_t run;
	size_t run_end;
	size_t word_end; /* of the first word there, which begins with the run */
	bool is_cut_to_fit; /* the score found that a program may have cut a word wider than a line */
	/* The lines before the URL's, the nearest one first; the next line and those after it. */
	unsigned before_count, line_count;
	struct line_around lines[MAX_LINES_BEFORE + 1 + MAX_LINES_AFTER];
};

/* Read the break after c's last fragment, but not yet the lines around it, nor the run of the next
 * line. Returns false if there is no break or nothing that could belong to c. If the next line
 * consists of a prefix only, the result is false, but b->next_prefix is set, unless over_empty:
 * then the line after it is read. */
bool line_break_read(const urlgrep_scanner *s, const struct candidate *c, bool over_empty,
    struct line_break *b);

/* Find the lines around, if the text is available. */
void line_break_read_lines_around(struct line_break *b);

/* Skip the leaders of comments and the marks of a diff, and find the run after them. Returns false
 * if the next line is not part of the same comment or quote. */
bool line_break_read_leaders(const urlgrep_scanner *s, struct line_break *b);

/* ---- how wide lines are, and the marks before quoted lines and comments --- */

/* Return the columns that bytes[begin..end) takes: one for each character of UTF-8,
 * without the blanks at the end. */
size_t text_line_width(const struct scan_text *t, size_t begin, size_t end);

/* Read the prefix of the line that holds `at`, as empty if it would end after `at`. Returns where the
 * line begins. */
size_t quote_prefix_read_before(const struct scan_text *t, size_t at, struct quote_prefix *p);

/* Return where the line that begins at `line` goes on after its prefix and one blank: the first
 * column of a quoted diff. */
size_t quote_prefix_first_column(const struct scan_text *t, const struct quote_prefix *p,
    size_t line);

/* Return the length of the "- " that OpenPGP writes before a line that begins with a hyphen
 * (RFC 4880, 7.1), if bytes[at..end) begins so; 0 if not. */
size_t quote_prefix_dash_escape(const struct scan_text *t, size_t at, size_t end);

/* Return true if both consist of the same marks. */
bool quote_prefix_equal(const struct quote_prefix *a, const struct quote_prefix *b);

/* A leader follows the indentation of its line, and a blank or the end of the line
 * follows it. */
struct comment_leader {
	uint32_t mark; /* equal for lines of one comment; 0: there is no leader */
	size_t text;   /* where the text begins, after the blanks */
};

/* Read the leader of the line that begins at `begin`, perhaps after the columns of a quote or a
 * diff, and ends at `end`. "*" and "+" are leaders only in a comment that an earlier line opened
 * with "/" and "*". */
void comment_leader_read(struct rules *rules, const struct scan_text *t, size_t begin, size_t end,
    struct comment_leader *leader);

/* ---- join_signs.c: evidence for and against the continuation of a URL after a break --- */

/* Return true if text[begin..end), which is not empty, begins with a URL of its own. */
bool text_begins_url(const struct scan_text *t, size_t begin, size_t end);

/* Return true if the next line begins with one. */
bool join_is_before_url(const struct line_break *b);

/* Return the length of the word that text[0..len) begins with, and of the marks around it, if it
 * has more text, as most lines of prose have; 0 if it does not. */
size_t join_prose_length(const char *text, size_t len);

/* Return true if the next line begins with a word of prose and has more text, and nothing shows
 * that the word may belong to the URL before it. */
bool join_is_before_prose(const struct candidate *c, const struct line_break *b);

/* Return true if a look at the next bytes tells that c, in one line, does not go on in the next one:
 * it does not reach the end of its line, or an empty line follows, or a word of prose. */
bool join_ends_plainly(const struct scan_text *t, const struct candidate *c);

/* Return true if c, in one line, ends with a hyphen of its host, or ends that line with a full stop
 * after what may be a part of a host. */
bool join_ends_in_host(const struct scan_text *t, const struct candidate *c);

enum { JOIN_NEVER = -50 }; /* a veto: not even the hyphen at the end of a URL helps */

/* Return the score of the break b before the last fragment of c, which is the run of the next line.
 * joined: all fragments. Keeps the signs that gave points in s->signs. */
int join_score(urlgrep_scanner *s, const struct candidate *c, struct line_break *b,
    urlgrep_span joined);

#endif
