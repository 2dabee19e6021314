/* address.h - e-mail addresses in running text (rules E1 to E11) */
#ifndef NAMES_ADDRESS_H
#define NAMES_ADDRESS_H

#include "urlgrep.h"
#include "util/text_line.h"

/* All offsets are those of the text. */
struct address {
	size_t begin, at, end; /* at: the "@" */
	bool is_quoted;        /* the local part is a quoted string */
	bool is_invalid;       /* by its dots */
	bool is_doubtful;      /* the local part may be a password */
	urlgrep_confidence certainty;
};

/* Read the address at an "@". Returns false if there is none in its line. floor: no address begins
 * before it. */
bool address_read(const struct scan_text *t, size_t floor, size_t at, bool is_iri,
    struct address *a);

/* Return true if "<bytes[begin..end)>" with its "@" at `at` is a Message-ID or the like, not an
 * address (rule E7). */
bool address_is_message_id(const struct scan_text *t, size_t begin, size_t at);

/* Return the offset of the "<" of an address that a line break divides before or after
 * its "@" (rule E10); SIZE_MAX if there is none. */
size_t address_find_open_bracket(const struct scan_text *t, size_t floor, size_t at);

#endif
