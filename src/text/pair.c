/* pair.c - quotation marks and brackets that enclose a URL (rules I3, K2) */
#include "text/pair.h"

#include <string.h>

#include "text/run_reader.h"
#include "util/ascii.h"

enum { MAX_PAIR_BYTES = 2048 }; /* from a quotation mark or bracket to its partner */

static size_t
pair_limit(const struct run *r)
{
	return r->end - r->content > MAX_PAIR_BYTES ? r->content + MAX_PAIR_BYTES : r->end;
}

/* Return where the bracket opened before the URL closes, in [content, end]; SIZE_MAX if
 * it does not. */
static size_t
find_bracket_end(const struct run *r, char open, char close)
{
	const char *bytes = r->text->bytes;
	size_t limit = pair_limit(r), at;
	unsigned depth = 0;

	for (at = r->content; at < limit; at++) {
		if (bytes[at] == open)
			depth++;
		else if (bytes[at] == close && depth-- == 0)
			return at;
	}
	return SIZE_MAX;
}

/* Return where the quotation mark before the URL closes. A single one with a letter
 * after it is an apostrophe; two of them close two backquotes. */
static size_t
find_quote_end(const struct run *r, char mark)
{
	const struct scan_text *t = r->text;
	size_t limit = pair_limit(r), at = r->content;

	if (mark == '"') {
		const char *end = memchr(t->bytes + at, mark, limit - at);

		at = end ? (size_t)(end - t->bytes) : limit;
	}
	for (; at < limit; at++) {
		if (mark == '`' && t->bytes[at] == '\'' && at + 1 < r->end &&
		    t->bytes[at + 1] == '\'')
			return at;
		if (t->bytes[at] != mark)
			continue;
		if (mark != '\'' || at + 1 == t->len ||
		    (!ascii_is(t->bytes[at + 1], ASCII_ALPHA) &&
		    (unsigned char)t->bytes[at + 1] < 0x80))
			return at;
	}
	return at < t->len && t->bytes[at] == mark ? at : SIZE_MAX;
}

/* Return true if "[[text|" ends at the URL. */
static bool
follows_wiki_text(const struct run *r)
{
	const char *bytes = r->text->bytes;
	size_t at = r->begin - 1;

	while (at > 1 && r->begin - at < MAX_CONTEXT_BYTES && bytes[at - 1] != ']' &&
	    !ascii_is(bytes[at - 1], ASCII_BREAK)) {
		at--;
		if (bytes[at] == '[' && bytes[at - 1] == '[')
			return true;
	}
	return false;
}

/* Return true if a command of TeX whose argument may be between two marks of any kind ends before
 * the mark at which the URL begins: "\\verb+http://h/a+". */
static bool
follows_verbatim(const struct run *r)
{
	static const char *const commands[] = { "\\verb", "\\verb*", "\\url", "\\path",
		"\\lstinline" };
	const char *end = r->text->bytes + r->begin - 1;
	size_t i;

	if (strchr("+!|/@=", *end) == NULL)
		return false;
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		size_t n = strlen(commands[i]);

		if (r->begin > n && memcmp(end - n, commands[i], n) == 0)
			return true;
	}
	return false;
}

/* Return where text[0..2) stands before a blank, in [content, end), or SIZE_MAX. */
static size_t
find_marks(const struct run *r, char first, char second)
{
	const char text[2] = { first, second }, *begin = r->text->bytes + r->content;
	const char *end = memmem(begin, pair_limit(r) - r->content, text, 2);

	return end ? (size_t)(end - r->text->bytes) : SIZE_MAX;
}

/* Return where the macro of a wiki that opens directly before the URL closes, as in
 * "{color:red}http://h/a{color}" of Jira; SIZE_MAX if it does not. */
static size_t
find_macro_end(const struct run *r)
{
	enum { MAX_MACRO_BYTES = 32 };
	const char *bytes = r->text->bytes, *name, *end;
	size_t at = r->begin - 1, len = 0, limit = pair_limit(r);

	while (at > 0 && r->begin - at < MAX_MACRO_BYTES && bytes[at - 1] != '{' &&
	    !ascii_is(bytes[at - 1], ASCII_BREAK))
		at--;
	if (at == 0 || bytes[at - 1] != '{')
		return SIZE_MAX;
	name = bytes + at - 1;
	while (ascii_is(bytes[at + len], ASCII_ALPHA))
		len++;
	if (len == 0 || (bytes[at + len] != '}' && bytes[at + len] != ':'))
		return SIZE_MAX;
	end = memmem(bytes + r->content, limit - r->content, name, len + 1);
	return end && end + len + 1 < bytes + limit && end[len + 1] == '}' ?
	    (size_t)(end - bytes) : SIZE_MAX;
}

/* Return where the encoded word closes that begins with the URL, in a header field that was not
 * decoded: "=?utf-8?Q?http://h/a?=" (RFC 2047); SIZE_MAX if there is none. */
static size_t
find_encoded_word_end(const struct run *r)
{
	const char *front = r->text->bytes + r->begin, *content = r->text->bytes + r->content;
	const char *end;

	if (r->begin < 6 || front[-3] != '?' || ascii_lower(front[-2]) != 'q')
		return SIZE_MAX;
	end = memmem(content, pair_limit(r) - r->content, "?=", 2);
	return end ? r->content + (size_t)(end - content) : SIZE_MAX;
}

size_t
pair_find_end(const struct run *r)
{
	char before = run_byte_before(r), second = r->begin > 1 ? r->text->bytes[r->begin - 2] : '\n';
	const char *bar;
	size_t end;

	if (r->is_continuation)
		return SIZE_MAX;
	if (before == '"' || before == '\'' || before == '`')
		return find_quote_end(r, before);
	if (before == '+' && (second == '+' || second == '`')) /* AsciiDoc */
		return find_marks(r, before, second);
	if (r->begin > 4 && follows_verbatim(r)) {
		bar = memchr(r->text->bytes + r->content, before, pair_limit(r) - r->content);
		return bar ? (size_t)(bar - r->text->bytes) : SIZE_MAX;
	}
	if (before == '}')
		return find_macro_end(r);
	if (before == '?')
		return find_encoded_word_end(r);
	if (before == '(' && second == ']')
		return find_bracket_end(r, '(', ')');
	if ((before == '[' && second == '[') || (before == '|' && follows_wiki_text(r))) {
		end = find_bracket_end(r, '[', ']');
		if (end >= r->end || r->text->bytes[end + 1] != ']')
			return SIZE_MAX;
		bar = memchr(r->text->bytes + r->content, '|', end - r->content);
		return bar ? (size_t)(bar - r->text->bytes) : end; /* "[[URL|text]]" */
	}
	return SIZE_MAX;
}
