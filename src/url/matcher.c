/* matcher.c - compile the patterns of a grammar when they are first needed, match by
 * them, and find out why they do not match
 *
 * No other file of the library includes PCRE2. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdatomic.h>
#include <string.h>

#include "url/grammar_table.h"
#include "url/loose.h"
#include "url/match_cache.h"
#include "url/matcher.h"
#include "url/pattern_text.h"
#include "util/ascii.h"
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
	bool is_strict;
	struct pattern_set ascii;
	struct pattern_set beyond_ascii; /* without a table: ascii judges all URLs */
	struct pattern_set shapes;       /* of opaque URLs in running text */
	struct added_scheme *added;      /* by urlgrep_grammar_add_scheme() */
};

struct added_scheme {
	struct scheme scheme;
	struct added_scheme *next;
	char name[MAX_SCHEME_BYTES + 1];
};

struct matcher {
	const urlgrep_grammar *grammar;
	pcre2_match_context *context;
	pcre2_match_data *data;
	struct match_cache *cache; /* NULL until the first URL is judged */
	struct strbuf mended;      /* the URL judged last, with the repairs of loose.h */
	struct strbuf uri;         /* ... percent-encoded */
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

/* Return the grammar called name that judges URLs, or NULL. */
static const struct grammar_table *
find_grammar(const char *name)
{
	const struct grammar_table *table = grammar_find(name);

	return table && !table->is_shapes ? table : NULL;
}

const char *
urlgrep_grammar_name(unsigned index)
{
	unsigned i;

	for (i = 0; i < grammar_table_count; i++)
		if (!grammar_tables[i].is_shapes && index-- == 0)
			return grammar_tables[i].name;
	return NULL;
}

const char *
urlgrep_grammar_base(const char *name)
{
	const struct grammar_table *table = find_grammar(name);

	return table ? table->base : NULL;
}

const char *
urlgrep_grammar_text(const char *name)
{
	const struct grammar_table *table = find_grammar(name);

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

bool
grammar_accepts(const urlgrep_grammar *grammar, urlgrep_status verdict)
{
	return verdict == URLGREP_OK ||
	    (verdict == URLGREP_LOOSE && !grammar->is_strict);
}

static bool
init_pattern_sets(urlgrep_grammar *g, const struct grammar_table *table,
    unsigned flags)
{
	const struct grammar_table *ascii = table->base ? grammar_find(table->base) : table;
	const struct grammar_table *beyond_ascii = flags & URLGREP_NO_IRI ? NULL :
	    grammar_find_extension(ascii->name);

	return pattern_set_init(g, &g->ascii, ascii) &&
	    pattern_set_init(g, &g->shapes, grammar_find_shapes()) &&
	    (beyond_ascii == NULL || pattern_set_init(g, &g->beyond_ascii, beyond_ascii));
}

urlgrep_grammar *
urlgrep_grammar_new(const char *name, unsigned flags,
    const urlgrep_memory *memory, urlgrep_status *why)
{
	const struct grammar_table *table = find_grammar(name);
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
	g->is_strict = (flags & URLGREP_STRICT) != 0;
	g->general = pcre2_general_context_create(g->memory.allocate,
	    g->memory.release, g->memory.data);
	if (g->general == NULL || !init_pattern_sets(g, table, flags)) {
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
	pattern_set_free(grammar, &grammar->shapes);
	while (grammar->added) {
		struct added_scheme *first = grammar->added;

		grammar->added = first->next;
		memory_release(&memory, first);
	}
	pcre2_general_context_free(grammar->general);
	memory_release(&memory, grammar);
}

/* ---- schemes --- */

const struct scheme *
grammar_find_scheme(const urlgrep_grammar *g, const char *text, size_t len)
{
	const struct scheme *listed = scheme_find(text, len);
	const struct added_scheme *a;

	for (a = listed ? NULL : g->added; a; a = a->next)
		if (a->scheme.len == len && ascii_equal(a->name, text, len))
			return &a->scheme;
	return listed;
}

const struct scheme *
grammar_added_scheme(const urlgrep_grammar *g, unsigned index)
{
	const struct added_scheme *a = g->added;

	while (a && index-- > 0)
		a = a->next;
	return a ? &a->scheme : NULL;
}

urlgrep_status
urlgrep_grammar_add_scheme(urlgrep_grammar *grammar, const char *name)
{
	size_t len = strlen(name), i;
	struct added_scheme *a;

	if (!scheme_is_name(name, len))
		return URLGREP_INVALID;
	if (grammar_find_scheme(grammar, name, len))
		return URLGREP_OK;
	a = memory_allocate_zeroed(&grammar->memory, sizeof(*a));
	if (a == NULL)
		return URLGREP_NOMEM;
	for (i = 0; i < len; i++)
		a->name[i] = ascii_lower(name[i]);
	a->scheme = (struct scheme){ .name = a->name, .len = (unsigned char)len,
		.slashes = true };
	a->next = grammar->added;
	grammar->added = a;
	return URLGREP_OK;
}

/* ---- matching --- */

struct matcher *
matcher_new(const urlgrep_grammar *grammar)
{
	struct matcher *m = memory_allocate_zeroed(&grammar->memory, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->grammar = grammar;
	m->mended.memory = m->uri.memory = &grammar->memory;
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
	strbuf_free(&m->mended);
	strbuf_free(&m->uri);
	memory_release(&m->grammar->memory, m);
}

/* A text to be matched, and by what. */
struct subject {
	const char *text;
	size_t len;
	const struct pattern_set *set;
	unsigned section;
};

/* Return the subject that is judged by the section of its scheme. */
static struct subject
make_subject(const struct pattern_set *set, const char *text, size_t len)
{
	return (struct subject){ text, len, set,
		grammar_find_section(set->table, text, len) };
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

/* Match a subject. Returns OK, INVALID, LIMIT or NOMEM. */
static urlgrep_status
match_subject(struct matcher *m, const struct subject *s)
{
	struct pattern *p = subject_pattern(m, s, PATTERN_JUDGE);
	const pcre2_code *code;

	if (p == NULL)
		return URLGREP_NOMEM;
	code = jit_or_interpreted(m, p);
	if (code != p->code && !s->set->table->is_utf)
		return status_of_match(match_jit(m, code, s->text, s->len));
	return status_of_match(match(m, code, s->text, s->len, 0));
}

urlgrep_status
matcher_judge_shape(struct matcher *m, const char *text, size_t len)
{
	urlgrep_status status;
	struct subject s;

	if (match_cache_find_shape(m->cache, text, len, &status))
		return status;
	s = make_subject(&m->grammar->shapes, text, len);
	status = match_subject(m, &s);
	match_cache_keep_shape(m->cache, text, len, status);
	return status;
}

/* ---- judging --- */

/* What was found out about a URL: its verdict and parts are in *url. */
struct judgement {
	urlgrep_url *url;
	const struct grammar_section *section; /* that judged it */
	unsigned groups; /* of its parts, see fill_parts() */
};

static bool
is_iri_text(const struct matcher *m, const char *text, size_t len)
{
	return grammar_is_iri(m->grammar) && !utf8_is_ascii(text, len);
}

static void
judge_subject(struct matcher *m, const struct subject *s, struct judgement *j)
{
	j->section = subject_section(s);
	j->groups = 0;
	j->url->part_count = 0;
	j->url->verdict = match_subject(m, s);
	if (j->url->verdict == URLGREP_OK)
		j->groups = fill_parts(m, j->section, j->url);
}

/* Replace the spans of the parts, which are those of the encoded text, by the same parts
 * of the text itself. */
static void
map_parts(urlgrep_url *url, urlgrep_span text, const char *encoded)
{
	struct loose_map map = { .text = text.text, .encoded = encoded,
		.text_len = text.len };
	unsigned i;

	for (i = 0; i < url->part_count; i++) {
		urlgrep_span *part = &url->parts[i].value;
		size_t begin = (size_t)(part->text - encoded);
		size_t end = begin + part->len;

		begin = loose_map_offset(&map, begin);
		end = loose_map_offset(&map, end);
		*part = (urlgrep_span){ text.text + begin, end - begin };
	}
	url->text = text;
}

/* Judge the URI that j->url's text was encoded as. */
static void
judge_encoded(struct matcher *m, const struct subject *s, struct judgement *j)
{
	urlgrep_span text = j->url->text;

	j->url->text = (urlgrep_span){ s->text, s->len };
	judge_subject(m, s, j);
	map_parts(j->url, text, s->text);
}

/* Write the URI of text[0..len) to m->uri if RFC 3987 accepts it. Returns OK, INVALID,
 * LIMIT or NOMEM. */
static urlgrep_status
make_uri(struct matcher *m, const char *text, size_t len)
{
	struct subject s = make_subject(&m->grammar->beyond_ascii, text, len);
	urlgrep_status status = match_subject(m, &s);

	if (status != URLGREP_OK)
		return status;
	strbuf_clear(&m->uri);
	loose_encode(&m->uri, text, len, ENCODE_UNICODE);
	return m->uri.failed ? URLGREP_NOMEM : URLGREP_OK;
}

/* Judge a URL by the rules of its scheme. */
static void
judge_strictly(struct matcher *m, struct judgement *j)
{
	urlgrep_span text = j->url->text;
	struct subject s = make_subject(&m->grammar->ascii, text.text, text.len);

	if (!is_iri_text(m, text.text, text.len)) {
		judge_subject(m, &s, j);
		return;
	}
	j->section = subject_section(&s);
	j->groups = 0;
	j->url->part_count = 0;
	j->url->verdict = make_uri(m, text.text, text.len);
	if (j->url->verdict != URLGREP_OK)
		return;
	s.text = m->uri.at;
	s.len = m->uri.len;
	judge_encoded(m, &s, j);
}

/* Write the text with its repairs, percent-encoded, to m->mended or m->uri, and set *s to
 * it. Returns OK, INVALID, LIMIT or NOMEM. */
static urlgrep_status
mend(struct matcher *m, urlgrep_span text, unsigned what, struct subject *s)
{
	urlgrep_status status = URLGREP_OK;

	strbuf_clear(&m->mended);
	loose_encode(&m->mended, text.text, text.len, what);
	if (m->mended.failed)
		return URLGREP_NOMEM;
	*s = (struct subject){ m->mended.at, m->mended.len, &m->grammar->ascii,
		(unsigned)m->grammar->ascii.table->loose_section };
	if (is_iri_text(m, s->text, s->len)) {
		status = make_uri(m, s->text, s->len);
		s->text = m->uri.at;
		s->len = m->uri.len;
	}
	return status;
}

/* If a URL that is not valid becomes a URI by the repairs of `what` (see loose.h), judge
 * it as loose. */
static void
judge_loosely(struct matcher *m, unsigned what, struct judgement *j)
{
	urlgrep_status status;
	struct subject s;

	if (j->url->verdict != URLGREP_INVALID || j->url->text.len == 0 ||
	    m->grammar->ascii.table->loose_section < 0)
		return;
	if (!grammar_is_iri(m->grammar) && !utf8_is_ascii(j->url->text.text, j->url->text.len))
		return;
	status = mend(m, j->url->text, what, &s);
	if (status != URLGREP_OK) {
		j->url->verdict = status;
		return;
	}
	judge_encoded(m, &s, j);
	if (j->url->verdict != URLGREP_OK)
		return;
	if (loose_has_authority(j->url)) {
		j->url->verdict = URLGREP_LOOSE;
	} else {
		j->url->verdict = URLGREP_INVALID;
		j->url->part_count = j->groups = 0;
	}
}

urlgrep_status
matcher_judge(struct matcher *m, const char *text, size_t len, urlgrep_url *url)
{
	struct judgement j = { .url = url };

	if (match_cache_find(m->cache, text, len, url))
		return url->verdict;
	url->text = (urlgrep_span){ text, len };
	judge_strictly(m, &j);
	judge_loosely(m, ENCODE_LOOSE, &j);
	if (m->cache == NULL)
		m->cache = match_cache_new(&m->grammar->memory);
	match_cache_keep(m->cache, url, j.section, j.groups);
	return url->verdict;
}

urlgrep_status
matcher_judge_url(struct matcher *m, const char *text, size_t len, unsigned flags,
    urlgrep_url *url)
{
	struct judgement j = { .url = url };

	if (len > URLGREP_MAX_URL_BYTES) {
		url->text = (urlgrep_span){ text, len };
		url->part_count = 0;
		return url->verdict = URLGREP_LIMIT;
	}
	matcher_judge(m, text, len, url);
	if (flags & URLGREP_ATTRIBUTE)
		judge_loosely(m, ENCODE_LOOSE | ENCODE_SPACE, &j);
	if (flags & URLGREP_NO_FRAGMENT && memchr(text, '#', len) &&
	    (url->verdict == URLGREP_OK || url->verdict == URLGREP_LOOSE)) {
		url->part_count = 0;
		url->verdict = URLGREP_INVALID;
	}
	return url->verdict;
}

urlgrep_status
matcher_make_uri(struct matcher *m, const urlgrep_url *url, urlgrep_span host,
    urlgrep_span *uri)
{
	*uri = (urlgrep_span){ NULL, 0 };
	if (url->verdict != URLGREP_OK && url->verdict != URLGREP_LOOSE)
		return URLGREP_INVALID;
	strbuf_clear(&m->uri);
	loose_append_uri(&m->uri, url, host);
	if (m->uri.failed)
		return URLGREP_NOMEM;
	*uri = (urlgrep_span){ m->uri.at, m->uri.len };
	return URLGREP_OK;
}

/* ---- the longest viable prefix --- */

/* Set *s to what the failure of a text is explained by: the text, or if RFC 3987 accepts it,
 * the URI made of it. Returns OK, LIMIT or NOMEM. */
static urlgrep_status
failing_subject(struct matcher *m, const char *text, size_t len, struct subject *s)
{
	urlgrep_status status;

	*s = make_subject(&m->grammar->ascii, text, len);
	if (!is_iri_text(m, text, len))
		return URLGREP_OK;
	status = make_uri(m, text, len);
	if (status == URLGREP_INVALID) {
		*s = make_subject(&m->grammar->beyond_ascii, text, len);
		return URLGREP_OK;
	}
	s->text = m->uri.at;
	s->len = m->uri.len;
	return status;
}

/* Return the offset in text[0..len) of what stands at the offset of the subject. */
static size_t
written_offset(const struct subject *s, const char *text, size_t len, size_t offset)
{
	struct loose_map map = { .text = text, .encoded = s->text, .text_len = len };

	if (s->text == text)
		return offset;
	offset = loose_map_offset(&map, offset);
	while (offset < len && offset > 0 && ((unsigned char)text[offset] & 0xC0) == 0x80)
		offset--;
	return offset;
}

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
	struct subject s;
	urlgrep_span limiting;
	urlgrep_status status = failing_subject(m, text, len, &s);

	if (status != URLGREP_OK)
		return status;
	cut_to_characters(m, &s);
	status = find_viable(m, &s, viable, &limiting);
	*viable = written_offset(&s, text, len, *viable);
	return status;
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
	struct subject s;
	urlgrep_status status = failing_subject(m, text, len, &s);

	if (status != URLGREP_OK)
		return status;
	cut_to_characters(m, &s);
	status = find_viable(m, &s, &failure->offset, &failure->rule);
	if (status == URLGREP_OK)
		status = explain_failure(m, &s, failure);
	failure->offset = written_offset(&s, text, len, failure->offset);
	return status;
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
