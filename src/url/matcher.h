/* matcher.h - judge, explain and repair one URL; its warnings
 *
 * Threads may share a grammar, but not a matcher. */
#ifndef URL_MATCHER_H
#define URL_MATCHER_H

#include <stdbool.h>
#include <stdint.h>

#include "urlgrep.h"
#include "util/strbuf.h"

struct matcher;

/* Return a new matcher, which borrows the grammar; NULL if memory runs out. */
struct matcher *matcher_new(const urlgrep_grammar *grammar);

void matcher_free(struct matcher *m);

/* Judge text[0..len) with the flags of urlgrep_judge() and fill *url, which borrows text. Return
 * the verdict; LIMIT if PCRE2 or len exceeds a limit (URLGREP_MAX_URL_BYTES). */
urlgrep_verdict matcher_judge(struct matcher *m, const char *text, size_t len, unsigned flags,
    urlgrep_url *url);

/* Return true if URLs with this verdict have parts. */
static inline bool
verdict_has_parts(urlgrep_verdict verdict)
{
	return verdict == URLGREP_VALID || verdict == URLGREP_LOOSE;
}

/* Set *uri to the URI of a judged URL as urlgrep_uri() does. It is valid until the next call. */
urlgrep_status matcher_make_uri(struct matcher *m, const urlgrep_url *url,
    urlgrep_span host, urlgrep_span *uri);

/* Return VALID if an opaque URL, which was judged last, has the form that its scheme must have in
 * running text, INVALID if not; or LIMIT or UNJUDGED. */
urlgrep_verdict matcher_judge_shape(struct matcher *m, const char *text, size_t len);

/* ---- loose.c: repair invalid URLs, and percent-encode characters that are illegal in URIs --- */

/* The characters to percent-encode: a set of bits. */
enum {
	/* Outside the authority: | ^ \ { } [ ], the backquote, a "%" without two hexadecimal
	 * digits, any later "#" in a route or after the name of a page (is_in_route() in loose.c),
	 * and bytes above 7F that are not well-formed UTF-8. */
	ENCODE_LOOSE = 1,
	ENCODE_SPACE = 2,   /* outside the authority: white space */
	ENCODE_UNICODE = 4, /* characters beyond US-ASCII (RFC 3987 section 3.1) */
	ENCODE_ILLEGAL = 8  /* not in loose URLs: the double quote, < and >, any other later "#",
	                     * and control characters */
};

/* Return the set of these to which the US-ASCII character text[at] belongs; 0 if it may be in a
 * URL. fragment: the offset of the first "#". */
unsigned loose_set_of(const char *text, size_t len, size_t at, size_t fragment);

/* Append text[begin..end), a part of a URL. Percent-encode the characters of the sets in `what`. */
void loose_encode(struct strbuf *out, urlgrep_span text, size_t begin, size_t end, unsigned what);

/* Maps offsets in the output of loose_encode() to its input. Initialize with both texts and
 * zeros. */
struct loose_map {
	const char *text, *encoded;
	size_t text_len;
	size_t text_at, encoded_at;
};

/* Return the offset in the text of the byte that became encoded[offset]. */
size_t loose_map_offset(struct loose_map *m, size_t offset);

/* ---- explain.c: where and why a URL fails, and how to fix it --- */

/* Explain why text[0..len) is invalid, as urlgrep_explain() does. The spans of *error are valid
 * until the next call. */
urlgrep_status matcher_explain(struct matcher *m, const char *text, size_t len,
    unsigned flags, urlgrep_error *error);

/* ---- warnings.c: odd or dangerous properties of a URL; the warnings are in urlgrep.h --- */

const char *warning_name(unsigned warning);

/* Return URLGREP_BIDI_BESIDE for a bidi control, URLGREP_INVISIBLE_BESIDE for an invisible
 * character, 0 for any other character. */
unsigned invisible_note(uint32_t code);

#endif
