/* menu.c - a list with numbers, for terminals that cannot be drawn on */
#include "pick/menu.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "pick/details.h"

/* ---- rows --- */

static void
append_in_brackets(struct strbuf *out, const char *before, const char *text)
{
	if (text == NULL)
		return;
	strbuf_append_string(out, before);
	shown_append(out, text, strlen(text));
	strbuf_append_string(out, ")");
}

/* Append what is chosen of a row, with its label and how it is read, as it may be shown;
 * no line feed. */
static void
menu_line_append(struct strbuf *out, const struct url_row *row)
{
	const char *other = row->opens_target ? row->url : row->target;

	strbuf_append_string(out, row->refusal ? "x " : url_row_is_odd(row) ? "! " : "  ");
	shown_append(out, url_row_chosen(row), strlen(url_row_chosen(row)));
	if (row->other_host) {
		strbuf_append_string(out, "  (");
		strbuf_append_string(out, url_row_other_form(row));
		append_in_brackets(out, " ", row->other_host);
	}
	append_in_brackets(out, "  (text: ", row->label);
	append_in_brackets(out, row->opens_target ? "  (wrapped in " : "  (leads to ", other);
	if (row->how) {
		strbuf_append_string(out, "  (");
		row_details_append_how(out, row->how);
		strbuf_append_string(out, ")");
	}
}

enum { MAX_ANSWER_BYTES = 32 };

/* Print the warnings of a row below it. */
static void
print_warnings(const struct url_row *row, FILE *tty)
{
	struct row_details details;
	unsigned i;

	row_details_write(&details, row);
	for (i = 0; i < details.count; i++)
		if (details.lines[i].is_warning)
			fprintf(tty, "      %.*s\n", (int)details.lines[i].len,
			    details.text.at + details.lines[i].begin);
	strbuf_free(&details.text);
}

static void
print_item(const struct url_item *item, FILE *tty)
{
	struct strbuf line = { .memory = &xmalloc_memory };

	if (item->row == NULL) {
		fprintf(tty, "-- %s (%zu)\n", url_row_group_name(item->group), item->number);
		return;
	}
	menu_line_append(&line, item->row);
	fprintf(tty, "%3zu %.*s\n", item->number, (int)line.len, line.at);
	strbuf_free(&line);
	print_warnings(item->row, tty);
}

/* Read a line without its line feed; a longer one is cut. Return false at the end. */
static bool
read_answer(char answer[MAX_ANSWER_BYTES], FILE *tty)
{
	int c;

	fflush(tty);
	if (fgets(answer, MAX_ANSWER_BYTES, tty) == NULL)
		return false;
	if (strchr(answer, '\n') == NULL)
		while ((c = getc(tty)) != '\n' && c != EOF)
			;
	answer[strcspn(answer, "\n")] = '\0';
	return true;
}

/* Return the row with the number that is typed, or NULL. */
static struct url_row *
row_numbered(struct url_list *list, const char *answer)
{
	size_t count, i;
	const struct url_item *items = url_list_items(list, &count);
	char number[MAX_ANSWER_BYTES];

	for (i = 0; i < count; i++) {
		snprintf(number, sizeof(number), "%zu", items[i].number);
		if (items[i].row && strcmp(number, answer) == 0)
			return items[i].row;
	}
	return NULL;
}

struct url_row *
number_menu_pick(struct url_list *list, FILE *tty)
{
	char answer[MAX_ANSWER_BYTES];
	struct url_row *row = NULL;
	size_t count, i;
	const struct url_item *items = url_list_items(list, &count);

	while (row == NULL) {
		for (i = 0; i < count; i++)
			print_item(&items[i], tty);
		fprintf(tty, "open which? [1-%zu, Enter: none] ", url_list_listed(list));
		if (!read_answer(answer, tty) || *answer == '\0')
			return NULL;
		row = row_numbered(list, answer);
	}
	return row;
}

bool
number_menu_agrees(const struct url_row *row, FILE *tty)
{
	char answer[MAX_ANSWER_BYTES];
	struct row_details details;

	if (!url_row_is_odd(row))
		return true;
	row_details_write(&details, row);
	fprintf(tty, "\n%.*sopen it all the same? [y/N] ", (int)details.text.len,
	    details.text.at);
	strbuf_free(&details.text);
	return read_answer(answer, tty) &&
	    (strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0);
}
