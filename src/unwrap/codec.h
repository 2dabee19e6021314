/* codec.h - how the services encode the URLs that they wrap */
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
	CODEC_PP3   /* version 3: see proofpoint.h */
};

enum codec_answer {
	CODEC_OK,
	CODEC_MALFORMED,
	CODEC_CUT, /* the end of the text is missing */
	CODEC_NOMEM
};

/* Append the decoded text to *out. What the codec itself knows about the end of the text
 * goes to *maybe_cut, which is left alone by other codecs. */
enum codec_answer codec_decode(enum codec codec, urlgrep_span text, struct strbuf *out,
    bool *maybe_cut);

/* Append the bytes that base64 or base64url, padded or not, stands for. Returns false if
 * text[0..len) is neither. */
bool codec_append_base64(struct strbuf *out, const char *text, size_t len);

/* Append text[0..len) with each "%HH" undone once. */
void codec_append_percent(struct strbuf *out, const char *text, size_t len);

#endif
