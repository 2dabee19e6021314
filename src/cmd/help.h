/* help.h - the help text, made from the table of options */
#ifndef CMD_HELP_H
#define CMD_HELP_H

#include <stdbool.h>

/* Print the options used most, in groups; or all of them. */
void help_print(bool all);

#endif
