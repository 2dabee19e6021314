/* undo.h - what a text writes in place of characters of a URL is undone: escape sequences of JSON,
 * roff and TeX (rule K6), references of XML (rule K8), hidden characters (rule I9) */
#ifndef TEXT_UNDO_H
#define TEXT_UNDO_H

#include "text/candidate.h"
#include "text/run.h"

/* The meaning of a backslash in a run. */
enum escape_kind {
	ESCAPE_NONE,    /* a character of the run */
	ESCAPE_END,     /* the URL ends before it */
	ESCAPE_UNDONE   /* the sequence encodes one character, or none */
};

struct escape {
	enum escape_kind kind;
	size_t length;  /* of the sequence in the text */
	char original[5]; /* the decoded character, in UTF-8; "": none */
	bool is_json;
};

/* Read the backslash at text[at], or the group of TeX in which it is, such as "{\_}", of a URL that
 * begins at begin and a run that ends at end. is_braced: the run is the argument of a command of
 * TeX. Returns where the sequence begins. */
size_t undo_read(struct rules *rules, const char *text, size_t begin, size_t at, size_t end,
    bool is_braced, struct escape *e);

/* Return the fragment that stands for the sequence at offset `at`. */
struct fragment undo_fragment(size_t at, const struct escape *e);

/* Decode the XML escape at the beginning of text[0..len): "&amp;", escaped once or twice (as in the
 * HTML of a feed), or a numeric reference such as "&#x2F;". Sets *character and returns the length
 * of the escape; 0 if there is none. */
size_t undo_read_reference(const char *text, size_t len, char *character);

/* Return the length of "&#60;" or "&#x3c;" at the beginning of text[0..len), and set *code to the
 * number. 0: something else is there. */
size_t undo_reference_length(const char *text, size_t len, uint32_t *code);

/* Return true if a character of the run from offset `begin` on is escaped as in XML. */
bool undo_has_reference(const struct run *r, size_t begin);

/* Return true if the colon after the scheme at text[begin..end) is escaped, as in Java's files of
 * properties and in vCard: "http\://h/". */
bool undo_has_escaped_scheme(const char *text, size_t begin, size_t end);

/* Divide c's only fragment at escape sequences, which are undone. If there are too many, none is
 * undone. Then the fragment ends at the first one, so that no line is joined. */
void undo_run(const struct run *r, struct candidate *c);

/* ---- quoted_printable.c: text in quoted-printable that is not decoded (RFC 2045, 6.7) --- */

struct line_break;

/* Return true if an encoded byte such as "=3D" ends at text[end). */
bool quoted_printable_ends_byte(const struct scan_text *t, size_t end);

/* Return true if a URL in one line is to be decoded: an encoded byte is before it, and
 * another within it, or it ends in a soft line break. */
bool quoted_printable_holds_bytes(const struct scan_text *t, const struct candidate *c);

/* Return true if the "=" at the end of the URL and its line is a soft line break: it precedes any
 * "?" of the URL, or lines nearby are in quoted-printable, too. Then the URL goes on at b->run. */
bool quoted_printable_find(const struct candidate *c, struct line_break *b);

/* Set *undone to c with its encoded bytes decoded, without the soft line breaks, up to the first byte
 * that no URL has. */
void quoted_printable_undo(const struct scan_text *t, const struct candidate *c,
    struct candidate *undone);

#endif
