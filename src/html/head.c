/* head.c - tags before the body (HTML standard, 13.2.6.4.2 to 6) */
#include "html/head.h"

#include "html/template.h"
#include "html/stack.h"

static const struct tree_attributes no_attributes;

static bool
start_before_html(struct tree *t, const struct tree_tag *tag)
{
	stack_push(t, element_of_tag(TAG_HTML));
	t->mode = BEFORE_HEAD;
	return tag->element.tag == TAG_HTML;
}

static bool
start_before_head(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_HTML)
		return insertion_mode_ignore(t);
	stack_push(t, element_of_tag(TAG_HEAD_));
	t->has_head = true;
	t->mode = IN_HEAD;
	return tag->element.tag == TAG_HEAD_;
}

static bool
start_in_head(struct tree *t, const struct tree_tag *tag)
{
	if (tag_has_flag(tag->element.tag, HEAD))
		return start_head_content(t, tag);
	if (tag->element.tag == TAG_HTML || tag->element.tag == TAG_HEAD_)
		return insertion_mode_ignore(t);
	if (tag->element.tag == TAG_NOSCRIPT) {
		stack_push(t, tag->element);
		t->mode = IN_HEAD_NOSCRIPT;
		return true;
	}
	stack_pop(t);
	return insertion_mode_change(t, AFTER_HEAD);
}

static bool
start_in_head_noscript(struct tree *t, const struct tree_tag *tag)
{
	switch (tag->element.tag) {
	case TAG_BASEFONT:
	case TAG_BGSOUND:
	case TAG_LINK:
	case TAG_META:
	case TAG_NOFRAMES:
	case TAG_STYLE:
		return true;
	case TAG_HTML:
	case TAG_HEAD_:
	case TAG_NOSCRIPT:
		return insertion_mode_ignore(t);
	default:
		stack_pop(t);
		return insertion_mode_change(t, IN_HEAD);
	}
}

static bool
start_after_head(struct tree *t, const struct tree_tag *tag)
{
	if (tag_has_flag(tag->element.tag, HEAD))
		return start_head_content(t, tag);
	switch (tag->element.tag) {
	case TAG_HTML:
	case TAG_HEAD_:
		return insertion_mode_ignore(t);
	case TAG_BODY:
		stack_push(t, tag->element);
		t->has_body_content = true;
		t->mode = IN_BODY;
		return true;
	case TAG_FRAMESET:
		stack_push(t, tag->element);
		t->mode = IN_FRAMESET;
		return true;
	default:
		stack_push(t, element_of_tag(TAG_BODY));
		return insertion_mode_change(t, IN_BODY);
	}
}

bool
start_before_body(struct tree *t, const struct tree_tag *tag)
{
	static insertion_mode_fn *const start_tag[] = {
		[BEFORE_HTML] = start_before_html, [BEFORE_HEAD] = start_before_head,
		[IN_HEAD] = start_in_head, [IN_HEAD_NOSCRIPT] = start_in_head_noscript,
		[AFTER_HEAD] = start_after_head,
	};

	return start_tag[t->mode](t, tag);
}

void
begin_body(struct tree *t)
{
	struct tree_tag tag = { element_of_tag(TAG_OTHER), &no_attributes };

	while (t->mode < IN_BODY)
		start_before_body(t, &tag);
}

/* Return true if an end tag acts as any other tag: it begins the next mode. */
static bool
ends_head(enum tag tag)
{
	return tag == TAG_BODY || tag == TAG_HTML || tag == TAG_BR;
}

bool
end_before_body(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (t->mode == IN_HEAD_NOSCRIPT && name == TAG_NOSCRIPT) {
		stack_pop(t);
		t->mode = IN_HEAD;
		return true;
	}
	if (t->mode == IN_HEAD && name == TAG_HEAD_) {
		stack_pop(t);
		t->mode = AFTER_HEAD;
		return true;
	}
	if (t->mode >= IN_HEAD && t->mode != IN_HEAD_NOSCRIPT && name == TAG_TEMPLATE) {
		template_close(t);
		return true;
	}
	if (t->mode == IN_HEAD_NOSCRIPT ? name != TAG_BR : !ends_head(name) &&
	    !(t->mode <= BEFORE_HEAD && name == TAG_HEAD_))
		return true;
	/* as any other start tag */
	return start_before_body(t, &(struct tree_tag){ element_of_tag(
	    t->mode == BEFORE_HTML || t->mode == BEFORE_HEAD ? TAG_OTHER : TAG_DIV),
	    &no_attributes });
}
