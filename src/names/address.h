/* address.h - e-mail addresses in running text (rules E1 to E9) */
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

#endif
