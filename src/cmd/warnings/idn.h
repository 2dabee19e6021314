/* idn.h - the host of a URL as Unicode and as US-ASCII, and whether its looks
 * deceive. ICU knows; it is loaded for the first such host. */
#ifndef CMD_IDN_H
#define CMD_IDN_H

#include <stdbool.h>

#include "urlgrep.h"

enum { IDN_LONGEST = 1024 }; /* a name of the DNS has at most 253 octets */

struct idn {
	char unicode[IDN_LONGEST], ascii[IDN_LONGEST]; /* in UTF-8, end with NUL */
	bool mixed;      /* a label mixes scripts (UTS 39, highly restrictive) */
	bool confusable; /* a label looks like US-ASCII, or holds what nobody sees */
};

/* Of a host with a label "xn--" or beyond US-ASCII. False: it is none, is not
 * well formed, or there is no ICU. */
bool idn_read(const urlgrep_url *url, struct idn *idn);

#endif
