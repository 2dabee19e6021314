/* host_name.h - the names that hosts are written as */
#ifndef URL_HOST_NAME_H
#define URL_HOST_NAME_H

#include <stdbool.h>

#include "urlgrep.h"

/* Return true if the host is numbers and dots only, some perhaps hexadecimal: some
 * programs take it for an address. */
bool host_name_looks_numeric(urlgrep_span host);

/* Return true if the last label is a number: browsers take the host for an address, and
 * refuse it if it is not one (WHATWG URL, "ends in a number"). */
bool host_name_ends_in_number(urlgrep_span host);

/* Return true if the host can be in the DNS: labels of 1 to 63 letters, digits and
 * hyphens, 253 bytes in all. A dot may follow. */
bool host_name_is_of_dns(urlgrep_span host);

/* Return true if a label of the host is an A-label (RFC 5890). */
bool host_name_has_a_label(urlgrep_span host);

/* Return true for "localhost" and all names below it (RFC 6761 section 6.3). */
bool host_name_is_localhost(urlgrep_span host);

#endif
