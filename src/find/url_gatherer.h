/* url_gatherer.h - gather the URLs of a message that others are compared with */
#ifndef FIND_URL_GATHERER_H
#define FIND_URL_GATHERER_H

#include "find/link_judge.h"
#include "find/message_budget.h"
#include "find/text_flags.h"
#include "html/html.h"
#include "urlgrep_mail.h"

/* Everything is borrowed; scanner and judge are not in use while URLs are gathered. */
struct url_gatherer {
	struct message_budget *budget;
	const struct text_flags *flags;
	urlgrep_scanner *scanner;
	struct link_judge *judge;
};

/* Add those URLs of a finding to a set that belong into it. Returns OK or NOMEM. */
typedef urlgrep_status add_finding_fn(urlgrep_url_set *set, const urlgrep_finding *f);

/* Add the best reading of any finding. */
add_finding_fn url_gatherer_add_any;

/* Add the URLs of a finding to a set by which URLs of the message are compared. If they
 * exceed the budget, they are skipped: then a URL may be reported twice, or a broken one
 * not be resolved. Returns OK or NOMEM, as the functions below. */
urlgrep_status url_gatherer_add(struct url_gatherer *g, urlgrep_url_set *to,
    add_finding_fn *add, const urlgrep_finding *f);

/* Add the URLs of a text, which is scanned with flags besides those for names. */
urlgrep_status url_gatherer_add_text(struct url_gatherer *g, urlgrep_span text,
    unsigned flags, add_finding_fn *add, urlgrep_url_set *to);

/* Add the URLs of an HTML document: those of its attributes, and visible ones. NULL: the
 * document was not parsed without memory, or beyond the budget. */
urlgrep_status url_gatherer_add_html(struct url_gatherer *g, const struct html *h,
    add_finding_fn *add, urlgrep_url_set *to);

#endif
