/* link_text.h - what the text of a link shows */
#ifndef FIND_LINK_TEXT_H
#define FIND_LINK_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"
#include "util/idna.h"

enum { MAX_LINK_TEXT_CHARACTERS = 200,
	MAX_LINK_TEXT_BYTES = 4 * MAX_LINK_TEXT_CHARACTERS };

/* Copy text with one space for each sequence of white space and none at both ends, and
 * no more than MAX_LINK_TEXT_CHARACTERS. Return the length of the copy. */
size_t link_text_collapse(urlgrep_span text, char out[MAX_LINK_TEXT_BYTES]);

/* What the first URL in the text of a link shows. */
struct shown_url {
	bool has_other_host; /* than the link leads to, after IDNA */
	urlgrep_span host;   /* borrows the text or the scanner; absent if it has none */
};

/* Find out what the text of a link shows that leads to `host`, which may be absent.
 * scanner must not be in use. Returns OK or NOMEM. */
urlgrep_status link_text_read(urlgrep_scanner *scanner, struct idna *idna,
    urlgrep_span text, urlgrep_span host, struct shown_url *shown);

/* Return true if the text of a link to url is a URL that a program has shortened, so that it
 * leads nowhere: it ends in an ellipsis, or has one where url has more. */
bool link_text_is_shortened(urlgrep_span text, urlgrep_span url);

#endif
