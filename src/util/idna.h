/* idna.h - host names in US-ASCII and in Unicode as browsers process them (UTS 46), by
 * ICU, which is loaded at run time
 *
 * Loading ICU takes as long as searching a megabyte, and most input has no
 * internationalized host: load it when the first one is found. */
#ifndef UTIL_IDNA_H
#define UTIL_IDNA_H

#include <stdbool.h>
#include <stddef.h>
#include <unicode/uidna.h>

#include "urlgrep.h"
#include "util/platform.h"

enum { MAX_HOST_NAME_BYTES = 1024 }; /* a domain name has at most 253 (RFC 1035) */

/* The name of a function in ICU: its headers define each as a macro that appends the version. */
#define AS_TEXT(name) #name
#define ICU_NAME(function) AS_TEXT(function)

/* Initialize with zeros. */
struct idna {
	struct dynload library;
	bool is_tried; /* to load it; library.is_without_memory: that failed for want of memory */
	UIDNA *uts46; /* NULL: not loaded */
	__typeof__(uidna_close) *close;
	__typeof__(uidna_nameToASCII_UTF8) *to_ascii;
	__typeof__(uidna_nameToUnicodeUTF8) *to_unicode;
};

/* A host name in both forms, NUL-terminated, in UTF-8. */
struct idna_name {
	char ascii[MAX_HOST_NAME_BYTES], unicode[MAX_HOST_NAME_BYTES];
	bool is_refused;  /* browsers do not open it */
	bool is_deviant;  /* IDNA 2003 and 2008 give it different ASCII forms: "ß" */
	bool has_joiner_errors; /* an invisible joiner where none may be */
	bool is_without_memory; /* nothing is known of it: there was no memory */
};

/* Load ICU, unless that was tried before. Return false if it cannot be loaded. */
bool idna_load(struct idna *i);
void idna_free(struct idna *i);

/* Copy a host with its percent-encoding decoded. Return its length; 0 if it cannot be a
 * name: it is empty, too long or has a NUL. */
size_t idna_decode_host(urlgrep_span host, char text[MAX_HOST_NAME_BYTES]);

/* Return true if a host that is decoded is internationalized: it is not in US-ASCII, or has an
 * A-label (RFC 5890). */
bool idna_applies(const char *host, size_t len);

/* Fill in *name from host[0..len), in UTF-8. Return false if it is too long. ICU replaces
 * ill-formed UTF-8 by U+FFFD. */
bool idna_translate(const struct idna *i, const char *host, size_t len,
    struct idna_name *name);

/* Return true if two hosts are the same: they are equal in US-ASCII except for a dot at the end.
 * Without ICU, internationalized hosts are compared as written. */
bool idna_is_same_host(struct idna *i, urlgrep_span a, urlgrep_span b);

#endif
