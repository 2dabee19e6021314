/* url_set.h - a set of URLs (its public functions are in urlgrep_mail.h) */
#ifndef FIND_URL_SET_H
#define FIND_URL_SET_H

#include "urlgrep_mail.h"

/* Return a new set with the hash seed of another: a new seed takes a system call. NULL without
 * memory. */
urlgrep_url_set *url_set_new_like(const urlgrep_url_set *other);

/* Remove all members; the memory is kept. */
void url_set_clear(urlgrep_url_set *set);

/* ---- URLs that occur unbroken somewhere decide how the same URLs were broken elsewhere --- */

/* Add the URL of a finding that has one reading and is valid; ignore others. Returns
 * OK or NOMEM. */
urlgrep_status unbroken_urls_add(urlgrep_url_set *urls,
    const urlgrep_finding *finding);

/* Make the longest reading of a finding that occurs unbroken elsewhere its best
 * one (see urlgrep_choose). scanner is the one that made the finding. Returns OK or
 * NOMEM. */
urlgrep_status unbroken_urls_choose(const urlgrep_url_set *urls, urlgrep_scanner *scanner,
    urlgrep_finding *finding);

#endif
