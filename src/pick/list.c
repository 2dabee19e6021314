/* list.c - the rows that were found, and which of them are listed
 *
 * The rows are in a binary tree of the C library (tsearch), which is balanced: mail could be made
 * of URLs that collide in a hash table. */
#include "pick/pick.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum { FIRST_ROOM = 64 };

void
url_list_init(struct url_list *list)
{
	list->arena.memory = &xmalloc_memory;
	list->query = x_strndup("", 0);
}

/* ---- each URL once --- */

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
	size_t i;

	for (i = 0; i < list->count; i++)
		tdelete(list->rows[i], &list->tree, compare_rows);
	arena_free(&list->arena);
	free(list->rows);
	free(list->query);
	free(list->items);
}

const char *
url_list_copy(struct url_list *list, const char *text, size_t len)
{
	return text ? arena_copy(&list->arena, text, len) : NULL;
}

const struct url_message *
url_list_add_message(struct url_list *list, const struct url_message *message)
{
	struct url_message *copy = arena_allocate(&list->arena, sizeof(*copy));

	*copy = *message;
	return copy;
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
	if (list->count == list->room) {
		list->room = list->room ? 2 * list->room : FIRST_ROOM;
		list->rows = x_realloc(list->rows, list->room * sizeof(struct url_row *));
	}
	copy = arena_allocate(&list->arena, sizeof(*copy));
	*copy = *row;
	list->rows[list->count++] = copy;
	if (tsearch(copy, &list->tree, compare_rows) == NULL)
		x_die();
	return true;
}

size_t
url_list_marked(const struct url_list *list)
{
	size_t count = 0, i;

	for (i = 0; i < list->count; i++)
		count += list->rows[i]->is_marked;
	return count;
}

/* ---- the listed items --- */

void
url_list_limit(struct url_list *list, const char *query)
{
	char *copy = x_strndup(query, strlen(query));

	free(list->query);
	list->query = copy;
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
	char *words = x_strndup(query, strlen(query)), *rest = words, *word;
	bool is_match = true;

	while (is_match && (word = strsep(&rest, " ")) != NULL)
		is_match = has_word(row->url, word) || has_word(row->target, word) ||
		    has_word(row->label, word) || has_word(m->from, word) ||
		    has_word(m->subject, word);
	free(words);
	return is_match;
}

/* Append the rows of a group, which are listed, and before them its heading. */
static void
list_group(struct url_list *list, enum row_group group)
{
	size_t heading = list->item_count++, first = list->listed, i;

	for (i = 0; i < list->count; i++) {
		struct url_row *row = list->rows[i];

		if (row->group == group && url_row_matches(row, list->query))
			list->items[list->item_count++] =
			    (struct url_item){ row, group, ++list->listed };
	}
	list->items[heading] = (struct url_item){ NULL, group, list->listed - first };
	if (list->listed == first) /* no rows, no heading */
		list->item_count = heading;
}

static void
refresh(struct url_list *list)
{
	unsigned group;

	if (!list->is_stale)
		return;
	list->items = x_realloc(list->items,
	    (list->count + GROUP_COUNT) * sizeof(*list->items));
	list->item_count = list->listed = 0;
	for (group = 0; group < GROUP_COUNT; group++)
		list_group(list, (enum row_group)group);
	/* a heading is only needed between groups */
	if (list->item_count && list->items[0].group == GROUP_LINKS) {
		list->item_count--;
		memmove(list->items, list->items + 1,
		    list->item_count * sizeof(*list->items));
	}
	list->is_stale = false;
}

const struct url_item *
url_list_items(struct url_list *list, size_t *count)
{
	refresh(list);
	*count = list->item_count;
	return list->items;
}

struct url_row *
url_list_numbered(struct url_list *list, size_t number)
{
	size_t count, i;
	const struct url_item *items = url_list_items(list, &count);

	for (i = 0; i < count; i++)
		if (items[i].row && items[i].number == number)
			return items[i].row;
	return NULL;
}

/* ---- one line of the list: a URL that may be opened --- */

bool
url_row_has_usual_scheme(const struct url_row *row)
{
	const char *url = url_row_chosen(row);

	return word_list_has("ftp gopher http https mailto news nntp", url, strcspn(url, ":"));
}

urlgrep_warnings
harmless_warnings(void)
{
	return URLGREP_WARNING_BIT(URLGREP_WARN_REDIRECT) |
	    URLGREP_WARNING_BIT(URLGREP_WARN_SHORTENER) |
	    URLGREP_WARNING_BIT(URLGREP_WARN_OPAQUE);
}

bool
url_row_is_odd(const struct url_row *row)
{
	return (row->warnings & ~harmless_warnings()) || row->is_link_text ||
	    !url_row_has_usual_scheme(row);
}

const char *
url_row_other_form(const struct url_row *row)
{
	return utf8_is_ascii(row->other_host, strlen(row->other_host)) ? "in US-ASCII" :
	    "in Unicode";
}

const char *
url_row_group_name(enum row_group group)
{
	static const char *const names[] = { [GROUP_LINKS] = "Links",
		[GROUP_ADDRESSES] = "E-mail addresses",
		[GROUP_RESOURCES] = "Images, style sheets, forms",
		[GROUP_INVALID] = "Not opened" };

	_Static_assert(sizeof(names) / sizeof(names[0]) == GROUP_COUNT, "a name for each");
	return names[group];
}
