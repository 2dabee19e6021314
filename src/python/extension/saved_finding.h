/* saved_finding.h - a copy of a finding and its location, for when the scanner has gone on */
#ifndef PYTHON_EXTENSION_SAVED_FINDING_H
#define PYTHON_EXTENSION_SAVED_FINDING_H

#include "row/fields.h"

struct saved_finding;

/* Copy a finding, and where it is in a file, unless location is NULL. Return NULL without
 * memory. Free with free(). */
struct saved_finding *saved_finding_new(const urlgrep_finding *finding,
    const urlgrep_location *location);

/* A saved finding, as the table of columns takes it. */
struct restored_finding {
	urlgrep_finding finding;
	urlgrep_location location;
	struct row row;
};

/* Fill in *to, which borrows what was saved. */
void saved_finding_restore(const struct saved_finding *saved,
    struct restored_finding *to);

urlgrep_span saved_finding_url(const struct saved_finding *saved);

/* Return where it is in the file; NULL if it was saved without a location. */
const urlgrep_location *saved_finding_location(const struct saved_finding *saved);

/* Add to the message's number and to the line, unless they are unknown. */
void saved_finding_move(struct saved_finding *saved, uint64_t messages, uint64_t lines);

#endif
