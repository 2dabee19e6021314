/* file_text.h - reads a whole file that an option names */
#ifndef CMD_FILES_FILE_TEXT_H
#define CMD_FILES_FILE_TEXT_H

/* Return the bytes of a file ("-": of standard input) and a NUL, which the caller frees;
 * NULL after a message. A NUL in the file ends the text. */
char *file_text_read(const char *path);

#endif
