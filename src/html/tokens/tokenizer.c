/* tokenizer.c - split HTML into text, tags and attributes (HTML standard, 13.2.5)
 *
 * The states of the standard are merged: it distinguishes them in order to report
 * parse errors, and the tokens are the same. */
#include "html/tokens/tokenizer.h"

#include <string.h>

#include "util/ascii/ascii.h"
#include "util/ascii/copy.h"

enum { ENDS_NAME = 1, ENDS_ATTRIBUTE_NAME = 2 };

static const unsigned char name_ends[256] = {
	['\t'] = ENDS_NAME | ENDS_ATTRIBUTE_NAME,
	['\n'] = ENDS_NAME | ENDS_ATTRIBUTE_NAME,
	['\f'] = ENDS_NAME | ENDS_ATTRIBUTE_NAME,
	['\r'] = ENDS_NAME | ENDS_ATTRIBUTE_NAME,
	[' '] = ENDS_NAME | ENDS_ATTRIBUTE_NAME,
	['/'] = ENDS_NAME | ENDS_ATTRIBUTE_NAME,
	['>'] = ENDS_NAME | ENDS_ATTRIBUTE_NAME,
	['='] = ENDS_ATTRIBUTE_NAME,
};

/* Return true if c ends the name of a tag. */
static inline bool
ends_name(char c)
{
	return (name_ends[(unsigned char)c] & ENDS_NAME) != 0;
}

void
tokenizer_init(struct tokenizer *t, const char *html, size_t len)
{
	bool has_mark = len >= 3 && memcmp(html, "\xEF\xBB\xBF", 3) == 0;

	*t = (struct tokenizer){ .html = html, .len = len, .at = has_mark ? 3 : 0 };
}

void
tokenizer_init_range(struct tokenizer *t, const char *html, struct html_range range)
{
	*t = (struct tokenizer){ .html = html, .len = range.end, .at = range.begin };
}

/* Return true if text is at html[at], in any case of its letters. */
static bool
is_at(const struct tokenizer *t, size_t at, const char *text, size_t len)
{
	return t->len - at >= len && ascii_equal(t->html + at, text, len);
}

/* ---- comments --- */

/* Return the offset after the comment whose "<!--" ends at html[at]. */
static size_t
find_comment_end(const struct tokenizer *t, size_t at)
{
	const char *html = t->html, *dash;
	size_t left;

	if (at < t->len && html[at] == '>')
		return at + 1;
	if (at + 1 < t->len && html[at] == '-' && html[at + 1] == '>')
		return at + 2;
	while ((dash = memchr(html + at, '-', t->len - at)) != NULL) {
		left = t->len - (size_t)(dash - html);
		if (left > 2 && memcmp(dash, "-->", 3) == 0)
			return t->len - left + 3;
		if (left > 3 && memcmp(dash, "--!>", 4) == 0)
			return t->len - left + 4;
		at = t->len - left + 1;
	}
	return t->len;
}

/* Return the offset after the ">" from at on, or that of the end. */
static size_t
find_greater(const struct tokenizer *t, size_t at)
{
	const char *end = memchr(t->html + at, '>', t->len - at);

	return end ? (size_t)(end - t->html) + 1 : t->len;
}

/* Make a token of the comment that ends at t->at if it is a conditional one, whose "<!--"
 * ends at html[at]. */
static bool
read_conditional(const struct tokenizer *t, size_t at, struct html_token *token)
{
	if (!is_at(t, at, "[if", 3))
		return false;
	token->type = HTML_CONDITIONAL;
	token->range.begin = find_greater(t, at);
	token->range.end = t->at;
	if (memcmp(t->html + t->at - 3, "-->", 3) == 0)
		token->range.end -= 3;
	else if (memcmp(t->html + t->at - 4, "--!>", 4) == 0)
		token->range.end -= 4;
	return token->range.begin < token->range.end;
}

/* Read the comment or CDATA section at t->at. Return true if it is a token. */
static bool
read_comment(struct tokenizer *t, struct html_token *token)
{
	size_t begin = t->at;
	const char *end;

	if (is_at(t, begin, "<!--", 4)) {
		t->at = find_comment_end(t, begin + 4);
		return read_conditional(t, begin + 4, token);
	}
	if (!t->has_cdata || t->len - begin < 9 ||
	    memcmp(t->html + begin, "<![CDATA[", 9) != 0) {
		t->has_doctype |= is_at(t, begin, "<!doctype", 9);
		t->at = find_greater(t, begin);
		return false;
	}
	begin += 9;
	end = memmem(t->html + begin, t->len - begin, "]]>", 3);
	t->at = end ? (size_t)(end - t->html) + 3 : t->len;
	token->type = HTML_LITERAL_TEXT;
	token->range = (struct html_range){ begin, end ? t->at - 3 : t->len };
	return token->range.begin < token->range.end;
}

/* ---- text --- */

/* Return true if the "<" at html[at] begins a tag; else a comment, or it is only text. */
static bool
is_tag(const struct tokenizer *t, size_t at)
{
	size_t name = at + 1;

	if (name < t->len && t->html[name] == '/')
		name++;
	return name < t->len && ascii_is(t->html[name], ASCII_ALPHA);
}

static bool
is_comment(const struct tokenizer *t, size_t at)
{
	if (at + 1 == t->len)
		return false;
	if (t->html[at + 1] == '/')
		return at + 2 < t->len;
	return t->html[at + 1] == '!' || t->html[at + 1] == '?';
}

struct html_range
tokenizer_read_text(struct tokenizer *t)
{
	size_t begin = t->at;
	const char *less = memchr(t->html + begin + 1, '<', t->len - begin - 1);

	t->at = less ? (size_t)(less - t->html) : t->len;
	return (struct html_range){ begin, t->at };
}

static size_t
find_end_tag(const struct tokenizer *t, size_t at, const char *name)
{
	size_t len = strlen(name);
	const char *less;

	while ((less = memchr(t->html + at, '<', t->len - at)) != NULL) {
		at = (size_t)(less - t->html);
		if (t->len - at > len + 2 && less[1] == '/' &&
		    ascii_equal(less + 2, name, len) && ends_name(less[len + 2]))
			return at;
		at++;
	}
	return t->len;
}

/* Return true if "<script" or "</script", without its "<", is at html[at]. */
static bool
is_script(const struct tokenizer *t, size_t at, bool is_end)
{
	size_t end = at + is_end + 6;

	return is_at(t, at, is_end ? "/script" : "script", is_end + 6u) &&
	    end < t->len && ends_name(t->html[end]);
}

/* Return the end of what "<!--" begins in a script, which is at html[at]: after "-->",
 * or at "</script". There a "<script" hides the next "</script" (13.2.5.20 to 31). */
static size_t
find_escaped_script_end(const struct tokenizer *t, size_t at)
{
	bool is_double = false;
	unsigned dashes = 2;

	for (at += 4; at < t->len; at++) {
		char c = t->html[at];

		if (c == '>' && dashes >= 2)
			return at + 1;
		dashes = c == '-' ? dashes + 1 : 0;
		if (c != '<')
			continue;
		if (!is_double && is_script(t, at + 1, true))
			return at;
		if (is_script(t, at + 1, is_double))
			is_double = !is_double;
	}
	return t->len;
}

/* Return the offset of the end tag of the script whose content begins at html[at]. */
static size_t
find_script_end(const struct tokenizer *t, size_t at)
{
	const char *less;

	while ((less = memchr(t->html + at, '<', t->len - at)) != NULL) {
		at = (size_t)(less - t->html);
		if (is_script(t, at + 1, true))
			return at;
		at = is_at(t, at, "<!--", 4) ? find_escaped_script_end(t, at) : at + 1;
	}
	return t->len;
}

struct html_range
tokenizer_read_raw_text(struct tokenizer *t, const char *name)
{
	struct html_range text = { t->at, strcmp(name, "script") == 0 ?
		find_script_end(t, t->at) : find_end_tag(t, t->at, name) };

	t->at = text.end;
	return text;
}

void
tokenizer_skip_line_break(struct tokenizer *t)
{
	if (t->at < t->len && t->html[t->at] == '\r')
		t->at++;
	if (t->at < t->len && t->html[t->at] == '\n')
		t->at++;
}

/* ---- tags --- */

/* Read the "<" or "</" and the name of the tag at t->at; return true. */
static bool
read_tag_name(struct tokenizer *t, struct html_token *token)
{
	size_t at = t->at + 1, begin, len;

	token->type = t->html[at] == '/' ? HTML_END_TAG : HTML_START_TAG;
	begin = at += token->type == HTML_END_TAG;
	len = ascii_copy_name(token->name, t->html + begin, t->len - begin);
	at += len;
	if (len > MAX_TAG_NAME_BYTES || (at < t->len && !ends_name(t->html[at]))) {
		memset(token->name, 0, sizeof(token->name));
		while (at < t->len && !ends_name(t->html[at]))
			at++;
	}
	token->name_range = (struct html_range){ begin, at };
	token->range = (struct html_range){ t->at, at };
	t->at = at;
	return true;
}

/* Begin a token of text at t->at; return true. */
static bool
begin_text(struct tokenizer *t, struct html_token *token)
{
	token->type = t->is_plaintext ? HTML_LITERAL_TEXT : HTML_TEXT;
	token->range = (struct html_range){ t->at, t->len };
	if (t->is_plaintext)
		t->at = t->len;
	return true;
}

bool
tokenizer_next(struct tokenizer *t, struct html_token *token)
{
	while (t->at < t->len) {
		if (t->html[t->at] != '<' || t->is_plaintext)
			return begin_text(t, token);
		if (is_tag(t, t->at))
			return read_tag_name(t, token);
		if (!is_comment(t, t->at))
			return begin_text(t, token);
		if (read_comment(t, token))
			return true;
	}
	return false;
}

/* ---- attributes --- */

static size_t
skip_space(const struct tokenizer *t, size_t at)
{
	while (at < t->len && html_is_space(t->html[at]))
		at++;
	return at;
}

/* Read the value at *at, which follows "=". Return false if the text ends in it. */
static bool
read_value(const struct tokenizer *t, size_t *at, struct html_range *value)
{
	const char *html = t->html, *close;

	if (*at < t->len && (html[*at] == '"' || html[*at] == '\'')) {
		close = memchr(html + *at + 1, html[*at], t->len - *at - 1);
		value->begin = *at + 1;
		value->end = close ? (size_t)(close - html) : t->len;
		*at = close ? value->end + 1 : t->len;
		return close != NULL;
	}
	value->begin = *at;
	while (*at < t->len && !html_is_space(html[*at]) && html[*at] != '>')
		(*at)++;
	value->end = *at;
	return *at < t->len;
}

bool
tokenizer_read_attribute(struct tokenizer *t, struct html_attribute *a)
{
	const char *html = t->html;
	size_t at = t->at, len = t->len;

	while (at < len && (html_is_space(html[at]) || html[at] == '/'))
		at++;
	if (at == len || html[at] == '>') {
		t->is_self_closing = at > t->at && html[at - 1] == '/';
		t->is_cut = at == len;
		t->at = at + (at < len);
		return false;
	}
	a->name.begin = at++; /* a "=" may begin a name */
	while (at < len && !name_ends[(unsigned char)html[at]])
		at++;
	a->name.end = t->at = at;
	a->value = (struct html_range){ at, at };
	at = skip_space(t, at);
	if (at == len || html[at] != '=')
		return true;
	at = skip_space(t, at + 1);
	t->is_cut = !read_value(t, &at, &a->value);
	t->at = at;
	return !t->is_cut;
}
