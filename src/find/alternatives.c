/* alternatives.c - the parts of a multipart/alternative, which say the same (RFC 2046,
 * 5.1.4) */
#include "find/alternatives.h"

#include <string.h>

urlgrep_status
alternatives_find(struct alternatives *a, const struct message_text *texts, size_t count)
{
	size_t most = 0, i;

	for (i = 0; i < count; i++)
		if (texts[i].alternative > most)
			most = texts[i].alternative;
	if (most == 0)
		return URLGREP_OK;
	a->at = memory_allocate_zeroed(a->memory, (most + 1) * sizeof(*a->at));
	if (a->at == NULL)
		return URLGREP_NOMEM;
	a->count = most + 1;
	for (i = 0; i < count; i++) {
		const struct message_text *t = &texts[i];

		if (t->alternative && t->is_html && a->at[t->alternative].html == NULL)
			a->at[t->alternative].html = t;
	}
	return URLGREP_OK;
}

void
alternatives_clear(struct alternatives *a)
{
	size_t i;

	for (i = 0; i < a->count; i++)
		urlgrep_url_set_free(a->at[i].urls);
	memory_release(a->memory, a->at);
	a->at = NULL;
	a->count = 0;
}

const struct html_link *
alternatives_find_link(const struct html *h, urlgrep_span url, size_t *next)
{
	enum { MAX_COMPARED_LINKS = 512 };
	size_t count, i;
	const struct html_link *links = html_links(h, &count);

	for (i = 0; i < count && i < MAX_COMPARED_LINKS; i++) {
		size_t at = (*next + i) % count;

		if (links[at].is_anchor && links[at].url.len == url.len &&
		    memcmp(links[at].url.text, url.text, url.len) == 0) {
			*next = at + 1;
			return &links[at];
		}
	}
	return NULL;
}
