/* tokenizer.c - split HTML into text, tags and attributes (HTML standard, 13.2.5)
 *
 * The states of the standard are merged. The standard distinguishes them in order to report parse
 * errors; the tokens are the same. */
#include "html/parser.h"
#include "util/ascii.h"

/* Return true if text is at html[at], ignoring case. */
static bool
is_at(const struct tokenizer *t, size_t at, const char *text)
{
	return ascii_begins_with(t->html + at, t->len - at, text);
}

/* ---- comments --- */

/* Return the range of the mark that ends the comment whose "<!--" ends at html[at]. If no mark ends
 * it, the range is empty, at the end of the text. */
static struct byte_range
find_comment_end(const struct tokenizer *t, size_t at)
{
	const char *html = t->html;

	if (text_begins_with(html + at, t->len - at, ">"))
		return (struct byte_range){ at, at + 1 };
	if (text_begins_with(html + at, t->len - at, "->"))
		return (struct byte_range){ at, at + 2 };
	for (; (at += ascii_find(html + at, t->len - at, '-')) < t->len; at++) {
		if (text_begins_with(html + at, t->len - at, "-->"))
			return (struct byte_range){ at, at + 3 };
		if (text_begins_with(html + at, t->len - at, "--!>"))
			return (struct byte_range){ at, at + 4 };
	}
	return (struct byte_range){ t->len, t->len };
}

/* Return the offset after the next ">" from `at` on, or the end of the text. */
static size_t
find_greater(const struct tokenizer *t, size_t at)
{
	at += ascii_find(t->html + at, t->len - at, '>');
	return at + (at < t->len);
}

/* If html[begin..end), the content of a comment, is that of a conditional comment, make it a token.
 * Return true unless it is another comment or its content is empty. */
static bool
read_conditional(const struct tokenizer *t, size_t begin, size_t end, struct html_token *token)
{
	if (!is_at(t, begin, "[if"))
		return false;
	token->type = HTML_CONDITIONAL;
	token->range = (struct byte_range){ find_greater(t, begin), end };
	return token->range.begin < token->range.end;
}

/* Read the comment or CDATA section at t->at. Return true if it is returned as a token. */
static bool
read_comment(struct tokenizer *t, struct html_token *token)
{
	size_t begin = t->at;
	struct byte_range mark;
	const char *end;

	if (is_at(t, begin, "<!--")) {
		mark = find_comment_end(t, begin + 4);
		t->at = mark.end;
		t->is_unclosed = mark.begin == t->len;
		return read_conditional(t, begin + 4, mark.begin, token);
	}
	if (!t->has_cdata || !text_begins_with(t->html + begin, t->len - begin, "<![CDATA[")) {
		t->at = find_greater(t, begin);
		return false;
	}
	begin += 9;
	end = memmem(t->html + begin, t->len - begin, "]]>", 3);
	t->at = end ? (size_t)(end - t->html) + 3 : t->len;
	token->type = HTML_LITERAL_TEXT;
	token->range = (struct byte_range){ begin, end ? t->at - 3 : t->len };
	return token->range.begin < token->range.end;
}

/* ---- text --- */

/* Return true if the "<" at html[at], which does not begin a tag, begins a comment. Else it is
 * text. */
static bool
is_comment(const struct tokenizer *t, size_t at)
{
	if (at + 1 == t->len)
		return false;
	if (t->html[at + 1] == '/')
		return at + 2 < t->len;
	return t->html[at + 1] == '!' || t->html[at + 1] == '?';
}

static size_t
find_end_tag(const struct tokenizer *t, size_t at, const char *name)
{
	size_t len = strlen(name);
	const char *less;

	while ((less = memchr(t->html + at, '<', t->len - at)) != NULL) {
		at = (size_t)(less - t->html);
		if (t->len - at > len + 2 && less[1] == '/' &&
		    ascii_equal(less + 2, name, len) && ascii_is(less[len + 2], ASCII_TAG_END))
			return at;
		at++;
	}
	return t->len;
}

/* Return true if "script" or, if is_end, "/script" is at html[at], as in a tag. */
static bool
is_script(const struct tokenizer *t, size_t at, bool is_end)
{
	size_t end = at + is_end + 6;

	return is_at(t, at, is_end ? "/script" : "script") &&
	    end < t->len && ascii_is(t->html[end], ASCII_TAG_END);
}

/* Return the end of the escaped text in a script whose "<!--" is at html[at]: after "-->", or at
 * "</script". A "<script" within it hides the next "</script" (13.2.5.20 to 31). */
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
		at = is_at(t, at, "<!--") ? find_escaped_script_end(t, at) : at + 1;
	}
	return t->len;
}

struct byte_range
tokenizer_read_raw_text(struct tokenizer *t, const char *name)
{
	struct byte_range text = { t->at, strcmp(name, "script") == 0 ?
		find_script_end(t, t->at) : find_end_tag(t, t->at, name) };

	t->at = text.end;
	t->is_unclosed = text.end == t->len;
	return text;
}

/* ---- tags --- */

/* Read the "<" or "</" and the name of the tag at t->at. Return false if no tag begins there. */
static bool
read_tag_name(struct tokenizer *t, struct html_token *token)
{
	const char *html = t->html;
	size_t begin = t->at + 1, end = t->len, at;
	bool is_end = begin < end && html[begin] == '/';

	begin += is_end;
	if (begin >= end || !ascii_is(html[begin], ASCII_ALPHA))
		return false;
	memset(token->name, 0, sizeof(token->name));
	for (at = begin; at < end && !ascii_is(html[at], ASCII_TAG_END); at++)
		if (at - begin < MAX_TAG_NAME_BYTES) /* NUL does not end the name */
			token->name[at - begin] = html[at] ? ascii_lower(html[at]) : '?';
	if (at - begin > MAX_TAG_NAME_BYTES)
		token->name[0] = '\0';
	token->type = is_end ? HTML_END_TAG : HTML_START_TAG;
	token->name_range = (struct byte_range){ begin, at };
	token->range = (struct byte_range){ t->at, at };
	t->at = at;
	return true;
}

/* Begin a text token at t->at. Return true. */
static bool
begin_text(struct tokenizer *t, struct html_token *token)
{
	token->type = HTML_TEXT;
	if (t->is_plaintext) {
		token->type = HTML_LITERAL_TEXT;
		token->range = (struct byte_range){ t->at, t->len };
		t->at = t->len;
	}
	return true;
}

bool
tokenizer_next(struct tokenizer *t, struct html_token *token)
{
	while (t->at < t->len) {
		if (t->html[t->at] != '<' || t->is_plaintext)
			return begin_text(t, token);
		if (read_tag_name(t, token))
			return true;
		if (!is_comment(t, t->at))
			return begin_text(t, token);
		if (read_comment(t, token))
			return true;
	}
	return false;
}

/* ---- attributes --- */

static inline size_t
skip_space(const struct tokenizer *t, size_t at)
{
	while (at < t->len && ascii_is(t->html[at], ASCII_HTML_SPACE))
		at++;
	return at;
}

/* Read the value at *at, which follows "=". Return false if the text ends in the value. */
static inline bool
read_value(const struct tokenizer *t, size_t *at, struct byte_range *value)
{
	const char *html = t->html;
	size_t begin = *at, end;

	if (begin < t->len && (html[begin] == '"' || html[begin] == '\'')) {
		begin++;
		end = begin + ascii_find(html + begin, t->len - begin, html[begin - 1]);
		*at = end + 1;
	} else {
		for (end = begin; end < t->len && !ascii_is(html[end], ASCII_HTML_SPACE) &&
		     html[end] != '>';)
			end++;
		*at = end;
	}
	*value = (struct byte_range){ begin, end };
	return end < t->len;
}

/* Read the attribute at *at, and advance *at to where the next attribute may begin. Return false if
 * the text ends in its value. */
static inline bool
read_attribute(const struct tokenizer *t, size_t *at, struct html_attribute *a)
{
	size_t name_end = *at + 1, equals; /* the first byte may be "=" */

	while (name_end < t->len && !ascii_is(t->html[name_end], ASCII_ATTRIBUTE_END))
		name_end++;
	equals = skip_space(t, name_end);
	a->name = (struct byte_range){ *at, name_end };
	a->value = (struct byte_range){ name_end, name_end };
	*at = name_end;
	if (equals == t->len || t->html[equals] != '=')
		return true;
	*at = skip_space(t, equals + 1);
	return read_value(t, at, &a->value);
}

/* End the tag at html[at], which is its ">" or the end of the text. html[begin..at) follows the
 * last attribute. Return false, because there are no more attributes. */
static inline bool
end_attributes(struct tokenizer *t, size_t begin, size_t at)
{
	t->is_self_closing = at > begin && t->html[at - 1] == '/';
	t->is_cut = at == t->len;
	t->at = at + (at < t->len);
	return false;
}

bool
tokenizer_next_attribute(struct tokenizer *t, struct html_attribute *a)
{
	size_t at = t->at;

	while (at < t->len && (ascii_is(t->html[at], ASCII_HTML_SPACE) || t->html[at] == '/'))
		at++;
	if (at == t->len || t->html[at] == '>')
		return end_attributes(t, t->at, at);
	if (!read_attribute(t, &at, a))
		return end_attributes(t, t->len, t->len);
	t->at = at;
	return true;
}
