/* grammar.h - a grammar with its patterns, and the schemes added to it
 *
 * A grammar is shared by threads; see urlgrep_grammar_new(). */
#ifndef URL_GRAMMAR_H
#define URL_GRAMMAR_H

#include <stdbool.h>

#include "url/scheme.h"
#include "url/scheme_suffixes.h"
#include "urlgrep.h"

struct pattern;
struct pattern_set;

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

/* Return the ends of the schemes that are listed or were added to the grammar. */
const struct suffix_table *grammar_suffixes(const urlgrep_grammar *grammar);

/* Return the patterns that judge URLs in US-ASCII, or all URLs if the grammar has none for
 * others. */
const struct pattern_set *grammar_patterns(const urlgrep_grammar *grammar);

/* Return the patterns that judge URLs beyond US-ASCII; see grammar_is_iri(). */
const struct pattern_set *grammar_patterns_beyond_ascii(const urlgrep_grammar *grammar);

/* Return the patterns of what opaque URLs look like in running text. */
const struct pattern_set *grammar_shapes(const urlgrep_grammar *grammar);

enum { MAX_RULE_PATTERNS = 32 };

/* Return the place of a pattern of the rules for running text, below MAX_RULE_PATTERNS, which the
 * scanners of a grammar share. NULL is there until one publishes the pattern; the grammar frees it. */
_Atomic(struct pattern *) *grammar_rule_pattern(const urlgrep_grammar *grammar, unsigned index);

#endif
