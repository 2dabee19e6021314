/* test_match.c - matching with JIT-compiled code and with the interpreter, which is used if the
 * stack of the former is too small; the meaning of PCRE2's results */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <string.h>

#include "tap.h"
#include "url/match.h"
#include "util/memory.h"

enum { LEN = 60000 };

/* Match a text that needs a stack as deep as its length. */
static void
check_deep_match(struct match_state *m)
{
	static const char pattern[] = "\\A(?:(a)|b(?=c))*?c\\z";
	static char text[LEN];
	PCRE2_SIZE offset;
	int error, by_machine;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, 0, &error,
	    &offset, NULL);

	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	memset(text, 'a', LEN);
	text[LEN - 1] = 'c';
	by_machine = pcre2_match(code, (PCRE2_SPTR)text, LEN, 0, 0, m->data, m->context);
	if (by_machine == PCRE2_ERROR_JIT_STACKLIMIT)
		ok(match_run(m, code, text, LEN, 0) > 0, "the interpreter matches");
	else
		skip("the interpreter matches", "machine code has stack enough, or there is none");
	text[LEN - 1] = 'd';
	ok(match_run(m, code, text, LEN, 0) == PCRE2_ERROR_NOMATCH, "and does not match");
	pcre2_code_free(code);
}

static void
check_statuses(void)
{
	static const struct {
		int rc;
		urlgrep_verdict verdict;
	} cases[] = {
		{ 0, URLGREP_VALID }, { 1, URLGREP_VALID }, { 17, URLGREP_VALID },
		{ PCRE2_ERROR_NOMATCH, URLGREP_INVALID }, { PCRE2_ERROR_PARTIAL, URLGREP_INVALID },
		{ PCRE2_ERROR_UTF8_ERR1, URLGREP_INVALID }, { PCRE2_ERROR_UTF8_ERR2, URLGREP_INVALID },
		{ PCRE2_ERROR_UTF8_ERR20, URLGREP_INVALID }, { PCRE2_ERROR_UTF8_ERR21, URLGREP_INVALID },
		{ PCRE2_ERROR_UTF8_ERR21 - 1, URLGREP_LIMIT }, { PCRE2_ERROR_NOMEMORY, URLGREP_UNJUDGED },
		{ PCRE2_ERROR_MATCHLIMIT, URLGREP_LIMIT }, { PCRE2_ERROR_DEPTHLIMIT, URLGREP_LIMIT },
		{ PCRE2_ERROR_HEAPLIMIT, URLGREP_LIMIT }, { PCRE2_ERROR_JIT_STACKLIMIT, URLGREP_LIMIT },
		{ PCRE2_ERROR_RECURSELOOP, URLGREP_LIMIT },
	};

	FOR_EACH(c, cases)
		ok(match_verdict(c->rc) == c->verdict, "the verdict of %d", c->rc);
}

int
main(void)
{
	pcre2_general_context *general = pcre2_general_context_create(
	    memory_default.allocate, memory_default.release, NULL);
	struct match_state m;

	ok(match_state_init(&m, general), "a state");
	check_deep_match(&m);
	check_statuses();
	match_state_free(&m);
	pcre2_general_context_free(general);
	return done_testing();
}
