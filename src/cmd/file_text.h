/* file_text.h - reads whole files: those that options name, and small ones; file names */
#ifndef CMD_FILE_TEXT_H
#define CMD_FILE_TEXT_H

/* Return the bytes of a file ("-": of standard input) and a NUL, which the caller frees;
 * NULL after a message. A NUL in the file ends the text. */
char *file_text_read(const char *path);

/* The same, but return NULL without a message if there is no regular file at path, and with
 * one if it has more than 1 MiB. */
char *file_text_read_small(const char *path);

/* Return "DIRECTORY/NAME", which the caller frees. */
char *file_path_join(const char *directory, const char *name);

/* Return what follows the last slash of a path, in the path. */
const char *file_path_base(const char *path);

#endif
