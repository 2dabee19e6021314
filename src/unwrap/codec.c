/* codec.c - how the services encode the URLs that they wrap, and how what they yield is mended */
#include "unwrap/codec.h"

#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

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

/* Append the bytes that base64 or base64url, padded or not, stands for. Returns false if
 * text[0..len) is neither. */
static bool
append_base64(struct strbuf *out, const char *text, size_t len)
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
static urlgrep_unwrap_status
decode_base64(urlgrep_span text, const char *prefix, struct strbuf *out)
{
	struct strbuf plain = { .memory = out->memory };
	size_t skipped = strlen(prefix);
	bool is_good;

	strbuf_reserve(&plain, 1); /* it may stay empty */
	codec_append_percent(&plain, text.text, text.len);
	is_good = !plain.failed && plain.len >= skipped && memcmp(plain.at, prefix, skipped) == 0 &&
	    append_base64(out, plain.at + skipped, plain.len - skipped);
	out->failed |= plain.failed;
	strbuf_free(&plain);
	return is_good ? URLGREP_UNWRAP_TARGET : URLGREP_UNWRAP_MALFORMED;
}

/* ---- Proofpoint URL Defense, versions 1 and 2 --- */

/* Append text[0..len) with "&amp;" undone. Other entities are not: "&copy=2" is a
 * parameter. */
static void
append_unescaped(struct strbuf *out, const char *text, size_t len)
{
	const char *end = text + len, *found;

	while ((found = memmem(text, (size_t)(end - text), "&amp;", 5)) != NULL) {
		strbuf_append(out, text, (size_t)(found - text) + 1);
		text = found + 5;
	}
	strbuf_append(out, text, (size_t)(end - text));
}

/* Append the URL of a version 1 link's parameter u: percent-encoded, and then HTML text,
 * of which only "&amp;" is undone. */
static void
append_proofpoint_v1(urlgrep_span text, struct strbuf *out)
{
	struct strbuf plain = { .memory = out->memory };

	if (strbuf_reserve(&plain, text.len + 1)) {
		codec_append_percent(&plain, text.text, text.len);
		append_unescaped(out, plain.at, plain.len);
	}
	out->failed |= plain.failed;
	strbuf_free(&plain);
}

/* Append the URL of a version 2 link's parameter u: "-" stands for "%" and "_" for "/"
 * in what is otherwise as in version 1. */
static urlgrep_unwrap_status
append_proofpoint_v2(urlgrep_span text, struct strbuf *out)
{
	struct strbuf translated = { .memory = out->memory };
	bool is_good = true;
	size_t i;

	strbuf_reserve(&translated, text.len + 1);
	strbuf_append(&translated, text.text, text.len);
	for (i = 0; i < translated.len; i++) {
		char *c = translated.at + i;

		if (*c == '_')
			*c = '/';
		if (*c != '-')
			continue;
		*c = '%';
		is_good = is_good && ascii_is_escape(c, translated.len - i);
	}
	if (!translated.failed)
		append_proofpoint_v1((urlgrep_span){ translated.at, translated.len }, out);
	out->failed |= translated.failed;
	strbuf_free(&translated);
	return is_good ? URLGREP_UNWRAP_TARGET : URLGREP_UNWRAP_MALFORMED;
}

/* ---- version 3 --- */

/* A version 3 link, taken apart. */
struct proofpoint_pieces {
	struct strbuf template; /* with "*" and "**X" */
	struct strbuf bytes;    /* that they stand for */
};

/* Return the length of the run that a letter after "**" stands for; 0 if none. */
static size_t
run_length(char letter)
{
	return letter >= 'A' && letter <= 'Z' ? (size_t)(letter - 'A') + 2 :
	    letter >= 'a' && letter <= 'z' ? (size_t)(letter - 'a') + 28 :
	    letter >= '0' && letter <= '9' ? (size_t)(letter - '0') + 54 :
	    letter == '-' ? 64 : letter == '_' ? 65 : 0;
}

/* Read the token at the beginning of text[0..len), a "*". Returns the number of bytes
 * that it stands for, 0 if it is malformed, and sets its length. */
static size_t
read_token(const char *text, size_t len, size_t *token)
{
	*token = len >= 2 && text[1] == '*' ? 3 : 1;
	return *token == 1 ? 1 : len >= 3 ? run_length(text[2]) : 0;
}

/* Set *count to the sum of all tokens. Returns false if one is malformed. */
static bool
count_replaced(const struct strbuf *template, size_t *count)
{
	size_t at, token, run;

	*count = 0;
	for (at = 0; at < template->len; at += token) {
		token = 1;
		if (template->at[at] != '*')
			continue;
		run = read_token(template->at + at, template->len - at, &token);
		if (run == 0)
			return false;
		*count += run;
	}
	return true;
}

/* Return the length of the character at bytes[at], or 1 if there is none. */
static size_t
character_length(const struct strbuf *bytes, size_t at)
{
	uint32_t code;
	size_t len = utf8_decode(bytes->at + at, bytes->len - at, &code);

	return len ? len : 1;
}

static size_t
count_characters(const struct strbuf *bytes)
{
	size_t at, count = 0;

	for (at = 0; at < bytes->len; at += character_length(bytes, at))
		count++;
	return count;
}

/* Append the template with its tokens replaced; they count bytes, or characters. */
static void
append_replaced(struct strbuf *out, const struct proofpoint_pieces *p, bool count_bytes)
{
	size_t at, token, run, used = 0;

	for (at = 0; at < p->template.len; at += token) {
		token = 1;
		if (p->template.at[at] != '*') {
			strbuf_append(out, p->template.at + at, 1);
			continue;
		}
		run = read_token(p->template.at + at, p->template.len - at, &token);
		while (run-- > 0) {
			size_t len = count_bytes ? 1 : character_length(&p->bytes, used);

			strbuf_append(out, p->bytes.at + used, len);
			used += len;
		}
	}
}

/* Replace the tokens. Their lengths count bytes: a run of 65 may end inside a character.
 * Older encoders counted characters; both agree unless characters beyond US-ASCII are
 * replaced. */
static urlgrep_unwrap_status
replace(const struct proofpoint_pieces *p, struct strbuf *out, bool maybe_cut)
{
	size_t wanted;

	if (!count_replaced(&p->template, &wanted))
		return URLGREP_UNWRAP_MALFORMED;
	if (wanted == p->bytes.len)
		append_replaced(out, p, true);
	else if (wanted == count_characters(&p->bytes))
		append_replaced(out, p, false);
	else
		return maybe_cut && wanted > p->bytes.len ? URLGREP_UNWRAP_CUT :
		    URLGREP_UNWRAP_MALFORMED;
	return URLGREP_UNWRAP_TARGET;
}

/* Append the URL of a version 3 link, of which text is what follows "/v3/__":
 *
 *	https://h.example/a*b**Bc__;IyMjIw!!ORGANIZATION!ID$
 *
 * A "*" stands for one byte of the base64url text after "__;", and "**" with a letter
 * for a run of 2 ("A") to 65 ("_") bytes. *maybe_cut: nothing follows the base64url. */
static urlgrep_unwrap_status
append_proofpoint_v3(urlgrep_span text, struct strbuf *out, bool *maybe_cut)
{
	struct proofpoint_pieces p = { { .memory = out->memory }, { .memory = out->memory } };
	const char *end = memmem(text.text, text.len, "__;", 3), *encoded, *mark;
	size_t left;
	urlgrep_unwrap_status status;

	if (end == NULL)
		return URLGREP_UNWRAP_CUT;
	encoded = end + 3;
	left = text.len - (size_t)(encoded - text.text);
	mark = memchr(encoded, '!', left);
	*maybe_cut = mark == NULL;
	strbuf_reserve(&p.template, 1);
	strbuf_reserve(&p.bytes, 1);
	codec_append_percent(&p.template, text.text, (size_t)(end - text.text));
	if (!append_base64(&p.bytes, encoded, mark ? (size_t)(mark - encoded) : left))
		status = *maybe_cut ? URLGREP_UNWRAP_CUT : URLGREP_UNWRAP_MALFORMED;
	else
		status = replace(&p, out, *maybe_cut);
	out->failed |= p.template.failed || p.bytes.failed;
	strbuf_free(&p.template);
	strbuf_free(&p.bytes);
	return status;
}

/* ---- all of them --- */

urlgrep_unwrap_status
codec_decode(enum codec codec, urlgrep_span text, struct strbuf *out, bool *maybe_cut)
{
	urlgrep_unwrap_status status = URLGREP_UNWRAP_TARGET;

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
		status = decode_base64(text, "", out);
		break;
	case CODEC_BING:
		status = decode_base64(text, "a1", out);
		break;
	case CODEC_PP1:
		append_proofpoint_v1(text, out);
		break;
	case CODEC_PP2:
		status = append_proofpoint_v2(text, out);
		break;
	case CODEC_PP3:
		status = append_proofpoint_v3(text, out, maybe_cut);
		break;
	}
	return status;
}

enum { MAX_MORE_DECODINGS = 2 };

/* ---- mending: the scheme --- */

static size_t
scheme_length(const struct strbuf *target)
{
	size_t len = 0;

	while (len < target->len && ascii_is(target->at[len], ASCII_SCHEME))
		len++;
	return len > 0 && ascii_is(target->at[0], ASCII_ALPHA) ? len : 0;
}

static urlgrep_unwrap_status
judge_scheme(const struct strbuf *target, size_t len)
{
	if (len == target->len || target->at[len] != ':')
		return URLGREP_UNWRAP_MALFORMED;
	if (word_list_has("javascript vbscript data file view-source jar blob about",
		target->at, len))
		return URLGREP_UNWRAP_REFUSED;
	return word_list_has("http https ftp mailto", target->at, len) ?
	    URLGREP_UNWRAP_TARGET : URLGREP_UNWRAP_MALFORMED;
}

/* ---- what is encoded more than once --- */

/* Return the length of "%HH", "%25HH", "%2525HH"... at the beginning of text[0..len). */
static size_t
encoded_length(const char *text, size_t len, char high, char low)
{
	size_t at = 1;

	if (len == 0 || text[0] != '%')
		return 0;
	while (len - at >= 2 && memcmp(text + at, "25", 2) == 0)
		at += 2;
	return len - at >= 2 && text[at] == high && ascii_lower(text[at + 1]) == low ?
	    at + 2 : 0;
}

/* Return true if the target begins with a scheme and an encoded colon, or a colon and two
 * encoded slashes. */
static bool
has_encoded_head(const struct strbuf *target)
{
	size_t at = scheme_length(target), first;

	if (at == 0)
		return false;
	if (encoded_length(target->at + at, target->len - at, '3', 'a'))
		return true;
	if (at == target->len || target->at[at++] != ':')
		return false;
	first = encoded_length(target->at + at, target->len - at, '2', 'f');
	return first && encoded_length(target->at + at + first, target->len - at - first,
	    '2', 'f');
}

static void
decode_again(struct strbuf *target)
{
	struct strbuf once = *target;

	*target = (struct strbuf){ .memory = once.memory };
	strbuf_reserve(target, 1);
	codec_append_percent(target, once.at, once.len);
	target->failed |= once.failed;
	strbuf_free(&once);
}

static void
trim(struct strbuf *target)
{
	size_t skipped = 0;

	while (target->len && ascii_is_space(target->at[target->len - 1]))
		target->len--;
	while (skipped < target->len && ascii_is_space(target->at[skipped]))
		skipped++;
	target->len -= skipped;
	if (skipped)
		memmove(target->at, target->at + skipped, target->len);
}

/* ---- the rest --- */

/* Return true if the target begins with a host that has a dot. */
static bool
begins_with_host(const struct strbuf *target)
{
	size_t i;

	for (i = 0; i < target->len && !memchr("/?#", target->at[i], 3); i++)
		if (target->at[i] == '.' && i > 0)
			return true;
	return false;
}

/* Return the length of a slash at the beginning of text[0..len): 1, or 3 if it is
 * encoded; 0 if there is none. */
static size_t
slash_length(const char *text, size_t len)
{
	if (len > 0 && text[0] == '/')
		return 1;
	return len >= 3 && memcmp(text, "%2", 2) == 0 && ascii_lower(text[2]) == 'f' ? 3 : 0;
}

/* Return how much of the text after "scheme:" are its two slashes, of which one may be
 * lost or encoded; 0 if there are none. */
static size_t
slashes_length(const char *text, size_t len)
{
	size_t first = slash_length(text, len);
	size_t second = slash_length(text + first, len - first);

	if (first == 3 && second != 1)
		return 0;
	return first ? first + second : 0;
}

static bool
is_allowed(char c)
{
	return (unsigned char)c > ' ' && (unsigned char)c < 0x7F &&
	    !memchr("\"<>\\^`{|}[]", c, 11);
}

/* Append host and what is before and after it, up to the path, and return its end.
 * *is_wrong: it has characters that no host has. */
static size_t
append_authority(struct strbuf *out, const struct strbuf *target, size_t at,
    bool *is_wrong)
{
	for (; at < target->len && !memchr("/?#", target->at[at], 3); at++) {
		char c = target->at[at];

		if (is_allowed(c) || c == '[' || c == ']') {
			strbuf_append(out, &c, 1);
		} else {
			strbuf_append_escaped(out, c);
			*is_wrong = *is_wrong || (unsigned char)c < 0x80;
		}
	}
	return at;
}

static void
append_path(struct strbuf *out, const struct strbuf *target, size_t at)
{
	bool in_fragment = false;

	for (; at < target->len; at++) {
		char c = target->at[at];
		bool is_plain = is_allowed(c);

		if (c == '%')
			is_plain = ascii_is_escape(target->at + at, target->len - at);
		if (c == '#') {
			is_plain = !in_fragment;
			in_fragment = true;
		}
		if (is_plain)
			strbuf_append(out, &c, 1);
		else
			strbuf_append_escaped(out, c);
	}
}

/* Append a target that begins with a scheme of this length and a colon. */
static urlgrep_unwrap_status
append_mended(struct strbuf *out, const struct strbuf *target, size_t scheme,
    unsigned *notes)
{
	size_t at = scheme + 1, slashes;
	bool is_wrong = false;

	strbuf_append(out, target->at, at);
	if (!ascii_is_word(target->at, scheme, "mailto")) {
		slashes = slashes_length(target->at + at, target->len - at);
		if (slashes > 0)
			strbuf_append_string(out, "//");
		if (slashes > 0 && (slashes != 2 || target->at[at + 1] != '/'))
			*notes |= URLGREP_UNWRAP_HEAD_REPAIRED;
		at += slashes;
		at = slashes ? append_authority(out, target, at, &is_wrong) : at;
	}
	append_path(out, target, at);
	return is_wrong ? URLGREP_UNWRAP_INVALID : URLGREP_UNWRAP_TARGET;
}

urlgrep_unwrap_status
mend_target(struct strbuf *target, const char *supplied, struct strbuf *out,
    unsigned *notes)
{
	urlgrep_unwrap_status status;
	unsigned i;

	trim(target);
	for (i = 0; i < MAX_MORE_DECODINGS && has_encoded_head(target); i++) {
		decode_again(target);
		trim(target);
		*notes |= URLGREP_UNWRAP_DOUBLE_ENCODED;
	}
	status = judge_scheme(target, scheme_length(target));
	if (status == URLGREP_UNWRAP_MALFORMED && supplied && begins_with_host(target)) {
		struct strbuf rest = *target;

		*target = (struct strbuf){ .memory = rest.memory };
		strbuf_append_string(target, supplied);
		strbuf_append(target, rest.at, rest.len);
		target->failed |= rest.failed;
		strbuf_free(&rest);
		status = URLGREP_UNWRAP_TARGET;
	}
	return status == URLGREP_UNWRAP_TARGET && !target->failed ?
	    append_mended(out, target, scheme_length(target), notes) : status;
}

bool
mend_has_whole_host(const char *url, size_t len)
{
	const char *at = memchr(url, ':', len);
	size_t left;

	if (at == NULL)
		return false;
	at++;
	left = len - (size_t)(at - url);
	if (left >= 2 && memcmp(at, "//", 2) == 0) {
		at += 2;
		left -= 2;
	}
	for (; left > 0 && !memchr("/?#", *at, 3); at++, left--)
		if (*at == '[' || (*at == '.' && left > 1 &&
		    ascii_is(at[1], ASCII_ALPHA | ASCII_DIGIT)))
			return true;
	return false;
}
