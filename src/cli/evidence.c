/* evidence.c - URLs that stand whole somewhere */
#include "evidence.h"

#include <stdlib.h>

#include "seen.h"

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
evidence_add(struct evidence *e, urlgrep_span url)
{
	seen_first(e->urls, url);
}

void
evidence_add_finding(struct evidence *e, const urlgrep_finding *f)
{
	if (f->reading_count == 1 && f->url.verdict == URLGREP_OK)
		evidence_add(e, f->url.text);
}

void
evidence_decide(const struct evidence *e, urlgrep_scanner *scanner,
    urlgrep_finding *f)
{
	size_t longest = f->confidence == URLGREP_HIGH &&
	    f->form > URLGREP_ANGLE ? f->url.text.len - 1 : 0;
	unsigned chosen = f->reading_count, i;

	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];

		if (r->verdict == URLGREP_OK && r->url.len > longest &&
		    seen_has(e->urls, r->url)) {
			longest = r->url.len;
			chosen = i;
		}
	}
	if (chosen < f->reading_count)
		urlgrep_choose(scanner, f, chosen);
}
