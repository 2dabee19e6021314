/* fzf_menu.h - the list in fzf(1), which narrows it while words are typed */
#ifndef PICK_FZF_MENU_H
#define PICK_FZF_MENU_H

#include "pick/url_list.h"

/* Let the user pick one of the rows. Return it; NULL: none, or (*error is not NULL) fzf
 * cannot be run. */
struct url_row *fzf_menu_pick(struct url_list *list, const char **error);

#endif
