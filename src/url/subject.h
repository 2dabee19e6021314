/* subject.h - a text and the patterns that match it; for the files of src/url only */
#ifndef URL_SUBJECT_H
#define URL_SUBJECT_H

#include "url/pattern.h"
#include "urlgrep.h"

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

/* Return the pattern of that variant that matches the subject; NULL without memory. */
struct pattern *subject_pattern(const struct subject *s, unsigned variant);

/* Match text[0..len), by the interpreter if machine code cannot, and return the result of
 * pcre2_match(). */
int match_run(struct match_state *m, const pcre2_code *code, const char *text, size_t len,
    uint32_t options);

/* The same from text[at] on by machine code, without the checks of pcre2_match(), for a text whose bytes
 * are matched. */
int match_jit(const struct match_state *m, const pcre2_code *code, const char *text, size_t len,
    size_t at);

/* Return true if rc reports that the text is not UTF-8. */
bool match_is_utf8_error(int rc);

/* Return the verdict for a result of match_run(); never LOOSE. */
urlgrep_verdict match_verdict(int rc);

/* Judge the subject. Never returns LOOSE. */
urlgrep_verdict subject_match(struct match_state *m, const struct subject *s);

#endif
