/* pattern_text.h - write the PCRE2 pattern of a grammar's section */
#ifndef URL_PATTERN_TEXT_H
#define URL_PATTERN_TEXT_H

#include "url/grammar_table.h"
#include "util/strbuf.h"

/* What a section's pattern is for.
 *
 * PATTERN_JUDGE decides, and is fast: rules that are used once are inlined.
 * PATTERN_JUDGE_UNBRACKETED judges texts without "[": rules that begin with one never
 * match. Without IPv6 addresses, a pattern takes half the time to compile.
 * PATTERN_JUDGE_USERLESS judges texts with neither "[" nor "@": the rules of user names
 * (%%user) never match either. Else the host is first read as a user name.
 *
 * The others explain a rejection, so all rules keep their names. They leave out the
 * rules that look ahead to count (%%count): PATTERN_UNCOUNTED and PATTERN_TRACE all of
 * them, PATTERN_COUNT + n all but number n. Under PATTERN_TRACE_HOST the rules of
 * user names never match either. */
enum pattern_variant {
	PATTERN_JUDGE,
	PATTERN_JUDGE_UNBRACKETED,
	PATTERN_JUDGE_USERLESS,
	PATTERN_UNCOUNTED,
	PATTERN_TRACE,
	PATTERN_TRACE_HOST,
	PATTERN_COUNT
};

/* Return the number of variants that a grammar has. */
static inline unsigned
pattern_variant_count(const struct grammar_table *g)
{
	return PATTERN_COUNT + g->count_count;
}

/* Return true if the variant decides, rather than explains. */
static inline bool
pattern_variant_judges(unsigned variant)
{
	return variant <= PATTERN_JUDGE_USERLESS;
}

/* Append a section's pattern, with the rules that it uses. */
void pattern_text_compose(struct strbuf *out, const struct grammar_table *g,
    unsigned section, unsigned variant);

/* Return the name of the innermost named group around pattern[item], as it stands in
 * the grammar's text; absent if there is none. */
urlgrep_span pattern_text_rule_at(const struct grammar_table *g,
    const char *pattern, size_t item);

#endif
