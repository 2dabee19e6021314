/* idn.c - internationalized hosts in Unicode and US-ASCII (UTS 46), and whether they imitate other
 * hosts (UTS 39), by ICU, which is loaded when it is first needed (util/idna.h) */
#include "row/idn.h"

#include <string.h>
#include <unicode/uspoof.h>

#include "util/ascii.h"
#include "util/platform.h"
#include "util/utf8.h"

/* ---- ICU --- */

static struct {
	USpoofChecker *spoof;
	__typeof__(uspoof_checkUTF8) *check_spoof;
	__typeof__(uspoof_getSkeletonUTF8) *skeleton;
} icu;

static urlgrep_status
load(void)
{
	struct dynload library = { .library = NULL };
	__typeof__(uspoof_open) *open_spoof;
	__typeof__(uspoof_setChecks) *set_checks;
	__typeof__(uspoof_setRestrictionLevel) *set_level;
	UErrorCode error = U_ZERO_ERROR;
	urlgrep_status status = idna_load();

	if (status != URLGREP_OK)
		return status;
	dynload_open(&library, SHARED_LIBRARY("libicui18n", U_ICU_VERSION_SHORT));
	open_spoof = dynload_symbol(&library, ICU_NAME(uspoof_open));
	set_checks = dynload_symbol(&library, ICU_NAME(uspoof_setChecks));
	set_level = dynload_symbol(&library, ICU_NAME(uspoof_setRestrictionLevel));
	icu.check_spoof = dynload_symbol(&library, ICU_NAME(uspoof_checkUTF8));
	icu.skeleton = dynload_symbol(&library, ICU_NAME(uspoof_getSkeletonUTF8));
	if (library.error)
		return library.is_without_memory ? URLGREP_NOMEM : URLGREP_END;
	icu.spoof = open_spoof(&error);
	set_checks(icu.spoof, USPOOF_RESTRICTION_LEVEL, &error);
	if (U_FAILURE(error))
		return error == U_MEMORY_ALLOCATION_ERROR ? URLGREP_NOMEM : URLGREP_END;
	set_level(icu.spoof, USPOOF_HIGHLY_RESTRICTIVE);
	return URLGREP_OK;
}

/* ---- does the host imitate another? --- */

/* Record whether the label looks like US-ASCII. */
static void
compare_with_ascii(struct idn *idn, const char *label, size_t len)
{
	char skeleton[4 * MAX_HOST_NAME_BYTES];
	UErrorCode error = U_ZERO_ERROR;
	int32_t n = icu.skeleton(icu.spoof, 0, label, (int32_t)len, skeleton,
	    sizeof(skeleton), &error);

	idn->name.is_without_memory |= error == U_MEMORY_ALLOCATION_ERROR;
	idn->is_confusable |= U_SUCCESS(error) && utf8_is_ascii(skeleton, (size_t)n);
}

/* Record whether the label mixes scripts. */
static void
compare_scripts(struct idn *idn, const char *label, size_t len)
{
	UErrorCode error = U_ZERO_ERROR;
	int32_t failed = icu.check_spoof(icu.spoof, label, (int32_t)len, NULL, &error);

	idn->name.is_without_memory |= error == U_MEMORY_ALLOCATION_ERROR;
	idn->is_mixed |= (failed & USPOOF_RESTRICTION_LEVEL) != 0;
}

/* Return true if the last label is in US-ASCII. If it is in Cyrillic, for example, readers expect
 * Cyrillic before it, and do not mistake it for US-ASCII. */
static bool
ends_in_ascii(const char *host, size_t len)
{
	size_t begin;

	if (len && host[len - 1] == '.')
		len--;
	for (begin = len; begin > 0 && host[begin - 1] != '.'; begin--)
		;
	return utf8_is_ascii(host + begin, len - begin);
}

static void
check_labels(struct idn *idn)
{
	const char *label = idn->name.unicode;
	bool ascii = ends_in_ascii(label, strlen(label));

	while (*label) {
		size_t len = strcspn(label, ".");

		if (!utf8_is_ascii(label, len)) {
			compare_scripts(idn, label, len);
			if (ascii)
				compare_with_ascii(idn, label, len);
		}
		label += len;
		label += *label == '.';
	}
}

/* Return true if the host has a non-ASCII character other than the fullwidth digits and letters of
 * East Asian input methods. */
static bool
has_odd_character(const char *host, size_t len)
{
	size_t at, count;
	uint32_t code;

	for (at = 0; at < len; at += count) {
		count = utf8_decode(host + at, len - at, &code);
		if (count == 0 || (count > 1 && (code < 0xFF10 || code > 0xFF5A)))
			return true;
	}
	return false;
}

urlgrep_status
idn_read(const urlgrep_url *url, struct idn *idn)
{
	static struct dynload_once once = DYNLOAD_ONCE(load);
	urlgrep_span written = urlgrep_part_named(url, "host");
	char host[MAX_HOST_NAME_BYTES];
	urlgrep_status status;
	size_t len;
	bool is_name;

	if (written.len == 0 || (ascii_span(written.text, written.len, ASCII_HOST) == written.len &&
	    !ascii_has_a_label(written.text, written.len)))
		return URLGREP_END; /* the usual case: there is nothing to decode */
	len = idna_decode_host(written, host);
	status = idna_applies(host, len) ? dynload_once(&once) : URLGREP_END;
	if (status != URLGREP_OK)
		return status;
	is_name = idna_translate(host, len, &idn->name);
	if (!idn->name.is_without_memory &&
	    (!is_name || strstr(idn->name.unicode, "\xEF\xBF\xBD")))
		return URLGREP_REJECTED;
	idn->is_mixed = false;
	idn->is_confusable = idn->name.has_joiner_errors;
	check_labels(idn);
	/* To browsers, "www.bank.com", an ideographic full stop, "evil.example" is a single name,
	 * and a long s (U+017F), which looks like f, is s. */
	idn->is_confusable |= has_odd_character(host, len) &&
	    utf8_is_ascii(idn->name.unicode, strlen(idn->name.unicode));
	return idn->name.is_without_memory ? URLGREP_NOMEM : URLGREP_OK;
}
