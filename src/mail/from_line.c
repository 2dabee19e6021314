/* from_line.c - the "From " lines of an mbox (RFC 4155)
 *
 * A message begins at a line that starts with "From " and holds a time and a year (so that an
 * unquoted "From here on" of mboxo is text), if the line before it is blank or, where that blank
 * line was lost, a header field follows. A "From " line without a time or a year ("From
 * -8946248053963491671", in archive.org's copies of Usenet) needs both. So does an empty one
 * ("From ", as Thunderbird writes today, "From -"), unless a field of mail follows. */
#include "mail/from_line.h"

#include <string.h>

#include "mail/header.h"
#include "util/ascii.h"

/* Return the number of digits just before `at`, in a line that does not begin with a digit. */
static size_t
digits_before(const char *at)
{
	size_t n = 0;

	while (ascii_is(at[-1 - (ptrdiff_t)n], ASCII_DIGIT))
		n++;
	return n;
}

/* Four digits of their own, before a blank or the end. */
static bool
has_year(const char *at, const char *end)
{
	size_t n = 0;

	for (; at < end; at++) {
		if (n == 4 && (*at == ' ' || *at == '\r'))
			return true;
		n = ascii_is(*at, ASCII_DIGIT) ? n + 1 : 0;
	}
	return n == 4;
}

/* Return true if a time and a year are in line[0..len), which does not begin with a digit. */
static bool
has_time_and_year(const char *line, size_t len)
{
	const char *end = line + len, *colon = line;

	for (; (colon = memchr(colon, ':', (size_t)(end - colon))) != NULL; colon++) {
		size_t digits = digits_before(colon);

		if (digits == 1 || digits == 2)
			return has_year(colon + 1, end);
	}
	return false;
}

bool
from_line_is_dated(const char *line, size_t len)
{
	return len >= 5 && memcmp(line, "From ", 5) == 0 &&
	    has_time_and_year(line + 4, len - 4);
}

/* Return true if word[0..len) does not follow "From " in prose: a number, an address, the path of
 * UUCP, or the sender of bounces. */
static bool
is_sender(const char *word, size_t len)
{
	size_t i = *word == '-', begin = i;

	while (i < len && ascii_is(word[i], ASCII_DIGIT))
		i++;
	if (i == len)
		return len - begin > 4; /* "From 1995 on" is prose */
	for (i = 1; i + 1 < len; i++)
		if (word[i] == '@' || word[i] == '!')
			return true;
	return ascii_is_word(word, len, "MAILER-DAEMON");
}

/* Return true if text begins with one of the names, of three letters each. */
static bool
begins_with_name(const char *text, size_t len, const char *names)
{
	for (; len > 3 && *names; names += 3)
		if (memcmp(text, names, 3) == 0)
			return text[3] == ' ';
	return false;
}

/* Return true if text begins with "Tue Mar ". */
static bool
begins_with_day(const char *text, size_t len)
{
	return begins_with_name(text, len, "SunMonTueWedThuFriSat") &&
	    begins_with_name(text + 4, len - 4,
	        "JanFebMarAprMayJunJulAugSepOctNovDec");
}

/* Return true if the line is "From " or "From -". */
static bool
is_bare(const char *line, size_t len)
{
	while (len > 5 && header_is_space(line[len - 1]))
		len--;
	return len >= 5 && memcmp(line, "From ", 5) == 0 &&
	    (len == 5 || (len == 6 && line[5] == '-'));
}

bool
from_line_is_undated(const char *line, size_t len)
{
	size_t end = 5, next;

	if (is_bare(line, len))
		return true;
	if (len < 6 || memcmp(line, "From ", 5) != 0)
		return false;
	while (end < len && line[end] > ' ' && (unsigned char)line[end] < 0x80)
		end++;
	for (next = end; next < len && line[next] == ' '; next++)
		;
	return end > 5 && line[end - 1] != ':' && line[end - 1] != ',' &&
	    (is_sender(line + 5, end - 5) || begins_with_day(line + next, len - next));
}

bool
from_line_is_cut(const char *text, size_t len)
{
	const char *end = memchr(text, '\n', len < MAX_FROM_LINE_BYTES ? len :
	    MAX_FROM_LINE_BYTES);
	const char *blank = end ? memchr(text, ' ', (size_t)(end - text)) : NULL;

	return blank && blank > text && text[blank - text - 1] != ':' &&
	    is_sender(text, (size_t)(blank - text)) &&
	    has_time_and_year(blank, (size_t)(end - blank)) &&
	    header_name_length(end + 1, len - (size_t)(end + 1 - text)) != 0;
}

/* Return true if the line at text + line is the first one, or the one before it is blank:
 * empty, or only a byte order mark of `front` bytes. */
static bool
is_after_blank_line(const char *text, size_t line, size_t front)
{
	size_t end; /* of the line before */

	if (line <= front)
		return true;
	end = line - 1;
	if (end > 0 && text[end - 1] == '\r')
		end--;
	return end <= front || text[end - 1] == '\n';
}

bool
from_line_begins_message(const char *text, size_t len, size_t at, size_t front)
{
	const char *line = text + at;
	size_t left = len - at < MAX_FROM_LINE_BYTES ? len - at : MAX_FROM_LINE_BYTES;
	const char *end = memchr(line, '\n', left);
	size_t line_len = end ? (size_t)(end - line) : left, name;

	if (from_line_is_dated(line, line_len) && is_after_blank_line(text, at, front))
		return true;
	name = end ? header_name_length(end + 1, left - line_len - 1) : 0;
	if (name == 0)
		return false;
	if (is_after_blank_line(text, at, front))
		return from_line_is_undated(line, line_len);
	return from_line_is_dated(line, line_len) ||
	    (is_bare(line, line_len) && header_name_points(end + 1, name) > 0);
}

const char *
from_line_find(const char *at, const char *end)
{
	while ((at += ascii_pair(at, (size_t)(end - at), '\n', 'F')) < end) {
		if (end - at > 5 && memcmp(at, "\nFrom ", 6) == 0)
			return at + 1;
		at++;
	}
	return NULL;
}
