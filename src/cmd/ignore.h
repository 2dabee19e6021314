/* ignore.h - which files of a git work tree are not searched: gitignore(5)
 *
 * The files .gitignore and .ignore of each directory, and .git/info/exclude. .ignore has the same
 * form, and precedence over .gitignore, as in ripgrep. The last rule of a file that matches
 * counts; if several files have one, the file in the deepest directory decides. No library is
 * used for this: libgit2 alone takes longer to load than most searches take. */
#ifndef CMD_IGNORE_H
#define CMD_IGNORE_H

#include <stdbool.h>
#include <stddef.h>

/* The rules of a directory of a work tree, and of those above it. */
struct ignore_rules;

/* Return the rules in the directory at path: its own and those of `above`, which must outlive
 * them, unless the directory is the root of a work tree. NULL if it is in no work tree. */
struct ignore_rules *ignore_rules_enter(struct ignore_rules *above, const char *path);

/* Return the rules in the directories above the one at path, up to the root of the work
 * tree that it is in; NULL if it is in none. */
struct ignore_rules *ignore_rules_above(const char *path);

/* Free rules and those that they include, but not `above`. Both may be NULL. */
void ignore_rules_free(struct ignore_rules *rules, const struct ignore_rules *above);

/* Return true if the file or directory at path, which is below the directory of the rules,
 * is not to be searched. rules may be NULL. */
bool ignore_rules_match(const struct ignore_rules *rules, const char *path,
    bool is_directory);

/* ---- patterns --- */

/* Return true if a pattern matches a path, component by component as in fnmatch(3); the component
 * "**" matches any number of them, at the end at least one. */
bool glob_match(const char *pattern, const char *path);

#endif
