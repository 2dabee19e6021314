/* gmime_dl.c - GMime, loaded when a message comes that needs it */
#include "mail/gmime_dl.h"

#include <pthread.h>

#include "util/dynload.h"

static struct gmime functions;

#ifdef GMIME_SONAME
#define FIND(name) *(void **)&functions.name = dynload_symbol(&dl, "g_mime_" #name);
#define FIND_BELOW(name) *(void **)&functions.name = dynload_symbol(&dl, "g_" #name);

/* What GMime itself needs is found in it, too. */
static void
find_functions(void)
{
	static struct dynload dl;

	dynload_open(&dl, GMIME_SONAME);
	GMIME_FUNCTIONS(FIND)
	GOBJECT_FUNCTIONS(FIND_BELOW)
	functions.missing = dl.error;
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
