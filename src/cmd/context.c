/* context.c - the lines around a URL, in the decoded text that it is in (-A, -B, -C) */
#include "cmd/context.h"

#include <string.h>

#include "util/utf8.h"

/* Bounds on what is printed for a URL: a line may hold all URLs of its file. */
enum {
	MAX_SIDE_BYTES = 1000,        /* of a line, on each side of the URL */
	MAX_CONTEXT_BYTES = 64 * 1024 /* before the URL, and after it */
};

static const char mark[] = "[...]";
static const char byte_order_mark[] = "\357\273\277";

/* Return the beginning of the line that at is in, or least if it begins before that. */
static size_t
line_begin(urlgrep_span text, size_t at, size_t least)
{
	const char *feed = memrchr(text.text + least, '\n', at - least);

	return feed ? (size_t)(feed - text.text) + 1 : least;
}

/* Return the end of the line that at is in, after its line feed, or most if it ends after
 * that. */
static size_t
line_end(urlgrep_span text, size_t at, size_t most)
{
	const char *feed = memchr(text.text + at, '\n', most - at);

	return feed ? (size_t)(feed - text.text) + 1 : most;
}

static urlgrep_span
cut(urlgrep_span text, size_t begin, size_t end)
{
	return (urlgrep_span){ text.text + begin, end - begin };
}

bool
context_find(const urlgrep_mail *mail, const struct settings *s, struct context *c)
{
	size_t at, end, first, last, least, most;
	urlgrep_span text = urlgrep_mail_surroundings(mail, &at, &end);
	unsigned i;

	if (text.text == NULL)
		return false;
	if (end - at > MAX_CONTEXT_BYTES) /* the text of a link */
		end = at + MAX_CONTEXT_BYTES;
	c->text = text;
	c->url = cut(text, at, end);
	least = at > MAX_CONTEXT_BYTES ? at - MAX_CONTEXT_BYTES : 0;
	most = text.len - end > MAX_CONTEXT_BYTES ? end + MAX_CONTEXT_BYTES : text.len;
	first = at = line_begin(text, at, least);
	last = end = line_end(text, c->url.len > 0 ? end - 1 : end, most);
	for (i = 0; i < s->lines_before && first > least; i++)
		first = line_begin(text, first - 1, least);
	for (i = 0; i < s->lines_after && last < most; i++)
		last = line_end(text, last, most);
	c->before = cut(text, first, at);
	c->lines = cut(text, at, end);
	c->after = cut(text, end, last);
	return true;
}

/* Narrow *line to what is near the URL. */
static void
narrow(const struct context *c, urlgrep_span *line)
{
	const char *begin = line->text, *end = begin + line->len;
	const char *url_begin = c->url.text, *url_end = url_begin + c->url.len;
	unsigned i;

	if (url_begin > end)
		url_begin = end;
	if (url_end < begin)
		url_end = begin;
	if (url_begin - begin > MAX_SIDE_BYTES) {
		begin = url_begin - MAX_SIDE_BYTES;
		for (i = 0; i < 3 && utf8_is_continuation(*begin); i++)
			begin++;
	}
	if (end - url_end > MAX_SIDE_BYTES) {
		end = url_end + MAX_SIDE_BYTES;
		for (i = 0; i < 3 && utf8_is_continuation(*end); i++)
			end--;
	}
	*line = (urlgrep_span){ begin, (size_t)(end - begin) };
}

/* Append the line, with a mark where a part of it is missing. */
static void
append_marked(const struct context *c, urlgrep_span line, struct strbuf *out)
{
	const char *end = line.text + line.len, *text_end = c->text.text + c->text.len;

	if (line.text > c->text.text) {
		if (line.text[-1] != '\n')
			strbuf_append_string(out, mark);
	} else if (line.len >= 3 && memcmp(line.text, byte_order_mark, 3) == 0) {
		line = cut(line, 3, line.len);
	}
	strbuf_append(out, line.text, line.len);
	if (end < text_end && *end != '\n' && *end != '\r')
		strbuf_append_string(out, mark);
}

bool
context_next_line(const struct context *c, urlgrep_span *rest, struct strbuf *out)
{
	size_t end = line_end(*rest, 0, rest->len);
	urlgrep_span line = cut(*rest, 0, end);

	strbuf_clear(out);
	strbuf_reserve(out, 1); /* an empty line is not absent */
	if (rest->len == 0)
		return false;
	*rest = cut(*rest, end, rest->len);
	if (line.text[line.len - 1] == '\n')
		line.len--;
	if (line.len > 0 && line.text[line.len - 1] == '\r')
		line.len--;
	narrow(c, &line);
	append_marked(c, line, out);
	return true;
}
