/* letters.h - the characters of names and addresses, in US-ASCII and beyond */
#ifndef NAMES_LETTERS_H
#define NAMES_LETTERS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/scan_text.h"

/* What stands beside a name. */
enum neighbor {
	NEIGHBOR_NONE,    /* an end of the text, or US-ASCII */
	NEIGHBOR_MARK,    /* no letter: a quotation mark, a dash */
	NEIGHBOR_LETTER,  /* a letter, mark or digit beyond US-ASCII */
	NEIGHBOR_UNSPACED, /* ... of a script that is written without blanks */
	NEIGHBOR_DOT      /* U+00B7, by which archives blank out letters */
};

/* The same as the following beside a byte beyond US-ASCII. */
enum neighbor neighbor_decode_before(const struct scan_text *t, size_t at);
enum neighbor neighbor_decode_after(const struct scan_text *t, size_t at);

/* Return what ends before bytes[at], and what begins there. */
static inline enum neighbor
neighbor_before(const struct scan_text *t, size_t at)
{
	return at == 0 || (unsigned char)t->bytes[at - 1] < 0x80 ? NEIGHBOR_NONE :
	    neighbor_decode_before(t, at);
}

static inline enum neighbor
neighbor_after(const struct scan_text *t, size_t at)
{
	return at >= t->len || (unsigned char)t->bytes[at] < 0x80 ? NEIGHBOR_NONE :
	    neighbor_decode_after(t, at);
}

enum {
	BYTE_HOST = 1,        /* a host may hold it */
	BYTE_LOCAL = 2,       /* a local part that is not quoted may hold it */
	BYTE_LOCAL_MARK = 4,  /* ... but in running text it begins after such a byte */
	BYTE_LOCAL_PLAIN = 8, /* a mailto URL has it as it is in a local part */
	BYTE_LABEL = 16       /* a label may hold it: a host, but for its dots */
};

extern const unsigned char name_byte_class[256];

static inline bool
name_byte_is(char c, unsigned classes)
{
	return (name_byte_class[(unsigned char)c] & classes) != 0;
}

/* Return the length of the character beyond US-ASCII of a name that ends before
 * bytes[at], or begins there; 0 if that is none. */
size_t name_letter_before(const struct scan_text *t, size_t at);
size_t name_letter_after(const struct scan_text *t, size_t at);

/* The same for any character of a name. is_iri: letters beyond US-ASCII count. */
static inline size_t
name_character_before(const struct scan_text *t, size_t at, bool is_iri)
{
	if (at == 0)
		return 0;
	return is_iri && (unsigned char)t->bytes[at - 1] >= 0x80 ?
	    name_letter_before(t, at) : name_byte_is(t->bytes[at - 1], BYTE_HOST);
}

static inline size_t
name_character_after(const struct scan_text *t, size_t at, bool is_iri)
{
	if (at >= t->len)
		return 0;
	return is_iri && (unsigned char)t->bytes[at] >= 0x80 ? name_letter_after(t, at) :
	    name_byte_is(t->bytes[at], BYTE_HOST);
}

#endif
