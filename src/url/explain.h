/* explain.h - say where a URL fails, why, and how to fix it */
#ifndef URL_EXPLAIN_H
#define URL_EXPLAIN_H

#include "url/matcher.h"
#include "util/strbuf.h"

/* The buffers that an explanation borrows. */
struct explainer {
	struct strbuf message;
	struct strbuf suggestion;
};

void explainer_init(struct explainer *e, const urlgrep_memory *memory);
void explainer_free(struct explainer *e);

/* Explain why text[0..len) is invalid, as urlgrep_explain() does. The spans of *error
 * last until the next call. */
urlgrep_status explainer_explain(struct explainer *e, struct matcher *m,
    const char *text, size_t len, unsigned flags, urlgrep_error *error);

#endif
