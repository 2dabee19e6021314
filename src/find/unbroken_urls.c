/* unbroken_urls.c - URLs that occur unbroken somewhere decide how the same URLs were
 * broken elsewhere */
#include "find/unbroken_urls.h"

#include <stdbool.h>

urlgrep_status
unbroken_urls_add(urlgrep_url_set *urls, const urlgrep_finding *f)
{
	if (f->reading_count != 1 ||
	    (f->url.verdict != URLGREP_OK && f->url.verdict != URLGREP_LOOSE))
		return URLGREP_OK;
	return urlgrep_url_set_add(urls, f->url.text) == URLGREP_NOMEM ?
	    URLGREP_NOMEM : URLGREP_OK;
}

/* Return true if the reading may replace the best one. Where that was joined with high
 * confidence, a mere beginning of it may not: it may be a copy that was cut at
 * the same place. */
static bool
may_replace_best(const urlgrep_scanner *scanner, const urlgrep_finding *f,
    const urlgrep_reading *r)
{
	if (!urlgrep_accepts(scanner, r->verdict))
		return false;
	return f->confidence != URLGREP_HIGH || urlgrep_form_is_delimited(f->form) ||
	    r->how & URLGREP_HYPHEN_DROPPED || r->url.len >= f->url.text.len;
}

urlgrep_status
unbroken_urls_choose(const urlgrep_url_set *urls, urlgrep_scanner *scanner,
    urlgrep_finding *f)
{
	unsigned chosen = f->reading_count, i;
	size_t longest = 0;

	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];

		if (r->url.len > longest && may_replace_best(scanner, f, r) &&
		    urlgrep_url_set_has(urls, r->url)) {
			longest = r->url.len;
			chosen = i;
		}
	}
	return chosen < f->reading_count ? urlgrep_choose(scanner, f, chosen) :
	    URLGREP_OK;
}
