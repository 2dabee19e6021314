/* details.c - the description of a row, its message, and text that is safe to show */
#include "pick/pick.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/shared.h"
#include "util/utf8.h"

/* ---- text with styles --- */

struct styled
styled_new(void)
{
	return (struct styled){ { .memory = &xmalloc_memory }, { .memory = &xmalloc_memory }, 0 };
}

void
styled_free(struct styled *s)
{
	strbuf_free(&s->text);
	strbuf_free(&s->styles);
}

void
styled_end(struct styled *s, enum style style)
{
	size_t more = s->text.len - s->styles.len;

	if (more == 0 || !strbuf_reserve(&s->styles, more))
		return;
	memset(s->styles.at + s->styles.len, style, more);
	s->styles.len += more;
}

void
styled_append(struct styled *s, enum style style, const char *text)
{
	escape_write(&s->text, text, strlen(text));
	styled_end(s, style);
}

/* ---- the details of a row --- */

/* Append a line made of words, a list that ends with NULL. */
static void
add_line(struct styled *out, enum style style, const char *const *words)
{
	for (; *words; words++)
		styled_append(out, style, *words);
	strbuf_append_byte(&out->text, '\n');
	styled_end(out, style);
}

#define WORDS(...) (const char *const[]){ __VA_ARGS__, NULL }

static void
add_labelled(struct styled *out, const char *indent, const char *label, const char *value)
{
	if (value)
		add_line(out, STYLE_PLAIN, WORDS(indent, label, value));
}

/* Append why the row cannot be opened, or is suspicious. */
static void
add_dangers(struct styled *out, const struct url_row *row)
{
	if (row->refusal)
		add_line(out, STYLE_WARNING, WORDS("x ", row->refusal));
	else if (!url_row_has_usual_scheme(row))
		add_line(out, STYLE_WARNING, WORDS("! an unusual scheme"));
	if (row->leads_to)
		add_line(out, STYLE_WARNING, WORDS("! A link with this text leads to ",
		    row->leads_to, "."));
	if (url_row_text_differs(row))
		add_line(out, STYLE_WARNING, WORDS("! The text shows ", row->shown_host ?
		    row->shown_host : "another URL", ", but the link leads to ",
		    row->host ? row->host : row->url, "."));
}

/* Append the meanings of those warnings of the row that are in a set. */
static void
add_warnings(struct styled *out, const struct url_row *row, urlgrep_warnings set,
    enum style style, const char *sign)
{
	urlgrep_warnings warnings = row->warnings & set;
	const char *name;
	unsigned i;

	if (url_row_text_differs(row))
		warnings &= ~URLGREP_WARNING_BIT(URLGREP_WARN_HREF_DIFFERS);
	for (i = 0; (name = urlgrep_name(URLGREP_WARNING_NAMES, i)) != NULL; i++)
		if (warnings & URLGREP_WARNING_BIT(i))
			add_line(out, style, WORDS(sign, urlgrep_warning_meaning(i), " (", name, ")"));
}

/* Append a description of the message that contains the row. */
static void
add_message(struct styled *out, const struct url_message *m, const char *indent)
{
	add_labelled(out, indent, "From: ", m->from);
	add_labelled(out, indent, "Subject: ", m->subject);
	add_labelled(out, indent, "Date: ", m->date);
	add_labelled(out, indent, "File: ", strcmp(m->path, STDIN_NAME) ? m->path : NULL);
}

void
details_write(struct styled *out, const struct url_row *row, unsigned flags)
{
	bool opens_target = row->other.exact == row->url;

	add_dangers(out, row);
	add_warnings(out, row, ~HARMLESS_WARNINGS, STYLE_WARNING, "! ");
	if (flags & DETAILS_URL)
		add_line(out, STYLE_STRONG, WORDS("  ", row->opens.exact));
	if (flags & DETAILS_URL && row->opens.readable != row->opens.exact)
		add_labelled(out, "  ", "readable: ", row->opens.readable);
	add_warnings(out, row, HARMLESS_WARNINGS, STYLE_PLAIN, "i ");
	add_labelled(out, "  ", row->service ? (opens_target ? "wrapped in " : "leads to ") :
	    opens_target ? "with tracking: " : "without tracking: ", row->other.exact);
	add_labelled(out, "  ", "wrapped by ", row->service);
	add_labelled(out, "  ", "text: ", row->label);
	add_labelled(out, "  ", "the same host: ", row->other_host);
	add_labelled(out, "  ", "reading: ", row->reading);
	if (flags & DETAILS_MESSAGE)
		add_message(out, row->message, "  ");
}

/* ---- the message of a row --- */

/* A listed URL in a text. */
struct place {
	size_t begin, end, number;
	bool is_chosen;
};

static int
compare_places(const void *left, const void *right)
{
	const struct place *a = left, *b = right;

	return a->begin != b->begin ? (a->begin < b->begin ? -1 : 1) :
	    (a->number > b->number) - (a->number < b->number);
}

/* Return the places of the listed URLs in a text, in text order, and set *count. The caller frees
 * them. */
static struct place *
find_places(struct url_list *list, urlgrep_span text, const struct url_row *chosen,
    size_t *count)
{
	size_t items_count, i;
	const struct url_item *items = url_list_items(list, &items_count);
	struct place *places = x_calloc(items_count + 1, sizeof(*places));

	*count = 0;
	for (i = 0; i < items_count; i++) {
		const struct url_row *row = items[i].row;

		if (row && row->text.text == text.text)
			places[(*count)++] = (struct place){ row->text_begin, row->text_end,
				items[i].number, row == chosen };
	}
	qsort(places, *count, sizeof(*places), compare_places);
	return places;
}

static void
add_text(struct styled *out, urlgrep_span text, const struct place *places, size_t count)
{
	size_t at = 0, column = 0, i;

	for (i = 0; i < count; i++) {
		const struct place *place = &places[i];
		size_t begin = place->begin > at ? place->begin : at;
		size_t end = place->end > begin ? place->end : begin;

		shown_append_lines(&out->text, text.text + at, begin - at, &column);
		styled_end(out, STYLE_PLAIN);
		if (place->is_chosen)
			out->focus = out->text.len;
		shown_append_lines(&out->text, text.text + begin, end - begin, &column);
		styled_end(out, place->is_chosen ? STYLE_MATCH : STYLE_STRONG);
		column += strbuf_printf(&out->text, " [%zu]", place->number);
		styled_end(out, STYLE_FAINT);
		at = end;
	}
	shown_append_lines(&out->text, text.text + at, text.len - at, &column);
	styled_end(out, STYLE_PLAIN);
}

void
message_write(struct styled *out, struct url_list *list, const struct url_row *row)
{
	urlgrep_span text = row->text.text ? row->text : row->message->text;
	size_t count;
	struct place *places = find_places(list, text, row, &count);

	add_message(out, row->message, "");
	strbuf_append_byte(&out->text, '\n');
	if (text.text)
		add_text(out, text, places, count);
	free(places);
}

/* ---- text for a terminal: safe, and of limited width --- */

enum { TAB_COLUMNS = 8 };

void
shown_append_lines(struct strbuf *out, const char *text, size_t len, size_t *column)
{
	while (len > 0) {
		size_t n = 0;

		while (n < len && text[n] != '\n' && text[n] != '\t' && text[n] != '\r')
			n++;
		*column += escape_write(out, text, n);
		if (n < len && text[n] == '\n') {
			strbuf_append_byte(out, '\n');
			*column = 0;
		}
		if (n < len && text[n] == '\t')
			*column += strbuf_printf(out, "%*s",
			    (int)(TAB_COLUMNS - *column % TAB_COLUMNS), "");
		n += n < len;
		text += n;
		len -= n;
	}
}

/* Return the length of the character that shown text begins with. */
static size_t
character_length(const char *shown, size_t len)
{
	uint32_t code;
	size_t n = utf8_decode(shown, len, &code);

	return n ? n : 1;
}

size_t
shown_wrap(const char *shown, size_t len, size_t columns)
{
	size_t fits = escape_fit(shown, len, columns), at;

	if (fits == len)
		return len;
	for (at = fits; at > fits / 2; at--) /* do not wrap between a mark and its URL */
		if (shown[at] == ' ')
			return at;
	return fits ? fits : character_length(shown, len); /* a wide character in one column */
}

/* ---- URLs --- */

/* Return the place of the host in a URL that has "//". */
static struct shown_host
find_host(const char *url, size_t len)
{
	const char *slashes = memmem(url, len, "://", 3), *begin, *end, *at, *bracket, *colon;

	if (slashes == NULL)
		return (struct shown_host){ 0, 0 };
	begin = slashes + 3;
	for (end = begin; end < url + len && !strchr("/?#\\", *end); end++)
		;
	at = memrchr(begin, '@', (size_t)(end - begin));
	if (at)
		begin = at + 1;
	bracket = memchr(begin, ']', (size_t)(end - begin)); /* of an IPv6 address */
	colon = bracket ? bracket : begin;
	colon = memchr(colon, ':', (size_t)(end - colon));
	if (colon)
		end = colon;
	return (struct shown_host){ (size_t)(begin - url), (size_t)(end - begin) };
}

/* Return how many bytes at the end of shown text fit into that many columns. */
static size_t
fit_end(const char *shown, size_t len, size_t columns)
{
	size_t total = escape_write(NULL, shown, len), at;

	if (total <= columns)
		return len;
	at = escape_fit(shown, len, total - columns);
	if (escape_write(NULL, shown + at, len - at) > columns)
		at += character_length(shown + at, len - at);
	return len - at;
}

/* Return where the shown part of a URL begins: at its host if there is no room for the text before
 * it, or within the host if not even the host fits. */
static size_t
find_begin(const char *shown, size_t len, struct shown_host host, size_t columns)
{
	size_t end = host.begin + host.len, marks = 1u + (end < len);

	if (host.len == 0 || escape_write(NULL, shown, len) <= columns ||
	    escape_write(NULL, shown, end) < columns)
		return 0;
	return end - fit_end(shown + host.begin, host.len, columns > marks ? columns - marks : 0);
}

struct shown_host
shown_append_url(struct strbuf *out, const char *url, size_t len, size_t columns,
    bool is_host_only)
{
	struct strbuf all = { .memory = out->memory };
	const char *shown;
	struct shown_host host;
	size_t begin, end;

	escape_write(&all, url, len);
	shown = all.at ? all.at : "";
	len = all.len;
	host = find_host(shown, len);
	if (is_host_only && host.len) {
		shown += host.begin;
		len = host.len;
		host.begin = 0;
	}
	begin = find_begin(shown, len, host, columns);
	end = host.begin + host.len;
	if (begin > 0) {
		strbuf_append_string(out, escape_ellipsis());
		columns -= columns > 0;
	}
	if (host.begin < begin)
		host.begin = begin;
	host = (struct shown_host){ out->len + host.begin - begin, end - host.begin };
	escape_write_cut(out, shown + begin, len - begin, columns);
	strbuf_free(&all);
	return host;
}
