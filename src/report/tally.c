/* tally.c - how often each of many strings was counted
 *
 * The rows are in a binary tree of the C library (tsearch), which is balanced: the strings
 * come from mail, and nobody can choose them so that a search takes long. */
#include "report/report.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"

struct tally {
	void *root;
	struct tally_row **rows;
	size_t count, room;
};

static int
compare_keys(const void *left, const void *right)
{
	const struct tally_row *a = left, *b = right;

	return strcmp(a->key, b->key);
}

struct tally *
tally_new(void)
{
	return x_calloc(1, sizeof(struct tally));
}

void
tally_free(struct tally *t)
{
	size_t i;

	if (t == NULL)
		return;
	for (i = 0; i < t->count; i++) {
		tdelete(t->rows[i], &t->root, compare_keys);
		free(t->rows[i]->key);
		free(t->rows[i]);
	}
	free(t->rows);
	free(t);
}

/* Return a new row, which the tally owns. */
static struct tally_row *
add_row(struct tally *t, const char *key)
{
	struct tally_row *row = x_calloc(1, sizeof(*row));

	row->key = x_strndup(key, strlen(key));
	if (t->count == t->room) {
		t->room = t->room ? 2 * t->room : 64;
		t->rows = x_realloc(t->rows, t->room * sizeof(struct tally_row *));
	}
	t->rows[t->count++] = row;
	if (tsearch(row, &t->root, compare_keys) == NULL)
		x_die();
	return row;
}

/* Return the row of a string, or NULL. */
static struct tally_row *
find_row(const struct tally *t, const char *key)
{
	const struct tally_row wanted = { .key = (char *)(uintptr_t)key };
	void *const *found = tfind(&wanted, &t->root, compare_keys);

	return found ? *found : NULL;
}

struct tally_row *
tally_add(struct tally *t, const char *key, unsigned year)
{
	struct tally_row *row = find_row(t, key);

	if (row == NULL)
		row = add_row(t, key);
	row->count++;
	if (year && (row->first_year == 0 || year < row->first_year))
		row->first_year = year;
	if (year > row->last_year)
		row->last_year = year;
	return row;
}

uint64_t
tally_count_of(const struct tally *t, const char *key)
{
	const struct tally_row *row = find_row(t, key);

	return row ? row->count : 0;
}

size_t
tally_size(const struct tally *t)
{
	return t->count;
}

/* ---- orders --- */

static int
order_by_key(const void *left, const void *right)
{
	const struct tally_row *const *a = left, *const *b = right;

	return strcmp((*a)->key, (*b)->key);
}

static int
order_by_count(const void *left, const void *right)
{
	const struct tally_row *const *a = left, *const *b = right;

	if ((*a)->count != (*b)->count)
		return (*a)->count > (*b)->count ? -1 : 1;
	return order_by_key(left, right);
}

static struct tally_row *const *
sort_rows(struct tally *t, size_t *count, int (*order)(const void *, const void *))
{
	*count = t->count;
	if (t->count > 0)
		qsort(t->rows, t->count, sizeof(struct tally_row *), order);
	return t->rows;
}

struct tally_row *const *
tally_by_count(struct tally *t, size_t *count)
{
	return sort_rows(t, count, order_by_count);
}

struct tally_row *const *
tally_by_key(struct tally *t, size_t *count)
{
	return sort_rows(t, count, order_by_key);
}
