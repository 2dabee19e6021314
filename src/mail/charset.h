/* charset.h - convert text from its charset to UTF-8, and map bytes back (RFC 2046, 4.1.2) */
#ifndef MAIL_CHARSET_H
#define MAIL_CHARSET_H

#include <iconv.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"
#include "util/memory.h"
#include "util/byte_range.h"
#include "util/strbuf.h"

enum charset_kind {
	CHARSET_UTF_8,  /* or US-ASCII: text is not converted */
	CHARSET_ASCII,  /* bytes below 80 hex are US-ASCII; also all charsets unknown here */
	CHARSET_STATES, /* the meaning of a byte depends on the bytes before its character */
	CHARSET_WIDE,   /* units of several bytes */
	CHARSET_EBCDIC  /* bytes below 80 hex have other meanings */
};

/* Return the kind of the charset of this name, ignoring case. */
enum charset_kind charset_kind_of(const char *name);

/* Return true if US-ASCII bytes in text stand for themselves. This includes text labeled UTF-16 or
 * UTF-32 that has no NULs: it is not really in that charset, or contains no URL. */
bool charset_extends_ascii(enum charset_kind kind, const char *text, size_t len);

/* Return the charset of the byte order mark at the beginning of text[0..len), or NULL. As in
 * browsers, the mark overrides the declared charset. */
const char *charset_of_mark(const char *text, size_t len);

enum { CODE_PAGE_NAME_BYTES = 24 };

/* Set name to the charset name of a Windows code page, which may be unknown. */
void charset_of_code_page(uint32_t page, char name[CODE_PAGE_NAME_BYTES]);

enum { MAX_CHARSET_NAME_BYTES = 64, MAX_CONVERTERS = 64 };

struct charset_converter {
	char name[MAX_CHARSET_NAME_BYTES + 1];
	enum charset_kind kind;
	bool is_japanese; /* ISO-2022-JP */
	iconv_t iconv; /* (iconv_t)-1: the charset is unknown */
	/* If each byte is a character: a table, since iconv takes five times as long. */
	bool has_characters;
	struct utf8_character {
		unsigned char len;
		char utf8[3];
	} characters[256];
};

/* The converters that were opened, kept for later texts. Further charsets count as unknown.
 * Initialize to zeros, then set memory. */
struct charset_converters {
	const urlgrep_memory *memory;
	size_t count;
	/* private */
	bool is_without_memory; /* the last request for a converter failed */
	struct charset_converter items[MAX_CONVERTERS]; /* need not be zeroed */
};

void charset_converters_close(struct charset_converters *all);

/* A text, and its original before conversion. */
struct charset_text {
	urlgrep_span utf8;
	/* private */
	const struct charset_converter *converter;
	urlgrep_span original;
	bool extends_ascii; /* chunks that begin with US-ASCII are copied unchanged */
	const struct source_point *chunks;
	size_t chunk_count;
};

/* Convert the original, which is borrowed. Bytes that are ill-formed in the charset are replaced by
 * U+FFFD, so that the text around them is not joined. Set *converted to the result, which is valid
 * as long as its arena and the converters; to NULL for an unknown charset. Return OK or NOMEM. */
urlgrep_status charset_convert(struct charset_converters *all, struct arena *arena,
    const char *charset, urlgrep_span original, const struct charset_text **converted);

/* Convert text to UTF-8, with U+FFFD for ill-formed bytes, and append it. Return false if the
 * charset is unknown. Set out->failed if out of memory. */
bool charset_append(struct charset_converters *all, const char *charset,
    urlgrep_span text, struct strbuf *out);

/* Return the bytes of the original that byte `at` of the text comes from: those of its character
 * or, in a charset with states (ISO-2022, UTF-7, HZ), of its line, at most 512 bytes. */
struct byte_range charset_text_source(const struct charset_text *t, size_t at);

#endif
