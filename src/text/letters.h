/* letters.h - whether a URL goes on over a character beyond US-ASCII (rules I1-I6) */
#ifndef TEXT_LETTERS_H
#define TEXT_LETTERS_H

#include "text/run.h"

enum letters_answer {
	LETTERS_GO_ON,
	LETTERS_END,         /* the URL ends before the character */
	LETTERS_LIKELY_GO_ON, /* of a script without blanks: the other answer is possible */
	LETTERS_LIKELY_END,
	LETTERS_MARK_ENDS    /* likely, before a mark of punctuation */
};

/* Return whether r, which is not enclosed in quotation marks, goes on over the character
 * of that code and length at offset at. */
enum letters_answer letters_decide(const struct run *r, size_t at, uint32_t code,
    size_t length);

/* Return true if every URL ends before the character, enclosed or not: white space, a
 * control, a character for private use, an invisible one. */
bool letters_always_end(const struct run *r, size_t at, uint32_t code, size_t length);

/* Return true if the host of r is in US-ASCII, or has a dot between characters (rule
 * I4). */
bool letters_make_host(const struct run *r);

#endif
