/* libraries.c - the libraries that are loaded when they are needed, for --version */
#include <stdio.h>

#include "input/gzip.h"
#include "input/libraries.h"
#include "urlgrep_mail.h"
#include "util/idna.h"

/* Each function writes a version to text[0..size) and returns NULL, or why the library
 * cannot be loaded. */

static const char *
read_libarchive(char *text, size_t size)
{
	int number;

	if (libarchive()->missing)
		return libarchive()->missing;
	number = libarchive()->version_number();
	snprintf(text, size, "%d.%d.%d", number / 1000000, number / 1000 % 1000,
	    number % 1000);
	return NULL;
}

static const char *
read_zlib(char *text, size_t size)
{
	if (zlib()->missing == NULL)
		snprintf(text, size, "%s", zlib()->zlibVersion());
	return zlib()->missing;
}

/* ISA-L does not tell its version. */
static const char *
read_isal(char *text, size_t size)
{
	snprintf(text, size, "in use");
	return inflate_isal() ? NULL : "not installed";
}

static const char *
read_icu(char *text, size_t size)
{
	static const char reason[] = "cannot be loaded";
	struct idna idna = { .is_tried = false };
	bool is_loaded = idna_load(&idna);

	idna_free(&idna);
	snprintf(text, size, "%s", U_ICU_VERSION);
	return is_loaded ? NULL : reason;
}

const char *
urlgrep_mail_library(unsigned index, char *text, size_t size)
{
	static const struct {
		const char *name;
		const char *(*read)(char *text, size_t size);
	} rows[] = { { "libarchive", read_libarchive },
		{ "zlib", read_zlib }, { "ISA-L", read_isal }, { "ICU", read_icu } };
	char version[32];
	const char *missing;

	if (index >= sizeof(rows) / sizeof(rows[0]))
		return NULL;
	missing = rows[index].read(version, sizeof(version));
	if (missing)
		snprintf(text, size, "%s: %s", rows[index].name, missing);
	else
		snprintf(text, size, "%s %s", rows[index].name, version);
	return rows[index].name;
}
