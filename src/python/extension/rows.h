/* rows.h - findings as rows of an Arrow struct, by the table of columns */
#ifndef PYTHON_EXTENSION_ROWS_H
#define PYTHON_EXTENSION_ROWS_H

#include "build.h"
#include "row/fields.h"
#include "state.h"

struct column_list {
	const struct field *at[MAX_FIELDS];
	size_t count;
};

/* Read a sequence of names, or None: the default columns of the set (OF_TEXT, OF_MAIL).
 * Return -1 with an exception. */
int column_list_read(struct column_list *list, PyObject *names, unsigned set);

/* Make the struct with a child for each column. */
void arrow_rows_init(struct arrow_builder *b, const char *name,
    const struct column_list *columns);

/* Append a row. */
void arrow_rows_append(struct arrow_builder *b, const struct column_list *columns,
    const struct row *row);

#endif
