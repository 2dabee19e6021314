/* shape.c - whether the end of a wrapper is there: evidence for joining lines (rule U13) */
#include "unwrap/shape.h"

#include <string.h>

#include "unwrap/pattern.h"
#include "unwrap/wrapper_table.h"
#include "util/ascii.h"

/* Return true if the path may be the beginning of one that matches the pattern. */
static bool
may_become(const struct wrapper *w, const struct http_url *url)
{
	size_t literal = strcspn(w->path, "*{");
	size_t len = url->path.len < literal ? url->path.len : literal;

	return url->query.text == NULL && memcmp(url->path.text, w->path, len) == 0;
}

/* Return true if an encoded target has two slashes and a host with a dot. */
static bool
has_host(urlgrep_span target)
{
	const char *slashes = memmem(target.text, target.len, "//", 2);
	size_t i;

	for (i = 0; slashes == NULL && i + 6 <= target.len; i++)
		if (ascii_equal(target.text + i, "%2F%2F", 6))
			slashes = target.text + i + 4;
	if (slashes == NULL)
		return false;
	target = span_from(target, slashes + 2);
	return memchr(target.text, '.', target.len > 0 ? target.len - 1 : 0) != NULL;
}

/* Return the shape of Proofpoint's version 3: "...__;BYTES!!ORGANIZATION!ID$". */
static enum wrapper_shape
shape_of_v3(urlgrep_span target)
{
	const char *mark = memmem(target.text, target.len, "__;", 3);
	unsigned count = 0;

	if (mark == NULL)
		return SHAPE_OPEN;
	target = span_from(target, mark);
	while ((mark = memchr(target.text, '!', target.len)) != NULL) {
		target = span_from(target, mark + 1);
		count++;
	}
	if (count < 2)
		return SHAPE_OPEN;
	return memchr(target.text, '$', target.len) ? SHAPE_WHOLE : SHAPE_CLOSING;
}

/* Return the shape of a wrapper by the parameters after its target, and by those that the
 * table names. */
static enum wrapper_shape
shape_of_ends(urlgrep_span after, const char *ends)
{
	const char *last = strrchr(ends, ',');

	if (after.text == NULL || !wrapper_has_parameter(after, ends))
		return SHAPE_OPEN;
	return wrapper_has_parameter(after, last ? last + 1 : ends) ? SHAPE_WHOLE :
	    SHAPE_CLOSING;
}

/* Return the shape of a URL whose target is a parameter. */
static enum wrapper_shape
shape_of_query(const struct wrapper *w, urlgrep_span query)
{
	struct parameter parameter;
	urlgrep_span after = query, name = { w->names, strcspn(w->names, ",") };

	while (parameter_next(&after, &parameter)) {
		if (!span_equals(parameter.name, name) || parameter.value.text == NULL)
			continue;
		if (w->ends)
			return shape_of_ends(after, w->ends);
		return has_host(parameter.value) ? SHAPE_ENDED : SHAPE_OPEN;
	}
	return SHAPE_OPEN;
}

/* Return true if the path may match the pattern, or begin one that does. Most paths differ in
 * the first letter, and to compare hosts takes longer. */
static bool
may_have_path(const struct wrapper *w, const struct http_url *url)
{
	return wrapper_may_match_path(w->path, url->path) || may_become(w, url);
}

static enum wrapper_shape
shape_by_row(const struct wrapper *w, const struct http_url *url)
{
	urlgrep_span target = { NULL, 0 };
	bool is_cut;

	if (w->class != URLGREP_UNWRAP_GATEWAY || w->where == WHERE_SERVER ||
	    !may_have_path(w, url) || !pattern_list_matches_host(w->hosts, url->host))
		return SHAPE_NONE;
	if (!pattern_matches_path(w->path, url, &target, &is_cut))
		return may_become(w, url) ? SHAPE_OPEN : SHAPE_NONE;
	if (w->where == WHERE_PARAMETER)
		return shape_of_query(w, url->query);
	if (w->codec == CODEC_PP3)
		return shape_of_v3(target);
	if (is_cut)
		return SHAPE_OPEN;
	return has_host(target) ? SHAPE_ENDED : SHAPE_OPEN;
}

/* Return true if the host of an http URL may be that of a gateway, by its end. Most are not,
 * so this comes before all else. */
static bool
may_have_gateway(const char *text, size_t len)
{
	size_t end;

	return wrapper_classes_of_url(text, len, &end) & URLGREP_UNWRAP_GATEWAY;
}

enum wrapper_shape
wrapper_shape_of(const char *text, size_t len)
{
	enum wrapper_shape shape, best = SHAPE_NONE;
	struct wrapper_search rows;
	const struct wrapper *w;
	struct http_url url;

	if (!may_have_gateway(text, len) || !http_url_read(&url, text, len) ||
	    !http_url_is_plain(&url))
		return SHAPE_NONE;
	wrapper_search_begin(&rows, &url);
	while ((w = wrapper_search_next(&rows)) != NULL) {
		shape = shape_by_row(w, &url);
		if (shape > best)
			best = shape;
	}
	return best;
}
