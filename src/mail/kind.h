/* kind.h - what a file is, by its first octets */
#ifndef KIND_H
#define KIND_H

#include <stdbool.h>
#include <stddef.h>

enum kind { KIND_TEXT, KIND_MAIL, KIND_MBOX, KIND_HTML };

/* What begins with text[0..len): the first few thousand octets, or all. */
enum kind kind_of(const char *text, size_t len);

/* Might more octets make mail of it? A pipe may give a line at a time. */
bool kind_unsure(const char *text, size_t len);

#endif
