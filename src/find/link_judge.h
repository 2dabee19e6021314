/* link_judge.h - what the links of an HTML document lead to */
#ifndef FIND_LINK_JUDGE_H
#define FIND_LINK_JUDGE_H

#include <stdbool.h>

#include "html/html.h"
#include "urlgrep.h"
#include "util/strbuf.h"

/* What judging needs: a scanner, which must not be in use, and room for one URL.
 * Initialize with zeros, then set scanner and resolved.memory. */
struct link_judge {
	urlgrep_scanner *scanner;
	struct strbuf resolved; /* a relative reference, resolved */
	urlgrep_reading reading;
};

/* Return true if the link is a relative reference that its document's base resolves. */
bool link_is_relative(const struct html *h, const struct html_link *link);

/* Return the absolute URL of a link, which lasts until the next is asked for; absent
 * without memory. */
urlgrep_span link_url(struct link_judge *j, const struct html *h,
    const struct html_link *link);

/* Make a finding of a link's URL; its offset is 0. An attribute holds nothing but a URL,
 * so all of it is judged. Returns OK; END if the scanner would not take it
 * for a URL; or NOMEM. */
urlgrep_status link_judge(struct link_judge *j, urlgrep_span url,
    urlgrep_finding *f);

/* Tell whether the visible text of a link is a URL of another host than `host`. scanner
 * must not be in use. Returns OK or NOMEM. */
urlgrep_status link_shows_other_host(urlgrep_scanner *scanner, urlgrep_span text,
    urlgrep_span host, bool *is_other);

#endif
