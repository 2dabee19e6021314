/* rfc1738.h - a second parser for RFC 1738, from rules as its section 5 has them, without regular
 * expressions and without code of the library. Its verdict must be the library's. */
#ifndef ORACLE_RFC1738_H
#define ORACLE_RFC1738_H

#include "urlgrep.h"

/* Judge text[0..len): fills *url as urlgrep_judge does. */
urlgrep_verdict rfc1738_judge(const char *text, size_t len, urlgrep_url *url);

#endif
