/* bare.h - URLs without brackets around them: where the run of their characters ends */
#ifndef TEXT_BARE_H
#define TEXT_BARE_H

#include "text/candidate.h"
#include "text/scanner.h"

/* Return the end of the run of characters that begins at `begin`, at most begin +
 * max_len: up to white space, a control, a quotation mark or an angle bracket. */
size_t bare_run_end(const urlgrep_scanner *s, size_t begin, size_t max_len);

/* Return the length of the colon: 2 if it is escaped, and `colon` the offset of the backslash. */
static inline size_t
bare_colon_length(const struct scan_text *t, size_t colon)
{
	return t->bytes[colon] == '\\' ? 2 : 1;
}

/* Return the length of "\\/\\/", which JSON makes of "//", or of "\\u002F\\u002F" or
 * "&#x2F;&#x2F;", after such a colon; 0 if there is none. */
size_t bare_escaped_slashes_length(const struct scan_text *t, size_t colon);

/* Return the length of the "//" after such a colon, escaped or not; 0 if there is none. */
static inline size_t
bare_slashes_length(const struct scan_text *t, size_t colon)
{
	size_t at = colon + bare_colon_length(t, colon);
	char next = scan_byte_at(t, at);

	if (next == '/')
		return scan_byte_at(t, at + 1) == '/' ? 2 : 0;
	return next == '\\' || next == '&' ? bare_escaped_slashes_length(t, colon) : 0;
}

/* Read the bare URL that begins at c->begin and whose scheme ends before `colon` (or the backslash
 * before it), up to the end of its line. Returns SCAN_YES and fills the other members of c except
 * its notes; SCAN_NO if it is not a URL; SCAN_MORE. A URL of more than URLGREP_MAX_URL_BYTES bytes
 * is marked as too long. */
enum scan_answer bare_read(urlgrep_scanner *s, size_t colon, struct candidate *c);

/* Measure the run of c, which begins at c->begin, up to max_len bytes, and find the end of the URL
 * in it. Its authority, or the text after "scheme:" if it has none, begins at content. Fills the
 * other members of c except its notes. Returns SCAN_YES, SCAN_NO if there is no URL, or
 * SCAN_MORE. */
enum scan_answer bare_read_run(urlgrep_scanner *s, size_t content, size_t max_len,
    bool has_authority, struct candidate *c);

/* Return how much of run[0..len) is the URL: without the closing bracket or quote that
 * byte_before opened, trailing punctuation, unbalanced brackets and the like (rules
 * B3-B5, I2, K9). */
size_t trim_bare_url(char byte_before, const char *run, size_t len);

#endif
