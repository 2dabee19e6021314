/* url_gatherer.c - gather the URLs of a message that others are compared with */
#include "find/url_gatherer.h"

urlgrep_status
url_gatherer_add_any(urlgrep_url_set *set, const urlgrep_finding *f)
{
	return urlgrep_url_set_add(set, f->url.text) == URLGREP_NOMEM ?
	    URLGREP_NOMEM : URLGREP_OK;
}

urlgrep_status
url_gatherer_add(struct url_gatherer *g, urlgrep_url_set *to, add_finding_fn *add,
    const urlgrep_finding *f)
{
	if (add(to, f) != URLGREP_NOMEM ||
	    message_budget_is_exceeded(g->budget, "too many URLs to compare"))
		return URLGREP_OK;
	return URLGREP_NOMEM;
}

urlgrep_status
url_gatherer_add_text(struct url_gatherer *g, urlgrep_span text, unsigned flags,
    add_finding_fn *add, urlgrep_url_set *to)
{
	urlgrep_finding f;
	urlgrep_status status;

	urlgrep_scanner_reset(g->scanner);
	urlgrep_scanner_text(g->scanner, text.text, text.len,
	    flags | text_flags_of_names(g->flags) | URLGREP_LAST);
	while ((status = urlgrep_next(g->scanner, &f)) == URLGREP_OK)
		if (url_gatherer_add(g, to, add, &f) == URLGREP_NOMEM)
			return URLGREP_NOMEM;
	return status == URLGREP_END ? URLGREP_OK : URLGREP_NOMEM;
}

static urlgrep_status
add_visible_text(struct url_gatherer *g, const struct html *h, add_finding_fn *add,
    urlgrep_url_set *to)
{
	urlgrep_span text = html_text(h);
	urlgrep_status status = URLGREP_OK;
	size_t at, end;

	for (at = 0; at < text.len && status == URLGREP_OK; at = end) {
		unsigned flags = text_flags_of_segment(g->flags, h, at, &end);

		status = url_gatherer_add_text(g,
		    (urlgrep_span){ text.text + at, end - at },
		    flags & ~(unsigned)URLGREP_FIND_MALFORMED, add, to);
	}
	return status;
}

urlgrep_status
url_gatherer_add_html(struct url_gatherer *g, const struct html *h, add_finding_fn *add,
    urlgrep_url_set *to)
{
	const struct html_link *links;
	size_t count, i;

	if (h == NULL)
		return message_budget_is_exceeded(g->budget, TOO_COMPLEX_HTML) ?
		    URLGREP_OK : URLGREP_NOMEM;
	links = html_links(h, &count);
	for (i = 0; i < count; i++) {
		urlgrep_finding f;
		urlgrep_status status = link_judge(g->judge, h, &links[i],
		    link_url(g->judge, h, &links[i]), &f);

		if (status == URLGREP_OK)
			status = url_gatherer_add(g, to, add, &f);
		if (status == URLGREP_NOMEM)
			return status;
	}
	return add_visible_text(g, h, add, to);
}
