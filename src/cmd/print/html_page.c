/* html_page.c - output as an HTML page: the text with its URLs as links (--html)
 *
 * The page is HTML5, loads nothing and runs no script. Of an HTML file or part, whose source
 * nobody wants to read, the links are listed. */
#include "cmd/print/printer.h"

#include <string.h>

#include "cmd/filter.h"
#include "cmd/print/html_text.h"
#include "cmd/print/marked_text.h"
#include "cmd/target_warnings.h"
#include "row/warnings.h"

/* ---- findings --- */

static void
mark_finding(struct printer *p, const urlgrep_finding *f, const urlgrep_location *location)
{
	const urlgrep_url *shown = p->target->shown;
	struct mark mark = { .text = location->text_index,
		.begin = (size_t)location->text_offset,
		.end = (size_t)(location->text_offset + location->text_length),
		.url = shown->text, .label = location->link_text,
		.warnings = finding_warnings_of(f, location) |
		    target_warnings_of_wrapper(p->target, p->settings) };

	mark.is_accepted = filter_accepts(p->settings, f, location, p->target) &&
	    html_text_is_safe_scheme(urlgrep_part_named(shown, "scheme")) &&
	    html_text_is_exact(shown->text);
	marked_text_add(p->marked, &mark);
}

/* ---- pieces of the page --- */

static void
write_span(struct strbuf *out, urlgrep_span span)
{
	html_text_write(out, span.text, span.len);
}

/* Write the names of warnings as the title of an element. */
static void
write_warnings(struct strbuf *out, urlgrep_warnings set)
{
	const char *name, *before = " class=\"warned\" title=\"";

	if (set == 0)
		return;
	for (; (name = finding_warnings_next(&set)) != NULL; before = ", ") {
		strbuf_append_string(out, before);
		html_text_write_string(out, name);
	}
	strbuf_append_byte(out, '"');
}

/* Write text as a link, or just marked if its URL is not safe to follow. */
static void
write_marked(struct strbuf *out, const struct mark *mark, urlgrep_span text)
{
	const char *element = mark->is_accepted ? "a" : "span";

	strbuf_append_byte(out, '<');
	strbuf_append_string(out, element);
	if (mark->is_accepted) {
		strbuf_append_string(out, " href=\"");
		html_text_write_href(out, mark->url);
		strbuf_append_byte(out, '"');
	}
	write_warnings(out, mark->warnings);
	strbuf_append_byte(out, '>');
	write_span(out, text);
	strbuf_append_string(out, "</");
	strbuf_append_string(out, element);
	strbuf_append_byte(out, '>');
}

/* Write a text with its marks. */
static void
write_text(struct strbuf *out, urlgrep_span text, const struct mark *marks, size_t count)
{
	size_t at = 0, i;

	for (i = 0; i < count; i++) {
		html_text_write(out, text.text + at, marks[i].begin - at);
		write_marked(out, &marks[i], (urlgrep_span){ text.text + marks[i].begin,
			marks[i].end - marks[i].begin });
		at = marks[i].end;
	}
	html_text_write(out, text.text + at, text.len - at);
}

/* Write the links of an HTML text as a list: their visible text, and the URL. */
static void
write_links(struct strbuf *out, const struct mark *marks, size_t count)
{
	size_t i;

	if (count == 0)
		return;
	strbuf_append_string(out, "<ul>\n");
	for (i = 0; i < count; i++) {
		strbuf_append_string(out, "<li>");
		if (marks[i].label.len > 0) {
			write_span(out, marks[i].label);
			strbuf_append_string(out, "<br>");
		}
		write_marked(out, &marks[i], marks[i].url);
		strbuf_append_string(out, "</li>\n");
	}
	strbuf_append_string(out, "</ul>\n");
}

/* Write a header field that is searched. */
static void
write_field(struct strbuf *out, const urlgrep_mail_text *text, const struct mark *marks,
    size_t count)
{
	strbuf_append_string(out, "<p><b>");
	html_text_write_string(out, text->part);
	strbuf_append_string(out, ":</b> ");
	write_text(out, text->text, marks, count);
	strbuf_append_string(out, "</p>\n");
}

/* ---- the page --- */

static void
print_begin(struct printer *p)
{
	strbuf_append_string(p->out, "<!DOCTYPE html>\n"
	    "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	    "<meta name=\"referrer\" content=\"no-referrer\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" content=\""
	    "default-src 'none'; style-src 'unsafe-inline'\">\n"
	    "<title>urlgrep</title>\n<style>\n"
	    ":root { color-scheme: light dark; font: 1rem/1.45 system-ui, sans-serif }\n"
	    "body { max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem }\n"
	    "h1 { font-size: 1.1rem; overflow-wrap: anywhere; margin: 2rem 0 .5rem }\n"
	    "article { border-top: 1px solid #8888; padding: .5rem 0 }\n"
	    "pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9rem }\n"
	    "p, li { overflow-wrap: anywhere; margin: .25rem 0 }\n"
	    "a { color: light-dark(#0550ae, #79b8ff) }\n"
	    ".warned { background: light-dark(#fff0c2, #4d3d00) }\n"
	    "</style>\n</head>\n<body>\n");
}

/* Write text number i of the message. */
static void
print_text(struct printer *p, const urlgrep_mail_text *text, size_t i)
{
	size_t count;
	const struct mark *marks = marked_text_marks(p->marked, i, &count);

	if (text->header) {
		write_field(p->out, text, marks, count);
	} else if (text->html) {
		write_links(p->out, marks, count);
	} else {
		/* the first line feed in <pre> does not count */
		strbuf_append_string(p->out, "<pre>\n");
		write_text(p->out, text->text, marks, count);
		strbuf_append_string(p->out, "</pre>\n");
	}
}

/* Write the sender and the date of a message. */
static void
print_fields(struct printer *p)
{
	static const struct {
		const char *name;
		urlgrep_mail_field field;
	} fields[] = { { "from", URLGREP_MAIL_FROM }, { "date", URLGREP_MAIL_DATE } };
	size_t i;

	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		const char *value = urlgrep_mail_header(p->mail, fields[i].field);

		if (value == NULL)
			continue;
		strbuf_append_string(p->out, "<p><b>");
		strbuf_append_string(p->out, fields[i].name);
		strbuf_append_string(p->out, ":</b> ");
		html_text_write_string(p->out, value);
		strbuf_append_string(p->out, "</p>\n");
	}
}

static void
print_message(struct printer *p)
{
	const char *path = marked_text_path(p->marked);
	urlgrep_mail_text text;
	size_t i;

	if (p->value.len == 0 || strcmp(p->value.at, path) != 0) {
		strbuf_clear(&p->value);
		strbuf_append(&p->value, path, strlen(path) + 1);
		strbuf_append_string(p->out, "<h1>");
		html_text_write_string(p->out, path);
		strbuf_append_string(p->out, "</h1>\n");
	}
	strbuf_append_string(p->out, "<article>\n");
	if (marked_text_type(p->marked) == URLGREP_MAIL_MESSAGE)
		print_fields(p);
	for (i = 0; marked_text_at(p->marked, i, &text); i++)
		print_text(p, &text, i);
	strbuf_append_string(p->out, "</article>\n");
}

static void
print_end(struct printer *p)
{
	strbuf_append_string(p->out, "</body>\n</html>\n");
}

const struct printer_format format_html = {
	.name = "html",
	.needs_targets = true,
	.print_begin = print_begin,
	.print_finding = mark_finding,
	.print_message = print_message,
	.print_end = print_end,
};
