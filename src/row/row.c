/* row.c - a finding, and what is computed of its URL only if a field needs it */
#include "row/row.h"

#include <stdlib.h>
#include <string.h>

#include "row/idn.h"
#include "urlgrep_tools.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/span.h"
#include "util/strbuf.h"
#include "util/utf8.h"

/* ---- details --- */

struct details {
	struct search_options options;
	const urlgrep_grammar *grammar;
	const struct details_choice *choice;
	bool has_failed;
	/* created when needed */
	urlgrep_scanner *scanner;
	urlgrep_unwrapper *unwrapper;
	urlgrep_grammar *rfc1738_grammar;
	urlgrep_scanner *rfc1738;
	struct strbuf defanged;
	/* of the current URL */
	bool is_unwrapped, is_cleaned;
	const urlgrep_unwrapped *unwrapped;
	const urlgrep_cleaned *cleaned;
	struct idn idn; /* the last host that was read */
};

struct details *
details_new(const struct search_options *options, const urlgrep_grammar *grammar,
    const struct details_choice *choice)
{
	struct details *d = malloc(sizeof(*d));

	if (d)
		*d = (struct details){ .options = *options, .grammar = grammar, .choice = choice,
			.defanged.memory = &memory_default };
	return d;
}

void
details_free(struct details *d)
{
	if (d == NULL)
		return;
	urlgrep_scanner_free(d->scanner);
	urlgrep_unwrapper_free(d->unwrapper);
	urlgrep_scanner_free(d->rfc1738);
	urlgrep_grammar_free(d->rfc1738_grammar);
	strbuf_free(&d->defanged);
	free(d);
}

void
details_begin(struct details *d)
{
	d->is_unwrapped = d->is_cleaned = false;
}

bool
details_have_failed(struct details *d)
{
	bool has_failed = d->has_failed;

	d->has_failed = false;
	return has_failed;
}

urlgrep_scanner *
details_scanner(struct details *d)
{
	if (d->scanner == NULL)
		d->scanner = urlgrep_scanner_new(d->grammar);
	d->has_failed |= d->scanner == NULL;
	return d->scanner;
}

const char *
details_grammar_name(const struct details *d)
{
	return d->options.grammar;
}

/* Read the host of a URL into d->idn. */
static urlgrep_status
read_host(struct details *d, const urlgrep_url *url)
{
	urlgrep_status status = idn_read(url, &d->idn);

	d->has_failed |= status == URLGREP_NOMEM;
	return status;
}

const struct idna_name *
details_host(struct details *d, const urlgrep_url *url)
{
	return read_host(d, url) == URLGREP_OK ? &d->idn.name : NULL;
}

/* Return a host that has escapes or non-ASCII characters as A-labels; absent if the host has none
 * of these, or if IDNA maps one of its characters to a slash or the like. */
static urlgrep_span
encode_host(struct details *d, const urlgrep_url *url)
{
	urlgrep_span host = urlgrep_part_named(url, "host");

	if (host.len > 0 && (!utf8_is_ascii(host.text, host.len) ||
	    memchr(host.text, '%', host.len)) && read_host(d, url) == URLGREP_OK) {
		host = span_of(d->idn.name.ascii);
		if (ascii_span(host.text, host.len, ASCII_HOST) == host.len)
			return host;
	}
	return (urlgrep_span){ NULL, 0 };
}

urlgrep_span
details_uri(struct details *d, const urlgrep_url *url)
{
	const urlgrep_span absent = { NULL, 0 };
	bool is_ascii = utf8_is_ascii(url->text.text, url->text.len);
	urlgrep_span host = absent, uri = absent;

	if (!is_ascii || memchr(url->text.text, '%', url->text.len))
		host = encode_host(d, url);
	if (url->verdict == URLGREP_VALID && host.text == NULL && is_ascii)
		return absent; /* the usual case */
	if (details_scanner(d) == NULL || urlgrep_uri(d->scanner, url, host, &uri) == URLGREP_NOMEM) {
		d->has_failed = true;
		return absent;
	}
	return uri.text && uri.len == url->text.len &&
	    memcmp(uri.text, url->text.text, uri.len) == 0 ? absent : uri;
}

urlgrep_span
details_readable(struct details *d, urlgrep_span text)
{
	urlgrep_scanner *scanner = details_scanner(d);
	urlgrep_status status = URLGREP_NOMEM;
	urlgrep_span readable;
	urlgrep_url url;

	if (scanner && urlgrep_judge(scanner, text.text, text.len, 0, &url) != URLGREP_UNJUDGED)
		status = urlgrep_readable(scanner, &url, 0, &readable);
	d->has_failed |= status == URLGREP_NOMEM;
	return status == URLGREP_OK ? readable : text;
}

urlgrep_span
details_defanged(struct details *d, urlgrep_span url)
{
	size_t size = urlgrep_defang(url.text, url.len, NULL, 0);

	strbuf_clear(&d->defanged);
	if (!strbuf_reserve(&d->defanged, size + 1)) {
		d->has_failed = true;
		return (urlgrep_span){ NULL, 0 };
	}
	urlgrep_defang(url.text, url.len, d->defanged.at, size);
	return (urlgrep_span){ d->defanged.at, size };
}

bool
details_is_rfc1738(struct details *d, const urlgrep_url *url)
{
	urlgrep_verdict verdict = URLGREP_UNJUDGED;
	urlgrep_url judged;

	if (d->rfc1738_grammar == NULL)
		d->rfc1738_grammar = urlgrep_grammar_new("rfc1738", 0, NULL, NULL);
	if (d->rfc1738_grammar && d->rfc1738 == NULL)
		d->rfc1738 = urlgrep_scanner_new(d->rfc1738_grammar);
	if (d->rfc1738)
		verdict = urlgrep_judge(d->rfc1738, url->text.text, url->text.len, 0, &judged);
	d->has_failed |= verdict == URLGREP_UNJUDGED;
	return verdict == URLGREP_VALID;
}

/* Return true if the URL may be a wrapper or have tracking parameters, and create the unwrapper. */
static bool
may_lead(struct details *d, const urlgrep_url *url)
{
	const struct user_wrappers *table = d->options.wrappers;

	if (!urlgrep_accepts(d->grammar, url->verdict) &&
	    (url->verdict != URLGREP_LOOSE || d->choice))
		return false;
	if (d->unwrapper == NULL)
		d->unwrapper = urlgrep_unwrapper_with(d->grammar, d->options.unwrap_classes,
		    table ? table->rows : NULL, table ? table->count : 0);
	d->has_failed |= d->unwrapper == NULL;
	return d->unwrapper != NULL;
}

const urlgrep_unwrapped *
details_unwrapped(struct details *d, const urlgrep_url *url)
{
	if (d->is_unwrapped)
		return d->unwrapped;
	d->is_unwrapped = true;
	d->unwrapped = NULL;
	if (!may_lead(d, url))
		return NULL;
	d->unwrapped = urlgrep_unwrap(d->unwrapper, url->text.text, url->text.len);
	d->has_failed |= d->unwrapped == NULL;
	if (d->unwrapped && d->unwrapped->status == URLGREP_UNWRAP_NONE)
		d->unwrapped = NULL;
	return d->unwrapped;
}

const urlgrep_url *
details_target(struct details *d, const urlgrep_url *url)
{
	const urlgrep_unwrapped *unwrapped = details_unwrapped(d, url);

	return unwrapped && unwrapped->status == URLGREP_UNWRAP_TARGET ?
	    unwrapped->target : NULL;
}

/* Return the URL or its target, whichever details_cleaned() cleans. */
static const urlgrep_url *
innermost(struct details *d, const urlgrep_url *url)
{
	const struct details_choice *choice = d->choice;
	const urlgrep_url *target = choice && !choice->unwrap ? NULL : details_target(d, url);

	return target ? target : url;
}

const urlgrep_cleaned *
details_cleaned(struct details *d, const urlgrep_url *url)
{
	urlgrep_span text;

	if (d->is_cleaned)
		return d->cleaned;
	d->is_cleaned = true;
	d->cleaned = NULL;
	if ((d->choice && !d->choice->strip_tracking) || !may_lead(d, url))
		return NULL;
	text = innermost(d, url)->text;
	d->cleaned = urlgrep_strip_tracking(d->unwrapper, text.text, text.len);
	d->has_failed |= d->cleaned == NULL;
	if (d->cleaned && d->cleaned->removed_count == 0)
		d->cleaned = NULL;
	return d->cleaned;
}

/* ---- warnings --- */

static urlgrep_warnings
bit(unsigned warning)
{
	return URLGREP_WARNING_BIT(warning);
}

/* Return the library's warnings about the host in US-ASCII, which browsers connect to: they read
 * fullwidth and circled digits as digits. */
static urlgrep_warnings
warn_of_ascii_host(const char *host, urlgrep_span written)
{
	urlgrep_url url = { .verdict = URLGREP_VALID, .text = { "", 0 }, .part_count = 1 };
	urlgrep_warnings lookalike = 0;

	url.parts[0] = (urlgrep_part){ "host", span_of(host) };
	if (*host && host[strspn(host, "0123456789.")] == '\0' &&
	    !utf8_is_ascii(written.text, written.len))
		lookalike = bit(URLGREP_WARN_IP_LOOKALIKE);
	return lookalike | (urlgrep_url_warnings(&url) &
	    (bit(URLGREP_WARN_IP_LOOKALIKE) | bit(URLGREP_WARN_IP_LEADING_ZERO) |
	    bit(URLGREP_WARN_IP_PRIVATE) | bit(URLGREP_WARN_HOST_NOT_DNS)));
}

/* Return the warning that tells why a wrapper has no target. */
static urlgrep_warnings
warnings_of_status(urlgrep_unwrap_status status)
{
	_Static_assert((int)URLGREP_UNWRAP_OPAQUE - (int)URLGREP_UNWRAP_CUT ==
	    (int)URLGREP_WARN_OPAQUE - (int)URLGREP_WARN_TARGET_CUT, "the same order");

	return status < URLGREP_UNWRAP_CUT ? 0 :
	    bit(URLGREP_WARN_TARGET_CUT + (unsigned)(status - URLGREP_UNWRAP_CUT));
}

/* Return the warnings about the services of a wrapper. */
static urlgrep_warnings
warnings_of_services(const urlgrep_unwrapped *unwrapped)
{
	urlgrep_warnings set = 0;
	unsigned i;

	for (i = 0; i < unwrapped->step_count; i++) {
		if (unwrapped->steps[i].kind == URLGREP_UNWRAP_REDIRECT)
			set |= bit(URLGREP_WARN_REDIRECT);
		if (unwrapped->steps[i].kind == URLGREP_UNWRAP_SHORT)
			set |= bit(URLGREP_WARN_SHORTENER);
	}
	return set;
}

urlgrep_warnings
details_wrapper_warnings(const urlgrep_unwrapped *unwrapped)
{
	return warnings_of_services(unwrapped) | warnings_of_status(unwrapped->status);
}

/* Return the warnings about a host that IDNA reveals. */
static urlgrep_warnings
warnings_of_host(struct details *d, const urlgrep_url *url)
{
	const struct idn *idn = &d->idn;
	urlgrep_status status = read_host(d, url);

	if (status == URLGREP_REJECTED)
		return bit(URLGREP_WARN_HOST_AMBIGUOUS);
	if (status != URLGREP_OK) /* the usual case */
		return 0;
	return warn_of_ascii_host(idn->name.ascii, urlgrep_part_named(url, "host")) |
	    (idn->name.is_refused || idn->name.is_deviant || *idn->name.ascii == '\0' ?
	    bit(URLGREP_WARN_HOST_AMBIGUOUS) : 0) |
	    (idn->is_mixed ? bit(URLGREP_WARN_IDN_MIXED) : 0) |
	    (idn->is_confusable ? bit(URLGREP_WARN_IDN_CONFUSABLE) : 0);
}

urlgrep_warnings
details_url_warnings(struct details *d, const urlgrep_url *url)
{
	return urlgrep_url_warnings(url) | warnings_of_host(d, url);
}

/* ---- rows --- */

/* Return the warnings about a finding, without those about its URL as a wrapper. */
static urlgrep_warnings
warnings_of_finding(const struct row *r)
{
	const urlgrep_url *url = &r->finding->url;
	urlgrep_warnings set = urlgrep_finding_warnings(r->finding);

	if (url->verdict != URLGREP_VALID && url->verdict != URLGREP_LOOSE)
		return set;
	if (r->location && (r->location->flags & URLGREP_MAIL_HREF_DIFFERS))
		set |= bit(URLGREP_WARN_HREF_DIFFERS);
	return set | warnings_of_host(r->details, url);
}

const urlgrep_url *
row_printed_url(const struct row *r)
{
	const urlgrep_url *url = &r->finding->url;
	const urlgrep_cleaned *cleaned;

	if (r->details->choice == NULL || r->is_denied)
		return url;
	cleaned = details_cleaned(r->details, url);
	return cleaned ? &cleaned->url : innermost(r->details, url);
}

urlgrep_warnings
row_warnings(const struct row *r)
{
	const struct details_choice *choice = r->details->choice;
	const urlgrep_unwrapped *u = choice ? details_unwrapped(r->details, &r->finding->url) : NULL;
	urlgrep_warnings set = warnings_of_finding(r);

	if (u)
		set |= warnings_of_services(u) |
		    (choice->unwrap ? warnings_of_status(u->status) : 0);
	return set;
}

urlgrep_warnings
row_all_warnings(const struct row *r)
{
	const urlgrep_unwrapped *u = details_unwrapped(r->details, &r->finding->url);
	urlgrep_warnings set = warnings_of_finding(r);
	unsigned i;

	for (i = 0; u && i < u->step_count; i++)
		set |= details_url_warnings(r->details, &u->steps[i].url);
	return u ? set | details_wrapper_warnings(u) : set;
}
