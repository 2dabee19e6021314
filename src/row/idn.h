/* idn.h - internationalized hosts in Unicode and US-ASCII, and whether they imitate
 * others */
#ifndef ROW_IDN_H
#define ROW_IDN_H

#include <stdbool.h>

#include "urlgrep.h"
#include "util/idna.h"

enum idn_result {
	IDN_NONE,    /* the host is not internationalized, or ICU is missing */
	IDN_REFUSED, /* it is not a well-formed name */
	IDN_READ
};

/* The other members are set only if the result is IDN_READ. */
struct idn {
	enum idn_result result;
	struct idna_name name;
	bool is_mixed;      /* a label mixes scripts (UTS 39, highly restrictive) */
	bool is_confusable; /* a label looks like US-ASCII, or has invisible characters */
};

/* Called, in any thread, if details (row/fields.h) or ICU have no memory: without ICU a deceptive
 * host has no warnings. A command sets it to a function that exits. NULL, the default, continues as
 * if ICU were not installed: a library must not end the process. Set it before the first host is
 * read. */
extern void (*row_without_memory)(void);

/* Call that function if there was no memory. */
void row_check_memory(bool is_without_memory);

/* Read the host of a URL: one with characters beyond US-ASCII or a label "xn--..." is
 * internationalized. Fill in *idn, and return its result. */
enum idn_result idn_read(const urlgrep_url *url, struct idn *idn);

#endif
