/* url_list.c - the rows that were found, and those of them that are listed
 *
 * The hash table is not urlgrep_url_set, which cannot tell which row has a URL. */
#include "pick/url_list.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/xmalloc.h"
#include "row/warnings.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/utf8.h"

enum { FIRST_SLOTS = 64 };

struct url_list {
	struct arena arena;
	struct url_row **rows;
	size_t count, room;
	size_t *slots; /* number of a row and 1; 0: free */
	size_t slot_count;
	uint64_t seed; /* mail could be made of URLs that collide */
	char *query;
	struct url_item *items;
	size_t item_count, listed;
	bool is_stale; /* items do not match the rows and the query */
};

struct url_list *
url_list_new(void)
{
	struct url_list *list = x_calloc(1, sizeof(*list));

	list->arena.memory = &xmalloc_memory;
	list->query = x_strndup("", 0);
	list->slot_count = FIRST_SLOTS;
	list->slots = x_calloc(list->slot_count, sizeof(*list->slots));
	if (getentropy(&list->seed, sizeof(list->seed)) != 0)
		list->seed = (uint64_t)(uintptr_t)list;
	return list;
}

void
url_list_free(struct url_list *list)
{
	if (list == NULL)
		return;
	arena_free(&list->arena);
	free(list->rows);
	free(list->slots);
	free(list->query);
	free(list->items);
	free(list);
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

/* ---- each URL once --- */

static uint64_t
hash(const struct url_list *list, const char *text, size_t len)
{
	uint64_t h = list->seed;
	size_t i;

	for (i = 0; i < len; i++)
		h = (h ^ (unsigned char)text[i]) * 0x100000001B3;
	return h ^ h >> 29;
}

static bool
is_same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Return the slot that has the row's URL, or the free one for it. */
static size_t
find_slot(const struct url_list *list, const struct url_row *row)
{
	size_t mask = list->slot_count - 1;
	size_t i = (size_t)hash(list, row->url, row->len) & mask;

	for (; list->slots[i]; i = (i + 1) & mask) {
		const struct url_row *other = list->rows[list->slots[i] - 1];

		if (other->len == row->len &&
		    memcmp(other->url, row->url, row->len) == 0 &&
		    is_same(other->shown_host, row->shown_host))
			break;
	}
	return i;
}

static void
grow_slots(struct url_list *list)
{
	size_t i;

	list->slot_count *= 2;
	free(list->slots);
	list->slots = x_calloc(list->slot_count, sizeof(*list->slots));
	for (i = 0; i < list->count; i++)
		list->slots[find_slot(list, list->rows[i])] = i + 1;
}

bool
url_list_add(struct url_list *list, const struct url_row *row)
{
	size_t slot = find_slot(list, row);
	struct url_row *copy;

	if (list->slots[slot]) {
		struct url_row *old = list->rows[list->slots[slot] - 1];

		old->label = old->label ? old->label : row->label;
		if (row->group < old->group && old->group != GROUP_INVALID)
			old->group = row->group;
		list->is_stale = true;
		return false;
	}
	if (list->count == list->room) {
		list->room = list->room ? 2 * list->room : FIRST_SLOTS;
		list->rows = x_realloc(list->rows, list->room * sizeof(struct url_row *));
	}
	copy = arena_allocate(&list->arena, sizeof(*copy));
	*copy = *row;
	list->rows[list->count++] = copy;
	list->slots[slot] = list->count;
	if (list->count > list->slot_count / 2)
		grow_slots(list);
	list->is_stale = true;
	return true;
}

size_t
url_list_count(const struct url_list *list)
{
	return list->count;
}

struct url_row *
url_list_row(const struct url_list *list, size_t i)
{
	return list->rows[i];
}

size_t
url_list_marked(const struct url_list *list)
{
	size_t count = 0, i;

	for (i = 0; i < list->count; i++)
		count += list->rows[i]->is_marked;
	return count;
}

/* ---- what is listed --- */

void
url_list_narrow(struct url_list *list, const char *query)
{
	char *copy = x_strndup(query, strlen(query));

	free(list->query);
	list->query = copy;
	list->is_stale = true;
}

const char *
url_list_query(const struct url_list *list)
{
	return list->query;
}

static bool
has_word(const char *text, const char *word)
{
	return text && strcasestr(text, word) != NULL;
}

static bool
row_has_word(const struct url_row *row, const char *word)
{
	const struct url_message *m = row->message;

	return has_word(row->url, word) || has_word(row->target, word) ||
	    has_word(row->label, word) || has_word(m->from, word) ||
	    has_word(m->subject, word);
}

static bool
matches(const struct url_list *list, const struct url_row *row)
{
	char *words, *rest = NULL, *word;
	bool is_match = true;

	if (list->query[0] == '\0')
		return true;
	words = x_strndup(list->query, strlen(list->query));
	for (word = strtok_r(words, " ", &rest); word && is_match;
	    word = strtok_r(NULL, " ", &rest))
		is_match = row_has_word(row, word);
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

		if (row->group == group && matches(list, row))
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

size_t
url_list_listed(struct url_list *list)
{
	refresh(list);
	return list->listed;
}

/* ---- one line of the list: a URL that may be opened --- */

bool
url_row_has_usual_scheme(const struct url_row *row)
{
	static const char *const usual[] = { "ftp", "gopher", "http", "https", "mailto",
		"news", "nntp" };
	const char *url = url_row_chosen(row);
	size_t len = strcspn(url, ":"), i;

	for (i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (ascii_is_word(url, len, usual[i]))
			return true;
	return false;
}

/* Return the warnings that only say that the target is not known, or that there is one.
 * Newsletters are full of such links. */
static urlgrep_warnings
harmless_warnings(void)
{
	static const char *const names[] = { "redirect", "shortener", "opaque" };
	struct warning row;
	urlgrep_warnings set = 0;
	unsigned i;
	size_t j;

	for (i = 0; finding_warnings_row(i, &row); i++)
		for (j = 0; j < sizeof(names) / sizeof(names[0]); j++)
			if (strcmp(row.name, names[j]) == 0)
				set |= row.bit;
	return set;
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
