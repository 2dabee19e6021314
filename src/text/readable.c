/* readable.c - write a URL for readers: percent-encoded letters are decoded (minimal escaping, UTS
 * #58), except those that mislead */
#include "text/scanner.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum {
	MAX_CHARACTER = 4, /* bytes in UTF-8 */
	MAX_OPEN = 64,     /* nested brackets */
	MAX_SCANS = 32     /* after that, the URL is left unchanged */
};

/* A character of a URL, percent-encoded or not. */
struct character {
	uint32_t code;
	char bytes[MAX_CHARACTER];
	size_t len;        /* of bytes */
	size_t source_len; /* the length in the URL */
	bool is_encoded;
};

/* The state of the output. */
struct readable_state {
	unsigned role; /* of the last character, from readable.pcre; 0 if it is encoded */
	size_t at;               /* the offset of the last character in the output */
	uint32_t open[MAX_OPEN]; /* open brackets of this path segment, key or value */
	unsigned open_count;
};

/* ---- reading --- */

/* Read a character of UTF-8, percent-encoded or not. Return false if text[0..len) begins with
 * none. */
static bool
read_character(const char *text, size_t len, struct character *c)
{
	size_t i;

	*c = (struct character){ .len = 0 };
	for (i = 0; i < MAX_CHARACTER &&
	    ascii_read_escape(text + 3 * i, len - 3 * i, '%', &c->bytes[i]); i++)
		;
	c->is_encoded = i > 0;
	if (!c->is_encoded) {
		c->len = c->source_len = utf8_decode(text, len, &c->code);
		memcpy(c->bytes, text, c->len);
		return c->len > 0;
	}
	c->len = utf8_decode(c->bytes, i, &c->code);
	c->source_len = 3 * c->len;
	return c->len > 0;
}

/* Return true if a percent-encoded character of US-ASCII may be decoded: if it is unreserved (RFC
 * 3986, 6.2.2.2), except the dot, which may be part of ".."; if it is a quotation mark; or if it is
 * a "%" that forms neither a new escape with text[0..len), which follows it, nor a template ("%s",
 * "%{name}"), which is no URL. */
static bool
may_decode_ascii(const struct character *c, const char *text, size_t len)
{
	struct character next;

	if (c->code == '%')
		return len == 0 || !read_character(text, len, &next) ||
		    !(ascii_is_alphanumeric(next.bytes[0]) || ascii_is_one_of(next.bytes[0], "%@{(") ||
			(ascii_is_one_of(next.bytes[0], ".-") && len > 1 && ascii_is(text[1], ASCII_DIGIT)));
	return ascii_is_alphanumeric(c->bytes[0]) || c->code == '-' ||
	    c->code == '_' || c->code == '~' || c->code == '"';
}

/* ---- writing --- */

static void
append_encoded(struct strbuf *out, const char *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		strbuf_append_escaped(out, bytes[i]);
}

/* Percent-encode the character at out[at]. */
static void
encode_at(struct strbuf *out, size_t at)
{
	struct character c;
	size_t rest;

	if (!read_character(out->at + at, out->len - at, &c) || c.is_encoded ||
	    !strbuf_reserve(out, 2 * c.len))
		return;
	rest = out->len - at - c.len;
	memmove(out->at + at + 3 * c.len, out->at + at + c.len, rest);
	out->len = at;
	append_encoded(out, c.bytes, c.len);
	out->len += rest;
}

/* Track an opening or closing bracket. Return false for a closing bracket without an opening one.
 * The code points of a pair differ by one or two. */
static bool
pair_bracket(struct readable_state *state, uint32_t code)
{
	if (state->role == READABLE_OPEN && state->open_count < MAX_OPEN)
		state->open[state->open_count++] = code;
	if (state->role != READABLE_CLOSE)
		return true;
	if (state->open_count == 0 || code + 2 - state->open[state->open_count - 1] > 4)
		return false;
	state->open_count--;
	return true;
}

/* Return true if a digit would complete an escape with a "%" before it: "%A" and "2". */
static bool
completes_escape(const struct strbuf *out, char digit)
{
	return ascii_is(digit, ASCII_HEX) && out->len > 1 &&
	    (out->at[out->len - 1] == '%' || out->at[out->len - 2] == '%');
}

/* Append the character at the beginning of text[0..len) in readable form. Return its length. */
static size_t
append_character(struct strbuf *out, struct rules *rules, struct readable_state *state,
    const char *text, size_t len)
{
	struct character c;
	struct rule_match match;

	state->at = out->len;
	state->role = 0;
	if (!read_character(text, len, &c)) {
		strbuf_append_byte(out, *text);
		return 1;
	}
	if (!ascii_is_alphanumeric(c.bytes[0]))
		state->role = rules_find(rules, RULES_READABLE, 0, c.bytes, c.len, 0, &match);
	if (c.is_encoded && (c.code < 0x80 ?
	    completes_escape(out, c.bytes[0]) ||
	    !may_decode_ascii(&c, text + c.source_len, len - c.source_len) :
	    state->role == READABLE_MISLEADING)) {
		strbuf_append(out, text, c.source_len);
		state->role = 0;
	} else if (state->role == READABLE_MISLEADING || !pair_bracket(state, c.code)) {
		append_encoded(out, c.bytes, c.len);
		state->role = 0;
	} else {
		strbuf_append(out, c.bytes, c.len);
	}
	return c.source_len;
}

/* Return true if a character of US-ASCII may be encoded without a change of meaning. */
static bool
may_encode(char c)
{
	return !ascii_is_one_of(c, "/?#[]@&=%") && !ascii_is_alphanumeric(c);
}

/* Append the URL, in readable form from its path on. Return the offset where that form begins. */
static size_t
append_readable(struct strbuf *out, struct rules *rules, const urlgrep_url *url, unsigned flags)
{
	const char *text = url->text.text, *end = text + url->text.len;
	urlgrep_span query = urlgrep_component_of(url, URLGREP_QUERY);
	urlgrep_span part = urlgrep_component_of(url, URLGREP_PATH);
	struct readable_state state = { 0 };
	const char *begin;

	if (part.text == NULL)
		part = query.text ? query : urlgrep_component_of(url, URLGREP_FRAGMENT);
	begin = part.text ? part.text : end;
	strbuf_append(out, text, (size_t)(begin - text));
	for (text = begin; text < end;) {
		if (query.text && text >= query.text ? *text == '&' || *text == '=' : *text == '/')
			state.open_count = 0;
		text += append_character(out, rules, &state, text, (size_t)(end - text));
	}
	if (!(flags & URLGREP_ENCLOSED) && state.role == READABLE_SOFT && !out->failed &&
	    may_encode(out->at[state.at]))
		encode_at(out, state.at);
	return (size_t)(begin - url->text.text);
}

/* ---- finding the URL again --- */

/* Return where the scanner finds the end of the URL, alone in a line; 0 if it finds no URL, or one
 * that the grammar does not accept: "%25s", decoded, is a template. */
static size_t
scan_end(urlgrep_scanner *s, struct strbuf *out)
{
	const urlgrep_finding *f;

	strbuf_append_byte(out, '\n');
	if (out->failed)
		return 0;
	out->len--;
	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, out->at, out->len + 1,
	    URLGREP_LAST | URLGREP_ALL | URLGREP_NOT_MAIL);
	f = urlgrep_next(s);
	return f && f->offset == 0 && f->url.text.len == f->length &&
	    urlgrep_accepts(s->grammar, f->url.verdict) ? f->url.text.len : 0;
}

/* Return the offset of the character to encode so that the URL continues at `end`: the next one
 * that may have been decoded, or else the last one. */
static size_t
character_to_encode(const struct strbuf *out, size_t end)
{
	size_t i;

	for (i = end; i < out->len; i++)
		if ((unsigned char)out->at[i] >= 0x80 || out->at[i] == '"')
			return i;
	return out->len - 1;
}

/* Encode the characters that the scanner does not take for a part of the URL. Return false if it
 * still does not find the whole URL, or would have to encode a character before `floor`. */
static bool
encode_ends(urlgrep_scanner *s, struct strbuf *out, size_t floor)
{
	size_t end, at;
	unsigned scans;

	for (scans = 0; scans < MAX_SCANS && (end = scan_end(s, out)) < out->len; scans++) {
		at = character_to_encode(out, end);
		if (end < floor || at < floor || !may_encode(out->at[at]))
			return false;
		encode_at(out, at);
	}
	return scans < MAX_SCANS && !out->failed;
}

urlgrep_status
urlgrep_readable(urlgrep_scanner *s, const urlgrep_url *url, unsigned flags, urlgrep_span *readable)
{
	size_t begin;
	bool is_whole;

	*readable = (urlgrep_span){ NULL, 0 };
	if (!verdict_has_parts(url->verdict))
		return URLGREP_REJECTED;
	if (s->reader == NULL && (s->reader = urlgrep_scanner_new(s->grammar)) == NULL)
		return URLGREP_NOMEM;
	strbuf_clear(&s->readable);
	begin = append_readable(&s->readable, s->reader->rules, url, flags);
	if (rules_failed(s->reader->rules) || s->readable.failed)
		return URLGREP_NOMEM;
	is_whole = flags & URLGREP_ENCLOSED || encode_ends(s->reader, &s->readable, begin);
	if (!is_whole && (s->readable.failed ||
	    urlgrep_scanner_status(s->reader) == URLGREP_NOMEM))
		return URLGREP_NOMEM;
	*readable = is_whole ? (urlgrep_span){ s->readable.at, s->readable.len } : url->text;
	return URLGREP_OK;
}
