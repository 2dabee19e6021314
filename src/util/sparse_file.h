/* sparse_file.h - holes in files: ranges that take no room on disk and read as zeros */
#ifndef UTIL_SPARSE_FILE_H
#define UTIL_SPARSE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

/* Return true if the file takes less room on disk than it has bytes. */
bool sparse_file_is(const struct stat *st);

/* If the byte at offset of the file is in a hole, return the end of the hole; else, or if the
 * system cannot report holes, return offset. The position of fd does not change. */
uint64_t sparse_file_hole_end(int fd, uint64_t offset);

#endif
