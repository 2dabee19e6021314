/* link_judge.h - what the links of an HTML document lead to */
#ifndef FIND_LINK_JUDGE_H
#define FIND_LINK_JUDGE_H

#include <stdbool.h>

#include "html/html.h"
#include "urlgrep.h"
#include "util/strbuf.h"

enum { KEPT_LINKS = 64, MAX_KEPT_LINK_BYTES = 256 };

/* A URL that was judged, and its finding, whose spans are of this text. */
struct kept_link {
	size_t len; /* of the URL; 0: this place is free */
	char url[MAX_KEPT_LINK_BYTES];
	urlgrep_finding finding;
};

/* What judging needs: a scanner, which must not be in use, and room for one URL.
 * Initialize with zeros, then set scanner, flags, and the buffers' memory. */
struct link_judge {
	urlgrep_scanner *scanner;
	unsigned flags;         /* URLGREP_FIND_MALFORMED, or 0 */
	struct strbuf resolved; /* a relative reference, resolved */
	struct strbuf mended;   /* a malformed URL, as browsers read it; */
	bool has_no_host;       /* which they do not open */
	urlgrep_reading readings[2];
	/* at their hash; more than a third of the links in HTML mail repeat the URL of an earlier
	 * one */
	struct kept_link kept[KEPT_LINKS];
};

/* Return true if the link is a relative reference that its document's base resolves. */
bool link_is_relative(const struct html *h, const struct html_link *link);

/* Return the absolute URL of a link, which lasts until the next is asked for; absent
 * without memory. */
urlgrep_span link_url(struct link_judge *j, const struct html *h,
    const struct html_link *link);

/* Make a finding of a link, whose link_url is url; its offset is 0. It lasts until the next is
 * made. An attribute holds nothing but a URL, so all of it is judged. Returns OK; END if the
 * scanner would not take it for a URL; or NOMEM.
 *
 * With URLGREP_FIND_MALFORMED (rule H1), URLs that browsers mend, such as "http:/h/",
 * "http:\\h" and "//h/" without a base, are malformed findings, whose second reading is
 * what browsers open; and all that begins with a scheme is an invalid finding. Links to
 * javascript, vbscript and data are invalid findings even if the grammar accepts them. */
urlgrep_status link_judge(struct link_judge *j, const struct html *h,
    const struct html_link *link, urlgrep_span url, urlgrep_finding *f);

#endif
