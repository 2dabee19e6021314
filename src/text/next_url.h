/* next_url.h - another URL that begins within a run (rules I5e, K7, K10) */
#ifndef TEXT_NEXT_URL_H
#define TEXT_NEXT_URL_H

#include "text/run_reader.h"

/* Return true if a listed scheme and "://" are at offset at. */
bool next_url_is_at(const struct run_reader *x, size_t at);

/* Return the end of the run before another URL whose "://" is at x->at, also one that is
 * glued to a word; SIZE_MAX if it belongs to this one, as in "?u=http://" and "/http://"
 * (rules I5e, K7, K10). */
size_t next_url_find(const struct run_reader *x);

#endif
