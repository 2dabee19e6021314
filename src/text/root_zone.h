/* root_zone.h - the last labels of host names, by the root zone of the DNS */
#ifndef TEXT_ROOT_ZONE_H
#define TEXT_ROOT_ZONE_H

#include <stdbool.h>
#include <stddef.h>

/* Return true if text[0..len), in any case, is in the root zone. */
bool root_zone_has(const char *text, size_t len);

/* Return true if it is a reserved last label (RFC 2606, RFC 6762...), such as "test" and
 * "onion". */
bool root_zone_is_reserved(const char *text, size_t len);

/* Return true if it is in the root zone, and a word that prose has after a dot, too. */
bool root_zone_is_word(const char *text, size_t len);

#endif
