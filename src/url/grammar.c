/* grammar.c - a grammar with its patterns, and the schemes added to it */
#include "url/grammar.h"

#include <string.h>

#include "url/match.h"
#include "urlgrep_tools.h"
#include "util/ascii.h"

/* ---- tables --- */

const struct grammar_rule *
grammar_find_rule(const struct grammar_table *g, urlgrep_span name)
{
	unsigned i;

	for (i = 0; i < g->rule_count; i++) {
		urlgrep_span rule = g->rules[i].name;

		if (rule.len == name.len && memcmp(rule.text, name.text, name.len) == 0)
			return &g->rules[i];
	}
	return NULL;
}

/* ---- grammars --- */

struct added_scheme {
	struct scheme scheme;
	struct added_scheme *next;
	char name[MAX_SCHEME_BYTES + 1];
};

static const struct grammar_table *
find_grammar(const char *name)
{
	unsigned i;

	for (i = 0; i < grammar_table_count; i++)
		if (strcmp(grammar_tables[i].name, name) == 0)
			return &grammar_tables[i];
	return NULL;
}

const char *
urlgrep_grammar_name(unsigned index)
{
	return index < grammar_table_count ? grammar_tables[index].name : NULL;
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

int
urlgrep_accepts(const urlgrep_grammar *grammar, urlgrep_verdict verdict)
{
	return verdict == URLGREP_VALID || (verdict == URLGREP_LOOSE && !grammar->is_strict);
}

static bool
init_pattern_sets(urlgrep_grammar *g, const struct grammar_table *table, unsigned flags)
{
	const char *name = table->base ? table->base : table->name;
	const struct grammar_table *ascii = find_grammar(name), *beyond_ascii = NULL;
	struct pattern_options options = { .memory = &g->memory, .general = g->general,
		.use_jit = !(flags & URLGREP_NO_JIT),
		.use_jit_early = (flags & URLGREP_EARLY_JIT) != 0 };
	unsigned i;

	for (i = 0; i < grammar_table_count && !(flags & URLGREP_NO_IRI); i++)
		if (grammar_tables[i].base && strcmp(grammar_tables[i].base, name) == 0)
			beyond_ascii = &grammar_tables[i];
	g->rules = memory_allocate_zeroed(&g->memory, MAX_RULE_PATTERNS * sizeof(*g->rules));
	return g->rules && pattern_set_init(&g->ascii, ascii, &options) &&
	    pattern_set_init(&g->shapes, &grammar_shapes, &options) &&
	    (beyond_ascii == NULL || pattern_set_init(&g->beyond_ascii, beyond_ascii, &options));
}

urlgrep_grammar *
urlgrep_grammar_new(const char *name, unsigned flags,
    const urlgrep_memory *memory, urlgrep_status *why)
{
	const struct grammar_table *table = find_grammar(name ? name : "current");
	urlgrep_status ignored;
	urlgrep_grammar *g;

	if (memory == NULL)
		memory = &memory_default;
	if (why == NULL)
		why = &ignored;
	*why = URLGREP_REJECTED;
	if (table == NULL)
		return NULL;
	*why = URLGREP_NOMEM;
	g = memory_allocate_zeroed(memory, sizeof(*g));
	if (g == NULL)
		return NULL;
	g->memory = *memory;
	g->arena.memory = &g->memory;
	suffix_table_init(&g->suffixes);
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
	unsigned i;

	if (grammar == NULL)
		return;
	pattern_set_free(&grammar->ascii);
	pattern_set_free(&grammar->beyond_ascii);
	pattern_set_free(&grammar->shapes);
	for (i = 0; grammar->rules && i < MAX_RULE_PATTERNS; i++)
		pattern_free(&grammar->memory, grammar->rules[i]);
	memory_release(&grammar->memory, grammar->rules);
	arena_free(&grammar->arena);
	pcre2_general_context_free(grammar->general);
	memory_release(&grammar->memory, grammar);
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

	for (; a && index > 0; a = a->next)
		index--;
	return a ? &a->scheme : NULL;
}

const struct suffix_table *
grammar_suffixes(const urlgrep_grammar *grammar)
{
	return &grammar->suffixes;
}

urlgrep_status
urlgrep_grammar_add_scheme(urlgrep_grammar *grammar, const char *name)
{
	size_t len = strlen(name), i;
	struct added_scheme *a;

	if (!scheme_is_name(name, len))
		return URLGREP_REJECTED;
	if (grammar_find_scheme(grammar, name, len))
		return URLGREP_OK;
	a = arena_allocate(&grammar->arena, sizeof(*a));
	if (a == NULL)
		return URLGREP_NOMEM;
	*a = (struct added_scheme){ .scheme = { .name = a->name, .len = (unsigned char)len,
		.slashes = true }, .next = grammar->added };
	for (i = 0; i < len; i++)
		a->name[i] = ascii_lower(name[i]);
	grammar->added = a;
	suffix_table_add_word(&grammar->suffixes, a->name, true);
	return URLGREP_OK;
}

/* ---- the parts of a judged URL --- */

urlgrep_span
urlgrep_part_named(const urlgrep_url *url, const char *name)
{
	unsigned i;

	for (i = 0; i < url->part_count; i++) {
		const char *other = url->parts[i].name;

		/* most names differ in the first letter */
		if (*other == *name && strcmp(other, name) == 0)
			return url->parts[i].value;
	}
	return (urlgrep_span){ NULL, 0 };
}

urlgrep_span
urlgrep_component_of(const urlgrep_url *url, urlgrep_component component)
{
	static const char *const names[][6] = {
		[URLGREP_SCHEME] = { "scheme" },
		[URLGREP_USER] = { "user" },
		[URLGREP_PASSWORD] = { "password" },
		[URLGREP_HOST] = { "host" },
		[URLGREP_PORT] = { "port" },
		[URLGREP_PATH] = { "path", "url-path", "lpath", "rpath", "opath" },
		[URLGREP_QUERY] = { "query" },
		[URLGREP_FRAGMENT] = { "fragment" },
	};
	urlgrep_span part = { NULL, 0 };
	unsigned i;

	if ((size_t)component < COUNT(names))
		for (i = 0; part.text == NULL && names[component][i]; i++)
			part = urlgrep_part_named(url, names[component][i]);
	return part;
}
