/* wrapper_table.c - the services that wrap URLs: which rows are those of a URL */
#include "unwrap/wrapper_table.h"

#include <stdint.h>
#include <string.h>

#include "unwrap/pattern.h"
#include "util/ascii.h"

const char *
wrapper_next_word(const char **list, char separator, size_t *len)
{
	const char *word = *list, *end;

	if (word == NULL || *word == '\0')
		return NULL;
	end = strchr(word, separator);
	*len = end ? (size_t)(end - word) : strlen(word);
	*list = end ? end + 1 : word + *len;
	return word;
}

bool
wrapper_has_parameter(urlgrep_span query, const char *names)
{
	struct parameter parameter;
	const char *list, *word;
	size_t len;

	while (parameter_next(&query, &parameter)) {
		list = names;
		while ((word = wrapper_next_word(&list, ',', &len)) != NULL)
			if (span_equals(parameter.name, (urlgrep_span){ word, len }))
				return true;
	}
	return false;
}

bool
wrapper_matches(const struct wrapper *w, const struct http_url *url,
    urlgrep_span *target, bool *is_cut)
{
	return wrapper_may_match_path(w->path, url->path) &&
	    pattern_matches_path(w->path, url, target, is_cut) && http_url_is_plain(url) &&
	    pattern_list_matches_host(w->hosts, url->host) &&
	    (w->where != WHERE_SERVER || *w->names == '\0' ||
		wrapper_has_parameter(url->query, w->names));
}

/* ---- the built-in rows --- */

unsigned
wrapper_classes_of_host(const char *host, size_t len)
{
	size_t tail = len < WRAPPER_TAIL_BYTES ? 0 : len - WRAPPER_TAIL_BYTES, at;
	uint32_t hash = 0; /* unwrap/tables/wrappers.awk computes the same */

	/* what becomes another byte than the small letter is in no host of the table */
	for (at = len; at > tail; at--)
		hash = hash * 31 + ((unsigned char)host[at - 1] | ('a' ^ 'A'));
	return wrapper_host_classes[hash % WRAPPER_HOST_SLOTS];
}

unsigned
wrapper_classes_of_url(const char *text, size_t len, size_t *end)
{
	static const bool ends_host[256] = { ['/'] = true, ['?'] = true, ['#'] = true,
		[':'] = true };
	size_t begin = http_url_scheme_length(text, len), at = begin;

	while (at < len && !ends_host[(unsigned char)text[at]])
		at++;
	*end = at;
	if (begin == at)
		return 0;
	/* before a port or a final dot is another end */
	return (at < len && text[at] == ':') || text[at - 1] == '.' ? ~0u :
	    wrapper_classes_of_host(text + begin, at - begin);
}

bool
wrapper_may_have_path(unsigned classes, urlgrep_span path)
{
	const char *start;

	if (classes != 0)
		return true;
	for (start = wrapper_loose_starts; path.len > 2 && *start; start += 2)
		if (path.text[1] == start[0] && path.text[2] == start[1])
			return true;
	return false;
}

void
wrapper_search_begin(struct wrapper_search *s, const struct http_url *url)
{
	s->classes = wrapper_classes_of_host(url->host.text, url->host.len);
	s->next = s->next_loose = 0;
}

const struct wrapper *
wrapper_search_next(struct wrapper_search *s)
{
	unsigned loose = s->next_loose < wrapper_loose_count ? wrapper_loose[s->next_loose] :
	    wrapper_count;

	while (s->classes && s->next < loose && !(wrapper_table[s->next].class & s->classes))
		s->next++;
	if (s->classes == 0 || s->next >= loose) {
		s->next = loose;
		s->next_loose++;
	}
	return s->next < wrapper_count ? &wrapper_table[s->next++] : NULL;
}
