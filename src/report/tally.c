/* tally.c - the keys by which URLs are counted, and the count of each
 *
 * Keys are looked up in a Jansson object, whose hash has a random seed: they come from mail, and no
 * sender can choose keys that make the lookup slow. */
#include <stdlib.h>
#include <string.h>

#include "cmd/shared.h"
#include "report/report.h"
#include "util/ascii.h"

/* ---- keys --- */

/* Append the address in a From field: the text in angle brackets, or the word with "@", or else the
 * whole field, which in archives may be "ann at example.org". */
static void
append_sender(const json_t *url, struct strbuf *key)
{
	const char *from = found_string(json_object_get(url, "message"), "from");
	const char *begin = strrchr(from, '<');
	const char *end = begin ? strchr(begin, '>') : NULL;
	const char *at = strchr(from, '@');

	if (end) {
		begin++;
	} else if (at) {
		for (begin = at; begin > from && begin[-1] != ' ';)
			begin--;
		end = at + strcspn(at, " ");
	} else {
		begin = from;
		end = from + strlen(from);
	}
	strbuf_append(key, begin, (size_t)(end - begin));
}

const struct grouping groupings[] = {
	[BY_HOST] = { "host", "hosts", "parts", "host", .is_lower = true },
	[BY_SCHEME] = { "scheme", "schemes", "parts", "scheme", .is_lower = true },
	[BY_YEAR] = { "year", "years", "message", "date_iso", 4, .is_ordered = true },
	[BY_MONTH] = { "month", "months", "message", "date_iso", 7, .is_ordered = true },
	[BY_SENDER] = { "sender", "senders", .append = append_sender, .is_lower = true },
	[BY_LIST] = { "list", "lists", "message", "list_id", .is_lower = true },
	[BY_FILE] = { "file", "files", NULL, "path" },
	[BY_URL] = { "url", "different URLs", NULL, "url" },
	[GROUPING_COUNT] = { .name = NULL },
};

const char no_key[] = "(none)";

const char *
grouping_key(const struct grouping *by, const json_t *url, struct strbuf *key)
{
	size_t i;

	strbuf_clear(key);
	if (by->append) {
		by->append(url, key);
	} else {
		const json_t *object = by->parent ? json_object_get(url, by->parent) : url;
		const char *text = found_string(object, by->member);

		strbuf_append(key, text, by->length ? strnlen(text, by->length) : strlen(text));
	}
	if (key->len == 0)
		strbuf_append_string(key, no_key);
	for (i = 0; by->is_lower && i < key->len; i++)
		key->at[i] = ascii_lower(key->at[i]);
	strbuf_append_byte(key, '\0');
	return key->at;
}

/* ---- rows --- */

void
tally_free(struct tally *t)
{
	size_t i;

	for (i = 0; i < t->count; i++) {
		if (t->rows[i]->label != t->rows[i]->key)
			free(t->rows[i]->label);
		free(t->rows[i]->key);
		free(t->rows[i]);
	}
	free(t->rows);
	json_decref(t->index);
	urlgrep_url_set_free(t->others);
}

/* Return the row of a key; add it if there is none. */
static struct tally_row *
find_row(struct tally *t, const char *key)
{
	const json_t *known = json_object_get(t->index, key);
	struct tally_row *row;

	if (known)
		return t->rows[json_integer_value(known)];
	if (t->index == NULL)
		t->index = json_object();
	row = x_calloc(1, sizeof(*row));
	row->key = row->label = x_strdup(key);
	t->rows = x_grow(t->rows, t->count, &t->room, sizeof(struct tally_row *));
	if (json_object_set_new_nocheck(t->index, key, json_integer((json_int_t)t->count)) != 0)
		x_die();
	t->rows[t->count++] = row;
	return row;
}

/* Count another key with a row, unless it has been counted there before. */
static void
count_other(struct tally *t, struct tally_row *row, const char *other)
{
	struct strbuf pair = { .memory = &xmalloc_memory };

	if (t->others == NULL)
		t->others = urlgrep_url_set_new(&xmalloc_memory);
	strbuf_printf(&pair, "%s\n%s", row->key, other);
	row->others += urlgrep_url_set_add(t->others, (urlgrep_span){ pair.at, pair.len }) ==
	    URLGREP_OK;
	strbuf_free(&pair);
}

struct tally_row *
tally_add(struct tally *t, const char *key, const struct found *found, const json_t *url,
    const char *other)
{
	struct tally_row *row = find_row(t, key);
	char day[DAY_BYTES + 1];

	snprintf(day, sizeof(day), "%s", found_string(json_object_get(url, "message"), "date_iso"));
	row->count++;
	if (found->message > row->last_message) {
		row->messages++;
		row->last_message = found->message;
	}
	if (*day && (row->first_day[0] == '\0' || strcmp(day, row->first_day) < 0))
		memcpy(row->first_day, day, sizeof(day));
	if (strcmp(day, row->last_day) > 0)
		memcpy(row->last_day, day, sizeof(day));
	if (other && strcmp(other, no_key) != 0)
		count_other(t, row, other);
	return row;
}

void
tally_note_readable(struct tally_row *row, const json_t *url)
{
	const char *readable = found_string(url, "readable");

	if (row->label == row->key && *readable && strcmp(readable, row->key) != 0)
		row->label = x_strdup(readable);
}

size_t
tally_size(const struct tally *t)
{
	return t->count - (json_object_get(t->index, no_key) != NULL);
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

void
tally_sort(struct tally *t, bool by_key)
{
	if (t->count > 0)
		qsort(t->rows, t->count, sizeof(struct tally_row *),
		    by_key ? order_by_key : order_by_count);
}
