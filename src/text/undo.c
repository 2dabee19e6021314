/* undo.c - what a text writes in place of characters of a URL, such as escape sequences of JSON,
 * roff, TeX and XML, is undone: escapes.pcre lists the sequences */
#include "text/undo.h"

#include <string.h>

#include "util/character.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* The character for which a sequence stands; "": none. Of rules that are not listed it is the last
 * one of the sequence. */
static const char *const characters[] = {
	[ESCAPES_TILDE] = "~", [ESCAPES_UNDERSCORE] = "_", [ESCAPES_CIRCUMFLEX] = "^",
	[ESCAPES_AT] = "@", [ESCAPES_NUMBER_SIGN] = "#", [ESCAPES_SOLIDUS] = "/",
	[ESCAPES_HYPHEN] = "-", [ESCAPES_NOTHING] = "", [ESCAPES_COLOR] = "",
	[ESCAPES_NOTHING_IN_ROFF] = "",
	[ESCAPES_END_IN_TEX] = NULL
};

/* ---- characters by their numbers --- */

/* Set *unit to the number of "\uXXXX" at text[0..len). Returns false if there is none. */
static bool
read_unit(const char *text, size_t len, uint32_t *unit)
{
	size_t i;

	*unit = 0;
	if (len < 6 || memcmp(text, "\\u", 2) != 0)
		return false;
	for (i = 2; i < 6; i++) {
		if (!ascii_is(text[i], ASCII_HEX))
			return false;
		*unit = *unit << 4 | ascii_hex_value(text[i]);
	}
	return true;
}

/* Read "\xXX" or "\ooo" at text[0..len). Returns the length; 0 if there is none. */
static size_t
read_byte(const char *text, size_t len, unsigned char *byte)
{
	if (len < 4 || text[0] != '\\')
		return 0;
	if (text[1] == 'x' && ascii_is(text[2], ASCII_HEX) && ascii_is(text[3], ASCII_HEX)) {
		*byte = (unsigned char)(ascii_hex_value(text[2]) << 4 | ascii_hex_value(text[3]));
		return 4;
	}
	if (text[1] < '0' || text[1] > '3' || (text[2] & ~7) != '0' || (text[3] & ~7) != '0')
		return 0;
	*byte = (unsigned char)((text[1] & 7) << 6 | (text[2] & 7) << 3 | (text[3] & 7));
	return 4;
}

/* Decode a character that a string literal contains as escaped bytes of UTF-8, such as "\xc3\xa9",
 * or as one escape below U+0100. Returns the length; 0 if there is none. */
static size_t
read_bytes(const char *text, size_t len, uint32_t *code)
{
	unsigned char bytes[4];
	size_t at = 0, count, n;

	for (count = 0; count < sizeof(bytes); at += n, count++) {
		n = read_byte(text + at, len - at, &bytes[count]);
		if (n == 0)
			break;
	}
	if (count == 0)
		return 0;
	n = utf8_decode((const char *)bytes, count, code);
	if (n == 0) {
		*code = bytes[0];
		n = 1;
	}
	return n * 4;
}

/* Decode "\uXXXX", or the two of a surrogate pair (RFC 8259, 7), or the bytes of a character. Two
 * backslashes occur in JSON within JSON. Returns the length; 0 if there is none. */
static size_t
read_character(const char *text, size_t len, uint32_t *code)
{
	uint32_t low;
	size_t n;

	if (len > 6 && text[1] == '\\' && text[2] == 'u') {
		n = read_character(text + 1, len - 1, code);
		return n ? n + 1 : 0;
	}
	n = read_bytes(text, len, code);
	if (n)
		return n;
	if (!read_unit(text, len, code))
		return 0;
	if (*code < 0xD800 || *code > 0xDFFF)
		return 6;
	if (*code > 0xDBFF || !read_unit(text + 6, len - 6, &low) || low < 0xDC00 || low > 0xDFFF)
		return 0;
	*code = 0x10000 + ((*code - 0xD800) << 10 | (low - 0xDC00));
	return 12;
}

/* Return the end of the part of a URL that is searched for its host, or for a drive: no host is as
 * long, and each of many sequences in a URL searches it. */
static size_t
end_of_head(size_t begin, size_t at)
{
	enum { MAX_HEAD_BYTES = 512 };

	return at - begin > MAX_HEAD_BYTES ? begin + MAX_HEAD_BYTES : at;
}

/* Return true if a path, query or fragment is in text[begin..at), or no host. */
static bool
has_path(const char *text, size_t begin, size_t at)
{
	size_t end = end_of_head(begin, at);
	const char *slashes = memmem(text + begin, end - begin, "//", 2);
	size_t i = slashes ? (size_t)(slashes - text) + 2 : end;

	while (i < end && text[i] != '/' && text[i] != '?' && text[i] != '#')
		i++;
	return slashes == NULL || i < at;
}

/* Return true if only the host is before the "/" that ends at text[at]. */
static bool
is_root(const char *text, size_t begin, size_t at)
{
	const char *slashes = memmem(text + begin, end_of_head(begin, at) - begin, "//", 2);
	const char *path = slashes ?
	    memchr(slashes + 2, '/', (size_t)(text + at - slashes) - 2) : NULL;

	return path == text + at - 1;
}

/* Return true if an escaped letter of that class at text[at] belongs to the URL, like an unescaped
 * one (rule I5): in a string that begins with the URL or in angle brackets, after a delimiter or
 * another such letter; a Latin letter also after an ASCII letter. */
static bool
goes_on_over_letter(const char *text, size_t begin, size_t at, enum character_class class)
{
	char before = text[at - 1];
	uint32_t code;

	if (begin > 0 && (text[begin - 1] == '"' || text[begin - 1] == '<'))
		return true;
	if (!character_is_letter(class))
		return false;
	if (at - begin > 6 && read_unit(text + at - 6, 6, &code))
		return character_is_letter(character_class_of(code)) ||
		    (code >= 0xDC00 && code <= 0xDFFF);
	if (before == '/')
		return !character_is_unspaced(class) || !is_root(text, begin, at);
	return memchr("=-_.,%&?#+:", before, 11) != NULL ||
	    (class == CHARACTER_LATIN && ascii_is(before, ASCII_ALPHA));
}

/* Decode the character of a string literal at text[at], of a URL that goes on with it. Returns false
 * if it does not. */
static bool
read_letter(const char *text, size_t begin, size_t at, size_t end, struct escape *e)
{
	uint32_t code;
	size_t len = read_character(text + at, end - at, &code);
	enum character_class class;

	if (len == 0)
		return false;
	e->length = len;
	if (code < 0x80) {
		*e->original = (char)code;
		return ascii_is((char)code, ASCII_RUN);
	}
	utf8_encode(code, e->original);
	class = character_class_of(code);
	return (e->is_json || text[at + 1] == '\\' || has_path(text, begin, at)) &&
	    class != CHARACTER_END && goes_on_over_letter(text, begin, at, class);
}

/* ---- all sequences --- */

/* Return true if the backslash at text[at] belongs to a path of Windows in a query,
 * "?f=c:\temp\a.log", and the URL is not in a string literal. */
static bool
is_in_windows_path(const char *text, size_t begin, size_t at)
{
	const char *drive = memmem(text + begin, end_of_head(begin, at + 1) - begin, ":\\", 2);

	return drive && drive > text + begin + 1 && ascii_is(drive[-1], ASCII_ALPHA) &&
	    !ascii_is(drive[-2], ASCII_ALPHA | ASCII_DIGIT) &&
	    !(begin > 0 && (text[begin - 1] == '"' || text[begin - 1] == '\''));
}

/* Return true if a bracket that is escaped, and at most a word, are before text[at]. */
static bool
follows_bracket(const char *text, size_t begin, size_t at)
{
	enum { MAX_WORD_BYTES = 64 };
	size_t word = at;

	while (word > begin && at - word <= MAX_WORD_BYTES &&
	    (ascii_is_alphanumeric(text[word - 1]) || ascii_is_one_of(text[word - 1], "_-.,%'=")))
		word--;
	return word > begin + 1 && text[word - 2] == '\\' && ascii_is_one_of(text[word - 1], "([");
}

/* Return the conditions of escapes.pcre that are true of a sequence at text[at]. */
static unsigned
find_conditions(const char *text, size_t begin, size_t at, size_t end, bool is_braced)
{
	const char *url = text + begin;
	size_t len = at - begin;

	return (is_braced ? ESCAPES_IF_TEX : 0) |
	    (has_path(text, begin, at) ? ESCAPES_IF_PATH : 0) |
	    (memchr(url, '?', len) ? ESCAPES_IF_QUERY : 0) |
	    (begin > 1 && memcmp(url - 2, "](", 2) == 0 ? ESCAPES_IF_TARGET : 0) |
	    (begin > 2 && memcmp(url - 3, "\\f", 2) == 0 ? ESCAPES_IF_MANUAL : 0) |
	    (undo_has_escaped_scheme(text, begin, end) ? ESCAPES_IF_VALUE : 0) |
	    (follows_bracket(text, begin, at) ? ESCAPES_IF_BRACKET : 0);
}

/* Set *e to the sequence at text[at], where the rule matches text[at..at+len). */
static void
set_escape(const char *text, size_t begin, size_t at, size_t end, unsigned rule, size_t len,
    struct escape *e)
{
	const char *character = rule < sizeof(characters) / sizeof(characters[0]) ?
	    characters[rule] : NULL;

	*e = (struct escape){ ESCAPE_UNDONE, len, "", rule == ESCAPES_SLASH || text[at + 1] == 'u' };
	switch (rule) {
	case ESCAPES_END: case ESCAPES_END_IN_TEX: case ESCAPES_COMMA_IN_HOST:
		*e = (struct escape){ .kind = ESCAPE_END };
		break;
	case ESCAPES_JSON_CHARACTER: case ESCAPES_BYTE:
		if (!read_letter(text, begin, at, end, e))
			*e = (struct escape){ ascii_is_one_of(text[at + 1], "\\ux0") ||
				memcmp(text + at + 1, "22", 2) == 0 ? ESCAPE_END : ESCAPE_NONE,
				1, "", false };
		break;
	case ESCAPES_LITERAL_IN_GROUP:
		*e->original = text[at + 2];
		break;
	default:
		if (character)
			*e->original = *character;
		else
			*e->original = text[at + len - 1];
	}
}

size_t
undo_read(struct rules *rules, const char *text, size_t begin, size_t at, size_t end, bool is_braced,
    struct escape *e)
{
	enum { MAX_RULE_BYTES = 384 }; /* that escapes.pcre looks at */
	size_t back, len = end - at > MAX_RULE_BYTES ? at + MAX_RULE_BYTES : end;
	unsigned conditions, rule = 0;
	struct rule_match m;

	*e = (struct escape){ ESCAPE_NONE, 1, "", false };
	for (back = 2; back > 0 && rule == 0; back--)
		if (at - begin >= back && (text[at - back] == '{' || text[at - back] == '$'))
			rule = rules_find(rules, RULES_ESCAPES, 0, text, len, at - back, &m);
	if (rule == 0 && !is_in_windows_path(text, begin, at)) {
		conditions = find_conditions(text, begin, at, end, is_braced);
		rule = rules_find(rules, RULES_ESCAPES, conditions, text, len, at, &m);
	}
	if (rule == 0)
		return at;
	set_escape(text, begin, m.begin, end, rule, m.end - m.begin, e);
	return m.begin;
}

struct fragment
undo_fragment(size_t at, const struct escape *e)
{
	struct fragment f = { .begin = at, .end = at + e->length };

	memcpy(f.original, e->original, sizeof(f.original));
	return f;
}

/* ---- references of XML and HTML --- */

size_t
undo_reference_length(const char *text, size_t len, uint32_t *code)
{
	enum { MAX_DIGITS = 6 };
	bool is_hex = len > 2 && (text[2] == 'x' || text[2] == 'X');
	size_t first = is_hex ? 3 : 2, at = first;

	if (len < 4 || memcmp(text, "&#", 2) != 0)
		return 0;
	*code = 0;
	for (; at < len && at - first < MAX_DIGITS &&
	    ascii_is(text[at], is_hex ? ASCII_HEX : ASCII_DIGIT); at++)
		*code = *code * (is_hex ? 16 : 10) + ascii_hex_value(text[at]);
	return at > first && at < len && text[at] == ';' ? at + 1 : 0;
}

size_t
undo_read_reference(const char *text, size_t len, char *character)
{
	uint32_t code;
	size_t n;

	*character = '&';
	if (len >= 5 && memcmp(text, "&amp;", 5) == 0)
		return len >= 9 && memcmp(text + 5, "amp;", 4) == 0 ? 9 : 5;
	n = undo_reference_length(text, len, &code);
	*character = n && code < 0x80 ? (char)code : ' ';
	return ascii_is(*character, ASCII_RUN) ? n : 0;
}

bool
undo_has_escaped_scheme(const char *text, size_t begin, size_t end)
{
	enum { MAX_NAME_BYTES = 16 };
	size_t limit = end - begin > MAX_NAME_BYTES ? begin + MAX_NAME_BYTES : end;

	while (begin < limit && ascii_is(text[begin], ASCII_SCHEME))
		begin++;
	return end - begin > 4 && memcmp(text + begin, "\\://", 4) == 0;
}

/* ---- a run --- */

/* Return the first soft hyphen or character without width in at..end, or end. */
static const char *
find_hidden(const char *at, const char *end)
{
	while (at < end && (((unsigned char)*at < 0x80 && *at != '\33') ||
	    run_hidden_length(at, (size_t)(end - at)) == 0))
		at++;
	return at;
}

/* Read the next sequence of the run from offset at on: a backslash, a hidden character or, in XML, an
 * ampersand. Returns where it begins; r->end if there is none. */
static size_t
next_escape(const struct run *r, size_t begin, size_t at, struct escape *e)
{
	const char *bytes = r->text->bytes, *from = bytes + at, *end = bytes + r->end, *found;
	const char *backslash = memchr(from, '\\', (size_t)(end - from)), *ampersand;

	found = backslash ? backslash : end;
	if (r->has_hidden)
		found = find_hidden(from, found);
	ampersand = r->is_xml ? memchr(from, '&', (size_t)(found - from)) : NULL;
	found = ampersand ? ampersand : found;
	if (found == end)
		return r->end;
	at = (size_t)(found - bytes);
	if (*found == '\\')
		return undo_read(r->rules, bytes, begin, at, r->end, r->is_braced, e);
	*e = (struct escape){ ESCAPE_UNDONE, 0, "", false };
	e->length = ampersand ? undo_read_reference(found, (size_t)(end - found), e->original) :
	    run_hidden_length(found, (size_t)(end - found));
	if (e->length == 0)
		*e = (struct escape){ ESCAPE_NONE, 1, "", false };
	return at;
}

bool
undo_has_reference(const struct run *r, size_t begin)
{
	const char *bytes = r->text->bytes, *at = bytes + begin, *end = bytes + r->end;
	char character;

	while ((at = memchr(at, '&', (size_t)(end - at))) != NULL) {
		if (undo_read_reference(at, (size_t)(end - at), &character))
			return true;
		at++;
	}
	return false;
}

void
undo_run(const struct run *r, struct candidate *c)
{
	size_t begin = c->begin, at = c->begin;
	unsigned count = 0, certain_count = 0;
	struct escape e;

	for (; (at = next_escape(r, c->begin, at, &e)) < r->end; at += e.length ? e.length : 1) {
		if (e.is_json)
			c->notes |= URLGREP_JSON_ESCAPED;
		if (e.kind != ESCAPE_UNDONE)
			continue;
		if (count + 3 > MAX_FRAGMENTS)
			return;
		if (at > begin)
			c->fragments[count++] = (struct fragment){ begin, at, false, "" };
		if (at == r->hidden_end)
			certain_count = count;
		begin = at + e.length;
		if (*e.original)
			c->fragments[count++] = undo_fragment(at, &e);
	}
	if (r->end > begin)
		c->fragments[count++] = (struct fragment){ begin, r->end, false, "" };
	c->fragment_count = count;
	c->certain_count = certain_count ? certain_count : count;
	c->is_escaped = true;
	c->other_end = 0;
}

