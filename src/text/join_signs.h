/* join_signs.h - evidence for and against the continuation of a bare URL after a line break */
#ifndef TEXT_JOIN_SIGNS_H
#define TEXT_JOIN_SIGNS_H

#include "text/join_points.h" /* generated: enum join_sign */
#include "text/line_break.h"

/* A line break that is judged, and the URL before and after it. */
struct join {
	struct rules *rules;
	const struct line_break *b;
	const struct candidate *c;
	enum join_sign kind; /* of the next line: SIGN_NEXT_... or SIGN_WORD_... */
	urlgrep_span joined; /* the URL up to the end of the run */
	urlgrep_span before; /* the URL up to the break: the beginning of joined */
	urlgrep_span run;    /* in the text */
	urlgrep_span inner;  /* the run up to the bracket that closes one before the URL */
	bool is_alone;       /* only blanks follow the run in its line */
	bool splits_ending;  /* ".ht" and "ml": the break is within a file's ending */
};

/* Return true if text[begin..end), which is not empty, begins with a URL of its own. */
bool text_begins_url(const struct scan_text *t, size_t begin, size_t end);

/* Return true if the next line begins with one. */
bool join_is_before_url(const struct line_break *b);

/* Return the length of the word that text[0..len) begins with, and of the marks around it, if it has
 * more text, as most lines of prose have; 0 if it does not. */
size_t join_prose_length(const char *text, size_t len);

/* Return true if the next line begins with a word of prose and has more text, and nothing shows that
 * the word may belong to the URL before it. */
bool join_is_before_prose(const struct candidate *c, const struct line_break *b);

/* Judge the break b before the last fragment of c, which is the run of the next line. */
struct join join_begin(struct rules *rules, const struct candidate *c, const struct line_break *b,
    urlgrep_span joined);

/* Return true if the next line continues no URL: j->kind alone decides. */
bool join_is_vetoed(const struct join *j);

/* Return true if a backslash ends the URL's line, but the URL, too: in Markdown it ends the line. */
bool join_ends_markdown(const struct join *j);

/* Fill signs with those of the URL and of both lines. Returns their number. */
enum { MAX_TEXT_SIGNS = 11, MAX_LINE_SIGNS = 4 };
unsigned join_text_signs(const struct join *j, enum join_sign *signs);

/* Fill signs with those of the lines around. Returns their number. */
unsigned join_line_signs(const struct join *j, enum join_sign *signs);

#endif
