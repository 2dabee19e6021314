/* wrappers_file.h - the user's own table of services that wrap URLs: --wrappers=FILE */
#ifndef CMD_WRAPPERS_FILE_H
#define CMD_WRAPPERS_FILE_H

#include <stdbool.h>

#include "cmd/string_list.h"
#include "urlgrep.h"

/* Read the rows of the file into *text, to be freed, and list them in *rows. Return false
 * after a message if it cannot be read, or a row is wrong. */
bool wrappers_file_read(const char *path, const urlgrep_grammar *grammar, char **text,
    struct string_list *rows);

#endif
