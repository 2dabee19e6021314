/* stack.h - the stack of open elements (HTML standard, 13.2.4.2) */
#ifndef HTML_STACK_H
#define HTML_STACK_H

#include <stdbool.h>
#include <stddef.h>

#include "html/state.h"

/* Return the current node. The stack must not be empty. */
static inline struct element *
stack_current(struct tree *t)
{
	return &t->stack[t->depth - 1];
}

static inline bool
stack_is_current(struct tree *t, enum tag tag)
{
	return t->depth > 0 && element_is_html(stack_current(t), tag);
}

/* Return true if an element of HTML called tag is open. */
static inline bool
stack_has(const struct tree *t, enum tag tag)
{
	return t->open[tag] > 0;
}

/* Return true if an element may be open that has the same name. */
static inline bool
stack_may_have(const struct tree *t, const struct element *wanted)
{
	return t->named[wanted->name_hash % NAME_BUCKETS] > 0;
}

/* Return the index of the element; SIZE_MAX if it is not open. */
size_t stack_find(const struct tree *t, unsigned id);

/* Return true if the stack has an element called tag in this scope. */
bool stack_has_in_scope(const struct tree *t, enum tag tag, enum scope scope);

/* Open an element. Beyond the limit none is opened, and it is closed in vain. */
void stack_push(struct tree *t, struct element e);

/* Open an element again, with an id of its own. */
void stack_push_again(struct tree *t, struct element e);

/* Open an element below those from index on. There must be room. */
void stack_insert(struct tree *t, size_t index, struct element e);

/* Close the element at index. */
void stack_remove(struct tree *t, size_t index);

/* Close elements, but never the root: the current one; those from depth on; those up to
 * and with one called tag. */
void stack_pop(struct tree *t);
void stack_pop_to(struct tree *t, size_t depth);
void stack_pop_until(struct tree *t, enum tag tag);

/* Generate implied end tags (13.2.6.3), except for elements called except. */
void stack_close_implied(struct tree *t, enum tag except);
void stack_close_implied_thoroughly(struct tree *t);

/* Close the element called tag if it is in scope. Return true if it was. */
bool stack_close_in_scope(struct tree *t, enum tag tag, enum scope scope);
void stack_close_p(struct tree *t);

/* Any other end tag of the mode "in body" (13.2.6.4.7). */
void stack_close_any(struct tree *t, const struct element *wanted);

#endif
