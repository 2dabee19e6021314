/* print_columns.c - print the columns of the functions for PostgreSQL, made from the table
 * of columns when the extension is built */
#include <stdio.h>

#include "sql/search.h"

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
	struct sql_columns columns = search_columns();
	int i;

	for (i = 0; i < columns.count; i++)
		printf("%s\"%s\" %s", i ? ", " : "", columns.at[i]->name,
		    type_name(columns.at[i]->type));
	putchar('\n');
	return 0;
}
