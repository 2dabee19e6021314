/* walk.h - the files that are meant by the names on the command line */
#ifndef CMD_WALK_H
#define CMD_WALK_H

#include <stdbool.h>
#include <sys/stat.h>

#include "cmd/options.h"

/* status: of the file, if that is known; the size is 0 of a message of a Maildir. */
typedef bool walk_visit(const char *path, const struct stat *status, void *data);

/* Hand each file to visit, until it returns false; NULL is standard input, which
 * "-" means, and no names at all. With -r none means the folder one is in, whose
 * files are named without "./". Says what could not be visited. */
void walk(const struct options *o, char **names,
    walk_visit *visit, void *data);

#endif
