/* uri_resolve.h - a relative reference made whole by a base (RFC 3986, section 5) */
#ifndef HTML_URI_RESOLVE_H
#define HTML_URI_RESOLVE_H

#include <stdbool.h>
#include <stddef.h>

/* A longer base is none: each reference becomes so much longer. */
enum { BASE_LONGEST = 256 };

/* Is it "scheme://..."? */
bool relative_base(const char *url, size_t len);

/* Does it lead anywhere but to the document that it stands in: it is neither
 * empty nor a fragment only, and has no scheme? */
bool relative_leads(const char *reference, size_t len);

/* Make a reference without a scheme whole by a base (5.2); its length, which is at
 * most that of both and 1. */
size_t relative_resolve(const char *base, size_t base_len, const char *reference,
    size_t len, char *out);

#endif
