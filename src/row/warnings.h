/* warnings.h - warnings about unusual and dangerous findings: the library's, those about
 * internationalized hosts (ICU), and those about links in HTML */
#ifndef ROW_WARNINGS_H
#define ROW_WARNINGS_H

#include <stdbool.h>

#include "urlgrep.h"
#include "urlgrep_mail.h"

struct idn;

/* Return the warnings of a finding; none if its URL is not valid. location is NULL for
 * a URL that is in no file. */
urlgrep_warnings finding_warnings_of(const urlgrep_finding *finding,
    const urlgrep_location *location);

/* Return the same for a finding whose host idn_read() has read. */
urlgrep_warnings finding_warnings_of_host(const urlgrep_finding *finding,
    const urlgrep_location *location, const struct idn *idn);

/* Return the warnings of a URL by itself; none if it is not valid. */
urlgrep_warnings finding_warnings_of_url(const urlgrep_url *url);

/* Return the warnings of the services that a wrapper is of. */
urlgrep_warnings finding_warnings_of_services(const urlgrep_unwrapped *unwrapped);

/* Return the warning of a wrapper without a target: why it has none. */
urlgrep_warnings finding_warnings_of_status(urlgrep_unwrap_status status);

/* Return all warnings of a wrapper and of the URLs in it; NULL is allowed: it has no warnings. */
urlgrep_warnings finding_warnings_of_unwrapped(const urlgrep_unwrapped *unwrapped);

/* Remove the first warning from *set and return its name; NULL if *set is empty. */
const char *finding_warnings_next(urlgrep_warnings *set);

#endif
