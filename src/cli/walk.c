/* walk.c - the files that are meant by the names on the command line */
#include "walk.h"

#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <string.h>

#include "trouble.h"

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

static int
by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* One entry of a tree; false: stop. Links are followed on the command line only,
 * and devices and the like within a tree are left alone, as grep -r does. */
static bool
enter(const struct options *o, FTSENT *e, const char *path,
    walk_visit *visit, void *data)
{
	switch (e->fts_info) {
	case FTS_F:
		return !wanted(o, e->fts_name) || visit(path, e->fts_statp, data);
	case FTS_DEFAULT:
	case FTS_SLNONE: /* to nowhere: opening it says why */
		return e->fts_level != FTS_ROOTLEVEL || visit(path, NULL, data);
	case FTS_DNR: case FTS_ERR: case FTS_NS:
		trouble_file(path, strerror(e->fts_errno));
		return true;
	case FTS_DC:
		trouble_file(path, "a folder that holds itself");
		return true;
	default:
		return true;
	}
}

/* A file or a tree; of the paths below it the first octets go unsaid. */
static bool
walk_tree(const struct options *o, char *name, size_t unsaid,
    walk_visit *visit, void *data)
{
	char *names[] = { name, NULL };
	FTS *tree = fts_open(names, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
	    by_name);
	bool going = true;
	FTSENT *e;

	if (tree == NULL) {
		trouble_file(name, strerror(errno));
		return true;
	}
	while (going && (errno = 0, e = fts_read(tree)) != NULL)
		going = enter(o, e, e->fts_path + (e->fts_level ? unsaid : 0),
		    visit, data);
	if (going && errno) /* not at the end of the tree */
		trouble_file(name, strerror(errno));
	fts_close(tree);
	return going;
}

void
walk(const struct options *o, char **names,
    walk_visit *visit, void *data)
{
	static char here[] = ".";
	bool going = true;

	if (*names == NULL && o->recursive)
		walk_tree(o, here, strlen("./"), visit, data);
	else if (*names == NULL)
		visit(NULL, NULL, data);
	for (; *names && going; names++) {
		const char *slash = strrchr(*names, '/');

		if (strcmp(*names, "-") == 0)
			going = visit(NULL, NULL, data);
		else if (o->recursive)
			going = walk_tree(o, *names, 0, visit, data);
		else if (wanted(o, slash ? slash + 1 : *names))
			going = visit(*names, NULL, data);
	}
}
