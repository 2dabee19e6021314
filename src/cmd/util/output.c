/* output.c - standard output: buffered, and written in whole lines, as standard error is */
#include "cmd/util/output.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#ifdef __linux__
#include <stdio_ext.h>
#else
#define __fpending(file) ((void)(file), (size_t)0) /* unknown here */
#define ferror_unlocked(file) ferror(file)
#endif
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/util/messages.h"

/* The buffer is flushed after a line beyond so many bytes; the rest of it is room for a long
 * line. What goes to a file is written in larger pieces, which takes the system less time. */
enum { FLUSH_BYTES = 32 * 1024, FLUSH_FILE_BYTES = 256 * 1024, BUFFER_BYTES = 512 * 1024 };

static int first_error; /* an errno, or 0 */
static bool is_file;

void
output_setup(void)
{
	static char buffer[BUFFER_BYTES], error_buffer[BUFSIZ];
	struct stat st;

	is_file = fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode);
	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	setvbuf(stderr, error_buffer, _IOLBF, sizeof(error_buffer));
}

void
output_end_line(void)
{
	if (__fpending(stdout) > (is_file ? FLUSH_FILE_BYTES : FLUSH_BYTES))
		output_flush();
}

bool
output_has_failed(void)
{
	if (first_error == 0 && ferror_unlocked(stdout))
		first_error = errno ? errno : EIO;
	return first_error != 0;
}

/* While a regular file is written, which happens page by page, signals that end the
 * command have to wait. A pipe may have no reader, so there they must not wait. */
int
output_flush(void)
{
	sigset_t ending, before;

	sigemptyset(&ending);
	if (is_file) {
		sigaddset(&ending, SIGINT);
		sigaddset(&ending, SIGTERM);
		sigaddset(&ending, SIGHUP);
	}
	pthread_sigmask(SIG_BLOCK, &ending, &before);
	if (!output_has_failed() && fflush(stdout) != 0)
		first_error = errno;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return first_error;
}

int
output_error(void)
{
	return first_error;
}

bool
output_close(void)
{
	output_flush();
	if (close(STDOUT_FILENO) != 0 && first_error == 0)
		first_error = errno;
	if (first_error && first_error != EPIPE)
		message_errno("standard output", first_error);
	return first_error == 0;
}
