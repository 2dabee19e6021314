/* formatting_list.c - the list of active formatting elements (HTML standard, 13.2.4.3) */
#include "html/formatting_list.h"

#include <string.h>

void
formatting_list_remove(struct tree *t, size_t index)
{
	t->formatting_count--;
	memmove(t->formatting + index, t->formatting + index + 1,
	    (t->formatting_count - index) * sizeof(*t->formatting));
}

void
formatting_list_insert(struct tree *t, size_t index, const struct formatting *f)
{
	memmove(t->formatting + index + 1, t->formatting + index,
	    (t->formatting_count - index) * sizeof(*t->formatting));
	t->formatting[index] = *f;
	t->formatting_count++;
}

static void
append(struct tree *t, const struct formatting *f)
{
	if (t->formatting_count == MAX_FORMATTING_ELEMENTS)
		formatting_list_remove(t, 0);
	t->formatting[t->formatting_count++] = *f;
}

void
formatting_list_add_marker(struct tree *t)
{
	append(t, &(struct formatting){ .is_marker = true });
}

void
formatting_list_clear_to_marker(struct tree *t)
{
	while (t->formatting_count > 0)
		if (t->formatting[--t->formatting_count].is_marker)
			return;
}

void
formatting_list_add(struct tree *t, const struct element *e, uint32_t hash)
{
	struct formatting f = { *e, hash, false, true };
	size_t i, equal = 0, first = 0;

	for (i = t->formatting_count; i-- > 0 && !t->formatting[i].is_marker;)
		if (t->formatting[i].element.tag == f.element.tag &&
		    t->formatting[i].hash == f.hash) {
			equal++;
			first = i;
		}
	if (equal >= 3)
		formatting_list_remove(t, first);
	append(t, &f);
}

size_t
formatting_list_find(const struct tree *t, enum tag tag)
{
	size_t i;

	for (i = t->formatting_count; i-- > 0 && !t->formatting[i].is_marker;)
		if (t->formatting[i].element.tag == tag)
			return i;
	return SIZE_MAX;
}

size_t
formatting_list_find_id(const struct tree *t, unsigned id)
{
	size_t i;

	for (i = t->formatting_count; i-- > 0;)
		if (!t->formatting[i].is_marker && t->formatting[i].element.id == id)
			return i;
	return SIZE_MAX;
}
