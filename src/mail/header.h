/* header.h - header fields, such as "Subject: where?" (RFC 5322, 2.2) */
#ifndef MAIL_HEADER_H
#define MAIL_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"
#include "util/ascii.h"
#include "util/strbuf.h"

struct charset_converters;

/* A field of a message. The spans borrow the message. */
struct header_field {
	urlgrep_span name;
	urlgrep_span value; /* all after the colon: folded, encoded, with its line end */
};

/* Return true if s, such as the name of a field, is the word, in any case. */
static inline bool
span_is(urlgrep_span s, const char *word)
{
	return ascii_is_word(s.text, s.len, word);
}

/* Return true for white space of RFC 5322, 2.2.2, and for line ends. */
static inline bool
header_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Return the length of the field name at the beginning of line[0..len); 0 if it is not the first
 * line of a field. White space may come before the colon (RFC 5322, 4.5). */
size_t header_name_length(const char *line, size_t len);

/* Return the evidence of the field name for a header of mail or news (RFC 5322, RFC 5536): 2 if
 * lines of text seldom begin with it, 1 if they sometimes do, 0 for another name. */
unsigned header_name_points(const char *name, size_t len);

/* Return the offset in text[0..len) at which its header begins, after blank lines, a byte order
 * mark and lines that programs put before a header, such as ">From ...": 0 if there are no such
 * bytes, or no header of mail after them; len if more bytes are needed to decide. */
size_t header_find_begin(const char *text, size_t len);

/* Set *f to the field at the beginning of text[0..len), and return its length, folded lines and
 * line end included; 0 if no field is there. */
size_t header_read_field(const char *text, size_t len, struct header_field *f);

/* Set *f to the first field of the header text[*at..end), and *at to its end. Lines that are no
 * fields are skipped. Return false if there is no field. */
bool header_next_field(const char *text, size_t *at, size_t end, struct header_field *f);

/* Return the length of the fields at the beginning of text[0..len), as far as they are neither
 * Subject nor begin with "Co", as Content-Type does. It may be less, and is 0 without AVX2: each
 * field that follows is to be read by header_read_field(). */
size_t header_skip_others(const char *text, size_t len);

/* Return true if the value needs no unfolding or decoding: one line, no encoded word (RFC 2047),
 * well-formed UTF-8. White space around it is trimmed then; else *value may be trimmed or not. */
bool header_trim_if_plain(urlgrep_span *value);

/* Write the value, unfolded (RFC 5322, 2.2.3), to out, which has room for value.len bytes: without
 * white space around it, with one blank for each line break and the white space around that, as
 * mail programs show it, and with a blank for each NUL. Return its length. */
size_t header_unfold(char *out, urlgrep_span value);

/* Skip white space and comments, also nested ones, at the beginning of *s (RFC 5322, 3.2.2). A
 * comment need not end. */
void header_skip_space(urlgrep_span *s);

/* Skip the same, and then c if it is next: return whether it was. */
bool header_take_char(urlgrep_span *s, char c);

enum { MAX_NUMBER_DIGITS = 15 };

/* Skip the same, and then read the number that is next, without the digits after so many. Return
 * how many digits it has. */
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

/* Append text, which is unfolded, to out with its encoded words decoded to UTF-8: a blank for each
 * NUL, U+FFFD for bytes that are invalid in the charset. All other text, and words in an unknown
 * charset, are copied if they are UTF-8, and else converted from ISO 8859-1. Without memory
 * out->failed is set. */
void encoded_words_decode(struct strbuf *out, urlgrep_span text,
    struct charset_converters *converters);

/* ---- the Date field (RFC 5322, 3.3 and 4.3) as ISO 8601 --- */

enum { DATE_ISO_BYTES = 32 }; /* "1995-03-14T10:12:00+00:00" takes 26 */

/* Write the date text[0..len) to iso, NUL-terminated, in the zone in which it was written. Returns
 * false if it has no day, month by name, year or time, or one that is out of range.
 *
 * The order does not matter, so that the dates of ctime(3) and RFC 850 are read, too, and the
 * weekday is ignored. Years of two digits are 1950 to 2049, others below 1000 count from 1900:
 * "102" and "0102" are 2002. A missing zone, or one without a known offset ("-0000", "-0060",
 * "GMT+1", "A" to "Y", other names), is read as UTC. ISO 8601, as in some archives of news, is
 * accepted. */
bool date_to_iso(const char *text, size_t len, char iso[DATE_ISO_BYTES]);

#endif
