/* pattern.h - the patterns for hosts and paths in unwrap/tables */
#ifndef UNWRAP_PATTERN_H
#define UNWRAP_PATTERN_H

#include <stdbool.h>

#include "unwrap/http_url.h"

/* Return true if the host matches one of the patterns in a list, separated by blanks:
 * a name; "*.x", one or more labels before x; "a*.x", where "*" is any part of a label;
 * "x.{g}", where {g} is com, or xx, co.xx or com.xx of a country xx; or "*", any host. */
bool pattern_list_matches_host(const char *patterns, urlgrep_span host);

/* Return true if the path matches the pattern: "*" is a segment that is not empty, "**"
 * is anything, {t} the target: what follows up to the literal after {t}, query and
 * fragment included. A final slash makes no difference in a pattern without {t}.
 * *target: the target. *is_cut: the literal after {t} is missing. */
bool pattern_matches_path(const char *pattern, const struct http_url *url,
    urlgrep_span *target, bool *is_cut);

#endif
