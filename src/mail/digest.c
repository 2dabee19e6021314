/* digest.c - messages in a digest that is a single plain text (RFC 1153)
 *
 * Some programs decode the messages that they put into a digest (Mailman), others copy
 * them with their headers and leave them encoded (nmh's forw). Only what is encoded as its
 * header says is decoded. */
#include "mail/digest.h"

#include <string.h>

#include "mail/bounds.h"
#include "mail/header.h"
#include "mail/mime_simple.h"
#include "util/ascii.h"

/* Lengths of the lines of hyphens. RFC 1153 has 70 after the preamble, nmh 60. */
enum { SEPARATOR = 30, MIN_PREAMBLE_SEPARATOR = 55, MAX_PREAMBLE_SEPARATOR = 80 };

/* ---- lines of hyphens --- */

/* Return the offset of the line after the one at `at`. */
static size_t
next_line(const char *text, size_t at, size_t end)
{
	const char *feed = memchr(text + at, '\n', end - at);

	return feed ? (size_t)(feed - text) + 1 : end;
}

static bool
is_blank_line(const char *text, size_t at, size_t next)
{
	return next > at && (text[at] == '\n' || (next - at == 2 && text[at] == '\r'));
}

/* Return true if the line that begins at `at` follows a blank line. */
static bool
is_after_blank_line(const char *text, size_t begin, size_t at)
{
	if (at < begin + 2 || text[at - 1] != '\n')
		return false;
	return text[at - 2] == '\n' ||
	    (at >= begin + 3 && text[at - 2] == '\r' && text[at - 3] == '\n');
}

/* Return true if begin..end of the text are all of a line that follows a blank one. */
static bool
is_apart(const struct digest *d, size_t begin, size_t end)
{
	return is_after_blank_line(d->text, d->part.source.begin, begin) &&
	    is_blank_line(d->text, end, next_line(d->text, end, d->part.source.end));
}

/* Find a line of min to max hyphens, after a blank one, at or after `from`, where a line
 * begins. Returns its offset and sets *after to that of the next line; returns the end of
 * the digest if there is none. Looks at every min-th byte until one is a hyphen. */
static size_t
find_separator(const struct digest *d, size_t from, size_t min, size_t max, size_t *after)
{
	size_t stop = d->part.source.end, at;

	for (at = from + min - 1; at < stop; at += min) {
		size_t begin = at, end = at;

		if (d->text[at] != '-')
			continue;
		while (begin > from && d->text[begin - 1] == '-')
			begin--;
		while (end < stop && d->text[end] == '-')
			end++;
		if (end - begin >= min && end - begin <= max && is_apart(d, begin, end)) {
			*after = next_line(d->text, end, stop);
			return begin;
		}
		at = end - 1;
	}
	return stop;
}

/* ---- is a body encoded as its header says? --- */

static bool
is_base64(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!ascii_is(text[i], ASCII_ALPHA | ASCII_DIGIT | ASCII_BREAK) &&
		    text[i] != '+' && text[i] != '/' && text[i] != '=' &&
		    text[i] != '\r' && text[i] != ' ')
			return false;
	return true;
}

static bool
is_upper_hex(char c)
{
	return ascii_is(c, ASCII_DIGIT) || (c >= 'A' && c <= 'F');
}

/* Return the length of the escape or soft line break at text[0], which is '='; 0 if it is
 * neither. Set *is_sign if few other texts have it. */
static size_t
escape_length(const char *text, size_t len, bool *is_sign)
{
	size_t i = 1;

	if (len > 2 && is_upper_hex(text[1]) && is_upper_hex(text[2])) {
		*is_sign = *is_sign || (text[1] == '3' && text[2] == 'D');
		return 3;
	}
	while (i < len && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r'))
		i++;
	if (i < len && text[i] != '\n')
		return 0;
	*is_sign = true;
	return i;
}

/* Return true if every '=' is part of an escape or a soft line break, and one of them is
 * no parameter of a URL, such as in "?a=BC". */
static bool
is_quoted_printable(const char *text, size_t len)
{
	const char *end = text + len, *at = text;
	bool has_sign = false;

	while ((at = memchr(at, '=', (size_t)(end - at))) != NULL) {
		size_t n = escape_length(at, (size_t)(end - at), &has_sign);

		if (n == 0)
			return false;
		at += n;
	}
	return has_sign;
}

static bool
is_encoded_as_said(const struct digest *d, const struct body_part *p)
{
	const char *text = d->text + d->begin + p->source.begin;
	size_t len = p->source.end - p->source.begin;

	if (p->encoding == TRANSFER_QUOTED_PRINTABLE)
		return is_quoted_printable(text, len);
	return p->encoding != TRANSFER_BASE64 || is_base64(text, len);
}

/* ---- messages --- */

static bool
is_ascii_name(const char *charset)
{
	return charset == NULL || ascii_is_word(charset, strlen(charset), "us-ascii");
}

/* Return true if the only part of a message is read as text of the digest is. HTML is: in
 * digests of Mailman it is none any more, but the Content-Type still says so. A digest in
 * a charset was converted to it. */
static bool
is_as_digest(const struct digest *d, const struct body_part *p)
{
	return p->content == BODY_TEXT && transfer_encoding_is_identity(p->encoding) &&
	    !p->is_flowed && !p->is_folded &&
	    (p->is_html || is_ascii_name(p->charset) || !is_ascii_name(d->part.charset));
}

static bool
has_field_of_mail(const struct body_structure *s)
{
	static const char *const names[] = { "from", "subject", "date" };
	size_t count, i, k;
	const struct header_field *fields = body_structure_fields(s, &count);

	for (i = 0; i < count; i++)
		for (k = 0; k < sizeof(names) / sizeof(names[0]); k++)
			if (header_field_is(&fields[i], names[k]))
				return true;
	return false;
}

/* Give the alternatives of the message numbers of the digest. */
static void
number_alternatives(struct digest *d, const struct body_part *parts, size_t count)
{
	unsigned given = 0, number;
	size_t i;

	d->first_alternative = 0;
	for (i = 0; i < count; i++)
		for (; given < parts[i].alternative; given++) {
			number = body_structure_new_alternative(d->outer);
			if (given == 0)
				d->first_alternative = number;
		}
}

/* Read the message at begin..end of the text. Returns false if all of it is read as text
 * of the digest is, or if it is not what its header says. */
static bool
read_message(struct digest *d, size_t begin, size_t end)
{
	const struct body_part *parts;
	size_t count, i;
	urlgrep_status status;

	body_structure_clear(d->enclosed);
	status = mime_simple_parse(d->enclosed, d->text + begin, end - begin);
	d->has_failed = d->has_failed || status == URLGREP_NOMEM;
	if (status != URLGREP_OK || !has_field_of_mail(d->enclosed))
		return false;
	d->begin = begin;
	parts = body_structure_parts(d->enclosed, &count);
	for (i = 0; i < count; i++)
		if (!is_encoded_as_said(d, &parts[i]))
			return false;
	if (count == 0 || (count == 1 && is_as_digest(d, &parts[0]) &&
	    body_structure_unread(d->enclosed) == NULL))
		return false;
	body_structure_inherit(d->outer, d->enclosed);
	number_alternatives(d, parts, count);
	d->next_part = 0;
	return true;
}

/* Return where the body of the message in `enclosed` begins. */
static size_t
body_begin(const struct digest *d)
{
	size_t count;
	const struct header_field *fields = body_structure_fields(d->enclosed, &count);
	const char *end = fields[count - 1].value.text + fields[count - 1].value.len;

	return next_line(d->text, (size_t)(end - d->text), d->part.source.end);
}

/* ---- pieces --- */

bool
digest_open(struct digest *d, const char *text, const struct body_part *part,
    struct body_structure *outer, struct body_structure *enclosed)
{
	size_t after;

	*d = (struct digest){ .outer = outer, .enclosed = enclosed, .text = text,
		.part = *part, .at = part->source.begin, .next = part->source.end };
	if (!transfer_encoding_is_identity(part->encoding) || part->is_html ||
	    part->is_flowed || part->is_folded)
		return false;
	find_separator(d, d->at, MIN_PREAMBLE_SEPARATOR, MAX_PREAMBLE_SEPARATOR, &d->next);
	if (d->next == part->source.end ||
	    find_separator(d, d->next, SEPARATOR, SEPARATOR, &after) == part->source.end)
		return false;
	body_structure_clear(enclosed);
	return true;
}

/* Set *piece to the next part of the message in `enclosed`; return false after the last
 * one. */
static bool
next_part(struct digest *d, struct body_part *piece)
{
	size_t count;
	const struct body_part *parts = body_structure_parts(d->enclosed, &count);

	if (d->next_part >= count)
		return false;
	*piece = parts[d->next_part++];
	piece->path = d->part.path;
	piece->source.begin += d->begin;
	piece->source.end += d->begin;
	if (piece->alternative > 0)
		piece->alternative += d->first_alternative - 1;
	else
		piece->alternative = d->part.alternative;
	if (transfer_encoding_is_identity(piece->encoding) &&
	    !is_ascii_name(d->part.charset))
		piece->charset = d->part.charset;
	return true;
}

/* Find the next message that is not plain text as in the digest, and set *end to where it
 * ends. Returns false if there is none. */
static bool
find_message(struct digest *d, size_t *end)
{
	size_t stop = d->part.source.end;

	while (d->next < stop && d->message_count < MAX_PARTS) {
		size_t begin = d->next, after = stop;

		*end = find_separator(d, begin, SEPARATOR, SEPARATOR, &after);
		d->next = after;
		while (begin < *end && is_blank_line(d->text, begin,
		    next_line(d->text, begin, *end)))
			begin = next_line(d->text, begin, *end);
		if (read_message(d, begin, *end)) {
			d->message_count++;
			return true;
		}
	}
	if (d->next < stop)
		body_structure_set_exceeded(d->outer, BOUND_PARTS);
	body_structure_clear(d->enclosed);
	return false;
}

bool
digest_next(struct digest *d, struct body_part *piece)
{
	size_t stop = d->part.source.end, end;

	if (next_part(d, piece))
		return true;
	if (d->at >= stop)
		return false;
	*piece = d->part;
	piece->source.begin = d->at;
	if (find_message(d, &end)) {
		piece->source.end = body_begin(d);
		d->at = end;
	} else {
		d->at = stop;
	}
	return true;
}
