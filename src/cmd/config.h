/* config.h - options that are set for all runs: the file that URLGREP_CONFIG_PATH names */
#ifndef CMD_CONFIG_H
#define CMD_CONFIG_H

#include <stdbool.h>

#include "cmd/string_list.h"

/* Append the arguments in the file: one on each line, without white space around it. Empty
 * lines and those that begin with "#" are none. They lie in *text, which the caller frees.
 * Return false, after a message, if the file cannot be read. */
bool config_read_file(const char *path, char **text, struct string_list *arguments);

#endif
