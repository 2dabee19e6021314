/* completions.h - completions and the man page's lists, from the table of options */
#ifndef CMD_COMPLETIONS_H
#define CMD_COMPLETIONS_H

#include <stdbool.h>

/* Write what ("bash", "zsh", "fish", "man-options", "man-warnings", or "warnings",
 * a line each) to standard output; false: there is nothing of that name. */
bool generate(const char *what);

#endif
