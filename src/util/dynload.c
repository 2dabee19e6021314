/* dynload.c - a library that is loaded when it is needed first */
#include "util/dynload.h"

#include <dlfcn.h>
#include <stdio.h>

/* The first reason counts. */
static void
miss(struct late *l)
{
	if (l->missing)
		return;
	snprintf(l->why, sizeof(l->why), "%s", dlerror());
	l->missing = l->why;
}

void
late_open(struct late *l, const char *name)
{
	l->library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
	if (l->library == NULL)
		miss(l);
}

void *
late_find(struct late *l, const char *function)
{
	void *found = l->library ? dlsym(l->library, function) : NULL;

	if (l->library && found == NULL)
		miss(l);
	return found;
}
