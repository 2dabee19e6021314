/* ip_address.h - the addresses of IP that hosts are written as */
#ifndef URL_IP_ADDRESS_H
#define URL_IP_ADDRESS_H

#include <stdbool.h>

#include "urlgrep.h"

/* Return true if the host is four decimal numbers up to 255; *has_zeros: one has leading
 * zeros. */
bool ip_address_read_quad(urlgrep_span host, unsigned group[4], bool *has_zeros);

/* Return true if the address is one of a private network, of this host or of its link. */
bool ip_address_is_private_quad(const unsigned group[4]);

/* Return true for fc00::/7, fe80::/10, ::, ::1, and for private IPv4 addresses within
 * ::/96, ::ffff:0:0/96 and 64:ff9b::/96. */
bool ip_address_is_private_literal(urlgrep_span host);

#endif
