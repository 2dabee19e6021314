/* matcher.h - compiled grammars, and matching by them
 *
 * No other file of the library includes PCRE2. A grammar is shared by threads; a
 * matcher belongs to one. */
#ifndef URL_MATCHER_H
#define URL_MATCHER_H

#include <stdbool.h>

#include "urlgrep.h"

struct matcher;

/* Return the allocator of a grammar. */
const urlgrep_memory *grammar_memory(const urlgrep_grammar *grammar);

/* Return true if URLs may go on beyond US-ASCII. */
bool grammar_is_iri(const urlgrep_grammar *grammar);

/* Return a new matcher, which borrows the grammar; NULL if there is no memory. */
struct matcher *matcher_new(const urlgrep_grammar *grammar);

/* Free a matcher; NULL is allowed. */
void matcher_free(struct matcher *m);

/* Judge text[0..len) and fill *url, which borrows text. Returns its verdict: OK,
 * INVALID, LIMIT if PCRE2 exceeds a limit, or NOMEM. */
urlgrep_status matcher_judge(struct matcher *m, const char *text, size_t len,
    urlgrep_url *url);

/* The same with the flags of urlgrep_judge(), and LIMIT for a text longer than
 * URLGREP_MAX_URL_BYTES. */
urlgrep_status matcher_judge_url(struct matcher *m, const char *text, size_t len,
    unsigned flags, urlgrep_url *url);

/* Set *viable to the length of the longest prefix of an invalid text that some valid
 * URL has too. Returns OK, LIMIT or NOMEM. */
urlgrep_status matcher_find_viable(struct matcher *m, const char *text, size_t len,
    size_t *viable);

/* Where and why a text fails. The spans are of the grammar. */
struct failure {
	size_t offset;     /* the length of the viable prefix */
	urlgrep_span rule; /* the production that was being matched there */
	urlgrep_span why;  /* its %%why message, or absent */
	bool is_prose;     /* the BNF accepts the text; the prose of the standard does not */
};

/* Explain why a text is invalid. Returns OK, LIMIT or NOMEM. */
urlgrep_status matcher_find_failure(struct matcher *m, const char *text, size_t len,
    struct failure *failure);

#endif
