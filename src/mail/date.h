/* date.h - the Date field of a message (RFC 5322, 3.3 and 4.3) as ISO 8601 */
#ifndef MAIL_DATE_H
#define MAIL_DATE_H

#include <stdbool.h>
#include <stddef.h>

enum { DATE_ISO_BYTES = 32 }; /* "1995-03-14T10:12:00+00:00" takes 26 */

/* Write the date text[0..len) to iso, NUL-terminated, in the zone in which it was written. Returns
 * false if it has no day, month by name, year or time, or one that is out of range.
 *
 * The order does not matter, so that the dates of ctime(3) and RFC 850 are read, too, and the
 * weekday is ignored. Years of two digits are 1950 to 2049, others below 1000 count from 1900:
 * "102" and "0102" are 2002. A missing zone, or one without a known offset ("-0000", "-0060",
 * "GMT+1", "A" to "Y", other names), is read as UTC. ISO 8601, as in some archives of news, is
 * accepted. */
bool date_to_iso(const char *text, size_t len, char iso[DATE_ISO_BYTES]);

#endif
