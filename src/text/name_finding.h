/* name_finding.h - names without a scheme as findings: rejoined and judged as URLs */
#ifndef TEXT_NAME_FINDING_H
#define TEXT_NAME_FINDING_H

#include "text/candidate.h"
#include "text/scanner.h"

/* Find the name at a dot or colon of the text. Answers YES and fills *c and *f; NO;
 * MORE; NOMEM. */
enum scan_answer name_find(urlgrep_scanner *s, size_t mark, struct candidate *c,
    urlgrep_finding *f);

/* If c, read from angle brackets, is a name, supply a scheme and make *f.
 * Answers YES, NO or NOMEM. */
enum scan_answer name_make_wrapped(urlgrep_scanner *s, struct candidate *c,
    urlgrep_finding *f);

#endif
