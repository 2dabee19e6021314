/* text.h - text that is converted before it is searched: UTF-16 and UTF-32, folded lines */
#ifndef INPUT_TEXT_H
#define INPUT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input/source.h"
#include "urlgrep.h"
#include "util/strbuf.h"

/* ---- UTF-16 and UTF-32: detect, convert to UTF-8, and map back --- */

enum text_encoding {
	ENCODING_BYTES, /* a superset of US-ASCII: not converted */
	ENCODING_UTF16LE,
	ENCODING_UTF16BE,
	ENCODING_UTF32LE,
	ENCODING_UTF32BE
};

enum { ENCODING_HEAD_BYTES = 512 }; /* enough bytes to detect the encoding */

/* Return the encoding of a text that begins with head[0..len), all of it or
 * ENCODING_HEAD_BYTES: by its byte order mark or, without one, if nearly all characters
 * are US-ASCII. */
enum text_encoding utf16_detect(const char *head, size_t len);

/* Return true if more of the head is needed to detect the encoding. */
bool utf16_needs_more(const char *head, size_t len);

struct utf16_decoder {
	enum text_encoding encoding;
	uint32_t high;         /* a surrogate that waits for the second one, or 0 */
	unsigned char unit[4]; /* an incomplete code unit */
	size_t unit_len;
};

/* Convert text[0..len) to UTF-8, and return the length. out has room for 2 * len + 8 bytes. Invalid
 * code units become U+FFFD; the byte order mark is kept. An incomplete character at the end is kept
 * for the next call. */
size_t utf16_decode(struct utf16_decoder *d, const char *text, size_t len, char *out);

/* Return how many bytes of the original the converted text[0..len) comes from. */
uint64_t utf16_source_bytes(enum text_encoding encoding, const char *text, size_t len);

/* ---- folded lines of iCalendar, vCard and LDIF: a line break and the blank after it are removed
 * (RFC 5545, 3.1; RFC 6350, 3.2). So is a backslash before a colon, as in
 * "URL:https\://h.example/", which address books and calendars write; and a property that says
 * ENCODING=QUOTED-PRINTABLE is decoded (vCard 2.1, vCalendar 1.0) --- */

/* The bytes and lines removed before a byte. */
struct fold {
	uint64_t offset; /* of that byte in the unfolded text */
	uint64_t bytes;  /* removed from the beginning of the text on */
	uint64_t lines;  /* likewise: how many line breaks */
};

/* Removes folds from text that comes in pieces. */
struct unfolder {
	struct byte_stream folded;
	struct strbuf folds; /* of struct fold, by offset */
	struct fold last;    /* the sums up to now; offset: how much was returned */
	char held[2];        /* the beginning of a mark that goes on: "\r\n ", "\\:" or "=41" */
	size_t held_len;
	bool in_head;        /* before the colon of a property; so much of its encoding was read: */
	unsigned char encoding_len;
	bool is_quoted;      /* the property is in quoted-printable (vCard 2.1, vCalendar 1.0) */
};

/* Initialize; memory is borrowed. */
void unfolder_init(struct unfolder *u, const urlgrep_memory *memory);
void unfolder_free(struct unfolder *u);

/* Return a stream of the unfolded text of `folded`. Each read of it must ask for more than two
 * bytes. */
struct byte_stream unfolder_open(struct unfolder *u, struct byte_stream folded);

/* Unfold text[0..len) and append it to *to, which does not become longer than the text. Return how
 * many bytes were read: the last two may be left, unless this is the end (is_last). */
size_t unfolder_append(struct unfolder *u, const char *text, size_t len, bool is_last, char *to,
    size_t *to_len);

/* The steps of unfolding: copy text[0..len) to *to; record that so many bytes and lines are
 * removed. */
void unfolder_copy(struct unfolder *u, const char *text, size_t len, char *to, size_t *to_len);
void unfolder_remove(struct unfolder *u, size_t bytes, size_t lines);

/* Return the number of bytes and lines removed before the byte at offset. */
struct fold unfolder_find(const struct unfolder *u, uint64_t offset);

/* Forget the folds before offset except for their sum: offsets before it are not looked up any
 * more. */
void unfolder_forget(struct unfolder *u, uint64_t offset);

/* Return true if an allocation failed since the text was begun: offsets may be wrong. */
static inline bool
unfolder_has_failed(const struct unfolder *u)
{
	return u->folds.failed;
}

#endif
