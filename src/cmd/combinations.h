/* combinations.h - which options cannot be combined */
#ifndef CMD_COMBINATIONS_H
#define CMD_COMBINATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/options.h"

/* Report that an option cannot be combined with another one. Return false. */
bool combinations_report(const char *option, const char *other);

/* Return a bit for each option that was given and is not combined with some other. */
uint64_t combinations_given(const struct options *options);

/* Return false, after a message, if options were given that cannot be combined with each
 * other, or with these names of files. */
bool combinations_check(const struct options *options, char *const *names, int count);

#endif
