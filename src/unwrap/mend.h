/* mend.h - make a URL of a decoded target */
#ifndef UNWRAP_MEND_H
#define UNWRAP_MEND_H

#include <stdbool.h>

#include "urlgrep.h"
#include "util/strbuf.h"

enum mend_answer {
	MEND_OK,
	MEND_NO_URL,  /* there is no scheme, or one that is never wrapped */
	MEND_REFUSED, /* a scheme that runs a program or shows a local file */
	MEND_NO_HOST, /* the host has characters that no host has; *out is set */
	MEND_NOMEM
};

/* Append to *out the URL that a decoded target means:
 *  - white space at its edges is dropped;
 *  - if its first characters are encoded once or twice more, so is all of it: decoded;
 *  - supplied (such as "https://", or NULL) is put before a target without a scheme,
 *    which must begin with a host;
 *  - two slashes are put after the scheme if one of them is lost, or encoded;
 *  - what may not stand in a URL is percent-encoded: control characters are never shown
 *    as they are.
 * Adds URLGREP_UNWRAP_DOUBLE_ENCODED and _HEAD_REPAIRED to *notes. Changes *target. */
enum mend_answer mend_target(struct strbuf *target, const char *supplied,
    struct strbuf *out, unsigned *notes);

/* Return true if a mended URL has a host with a dot, or an IP address in brackets. */
bool mend_has_whole_host(const char *url, size_t len);

#endif
