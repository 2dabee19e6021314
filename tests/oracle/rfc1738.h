/* rfc1738.h - RFC 1738 read a second time: by recursive descent, without regular
 * expressions and without a line of the library. What it says of a URL is what
 * the library must say. */
#ifndef ORACLE_RFC1738_H
#define ORACLE_RFC1738_H

#include "urlgrep.h"

/* Judge text[0..len): fills *url as urlgrep_judge does. */
urlgrep_status rfc1738_judge(const char *text, size_t len, urlgrep_url *url);

#endif
