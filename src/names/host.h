/* host.h - the labels of a host that stands for a URL or in an address, and what they
 * say about it */
#ifndef NAMES_HOST_H
#define NAMES_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "names/suffix.h"
#include "urlgrep.h"

/* A first label that says that this is a name, and of which service. */
enum host_prefix { PREFIX_NONE, PREFIX_WWW, PREFIX_FTP, PREFIX_GOPHER };

/* The offsets count bytes of text. */
struct host {
	const char *text; /* borrowed */
	size_t len;
	unsigned label_count;
	size_t top;        /* the top label */
	size_t suffix;     /* the public suffix: one label or two */
	size_t registered; /* the label before the suffix, and all after it; = suffix if
	                      there is none */
	const struct top_label *top_label;
	enum host_prefix prefix;
};

/* Read text[0..len) as a host of two labels or more under a known top label. An
 * underscore may be in the labels before the registered one. Returns false if it is none
 * (rules N3, N5). */
bool host_read(const char *text, size_t len, struct host *h);

/* Return true if the host is a public suffix and nothing else. */
bool host_is_suffix(const struct host *h);

/* Return true if the top label has two letters, as those of countries have. */
bool host_is_country(const struct host *h);

/* Return true if the label before the suffix has digits only, and such names are not
 * registered under it (rule N10). */
bool host_has_odd_digits(const struct host *h);

/* Return true if the top label is in title case, "Com". */
bool host_has_title_case(const struct host *h);

/* Return the certainty that the labels leave to a host: LOW where rules N3, N7, N9 or N10
 * say so, else HIGH. has_tail: a port, a path or a query follows it. */
urlgrep_confidence host_certainty(const struct host *h, bool has_tail, bool has_path);

/* Return true if a label text[0..len) is in title case: a capital, then small letters. */
bool label_has_title_case(const char *text, size_t len);

#endif
