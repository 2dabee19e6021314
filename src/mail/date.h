/* date.h - the Date field of a message (RFC 5322, 3.3 and 4.3) as ISO 8601 */
#ifndef MAIL_DATE_H
#define MAIL_DATE_H

#include <stdbool.h>
#include <stddef.h>

enum { DATE_ISO_BYTES = 32 }; /* "1995-03-14T10:12:00+00:00" takes 26 */

/* Write the date text[0..len) to iso, NUL-terminated, in the zone in which it was
 * written. Returns false if it is malformed or a number in it is out of range.
 *
 * The weekday is ignored. Years of two digits are 1950 to 2049, others below 1000
 * count from 1900: "102" and "0102" are 2002. A zone without a known offset ("-0000",
 * "A" to "Y", other names), and none at all, is taken for UTC. Archives of news
 * have dates that are ISO 8601 already; these are accepted, too. */
bool date_to_iso(const char *text, size_t len, char iso[DATE_ISO_BYTES]);

#endif
