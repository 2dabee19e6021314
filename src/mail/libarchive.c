/* libarchive.c - libarchive, loaded when something packed comes */
#include "libarchive.h"

#include <pthread.h>
#include <stdio.h>

static struct libarchive functions;

#ifdef LIBARCHIVE_SONAME
#include <dlfcn.h>

static char missing[128];

static void *
find(void *library, const char *name)
{
	void *function = library ? dlsym(library, name) : NULL;

	if (function == NULL && functions.missing == NULL) {
		snprintf(missing, sizeof(missing), "%s", dlerror());
		functions.missing = missing;
	}
	return function;
}

#define FIND(name) *(void **)&functions.name = find(library, "archive_" #name);

static void
load(void)
{
	void *library = dlopen(LIBARCHIVE_SONAME, RTLD_NOW | RTLD_LOCAL);

	LIBARCHIVE_FUNCTIONS(FIND)
}

#else /* it is linked */
#define TAKE(name) functions.name = archive_##name;

static void
load(void)
{
	LIBARCHIVE_FUNCTIONS(TAKE)
}
#endif

const struct libarchive *
libarchive(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return &functions;
}
