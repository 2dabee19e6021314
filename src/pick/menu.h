/* menu.h - a list with numbers, for terminals that cannot be drawn on */
#ifndef PICK_MENU_H
#define PICK_MENU_H

#include <stdbool.h>
#include <stdio.h>

#include "pick/url_list.h"
#include "util/strbuf.h"

/* Print the rows and let the user type the number of one. Return it; NULL: none. */
struct url_row *number_menu_pick(struct url_list *list, FILE *tty);

/* If the row is odd, print what is known about it and ask whether to open it. Return true
 * if it is to be opened. */
bool number_menu_agrees(const struct url_row *row, FILE *tty);

#endif
