/* undo.h - what a text writes in place of characters of a URL is undone before any rule looks:
 * escape sequences of JSON, roff and TeX (rule K6), references of XML (rule K8), hidden characters
 * (rule I9), defanging
 *
 * The undone URL, and the text around it as it is, are written to a buffer, and a map leads from
 * its bytes back to the text. The scanner searches in the buffer as in any text. A text without
 * anything to undo is searched where it is. */
#ifndef TEXT_UNDO_H
#define TEXT_UNDO_H

#include "text/scanner.h"

enum { MAX_CONTROL_BYTES = 24 };

/* Return the length of a control sequence of a terminal at text[0..len) that sets a color, erases
 * the rest of a line or designates a character set (ECMA-48); 0 if there is none. */
size_t undo_control_length(const char *text, size_t len);

/* Return the length of two slashes at `at`, escaped as in JSON, in strings or in HTML; 0 if they
 * are not there. */
size_t undo_escaped_slashes_length(const struct scan_text *t, size_t at);

/* The same, also if they are not escaped. */
static inline size_t
undo_slashes_length(const struct scan_text *t, size_t at)
{
	char next = scan_byte_at(t, at);

	if (next == '/')
		return scan_byte_at(t, at + 1) == '/' ? 2 : 0;
	return next == '\\' || next == '&' ? undo_escaped_slashes_length(t, at) : 0;
}

/* ---- the buffer --- */

/* Begin an undone text anew. */
void undone_clear(struct undone *u);

/* Append bytes of the text, which begin at offset `at` there. */
void undone_copy(struct undone *u, const struct scan_text *t, size_t at, size_t len);

/* Append what the `written` bytes at offset `at` of the text stand for. */
void undone_replace(struct undone *u, size_t at, size_t written, const char *means);

/* Return the offset in the text of the byte at `at` in the buffer, and that after the byte which
 * ends there at `end`. */
size_t undone_written_begin(const struct undone *u, size_t at);
size_t undone_written_end(const struct undone *u, size_t end);

/* Return true if something else stands in the text for the byte at `at`, which is no markup
 * then. */
bool undone_is_replaced(const struct undone *u, size_t at);

/* ---- undoing --- */

/* How a URL is undone. */
struct undoing {
	struct rules *rules;
	const struct scan_text *text;
	size_t begin;        /* of the URL */
	size_t from;         /* the bytes of the text from here on are not yet in the buffer */
	bool is_xml;         /* "&amp;" encodes "&" */
	unsigned conditions; /* of escapes.pcre, which hold for the rest of the URL */
	unsigned last_rule;  /* of escapes.pcre: of the sequence that was undone last; 0: none */
	struct undone *to;
	size_t url;          /* where the URL begins in it */
	size_t no_query;     /* no "?" is in that many bytes of the URL */
	size_t no_drive;     /* no ":\" is in text[begin..no_drive) */
};

/* Return how the URL at `begin` of s->text is undone; s->undone has nothing before it. */
struct undoing undo_prepare(urlgrep_scanner *s, size_t begin);

/* Append text[at..end) to the buffer, its escapes undone, up to a sequence before which the URL
 * ends. Returns the offset of that; end if there is none. */
size_t undo_text(struct undoing *x, size_t at, size_t end);

/* Append text[begin..end), a part of the delimited URL at `url`, to s->undone. */
void undo_fragment(urlgrep_scanner *s, size_t url, size_t begin, size_t end);

/* Return where in text[begin..end), which may continue a URL, an escape sequence ends it; 0:
 * nowhere. */
size_t undo_find_stop(urlgrep_scanner *s, size_t begin, size_t end);

/* Undo the URL at `begin`, the name of whose scheme, or of whose host, reaches to `at`, up to
 * `end`. If anything is undone, or an escape ends the URL, s->text becomes the undone text until
 * undo_finish(). Returns by how much the offsets of the URL are less then; SIZE_MAX if s->text is
 * the same as before, since there is nothing to undo, or without memory. */
size_t undo_begin(urlgrep_scanner *s, size_t begin, size_t at, size_t end);

/* Let s->text be the undone text, which begins at offset `from` of the text, and has a run that
 * ends at `end`. */
void undo_enter(urlgrep_scanner *s, size_t from, size_t end);

/* Return true if s->text is an undone text. */
static inline bool
undo_is_active(const urlgrep_scanner *s)
{
	return s->written.bytes != NULL;
}

/* Return true, and set s->failed, if memory was short for the undone text. */
bool undo_failed(urlgrep_scanner *s);

/* Let s->text be the text again. f: the finding in the undone text, whose offset and lengths become
 * those in the text; or NULL. */
void undo_finish(urlgrep_scanner *s, urlgrep_finding *f);

/* ---- quoted_printable.c: text in quoted-printable that is not decoded (RFC 2045, 6.7) --- */

struct line_break;

/* Return true if an encoded byte such as "=3D" ends at text[end). */
bool quoted_printable_ends_byte(const struct scan_text *t, size_t end);

/* Return true if the "=" at the end of the URL and its line is a soft line break: it precedes any
 * "?" of the URL, or lines nearby are in quoted-printable, too. Then the URL goes on at b->run. */
bool quoted_printable_find(const struct candidate *c, struct line_break *b);

/* Append c with its encoded bytes decoded, without the soft line breaks, up to the first byte that
 * no URL has. */
void quoted_printable_undo(const struct scan_text *t, const struct candidate *c, struct undone *to);

#endif
