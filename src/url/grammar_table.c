/* grammar_table.c - look up grammars, sections and rules */
#include "url/grammar_table.h"

#include <string.h>

#include "util/ascii.h"

const struct grammar_table *
grammar_find(const char *name)
{
	unsigned i;

	for (i = 0; i < grammar_table_count; i++)
		if (strcmp(grammar_tables[i].name, name) == 0)
			return &grammar_tables[i];
	return NULL;
}

const struct grammar_table *
grammar_find_extension(const char *name)
{
	unsigned i;

	for (i = 0; i < grammar_table_count; i++)
		if (grammar_tables[i].base && strcmp(grammar_tables[i].base, name) == 0)
			return &grammar_tables[i];
	return NULL;
}

const struct grammar_table *
grammar_find_shapes(void)
{
	unsigned i;

	for (i = 0; i < grammar_table_count; i++)
		if (grammar_tables[i].is_shapes)
			return &grammar_tables[i];
	return NULL;
}

unsigned
grammar_find_section(const struct grammar_table *g, const char *text, size_t len)
{
	const char *colon = memchr(text, ':', len);
	size_t scheme_len = colon ? (size_t)(colon - text) : 0;
	unsigned i;

	for (i = 0; i < g->scheme_count; i++)
		if (g->schemes[i].len == scheme_len &&
		    ascii_equal(g->schemes[i].name, text, scheme_len))
			return g->schemes[i].section;
	return g->other_section;
}

const struct grammar_rule *
grammar_find_rule(const struct grammar_table *g, urlgrep_span name)
{
	unsigned i;

	for (i = 0; name.text && i < g->rule_count; i++) {
		urlgrep_span rule = g->rules[i].name;

		if (rule.len == name.len && memcmp(rule.text, name.text, name.len) == 0)
			return &g->rules[i];
	}
	return NULL;
}

urlgrep_span
grammar_find_why(const struct grammar_table *g, urlgrep_span rule)
{
	const struct grammar_rule *found = grammar_find_rule(g, rule);

	return found ? found->why : (urlgrep_span){ NULL, 0 };
}

urlgrep_span
grammar_rule_shown(urlgrep_span name)
{
	size_t i;

	for (i = 1; i <= 2 && i + 1 < name.len; i++)
		if (name.text[i] == '_')
			return (urlgrep_span){ name.text + i + 1, name.len - i - 1 };
	return name;
}
