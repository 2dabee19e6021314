/* filter.c - which findings are wanted: --invalid, --all, --deny, --scheme, --host, -e */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "cmd/filter.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/messages.h"
#include "cmd/warnings/finding_warnings.h"
#include "cmd/xmalloc.h"
#include "util/ascii.h"
#include "util/strbuf.h"

struct filter {
	const struct settings *settings;
	bool only_valid;   /* there is no other condition */
	pcre2_code **code; /* one for each pattern */
	pcre2_match_data *match_data;
};

static void
report_pattern(const char *pattern, int error)
{
	struct strbuf place = { .memory = &xmalloc_memory };
	char reason[256];

	strbuf_append_string(&place, "--regexp=");
	strbuf_append(&place, pattern, strlen(pattern) + 1);
	pcre2_get_error_message(error, (PCRE2_UCHAR *)reason, sizeof(reason));
	message(place.at, reason);
	strbuf_free(&place);
}

/* Return the compiled pattern, or NULL after a message. */
static pcre2_code *
compile_pattern(const char *pattern)
{
	int error;
	PCRE2_SIZE offset;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern,
	    PCRE2_ZERO_TERMINATED, 0, &error, &offset, NULL);

	if (code == NULL && error == PCRE2_ERROR_HEAP_FAILED)
		x_die(); /* not the fault of the pattern: it was compiled before */
	if (code)
		pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	else
		report_pattern(pattern, error);
	return code;
}

static bool
compile_patterns(struct filter *f)
{
	const struct string_list *patterns = &f->settings->patterns;
	size_t i;

	f->code = x_calloc(patterns->count + 1, sizeof(*f->code));
	f->match_data = pcre2_match_data_create(1, NULL);
	if (f->match_data == NULL)
		x_die();
	for (i = 0; i < patterns->count; i++) {
		f->code[i] = compile_pattern(patterns->at[i]);
		if (f->code[i] == NULL)
			return false;
	}
	return true;
}

struct filter *
filter_new(const struct settings *s)
{
	struct filter *f = x_calloc(1, sizeof(*f));

	f->settings = s;
	f->only_valid = s->selection == SELECT_VALID && !s->deny &&
	    s->schemes.count == 0 && s->host == NULL && s->patterns.count == 0;
	if (!compile_patterns(f)) {
		filter_free(f);
		return NULL;
	}
	return f;
}

void
filter_free(struct filter *f)
{
	size_t i;

	if (f == NULL)
		return;
	for (i = 0; i < f->settings->patterns.count; i++)
		pcre2_code_free(f->code[i]);
	free(f->code);
	pcre2_match_data_free(f->match_data);
	free(f);
}

bool
filter_is_valid(const struct settings *s, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	return finding->url.verdict == URLGREP_OK &&
	    !(s->deny && finding_warnings_of(finding, location) & s->deny);
}

static bool
wants_validity(const struct settings *s, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	return s->selection == SELECT_ALL ||
	    filter_is_valid(s, finding, location) == (s->selection == SELECT_VALID);
}

/* An invalid URL has no parts, but it has a scheme: what is before the colon. */
static bool
wants_scheme(const struct settings *s, const urlgrep_url *url)
{
	const char *colon;
	size_t len, i;

	if (s->schemes.count == 0)
		return true;
	colon = memchr(url->text.text, ':', url->text.len);
	len = colon ? (size_t)(colon - url->text.text) : 0;
	for (i = 0; i < s->schemes.count; i++)
		if (ascii_is_word(url->text.text, len, s->schemes.at[i]))
			return true;
	return false;
}

static bool
wants_host(const struct settings *s, const urlgrep_url *url)
{
	urlgrep_span host;
	char *name;
	bool matches;

	if (s->host == NULL)
		return true;
	host = urlgrep_part_named(url, "host");
	if (host.text == NULL)
		return false;
	name = x_strndup(host.text, host.len);
	matches = fnmatch(s->host, name, FNM_CASEFOLD) == 0;
	free(name);
	return matches;
}

/* Return true if one of the patterns matches, or there are none. */
static bool
wants_pattern(struct filter *f, const urlgrep_url *url)
{
	size_t count = f->settings->patterns.count, i;

	for (i = 0; i < count; i++)
		if (pcre2_match(f->code[i], (PCRE2_SPTR)url->text.text,
			url->text.len, 0, 0, f->match_data, NULL) >= 0)
			return true;
	return count == 0;
}

bool
filter_wants(struct filter *f, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	const struct settings *s = f->settings;

	if (f->only_valid)
		return finding->url.verdict == URLGREP_OK;
	return wants_validity(s, finding, location) &&
	    wants_scheme(s, &finding->url) && wants_host(s, &finding->url) &&
	    wants_pattern(f, &finding->url);
}
