/* formats.c - the separators between messages in mailboxes
 *
 * In an mbox (RFC 4155) a message begins at a "From " line with a time and a year (so that an
 * unquoted "From here on" of mboxo is text) if the line before it is blank or, where that blank
 * line was lost, a header field follows. A "From " line without a time or a year needs both the
 * blank line and the field ("From -8946248053963491671", in archive.org's copies of Usenet), and so
 * does "From - Fri, 27 Jan 2017 00:19:08 GMT", as in the feeds of Thunderbird. So does an empty one
 * ("From ", as Thunderbird writes today, or "From -"), unless a field of mail follows. */
#include "mail/mbox.h"

#include <string.h>

#include "mail/header.h"
#include "util/ascii.h"
#include "util/memory.h"

/* ---- "From " lines --- */

/* Return the number of digits just before `at`. The line must not begin with a digit. */
static size_t
digits_before(const char *at)
{
	size_t n = 0;

	while (ascii_is(at[-1 - (ptrdiff_t)n], ASCII_DIGIT))
		n++;
	return n;
}

/* Return true if there are four digits, and no more, before a blank or the end. */
static bool
has_year(const char *at, const char *end)
{
	size_t n = 0;

	if (digits_before(end) == 4) /* as in nearly all lines */
		return true;
	for (; at < end; at++) {
		if (n == 4 && (*at == ' ' || *at == '\r'))
			return true;
		n = ascii_is(*at, ASCII_DIGIT) ? n + 1 : 0;
	}
	return false;
}

/* Return true if line[0..len), which does not begin with a digit, has a time and then a year. */
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

/* Return true if line[0..len), which follows a blank, is a date of RFC 822, 5, such as "Fri, 27 Jan
 * 2017 00:19:08 GMT", also without a comma or a weekday. */
static bool
has_mail_date(const char *line, size_t len)
{
	const char *colon = memchr(line, ':', len);
	size_t day = ascii_until(line, len, ASCII_DIGIT);

	return colon && colon - line > 12 &&
	    (day == 0 ? ascii_is_capital(line[line[1] == ' ' ? 2 : 3]) :
	    (day == 4 || day == 5) && line[day - 1] == ' ') &&
	    digits_before(colon) == 2 && colon[-3] == ' ' && digits_before(colon - 3) == 4;
}

/* Return true if word[0..len) after "From " is a sender, not prose: a number, an address, a UUCP
 * path, or the sender of bounces. */
static bool
is_sender(const char *word, size_t len)
{
	size_t i = *word == '-';

	if (i + ascii_span(word + i, len - i, ASCII_DIGIT) == len)
		return len - i > 4; /* "From 1995 on" is prose */
	for (i = 1; i + 1 < len; i++)
		if (word[i] == '@' || word[i] == '!')
			return true;
	return ascii_is_word(word, len, "MAILER-DAEMON");
}

enum from_line
from_line_kind(const char *line, size_t len)
{
	size_t end = 5;

	if (!text_begins_with(line, len, "From "))
		return FROM_NONE;
	if (has_time_and_year(line + 4, len - 4))
		return FROM_DATED;
	while (len > 5 && header_is_space(line[len - 1]))
		len--;
	if (len == 5 || (len == 6 && line[5] == '-'))
		return FROM_BARE;
	while (end < len && line[end] > ' ' && (unsigned char)line[end] < 0x80)
		end++;
	if (end == 6 && line[5] == '-')
		return line[6] == ' ' && has_mail_date(line + 7, len - 7) ? FROM_UNDATED : FROM_NONE;
	return end > 5 && line[end - 1] != ':' && line[end - 1] != ',' &&
	    is_sender(line + 5, end - 5) ? FROM_UNDATED : FROM_NONE;
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

/* Return true if the line at text + line is the first line, or the line before it is blank: empty,
 * or just a byte order mark of `front` bytes. */
static bool
is_after_blank_line(const char *text, size_t line, size_t front)
{
	size_t end; /* of the previous line */

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
	enum from_line kind = from_line_kind(line, line_len);
	bool is_after_blank;

	if (kind == FROM_NONE)
		return false;
	is_after_blank = is_after_blank_line(text, at, front);
	if (kind == FROM_DATED && is_after_blank)
		return true;
	name = end ? header_name_length(end + 1, left - line_len - 1) : 0;
	return name > 0 && (is_after_blank || kind == FROM_DATED ||
	    (kind == FROM_BARE && header_name_points(end + 1, name) > 0));
}

/* ---- other mailboxes --- */

enum {
	MAX_COUNT_LINE_BYTES = 128,
	MBX_PREAMBLE_BYTES = 2048
};

#define MMDF_LINE "\1\1\1\1"
#define BABYL_PREAMBLE "BABYL OPTIONS:"
#define BABYL_END '\x1F'
#define BABYL_HEADER_LINE "*** EOOH ***"
#define RNEWS_LINE "#! rnews "
#define MBX_PREAMBLE "*mbx*\r\n"

static const struct mailbox_separator no_separator = { 0, false, 0 };

/* Return the separator that is a line with a number at offset `at`, after which only blanks may
 * follow or, if `stop` is not NUL, that character. */
static struct mailbox_separator
count_line(const char *text, size_t len, size_t at, char stop)
{
	struct mailbox_separator s = { .has_count = true };
	urlgrep_span rest;

	if (len > MAX_COUNT_LINE_BYTES)
		len = MAX_COUNT_LINE_BYTES;
	s.len = ascii_line(text, len);
	if (s.len <= at || text[s.len - 1] != '\n' || !ascii_is(text[at], ASCII_DIGIT))
		return no_separator;
	rest = (urlgrep_span){ text + at, s.len - at };
	if (header_take_number(&rest, &s.count) > MAX_NUMBER_DIGITS)
		return no_separator;
	if (stop)
		return *rest.text == stop ? s : no_separator;
	while (ascii_is_space(*rest.text) && rest.len > 1)
		header_advance(&rest, 1);
	return *rest.text == '\n' ? s : no_separator;
}

static struct mailbox_separator
rnews_separator(const char *text, size_t len)
{
	if (!text_begins_with(text, len, RNEWS_LINE))
		return no_separator;
	return count_line(text, len, sizeof(RNEWS_LINE) - 1, '\0');
}

/* "14-Mar-1995 10:12:00 +0000,1234;000000000000-00000001" */
static struct mailbox_separator
mbx_separator(const char *text, size_t len)
{
	const char *comma;

	if (text_begins_with(text, len, MBX_PREAMBLE))
		return (struct mailbox_separator){ len < MBX_PREAMBLE_BYTES ? len :
		    MBX_PREAMBLE_BYTES, false, 0 };
	comma = memchr(text, ',', len < 32 ? len : 32);
	if (comma == NULL || comma - text < 7 || text[2] != '-' || text[6] != '-')
		return no_separator;
	return count_line(text, len, (size_t)(comma - text) + 1, ';');
}

/* A property list follows the message. */
static struct mailbox_separator
emlx_separator(const char *text, size_t len)
{
	if (text_begins_with(text, len, "<?xml"))
		return (struct mailbox_separator){ len, false, 0 };
	return count_line(text, len, 0, '\0');
}

/* Some programs write a "From " line after the separator. */
static struct mailbox_separator
mmdf_separator(const char *text, size_t len)
{
	struct mailbox_separator s = no_separator;

	if (!text_begins_with(text, len, MMDF_LINE))
		return s;
	s.len = ascii_line(text, len);
	if (text_begins_with(text + s.len, len - s.len, "From "))
		s.len += ascii_line(text + s.len, len - s.len);
	return s;
}

/* After the byte that ends a message come a form feed, a line of labels, and, if only the shown
 * header is stored ("0"), the line that would end the original header. */
static struct mailbox_separator
babyl_separator(const char *text, size_t len)
{
	struct mailbox_separator s = no_separator;
	bool is_shown_only;

	if (text_begins_with(text, len, BABYL_PREAMBLE)) {
		const char *end = memchr(text, BABYL_END,
		    len < MAX_SEPARATOR_BYTES ? len : MAX_SEPARATOR_BYTES);

		s.len = end ? (size_t)(end - text) : 0;
		return s;
	}
	if (len == 0 || *text != BABYL_END)
		return s;
	s.len = 1 + ascii_span(text + 1, len - 1, ASCII_BREAK);
	if (s.len == len || text[s.len] != '\f')
		return s;
	s.len += ascii_line(text + s.len, len - s.len);
	is_shown_only = s.len < len && text[s.len] == '0';
	s.len += ascii_line(text + s.len, len - s.len);
	if (is_shown_only && text_begins_with(text + s.len, len - s.len, BABYL_HEADER_LINE))
		s.len += ascii_line(text + s.len, len - s.len);
	return s;
}

/* Each format: how a file begins, how a separator to search for begins, and how it is read. */
static const struct mailbox_row {
	const char *preamble, *separator;
	struct mailbox_separator (*read)(const char *text, size_t len);
} rows[] = {
	[MAILBOX_MMDF] = { MMDF_LINE "\n", "\n" MMDF_LINE, mmdf_separator },
	[MAILBOX_BABYL] = { BABYL_PREAMBLE, "\n\x1F", babyl_separator },
	[MAILBOX_RNEWS] = { RNEWS_LINE, "\n" RNEWS_LINE, rnews_separator },
	[MAILBOX_MBX] = { MBX_PREAMBLE, NULL, mbx_separator },
	[MAILBOX_EMLX] = { "", NULL, emlx_separator }
};

enum mailbox_format
mailbox_format_detect(const char *text, size_t len)
{
	size_t i;

	if (text_begins_with(text, len, MMDF_LINE "\r"))
		return MAILBOX_MMDF;
	for (i = MAILBOX_MMDF; i < COUNT(rows); i++)
		if (text_begins_with(text, len, rows[i].preamble) &&
		    ((i != MAILBOX_RNEWS && i != MAILBOX_EMLX) || rows[i].read(text, len).has_count))
			return (enum mailbox_format)i;
	return MAILBOX_MBOX;
}

struct mailbox_separator
mailbox_separator_at(enum mailbox_format format, const char *text, size_t len)
{
	return rows[format].read ? rows[format].read(text, len) : no_separator;
}

size_t
mailbox_find_separator(enum mailbox_format format, const char *text, size_t from,
    size_t len)
{
	const char *begin = rows[format].separator, *found;

	while (begin && from <= len && (found = memmem(text + from - 1, len - from + 1, begin,
		strlen(begin))) != NULL) {
		size_t at = (size_t)(found - text) + 1;

		if (mailbox_separator_at(format, text + at, len - at).len)
			return at;
		from = at + 1;
	}
	return len;
}
