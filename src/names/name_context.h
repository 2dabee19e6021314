/* name_context.h - what the line of a name says about it */
#ifndef NAMES_NAME_CONTEXT_H
#define NAMES_NAME_CONTEXT_H

#include "names/name.h"

/* Return true if the name is probably the host of an obfuscated address, such as
 * "ann at example.org" (rule N11), or the rest of what the line before began (N14). */
bool name_context_is_doubtful(const struct scan_text *t, const struct name *name);

#endif
