/* match.h - the patterns of a grammar and of the rules for running text, which PCRE2 compiles when
 * they are first needed, and functions that match them
 *
 * Only the files of src/url and text/rules.c include this header and use PCRE2. */
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
 * PATTERN_JUDGE judges any text. PATTERN_JUDGE_UNBRACKETED judges texts without "[": its rules that
 * begin with one never match. Without IPv6 addresses, a pattern compiles in half the time.
 * PATTERN_JUDGE_USERLESS judges texts with neither "[" nor "@": its rules of user names (%%user)
 * never match, either. Otherwise the host would first be read as a user name.
 *
 * The others explain a rejection, so all rules keep their names. They omit the rules that look
 * ahead to count (%%count): PATTERN_TRACE omits all of them, PATTERN_COUNT + n all except number n.
 * In PATTERN_TRACE_HOST, the rules of user names never match, either. */
enum pattern_variant {
	PATTERN_JUDGE,
	PATTERN_JUDGE_UNBRACKETED,
	PATTERN_JUDGE_USERLESS,
	PATTERN_TRACE,
	PATTERN_TRACE_HOST,
	PATTERN_COUNT
};

/* Return true if the variant judges rather than explains. */
static inline bool
pattern_variant_judges(unsigned variant)
{
	return variant <= PATTERN_JUDGE_USERLESS;
}

/* A compiled pattern. */
struct pattern {
	pcre2_code *code;
	_Atomic(pcre2_code *) jit_code; /* a copy with machine code, or NULL */
	atomic_uint match_count;        /* matches before jit_code was compiled */
};

/* The options for compiling patterns. */
struct pattern_options {
	const urlgrep_memory *memory;
	pcre2_general_context *general;
	bool use_jit;
	bool use_jit_early;
};

/* The patterns of a table, one for each variant and section, or NULL. Threads may share them. */
struct pattern_set {
	const struct grammar_table *table;
	struct pattern_options options;
	_Atomic(struct pattern *) *patterns;
};

/* Initialize a set without compiled patterns. Return false if memory runs out. */
bool pattern_set_init(struct pattern_set *set, const struct grammar_table *table,
    const struct pattern_options *options);
/* Free the patterns of a set that is initialized or zeroed. */
void pattern_set_free(struct pattern_set *set);

/* Return a pattern of the set, which owns it; NULL if memory runs out. */
struct pattern *pattern_find(const struct pattern_set *set, unsigned section, unsigned variant);

/* JIT-compiling a section costs as much as interpreting it about 50 times. */
enum { JIT_AFTER_MATCHES = 32 };

/* Return the machine code of a pattern after it was matched jit_after times; before that, the code
 * to be interpreted. */
const pcre2_code *pattern_code(const struct pattern_options *options, struct pattern *p,
    unsigned jit_after);

/* Compile a pattern with these PCRE2 options and publish it at a place that threads share. Return
 * the pattern there, which another thread may have published first; NULL if memory runs out. */
struct pattern *pattern_publish(_Atomic(struct pattern *) *place,
    const struct pattern_options *options, urlgrep_span text, uint32_t pcre2_options);

/* Free a pattern; it may be NULL. */
void pattern_free(const urlgrep_memory *memory, struct pattern *p);

/* Append a section's pattern, with the rules that it uses. */
void pattern_text_compose(struct strbuf *out, const struct grammar_table *g,
    unsigned section, unsigned variant);

/* Return the rule whose text contains pattern[item], in a pattern that explains; NULL if the item
 * is in the text of the section. */
const struct grammar_rule *pattern_text_rule_at(const struct grammar_table *g,
    const char *pattern, size_t item);

/* ---- grammars --- */

enum { MAX_RULE_PATTERNS = 288 };

struct added_scheme;

struct urlgrep_grammar {
	urlgrep_memory memory;
	pcre2_general_context *general;
	bool is_strict;
	struct pattern_set ascii;
	struct pattern_set beyond_ascii; /* if it has no table, ascii judges all URLs */
	struct pattern_set shapes;       /* of opaque URLs in running text */
	/* of the rules for running text: MAX_RULE_PATTERNS, each NULL until first needed */
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

/* Prepare for matching. Return false if memory runs out. Even then, call match_state_free(). */
bool match_state_init(struct match_state *m, pcre2_general_context *general);
void match_state_free(struct match_state *m);

/* A text, and the section whose patterns it is matched against. */
struct subject {
	const char *text;
	size_t len;
	const struct pattern_set *set;
	unsigned section;
};

/* Return the subject for a text, with the section of its scheme. */
struct subject subject_make(const struct pattern_set *set, const char *text, size_t len);

const struct grammar_section *subject_section(const struct subject *s);

/* Match text[0..len), with the interpreter if machine code gives up, and return the result of
 * pcre2_match(). */
int match_run(struct match_state *m, const pcre2_code *code, const char *text, size_t len,
    uint32_t options);

/* Do the same from text[at] on with machine code, without the checks of pcre2_match(), for patterns
 * that match bytes. */
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
	struct match_entry *entry; /* of the URL judged last; NULL if it is not there */
	struct strbuf repaired;    /* the URL judged last, with the repairs of loose_encode */
	struct strbuf uri;         /* ... its URI */
	struct strbuf message, suggestion; /* of the last explanation */
};

bool matcher_is_iri(const struct matcher *m, const char *text, size_t len);

/* Write the URI of text[0..len) to m->uri if RFC 3987 accepts it. Return the verdict. */
urlgrep_verdict matcher_encode_iri(struct matcher *m, const char *text, size_t len);

#endif
