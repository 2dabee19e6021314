/* test_container.c - containers in parts of a message: RTF, signed data, TNEF, .msg; also damaged
 * at each byte, and nested in each other. TAP. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_files.h"
#include "input/input.h"
#include "mail/containers.h"
#include "mail/charset.h"
#include "mail/message.h"
#include "tap.h"
#include "util/memory.h"

static struct arena arena = { &memory_default, NULL };

/* ---- RTF --- */

static const struct {
	const char *rtf, *html;
	unsigned code_page; /* 0: the RTF is damaged */
} rtf_rows[] = {
	{ "{\\rtf1\\ansi\\ansicpg1251 a\\'e9\\par\r\nb\\line c}", "a\xE9<br>\nb<br>\nc", 1251 },
	{ "{\\rtf1 \\{a\\}\\\\\\~\\_\\-b}", "{a}\\&nbsp;-b", 1252 },
	{ "{\\rtf1 http://h/\\nestcell b\\cell c}", "http://h/ b c", 1252 }, /* a table in another */
	{ "{\\rtf1 <a> & b}", "&lt;a> &amp; b", 1252 },
	{ "{\\rtf1 \\'3ca\\'26}", "&lt;a&amp;", 1252 },
	/* \uN, and the replacement after it */
	{ "{\\rtf1\\uc2 \\u233??a{\\uc0 \\u234 b}\\u235??c}", "&#233;a&#234;b&#235;c", 1252 },
	{ "{\\rtf1 \\u-10179?\\u-8704?a}", "&#128512;a", 1252 },
	{ "{\\rtf1 \\u-10241?\\u-10240?\\u-9217?\\u-9216?\\u-8193?\\u-8192?a}",
	  "&#55295;&#1113088;&#65533;&#57344;a", 1252 },
	{ "{\\rtf1 \\u-9216?\\u-9216?\\u-10240?a}", "&#65533;&#65533;a", 1252 },
	/* hidden text */
	{ "{\\rtf1{\\*\\new a\\}{\\'7d}}b}", "b", 1252 },
	{ "{\\rtf1 a\\bin3 }}}b}", "ab", 1252 },
	{ "{\\rtf1{\\pict\\bin3 }}}}b}", "b", 1252 },
	/* links */
	{ "{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"http://h/?a=1&b\"}{\\fldrslt a}}b}",
	  "<a href=\"http://h/?a=1&amp;b\">a</a>b", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst{\\b  hyperlink http://h/ }}{\\fldrslt a}}}",
	  "<a href=\"http://h/\">a</a>", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"http://h/\" \\\\l \"f\" \\\\o \"http://no/\" "
	  "\\\\t \"_x\"}{\\fldrslt a}}}",
	  "<a href=\"http://h/#f\">a</a>", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst HYPERLINK \\\\l \"f\"}{\\fldrslt a}}}", "a", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst HYPERLINK}{\\fldrslt a}}}", "a", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"}{\\fldrslt a}}}", "a", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst HYPERLINK \\l \"}{\\fldrslt a}}}", "a", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst HYPERLINK x}{\\fldrslt a}}}", "<a href=\"x\">a</a>", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst}{\\fldrslt a}}}", "a", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"\"}{\\fldrslt a}}}", "a", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"http://h/}{\\fldrslt a}}}",
	  "<a href=\"http://h/\">a</a>", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"http://h/\\u233?\"}{\\fldrslt a}}}",
	  "<a href=\"http://h/&#233;\">a</a>", 1252 },
	{ "{\\rtf1{\\field{\\*\\fldinst INCLUDEPICTURE \"http://h/\"}{\\fldrslt a}}}", "a", 1252 },
	/* made from HTML, from text */
	{ "{\\rtf1\\fromhtml1 {\\*\\htmltag64 <p>}\\htmlrtf {\\b \\htmlrtf0 a\\par & "
	  "{\\*\\htmltag84 &lt;}\\htmlrtf <\\htmlrtf0\\htmlrtf }\\htmlrtf0 {\\*\\mhtmltag84 <b>}}",
	  "<p>a\n&amp; &lt;", 1252 },
	{ "{\\rtf1\\ansi\\fromtext a\\par\r\n<b>\\par}", "<pre>\na\n&lt;b>\n", 1252 },
	/* all words that stand for a character, begin a line, or begin a group that is not text */
	{ "{\\rtf1 a\\tab b\\cell c\\emspace d\\enspace e\\bullet f\\lquote g\\rquote h\\ldblquote i"
	  "\\rdblquote j\\endash k\\emdash l}",
	  "a\tb c d e&bull;f&lsquo;g&rsquo;h&ldquo;i&rdquo;j&ndash;k&mdash;l", 1252 },
	{ "{\\rtf1 a\\par b\\line c\\row d\\sect e\\page f}",
	  "a<br>\nb<br>\nc<br>\nd<br>\ne<br>\nf", 1252 },
	{ "{\\rtf1{\\fonttbl a}{\\colortbl b}{\\stylesheet c}{\\info d}{\\pict e}{\\filetbl f}g}",
	  "g", 1252 },
	/* damaged */
	{ "", "", 0 },
	{ "{\\rtx1 a}", "", 0 },
	{ "{\\rtf1 a{b", "ab", 0 },
	{ "{\\rtf1 a\\", "a", 0 },
	{ "{\\rtf1 a\\'e", "ae", 0 },
	{ "{\\rtf1 a\\bin99999999999999999999 b}", "a", 0 },
	{ "{\\rtf1 a}}b", "a", 1252 }, /* the rest does not belong to it */
	{ "{\\rtf1\\u99999999999999999999 ?a}", "&#51711;a", 1252 },
};

static void
test_rtf(void)
{
	FOR_EACH(row, rtf_rows) {
		struct rtf_text t;
		unsigned page = row->code_page;
		char charset[16];

		snprintf(charset, sizeof(charset), "cp%u", page);
		if (!rtf_text_open(&t, &arena, (urlgrep_span){ row->rtf, strlen(row->rtf) }, false))
			exit(2);
		if (!ok(t.is_damaged == (page == 0) && (page == 0 || strcmp(t.charset, charset) == 0) &&
			span_bytes_are(t.html, row->html),
			"RTF: %.*s", (int)strcspn(row->rtf, "\r\n"), row->rtf))
			printf("# expected %s\n# got %d %s %.*s\n", row->html,
			    t.is_damaged, t.charset, (int)t.html.len, t.html.text);
		arena_clear(&arena);
	}
}

static void
test_rtf_depth(void)
{
	enum { DEEP = 100 * 1000 };
	struct strbuf rtf = { .memory = &memory_default };
	struct rtf_text t;
	size_t i;

	strbuf_append_string(&rtf, "{\\rtf1 a");
	for (i = 0; i < DEEP; i++)
		strbuf_append_string(&rtf, "{");
	ok(rtf_text_open(&t, &arena, (urlgrep_span){ rtf.at, rtf.len }, false) && t.is_damaged &&
	    t.html.len == 1, "RTF: 100,000 nested groups");
	strbuf_free(&rtf);
	arena_clear(&arena);
}

/* Decode hexadecimal digits into text. Return the number of bytes. */
static size_t
unhex(const char *hex, char *text)
{
	size_t len = 0;

	for (; hex[0] && hex[1]; hex += 2) {
		char pair[3] = { hex[0], hex[1], '\0' };

		text[len++] = (char)strtol(pair, NULL, 16);
	}
	return len;
}

/* The first two are the examples of [MS-OXRTFCP]. */
static const struct {
	const char *hex, *html;
	bool is_damaged;
} compressed_rows[] = {
	{ "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c09002062770"
	  "5b06c647d0a800fa0", "hello world", false },
	/* without its end; a wrong size; an impossible size; no format; no header */
	{ "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d", "WXYZWXYZWXYZWXYZWXYZ", false },
	{ "1a0000001d0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0",
	  "WXYZWXYZWXYZWXYZWXYZ", true },
	{ "1a000000ffffffff4c5a4675e2d44b51410004205758595a0d6e7d010eb0",
	  "WXYZWXYZWXYZWXYZWXYZ", true },
	{ "1a0000001b0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0",
	  "WXYZWXYZWXYZWXYZWXYZ", true },
	{ "1a0000001c0000004c5a4676e2d44b51410004205758595a0d6e7d010eb0", "", true },
	{ "1a0000001c00", "", true },
	{ "", "", true },
};

static void
test_compressed(void)
{
	char text[128];

	FOR_EACH(row, compressed_rows) {
		size_t len = unhex(row->hex, text);
		const char *html = row->html;
		struct rtf_text t;

		if (!rtf_text_open(&t, &arena, (urlgrep_span){ text, len }, true))
			exit(2);
		if (!ok(t.is_damaged == row->is_damaged && span_bytes_are(t.html, html), "compressed RTF: %s", row->hex))
			printf("# got %d %.*s\n", t.is_damaged, (int)t.html.len, t.html.text);
	}
	arena_clear(&arena);
}

/* ---- RTF as HTML --- */

static const struct {
	const char *rtf;
	unsigned missing; /* bytes, according to the length in the header */
	const char *html, *charset;
	bool is_damaged;
} rtf_text_rows[] = {
	{ "{\\rtf1 a}", 0, "a", "cp1252", false },
	{ "{\\rtf1\\ansicpg1251 a}", 0, "a", "cp1251", false },
	{ "{\\rtf1 a}", 1, "a", "cp1252", true },
	{ "{\\rtf1 a", 0, "a", "cp1252", true },
	{ "{\\rtf1 a", 1, "a", "cp1252", true },
	{ "{\\rtf1\\ansicpg10000 a}", 0, "a", "cp10000", false },
	{ "", 0, "", "cp1252", true },
};

/* Write uncompressed RTF as stored in a message. Return its length. */
static size_t
store_rtf(char *to, const char *rtf, unsigned missing)
{
	unsigned char head[16] = { 0 };
	size_t len = strlen(rtf);

	head[0] = (unsigned char)(len + 12);
	head[4] = (unsigned char)(len + missing);
	memcpy(head + 8, "MELA", 4);
	memcpy(to, head, sizeof(head));
	memcpy(to + sizeof(head), rtf, len);
	return sizeof(head) + len;
}

static void
check_rtf_text(size_t row, const char *bytes, size_t len, bool is_compressed)
{
	const char *html = rtf_text_rows[row].html;
	/* without a header, missing bytes cannot be noticed */
	bool is_damaged = rtf_text_rows[row].is_damaged &&
	    (is_compressed || rtf_text_rows[row].rtf[len - 1] != '}');
	struct rtf_text t;
	bool is_read = rtf_text_open(&t, &arena, (urlgrep_span){ bytes, len }, is_compressed);

	if (!ok(is_read && span_bytes_are(t.html, html) &&
		strcmp(t.charset, rtf_text_rows[row].charset) == 0 && t.is_damaged == is_damaged,
		"RTF as HTML: %s, %u bytes missing%s", rtf_text_rows[row].rtf,
		rtf_text_rows[row].missing, is_compressed ? "" : ", as a file") && is_read)
		printf("# got %.*s, \"%s\"\n", (int)t.html.len, t.html.text, t.charset);
}

static void
test_rtf_text(void)
{
	char bytes[128];
	size_t i;

	for (i = 0; i < COUNT(rtf_text_rows); i++) {
		const char *rtf = rtf_text_rows[i].rtf;
		size_t len = store_rtf(bytes, rtf, rtf_text_rows[i].missing);

		check_rtf_text(i, bytes, len, true);
		if (*rtf)
			check_rtf_text(i, rtf, strlen(rtf), false);
	}
	arena_clear(&arena);
}

/* ---- code pages --- */

static void
test_code_pages(void)
{
	static const struct {
		uint32_t page;
		const char *name;
	} rows[] = { { 1252, "cp1252" }, { 932, "cp932" },
		{ 28591, "iso-8859-1" }, { 28605, "iso-8859-15" },
		{ 20866, "cp20866" }, { 65001, "cp65001" } };
	char name[CODE_PAGE_NAME_BYTES];

	FOR_EACH(row, rows) {
		charset_of_code_page(row->page, name);
		ok(strcmp(name, row->name) == 0, "code page %u", (unsigned)row->page);
	}
}

/* ---- signed data --- */

#define SIGNED "06092a864886f70d010702"
#define DATA "06092a864886f70d010701"

/* Others are in mail/smime.py. */
static const struct {
	const char *what, *hex;
	enum enclosed_status status;
	const char *content;
	bool is_damaged;
} cms_rows[] = {
	{ "strings in strings", "3080" SIGNED "a0803080020101310030" "80" DATA
	  "a0802480240304016124800401620000" "2405" "2403040163" "0000" "0000" "0000" "00000000"
	  "0000", ENCLOSED_OK, "abc", false },
	{ "a set of indefinite length", "3080" SIGNED "a080308002010131803080040100000031000000"
	  "3080" DATA "a0800401610000", ENCLOSED_OK, "a", false },
	{ "no content", "3021" SIGNED "a01430120201013100300b" DATA "", ENCLOSED_EMPTY, "", false },
	{ "no content, cut", "3022" SIGNED "a01430120201013100300b" DATA "", ENCLOSED_UNREAD, "", false },
	{ "no content, indefinite", "3080" SIGNED "a0803080020101310030" "80" DATA "0000",
	  ENCLOSED_EMPTY, "", false },
	{ "the content is cut", "3027" SIGNED "a01a301802010131003011" DATA "a004040261",
	  ENCLOSED_OK, "a", true },
	{ "a length of 8 bytes", "3080" SIGNED "a0803080020101310030" "80" DATA
	  "a0800488ffffffffffffffff" "6162", ENCLOSED_OK, "ab", true },
	{ "a length of 9 bytes", "3080" SIGNED "a0803080020101310030" "80" DATA
	  "a0800489ffffffffffffffffff" "6162", ENCLOSED_UNREAD, "", false },
	{ "strings without an end", "3080" SIGNED "a0803080020101310030" "80" DATA
	  "a0802480040161", ENCLOSED_OK, "a", true },
	{ "no string among strings", "3080" SIGNED "a0803080020101310030" "80" DATA
	  "a0802480040161020101", ENCLOSED_OK, "a", true },
	{ "a primitive string of indefinite length", "3080" SIGNED "a0803080020101310030" "80"
	  DATA "a08004806162", ENCLOSED_OK, "", false },
};

static void
test_cms(void)
{
	char text[256];
	size_t k, len;

	FOR_EACH(row, cms_rows) {
		struct enclosed_text c;
		enum enclosed_status status;
		char *copy;
		bool good;

		len = unhex(row->hex, text);
		copy = memory_copy_text(malloc(len + 1), text, len);
		status = cms_open(&arena, copy, len, &c);
		good = status == row->status && c.is_damaged == row->is_damaged &&
		    span_bytes_are(c, row->content);
		for (k = 0; good && k < c.len; k++)
			good = copy[source_point_map(c.points, c.point_count, k)] == c.text[k];
		if (!ok(good, "signed data: %s", row->what))
			printf("# status %d damaged %d: %.*s\n", status, c.is_damaged,
			    (int)c.len, c.text);
		memory_release(&memory_default, copy);
	}
	arena_free(&arena);
}

/* ---- damage --- */

/* Read the bytes as a message. Return true if each byte of its texts is mapped to a byte of the
 * message, in order unless it is a .msg. */
static bool
is_read(struct message *m, const char *text, size_t len)
{
	char *copy = malloc(len ? len : 1); /* so that reading beyond it is noticed */
	const struct message_text *texts;
	size_t count, i, at, before;
	bool good;

	memcpy(copy, text, len);
	good = message_read(m, copy, len, (urlgrep_span){ NULL, 0 }) == URLGREP_OK;
	texts = message_texts(m, &count);
	for (i = 0; i < count; i++)
		for (at = before = 0; good && at < texts[i].len; at += 7) {
			struct byte_range r = message_source_range(&texts[i], at, at + 1);

			good = (r.begin >= before || magic_is_compound_file(text, len)) &&
			    r.end >= r.begin && r.end <= len;
			before = r.begin;
		}
	free(copy);
	return good;
}

static void
test_damage(const char *path)
{
	static const char changes[] = { '\0', '\xff', '\x80', 1 };
	struct message *m = message_new(&memory_default, &(urlgrep_mail_options){ .flags = 0 });
	char text[16 * 1024];
	FILE *file = fopen(path, "rb");
	size_t len = file ? fread(text, 1, sizeof(text), file) : 0, at, k;
	size_t step = len / 1000 + 1; /* damage a long one only at every few bytes */
	bool good = len > 0 && is_read(m, text, len) && message_skipped(m) == NULL;

	ok(good, "%s", path);
	for (at = 0; good && at < len; at += step)
		good = is_read(m, text, at);
	ok(good, "%s, cut at each byte", path);
	for (at = 0; good && at < len; at += step)
		for (k = 0; good && k < sizeof(changes); k++) {
			char before = text[at];

			text[at] = k == 3 ? (char)(before ^ 1) : changes[k];
			good = is_read(m, text, len);
			text[at] = before;
		}
	ok(good, "%s, each byte changed", path);
	if (file)
		fclose(file);
	message_free(m);
}

int
main(void)
{
	test_rtf();
	test_rtf_depth();
	test_compressed();
	test_rtf_text();
	test_code_pages();
	test_cms();
	test_damage("corpus/outlook-winmail.dat");
	test_damage("corpus/outlook-tnef.eml");
	test_damage("corpus/outlook.msg");
	test_damage("corpus/smime-opaque.eml");
	return done_testing();
}
