/* codec.c - how the services encode the URLs that they wrap */
#include "unwrap/codec.h"

#include <string.h>

#include "unwrap/proofpoint.h"
#include "util/ascii.h"

/* ---- percent-encoding --- */

void
codec_append_percent(struct strbuf *out, const char *text, size_t len)
{
	size_t i = 0, plain;

	while (i < len) {
		const char *percent = memchr(text + i, '%', len - i);

		plain = percent ? (size_t)(percent - text) - i : len - i;
		strbuf_append(out, text + i, plain);
		i += plain;
		if (i == len)
			return;
		if (ascii_is_escape(text + i, len - i)) {
			char byte = (char)(ascii_hex_value(text[i + 1]) << 4 |
			    ascii_hex_value(text[i + 2]));

			strbuf_append(out, &byte, 1);
			i += 3;
		} else {
			strbuf_append(out, text + i++, 1);
		}
	}
}

/* Return true if the text begins "scheme:/". */
static bool
has_raw_head(urlgrep_span text)
{
	size_t i = 0;

	while (i < text.len && ascii_is(text.text[i], ASCII_SCHEME))
		i++;
	return i > 0 && text.len - i >= 2 && memcmp(text.text + i, ":/", 2) == 0;
}

/* ---- base64 --- */

static int
base64_value(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26 :
	    c >= '0' && c <= '9' ? c - '0' + 52 : c == '+' || c == '-' ? 62 :
	    c == '/' || c == '_' ? 63 : -1;
}

bool
codec_append_base64(struct strbuf *out, const char *text, size_t len)
{
	unsigned bits = 0, count = 0;
	size_t i;

	for (i = 0; i < 2 && len % 4 == 0 && len > 0 && text[len - 1 - i] == '='; i++)
		;
	len -= i;
	if (len % 4 == 1)
		return false;
	for (i = 0; i < len; i++) {
		int value = base64_value(text[i]);
		char byte;

		if (value < 0)
			return false;
		bits = bits << 6 | (unsigned)value;
		count += 6;
		if (count < 8)
			continue;
		count -= 8;
		byte = (char)(bits >> count & 0xFF);
		strbuf_append(out, &byte, 1);
	}
	return true;
}

/* Append what percent-encoded base64 stands for, after skipping `prefix`. */
static enum codec_answer
decode_base64(urlgrep_span text, const char *prefix, struct strbuf *out)
{
	struct strbuf plain = { .memory = out->memory };
	size_t skipped = strlen(prefix);
	bool is_good;

	strbuf_reserve(&plain, 1); /* it may stay empty */
	codec_append_percent(&plain, text.text, text.len);
	is_good = !plain.failed && plain.len >= skipped && memcmp(plain.at, prefix, skipped) == 0 &&
	    codec_append_base64(out, plain.at + skipped, plain.len - skipped);
	out->failed |= plain.failed;
	strbuf_free(&plain);
	return is_good ? CODEC_OK : CODEC_MALFORMED;
}

/* ---- all of them --- */

enum codec_answer
codec_decode(enum codec codec, urlgrep_span text, struct strbuf *out, bool *maybe_cut)
{
	enum codec_answer answer = CODEC_OK;

	switch (codec) {
	case CODEC_PCT:
		codec_append_percent(out, text.text, text.len);
		break;
	case CODEC_HEAD:
		if (!has_raw_head(text)) {
			codec_append_percent(out, text.text, text.len);
			break;
		} /* fall through */
	case CODEC_RAW:
		strbuf_append(out, text.text, text.len);
		break;
	case CODEC_B64:
		answer = decode_base64(text, "", out);
		break;
	case CODEC_BING:
		answer = decode_base64(text, "a1", out);
		break;
	case CODEC_PP1:
		proofpoint_decode_v1(text, out);
		break;
	case CODEC_PP2:
		answer = proofpoint_decode_v2(text, out);
		break;
	case CODEC_PP3:
		answer = proofpoint_decode_v3(text, out, maybe_cut);
		break;
	}
	return out->failed ? CODEC_NOMEM : answer;
}
