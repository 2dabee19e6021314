/* formatting.c - the start tags of formatting elements (HTML standard, 13.2.6.4.7) */
#include "html/formatting.h"

#include "html/adoption_agency.h"
#include "html/formatting_list.h"
#include "html/stack.h"

void
formatting_reconstruct(struct tree *t)
{
	size_t i = t->formatting_count;

	while (i > 0 && !t->formatting[i - 1].is_marker && !t->formatting[i - 1].is_open)
		i--;
	for (; i < t->formatting_count; i++) {
		if (t->depth == MAX_OPEN_ELEMENTS)
			return;
		stack_push_again(t, t->formatting[i].element);
		t->formatting[i].element.id = stack_current(t)->id;
		t->formatting[i].is_open = true;
	}
}

/* Open a formatting element, and append it to the list. */
static void
open_formatting(struct tree *t, const struct tree_tag *tag)
{
	formatting_reconstruct(t);
	if (t->depth == MAX_OPEN_ELEMENTS)
		return;
	stack_push(t, tag->element);
	formatting_list_add(t, stack_current(t), tag->attributes->hash);
}

/* An <a> ends the one that is open. */
static void
close_anchor(struct tree *t, const struct tree_tag *tag)
{
	size_t listed = formatting_list_find(t, TAG_A), open;
	unsigned id;

	if (listed == SIZE_MAX)
		return;
	id = t->formatting[listed].element.id;
	adoption_agency_run(t, &tag->element);
	listed = formatting_list_find_id(t, id);
	if (listed != SIZE_MAX)
		formatting_list_remove(t, listed);
	open = stack_find(t, id);
	if (open != SIZE_MAX)
		stack_remove(t, open);
}

bool
formatting_start(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_A)
		close_anchor(t, tag);
	if (tag->element.tag == TAG_NOBR) {
		formatting_reconstruct(t);
		if (stack_has_in_scope(t, TAG_NOBR, SCOPE_DEFAULT))
			adoption_agency_run(t, &tag->element);
	}
	open_formatting(t, tag);
	return true;
}
