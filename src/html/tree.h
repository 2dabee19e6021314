/* tree.h - which elements of HTML are open (HTML standard, 13.2.6)
 *
 * The tokens of HTML depend on its tree: <style> begins raw text, but not in SVG, nor in
 * <select>. This keeps the stack of open elements, and no tree: attributes and text are
 * nobody's here, and elements that the standard moves to another parent stay where they
 * are. */
#ifndef HTML_TREE_H
#define HTML_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "html/tokenizer.h"
#include "urlgrep.h"

/* Elements nested more deeply are not opened, and only the last formatting elements are
 * opened again: this bounds the time that each tag takes. */
enum { MAX_OPEN_ELEMENTS = 256, MAX_FORMATTING_ELEMENTS = 32 };

struct tree;

/* Return NULL without memory. */
struct tree *tree_new(const urlgrep_memory *memory);
void tree_free(struct tree *t, const urlgrep_memory *memory);

/* Tell whether the document has a doctype, before anything is added. (One that asks for
 * quirks all the same is not told apart.) */
void tree_set_doctype(struct tree *t, bool has_doctype);

/* Return true if the tree has to be known in order to read what follows this start tag. */
static inline bool
tree_is_needed(const struct html_token *tag)
{
	switch (tag->name[0]) {
	case 'f':
		return html_is_tag(tag, "frameset");
	case 'm':
		return html_is_tag(tag, "math");
	case 's':
		return html_is_tag(tag, "svg") || html_is_tag(tag, "select");
	case 't':
		return tag->name[1] == 'e' && html_is_tag(tag, "template");
	default:
		return false;
	}
}

/* Add a start tag, whose name is borrowed: begin it, add its attributes, end it. The first
 * returns true if the tree depends on its attributes: else none need be added. The last
 * returns true if its element is one of HTML and not ignored: then an element of raw text has
 * raw text. The end tag of raw text is not to be added. */
bool tree_begin_start_tag(struct tree *t, const char *html, const struct html_token *tag);
void tree_add_attribute(struct tree *t, const char *html, const struct html_attribute *a);
bool tree_end_start_tag(struct tree *t, bool is_self_closing);
void tree_add_end_tag(struct tree *t, const char *html, const struct html_token *tag);
void tree_add_text(struct tree *t, bool is_space);

/* Return true if the current element is one of SVG or MathML. */
bool tree_is_foreign(const struct tree *t);

#endif
