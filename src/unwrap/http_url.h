/* http_url.h - the pieces of an http URL, found without a grammar */
#ifndef UNWRAP_HTTP_URL_H
#define UNWRAP_HTTP_URL_H

#include <stdbool.h>

#include "urlgrep.h"

/* A URL that begins "http://" or "https://", in any case of letters. */
struct http_url {
	urlgrep_span whole;
	urlgrep_span authority;
	urlgrep_span host;  /* without a final dot */
	urlgrep_span rest;  /* path, query and fragment */
	urlgrep_span path;
	urlgrep_span query;    /* after the first "?"; absent if there is none */
	urlgrep_span fragment; /* after the first "#"; absent if there is none */
};

/* Return the length of "http://" or "https://" at the beginning of text[0..len); 0 if it
 * begins otherwise. */
size_t http_url_scheme_length(const char *text, size_t len);

/* Read text[0..len). Returns false if it is no http URL. */
bool http_url_read(struct http_url *url, const char *text, size_t len);

/* Return true if the host is a name of letters, digits, hyphens and underscores, there is no
 * user, and the port is absent, empty, 80 or 443. */
bool http_url_is_plain(const struct http_url *url);

/* A parameter of a query. */
struct parameter {
	urlgrep_span name;
	urlgrep_span value; /* absent if there is no "=" */
};

/* Take the next parameter off the front of *query, which ends at "&", or at "&amp;" as
 * HTML has it. Returns false if there is none. */
bool parameter_next(urlgrep_span *query, struct parameter *parameter);

/* Return true if the two are equal but for the case of letters. */
bool span_equals(urlgrep_span a, urlgrep_span b);

/* Return the part of `span` from `at` on, which lies in it. */
urlgrep_span span_from(urlgrep_span span, const char *at);

#endif
