/* foreign_content.c - tags in SVG and MathML (HTML standard, 13.2.6.5) */
#include "html/foreign_content.h"

#include "html/stack.h"

static void
leave_foreign(struct tree *t)
{
	while (stack_current(t)->ns != NS_HTML &&
	    !element_is_text_integration_point(stack_current(t)) &&
	    !element_is_html_integration_point(stack_current(t)))
		stack_pop(t);
}

bool
foreign_content_takes_start(struct tree *t, enum tag tag)
{
	const struct element *e;

	if (t->depth == 0)
		return false;
	e = stack_current(t);
	if (e->ns == NS_HTML || element_is_html_integration_point(e))
		return false;
	if (element_is_text_integration_point(e))
		return tag == TAG_MGLYPH || tag == TAG_MALIGNMARK;
	return !(e->ns == NS_MATHML && e->tag == TAG_ANNOTATION_XML && tag == TAG_SVG);
}

bool
foreign_content_start(struct tree *t, const struct tree_tag *tag)
{
	struct element e = tag->element;

	if (tag_has_flag(e.tag, BREAKOUT) || (e.tag == TAG_FONT &&
	    tag->attributes->is_colored_font)) {
		leave_foreign(t);
		return false;
	}
	e.ns = stack_current(t)->ns;
	e.is_html_annotation = e.ns == NS_MATHML && e.tag == TAG_ANNOTATION_XML &&
	    tag->attributes->is_html_annotation;
	if (!tag->attributes->is_self_closing)
		stack_push(t, e);
	return true;
}

bool
foreign_content_end(struct tree *t, const struct element *wanted)
{
	size_t i;

	if (wanted->tag == TAG_BR || wanted->tag == TAG_P) {
		leave_foreign(t);
		return false;
	}
	/* an element of HTML in it, besides the root, gets the tag */
	if (!stack_may_have(t, wanted))
		return t->html_count == 1;
	for (i = t->depth; i-- > 1;) {
		const struct element *e = &t->stack[i];

		if (e->ns == NS_HTML)
			return false;
		if (element_has_same_name(e, wanted)) {
			stack_pop_to(t, i);
			return true;
		}
	}
	return true;
}
