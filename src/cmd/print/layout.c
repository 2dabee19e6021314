/* layout.c - what --csv, --tsv and --format print of each finding */
#include "cmd/print/layout.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"

/* ---- a layout --- */

/* Return a layout with room for as many items and bytes of text as a template of that
 * length can have. */
static struct layout *
layout_new(size_t len)
{
	struct layout *layout = x_calloc(1, sizeof(*layout));

	layout->items = x_calloc(len + 1, sizeof(*layout->items));
	layout->text = x_malloc(len + 1);
	return layout;
}

void
layout_free(struct layout *layout)
{
	if (layout == NULL)
		return;
	free(layout->items);
	free(layout->text);
	free(layout);
}

bool
layout_needs(const struct layout *layout, bool (*needs)(const struct field *field))
{
	size_t i;

	for (i = 0; i < layout->count; i++)
		if (layout->items[i].field && needs(layout->items[i].field))
			return true;
	return false;
}

/* ---- errors --- */

static void
list_names(struct strbuf *reason)
{
	const char *name;
	unsigned i;

	for (i = 0; (name = field_name(i)) != NULL; i++) {
		strbuf_append_string(reason, i == 0 ? "; known are " : ", ");
		strbuf_append_string(reason, name);
	}
	strbuf_append_string(reason, " and parts.NAME");
}

/* Add a field to the layout. Return false after appending to reason. */
static bool
add_field(struct layout *layout, const char *name, size_t len, struct strbuf *reason)
{
	const struct field *field = field_named(name, len);

	if (field == NULL) {
		strbuf_append_string(reason, "unknown name '");
		strbuf_append(reason, name, len);
		strbuf_append_string(reason, "'");
		list_names(reason);
		return false;
	}
	layout->items[layout->count++] = (struct layout_item){ field, name, len };
	return true;
}

/* ---- columns --- */

struct layout *
layout_read_columns(const char *names, struct strbuf *reason)
{
	struct layout *layout = layout_new(strlen(names));
	const char *name = names;

	for (;;) {
		size_t len = strcspn(name, ",");

		if (!add_field(layout, name, len, reason)) {
			layout_free(layout);
			return NULL;
		}
		if (name[len] == '\0')
			return layout;
		name += len + 1;
	}
}

/* ---- a template --- */

struct template_reader {
	struct layout *layout;
	struct strbuf *reason;
	size_t len;  /* of the layout's text */
	size_t from; /* where the text begins that is not an item yet */
};

/* Make an item of the text so far. */
static void
end_text(struct template_reader *r)
{
	if (r->len > r->from)
		r->layout->items[r->layout->count++] = (struct layout_item){ NULL,
			r->layout->text + r->from, r->len - r->from };
	r->from = r->len;
}

/* Read "{NAME}". Return its length, or 0 after appending to the reason. */
static size_t
read_field(struct template_reader *r, const char *at)
{
	size_t len = strcspn(at + 1, "{}");

	if (at[1 + len] != '}') {
		strbuf_append_string(r->reason, "'{' without '}'; write '{{' for a brace");
		return 0;
	}
	end_text(r);
	return add_field(r->layout, at + 1, len, r->reason) ? len + 2 : 0;
}

/* Read a character that stands for another one: "{{", "}}" or an escape. Return its length,
 * or 0 after appending to the reason. */
static size_t
read_escape(struct template_reader *r, const char *at)
{
	static const char pairs[] = "{{}}\\\\";
	size_t i;
	char meant = at[0] == '\\' && at[1] == 't' ? '\t' :
	    at[0] == '\\' && at[1] == 'n' ? '\n' : '\0';

	for (i = 0; pairs[i]; i += 2)
		if (at[0] == pairs[i] && at[1] == pairs[i + 1])
			meant = at[0];
	if (meant == '\0') {
		strbuf_append_string(r->reason, at[0] == '}' ?
		    "'}' without '{'; write '}}' for a brace" :
		    "a backslash begins \\t, \\n or \\\\");
		return 0;
	}
	r->layout->text[r->len++] = meant;
	return 2;
}

struct layout *
layout_read_template(const char *template, struct strbuf *reason)
{
	struct template_reader r = { layout_new(strlen(template)), reason, 0, 0 };
	const char *at = template;

	while (*at) {
		size_t used = 1;

		if (*at == '{' && at[1] != '{')
			used = read_field(&r, at);
		else if (strchr("{}\\", *at))
			used = read_escape(&r, at);
		else
			r.layout->text[r.len++] = *at;
		if (used == 0) {
			layout_free(r.layout);
			return NULL;
		}
		at += used;
	}
	end_text(&r);
	return r.layout;
}
