/* link_description.h - what the text of a link shows, and whether it leads elsewhere */
#ifndef FIND_LINK_DESCRIPTION_H
#define FIND_LINK_DESCRIPTION_H

#include "find/link_target.h"
#include "find/link_text.h"
#include "urlgrep_mail.h"
#include "util/idna.h"

/* Initialize with zeros, then set what link_target needs. */
struct link_description {
	struct idna idna; /* loaded when it is needed */
	struct link_target target;
	char text[MAX_LINK_TEXT_BYTES]; /* of the last location */
};

void link_description_free(struct link_description *d);

/* Describe in *l the text of a link that leads to the URL of a finding. scanner must not be
 * in use. Returns OK or NOMEM. */
urlgrep_status link_description_write(struct link_description *d, urlgrep_scanner *scanner,
    urlgrep_span text, const urlgrep_finding *f, urlgrep_location *l);

#endif
