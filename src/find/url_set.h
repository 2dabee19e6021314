/* url_set.h - a set of URLs (its public functions are in urlgrep_mail.h) */
#ifndef FIND_URL_SET_H
#define FIND_URL_SET_H

#include "urlgrep_mail.h"

/* Remove all members; the memory is kept. */
void url_set_clear(urlgrep_url_set *set);

#endif
