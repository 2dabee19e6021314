/* files.h - opening files, reading texts, and the names of files */
#ifndef CMD_FILES_H
#define CMD_FILES_H

#include <stddef.h>

/* Open a file for reading. Return its descriptor, or -1 and errno. */
int file_open(const char *path);
/* Close a file, unless fd is negative or standard input. */
void file_close(int fd);

/* Copy the rest of a file to a nameless temporary one. Return its descriptor, at the end of
 * the file, or -1 and errno. */
int file_copy_to_temporary(int from);

/* Return the bytes of a file ("-": of standard input) and a NUL, which the caller frees; NULL after
 * a message. Set *len, unless len is NULL: then a NUL in the file ends the text. */
char *file_text_read(const char *path, size_t *len);

/* Return "DIRECTORY/NAME", which the caller frees. */
char *file_path_join(const char *directory, const char *name);

/* Return the last component of a path: a pointer into the path, after its last slash. */
const char *file_path_base(const char *path);

#endif
