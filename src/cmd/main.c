/* main.c - the command urlgrep, from its arguments to its exit status */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmd/printer.h"
#include "cmd/progress.h"
#include "cmd/scheduler.h"
#include "cmd/search.h"
#include "cmd/shared.h"
#include "cmd/walk.h"
#include "util/platform.h"

/* ---- threads --- */

/* Return the total size of all files, or 0 if it is unknown before they are read or only a range
 * is searched. A progress_measure; with -r it walks the directories a second time. */
static uint64_t
total_size(const struct settings *s)
{
	struct walk *walk = walk_new(s);
	struct walk_entry entry;
	bool is_known = !s->has_range;
	uint64_t total = 0;

	while (is_known && (!s->recursive || progress_is_wanted()) && walk_next(walk, &entry)) {
		if (entry.reason)
			continue;
		is_known = entry.status && S_ISREG(entry.status->st_mode);
		total += is_known ? (uint64_t)entry.status->st_size : 0;
	}
	walk_free(walk);
	return is_known ? total : 0;
}

static bool
reads_stdin(const struct settings *s)
{
	const char *const *name = s->names;

	if (*name == NULL)
		return !s->recursive;
	for (; *name; name++)
		if (strcmp(*name, "-") == 0)
			return true;
	return false;
}

/* Return how many threads to search files of that total size with (0: unknown). The default is one
 * thread for small inputs, which are read before a second thread could start, and for standard
 * input, which may arrive slowly. */
static long
count_threads(const struct settings *s, uint64_t size)
{
	enum { MAX_THREADS = 8, LITTLE_BYTES = 1024 * 1024 };
	int count;

	if (s->threads)
		return s->threads;
	if (s->line_buffered || s->with_context || reads_stdin(s) ||
	    (size > 0 && size < LITTLE_BYTES))
		return 1;
	count = platform_count_processors();
	return count > MAX_THREADS ? MAX_THREADS : count;
}

/* ---- the prepass --- */

/* Make standard input seekable, copying it if necessary. Return false and set errno on failure. */
static bool
make_stdin_seekable(void)
{
	char piece[65536];
	FILE *copy;
	ssize_t got;
	bool is_copied;

	if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0)
		return true;
	message_terminal(READING_TERMINAL);
	copy = tmpfile();
	if (copy == NULL)
		return false;
	while ((got = read(STDIN_FILENO, piece, sizeof(piece))) > 0 || (got < 0 && errno == EINTR))
		if (got > 0 && fwrite(piece, 1, (size_t)got, copy) != (size_t)got)
			break;
	is_copied = got == 0 && fflush(copy) == 0 && dup2(fileno(copy), STDIN_FILENO) >= 0 &&
	    lseek(STDIN_FILENO, 0, SEEK_SET) == 0;
	fclose(copy);
	return is_copied;
}

/* For --resolve: set context->known to the unbroken URLs of all files, collected by one thread.
 * Standard input that cannot be read twice is replaced with a temporary copy. Read errors are left
 * to the main pass to report. Return false and set errno if standard input cannot be copied. */
static bool
collect_unbroken(struct search_context *context, const struct timespec *start)
{
	struct search_context silent = *context;
	struct settings settings = *context->settings;

	if (reads_stdin(context->settings) && !make_stdin_seekable())
		return false;
	settings.mode = OUTPUT_NOTHING;
	settings.threads = 1;
	settings.show_progress = false;
	settings.max_count = -1;
	silent.settings = &settings;
	silent.collected = urlgrep_url_set_new(&xmalloc_memory);
	scheduler_run(&silent, start);
	context->known = silent.collected;
	return true;
}

/* ---- running --- */

/* Print ranges of `size` bytes, one per line. */
static void
print_pieces(uint64_t bytes, uint64_t size)
{
	uint64_t begin = 0;

	for (; bytes - begin > size; begin += size)
		printf("%" PRIu64 "-%" PRIu64 "\n", begin, begin + size);
	printf("%" PRIu64 "-\n", begin);
}

/* Print the ranges of a file, or a single one if it cannot be divided. Return the exit status. */
static int
run_pieces(struct search_context *context)
{
	const char *path = context->settings->names[0];
	struct search *search = search_new(context, false);
	urlgrep_mail_range range = search_whole_file(0);
	int fd = file_open(path), error = 0;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0)
		error = errno;
	else if (S_ISDIR(st.st_mode))
		error = EISDIR;
	else
		print_pieces(S_ISREG(st.st_mode) && search_is_divisible(search, fd, path, &range) &&
		    range.type == URLGREP_MAIL_MBOX ? (uint64_t)st.st_size : 0,
		    context->settings->piece_bytes);
	if (error)
		message_errno(path, error);
	file_close(fd);
	search_free(search);
	return error ? EXIT_ERROR : EXIT_FOUND;
}

/* Complete the settings. Return the total size of the files; 0 if it is unknown or not needed. */
static uint64_t
prepare(struct settings *settings)
{
	uint64_t size = 0;

	settings_resolve(settings);
	if (!settings->recursive && (settings->threads == 0 || settings->show_progress))
		size = total_size(settings);
	settings->threads = count_threads(settings, size);
	if (settings->threads > 1 && !settings->recursive && settings_only_name(settings))
		settings->mail.flags |= URLGREP_READ_AHEAD; /* one file leaves a thread to spare */
	if (settings->only_urls)
		settings->mail.flags |= URLGREP_BRIEF_LOCATIONS;
	return size;
}

/* Check the URLs, or search or divide the files, of the command line. Return the exit status. */
static int
run(struct settings *settings, const struct timespec *start)
{
	struct search_context context;
	uint64_t size = prepare(settings);
	int status = EXIT_ERROR;

	if (search_context_begin(&context, settings)) {
		if (settings->check) {
			status = check_urls(&context) ? EXIT_FOUND : EXIT_NONE;
		} else if (settings->piece_bytes) {
			status = run_pieces(&context);
		} else if (settings->prepass && !collect_unbroken(&context, start)) {
			message_errno(STDIN_NAME, errno);
		} else {
			if (settings->show_progress)
				progress_begin(size, settings->recursive ? total_size : NULL, settings);
			status = scheduler_run(&context, start) ? EXIT_FOUND : EXIT_NONE;
			progress_end();
		}
	}
	search_context_end(&context);
	if (settings->mode == OUTPUT_NOTHING && status == EXIT_FOUND)
		return EXIT_FOUND; /* a finding outweighs errors, as in grep */
	return output_close() && !messages_had_errors() ? status : EXIT_ERROR;
}

/* Reserve the descriptors of closed standard streams: using one must fail, not reach another
 * file that was opened in its place. */
static void
reserve_standard_streams(void)
{
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int
main(int argc, char **argv)
{
	struct settings settings;
	struct timespec start;
	int status;
	bool dies_of_pipe;

	reserve_standard_streams();
	x_keep_freed();
	output_setup();
	dies_of_pipe = signal(SIGPIPE, SIG_IGN) != SIG_IGN;
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (argc > 0 && strcmp(argv[0], "urlreport") == 0) /* which runs this program with --json */
		messages_program = "urlreport";
	if (!settings_read(&settings, argc, argv))
		status = EXIT_ERROR;
	else if (help_print_instead(&settings))
		status = output_close() ? EXIT_FOUND : EXIT_ERROR;
	else if (settings_have_no_files(&settings))
		status = EXIT_NONE;
	else
		status = run(&settings, &start);
	settings_free(&settings);
	if (dies_of_pipe && output_flush() == EPIPE) { /* die of SIGPIPE as other commands do */
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	return status;
}
