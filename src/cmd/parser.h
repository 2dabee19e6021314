/* parser.h - read arguments by the table of options */
#ifndef CMD_PARSER_H
#define CMD_PARSER_H

#include "cmd/options.h"

/* Read arguments, argv[1..argc), which are options and, if first is not NULL, names of
 * files from *first on. Return false, after a message, if one is wrong. */
bool parser_read(struct options *o, int argc, char **argv, int *first);

#endif
