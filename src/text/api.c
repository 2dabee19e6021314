/* api.c - the public functions that judge a URL with a scanner, the names of values, the version */
#include <string.h>

#include "text/scanner.h"
#include "url/grammar.h"
#include "url/matcher.h"
#include "util/span.h"
#include "util/utf8.h"

const urlgrep_grammar *
urlgrep_scanner_grammar(const urlgrep_scanner *s)
{
	return s->grammar;
}

urlgrep_verdict
urlgrep_judge(urlgrep_scanner *s, const char *text, size_t len, unsigned flags, urlgrep_url *url)
{
	return matcher_judge(s->matcher, text ? text : "", len, flags, url);
}

urlgrep_status
urlgrep_explain(urlgrep_scanner *s, const char *text, size_t len, unsigned flags,
    urlgrep_error *error)
{
	return matcher_explain(s->matcher, text ? text : "", len, flags, error);
}

/* Set *error for a URL that is refused as a whole. */
static urlgrep_status
refuse(urlgrep_error *error, const char *rule, const char *message)
{
	*error = (urlgrep_error){ .rule = span_of(rule), .message = span_of(message), .prose = 1 };
	return URLGREP_OK;
}

urlgrep_status
urlgrep_explain_finding(urlgrep_scanner *s, const urlgrep_finding *f, urlgrep_error *error)
{
	urlgrep_status status;

	if (f->notes & URLGREP_TEMPLATE)
		return refuse(error, "template", "a template or a pattern of URLs");
	if (f->notes & URLGREP_UNLISTED_SCHEME)
		return refuse(error, "unlisted-scheme", "the scheme is not listed");
	status = urlgrep_explain(s, f->url.text.text, f->url.text.len, 0, error);
	if (status != URLGREP_END || f->url.verdict != URLGREP_INVALID || f->notes & URLGREP_MALFORMED)
		return status;
	/* a link of HTML whose URL the grammar accepts */
	if (urlgrep_finding_warnings(f) & URLGREP_WARNING_BIT(URLGREP_WARN_SCHEME_ACTIVE))
		return refuse(error, "active-link", "a link to a program or to data");
	return refuse(error, "no-target", "a link that leads nowhere");
}

urlgrep_status
urlgrep_uri(urlgrep_scanner *s, const urlgrep_url *url, urlgrep_span host, urlgrep_span *uri)
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

/* ---- units --- */

size_t
urlgrep_length_in(const char *text, size_t len, urlgrep_unit unit)
{
	size_t at = 0, units = 0, n;
	uint32_t code;

	for (; at < len; at += n ? n : 1, units++) {
		n = utf8_decode(text + at, len - at, &code);
		units += unit == URLGREP_UTF16 && n == 4;
	}
	return units;
}

/* ---- names --- */

static const char *const names_of_verdicts[] = { [URLGREP_VALID] = "valid",
	[URLGREP_LOOSE] = "loose", [URLGREP_INVALID] = "invalid", [URLGREP_LIMIT] = "limit",
	[URLGREP_UNJUDGED] = "unjudged" };
static const char *const names_of_forms[] = {
	[URLGREP_WRAPPED] = "wrapped", [URLGREP_ANGLE] = "angle", [URLGREP_QUOTED] = "quoted",
	[URLGREP_BARE] = "bare", [URLGREP_SCHEMELESS] = "schemeless", [URLGREP_EMAIL] = "email" };
static const char *const names_of_kinds[] = { [URLGREP_KIND_URL] = "url",
	[URLGREP_KIND_NAME] = "name", [URLGREP_KIND_ADDRESS] = "address" };
static const char *const names_of_confidences[] = { [URLGREP_HIGH] = "high",
	[URLGREP_MEDIUM] = "medium", [URLGREP_LOW] = "low" };

/* One per bit, from the lowest on. "mended" is the name of REPAIRED in version 1 of the JSON. */
static const char *const names_of_treatments[] = { "joined", "not-joined", "hyphen-kept",
	"hyphen-dropped", "unbroken-copy", "mended", "decoded" };
static const char *const names_of_notes[] = { "unicode-space", "unterminated-wrapper",
	"malformed", "template", "json-escaped" };
static const char *const names_of_defang_signs[] = { "at", "backslash", "blank", "colon", "dot",
	"no-scheme", "scheme", "slash" };

static const char *const names_of_unwrap_statuses[] = { [URLGREP_UNWRAP_NONE] = "none",
	[URLGREP_UNWRAP_TARGET] = "target", [URLGREP_UNWRAP_CUT] = "cut",
	[URLGREP_UNWRAP_MALFORMED] = "malformed", [URLGREP_UNWRAP_AMBIGUOUS] = "ambiguous",
	[URLGREP_UNWRAP_REFUSED] = "refused", [URLGREP_UNWRAP_INVALID] = "invalid",
	[URLGREP_UNWRAP_OPAQUE] = "opaque" };
static const char *const names_of_unwrap_notes[] = { "maybe-cut", "double-encoded",
	"head-repaired", "nested-too-deep" };
static const char *const names_of_unwrap_classes[] = { "gateway", "redirect", "tracker", "amp",
	"archive", "short" };

#define NAMES(list) { list, COUNT(list) }
static const struct {
	const char *const *at;
	unsigned count;
} lists[] = {
	[URLGREP_VERDICT_NAMES] = NAMES(names_of_verdicts),
	[URLGREP_FORM_NAMES] = NAMES(names_of_forms),
	[URLGREP_KIND_NAMES] = NAMES(names_of_kinds),
	[URLGREP_CONFIDENCE_NAMES] = NAMES(names_of_confidences),
	[URLGREP_TREATMENT_NAMES] = NAMES(names_of_treatments),
	[URLGREP_NOTE_NAMES] = NAMES(names_of_notes),
	[URLGREP_DEFANG_SIGN_NAMES] = NAMES(names_of_defang_signs),
	[URLGREP_UNWRAP_STATUS_NAMES] = NAMES(names_of_unwrap_statuses),
	[URLGREP_UNWRAP_NOTE_NAMES] = NAMES(names_of_unwrap_notes),
	[URLGREP_UNWRAP_CLASS_NAMES] = NAMES(names_of_unwrap_classes),
};

const char *
urlgrep_name(urlgrep_names names, unsigned value)
{
	if (names == URLGREP_WARNING_NAMES)
		return warning_name(value);
	return names < COUNT(lists) && value < lists[names].count ? lists[names].at[value] : NULL;
}

/* ---- the version --- */

const char *
urlgrep_version(void)
{
	return URLGREP_VERSION;
}
