/* text.c - convert text before it is searched: UTF-16 and UTF-32, folded lines
 *
 * Mapping offsets of converted UTF-16 back needs no table: every code unit becomes one character,
 * and every pair of surrogates one of four bytes, so the UTF-8 tells the length of the original. */
#include "input/input.h"

#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

/* ---- UTF-16 and UTF-32 --- */

enum {
	MIN_TEXT_BYTES = 16, /* to detect an encoding without a byte order mark */
	REPLACEMENT = 0xFFFD
};

static bool
is_wide(enum text_encoding encoding)
{
	return encoding == ENCODING_UTF32LE || encoding == ENCODING_UTF32BE;
}

static size_t
unit_bytes(enum text_encoding encoding)
{
	return is_wide(encoding) ? 4 : 2;
}

static uint32_t
read_unit(enum text_encoding encoding, const unsigned char *p)
{
	bool is_big_endian = encoding == ENCODING_UTF16BE || encoding == ENCODING_UTF32BE;
	size_t size = unit_bytes(encoding), i;
	uint32_t unit = 0;

	for (i = 0; i < size; i++)
		unit = unit << 8 | p[is_big_endian ? i : size - 1 - i];
	return unit;
}

/* ---- detection --- */

/* Return true if at least 7 of 8 characters are US-ASCII, and none is NUL. */
static bool
is_mostly_ascii(enum text_encoding encoding, const char *head, size_t len)
{
	size_t size = unit_bytes(encoding), count = len / size, others = 0, i;

	for (i = 0; i < count; i++) {
		uint32_t c = read_unit(encoding, (const unsigned char *)head + i * size);

		if (c == 0)
			return false;
		others += c >= 0x7F || !ascii_is((char)c, ASCII_PRINTABLE | ASCII_HTML_BREAK);
	}
	return others <= count / 8;
}

enum text_encoding
utf16_detect(const char *head, size_t len)
{
	/* UTF-32LE before UTF-16LE, which begins with the same two bytes */
	static const struct {
		const char *mark;
		size_t len;
		enum text_encoding encoding;
	} marks[] = { { "\xFF\xFE\0\0", 4, ENCODING_UTF32LE }, { "\0\0\xFE\xFF", 4, ENCODING_UTF32BE },
		{ "\xFF\xFE", 2, ENCODING_UTF16LE }, { "\xFE\xFF", 2, ENCODING_UTF16BE } };
	enum text_encoding encoding;
	size_t i;

	for (i = 0; i < COUNT(marks); i++)
		if (len >= marks[i].len && memcmp(head, marks[i].mark, marks[i].len) == 0)
			return marks[i].encoding;
	if (len < MIN_TEXT_BYTES || memchr(head, '\0', 4) == NULL)
		return ENCODING_BYTES;
	if (len > ENCODING_HEAD_BYTES)
		len = ENCODING_HEAD_BYTES;
	for (encoding = ENCODING_UTF16LE; encoding <= ENCODING_UTF32BE; encoding++)
		if (is_mostly_ascii(encoding, head, len))
			return encoding;
	return ENCODING_BYTES;
}

bool
utf16_needs_more(const char *head, size_t len)
{
	size_t first = len < 4 ? len : 4;

	if (len >= ENCODING_HEAD_BYTES)
		return false;
	return len < 2 || memchr(head, '\0', first) ||
	    (len < 4 && memcmp(head, "\xFF\xFE", 2) == 0);
}

/* ---- conversion --- */

/* Encode a code unit; join a low surrogate with the high surrogate before it. */
static size_t
put_unit(struct utf16_decoder *d, const unsigned char *p, char *out)
{
	uint32_t unit = read_unit(d->encoding, p), high = d->high;
	size_t n = 0;

	d->high = 0;
	if (high && unit >= 0xDC00 && unit < 0xE000)
		return utf8_encode(0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00), out);
	if (high)
		n = utf8_encode(REPLACEMENT, out);
	if (!is_wide(d->encoding) && unit >= 0xD800 && unit < 0xDC00) {
		d->high = unit;
		return n;
	}
	if (unit > 0x10FFFF || (unit >= 0xD800 && unit < 0xE000))
		unit = REPLACEMENT;
	return n + utf8_encode(unit, out + n);
}

size_t
utf16_decode(struct utf16_decoder *d, const char *text, size_t len, char *out)
{
	const unsigned char *at = (const unsigned char *)text, *end = at + len;
	size_t size = unit_bytes(d->encoding), n = 0;

	while (at < end) {
		if (d->unit_len == 0 && (size_t)(end - at) >= size) {
			n += put_unit(d, at, out + n);
			at += size;
			continue;
		}
		d->unit[d->unit_len++] = *at++;
		if (d->unit_len == size) {
			n += put_unit(d, d->unit, out + n);
			d->unit_len = 0;
		}
	}
	return n;
}

uint64_t
utf16_source_bytes(enum text_encoding encoding, const char *text, size_t len)
{
	uint64_t units = 0;
	size_t i;

	if (encoding == ENCODING_BYTES)
		return len;
	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		units += !utf8_is_continuation(text[i]);
		units += c >= 0xF0 && !is_wide(encoding); /* a pair of surrogates */
	}
	return units * unit_bytes(encoding);
}

/* ---- folded lines --- */

enum { PIECE_BYTES = 4096, MAX_MARK_BYTES = sizeof(((struct unfolder *)0)->held) + 1 };

static void
remove_bytes(struct unfolder *u, size_t bytes, size_t lines)
{
	struct fold *folds = (void *)u->folds.at;
	size_t count = u->folds.len / sizeof(*folds);

	u->last.bytes += bytes;
	u->last.lines += lines;
	if (count > u->taken && folds[count - 1].offset == u->last.offset)
		folds[count - 1] = u->last;
	else
		strbuf_append(&u->folds, (const char *)&u->last, sizeof(u->last));
}

static void
copy_bytes(struct unfolder *u, const char *text, size_t len, struct strbuf *to)
{
	strbuf_append(to, text, len);
	u->last.offset += len;
}

/* A property begins with its name and parameters, one of which may be its encoding. */
static void
begin_property(struct unfolder *u)
{
	u->is_in_value = false;
	u->encoding_len = 0;
	u->is_quoted = false;
}

/* Read the head of a property, up to its colon, and detect how its value is encoded. Return the
 * number of bytes read: those before a mark, or up to and including the colon. */
static size_t
read_head(struct unfolder *u, const char *text, size_t len)
{
	static const char encoding[] = "quoted-printable";
	size_t at;

	for (at = 0; at < len && !u->is_in_value && !ascii_is(text[at], ASCII_FOLD_MARK); at++) {
		char c = ascii_lower(text[at]);

		if (encoding[u->encoding_len] != '\0')
			u->encoding_len = c == encoding[u->encoding_len] ? u->encoding_len + 1 :
			    c == encoding[0];
		u->is_in_value = c == ':';
	}
	u->is_quoted = u->is_in_value && encoding[u->encoding_len] == '\0';
	return at;
}

/* Return the length of a line feed or CR LF at the beginning of text[0..len), or 0. */
static size_t
line_break_length(const char *text, size_t len)
{
	return len > 0 && text[0] == '\n' ? 1 : text_begins_with(text, len, "\r\n") ? 2 : 0;
}

/* Append the text that the mark at text[0..len) stands for. Return the length of the mark. */
static size_t
append_mark(struct unfolder *u, const char *text, size_t len, struct strbuf *to)
{
	size_t end = line_break_length(text, len);
	char byte, next = len > 1 ? text[1] : '\0';

	if (end > 0 && end < len && (text[end] == ' ' || text[end] == '\t')) {
		remove_bytes(u, end + 1, 1);
		return end + 1;
	}
	if (end > 0) {
		begin_property(u);
		copy_bytes(u, text, end, to);
		return end;
	}
	if (!u->is_quoted && *text == '\\' && (next == ':' || next == ';')) {
		remove_bytes(u, 1, 0);
	} else if (!u->is_quoted && *text == '\\' && next == 'N') {
		copy_bytes(u, " ", 1, to); /* a line break, like "\n": it ends a URL, and one may begin */
		remove_bytes(u, 1, 0);
		return 2;
	} else if (u->is_quoted && *text == '=' && ascii_is(next, ASCII_BREAK)) {
		end = line_break_length(text + 1, len - 1);
		remove_bytes(u, 1 + (end ? end : 1), end > 0);
		return 1 + (end ? end : 1);
	} else if (u->is_quoted && ascii_read_escape(text, len, '=', &byte)) {
		/* a space for a line break, so that line numbers stay those of the file */
		copy_bytes(u, byte == '\r' || byte == '\n' ? " " : &byte, 1, to);
		remove_bytes(u, 2, 0);
		return 3;
	} else {
		copy_bytes(u, text, 1, to);
	}
	return 1;
}

size_t
unfolder_append(struct unfolder *u, const char *text, size_t len, bool is_last,
    struct strbuf *to)
{
	size_t at = 0, n;

	for (;;) {
		n = u->is_in_value ? ascii_until(text + at, len - at, ASCII_FOLD_MARK) :
		    read_head(u, text + at, len - at);
		copy_bytes(u, text + at, n, to);
		at += n;
		if (at == len || (len - at < MAX_MARK_BYTES && !is_last))
			return at;
		if (ascii_is(text[at], ASCII_FOLD_MARK))
			at += append_mark(u, text + at, len - at, to);
	}
}

/* ---- streams --- */

static ssize_t
read_unfolded(void *unfolder, char *buffer, size_t size)
{
	struct unfolder *u = unfolder;
	struct strbuf out = { .at = buffer, .size = size }; /* large enough for each piece */
	char piece[PIECE_BYTES];
	size_t piece_len, used;
	ssize_t n;

	do {
		piece_len = u->held_len;
		memcpy(piece, u->held, piece_len);
		n = u->folded.read(u->folded.data, piece + piece_len,
		    (size < PIECE_BYTES ? size : PIECE_BYTES) - piece_len);
		if (n < 0)
			return n;
		piece_len += (size_t)n;
		used = unfolder_append(u, piece, piece_len, n == 0, &out);
		u->held_len = piece_len - used;
		memcpy(u->held, piece + used, u->held_len);
	} while (n > 0 && out.len == 0);
	return (ssize_t)out.len;
}

struct byte_stream
unfolder_open(struct unfolder *u, struct byte_stream folded)
{
	strbuf_clear(&u->folds);
	u->taken = 0;
	u->before = u->last = (struct fold){ 0, 0, 0 };
	u->held_len = 0;
	begin_property(u);
	u->folded = folded;
	return (struct byte_stream){ .read = read_unfolded, .data = u };
}

/* ---- the map --- */

struct fold
unfolder_take(struct unfolder *u, uint64_t offset)
{
	struct fold *folds = (void *)u->folds.at;
	size_t count = u->folds.len / sizeof(*folds);

	while (u->taken < count && folds[u->taken].offset <= offset)
		u->before = folds[u->taken++];
	if (u->taken > count / 2) { /* move the rest */
		u->folds.len = (count - u->taken) * sizeof(*folds);
		memmove(folds, folds + u->taken, u->folds.len);
		u->taken = 0;
	}
	return u->before;
}
