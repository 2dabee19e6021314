/* test_charset.c - text converted to UTF-8, with each byte mapped back to its character */
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "mail/charset.h"
#include "util/utf8.h"

static struct arena arena = { &memory_default, NULL };
static struct charset_converters all = { .memory = &memory_default };

/* from: a "^" below each byte of the original where a character of the text begins; NULL: the
 * mapping is not exact */
static const struct charset_case {
	const char *charset, *original, *text, *from;
} cases[] = {
	{ "iso-8859-1", "", "", "" },
	{ "iso-8859-1", "a\xE9 b\n\xFC", "a\u00E9 b\n\u00FC", "^^^^^^" },
	{ "ISO-8859-15", "\xA4 1", "\u20AC 1", "^^^" },
	{ "windows-1252", "\x93http://h/\x94", "\u201Chttp://h/\u201D", "^^^^^^^^^^^" },
	{ "cp1252", "\x80\x81\xE9", "\u20AC\uFFFD\u00E9", "^^^" },
	{ "us-ascii", "a\xE9" "b", "a\uFFFD" "b", "^^^" },
	{ "unicode", "h\0\xE9\0", "h\u00E9", "^ ^ " }, /* as browsers read it */
	{ "koi8-r", "a\n\xD4\xC5\xD3\xD4 b\nc", "a\n\u0442\u0435\u0441\u0442 b\nc", "^^^^^^^^^^" },
	{ "windows-1255", "\xF9\xCC b", "\uFB49 b", NULL }, /* a mark is composed */
	{ "shift_jis", "a\x83\x41" "b\x83\x5C.", "a\u30A2b\u30BD.", "^^ ^^ ^" },
	{ "gb18030", "\xBD\xDA\x81\x30\x81\x30.", "\u8282\xC2\x80.", "^ ^   ^" },
	{ "euc-kr", "x\xBF\xE4", "x\uC694", "^^ " },
	/* letters that programs write in a charset although only a superset has them */
	{ "ks_c_5601-1987", "/\x8C\x63.", "/\uB620.", "^^ ^" },
	{ "euc-jp", "/\xAD\xA1/", "/\u2460/", "^^ ^" },
	/* names that iconv does not know */
	{ "iso-8859-8-i", "/\xF9\xEC.", "/\u05E9\u05DC.", "^^^^" },
	{ "ISO-8859-6-E", "\xC7", "\u0627", "^" },
	{ "windows-949", "\xBF\xE4", "\uC694", "^ " },
	{ "gb_2312-80", "\xBD\xDA", "\u8282", "^ " },
	{ "x-cp1251", "\xE9", "\u0439", "^" },
	{ "x-mac-cyrillic", "\xE9", "\u0439", "^" },
	{ "cp500", "\x88\xA3\xA3\x97\x7A\x61\x61", "http://", "^^^^^^^" },
	{ "utf-16le", "h\0/\0\n\0\xE9\0", "h/\n\u00E9", "^ ^ ^ ^ " },
	/* the byte order of one text does not apply to the next */
	{ "utf-16", "\xFF\xFEh\0\xE9\0", "\uFEFFh\u00E9", "^ ^ ^ " },
	{ "utf-16", "h\0i\0", "hi", "^ ^ " },
	{ "utf-32", "h\0\0\0", "h", "^   " },
	/* with states */
	{ "iso-2022-jp", "a\x1B$B$K\x1B(Bb", "a\u306Bb", NULL },
	{ "iso-2022-jp", "h\x1B(I1B\x1B(B/", "h\uFF71\uFF82/", NULL }, /* half-width letters */
	{ "iso-2022-jp", "\x1B(J~a\\\x1B(B~", "~a\\~", NULL }, /* JIS X 0201 stands for US-ASCII */
	{ "utf-7", "http://h/+AOk-.", "http://h/\u00E9.", NULL },
	{ "unicode-1-1-utf-7", "+AOk-", "\u00E9", NULL },
	/* ill-formed bytes separate words */
	{ "shift_jis", "a\x83\n" "b", "a\uFFFD\nb", "^^^^" },
	{ "euc-jp", "http://h/a\xA4", "http://h/a\uFFFD", "^^^^^^^^^^^" },
	{ "shift_jis", "h\xFF" "b", "h\uFFFD" "b", "^^^" },
	{ "iso-8859-7", "a\xAE" "b", "a\uFFFD" "b", "^^^" },
	{ "gb2312", "a\xFF", "a\uFFFD", "^^" },
};

/* Return the length of an original, which may have NULs: it is the length of the marks. */
static size_t
original_length(const struct charset_case *c)
{
	return c->from ? strlen(c->from) : strlen(c->original);
}

static const struct charset_text *
convert(const char *charset, const char *original, size_t len)
{
	const struct charset_text *t;

	if (charset_convert(&all, &arena, charset, (urlgrep_span){ original, len }, &t) !=
	    URLGREP_OK)
		exit(2);
	return t;
}

/* Return true if each character of the text is mapped to the bytes of its mark. */
static bool
is_mapped(const struct charset_case *c, const struct charset_text *t, size_t len)
{
	urlgrep_span text = t->utf8;
	size_t at = 0, from = 0, end;
	bool good = true;

	while (at < text.len) {
		size_t n = utf8_length((unsigned char)text.text[at]), i;

		for (end = from + 1; end < len && c->from[end] == ' '; end++)
			continue;
		for (i = 0; i < n; i++) {
			struct byte_range source = charset_text_source(t, at + i);

			good = good && source.begin == from && source.end == end;
		}
		at += n;
		from = end;
	}
	return good && from == len;
}

static void
check_case(const struct charset_case *c)
{
	size_t len = original_length(c), at;
	const struct charset_text *t = convert(c->charset, c->original, len);
	urlgrep_span text = t ? t->utf8 : (urlgrep_span){ "", 0 };
	bool good = t && span_bytes_are(text, c->text);

	ok(good, "%s: %.*s", c->charset, (int)text.len, text.text);
	if (c->from)
		ok(good && is_mapped(c, t, len), "%s: %s is mapped back", c->charset, c->text);
	for (at = 0; good && at < text.len; at++) {
		struct byte_range source = charset_text_source(t, at);

		good = source.begin < source.end && source.end <= len;
	}
	ok(good, "%s: %s comes from bytes that are there", c->charset, c->text);
}

/* Many chunks, some of which end within a character. */
static void
check_long(const char *charset, const char *unit, const char *unit_text, size_t count)
{
	size_t unit_len = strlen(unit), text_len = strlen(unit_text), i;
	char *original = calloc(count + 1, unit_len);
	bool good = true;
	const struct charset_text *t;
	urlgrep_span text;

	if (original == NULL)
		exit(2);
	for (i = 0; i < count; i++)
		memcpy(original + i * unit_len, unit, unit_len);
	t = convert(charset, original, unit_len * count);
	text = t->utf8;
	good = text.len == text_len * count;
	for (i = 0; good && i < count; i++) {
		struct byte_range source = charset_text_source(t, i * text_len);

		good = memcmp(text.text + i * text_len, unit_text, text_len) == 0 &&
		    source.begin == i * unit_len;
	}
	ok(good, "%s: %zu times %s", charset, count, unit_text);
	free(original);
}

/* Whatever the bytes are, the bytes of the text are mapped to existing bytes, in order. */
static void
check_any_bytes(const char *charset)
{
	static const char pieces[] = "\n ab/\x83\x81\xFF\xA4\xD8\x30";
	unsigned seed = 1;
	bool good = true;
	int round;

	for (round = 0; good && round < 2000; round++) {
		char original[700];
		size_t len = (size_t)round % sizeof(original), i, before = 0;
		const struct charset_text *t;

		for (i = 0; i < len; i++) {
			seed = seed * 1103515245 + 12345;
			original[i] = pieces[(seed >> 16) % (sizeof(pieces) - 1)];
		}
		t = convert(charset, original, len);
		for (i = 0; good && t && i < t->utf8.len; i++) {
			struct byte_range source = charset_text_source(t, i);

			good = source.begin >= before && source.begin < source.end &&
			    source.end <= len;
			before = source.begin;
		}
		arena_clear(&arena);
	}
	ok(good, "%s: any bytes", charset);
}

static void
check_names(void)
{
	static const struct {
		const char *name;
		enum charset_kind kind;
	} names[] = {
		{ "utf-8", CHARSET_UTF_8 }, { "US-ASCII", CHARSET_UTF_8 }, { "ascii", CHARSET_UTF_8 },
		{ "utf", CHARSET_ASCII }, { "utf-80", CHARSET_ASCII }, { "", CHARSET_ASCII },
		{ "iso-8859-1", CHARSET_ASCII }, { "cp437", CHARSET_ASCII }, { "utf-7", CHARSET_STATES },
		{ "ISO-2022-KR", CHARSET_STATES }, { "hz-gb-2312", CHARSET_STATES },
		{ "cp50225", CHARSET_STATES }, { "utf-16", CHARSET_WIDE }, { "UTF-16BE", CHARSET_WIDE },
		{ "ibm037", CHARSET_EBCDIC }, { "EBCDIC-US", CHARSET_EBCDIC } };

	FOR_EACH(c, names)
		ok(charset_kind_of(c->name) == c->kind, "name: %s", c->name);
	ok(charset_extends_ascii(CHARSET_ASCII, "t\0e", 3) &&
	    !charset_extends_ascii(CHARSET_STATES, "text", 4) &&
	    charset_extends_ascii(CHARSET_WIDE, "text", 4) &&
	    !charset_extends_ascii(CHARSET_WIDE, "t\0e", 3), "extends US-ASCII");
}

int
main(void)
{
	check_names();
	FOR_EACH(c, cases)
		check_case(c);
	check_long("iso-8859-1", "abc\xE9\n", "abc\u00E9\n", 1000);
	check_long("iso-8859-1", "\xE9", "\u00E9", 2000);
	check_long("shift_jis", "a\x83\x41", "a\u30A2", 2000);
	check_long("gb18030", "\x81\x30\x81\x30.", "\xC2\x80.", 1000);
	check_long("koi8-r", "http://h.example/ \xD4\n", "http://h.example/ \u0442\n", 500);
	ok(convert("no-such-charset", "a", 1) == NULL && convert("//", "a", 1) == NULL &&
	    convert("x-", "a", 1) == NULL, "unknown charsets, not that of the locale");
	check_any_bytes("shift_jis");
	check_any_bytes("gb18030");
	check_any_bytes("utf-16");
	check_any_bytes("windows-1255");
	check_any_bytes("iso-8859-1");
	check_any_bytes("iso-2022-jp");
	charset_converters_close(&all);
	arena_free(&arena);
	return done_testing();
}
