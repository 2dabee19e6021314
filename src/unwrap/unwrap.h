/* unwrap.h - services that wrap URLs, and the decoding of the wrapped URLs */
#ifndef UNWRAP_UNWRAP_H
#define UNWRAP_UNWRAP_H

#include <stdbool.h>

#include "url/matcher.h"
#include "urlgrep.h"
#include "util/memory.h"
#include "util/strbuf.h"

/* ---- decoding wrapped URLs, and repairing the result --- */

enum codec {
	CODEC_RAW,  /* not encoded */
	CODEC_PCT,  /* percent-encoded (RFC 3986, 2.1) */
	CODEC_HEAD, /* not encoded if it begins "scheme:/"; else percent-encoded */
	CODEC_B64,  /* base64 or base64url (RFC 4648) of UTF-8 */
	CODEC_BING, /* "a1" followed by base64url */
	CODEC_PP1,  /* version 1 of Proofpoint: percent-encoded HTML text */
	CODEC_PP2,  /* version 2: also "-" for "%", "_" for "/" */
	CODEC_PP3   /* version 3: see append_proofpoint_v3() */
};

/* Write the decoded text to *out, which must be empty. Returns TARGET, MALFORMED, or CUT if the end
 * of the text is missing. For version 3 of Proofpoint, adds URLGREP_UNWRAP_MAYBE_CUT to *notes if
 * the end may be missing. */
urlgrep_unwrap_status codec_decode(enum codec codec, urlgrep_span text, struct strbuf *out,
    unsigned *notes);

/* Decode each "%HH" in b->at[begin..len) once. */
void codec_undo_percent(struct strbuf *b, size_t begin);

/* Append to *out the URL that a decoded target stands for:
 *  - white space at both ends is removed;
 *  - if its head is encoded once or twice more, the whole target is decoded again;
 *  - supplied (such as "https://", or NULL) is prepended to a target without a scheme, if that
 *    begins with a host;
 *  - two slashes are written after the scheme if one of them is missing or encoded;
 *  - characters that are illegal in a URL are percent-encoded, so that control characters are
 *    never shown unescaped.
 * Adds URLGREP_UNWRAP_DOUBLE_ENCODED and _HEAD_REPAIRED to *notes. Changes *target. Returns TARGET;
 * MALFORMED if there is no scheme, or one that is never wrapped; REFUSED for a scheme that runs a
 * program or shows a local file; INVALID, with *out set, if the host has illegal characters. */
urlgrep_unwrap_status repair_target(struct strbuf *target, const char *supplied,
    struct strbuf *out, unsigned *notes);

/* ---- http URLs, read without a grammar --- */

/* A URL that begins with "http://" or "https://", in upper or lower case. */
struct http_url {
	urlgrep_span whole;
	urlgrep_span host;  /* without a final dot */
	urlgrep_span rest;  /* path, query and fragment */
	urlgrep_span path;
	urlgrep_span query;    /* after the first "?"; absent if there is none */
	urlgrep_span fragment; /* after the first "#"; absent if there is none */
	bool is_plain; /* it has no user, and its port is absent, empty, 80 or 443 */
};

/* Return the length of "http://" or "https://" at the beginning of text[0..len), or 0. */
size_t http_scheme_length(const char *text, size_t len);

/* Read text[0..len). Returns false if it is not an http URL. */
bool http_url_read(struct http_url *url, const char *text, size_t len);

struct parameter {
	urlgrep_span name;
	urlgrep_span value; /* absent if there is no "=" */
};

/* Remove the next parameter from the front of *query, up to an "&", or to "&amp;" as in HTML.
 * Returns false if there is none. */
bool parameter_next(urlgrep_span *query, struct parameter *parameter);

/* Return true if the query has a parameter whose name is in a comma-separated list. */
bool query_has_parameter(urlgrep_span query, const char *names);

/* Return true if the two are equal except for the case of letters. */
bool span_equals(urlgrep_span a, urlgrep_span b);

/* Return the part of `span` from `at`, which is in it, to its end. */
urlgrep_span span_from(urlgrep_span span, const char *at);

/* Remove the next word from the front of a list. Returns an absent span if there is none. */
urlgrep_span list_next(const char **list, char separator);

/* ---- the table --- */

enum { WRAPPER_TAIL_BYTES = 10, WRAPPER_HOST_SLOTS = 4096 };

/* The place of the target. */
enum wrapper_where {
	WHERE_PARAMETER,  /* in a parameter of the query */
	WHERE_QUERY,      /* the query and all text after it */
	WHERE_PATH,       /* in the path; it may extend to the end of the URL */
	WHERE_STAR,       /* after the first "*" */
	WHERE_AMPERSANDS, /* after the last "&&&" */
	WHERE_SERVER      /* on the server only: the wrapper is opaque */
};

/* Lists are separated by blanks (hosts) or commas (names, ends). */
struct wrapper {
	const char *id;
	unsigned class; /* one of URLGREP_UNWRAP_GATEWAY... */
	const char *hosts;
	const char *path;
	enum wrapper_where where;
	const char *names; /* the parameter with the target, or one that must be there */
	enum codec codec;
	bool takes_rest;      /* the parameter is the last one, so a raw target takes the rest */
	const char *supplied; /* the scheme and "://" to supply, or NULL */
	const char *ends;     /* a complete wrapper has one of these parameters; or NULL */
	const char *hint;     /* the parameter that names the host of the target, or NULL */
};

/* generated by unwrap/tables/wrappers.awk */
extern const struct wrapper wrapper_table[];
extern const unsigned wrapper_count;
extern const unsigned wrapper_fixed_count; /* later rows have hosts without a fixed end */
extern const unsigned char wrapper_host_classes[WRAPPER_HOST_SLOTS]; /* by the end of a host */

/* Read row[0..len) and copy its fields into the arena. Returns NULL, or a one-line message for the
 * user if the row is malformed. If memory runs out, sets *nomem and returns NULL. */
const char *wrapper_row_read(struct wrapper *w, struct arena *arena, const char *row,
    size_t len, bool *nomem);

/* Return the classes of the rows, among the first wrapper_fixed_count, that may have the host. Most
 * hosts have none. */
unsigned wrapper_classes_of_host(urlgrep_span host);

/* Return true if the host matches one of the patterns in a list, which blanks separate: a name;
 * "*.x", one or more labels before x; "a*.x", where "*" is any part of a label; "x.{g}", where {g}
 * is com, or xx, co.xx or com.xx for a country xx; or "*", any host. */
bool wrapper_hosts_match(const char *patterns, urlgrep_span host);

/* Return true if the host, port, path and parameter names show that the URL belongs to this
 * service. In the path, "*" matches a nonempty segment, "**" any text, and {t} the target, which
 * extends to the literal after {t} and includes query and fragment. A final slash is optional in a
 * path without {t}. *target: the target. *is_cut: the literal after {t} is missing. Both are
 * undefined if the result is false. */
bool wrapper_matches(const struct wrapper *w, const struct http_url *url,
    urlgrep_span *target, bool *is_cut);

/* ---- whether the end of a wrapper is present: evidence for joining lines (rule U13) --- */

enum wrapper_shape {
	SHAPE_NONE,  /* not a gateway's wrapper, or one whose end is not recognizable */
	SHAPE_OPEN,  /* its end is missing */
	SHAPE_WHOLE
};

/* Return the shape of text[0..len), by the built-in rows, without decoding it. */
enum wrapper_shape wrapper_shape_of(const char *text, size_t len);

/* ---- the state of an unwrapper, and tracking parameters --- */

struct urlgrep_unwrapper {
	const urlgrep_memory *memory;
	urlgrep_grammar *own_grammar; /* if the caller gave none */
	const urlgrep_grammar *grammar;
	struct matcher *matcher;
	unsigned classes;

	struct arena arena; /* the caller's rows are in it */
	struct strbuf rows; /* of struct wrapper */

	/* Results borrow from the following. */
	urlgrep_unwrapped result;
	struct strbuf urls[URLGREP_MAX_UNWRAP_STEPS]; /* the result of each step */
	struct strbuf decoded;                        /* the target before its repair */

	urlgrep_cleaned cleaned;
	struct strbuf clean;
	struct strbuf names; /* the names of the removed parameters, one after another */
	struct strbuf removed; /* of urlgrep_span */
};

/* What a row matches: a whole name, the beginning of a name, or the beginning of a path segment. */
enum tracking_kind { TRACKING_NAME, TRACKING_PREFIX, TRACKING_SEGMENT };

/* A row of tables/tracking-params.tsv; tables/tracking.awk generates the table. */
struct tracking_parameter {
	enum tracking_kind kind;
	unsigned char len;
	const char *name;  /* in lower case */
	const char *hosts; /* the hosts where it tracks (see wrapper_hosts_match()); NULL: all */
};

extern const struct tracking_parameter tracking_table[];
extern const unsigned tracking_count;

bool unwrapper_knows(const urlgrep_unwrapper *u, const struct http_url *url, unsigned classes);

#endif
