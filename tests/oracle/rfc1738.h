/* rfc1738.h - a second parser for RFC 1738, which interprets the rules of section 5 without regular
 * expressions and without code of the library. Its verdicts must be the library's. */
#ifndef ORACLE_RFC1738_H
#define ORACLE_RFC1738_H

#include "urlgrep.h"

/* Judge text[0..len), and fill in *url as urlgrep_judge does. */
urlgrep_verdict rfc1738_judge(const char *text, size_t len, urlgrep_url *url);

#endif
