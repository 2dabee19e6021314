/* codec.h - decode the URLs wrapped by services, and repair the result */
#ifndef UNWRAP_CODEC_H
#define UNWRAP_CODEC_H

#include <stdbool.h>

#include "urlgrep.h"
#include "util/strbuf.h"

enum codec {
	CODEC_RAW,  /* as it is */
	CODEC_PCT,  /* percent-encoded (RFC 3986, 2.1) */
	CODEC_HEAD, /* raw if it begins "scheme:/", else percent-encoded */
	CODEC_B64,  /* base64 or base64url (RFC 4648) of UTF-8 */
	CODEC_BING, /* "a1" and base64url */
	CODEC_PP1,  /* Proofpoint, version 1: percent-encoded HTML text */
	CODEC_PP2,  /* version 2: also "-" for "%", "_" for "/" */
	CODEC_PP3   /* version 3: see append_proofpoint_v3() */
};

/* Write the decoded text to *out, which must be empty. Returns TARGET, MALFORMED, or CUT if the end
 * of the text is missing. The codec of Proofpoint's version 3 sets *maybe_cut to whether the end
 * may be missing; other codecs do not change it. */
urlgrep_unwrap_status codec_decode(enum codec codec, urlgrep_span text, struct strbuf *out,
    bool *maybe_cut);

/* Undo each "%HH" of b->at[begin..len), once. */
void codec_undo_percent(struct strbuf *b, size_t begin);

/* Append to *out the URL that a decoded target means:
 *  - white space at its edges is dropped;
 *  - if its first characters are encoded once or twice more, so is all of it: decoded;
 *  - supplied (such as "https://", or NULL) is put before a target without a scheme,
 *    which must begin with a host;
 *  - two slashes are put after the scheme if one of them is lost, or encoded;
 *  - characters that are illegal in a URL are percent-encoded: control characters are never
 *    shown unescaped.
 * Adds URLGREP_UNWRAP_DOUBLE_ENCODED and _HEAD_REPAIRED to *notes. Changes *target. Returns TARGET;
 * MALFORMED if there is no scheme, or one that is never wrapped; REFUSED for a scheme that runs a
 * program or shows a local file; INVALID, with *out set, for a host with illegal
 * characters. */
urlgrep_unwrap_status mend_target(struct strbuf *target, const char *supplied,
    struct strbuf *out, unsigned *notes);

/* Return true if a repaired URL has a host with a dot, or an IP address in brackets. */
bool mend_has_whole_host(const char *url, size_t len);

#endif
