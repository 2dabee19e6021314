/* ignore.c - which files of a git work tree are not searched: gitignore(5) */
#include "cmd/ignore.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/files.h"
#include "cmd/xmalloc.h"

/* ---- patterns --- */

/* Return true if the first components of a pattern and a path match: a file name has at most
 * NAME_MAX bytes. */
static bool
match_component(const char *pattern, const char *path)
{
	char glob[2 * NAME_MAX], name[NAME_MAX + 1];
	size_t glob_len = strcspn(pattern, "/"), name_len = strcspn(path, "/");

	if (glob_len == 0 || glob_len >= sizeof(glob) || name_len >= sizeof(name))
		return false;
	memcpy(glob, pattern, glob_len);
	memcpy(name, path, name_len);
	glob[glob_len] = name[name_len] = '\0';
	return fnmatch(glob, name, 0) == 0;
}

static const char *
after_component(const char *path)
{
	path += strcspn(path, "/");
	return *path ? path + 1 : path;
}

/* On a mismatch the last "**" takes one component more; those before it need not change. */
bool
glob_match(const char *pattern, const char *path)
{
	const char *after_stars = NULL, *stars_end = NULL;

	while (*path) {
		if (strncmp(pattern, "**", 2) == 0 && (pattern[2] == '/' || pattern[2] == '\0')) {
			pattern = after_component(pattern);
			if (*pattern == '\0')
				return true;
			after_stars = pattern;
			stars_end = path;
		} else if (match_component(pattern, path)) {
			pattern = after_component(pattern);
			path = after_component(path);
		} else if (after_stars) {
			pattern = after_stars;
			path = stars_end = after_component(stars_end);
		} else {
			return false;
		}
	}
	return *pattern == '\0';
}

/* ---- rules --- */

/* A line of a file. */
struct rule {
	const char *pattern;
	bool is_negated, is_for_directories;
	bool is_anchored; /* matches the path from the file's directory, not the name */
};

struct rule_file {
	char *text;
	struct rule *rules;
	size_t count;
};

/* In the order of their precedence. */
enum { FILE_IGNORE, FILE_GITIGNORE, FILE_GIT_EXCLUDE, FILE_COUNT };

struct ignore_rules {
	struct ignore_rules *above; /* NULL: this is the root of the work tree */
	struct rule_file files[FILE_COUNT];
	size_t path_len; /* of the directory, with the slash, in paths that are matched */
	char *prefix;    /* goes before the rest of those paths: the directory is above
	                    the one that is walked; or NULL */
};

/* ---- reading --- */

/* Cut off spaces at the end, unless a backslash is before them. */
static void
trim_spaces(char *line)
{
	size_t len = strlen(line);

	while (len > 0 && line[len - 1] == ' ' && (len == 1 || line[len - 2] != '\\'))
		line[--len] = '\0';
}

/* Read a line into *rule. Return false if it has no rule. */
static bool
read_rule(char *line, struct rule *rule)
{
	size_t len;

	*rule = (struct rule){ .pattern = line };
	trim_spaces(line);
	if (*line == '#')
		return false;
	if (*line == '!') {
		rule->is_negated = true;
		line++;
	}
	len = strlen(line);
	if (len > 0 && line[len - 1] == '/') {
		rule->is_for_directories = true;
		line[len - 1] = '\0';
	}
	rule->is_anchored = strchr(line, '/') != NULL;
	rule->pattern = *line == '/' ? line + 1 : line;
	return *rule->pattern != '\0';
}

static void
read_rules(struct rule_file *file)
{
	char *line = file->text, *end;
	size_t room = 0, len;

	if (strncmp(line, "\xEF\xBB\xBF", 3) == 0)
		line += 3;
	for (; *line; line = end) {
		len = strcspn(line, "\n");
		end = line + len + (line[len] == '\n');
		line[len > 0 && line[len - 1] == '\r' ? len - 1 : len] = '\0';
		if (file->count == room) {
			room = room ? room * 2 : 16;
			file->rules = x_realloc(file->rules, room * sizeof(*file->rules));
		}
		file->count += read_rule(line, &file->rules[file->count]);
	}
}

/* Return the length of a directory's path with a slash at the end. */
static size_t
slash_end(const char *directory)
{
	size_t len = strlen(directory);

	return len + (len == 0 || directory[len - 1] != '/');
}

/* Read the rules of the file called name in the directory, if it is there. */
static void
read_rules_in(struct rule_file *file, const char *directory, const char *name)
{
	char *path = file_path_join(directory, name);

	if ((file->text = file_text_read_small(path)) != NULL)
		read_rules(file);
	free(path);
}

/* Return true if the .git in the directory belongs to a work tree. It is a file in linked
 * work trees and submodules. */
static bool
is_work_tree(const char *directory)
{
	char *git = file_path_join(directory, ".git"), *head = file_path_join(git, "HEAD");
	struct stat st;
	bool is_root = stat(git, &st) == 0 &&
	    (S_ISREG(st.st_mode) || access(head, F_OK) == 0);

	free(git);
	free(head);
	return is_root;
}

/* Read the rules of a directory of a work tree. */
static struct ignore_rules *
rules_new(struct ignore_rules *above, const char *path)
{
	static const char *const names[] = { [FILE_IGNORE] = ".ignore",
		[FILE_GITIGNORE] = ".gitignore", [FILE_GIT_EXCLUDE] = ".git/info/exclude" };
	struct ignore_rules *r = x_calloc(1, sizeof(*r));
	size_t i;

	r->above = above;
	r->path_len = slash_end(path);
	for (i = 0; i < FILE_COUNT; i++)
		if (i != FILE_GIT_EXCLUDE || above == NULL)
			read_rules_in(&r->files[i], path, names[i]);
	return r;
}

static void
rules_free(struct ignore_rules *r)
{
	size_t i;

	for (i = 0; i < FILE_COUNT; i++) {
		free(r->files[i].text);
		free(r->files[i].rules);
	}
	free(r->prefix);
	free(r);
}

struct ignore_rules *
ignore_rules_enter(struct ignore_rules *above, const char *path)
{
	return is_work_tree(path) ? rules_new(NULL, path) : above ? rules_new(above, path) : NULL;
}

void
ignore_rules_free(struct ignore_rules *rules, const struct ignore_rules *above)
{
	while (rules && rules != above) {
		struct ignore_rules *next = rules->above;

		rules_free(rules);
		rules = next;
	}
}

/* ---- above the directory that is walked --- */

/* Read the rules of each directory from the root, path[0..root_len), down to the one that holds
 * the last component. path ends with a slash, and is truncated temporarily. The paths that are
 * matched begin with walked_len bytes in place of it. */
static struct ignore_rules *
read_down(char *path, size_t root_len, size_t walked_len)
{
	struct ignore_rules *r = NULL;
	size_t len = root_len;

	while (path[len] == '/' && path[len + 1] != '\0') {
		path[len] = '\0';
		r = rules_new(r, path);
		path[len] = '/';
		r->path_len = walked_len;
		r->prefix = x_strndup(path + len + 1, strlen(path + len + 1));
		len += 1 + strcspn(path + len + 1, "/");
	}
	return r;
}

struct ignore_rules *
ignore_rules_above(const char *path)
{
	struct ignore_rules *rules = NULL;
	char *real = realpath(path, NULL), *whole;
	size_t len;

	if (real == NULL)
		return NULL;
	whole = file_path_join(real, "");
	for (len = strlen(real); rules == NULL && len > 0; len--) {
		if (real[len] != '/' && real[len] != '\0')
			continue;
		real[len] = '\0';
		if (is_work_tree(real)) {
			rules = read_down(whole, len, slash_end(path));
			break;
		}
	}
	free(real);
	free(whole);
	return rules;
}

/* ---- matching --- */

/* Return the last rule of the file that matches the path from its directory; or NULL. */
static const struct rule *
find_rule(const struct rule_file *file, const char *path, bool is_directory)
{
	const char *name = file_path_base(path);
	size_t i;

	for (i = file->count; i-- > 0;) {
		const struct rule *rule = &file->rules[i];

		if (rule->is_for_directories && !is_directory)
			continue;
		if (glob_match(rule->pattern, rule->is_anchored ? path : name))
			return rule;
	}
	return NULL;
}

/* Return the rule of one of the directory's files; or NULL. */
static const struct rule *
find_rule_of(const struct ignore_rules *r, unsigned file, const char *path,
    bool is_directory)
{
	const struct rule *rule;
	char *whole;

	if (r->files[file].count == 0)
		return NULL;
	if (r->prefix == NULL)
		return find_rule(&r->files[file], path + r->path_len, is_directory);
	whole = file_path_join(r->prefix, path + r->path_len);
	rule = find_rule(&r->files[file], whole, is_directory);
	free(whole);
	return rule;
}

bool
ignore_rules_match(const struct ignore_rules *rules, const char *path, bool is_directory)
{
	const struct ignore_rules *r;
	const struct rule *rule;
	unsigned file;

	if (rules && strcmp(file_path_base(path), ".git") == 0)
		return true;
	for (file = 0; file < FILE_COUNT; file++)
		for (r = rules; r; r = r->above)
			if ((rule = find_rule_of(r, file, path, is_directory)) != NULL)
				return !rule->is_negated;
	return false;
}
