/* matcher.c - compile the patterns of a grammar when they are first needed, match by
 * them, and find out why they do not match
 *
 * No other file of the library includes PCRE2. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdatomic.h>
#include <string.h>

#include "url/grammar_table.h"
#include "url/match_cache.h"
#include "url/matcher.h"
#include "url/pattern_text.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum {
	MATCH_LIMIT = 20 * 1000 * 1000,
	HEAP_LIMIT_KIB = 64 * 1024,
	/* JIT-compiling a section costs as much as interpreting it about 50 times. */
	JIT_AFTER_MATCHES = 32
};

/* A section's compiled pattern. */
struct pattern {
	pcre2_code *code;
	_Atomic(pcre2_code *) jit_code; /* a copy with machine code, or NULL */
	atomic_uint match_count;        /* before there was one */
};

/* The patterns of a grammar: one for each section and variant, or NULL. */
struct pattern_set {
	const struct grammar_table *table;
	_Atomic(struct pattern *) *patterns;
};

struct urlgrep_grammar {
	urlgrep_memory memory;
	pcre2_general_context *general;
	bool use_jit;
	bool use_jit_early;
	struct pattern_set ascii;
	struct pattern_set beyond_ascii; /* without a table: ascii judges all URLs */
};

struct matcher {
	const urlgrep_grammar *grammar;
	pcre2_match_context *context;
	pcre2_match_data *data;
	struct match_cache *cache; /* NULL until the first URL is judged */
};

/* ---- compile a pattern when it is first needed --- */

static void
pattern_free(const urlgrep_grammar *g, struct pattern *p)
{
	if (p == NULL)
		return;
	pcre2_code_free(p->code);
	pcre2_code_free(atomic_load(&p->jit_code));
	memory_release(&g->memory, p);
}

static bool
is_trace(unsigned variant)
{
	return variant == PATTERN_TRACE || variant == PATTERN_TRACE_HOST;
}

/* Return a compiled pattern, or NULL. The grammars compile (tests/unit/test_grammars.c), so
 * there is no memory then. */
static pcre2_code *
compile(const urlgrep_grammar *g, const struct grammar_table *table, unsigned section,
    unsigned variant)
{
	pcre2_compile_context *context = pcre2_compile_context_create(g->general);
	struct strbuf text = { .memory = &g->memory };
	uint32_t options = PCRE2_DOLLAR_ENDONLY | (table->is_utf ? PCRE2_UTF : 0) |
	    (is_trace(variant) ? PCRE2_AUTO_CALLOUT : 0);
	pcre2_code *code = NULL;
	PCRE2_SIZE offset;
	int error;

	pattern_text_compose(&text, table, section, variant);
	if (context && !text.failed)
		code = pcre2_compile((PCRE2_SPTR)text.at, text.len, options, &error,
		    &offset, context);
	strbuf_free(&text);
	pcre2_compile_context_free(context);
	return code;
}

static struct pattern *
pattern_new(const urlgrep_grammar *g, const struct grammar_table *table,
    unsigned section, unsigned variant)
{
	struct pattern *p = memory_allocate_zeroed(&g->memory, sizeof(*p));

	if (p == NULL)
		return NULL;
	p->code = compile(g, table, section, variant);
	if (p->code == NULL) {
		pattern_free(g, p);
		return NULL;
	}
	return p;
}

static _Atomic(struct pattern *) *
pattern_place(const struct pattern_set *set, unsigned section, unsigned variant)
{
	return &set->patterns[section * pattern_variant_count(set->table) + variant];
}

/* Return a pattern of the set, or NULL if there is no memory. Racing threads may
 * compile it twice; the first to publish wins. */
static struct pattern *
find_pattern(const urlgrep_grammar *g, const struct pattern_set *set,
    unsigned section, unsigned variant)
{
	_Atomic(struct pattern *) *place = pattern_place(set, section, variant);
	struct pattern *p = atomic_load_explicit(place, memory_order_acquire);
	struct pattern *mine;

	if (p)
		return p;
	mine = pattern_new(g, set->table, section, variant);
	if (mine == NULL)
		return NULL;
	if (atomic_compare_exchange_strong(place, &p, mine))
		return mine;
	pattern_free(g, mine);
	return p;
}

static unsigned
pattern_count(const struct grammar_table *table)
{
	return table->section_count * pattern_variant_count(table);
}

static bool
pattern_set_init(const urlgrep_grammar *g, struct pattern_set *set,
    const struct grammar_table *table)
{
	set->table = table;
	set->patterns = memory_allocate_zeroed(&g->memory,
	    pattern_count(table) * sizeof(*set->patterns));
	return set->patterns != NULL;
}

static void
pattern_set_free(const urlgrep_grammar *g, struct pattern_set *set)
{
	unsigned i;

	for (i = 0; set->patterns && i < pattern_count(set->table); i++)
		pattern_free(g, set->patterns[i]);
	memory_release(&g->memory, set->patterns);
}

/* ---- grammars --- */

const char *
urlgrep_grammar_name(unsigned index)
{
	return index < grammar_table_count ? grammar_tables[index].name : NULL;
}

const char *
urlgrep_grammar_base(const char *name)
{
	const struct grammar_table *table = grammar_find(name);

	return table ? table->base : NULL;
}

const char *
urlgrep_grammar_text(const char *name)
{
	const struct grammar_table *table = grammar_find(name);

	return table ? table->text : NULL;
}

const urlgrep_memory *
grammar_memory(const urlgrep_grammar *grammar)
{
	return &grammar->memory;
}

bool
grammar_is_iri(const urlgrep_grammar *grammar)
{
	return grammar->beyond_ascii.table != NULL;
}

static bool
init_pattern_sets(urlgrep_grammar *g, const struct grammar_table *table)
{
	if (table->base == NULL)
		return pattern_set_init(g, &g->ascii, table);
	return pattern_set_init(g, &g->ascii, grammar_find(table->base)) &&
	    pattern_set_init(g, &g->beyond_ascii, table);
}

urlgrep_grammar *
urlgrep_grammar_new(const char *name, unsigned flags,
    const urlgrep_memory *memory, urlgrep_status *why)
{
	const struct grammar_table *table = grammar_find(name);
	urlgrep_status ignored;
	urlgrep_grammar *g;

	if (memory == NULL)
		memory = &memory_default;
	if (why == NULL)
		why = &ignored;
	*why = URLGREP_UNKNOWN;
	if (table == NULL)
		return NULL;
	*why = URLGREP_NOMEM;
	g = memory_allocate_zeroed(memory, sizeof(*g));
	if (g == NULL)
		return NULL;
	g->memory = *memory;
	g->use_jit = !(flags & URLGREP_NO_JIT);
	g->use_jit_early = (flags & URLGREP_EARLY_JIT) != 0;
	g->general = pcre2_general_context_create(g->memory.allocate,
	    g->memory.release, g->memory.data);
	if (g->general == NULL || !init_pattern_sets(g, table)) {
		urlgrep_grammar_free(g);
		return NULL;
	}
	*why = URLGREP_OK;
	return g;
}

void
urlgrep_grammar_free(urlgrep_grammar *grammar)
{
	urlgrep_memory memory;

	if (grammar == NULL)
		return;
	memory = grammar->memory;
	pattern_set_free(grammar, &grammar->ascii);
	pattern_set_free(grammar, &grammar->beyond_ascii);
	pcre2_general_context_free(grammar->general);
	memory_release(&memory, grammar);
}

/* ---- matching --- */

struct matcher *
matcher_new(const urlgrep_grammar *grammar)
{
	struct matcher *m = memory_allocate_zeroed(&grammar->memory, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->grammar = grammar;
	m->context = pcre2_match_context_create(grammar->general);
	m->data = pcre2_match_data_create(URLGREP_MAX_PARTS + 1, grammar->general);
	if (m->context == NULL || m->data == NULL) {
		matcher_free(m);
		return NULL;
	}
	pcre2_set_match_limit(m->context, MATCH_LIMIT);
	pcre2_set_depth_limit(m->context, MATCH_LIMIT);
	pcre2_set_heap_limit(m->context, HEAP_LIMIT_KIB);
	return m;
}

void
matcher_free(struct matcher *m)
{
	if (m == NULL)
		return;
	pcre2_match_data_free(m->data);
	pcre2_match_context_free(m->context);
	match_cache_free(m->cache);
	memory_release(&m->grammar->memory, m);
}

/* A text to be matched, and by what. */
struct subject {
	const char *text;
	size_t len;
	const struct pattern_set *set;
	unsigned section;
};

static struct subject
make_subject(const urlgrep_grammar *g, const char *text, size_t len)
{
	struct subject s = { text, len, &g->ascii, 0 };

	if (grammar_is_iri(g) && !utf8_is_ascii(text, len))
		s.set = &g->beyond_ascii;
	s.section = grammar_find_section(s.set->table, text, len);
	return s;
}

static const struct grammar_section *
subject_section(const struct subject *s)
{
	return &s->set->table->sections[s->section];
}

static struct pattern *
subject_pattern(const struct matcher *m, const struct subject *s, unsigned variant)
{
	return find_pattern(m->grammar, s->set, s->section, variant);
}

/* Return a copy of the pattern's code with machine code; without if that is not
 * possible. Racing threads may compile it twice; the first to publish wins. */
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

/* Return the machine code of a pattern once it matched often enough, else the code to
 * be interpreted. */
static const pcre2_code *
jit_or_interpreted(const struct matcher *m, struct pattern *p)
{
	const urlgrep_grammar *g = m->grammar;
	const pcre2_code *code = atomic_load_explicit(&p->jit_code, memory_order_acquire);

	if (code)
		return code;
	if (!g->use_jit)
		return p->code;
	if (!g->use_jit_early && atomic_fetch_add_explicit(&p->match_count, 1,
	    memory_order_relaxed) < JIT_AFTER_MATCHES)
		return p->code;
	return jit_compile(p);
}

/* Return true if JIT-compiled code gave up where the interpreter may not: its stack is
 * small, and it counts matches in another way. */
static bool
needs_interpreter(int rc)
{
	return rc == PCRE2_ERROR_JIT_STACKLIMIT || rc == PCRE2_ERROR_JIT_BADOPTION ||
	    rc == PCRE2_ERROR_MATCHLIMIT;
}

static int
match(struct matcher *m, const pcre2_code *code, const char *text, size_t len,
    uint32_t options)
{
	int rc = pcre2_match(code, (PCRE2_SPTR)text, len, 0,
	    options, m->data, m->context);

	if (needs_interpreter(rc))
		rc = pcre2_match(code, (PCRE2_SPTR)text, len, 0,
		    options | PCRE2_NO_JIT, m->data, m->context);
	return rc;
}

/* Match by machine code, without the checks of pcre2_match(). */
static int
match_jit(struct matcher *m, const pcre2_code *code, const char *text, size_t len)
{
	int rc = pcre2_jit_match(code, (PCRE2_SPTR)text, len, 0, 0, m->data, m->context);

	if (needs_interpreter(rc))
		rc = pcre2_match(code, (PCRE2_SPTR)text, len, 0, PCRE2_NO_JIT, m->data,
		    m->context);
	return rc;
}

static bool
is_utf8_error(int rc)
{
	return rc <= PCRE2_ERROR_UTF8_ERR1 && rc >= PCRE2_ERROR_UTF8_ERR21;
}

static urlgrep_status
status_of_match(int rc)
{
	if (rc >= 0)
		return URLGREP_OK;
	if (is_utf8_error(rc))
		return URLGREP_INVALID;
	switch (rc) {
	case PCRE2_ERROR_NOMATCH:
	case PCRE2_ERROR_PARTIAL:
		return URLGREP_INVALID;
	case PCRE2_ERROR_NOMEMORY:
		return URLGREP_NOMEM;
	default: /* the limit of matches, depth or heap */
		return URLGREP_LIMIT;
	}
}

/* Fill in the parts of the URL that was matched. Return a bit for each group that is
 * set; bit 0 is the first group. */
static unsigned
fill_parts(const struct matcher *m, const struct grammar_section *section,
    urlgrep_url *url)
{
	const PCRE2_SIZE *offsets = pcre2_get_ovector_pointer(m->data) + 2;
	unsigned i, groups = 0;

	for (i = 0; i < section->part_count; i++, offsets += 2) {
		if (offsets[0] == PCRE2_UNSET)
			continue;
		url->parts[url->part_count++] = (urlgrep_part){
			section->part_names[i],
			{ url->text.text + offsets[0], offsets[1] - offsets[0] }
		};
		groups |= 1u << i;
	}
	return groups;
}

/* Judge a URL. Return the groups of its parts; see fill_parts. */
static unsigned
judge(struct matcher *m, const struct subject *s, urlgrep_url *url)
{
	struct pattern *p = subject_pattern(m, s, PATTERN_JUDGE);
	const pcre2_code *code;
	int rc;

	url->text = (urlgrep_span){ s->text, s->len };
	url->part_count = 0;
	url->verdict = URLGREP_NOMEM;
	if (p == NULL)
		return 0;
	code = jit_or_interpreted(m, p);
	if (code != p->code && !s->set->table->is_utf)
		rc = match_jit(m, code, s->text, s->len);
	else
		rc = match(m, code, s->text, s->len, 0);
	url->verdict = status_of_match(rc);
	return url->verdict == URLGREP_OK ? fill_parts(m, subject_section(s), url) : 0;
}

urlgrep_status
matcher_judge(struct matcher *m, const char *text, size_t len, urlgrep_url *url)
{
	struct subject s;
	unsigned groups;

	if (match_cache_find(m->cache, text, len, url))
		return url->verdict;
	s = make_subject(m->grammar, text, len);
	groups = judge(m, &s, url);
	if (m->cache == NULL)
		m->cache = match_cache_new(&m->grammar->memory);
	match_cache_keep(m->cache, url, subject_section(&s), groups);
	return url->verdict;
}

urlgrep_status
matcher_judge_url(struct matcher *m, const char *text, size_t len, unsigned flags,
    urlgrep_url *url)
{
	if (len > URLGREP_MAX_URL_BYTES) {
		url->text = (urlgrep_span){ text, len };
		url->part_count = 0;
		return url->verdict = URLGREP_LIMIT;
	}
	matcher_judge(m, text, len, url);
	if (flags & URLGREP_NO_FRAGMENT && url->verdict == URLGREP_OK &&
	    memchr(text, '#', len)) {
		url->part_count = 0;
		url->verdict = URLGREP_INVALID;
	}
	return url->verdict;
}

/* ---- the longest viable prefix --- */

/* Return the offset at, moved back to the beginning of a UTF-8 character. */
static size_t
character_begin(const struct subject *s, size_t at)
{
	if (s->set->table->is_utf && at < s->len)
		while (at > 0 && ((unsigned char)s->text[at] & 0xC0) == 0x80)
			at--;
	return at;
}

/* Cut the subject before the first byte that belongs to no character: no viable
 * prefix is longer. */
static void
cut_to_characters(struct matcher *m, struct subject *s)
{
	const struct pattern *p = subject_pattern(m, s, PATTERN_UNCOUNTED);

	if (s->set->table->is_utf && p &&
	    is_utf8_error(match(m, p->code, s->text, s->len, 0)))
		s->len = pcre2_get_startchar(m->data);
}

/* Reduce *viable to the length of the longest prefix that matches, or matches in part.
 * All shorter prefixes match in part then, so this is a binary search. */
static urlgrep_status
bisect_viable(struct matcher *m, const struct subject *s, unsigned variant,
    size_t *viable)
{
	const struct pattern *p = subject_pattern(m, s, variant);
	size_t low = 0, high = *viable;

	if (p == NULL)
		return URLGREP_NOMEM;
	while (low < high) {
		size_t middle = low + (high - low + 1) / 2;
		int rc = match(m, p->code, s->text, character_begin(s, middle),
		    PCRE2_PARTIAL_HARD);

		if (rc >= 0 || rc == PCRE2_ERROR_PARTIAL)
			low = middle;
		else if (status_of_match(rc) == URLGREP_INVALID)
			high = middle - 1;
		else
			return status_of_match(rc);
	}
	*viable = character_begin(s, low);
	return URLGREP_OK;
}

/* Find the viable prefix in a grammar with rules that look ahead to count ("not 64 of
 * these"). Such a rule reaches the end of every short prefix, so that all of them match
 * in part. Therefore, search without these rules first, then with each one alone: there
 * only its failure matters. *limiting is the rule that failed, or absent. */
static urlgrep_status
find_viable(struct matcher *m, const struct subject *s, size_t *viable,
    urlgrep_span *limiting)
{
	const struct grammar_table *table = s->set->table;
	urlgrep_status status;
	unsigned n;

	*viable = s->len;
	*limiting = (urlgrep_span){ NULL, 0 };
	status = bisect_viable(m, s, PATTERN_UNCOUNTED, viable);
	for (n = 0; n < table->count_count && status == URLGREP_OK; n++) {
		size_t before = *viable;

		status = bisect_viable(m, s, PATTERN_COUNT + n, viable);
		if (*viable < before)
			*limiting = table->rules[table->counts[n]].name;
	}
	return status;
}

urlgrep_status
matcher_find_viable(struct matcher *m, const char *text, size_t len, size_t *viable)
{
	struct subject s = make_subject(m->grammar, text, len);
	urlgrep_span limiting;

	cut_to_characters(m, &s);
	return find_viable(m, &s, viable, &limiting);
}

/* ---- the rule that cannot go on --- */

/* Finds the item of the pattern that was tried first at the offset of the failure, or
 * at the nearest offset before it that the match reached; of nested groups, the first
 * item of the innermost. If the match went back and reached the offset again, the later
 * time counts. */
struct callout_trace {
	size_t offset;
	const struct grammar_table *table;
	const char *pattern;
	bool only_prose; /* look only at prose rules that have a message */
	size_t reached;
	size_t item;
	bool is_settled;
};

/* Rules that only the prose of a standard gives have names that begin with "p_". */
static bool
is_prose_rule(urlgrep_span rule)
{
	return rule.len > 2 && memcmp(rule.text, "p_", 2) == 0;
}

static bool
is_prose_with_message(const struct callout_trace *trace, size_t item)
{
	const struct grammar_rule *rule = grammar_find_rule(trace->table,
	    pattern_text_rule_at(trace->table, trace->pattern, item));

	return rule && is_prose_rule(rule->name) && !rule->is_count && rule->why.text;
}

static int
trace_callout(pcre2_callout_block *block, void *data)
{
	struct callout_trace *trace = data;
	size_t at = block->current_position;

	if (trace->only_prose && !is_prose_with_message(trace, block->pattern_position))
		return 0;
	if (at < trace->reached)
		trace->is_settled = false;
	if (at > trace->offset || at < trace->reached ||
	    (at == trace->reached && trace->is_settled))
		return 0;
	trace->reached = at;
	trace->item = block->pattern_position;
	trace->is_settled = trace->pattern[trace->item] != '(';
	return 0;
}

/* Set *rule to the rule that was at work at the offset, absent if none was. Returns OK
 * or NOMEM. */
static urlgrep_status
find_rule(struct matcher *m, const struct subject *s, size_t offset,
    bool only_prose, urlgrep_span *rule)
{
	const struct grammar_table *table = s->set->table;
	unsigned variant = memchr(s->text, '@', s->len) ? PATTERN_TRACE :
	    PATTERN_TRACE_HOST;
	struct pattern *p = subject_pattern(m, s, variant);
	struct strbuf text = { .memory = &m->grammar->memory };
	struct callout_trace trace = { .offset = offset, .table = table,
		.only_prose = only_prose };
	int rc = PCRE2_ERROR_NOMEMORY;

	*rule = (urlgrep_span){ NULL, 0 };
	pattern_text_compose(&text, table, s->section, variant);
	strbuf_append(&text, "", 1);
	if (p && !text.failed) {
		trace.pattern = text.at;
		pcre2_set_callout(m->context, trace_callout, &trace);
		rc = match(m, p->code, s->text, s->len, 0);
		pcre2_set_callout(m->context, NULL, NULL);
		if (trace.item)
			*rule = pattern_text_rule_at(table, text.at, trace.item);
	}
	strbuf_free(&text);
	return status_of_match(rc) == URLGREP_NOMEM ? URLGREP_NOMEM : URLGREP_OK;
}

/* Return OK if the BNF of the grammar without its prose accepts the text; INVALID if
 * it does not, or if there is no such BNF; LIMIT; NOMEM. */
static urlgrep_status
judge_by_bnf(struct matcher *m, const struct subject *s)
{
	int bnf = s->set->table->bnf_section;
	const struct pattern *p;

	if (bnf < 0)
		return URLGREP_INVALID;
	p = find_pattern(m->grammar, s->set, (unsigned)bnf, PATTERN_JUDGE);
	return p ? status_of_match(match(m, p->code, s->text, s->len, 0)) :
	    URLGREP_NOMEM;
}

/* Complete *failure, whose offset is known and whose rule is a rule that counts, or
 * absent. */
static urlgrep_status
explain_failure(struct matcher *m, const struct subject *s, struct failure *failure)
{
	const struct grammar_table *table = s->set->table;
	urlgrep_span rule = failure->rule;
	urlgrep_status status = URLGREP_OK, bnf = judge_by_bnf(m, s);

	if (bnf == URLGREP_NOMEM)
		return bnf;
	if (rule.text == NULL)
		status = find_rule(m, s, failure->offset, false, &rule);
	if (rule.text == NULL)
		rule = subject_section(s)->production;
	failure->is_prose = bnf == URLGREP_OK ||
	    (table->bnf_section < 0 && is_prose_rule(rule));
	failure->rule = rule;
	failure->why = grammar_find_why(table, rule);
	if (status == URLGREP_OK && failure->is_prose && failure->why.text == NULL)
		status = find_rule(m, s, failure->offset, true, &rule);
	if (rule.text)
		failure->rule = rule;
	failure->why = grammar_find_why(table, failure->rule);
	failure->rule = grammar_rule_shown(failure->rule);
	return status;
}

urlgrep_status
matcher_find_failure(struct matcher *m, const char *text, size_t len,
    struct failure *failure)
{
	struct subject s = make_subject(m->grammar, text, len);
	urlgrep_status status;

	cut_to_characters(m, &s);
	status = find_viable(m, &s, &failure->offset, &failure->rule);
	return status == URLGREP_OK ? explain_failure(m, &s, failure) : status;
}

/* ---- what PCRE2 offers here --- */

int
urlgrep_jit(void)
{
	int error, rc;
	PCRE2_SIZE at;
	pcre2_code *code =
	    pcre2_compile((PCRE2_SPTR)"a", 1, 0, &error, &at, NULL);

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
	size_t len;

	if (size == 0)
		return;
	pcre2_config(PCRE2_CONFIG_VERSION, version);
	len = strlen(version);
	if (len >= size)
		len = size - 1;
	memcpy(text, version, len);
	text[len] = '\0';
}
