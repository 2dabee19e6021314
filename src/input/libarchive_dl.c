/* libarchive_dl.c - libarchive, loaded when something packed comes */
#include "input/libarchive_dl.h"

#include <pthread.h>

#include "util/dynload.h"

static struct libarchive functions;

#ifdef LIBARCHIVE_SONAME
#define FIND(name) *(void **)&functions.name = dynload_symbol(&dl, "archive_" #name);

static void
load(void)
{
	static struct dynload dl;

	dynload_open(&dl, LIBARCHIVE_SONAME);
	LIBARCHIVE_FUNCTIONS(FIND)
	functions.missing = dl.error;
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
