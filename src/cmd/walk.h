/* walk.h - lists the files that the names on the command line stand for */
#ifndef CMD_WALK_H
#define CMD_WALK_H

#include <stdbool.h>
#include <sys/stat.h>

#include "cmd/settings.h"

struct walk;

/* A file to search, or a file or directory that could not be visited, or an ignore file that was
 * not read. */
struct walk_entry {
	const char *path;          /* NULL: standard input */
	const struct stat *status; /* of the file; NULL: standard input, or stat(2) failed */
	unsigned range_flags;      /* for a file in a directory: the settings' found_flags */
	const char *reason;        /* why path could not be visited or read; or NULL */
	bool is_loop;              /* only because the directory is one of its own parents */
};

/* Begin a walk over the names in the settings. "-" means standard input, and so does an
 * empty list. With -r an empty list means the working directory, whose files have paths
 * without "./". Settings must outlive the walk. */
struct walk *walk_new(const struct settings *settings);
void walk_free(struct walk *w);

/* Get the next file. The entry is valid until the next call. Return false at the end. */
bool walk_next(struct walk *w, struct walk_entry *entry);

/* Return true if a pattern of .gitignore matches a path, component by component as in fnmatch(3).
 * The component "**" matches any number of components; at the end of a pattern, at least one. */
bool glob_match(const char *pattern, const char *path);

#endif
