/* codec.c - decode wrapped URLs, and repair the result
 *
 * Decoding never lengthens text, so most of it is done in place. */
#include "unwrap/unwrap.h"

#include <stdint.h>
#include <string.h>

#include "util/ascii.h"
#include "util/span.h"
#include "util/uri.h"
#include "util/utf8.h"

/* ---- percent-encoding --- */

void
codec_undo_percent(struct strbuf *b, size_t begin)
{
	size_t from, to = begin;

	for (from = begin; from < b->len; to++) {
		b->at[to] = b->at[from];
		from += ascii_read_escape(b->at + from, b->len - from, '%', &b->at[to]) ? 3 : 1;
	}
	b->len = to;
}

/* Return true if the text begins "scheme:/". */
static bool
has_raw_head(urlgrep_span text)
{
	size_t scheme = ascii_span(text.text, text.len, ASCII_SCHEME);

	return scheme > 0 && text_begins_with(text.text + scheme, text.len - scheme, ":/");
}

/* ---- base64 --- */

/* Decode b->at[begin..len) as base64 or base64url, padded or not. Return false if it is
 * neither. */
static bool
undo_base64(struct strbuf *b, size_t begin)
{
	size_t end = b->len, from, to = begin;
	unsigned bits = 0, count = 0;

	for (from = 0; from < 2 && (end - begin) % 4 == 0 && end > begin + from &&
	    b->at[end - 1 - from] == '='; from++)
		;
	end -= from;
	if ((end - begin) % 4 == 1)
		return false;
	for (from = begin; from < end; from++) {
		char c = b->at[from] == '-' ? '+' : b->at[from] == '_' ? '/' : b->at[from];
		unsigned value = ascii_base64[(unsigned char)c];

		if (value == 0)
			return false;
		bits = bits << 6 | (value & 63);
		count += 6;
		if (count < 8)
			continue;
		count -= 8;
		b->at[to++] = (char)(bits >> count & 0xFF);
	}
	b->len = to;
	return true;
}

/* Decode percent-encoded base64 after `prefix`, which must be at the beginning of b->at. */
static urlgrep_unwrap_status
undo_base64_after(struct strbuf *b, const char *prefix)
{
	size_t skipped = strlen(prefix);

	codec_undo_percent(b, 0);
	if (b->len < skipped || memcmp(b->at, prefix, skipped) != 0 || !undo_base64(b, skipped))
		return URLGREP_UNWRAP_MALFORMED;
	b->len -= skipped;
	memmove(b->at, b->at + skipped, b->len);
	return URLGREP_UNWRAP_TARGET;
}

/* ---- Proofpoint URL Defense, versions 1 and 2 --- */

/* Decode the parameter u of a version 1 link, which is percent-encoded HTML text. Of HTML, only
 * "&amp;" is decoded, since "&copy=2" is a parameter. */
static void
undo_proofpoint_v1(struct strbuf *b)
{
	size_t from, to = 0;

	codec_undo_percent(b, 0);
	for (from = 0; from < b->len; to++) {
		bool is_entity = b->len - from >= 5 && memcmp(b->at + from, "&amp;", 5) == 0;

		b->at[to] = b->at[from];
		from += is_entity ? 5 : 1;
	}
	b->len = to;
}

/* Decode the parameter u of a version 2 link: "-" stands for "%" and "_" for "/"; the rest is as in
 * version 1. */
static urlgrep_unwrap_status
undo_proofpoint_v2(struct strbuf *b)
{
	bool is_good = true;
	size_t i;

	for (i = 0; i < b->len; i++) {
		if (b->at[i] == '_')
			b->at[i] = '/';
		if (b->at[i] != '-')
			continue;
		b->at[i] = '%';
		is_good = is_good && ascii_is_escape(b->at + i, b->len - i);
	}
	undo_proofpoint_v1(b);
	return is_good ? URLGREP_UNWRAP_TARGET : URLGREP_UNWRAP_MALFORMED;
}

/* ---- version 3 --- */

/* Return the length of the run that a character after "**" encodes; 0 if it encodes none. */
static size_t
run_length(char letter)
{
	return letter >= 'A' && letter <= 'Z' ? (size_t)(letter - 'A') + 2 :
	    letter >= 'a' && letter <= 'z' ? (size_t)(letter - 'a') + 28 :
	    letter >= '0' && letter <= '9' ? (size_t)(letter - '0') + 54 :
	    letter == '-' ? 64 : letter == '_' ? 65 : 0;
}

/* Read the token at the beginning of text[0..len), which begins with "*". Set *token to its
 * length. Return the number of bytes that it encodes; 0 if it is malformed. */
static size_t
read_token(const char *text, size_t len, size_t *token)
{
	*token = len >= 2 && text[1] == '*' ? 3 : 1;
	return *token == 1 ? 1 : len >= 3 ? run_length(text[2]) : 0;
}

/* Append the template with its tokens replaced by bytes, or by whole characters. Return the number
 * of bytes needed, which may exceed bytes.len; SIZE_MAX if a token is malformed. */
static size_t
append_replaced(struct strbuf *out, urlgrep_span template, urlgrep_span bytes, bool by_characters)
{
	size_t at, token, run, n, used = 0;
	uint32_t code;

	for (at = 0; at < template.len; at += token) {
		token = 1;
		if (template.text[at] != '*') {
			strbuf_append_byte(out, template.text[at]);
			continue;
		}
		run = read_token(template.text + at, template.len - at, &token);
		if (run == 0)
			return SIZE_MAX;
		for (; run > 0; run--, used += n) {
			n = by_characters && used < bytes.len ?
			    utf8_decode(bytes.text + used, bytes.len - used, &code) : 1;
			n += n == 0;
			if (used < bytes.len)
				strbuf_append(out, bytes.text + used, n);
		}
	}
	return used;
}

/* Append the URL of a version 3 link. text follows "/v3/__" in the link:
 *
 *	https://h.example/a*b**Bc__;IyMjIw!!ORGANIZATION!ID$
 *
 * A "*" stands for one byte of the base64url text after "__;", and "**" with a character for a run
 * of 2 ("A") to 65 ("_") bytes, which may end inside a UTF-8 character. Older encoders counted
 * characters, which makes a difference only beyond US-ASCII. The end may be missing if nothing
 * follows the base64url. */
static urlgrep_unwrap_status
append_proofpoint_v3(struct strbuf *out, urlgrep_span text, unsigned *notes)
{
	const char *end = memmem(text.text, text.len, "__;", 3), *mark;
	struct strbuf b = { .memory = out->memory }; /* the template and, after it, the bytes */
	urlgrep_unwrap_status status = URLGREP_UNWRAP_MALFORMED;
	size_t template_len, wanted = SIZE_MAX;
	urlgrep_span template, bytes;

	if (end == NULL)
		return URLGREP_UNWRAP_CUT;
	strbuf_reserve(&b, 1);
	strbuf_append(&b, text.text, (size_t)(end - text.text));
	codec_undo_percent(&b, 0);
	template_len = b.len;
	text = (urlgrep_span){ end + 3, text.len - (size_t)(end + 3 - text.text) };
	mark = memchr(text.text, '!', text.len);
	if (mark == NULL)
		*notes |= URLGREP_UNWRAP_MAYBE_CUT;
	strbuf_append(&b, text.text, mark ? (size_t)(mark - text.text) : text.len);
	out->failed |= b.failed;
	if (b.failed || !undo_base64(&b, template_len)) {
		status = mark == NULL ? URLGREP_UNWRAP_CUT : URLGREP_UNWRAP_MALFORMED;
	} else {
		template = (urlgrep_span){ b.at, template_len };
		bytes = (urlgrep_span){ b.at + template_len, b.len - template_len };
		wanted = append_replaced(out, template, bytes, false);
		if (mark == NULL && wanted != SIZE_MAX && wanted > bytes.len)
			status = URLGREP_UNWRAP_CUT;
		if (wanted != bytes.len) {
			strbuf_clear(out);
			wanted = append_replaced(out, template, bytes, true);
		}
		if (wanted == bytes.len)
			status = URLGREP_UNWRAP_TARGET;
	}
	strbuf_free(&b);
	return status;
}

/* ---- all codecs --- */

urlgrep_unwrap_status
codec_decode(enum codec codec, urlgrep_span text, struct strbuf *out, unsigned *notes)
{
	if (codec == CODEC_PP3)
		return append_proofpoint_v3(out, text, notes);
	strbuf_append(out, text.text, text.len);
	switch (codec) {
	case CODEC_PCT:
		codec_undo_percent(out, 0);
		break;
	case CODEC_HEAD:
		if (!has_raw_head(text))
			codec_undo_percent(out, 0);
		break;
	case CODEC_B64:
		return undo_base64_after(out, "");
	case CODEC_BING:
		return undo_base64_after(out, "a1");
	case CODEC_PP1:
		undo_proofpoint_v1(out);
		break;
	case CODEC_PP2:
		return undo_proofpoint_v2(out);
	default:
		break;
	}
	return URLGREP_UNWRAP_TARGET;
}

/* ---- repairs: the scheme --- */

static urlgrep_unwrap_status
judge_scheme(const struct strbuf *target)
{
	size_t len = uri_scheme_length((urlgrep_span){ target->at, target->len });

	if (word_list_has("javascript vbscript data file view-source jar blob about",
		target->at, len))
		return URLGREP_UNWRAP_REFUSED;
	return word_list_has("http https ftp mailto", target->at, len) ?
	    URLGREP_UNWRAP_TARGET : URLGREP_UNWRAP_MALFORMED;
}

/* ---- repeated encoding --- */

/* Return true if the target begins with a scheme and an encoded colon, or a colon and two encoded
 * slashes. */
static bool
has_encoded_head(const struct strbuf *target)
{
	size_t at = ascii_span(target->at, target->len, ASCII_SCHEME), left = target->len - at;
	const char *text = target->at + at;

	return at > 0 && ascii_is(target->at[0], ASCII_ALPHA) &&
	    (ascii_begins_with(text, left, "%3a") || ascii_begins_with(text, left, "%253a") ||
	    ascii_begins_with(text, left, ":%2f%2f") || ascii_begins_with(text, left, ":%252f%252f"));
}

static void
trim(struct strbuf *target)
{
	urlgrep_span text = span_trim((urlgrep_span){ target->at, target->len });

	if (text.len > 0)
		memmove(target->at, text.text, text.len);
	target->len = text.len;
}

/* ---- authority, path and query --- */

/* Return true if the target begins with a host that has a dot. */
static bool
begins_with_host(const struct strbuf *target)
{
	size_t end = ascii_until(target->at, target->len, ASCII_AUTHORITY_END);

	return end > 1 && memchr(target->at + 1, '.', end - 1);
}

/* Return the length of a slash, encoded or not, at the beginning of text[0..len), or 0. */
static size_t
slash_length(const char *text, size_t len)
{
	return ascii_begins_with(text, len, "/") ? 1 : ascii_begins_with(text, len, "%2f") ? 3 : 0;
}

/* Append the target from `at` on, with illegal characters percent-encoded. Its authority ends at
 * `path`. Return true if the authority has characters that are illegal in hosts. */
static bool
append_encoded(struct strbuf *out, const struct strbuf *target, size_t at, size_t path)
{
	size_t fragment = ascii_find(target->at, target->len, '#');
	bool is_wrong = false;

	for (; at < target->len; at++) {
		char c = target->at[at];
		bool is_ascii = (unsigned char)c < 0x80;

		if (is_ascii && (loose_set_of(target->at, target->len, at, fragment) == 0 ||
		    (at < path && (c == '[' || c == ']')))) {
			strbuf_append_byte(out, c);
		} else {
			strbuf_append_escaped(out, c);
			is_wrong |= at < path && is_ascii;
		}
	}
	return is_wrong;
}

/* Append a target that begins with a scheme and a colon. */
static urlgrep_unwrap_status
append_repaired(struct strbuf *out, const struct strbuf *target, unsigned *notes)
{
	size_t scheme = ascii_find(target->at, target->len, ':');
	size_t at = scheme + 1, path = at, slashes;

	strbuf_append(out, target->at, at);
	if (!ascii_is_word(target->at, scheme, "mailto")) {
		slashes = slash_length(target->at + at, target->len - at);
		slashes += slash_length(target->at + at + slashes, target->len - at - slashes);
		if (slashes > 0) {
			strbuf_append_string(out, "//");
			if (slashes != 2) /* one is missing or encoded */
				*notes |= URLGREP_UNWRAP_HEAD_REPAIRED;
			at += slashes;
			path = at + ascii_until(target->at + at, target->len - at, ASCII_AUTHORITY_END);
		}
	}
	return append_encoded(out, target, at, path) ? URLGREP_UNWRAP_INVALID :
	    URLGREP_UNWRAP_TARGET;
}

urlgrep_unwrap_status
repair_target(struct strbuf *target, const char *supplied, struct strbuf *out, unsigned *notes)
{
	enum { MAX_MORE_DECODINGS = 2 };
	urlgrep_unwrap_status status;
	unsigned i;

	trim(target);
	for (i = 0; i < MAX_MORE_DECODINGS && has_encoded_head(target); i++) {
		codec_undo_percent(target, 0);
		trim(target);
		*notes |= URLGREP_UNWRAP_DOUBLE_ENCODED;
	}
	status = judge_scheme(target);
	if (status == URLGREP_UNWRAP_MALFORMED && supplied && begins_with_host(target)) {
		size_t len = target->len, n = strlen(supplied);

		strbuf_append_string(target, supplied); /* makes room for `supplied` */
		if (!target->failed) {
			memmove(target->at + n, target->at, len);
			memcpy(target->at, supplied, n);
		}
		status = URLGREP_UNWRAP_TARGET;
	}
	return status == URLGREP_UNWRAP_TARGET && !target->failed ?
	    append_repaired(out, target, notes) : status;
}
