/* details.c - the details of a row in words, and text that is safe to show */
#include "pick/pick.h"

#include <inttypes.h>
#include <string.h>
#include <wchar.h>

#include "cmd/escape.h"
#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "row/json.h"
#include "util/utf8.h"

/* ---- the details of a row --- */

enum line_kind { LINE_PLAIN, LINE_WARNING, LINE_URL };

/* Add a line of words, up to NULL; the last of too many lines is overwritten. */
static void
add_line(struct row_details *d, enum line_kind kind, const char *const *words)
{
	struct detail *line = &d->lines[d->count];

	*line = (struct detail){ .begin = d->text.len, .is_warning = kind == LINE_WARNING,
		.is_url = kind == LINE_URL };
	for (; *words; words++)
		shown_append(&d->text, *words, strlen(*words));
	line->len = d->text.len - line->begin;
	strbuf_append(&d->text, "\n", 1);
	if (d->count < MAX_DETAILS - 1)
		d->count++;
}

#define WORDS(...) (const char *const[]){ __VA_ARGS__, NULL }

static void
add_labelled(struct row_details *d, const char *label, const char *value)
{
	if (value)
		add_line(d, LINE_PLAIN, WORDS(label, value));
}

/* Add the meaning of each warning, with a "!" unless it is only information. */
static void
add_warnings(struct row_details *d, const struct url_row *row)
{
	const char *name;
	unsigned i;

	if (row->refusal)
		add_line(d, LINE_WARNING, WORDS("! ", row->refusal));
	if (row->is_link_text)
		add_line(d, LINE_WARNING,
		    WORDS("! This is only the text of a link that leads elsewhere."));
	if (row->text_differs)
		add_line(d, LINE_WARNING, WORDS("! The text shows ", row->shown_host ?
		    row->shown_host : "another URL", ", but the link leads to ",
		    row->host ? row->host : row->url, "."));
	for (i = 0; (name = urlgrep_name(URLGREP_WARNING_NAMES, i)) != NULL; i++) {
		bool is_danger = (URLGREP_WARNING_BIT(i) & harmless_warnings()) == 0;

		if (row->warnings & URLGREP_WARNING_BIT(i) &&
		    !(row->text_differs && i == URLGREP_WARN_HREF_DIFFERS))
			add_line(d, is_danger ? LINE_WARNING : LINE_PLAIN,
			    WORDS(is_danger ? "! " : "  ", urlgrep_warning_meaning(i), " (", name, ")"));
	}
}

static void
add_urls(struct row_details *d, const struct url_row *row)
{
	add_line(d, LINE_URL, WORDS(row->target && !row->opens_target ? "* " : "  ", row->url));
	if (row->target)
		add_line(d, LINE_URL, WORDS(row->opens_target ? "* leads to " : "  leads to ",
		    row->target));
	add_labelled(d, "  wrapped by ", row->service);
	add_labelled(d, "  text: ", row->label);
	if (row->other_host)
		add_line(d, LINE_PLAIN, WORDS("  host ", url_row_other_form(row), ": ",
		    row->other_host));
}

void
row_details_append_how(struct strbuf *out, unsigned how)
{
	static const struct {
		unsigned bit;
		const char *words;
	} table[] = {
		{ URLGREP_JOINED, "lines joined" },
		{ URLGREP_UNJOINED, "ends at the line break" },
		{ URLGREP_HYPHEN_KEPT, "hyphen kept" },
		{ URLGREP_HYPHEN_DROPPED, "hyphen dropped" },
		{ URLGREP_UNBROKEN_COPY, "found unbroken elsewhere" },
		{ URLGREP_REPAIRED, "repaired" },
		{ URLGREP_QP_DECODED, "quoted-printable decoded" },
	};
	const char *separator = "";
	size_t i;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (how & table[i].bit) {
			strbuf_append_string(out, separator);
			strbuf_append_string(out, table[i].words);
			separator = ", ";
		}
}

void
row_details_write(struct row_details *d, const struct url_row *row)
{
	const struct url_message *m = row->message;
	struct strbuf how = { .memory = &xmalloc_memory };

	d->count = 0;
	d->text = (struct strbuf){ .memory = &xmalloc_memory };
	add_warnings(d, row);
	add_urls(d, row);
	if (row->how) {
		row_details_append_how(&how, row->how);
		strbuf_append(&how, "", 1);
		add_labelled(d, row->is_alternative ? "  other reading: " : "  best reading: ",
		    how.at);
		strbuf_free(&how);
	}
	add_labelled(d, "  from: ", m->from);
	add_labelled(d, "  subject: ", m->subject);
	add_labelled(d, "  date: ", m->date);
	add_labelled(d, "  file: ", strcmp(m->path, STDIN_NAME) ? m->path : NULL);
}

/* ---- text for a terminal: safe, and so many columns wide --- */

enum { TAB_COLUMNS = 8 };

/* ---- characters --- */

void
shown_append(struct strbuf *out, const char *text, size_t len)
{
	size_t at = 0, n;

	for (; at < len; at += n ? n : 1) {
		uint32_t code = (unsigned char)text[at];

		n = utf8_decode(text + at, len - at, &code);
		if (n && json_is_safe(code) && wcwidth((wchar_t)code) >= 0)
			strbuf_append(out, text + at, n);
		else if (n <= 1)
			strbuf_printf(out, "\\x%02X", (unsigned)(unsigned char)text[at]);
		else
			strbuf_printf(out, code > 0xFFFF ? "\\U%08" PRIX32 : "\\u%04" PRIX32, code);
	}
}

void
shown_append_lines(struct strbuf *out, const char *text, size_t len)
{
	static const char blanks[TAB_COLUMNS + 1] = "        ";
	size_t line = out->len, begin = 0, at;

	for (at = 0; at <= len; at++) {
		char c = at < len ? text[at] : '\0';

		if (at < len && c != '\n' && c != '\t' && c != '\r')
			continue;
		shown_append(out, text + begin, at - begin);
		begin = at + 1;
		if (c == '\t')
			strbuf_append_string(out, blanks +
			    shown_columns(out->at + line, out->len - line) % TAB_COLUMNS);
		if (c != '\n')
			continue;
		strbuf_append(out, "\n", 1);
		line = out->len;
	}
}

/* Return the columns of the character of shown text that begins at text, and set *n to
 * its length. */
static size_t
character_columns(const char *text, size_t len, size_t *n)
{
	uint32_t code;
	int columns;

	*n = utf8_decode(text, len, &code);
	columns = *n ? wcwidth((wchar_t)code) : 1;
	*n = *n ? *n : 1;
	return columns > 0 ? (size_t)columns : 0;
}

size_t
shown_columns(const char *shown, size_t len)
{
	size_t columns = 0, at = 0, n;

	for (; at < len; at += n)
		columns += character_columns(shown + at, len - at, &n);
	return columns;
}

size_t
shown_fit(const char *shown, size_t len, size_t columns)
{
	size_t used = 0, at = 0, n;

	for (; at < len; at += n) {
		used += character_columns(shown + at, len - at, &n);
		if (used > columns)
			break;
	}
	return at;
}

size_t
shown_wrap(const char *shown, size_t len, size_t columns)
{
	size_t fits = shown_fit(shown, len, columns), at;

	if (fits == len)
		return len;
	for (at = fits; at > fits / 2; at--) /* a URL after a mark is not moved down */
		if (shown[at] == ' ')
			return at;
	if (fits == 0) /* a wide character in one column */
		character_columns(shown, len, &fits);
	return fits;
}

/* Return U+2026, or US-ASCII if the locale lacks it. */
static const char *
shown_ellipsis(void)
{
	return wcwidth(0x2026) == 1 ? "\u2026" : "~";
}

const char *
shown_arrow(void)
{
	return wcwidth(0x2192) == 1 ? "\u2192" : ">";
}

void
shown_append_cut(struct strbuf *out, const char *shown, size_t len, size_t columns)
{
	size_t fits = shown_fit(shown, len, columns);

	if (fits < len && columns > 0) {
		strbuf_append(out, shown, shown_fit(shown, len, columns - 1));
		strbuf_append_string(out, shown_ellipsis());
	} else {
		strbuf_append(out, shown, fits);
	}
}

/* ---- URLs --- */

/* Return where the host of a URL with "//" is in its text. */
static struct shown_host
find_host(const char *url, size_t len)
{
	const char *slashes = memmem(url, len, "://", 3), *begin, *end, *at, *bracket;
	const char *colon;

	if (slashes == NULL)
		return (struct shown_host){ 0, 0 };
	begin = slashes + 3;
	for (end = begin; end < url + len && !strchr("/?#\\", *end); end++)
		;
	at = memrchr(begin, '@', (size_t)(end - begin));
	if (at)
		begin = at + 1;
	bracket = memchr(begin, ']', (size_t)(end - begin));
	colon = memchr(bracket ? bracket : begin, ':',
	    (size_t)(end - (bracket ? bracket : begin)));
	if (colon)
		end = colon;
	return (struct shown_host){ (size_t)(begin - url), (size_t)(end - begin) };
}

/* Return the bytes at the end of shown text that fit into so many columns. */
static size_t
fit_end(const char *shown, size_t len, size_t columns)
{
	size_t total = shown_columns(shown, len), at = 0, n;

	for (; at < len && total > columns; at += n)
		total -= character_columns(shown + at, len - at, &n);
	return len - at;
}

/* Return where to begin to show a URL: at its host if that does not fit together with the text
 * before it, or within the host if that alone does not fit. */
static size_t
find_begin(const char *shown, size_t len, struct shown_host host, size_t columns)
{
	size_t end = host.begin + host.len, marks = 1u + (end < len);

	if (host.len == 0 || shown_columns(shown, len) <= columns ||
	    shown_columns(shown, end) < columns)
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

	shown_append(&all, url, len);
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
		strbuf_append_string(out, shown_ellipsis());
		columns -= columns > 0;
	}
	if (host.begin < begin)
		host.begin = begin;
	host = (struct shown_host){ out->len + host.begin - begin, end - host.begin };
	shown_append_cut(out, shown + begin, len - begin, columns);
	strbuf_free(&all);
	return host;
}
