/* api.c - the public functions that judge a URL by a scanner, the names of values, the version */
#include <string.h>

#include "text/scanner.h"
#include "url/grammar.h"

const urlgrep_grammar *
urlgrep_scanner_grammar(const urlgrep_scanner *s)
{
	return s->grammar;
}

urlgrep_verdict
urlgrep_judge(urlgrep_scanner *s, const char *text, size_t len, unsigned flags,
    urlgrep_url *url)
{
	return matcher_judge_url(s->matcher, text, len, flags, url);
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

/* ---- the names of the values in a finding, as JSON has them --- */

const char *
urlgrep_form_name(urlgrep_form form)
{
	switch (form) {
	case URLGREP_WRAPPED: return "wrapped";
	case URLGREP_ANGLE: return "angle";
	case URLGREP_QUOTED: return "quoted";
	case URLGREP_BARE: return "bare";
	case URLGREP_SCHEMELESS: return "schemeless";
	case URLGREP_EMAIL: return "email";
	}
	return NULL;
}

const char *
urlgrep_kind_name(urlgrep_kind kind)
{
	switch (kind) {
	case URLGREP_KIND_URL: return "url";
	case URLGREP_KIND_NAME: return "name";
	case URLGREP_KIND_ADDRESS: return "address";
	}
	return NULL;
}

const char *
urlgrep_confidence_name(urlgrep_confidence confidence)
{
	switch (confidence) {
	case URLGREP_HIGH: return "high";
	case URLGREP_MEDIUM: return "medium";
	case URLGREP_LOW: return "low";
	}
	return NULL;
}

const char *
urlgrep_verdict_name(urlgrep_verdict verdict)
{
	return verdict == URLGREP_VALID ? "valid" :
	    verdict == URLGREP_LOOSE ? "loose" : "invalid";
}

struct bit_name {
	unsigned bit;
	const char *name;
};

/* Return the name of bit 1 << index, or NULL. */
static const char *
find_name(const struct bit_name *names, size_t count, unsigned index)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (index < 32 && names[i].bit == 1u << index)
			return names[i].name;
	return NULL;
}

const char *
urlgrep_treatment_name(unsigned index)
{
	static const struct bit_name names[] = {
		{ URLGREP_JOINED, "joined" },
		{ URLGREP_UNJOINED, "not-joined" },
		{ URLGREP_HYPHEN_KEPT, "hyphen-kept" },
		{ URLGREP_HYPHEN_DROPPED, "hyphen-dropped" },
		{ URLGREP_UNBROKEN_COPY, "unbroken-copy" },
		{ URLGREP_REPAIRED, "mended" }, /* as version 1 of the JSON has it */
		{ URLGREP_QP_DECODED, "decoded" },
	};

	return find_name(names, COUNT(names), index);
}

const char *
urlgrep_note_name(unsigned index)
{
	static const struct bit_name names[] = {
		{ URLGREP_UNICODE_SPACE, "unicode-space" },
		{ URLGREP_UNTERMINATED, "unterminated-wrapper" },
		{ URLGREP_MALFORMED, "malformed" },
		{ URLGREP_TEMPLATE, "template" },
		{ URLGREP_JSON_ESCAPED, "json-escaped" },
	};

	return find_name(names, COUNT(names), index);
}

const char *
urlgrep_defang_sign_name(unsigned index)
{
	static const struct bit_name names[] = {
		{ URLGREP_DEFANG_AT, "at" },
		{ URLGREP_DEFANG_BACKSLASH, "backslash" },
		{ URLGREP_DEFANG_BLANK, "blank" },
		{ URLGREP_DEFANG_COLON, "colon" },
		{ URLGREP_DEFANG_DOT, "dot" },
		{ URLGREP_DEFANG_NO_SCHEME, "no-scheme" },
		{ URLGREP_DEFANG_SCHEME, "scheme" },
		{ URLGREP_DEFANG_SLASH, "slash" },
	};

	return find_name(names, COUNT(names), index);
}

/* ---- the version --- */

const char *
urlgrep_version(void)
{
	return URLGREP_VERSION;
}
