/* rtf_field.c - the instructions of fields in RTF, such as HYPERLINK ([ECMA-376] 1,
 * 17.16.5.25) */
#include "mail/rtf_field.h"

#include <string.h>

#include "util/ascii.h"

static void
skip(urlgrep_span *s, size_t count)
{
	s->text += count;
	s->len -= count;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* Return the next word, or what is in quotation marks; empty at the end. Set *is_quoted. */
static urlgrep_span
take_argument(urlgrep_span *s, bool *is_quoted)
{
	urlgrep_span word;
	size_t len = 0;

	while (s->len > 0 && is_blank(*s->text))
		skip(s, 1);
	*is_quoted = s->len > 0 && *s->text == '"';
	if (*is_quoted)
		skip(s, 1);
	while (len < s->len && s->text[len] != '"' && (*is_quoted || !is_blank(s->text[len])))
		len++;
	word = (urlgrep_span){ s->text, len };
	skip(s, len + (*is_quoted && len < s->len));
	return word;
}

static bool
is_switch(urlgrep_span word, bool is_quoted)
{
	return !is_quoted && word.len == 2 && *word.text == '\\';
}

bool
rtf_field_open_link(urlgrep_span instruction, struct strbuf *html)
{
	urlgrep_span url = { NULL, 0 }, fragment = { NULL, 0 }, word;
	bool is_quoted;

	word = take_argument(&instruction, &is_quoted);
	if (!ascii_is_word(word.text, word.len, "HYPERLINK"))
		return false;
	while (word = take_argument(&instruction, &is_quoted), word.len > 0 || is_quoted) {
		if (!is_switch(word, is_quoted)) {
			url = url.text ? url : word;
			continue;
		}
		if (word.text[1] == 'l') /* a place in the document */
			fragment = take_argument(&instruction, &is_quoted);
		else if (word.text[1] == 'o' || word.text[1] == 't')
			take_argument(&instruction, &is_quoted); /* a hint, a frame */
	}
	if (url.len == 0)
		return false;
	strbuf_append_string(html, "<a href=\"");
	strbuf_append(html, url.text, url.len);
	if (fragment.len > 0) {
		strbuf_append_string(html, "#");
		strbuf_append(html, fragment.text, fragment.len);
	}
	strbuf_append_string(html, "\">");
	return true;
}
