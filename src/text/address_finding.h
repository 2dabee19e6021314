/* address_finding.h - e-mail addresses as findings: judged as mailto URLs */
#ifndef TEXT_ADDRESS_FINDING_H
#define TEXT_ADDRESS_FINDING_H

#include "text/candidate.h"
#include "text/scanner.h"

/* Find the address at an "@" of the text. Answers YES and fills *c and *f; NO; MORE;
 * NOMEM. */
enum scan_answer address_find(urlgrep_scanner *s, size_t at, struct candidate *c,
    urlgrep_finding *f);

#endif
