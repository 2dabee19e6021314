/* mend.c - make a URL of a decoded target */
#include "unwrap/mend.h"

#include <string.h>

#include "unwrap/codec.h"
#include "util/ascii.h"

enum { MAX_MORE_DECODINGS = 2 };

/* ---- the scheme --- */

static size_t
scheme_length(const struct strbuf *target)
{
	size_t len = 0;

	while (len < target->len && ascii_is(target->at[len], ASCII_SCHEME))
		len++;
	return len > 0 && ascii_is(target->at[0], ASCII_ALPHA) ? len : 0;
}

/* Return true if one of the words is text[0..len), in any case. */
static bool
is_one_of(const char *text, size_t len, const char *const *words, size_t count)
{
	while (count-- > 0)
		if (ascii_is_word(text, len, words[count]))
			return true;
	return false;
}

static enum mend_answer
judge_scheme(const struct strbuf *target, size_t len)
{
	static const char *const wrapped[] = { "http", "https", "ftp", "mailto" };
	static const char *const refused[] = { "javascript", "vbscript", "data", "file",
		"view-source", "jar", "blob", "about" };

	if (len == target->len || target->at[len] != ':')
		return MEND_NO_URL;
	if (is_one_of(target->at, len, refused, sizeof(refused) / sizeof(refused[0])))
		return MEND_REFUSED;
	return is_one_of(target->at, len, wrapped, sizeof(wrapped) / sizeof(wrapped[0])) ?
	    MEND_OK : MEND_NO_URL;
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
static enum mend_answer
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
	return out->failed ? MEND_NOMEM : is_wrong ? MEND_NO_HOST : MEND_OK;
}

enum mend_answer
mend_target(struct strbuf *target, const char *supplied, struct strbuf *out,
    unsigned *notes)
{
	enum mend_answer answer;
	unsigned i;

	trim(target);
	for (i = 0; i < MAX_MORE_DECODINGS && has_encoded_head(target); i++) {
		decode_again(target);
		trim(target);
		*notes |= URLGREP_UNWRAP_DOUBLE_ENCODED;
	}
	answer = judge_scheme(target, scheme_length(target));
	if (answer == MEND_NO_URL && supplied && begins_with_host(target)) {
		struct strbuf rest = *target;

		*target = (struct strbuf){ .memory = rest.memory };
		strbuf_append_string(target, supplied);
		strbuf_append(target, rest.at, rest.len);
		target->failed |= rest.failed;
		strbuf_free(&rest);
		answer = MEND_OK;
	}
	if (target->failed)
		return MEND_NOMEM;
	return answer == MEND_OK ?
	    append_mended(out, target, scheme_length(target), notes) : answer;
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
