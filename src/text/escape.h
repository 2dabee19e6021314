/* escape.h - the backslashes that JSON, roff and TeX add to URLs (rule K6), and the "&amp;" of XML
 * (rule K8) */
#ifndef TEXT_ESCAPE_H
#define TEXT_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Read the backslash at text[at], of a run that ends at end. is_braced: the run is the
 * argument of a command of TeX. */
void escape_read(const char *text, size_t begin, size_t at, size_t end, bool is_braced,
    struct escape *e);

/* Read a character of a URL that TeX writes as a group, such as "{\_}" or "$\sim$", at
 * text[0..len). Returns its length; 0 if there is no such group. */
size_t escape_read_group(const char *text, size_t len, struct escape *e);

/* Decode the XML escape at the beginning of text[0..len): "&amp;", escaped once or twice (as in the
 * HTML of a feed), or a numeric reference such as "&#x2F;". Sets *character and returns the length
 * of the escape; 0 if there is none. */
size_t escape_read_reference(const char *text, size_t len, char *character);

/* Return the length of "&#60;" or "&#x3c;" at the beginning of text[0..len), and set *code to the
 * number. 0: something else is there. */
size_t escape_reference_length(const char *text, size_t len, uint32_t *code);

/* Return true if a URL may go on with text[0..len) after a color of a terminal or the like. */
bool escape_may_go_on(const char *text, size_t len);

/* Return true if the colon after the scheme at text[begin..end) is escaped, as in Java's files of
 * properties and in vCard: "http\://h/". */
bool escape_is_in_scheme(const char *text, size_t begin, size_t end);

#endif
