/* charset.c - convert text from its charset to UTF-8 by iconv, and map bytes back
 *
 * A text is converted in chunks. To map a byte back, the chunk that holds it is converted again. */
#include "mail/charset.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "util/ascii.h"
#include "util/memory.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum {
	CHUNK_BYTES = 512,
	MORE_BYTES = 8      /* a character and the state changes before it */
};

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */
enum { REPLACEMENT_BYTES = sizeof(replacement) - 1 };

/* ---- names --- */

struct charset {
	enum charset_kind kind;
	const char *iconv_name; /* NULL: iconv uses the same name */
	const char *names; /* lower case, separated by blanks; a "*" at the end matches anything */
};

/* a superset of ISO-2022-JP, with the half-width katakana that Windows writes in it */
#define ISO_2022_JP "ISO-2022-JP-3"

/* The C library converts nearly all charsets of mail. As in browsers, GB 2312, EUC-KR and EUC-JP are
 * read as supersets, because programs also write characters that only these have. Shift_JIS is read
 * as the Windows variant: in the standard itself, "~" is an overline and "\" a yen sign. UTF-16
 * without a byte order is little-endian; iconv would use the order of the previous text. In
 * iso-8859-6 and -8, "-i" and "-e" give the direction. A name such as cp20127 is a Windows code
 * page. An "x-" before a name has been removed. */
static const struct charset charsets[] = {
	{ CHARSET_UTF_8, NULL, "utf-8 us-ascii utf8 ascii ansi_x3.4-1968 iso646-us us" },
	{ CHARSET_ASCII, NULL, "iso-8859-1* iso-8859-2 windows-125* gbk gb18030 big5 koi8-r" }, /* frequent */
	{ CHARSET_UTF_8, "UTF-8", "cp65001" },
	{ CHARSET_UTF_8, "US-ASCII", "cp20127" },
	{ CHARSET_STATES, "UTF-7", "unicode-1-1-utf-7 csutf7 cp65000" }, /* RFC 1642 */
	{ CHARSET_STATES, ISO_2022_JP, "iso-2022-jp iso2022-jp csiso2022jp cp50220 cp50221 cp50222" },
	{ CHARSET_STATES, "ISO-2022-KR", "cp50225" },
	{ CHARSET_STATES, "HZ", "hz-gb-2312 cp52936" },
	{ CHARSET_STATES, NULL, "utf-7* utf7* iso-2022-* iso2022* csiso2022*" },
	{ CHARSET_EBCDIC, "IBM1047", "cp1047" },
	{ CHARSET_EBCDIC, "IBM1140", "cp1140 ibm01140" },
	{ CHARSET_EBCDIC, NULL, "ebcdic* cp037 ibm037 cp273 ibm273 cp500 ibm500 ibm1047 ibm1140" },
	{ CHARSET_WIDE, "UTF-16LE", "utf-16 utf16 ucs-2 iso-10646-ucs-2 unicode csunicode cp1200" },
	{ CHARSET_WIDE, "UTF-32LE", "utf-32 utf32" },
	{ CHARSET_WIDE, NULL, "utf-16* utf16* utf-32* ucs-2* ucs-4* iso-10646-ucs*" },
	{ CHARSET_ASCII, "CP932", "shift_jis shift-jis sjis ms_kanji csshiftjis windows-31j" },
	{ CHARSET_ASCII, "EUC-JP-MS", "euc-jp eucjp cp20932 cp51932" },
	{ CHARSET_ASCII, "CP949", "euc-kr ks_c_5601-1987 ks_c_5601-1989 ksc5601 windows-949 cp51949" },
	{ CHARSET_ASCII, "GB18030", "cp54936" },
	{ CHARSET_ASCII, "GBK", "gb2312 gb_2312-80 cp51936" },
	{ CHARSET_ASCII, "ISO-8859-6", "iso-8859-6-e iso-8859-6-i" },
	{ CHARSET_ASCII, "ISO-8859-8", "iso-8859-8-e iso-8859-8-i" },
	{ CHARSET_ASCII, "KOI8-R", "cp20866" },
	{ CHARSET_ASCII, "KOI8-U", "cp21866" },
	{ CHARSET_ASCII, "MACINTOSH", "mac-roman" },
	{ CHARSET_ASCII, NULL, "*" }
};

/* Return true if name[0..len) is one of names. */
static bool
is_among(const char *names, const char *name, size_t len)
{
	char first = ascii_lower(*name);
	size_t n;

	for (; *names; names += n + (names[n] == ' ')) {
		bool is_prefix;

		for (n = 1; names[n] > ' '; n++)
			;
		is_prefix = names[n - 1] == '*';
		if ((*names == first || n == 1) && n - is_prefix <= len && (is_prefix || n == len) &&
		    ascii_equal(name, names, n - is_prefix))
			return true;
	}
	return false;
}

/* Return the row of the charset, and set *name to the name that iconv uses. */
static const struct charset *
find_charset(const char **name)
{
	const struct charset *c = charsets;
	size_t len;

	if (ascii_lower((*name)[0]) == 'x' && (*name)[1] == '-' && (*name)[2])
		*name += 2;
	len = strlen(*name);

	while (!is_among(c->names, *name, len))
		c++;
	if (c->iconv_name)
		*name = c->iconv_name;
	return c;
}

enum charset_kind
charset_kind_of(const char *name)
{
	return find_charset(&name)->kind;
}

bool
charset_extends_ascii(enum charset_kind kind, const char *text, size_t len)
{
	return kind <= CHARSET_ASCII || (kind == CHARSET_WIDE && memchr(text, '\0', len) == NULL);
}

const char *
charset_of_mark(const char *text, size_t len)
{
	if (utf8_bom_length(text, len) > 0)
		return "utf-8";
	if (len >= 4 && memcmp(text, "\0\0\xFE\xFF", 4) == 0)
		return "utf-32be";
	if (len >= 4 && memcmp(text, "\xFF\xFE\0\0", 4) == 0)
		return "utf-32le";
	if (len < 2 || (memcmp(text, "\xFF\xFE", 2) != 0 && memcmp(text, "\xFE\xFF", 2) != 0))
		return NULL;
	return *text == '\xFF' ? "utf-16le" : "utf-16be";
}

void
charset_of_code_page(uint32_t page, char name[CODE_PAGE_NAME_BYTES])
{
	const uint32_t iso_8859 = 28590, last_iso_8859 = 28606;
	bool is_iso = page > iso_8859 && page <= last_iso_8859;

	snprintf(name, CODE_PAGE_NAME_BYTES, is_iso ? "iso-8859-%u" : "cp%u",
	    (unsigned)(is_iso ? page - iso_8859 : page));
}

/* ---- converters --- */

/* Bytes being converted. Up to MORE_BYTES - 1 bytes after the room in out are overwritten, too. */
struct conversion {
	char *in, *out;
	size_t in_len, room;
};

/* Reset the shift state that the previous text may have left. */
static void
reset(const struct charset_converter *c)
{
	iconv(c->iconv, NULL, NULL, NULL, NULL);
}

/* Convert as much as there is room for. Replace ill-formed bytes by U+FFFD. */
static void
convert(const struct charset_converter *c, struct conversion *v)
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

/* Fill the table of characters: the UTF-8 of each byte. Return false if a byte is not a character
 * of its own, if iconv combines it with the next one, or if it is outside the basic plane: then the
 * converter may keep a state. */
static bool
make_characters(struct charset_converter *c)
{
	size_t i;

	reset(c);
	for (i = COUNT(c->characters); i-- > 0;) { /* high bytes may begin longer characters */
		char byte = (char)i;
		struct utf8_character *to = &c->characters[i];
		struct conversion v = { &byte, to->utf8, 1, sizeof(to->utf8) };

		convert(c, &v);
		to->len = (unsigned char)(sizeof(to->utf8) - v.room);
		if (v.in_len > 0 || to->len == 0)
			return false;
	}
	return true;
}

/* Open a converter from this charset, for which the array has room. */
static const struct charset_converter *
open_converter(struct charset_converters *all, const char *name)
{
	struct charset_converter *c = &all->items[all->count];
	const char *iconv_name = name;
	const struct charset *charset = find_charset(&iconv_name);

	memory_copy_text(c->name, name, strlen(name));
	c->kind = charset->kind;
	c->is_japanese = strcmp(iconv_name, ISO_2022_JP) == 0;
	errno = 0;
	/* iconv reads options after slashes, and "//" as the charset of the locale */
	c->iconv = strchr(name, '/') ? (iconv_t)-1 : iconv_open("UTF-8", iconv_name);
	if (c->iconv == (iconv_t)-1 && errno == EINVAL)
		c->iconv = iconv_open("UTF-8", name); /* musl and browsers lack some supersets */
	all->is_without_memory = c->iconv == (iconv_t)-1 && errno == ENOMEM;
	all->count += c->iconv != (iconv_t)-1;
	c->has_characters = c->iconv != (iconv_t)-1 && c->kind != CHARSET_STATES && make_characters(c);
	return c;
}

/* Return the converter from this charset; NULL if it is unknown or all->is_without_memory. */
static const struct charset_converter *
find_converter(struct charset_converters *all, const char *name)
{
	size_t len = strlen(name), i = 0;
	const struct charset_converter *c;

	all->is_without_memory = false;
	while (i < all->count && !ascii_is_word(name, len, all->items[i].name))
		i++;
	if (len > MAX_CHARSET_NAME_BYTES || i == MAX_CONVERTERS)
		return NULL;
	c = i < all->count ? &all->items[i] : open_converter(all, name);
	return c->iconv != (iconv_t)-1 ? c : NULL;
}

void
charset_converters_close(struct charset_converters *all)
{
	size_t i;

	for (i = 0; i < all->count; i++)
		iconv_close(all->items[i].iconv);
	all->count = 0;
}

/* ---- a text --- */

/* A text that is being converted. */
struct charset_output {
	const struct charset_converter *converter;
	struct strbuf utf8, chunks; /* chunks: an array of struct source_point */
};

/* Copy a chunk of ISO-2022-JP, replacing ESC ( J by ESC ( B, which selects US-ASCII. ESC ( J
 * selects JIS X 0201, which has an overline and a yen sign in place of "~" and "\\"; but programs
 * that write it mean "~" and "\\", and these are common in URLs. */
static void
copy_japanese(char *out, const char *text, size_t len)
{
	char *at = memory_copy_text(out, text, len), *end = out + len;

	while ((at = memmem(at, (size_t)(end - at), "\x1B(J", 3)) != NULL)
		at[2] = 'B';
}

/* Convert characters at the beginning of text[0..len) by iconv, and append them. Return the number
 * of bytes converted, without an incomplete character at the end. If text is NULL, append the
 * characters that iconv has kept back: it may combine a letter with the mark after it. */
static size_t
append_some(struct charset_output *o, const char *text, size_t len)
{
	char japanese[CHUNK_BYTES + 1];
	struct conversion v = { .in = (char *)text, .in_len = len, .room = CHUNK_BYTES };

	if (!strbuf_reserve(&o->utf8, CHUNK_BYTES + MORE_BYTES))
		return len;
	if (text && o->converter->is_japanese) {
		copy_japanese(japanese, text, len);
		v.in = japanese;
	}
	v.out = o->utf8.at + o->utf8.len;
	convert(o->converter, &v);
	o->utf8.len = (size_t)(v.out - o->utf8.at);
	return len - v.in_len;
}

/* Convert bytes, each of which is a character, and append them. */
static void
append_characters(struct charset_output *o, const char *text, size_t len)
{
	const struct utf8_character *characters = o->converter->characters;
	size_t i;
	char *out;

	if (!strbuf_reserve(&o->utf8, len * sizeof(characters->utf8)))
		return;
	out = o->utf8.at + o->utf8.len;
	for (i = 0; i < len; i++) {
		const struct utf8_character *c = &characters[(unsigned char)text[i]];

		memcpy(out, c->utf8, sizeof(c->utf8));
		out += c->len;
	}
	o->utf8.len = (size_t)(out - o->utf8.at);
}

/* Convert the chunk at the beginning of text[0..len): a line, or CHUNK_BYTES. Return its length. */
static size_t
convert_chunk(struct charset_output *o, const char *text, size_t len)
{
	size_t most = len < CHUNK_BYTES ? len : CHUNK_BYTES, n;
	const char *feed = memchr(text, '\n', most);

	if (o->converter->has_characters) {
		n = feed ? (size_t)(feed - text) + 1 : most;
		append_characters(o, text, n);
		return n;
	}
	n = append_some(o, text, feed ? (size_t)(feed - text) + 1 : most);
	if (n == 0) /* the line feed byte is part of a character */
		n = append_some(o, text, most);
	if (n == 0) { /* the text ends within a character */
		strbuf_append(&o->utf8, replacement, REPLACEMENT_BYTES);
		n = most;
	}
	if (o->converter->kind != CHARSET_STATES || n == len)
		append_some(o, NULL, 0);
	return n;
}

static void
convert_text(struct charset_output *o, urlgrep_span original, bool extends_ascii)
{
	size_t at = 0;

	reset(o->converter);
	strbuf_reserve(&o->utf8, original.len); /* the minimum */
	while (at < original.len && !o->utf8.failed && !o->chunks.failed) {
		const char *text = original.text + at;
		size_t n = extends_ascii ? utf8_ascii_length(text, original.len - at) : 0;

		source_point_add(&o->chunks, o->utf8.len, at);
		if (n > 0)
			strbuf_append(&o->utf8, text, n);
		else
			n = convert_chunk(o, text, original.len - at);
		at += n;
	}
}

urlgrep_status
charset_convert(struct charset_converters *all, struct arena *arena,
    const char *charset, urlgrep_span original, const struct charset_text **converted)
{
	struct charset_output o = { find_converter(all, charset), { .memory = all->memory },
		{ .memory = all->memory } };
	struct charset_text *t;

	*converted = NULL;
	if (o.converter == NULL)
		return all->is_without_memory ? URLGREP_NOMEM : URLGREP_OK;
	t = arena_allocate(arena, sizeof(*t));
	if (t == NULL)
		return URLGREP_NOMEM;
	*t = (struct charset_text){ .converter = o.converter, .original = original,
		.extends_ascii = charset_extends_ascii(o.converter->kind, original.text, original.len) };
	convert_text(&o, original, t->extends_ascii);
	t->utf8 = strbuf_move(&o.utf8, arena);
	t->chunk_count = o.chunks.len / sizeof(*t->chunks);
	t->chunks = (const void *)strbuf_move(&o.chunks, arena).text;
	*converted = t->utf8.text && t->chunks ? t : NULL;
	return *converted ? URLGREP_OK : URLGREP_NOMEM;
}

bool
charset_append(struct charset_converters *all, const char *charset, urlgrep_span text,
    struct strbuf *out)
{
	struct charset_output o = { find_converter(all, charset), *out,
		{ .memory = all->memory } };

	out->failed |= all->is_without_memory;
	if (o.converter == NULL)
		return false;
	convert_text(&o, text, charset_extends_ascii(o.converter->kind, text.text, text.len));
	*out = o.utf8;
	out->failed |= o.chunks.failed;
	strbuf_free(&o.chunks);
	return true;
}

/* ---- mapping back --- */

/* Return how many bytes of the original the first len bytes of its UTF-8 come from. */
static size_t
original_length(const struct charset_converter *c, urlgrep_span original, size_t len)
{
	char out[CHUNK_BYTES + MORE_BYTES];
	struct conversion v = { .in = (char *)original.text, .in_len = original.len };
	size_t done = 0, before, i;

	for (i = 0; c->has_characters && i < original.len && done < len; i++)
		done += c->characters[(unsigned char)original.text[i]].len;
	if (c->has_characters)
		return i;
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
	const struct charset_converter *c = t->converter;

	if (t->extends_ascii && utf8_is_ascii(original.text, 1))
		return (struct byte_range){ whole.begin + at - chunk->at,
			whole.begin + at - chunk->at + 1 };
	if (c->kind == CHARSET_STATES)
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
