/* pattern.c - the patterns of a grammar, which PCRE2 compiles when they are first needed */
#include "url/match.h"

#include <stdio.h>
#include <string.h>

#include "urlgrep.h"
#include "util/ascii.h"

/* ---- the text of a pattern --- */

/* Return the replacement of a rule, or NULL if it is kept. */
static const char *
replacement(const struct grammar_table *g, const struct grammar_rule *rule, unsigned variant)
{
	static const char no_match[] = "(?!) ";
	bool is_kept = pattern_variant_judges(variant) || (variant >= PATTERN_COUNT &&
	    rule == &g->rules[g->counts[variant - PATTERN_COUNT]]);

	if (rule->is_count && !is_kept)
		return "";
	if (rule->is_bracketed && pattern_variant_judges(variant) && variant != PATTERN_JUDGE)
		return no_match;
	return rule->is_user && (variant == PATTERN_TRACE_HOST ||
	    variant == PATTERN_JUDGE_USERLESS) ? no_match : NULL;
}

/* Append text of a pattern that judges. A rule that is used only once is inlined, since PCRE2 needs
 * longer for a call. */
static void
append_inlined(struct strbuf *out, const struct grammar_table *g, const unsigned char *uses,
    unsigned variant, urlgrep_span text)
{
	const char *at = text.text, *end = at + text.len, *use;

	while ((use = memmem(at, (size_t)(end - at), "(?&", 3)) != NULL) {
		const char *close = memchr(use, ')', (size_t)(end - use));
		urlgrep_span name = { use + 3, (size_t)(close - use) - 3 };
		const struct grammar_rule *rule = grammar_find_rule(g, name);
		size_t head = name.len + strlen("(?<>");

		strbuf_append(out, at, (size_t)(use - at));
		at = close + 1;
		if (replacement(g, rule, variant)) {
			strbuf_append_string(out, replacement(g, rule, variant));
		} else if (uses[rule - g->rules] == 1) {
			strbuf_append_string(out, "(?:");
			append_inlined(out, g, uses, variant,
			    (urlgrep_span){ rule->text.text + head, rule->text.len - head });
			strbuf_append_string(out, "\n"); /* the rule may end in a comment */
		} else {
			strbuf_append(out, use, (size_t)(at - use));
		}
	}
	strbuf_append(out, at, (size_t)(end - at));
}

/* Append a named rule. */
static void
append_rule(struct strbuf *out, const struct grammar_table *g,
    const struct grammar_rule *rule, unsigned variant)
{
	const char *instead = replacement(g, rule, variant);

	if (instead)
		strbuf_printf(out, "(?<%.*s> %s)", (int)rule->name.len, rule->name.text, instead);
	else
		strbuf_append(out, rule->text.text, rule->text.len);
	strbuf_append_string(out, "\n");
}

/* The section comes first, so that its captures are the groups from 1 on. */
void
pattern_text_compose(struct strbuf *out, const struct grammar_table *g,
    unsigned section, unsigned variant)
{
	const struct grammar_section *s = &g->sections[section];
	const unsigned char *uses = pattern_variant_judges(variant) && variant != PATTERN_JUDGE ?
	    s->unbracketed_uses : s->uses;
	bool judges = pattern_variant_judges(variant);
	unsigned i;

	strbuf_append_string(out, "(?x)\\A(?:");
	if (judges)
		append_inlined(out, g, uses, variant, s->body);
	else
		strbuf_append(out, s->body.text, s->body.len);
	strbuf_append_string(out, "\n)\\z(?(DEFINE)\n");
	for (i = 0; i < g->rule_count; i++) {
		if (!judges && uses[i]) {
			append_rule(out, g, &g->rules[i], variant);
		} else if (judges && uses[i] > 1 && replacement(g, &g->rules[i], variant) == NULL) {
			append_inlined(out, g, uses, variant, g->rules[i].text);
			strbuf_append_string(out, "\n");
		}
	}
	strbuf_append_string(out, ")");
}

/* The text of a rule begins a line, and no other line begins with a named group. */
const struct grammar_rule *
pattern_text_rule_at(const struct grammar_table *g, const char *pattern, size_t item)
{
	while (item > 0 && (pattern[item - 1] != '\n' || memcmp(pattern + item, "(?<", 3) != 0))
		item--;
	pattern += item + strlen("(?<");
	return item ? grammar_find_rule(g, (urlgrep_span){ pattern, strcspn(pattern, ">") }) : NULL;
}

/* ---- compiled patterns --- */

void
pattern_free(const urlgrep_memory *memory, struct pattern *p)
{
	if (p == NULL)
		return;
	pcre2_code_free(p->code);
	pcre2_code_free(atomic_load(&p->jit_code));
	memory_release(memory, p);
}

/* Disable optimizations of PCRE2 that cannot help, since the loops of a grammar are possessive, and
 * its pattern is anchored. They take a tenth of the compile time. */
enum { UNOPTIMIZED = PCRE2_NO_AUTO_POSSESS | PCRE2_NO_START_OPTIMIZE };

static uint32_t
compile_options(const struct grammar_table *table, unsigned variant)
{
	bool is_trace = variant == PATTERN_TRACE || variant == PATTERN_TRACE_HOST;

	return PCRE2_DOLLAR_ENDONLY | PCRE2_NO_AUTO_CAPTURE | (table->is_utf ? PCRE2_UTF : 0) |
	    (is_trace ? PCRE2_AUTO_CALLOUT : 0) |
	    (pattern_variant_judges(variant) ? UNOPTIMIZED : 0);
}

/* Return a compiled pattern; NULL if memory runs out. There is no other error, since tests compile
 * all grammars and rules (tests/library/test_tables.c, tests/unit/text/test_rules.c). */
static struct pattern *
pattern_new(const struct pattern_options *options, urlgrep_span text, uint32_t pcre2_options)
{
	struct pattern *p = memory_allocate_zeroed(options->memory, sizeof(*p));
	pcre2_compile_context *context = pcre2_compile_context_create(options->general);
	PCRE2_SIZE offset;
	int error;

	if (p && context)
		p->code = pcre2_compile((PCRE2_SPTR)text.text, text.len, pcre2_options, &error,
		    &offset, context);
	pcre2_compile_context_free(context);
	if (p && p->code)
		return p;
	pattern_free(options->memory, p);
	return NULL;
}

/* Racing threads may compile the pattern twice; the first to publish wins. */
struct pattern *
pattern_publish(_Atomic(struct pattern *) *place, const struct pattern_options *options,
    urlgrep_span text, uint32_t pcre2_options)
{
	struct pattern *mine = pattern_new(options, text, pcre2_options), *published = NULL;

	if (mine == NULL || atomic_compare_exchange_strong(place, &published, mine))
		return mine;
	pattern_free(options->memory, mine);
	return published;
}

/* If a section uses no rule that a variant omits, two variants share one pattern. */
struct pattern *
pattern_find(const struct pattern_set *set, unsigned section, unsigned variant)
{
	const struct grammar_section *s = &set->table->sections[section];
	_Atomic(struct pattern *) *place;
	struct pattern *p;
	struct strbuf text = { .memory = set->options.memory };

	if (variant == PATTERN_JUDGE_USERLESS && !s->has_users)
		variant = PATTERN_JUDGE_UNBRACKETED;
	if (variant == PATTERN_JUDGE_UNBRACKETED && !s->has_brackets)
		variant = PATTERN_JUDGE;
	place = &set->patterns[variant * set->table->section_count + section];
	p = atomic_load_explicit(place, memory_order_acquire);
	if (p)
		return p;
	pattern_text_compose(&text, set->table, section, variant);
	if (!text.failed)
		p = pattern_publish(place, &set->options, (urlgrep_span){ text.at, text.len },
		    compile_options(set->table, variant));
	strbuf_free(&text);
	return p;
}

/* ---- machine code --- */

/* Return a copy of the pattern's code with machine code, or the code to be interpreted if memory
 * runs out. Racing threads may compile it twice; the first to publish wins. */
static const pcre2_code *
jit_compile(struct pattern *p)
{
	pcre2_code *mine = pcre2_code_copy(p->code), *published = NULL;

	if (mine == NULL)
		return p->code;
	pcre2_jit_compile(mine, PCRE2_JIT_COMPLETE); /* on failure it is interpreted */
	if (atomic_compare_exchange_strong(&p->jit_code, &published, mine))
		return mine;
	pcre2_code_free(mine);
	return published;
}

const pcre2_code *
pattern_code(const struct pattern_options *options, struct pattern *p, unsigned jit_after)
{
	const pcre2_code *code = atomic_load_explicit(&p->jit_code, memory_order_acquire);

	if (code)
		return code;
	if (!options->use_jit)
		return p->code;
	if (!options->use_jit_early && atomic_fetch_add_explicit(&p->match_count, 1,
	    memory_order_relaxed) < jit_after)
		return p->code;
	return jit_compile(p);
}

/* ---- sets --- */

static unsigned
pattern_count(const struct grammar_table *table)
{
	return (PATTERN_COUNT + table->count_count) * table->section_count;
}

bool
pattern_set_init(struct pattern_set *set, const struct grammar_table *table,
    const struct pattern_options *options)
{
	set->table = table;
	set->options = *options;
	set->patterns = memory_allocate_zeroed(options->memory,
	    pattern_count(table) * sizeof(*set->patterns));
	return set->patterns != NULL;
}

void
pattern_set_free(struct pattern_set *set)
{
	unsigned i;

	if (set->patterns == NULL)
		return;
	for (i = 0; i < pattern_count(set->table); i++)
		pattern_free(set->options.memory, set->patterns[i]);
	memory_release(set->options.memory, set->patterns);
}

/* ---- features of the installed PCRE2 --- */

int
urlgrep_jit(void)
{
	int error, rc;
	PCRE2_SIZE at;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)"a", 1, 0, &error, &at, NULL);

	if (code == NULL)
		return 0;
	rc = pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	pcre2_code_free(code);
	return rc == 0;
}

void
urlgrep_pcre2_version(char *text, size_t size)
{
	char version[64];

	pcre2_config(PCRE2_CONFIG_VERSION, version);
	snprintf(text, size, "%s", version);
}
