/* warnings.h - what is odd or dangerous about a finding: what the library
 * knows, and what takes more than it has */
#ifndef WARNINGS_H
#define WARNINGS_H

#include <stdbool.h>

#include "place.h"
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
