/* rules.c - match the rules of src/text/rules by PCRE2 */
#include "text/rules.h"

#include <string.h>

#include "url/grammar.h"
#include "url/match.h"
#include "util/utf8.h"

enum {
	/* Far more steps than a rule takes: it reads a few hundred bytes with possessive loops. */
	RULE_MATCH_LIMIT = 100 * 1000,
	/* Compiling machine code costs as much as interpreting a rule this many times. */
	RULE_JIT_AFTER_MATCHES = 64
};

_Static_assert((int)RULE_COUNT <= (int)MAX_RULE_PATTERNS,
    "match.h: MAX_RULE_PATTERNS is too small");

struct rules {
	const urlgrep_grammar *grammar;
	struct match_state state;
	bool failed; /* out of memory */
};

struct rules *
rules_new(const urlgrep_grammar *grammar)
{
	struct rules *r = memory_allocate_zeroed(grammar_memory(grammar), sizeof(*r));

	if (r == NULL)
		return NULL;
	r->grammar = grammar;
	if (!match_state_init(&r->state, grammar->ascii.options.general)) {
		rules_free(r);
		return NULL;
	}
	pcre2_set_match_limit(r->state.context, RULE_MATCH_LIMIT);
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

/* Return the pattern of a rule of a set, or NULL if memory runs out. */
static struct pattern *
find_pattern(const urlgrep_grammar *grammar, const struct rule_table *table, unsigned rule)
{
	_Atomic(struct pattern *) *place = &grammar->rules[table->first_number + rule];
	struct pattern *p = atomic_load_explicit(place, memory_order_acquire);
	const char *text = table->rules[rule].pattern;

	return p ? p : pattern_publish(place, &grammar->ascii.options,
	    (urlgrep_span){ text, strlen(text) }, PCRE2_EXTENDED | PCRE2_DOTALL |
	    PCRE2_DOLLAR_ENDONLY | PCRE2_ANCHORED |
	    PCRE2_NO_START_OPTIMIZE | PCRE2_NO_AUTO_POSSESS | /* useless here */
	    (table->is_utf ? PCRE2_UTF | PCRE2_MATCH_INVALID_UTF : 0));
}

/* Return true if the rule matches at s->text[at], and set *match. */
static bool
match_rule(const struct rule_search *s, unsigned rule, size_t at, struct rule_match *match)
{
	struct rules *r = s->rules;
	struct pattern *p = find_pattern(r->grammar, s->table, rule);
	const struct match_state *m = &r->state;
	const PCRE2_SIZE *offsets;
	const pcre2_code *code;
	int rc;

	if (p == NULL) {
		r->failed = true;
		return false;
	}
	/* In text that is not UTF-8, machine code and interpreter of PCRE2 10.42 differ. */
	code = s->table->is_utf ? p->code : pattern_code(&r->grammar->ascii.options, p,
	    RULE_JIT_AFTER_MATCHES);
	rc = code != p->code ? match_jit(m, code, s->text, s->len, at) :
	    pcre2_match(code, (PCRE2_SPTR)s->text, s->len, at, 0, m->data, m->context);
	r->failed |= rc == PCRE2_ERROR_NOMEMORY;
	if (rc < 0)
		return false;
	offsets = pcre2_get_ovector_pointer(m->data);
	*match = (struct rule_match){ offsets[0], offsets[1] };
	return true;
}

/* Return the length of a character beyond US-ASCII at text[at] that the rules skip; 0 if there is
 * none. */
static inline size_t
skipped_length(const struct rule_table *table, const char *text, size_t len, size_t at)
{
	uint32_t code;

	return at < len && (unsigned char)text[at] >= 0x80 && table->skips_characters ?
	    utf8_decode(text + at, len - at, &code) : 0;
}

static inline const struct rules_of_byte *
rules_of(const struct rule_table *table, const char *text, size_t len, size_t at)
{
	return &table->bytes[at < len ? (unsigned char)text[at] : END_OF_TEXT];
}

struct rule_search
rules_search(struct rules *r, enum rule_set set, unsigned conditions, const char *text, size_t len,
    size_t at)
{
	const struct rule_table *table = &rule_tables[set];
	struct rule_search s = { r, table, text, len, at, 0 };
	uint64_t wanted = !table->is_anchored ? UINT64_MAX :
	    rules_of(table, text, len, at)->first & rules_of(table, text, len, at + 1)->second;
	uint64_t here, impossible = wanted & ~table->bytes[END_OF_TEXT].had;
	size_t k;

	for (k = at; impossible && k < len; k++)
		impossible &= ~table->bytes[(unsigned char)text[k]].had;
	s.possible = wanted & ~impossible;
	for (here = s.possible; here; here &= here - 1)
		if (table->rules[__builtin_ctzll(here)].conditions & ~conditions)
			s.possible ^= here & -here;
	return s;
}

unsigned
rules_next(struct rule_search *s, struct rule_match *match)
{
	const struct rule_table *table = s->table;
	uint64_t here;
	unsigned i;
	size_t k, at = s->at;

	for (; at <= s->len && s->possible; at++) {
		here = s->possible & rules_of(table, s->text, s->len, at)->first;
		k = skipped_length(table, s->text, s->len, at);
		if (k > 0) {
			at += k - 1;
			continue;
		}
		here = here ? here & rules_of(table, s->text, s->len, at + 1)->second : 0;
		for (; here; here &= here - 1) {
			i = (unsigned)__builtin_ctzll(here);
			if (!match_rule(s, i, at, match))
				continue;
			if (!table->rules[i].skips) {
				s->at = match->end > match->begin ? match->end : match->begin + 1;
				return i + 1;
			}
			at = match->end - 1;
			break;
		}
		if (table->is_anchored)
			break;
	}
	s->possible = 0;
	return 0;
}

unsigned
rules_find(struct rules *r, enum rule_set set, unsigned conditions, const char *text,
    size_t len, size_t at, struct rule_match *match)
{
	struct rule_search s = rules_search(r, set, conditions, text, len, at);

	return rules_next(&s, match);
}

bool
rules_failed(struct rules *r)
{
	bool failed = r->failed;

	r->failed = false;
	return failed;
}
