/* failure.c - where and why a text is no URL
 *
 * The place is the end of the longest prefix that some URL has, too: PCRE2's partial matches
 * find it. The reason is the rule that was at work there, which callouts find. */
#include "url/failure.h"

#include <string.h>

#include "url/grammar.h"
#include "url/loose.h"
#include "url/state.h"
#include "util/utf8.h"

/* ---- the longest viable prefix --- */

/* Set *s to what the failure of a text is explained by: the text, or if RFC 3987 accepts it,
 * the URI made of it. Returns OK, LIMIT or NOMEM. */
static urlgrep_status
failing_subject(struct matcher *m, const char *text, size_t len, struct subject *s)
{
	urlgrep_status status;

	*s = subject_make(grammar_patterns(m->grammar), text, len);
	if (!matcher_is_iri(m, text, len))
		return URLGREP_OK;
	status = matcher_encode_iri(m, text, len);
	if (status == URLGREP_INVALID) {
		*s = subject_make(grammar_patterns_beyond_ascii(m->grammar), text, len);
		return URLGREP_OK;
	}
	s->text = m->uri.at;
	s->len = m->uri.len;
	return status;
}

/* Return the offset in text[0..len) that corresponds to the offset in the subject. */
static size_t
written_offset(const struct subject *s, const char *text, size_t len, size_t offset)
{
	struct loose_map map = { .text = text, .encoded = s->text, .text_len = len };

	if (s->text == text)
		return offset;
	offset = loose_map_offset(&map, offset);
	while (offset < len && offset > 0 && utf8_is_continuation(text[offset]))
		offset--;
	return offset;
}

/* Return the offset at, moved back to the beginning of a UTF-8 character. */
static size_t
character_begin(const struct subject *s, size_t at)
{
	if (s->set->table->is_utf && at < s->len)
		while (at > 0 && utf8_is_continuation(s->text[at]))
			at--;
	return at;
}

/* Cut the subject before the first byte that belongs to no character: no viable
 * prefix is longer. */
static void
cut_to_characters(struct matcher *m, struct subject *s)
{
	const struct pattern *p = subject_pattern(s, PATTERN_UNCOUNTED);

	if (s->set->table->is_utf && p &&
	    match_is_utf8_error(match_run(&m->state, p->code, s->text, s->len, 0)))
		s->len = pcre2_get_startchar(m->state.data);
}

/* Reduce *viable to the length of the longest prefix that matches, or matches in part.
 * All shorter prefixes match in part then, so this is a binary search; it begins with the end,
 * since most rules do not limit the prefix. */
static urlgrep_status
bisect_viable(struct matcher *m, const struct subject *s, unsigned variant,
    size_t *viable)
{
	const struct pattern *p = subject_pattern(s, variant);
	size_t low = 0, high = *viable, middle = high;

	if (p == NULL)
		return URLGREP_NOMEM;
	for (; low < high; middle = low + (high - low + 1) / 2) {
		int rc = match_run(&m->state, p->code, s->text, character_begin(s, middle),
		    PCRE2_PARTIAL_HARD);

		if (rc >= 0 || rc == PCRE2_ERROR_PARTIAL)
			low = middle;
		else if (match_status(rc) == URLGREP_INVALID)
			high = middle - 1;
		else
			return match_status(rc);
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

		if (subject_section(s)->uses[table->counts[n]] == 0)
			continue; /* it would be the same pattern */
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

/* Return true at the end of a rule without content, such as "(?<hostlen> )": it cannot fail
 * (see pattern_text.c). */
static bool
ends_empty_rule(const char *pattern, size_t item)
{
	return item >= 2 && pattern[item] == ')' && memcmp(pattern + item - 2, "> ", 2) == 0;
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
	    (at == trace->reached && trace->is_settled) ||
	    ends_empty_rule(trace->pattern, block->pattern_position))
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
	struct pattern *p = subject_pattern(s, variant);
	struct strbuf text = { .memory = grammar_memory(m->grammar) };
	struct callout_trace trace = { .offset = offset, .table = table,
		.only_prose = only_prose };
	int rc = PCRE2_ERROR_NOMEMORY;

	*rule = (urlgrep_span){ NULL, 0 };
	pattern_text_compose(&text, table, s->section, variant);
	strbuf_append(&text, "", 1);
	if (p && !text.failed) {
		trace.pattern = text.at;
		pcre2_set_callout(m->state.context, trace_callout, &trace);
		rc = match_run(&m->state, p->code, s->text, s->len, 0);
		pcre2_set_callout(m->state.context, NULL, NULL);
		if (trace.item)
			*rule = pattern_text_rule_at(table, text.at, trace.item);
	}
	strbuf_free(&text);
	return match_status(rc) == URLGREP_NOMEM ? URLGREP_NOMEM : URLGREP_OK;
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
	p = pattern_find(s->set, (unsigned)bnf, PATTERN_JUDGE);
	return p ? match_status(match_run(&m->state, p->code, s->text, s->len, 0)) :
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
