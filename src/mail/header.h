/* header.h - header fields, such as "Subject: where?" (RFC 5322, 2.2) */
#ifndef MAIL_HEADER_H
#define MAIL_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"
#include "util/span.h"
#include "util/strbuf.h"

struct charset_converters;

/* A header field of a message. The spans borrow the message. */
struct header_field {
	urlgrep_span name;
	urlgrep_span value; /* all text after the colon: folded, encoded, with its line end */
};

/* Return true for white space (RFC 5322, 2.2.2) and line ends. */
static inline bool
header_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Return the length of the line at the beginning of text[0..len), with its line feed, if it is empty
 * and so ends a header; else 0. Some programs write CR CR LF. */
static inline size_t
header_empty_line_length(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && text[at] == '\r')
		at++;
	return at < len && text[at] == '\n' ? at + 1 : 0;
}

/* Return the length of the field name at the beginning of line[0..len); 0 if the line does not
 * begin a field. White space may precede the colon (RFC 5322, 4.5). */
size_t header_name_length(const char *line, size_t len);

/* Return how strongly the field name indicates a header of mail or news (RFC 5322, RFC 5536): 2
 * points if lines of text seldom begin with it, 1 if they sometimes do, 0 for any other name. */
unsigned header_name_points(const char *name, size_t len);

/* Return the offset in text[0..len) at which its header begins, after blank lines, a byte order
 * mark and lines that programs put before a header, such as ">From ..."; 0 if there are none of
 * these, or if no header of mail follows; len if more bytes are needed to decide. */
size_t header_find_begin(const char *text, size_t len);

/* Set *f to the field at the beginning of text[0..len), and return its length, including folded
 * lines and the line end; 0 if there is no field. */
size_t header_read_field(const char *text, size_t len, struct header_field *f);

/* Set *f to the first field of the header text[*at..end), and *at to the end of the field. Lines
 * that are not fields are skipped. Return false if there is no field. */
bool header_next_field(const char *text, size_t *at, size_t end, struct header_field *f);

/* Return the length of the fields at the beginning of text[0..len) that are neither Subject nor
 * begin with "Co", as Content-Type does. The result may be too short, and is 0 without AVX2: the
 * caller must read the fields after it by header_read_field(). */
size_t header_skip_others(const char *text, size_t len);

/* Remove white space around the value. */
void header_trim(urlgrep_span *value);

/* Return true if the value needs no unfolding or decoding: a single line of well-formed UTF-8
 * without encoded words (RFC 2047). Then trim white space around it; else *value may be trimmed. */
bool header_trim_if_plain(urlgrep_span *value);

/* Write the unfolded value (RFC 5322, 2.2.3) to out, which has room for value.len bytes. White
 * space around the value is removed. Each line break with the white space around it becomes a
 * blank, as mail programs show it, and so does each NUL. Return the length. */
size_t header_unfold(char *out, urlgrep_span value);

/* Write the value to out, which has room for value.len bytes, without the folds within URLs in
 * angle brackets (RFC 2369, 2). Return the length. */
size_t header_join_urls(char *out, urlgrep_span value);

/* Skip white space and comments, which may be nested, at the beginning of *s (RFC 5322, 3.2.2). The
 * last comment may be unterminated. */
void header_skip_space(urlgrep_span *s);

/* Skip white space and comments, and then c if it is next. Return true if c was next. */
bool header_take_char(urlgrep_span *s, char c);

enum { MAX_NUMBER_DIGITS = 15 };

/* Skip white space and comments, and read the number that is next, ignoring digits after the first
 * MAX_NUMBER_DIGITS. Return the number of all its digits. */
size_t header_take_number(urlgrep_span *s, uint64_t *value);

static inline void
header_advance(urlgrep_span *s, size_t count)
{
	if (count > 0) { /* the text may be absent */
		s->text += count;
		s->len -= count;
	}
}

/* ---- encoded words (RFC 2047) --- */

/* Decode the encoded words in text, which is unfolded, to UTF-8, and append the text to out. NULs
 * in words become blanks, and bytes that are invalid in the charset U+FFFD. All other text, and
 * words in an unknown charset, are copied if they are UTF-8, else converted from ISO 8859-1. Set
 * out->failed if out of memory. */
void encoded_words_decode(struct strbuf *out, urlgrep_span text,
    struct charset_converters *converters);

/* ---- the Date field (RFC 5322, 3.3 and 4.3) as ISO 8601 --- */

enum { DATE_ISO_BYTES = 32 }; /* "1995-03-14T10:12:00+00:00" takes 26 */

/* Write the date text[0..len) to iso, NUL-terminated, in the zone in which it was written. Return
 * false if the date lacks a day, a month by name, a year or a time, or if one is out of range.
 *
 * The order does not matter, so that the dates of ctime(3) and RFC 850 are also read. The weekday
 * is ignored. Two-digit years are 1950 to 2049; other years below 1000 count from 1900: "102" and
 * "0102" are 2002. A missing zone, or one without a known offset ("-0000", "-0060", "GMT+1", "A" to
 * "Y", other names), is read as UTC. ISO 8601, as in some news archives, is accepted. */
bool date_to_iso(const char *text, size_t len, char iso[DATE_ISO_BYTES]);

#endif
