/* idn.h - internationalized hosts in Unicode and US-ASCII, and whether they imitate
 * other hosts */
#ifndef ROW_IDN_H
#define ROW_IDN_H

#include <stdbool.h>

#include "urlgrep.h"
#include "util/idna.h"

enum idn_result {
	IDN_NONE,    /* the host is not internationalized, or ICU is missing */
	IDN_REFUSED, /* the host is not a well-formed name */
	IDN_READ,
	IDN_NOMEM    /* nothing is known about the host */
};

struct idn {
	struct idna_name name;
	bool is_mixed;      /* a label mixes scripts (UTS 39, highly restrictive) */
	bool is_confusable; /* a label looks like US-ASCII, or has invisible characters */
};

/* Read the host of a URL. A host is internationalized if it has non-ASCII characters or a label
 * "xn--...". Fill in *idn if the result is IDN_READ. If there is no memory to load ICU, which is
 * tried only once, the result is IDN_NOMEM for all such hosts. */
enum idn_result idn_read(const urlgrep_url *url, struct idn *idn);

#endif
