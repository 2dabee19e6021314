/* record_file.h - files whose lines are records, by their name */
#ifndef FIND_RECORD_FILE_H
#define FIND_RECORD_FILE_H

enum record_file {
	RECORD_NONE,  /* a text */
	RECORD_LINES, /* each line stands for itself: a log, a table, JSON, subtitles */
	RECORD_COMMAS /* likewise, and commas divide its fields */
};

/* Return what a file of that name holds. The names of compressed and rotated logs are
 * known, too. */
enum record_file record_file_kind(const char *path);

#endif
