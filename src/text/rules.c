/* rules.c - match the rules of src/text/rules by PCRE2 */
#include "text/rules.h"

#include <limits.h>
#include <stdlib.h>

#include "url/grammar.h"
#include "url/subject.h"
#include "util/strbuf.h"

enum {
	/* A rule looks at a few hundred bytes, and its loops are possessive: far more steps than any
	 * of them takes. */
	RULE_MATCH_LIMIT = 100 * 1000,
	/* A set has more alternatives than a grammar, and takes longer to be interpreted. */
	RULE_JIT_AFTER_MATCHES = 8,
	/* To interpret a pattern for more bytes takes longer than to compile it. */
	LONG_TEXT_BYTES = 2048
};

_Static_assert((int)RULE_SET_COUNT <= (int)MAX_RULE_PATTERNS,
    "grammar.h: MAX_RULE_PATTERNS is too small");

struct rules {
	const urlgrep_grammar *grammar;
	struct match_state state;
	bool failed; /* memory was short */
	const struct rule_table *table; /* of the match that runs */
	unsigned conditions;            /* that are true for it */
};

/* Answer a callout: 0 if the rule's conditions are true, else 1, so that PCRE2 backtracks. */
static int
check_conditions(pcre2_callout_block *block, void *data)
{
	const struct rules *r = data;

	return (r->table->rules[block->callout_number - 1].conditions & ~r->conditions) != 0;
}

struct rules *
rules_new(const urlgrep_grammar *grammar)
{
	struct rules *r = memory_allocate_zeroed(grammar_memory(grammar), sizeof(*r));

	if (r == NULL)
		return NULL;
	r->grammar = grammar;
	if (!match_state_init(&r->state, grammar_patterns(grammar)->options.general)) {
		rules_free(r);
		return NULL;
	}
	pcre2_set_match_limit(r->state.context, RULE_MATCH_LIMIT);
	pcre2_set_callout(r->state.context, check_conditions, r);
	return r;
}

void
rules_free(struct rules *r)
{
	if (r == NULL)
		return;
	match_state_free(&r->state);
	memory_release(grammar_memory(r->grammar), r);
}

/* Append the rules of a set as alternatives. The mark of each is its number. It is at the end,
 * since PCRE2 does not look beyond a mark for the bytes that a match can begin with. If the rule
 * has conditions, a callout before the mark checks them. */
static void
compose(struct strbuf *text, const struct rule_table *table)
{
	unsigned i;

	for (i = 0; i < table->rule_count; i++) {
		const struct rule *rule = &table->rules[i];

		strbuf_append_string(text, i ? "|(?:" : "(?:");
		strbuf_append_string(text, rule->pattern);
		strbuf_append_string(text, ")");
		if (rule->conditions)
			strbuf_printf(text, "(?C%u)", i + 1);
		strbuf_printf(text, "(*:%u)", i + 1);
	}
}

/* Return the pattern of a set, or NULL without memory. */
static struct pattern *
find_pattern(const urlgrep_grammar *grammar, enum rule_set set)
{
	const struct rule_table *table = &rule_tables[set];
	const struct pattern_options *options = &grammar_patterns(grammar)->options;
	_Atomic(struct pattern *) *place = grammar_rule_pattern(grammar, set);
	struct pattern *p = atomic_load_explicit(place, memory_order_acquire);
	struct strbuf text = { .memory = options->memory };

	if (p)
		return p;
	compose(&text, table);
	if (!text.failed)
		p = pattern_publish(place, options, (urlgrep_span){ text.at, text.len },
		    PCRE2_EXTENDED | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY |
		    (table->is_utf ? PCRE2_UTF | PCRE2_MATCH_INVALID_UTF : 0) |
		    (table->is_anchored ? PCRE2_ANCHORED : 0));
	strbuf_free(&text);
	return p;
}

unsigned
rules_find(struct rules *r, enum rule_set set, unsigned conditions, const char *text,
    size_t len, size_t at, struct rule_match *match)
{
	struct pattern *p = find_pattern(r->grammar, set);
	const struct match_state *m = &r->state;
	const PCRE2_SIZE *offsets;
	const pcre2_code *code;
	unsigned jit_after = RULE_JIT_AFTER_MATCHES;
	uint32_t options = 0;
	int rc;

	if (p == NULL) {
		r->failed = true;
		return 0;
	}
	r->table = &rule_tables[set];
	r->conditions = conditions;
	/* Where bytes are not UTF-8, machine code and the interpreter of PCRE2 10.42 differ. */
	if (rule_tables[set].is_utf) {
		options = PCRE2_NO_JIT;
		jit_after = UINT_MAX;
	} else if (len - at > LONG_TEXT_BYTES) {
		jit_after = 0;
	}
	code = pattern_code(&grammar_patterns(r->grammar)->options, p, jit_after);
	rc = pcre2_match(code, (PCRE2_SPTR)text, len, at, options, m->data, m->context);
	if (rc == PCRE2_ERROR_JIT_STACKLIMIT)
		rc = pcre2_match(code, (PCRE2_SPTR)text, len, at, PCRE2_NO_JIT, m->data, m->context);
	r->failed |= rc == PCRE2_ERROR_NOMEMORY;
	if (rc < 0)
		return 0;
	offsets = pcre2_get_ovector_pointer(m->data);
	*match = (struct rule_match){ offsets[0], offsets[1] };
	return (unsigned)strtoul((const char *)pcre2_get_mark(m->data), NULL, 10);
}

bool
rules_failed(struct rules *r)
{
	bool failed = r->failed;

	r->failed = false;
	return failed;
}
