/* file_name.h - names of files whose last ending says what a file holds */
#ifndef INPUT_FILE_NAME_H
#define INPUT_FILE_NAME_H

#include <stddef.h>

/* Return the length of the path without the endings of compressed files (.gz), of old copies
 * (.bak) and of rotated logs (.1), of which there may be several. */
size_t file_name_length(const char *path);

#endif
