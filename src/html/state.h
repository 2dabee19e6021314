/* state.h - the state of tree construction (HTML standard, 13.2.4)
 *
 * Each part has functions of its own: stack.h, formatting_list.h, insertion_mode.h. */
#ifndef HTML_STATE_H
#define HTML_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "html/tree.h"
#include "html/element.h"

/* An entry of the list of active formatting elements. */
struct formatting {
	struct element element;
	uint32_t hash;
	bool is_marker;
	bool is_open; /* the element is in the stack */
};

/* What of a start tag's attributes the tree depends on. */
struct tree_attributes {
	bool is_self_closing;
	bool is_colored_font;       /* color, face or size of <font> */
	bool is_html_annotation;    /* encoding of <annotation-xml> is HTML */
	bool is_hidden_input;
	uint32_t hash; /* equal attributes of formatting elements have equal hashes */
};

/* In the order of the standard. */
enum insertion_mode {
	BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_HEAD_NOSCRIPT, AFTER_HEAD, IN_BODY, IN_TABLE,
	IN_CAPTION, IN_COLUMN_GROUP, IN_TABLE_BODY, IN_ROW, IN_CELL, IN_SELECT,
	IN_SELECT_IN_TABLE, IN_TEMPLATE, AFTER_BODY, IN_FRAMESET, AFTER_FRAMESET,
	AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET
};

/* A tag that is being added. */
struct tree_tag {
	struct element element; /* as which it is opened, or closed */
	const struct tree_attributes *attributes;
};

enum { NAME_BUCKETS = 64 };

struct tree {
	enum insertion_mode mode;
	struct element stack[MAX_OPEN_ELEMENTS]; /* of open elements */
	size_t depth;
	size_t open[TAG_OTHER + 1]; /* how many HTML elements of each name are open */
	size_t html_count;          /* and how many HTML elements in all */
	/* how many elements are open whose name_hash has these last bits */
	unsigned short named[NAME_BUCKETS];
	struct formatting formatting[MAX_FORMATTING_ELEMENTS];
	size_t formatting_count;
	enum insertion_mode template_modes[MAX_OPEN_ELEMENTS];
	size_t template_count;
	unsigned last_id;
	unsigned form; /* id of the <form> that is open, or 0 */
	bool has_doctype;
	bool has_head;
	bool has_body_content; /* the standard's frameset-ok is "not ok" */
	struct tree_tag start_tag; /* that is being added, */
	struct tree_attributes attributes;
	bool is_ignored;           /* and has no effect */
};

#endif
