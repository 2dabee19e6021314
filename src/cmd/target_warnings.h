/* target_warnings.h - what is unusual or dangerous about what a URL leads to */
#ifndef CMD_TARGET_WARNINGS_H
#define CMD_TARGET_WARNINGS_H

#include "cmd/target.h"

/* Return the warnings of the URL as a wrapper: which services it is of and, if what it
 * leads to is wanted (--unwrap), why that is not known. */
urlgrep_warnings target_warnings_of_wrapper(const struct target *t,
    const struct settings *settings);

/* Return all of these, and those of all URLs that it leads to. */
urlgrep_warnings target_warnings_of_all(const struct target *t);

#endif
