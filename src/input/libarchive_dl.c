/* libarchive_dl.c - libarchive's functions, loaded when the first packed input comes */
#include "input/libarchive_dl.h"

#include <pthread.h>

#include "util/dynload.h"

static struct libarchive functions;

#ifdef LIBARCHIVE_SONAME
#define LOAD(name) *(void **)&functions.name = dynload_symbol(&library, "archive_" #name);

static void
load(void)
{
	static struct dynload library;

	dynload_open(&library, LIBARCHIVE_SONAME);
	LIBARCHIVE_FUNCTIONS(LOAD)
	functions.missing = library.error;
}

#else /* linked */
#define LINK(name) functions.name = archive_##name;

static void
load(void)
{
	LIBARCHIVE_FUNCTIONS(LINK)
}
#endif

const struct libarchive *
libarchive(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return &functions;
}
