/* tracking.c - remove tracking parameters from a URL
 *
 * All other bytes stay unchanged. Signed URLs, URLs that unsubscribe, and wrappers, most of which
 * are signed, stay unchanged as a whole. */
#include <string.h>

#include "unwrap/unwrap.h"
#include "url/grammar.h"
#include "util/ascii.h"

/* ---- names --- */

/* Return the row of this kind that matches the text on this host, or NULL. */
static const struct tracking_parameter *
find_tracking(enum tracking_kind kind, urlgrep_span text, urlgrep_span host)
{
	const struct tracking_parameter *row = tracking_table;
	size_t i;

	for (i = 0; i < tracking_count; i++, row++)
		if (row->kind == kind && text.len >= row->len + (size_t)(kind == TRACKING_PREFIX) &&
		    (kind != TRACKING_NAME || text.len == row->len) &&
		    ascii_lower(*text.text) == *row->name &&
		    ascii_equal(text.text, row->name, row->len) &&
		    (row->hosts == NULL || wrapper_hosts_match(row->hosts, host)))
			return row;
	return NULL;
}

/* ---- the record of removals --- */

/* A URL being cleaned. */
struct cleaning {
	urlgrep_unwrapper *u;
	struct http_url url;
};

/* Record a name that was removed. */
static void
record_name(urlgrep_unwrapper *u, urlgrep_span name)
{
	strbuf_append(&u->removed, (const char *)&name, sizeof(name));
}

/* If text begins with a tracking parameter, record its name and return true. */
static bool
record_tracking(struct cleaning *c, urlgrep_span text)
{
	struct strbuf *names = &c->u->names;
	size_t begin = names->len, len = ascii_find(text.text, text.len, '=');
	urlgrep_span name;

	strbuf_append(names, text.text, len);
	codec_undo_percent(names, begin);
	name = (urlgrep_span){ names->at + begin, names->len - begin };
	if (names->failed || name.len == 0 ||
	    !(find_tracking(TRACKING_NAME, name, c->url.host) ||
		find_tracking(TRACKING_PREFIX, name, c->url.host))) {
		names->len = begin;
		return false;
	}
	record_name(c->u, name);
	return true;
}

/* ---- queries --- */

/* Return the separator of the parameters: "&amp;" if each "&" begins one, otherwise "&". */
static const char *
find_separator(urlgrep_span query)
{
	bool has_any = false;
	size_t i;

	for (i = 0; i < query.len; i++) {
		if (query.text[i] != '&')
			continue;
		has_any = true;
		if (query.len - i < 5 || memcmp(query.text + i, "&amp;", 5) != 0)
			return "&";
	}
	return has_any ? "&amp;" : "&";
}

/* Append a query or fragment and the mark before it, without its tracking parameters; nothing if
 * none remains. */
static void
append_query(struct cleaning *c, char mark, urlgrep_span query)
{
	const char *separator = find_separator(query);
	size_t separator_len = strlen(separator);
	struct strbuf *out = &c->u->clean;
	bool is_first = true, is_last = false;
	const char *end;

	while (!is_last) {
		urlgrep_span part = query;

		end = memmem(query.text, query.len, separator, separator_len);
		is_last = end == NULL;
		if (end) {
			part.len = (size_t)(end - query.text);
			query = span_from(query, end + separator_len);
		}
		if (record_tracking(c, part))
			continue;
		if (is_first)
			strbuf_append(out, &mark, 1);
		else
			strbuf_append(out, separator, separator_len);
		strbuf_append(out, part.text, part.len);
		is_first = false;
	}
}

/* Return true if the fragment begins "name=". */
static bool
is_query_like(urlgrep_span fragment)
{
	size_t name = ascii_span(fragment.text, fragment.len, ASCII_HOST);

	return name > 0 && name < fragment.len && fragment.text[name] == '=';
}

/* ---- paths --- */

/* If the segment is listed for this host, record its name and return true. */
static bool
record_tracking_segment(struct cleaning *c, urlgrep_span segment)
{
	const struct tracking_parameter *row = segment.len == 0 ? NULL :
	    find_tracking(TRACKING_SEGMENT, segment, c->url.host);

	if (row == NULL)
		return false;
	record_name(c->u, (urlgrep_span){ row->name, row->len - 1u }); /* without the "=" */
	return true;
}

static void
append_path(struct cleaning *c, urlgrep_span path)
{
	while (path.len) {
		size_t len = 1 + ascii_find(path.text + 1, path.len - 1, '/');

		if (!record_tracking_segment(c, (urlgrep_span){ path.text + 1, len - 1 }))
			strbuf_append(&c->u->clean, path.text, len);
		path = span_from(path, path.text + len);
	}
}

/* ---- URLs to leave unchanged --- */

/* Return true if the text contains the word, in any case. */
static bool
has_word(urlgrep_span text, const char *word)
{
	size_t len = strlen(word), i;

	for (i = 0; i + len <= text.len; i++)
		if (ascii_lower(text.text[i]) == word[0] && ascii_equal(text.text + i, word, len))
			return true;
	return false;
}

/* Return true if the path or query shows that the URL identifies the reader on purpose. */
static bool
is_preference(const struct http_url *url)
{
	static const char *const words[] = { "unsubscribe", "optout", "opt-out", "opt_out",
		"email-preferences" };
	size_t i;

	for (i = 0; i < COUNT(words); i++)
		if (has_word(url->path, words[i]) ||
		    (url->query.text && has_word(url->query, words[i])))
			return true;
	return false;
}

static bool
is_signed(const struct http_url *url)
{
	return query_has_parameter(url->query, "x-amz-signature,x-amz-credential,"
	    "x-goog-signature,signature,sig,hmac,hdnea,hdnts,key-pair-id,policy");
}

/* Return true if there is nothing to remove. Check this first, since it is true for most URLs. */
static bool
has_nothing(const struct http_url *url)
{
	return url->query.text == NULL && url->fragment.text == NULL &&
	    memchr(url->path.text, '=', url->path.len) == NULL;
}

/* ---- the whole URL --- */

static void
append_clean(struct cleaning *c)
{
	const struct http_url *url = &c->url;
	struct strbuf *out = &c->u->clean;

	strbuf_append(out, url->whole.text, (size_t)(url->rest.text - url->whole.text));
	append_path(c, url->path);
	if (url->query.text)
		append_query(c, '?', url->query);
	if (url->fragment.text == NULL)
		return;
	if (is_query_like(url->fragment))
		append_query(c, '#', url->fragment);
	else
		strbuf_append(out, url->fragment.text - 1, url->fragment.len + 1);
}

const urlgrep_cleaned *
urlgrep_strip_tracking(urlgrep_unwrapper *u, const char *text, size_t len)
{
	struct cleaning c = { .u = u };
	urlgrep_cleaned *result = &u->cleaned;

	memset(result, 0, sizeof(*result));
	if (len > URLGREP_MAX_URL_BYTES || !http_url_read(&c.url, text, len) ||
	    has_nothing(&c.url) || is_preference(&c.url) || is_signed(&c.url) ||
	    unwrapper_knows(u, &c.url, ~0u))
		return result;
	strbuf_clear(&u->clean);
	strbuf_clear(&u->names);
	strbuf_clear(&u->removed);
	strbuf_reserve(&u->names, len + 1); /* for all names, so that they do not move */
	append_clean(&c);
	if (u->clean.failed || u->names.failed || u->removed.failed)
		return NULL;
	result->removed = (const void *)u->removed.at;
	result->removed_count = u->removed.len / sizeof(*result->removed);
	if (result->removed_count == 0)
		return result;
	matcher_judge(u->matcher, u->clean.at, u->clean.len, 0, &result->url);
	if (result->url.verdict == URLGREP_UNJUDGED)
		return NULL;
	if (!urlgrep_accepts(u->grammar, result->url.verdict))
		memset(result, 0, sizeof(*result));
	return result;
}
