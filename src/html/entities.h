/* entities.h - the characters that have a name in HTML, as in &amp; and &eacute; */
#ifndef HTML_ENTITIES_H
#define HTML_ENTITIES_H

#include <stddef.h>

/* The character that name[0..len) stands for; 0: it is no name. */
unsigned entity_value(const char *name, size_t len);

#endif
