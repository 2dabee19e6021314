/* failure.h - where and why a text is no URL */
#ifndef URL_FAILURE_H
#define URL_FAILURE_H

#include "url/matcher.h"

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
