/* trouble.c - "urlgrep: PLACE: what" on standard error, and that it happened */
#include "trouble.h"

#include <stdio.h>
#include <string.h>

#include "safe.h"

static bool happened, quiet;

void
trouble_quiet(void)
{
	quiet = true;
}

void
trouble(const char *place, const char *what)
{
	happened = true;
	fflush(stdout);
	fputs("urlgrep: ", stderr);
	safe_write(stderr, place, strlen(place));
	fprintf(stderr, ": %s\n", what);
}

void
trouble_file(const char *place, const char *what)
{
	happened = true;
	if (!quiet)
		trouble(place, what);
}

bool
troubled(void)
{
	return happened;
}
