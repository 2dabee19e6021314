/* warnings.c - what is unusual or dangerous about a finding */
#include "row/warnings.h"

#include <string.h>

#include "row/idn.h"
#include "util/utf8.h"

/* The warnings of the command have the highest bits of urlgrep_warnings: those of the
 * library begin at bit 0, and there may be as many as FIRST_OWN. */
enum { IDN_MIXED, IDN_CONFUSABLE, HREF_DIFFERS, REDIRECT, SHORTENER, TARGET_CUT,
	TARGET_MALFORMED, TARGET_AMBIGUOUS, TARGET_REFUSED, TARGET_INVALID, OPAQUE,
	OWN_COUNT };
enum { FIRST_OWN = 64 - OWN_COUNT };

static const struct {
	const char *name, *meaning;
} own[] = {
	[IDN_MIXED] = { "idn-mixed", "a label of the host mixes scripts" },
	[IDN_CONFUSABLE] = { "idn-confusable",
	    "a label of the host looks like US-ASCII but is not" },
	[HREF_DIFFERS] = { "href-differs",
	    "an HTML link whose text shows a URL of another host" },
	[REDIRECT] = { "redirect", "it leads to another URL, by a service that all may use" },
	[SHORTENER] = { "shortener", "a short URL: where it leads is not in it" },
	[TARGET_CUT] = { "target-cut", "a wrapper whose end, and target, is cut" },
	[TARGET_MALFORMED] = { "target-malformed", "a wrapper whose target is no URL" },
	[TARGET_AMBIGUOUS] = { "target-ambiguous", "a wrapper with two targets" },
	[TARGET_REFUSED] = { "target-refused", "a wrapper of javascript: or the like" },
	[TARGET_INVALID] = { "target-invalid", "a wrapper of a URL that is not valid" },
	[OPAQUE] = { "opaque", "a wrapper whose target stands on a server only" },
};

_Static_assert(sizeof(own) / sizeof(own[0]) == OWN_COUNT, "a row for each warning");
_Static_assert(sizeof(urlgrep_warnings) * 8 == 64, "FIRST_OWN counts from the top bit");

static urlgrep_warnings
bit_of(unsigned index)
{
	return (urlgrep_warnings)1 << index;
}

static unsigned
count_library_warnings(void)
{
	unsigned count = 0;

	while (count < FIRST_OWN && urlgrep_warning_name(count))
		count++;
	return count;
}

bool
finding_warnings_row(unsigned i, struct warning *row)
{
	unsigned count = count_library_warnings();

	if (i < count) {
		*row = (struct warning){ urlgrep_warning_name(i),
			urlgrep_warning_meaning(i), bit_of(i) };
		return true;
	}
	i -= count;
	if (i >= OWN_COUNT)
		return false;
	*row = (struct warning){ own[i].name, own[i].meaning, bit_of(FIRST_OWN + i) };
	return true;
}

/* Return the library's warning called name. */
static urlgrep_warnings
library_warning(const char *name)
{
	unsigned i;

	for (i = 0; i < FIRST_OWN && urlgrep_warning_name(i); i++)
		if (strcmp(urlgrep_warning_name(i), name) == 0)
			return bit_of(i);
	return 0;
}

/* Return what the library says of the host in US-ASCII, to which browsers connect: to
 * them fullwidth and circled digits are digits. */
static urlgrep_warnings
warn_of_ascii_host(const char *host, urlgrep_span written)
{
	urlgrep_url url = { .verdict = URLGREP_VALID, .part_count = 1 };
	urlgrep_warnings lookalike = 0;

	url.parts[0] = (urlgrep_part){ "host", { host, strlen(host) } };
	if (*host && host[strspn(host, "0123456789.")] == '\0' &&
	    !utf8_is_ascii(written.text, written.len))
		lookalike = library_warning("ip-lookalike");
	return lookalike | (urlgrep_url_warnings(&url) &
	    (library_warning("ip-lookalike") | library_warning("ip-leading-zero") |
	    library_warning("ip-private") | library_warning("host-not-dns")));
}

/* Return the warnings of a host that idn_read() has read. */
static urlgrep_warnings
warn_of_host(const urlgrep_url *url, const struct idn *idn)
{
	urlgrep_warnings ambiguous;

	if (idn->result == IDN_NONE) /* most are: do not search for names */
		return 0;
	ambiguous = library_warning("host-ambiguous");
	if (idn->result == IDN_REFUSED)
		return ambiguous;
	return warn_of_ascii_host(idn->name.ascii, urlgrep_part_named(url, "host")) |
	    (idn->name.is_refused || idn->name.is_deviant || *idn->name.ascii == '\0' ?
	    ambiguous : 0) |
	    (idn->is_mixed ? bit_of(FIRST_OWN + IDN_MIXED) : 0) |
	    (idn->is_confusable ? bit_of(FIRST_OWN + IDN_CONFUSABLE) : 0);
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
		set |= bit_of(FIRST_OWN + HREF_DIFFERS);
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
		[URLGREP_UNWRAP_CUT] = TARGET_CUT,
		[URLGREP_UNWRAP_MALFORMED] = TARGET_MALFORMED,
		[URLGREP_UNWRAP_AMBIGUOUS] = TARGET_AMBIGUOUS,
		[URLGREP_UNWRAP_REFUSED] = TARGET_REFUSED,
		[URLGREP_UNWRAP_INVALID] = TARGET_INVALID,
		[URLGREP_UNWRAP_OPAQUE] = OPAQUE };

	return status == URLGREP_UNWRAP_NONE || status == URLGREP_UNWRAP_TARGET ? 0 :
	    bit_of(FIRST_OWN + warnings[status]);
}

urlgrep_warnings
finding_warnings_of_services(const urlgrep_unwrapped *unwrapped)
{
	urlgrep_warnings set = 0;
	unsigned i;

	for (i = 0; i < unwrapped->step_count; i++) {
		if (unwrapped->steps[i].kind == URLGREP_UNWRAP_REDIRECT)
			set |= bit_of(FIRST_OWN + REDIRECT);
		if (unwrapped->steps[i].kind == URLGREP_UNWRAP_SHORT)
			set |= bit_of(FIRST_OWN + SHORTENER);
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
		if (!(*set & bit_of(i)))
			continue;
		*set &= ~bit_of(i);
		return i < FIRST_OWN ? urlgrep_warning_name(i) :
		    own[i - FIRST_OWN].name;
	}
	return NULL;
}
