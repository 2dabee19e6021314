/* element.c - the elements of HTML: their names, and how tree construction treats them */
#include "html/element.h"

#include <string.h>

#include "util/ascii.h"

/* ---- tags --- */

static const char tag_names[][MAX_TAG_NAME_BYTES + 1] = {
#define NAME(id, name, flags) name,
	ELEMENTS(NAME)
#undef NAME
	"" /* TAG_OTHER */
};

const unsigned short tag_flags[] = {
#define FLAGS(id, name, flags) flags,
	ELEMENTS(FLAGS)
#undef FLAGS
	0 /* TAG_OTHER */
};

/* Order two names as strcmp does. Most differ in their first letters. */
static int
compare_names(const char a[MAX_TAG_NAME_BYTES + 1], const char b[MAX_TAG_NAME_BYTES + 1])
{
	return a[0] != b[0] ? a[0] - b[0] : memcmp(a, b, MAX_TAG_NAME_BYTES + 1);
}

enum tag
tag_find(const char name[MAX_TAG_NAME_BYTES + 1])
{
	unsigned low = 0, high = TAG_OTHER;

	while (low < high) {
		unsigned middle = (low + high) / 2;
		int order = compare_names(name, tag_names[middle]);

		if (order == 0)
			return (enum tag)middle;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return TAG_OTHER;
}

/* ---- elements --- */

struct element
element_named(const char *name, size_t len, enum tag tag)
{
	struct element e = { .name = name, .name_len = len, .tag = tag,
		.name_hash = 2166136261u };
	size_t i;

	for (i = 0; i < len; i++)
		e.name_hash = (e.name_hash ^ (unsigned char)ascii_lower(name[i])) *
		    16777619u;
	return e;
}

struct element
element_of_tag(enum tag tag)
{
	return element_named(tag_names[tag], strlen(tag_names[tag]), tag);
}

bool
element_has_same_name(const struct element *a, const struct element *b)
{
	return a->name_hash == b->name_hash && a->name_len == b->name_len &&
	    ascii_equal(a->name, b->name, a->name_len);
}

bool
element_is_text_integration_point(const struct element *e)
{
	return e->ns == NS_MATHML && (e->tag == TAG_MI || e->tag == TAG_MO ||
	    e->tag == TAG_MN || e->tag == TAG_MS || e->tag == TAG_MTEXT);
}

static bool
is_svg_integration_point(const struct element *e)
{
	return e->ns == NS_SVG && (e->tag == TAG_FOREIGNOBJECT || e->tag == TAG_DESC ||
	    e->tag == TAG_TITLE);
}

bool
element_is_html_integration_point(const struct element *e)
{
	return is_svg_integration_point(e) || e->is_html_annotation;
}

static bool
is_foreign_special(const struct element *e)
{
	return element_is_text_integration_point(e) || is_svg_integration_point(e) ||
	    (e->ns == NS_MATHML && e->tag == TAG_ANNOTATION_XML);
}

static bool
ends_scope(const struct element *e, enum scope scope)
{
	if (e->ns != NS_HTML)
		return scope != SCOPE_TABLE && is_foreign_special(e);
	if (scope == SCOPE_TABLE)
		return e->tag == TAG_HTML || e->tag == TAG_TABLE || e->tag == TAG_TEMPLATE;
	return tag_has_flag(e->tag, SCOPE) ||
	    (scope == SCOPE_LIST && (e->tag == TAG_OL || e->tag == TAG_UL)) ||
	    (scope == SCOPE_BUTTON && e->tag == TAG_BUTTON);
}

void
element_classify(struct element *e)
{
	enum scope scope;

	e->is_special = e->ns == NS_HTML ? tag_has_flag(e->tag, SPECIAL) :
	    is_foreign_special(e);
	e->ended_scopes = 0;
	for (scope = SCOPE_DEFAULT; scope <= SCOPE_TABLE; scope++)
		e->ended_scopes |= (unsigned char)(ends_scope(e, scope) << scope);
}
