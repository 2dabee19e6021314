/* link_target.h - whether a link shows another host than it leads to behind wrappers
 * (rule U14) */
#ifndef FIND_LINK_TARGET_H
#define FIND_LINK_TARGET_H

#include "find/link_text.h"
#include "urlgrep.h"
#include "util/idna.h"

/* Initialize with zeros, then set grammar and rows, which are borrowed. */
struct link_target {
	const urlgrep_grammar *grammar;
	const char *const *rows; /* of services besides those of the library */
	size_t row_count;
	urlgrep_unwrapper *unwrapper; /* NULL before the first link that shows a URL */
};

void link_target_free(struct link_target *t);

/* Correct *shown, which was compared with the host of url itself, if that is a wrapper
 * whose target is known. A gateway may show any host that it leads to; a redirector only
 * the last one, unless text, that of the link, is the URL itself. Returns OK or NOMEM. */
urlgrep_status link_target_compare(struct link_target *t, struct idna *idna,
    urlgrep_span url, urlgrep_span text, struct shown_url *shown);

#endif
