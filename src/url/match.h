/* match.h - a text and the pattern that matches it; the members of a matcher
 *
 * For the files of src/url and for text/rules.c only. */
#ifndef URL_MATCH_H
#define URL_MATCH_H

#include "url/matcher.h"
#include "url/pattern.h"
#include "util/memory.h"

/* The context of PCRE2 for a match, and its results. */
struct match_state {
	pcre2_match_context *context;
	pcre2_match_data *data;
};

/* Prepare for matching. Returns false without memory; call match_state_free() then, too. */
bool match_state_init(struct match_state *m, pcre2_general_context *general);
void match_state_free(struct match_state *m);

/* A text, and the section whose patterns match it. */
struct subject {
	const char *text;
	size_t len;
	const struct pattern_set *set;
	unsigned section;
};

/* Return the subject that is judged by the section of its scheme. */
struct subject subject_make(const struct pattern_set *set, const char *text, size_t len);

const struct grammar_section *subject_section(const struct subject *s);

/* Match text[0..len), by the interpreter if machine code cannot, and return the result of
 * pcre2_match(). */
int match_run(struct match_state *m, const pcre2_code *code, const char *text, size_t len,
    uint32_t options);

/* The same from text[at] on by machine code, without the checks of pcre2_match(), for a text whose
 * bytes are matched. */
int match_jit(const struct match_state *m, const pcre2_code *code, const char *text, size_t len,
    size_t at);

/* Return true if rc reports that the text is not UTF-8. */
bool match_is_utf8_error(int rc);

/* Return the verdict for a result of match_run(); never LOOSE. */
urlgrep_verdict match_verdict(int rc);

/* ---- a matcher --- */

struct matcher {
	const urlgrep_grammar *grammar;
	struct match_state state;
	const struct grammar_section *section; /* that judged last */
	struct match_entry *cache; /* of the URLs judged last; NULL until the first one is judged */
	struct strbuf repaired;    /* the URL judged last, with the repairs of loose.h */
	struct strbuf uri;         /* ... percent-encoded */
	struct strbuf message, suggestion; /* of the last explanation */
};

/* Return true if the text is judged as an IRI. */
bool matcher_is_iri(const struct matcher *m, const char *text, size_t len);

/* Write the URI of text[0..len) to m->uri if RFC 3987 accepts it, and return its
 * verdict. */
urlgrep_verdict matcher_encode_iri(struct matcher *m, const char *text, size_t len);

#endif
