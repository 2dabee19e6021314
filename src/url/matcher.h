/* matcher.h - a compiled grammar, and matching by it
 *
 * The only door to PCRE2. A grammar is shared and immutable to its users; a
 * matcher is one thread's. */
#ifndef URL_MATCHER_H
#define URL_MATCHER_H

#include <stdbool.h>

#include "util/strbuf.h"
#include "url/grammar_text.h"
#include "urlgrep.h"

struct matcher;

const urlgrep_memory *grammar_memory(const urlgrep_grammar *grammar);
bool grammar_is_iri(const urlgrep_grammar *grammar);

struct matcher *matcher_new(const urlgrep_grammar *grammar);
void matcher_free(struct matcher *m);

/* Judge text and name its parts. */
urlgrep_status matcher_judge(struct matcher *m, const char *text, size_t len,
    urlgrep_url *url);

/* Of a text that is not valid: the length of the longest beginning that some
 * valid URL has too. */
urlgrep_status matcher_viable(struct matcher *m, const char *text, size_t len,
    size_t *viable);

/* The same, and why: the production that was being matched there, its sentence
 * if the grammar has one, and whether it was the prose (not the BNF) that
 * stopped it. */
struct blame {
	size_t offset;
	urlgrep_span rule;
	urlgrep_span why;
	bool prose;
};
urlgrep_status matcher_blame(struct matcher *m, const char *text, size_t len,
    struct blame *blame);

#endif
