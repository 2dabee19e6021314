/* matcher.h - judge URLs by a grammar
 *
 * A grammar is shared by threads; a matcher belongs to one. */
#ifndef URL_MATCHER_H
#define URL_MATCHER_H

#include <stdbool.h>
#include <stdint.h>

#include "urlgrep.h"

struct matcher;

/* Return a new matcher, which borrows the grammar; NULL without memory. */
struct matcher *matcher_new(const urlgrep_grammar *grammar);

/* Free a matcher; NULL is allowed. */
void matcher_free(struct matcher *m);

/* Judge text[0..len) and fill *url, which borrows text. Returns its verdict: LIMIT if PCRE2
 * exceeds a limit. */
urlgrep_verdict matcher_judge(struct matcher *m, const char *text, size_t len,
    urlgrep_url *url);

/* The same with the flags of urlgrep_judge(), and LIMIT for a text longer than
 * URLGREP_MAX_URL_BYTES. */
urlgrep_verdict matcher_judge_url(struct matcher *m, const char *text, size_t len,
    unsigned flags, urlgrep_url *url);

/* Set *uri to the URI of a judged URL, until the matcher is used again, as urlgrep_uri()
 * does. */
urlgrep_status matcher_make_uri(struct matcher *m, const urlgrep_url *url,
    urlgrep_span host, urlgrep_span *uri);

/* Return VALID if an opaque URL looks as one of its scheme must in running text; INVALID if it
 * does not; LIMIT; UNJUDGED. */
urlgrep_verdict matcher_judge_shape(struct matcher *m, const char *text, size_t len);

/* ---- explain.c: where a URL fails, why, and how to fix it --- */

/* Explain why text[0..len) is invalid, as urlgrep_explain() does. The spans of *error
 * last until the next call. */
urlgrep_status matcher_explain(struct matcher *m, const char *text, size_t len,
    unsigned flags, urlgrep_error *error);

/* ---- warnings.c: odd or dangerous properties of a URL; the warnings are in urlgrep.h --- */

/* Return the name of a warning; NULL if there is no such warning. */
const char *warning_name(unsigned warning);

/* Return URLGREP_BIDI_BESIDE for a bidi control, URLGREP_INVISIBLE_BESIDE for an
 * invisible character, 0 for any other. */
unsigned invisible_note(uint32_t code);

/* Return true if the host is four decimal numbers up to 255, an IPv4 address; *has_zeros: one has
 * leading zeros. */
bool host_read_quad(urlgrep_span host, unsigned char group[4], bool *has_zeros);

#endif
