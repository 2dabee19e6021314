/* glob.h - matches the patterns of gitignore(5) in linear time
 *
 * fnmatch(3) is not used for whole patterns: with many stars it takes exponential time in
 * some C libraries, and patterns come with the files that are searched. */
#ifndef CMD_GLOB_H
#define CMD_GLOB_H

#include <stdbool.h>

/* Return true if a pattern without "/" matches a file name: "*" and "?" match any bytes,
 * a backslash makes the next byte literal, and brackets are as in fnmatch(3). */
bool glob_match_name(const char *pattern, const char *name);

/* Return true if a pattern matches a path, component by component; the component "**"
 * matches any number of them, at the end at least one. */
bool glob_match_path(const char *pattern, const char *path);

#endif
