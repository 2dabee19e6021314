/* idna.h - convert host names between US-ASCII and Unicode as browsers do (UTS 46), with ICU, which
 * is loaded at run time
 *
 * Loading ICU takes as long as searching a megabyte, and most input has no internationalized host,
 * so load it when the first one is found. */
#ifndef UTIL_IDNA_H
#define UTIL_IDNA_H

#include <stdbool.h>
#include <stddef.h>
#include <unicode/uidna.h>

#include "urlgrep.h"

enum { MAX_HOST_NAME_BYTES = 1024 }; /* a domain name has at most 253 (RFC 1035) */

/* The name of a function in ICU: its headers define each as a macro that appends the version. */
#define AS_TEXT(name) #name
#define ICU_NAME(function) AS_TEXT(function)

/* A host name in both forms, NUL-terminated, in UTF-8. */
struct idna_name {
	char ascii[MAX_HOST_NAME_BYTES], unicode[MAX_HOST_NAME_BYTES];
	bool is_refused;  /* browsers do not open it */
	bool is_deviant;  /* IDNA 2003 and 2008 give it different ASCII forms: "ß" */
	bool has_joiner_errors; /* an invisible joiner where none may be */
	bool is_without_memory; /* memory ran out, so the other members are not valid */
};

/* Load ICU; see dynload_once(). */
urlgrep_status idna_load(void);

/* Copy a host with its percent-encoding decoded. Return its length; 0 if it cannot be a name
 * because it is empty, too long or contains a NUL. */
size_t idna_decode_host(urlgrep_span host, char text[MAX_HOST_NAME_BYTES]);

/* Return true if a decoded host is internationalized: it is not US-ASCII, or has an A-label (RFC
 * 5890). */
bool idna_applies(const char *host, size_t len);

/* Fill in *name from host[0..len), in UTF-8. Return false if it is too long. ICU, which must be
 * loaded, replaces ill-formed UTF-8 with U+FFFD. */
bool idna_translate(const char *host, size_t len, struct idna_name *name);

/* Return true if two hosts are equal in US-ASCII, except for case and a final dot. Without ICU,
 * internationalized hosts are compared as written. */
bool idna_is_same_host(urlgrep_span a, urlgrep_span b);

#endif
