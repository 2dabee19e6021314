/* url_set.c - the URLs printed so far, for -u: the C library's tree of strings */
#include "find/url_set.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"

struct seen {
	void *root;
};

/* What the tree holds: the length, then the octets. */
struct url_entry {
	size_t len;
	const char *text;
};

static int
compare(const void *a, const void *b)
{
	const struct url_entry *x = a, *y = b;
	size_t least = x->len < y->len ? x->len : y->len;
	int difference = memcmp(x->text, y->text, least);

	return difference ? difference : (x->len > y->len) - (x->len < y->len);
}

struct seen *
seen_new(void)
{
	return calloc(1, sizeof(struct seen));
}

void
seen_free(struct seen *s)
{
	if (s)
		tdestroy(s->root, free);
	free(s);
}

bool
seen_has(const struct seen *s, urlgrep_span url)
{
	struct url_entry wanted = { url.len, url.text };

	return tfind(&wanted, &s->root, compare) != NULL;
}

bool
seen_first(struct seen *s, urlgrep_span url)
{
	struct url_entry *e;
	char *text;

	if (seen_has(s, url))
		return false;
	e = memory_get(sizeof(*e) + url.len);
	text = (char *)(e + 1);
	memcpy(text, url.text, url.len);
	*e = (struct url_entry){ url.len, text };
	if (tsearch(e, &s->root, compare) == NULL)
		memory_end();
	return true;
}
