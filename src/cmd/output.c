/* output.c - standard output and standard error, buffered and written in whole lines */
#include "cmd/shared.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* After a line, the buffer is written out if it exceeds FLUSH_BYTES, or FLUSH_FILE_BYTES for a
 * file, since larger writes cost less system time; to a terminal, at once. A buffer that has
 * grown beyond KEPT_BYTES is freed. */
enum { FLUSH_BYTES = 32 * 1024, FLUSH_FILE_BYTES = 256 * 1024, KEPT_BYTES = 1024 * 1024 };

static struct strbuf buffer = { .memory = &xmalloc_memory };
static size_t flush_bytes;
static int first_error; /* an errno, or 0 */

/* A terminating signal takes effect after the current write. Blocking signals would not be enough:
 * they are delivered to the main thread, but any thread may be writing. */
static atomic_int ending_signal;
static atomic_bool is_writing;

static void
end_by_signal(int number)
{
	signal(number, SIG_DFL);
	kill(getpid(), number);
}

static void
note_signal(int number)
{
	atomic_store(&ending_signal, number);
	if (!atomic_load(&is_writing))
		end_by_signal(number);
}

/* Handle the signal, unless it is ignored, as it is in background jobs of some shells. */
static void
handle_signal(int number)
{
	struct sigaction action = { .sa_handler = note_signal, .sa_flags = SA_RESTART }, before;

	if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
		sigaction(number, &action, NULL);
}

void
output_setup(void)
{
	static char error_buffer[BUFSIZ];
	struct stat st;
	bool is_file = fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode);

	flush_bytes = is_file ? FLUSH_FILE_BYTES : isatty(STDOUT_FILENO) ? 0 : FLUSH_BYTES;
	if (is_file) {
		handle_signal(SIGINT);
		handle_signal(SIGTERM);
		handle_signal(SIGHUP);
	}
	setvbuf(stderr, error_buffer, _IOLBF, sizeof(error_buffer));
}

int
terminal_columns(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

struct strbuf *
output_buffer(void)
{
	return &buffer;
}

void
output_end_line(bool is_line_buffered)
{
	if (is_line_buffered || buffer.len > flush_bytes)
		output_flush();
}

bool
output_has_failed(void)
{
	return first_error != 0;
}

int
output_write(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno != EINTR)
			return errno;
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		}
	}
	return 0;
}

static void
write_buffer(void)
{
	if (first_error == 0)
		first_error = output_write(STDOUT_FILENO, buffer.at, buffer.len);
	if (buffer.size > KEPT_BYTES)
		strbuf_free(&buffer);
	strbuf_clear(&buffer);
}

/* The system writes a regular file page by page; handled signals wait meanwhile, so that no partial
 * line is left. For pipes, which may never be read, no handlers are installed. */
int
output_flush(void)
{
	int number;

	if (buffer.len == 0)
		return first_error;
	atomic_store(&is_writing, true);
	if (atomic_load(&ending_signal) == 0)
		write_buffer();
	atomic_store(&is_writing, false);
	number = atomic_load(&ending_signal);
	if (number == 0)
		return first_error;
	end_by_signal(number);
	for (;;) /* in a thread that the signal does not reach */
		pause();
}

bool
output_close(void)
{
	output_flush();
	errno = 0;
	if ((fflush(stdout) != 0 || ferror(stdout)) && first_error == 0)
		first_error = errno ? errno : EIO;
	if (close(STDOUT_FILENO) != 0 && first_error == 0)
		first_error = errno;
	if (first_error && first_error != EPIPE)
		message_errno("standard output", first_error);
	return first_error == 0;
}
