/* row_maker.h - makes rows of the list from findings */
#ifndef PICK_ROW_MAKER_H
#define PICK_ROW_MAKER_H

#include "cmd/search.h"
#include "pick/url_list.h"

struct row_maker;

/* The search of the context finds all URLs; those of the selection are listed. */
struct row_maker *row_maker_new(const struct search_context *context,
    enum selection selection, struct url_list *list);
/* Takes NULL. */
void row_maker_free(struct row_maker *maker);

/* Add the readings of what the search has found, in the message, to the list. Return true
 * if the best one can be opened. */
bool row_maker_add(struct row_maker *maker, const struct search *search,
    const struct url_message *message);

#endif
