/* test_pick.c - the parts of urlpick that need no terminal: shown text, the list */
#include <locale.h>

#include "tap.h"

#include "cmd/shared.h"
#include "pick/pick.h"

/* Compare the contents of the buffer, and free it. */
#define equal(buffer, wanted, ...) equal_text(__LINE__, buffer, wanted, __VA_ARGS__)

static void __attribute__((format(printf, 4, 5)))
equal_text(int line, struct strbuf *got, const char *wanted, const char *format, ...)
{
	char what[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	if (!tap_report(__FILE__, line, bytes_are(got->at ? got->at : "", got->len, wanted), "%s", what))
		printf("# wanted: %s\n# got:    %.*s\n", wanted, (int)got->len,
		    got->at ? got->at : "");
	strbuf_free(got);
}

static struct strbuf
empty(void)
{
	return (struct strbuf){ .memory = &xmalloc_memory };
}

/* ---- text --- */

static const struct {
	const char *text, *shown;
} escapes[] = {
	{ "plain", "plain" },
	{ "\033]0;x\007", "\\x1B]0;x\\x07" },
	{ "a\u202eb", "a\\u202Eb" },            /* a bidi control */
	{ "a\u200bb", "a\\u200Bb" },            /* an invisible character */
	{ "\xc2\x9b" "31m", "\\u009B31m" },     /* CSI as one character */
	{ "\xff\xc3", "\\xFF\\xC3" },           /* not UTF-8 */
	{ "\U000e0041", "\\U000E0041" },        /* a tag character */
	{ "a\tb\nc", "a\\x09b\\x0Ac" },
	{ "\u0646\u200c\u0647", "\u0646\u200c\u0647" }, /* a joiner within a word */
	{ "\u0378", "\\u0378" },               /* unassigned, hence not in the locale */
};

static void
test_escapes(void)
{
	FOR_EACH(escape, escapes) {
		struct strbuf out = empty();

		escape_write(&out, escape->text, strlen(escape->text));
		equal(&out, escape->shown, "shown: %s", escape->shown);
	}
}

static void
test_lines(void)
{
	static const char text[] = "a\tb\r\n\tc\n\033";
	struct strbuf out = empty();
	size_t column = 0;

	shown_append_lines(&out, text, sizeof(text) - 1, &column);
	equal(&out, "a       b\n        c\n\\x1B", "lines: tabs, CR LF, an escape");
}

static void
test_widths(void)
{
	static const char wide[] = "\u65e5\u672c\u8a9e", accent[] = "e\u0301x";

	ok(escape_write(NULL, wide, sizeof(wide) - 1) == 6, "wide characters take two columns");
	ok(escape_write(NULL, accent, sizeof(accent) - 1) == 2, "a combining accent takes none");
	ok(escape_fit(wide, sizeof(wide) - 1, 5) == 6, "half of a character does not fit");
	ok(escape_fit(wide, sizeof(wide) - 1, 1) == 0, "nor does one in one column");
	ok(shown_wrap(wide, sizeof(wide) - 1, 1) == 3, "but a line has at least one");
	ok(shown_wrap("one two three", 13, 8) == 7, "lines end at a blank");
	ok(shown_wrap("* http://h.example/", 19, 10) == 10, "not at one near the beginning");
	ok(shown_wrap("short", 5, 8) == 5, "the last line is unchanged");
}

/* URLs in a number of columns; "[" and "]" enclose the host that is found. */
static const struct {
	const char *url;
	size_t columns;
	const char *shown;
} urls[] = {
	{ "http://h.example/a", 40, "http://[h.example]/a" },
	{ "http://h.example/abcdef", 20, "http://[h.example]/ab\u2026" },
	{ "http://h.example/abcdef", 17, "http://[h.example]\u2026" },
	{ "http://h.example/abcdef", 15, "\u2026[h.example]/abc\u2026" },
	{ "http://h.example/abcdef", 11, "\u2026[h.example]\u2026" },
	{ "http://h.example/abcdef", 8, "\u2026[xample]\u2026" },
	{ "http://www.bank.example@evil.example/x", 30, "\u2026[evil.example]/x" },
	{ "http://paypal.com.aaaaaaaaaaaaaaaaaaaaaaaa.evil.example/login", 24,
	    "\u2026[aaaaaaaaa.evil.example]\u2026" },
	{ "http://[::1]:80/", 40, "http://[[::1]]:80/" },
	{ "http://h.example\\@evil.example/", 40, "http://[h.example]\\@evil.example/" },
	{ "mailto:ann@h.example", 10, "[]mailto:an\u2026" },
	{ "http://h.example/\033[2J", 40, "http://[h.example]/\\x1B[2J" },
};

static void
test_urls(void)
{
	FOR_EACH(url, urls) {
		struct strbuf out = empty(), marked = empty();
		struct shown_host host = shown_append_url(&out, url->url,
		    strlen(url->url), url->columns, false);

		ok(escape_write(NULL, out.at, out.len) <= url->columns, "%s fits into %zu columns",
		    url->url, url->columns);
		strbuf_append(&marked, out.at, host.begin);
		strbuf_append_string(&marked, "[");
		strbuf_append(&marked, out.at + host.begin, host.len);
		strbuf_append_string(&marked, "]");
		strbuf_append(&marked, out.at + host.begin + host.len,
		    out.len - host.begin - host.len);
		equal(&marked, url->shown, "%s in %zu columns", url->url, url->columns);
		strbuf_free(&out);
	}
}

static void
test_hosts(void)
{
	struct strbuf out = empty(), cut = empty();

	shown_append_url(&out, "https://u@h.example:80/x", 24, 20, true);
	equal(&out, "h.example", "the host of a URL");
	shown_append_url(&cut, "https://login.bank.example/x", 28, 9, true);
	equal(&cut, "\u2026.example", "the end of a long one");
}

/* ---- the list --- */

static const struct url_message no_message = { .path = "inbox", .from = "Ann" };

static bool
add(struct url_list *list, const char *url, const char *label, const char *shown_host,
    enum row_group group)
{
	struct url_row row = { .url = url, .len = strlen(url), .opens = { url, url }, .label = label,
		.shown_host = shown_host, .group = group, .message = &no_message };

	return url_list_add(list, &row);
}

/* List the rows: "1 URL LABEL" or "heading", each followed by "|". */
static struct strbuf
listed(struct url_list *list)
{
	size_t count, i;
	const struct url_item *items = url_list_items(list, &count);
	struct strbuf out = empty();
	char text[128];

	for (i = 0; i < count; i++) {
		const struct url_row *row = items[i].row;

		if (row)
			snprintf(text, sizeof(text), "%zu %s %s|", items[i].number, row->url,
			    row->label ? row->label : "-");
		else
			snprintf(text, sizeof(text), "%s %zu|",
			    group_names[items[i].group], items[i].number);
		strbuf_append_string(&out, text);
	}
	return out;
}

static void
narrow(struct url_list *list, const char *query, const char *wanted)
{
	struct strbuf out;

	url_list_limit(list, query);
	out = listed(list);
	equal(&out, wanted, "the list, limited to: %s", query);
}

static void
test_list(void)
{
	struct url_list all = { .count = 0 }, *list = &all;

	url_list_init(list);
	ok(add(list, "http://a.example/", NULL, NULL, GROUP_LINKS), "a URL is new");
	ok(!add(list, "http://a.example/", "Apples", NULL, GROUP_LINKS), "but once");
	ok(add(list, "http://a.example/", "x", "b.example", GROUP_LINKS),
	    "it is another one if its text shows another host");
	ok(add(list, "http://i.example/p.png", NULL, NULL, GROUP_RESOURCES), "an image");
	ok(add(list, "http://c.example/", "Pears and apples", NULL, GROUP_LINKS), "a link");
	narrow(list, "", "1 http://a.example/ Apples|2 http://a.example/ x|"
	    "3 http://c.example/ Pears and apples|Images, style sheets, forms 1|"
	    "4 http://i.example/p.png -|");
	narrow(list, "APPLES", "1 http://a.example/ Apples|"
	    "2 http://c.example/ Pears and apples|");
	narrow(list, "apples c.ex", "1 http://c.example/ Pears and apples|");
	narrow(list, "png", "Images, style sheets, forms 1|1 http://i.example/p.png -|");
	narrow(list, "ann x", "1 http://a.example/ Apples|2 http://a.example/ x|"
	    "3 http://c.example/ Pears and apples|Images, style sheets, forms 1|"
	    "4 http://i.example/p.png -|");
	narrow(list, "nothing", "");
	ok(!add(list, "http://i.example/p.png", NULL, NULL, GROUP_LINKS),
	    "a link to an image that is there, too");
	narrow(list, "png", "1 http://i.example/p.png -|");
	url_list_free(list);
}

static void
test_many(void)
{
	struct url_list all = { .count = 0 }, *list = &all;
	char urls_text[1000][32];
	bool is_new = true, is_old = false;
	size_t i;

	url_list_init(list);
	for (i = 0; i < 1000; i++) {
		snprintf(urls_text[i], sizeof(urls_text[i]), "http://h%zu.example/", i);
		is_new &= add(list, urls_text[i], NULL, NULL, GROUP_LINKS);
	}
	for (i = 0; i < 1000; i++)
		is_old |= add(list, urls_text[i], NULL, NULL, GROUP_LINKS);
	ok(is_new && !is_old && list->count == 1000, "1,000 URLs, each once");
	url_list_free(list);
}

static void
test_odd(void)
{
	static const struct {
		const char *url;
		bool is_odd;
	} rows[] = { { "http://h/", false }, { "HTTPS://h/", false }, { "mailto:a@b.example", false },
		{ "javascript:alert(1)", true }, { "file:///etc/passwd", true },
		{ "ssh://-oProxyCommand=id/", true }, { "httpx://h/", true } };

	FOR_EACH(c, rows) {
		struct url_row row = { .opens.exact = c->url };

		ok(url_row_is_odd(&row) == c->is_odd, "%s: asks: %d", c->url, c->is_odd);
	}
}

/* Show the message of a row, without styles; "{" marks the position to keep visible. */
static void
shown_message(struct url_list *list, const struct url_row *row, const char *what,
    const char *wanted)
{
	struct styled text = styled_new();
	struct strbuf out = empty();

	message_write(&text, list, row);
	ok(text.text.len == text.styles.len, "each byte has a style");
	strbuf_append(&out, text.text.at, text.focus);
	strbuf_append_string(&out, "{");
	strbuf_append(&out, text.text.at + text.focus, text.text.len - text.focus);
	equal(&out, wanted, "message: %s", what);
	styled_free(&text);
}

static void
test_message(void)
{
	static const char body[] = "a\thttp://b.example/\tx\n\033 http://a.example/";
	static const struct url_message m = { .path = "inbox", .subject = "two\nlines",
		.text = { body, sizeof(body) - 1 } };
	static const struct {
		const char *url;
		size_t begin, end;
	} rows[] = { { "http://a.example/", 24, 41 }, { "http://b.example/", 2, 19 },
		{ "http://b.example/x", 2, 19 }, { "http://c.example/i.png", 0, 0 } };
	struct url_list all, *list = &all;
	const struct url_row *last;
	size_t i;

	url_list_init(list);
	for (i = 0; i < 4; i++)
		url_list_add(list, &(struct url_row){ .url = rows[i].url, .len = strlen(rows[i].url),
			.opens = { rows[i].url, rows[i].url }, .message = &m,
			.text = rows[i].end ? m.text : (urlgrep_span){ NULL, 0 },
			.text_begin = rows[i].begin, .text_end = rows[i].end });
	for (last = list->first; last->next; last = last->next)
		;
	shown_message(list, list->first, "numbers after URLs, tab stops, controls",
	    "Subject: two\\x0Alines\nFile: inbox\n\n"
	    "a       http://b.example/ [2] [3]       x\n\\x1B {http://a.example/ [1]");
	shown_message(list, last, "an image is not in it",
	    "{Subject: two\\x0Alines\nFile: inbox\n\n"
	    "a       http://b.example/ [2] [3]       x\n\\x1B http://a.example/ [1]");
	url_list_limit(list, "a.example");
	shown_message(list, list->first, "only listed URLs have numbers",
	    "Subject: two\\x0Alines\nFile: inbox\n\n"
	    "a       http://b.example/       x\n\\x1B {http://a.example/ [1]");
	url_list_free(list);
}

int
main(void)
{
	if (setlocale(LC_ALL, "C.UTF-8") == NULL) {
		puts("1..0 # SKIP no locale C.UTF-8");
		return 0;
	}
	escapes_unknown = true;
	test_escapes();
	test_lines();
	test_widths();
	test_urls();
	test_hosts();
	test_list();
	test_many();
	test_odd();
	test_message();
	return done_testing();
}
