/* match.h - the patterns of a grammar and of the rules for running text, each compiled by PCRE2
 * when it is first needed, and matching by them
 *
 * Only the files of src/url and text/rules.c include this header, and use PCRE2. */
#ifndef URL_MATCH_H
#define URL_MATCH_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdatomic.h>
#include <stdbool.h>

#include "url/grammar.h"
#include "url/matcher.h"

/* ---- pattern.c: patterns --- */

/* The purposes of a section's patterns.
 *
 * PATTERN_JUDGE decides.
 * PATTERN_JUDGE_UNBRACKETED judges texts without "[": rules that begin with one never
 * match. Without IPv6 addresses, a pattern takes half the time to compile.
 * PATTERN_JUDGE_USERLESS judges texts with neither "[" nor "@": the rules of user names
 * (%%user) never match either. Else the host is first read as a user name.
 *
 * The others explain a rejection, so all rules keep their names. They omit the
 * rules that look ahead to count (%%count): PATTERN_TRACE all of them, PATTERN_COUNT + n
 * all but number n. Under PATTERN_TRACE_HOST the rules of user names never match either. */
enum pattern_variant {
	PATTERN_JUDGE,
	PATTERN_JUDGE_UNBRACKETED,
	PATTERN_JUDGE_USERLESS,
	PATTERN_TRACE,
	PATTERN_TRACE_HOST,
	PATTERN_COUNT
};

/* Return true if the variant decides, rather than explains. */
static inline bool
pattern_variant_judges(unsigned variant)
{
	return variant <= PATTERN_JUDGE_USERLESS;
}

/* A compiled pattern. */
struct pattern {
	pcre2_code *code;
	_Atomic(pcre2_code *) jit_code; /* a copy with machine code, or NULL */
	atomic_uint match_count;        /* before there was one */
};

/* The options that patterns are compiled with. */
struct pattern_options {
	const urlgrep_memory *memory;
	pcre2_general_context *general;
	bool use_jit;
	bool use_jit_early;
};

/* The patterns of a table: for each variant, one for each section, or NULL. Threads share them. */
struct pattern_set {
	const struct grammar_table *table;
	struct pattern_options options;
	_Atomic(struct pattern *) *patterns;
};

/* Begin with no compiled pattern. Returns false without memory. */
bool pattern_set_init(struct pattern_set *set, const struct grammar_table *table,
    const struct pattern_options *options);
/* Free the patterns of a set that is initialized, or of zeros. */
void pattern_set_free(struct pattern_set *set);

/* Return a pattern of the set, see above; NULL without memory. */
struct pattern *pattern_find(const struct pattern_set *set, unsigned section,
    unsigned variant);

/* JIT-compiling a section costs as much as interpreting it about 50 times. */
enum { JIT_AFTER_MATCHES = 32 };

/* Return the machine code of a pattern once it matched jit_after times, else the code to be
 * interpreted. */
const pcre2_code *pattern_code(const struct pattern_options *options, struct pattern *p,
    unsigned jit_after);

/* Compile a pattern with these options of PCRE2 for a place that threads share. Returns the pattern
 * that is published there, perhaps by another thread; NULL without memory. */
struct pattern *pattern_publish(_Atomic(struct pattern *) *place,
    const struct pattern_options *options, urlgrep_span text, uint32_t pcre2_options);

/* Free a pattern; it may be NULL. */
void pattern_free(const urlgrep_memory *memory, struct pattern *p);

/* Append a section's pattern, with the rules that it uses. */
void pattern_text_compose(struct strbuf *out, const struct grammar_table *g,
    unsigned section, unsigned variant);

/* Return the rule in whose text, of a pattern that explains, pattern[item] is; NULL in that of the
 * section. */
const struct grammar_rule *pattern_text_rule_at(const struct grammar_table *g,
    const char *pattern, size_t item);

/* ---- grammars --- */

enum { MAX_RULE_PATTERNS = 240 };

struct added_scheme;

struct urlgrep_grammar {
	urlgrep_memory memory;
	pcre2_general_context *general;
	bool is_strict;
	struct pattern_set ascii;
	struct pattern_set beyond_ascii; /* without a table: ascii judges all URLs */
	struct pattern_set shapes;       /* of opaque URLs in running text */
	/* of the rules for running text: MAX_RULE_PATTERNS, which are NULL until a scanner publishes
	 * one */
	_Atomic(struct pattern *) *rules;
	struct arena arena;              /* of the following: */
	struct added_scheme *added;      /* by urlgrep_grammar_add_scheme() */
	struct suffix_table suffixes;    /* of all schemes */
};

/* ---- matcher.c: matching --- */

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

/* Return the verdict for a result of match_run(); never LOOSE. */
urlgrep_verdict match_verdict(int rc);

/* ---- a matcher --- */

struct matcher {
	const urlgrep_grammar *grammar;
	struct match_state state;
	const struct grammar_section *section; /* that judged last */
	struct match_entry *cache; /* of the URLs judged last; NULL until the first one is judged */
	struct strbuf repaired;    /* the URL judged last, with the repairs of loose_encode */
	struct strbuf uri;         /* ... percent-encoded */
	struct strbuf message, suggestion; /* of the last explanation */
};

/* Return true if the text is judged as an IRI. */
bool matcher_is_iri(const struct matcher *m, const char *text, size_t len);

/* Write the URI of text[0..len) to m->uri if RFC 3987 accepts it, and return its
 * verdict. */
urlgrep_verdict matcher_encode_iri(struct matcher *m, const char *text, size_t len);

#endif
