/* gmime_dl.c - GMime, loaded by dlopen() for the first message that needs it */
#include "mail/gmime_dl.h"

#include <pthread.h>

#include "util/dynload.h"

static struct gmime functions;

#ifdef GMIME_SONAME
#define FIND_GMIME(name) \
	*(void **)&functions.name = dynload_symbol(&library, "g_mime_" #name);
#define FIND_GLIB(name) \
	*(void **)&functions.name = dynload_symbol(&library, "g_" #name);

/* dlsym() also finds the functions of the libraries that GMime is linked with. */
static void
find_functions(void)
{
	static struct dynload library;

	dynload_open(&library, GMIME_SONAME);
	GMIME_FUNCTIONS(FIND_GMIME)
	GLIB_FUNCTIONS(FIND_GLIB)
	functions.major_version = dynload_symbol(&library, "gmime_major_version");
	functions.minor_version = dynload_symbol(&library, "gmime_minor_version");
	functions.micro_version = dynload_symbol(&library, "gmime_micro_version");
	functions.missing = library.error;
}

#else /* the program is linked with it */
#define FIND_GMIME(name) functions.name = g_mime_##name;
#define FIND_GLIB(name) functions.name = g_##name;

static void
find_functions(void)
{
	GMIME_FUNCTIONS(FIND_GMIME)
	GLIB_FUNCTIONS(FIND_GLIB)
	functions.major_version = &gmime_major_version;
	functions.minor_version = &gmime_minor_version;
	functions.micro_version = &gmime_micro_version;
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
