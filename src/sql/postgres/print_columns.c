/* print_columns.c - print the columns of the functions for PostgreSQL, made from the table
 * of columns when the extension is built */
#include <stdio.h>

#include "row/fields.h"

static const char *
type_name(enum field_type type)
{
	switch (type) {
	case FIELD_NUMBER:
		return "bigint";
	case FIELD_BOOL:
		return "boolean";
	case FIELD_TIME:
		return "timestamp with time zone";
	case FIELD_WORDS:
	case FIELD_TEXTS:
	case FIELD_READINGS:
		return "text[]";
	default:
		return "text";
	}
}

int
main(void)
{
	const struct field *column;
	const char *comma = "";
	unsigned i;

	for (i = 0; (column = field_at(i)) != NULL; i++)
		if (column->sets & OF_SQL) {
			printf("%s\"%s\" %s", comma, column->name,
			    type_name(column->type));
			comma = ", ";
		}
	putchar('\n');
	return 0;
}
