/* gmime.c - GMime, loaded when a message comes that needs it */
#include "gmime.h"

#include <pthread.h>
#include <stdio.h>

static struct gmime functions;

#ifdef GMIME_SONAME
#include <dlfcn.h>

static char missing[256];

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

#define FIND(name) *(void **)&functions.name = find(library, "g_mime_" #name);
#define FIND_BELOW(name) *(void **)&functions.name = find(library, "g_" #name);

/* What GMime itself needs is found in it, too. */
static void
find_functions(void)
{
	void *library = dlopen(GMIME_SONAME, RTLD_LAZY | RTLD_LOCAL);

	GMIME_FUNCTIONS(FIND)
	GOBJECT_FUNCTIONS(FIND_BELOW)
}

#else /* it is linked */
#define TAKE(name) functions.name = g_mime_##name;
#define TAKE_BELOW(name) functions.name = g_##name;

static void
find_functions(void)
{
	GMIME_FUNCTIONS(TAKE)
	GOBJECT_FUNCTIONS(TAKE_BELOW)
}
#endif

static void
load(void)
{
	find_functions();
	if (functions.missing == NULL)
		functions.init();
}

const struct gmime *
gmime(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return &functions;
}
