/* context.c - the lines around a URL, in the decoded text that it is in (-A, -B, -C) */
#include "cmd/print/context.h"

#include <string.h>

/* Return the beginning of the line that at is in. */
static size_t
line_begin(urlgrep_span text, size_t at)
{
	const char *feed = memrchr(text.text, '\n', at);

	return feed ? (size_t)(feed - text.text) + 1 : 0;
}

/* Return the end of the line that at is in, after its line feed. */
static size_t
line_end(urlgrep_span text, size_t at)
{
	const char *feed = memchr(text.text + at, '\n', text.len - at);

	return feed ? (size_t)(feed - text.text) + 1 : text.len;
}

static urlgrep_span
cut(urlgrep_span text, size_t begin, size_t end)
{
	return (urlgrep_span){ text.text + begin, end - begin };
}

bool
context_find(const urlgrep_mail *mail, const struct settings *s, struct context *c)
{
	size_t at, end, first, last;
	urlgrep_span text = urlgrep_mail_surroundings(mail, &at, &end);
	unsigned i;

	if (text.text == NULL)
		return false;
	at = line_begin(text, at);
	end = line_end(text, end > at ? end - 1 : end);
	first = at;
	last = end;
	for (i = 0; i < s->lines_before && first > 0; i++)
		first = line_begin(text, first - 1);
	for (i = 0; i < s->lines_after && last < text.len; i++)
		last = line_end(text, last);
	c->before = cut(text, first, at);
	c->lines = cut(text, at, end);
	c->after = cut(text, end, last);
	return true;
}

bool
context_next_line(urlgrep_span *text, urlgrep_span *line)
{
	size_t end = line_end(*text, 0);

	if (text->len == 0)
		return false;
	*line = cut(*text, 0, end);
	*text = cut(*text, end, text->len);
	if (line->text[line->len - 1] == '\n')
		line->len--;
	if (line->len > 0 && line->text[line->len - 1] == '\r')
		line->len--;
	return true;
}
