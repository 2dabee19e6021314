/* uri.h - the parts of a URI (RFC 3986, section 3), and relative references (section 5) */
#ifndef UTIL_URI_H
#define UTIL_URI_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"

/* The components (appendix B), without the delimiters around them, or absent. */
struct uri_parts {
	urlgrep_span scheme, authority, path, query, fragment;
};

struct uri_parts uri_split(urlgrep_span text);

/* Cut *text at the first `mark` and return the text after it, or an absent span. */
urlgrep_span uri_cut_at(urlgrep_span *text, char mark);

/* Remove the segments "." and ".." from a path, in place (section 5.2.4). The path is empty or
 * begins with "/". Return the new length. */
size_t uri_remove_dot_segments(char *path, size_t len);

/* Set group to the four decimal numbers of an IPv4 address, and *has_zeros to true if one has
 * leading zeros. Return false if the host is no such address, or a number exceeds 255. */
bool uri_read_ipv4(urlgrep_span host, unsigned char group[4], bool *has_zeros);

/* The limits of a host in the DNS (RFC 1035, 2.3.4), without the dot of the root. */
enum { MAX_LABEL_BYTES = 63, MAX_HOST_BYTES = 253 };

/* Longer bases are not used, since they lengthen every reference. */
enum { MAX_BASE_BYTES = 256 };

/* Return the length of the scheme without its colon; 0 if there is none. */
size_t uri_scheme_length(urlgrep_span text);

/* Return true if url is "scheme://...", of at most MAX_BASE_BYTES. */
bool uri_is_base(urlgrep_span url);

/* Return true if the reference has no scheme and refers to another document: it is neither empty
 * nor only a fragment. */
bool uri_is_relative_reference(urlgrep_span reference);

/* Resolve a reference without a scheme against a base for which uri_is_base() is true (section
 * 5.2). Write the URL to out, which has room for base.len + reference.len + 1 bytes. Return its
 * length. */
size_t uri_resolve(urlgrep_span base, urlgrep_span reference, char *out);

#endif
