/* test_html_trees.c - which elements of HTML are open, by the links that a document has:
 * tests/vectors/html-trees.tsv */
#include "html/html.h"
#include "table.h"
#include "tap.h"
#include "util/memory.h"

static const char table[] = "tests/vectors/html-trees.tsv";

/* Write the links of a document, with a blank between each two. */
static void
list_links(const char *html, size_t len, char *list, size_t size)
{
	struct html *h = html_new(&memory_default, html, len);
	size_t count, i, used = 0;
	const struct html_link *links = html_links(h, &count);

	list[0] = '\0';
	for (i = 0; i < count && used < size; i++)
		used += (size_t)snprintf(list + used, size - used, "%s%.*s", i ? " " : "",
		    (int)links[i].url.len, links[i].url.text);
	html_free(h);
}

static void
check_row(char **field, int number)
{
	char list[200];

	list_links(field[0], unescape(field[0]), list, sizeof(list));
	if (!ok(strcmp(list, field[1]) == 0, "%s:%d", table, number))
		printf("# expected: %s\n# got:      %s\n", field[1], list);
}

int
main(void)
{
	FILE *file = open_table(table);
	char *line = NULL, *field[FIELDS];
	size_t size = 0;
	int number = 0;

	while (read_line(file, &line, &size)) {
		number++;
		if (line[0] == '#' || line[0] == '\0')
			continue;
		if (split_fields(line, field) == 2)
			check_row(field, number);
		else
			ok(false, "%s:%d: 2 fields", table, number);
	}
	ok(number > 100, "%s has rows", table);
	free(line);
	fclose(file);
	return done_testing();
}
