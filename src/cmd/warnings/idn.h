/* idn.h - internationalized hosts in Unicode and US-ASCII, and whether they imitate
 * others */
#ifndef CMD_WARNINGS_IDN_H
#define CMD_WARNINGS_IDN_H

#include <stdbool.h>

#include "urlgrep.h"
#include "util/idna.h"

struct idn {
	struct idna_name name;
	bool is_mixed;      /* a label mixes scripts (UTS 39, highly restrictive) */
	bool is_confusable; /* a label looks like US-ASCII, or has invisible characters */
};

/* Fill in *idn from the host of a URL. Return false if the host has neither a label
 * "xn--..." nor characters beyond US-ASCII, is not well-formed, or ICU is missing. */
bool idn_read(const urlgrep_url *url, struct idn *idn);

#endif
