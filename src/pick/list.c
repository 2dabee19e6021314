/* list.c - the rows found so far, and which of them are listed
 *
 * The rows are in a balanced binary tree of the C library (tsearch): mail could be crafted with
 * URLs that collide in a hash table. */
#include "pick/pick.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/shared.h"
#include "util/ascii.h"

void
url_list_init(struct url_list *list)
{
	*list = (struct url_list){ .arena.memory = &xmalloc_memory, .query = x_strdup(""),
		.end = &list->first };
}

/* ---- finding duplicates --- */

/* Compare URLs and shown hosts. */
static int
compare_rows(const void *left, const void *right)
{
	const struct url_row *a = left, *b = right;
	int order = a->len != b->len ? (a->len < b->len ? -1 : 1) : memcmp(a->url, b->url, a->len);

	return order ? order : strcmp(a->shown_host ? a->shown_host : "",
	    b->shown_host ? b->shown_host : "");
}

void
url_list_free(struct url_list *list)
{
	const struct url_row *row;

	for (row = list->first; row; row = row->next)
		tdelete(row, &list->tree, compare_rows);
	arena_free(&list->arena);
	free(list->query);
	free(list->items);
}

struct url_row *
url_list_find(const struct url_list *list, const struct url_row *row)
{
	void *const *found = tfind(row, &list->tree, compare_rows);

	return found ? *found : NULL;
}

bool
url_list_add(struct url_list *list, const struct url_row *row)
{
	struct url_row *old = url_list_find(list, row), *copy;

	list->is_stale = true;
	if (old) {
		old->label = old->label ? old->label : row->label;
		if (row->group < old->group && old->group != GROUP_INVALID)
			old->group = row->group;
		return false;
	}
	copy = arena_allocate(&list->arena, sizeof(*copy));
	*copy = *row;
	copy->next = NULL;
	*list->end = copy;
	list->end = &copy->next;
	list->count++;
	if (tsearch(copy, &list->tree, compare_rows) == NULL)
		x_die();
	return true;
}

size_t
url_list_marked(const struct url_list *list)
{
	const struct url_row *row;
	size_t count = 0;

	for (row = list->first; row; row = row->next)
		count += row->is_marked;
	return count;
}

/* ---- the listed items --- */

void
url_list_limit(struct url_list *list, const char *query)
{
	free(list->query);
	list->query = x_strdup(query);
	list->is_stale = true;
}

static bool
has_word(const char *text, const char *word)
{
	return text && strcasestr(text, word) != NULL;
}

bool
url_row_matches(const struct url_row *row, const char *query)
{
	const struct url_message *m = row->message;
	char *words = x_strdup(query), *rest = words, *word;
	bool is_match = true;

	while (is_match && (word = strsep(&rest, " ")) != NULL)
		is_match = has_word(row->opens.exact, word) || has_word(row->other.exact, word) ||
		    has_word(row->opens.readable, word) ||
		    has_word(row->label, word) || has_word(m->from, word) ||
		    has_word(m->subject, word);
	free(words);
	return is_match;
}

/* Append the heading of a group and those of its rows that match. Links come first and need no
 * heading. */
static void
list_group(struct url_list *list, enum row_group group)
{
	size_t heading = list->item_count, first = list->listed;
	struct url_row *row;

	list->item_count += group != GROUP_LINKS;
	for (row = list->first; row; row = row->next)
		if (row->group == group && url_row_matches(row, list->query))
			list->items[list->item_count++] =
			    (struct url_item){ row, group, ++list->listed };
	if (list->listed == first) /* remove the heading of a group without rows */
		list->item_count = heading;
	else if (group != GROUP_LINKS)
		list->items[heading] = (struct url_item){ NULL, group, list->listed - first };
}

const struct url_item *
url_list_items(struct url_list *list, size_t *count)
{
	unsigned group;

	if (list->is_stale) {
		list->items = x_realloc(list->items,
		    (list->count + GROUP_COUNT) * sizeof(*list->items));
		list->item_count = list->listed = 0;
		for (group = 0; group < GROUP_COUNT; group++)
			list_group(list, (enum row_group)group);
	}
	list->is_stale = false;
	*count = list->item_count;
	return list->items;
}

/* ---- one line of the list: a URL that may be opened --- */

bool
url_row_has_usual_scheme(const struct url_row *row)
{
	const char *url = row->opens.exact;

	return word_list_has("ftp gopher http https mailto news nntp", url, strcspn(url, ":"));
}

bool
url_row_is_odd(const struct url_row *row)
{
	return (row->warnings & ~HARMLESS_WARNINGS) || row->leads_to ||
	    !url_row_has_usual_scheme(row);
}

char
url_row_sign(const struct url_row *row)
{
	return row->refusal ? 'x' : url_row_is_odd(row) ? '!' : row->warnings ? 'i' : ' ';
}

const char *const group_names[GROUP_COUNT] = { [GROUP_LINKS] = "Links",
	[GROUP_ADDRESSES] = "E-mail addresses", [GROUP_RESOURCES] = "Images, style sheets, forms",
	[GROUP_INVALID] = "Not opened" };
