/* link_judge.c - what the links of an HTML document lead to */
#include "find/link_judge.h"

#include <string.h>

#include "html/uri_resolve.h"
#include "util/ascii.h"

bool
link_is_relative(const struct html *h, const struct html_link *link)
{
	return html_base(h).text && uri_is_relative_reference(link->url);
}

urlgrep_span
link_url(struct link_judge *j, const struct html *h, const struct html_link *link)
{
	urlgrep_span base = html_base(h);

	if (!link_is_relative(h, link))
		return link->url;
	strbuf_clear(&j->resolved);
	if (!strbuf_reserve(&j->resolved, base.len + link->url.len + 1))
		return (urlgrep_span){ NULL, 0 };
	j->resolved.len = uri_resolve(base, link->url, j->resolved.at);
	return (urlgrep_span){ j->resolved.at, j->resolved.len };
}

urlgrep_status
link_judge(struct link_judge *j, urlgrep_span url, urlgrep_finding *f)
{
	urlgrep_status status;

	if (url.text == NULL)
		return URLGREP_NOMEM;
	memset(f, 0, sizeof(*f));
	urlgrep_scanner_reset(j->scanner);
	urlgrep_scanner_text(j->scanner, url.text, url.len, URLGREP_LAST);
	status = urlgrep_next(j->scanner, f);
	if (status != URLGREP_OK)
		return status;
	if (f->offset != 0)
		return URLGREP_END;
	if (f->url.text.text != url.text || f->url.text.len != url.len)
		urlgrep_judge(j->scanner, url.text, url.len, 0, &f->url);
	if (f->url.verdict == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	j->reading = (urlgrep_reading){ f->url.text, f->url.verdict, 0 };
	f->form = URLGREP_QUOTED;
	f->confidence = URLGREP_HIGH;
	f->readings = &j->reading;
	f->reading_count = 1;
	f->length = url.len;
	return URLGREP_OK;
}

static bool
is_same_host(urlgrep_span a, urlgrep_span b)
{
	return a.len == b.len && ascii_equal(a.text, b.text, a.len);
}

urlgrep_status
link_shows_other_host(urlgrep_scanner *scanner, urlgrep_span text,
    urlgrep_span host, bool *is_other)
{
	urlgrep_finding f;
	urlgrep_status status;

	*is_other = false;
	if (host.text == NULL || text.len == 0)
		return URLGREP_OK;
	urlgrep_scanner_reset(scanner);
	urlgrep_scanner_text(scanner, text.text, text.len, URLGREP_LAST);
	status = urlgrep_next(scanner, &f);
	if (status == URLGREP_OK && f.url.verdict == URLGREP_OK)
		*is_other = !is_same_host(urlgrep_part_named(&f.url, "host"), host);
	if (status == URLGREP_OK)
		status = f.url.verdict;
	return status == URLGREP_NOMEM ? URLGREP_NOMEM : URLGREP_OK;
}
