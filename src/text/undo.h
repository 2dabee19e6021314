/* undo.h - undo everything that a text writes in place of characters of a URL, before any rule
 * reads it: escape sequences of JSON, roff and TeX (rule K6), XML references (rule K8), hidden
 * characters (rule I9), defanging
 *
 * The undone URL and the unchanged text around it are written to a buffer, and a map leads from its
 * bytes back to the text. The scanner then searches the buffer like any text. A text with nothing
 * to undo is searched in place. */
#ifndef TEXT_UNDO_H
#define TEXT_UNDO_H

#include "text/scanner.h"

enum { MAX_CONTROL_BYTES = 24 };

/* Return the length of a terminal's control sequence at text[0..len) that sets a color, erases the
 * rest of a line or designates a character set (ECMA-48); 0 if there is none. */
size_t undo_control_length(const char *text, size_t len);

/* Return the length of two slashes at `at` that are escaped as in JSON, string literals or HTML; 0
 * if there are none. */
size_t undo_escaped_slashes_length(const struct scan_text *t, size_t at);

/* Return the length of two slashes at `at`, escaped or not; 0 if there are none. */
static inline size_t
undo_slashes_length(const struct scan_text *t, size_t at)
{
	char next = scan_byte_at(t, at);

	if (next == '/')
		return scan_byte_at(t, at + 1) == '/' ? 2 : 0;
	return next == '\\' || next == '&' ? undo_escaped_slashes_length(t, at) : 0;
}

/* Return the length of the slashes after the colon, or after the colon that a backslash at `colon`
 * escapes. */
static inline size_t
undo_slashes_after(const struct scan_text *t, size_t colon)
{
	return undo_slashes_length(t, colon + (t->bytes[colon] == '\\' ? 2 : 1));
}

/* ---- the buffer --- */

/* Make the undone text empty. */
void undone_clear(struct undone *u);

/* Append `len` bytes of the text from its offset `at` on. */
void undone_copy(struct undone *u, const struct scan_text *t, size_t at, size_t len);

/* Append `means`, which the `written` bytes at offset `at` of the text stand for. */
void undone_replace(struct undone *u, size_t at, size_t written, const char *means);

/* Return the offset in the text of the byte at `at` in the buffer, and the offset in the text after
 * the byte that ends at `end` in the buffer. */
size_t undone_written_begin(const struct undone *u, size_t at);
size_t undone_written_end(const struct undone *u, size_t end);

/* Return true if the byte at `at` replaces other bytes of the text. Such a byte is not markup. */
bool undone_is_replaced(const struct undone *u, size_t at);

/* ---- undoing --- */

/* The state while a URL is undone. */
struct undoing {
	struct rules *rules;
	const struct scan_text *text;
	size_t begin;        /* of the URL */
	size_t from;         /* the text from here on is not yet in the buffer */
	bool is_xml;         /* "&amp;" stands for "&" */
	unsigned conditions; /* of escapes.pcre, true for the rest of the URL */
	unsigned last_rule;  /* of escapes.pcre, for the last sequence undone; 0: none */
	struct undone *to;
	size_t url;          /* where the URL begins in *to */
	size_t no_query;     /* the first bytes of the URL, which have no "?" */
	size_t no_drive;     /* no ":\" is in text[begin..no_drive) */
};

/* Return the state to undo the URL at `begin` of s->text, with which s->undone begins. */
struct undoing undo_prepare(urlgrep_scanner *s, size_t begin);

/* Append text[at..end) to the buffer with its escapes undone, up to a sequence that ends the URL.
 * Return the offset of that sequence, or `end` if there is none. */
size_t undo_text(struct undoing *x, size_t at, size_t end);

/* Append text[begin..end), a part of the delimited URL at `url`, to s->undone. */
void undo_fragment(urlgrep_scanner *s, size_t url, size_t begin, size_t end);

/* Return where an escape sequence in text[begin..end), which may continue a URL, ends it; 0 if
 * nowhere. */
size_t undo_find_stop(urlgrep_scanner *s, size_t begin, size_t end);

/* Undo the URL at `begin`, up to `end`. Its scheme, or the first part of its host, ends at `at`. If
 * anything is undone, or an escape ends the URL, s->text is the undone text until undo_finish().
 * Return how much smaller the offsets in the undone text are; SIZE_MAX if s->text is unchanged,
 * because there is nothing to undo or memory ran out. */
size_t undo_begin(urlgrep_scanner *s, size_t begin, size_t at, size_t end);

/* Set s->text to the undone text, which begins at offset `from` of the text, with a run up to
 * `end`. */
void undo_enter(urlgrep_scanner *s, size_t from, size_t end);

/* Return true if s->text is an undone text. */
static inline bool
undo_is_active(const urlgrep_scanner *s)
{
	return s->original.bytes != NULL;
}

/* Return true, and set s->failed, if memory for the undone text ran out. */
bool undo_failed(urlgrep_scanner *s);

/* Set s->text to the original text again. The offset and lengths of f, a finding in the undone text
 * or NULL, become those in the original text. */
void undo_finish(urlgrep_scanner *s, urlgrep_finding *f);

/* ---- quoted_printable.c: quoted-printable text that is not decoded (RFC 2045, 6.7) --- */

struct line_break;

/* Return true if an encoded byte such as "=3D" ends at text[end). */
bool quoted_printable_ends_byte(const struct scan_text *t, size_t end);

/* Return true if the "=" at the end of the URL and of its line is a soft line break: it precedes
 * any "?" of the URL, or lines nearby are quoted-printable, too. Set b->run to the rest. */
bool quoted_printable_find(const urlgrep_scanner *s, const struct candidate *c,
    struct line_break *b);

/* Append c with its encoded bytes decoded and without the soft line breaks, up to the first byte
 * that cannot be in a URL. */
void quoted_printable_undo(const struct scan_text *t, const struct candidate *c, struct undone *to);

#endif
