/* uri.h - the parts of a URI, and relative references (RFC 3986, section 5) */
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
 * begins with "/". Returns the new length. */
size_t uri_remove_dot_segments(char *path, size_t len);

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
 * 5.2). Writes the URL to out, which has room for base.len + reference.len + 1 bytes. Returns its
 * length. */
size_t uri_resolve(urlgrep_span base, urlgrep_span reference, char *out);

#endif
