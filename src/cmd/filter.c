/* filter.c - which findings are wanted: --scheme, --host, -e, --deny, --invalid */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd/filter.h"
#include "cmd/xmalloc.h"
#include "cmd/messages.h"
#include "cmd/finding_warnings.h"

struct filter {
	const struct options *options;
	pcre2_code **code; /* one a pattern */
	pcre2_match_data *data;
	bool only_valid; /* nothing else is asked */
};

static pcre2_code *
compile(const char *pattern)
{
	int error;
	PCRE2_SIZE at;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern,
	    PCRE2_ZERO_TERMINATED, 0, &error, &at, NULL);
	char message[256];

	if (code == NULL) {
		pcre2_get_error_message(error, (PCRE2_UCHAR *)message,
		    sizeof(message));
		trouble(pattern, message);
		return NULL;
	}
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	return code;
}

struct filter *
filter_new(const struct options *o)
{
	struct filter *f = calloc(1, sizeof(*f));
	size_t i;

	if (f == NULL)
		memory_end();
	f->options = o;
	f->only_valid = o->selection == VALID && !o->deny && o->schemes.count == 0 &&
	    o->host == NULL && o->patterns.count == 0;
	f->code = calloc(o->patterns.count + 1, sizeof(*f->code));
	f->data = pcre2_match_data_create(1, NULL);
	if (f->code == NULL || f->data == NULL)
		memory_end();
	for (i = 0; i < o->patterns.count; i++) {
		f->code[i] = compile(o->patterns.at[i]);
		if (f->code[i] == NULL) {
			filter_free(f);
			return NULL;
		}
	}
	return f;
}

void
filter_free(struct filter *f)
{
	size_t i;

	if (f == NULL)
		return;
	for (i = 0; f->code && i < f->options->patterns.count; i++)
		pcre2_code_free(f->code[i]);
	free(f->code);
	pcre2_match_data_free(f->data);
	free(f);
}

bool
filter_valid(const struct options *o, const urlgrep_finding *f,
    const struct place *place)
{
	return f->url.verdict == URLGREP_OK &&
	    !(o->deny && warnings_of(f, place) & o->deny);
}

/* An invalid URL has no parts, but a scheme it has. */
static bool
scheme_wanted(const struct options *o, const urlgrep_url *url)
{
	const char *colon;
	size_t len, i;

	if (o->schemes.count == 0)
		return true;
	colon = memchr(url->text.text, ':', url->text.len);
	len = colon ? (size_t)(colon - url->text.text) : 0;
	for (i = 0; i < o->schemes.count; i++)
		if (strlen(o->schemes.at[i]) == len &&
		    strncasecmp(o->schemes.at[i], url->text.text, len) == 0)
			return true;
	return false;
}

static bool
host_wanted(const struct options *o, const urlgrep_url *url)
{
	urlgrep_span host;
	char *name;
	bool wanted;

	if (o->host == NULL)
		return true;
	host = urlgrep_part_named(url, "host");
	if (host.text == NULL)
		return false;
	name = strndup(host.text, host.len);
	if (name == NULL)
		memory_end();
	wanted = fnmatch(o->host, name, FNM_CASEFOLD) == 0;
	free(name);
	return wanted;
}

static bool
pattern_wanted(struct filter *f, const urlgrep_url *url)
{
	size_t i;

	for (i = 0; i < f->options->patterns.count; i++)
		if (pcre2_match(f->code[i], (PCRE2_SPTR)url->text.text,
			url->text.len, 0, 0, f->data, NULL) >= 0)
			return true;
	return f->options->patterns.count == 0;
}

bool
filter_wants(struct filter *filter, const urlgrep_finding *f,
    const struct place *place)
{
	const struct options *o = filter->options;

	if (filter->only_valid)
		return f->url.verdict == URLGREP_OK;
	if (o->selection != ALL &&
	    filter_valid(o, f, place) != (o->selection == VALID))
		return false;
	return scheme_wanted(o, &f->url) && host_wanted(o, &f->url) &&
	    pattern_wanted(filter, &f->url);
}
