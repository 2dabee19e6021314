/* hyperlink.h - URLs that a terminal opens at a click (OSC 8) */
#ifndef CMD_PRINT_HYPERLINK_H
#define CMD_PRINT_HYPERLINK_H

#include <stdbool.h>

#include "cmd/print/printer.h"

/* Return true, and set *target to the URI in US-ASCII, if a click on the finding's URL does
 * no harm: http, https or mailto, and it has no warnings. *target lasts until p->scanner is
 * used again. */
bool hyperlink_is_safe(struct printer *p, const urlgrep_finding *finding,
    const urlgrep_location *location, urlgrep_span *target);

void hyperlink_begin(struct strbuf *out, urlgrep_span target);
void hyperlink_end(struct strbuf *out);

#endif
