/* menu_line.h - rows as lines of text, for menus that are not drawn on the screen */
#ifndef PICK_MENU_LINE_H
#define PICK_MENU_LINE_H

#include "pick/url_row.h"
#include "util/strbuf.h"

/* Append what is chosen of a row, with its label and how it is read, as it may be shown;
 * no line feed. */
void menu_line_append(struct strbuf *out, const struct url_row *row);

#endif
