/* warnings.h - odd or dangerous properties of a URL; the warnings are in urlgrep.h */
#ifndef URL_WARNINGS_H
#define URL_WARNINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "urlgrep.h"

/* Return the name of a warning; NULL if there is no such warning. */
const char *warning_name(unsigned warning);

/* Return URLGREP_BIDI_BESIDE for a bidi control, URLGREP_INVISIBLE_BESIDE for an
 * invisible character, 0 for any other. */
unsigned invisible_note(uint32_t code);

/* Return true if the host is four decimal numbers up to 255, an IPv4 address; *has_zeros: one has
 * leading zeros. */
bool host_read_quad(urlgrep_span host, unsigned char group[4], bool *has_zeros);

#endif
