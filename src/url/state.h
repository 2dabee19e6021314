/* state.h - the members of a matcher; for the files of src/url only */
#ifndef URL_STATE_H
#define URL_STATE_H

#include "url/match_cache.h"
#include "url/matcher.h"
#include "url/subject.h"
#include "util/strbuf.h"

struct matcher {
	const urlgrep_grammar *grammar;
	struct match_state state;
	struct match_cache *cache; /* NULL until the first URL is judged */
	struct strbuf mended;      /* the URL judged last, with the repairs of loose.h */
	struct strbuf uri;         /* ... percent-encoded */
};

/* Return true if the text is judged as an IRI. */
bool matcher_is_iri(const struct matcher *m, const char *text, size_t len);

/* Write the URI of text[0..len) to m->uri if RFC 3987 accepts it, and return its
 * verdict. */
urlgrep_verdict matcher_encode_iri(struct matcher *m, const char *text, size_t len);

#endif
