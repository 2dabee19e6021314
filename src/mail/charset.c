/* charset.c - text in another charset converted to UTF-8 by iconv, and mapped back
 *
 * A text is converted in chunks. Those of US-ASCII are copied; the others end with a
 * line, or after CHUNK_BYTES. To map a byte back, its chunk is converted again. */
#include "mail/charset.h"

#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

#include "util/ascii.h"
#include "util/memory.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum {
	CHUNK_BYTES = 512,
	MORE_BYTES = 8,     /* a character, with what changes the state before it */
	MAX_NAME_BYTES = 64,
	MAX_CONVERTERS = 16
};

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */
enum { REPLACEMENT_BYTES = sizeof(replacement) - 1 };

struct converter {
	char name[MAX_NAME_BYTES + 1];
	iconv_t iconv;   /* (iconv_t)-1: the charset is unknown */
	bool has_states; /* what a byte is depends on those before its character */
};

struct charset_converters {
	const urlgrep_memory *memory;
	struct converter items[MAX_CONVERTERS];
	size_t count;
	size_t oldest;
};

struct charset_text {
	struct charset_converters *all;
	const char *charset;
	urlgrep_span original, utf8;
	bool extends_ascii; /* chunks that begin with US-ASCII are copied */
	const struct source_point *chunks;
	size_t chunk_count;
};

/* Bytes being converted. What is after the room in out is overwritten, too, by less than
 * MORE_BYTES. */
struct conversion {
	char *in, *out;
	size_t in_len, room;
};

/* ---- names --- */

bool
charset_is_utf8_or_ascii(const char *charset)
{
	static const char *const names[] = { "utf-8", "us-ascii", "utf8", "ascii",
		"ansi_x3.4-1968", "iso646-us", "us" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (ascii_is_word(charset, strlen(charset), names[i]))
			return true;
	return false;
}

enum charset_kind {
	EXTENDS_ASCII,
	HAS_STATES,    /* what a byte is depends on those before its character */
	HAS_WIDE_UNITS /* of several bytes */
};

static enum charset_kind
kind_of(const char *charset)
{
	static const struct {
		const char *prefix; /* of the name, in lower case */
		enum charset_kind kind;
	} rows[] = { { "utf-7", HAS_STATES }, { "utf7", HAS_STATES }, { "csutf7", HAS_STATES },
		{ "unicode-1-1-utf-7", HAS_STATES }, { "iso-2022-", HAS_STATES },
		{ "iso2022", HAS_STATES }, { "csiso2022", HAS_STATES }, { "hz-gb", HAS_STATES },
		{ "utf-16", HAS_WIDE_UNITS }, { "utf16", HAS_WIDE_UNITS },
		{ "utf-32", HAS_WIDE_UNITS }, { "ucs-2", HAS_WIDE_UNITS },
		{ "ucs-4", HAS_WIDE_UNITS }, { "iso-10646-ucs", HAS_WIDE_UNITS } };
	size_t len = strlen(charset), i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t n = strlen(rows[i].prefix);

		if (n <= len && ascii_equal(charset, rows[i].prefix, n))
			return rows[i].kind;
	}
	return EXTENDS_ASCII;
}

bool
charset_always_extends_ascii(const char *charset)
{
	return kind_of(charset) == EXTENDS_ASCII;
}

bool
charset_extends_ascii(const char *charset, const char *text, size_t len)
{
	enum charset_kind kind = kind_of(charset);

	return kind == EXTENDS_ASCII || (kind == HAS_WIDE_UNITS && memchr(text, '\0', len) == NULL);
}

/* Return the name by which iconv knows a charset. The library of the system knows nearly all that
 * mail has. GB 2312 is GBK, which contains it. Shift_JIS is that of Windows, as in browsers: in the
 * standard's own, "~" is an overline and "\" a yen sign. */
static const char *
iconv_name(const char *charset)
{
	static const char *const rows[][2] = { { "gb2312", "GBK" }, { "x-gbk", "GBK" },
		{ "shift_jis", "CP932" }, { "shift-jis", "CP932" }, { "sjis", "CP932" },
		{ "x-sjis", "CP932" }, { "ms_kanji", "CP932" }, { "csshiftjis", "CP932" },
		{ "windows-31j", "CP932" }, { "iso2022-jp", "ISO-2022-JP" },
		{ "x-euc-jp", "EUC-JP" }, { "ks_c_5601-1987", "EUC-KR" },
		{ "unicode-1-1-utf-7", "UTF-7" }, /* RFC 1642 */
		{ "csutf7", "UTF-7" }, { "hz-gb-2312", "HZ" }, { "x-big5", "BIG5" },
		{ "x-mac-roman", "MACINTOSH" } };
	size_t len = strlen(charset), i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (ascii_is_word(charset, len, rows[i][0]))
			return rows[i][1];
	return charset;
}

bool
charset_of_code_page(uint32_t page, char name[CODE_PAGE_NAME_BYTES])
{
	/* pages that iconv knows by another name than "cpNUMBER" */
	static const struct {
		uint32_t page;
		const char *charset;
	} rows[] = { { 1200, "utf-16le" }, { 20127, "us-ascii" }, { 20866, "koi8-r" },
		{ 20932, "euc-jp" }, { 21866, "koi8-u" }, { 50220, "iso-2022-jp" },
		{ 50221, "iso-2022-jp" }, { 50222, "iso-2022-jp" }, { 50225, "iso-2022-kr" },
		{ 51932, "euc-jp" }, { 51936, "gb2312" }, { 51949, "euc-kr" },
		{ 52936, "hz-gb-2312" }, { 54936, "gb18030" }, { 65000, "utf-7" },
		{ 65001, "utf-8" } };
	const uint32_t iso_8859 = 28590, last_iso_8859 = 28606, first_other = 10000;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].page == page) {
			snprintf(name, CODE_PAGE_NAME_BYTES, "%s", rows[i].charset);
			return true;
		}
	if (page > iso_8859 && page <= last_iso_8859)
		snprintf(name, CODE_PAGE_NAME_BYTES, "iso-8859-%u", (unsigned)(page - iso_8859));
	else if (page > 0 && page < first_other)
		snprintf(name, CODE_PAGE_NAME_BYTES, "cp%u", (unsigned)page);
	else
		return false;
	return true;
}

/* ---- converters --- */

/* Forget the state that a text before left. */
static void
reset(const struct converter *c)
{
	iconv(c->iconv, NULL, NULL, NULL, NULL);
}

/* Convert as much as there is room for. */
static void
convert(const struct converter *c, struct conversion *v)
{
	while (iconv(c->iconv, &v->in, &v->in_len, &v->out, &v->room) == (size_t)-1) {
		if (errno != EILSEQ || v->room < REPLACEMENT_BYTES)
			return;
		memcpy(v->out, replacement, REPLACEMENT_BYTES);
		v->out += REPLACEMENT_BYTES;
		v->room -= REPLACEMENT_BYTES;
		v->in++;
		v->in_len--;
	}
}

static void
close_converter(const struct converter *c)
{
	if (c->iconv != (iconv_t)-1)
		iconv_close(c->iconv);
}

/* GCC's analyzer does not see that close_converter() closes what is stored in the list. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

/* Open a converter for this charset in the place of the oldest one. */
static const struct converter *
open_converter(struct charset_converters *all, const char *charset)
{
	struct converter *c = &all->items[all->oldest];

	if (all->count == MAX_CONVERTERS)
		close_converter(c);
	else
		all->count++;
	all->oldest = (all->oldest + 1) % MAX_CONVERTERS;
	memory_copy_text(c->name, charset, strlen(charset));
	c->has_states = kind_of(charset) == HAS_STATES;
	c->iconv = iconv_open("UTF-8", iconv_name(charset));
	return c;
}

/* Return the converter from this charset, whose name is not too long. If the charset is
 * unknown, its iconv is (iconv_t)-1. */
static const struct converter *
find_converter(struct charset_converters *all, const char *charset)
{
	size_t len = strlen(charset), i;

	for (i = 0; i < all->count; i++)
		if (ascii_is_word(charset, len, all->items[i].name))
			return &all->items[i];
	return open_converter(all, charset);
}

struct charset_converters *
charset_converters_new(const urlgrep_memory *memory)
{
	struct charset_converters *all = memory_allocate_zeroed(memory, sizeof(*all));

	if (all)
		all->memory = memory;
	return all;
}

void
charset_converters_free(struct charset_converters *all)
{
	size_t i;

	if (all == NULL)
		return;
	for (i = 0; i < all->count; i++)
		close_converter(&all->items[i]);
	memory_release(all->memory, all);
}

/* ---- a text --- */

/* A text that is being converted. */
struct charset_output {
	const struct converter *converter;
	struct strbuf utf8, chunks; /* the latter of struct source_point */
};

/* Append characters at the beginning of text[0..len), converted to UTF-8. Return how many bytes they
 * have: not those of a character that is incomplete at the end. */
static size_t
append_some(struct charset_output *o, const char *text, size_t len)
{
	struct conversion v = { .in = (char *)text, .in_len = len, .room = CHUNK_BYTES };

	if (!strbuf_reserve(&o->utf8, CHUNK_BYTES + MORE_BYTES))
		return len;
	v.out = o->utf8.at + o->utf8.len;
	convert(o->converter, &v);
	o->utf8.len = (size_t)(v.out - o->utf8.at);
	return len - v.in_len;
}

/* Append what iconv kept back: it may compose a letter with the mark after it. */
static void
flush(struct charset_output *o)
{
	size_t room = MORE_BYTES;
	char *out;

	if (!strbuf_reserve(&o->utf8, room))
		return;
	out = o->utf8.at + o->utf8.len;
	iconv(o->converter->iconv, NULL, NULL, &out, &room);
	o->utf8.len += MORE_BYTES - room;
}

/* Convert the chunk at the beginning of text[0..len); return its length. */
static size_t
convert_chunk(struct charset_output *o, const char *text, size_t len)
{
	size_t most = len < CHUNK_BYTES ? len : CHUNK_BYTES, n;
	const char *feed = memchr(text, '\n', most);

	n = append_some(o, text, feed ? (size_t)(feed - text) + 1 : most);
	if (n == 0) /* the line feed is within a character */
		n = append_some(o, text, most);
	if (n == 0) { /* the text ends within one */
		strbuf_append(&o->utf8, replacement, REPLACEMENT_BYTES);
		n = most;
	}
	if (!o->converter->has_states || n == len)
		flush(o);
	return n;
}

static void
convert_text(struct charset_output *o, urlgrep_span original, bool extends_ascii)
{
	size_t at = 0;

	reset(o->converter);
	while (at < original.len && !o->utf8.failed && !o->chunks.failed) {
		const char *text = original.text + at;
		size_t n = extends_ascii ? utf8_ascii_length(text, original.len - at) : 0;
		struct source_point chunk = { o->utf8.len, at };

		strbuf_append(&o->chunks, (const char *)&chunk, sizeof(chunk));
		if (n > 0)
			strbuf_append(&o->utf8, text, n);
		else
			n = convert_chunk(o, text, original.len - at);
		at += n;
	}
}

/* Copy the output to the arena. Return NULL without memory. */
static struct charset_text *
make_text(struct charset_converters *all, struct arena *arena, const char *charset,
    urlgrep_span original, const struct charset_output *o)
{
	struct charset_text *t = arena_allocate(arena, sizeof(*t));
	struct source_point *chunks = arena_allocate(arena, o->chunks.len + 1);
	char *utf8 = arena_allocate(arena, o->utf8.len + 1);
	char *name = arena_copy(arena, charset, strlen(charset));

	if (t == NULL || chunks == NULL || utf8 == NULL || name == NULL ||
	    o->utf8.failed || o->chunks.failed)
		return NULL;
	memory_copy_text(utf8, o->utf8.at ? o->utf8.at : "", o->utf8.len);
	if (o->chunks.len > 0)
		memcpy(chunks, o->chunks.at, o->chunks.len);
	*t = (struct charset_text){ .all = all, .charset = name, .original = original,
		.utf8 = { utf8, o->utf8.len }, .chunks = chunks,
		.extends_ascii = charset_extends_ascii(charset, original.text, original.len),
		.chunk_count = o->chunks.len / sizeof(*chunks) };
	return t;
}

urlgrep_status
charset_convert(struct charset_converters *all, struct arena *arena,
    const char *charset, urlgrep_span original, struct charset_text **converted)
{
	struct charset_output o = { .utf8 = { .memory = all->memory },
		.chunks = { .memory = all->memory } };

	*converted = NULL;
	if (strlen(charset) > MAX_NAME_BYTES)
		return URLGREP_OK;
	o.converter = find_converter(all, charset);
	if (o.converter->iconv == (iconv_t)-1)
		return URLGREP_OK;
	convert_text(&o, original, charset_extends_ascii(charset, original.text,
	    original.len));
	*converted = make_text(all, arena, charset, original, &o);
	strbuf_free(&o.utf8);
	strbuf_free(&o.chunks);
	return *converted ? URLGREP_OK : URLGREP_NOMEM;
}

bool
charset_append(struct charset_converters *all, const char *charset, urlgrep_span text,
    struct strbuf *out)
{
	struct charset_output o = { .utf8 = *out, .chunks = { .memory = all->memory } };

	if (strlen(charset) > MAX_NAME_BYTES)
		return false;
	o.converter = find_converter(all, charset);
	if (o.converter->iconv == (iconv_t)-1)
		return false;
	convert_text(&o, text, charset_extends_ascii(charset, text.text, text.len));
	*out = o.utf8;
	out->failed |= o.chunks.failed;
	strbuf_free(&o.chunks);
	return true;
}

urlgrep_span
charset_text_utf8(const struct charset_text *t)
{
	return t->utf8;
}

/* ---- mapping back --- */

/* Return how many bytes of the original the first `len` bytes of UTF-8 come from. */
static size_t
original_length(const struct converter *c, urlgrep_span original, size_t len)
{
	char out[CHUNK_BYTES + MORE_BYTES];
	struct conversion v = { .in = (char *)original.text, .in_len = original.len };
	size_t done = 0, before;

	reset(c);
	do {
		before = done;
		v.out = out;
		v.room = len - done < CHUNK_BYTES ? len - done : CHUNK_BYTES;
		convert(c, &v);
		done += (size_t)(v.out - out);
	} while (done > before && done < len);
	return original.len - v.in_len;
}

struct byte_range
charset_text_source(const struct charset_text *t, size_t at)
{
	size_t number = source_point_find(t->chunks, t->chunk_count, at), begin = at, end = at + 1;
	const struct source_point *chunk = &t->chunks[number];
	struct byte_range whole = { chunk->source, number + 1 < t->chunk_count ?
		chunk[1].source : t->original.len };
	urlgrep_span original = { t->original.text + whole.begin, whole.end - whole.begin };
	const struct converter *c;

	if (t->extends_ascii && utf8_is_ascii(original.text, 1))
		return (struct byte_range){ whole.begin + at - chunk->at,
			whole.begin + at - chunk->at + 1 };
	c = find_converter(t->all, t->charset);
	if (c->has_states || c->iconv == (iconv_t)-1)
		return whole;
	while (begin > chunk->at && utf8_is_continuation(t->utf8.text[begin]))
		begin--;
	while (end < t->utf8.len && utf8_is_continuation(t->utf8.text[end]))
		end++;
	begin = original_length(c, original, begin - chunk->at);
	end = original_length(c, original, end - chunk->at);
	if (begin == original.len)
		begin--;
	if (end <= begin) /* the rest of the chunk is not a character */
		end = original.len;
	return (struct byte_range){ whole.begin + begin, whole.begin + end };
}
