/* base64_pieces.c - what follows the data of a text in base64 */
#include "mail/base64_pieces.h"

#include <string.h>

#include "mail/base64.h"
#include "util/ascii.h"

/* A line of so many letters is data wherever it is, since prose has no words so long; and so is
 * a shorter one of whole groups. */
enum { MIN_DATA_LETTERS = 32, MIN_GROUPED_LETTERS = 16, GROUP_LETTERS = 4 };

enum line_kind {
	LINE_BLANK,
	LINE_DATA,   /* letters of base64 and "=" only */
	LINE_SPACED, /* with white space between them: data, or words */
	LINE_OTHER
};

/* A line, or the rest of one. */
struct base64_line {
	enum line_kind kind;
	size_t next;    /* offset of the next line */
	size_t padding; /* offset of the end of the first padding, "=" or "=="; 0: none */
	bool is_sure;   /* it is data, whatever precedes it */
};

/* Return the kind of the line text[0..len), from which white space at both ends was removed. */
static enum line_kind
kind_of(const char *text, size_t len)
{
	enum line_kind kind = len > 0 ? LINE_DATA : LINE_BLANK;
	size_t i;

	for (i = 0; (i += base64_letter_run(text + i, len - i)) < len; i++)
		if (ascii_is_space(text[i]))
			kind = LINE_SPACED;
		else if (text[i] != '=')
			return LINE_OTHER;
	return kind;
}

/* Look at the line of text[0..len) at `at`, or the rest of it. */
static struct base64_line
read_line(const char *text, size_t len, size_t at)
{
	const char *feed = memchr(text + at, '\n', len - at), *sign;
	struct base64_line line = { .next = feed ? (size_t)(feed - text) + 1 : len };
	size_t end = line.next, letters;

	while (end > at && ascii_is_space(text[end - 1]))
		end--;
	while (at < end && ascii_is_space(text[at]))
		at++;
	line.kind = kind_of(text + at, end - at);
	sign = memchr(text + at, '=', end - at);
	letters = (sign ? (size_t)(sign - text) : end) - at;
	if (sign) {
		line.padding = at + letters;
		while (line.padding < end && text[line.padding] == '=')
			line.padding++;
		end = line.padding;
	}
	line.is_sure = line.kind == LINE_DATA && letters > 1 && (letters >= MIN_DATA_LETTERS ||
	    ((sign || letters >= MIN_GROUPED_LETTERS) && (end - at) % GROUP_LETTERS == 0));
	return line;
}

/* Return the offset of the first byte at or after `at` that is no white space. */
static size_t
skip_space(const char *text, size_t len, size_t at)
{
	while (at < len && ascii_is_space(text[at]))
		at++;
	return at;
}

bool
base64_is_one_piece(const char *text, size_t len)
{
	const char *sign = memchr(text, '=', len);
	size_t end = sign ? (size_t)(sign - text) : len, at;

	while (end < len && text[end] == '=')
		end++;
	if (skip_space(text, len, end) < len)
		return false;
	while (end > 0 && ascii_is_space(text[end - 1]))
		end--;
	for (at = end; at > 0 && text[at - 1] != '\n'; at--)
		;
	return end == 0 || read_line(text, end, at).is_sure;
}

/* Return where the data ends that begins at `at`: after its padding, or before lines that are none
 * and that no data follows. */
static size_t
data_end(const char *text, size_t len, size_t at)
{
	size_t end = len;    /* offset of the first line after the data that is no data, */
	size_t spaced = len; /* and of the first that may be words; len: there is none */
	bool has_data = false;
	struct base64_line line;

	for (; at < len; at = line.next) {
		line = read_line(text, len, at);
		if (line.kind == LINE_DATA &&
		    (line.is_sure || (end == len && spaced == len))) {
			if (line.padding)
				return line.padding;
			has_data = true;
			end = spaced = len;
		} else if (line.kind == LINE_SPACED && has_data && spaced == len) {
			spaced = at;
		} else if (line.kind == LINE_OTHER && has_data && end == len) {
			end = spaced < at ? spaced : at;
		}
		if (line.padding)
			return end < len ? end : line.padding;
	}
	return end;
}

/* Return where the piece at `begin` ends; blank lines may follow. */
static size_t
piece_end(const char *text, size_t len, size_t begin, bool *is_data)
{
	size_t at = begin;
	struct base64_line line;

	*is_data = begin == 0;
	for (; !*is_data && at < len; at = line.next) {
		line = read_line(text, len, at);
		if (line.is_sure && skip_space(text, at, begin) < at)
			return at;
		*is_data = line.is_sure;
	}
	return *is_data ? data_end(text, len, begin) : len;
}

size_t
base64_piece_end(const char *text, size_t len, size_t begin, bool *is_data)
{
	size_t end = piece_end(text, len, begin, is_data), next = skip_space(text, len, end);
	const char *feed = memrchr(text + end, '\n', next - end);

	if (next == len)
		return len;
	if (feed == NULL && end > 0 && text[end - 1] == '\n')
		return end;
	if (feed == NULL)
		feed = memchr(text + next, '\n', len - next); /* after padding in a line */
	return feed ? (size_t)(feed - text) + 1 : len;
}
