/* idn.c - the host of a URL as Unicode and as US-ASCII, and whether its looks
 * deceive (UTS 46, UTS 39)
 *
 * ICU says both. Most runs meet no such host, and to load it with the program
 * would take as long as to search a megabyte. */
#include "cmd/idn.h"

#include <pthread.h>
#include <string.h>
#include <strings.h>
#include <unicode/uidna.h>
#include <unicode/uspoof.h>

#include "util/dynload.h"

/* ---- ICU --- */

#ifdef __APPLE__
#define LIBRARY "libicui18n." U_ICU_VERSION_SHORT ".dylib"
#else
#define LIBRARY "libicui18n.so." U_ICU_VERSION_SHORT
#endif

/* The headers give each function's name the version. */
#define AS_TEXT(name) #name
#define NAME(function) AS_TEXT(function)

static struct {
	__typeof__(uidna_openUTS46) *open_names;
	__typeof__(uidna_nameToUnicodeUTF8) *to_unicode;
	__typeof__(uidna_nameToASCII_UTF8) *to_ascii;
	__typeof__(uspoof_open) *open_looks;
	__typeof__(uspoof_setChecks) *set_checks;
	__typeof__(uspoof_setRestrictionLevel) *set_level;
	__typeof__(uspoof_checkUTF8) *check_looks;
	__typeof__(uspoof_getSkeletonUTF8) *skeleton;

	/* made once, then only read: for all threads */
	UIDNA *names;
	USpoofChecker *looks; /* NULL: there is no ICU */
} icu;

static bool
load_functions(void)
{
	static struct late late;

	late_open(&late, LIBRARY);
	icu.open_names = late_find(&late, NAME(uidna_openUTS46));
	icu.to_unicode = late_find(&late, NAME(uidna_nameToUnicodeUTF8));
	icu.to_ascii = late_find(&late, NAME(uidna_nameToASCII_UTF8));
	icu.open_looks = late_find(&late, NAME(uspoof_open));
	icu.set_checks = late_find(&late, NAME(uspoof_setChecks));
	icu.set_level = late_find(&late, NAME(uspoof_setRestrictionLevel));
	icu.check_looks = late_find(&late, NAME(uspoof_checkUTF8));
	icu.skeleton = late_find(&late, NAME(uspoof_getSkeletonUTF8));
	return late.missing == NULL;
}

/* As browsers read names: without the exceptions of 2003. */
static void
load(void)
{
	UErrorCode error = U_ZERO_ERROR;
	USpoofChecker *looks;

	if (!load_functions())
		return;
	icu.names = icu.open_names(UIDNA_NONTRANSITIONAL_TO_UNICODE |
	    UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_CHECK_CONTEXTJ, &error);
	looks = icu.open_looks(&error);
	icu.set_checks(looks, USPOOF_RESTRICTION_LEVEL, &error);
	if (U_FAILURE(error))
		return;
	icu.set_level(looks, USPOOF_HIGHLY_RESTRICTIVE);
	icu.looks = looks;
}

static bool
is_loaded(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	return pthread_once(&once, load) == 0 && icu.looks != NULL;
}

/* ---- the host --- */

static bool
is_ascii(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if ((unsigned char)text[i] >= 0x80)
			return false;
	return true;
}

static bool
has_a_label(const char *host, size_t len)
{
	size_t i;

	for (i = 0; i + 4 <= len; i++)
		if ((i == 0 || host[i - 1] == '.') &&
		    strncasecmp(host + i, "xn--", 4) == 0)
			return true;
	return false;
}

static unsigned
figure(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

/* The host, its escapes undone; 0: it is no name. */
static size_t
plain_host(urlgrep_span host, char text[IDN_LONGEST])
{
	size_t len = 0, i;

	for (i = 0; i < host.len; i++) {
		if (len == IDN_LONGEST)
			return 0;
		text[len++] = host.text[i];
		if (host.text[i] == '%' && host.len - i > 2) {
			text[len - 1] = (char)(figure(host.text[i + 1]) << 4 |
			    figure(host.text[i + 2]));
			i += 2;
		}
		if (text[len - 1] == '\0')
			return 0;
	}
	return len;
}

/* ---- how it looks --- */

/* Is it drawn as letters of US-ASCII would be? */
static bool
looks_ascii(const char *label, size_t len)
{
	char skeleton[4 * IDN_LONGEST];
	UErrorCode error = U_ZERO_ERROR;
	int32_t n = icu.skeleton(icu.looks, 0, label, (int32_t)len, skeleton,
	    sizeof(skeleton), &error);

	return U_SUCCESS(error) && is_ascii(skeleton, (size_t)n);
}

static bool
mixes_scripts(const char *label, size_t len)
{
	UErrorCode error = U_ZERO_ERROR;

	return icu.check_looks(icu.looks, label, (int32_t)len, NULL, &error) &
	    USPOOF_RESTRICTION_LEVEL;
}

/* The last label tells in what letters the others are to be read: nobody takes
 * a name under one of Cyrillic for one of US-ASCII. */
static bool
ends_in_ascii(const char *host, size_t len)
{
	size_t begin;

	if (len && host[len - 1] == '.')
		len--;
	for (begin = len; begin > 0 && host[begin - 1] != '.'; begin--)
		;
	return is_ascii(host + begin, len - begin);
}

static void
look_at_labels(struct idn *idn)
{
	const char *label = idn->unicode;
	bool ascii = ends_in_ascii(label, strlen(label));

	while (*label) {
		size_t len = strcspn(label, ".");

		if (!is_ascii(label, len)) {
			idn->mixed |= mixes_scripts(label, len);
			idn->confusable |= ascii && looks_ascii(label, len);
		}
		label += len;
		label += *label == '.';
	}
}

/* What could not be read stands as U+FFFD in what ICU makes of it. */
static bool
translate(const char *host, size_t len, struct idn *idn)
{
	UIDNAInfo info = UIDNA_INFO_INITIALIZER;
	UErrorCode error = U_ZERO_ERROR;

	icu.to_ascii(icu.names, host, (int32_t)len, idn->ascii, IDN_LONGEST, &info,
	    &error);
	icu.to_unicode(icu.names, host, (int32_t)len, idn->unicode, IDN_LONGEST,
	    &info, &error);
	idn->mixed = false;
	idn->confusable = (info.errors & UIDNA_ERROR_CONTEXTJ) != 0;
	return error == U_ZERO_ERROR &&
	    strstr(idn->unicode, "\xEF\xBF\xBD") == NULL;
}

bool
idn_read(const urlgrep_url *url, struct idn *idn)
{
	urlgrep_span part = urlgrep_part_named(url, "host");
	char host[IDN_LONGEST];
	size_t len = plain_host(part, host);

	if ((is_ascii(host, len) && !has_a_label(host, len)) || !is_loaded() ||
	    !translate(host, len, idn))
		return false;
	look_at_labels(idn);
	return true;
}
