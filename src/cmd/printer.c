/* printer.c - functions shared by the output formats */
#include "cmd/printer.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/shared.h"
#include "util/ascii.h"
#include "util/utf8.h"

struct printer *
printer_new(const struct settings *settings, struct strbuf *out)
{
	struct printer *p = x_calloc(1, sizeof(*p));

	p->settings = settings;
	p->out = out;
	p->value.memory = p->shown.memory = p->context_line.memory = &xmalloc_memory;
	if (settings->format == &format_json)
		p->json = json_printer_new(settings);
	return p;
}

void
printer_free(struct printer *p)
{
	strbuf_free(&p->value);
	strbuf_free(&p->shown);
	strbuf_free(&p->context_line);
	json_printer_free(p->json);
	free(p);
}

bool
printer_shows_field(const struct settings *s, const struct field *field)
{
	return field->json.len > 0 && !(field->sets & OF_ANOTHER) &&
	    (!s->check || field->sets & IN_CHECK) && (s->defang || !(field->needs & NEEDS_DEFANG)) &&
	    (s->readable || !(field->needs & NEEDS_READABLE)) &&
	    (s->with_column || !(field->needs & NEEDS_COLUMN));
}

urlgrep_span
printer_shown_text(struct printer *p, const struct row *row, urlgrep_span url)
{
	return p->settings->readable ? details_readable(row->details, url) :
	    p->settings->defang ? details_defanged(row->details, url) : url;
}

/* Return a host as it is printed. The text is valid until the next call. */
static urlgrep_span
shown_host(struct printer *p, urlgrep_span host)
{
	size_t i;

	if (!p->settings->defang)
		return host;
	strbuf_clear(&p->shown);
	for (i = 0; i < host.len; i++)
		if (host.text[i] == '.')
			strbuf_append_string(&p->shown, "[.]");
		else
			strbuf_append_byte(&p->shown, host.text[i]);
	return (urlgrep_span){ p->shown.at, p->shown.len };
}

/* ---- parts --- */

/* Return the URL whose parts --part prints: with --readable, *readable, which is set to that form. */
static const urlgrep_url *
url_of_parts(struct printer *p, const struct row *row, urlgrep_url *readable)
{
	const urlgrep_url *url = row_printed_url(row);
	urlgrep_span text;

	if (!p->settings->readable)
		return url;
	text = details_readable(row->details, url->text);
	strbuf_clear(&p->shown);
	strbuf_append(&p->shown, text.text, text.len);
	return urlgrep_judge(details_scanner(row->details), p->shown.at, p->shown.len, 0,
	    readable) <= URLGREP_LOOSE ? readable : url;
}

urlgrep_span
printer_find_parts(struct printer *p, const struct row *row)
{
	const struct string_list *names = &p->settings->parts;
	urlgrep_url readable;
	const urlgrep_url *url = url_of_parts(p, row, &readable);
	urlgrep_span written = row->finding->written.text ? row->finding->written : url->text;
	struct strbuf *out = &p->value;
	bool has_any = false;
	size_t i, begin;

	strbuf_clear(out);
	for (i = 0; i < names->count; i++) {
		urlgrep_span part = strcmp(names->at[i], "written") == 0 ? written :
		    field_part(url, names->at[i]);
		bool is_host = strcmp(names->at[i], "host") == 0;

		if (i > 0)
			strbuf_append_byte(out, '\t');
		if (part.text == NULL)
			continue;
		has_any = true;
		part = is_host ? shown_host(p, part) : printer_shown_text(p, row, part);
		begin = out->len;
		escape_write(out, part.text, part.len);
		for (; is_host && p->settings->unique && begin < out->len; begin++)
			out->at[begin] = ascii_lower(out->at[begin]);
	}
	return has_any ? (urlgrep_span){ out->at ? out->at : "", out->len } :
	    (urlgrep_span){ NULL, 0 };
}

urlgrep_span
printer_unique_text(struct printer *p, const struct row *row)
{
	unsigned how = p->settings->unique;
	urlgrep_span text = row_printed_url(row)->text;

	if (p->settings->parts.count > 0)
		return printer_find_parts(p, row);
	if (how != UNIQUE_NORMALIZED && how != UNIQUE_NO_FRAGMENT)
		return text;
	strbuf_clear(&p->value);
	strbuf_reserve(&p->value, 3 * text.len + 1);
	return (urlgrep_span){ p->value.at, urlgrep_normalize(text.text, text.len,
	    how == UNIQUE_NO_FRAGMENT ? URLGREP_STRIP_FRAGMENT : 0, p->value.at) };
}

/* ---- values --- */

/* Append the elements of a list, separated by blanks. */
static void
append_list(struct printer *p, const struct row *row, enum field_type type, struct value *value)
{
	urlgrep_span element;

	while (field_next_element(type, value, &element)) {
		if (type == FIELD_STEPS)
			element = printer_shown_text(p, row, element);
		if (p->value.len)
			strbuf_append_byte(&p->value, ' ');
		strbuf_append(&p->value, element.text, element.len);
	}
}

void
printer_read_value(struct printer *p, const struct field *field, const char *part,
    const struct row *row)
{
	struct value value;

	strbuf_clear(&p->value);
	field_get(field, row, &value);
	if (part) {
		value.text = field_part(value.url, part);
		value.is_absent = value.text.text == NULL;
	}
	if (value.is_absent)
		return;
	switch (field->type) {
	case FIELD_TEXT:
	case FIELD_NAME:
	case FIELD_TIME:
	case FIELD_LABELS:
	case FIELD_PARTS:
		if (field->sets & IS_URL)
			value.text = printer_shown_text(p, row, value.text);
		else if (strcmp(part ? part : field->name, "host") == 0)
			value.text = shown_host(p, value.text);
		strbuf_append(&p->value, value.text.text, value.text.len);
		break;
	case FIELD_NUMBER:
		digits_append(&p->value, (uint64_t)value.number);
		break;
	case FIELD_BOOL:
		strbuf_append_string(&p->value, value.number ? "true" : "false");
		break;
	default:
		append_list(p, row, field->type, &value);
		break;
	}
}

void
printer_write_number(struct printer *p, bool is_line, const urlgrep_location *location)
{
	uint64_t number = is_line ? location->line : location->message;
	struct deferred_numbers *d = p->deferred;

	if (d == NULL) {
		digits_append(p->out, number);
		return;
	}
	d->list = x_grow(d->list, d->count, &d->room, sizeof(*d->list));
	d->list[d->count++] = (struct deferred_number){ p->out->len, is_line, number };
}

void
printer_end_line(struct printer *p)
{
	strbuf_append_byte(p->out, p->settings->null_data ? '\0' : '\n');
}

/* ---- the lines around a URL (-A, -B, -C) --- */

/* Bounds on the context printed for each URL: all URLs of a file may be on one line. */
enum {
	MAX_SIDE_BYTES = 1000,        /* of a line, on each side of the URL */
	MAX_CONTEXT_BYTES = 64 * 1024 /* before the URL, and after it */
};

static const char mark[] = "[...]";

/* Return the beginning of the line that contains `at`, but no offset less than `least`. */
static size_t
line_begin(urlgrep_span text, size_t at, size_t least)
{
	const char *feed = memrchr(text.text + least, '\n', at - least);

	return feed ? (size_t)(feed - text.text) + 1 : least;
}

/* Return the end of the line that contains `at`, after its line feed, but no offset greater
 * than `most`. */
static size_t
line_end(urlgrep_span text, size_t at, size_t most)
{
	return at + ascii_line(text.text + at, most - at);
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
	long i;

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

/* Narrow *line to the text near the URL. */
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

/* Append the line, with a mark for each omission. */
static void
append_marked(const struct context *c, urlgrep_span line, struct strbuf *out)
{
	const char *end = line.text + line.len, *text_end = c->text.text + c->text.len;

	if (line.text > c->text.text) {
		if (line.text[-1] != '\n')
			strbuf_append_string(out, mark);
	} else {
		line = cut(line, utf8_bom_length(line.text, line.len), line.len);
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
	strbuf_reserve(out, 1); /* so that an empty line is not NULL, which means absent */
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
