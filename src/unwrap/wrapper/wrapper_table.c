/* wrapper_table.c - the services that wrap URLs: which rows are those of a URL */
#include "unwrap/wrapper/wrapper_table.h"

#include <stdint.h>
#include <string.h>

#include "unwrap/wrapper/pattern.h"
#include "util/ascii/ascii.h"

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
	unsigned classes = 0;

	for (at = len; at > 0; at--) {
		if (at == tail)
			classes = wrapper_host_classes[hash % WRAPPER_HOST_SLOTS];
		/* what becomes another byte than the small letter is in no host of the table */
		hash = hash * 31 + ((unsigned char)host[at - 1] | ('a' ^ 'A'));
	}
	return classes | wrapper_host_classes[hash % WRAPPER_HOST_SLOTS];
}

void
wrapper_search_begin(struct wrapper_search *s, const struct http_url *url)
{
	s->classes = wrapper_classes_of_host(url->host.text, url->host.len);
	s->next = s->next_loose = 0;
}

bool
wrapper_search_may_match_path(const struct wrapper_search *s, urlgrep_span path)
{
	return s->classes != 0 || (path.len > 1 &&
	    memchr(wrapper_loose_letters, path.text[1], strlen(wrapper_loose_letters)));
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
