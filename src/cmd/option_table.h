/* option_table.h - the table of options, which the parser, --help, the completions and the
 * manual share */
#ifndef CMD_OPTION_TABLE_H
#define CMD_OPTION_TABLE_H

#include "cmd/options.h"

/* Return row number i of the table, or NULL after the last. */
const struct option_row *option_table_row(int i);

int option_table_count(void);

/* Return true if the row is the heading of a section of --help, and no option. */
bool option_table_is_heading(const struct option_row *row);

#endif
