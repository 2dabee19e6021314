/* join_signs.h - the signs for and against the continuation of a bare URL after a line break
 *
 * Each sign belongs to one kind of evidence, and a kind without evidence gives no sign. points.tsv
 * lists the points of each sign and where they come from. */
#ifndef TEXT_JOIN_SIGNS_H
#define TEXT_JOIN_SIGNS_H

#include <string.h>

#include "text/line_break.h"

/* A line break to be judged, with the URL before and after it. */
struct join {
	urlgrep_scanner *scanner;
	struct line_break *b;
	const struct candidate *c;
	int score;           /* the points of the signs so far */
	enum join_sign next_sign; /* of the next line as a whole, or of its first word */
	enum join_sign word_sign; /* the same, adjusted by context: the sign to add */
	urlgrep_span joined; /* the URL up to the end of the run */
	urlgrep_span url;    /* the URL up to the break: the beginning of joined */
	size_t path;         /* where its path begins: see join_find_path() */
	urlgrep_span run;    /* the run of the next line, in the text */
	urlgrep_span inner;  /* the run up to a mark that closes one before the URL, or all of it */
	bool is_enclosed;    /* there is such a mark */
	bool is_alone;       /* only blanks follow the run in its line */
	bool splits_extension;  /* the break divides a file's extension: ".ht" and "ml" */
};

/* ---- join_signs.c: the score of a break --- */

/* Return the score of the break b before the last fragment of c, which is the run of the next line.
 * joined: all fragments. Store the signs that gave points in s->signs. */
int join_score(urlgrep_scanner *s, const struct candidate *c, struct line_break *b,
    urlgrep_span joined);

/* Return true if the sign is a veto both in mail and in other text. */
bool join_is_veto(enum join_sign sign);

/* Add the points of a sign to the score, and store the sign if it has any. */
void join_add_sign(struct join *j, enum join_sign sign);

/* Return true if a letter precedes the URL in its line. */
bool join_has_text_before(const struct join *j);

/* ---- join_url.c: the URL and the run that may continue it --- */

/* Return the sign of the last bytes of the URL before the break. */
enum join_sign join_end_sign(const struct join *j);

/* Return the sign of how far that URL goes: to its host, a directory or a file. */
enum join_sign join_path_sign(const struct join *j);

/* Return the sign of a joined URL that ends in a slash or a file name, unless the URL before the
 * break already did. */
enum join_sign join_joined_sign(const struct join *j);

/* Return true if the URL ends in a delimiter or a hyphen, or within an escape, a host or a file's
 * extension, so that something may be missing. */
bool join_is_open_end(const struct join *j);

/* Return true if the lower-case hexadecimal digits around the break are the ID of a commit, after a
 * character that is not alphanumeric. */
bool join_divides_commit(const struct join *j);

/* Return true if the break follows a full stop or a slash of a DOI (ISO 26324), as in
 * "https://doi.org/10.1000/a.b", and the run may be its rest, but not a page number (rule J14). */
bool join_divides_doi(const struct join *j);

/* Return true if c, which is in one line, ends in a hyphen of its host, or in a possible part of a
 * host whose full stop ends the line. */
bool join_ends_in_host(const struct scan_text *t, const struct candidate *c);

/* Return where the path begins, after "//" and the host. */
size_t join_find_path(urlgrep_span url);

/* Return true if url ends in its host, which cannot be complete: after "http:" or "http://", or, as
 * in "http://www.", after a label that is a top label of few names or none. */
bool join_ends_in_open_host(urlgrep_span url);

/* Return true if s ends in a file's extension, such as ".html", perhaps with punctuation after
 * it. */
bool join_ends_as_file(urlgrep_span s);

/* Return true if the break after url divides a file's extension: ".ht" and "ml", or "." and
 * "html". In the second case the run must be alone in its line or, in text that is not mail, an
 * extension that is not a word; and the break must be after the host. */
bool join_splits_extension(urlgrep_span url, urlgrep_span run, bool is_alone, bool is_text);

/* ---- join_next_line.c: the next line and its first word --- */

/* Classify the next line. */
enum join_sign join_next_sign(const struct join *j);

/* Return the sign of the first bytes of the run. */
enum join_sign join_front_sign(const struct join *j);

/* Return the kind of the next line or, adjusted by its context, of its first word. */
enum join_sign join_word_sign(const struct join *j);

/* Return the beginning of the URL in the last word of the line; SIZE_MAX if that has no "://". */
size_t join_find_last_url(const struct scan_text *t, size_t begin, size_t end);

/* Return true if the next line begins with another URL. */
bool join_is_before_url(const urlgrep_scanner *s, const struct line_break *b);

/* Return true if the next line begins with a frequent word, or with several and slashes between
 * them: "and/or". */
bool join_is_frequent(const struct line_break *b);

/* Return the length of the word at the beginning of text[0..len), with the punctuation around it,
 * if more text follows it, as in most lines of prose; 0 if not. */
size_t join_prose_length(const char *text, size_t len);

/* Return true if the next line begins with a word of prose, which more text follows, and nothing
 * suggests that the word belongs to the URL before it. */
bool join_is_before_prose(const struct candidate *c, const struct line_break *b);

/* Return true if the next bytes show that c, which is in one line, does not continue in the next
 * line: the URL ends before its line does, or an empty line or a word of prose follows. The signs
 * would show the same, but take longer. */
bool join_ends_plainly(const urlgrep_scanner *s, const struct candidate *c);

/* Return true if a program may have cut the URL at its last column, before text[next]: the URL is long
 * and begins its line, perhaps after a number such as "[1]", and text[next] is a small letter. */
bool join_may_be_cut(const struct scan_text *t, const struct fragment *url, size_t next);

/* ---- join_layout.c: the lines around the break --- */

/* Return the sign of the indentation of both lines after their quote marks. */
enum join_sign join_indent_sign(const struct join *j);

/* Return the sign of different quote marks before the two lines. A program that rewraps a quoted
 * line leaves lines with fewer marks, but without other text. */
enum join_sign join_prefix_sign(const struct join *j);

/* Add the signs of the widths of the lines, and of the line after the run. */
void join_add_line_signs(struct join *j);

/* ---- small helpers --- */

#define OPENER "([{"
#define FRONT "=&?%#/_.~"

static inline bool
has_byte(urlgrep_span s, char c)
{
	return memchr(s.text, c, s.len) != NULL;
}

/* Return the last byte of the URL before the break. */
static inline char
last_byte(const struct join *j)
{
	return j->url.text[j->url.len - 1];
}

#endif
