/* wrapper_table.c - services that wrap URLs, besides those of the library */
#include "bindings/wrapper_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
free_table(struct wrapper_table *table)
{
	if (table == NULL)
		return;
	free(table->rows);
	free(table->text);
	free(table->whole);
	free(table);
}

void
wrapper_tables_free(struct wrapper_table *tables)
{
	while (tables) {
		struct wrapper_table *next = tables->next;

		free_table(tables);
		tables = next;
	}
}

/* Return a copy with a NUL; NULL without memory. */
static char *
copy_text(const char *text, size_t len)
{
	char *copy = malloc(len + 1);

	if (copy) {
		memcpy(copy, text, len);
		copy[len] = '\0';
	}
	return copy;
}

static struct wrapper_table *
new_table(const char *text, size_t len)
{
	struct wrapper_table *table = calloc(1, sizeof(*table));

	if (table == NULL)
		return NULL;
	table->len = len;
	table->text = copy_text(text, len);
	table->whole = copy_text(text, len);
	table->rows = malloc((len / 2 + 1) * sizeof(*table->rows)); /* more than lines */
	if (table->text && table->whole && table->rows)
		return table;
	free_table(table);
	return NULL;
}

/* List the rows, which are cut apart, and try each. */
static bool
read_rows(struct wrapper_table *table, urlgrep_unwrapper *unwrapper, char *why, size_t size)
{
	char *row, *end;
	const char *reason = "";
	unsigned line;

	for (row = table->text, line = 1; *row; row = end, line++) {
		end = row + strcspn(row, "\n");
		if (*end)
			*end++ = '\0';
		if (*row == '\0' || *row == '#')
			continue;
		switch (urlgrep_unwrapper_add(unwrapper, row, strlen(row), &reason)) {
		case URLGREP_OK:
			table->rows[table->count++] = row;
			break;
		case URLGREP_NOMEM:
			return false;
		default:
			snprintf(why, size, "line %u: %s", line, reason);
			return false;
		}
	}
	return true;
}

static struct wrapper_table *
make_table(const urlgrep_grammar *grammar, const char *text, size_t len, char *why,
    size_t size)
{
	urlgrep_unwrapper *unwrapper = urlgrep_unwrapper_new(grammar, 0);
	struct wrapper_table *table = unwrapper ? new_table(text, len) : NULL;

	if (table && !read_rows(table, unwrapper, why, size)) {
		free_table(table);
		table = NULL;
	}
	urlgrep_unwrapper_free(unwrapper);
	return table;
}

const struct wrapper_table *
wrapper_table_of(struct wrapper_table **tables, const urlgrep_grammar *grammar,
    const char *text, size_t len, char *why, size_t size)
{
	struct wrapper_table *table;

	*why = '\0';
	for (table = *tables; table; table = table->next)
		if (table->len == len && memcmp(table->whole, text, len) == 0)
			return table;
	table = make_table(grammar, text, len, why, size);
	if (table) {
		table->next = *tables;
		*tables = table;
	}
	return table;
}

bool
wrapper_table_add(const struct wrapper_table *table, urlgrep_unwrapper *unwrapper)
{
	size_t i;

	for (i = 0; table && i < table->count; i++)
		if (urlgrep_unwrapper_add(unwrapper, table->rows[i], strlen(table->rows[i]),
		    NULL) == URLGREP_NOMEM)
			return false;
	return true;
}
