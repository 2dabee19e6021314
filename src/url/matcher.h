/* matcher.h - compiled grammars, and matching by them
 *
 * No other file of the library includes PCRE2. A grammar is shared by threads; a
 * matcher belongs to one. */
#ifndef URL_MATCHER_H
#define URL_MATCHER_H

#include <stdbool.h>

#include "url/scheme.h"
#include "urlgrep.h"

struct matcher;

/* Return the allocator of a grammar. */
const urlgrep_memory *grammar_memory(const urlgrep_grammar *grammar);

/* Return true if URLs may go on beyond US-ASCII. */
bool grammar_is_iri(const urlgrep_grammar *grammar);

/* Return true if a URL with that verdict counts as valid where readings are chosen: also
 * if it is loose, unless the grammar is strict. */
bool grammar_accepts(const urlgrep_grammar *grammar, urlgrep_status verdict);

/* Return the scheme called text[0..len), in any case, which is listed or was added to the
 * grammar; or NULL. */
const struct scheme *grammar_find_scheme(const urlgrep_grammar *grammar,
    const char *text, size_t len);

/* Return the added scheme of that index; NULL from the first index without one. */
const struct scheme *grammar_added_scheme(const urlgrep_grammar *grammar,
    unsigned index);

/* Return a new matcher, which borrows the grammar; NULL if there is no memory. */
struct matcher *matcher_new(const urlgrep_grammar *grammar);

/* Free a matcher; NULL is allowed. */
void matcher_free(struct matcher *m);

/* Judge text[0..len) and fill *url, which borrows text. Returns its verdict: OK,
 * LOOSE, INVALID, LIMIT if PCRE2 exceeds a limit, or NOMEM. */
urlgrep_status matcher_judge(struct matcher *m, const char *text, size_t len,
    urlgrep_url *url);

/* The same with the flags of urlgrep_judge(), and LIMIT for a text longer than
 * URLGREP_MAX_URL_BYTES. */
urlgrep_status matcher_judge_url(struct matcher *m, const char *text, size_t len,
    unsigned flags, urlgrep_url *url);

/* Set *uri to the URI of a judged URL, until the matcher is used again, as urlgrep_uri()
 * does. */
urlgrep_status matcher_make_uri(struct matcher *m, const urlgrep_url *url,
    urlgrep_span host, urlgrep_span *uri);

/* Return OK if an opaque URL looks as one of its scheme must in running text; INVALID if it
 * does not; LIMIT; NOMEM. */
urlgrep_status matcher_judge_shape(struct matcher *m, const char *text, size_t len);

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
