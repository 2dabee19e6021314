/* names.h - the values of urlgrep.h's enumerations, as they are called in the output */
#ifndef CMD_PRINT_NAMES_H
#define CMD_PRINT_NAMES_H

#include "urlgrep.h"

const char *name_of_form(urlgrep_form form);
const char *name_of_confidence(urlgrep_confidence confidence);

/* Return the name of the flag 1 << index of urlgrep_reading.how, or NULL after the
 * last. */
const char *name_of_treatment(unsigned index);

/* Return the name of the flag 1 << index of urlgrep_finding.notes, or NULL after the
 * last. */
const char *name_of_note(unsigned index);

#endif
