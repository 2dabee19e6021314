/* unbroken_urls.h - URLs that occur unbroken somewhere decide how the same URLs were
 * broken elsewhere */
#ifndef FIND_UNBROKEN_URLS_H
#define FIND_UNBROKEN_URLS_H

#include "urlgrep_mail.h"

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
