/* walk.c - the files that are meant by the names on the command line */
#include "cmd/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "cmd/octets.h"
#include "cmd/messages.h"

static bool
matches(const struct words *globs, const char *name)
{
	size_t i;

	for (i = 0; i < globs->count; i++)
		if (fnmatch(globs->at[i], name, 0) == 0)
			return true;
	return false;
}

static bool
wanted(const struct options *o, const char *name)
{
	if (o->include.count && !matches(&o->include, name))
		return false;
	return !matches(&o->exclude, name);
}

static const char *
last_of(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

/* ---- a folder --- */

struct entry {
	uint64_t front; /* of its name, as a number: most differ there */
	const char *name;
	ino_t inode;
	unsigned char type; /* DT_... */
};

struct folder {
	struct octets names; /* each behind its inode and type, with its NUL */
	struct entry *entries;
	size_t count;
};

static uint64_t
front_of(const char *name)
{
	uint64_t front = 0;
	unsigned i;

	for (i = 0; i < sizeof(front); i++)
		front = front << 8 | (unsigned char)(*name ? *name++ : '\0');
	return front;
}

static int
by_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->front != y->front)
		return x->front < y->front ? -1 : 1;
	return strcmp(x->name, y->name);
}

static void
sort(struct folder *f)
{
	const char *at = f->names.at;
	size_t i;

	f->entries = memory_get((f->count + 1) * sizeof(*f->entries));
	for (i = 0; i < f->count; i++) {
		struct entry *e = &f->entries[i];

		memcpy(&e->inode, at, sizeof(e->inode));
		at += sizeof(e->inode);
		e->type = (unsigned char)*at++;
		e->name = at;
		e->front = front_of(at);
		at += strlen(at) + 1;
	}
	qsort(f->entries, f->count, sizeof(*f->entries), by_name);
}

/* All of it is read at once: no folder is open while those below it are. */
static void
read_folder(struct folder *f, const char *path, const char *said)
{
	DIR *stream = (errno = 0, opendir(path));
	const struct dirent *e;

	while (stream && (errno = 0, e = readdir(stream)) != NULL) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		octets_add(&f->names, &e->d_ino, sizeof(e->d_ino));
		octets_add(&f->names, &e->d_type, 1);
		octets_add(&f->names, e->d_name, strlen(e->d_name) + 1);
		f->count++;
	}
	if (errno)
		trouble_file(said, strerror(errno));
	if (stream)
		closedir(stream);
	sort(f);
}

/* ---- a tree --- */

struct tree {
	const struct options *options;
	walk_visit *visit;
	void *data;
	size_t unsaid;      /* so many octets of the paths in it */
	struct octets path; /* of where one is, with its NUL */
};

static bool walk_folder(struct tree *t);

static const char *
said(const struct tree *t)
{
	return t->path.at + (t->path.len > t->unsaid ? t->unsaid : 0);
}

/* A Maildir keeps its messages in folders of these names, a file each: none of them
 * is divided, so nobody needs to know how long it is. */
static bool
is_maildir(const char *path, struct stat *status)
{
	const char *name = last_of(path);

	return (strcmp(name, "cur") == 0 || strcmp(name, "new") == 0) &&
	    stat(path, status) == 0;
}

/* An entry of a folder, of a Maildir on that device or (0) of none; false: stop.
 * Links are followed on the command line only, and devices and the like within a
 * tree are left alone, as grep -r does. */
static bool
enter(struct tree *t, const struct entry *e, dev_t maildir)
{
	struct stat st;

	if (e->type == DT_DIR)
		return walk_folder(t);
	if ((e->type != DT_REG && e->type != DT_UNKNOWN) ||
	    (e->type == DT_REG && !wanted(t->options, e->name)))
		return true;
	if (e->type == DT_REG && maildir) {
		st = (struct stat){ .st_mode = S_IFREG, .st_dev = maildir,
			.st_ino = e->inode };
		return t->visit(said(t), &st, t->data);
	}
	if (lstat(t->path.at, &st) != 0) {
		trouble_file(said(t), strerror(errno));
		return true;
	}
	if (S_ISDIR(st.st_mode))
		return walk_folder(t);
	return !S_ISREG(st.st_mode) || !wanted(t->options, e->name) ||
	    t->visit(said(t), &st, t->data);
}

static bool
walk_folder(struct tree *t)
{
	struct folder f = { { NULL, 0, 0 }, NULL, 0 };
	struct stat st = { .st_dev = 0 };
	size_t len = t->path.len - 1, i;
	dev_t maildir = is_maildir(t->path.at, &st) ? st.st_dev : 0;
	bool going = true;

	read_folder(&f, t->path.at, said(t));
	if (t->path.at[len - 1] == '/')
		len--;
	for (i = 0; i < f.count && going; i++) {
		t->path.len = len;
		octets_add(&t->path, "/", 1);
		octets_add(&t->path, f.entries[i].name,
		    strlen(f.entries[i].name) + 1);
		going = enter(t, &f.entries[i], maildir);
	}
	free(f.entries);
	free(f.names.at);
	return going;
}

/* A file or a tree; of the paths below it the first octets go unsaid. */
static bool
walk_tree(const struct options *o, const char *name, size_t unsaid,
    walk_visit *visit, void *data)
{
	struct tree t = { o, visit, data, unsaid, { NULL, 0, 0 } };
	struct stat st;
	bool going;

	if (stat(name, &st) != 0 || !(S_ISDIR(st.st_mode) || S_ISREG(st.st_mode)))
		return visit(name, NULL, data); /* opening it says why, or waits */
	if (S_ISREG(st.st_mode))
		return !wanted(o, last_of(name)) || visit(name, &st, data);
	octets_add(&t.path, name, strlen(name) + 1);
	going = walk_folder(&t);
	free(t.path.at);
	return going;
}

void
walk(const struct options *o, char **names,
    walk_visit *visit, void *data)
{
	bool going = true;

	if (*names == NULL && o->recursive)
		walk_tree(o, ".", strlen("./"), visit, data);
	else if (*names == NULL)
		visit(NULL, NULL, data);
	for (; *names && going; names++) {
		if (strcmp(*names, "-") == 0)
			going = visit(NULL, NULL, data);
		else if (o->recursive)
			going = walk_tree(o, *names, 0, visit, data);
		else if (wanted(o, last_of(*names)))
			going = visit(*names, NULL, data);
	}
}
