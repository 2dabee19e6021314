/* url_set.h - a set of URLs (its public functions are in urlgrep_mail.h) */
#ifndef FIND_URL_SET_H
#define FIND_URL_SET_H

#include "urlgrep_mail.h"

/* Return a new set that hashes as another does: to draw a seed takes a system call. NULL without
 * memory. */
urlgrep_url_set *url_set_new_like(const urlgrep_url_set *other);

/* Remove all members; the memory is kept. */
void url_set_clear(urlgrep_url_set *set);

#endif
