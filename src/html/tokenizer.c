/* tokenizer.c - split HTML into text, tags and attributes (HTML standard, 13.2.5)
 *
 * The states of the standard are merged: it distinguishes them in order to report
 * parse errors, and the tokens are the same. */
#include "html/tokenizer.h"

#include <string.h>

#include "util/ascii.h"

/* Return true if c ends the name of a tag. */
static bool
ends_name(char c)
{
	return (unsigned char)c <= '>' && (c == '>' || c == '/' || html_is_space(c));
}

struct html_range
html_trim(const char *text, struct html_range range)
{
	while (range.begin < range.end && html_is_space(text[range.begin]))
		range.begin++;
	while (range.begin < range.end && html_is_space(text[range.end - 1]))
		range.end--;
	return range;
}

void
tokenizer_init(struct tokenizer *t, const char *html, size_t len)
{
	bool has_mark = len >= 3 && memcmp(html, "\xEF\xBB\xBF", 3) == 0;

	*t = (struct tokenizer){ .html = html, .len = len, .at = has_mark ? 3 : 0 };
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

static void
skip_comment(struct tokenizer *t)
{
	const char *begin = t->html + t->at, *end;

	if (t->len - t->at >= 4 && memcmp(begin, "<!--", 4) == 0) {
		t->at = find_comment_end(t, t->at + 4);
		return;
	}
	end = memchr(begin, '>', t->len - t->at);
	t->at = end ? (size_t)(end - t->html) + 1 : t->len;
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

/* Return the offset of the next tag or comment from at on. */
static size_t
find_markup(const struct tokenizer *t, size_t at)
{
	const char *less;

	while ((less = memchr(t->html + at, '<', t->len - at)) != NULL) {
		at = (size_t)(less - t->html);
		if (is_tag(t, at) || is_comment(t, at))
			return at;
		at++;
	}
	return t->len;
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

struct html_range
tokenizer_read_raw_text(struct tokenizer *t, const char *name)
{
	struct html_range text = { t->at, find_end_tag(t, t->at, name) };

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
	size_t at = t->at + 1, len = 0;

	token->type = t->html[at] == '/' ? HTML_END_TAG : HTML_START_TAG;
	at += token->type == HTML_END_TAG;
	token->name_range.begin = at;
	memset(token->name, 0, sizeof(token->name));
	for (; at < t->len && !ends_name(t->html[at]); at++)
		if (len < sizeof(token->name))
			token->name[len++] = ascii_lower(t->html[at]);
	if (len == sizeof(token->name))
		memset(token->name, 0, sizeof(token->name));
	token->name_range.end = at;
	token->range = (struct html_range){ t->at, at };
	t->at = at;
	return true;
}

/* Read the text at t->at, up to the next tag or comment; return true. */
static bool
read_text(struct tokenizer *t, struct html_token *token)
{
	size_t begin = t->at;

	t->at = t->is_plaintext ? t->len : find_markup(t, begin);
	token->type = HTML_TEXT;
	token->range = (struct html_range){ begin, t->at };
	token->has_references = !t->is_plaintext;
	return true;
}

bool
tokenizer_next(struct tokenizer *t, struct html_token *token)
{
	while (t->at < t->len) {
		if (t->html[t->at] != '<' || t->is_plaintext)
			return read_text(t, token);
		if (is_tag(t, t->at))
			return read_tag_name(t, token);
		if (!is_comment(t, t->at))
			return read_text(t, token);
		skip_comment(t);
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
tokenizer_next_attribute(struct tokenizer *t, struct html_attribute *a)
{
	const char *html = t->html;
	size_t at = t->at, len = t->len;

	for (;;) {
		while (at < len && (html_is_space(html[at]) || html[at] == '/'))
			at++;
		t->is_cut = at == len;
		if (at == len || html[at] == '>') {
			t->at = at + (at < len);
			return false;
		}
		a->name.begin = at++; /* a "=" may begin a name */
		while (at < len && !ends_name(html[at]) && html[at] != '=')
			at++;
		a->name.end = at;
		at = skip_space(t, at);
		if (at == len || html[at] != '=')
			continue;
		at = skip_space(t, at + 1);
		if (read_value(t, &at, &a->value)) {
			t->at = at;
			return true;
		}
	}
}
