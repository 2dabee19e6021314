/* finding_warnings.h - what is odd or dangerous about a finding: what the library
 * knows, and what takes more than it has */
#ifndef CMD_FINDING_WARNINGS_H
#define CMD_FINDING_WARNINGS_H

#include <stdbool.h>

#include "find/location.h"
#include "urlgrep.h"

struct warning {
	const char *name, *meaning;
	urlgrep_warnings bit;
};

/* Number i; false behind the last. */
bool warning_row(unsigned i, struct warning *row);

/* Those of a finding; nothing if it is invalid. place is NULL for a URL that
 * stands nowhere. */
urlgrep_warnings warnings_of(const urlgrep_finding *f, const struct place *place);

/* Names of warnings, those in set, each handed to put. */
void each_warning(urlgrep_warnings set, void (*put)(const char *name, void *data),
    void *data);

#endif
