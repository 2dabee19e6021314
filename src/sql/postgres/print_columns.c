/* print_columns.c - print the columns of the functions for PostgreSQL, made from the table
 * of columns when the extension is built */
#include <stdio.h>

#include "row/fields.h"

static const char *
type_name(enum column_type type)
{
	switch (type) {
	case COLUMN_NUMBER:
		return "bigint";
	case COLUMN_BOOL:
		return "boolean";
	case COLUMN_WORDS:
	case COLUMN_TEXTS:
	case COLUMN_READINGS:
		return "text[]";
	default:
		return "text";
	}
}

int
main(void)
{
	const struct column *column;
	const char *comma = "";
	unsigned i;

	for (i = 0; (column = column_at(i)) != NULL; i++)
		if (column->sets & OF_SQL) {
			printf("%s\"%s\" %s", comma, column->name,
			    type_name(column->type));
			comma = ", ";
		}
	putchar('\n');
	return 0;
}
