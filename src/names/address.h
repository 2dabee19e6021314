/* address.h - e-mail addresses in running text (rules E1 to E11) */
#ifndef NAMES_ADDRESS_H
#define NAMES_ADDRESS_H

#include "names/local_part.h"
#include "names/message_id.h"
#include "urlgrep.h"

enum {
	/* How far after its "@" an address and what follows it are read. */
	ADDRESS_LOOKAHEAD_BYTES = 1024
};

/* All offsets are those of the text. */
struct address {
	size_t begin, at, end; /* at: the "@" */
	bool is_quoted;        /* the local part is a quoted string */
	bool is_invalid;       /* by its dots */
	bool is_doubtful;      /* the local part may be a password */
	urlgrep_confidence certainty;
};

/* What is remembered from one address to the next. Initialize with zeros. */
struct address_context {
	struct field_cache field;
	struct address_memo *memo; /* or NULL */
};

/* Read the address at an "@". Answers YES; NO if there is none in its line; MORE. floor:
 * no address begins before it. */
enum scan_answer address_read(const struct scan_text *t, size_t floor, size_t at,
    bool is_iri, struct address_context *context, struct address *a);

/* Return the offset of the "<" of an address that a line break divides before or after
 * its "@" (rule E10); SIZE_MAX if there is none. */
size_t address_find_open_bracket(const struct scan_text *t, size_t floor, size_t at);

#endif
