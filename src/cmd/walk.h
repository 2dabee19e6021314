/* walk.h - the files that the names on the command line mean */
#ifndef CMD_WALK_H
#define CMD_WALK_H

#include <stdbool.h>
#include <sys/stat.h>

#include "cmd/settings.h"

struct walk;

/* A file to be searched; or something that could not be visited, or a file of rules that was not
 * read. */
struct walk_entry {
	const char *path;          /* NULL: standard input */
	const struct stat *status; /* of the file; NULL: standard input, or stat(2) fails */
	unsigned range_flags;      /* of a file in a directory: the settings' found_flags */
	const char *reason;        /* why path could not be visited or read; or NULL */
};

/* Begin a walk over the names of the settings. "-" is standard input, and so is an
 * empty list; with -r an empty list is the working directory, and the paths of its
 * files have no "./". Settings must outlive the walk. */
struct walk *walk_new(const struct settings *settings);
void walk_free(struct walk *w);

/* Get the next file; what the entry points to lasts until the next call. Return false at the end. */
bool walk_next(struct walk *w, struct walk_entry *entry);

/* Return true if a pattern of .gitignore matches a path, component by component as in fnmatch(3);
 * the component "**" matches any number of them, at the end at least one. */
bool glob_match(const char *pattern, const char *path);

#endif
