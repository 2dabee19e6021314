/* record_file.h - files whose lines are records, by their name or their first lines */
#ifndef FIND_RECORD_FILE_H
#define FIND_RECORD_FILE_H

#include <stddef.h>

enum record_file {
	RECORD_NONE,  /* a text */
	RECORD_LINES, /* each line stands for itself: a log, a table, JSON, subtitles */
	RECORD_COMMAS /* likewise, and commas divide its fields */
};

/* Return what a file of that name holds. The names of compressed and rotated logs are
 * known, too. */
enum record_file record_file_kind(const char *path);

enum { RECORD_HEAD_BYTES = 4096 };

/* Return what a file holds whose first RECORD_HEAD_BYTES, or more, are head[0..len): JSON,
 * subtitles, a log whose lines begin with a time, or fields that tabs or commas divide, as
 * many in each line. */
enum record_file record_file_kind_of_head(const char *head, size_t len);

#endif
