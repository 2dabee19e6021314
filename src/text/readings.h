/* readings.h - what a candidate may be: its line breaks undone in every way, judged */
#ifndef TEXT_READINGS_H
#define TEXT_READINGS_H

#include "text/candidate.h"
#include "text/malformed.h"
#include "text/scanner.h"

/* Return true if no "//" follows the scheme of a URL. */
bool readings_is_opaque(urlgrep_span url);

/* Return all fragments of c as one span, which borrows the text or s->joined; that is
 * overwritten. The span is absent if there is no memory. */
urlgrep_span readings_join_fragments(urlgrep_scanner *s, const struct candidate *c);

/* Fill *finding with the readings of c, best first. Returns OK; INVALID if it is no URL;
 * NOMEM. */
urlgrep_status readings_make_finding(urlgrep_scanner *s, const struct candidate *c,
    urlgrep_finding *finding);

/* The same for a malformed URL. Returns INVALID if repairing it makes no valid URL. */
urlgrep_status readings_make_malformed_finding(urlgrep_scanner *s,
    const struct malformed_url *url, urlgrep_finding *finding);

/* Set f->written of a name: its URL without the scheme that was supplied. */
void readings_set_written(const urlgrep_scanner *s, urlgrep_finding *f);

#endif
