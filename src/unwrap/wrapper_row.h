/* wrapper_row.h - reads a row of a table of wrappers, as in unwrap/tables/wrappers.tsv */
#ifndef UNWRAP_WRAPPER_ROW_H
#define UNWRAP_WRAPPER_ROW_H

#include "unwrap/wrapper_table.h"
#include "util/memory.h"

/* Read row[0..len), whose fields are copied into the arena. Returns NULL, or why it is
 * wrong: for people, one line. *nomem: there is no memory; then NULL is returned. */
const char *wrapper_row_read(struct wrapper *w, struct arena *arena, const char *row,
    size_t len, bool *nomem);

#endif
