/* wrapper_table.h - the services that wrap URLs: one row of unwrap/tables/wrappers.tsv each */
#ifndef UNWRAP_WRAPPER_TABLE_H
#define UNWRAP_WRAPPER_TABLE_H

#include <stdbool.h>

#include "unwrap/codec.h"
#include "unwrap/http_url.h"
#include "urlgrep.h"

enum { WRAPPER_TAIL_BYTES = 10, WRAPPER_HOST_SLOTS = 4096 };

/* Where the target stands. */
enum wrapper_where {
	WHERE_PARAMETER,  /* in a parameter of the query */
	WHERE_QUERY,      /* it is the query and what follows */
	WHERE_PATH,       /* in the path, and what follows */
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
	const char *names; /* of the parameter with the target; or that must be there */
	enum codec codec;
	bool takes_rest;      /* the parameter is the last one: a raw target takes the rest */
	const char *supplied; /* the scheme and "://" that is supplied, or NULL */
	const char *ends;     /* a whole wrapper has one of these parameters; or NULL */
	const char *hint;     /* the parameter that names the host of the target, or NULL */
};

/* compiled by unwrap/tables/wrappers.awk */
extern const struct wrapper wrapper_table[];
extern const unsigned wrapper_count;
extern const unsigned char wrapper_loose[];
extern const unsigned wrapper_loose_count;
extern const char wrapper_loose_starts[]; /* pairs of letters: of their paths, after the slash */
extern const unsigned char wrapper_host_classes[WRAPPER_HOST_SLOTS];

/* Return the classes of the built-in rows that may have the host: most hosts have none. Rows
 * whose hosts have no fixed end are not among them. */
unsigned wrapper_classes_of_host(const char *host, size_t len);

/* Return the same for the host of an http URL, without dividing that as http_url_read() does, and
 * set *end to where the host ends; all classes if another end may count. (A user before the host
 * is taken for a part of it: no built-in row matches such a URL.) */
unsigned wrapper_classes_of_url(const char *text, size_t len, size_t *end);

/* Return false if no built-in row has the path, by its first letters, and a host of these
 * classes. */
bool wrapper_may_have_path(unsigned classes, urlgrep_span path);

/* Return false if the first letter of the path differs from that of the pattern, as most
 * do. */
static inline bool
wrapper_may_match_path(const char *pattern, urlgrep_span path)
{
	char first = pattern[1]; /* after the slash */

	if (first == '\0')
		return path.len <= 1;
	return first == '*' || first == '{' || (path.len > 1 && path.text[1] == first);
}

/* Return true if the URL is this service's: by host, port, path and names. *target: what
 * stands for {t} in the path. *is_cut: what must follow {t} is missing. Both are void if
 * it is not. */
bool wrapper_matches(const struct wrapper *w, const struct http_url *url,
    urlgrep_span *target, bool *is_cut);

/* The built-in rows that may match a URL, in their order: those of the classes of its host, and
 * those without a fixed end. */
struct wrapper_search {
	unsigned classes;
	unsigned next, next_loose; /* rows of the table, and of wrapper_loose */
};

void wrapper_search_begin(struct wrapper_search *s, const struct http_url *url);

/* Return the next row, or NULL. */
const struct wrapper *wrapper_search_next(struct wrapper_search *s);

/* Return true if one of the names in a list is that of a parameter of the query. */
bool wrapper_has_parameter(urlgrep_span query, const char *names);

/* Take the next word off the front of a list; NULL if there is none. */
const char *wrapper_next_word(const char **list, char separator, size_t *len);

#endif
