/* explain.c - says where a URL fails, why, and how to mend it */
#include <stdio.h>
#include <string.h>

#include "util/ascii.h"
#include "text/scanner.h"

enum { MENDED_LONGEST = 4096, MENDS = 64 };

/* The characters that RFC 1738 section 2.2 calls unsafe, and why (RULES 3.1). */
static const struct {
	const char *characters;
	const char *why;
} unsafe[] = {
	{ " ", "unsafe, white space may come and go (RFC 1738 section 2.2)" },
	{ "<>\"", "unsafe, it delimits URLs in text (RFC 1738 section 2.2)" },
	{ "~", "unsafe, RFC 1738 section 2.2 (allowed since RFC 2396)" },
	{ "{}|\\^[]`", "unsafe, gateways change it (RFC 1738 section 2.2)" },
};

static const char *
why_unsafe(const char *text, size_t len, size_t at)
{
	unsigned char c = (unsigned char)text[at];
	size_t i;

	if (c < 0x20 || c == 0x7F)
		return "a control character (RFC 1738 section 2.2)";
	if (c >= 0x80)
		return "not US-ASCII (RFC 1738 section 2.2)";
	if (c == '%' && !(len - at >= 3 && ascii_is(text[at + 1], ASCII_HEX) &&
	    ascii_is(text[at + 2], ASCII_HEX)))
		return "two hexadecimal digits must follow (RFC 1738 section 2.2)";
	if (c == '#' && memchr(text, '#', at))
		return "a fragment begins only once";
	for (i = 0; i < sizeof(unsafe) / sizeof(unsafe[0]); i++)
		if (strchr(unsafe[i].characters, c))
			return unsafe[i].why;
	return NULL;
}

/* The octets of the character at: those of UTF-8 together. */
static size_t
character_length(const char *text, size_t len, size_t at)
{
	unsigned char c = (unsigned char)text[at];
	size_t want = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
	size_t n = 1;

	while (n < want && at + n < len &&
	    ((unsigned char)text[at + n] & 0xC0) == 0x80)
		n++;
	return n == want ? n : 1;
}

/* 'x', or "octet HH" for what is not fit to be shown */
static void
put_character(struct strbuf *b, char c)
{
	char shown[16];

	if (c >= 0x20 && c < 0x7F)
		snprintf(shown, sizeof(shown), "'%c'", c);
	else
		snprintf(shown, sizeof(shown), "octet %02X", (unsigned char)c);
	strbuf_append_string(b, shown);
}

/* ip_schemepart -> ip-schemepart, URL_PATH -> url-path */
static void
put_rule(struct strbuf *b, urlgrep_span rule)
{
	size_t i;

	for (i = 0; i < rule.len; i++) {
		char c = rule.text[i] == '_' ? '-' : ascii_lower(rule.text[i]);

		strbuf_append(b, &c, 1);
	}
}

/* The rule's name goes into the message's buffer too: behind the message. */
static void
write_message(struct strbuf *b, const char *text, size_t len,
    const struct blame *blame, urlgrep_error *error, size_t *rule_at)
{
	const char *why = error->offset < len ?
	    why_unsafe(text, len, error->offset) : NULL;

	strbuf_clear(b);
	if (error->offset == len) {
		strbuf_append_string(b, len == 0 ? "empty" : "ends too early, in ");
	} else if (blame->why.text && why == NULL) {
		strbuf_append(b, blame->why.text, blame->why.len);
	} else {
		put_character(b, text[error->offset]);
		strbuf_append_string(b, " cannot stand in ");
	}
	if (error->offset == len ? len > 0 : blame->why.text == NULL || why)
		put_rule(b, blame->rule);
	if (error->offset == len && blame->why.text) {
		strbuf_append_string(b, ": ");
		strbuf_append(b, blame->why.text, blame->why.len);
	}
	if (why) {
		strbuf_append_string(b, ": ");
		strbuf_append_string(b, why);
	}
	*rule_at = b->len;
	put_rule(b, blame->rule);
}

/* What to encode for an error at offset: what stands there, or the "%" before it
 * of an escape that is none. */
static size_t
culprit(const char *text, size_t len, size_t offset)
{
	size_t back;

	for (back = 1; back <= 2 && back <= offset; back++)
		if (text[offset - back] == '%' &&
		    (offset == len || !ascii_is(text[offset], ASCII_HEX)))
			return offset - back;
	return offset;
}

/* A host is no place for escapes: what is meant there is an A-label (RFC 5890),
 * which needs tables that are not here. */
static bool
escaped_host(const urlgrep_url *url)
{
	urlgrep_span host = urlgrep_part_named(url, "host");

	return host.len && memchr(host.text, '%', host.len);
}

/* Encode what stands at the error, again and again, until the URL is valid or
 * that does not help. What is legal elsewhere ("/", "?") is encoded too: the
 * user decides whether it was meant so. */
static urlgrep_status
mend(struct urlgrep_scanner *s, const char *text, size_t len, size_t offset)
{
	struct strbuf *b = &s->suggestion;
	urlgrep_url url;
	size_t before = 0;
	unsigned i;

	strbuf_clear(b);
	if (len > MENDED_LONGEST)
		return URLGREP_INVALID;
	strbuf_append(b, text, len);
	for (i = 0; i < MENDS && !b->failed; i++) {
		char rest[MENDED_LONGEST * 3 + 1];
		size_t rest_len, n, k;
		urlgrep_status status;

		offset = culprit(b->at, b->len, offset);
		if (offset < before || offset >= b->len ||
		    b->len > MENDED_LONGEST * 2 ||
		    ascii_is(b->at[offset], ASCII_ALPHA | ASCII_DIGIT))
			return URLGREP_INVALID;
		n = character_length(b->at, b->len, offset);
		rest_len = b->len - offset;
		memcpy(rest, b->at + offset, rest_len);
		b->len = offset;
		for (k = 0; k < n; k++)
			strbuf_append_escaped(b, rest[k]);
		before = b->len;
		strbuf_append(b, rest + n, rest_len - n);
		if (b->failed)
			break;
		status = matcher_judge(s->matcher, b->at, b->len, &url);
		if (status == URLGREP_OK)
			return escaped_host(&url) ? URLGREP_INVALID : URLGREP_OK;
		if (status == URLGREP_INVALID)
			status = matcher_viable(s->matcher, b->at, b->len, &offset);
		if (status != URLGREP_OK)
			return status;
	}
	return b->failed ? URLGREP_NOMEM : URLGREP_INVALID;
}

/* A start symbol without a fragment stops at the "#". */
static urlgrep_status
forbid_fragment(struct urlgrep_scanner *s, const char *text, size_t len,
    urlgrep_error *error)
{
	const char *mark = memchr(text, '#', len);

	if (mark == NULL || (size_t)(mark - text) > error->offset)
		return URLGREP_INVALID;
	error->offset = (size_t)(mark - text);
	error->length = 1;
	error->prose = 1;
	strbuf_clear(&s->message);
	strbuf_append_string(&s->message,
	    "a fragment is no part of a URL (RFC 1738 section 2.2)url");
	error->message = (urlgrep_span){ s->message.at, s->message.len - 3 };
	error->rule = (urlgrep_span){ s->message.at + s->message.len - 3, 3 };
	return s->message.failed ? URLGREP_NOMEM : URLGREP_OK;
}

urlgrep_status
urlgrep_explain(urlgrep_scanner *s, const char *text, size_t len,
    unsigned flags, urlgrep_error *error)
{
	struct blame blame;
	urlgrep_url url;
	urlgrep_status status;
	size_t rule_at;

	memset(error, 0, sizeof(*error));
	status = urlgrep_judge(s, text, len, flags, &url);
	if (status != URLGREP_INVALID)
		return status == URLGREP_OK ? URLGREP_END : status;
	status = matcher_blame(s->matcher, text, len, &blame);
	if (status != URLGREP_OK)
		return status;
	error->offset = blame.offset;
	error->prose = blame.prose;
	if (flags & URLGREP_NO_FRAGMENT) {
		status = forbid_fragment(s, text, len, error);
		if (status != URLGREP_INVALID)
			return status;
	}
	if (error->offset < len)
		error->length = character_length(text, len, error->offset);
	write_message(&s->message, text, len, &blame, error, &rule_at);
	if (s->message.failed)
		return URLGREP_NOMEM;
	error->message = (urlgrep_span){ s->message.at, rule_at };
	error->rule = (urlgrep_span){ s->message.at + rule_at,
		s->message.len - rule_at };
	status = mend(s, text, len, error->offset);
	if (status == URLGREP_OK)
		error->suggestion =
		    (urlgrep_span){ s->suggestion.at, s->suggestion.len };
	return status == URLGREP_NOMEM ? status : URLGREP_OK;
}
