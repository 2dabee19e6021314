/* menu_line.c - rows as lines of text, for menus that are not drawn on the screen */
#include "pick/menu_line.h"

#include <string.h>

#include "pick/row_details.h"
#include "pick/shown_text.h"

static void
append_in_brackets(struct strbuf *out, const char *before, const char *text)
{
	if (text == NULL)
		return;
	strbuf_append_string(out, before);
	shown_append(out, text, strlen(text));
	strbuf_append_string(out, ")");
}

void
menu_line_append(struct strbuf *out, const struct url_row *row)
{
	const char *other = row->opens_target ? row->url : row->target;

	strbuf_append_string(out, row->refusal ? "x " : url_row_is_odd(row) ? "! " : "  ");
	shown_append(out, url_row_chosen(row), strlen(url_row_chosen(row)));
	if (row->other_host) {
		strbuf_append_string(out, "  (");
		strbuf_append_string(out, url_row_other_form(row));
		append_in_brackets(out, " ", row->other_host);
	}
	append_in_brackets(out, "  (text: ", row->label);
	append_in_brackets(out, row->opens_target ? "  (wrapped in " : "  (leads to ", other);
	if (row->how) {
		strbuf_append_string(out, "  (");
		row_details_append_how(out, row->how);
		strbuf_append_string(out, ")");
	}
}
