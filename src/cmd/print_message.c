/* print_message.c - output of whole texts, with their URLs as links in an HTML page (--html), or
 * without them (--without); and an mbox of the messages that hold a finding (--print-message)
 *
 * The page is HTML5, loads nothing and runs no script. An HTML file or part is shown as the list
 * of its links, not as source. With --without, a text or HTML file is printed as it is except for
 * the URLs; in UTF-8 if it is in UTF-16. For a message, all texts that are searched are printed,
 * decoded: the subject, and the parts. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd/escape.h"
#include "cmd/printer.h"
#include "cmd/xmalloc.h"

/* ---- a message with marks --- */

/* A finding in a text: the bytes begin to end. */
struct mark {
	size_t text;       /* its index */
	size_t begin, end;
	size_t url, url_len;     /* in the copies: the URL to link to */
	size_t label, label_len; /* of a link in HTML: its visible text */
	urlgrep_warnings warnings;
	bool is_accepted;  /* it is valid or loose, and not denied */
};

/* The texts of a message, or of a text or HTML file, and the URLs that were found in them. */
struct marked_text {
	urlgrep_mail_type type;
	struct strbuf path;
	struct strbuf file_text; /* of a text or HTML file */
	bool has_file_text;
	urlgrep_mail *mail;      /* whose current message has the texts */
	struct mark *marks;
	size_t count, room;
	struct strbuf copies;
};

struct marked_text *
marked_text_new(void)
{
	struct marked_text *t = x_calloc(1, sizeof(*t));

	t->path.memory = t->file_text.memory = t->copies.memory = &xmalloc_memory;
	return t;
}

void
marked_text_free(struct marked_text *t)
{
	if (t == NULL)
		return;
	strbuf_free(&t->path);
	strbuf_free(&t->file_text);
	strbuf_free(&t->copies);
	free(t->marks);
	free(t);
}

void
marked_text_begin(struct marked_text *t, const urlgrep_message *message)
{
	t->type = message->type;
	strbuf_clear(&t->path);
	strbuf_append(&t->path, message->path, strlen(message->path) + 1);
	strbuf_clear(&t->file_text);
	t->has_file_text = message->text.text != NULL;
	if (t->type != URLGREP_MAIL_MESSAGE && t->has_file_text)
		strbuf_append(&t->file_text, message->text.text, message->text.len);
	t->count = 0;
	strbuf_clear(&t->copies);
}

/* Copy a span. Return where. */
static size_t
copy_span(struct marked_text *t, urlgrep_span span)
{
	size_t at = t->copies.len;

	strbuf_append(&t->copies, span.text, span.len);
	return at;
}

/* Mark a finding, which need not come in the order of the text. Return the mark. */
static struct mark *
add_mark(struct marked_text *t, const urlgrep_location *location)
{
	if (t->count == t->room) {
		t->room = t->room ? 2 * t->room : 64;
		t->marks = x_realloc(t->marks, t->room * sizeof(*t->marks));
	}
	t->marks[t->count] = (struct mark){ .text = location->text_index,
		.begin = (size_t)location->text_offset,
		.end = (size_t)(location->text_offset + location->text_length) };
	return &t->marks[t->count++];
}

/* Set *text to text number i of the message. Return false if there are not so many. Its part
 * is NULL in a text or HTML file. */
static bool
text_at(const struct marked_text *t, size_t i, urlgrep_mail_text *text)
{
	urlgrep_status status;

	if (t->type == URLGREP_MAIL_MESSAGE) {
		status = urlgrep_mail_text_at(t->mail, i, text);
		if (status == URLGREP_NOMEM)
			x_die();
		return status == URLGREP_OK;
	}
	*text = (urlgrep_mail_text){ .text = { t->file_text.at ? t->file_text.at : "",
			t->file_text.len },
		.html = t->type == URLGREP_MAIL_HTML };
	return i == 0;
}

static int
compare_marks(const void *left, const void *right)
{
	const struct mark *a = left, *b = right;

	if (a->text != b->text)
		return a->text < b->text ? -1 : 1;
	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	return a->end < b->end ? 1 : a->end > b->end ? -1 : 0; /* the longer one first */
}

/* Drop marks that begin in another one, or go beyond their text. */
static void
drop_overlaps(struct marked_text *t)
{
	size_t i, kept = 0;

	for (i = 0; i < t->count; i++) {
		const struct mark *mark = &t->marks[i];
		const struct mark *last = kept ? &t->marks[kept - 1] : NULL;
		urlgrep_mail_text text;

		if (last && last->text == mark->text && mark->begin < last->end)
			continue;
		if (text_at(t, mark->text, &text) && mark->begin < mark->end &&
		    mark->end <= text.text.len)
			t->marks[kept++] = *mark;
	}
	t->count = kept;
}

/* End a message, all of whose findings were marked. Return NULL, or the reason why the text cannot be
 * printed. */
static const char *
end_message(struct marked_text *t, urlgrep_mail *mail)
{
	t->mail = mail;
	if (t->type != URLGREP_MAIL_MESSAGE && !t->has_file_text)
		return "larger than 128 MiB: not printed as a whole";
	if (t->count > 0)
		qsort(t->marks, t->count, sizeof(*t->marks), compare_marks);
	drop_overlaps(t);
	return NULL;
}

/* Return the marks of the next text, number i, and set *count. *next is the number of its first
 * mark, then of the one after its last. */
static const struct mark *
take_marks(const struct marked_text *t, size_t i, size_t *next, size_t *count)
{
	const struct mark *first = t->marks + *next;

	for (*count = 0; *next < t->count && t->marks[*next].text == i; (*next)++)
		(*count)++;
	return first;
}

/* ---- --html --- */

static void
mark_link(struct printer *p, const struct row *row)
{
	const urlgrep_url *shown = printer_shown_url(row);
	urlgrep_span label = row->location->link_text;
	struct mark *mark = add_mark(p->marked, row->location);

	mark->url = copy_span(p->marked, shown->text);
	mark->url_len = shown->text.len;
	mark->label = copy_span(p->marked, label);
	mark->label_len = label.len;
	mark->warnings = row_warnings(row);
	mark->is_accepted = settings_accept(p->settings, row_verdict(row)) &&
	    html_text_is_safe_scheme(urlgrep_part_named(shown, "scheme")) &&
	    html_text_is_exact(shown->text);
}

static urlgrep_span
url_of(const struct marked_text *t, const struct mark *mark)
{
	return (urlgrep_span){ t->copies.at + mark->url, mark->url_len };
}

/* Write the names of warnings as the title of an element. */
static void
write_warnings(struct strbuf *out, urlgrep_warnings set)
{
	const char *name, *before = " class=\"warned\" title=\"";

	if (set == 0)
		return;
	for (; (name = field_next_word(&set, URLGREP_WARNING_NAMES)) != NULL; before = ", ") {
		strbuf_append_string(out, before);
		html_text_write_string(out, name);
	}
	strbuf_append_byte(out, '"');
}

/* Write text as a link, or just marked if its URL is not safe to follow. */
static void
write_marked(struct printer *p, const struct mark *mark, urlgrep_span text)
{
	struct strbuf *out = p->out;

	strbuf_append_string(out, mark->is_accepted ? "<a href=\"" : "<span");
	if (mark->is_accepted) {
		html_text_write_href(out, url_of(p->marked, mark));
		strbuf_append_byte(out, '"');
	}
	write_warnings(out, mark->warnings);
	strbuf_append_byte(out, '>');
	html_text_write(out, text.text, text.len);
	strbuf_append_string(out, mark->is_accepted ? "</a>" : "</span>");
}

/* Write a text with its marks. */
static void
write_text(struct printer *p, urlgrep_span text, const struct mark *marks, size_t count)
{
	size_t at = 0, i;

	for (i = 0; i < count; i++) {
		html_text_write(p->out, text.text + at, marks[i].begin - at);
		write_marked(p, &marks[i], (urlgrep_span){ text.text + marks[i].begin,
			marks[i].end - marks[i].begin });
		at = marks[i].end;
	}
	html_text_write(p->out, text.text + at, text.len - at);
}

/* Write the links of an HTML text as a list: their visible text, and the URL. */
static void
write_links(struct printer *p, const struct mark *marks, size_t count)
{
	struct strbuf *out = p->out;
	size_t i;

	if (count == 0)
		return;
	strbuf_append_string(out, "<ul>\n");
	for (i = 0; i < count; i++) {
		strbuf_append_string(out, "<li>");
		if (marks[i].label_len > 0) {
			html_text_write(out, p->marked->copies.at + marks[i].label,
			    marks[i].label_len);
			strbuf_append_string(out, "<br>");
		}
		write_marked(p, &marks[i], url_of(p->marked, &marks[i]));
		strbuf_append_string(out, "</li>\n");
	}
	strbuf_append_string(out, "</ul>\n");
}

static void
print_page_begin(struct printer *p)
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

/* Begin a paragraph with a header field. */
static void
begin_field(struct strbuf *out, const char *name)
{
	strbuf_append_string(out, "<p><b>");
	html_text_write_string(out, name);
	strbuf_append_string(out, ":</b> ");
}

/* Write a text of the message. */
static void
print_text(struct printer *p, const urlgrep_mail_text *text, const struct mark *marks,
    size_t count)
{
	if (text->html && !text->header) {
		write_links(p, marks, count);
		return;
	}
	if (text->header)
		begin_field(p->out, text->part);
	else /* the first line feed in <pre> does not count */
		strbuf_append_string(p->out, "<pre>\n");
	write_text(p, text->text, marks, count);
	strbuf_append_string(p->out, text->header ? "</p>\n" : "</pre>\n");
}

/* Write a header field of the message, if it has one. */
static void
print_field(struct printer *p, const char *name, urlgrep_mail_field field)
{
	const char *value = urlgrep_mail_header(p->mail, field);

	if (value == NULL)
		return;
	begin_field(p->out, name);
	html_text_write_string(p->out, value);
	strbuf_append_string(p->out, "</p>\n");
}

static const char *
print_page_message(struct printer *p)
{
	struct marked_text *t = p->marked;
	const char *reason = end_message(t, p->mail);
	size_t i, next = 0, count;
	urlgrep_mail_text text;

	if (reason)
		return reason;
	if (p->value.len == 0 || strcmp(p->value.at, t->path.at) != 0) {
		strbuf_clear(&p->value);
		strbuf_append(&p->value, t->path.at, t->path.len);
		strbuf_append_string(p->out, "<h1>");
		html_text_write_string(p->out, t->path.at);
		strbuf_append_string(p->out, "</h1>\n");
	}
	strbuf_append_string(p->out, "<article>\n");
	if (t->type == URLGREP_MAIL_MESSAGE) {
		print_field(p, "from", URLGREP_MAIL_FROM);
		print_field(p, "date", URLGREP_MAIL_DATE);
	}
	for (i = 0; text_at(t, i, &text); i++) {
		const struct mark *marks = take_marks(t, i, &next, &count);

		print_text(p, &text, marks, count);
	}
	strbuf_append_string(p->out, "</article>\n");
	return NULL;
}

static void
print_page_end(struct printer *p)
{
	strbuf_append_string(p->out, "</body>\n</html>\n");
}

const struct printer_format format_html = {
	.name = "html",
	.needs = NEEDS_TARGET,
	.print_begin = print_page_begin,
	.print_finding = mark_link,
	.print_message = print_page_message,
	.print_end = print_page_end,
};

/* ---- --without --- */

static void
mark_url(struct printer *p, const struct row *row)
{
	add_mark(p->marked, row->location);
}

/* Write lines; a terminal must not get control characters. */
static void
write_piece(struct printer *p, const char *text, size_t len)
{
	const char *end = text + len, *feed;

	if (!p->settings->to_terminal) {
		strbuf_append(p->out, text, len);
		return;
	}
	for (; (feed = memchr(text, '\n', (size_t)(end - text))) != NULL; text = feed + 1) {
		escape_write_tabs(p->out, text, (size_t)(feed - text));
		strbuf_append_byte(p->out, '\n');
	}
	escape_write_tabs(p->out, text, (size_t)(end - text));
}

/* Write a text without its marked parts. A text of a message ends with a newline. */
static void
print_rest(struct printer *p, const urlgrep_mail_text *text, const struct mark *marks,
    size_t count)
{
	size_t at = 0, i;

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

static const char *
print_rest_of_message(struct printer *p)
{
	const char *reason = end_message(p->marked, p->mail);
	size_t i, next = 0, count;
	urlgrep_mail_text text;

	for (i = 0; reason == NULL && text_at(p->marked, i, &text); i++) {
		const struct mark *marks = take_marks(p->marked, i, &next, &count);

		print_rest(p, &text, marks, count);
	}
	return reason;
}

const struct printer_format format_without = {
	.name = "without",
	.print_finding = mark_url,
	.print_message = print_rest_of_message,
};

/* ---- --print-message --- */

/* Messages are written as they are stored, after a new "From " line. A line that begins with
 * "From " gets a ">" before it, as in mboxo: such lines of a message that comes from an mbox have
 * one. */

/* Write the line before a message: with the time of its Date in UTC (RFC 4155), or else of
 * 1970. The stored line, if there is one, is not known. */
static void
write_from_line(struct printer *p)
{
	const char *iso = urlgrep_mail_header(p->mail, URLGREP_MAIL_DATE_ISO);
	time_t when = iso ? (time_t)field_read_time(iso) : 0;
	char text[64]; /* in the C locale, as asctime(3) writes it */
	struct tm tm;

	gmtime_r(&when, &tm);
	strftime(text, sizeof(text), "%a %b %e %H:%M:%S", &tm);
	strbuf_printf(p->out, "From MAILER-DAEMON %s %04d\n", text, tm.tm_year + 1900);
}

/* Print the message of a finding, unless it is printed already. */
static void
print_message(struct printer *p, const struct row *row)
{
	const urlgrep_message *message = urlgrep_mail_current(p->mail);
	uint64_t serial = urlgrep_mail_serial(p->mail);
	const char *at, *end;

	if (message == NULL || row->location->message == 0 || serial == p->printed_serial)
		return;
	p->printed_serial = serial;
	write_from_line(p);
	at = message->text.text;
	end = at + message->text.len;
	while (at < end) {
		const char *feed = memchr(at, '\n', (size_t)(end - at));
		size_t len = (size_t)((feed ? feed + 1 : end) - at);

		if (len >= 5 && memcmp(at, "From ", 5) == 0)
			strbuf_append_byte(p->out, '>');
		strbuf_append(p->out, at, len);
		at += len;
	}
	if (message->text.len > 0 && end[-1] != '\n')
		strbuf_append_byte(p->out, '\n');
	strbuf_append_byte(p->out, '\n');
}

const struct printer_format format_mbox = {
	.name = "mbox",
	.print_finding = print_message,
};
