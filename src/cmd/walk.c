/* walk.c - the files that the names on the command line mean
 *
 * This is not fts(3), which calls stat for every file of a directory before it returns the first
 * one, while the search threads wait: a walk over a Maildir of 50,000 files takes 0.42 s, and
 * this one 0.12 s. With FTS_NOSTAT it takes 0.13 s, but then it does not distinguish regular
 * files from links and devices. Besides, musl has no fts.
 *
 * As in grep -r, symbolic links are followed on the command line only, with -R anywhere,
 * and devices and the like are skipped inside a directory. Files come sorted by name. */
#include "cmd/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/files.h"
#include "cmd/ignore.h"
#include "cmd/xmalloc.h"
#include "util/strbuf.h"

/* A directory that is being walked. It is read completely when it is entered, so no
 * descriptor is open while the directories below it are walked. */
struct directory {
	struct dirent **entries; /* sorted by name; those before next are freed */
	size_t count, next;
	size_t path_len; /* of its path in walk.path, without a slash at the end */
	bool is_maildir;
	dev_t device;    /* of a Maildir; with -R always */
	ino_t inode;     /* with -R */
	struct ignore_rules *rules;
};

struct walk {
	const struct settings *settings;
	char **names; /* the next one to visit */
	bool is_first;

	/* the directory on the command line that is being walked */
	struct directory *stack; /* from it down to the current one */
	size_t depth, room;
	struct strbuf path;      /* of the last file or directory, with its NUL */
	size_t hidden_prefix;    /* bytes of the path that are not shown */
	struct stat status;      /* of the last file */
};

struct walk *
walk_new(const struct settings *settings, char **names)
{
	struct walk *w = x_calloc(1, sizeof(*w));

	w->settings = settings;
	w->names = names;
	w->is_first = true;
	w->path.memory = &xmalloc_memory;
	return w;
}

static void
leave_directory(struct walk *w)
{
	struct directory *d = &w->stack[--w->depth];

	ignore_rules_free(d->rules, w->depth > 0 ? d[-1].rules : NULL);
	while (d->next < d->count)
		free(d->entries[d->next++]);
	free(d->entries);
}

void
walk_free(struct walk *w)
{
	if (w == NULL)
		return;
	while (w->depth > 0)
		leave_directory(w);
	free(w->stack);
	strbuf_free(&w->path);
	free(w);
}

/* ---- which names are wanted --- */

static bool
matches_any(const struct string_list *globs, const char *name)
{
	size_t i;

	for (i = 0; i < globs->count; i++)
		if (fnmatch(globs->at[i], name, 0) == 0)
			return true;
	return false;
}

/* Return true if --include and --exclude let a file of that name pass. */
static bool
is_wanted(const struct settings *s, const char *name)
{
	if (s->include.count && !matches_any(&s->include, name))
		return false;
	return !matches_any(&s->exclude, name);
}

/* ---- reading a directory --- */

static int
compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int
is_entry(const struct dirent *e)
{
	return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

/* Read the entries of the directory. Return 0, or an errno; then there are none. */
static int
read_directory(struct directory *d, const char *path)
{
	int count = scandir(path, &d->entries, is_entry, compare_names);

	if (count < 0 && errno == ENOMEM)
		x_die();
	if (count < 0)
		return errno;
	d->count = (size_t)count;
	return 0;
}

/* A Maildir keeps each message in a file of its own, in directories of these names.
 * Such files are never divided, so their size need not be known. */
static bool
is_maildir(const char *path, dev_t *device)
{
	const char *name = file_path_base(path);
	struct stat st;

	if ((strcmp(name, "cur") != 0 && strcmp(name, "new") != 0) ||
	    stat(path, &st) != 0)
		return false;
	*device = st.st_dev;
	return true;
}

/* Return 0, or the errno for which the directory at walk.path is not entered: with -R it may be
 * one of its own parents. Record the device and inode that identify it. */
static int
identify_directory(const struct walk *w, struct directory *d)
{
	struct stat st;
	size_t i;

	if (!w->settings->follow_links)
		return 0;
	if (stat(w->path.at, &st) != 0)
		return errno;
	d->device = st.st_dev;
	d->inode = st.st_ino;
	for (i = 0; i + 1 < w->depth; i++)
		if (w->stack[i].device == d->device && w->stack[i].inode == d->inode)
			return ELOOP;
	return 0;
}

/* Enter the directory at walk.path. Return 0, or the errno of a failure to read it. */
static int
enter_directory(struct walk *w)
{
	struct directory *d;
	size_t len = w->path.len - 1;
	int error;

	if (w->depth == w->room) {
		w->room = w->room ? w->room * 2 : 8;
		w->stack = x_realloc(w->stack, w->room * sizeof(*w->stack));
	}
	d = &w->stack[w->depth++];
	*d = (struct directory){ .count = 0 };
	d->is_maildir = is_maildir(w->path.at, &d->device);
	d->path_len = w->path.at[len - 1] == '/' ? len - 1 : len;
	error = identify_directory(w, d);
	if (error == 0) {
		error = read_directory(d, w->path.at);
		if (!w->settings->no_ignore)
			d->rules = ignore_rules_enter(w->depth > 1 ? d[-1].rules :
			    ignore_rules_above(w->path.at), w->path.at);
	}
	return error;
}

/* ---- walking --- */

/* Set the path to that of a file in the directory of the first directory_len bytes. */
static void
set_path(struct walk *w, size_t directory_len, const char *name)
{
	w->path.len = directory_len;
	strbuf_append(&w->path, "/", 1);
	strbuf_append(&w->path, name, strlen(name) + 1);
}

static const char *
shown_path(const struct walk *w)
{
	return w->path.at + (w->path.len > w->hidden_prefix ? w->hidden_prefix : 0);
}

static bool
return_error(struct walk *w, struct walk_entry *entry, int error)
{
	*entry = (struct walk_entry){ .path = shown_path(w), .error = error };
	return true;
}

static bool
return_file(struct walk *w, struct walk_entry *entry)
{
	*entry = (struct walk_entry){ .path = shown_path(w), .status = &w->status };
	return true;
}

/* Return true if the entry at walk.path, in the current directory, is skipped because of its
 * name. */
static bool
is_skipped(const struct walk *w, const char *name, bool is_directory)
{
	const struct settings *s = w->settings;
	const struct directory *d = &w->stack[w->depth - 1];

	if (s->no_hidden && *name == '.')
		return true;
	if (is_directory ? matches_any(&s->exclude_dir, name) : !is_wanted(s, name))
		return true;
	return d->rules && ignore_rules_match(d->rules, w->path.at, is_directory);
}

/* Return true if directories in the current one are entered, with --max-depth. */
static bool
goes_deeper(const struct walk *w)
{
	long depth = w->settings->max_depth;

	return depth < 0 || w->depth < (size_t)depth;
}

/* Set walk.status to that of an entry; with -R of the target of a link. Return 0, or an errno. */
static int
read_status(struct walk *w)
{
	int result = w->settings->follow_links ? stat(w->path.at, &w->status) :
	    lstat(w->path.at, &w->status);

	return result == 0 ? 0 : errno;
}

/* Visit an entry of the current directory, whose path is set. Return true if there is
 * something to be returned: a file, or an error. */
static bool
visit_entry(struct walk *w, const struct directory *d, const struct dirent *e,
    struct walk_entry *entry)
{
	bool is_directory = e->d_type == DT_DIR;
	bool is_link = e->d_type == DT_LNK && w->settings->follow_links;
	int error;

	if (!is_directory && !is_link && e->d_type != DT_REG && e->d_type != DT_UNKNOWN)
		return false;
	if (e->d_type == DT_REG && is_skipped(w, e->d_name, false))
		return false;
	if (e->d_type == DT_REG && d->is_maildir) {
		w->status = (struct stat){ .st_mode = S_IFREG,
			.st_dev = d->device, .st_ino = e->d_ino };
		return return_file(w, entry);
	}
	if (!is_directory) {
		error = read_status(w);
		if (error)
			return return_error(w, entry, error);
		is_directory = S_ISDIR(w->status.st_mode);
	}
	if (is_directory) {
		if (!goes_deeper(w) || is_skipped(w, e->d_name, true))
			return false;
		error = enter_directory(w);
		return error && return_error(w, entry, error);
	}
	return S_ISREG(w->status.st_mode) &&
	    (e->d_type == DT_REG || !is_skipped(w, e->d_name, false)) &&
	    return_file(w, entry);
}

/* Return true if a directory named on the command line is not entered. */
static bool
is_excluded_directory(const struct walk *w, const char *path)
{
	size_t len = strlen(path);
	char *trimmed;
	bool is_excluded;

	if (w->settings->max_depth == 0)
		return true;
	if (w->settings->exclude_dir.count == 0)
		return false;
	while (len > 1 && path[len - 1] == '/')
		len--;
	trimmed = x_strndup(path, len);
	is_excluded = matches_any(&w->settings->exclude_dir, file_path_base(trimmed));
	free(trimmed);
	return is_excluded;
}

/* Visit a file or directory named on the command line, like visit_entry. A file for which stat
 * fails is returned all the same: opening it reports the reason. */
static bool
visit_name(struct walk *w, const char *name, struct walk_entry *entry)
{
	int error;

	*entry = (struct walk_entry){ .path = name };
	if (!w->settings->recursive)
		return is_wanted(w->settings, file_path_base(name));
	if (stat(name, &w->status) != 0)
		return true;
	if (S_ISREG(w->status.st_mode)) {
		entry->status = &w->status;
		return is_wanted(w->settings, file_path_base(name));
	}
	if (!S_ISDIR(w->status.st_mode))
		return true;
	if (is_excluded_directory(w, name))
		return false;
	strbuf_clear(&w->path);
	strbuf_append(&w->path, name, strlen(name) + 1);
	error = enter_directory(w);
	return error && return_error(w, entry, error);
}

/* Begin with the next name on the command line, as visit_entry; *at_end is set after the last. */
static bool
visit_next_name(struct walk *w, struct walk_entry *entry, bool *at_end)
{
	bool is_first = w->is_first;

	w->is_first = false;
	*at_end = *w->names == NULL && !is_first;
	if (*at_end)
		return false;
	if (*w->names == NULL && w->settings->recursive) {
		w->hidden_prefix = strlen("./");
		return visit_name(w, ".", entry);
	}
	if (*w->names == NULL || strcmp(*w->names, "-") == 0) {
		w->names += *w->names != NULL;
		*entry = (struct walk_entry){ .path = NULL };
		return true;
	}
	return visit_name(w, *w->names++, entry);
}

bool
walk_next(struct walk *w, struct walk_entry *entry)
{
	bool at_end = false;

	while (!at_end) {
		struct directory *d = w->depth ? &w->stack[w->depth - 1] : NULL;

		if (d == NULL) {
			if (visit_next_name(w, entry, &at_end))
				return true;
		} else if (d->next == d->count) {
			leave_directory(w);
		} else {
			struct dirent *e = d->entries[d->next++];
			bool is_found;

			set_path(w, d->path_len, e->d_name);
			is_found = visit_entry(w, d, e, entry);
			free(e);
			if (is_found)
				return true;
		}
	}
	return false;
}
