/* file_type.h - what a file is, by its first octets */
#ifndef INPUT_FILE_TYPE_H
#define INPUT_FILE_TYPE_H

#include <stdbool.h>
#include <stddef.h>

enum kind { KIND_TEXT, KIND_MAIL, KIND_MBOX, KIND_HTML };

/* What begins with text[0..len): the first few thousand octets, or all. Not sure:
 * more octets might make mail of it; a pipe may give a line at a time. */
enum kind kind_of(const char *text, size_t len, bool *sure);

#endif
