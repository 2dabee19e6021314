/* git_config.h - core.excludesFile of git's configuration: git-config(1)
 *
 * Running "git config" would take longer than most searches, and git need not be
 * installed. [include] and ~USER/ are not followed. */
#ifndef CMD_GIT_CONFIG_H
#define CMD_GIT_CONFIG_H

/* Return the path of the file with patterns for all work trees, as the configuration of the
 * work tree, the user and the system has it, or else git's default; the caller frees it.
 * Return NULL if there is no such path. The file itself may be missing. */
char *git_config_excludes_file(const char *work_tree);

#endif
