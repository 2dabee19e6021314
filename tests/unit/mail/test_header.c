/* test_header.c - header fields: their names, which are searched, their values and ends; and
 * the bounds of headers that GMime may parse */
#include "mail/bounds.h"
#include "mail/header.h"
#include "tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static urlgrep_span
span_of(const char *text)
{
	return (urlgrep_span){ text, strlen(text) };
}

/* ---- names --- */

static void
test_names(void)
{
	static const struct {
		const char *line;
		size_t len;
	} lines[] = {
		{ "a: b", 1 }, { "a:", 1 }, { "X-Y!~: b", 5 }, { ": b", 0 }, { "a b: c", 0 },
		{ "a : c", 0 }, { "a", 0 }, { "", 0 }, { " a: b", 0 }, { "\x7F: b", 0 },
		{ "a\xE9: b", 0 }, { "http://h/", 0 }, { "http:/", 4 }, { "http:/x", 4 },
		{ "http://", 0 }, { "a:b/", 1 }, { "a:x/", 1 }, { "a::/", 1 },
	};
	size_t i;

	for (i = 0; i < COUNT(lines); i++)
		ok(header_name_length(lines[i].line, strlen(lines[i].line)) == lines[i].len,
		    "name of \"%s\"", lines[i].line);
	ok(header_name_length("http://", 6) == 4, "\"http:/\", without what follows it");
}

static void
test_field_lengths(void)
{
	static const struct {
		const char *text;
		size_t len, name_len;
	} texts[] = {
		{ "a: b\nc: d\n", 5, 1 }, { "ab: c\r\n\r\n", 7, 2 }, { "a: b", 4, 1 },
		{ "a: b\n", 5, 1 }, { "a:\n b\n\tc\n\nd", 9, 1 }, { "a: b\n ", 6, 1 },
		{ "a: b\n \n \n", 9, 1 }, { "", 0, 0 }, { "\na: b", 0, 0 },
		{ "\n b: c", 0, 0 }, { " a: b\n", 0, 0 }, { "a b: c\n", 0, 0 },
		{ "http://h/\n", 0, 0 }, { "http:/\n/", 7, 4 },
		{ "X-Long: a field of three lines, of which the first one has more than\n"
		    "\tsixty-four bytes, so\n that the end is searched by blocks\nb: c", 127, 6 },
	};
	size_t i;

	for (i = 0; i < COUNT(texts); i++) {
		size_t name_len;

		ok(header_field_length(texts[i].text, strlen(texts[i].text), &name_len) ==
		    texts[i].len && name_len == texts[i].name_len, "field of text %zu", i);
	}
}

/* ---- which fields are searched --- */

static bool
is_selected(const struct header_selection *s, const char *name)
{
	struct header_field f = { .name = span_of(name) };

	return header_is_selected(s, &f);
}

static void
test_selection(void)
{
	static const char *const addresses[] = { "From", "To", "cc", "Bcc", "Sender",
		"REPLY-TO", "Return-Path" };
	static const char *const excluded[] = { "Message-ID", "References", "In-Reply-To",
		"Received", "Date", "DKIM-Signature", "X-Face", "Face", "Path", "ARC-Seal",
		"ARC-Message-Signature", "Authentication-Results", "Content-Type",
		"Content-Transfer-Encoding", "MIME-Version", "Content-ID", "X-Received",
		"DomainKey-Signature", "X-Google-DKIM-Signature" };
	static const char *const others[] = { "Subject", "X-URL", "List-Archive", "Fro", "Too",
		"Content-Types", "X-Faces" };
	const struct header_selection none = { .has_default = false };
	const struct header_selection some = { .has_default = true };
	const struct header_selection more = { .has_default = true, .has_addresses = true };
	size_t i;

	for (i = 0; i < COUNT(addresses); i++)
		ok(!is_selected(&none, addresses[i]) && !is_selected(&some, addresses[i]) &&
		    is_selected(&more, addresses[i]), "%s has addresses", addresses[i]);
	for (i = 0; i < COUNT(excluded); i++)
		ok(!is_selected(&none, excluded[i]) && !is_selected(&some, excluded[i]) &&
		    !is_selected(&more, excluded[i]), "%s is excluded", excluded[i]);
	for (i = 0; i < COUNT(others); i++)
		ok(is_selected(&none, others[i]) == (i == 0) && is_selected(&some, others[i]) &&
		    is_selected(&more, others[i]), "%s is searched", others[i]);
}

/* ---- values --- */

static void
test_plain(void)
{
	static const struct {
		const char *value, *trimmed; /* NULL: not plain */
	} values[] = {
		{ "a", "a" }, { " a b\r\n", "a b" }, { "\t a \t\n", "a" }, { "", "" },
		{ " \r\n", "" }, { "a\n b", NULL }, { "a\x1F" "b", NULL }, { "a\x7F" "b", NULL },
		{ "a\tb", NULL }, { "=?utf-8?q?a?=", NULL }, { "a =? b", NULL }, { "a=b?", "a=b?" },
		{ "a=", "a=" }, { "a==?", NULL }, { "~a\x7E", "~a~" }, { "caf\xC3\xA9", "caf\xC3\xA9" },
		{ "caf\xE9", NULL }, { "\xE9 a", NULL }, { "> [a]", "> [a]" },
	};
	size_t i;

	for (i = 0; i < COUNT(values); i++) {
		urlgrep_span value = span_of(values[i].value);
		bool is_plain = header_trim_if_plain(&value);
		const char *wanted = values[i].trimmed;

		ok(is_plain == (wanted != NULL) && (!wanted || (value.len == strlen(wanted) &&
		    memcmp(value.text, wanted, value.len) == 0)), "value %zu", i);
	}
}

static void
test_ends(void)
{
	static const struct {
		const char *text;
		size_t end;
	} fields[] = {
		{ "a: b\nc: d\n", 4 }, { "a: b\r\nc: d\n", 4 }, { "a: b\n c\nd", 7 },
		{ "a: b\r\n\tc\r\n\r\n", 8 }, { "a: b\n c\n d\n", 10 }, { "a: b", 4 },
		{ "a: b\n", 4 }, { "a: b\n ", 6 }, { "a: b\n \n c\nd", 9 }, { "a: b\r", 4 },
		{ "\n", 0 }, { "\r\n", 0 }, { "", 0 },
	};
	size_t i;

	for (i = 0; i < COUNT(fields); i++)
		ok(header_field_end(fields[i].text, strlen(fields[i].text), 0) ==
		    fields[i].end, "end of field %zu", i);
	ok(header_field_end("a: b\nc: d\ne", 11, 5) == 9, "of the second field");
	ok(header_field_end("\r\n", 2, 1) == 1, "a carriage return before the field");
}

/* ---- bounds --- */

/* A header, then a line many times. */
static const struct bounded {
	const char *front, *line;
	size_t times;
	const char *exceeded;
} texts[] = {
	{ "", "--\n", 20000, NULL },
	{ "", "--a\n", MAX_GMIME_BOUNDARIES, NULL },
	{ "", "--a\n", MAX_GMIME_BOUNDARIES + 1, BOUND_GMIME_BOUNDARIES },
	{ "", "-a-\n", 20000, NULL }, { "", "a--\n", 20000, NULL },
	{ "", "a: b\n", MAX_GMIME_FIELDS, NULL },
	{ "", "a: b\n", MAX_GMIME_FIELDS + 1, BOUND_GMIME_FIELDS },
	{ "", "a: b\r\n", MAX_GMIME_FIELDS + 1, BOUND_GMIME_FIELDS },
	{ "", "http://a\n", MAX_GMIME_FIELDS + 1, NULL },
	/* one header, or a second one if the first is that of a part or has a type */
	{ "x: y\n\n", "a: b\n", MAX_GMIME_FIELDS + 1, BOUND_GMIME_FIELDS },
	{ "x: y\n\nx: y\n\n", "a: b\n", MAX_GMIME_FIELDS + 1, NULL },
	{ "x: y\r\n\r\nx: y\r\n\r\n", "a: b\n", MAX_GMIME_FIELDS + 1, NULL },
	{ "x: y\n\ncontent-type: z\n\n", "a: b\n", MAX_GMIME_FIELDS + 1, BOUND_GMIME_FIELDS },
	{ "x: y\n\nContent-Type:\n\n", "a: b\n", MAX_GMIME_FIELDS + 1, BOUND_GMIME_FIELDS },
	{ "x: y\n\nContent-Typex: z\n\n", "a: b\n", MAX_GMIME_FIELDS + 1, NULL },
	{ "x: y\n\nContent-Type: z\nb: c\n\nx: y\n\n", "a: b\n", MAX_GMIME_FIELDS + 1, NULL },
	{ "x: y\n\nx: y\n\n--b\n", "a: b\n", MAX_GMIME_FIELDS + 1, BOUND_GMIME_FIELDS },
	{ "x: y\n\nx: y\n\n--b\n\n", "a: b\n", MAX_GMIME_FIELDS + 1, BOUND_GMIME_FIELDS },
	{ "x: y\n\nx: y\n\n--b\n\n\n", "a: b\n", MAX_GMIME_FIELDS + 1, NULL },
	/* bytes: of fields, and of lines that continue them */
	{ "", "abc: 678\n", MAX_GMIME_HEADER_BYTES / 8 / 4, NULL },
	{ "abc: 678\n", " 2345678\n", MAX_GMIME_HEADER_BYTES / 8 - 1, NULL },
	{ "abc: 678\n", " 2345678\n", MAX_GMIME_HEADER_BYTES / 8, BOUND_GMIME_HEADER_BYTES },
	{ "abc: 678\n", "\t2345678\n", MAX_GMIME_HEADER_BYTES / 8, BOUND_GMIME_HEADER_BYTES },
	{ "abc\n", " 2345678\n", MAX_GMIME_HEADER_BYTES / 8 + 1, NULL },
	{ "abc: 678\nabc\n", " 2345678\n", MAX_GMIME_HEADER_BYTES / 8 + 1, NULL },
	{ "", " 2345678\n", MAX_GMIME_HEADER_BYTES / 8 + 1, NULL },
	{ "x: y\n\nContent-Type: z\n\n", " 2345678\n", MAX_GMIME_HEADER_BYTES / 8 + 1, NULL },
};

static void
check_bounds(const struct bounded *c)
{
	size_t front = strlen(c->front), unit = strlen(c->line), i;
	char *text = malloc(front + unit * c->times + 1);
	const char *exceeded;

	memcpy(text, c->front, front);
	for (i = 0; i < c->times; i++)
		memcpy(text + front + i * unit, c->line, unit);
	exceeded = bounds_exceeded_for_gmime(text, front + unit * c->times);
	ok(exceeded == c->exceeded || (exceeded && c->exceeded &&
	    strcmp(exceeded, c->exceeded) == 0), "bounds %d: %s", (int)(c - texts),
	    exceeded ? exceeded : "none");
	free(text);
}

static void
test_unfolding(void)
{
	static const char *const values[][2] = {
		{ " a\n b", "a b" }, { " a\r\n b", "a b" }, { "\ta \t\n\t b ", "a \t\t b" },
		{ "a\n\n b", "a b" }, { "a\rb", "a b" }, { "a\tb", "a\tb" },
		{ "a \n  \n c", "a    c" }, { "a\r\r\n b \r\n", "a  b" }, { "  a  b  ", "a  b" },
		{ "a\f\n b\f", "a\f b\f" }, { "\v a", "\v a" }, { "a\n", "a" }, { "", "" },
		{ " \n \n", "" }, { "\n a", "a" }, { "a\001b\n c", "a\001b c" },
		{ "\xC3\xA9\n \xE9", "\xC3\xA9 \xE9" },
	};
	char out[32];
	size_t i;

	for (i = 0; i < COUNT(values); i++) {
		size_t len = header_unfold(out, span_of(values[i][0]));

		ok(len == strlen(values[i][1]) && memcmp(out, values[i][1], len) == 0,
		    "value %zu, unfolded", i);
	}
}

int
main(void)
{
	size_t i;

	test_names();
	test_field_lengths();
	test_selection();
	test_plain();
	test_unfolding();
	test_ends();
	for (i = 0; i < COUNT(texts); i++)
		check_bounds(&texts[i]);
	return done_testing();
}
