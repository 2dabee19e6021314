/* page_file.h - the file that a page is written to: it replaces nothing but an old page, and
 * that only when it is complete */
#ifndef REPORT_PAGE_FILE_H
#define REPORT_PAGE_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct page_file {
	const char *name; /* as it was given */
	FILE *out;
	char *path;       /* without symbolic links */
	char *temporary;  /* what is written and renamed; NULL: the file itself is written */
};

/* Return true if a page may be written to a file of this name, "-" for standard output: it
 * is no input, and is new, empty, an earlier page, or not a regular file. Return false, after a
 * message, if not. The names of the inputs end with NULL; none are standard input. */
bool page_file_check(const char *name, char **inputs);

/* Begin to write the file, to f->out. Return false, after a message, if that fails. */
bool page_file_open(struct page_file *f, const char *name);

/* Replace the file by what was written. After a message, if that fails, the old one is as
 * it was. */
void page_file_close(struct page_file *f);

#endif
