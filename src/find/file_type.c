/* file_type.c - detect the type of a file by its name and its first bytes */
#include "find/find.h"

#include <string.h>

#include "input/input.h"
#include "mail/containers.h"
#include "mail/header.h"
#include "util/ascii.h"
#include "util/uri.h"
#include "util/utf8.h"

/* More bytes may change the answers UNLIKELY and LIKELY. */
enum likelihood { NO, UNLIKELY, LIKELY, YES };

static bool
is_sure_of(enum likelihood answer)
{
	return answer == NO || answer == YES;
}

enum {
	ENOUGH_POINTS = 2, /* of header_name_points(); one more for each line that is not a field */
	MOST_POINTS = 4    /* always enough, whatever follows */
};

/* Look for header fields, folded or not, up to an empty line or the end of the bytes read. Return
 * `open` if the bytes end before any known field. */
static enum likelihood
is_header(const char *text, size_t len, enum likelihood open)
{
	unsigned points = 0, enough = ENOUGH_POINTS;
	size_t begin = header_find_begin(text, len), at;

	if (begin == len && len > 0)
		return UNLIKELY;
	for (at = begin; at < len;) {
		const char *line = text + at;
		const char *end = memchr(line, '\n', len - at);
		size_t size = end ? (size_t)(end - line) : len - at;
		size_t name = header_name_length(line, size);

		if (header_empty_line_length(line, len - at) > 0)
			return points >= enough ? YES : NO;
		if (points >= MOST_POINTS)
			return YES;
		if (name > 0)
			points += header_name_points(line, name);
		else if (at == begin || (*line != ' ' && *line != '\t')) {
			if (end == NULL && points == 0)
				return UNLIKELY;
			if (end == NULL)
				break;
			if (points == 0)
				return NO;
			enough += enough < MOST_POINTS;
		}
		at += size + (end != NULL);
	}
	return points >= enough ? LIKELY : points ? UNLIKELY : open;
}

/* Look for a "From " line whose "From " was removed, followed by the header of a message. */
static enum likelihood
is_cut_mbox(const char *text, size_t len)
{
	const char *end = memchr(text, '\n', len);
	const char *word = memchr(text, ' ', len);

	if (end == NULL) /* the first word may become an address */
		return word == NULL || memchr(text, '@', (size_t)(word - text)) ?
		    UNLIKELY : NO;
	return from_line_is_cut(text, len) ?
	    is_header(end + 1, len - (size_t)(end + 1 - text), UNLIKELY) : NO;
}

/* Look for a "From " line that is followed by a header field, an empty line, or a quoted "From "
 * line, as UUCP wrote it. If it has no date, the header of a message must follow. */
static enum likelihood
is_mbox(const char *text, size_t len)
{
	const char *end = memchr(text, '\n', len);
	enum from_line kind;
	size_t left;

	if (memcmp(text, "From ", len < 5 ? len : 5) != 0)
		return is_cut_mbox(text, len);
	if (end == NULL)
		return UNLIKELY;
	left = len - (size_t)(end + 1 - text);
	kind = from_line_kind(text, (size_t)(end - text));
	if (kind != FROM_DATED)
		return kind == FROM_NONE ? NO : is_header(end + 1, left, UNLIKELY);
	end++;
	if (header_name_length(end, left) ||
	    (left > 0 && (*end == '\r' || *end == '\n' || *end == '>')))
		return YES;
	return memchr(end, '\n', left) ? NO : UNLIKELY;
}

/* Return the end of the XML declaration or style sheet instruction at offset `at`; `at` if there is
 * none; len if it is incomplete. */
static size_t
skip_xml_instruction(const char *text, size_t len, size_t at)
{
	static const char begin[] = "<?xml";
	size_t n = sizeof(begin) - 1;
	const char *end;

	if (at == len || memcmp(text + at, begin, len - at < n ? len - at : n) != 0)
		return at;
	end = memmem(text + at, len - at, "?>", 2);
	return end ? (size_t)(end - text) + 2 : len;
}

/* Look for any of the given texts at the beginning, ignoring case. */
static enum likelihood
begins_with(const char *text, size_t len, const char *const *beginnings, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		size_t n = strlen(beginnings[i]);

		if (ascii_equal(text, beginnings[i], len < n ? len : n))
			return len < n ? UNLIKELY : YES;
	}
	return NO;
}

/* Look for the beginning of an HTML document, possibly after an XML declaration. */
static enum likelihood
is_html(const char *text, size_t len)
{
	static const char *const beginnings[] = { "<!doctype html", "<html",
		"<head", "<body" };
	size_t at = utf8_bom_length(text, len), begin;

	do {
		for (begin = at; begin < len && header_is_space(text[begin]); begin++)
			;
		at = skip_xml_instruction(text, len, begin);
	} while (at > begin);
	return begins_with(text + at, len - at, beginnings, COUNT(beginnings));
}

/* Look for the beginning of an iCalendar, vCard or LDIF. */
static enum likelihood
is_folded(const char *text, size_t len)
{
	static const char *const beginnings[] = { "BEGIN:VCALENDAR", "BEGIN:VCARD",
		"# extended LDIF\n", "version: 1\ndn: ", "dn: " };
	size_t at = utf8_bom_length(text, len);

	return begins_with(text + at, len - at, beginnings, COUNT(beginnings));
}

bool
file_type_is_xml(enum file_content content, const char *text, size_t len)
{
	size_t at = utf8_bom_length(text, len);

	return content == FILE_XML || text_begins_with(text + at, len - at, "<?xml ");
}

bool
file_type_is_folded(enum file_content content, const char *text, size_t len)
{
	return is_folded(text, len) == YES || content == FILE_FOLDED;
}

/* Look for the beginning of a mailbox that is not an mbox. */
static struct file_type
detect_mailbox(const char *text, size_t len)
{
	struct file_type t = { URLGREP_MAIL_TEXT, mailbox_format_detect(text, len), true };
	const char *feed = memchr(text, '\n', len);
	enum likelihood message;

	if (t.format == MAILBOX_EMLX) {
		message = is_header(feed + 1, len - (size_t)(feed + 1 - text), UNLIKELY);
		t.is_sure = is_sure_of(message);
		if (message >= LIKELY)
			t.type = URLGREP_MAIL_MESSAGE;
	} else if (t.format != MAILBOX_MBOX) {
		t.type = URLGREP_MAIL_MBOX;
	}
	return t;
}

struct file_type
file_type_detect(const char *text, size_t len)
{
	struct file_type t = detect_mailbox(text, len);
	size_t blank = utf8_bom_length(text, len);
	enum likelihood mbox, message, html;

	if (t.type != URLGREP_MAIL_TEXT)
		return t;
	if (tnef_begins(text, len))
		return (struct file_type){ URLGREP_MAIL_MESSAGE, MAILBOX_SINGLE, true };
	blank += ascii_span(text + blank, len - blank, ASCII_BREAK);
	mbox = is_mbox(text + blank, len - blank);
	/* a text that is not mail may begin with a line that looks like a field */
	message = mbox == YES ? NO : is_header(text, len, NO);
	html = is_html(text, len);
	t.is_sure = t.is_sure && is_sure_of(mbox) && is_sure_of(message) && is_sure_of(html) &&
	    memchr(text, '\n', len) && is_sure_of(is_folded(text, len)) &&
	    !magic_is_compound_file(text, len); /* more bytes may have the names of its streams */
	t.format = mbox >= LIKELY ? MAILBOX_MBOX : MAILBOX_SINGLE;
	if (mbox >= LIKELY)
		t.type = URLGREP_MAIL_MBOX;
	else if (message >= LIKELY)
		t.type = URLGREP_MAIL_MESSAGE;
	else if (html == YES)
		t.type = URLGREP_MAIL_HTML;
	return t;
}

/* ---- files whose lines are records, by their first lines: lines that are alike --- */

/* Limits for lines of a table or log. Two lines of prose or code may be alike by chance. */
enum { MIN_ALIKE_LINES = 3, MAX_ALIKE_LINES = 20, MIN_COMMAS = 2,
	MAX_TIME_OFFSET = 64 };

/* Return 1 if the line has a time near its beginning, as in "2021-01-01T10:00:00",
 * "Jan  1 10:00:00" or "192.0.2.1 - - [01/Jan/2021:10:00:00"; else 0. */
static size_t
has_time(urlgrep_span line)
{
	static const char shape[] = "00:00:00";
	size_t at, i;

	for (at = 0; at + sizeof(shape) - 1 <= line.len && at < MAX_TIME_OFFSET; at++) {
		for (i = 0; shape[i]; i++)
			if (line.text[at + i] != shape[i] &&
			    !(shape[i] == '0' && ascii_is(line.text[at + i], ASCII_DIGIT)))
				break;
		if (shape[i] == '\0')
			return 1;
	}
	return 0;
}

/* Return the number of tabs; 0 if the line begins with a tab. */
static size_t
count_tabs(urlgrep_span line)
{
	size_t count = 0, i;

	if (line.text[0] == '\t')
		return 0;
	for (i = 0; i < line.len; i++)
		count += line.text[i] == '\t';
	return count;
}

/* Return the number of commas outside quotation marks (RFC 4180); 0 if they are too few, or if a
 * blank follows one, as in prose and code. */
static size_t
count_commas(urlgrep_span line)
{
	bool is_quoted = false;
	size_t count = 0, i;

	for (i = 0; i < line.len; i++) {
		if (line.text[i] == '"')
			is_quoted = !is_quoted;
		if (is_quoted || line.text[i] != ',')
			continue;
		if (i + 1 < line.len && line.text[i + 1] == ' ')
			return 0;
		count++;
	}
	return count < MIN_COMMAS || is_quoted ? 0 : count;
}

/* Return true if `measure` returns the same number, which is not 0, for the first whole lines. */
static bool
are_alike(urlgrep_span text, size_t (*measure)(urlgrep_span))
{
	size_t first = 0, n;

	for (n = 0; n < MAX_ALIKE_LINES; n++) {
		urlgrep_span line = text;
		size_t found;

		text = uri_cut_at(&line, '\n');
		if (text.text == NULL)
			break;
		found = measure(line);
		if (found == 0 || (n > 0 && found != first))
			return false;
		first = found;
	}
	return n >= MIN_ALIKE_LINES;
}

enum file_content
file_type_of_records(enum file_content content, const char *head, size_t len)
{
	size_t mark = utf8_bom_length(head, len);
	urlgrep_span text = { head + mark, len - mark };

	if (content == FILE_RECORDS || content == FILE_COMMAS)
		return content;
	if (text.len > RECORD_HEAD_BYTES)
		text.len = RECORD_HEAD_BYTES;
	if (are_alike(text, count_commas))
		return FILE_COMMAS;
	return are_alike(text, has_time) || are_alike(text, count_tabs) ? FILE_RECORDS : FILE_UNKNOWN;
}
