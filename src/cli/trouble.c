/* trouble.c - "urlgrep: PLACE: what" on standard error, and that it happened */
#include "trouble.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "safe.h"

static bool happened, quiet;
static void (*hook)(void *data);
static void *hook_data;
static int output_error;

void
trouble_before(void (*before)(void *data), void *data)
{
	hook = before;
	hook_data = data;
}

void
trouble_quiet(void)
{
	quiet = true;
}

bool
output_failed(void)
{
	if (output_error == 0 && ferror(stdout))
		output_error = errno ? errno : EIO;
	return output_error != 0;
}

int
flush_output(void)
{
	if (!output_failed() && fflush(stdout) != 0)
		output_error = errno;
	return output_error;
}

void
trouble(const char *place, const char *what)
{
	happened = true;
	flush_output();
	if (hook)
		hook(hook_data);
	fputs("urlgrep: ", stderr);
	safe_write(stderr, place, strlen(place));
	fputs(": ", stderr);
	safe_write(stderr, what, strlen(what));
	fputc('\n', stderr);
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
