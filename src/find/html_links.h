/* html_links.h - the links of an HTML document: their targets, and the hosts that their texts
 * show */
#ifndef FIND_HTML_LINKS_H
#define FIND_HTML_LINKS_H

#include <stdbool.h>
#include <stddef.h>

#include "html/html.h"
#include "urlgrep_mail.h"
#include "util/idna.h"
#include "util/strbuf.h"

/* ---- the target of a link --- */

/* The state for judging links: a scanner, which must not be in use, and room for one URL.
 * Initialize with zeros, then set scanner, flags, and the buffers' memory. */
struct link_judge {
	urlgrep_scanner *scanner;
	unsigned flags;         /* URLGREP_FIND_MALFORMED, or 0 */
	struct strbuf resolved; /* a relative reference, resolved */
	struct strbuf mended;   /* a malformed URL, as browsers read it; */
	bool has_no_host;       /* which they do not open */
	urlgrep_reading readings[2];
};

/* Return true if the link is a relative reference that its document's base resolves. */
bool link_is_relative(const struct html *h, const struct html_link *link);

/* Return the absolute URL of a link, which lasts until the next call; absent without memory. */
urlgrep_span link_url(struct link_judge *j, const struct html *h,
    const struct html_link *link);

/* Make a finding of a link, whose link_url is url; its offset is 0. It lasts until the next is
 * made. An attribute holds only a URL, so all of it is judged. Returns OK; END if the scanner would
 * not take it for a URL; or NOMEM.
 *
 * With URLGREP_FIND_MALFORMED (rule H1), URLs that browsers repair, such as "http:/h/", "http:\\h"
 * and "//h/" without a base, are malformed findings, whose second reading is the URL that browsers
 * open; and all other text that begins with a scheme is an invalid finding. Links to javascript,
 * vbscript and data are invalid findings even if the grammar accepts them. */
urlgrep_status link_judge(struct link_judge *j, const struct html *h,
    const struct html_link *link, urlgrep_span url, urlgrep_finding *f);

/* Return the link of an HTML alternative that has the same URL as the plain text, or NULL if no
 * compared link has. Both have their URLs in the same order, as a rule: begin at link number *next,
 * and set it to the number after the link returned. */
const struct html_link *link_find(const struct html *h, urlgrep_span url,
    size_t *next);

/* ---- the host that the text of a link shows, and whether the link leads elsewhere --- */

enum { MAX_LINK_TEXT_CHARACTERS = 200,
	MAX_LINK_TEXT_BYTES = 4 * MAX_LINK_TEXT_CHARACTERS };

/* Copy text with one space for each sequence of white space and none at both ends, and
 * no more than MAX_LINK_TEXT_CHARACTERS. Return the length of the copy. */
size_t link_text_collapse(urlgrep_span text, char out[MAX_LINK_TEXT_BYTES]);

/* Return true if the text of a link to url is a URL that a program has shortened, so that it
 * leads nowhere: it ends in an ellipsis, or has one where url has more. */
bool link_text_is_shortened(urlgrep_span text, urlgrep_span url);

/* Describes links. Initialize with zeros, then set grammar and rows, which are borrowed. */
struct link_description {
	const urlgrep_grammar *grammar;
	const char *const *rows; /* of wrappers in addition to the library's */
	size_t row_count;
	urlgrep_unwrapper *unwrapper; /* NULL before the first link that shows a URL */
	struct idna idna; /* loaded when it is needed */
	char text[MAX_LINK_TEXT_BYTES]; /* of the last location */
};

void link_description_free(struct link_description *d);

/* Describe in *l the text of a link that leads to the URL of a finding. scanner must not be
 * in use. Returns OK or NOMEM. */
urlgrep_status link_description_write(struct link_description *d, urlgrep_scanner *scanner,
    urlgrep_span text, const urlgrep_finding *f, urlgrep_location *l);

#endif
