/* matcher.c - owns PCRE2: compiles the patterns of a language when they are first
 * needed, matches by them, and asks them why they do not match */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdatomic.h>
#include <string.h>

#include "util/ascii.h"
#include "url/matcher.h"
#include "url/match_cache.h"

enum {
	MATCH_LIMIT = 20 * 1000 * 1000,
	HEAP_LIMIT = 64 * 1024, /* KiB */
	OFTEN = 32 /* matches */
};

/* A compiled pattern and the names of its parts, by group number. What matches often
 * is worth making machine code of: that takes as long as some 50 matches without. */
struct pattern {
	pcre2_code *code;
	_Atomic(pcre2_code *) fast; /* a copy with machine code, once there is one */
	atomic_uint matches;        /* until then */
	unsigned part_count;
	const char *part_name[URLGREP_PARTS + 1]; /* [1..]: groups from 1 */
	char names[URLGREP_PARTS * 32];
};

/* A language and its patterns, compiled when they are first asked for. */
struct compiled {
	struct language language;
	_Atomic(struct pattern *) pattern[SECTIONS][PURPOSES];
};

struct urlgrep_grammar {
	urlgrep_memory memory;
	pcre2_general_context *general;
	bool jit, early;
	struct compiled ascii;
	struct compiled *beyond; /* for URLs beyond US-ASCII, or NULL */
};

struct matcher {
	const urlgrep_grammar *grammar;
	pcre2_match_context *context;
	pcre2_match_data *data;
	struct verdicts *verdicts; /* NULL: nothing was judged yet */
};

/* ---- compiling a section, once, when it is first asked for --- */

/* GROUP_NAME becomes group-name, unless %%name says otherwise. */
static void
name_part(const struct language *l, struct pattern *p, unsigned group,
    const char *capture)
{
	char *name = p->names + (group - 1) * 32;
	urlgrep_span given = language_value(l, "%%name",
	    (urlgrep_span){ capture, strlen(capture) });
	size_t i;

	p->part_name[group] = name;
	if (given.text) {
		memcpy(name, given.text, given.len);
		return;
	}
	for (i = 0; capture[i]; i++)
		name[i] = capture[i] == '_' ? '-' : ascii_lower(capture[i]);
}

static void
name_parts(const struct language *l, struct pattern *p)
{
	uint32_t count, size, i;
	PCRE2_SPTR table;

	pcre2_pattern_info(p->code, PCRE2_INFO_NAMECOUNT, &count);
	pcre2_pattern_info(p->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	pcre2_pattern_info(p->code, PCRE2_INFO_NAMETABLE, &table);
	for (i = 0; i < count; i++, table += size) {
		unsigned group = (unsigned)(table[0] << 8 | table[1]);
		const char *capture = (const char *)table + 2;

		if (capture[0] < 'A' || capture[0] > 'Z' || group > URLGREP_PARTS)
			continue;
		name_part(l, p, group, capture);
		if (group > p->part_count)
			p->part_count = group;
	}
}

static void
pattern_free(const urlgrep_grammar *g, struct pattern *p)
{
	if (p) {
		pcre2_code_free(p->code);
		pcre2_code_free(atomic_load(&p->fast));
	}
	memory_release(&g->memory, p);
}

static struct pattern *
pattern_new(const urlgrep_grammar *g, const struct language *l,
    unsigned section, enum purpose purpose)
{
	struct pattern *p = memory_allocate(&g->memory, sizeof(*p));
	char *text = memory_allocate(&g->memory, PATTERN_LONGEST);
	pcre2_compile_context *compile =
	    pcre2_compile_context_create(g->general);
	bool blame = purpose == BLAME || purpose == BLAME_HOST;
	uint32_t options = PCRE2_DOLLAR_ENDONLY |
	    (l->utf ? PCRE2_UTF : 0) |
	    (blame ? PCRE2_AUTO_CALLOUT : 0);
	int error;
	PCRE2_SIZE at;

	if (p)
		memset(p, 0, sizeof(*p));
	if (p && text && compile)
		p->code = pcre2_compile((PCRE2_SPTR)text,
		    language_compose(l, section, purpose, text), options,
		    &error, &at, compile);
	pcre2_compile_context_free(compile);
	memory_release(&g->memory, text);
	if (p == NULL || p->code == NULL) {
		memory_release(&g->memory, p);
		return NULL;
	}
	name_parts(l, p);
	return p;
}

/* Threads that come here together each compile; the first one's stays. */
static struct pattern *
pattern_of(const urlgrep_grammar *g, const struct compiled *c,
    unsigned section, enum purpose purpose)
{
	_Atomic(struct pattern *) *place =
	    &((struct compiled *)c)->pattern[section][purpose];
	struct pattern *p = atomic_load_explicit(place, memory_order_acquire);
	struct pattern *mine;

	if (p)
		return p;
	mine = pattern_new(g, &c->language, section, purpose);
	if (mine == NULL)
		return NULL;
	if (atomic_compare_exchange_strong(place, &p, mine))
		return mine;
	pattern_free(g, mine);
	return p;
}

/* ---- the grammar's life --- */

const char *
urlgrep_grammar_text(const char *name)
{
	const struct grammar_text *t = grammar_text_named(name);

	return t ? t->text : NULL;
}

const urlgrep_memory *
grammar_memory(const urlgrep_grammar *grammar)
{
	return &grammar->memory;
}

bool
grammar_is_iri(const urlgrep_grammar *grammar)
{
	return grammar->beyond != NULL;
}

/* URLs beyond US-ASCII have a grammar of their own. */
static bool
read_beyond(urlgrep_grammar *g)
{
	g->beyond = memory_allocate(&g->memory, sizeof(*g->beyond));
	if (g->beyond == NULL)
		return false;
	memset(g->beyond, 0, sizeof(*g->beyond));
	language_read(&g->beyond->language, grammar_text_named("iri"));
	return true;
}

urlgrep_grammar *
urlgrep_grammar_new(const char *name, unsigned flags,
    const urlgrep_memory *memory, urlgrep_status *why)
{
	urlgrep_status ignored;
	urlgrep_grammar *g;
	bool iri = strcmp(name, "iri") == 0;

	if (memory == NULL)
		memory = &memory_default;
	if (why == NULL)
		why = &ignored;
	*why = URLGREP_UNKNOWN;
	if (grammar_text_named(name) == NULL)
		return NULL;
	*why = URLGREP_NOMEM;
	g = memory_allocate(memory, sizeof(*g));
	if (g == NULL)
		return NULL;
	memset(g, 0, sizeof(*g));
	g->memory = *memory;
	g->jit = !(flags & URLGREP_NO_JIT);
	g->early = (flags & URLGREP_EARLY_JIT) != 0;
	g->general = pcre2_general_context_create(g->memory.allocate,
	    g->memory.release, g->memory.data);
	language_read(&g->ascii.language,
	    grammar_text_named(iri ? "current" : name));
	if (g->general == NULL || (iri && !read_beyond(g))) {
		urlgrep_grammar_free(g);
		return NULL;
	}
	*why = URLGREP_OK;
	return g;
}

static void
free_patterns(const urlgrep_grammar *g, struct compiled *c)
{
	unsigned i, purpose;

	for (i = 0; i < SECTIONS; i++)
		for (purpose = 0; purpose < PURPOSES; purpose++)
			pattern_free(g, c->pattern[i][purpose]);
}

void
urlgrep_grammar_free(urlgrep_grammar *grammar)
{
	urlgrep_memory memory;

	if (grammar == NULL)
		return;
	memory = grammar->memory;
	free_patterns(grammar, &grammar->ascii);
	if (grammar->beyond)
		free_patterns(grammar, grammar->beyond);
	memory_release(&memory, grammar->beyond);
	pcre2_general_context_free(grammar->general);
	memory_release(&memory, grammar);
}

/* ---- matching --- */

struct matcher *
matcher_new(const urlgrep_grammar *grammar)
{
	struct matcher *m = memory_allocate(&grammar->memory, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->grammar = grammar;
	m->verdicts = NULL;
	m->context = pcre2_match_context_create(grammar->general);
	m->data = pcre2_match_data_create(URLGREP_PARTS + 1, grammar->general);
	if (m->context == NULL || m->data == NULL) {
		matcher_free(m);
		return NULL;
	}
	pcre2_set_match_limit(m->context, MATCH_LIMIT);
	pcre2_set_depth_limit(m->context, MATCH_LIMIT);
	pcre2_set_heap_limit(m->context, HEAP_LIMIT);
	return m;
}

void
matcher_free(struct matcher *m)
{
	if (m == NULL)
		return;
	pcre2_match_data_free(m->data);
	pcre2_match_context_free(m->context);
	verdicts_free(m->verdicts);
	memory_release(&m->grammar->memory, m);
}

/* A text to be matched, and by what. */
struct subject {
	const char *text;
	size_t len;
	const struct compiled *compiled;
	unsigned section;
};

static struct subject
subject_of(const urlgrep_grammar *g, const char *text, size_t len)
{
	struct subject s = { text, len, &g->ascii, 0 };
	size_t i;

	if (g->beyond)
		for (i = 0; i < len && s.compiled == &g->ascii; i++)
			if ((unsigned char)text[i] >= 0x80)
				s.compiled = g->beyond;
	s.section = language_section(&s.compiled->language, text, len);
	return s;
}

/* Threads that come here together each make one; the first one's stays. */
static const pcre2_code *
make_fast(struct pattern *p)
{
	pcre2_code *mine = pcre2_code_copy(p->code), *fast = NULL;

	if (mine == NULL)
		return p->code;
	pcre2_jit_compile(mine, PCRE2_JIT_COMPLETE); /* or it is interpreted */
	if (atomic_compare_exchange_strong(&p->fast, &fast, mine))
		return mine;
	pcre2_code_free(mine);
	return fast;
}

static const pcre2_code *
code_of(const struct matcher *m, const struct pattern *pattern)
{
	struct pattern *p = (struct pattern *)pattern;
	const pcre2_code *fast = atomic_load_explicit(&p->fast, memory_order_acquire);

	if (fast)
		return fast;
	if (!m->grammar->jit || (!m->grammar->early &&
	    atomic_fetch_add_explicit(&p->matches, 1, memory_order_relaxed) < OFTEN))
		return p->code;
	return make_fast(p);
}

static int
run(struct matcher *m, const pcre2_code *code, const char *text, size_t len,
    uint32_t options)
{
	int rc = pcre2_match(code, (PCRE2_SPTR)text, len, 0,
	    options, m->data, m->context);

	if (rc == PCRE2_ERROR_JIT_STACKLIMIT)
		rc = pcre2_match(code, (PCRE2_SPTR)text, len, 0,
		    options | PCRE2_NO_JIT, m->data, m->context);
	return rc;
}

/* The same by machine code, without looking at the text for characters first. */
static int
run_fast(struct matcher *m, const pcre2_code *code, const char *text, size_t len)
{
	int rc = pcre2_jit_match(code, (PCRE2_SPTR)text, len, 0, 0, m->data, m->context);

	if (rc == PCRE2_ERROR_JIT_BADOPTION || rc == PCRE2_ERROR_JIT_STACKLIMIT)
		rc = pcre2_match(code, (PCRE2_SPTR)text, len, 0, PCRE2_NO_JIT, m->data,
		    m->context);
	return rc;
}

/* The text has octets that belong to no character. */
static bool
no_characters(int rc)
{
	return rc <= PCRE2_ERROR_UTF8_ERR1 && rc >= PCRE2_ERROR_UTF8_ERR21;
}

static urlgrep_status
outcome(int rc)
{
	if (rc >= 0)
		return URLGREP_OK;
	if (no_characters(rc))
		return URLGREP_INVALID;
	switch (rc) {
	case PCRE2_ERROR_NOMATCH:
	case PCRE2_ERROR_PARTIAL:
		return URLGREP_INVALID;
	case PCRE2_ERROR_NOMEMORY:
		return URLGREP_NOMEM;
	default: /* match, heap, depth limit */
		return URLGREP_LIMIT;
	}
}

static void
take_parts(struct matcher *m, const struct pattern *p, urlgrep_url *url)
{
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(m->data);
	unsigned i;

	for (i = 1; i <= p->part_count; i++) {
		if (at[2 * i] == PCRE2_UNSET || p->part_name[i] == NULL)
			continue;
		url->parts[url->part_count++] = (urlgrep_part){
			p->part_name[i],
			{ url->text.text + at[2 * i], at[2 * i + 1] - at[2 * i] }
		};
	}
}

static void
judge(struct matcher *m, const char *text, size_t len, urlgrep_url *url)
{
	struct subject s = subject_of(m->grammar, text, len);
	const struct pattern *p =
	    pattern_of(m->grammar, s.compiled, s.section, JUDGE);

	url->text = (urlgrep_span){ text, len };
	url->part_count = 0;
	url->verdict = URLGREP_NOMEM;
	if (p) {
		const pcre2_code *code = code_of(m, p);
		bool fast = code != p->code && !s.compiled->language.utf;

		url->verdict = outcome(fast ? run_fast(m, code, text, len) :
		    run(m, code, text, len, 0));
		if (url->verdict == URLGREP_OK)
			take_parts(m, p, url);
	}
}

urlgrep_status
matcher_judge(struct matcher *m, const char *text, size_t len, urlgrep_url *url)
{
	if (verdicts_find(m->verdicts, text, len, url))
		return url->verdict;
	judge(m, text, len, url);
	if (m->verdicts == NULL)
		m->verdicts = verdicts_new(&m->grammar->memory);
	verdicts_keep(m->verdicts, url);
	return url->verdict;
}

/* ---- how far a text is viable --- */

/* Characters are not to be cut in two. */
static size_t
character_begin(const struct subject *s, size_t at)
{
	if (s->compiled->language.utf && at < s->len)
		while (at > 0 && ((unsigned char)s->text[at] & 0xC0) == 0x80)
			at--;
	return at;
}

/* What stands before the first octet that belongs to no character: all a URL can
 * begin with. */
static void
cut_to_characters(struct matcher *m, struct subject *s)
{
	const struct pattern *p =
	    pattern_of(m->grammar, s->compiled, s->section, UNCOUNTED);

	if (s->compiled->language.utf && p &&
	    no_characters(run(m, p->code, s->text, s->len, 0)))
		s->len = pcre2_get_startchar(m->data);
}

/* A beginning is viable when it matches or matches in part, and then so are all
 * shorter ones: search by halves, from *viable down. */
static urlgrep_status
search_viable(struct matcher *m, const struct subject *s, enum purpose purpose,
    size_t *viable)
{
	const struct pattern *p =
	    pattern_of(m->grammar, s->compiled, s->section, purpose);
	size_t low = 0, high = *viable;

	if (p == NULL)
		return URLGREP_NOMEM;
	while (low < high) {
		size_t middle = low + (high - low + 1) / 2;
		int rc = run(m, p->code, s->text, character_begin(s, middle),
		    PCRE2_PARTIAL_HARD);

		if (rc >= 0 || rc == PCRE2_ERROR_PARTIAL)
			low = middle;
		else if (outcome(rc) == URLGREP_INVALID)
			high = middle - 1;
		else
			return outcome(rc);
	}
	*viable = character_begin(s, low);
	return URLGREP_OK;
}

/* A rule that counts ("no 64 of these") looks ahead, and so reaches the end of
 * every short beginning: all of them match in part. So search without such
 * rules, then with each alone: there only its failing tells anything. *limiting
 * is the one that did, or absent. */
static urlgrep_status
search_counted(struct matcher *m, const struct subject *s, size_t *viable,
    urlgrep_span *limiting)
{
	const struct language *l = &s->compiled->language;
	urlgrep_status status;
	unsigned n;

	*viable = s->len;
	*limiting = (urlgrep_span){ NULL, 0 };
	status = search_viable(m, s, UNCOUNTED, viable);
	for (n = 0; n < l->count_count && status == URLGREP_OK; n++) {
		size_t before = *viable;

		status = search_viable(m, s, ONLY + n, viable);
		if (*viable < before)
			*limiting = l->counts[n];
	}
	return status;
}

urlgrep_status
matcher_viable(struct matcher *m, const char *text, size_t len, size_t *viable)
{
	struct subject s = subject_of(m->grammar, text, len);
	urlgrep_span limiting;

	cut_to_characters(m, &s);
	return search_counted(m, &s, viable, &limiting);
}

/* ---- which rule does not go on --- */

/* The item of the pattern that was tried first at the offset, or as near to it
 * as the match came; of groups within groups, what the innermost begins with. If
 * the match went back and came there again, that time counts. */
struct witness {
	size_t offset;
	const struct language *language;
	const char *pattern;
	bool prose; /* look only at rules of the prose that have a sentence */
	size_t reached;
	size_t item;
	bool settled;
};

static bool
of_prose(urlgrep_span rule)
{
	return rule.len > 2 && memcmp(rule.text, "p_", 2) == 0;
}

static bool
has_sentence(const struct witness *w, size_t item)
{
	urlgrep_span rule = language_rule_at(w->language, w->pattern, item);

	return of_prose(rule) && !language_counts(w->language, rule) &&
	    language_value(w->language, "%%why", rule).text != NULL;
}

static int
watch(pcre2_callout_block *block, void *data)
{
	struct witness *w = data;
	size_t at = block->current_position;

	if (w->prose && !has_sentence(w, block->pattern_position))
		return 0;
	if (at < w->reached)
		w->settled = false;
	if (at > w->offset || at < w->reached || (at == w->reached && w->settled))
		return 0;
	w->reached = at;
	w->item = block->pattern_position;
	w->settled = w->pattern[w->item] != '(';
	return 0;
}

/* *rule is absent if no named rule was at work there. */
static urlgrep_status
find_rule(struct matcher *m, const struct subject *s, size_t offset,
    bool prose, urlgrep_span *rule)
{
	const urlgrep_memory *memory = &m->grammar->memory;
	enum purpose purpose =
	    memchr(s->text, '@', s->len) ? BLAME : BLAME_HOST;
	struct pattern *p =
	    pattern_of(m->grammar, s->compiled, s->section, purpose);
	char *pattern = memory_allocate(memory, PATTERN_LONGEST);
	struct witness w = { offset, &s->compiled->language, pattern, prose, 0,
		0, false };
	int rc = PCRE2_ERROR_NOMEMORY;

	*rule = (urlgrep_span){ NULL, 0 };
	if (p && pattern) {
		pattern[language_compose(w.language, s->section, purpose,
		    pattern)] = '\0';
		pcre2_set_callout(m->context, watch, &w);
		rc = run(m, p->code, s->text, s->len, 0);
		pcre2_set_callout(m->context, NULL, NULL);
		if (w.item)
			*rule = language_rule_at(w.language, pattern, w.item);
	}
	memory_release(memory, pattern);
	return outcome(rc) == URLGREP_NOMEM ? URLGREP_NOMEM : URLGREP_OK;
}

/* OK: the BNF of the same grammar accepts the text; INVALID: there is none that
 * does. */
static urlgrep_status
judge_by_bnf(struct matcher *m, const struct subject *s)
{
	unsigned bnf = s->compiled->language.bnf;
	const struct pattern *p;

	if (bnf == SECTIONS)
		return URLGREP_INVALID;
	p = pattern_of(m->grammar, s->compiled, bnf, JUDGE);
	return p ? outcome(run(m, p->code, s->text, s->len, 0)) : URLGREP_NOMEM;
}

/* Fill in the rule and what goes with it. */
static urlgrep_status
find_blame(struct matcher *m, const struct subject *s, struct blame *blame)
{
	const struct language *l = &s->compiled->language;
	urlgrep_span rule = blame->rule; /* one that counts, or absent */
	urlgrep_status status = URLGREP_OK, bnf = judge_by_bnf(m, s);

	if (bnf == URLGREP_NOMEM)
		return bnf;
	if (rule.text == NULL)
		status = find_rule(m, s, blame->offset, false, &rule);
	if (rule.text == NULL)
		rule = l->sections[s->section].production;
	blame->prose = bnf == URLGREP_OK || (l->bnf == SECTIONS && of_prose(rule));
	blame->rule = rule;
	blame->why = language_value(l, "%%why", rule);
	if (status == URLGREP_OK && blame->prose && blame->why.text == NULL)
		status = find_rule(m, s, blame->offset, true, &rule);
	if (rule.text)
		blame->rule = rule;
	blame->why = language_value(l, "%%why", blame->rule);
	blame->rule = language_rule_name(blame->rule);
	return status;
}

urlgrep_status
matcher_blame(struct matcher *m, const char *text, size_t len,
    struct blame *blame)
{
	struct subject s = subject_of(m->grammar, text, len);
	urlgrep_status status;

	cut_to_characters(m, &s);
	status = search_counted(m, &s, &blame->offset, &blame->rule);
	return status == URLGREP_OK ? find_blame(m, &s, blame) : status;
}

/* ---- what PCRE2 can do here --- */

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
