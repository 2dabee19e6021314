/* insertion_mode.c - which rules the next tag follows (HTML standard, 13.2.4.1) */
#include "html/insertion_mode.h"

#include "html/stack.h"

static enum insertion_mode
select_mode(const struct tree *t, size_t index)
{
	while (index-- > 1) {
		if (element_is_html(&t->stack[index], TAG_TEMPLATE))
			return IN_SELECT;
		if (element_is_html(&t->stack[index], TAG_TABLE))
			return IN_SELECT_IN_TABLE;
	}
	return IN_SELECT;
}

void
insertion_mode_reset(struct tree *t)
{
	size_t i;

	for (i = t->depth; i-- > 0;) {
		const struct element *e = &t->stack[i];

		if (e->ns != NS_HTML)
			continue;
		t->mode = e->tag == TAG_SELECT ? select_mode(t, i) :
		    tag_is_cell(e->tag) ? IN_CELL : e->tag == TAG_TR ? IN_ROW :
		    tag_is_row_group(e->tag) ? IN_TABLE_BODY :
		    e->tag == TAG_CAPTION ? IN_CAPTION :
		    e->tag == TAG_COLGROUP ? IN_COLUMN_GROUP :
		    e->tag == TAG_TABLE ? IN_TABLE :
		    e->tag == TAG_TEMPLATE && t->template_count > 0 ?
		    t->template_modes[t->template_count - 1] :
		    e->tag == TAG_HEAD_ ? IN_HEAD : e->tag == TAG_BODY ? IN_BODY :
		    e->tag == TAG_FRAMESET ? IN_FRAMESET :
		    e->tag == TAG_HTML ? (t->has_head ? AFTER_HEAD : BEFORE_HEAD) :
		    BEFORE_HTML;
		if (t->mode != BEFORE_HTML)
			return;
	}
}

void
insertion_mode_set_template(struct tree *t, enum insertion_mode mode)
{
	t->mode = mode;
	if (t->template_count > 0)
		t->template_modes[t->template_count - 1] = mode;
}
