/* subject.c - match a text by a pattern of a grammar, by machine code if there is one */
#include "url/subject.h"

#include <string.h>

enum {
	MATCH_LIMIT = 20 * 1000 * 1000,
	HEAP_LIMIT_KIB = 64 * 1024
};

bool
match_state_init(struct match_state *m, pcre2_general_context *general)
{
	m->context = pcre2_match_context_create(general);
	m->data = pcre2_match_data_create(URLGREP_MAX_PARTS + 1, general);
	if (m->context == NULL || m->data == NULL)
		return false;
	pcre2_set_match_limit(m->context, MATCH_LIMIT);
	pcre2_set_depth_limit(m->context, MATCH_LIMIT);
	pcre2_set_heap_limit(m->context, HEAP_LIMIT_KIB);
	return true;
}

void
match_state_free(struct match_state *m)
{
	pcre2_match_data_free(m->data);
	pcre2_match_context_free(m->context);
}

struct subject
subject_make(const struct pattern_set *set, const char *text, size_t len)
{
	return (struct subject){ text, len, set,
		grammar_find_section(set->table, text, len) };
}

const struct grammar_section *
subject_section(const struct subject *s)
{
	return &s->set->table->sections[s->section];
}

struct pattern *
subject_pattern(const struct subject *s, unsigned variant)
{
	return pattern_find(s->set, s->section, variant);
}

/* Return true if JIT-compiled code gave up where the interpreter may not: its stack is
 * small, and it counts matches in another way. */
static bool
needs_interpreter(int rc)
{
	return rc == PCRE2_ERROR_JIT_STACKLIMIT || rc == PCRE2_ERROR_JIT_BADOPTION ||
	    rc == PCRE2_ERROR_MATCHLIMIT;
}

int
match_run(struct match_state *m, const pcre2_code *code, const char *text, size_t len,
    uint32_t options)
{
	int rc = pcre2_match(code, (PCRE2_SPTR)text, len, 0,
	    options, m->data, m->context);

	if (needs_interpreter(rc))
		rc = pcre2_match(code, (PCRE2_SPTR)text, len, 0,
		    options | PCRE2_NO_JIT, m->data, m->context);
	return rc;
}

/* Return the variant of a pattern that judges the subject. Hardly any has a bracket. */
static unsigned
judging_variant(const struct subject *s)
{
	if (memchr(s->text, '[', s->len))
		return PATTERN_JUDGE;
	return memchr(s->text, '@', s->len) ? PATTERN_JUDGE_UNBRACKETED : PATTERN_JUDGE_USERLESS;
}

int
match_jit(const struct match_state *m, const pcre2_code *code, const char *text, size_t len,
    size_t at)
{
	int rc = pcre2_jit_match(code, (PCRE2_SPTR)text, len, at, 0, m->data, m->context);

	if (needs_interpreter(rc))
		rc = pcre2_match(code, (PCRE2_SPTR)text, len, at, PCRE2_NO_JIT, m->data,
		    m->context);
	return rc;
}

bool
match_is_utf8_error(int rc)
{
	return rc <= PCRE2_ERROR_UTF8_ERR1 && rc >= PCRE2_ERROR_UTF8_ERR21;
}

urlgrep_verdict
match_verdict(int rc)
{
	if (rc >= 0)
		return URLGREP_VALID;
	if (match_is_utf8_error(rc))
		return URLGREP_INVALID;
	switch (rc) {
	case PCRE2_ERROR_NOMATCH:
	case PCRE2_ERROR_PARTIAL:
		return URLGREP_INVALID;
	case PCRE2_ERROR_NOMEMORY:
		return URLGREP_UNJUDGED;
	default: /* the limit of matches, depth or heap */
		return URLGREP_LIMIT;
	}
}

urlgrep_verdict
subject_match(struct match_state *m, const struct subject *s)
{
	struct pattern *p = subject_pattern(s, judging_variant(s));
	const pcre2_code *code;

	if (p == NULL)
		return URLGREP_UNJUDGED;
	code = pattern_code(&s->set->options, p, JIT_AFTER_MATCHES);
	if (code != p->code && !s->set->table->is_utf)
		return match_verdict(match_jit(m, code, s->text, s->len, 0));
	return match_verdict(match_run(m, code, s->text, s->len, 0));
}
