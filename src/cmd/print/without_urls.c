/* without_urls.c - output of the text without its URLs (--without)
 *
 * A text or HTML file is printed as it is, but for the URLs; in UTF-8 if it is in UTF-16. Of
 * a message all texts are printed that are searched, decoded: the subject, and the parts. */
#include "cmd/print/printer.h"

#include "cmd/filter.h"
#include "cmd/print/marked_text.h"
#include "cmd/print/escape.h"

static void
mark_finding(struct printer *p, const urlgrep_finding *f, const urlgrep_location *location)
{
	(void)f;
	marked_text_add(p->marked, &(struct mark){ .text = location->text_index,
	    .begin = (size_t)location->text_offset,
	    .end = (size_t)(location->text_offset + location->text_length) });
}

/* Write lines for a terminal, which must not get control characters. */
static void
write_safely(struct strbuf *out, const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		size_t line = 0;

		while (text + line < end && text[line] != '\n' && text[line] != '\t')
			line++;
		escape_write(out, text, line);
		text += line;
		if (text < end)
			strbuf_append_byte(out, *text++);
	}
}

static void
write_piece(struct printer *p, const char *text, size_t len)
{
	if (p->settings->to_terminal)
		write_safely(p->out, text, len);
	else
		strbuf_append(p->out, text, len);
}

/* Write a text without what is marked. Of a message, a text ends with a newline. */
static void
write_text(struct printer *p, const urlgrep_mail_text *text, size_t index)
{
	size_t count, at = 0, i;
	const struct mark *marks = marked_text_marks(p->marked, index, &count);

	if (text->header) {
		strbuf_append_string(p->out, text->part);
		strbuf_append_string(p->out, ": ");
	}
	for (i = 0; i < count; i++) {
		write_piece(p, text->text.text + at, marks[i].begin - at);
		at = marks[i].end;
	}
	write_piece(p, text->text.text + at, text->text.len - at);
	if (text->part && (text->text.len == 0 ||
		text->text.text[text->text.len - 1] != '\n'))
		strbuf_append_byte(p->out, '\n');
}

static void
print_message(struct printer *p)
{
	urlgrep_mail_text text;
	size_t i;

	for (i = 0; marked_text_at(p->marked, i, &text); i++)
		write_text(p, &text, i);
}

const struct printer_format format_without = {
	.name = "without",
	.print_finding = mark_finding,
	.print_message = print_message,
};
