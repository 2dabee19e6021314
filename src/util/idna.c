/* idna.c - convert host names between US-ASCII and Unicode as browsers do (UTS 46), with ICU, which
 * is loaded at run time */
#include "util/idna.h"

#include <string.h>

#include "util/ascii.h"
#include "util/platform.h"
#include "util/span.h"
#include "util/utf8.h"

static struct {
	UIDNA *uts46;
	__typeof__(uidna_nameToASCII_UTF8) *to_ascii;
	__typeof__(uidna_nameToUnicodeUTF8) *to_unicode;
} icu;

static urlgrep_status
load(void)
{
	struct dynload library = { .library = NULL };
	__typeof__(uidna_openUTS46) *open;
	UErrorCode error = U_ZERO_ERROR;

	dynload_open(&library, SHARED_LIBRARY("libicuuc", U_ICU_VERSION_SHORT));
	open = dynload_symbol(&library, ICU_NAME(uidna_openUTS46));
	icu.to_ascii = dynload_symbol(&library, ICU_NAME(uidna_nameToASCII_UTF8));
	icu.to_unicode = dynload_symbol(&library, ICU_NAME(uidna_nameToUnicodeUTF8));
	if (library.error)
		return library.is_without_memory ? URLGREP_NOMEM : URLGREP_END;
	/* nontransitionally, as in browsers: the "deviation characters" of IDNA 2003 are kept */
	icu.uts46 = open(UIDNA_NONTRANSITIONAL_TO_UNICODE |
	    UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ,
	    &error);
	return icu.uts46 ? URLGREP_OK :
	    error == U_MEMORY_ALLOCATION_ERROR ? URLGREP_NOMEM : URLGREP_END;
}

urlgrep_status
idna_load(void)
{
	static struct dynload_once once = DYNLOAD_ONCE(load);

	return dynload_once(&once);
}

size_t
idna_decode_host(urlgrep_span host, char text[MAX_HOST_NAME_BYTES])
{
	size_t len = 0, i;

	for (i = 0; i < host.len; i++) {
		if (len == MAX_HOST_NAME_BYTES)
			return 0;
		text[len++] = host.text[i];
		if (ascii_read_escape(host.text + i, host.len - i, '%', &text[len - 1]))
			i += 2;
		if (text[len - 1] == '\0')
			return 0;
	}
	return len;
}

bool
idna_applies(const char *host, size_t len)
{
	return !utf8_is_ascii(host, len) || ascii_has_a_label(host, len);
}

bool
idna_translate(const char *host, size_t len, struct idna_name *name)
{
	/* browsers ignore these */
	const uint32_t harmless = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
	    UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
	    UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;
	UIDNAInfo info = UIDNA_INFO_INITIALIZER;
	UErrorCode error = U_ZERO_ERROR;

	icu.to_ascii(icu.uts46, host, (int32_t)len, name->ascii, MAX_HOST_NAME_BYTES,
	    &info, &error);
	icu.to_unicode(icu.uts46, host, (int32_t)len, name->unicode, MAX_HOST_NAME_BYTES,
	    &info, &error);
	name->is_refused = (info.errors & ~harmless) != 0;
	name->is_deviant = info.isTransitionalDifferent;
	name->has_joiner_errors = (info.errors & UIDNA_ERROR_CONTEXTJ) != 0;
	name->is_without_memory = error == U_MEMORY_ALLOCATION_ERROR;
	return error == U_ZERO_ERROR;
}

/* ---- comparing --- */

/* Write a host of at most MAX_HOST_NAME_BYTES in lower case and without a final dot, in US-ASCII if
 * possible. Return its length. */
static size_t
normalize(urlgrep_span host, char text[MAX_HOST_NAME_BYTES])
{
	struct idna_name name;
	size_t len = idna_decode_host(host, text), at;

	if (len == 0) {
		len = host.len;
		memcpy(text, host.text, len);
	} else if (idna_applies(text, len) && idna_load() == URLGREP_OK &&
	    idna_translate(text, len, &name) && !name.is_refused) {
		len = strlen(name.ascii);
		memcpy(text, name.ascii, len);
	}
	for (at = 0; at < len; at++)
		text[at] = ascii_lower(text[at]);
	return len > 0 && text[len - 1] == '.' ? len - 1 : len;
}

bool
idna_is_same_host(urlgrep_span a, urlgrep_span b)
{
	char first[MAX_HOST_NAME_BYTES], second[MAX_HOST_NAME_BYTES];
	size_t len;

	if (span_equals(a, b))
		return true;
	if (a.len > MAX_HOST_NAME_BYTES || b.len > MAX_HOST_NAME_BYTES)
		return false;
	len = normalize(a, first);
	return len == normalize(b, second) && memcmp(first, second, len) == 0;
}
