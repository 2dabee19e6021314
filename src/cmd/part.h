/* part.h - the part of a URL that --part asks for */
#ifndef CMD_PART_H
#define CMD_PART_H

#include "urlgrep.h"

/* The part of that name; of "path" whatever the grammar calls the path of that
 * scheme. Absent if there is none. */
urlgrep_span part_asked(const urlgrep_url *url, const char *name);

#endif
