/* warnings.c - warnings about unusual and dangerous findings */
#include "row/warnings.h"

#include <string.h>

#include "row/idn.h"
#include "util/utf8.h"

static urlgrep_warnings
bit(unsigned warning)
{
	return URLGREP_WARNING_BIT(warning);
}

/* Return the library's warnings about the host in US-ASCII, to which browsers connect: they read
 * fullwidth and circled digits as digits. */
static urlgrep_warnings
warn_of_ascii_host(const char *host, urlgrep_span written)
{
	urlgrep_url url = { .verdict = URLGREP_VALID, .part_count = 1 };
	urlgrep_warnings lookalike = 0;

	url.parts[0] = (urlgrep_part){ "host", { host, strlen(host) } };
	if (*host && host[strspn(host, "0123456789.")] == '\0' &&
	    !utf8_is_ascii(written.text, written.len))
		lookalike = bit(URLGREP_WARN_IP_LOOKALIKE);
	return lookalike | (urlgrep_url_warnings(&url) &
	    (bit(URLGREP_WARN_IP_LOOKALIKE) | bit(URLGREP_WARN_IP_LEADING_ZERO) |
	    bit(URLGREP_WARN_IP_PRIVATE) | bit(URLGREP_WARN_HOST_NOT_DNS)));
}

/* Return the warnings of a host that idn_read() has read. */
static urlgrep_warnings
warn_of_host(const urlgrep_url *url, const struct idn *idn)
{
	urlgrep_warnings ambiguous;

	if (idn->result == IDN_NONE) /* most are: do not search for names */
		return 0;
	ambiguous = bit(URLGREP_WARN_HOST_AMBIGUOUS);
	if (idn->result == IDN_REFUSED)
		return ambiguous;
	return warn_of_ascii_host(idn->name.ascii, urlgrep_part_named(url, "host")) |
	    (idn->name.is_refused || idn->name.is_deviant || *idn->name.ascii == '\0' ?
	    ambiguous : 0) |
	    (idn->is_mixed ? bit(URLGREP_WARN_IDN_MIXED) : 0) |
	    (idn->is_confusable ? bit(URLGREP_WARN_IDN_CONFUSABLE) : 0);
}

static bool
is_good(const urlgrep_url *url)
{
	return url->verdict == URLGREP_VALID || url->verdict == URLGREP_LOOSE;
}

urlgrep_warnings
finding_warnings_of_host(const urlgrep_finding *finding, const urlgrep_location *location,
    const struct idn *idn)
{
	urlgrep_warnings set = urlgrep_finding_warnings(finding);

	if (!is_good(&finding->url))
		return set;
	set |= warn_of_host(&finding->url, idn);
	if (location && (location->flags & URLGREP_MAIL_HREF_DIFFERS))
		set |= bit(URLGREP_WARN_HREF_DIFFERS);
	return set;
}

urlgrep_warnings
finding_warnings_of(const urlgrep_finding *finding, const urlgrep_location *location)
{
	struct idn idn;

	idn_read(&finding->url, &idn);
	return finding_warnings_of_host(finding, location, &idn);
}

urlgrep_warnings
finding_warnings_of_url(const urlgrep_url *url)
{
	struct idn idn;

	if (!is_good(url))
		return 0;
	idn_read(url, &idn);
	return urlgrep_url_warnings(url) | warn_of_host(url, &idn);
}

urlgrep_warnings
finding_warnings_of_status(urlgrep_unwrap_status status)
{
	static const unsigned char warnings[] = {
		[URLGREP_UNWRAP_CUT] = URLGREP_WARN_TARGET_CUT,
		[URLGREP_UNWRAP_MALFORMED] = URLGREP_WARN_TARGET_MALFORMED,
		[URLGREP_UNWRAP_AMBIGUOUS] = URLGREP_WARN_TARGET_AMBIGUOUS,
		[URLGREP_UNWRAP_REFUSED] = URLGREP_WARN_TARGET_REFUSED,
		[URLGREP_UNWRAP_INVALID] = URLGREP_WARN_TARGET_INVALID,
		[URLGREP_UNWRAP_OPAQUE] = URLGREP_WARN_OPAQUE };

	return status == URLGREP_UNWRAP_NONE || status == URLGREP_UNWRAP_TARGET ? 0 :
	    bit(warnings[status]);
}

urlgrep_warnings
finding_warnings_of_services(const urlgrep_unwrapped *unwrapped)
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
finding_warnings_of_unwrapped(const urlgrep_unwrapped *unwrapped)
{
	urlgrep_warnings set = 0;
	unsigned i;

	if (unwrapped == NULL)
		return 0;
	for (i = 0; i < unwrapped->step_count; i++)
		set |= finding_warnings_of_url(&unwrapped->steps[i].url);
	return set | finding_warnings_of_services(unwrapped) |
	    finding_warnings_of_status(unwrapped->status);
}

const char *
finding_warnings_next(urlgrep_warnings *set)
{
	unsigned i;

	for (i = 0; *set; i++) {
		if (!(*set & bit(i)))
			continue;
		*set &= ~bit(i);
		return urlgrep_name(URLGREP_WARNING_NAMES, i);
	}
	return NULL;
}
