/* wrapper_table.h - services that wrap URLs, besides those of the library: what the file of
 * --wrappers holds, as a text */
#ifndef BINDINGS_WRAPPER_TABLE_H
#define BINDINGS_WRAPPER_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include <urlgrep.h>

struct wrapper_table {
	struct wrapper_table *next;
	size_t len;
	size_t count;
	const char **rows;
	char *text;        /* cut into rows */
	char *whole;       /* the text that the table was read from, of len bytes */
};

/* Return the table of text[0..len) in the list *tables, to which it is added unless it is
 * there. NULL and a reason in why[0..size), which is "" without memory. */
const struct wrapper_table *wrapper_table_of(struct wrapper_table **tables,
    const urlgrep_grammar *grammar, const char *text, size_t len, char *why, size_t size);

/* Add the rows, which were tried before, to an unwrapper. table may be NULL. Return false
 * without memory. */
bool wrapper_table_add(const struct wrapper_table *table, urlgrep_unwrapper *unwrapper);

/* Free all tables of a list. */
void wrapper_tables_free(struct wrapper_table *tables);

#endif
