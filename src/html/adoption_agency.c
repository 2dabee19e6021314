/* adoption_agency.c - the end tags of formatting elements (HTML standard, 13.2.6.4.7) */
#include "html/adoption_agency.h"

#include "html/formatting_list.h"
#include "html/stack.h"

/* Return the index in the stack of the first special element after index. */
static size_t
find_furthest_block(const struct tree *t, size_t index)
{
	while (++index < t->depth)
		if (t->stack[index].is_special)
			return index;
	return SIZE_MAX;
}

/* The inner loop: of the elements between the formatting element and the block keep at most
 * three formatting ones open. Return the place in the list where the formatting element
 * goes. */
static size_t
adopt_between(struct tree *t, size_t begin, size_t block, size_t bookmark)
{
	size_t i = block, counter = 0, listed;
	bool is_first = true;

	while (--i > begin) {
		listed = formatting_list_find_id(t, t->stack[i].id);
		if (++counter > 3 && listed != SIZE_MAX) {
			formatting_list_remove(t, listed);
			bookmark -= listed < bookmark;
			listed = SIZE_MAX;
		}
		if (listed == SIZE_MAX) {
			stack_remove(t, i);
			continue;
		}
		if (is_first)
			bookmark = listed + 1;
		is_first = false;
	}
	return bookmark;
}

/* One turn of the outer loop. Return false after the last one. */
static bool
adopt(struct tree *t, const struct element *wanted)
{
	size_t listed = formatting_list_find(t, wanted->tag), open, block, bookmark;
	struct formatting f;
	unsigned block_id;

	if (listed == SIZE_MAX) {
		stack_close_any(t, wanted);
		return false;
	}
	f = t->formatting[listed];
	open = stack_find(t, f.element.id);
	if (open == SIZE_MAX) {
		formatting_list_remove(t, listed);
		return false;
	}
	for (block = t->depth; block-- > open + 1;)
		if (t->stack[block].ended_scopes >> SCOPE_DEFAULT & 1)
			return false;
	block = find_furthest_block(t, open);
	if (block == SIZE_MAX) {
		stack_pop_to(t, open);
		formatting_list_remove(t, listed);
		return false;
	}
	block_id = t->stack[block].id;
	bookmark = adopt_between(t, open, block, listed);
	listed = formatting_list_find_id(t, f.element.id);
	formatting_list_remove(t, listed);
	bookmark -= listed < bookmark;
	stack_remove(t, open);
	f.element.id = ++t->last_id;
	f.is_open = true;
	stack_insert(t, stack_find(t, block_id) + 1, f.element);
	formatting_list_insert(t, bookmark, &f);
	return true;
}

void
adoption_agency_run(struct tree *t, const struct element *wanted)
{
	unsigned turn;

	if (stack_is_current(t, wanted->tag) &&
	    formatting_list_find_id(t, stack_current(t)->id) == SIZE_MAX) {
		stack_pop(t);
		return;
	}
	for (turn = 0; turn < 8 && adopt(t, wanted); turn++)
		;
}
