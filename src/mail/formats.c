/* formats.c - the separators of the messages in mailboxes other than mbox */
#include "mail/formats.h"

#include <string.h>

#include "mail/header.h"
#include "util/ascii.h"

enum {
	MAX_COUNT_LINE_BYTES = 128,
	MBX_PREAMBLE_BYTES = 2048,
	MAX_COUNT_DIGITS = 15
};

#define MMDF_LINE "\1\1\1\1"
#define BABYL_PREAMBLE "BABYL OPTIONS:"
#define BABYL_END '\x1F'
#define BABYL_HEADER_LINE "*** EOOH ***"
#define RNEWS_LINE "#! rnews "
#define MBX_PREAMBLE "*mbx*\r\n"

static bool
has_prefix(const char *text, size_t len, const char *prefix)
{
	size_t n = strlen(prefix);

	return len >= n && memcmp(text, prefix, n) == 0;
}

/* Return the offset after the first line of text. */
static size_t
line_length(const char *text, size_t len)
{
	const char *feed = memchr(text, '\n', len);

	return feed ? (size_t)(feed - text) + 1 : len;
}

/* ---- lines with the length of the message after them --- */

/* Read the decimal number at text[*at]. Returns false if there is no number. */
static bool
read_number(const char *text, size_t len, size_t *at, uint64_t *number)
{
	size_t begin = *at;

	*number = 0;
	for (; *at < len && *at - begin < MAX_COUNT_DIGITS &&
	    ascii_is(text[*at], ASCII_DIGIT); ++*at)
		*number = *number * 10 + (uint64_t)(text[*at] - '0');
	return *at > begin;
}

/* Return the separator that is a line with a number at offset `at`, after which only
 * blanks or, if `stop` is not NUL, that character may follow. */
static struct mailbox_separator
count_line(const char *text, size_t len, size_t at, char stop)
{
	const struct mailbox_separator none = { 0, false, 0 };
	struct mailbox_separator s = { .has_count = true };

	if (len > MAX_COUNT_LINE_BYTES)
		len = MAX_COUNT_LINE_BYTES;
	s.len = line_length(text, len);
	if (s.len == 0 || text[s.len - 1] != '\n' ||
	    !read_number(text, s.len, &at, &s.count))
		return none;
	if (stop)
		return text[at] == stop ? s : none;
	while (ascii_is_space(text[at]) && at + 1 < s.len)
		at++;
	return text[at] == '\n' ? s : none;
}

static struct mailbox_separator
rnews_separator(const char *text, size_t len)
{
	if (!has_prefix(text, len, RNEWS_LINE))
		return (struct mailbox_separator){ 0, false, 0 };
	return count_line(text, len, sizeof(RNEWS_LINE) - 1, '\0');
}

/* "14-Mar-1995 10:12:00 +0000,1234;000000000000-00000001" */
static struct mailbox_separator
mbx_separator(const char *text, size_t len)
{
	const char *comma;

	if (has_prefix(text, len, MBX_PREAMBLE))
		return (struct mailbox_separator){ len < MBX_PREAMBLE_BYTES ? len :
		    MBX_PREAMBLE_BYTES, false, 0 };
	comma = memchr(text, ',', len < 32 ? len : 32);
	if (comma == NULL || comma - text < 7 || text[2] != '-' || text[6] != '-')
		return (struct mailbox_separator){ 0, false, 0 };
	return count_line(text, len, (size_t)(comma - text) + 1, ';');
}

/* After the message there is a property list. */
static struct mailbox_separator
emlx_separator(const char *text, size_t len)
{
	if (has_prefix(text, len, "<?xml"))
		return (struct mailbox_separator){ len, false, 0 };
	return count_line(text, len, 0, '\0');
}

/* ---- separators without a length --- */

/* Some programs write a "From " line, too. */
static struct mailbox_separator
mmdf_separator(const char *text, size_t len)
{
	struct mailbox_separator s = { 0, false, 0 };

	if (!has_prefix(text, len, MMDF_LINE))
		return s;
	s.len = line_length(text, len);
	if (has_prefix(text + s.len, len - s.len, "From "))
		s.len += line_length(text + s.len, len - s.len);
	return s;
}

/* Skip the line at `at`. */
static size_t
skip_line(const char *text, size_t at, size_t len)
{
	return at + line_length(text + at, len - at);
}

/* After the end of a message: a form feed, a line of labels, and a line that ends the header as
 * received, if that is omitted ("0"). */
static struct mailbox_separator
babyl_separator(const char *text, size_t len)
{
	struct mailbox_separator s = { 0, false, 0 };
	bool is_shown_only;

	if (has_prefix(text, len, BABYL_PREAMBLE)) {
		const char *end = memchr(text, BABYL_END,
		    len < MAX_SEPARATOR_BYTES ? len : MAX_SEPARATOR_BYTES);

		s.len = end ? (size_t)(end - text) : 0;
		return s;
	}
	if (len == 0 || *text != BABYL_END)
		return s;
	s.len = 1;
	while (s.len < len && ascii_is(text[s.len], ASCII_BREAK))
		s.len++;
	if (s.len == len || text[s.len] != '\f')
		return s;
	s.len = skip_line(text, s.len, len);
	is_shown_only = s.len < len && text[s.len] == '0';
	s.len = skip_line(text, s.len, len);
	if (is_shown_only && has_prefix(text + s.len, len - s.len, BABYL_HEADER_LINE))
		s.len = skip_line(text, s.len, len);
	return s;
}

/* ---- all formats --- */

enum mailbox_format
mailbox_format_detect(const char *text, size_t len)
{
	if (has_prefix(text, len, MMDF_LINE "\n") || has_prefix(text, len, MMDF_LINE "\r"))
		return MAILBOX_MMDF;
	if (has_prefix(text, len, BABYL_PREAMBLE))
		return MAILBOX_BABYL;
	if (has_prefix(text, len, MBX_PREAMBLE))
		return MAILBOX_MBX;
	if (rnews_separator(text, len).has_count)
		return MAILBOX_RNEWS;
	if (count_line(text, len, 0, '\0').has_count)
		return MAILBOX_EMLX;
	return MAILBOX_MBOX;
}

bool
mailbox_format_is_open(const char *text, size_t len)
{
	static const char *const begins[] = { MMDF_LINE "\n", BABYL_PREAMBLE, RNEWS_LINE,
		MBX_PREAMBLE };
	size_t i;

	if (memchr(text, '\n', len))
		return false;
	for (i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
		size_t n = strlen(begins[i]);

		if (memcmp(text, begins[i], len < n ? len : n) == 0)
			return true;
	}
	return false;
}

struct mailbox_separator
mailbox_separator_at(enum mailbox_format format, const char *text, size_t len)
{
	switch (format) {
	case MAILBOX_MMDF:
		return mmdf_separator(text, len);
	case MAILBOX_BABYL:
		return babyl_separator(text, len);
	case MAILBOX_RNEWS:
		return rnews_separator(text, len);
	case MAILBOX_MBX:
		return mbx_separator(text, len);
	case MAILBOX_EMLX:
		return emlx_separator(text, len);
	case MAILBOX_MBOX:
	case MAILBOX_SINGLE:
		break;
	}
	return (struct mailbox_separator){ 0, false, 0 };
}

/* Return the first bytes of each separator; "" if it cannot be searched for. */
static const char *
separator_begin(enum mailbox_format format)
{
	return format == MAILBOX_MMDF ? "\n" MMDF_LINE :
	    format == MAILBOX_BABYL   ? "\n\x1F" :
	    format == MAILBOX_RNEWS   ? "\n" RNEWS_LINE : "";
}

size_t
mailbox_find_separator(enum mailbox_format format, const char *text, size_t from,
    size_t len)
{
	const char *begin = separator_begin(format), *found;

	if (*begin == '\0')
		return len;
	while (from <= len && (found = memmem(text + from - 1, len - from + 1, begin,
		strlen(begin))) != NULL) {
		size_t at = (size_t)(found - text) + 1;

		if (mailbox_separator_at(format, text + at, len - at).len)
			return at;
		from = at + 1;
	}
	return len;
}

/* ---- Babyl's second header --- */

/* Return the offset of the blank line that ends the header at `at`; len if there is
 * none. */
static size_t
find_blank_line(const char *text, size_t at, size_t len)
{
	while (at < len && text[at] != '\n')
		at = skip_line(text, at, len);
	return at;
}

/* Return true if text[begin..end) is header fields only. */
static bool
is_header(const char *text, size_t begin, size_t end)
{
	while (begin < end && (text[begin] == ' ' || text[begin] == '\t' ||
	    header_name_length(text + begin, end - begin)))
		begin = skip_line(text, begin, end);
	return begin == end;
}

void
mailbox_hide_shown_header(char *text, size_t len)
{
	size_t at = find_blank_line(text, 0, len), shown, end;

	if (at == 0 || at == len || !has_prefix(text + at + 1, len - at - 1,
		BABYL_HEADER_LINE "\n"))
		return;
	shown = skip_line(text, at + 1, len);
	end = find_blank_line(text, shown, len);
	if (!is_header(text, shown, end))
		return; /* the header was shown as it was received */
	/* the blank line and the lines of the second header continue the last field */
	text[at] = ' ';
	text[at + 1] = '\n';
	for (at += 2; at < end; at++)
		if (text[at] != '\n')
			text[at] = ' ';
}
