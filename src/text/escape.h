/* escape.h - what JSON, roff, TeX and XML put into URLs: backslashes that are not theirs (K6),
 * and "&amp;" (K8) */
#ifndef TEXT_ESCAPE_H
#define TEXT_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a backslash in a run is. */
enum escape_kind {
	ESCAPE_NONE,    /* a character of the run */
	ESCAPE_END,     /* the URL ends before it */
	ESCAPE_UNDONE   /* the sequence stands for one character, or for none */
};

struct escape {
	enum escape_kind kind;
	size_t length;  /* of the sequence in the text */
	char original[5]; /* the character that it stands for, in UTF-8; "": none */
	bool is_json;
};

/* Read the backslash at text[at], of a run that ends at end. is_braced: the run is the
 * argument of a command of TeX. */
void escape_read(const char *text, size_t begin, size_t at, size_t end, bool is_braced,
    struct escape *e);

/* Read a character of a URL in TeX that is a group of its own at text[0..len), as "{\_}" or
 * "$\sim$". Returns its length; 0: something else is there. */
size_t escape_read_group(const char *text, size_t len, struct escape *e);

/* If a character of a URL that is escaped as in XML is at the beginning of text[0..len), set
 * *character to it and return the length: "&amp;", once or twice escaped, as in the HTML of a feed,
 * or the number of a character, as in "&#x2F;". 0: something else is there. */
size_t escape_read_reference(const char *text, size_t len, char *character);

/* Return the length of "&#60;" or "&#x3c;" at the beginning of text[0..len), and set *code to the
 * number. 0: something else is there. */
size_t escape_reference_length(const char *text, size_t len, uint32_t *code);

/* Return true if the colon after the scheme at text[begin..end) is escaped, as in Java's files of
 * properties and in vCard: "http\://h/". */
bool escape_is_in_scheme(const char *text, size_t begin, size_t end);

#endif
