/* pattern_text.c - write the PCRE2 pattern of a grammar's section */
#include "url/pattern_text.h"

#include <string.h>

#include "util/ascii.h"

static void
append_span(struct strbuf *out, urlgrep_span span)
{
	strbuf_append(out, span.text, span.len);
}

/* Find the first use of a rule, "(?&name)", in *text. Returns false if there is none;
 * else sets *before and *name and moves *text to after the use. */
static bool
next_use(urlgrep_span *text, urlgrep_span *before, urlgrep_span *name)
{
	const char *use = memmem(text->text, text->len, "(?&", 3);
	const char *end = text->text + text->len;
	const char *close = use ? memchr(use, ')', (size_t)(end - use)) : NULL;

	if (close == NULL)
		return false;
	*before = (urlgrep_span){ text->text, (size_t)(use - text->text) };
	*name = (urlgrep_span){ use + 3, (size_t)(close - use) - 3 };
	*text = (urlgrep_span){ close + 1, (size_t)(end - close) - 1 };
	return true;
}

/* What is inlined, for a pattern that judges. */
struct inlining {
	const struct grammar_table *grammar;
	const unsigned char *uses; /* how each rule is used */
	unsigned variant;
};

static const char no_match[] = "(?!) ";

/* Return true if the rule never matches what the variant judges. */
static bool
never_matches(const struct inlining *in, const struct grammar_rule *rule)
{
	return (rule->is_bracketed && in->variant != PATTERN_JUDGE) ||
	    (rule->is_user && in->variant == PATTERN_JUDGE_USERLESS);
}

/* Append text with the rules that are used only once, or are small and used twice, in place of
 * their uses: a call takes PCRE2 longer. A rule that uses itself is used twice, and not small. */
static void
append_inlined(struct strbuf *out, const struct inlining *in, urlgrep_span text)
{
	urlgrep_span before, name;

	while (next_use(&text, &before, &name)) {
		const struct grammar_rule *rule = grammar_find_rule(in->grammar, name);

		append_span(out, before);
		if (rule && never_matches(in, rule)) {
			strbuf_append_string(out, no_match);
		} else if (rule && in->uses[rule - in->grammar->rules] == 1) {
			size_t head = name.len + strlen("(?<>");
			urlgrep_span content = { rule->text.text + head,
				rule->text.len - head };

			strbuf_append_string(out, "(?:");
			append_inlined(out, in, content);
			strbuf_append_string(out, "\n"); /* it may end in a comment */
		} else {
			strbuf_append_string(out, "(?&");
			append_span(out, name);
			strbuf_append_string(out, ")");
		}
	}
	append_span(out, text);
}

/* Return what a rule is replaced by, or NULL if it stays. */
static const char *
replacement(const struct grammar_table *g, const struct grammar_rule *rule,
    unsigned variant)
{
	bool kept = variant >= PATTERN_COUNT &&
	    rule == &g->rules[g->counts[variant - PATTERN_COUNT]];

	if (rule->is_count && !kept)
		return "";
	return rule->is_user && variant == PATTERN_TRACE_HOST ? no_match : NULL;
}

/* Append a rule under its name. */
static void
append_rule(struct strbuf *out, const struct grammar_table *g,
    const struct grammar_rule *rule, unsigned variant)
{
	const char *instead = replacement(g, rule, variant);

	if (instead == NULL) {
		append_span(out, rule->text);
	} else {
		strbuf_append_string(out, "(?<");
		append_span(out, rule->name);
		strbuf_append_string(out, "> ");
		strbuf_append_string(out, instead);
		strbuf_append_string(out, ")");
	}
	strbuf_append_string(out, "\n");
}

/* Ends a section's body, which "(?:" begins. */
static const char begin_rules[] = "\n)\\z(?(DEFINE)\n";

/* Append a section's body, and the rules that it calls. */
static void
compose_inlined(struct strbuf *out, const struct inlining *in,
    const struct grammar_section *s)
{
	const struct grammar_table *g = in->grammar;
	unsigned i;

	append_inlined(out, in, s->body);
	strbuf_append_string(out, begin_rules);
	for (i = 0; i < g->rule_count; i++) {
		if (in->uses[i] < 2 || never_matches(in, &g->rules[i]))
			continue;
		append_inlined(out, in, g->rules[i].text);
		strbuf_append_string(out, "\n");
	}
}

/* Append a section's body, and all rules that it uses. */
static void
compose_named(struct strbuf *out, const struct grammar_table *g,
    const struct grammar_section *s, unsigned variant)
{
	unsigned i;

	append_span(out, s->body);
	strbuf_append_string(out, begin_rules);
	for (i = 0; i < g->rule_count; i++)
		if (s->uses[i] > 0)
			append_rule(out, g, &g->rules[i], variant);
}

/* The section comes first, so that its captures are the groups from 1 on. */
void
pattern_text_compose(struct strbuf *out, const struct grammar_table *g,
    unsigned section, unsigned variant)
{
	const struct grammar_section *s = &g->sections[section];
	struct inlining in = { g, variant == PATTERN_JUDGE ? s->uses : s->unbracketed_uses,
		variant };

	strbuf_append_string(out, "(?x)\\A(?:");
	if (pattern_variant_judges(variant))
		compose_inlined(out, &in, s);
	else
		compose_named(out, g, s, variant);
	strbuf_append_string(out, ")");
}

/* ---- the rule at a place of a pattern --- */

enum { MAX_GROUP_DEPTH = 32, MAX_GROUP_NAME_BYTES = 32 };

/* Move *at to after the next parenthesis of pattern[*at..end) that is not escaped and
 * not within a comment or a class. Returns it, or 0 if there is none. */
static char
next_parenthesis(const char *pattern, size_t *at, size_t end)
{
	while (*at < end) {
		char c = pattern[(*at)++];

		if (c == '(' || c == ')')
			return c;
		if (c == '\\')
			++*at;
		else if (c == '#')
			while (*at < end && pattern[*at] != '\n')
				++*at;
		else if (c == '[')
			while (*at < end && pattern[*at] != ']')
				*at += pattern[*at] == '\\' ? 2 : 1;
	}
	return 0;
}

/* Return the name of the group that begins after "(", absent if it has none. */
static urlgrep_span
group_name(const char *pattern)
{
	if (pattern[0] != '?' || pattern[1] != '<' || !ascii_is(pattern[2], ASCII_ALPHA))
		return (urlgrep_span){ NULL, 0 };
	return (urlgrep_span){ pattern + 2, strcspn(pattern + 2, ">") };
}

/* Return the name of the innermost named group around pattern[item], absent if there
 * is none. */
static urlgrep_span
group_around(const char *pattern, size_t item)
{
	urlgrep_span open[MAX_GROUP_DEPTH] = { { NULL, 0 } };
	unsigned depth = 0;
	size_t at = 0;
	char c;

	while ((c = next_parenthesis(pattern, &at, item)) != 0) {
		if (c == '(' && depth < MAX_GROUP_DEPTH)
			open[depth] = group_name(pattern + at);
		if (c == '(')
			depth++;
		else if (depth > 0)
			depth--;
	}
	if (depth > MAX_GROUP_DEPTH)
		depth = MAX_GROUP_DEPTH;
	while (depth-- > 0)
		if (open[depth].text)
			return open[depth];
	return (urlgrep_span){ NULL, 0 };
}

urlgrep_span
pattern_text_rule_at(const struct grammar_table *g, const char *pattern, size_t item)
{
	urlgrep_span name = group_around(pattern, item);
	char wanted[MAX_GROUP_NAME_BYTES + sizeof("(?<>")];
	const char *found;

	if (name.text == NULL || name.len > MAX_GROUP_NAME_BYTES)
		return (urlgrep_span){ NULL, 0 };
	memcpy(wanted, "(?<", 3);
	memcpy(wanted + 3, name.text, name.len);
	memcpy(wanted + 3 + name.len, ">", 2);
	found = strstr(g->text, wanted);
	return found ? (urlgrep_span){ found + 3, name.len } : (urlgrep_span){ NULL, 0 };
}
