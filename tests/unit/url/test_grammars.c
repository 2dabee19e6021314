/* test_grammars.c - every pattern of every grammar compiles; the parts have the names of
 * their groups; which rules begin with a bracket; what the library says about its
 * grammars */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <string.h>

#include "tap.h"
#include "url/grammar.h"
#include "url/pattern.h"
#include "url/scheme.h"
#include "urlgrep_tools.h"

/* Return the pattern, or NULL after printing why it does not compile. */
static pcre2_code *
compile(const struct grammar_table *g, unsigned section, unsigned variant)
{
	struct strbuf text = { .memory = &memory_default };
	char message[256];
	pcre2_code *code;
	PCRE2_SIZE offset;
	int error;

	pattern_text_compose(&text, g, section, variant);
	code = pcre2_compile((PCRE2_SPTR)text.at, text.len, g->is_utf ? PCRE2_UTF : 0,
	    &error, &offset, NULL);
	if (code == NULL) {
		size_t from = offset < 40 ? 0 : offset - 40;

		pcre2_get_error_message(error, (PCRE2_UCHAR *)message, sizeof(message));
		printf("# %s, %.*s: %s after: %.*s\n", g->name,
		    (int)g->sections[section].production.len,
		    g->sections[section].production.text, message,
		    (int)(offset - from), text.at + from);
	}
	strbuf_free(&text);
	return code;
}

/* Return true if the named groups of a pattern are the parts of its section: the capture
 * "URL_PATH" in group 4 is part number 3, "url-path", unless the grammar names it. */
static bool
has_parts(const pcre2_code *code, const struct grammar_section *s)
{
	uint32_t count, size, i;
	unsigned captures = 0;
	PCRE2_SPTR entry;

	pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &count);
	pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &entry);
	for (i = 0; i < count; i++, entry += size) {
		unsigned group = (unsigned)(entry[0] << 8 | entry[1]);
		const char *name = (const char *)entry + 2;

		if (*name < 'A' || *name > 'Z')
			continue;
		captures++;
		if (group < 1 || group > s->part_count ||
		    (s->part_names[group - 1][0] | 32) != (*name | 32))
			return false;
	}
	return captures == s->part_count;
}

static void
check_grammar(const struct grammar_table *g)
{
	bool compiles = true, parts = true;
	unsigned section, variant;

	for (section = 0; section < g->section_count; section++)
		for (variant = 0; variant < pattern_variant_count(g); variant++) {
			pcre2_code *code = compile(g, section, variant);

			compiles &= code != NULL;
			if (code && pattern_variant_judges(variant))
				parts &= has_parts(code, &g->sections[section]);
			pcre2_code_free(code);
		}
	ok(compiles, "%s: %u sections compile in %u variants", g->name,
	    g->section_count, pattern_variant_count(g));
	ok(parts, "%s: the parts are the groups", g->name);
}

/* Return true if the pattern of a variant matches the URL. */
static bool
matches(unsigned variant, const char *url)
{
	const struct grammar_table *g = grammar_find("current");
	pcre2_code *code = compile(g, grammar_find_section(g, url, strlen(url)), variant);
	pcre2_match_data *data = pcre2_match_data_create_from_pattern(code, NULL);
	int rc = pcre2_match(code, (PCRE2_SPTR)url, strlen(url), 0, 0, data, NULL);

	pcre2_match_data_free(data);
	pcre2_code_free(code);
	return rc > 0;
}

static void
check_brackets(void)
{
	static const struct {
		const char *name;
		bool is_bracketed;
	} rules[] = { { "ip_literal", true }, { "s_host", false }, { "s_pchars", false },
		{ "ipv6address", false }, { "host", false }, { "reg_name", false } };
	const struct grammar_table *g = grammar_find("current");
	size_t i;

	for (i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		const struct grammar_rule *rule = grammar_find_rule(g,
		    (urlgrep_span){ rules[i].name, strlen(rules[i].name) });

		ok(rule && rule->is_bracketed == rules[i].is_bracketed, "%s %s with a bracket",
		    rules[i].name, rules[i].is_bracketed ? "begins" : "does not begin");
	}
	ok(matches(PATTERN_JUDGE, "http://h.example/a") &&
	    matches(PATTERN_JUDGE_UNBRACKETED, "http://h.example/a") &&
	    !matches(PATTERN_JUDGE_UNBRACKETED, "http:///a"), "the same without a bracket");
	ok(matches(PATTERN_JUDGE, "http://[::1]/a") &&
	    !matches(PATTERN_JUDGE_UNBRACKETED, "http://[::1]/a"),
	    "a pattern for texts without a bracket knows none");
	ok(matches(PATTERN_JUDGE_UNBRACKETED, "http://ann:b@h.example/a") &&
	    !matches(PATTERN_JUDGE_USERLESS, "http://ann:b@h.example/a") &&
	    matches(PATTERN_JUDGE_USERLESS, "http://h.example:80/a?b#c"),
	    "a pattern for texts without \"@\" knows no user");
}

/* Return true if the grammar has a section for the scheme. */
static bool
has_section(const char *grammar, const char *scheme)
{
	const struct grammar_table *g = grammar_find(grammar);
	char url[64];
	int len = snprintf(url, sizeof(url), "%s:", scheme);

	return grammar_find_section(g, url, (size_t)len) != g->other_section;
}

static void
check_schemes(void)
{
	bool found = true;
	unsigned i;

	for (i = 0; i < scheme_count; i++)
		found &= scheme_find(scheme_table[i].name,
		    strlen(scheme_table[i].name)) == &scheme_table[i];
	ok(found, "all %u schemes are found", scheme_count);
	for (i = 0; i < scheme_count; i++) {
		const struct scheme *s = &scheme_table[i];

		if (s->opaque && !has_section("current", s->name) &&
		    !has_section("shapes", s->name)) {
			printf("# %s\n", s->name);
			found = false;
		}
	}
	ok(found, "each opaque scheme has rules of its own, or a shape");
	ok(scheme_find("HTTPS", 5) && scheme_find("HTTPS", 5)->port == 443,
	    "in any case");
	ok(!scheme_find("", 0) && !scheme_find("htt", 3) && !scheme_find("httpx", 5) &&
	    !scheme_find("svn+sshxx", 9), "and no others");
}

int
main(void)
{
	unsigned i;

	for (i = 0; i < grammar_table_count; i++)
		check_grammar(&grammar_tables[i]);
	check_brackets();
	check_schemes();
	return done_testing();
}
