/* url_patterns.c - the patterns of -e and -f that URLs are matched by */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "cmd/url_patterns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "util/strbuf.h"

/* Bounds on matching a pattern without JIT, after JIT-compiled code gave up. */
enum { MATCH_LIMIT = 20 * 1000 * 1000, HEAP_LIMIT_KIB = 64 * 1024 };

struct url_patterns {
	const struct settings *settings;
	pcre2_code **code;  /* one for each pattern: of characters, if it is UTF-8 */
	pcre2_code **bytes; /* the same for URLs that are not UTF-8; NULL: not needed yet */
	pcre2_match_data *match_data;
	pcre2_match_context *bounds; /* for matching without JIT */
	struct strbuf failed;        /* the place of the pattern that failed, */
	char failure[256];           /* and why it did */
};

/* Note that PCRE2 refused pattern number index, or gave up matching it. */
static void
note_failure(struct url_patterns *p, size_t index, int error)
{
	const char *const *files = p->settings->pattern_files.at;
	size_t first = index;
	char line[32];

	strbuf_clear(&p->failed);
	if (files[index] == NULL) {
		strbuf_append_string(&p->failed, "--regexp=");
		strbuf_append_string(&p->failed, p->settings->patterns.at[index]);
	} else {
		while (first > 0 && files[first - 1] == files[index])
			first--;
		snprintf(line, sizeof(line), ":%zu", index - first + 1);
		strbuf_append_string(&p->failed,
		    strcmp(files[index], "-") == 0 ? STDIN_NAME : files[index]);
		strbuf_append_string(&p->failed, line);
	}
	strbuf_append(&p->failed, "", 1);
	pcre2_get_error_message(error, (PCRE2_UCHAR *)p->failure, sizeof(p->failure));
}

/* Return true if PCRE2 reports that a pattern or a text is not UTF-8. */
static bool
is_utf8_error(int error)
{
	return error <= PCRE2_ERROR_UTF8_ERR1 && error >= PCRE2_ERROR_UTF8_ERR21;
}

/* Return pattern number index compiled with these options, or NULL and *error. */
static pcre2_code *
compile_as(const struct url_patterns *p, size_t index, uint32_t options, int *error)
{
	PCRE2_SIZE offset;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)p->settings->patterns.at[index],
	    PCRE2_ZERO_TERMINATED,
	    options | (p->settings->ignore_case ? PCRE2_CASELESS : 0), error, &offset, NULL);

	if (code == NULL && *error == PCRE2_ERROR_HEAP_FAILED)
		x_die(); /* not the fault of the pattern: it was compiled before */
	if (code)
		pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	return code;
}

/* Return pattern number index, or NULL after a message. */
static pcre2_code *
compile_pattern(struct url_patterns *p, size_t index)
{
	int error;
	pcre2_code *code = compile_as(p, index, PCRE2_UTF | PCRE2_UCP, &error);

	if (code == NULL && is_utf8_error(error))
		code = compile_as(p, index, 0, &error);
	if (code == NULL) {
		note_failure(p, index, error);
		message(p->failed.at, p->failure);
	}
	return code;
}

struct url_patterns *
url_patterns_new(const struct settings *s)
{
	struct url_patterns *p = x_calloc(1, sizeof(*p));
	size_t i;

	p->settings = s;
	p->failed.memory = &xmalloc_memory;
	p->code = x_calloc(s->patterns.count + 1, sizeof(*p->code));
	p->bytes = x_calloc(s->patterns.count + 1, sizeof(*p->bytes));
	p->match_data = pcre2_match_data_create(1, NULL);
	p->bounds = pcre2_match_context_create(NULL);
	if (p->match_data == NULL || p->bounds == NULL)
		x_die();
	pcre2_set_match_limit(p->bounds, MATCH_LIMIT);
	pcre2_set_depth_limit(p->bounds, MATCH_LIMIT);
	pcre2_set_heap_limit(p->bounds, HEAP_LIMIT_KIB);
	for (i = 0; i < s->patterns.count; i++) {
		p->code[i] = compile_pattern(p, i);
		if (p->code[i] == NULL) {
			url_patterns_free(p);
			return NULL;
		}
	}
	return p;
}

void
url_patterns_free(struct url_patterns *p)
{
	size_t i;

	if (p == NULL)
		return;
	for (i = 0; i < p->settings->patterns.count; i++) {
		pcre2_code_free(p->code[i]);
		pcre2_code_free(p->bytes[i]);
	}
	free(p->code);
	free(p->bytes);
	pcre2_match_data_free(p->match_data);
	pcre2_match_context_free(p->bounds);
	strbuf_free(&p->failed);
	free(p);
}

/* Match as pcre2_match does. JIT-compiled code has a stack of 32 KiB, which a pattern
 * such as "^(?:a|b|.)*$" exhausts on a URL of 1,500 bytes; the interpreter has none. */
static int
match_code(const struct url_patterns *p, const pcre2_code *code, urlgrep_span url)
{
	int rc = pcre2_match(code, (PCRE2_SPTR)url.text, url.len, 0, 0,
	    p->match_data, NULL);

	if (rc >= 0 || rc == PCRE2_ERROR_NOMATCH || is_utf8_error(rc))
		return rc;
	return pcre2_match(code, (PCRE2_SPTR)url.text, url.len, 0, PCRE2_NO_JIT,
	    p->match_data, p->bounds);
}

/* Match characters, or bytes if the URL is not UTF-8. A pattern that PCRE2 has for characters
 * only, such as "\x{20AC}", does not match bytes. */
static int
match_pattern(struct url_patterns *p, size_t index, urlgrep_span url)
{
	int error, rc = match_code(p, p->code[index], url);

	if (!is_utf8_error(rc))
		return rc;
	if (p->bytes[index] == NULL)
		p->bytes[index] = compile_as(p, index, PCRE2_NEVER_UTF, &error);
	return p->bytes[index] ? match_code(p, p->bytes[index], url) : PCRE2_ERROR_NOMATCH;
}

enum filter_answer
url_patterns_match(struct url_patterns *p, urlgrep_span url)
{
	size_t count = p->settings->patterns.count, i;
	enum filter_answer answer = count == 0 ? FILTER_WANTED : FILTER_UNWANTED;

	for (i = 0; i < count; i++) {
		int rc = match_pattern(p, i, url);

		if (rc >= 0)
			return FILTER_WANTED;
		if (rc != PCRE2_ERROR_NOMATCH && answer != FILTER_FAILED) {
			note_failure(p, i, rc);
			answer = FILTER_FAILED;
		}
	}
	return answer;
}

const char *
url_patterns_failure(const struct url_patterns *p, const char **reason)
{
	*reason = p->failure;
	return p->failed.at;
}
