/* record_file.h - files whose lines are records, by their name */
#ifndef FIND_RECORD_FILE_H
#define FIND_RECORD_FILE_H

#include <stdbool.h>

/* Return true if each line of a file of that name stands for itself: a log, a table, JSON,
 * subtitles. The names of compressed and rotated logs are known, too. */
bool is_record_file(const char *path);

#endif
