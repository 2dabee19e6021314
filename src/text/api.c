/* api.c - the public functions that judge a URL by a scanner, and the version */
#include <string.h>

#include "text/scanner.h"
#include "url/grammar.h"

urlgrep_status
urlgrep_judge(urlgrep_scanner *s, const char *text, size_t len, unsigned flags,
    urlgrep_url *url)
{
	return matcher_judge_url(s->matcher, text, len, flags, url);
}

int
urlgrep_accepts(const urlgrep_scanner *s, urlgrep_status verdict)
{
	return grammar_accepts(s->grammar, verdict);
}

urlgrep_status
urlgrep_explain(urlgrep_scanner *s, const char *text, size_t len, unsigned flags,
    urlgrep_error *error)
{
	return explainer_explain(&s->explainer, s->matcher, text, len, flags, error);
}

/* The notes that make a finding invalid, whatever the grammar says. */
static const struct {
	unsigned note;
	const char *rule, *message;
} reasons[] = {
	{ URLGREP_TEMPLATE, "template", "a template or a pattern of URLs" },
	{ URLGREP_UNLISTED_SCHEME, "unlisted-scheme", "the scheme is not listed" },
};

static urlgrep_span
span_of(const char *string)
{
	return (urlgrep_span){ string, strlen(string) };
}

urlgrep_status
urlgrep_explain_finding(urlgrep_scanner *s, const urlgrep_finding *f,
    urlgrep_error *error)
{
	size_t i;

	for (i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (f->notes & reasons[i].note) {
			*error = (urlgrep_error){ .rule = span_of(reasons[i].rule),
				.message = span_of(reasons[i].message), .prose = 1 };
			return URLGREP_OK;
		}
	return urlgrep_explain(s, f->url.text.text, f->url.text.len, 0, error);
}

urlgrep_status
urlgrep_uri(urlgrep_scanner *s, const urlgrep_url *url, urlgrep_span host,
    urlgrep_span *uri)
{
	return matcher_make_uri(s->matcher, url, host, uri);
}

urlgrep_status
urlgrep_scheme_at(unsigned index, urlgrep_scheme *scheme)
{
	const struct scheme *s;

	if (index >= scheme_count)
		return URLGREP_END;
	s = &scheme_table[index];
	*scheme = (urlgrep_scheme){ .name = s->name, .has_slashes = s->slashes,
		.is_opaque = s->opaque || s->only_wrapped,
		.is_registered = s->is_registered, .port = s->port, .rfc = s->rfc };
	return URLGREP_OK;
}

const char *
urlgrep_version(void)
{
	return URLGREP_VERSION;
}
