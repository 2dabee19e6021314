/* stack.c - the stack of open elements (HTML standard, 13.2.4.2) */
#include "html/stack.h"

#include <string.h>

#include "html/formatting_list.h"

size_t
stack_find(const struct tree *t, unsigned id)
{
	size_t i;

	for (i = t->depth; i-- > 0;)
		if (t->stack[i].id == id)
			return i;
	return SIZE_MAX;
}

bool
stack_has_in_scope(const struct tree *t, enum tag tag, enum scope scope)
{
	size_t i;

	if (!stack_has(t, tag))
		return false;
	for (i = t->depth; i-- > 0;) {
		if (element_is_html(&t->stack[i], tag))
			return true;
		if (t->stack[i].ended_scopes >> scope & 1)
			return false;
	}
	return false;
}

/* ---- open elements --- */

/* Count an element that is opened (1) or closed (-1). */
static void
count_open(struct tree *t, const struct element *e, int change)
{
	if (e->ns == NS_HTML) {
		t->open[e->tag] += (size_t)change;
		t->html_count += (size_t)change;
	}
	t->named[e->name_hash % NAME_BUCKETS] += (unsigned short)change;
}

void
stack_push_again(struct tree *t, struct element e)
{
	if (t->depth == MAX_OPEN_ELEMENTS)
		return;
	e.id = ++t->last_id;
	t->stack[t->depth++] = e;
	count_open(t, &e, 1);
}

void
stack_push(struct tree *t, struct element e)
{
	element_classify(&e);
	stack_push_again(t, e);
}

void
stack_insert(struct tree *t, size_t index, struct element e)
{
	memmove(t->stack + index + 1, t->stack + index,
	    (t->depth - index) * sizeof(*t->stack));
	t->stack[index] = e;
	t->depth++;
	count_open(t, &e, 1);
}

/* ---- close elements --- */

void
stack_remove(struct tree *t, size_t index)
{
	const struct element *e = &t->stack[index];
	size_t listed = tag_has_flag(e->tag, FORMATTING) ?
	    formatting_list_find_id(t, e->id) : SIZE_MAX;

	if (listed != SIZE_MAX)
		t->formatting[listed].is_open = false;
	count_open(t, e, -1);
	t->depth--;
	memmove(t->stack + index, t->stack + index + 1,
	    (t->depth - index) * sizeof(*t->stack));
}

void
stack_pop(struct tree *t)
{
	if (t->depth > 1)
		stack_remove(t, t->depth - 1);
}

void
stack_pop_to(struct tree *t, size_t depth)
{
	while (t->depth > depth && t->depth > 1)
		stack_pop(t);
}

void
stack_pop_until(struct tree *t, enum tag tag)
{
	while (t->depth > 1) {
		bool is_last = stack_is_current(t, tag);

		stack_pop(t);
		if (is_last)
			return;
	}
}

void
stack_close_implied(struct tree *t, enum tag except)
{
	while (stack_current(t)->ns == NS_HTML && stack_current(t)->tag != except &&
	    tag_has_flag(stack_current(t)->tag, IMPLIED_END))
		stack_pop(t);
}

void
stack_close_implied_thoroughly(struct tree *t)
{
	while (stack_current(t)->ns == NS_HTML &&
	    tag_has_flag(stack_current(t)->tag, IMPLIED_END | THOROUGH_END))
		stack_pop(t);
}

bool
stack_close_in_scope(struct tree *t, enum tag tag, enum scope scope)
{
	if (!stack_has_in_scope(t, tag, scope))
		return false;
	/* what stack_close_implied closes is above it */
	stack_pop_until(t, tag);
	return true;
}

void
stack_close_p(struct tree *t)
{
	stack_close_in_scope(t, TAG_P, SCOPE_BUTTON);
}

void
stack_close_any(struct tree *t, const struct element *wanted)
{
	size_t i;

	if (!stack_has(t, wanted->tag) || !stack_may_have(t, wanted))
		return;
	for (i = t->depth; i-- > 1;) {
		const struct element *e = &t->stack[i];

		if (element_is_html(e, wanted->tag) &&
		    (e->tag != TAG_OTHER || element_has_same_name(e, wanted))) {
			/* what stack_close_implied closes is above it */
			stack_pop_to(t, i);
			return;
		}
		if (e->is_special)
			return;
	}
}
