/* unbroken_urls.c - URLs that stand whole somewhere */
#include "find/unbroken_urls.h"

#include <stdbool.h>
#include <stdlib.h>

#include "find/url_set.h"

struct evidence {
	struct seen *urls;
};

struct evidence *
evidence_new(void)
{
	struct evidence *e = calloc(1, sizeof(*e));

	if (e == NULL)
		return NULL;
	e->urls = seen_new();
	if (e->urls == NULL) {
		free(e);
		return NULL;
	}
	return e;
}

void
evidence_free(struct evidence *e)
{
	if (e)
		seen_free(e->urls);
	free(e);
}

void
evidence_clear(struct evidence *e)
{
	struct seen *urls = seen_new();

	if (urls == NULL)
		return; /* too much evidence does little harm */
	seen_free(e->urls);
	e->urls = urls;
}

void
evidence_add_finding(struct evidence *e, const urlgrep_finding *f)
{
	if (f->reading_count == 1 && f->url.verdict == URLGREP_OK)
		seen_first(e->urls, f->url.text);
}

/* May the reading be better than the first? Not if that joined for certain and it
 * is a beginning of it: what was cut once may be cut again. */
static bool
may_be_better(const urlgrep_finding *f, const urlgrep_reading *r)
{
	if (r->verdict != URLGREP_OK)
		return false;
	return f->confidence != URLGREP_HIGH || urlgrep_form_is_delimited(f->form) ||
	    r->how & URLGREP_HYPHEN_DROPPED || r->url.len >= f->url.text.len;
}

void
evidence_decide(const struct evidence *e, urlgrep_scanner *scanner,
    urlgrep_finding *f)
{
	unsigned chosen = f->reading_count, i;
	size_t longest = 0;

	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];

		if (r->url.len > longest && may_be_better(f, r) &&
		    seen_has(e->urls, r->url)) {
			longest = r->url.len;
			chosen = i;
		}
	}
	if (chosen < f->reading_count)
		urlgrep_choose(scanner, f, chosen);
}
