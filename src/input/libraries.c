/* libraries.c - libraries that are loaded when they are first needed */
#include "input/libraries.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "urlgrep_mail.h"
#include "util/idna.h"
#include "util/memory.h"
#include "util/platform.h"

struct symbol {
	const char *name;
	void *linked; /* the address, if the library is linked */
};

#ifdef LIBARCHIVE_SONAME
#define ARCHIVE_SYMBOL(name) { "archive_" #name, NULL },
#else
#define LIBARCHIVE_SONAME NULL
#define ARCHIVE_SYMBOL(name) { "archive_" #name, (void *)archive_##name },
#endif

#ifdef ZLIB_SONAME
#define ZLIB_SYMBOL(name) { #name, NULL },
#else
#define ZLIB_SONAME NULL
#define ZLIB_SYMBOL(name) { #name, (void *)name },
#endif

static const struct symbol archive_symbols[] = { LIBARCHIVE_FUNCTIONS(ARCHIVE_SYMBOL) };
static const struct symbol zlib_symbols[] = { ZLIB_FUNCTIONS(ZLIB_SYMBOL) };
#ifdef HAS_ISAL
#define ISAL_SYMBOL(name) { "isal_" #name, NULL },
static const struct symbol isal_symbols[] = { ISAL_FUNCTIONS(ISAL_SYMBOL) };
static struct isal isal_functions;
#endif

static struct libarchive archive_functions;
static struct zlib zlib_functions;

/* A library that is loaded once. */
struct library {
	const char *soname; /* NULL: the library is linked */
	const struct symbol *symbols;
	size_t count;
	void *functions; /* pointers in the order of the symbols, and then `missing` */
	struct dynload loaded;
	atomic_bool is_tried;
};

static struct library libraries[] = {
	{ .soname = LIBARCHIVE_SONAME, .symbols = archive_symbols,
	    .count = COUNT(archive_symbols), .functions = &archive_functions },
	{ .soname = ZLIB_SONAME, .symbols = zlib_symbols, .count = COUNT(zlib_symbols),
	    .functions = &zlib_functions },
#ifdef HAS_ISAL
	{ .soname = "libisal.so.2", .symbols = isal_symbols, .count = COUNT(isal_symbols),
	    .functions = &isal_functions },
#endif
};

static void
load(struct library *l)
{
	void **functions = l->functions;
	size_t i;

	if (l->soname)
		dynload_open(&l->loaded, l->soname);
	for (i = 0; i < l->count; i++)
		functions[i] = l->soname ? dynload_symbol(&l->loaded, l->symbols[i].name) :
		    l->symbols[i].linked;
	functions[l->count] = (void *)l->loaded.error;
}

static void *
load_once(struct library *l)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

	if (l->is_tried)
		return l->functions;
	pthread_mutex_lock(&lock);
	if (!l->is_tried)
		load(l);
	l->is_tried = true;
	pthread_mutex_unlock(&lock);
	return l->functions;
}

const struct libarchive *
libarchive(void)
{
	return load_once(&libraries[0]);
}

const struct zlib *
zlib(void)
{
	return load_once(&libraries[1]);
}

const struct isal *
isal(void)
{
#ifdef HAS_ISAL
	return load_once(&libraries[2]);
#else
	static const struct isal none = { "not built in" };

	return &none;
#endif
}

/* ---- for --version --- */

const char *
urlgrep_mail_library(unsigned index, char *text, size_t size)
{
	static const char *const names[] = { "libarchive", "zlib", "ISA-L", "ICU" };
	const char *missing = NULL, *version = U_ICU_VERSION;
	char number[32];

	if (index >= COUNT(names))
		return NULL;
	if (index == 0 && (missing = libarchive()->missing) == NULL) {
		int n = libarchive()->version_number();

		snprintf(number, sizeof(number), "%d.%d.%d", n / 1000000, n / 1000 % 1000, n % 1000);
		version = number;
	} else if (index == 1 && (missing = zlib()->missing) == NULL) {
		version = zlib()->zlibVersion();
	} else if (index == 2) {
		missing = isal()->missing;
		version = "in use"; /* ISA-L does not report its version */
	} else if (index == 3 && idna_load() != URLGREP_OK) {
		missing = "cannot be loaded";
	}
	snprintf(text, size, "%s%s%s", names[index], missing ? ": " : " ",
	    missing ? missing : version);
	return names[index];
}
