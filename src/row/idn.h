/* idn.h - internationalized hosts in Unicode and US-ASCII, and whether they imitate
 * other hosts */
#ifndef ROW_IDN_H
#define ROW_IDN_H

#include <stdbool.h>

#include "urlgrep.h"
#include "util/idna.h"

struct idn {
	struct idna_name name;
	bool is_mixed;      /* a label mixes scripts (UTS 39, highly restrictive) */
	bool is_confusable; /* a label looks like US-ASCII, or has invisible characters */
};

/* Read the host of a URL. A host is internationalized if it has non-ASCII characters or a label
 * "xn--...". Return OK after filling in *idn; END if the host is not internationalized, or ICU is
 * missing; REJECTED if it is not a well-formed name; NOMEM if nothing is known about it. */
urlgrep_status idn_read(const urlgrep_url *url, struct idn *idn);

#endif
