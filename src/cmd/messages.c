/* messages.c - "urlgrep: PLACE: what" on standard error, and that it happened */
#include "cmd/messages.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#ifdef __linux__
#include <stdio_ext.h>
#else
#define __fpending(file) ((void)(file), (size_t)0) /* nobody says */
#endif
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/print/escape.h"

/* What is held back, and room behind it for a line that is long. */
enum { OUTPUT_HELD = 32 * 1024, OUTPUT_SIZE = 256 * 1024 };

static bool happened, quiet;
static void (*hook)(void *data);
static void *hook_data;
static int output_error;
static bool output_is_file;

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

/* A signal to end waits until a file has it all: even that is written page by
 * page. A pipe may have nobody who reads, so there it must not wait. */
int
flush_output(void)
{
	sigset_t ending, before;

	sigemptyset(&ending);
	if (output_is_file) {
		sigaddset(&ending, SIGINT);
		sigaddset(&ending, SIGTERM);
		sigaddset(&ending, SIGHUP);
	}
	pthread_sigmask(SIG_BLOCK, &ending, &before);
	if (!output_failed() && fflush(stdout) != 0)
		output_error = errno;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return output_error;
}

void
setup_output(void)
{
	static char held[OUTPUT_SIZE];
	struct stat st;

	output_is_file = fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode);
	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, held, _IOFBF, sizeof(held));
}

void
settle_output(void)
{
	if (__fpending(stdout) > OUTPUT_HELD)
		flush_output();
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

/* The system's and libarchive's reasons begin with a capital; "ZIP bad CRC" is to
 * begin so. */
static void
trouble_reason(const char *place, const char *why)
{
	bool capital = why[0] >= 'A' && why[0] <= 'Z' &&
	    !(why[1] >= 'A' && why[1] <= 'Z');
	char *small = capital ? strdup(why) : NULL;

	if (small)
		small[0] = (char)(small[0] - 'A' + 'a');
	trouble(place, small ? small : why);
	free(small);
}

void
trouble_error(const char *place, int error)
{
	trouble_reason(place, strerror(error));
}

void
trouble_file(const char *place, const char *why)
{
	happened = true;
	if (!quiet)
		trouble_reason(place, why);
}

bool
troubled(void)
{
	return happened;
}
