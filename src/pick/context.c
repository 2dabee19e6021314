/* context.c - the decoded text that a URL is in
 *
 * Texts are not kept while files are read. The file of the URL is opened again when its
 * text is wanted. */
#include "pick/context.h"

#include <string.h>

#include "cmd/xmalloc.h"
#include "html/html.h"
#include "pick/details.h"

/* A text that is read in pieces is shown up to so many bytes before and after the URL. */
enum { MAX_BYTES_BESIDE = 64 * 1024 };

/* ---- the place of a URL in a text --- */

static bool
is_reading(const urlgrep_finding *f, urlgrep_span url)
{
	unsigned i;

	for (i = 0; i < f->reading_count; i++)
		if (f->readings[i].url.len == url.len &&
		    memcmp(f->readings[i].url.text, url.text, url.len) == 0)
			return true;
	return false;
}

bool
context_find_url(urlgrep_scanner *scanner, unsigned flags, urlgrep_span text,
    urlgrep_span url, size_t *begin, size_t *end)
{
	urlgrep_finding f;
	const char *copy;

	urlgrep_scanner_reset(scanner);
	urlgrep_scanner_text(scanner, text.text, text.len,
	    URLGREP_LAST | URLGREP_DECODED | URLGREP_FIND_NAMES |
	    URLGREP_FIND_ADDRESSES | flags);
	while (urlgrep_next(scanner, &f) == URLGREP_OK) {
		if (!is_reading(&f, url))
			continue;
		*begin = (size_t)f.offset;
		*end = (size_t)(f.offset + f.length);
		return true;
	}
	copy = memmem(text.text, text.len, url.text, url.len);
	if (copy == NULL)
		return false;
	*begin = (size_t)(copy - text.text);
	*end = *begin + url.len;
	return true;
}

/* Find the link of the row in a document: the text that its label is in, and where. */
static bool
find_link(const struct html *html, const struct url_row *row, urlgrep_span *text,
    size_t *begin, size_t *end)
{
	size_t count, i;
	const struct html_link *links = html_links(html, &count);

	for (i = 0; i < count; i++)
		if (links[i].text_end > links[i].text_begin &&
		    links[i].url.len == row->len &&
		    memcmp(links[i].url.text, row->url, row->len) == 0) {
			*text = html_text_of_link(html, &links[i]);
			*begin = links[i].text_begin;
			*end = links[i].text_end;
			return true;
		}
	return false;
}

/* ---- texts --- */

/* Set *c to a text with the URL at begin..end. */
static void
set_text(struct url_context *c, urlgrep_span text, size_t begin, size_t end)
{
	shown_append_lines(&c->text, text.text, begin);
	c->begin = c->text.len;
	shown_append_lines(&c->text, text.text + begin, end - begin);
	c->end = c->text.len;
	shown_append_lines(&c->text, text.text + end, text.len - end);
}

static void
set_found(struct url_context *c, const struct search_context *search, unsigned flags,
    urlgrep_span text, const struct url_row *row)
{
	urlgrep_scanner *scanner = urlgrep_scanner_new(search->grammars.chosen);
	size_t begin = 0, end = 0;

	if (scanner == NULL)
		x_die();
	context_find_url(scanner, flags, text, (urlgrep_span){ row->url, row->len },
	    &begin, &end);
	urlgrep_scanner_free(scanner);
	set_text(c, text, begin, end);
}

/* Show what readers see of HTML. */
static void
set_html(struct url_context *c, const struct search_context *search, urlgrep_span source,
    const struct url_row *row)
{
	struct html *html = html_new(&xmalloc_memory, source.text, source.len);
	urlgrep_span text = html_text(html);
	size_t begin, end;

	if (text.text == NULL)
		text.text = "";
	if (find_link(html, row, &text, &begin, &end))
		set_text(c, text, begin, end);
	else
		set_found(c, search, URLGREP_FLOWED | URLGREP_JOIN_WRAPPED, text, row);
	html_free(html);
}

/* Show the part of the message that the row's URL is in. */
static bool
set_part(struct url_context *c, const struct search_context *search, urlgrep_mail *mail,
    const struct url_row *row)
{
	urlgrep_mail_text text;
	size_t i;

	for (i = 0; urlgrep_mail_text_at(mail, i, &text) == URLGREP_OK; i++) {
		if (row->part == NULL || strcmp(text.part, row->part) != 0)
			continue;
		if (text.html)
			set_html(c, search, text.text, row);
		else
			set_found(c, search, 0, text.text, row);
		return true;
	}
	return false;
}

/* Show a text, or what is near the URL in a long one. */
static void
set_plain(struct url_context *c, const struct search_context *search,
    const urlgrep_message *message, const struct url_row *row)
{
	urlgrep_span text = message->text;
	uint64_t at = row->offset - message->offset;

	if (at < text.len && at > MAX_BYTES_BESIDE) {
		text.text += at - MAX_BYTES_BESIDE;
		text.len -= (size_t)at - MAX_BYTES_BESIDE;
	}
	if (text.len > 2 * MAX_BYTES_BESIDE)
		text.len = 2 * MAX_BYTES_BESIDE;
	set_found(c, search, 0, text, row);
}

/* ---- files --- */

/* Go to the member of the row, and in it to the message. */
static bool
go_to_message(urlgrep_mail *mail, const struct url_message *wanted,
    urlgrep_message *message)
{
	urlgrep_member member;
	urlgrep_status status;
	size_t i;

	for (i = 0; i <= wanted->member; i++)
		while ((status = urlgrep_mail_next_member(mail, &member)) != URLGREP_OK)
			if (status == URLGREP_END)
				return false;
	while ((status = urlgrep_mail_next_message(mail, message)) != URLGREP_END)
		if (status == URLGREP_OK && message->number == wanted->number &&
		    (wanted->number == 0 || message->offset == wanted->offset))
			return true;
	return false;
}

static const char *
read_in(struct url_context *c, const struct search_context *search, urlgrep_mail *mail,
    const struct url_row *row)
{
	urlgrep_message message;

	if (!go_to_message(mail, row->message, &message))
		return "the message is no longer there";
	if (message.type == URLGREP_MAIL_MESSAGE)
		return set_part(c, search, mail, row) ? NULL : "the text is not to be found";
	if (message.text.text == NULL)
		return "the text is too long to be shown";
	if (message.type == URLGREP_MAIL_HTML)
		set_html(c, search, message.text, row);
	else
		set_plain(c, search, &message, row);
	return NULL;
}

const char *
context_read(struct url_context *c, const struct search_context *search,
    const struct url_reader *reader, const struct url_row *row)
{
	urlgrep_mail_options options = search->settings->mail;
	urlgrep_mail *mail = urlgrep_mail_new(search->grammars.chosen, &options);
	const char *reason;

	*c = (struct url_context){ .text.memory = &xmalloc_memory };
	if (mail == NULL)
		x_die();
	if (url_input_open(url_reader_input(reader, row->message->input), mail) ==
	    URLGREP_OK)
		reason = read_in(c, search, mail, row);
	else
		reason = "the file cannot be opened any more";
	urlgrep_mail_free(mail);
	return reason;
}
