/* header.c - header fields, such as "Subject: where?" (RFC 5322, 2.2) */
#include "mail/header.h"

#include <string.h>

#include "util/ascii.h"
#include "util/memory.h"
#include "util/utf8.h"

/* Return the length of the field name before line[colon]; 0 if the name is invalid, or the byte is
 * not a colon. */
static size_t
name_length(const char *line, size_t len, size_t colon)
{
	if (colon == 0 || colon == len || line[colon] != ':')
		return 0;
	/* "http://a.example/" begins a line of text; no field's value begins with "//" */
	return len - colon > 2 && line[colon + 1] == '/' && line[colon + 2] == '/' ? 0 : colon;
}

/* Return how many bytes at the beginning of line[0..len) may be the name of a field. Names are too
 * short for ascii_span() to pay. */
static size_t
skip_name(const char *line, size_t len)
{
	size_t at = 0;

	while (at < len && ascii_is(line[at], ASCII_FIELD_NAME))
		at++;
	return at;
}

/* Return the offset of the first byte of line[0..len) at or after at that is neither space nor tab,
 * unless at is 0. */
static size_t
skip_blanks_after(size_t at, const char *line, size_t len)
{
	while (at > 0 && at < len && (line[at] == ' ' || line[at] == '\t'))
		at++;
	return at;
}

size_t
header_name_length(const char *line, size_t len)
{
	size_t end = skip_name(line, len);

	return name_length(line, len, skip_blanks_after(end, line, len)) ? end : 0;
}

size_t
header_read_field(const char *text, size_t len, struct header_field *f)
{
	size_t length = ascii_folded_line(text, len);
	size_t colon = skip_name(text, length);

	f->name = (urlgrep_span){ text, colon };
	colon = name_length(text, len, skip_blanks_after(colon, text, len));
	if (colon == 0)
		return 0;
	f->value = (urlgrep_span){ text + colon + 1, length - colon - 1 };
	return length;
}

bool
header_field_is(const struct header_field *f, const char *name)
{
	return ascii_is_word(f->name.text, f->name.len, name);
}

unsigned
header_name_points(const char *name, size_t len)
{
	static const char telling[] = "message-id received return-path delivered-to mime-version "
	    "newsgroups path x-mailer in-reply-to references dkim-signature "
	    "content-transfer-encoding content-disposition x-mozilla-status";
	static const char common[] = "from to cc date subject sender reply-to content-type "
	    "organization lines";

	return word_list_has(telling, name, len) ? 2 : word_list_has(common, name, len);
}

/* Return the length of the line at the beginning of text[0..len) if a program put it before a
 * header; len if more bytes are needed to decide; else 0. */
static size_t
preface_length(const char *text, size_t len)
{
	static const char *const prefaces[] = { ">From ", "+OK",
		"Microsoft Mail Internet Headers Version" };
	size_t i;

	for (i = 0; i < COUNT(prefaces); i++) {
		size_t n = strlen(prefaces[i]);

		if (memcmp(text, prefaces[i], len < n ? len : n) == 0)
			return ascii_find(text, len, '\n');
	}
	return 0;
}

size_t
header_find_begin(const char *text, size_t len)
{
	size_t bom = utf8_bom_length(text, len), at = bom, preface, name;

	do {
		while (at < len && header_is_space(text[at]))
			at++;
		preface = preface_length(text + at, len - at);
		at += preface;
	} while (preface > 0);
	if (at > bom && at < len && text[at - 1] != '\n')
		return 0; /* an indented text */
	name = header_name_length(text + at, len - at);
	if (name == 0 && at > bom && memchr(text + at, '\n', len - at) == NULL)
		return len;
	if (at < len && name == 0)
		return 0;
	return at == len || at == bom || header_name_points(text + at, name) > 0 ? at : 0;
}

/* ---- values --- */

static void
trim(urlgrep_span *value)
{
	const char *text = value->text;
	size_t end = value->len, begin = 0;

	while (end > 0 && header_is_space(text[end - 1]))
		end--;
	while (begin < end && (text[begin] == ' ' || text[begin] == '\t'))
		begin++;
	*value = (urlgrep_span){ text + begin, end - begin };
}

bool
header_trim_if_plain(urlgrep_span *value)
{
	bool is_ascii = true;
	size_t i = 0;

	trim(value);
	for (;; i++) {
		unsigned char c;

		i += ascii_span(value->text + i, value->len - i, ASCII_UNENCODED);
		if (i == value->len)
			break;
		c = (unsigned char)value->text[i];
		if (c < ' ' || c == 0x7F)
			return false; /* folded, or with control characters */
		if (c == '=' && i + 1 < value->len && value->text[i + 1] == '?')
			return false; /* an encoded word */
		is_ascii = is_ascii && c < 0x80;
	}
	return is_ascii || utf8_is_valid(value->text, value->len);
}

/* Copy text[0..len) with a blank for each NUL. */
static void
copy_without_nul(char *out, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		out[i] = text[i] ? text[i] : ' ';
}

size_t
header_unfold(char *out, urlgrep_span value)
{
	size_t at = 0, len = 0;

	for (trim(&value); at < value.len; out[len++] = ' ') {
		size_t line;

		while (at < value.len && header_is_space(value.text[at]))
			at++;
		line = ascii_until(value.text + at, value.len - at, ASCII_BREAK);
		copy_without_nul(out + len, value.text + at, line);
		len += line;
		at += line;
		if (at == value.len)
			break;
		while (out[len - 1] == ' ' || out[len - 1] == '\t')
			len--;
	}
	return len;
}

void
header_skip_space(urlgrep_span *s)
{
	unsigned depth = 0;

	for (; s->len > 0; s->text++, s->len--) {
		char c = *s->text;

		if (c == '(') {
			depth++;
		} else if (depth == 0 && !header_is_space(c)) {
			return;
		} else if (depth > 0 && c == ')') {
			depth--;
		} else if (c == '\\' && s->len > 1) {
			s->text++;
			s->len--;
		}
	}
}
