/* main.c - the command urlgrep, from its arguments to its exit status */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmd/check.h"
#include "cmd/mailbox_range.h"
#include "cmd/progress.h"
#include "cmd/walk.h"
#include "cmd/grammars.h"
#include "cmd/options.h"
#include "cmd/scheduler.h"
#include "cmd/printer.h"
#include "cmd/direct_search.h"
#include "cmd/limits.h"
#include "cmd/prepass.h"
#include "cmd/search.h"
#include "cmd/settings.h"
#include "cmd/wrappers_file.h"
#include "cmd/clock.h"
#include "cmd/messages.h"
#include "cmd/output.h"
#include "cmd/xmalloc.h"
#include "row/idn.h"

/* A search of files, from the first to the last. */
struct search_run {
	const struct settings *settings;
	char **names; /* those on the command line */
	struct limits *limits;
	struct scheduler *scheduler;
	struct stat output; /* standard output; st_mode is 0 if it is unknown */
};

/* ---- files --- */

/* Return true if the file is being written by this command: reading it would never end.
 * As in grep, that matters only if more than one URL of a file may be printed. */
static bool
is_output(const struct search_run *r, const struct stat *in)
{
	const struct settings *s = r->settings;
	const struct stat *out = &r->output;

	if (s->mode != OUTPUT_FINDINGS || s->max_count == 0 || s->max_count == 1)
		return false;
	return S_ISREG(in->st_mode) && S_ISREG(out->st_mode) &&
	    in->st_dev == out->st_dev && in->st_ino == out->st_ino;
}

static void
search_fd(struct search_run *r, int fd, const char *path)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		scheduler_add_error(r->scheduler, path, strerror(errno));
	else if (S_ISDIR(st.st_mode))
		scheduler_add_error(r->scheduler, path, strerror(EISDIR));
	else if (is_output(r, &st))
		scheduler_add_error(r->scheduler, path, "input file is also the output");
	else if (r->settings->max_count == 0)
		scheduler_add_end(r->scheduler, path);
	else
		scheduler_search_fd(r->scheduler, fd, path);
}

/* A second "-" finds nothing, as with a pipe, also if standard input is a file. */
static void
search_stdin(struct search_run *r)
{
	if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
		message_notice(STDIN_NAME, NOTICE_TERMINAL);
	search_fd(r, STDIN_FILENO, STDIN_NAME);
	lseek(STDIN_FILENO, 0, SEEK_END);
}

/* Return the reason why a file was not opened. If the first name is that of no file, it is the
 * only one or others are files, and there is no -e, it may be meant as a pattern: grep and ripgrep
 * take one. */
static const char *
open_error(const struct search_run *r, const char *path, int error)
{
	char **name = r->names;
	struct stat st;

	if (error != ENOENT || path != *name || r->settings->patterns.count > 0 ||
	    lstat(path, &st) == 0)
		return strerror(error);
	while (*++name && access(*name, F_OK) != 0)
		;
	return *name || r->names[1] == NULL ?
	    "no such file or directory; a pattern goes after -e" : strerror(error);
}

/* Only a regular file can be opened later, and in another thread: opening a named pipe
 * may wait. */
static void
search_path(struct search_run *r, const char *path, const struct stat *status)
{
	struct stat st;
	int fd;

	if (status == NULL && stat(path, &st) == 0)
		status = &st;
	if (r->settings->max_count != 0 && status && S_ISREG(status->st_mode) &&
	    !is_output(r, status)) {
		scheduler_search_path(r->scheduler, path, (uint64_t)status->st_size);
	} else if ((fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)) < 0) {
		scheduler_add_error(r->scheduler, path, open_error(r, path, errno));
	} else {
		search_fd(r, fd, path);
		close(fd);
	}
}

static void
search_all(struct search_run *r, char **names)
{
	struct walk *walk = walk_new(r->settings, names);
	struct walk_entry entry;

	while (!limits_run_is_over(r->limits) && walk_next(walk, &entry)) {
		if (entry.error)
			scheduler_add_error(r->scheduler, entry.path,
			    strerror(entry.error));
		else if (entry.path)
			search_path(r, entry.path, entry.status);
		else
			search_stdin(r);
	}
	walk_free(walk);
}

/* ---- threads --- */

/* Return how many of a file's bytes are in the range that is searched. */
static uint64_t
bytes_in_range(const struct settings *s, uint64_t bytes)
{
	uint64_t end = bytes < s->range_end ? bytes : s->range_end;

	if (!s->has_range)
		return bytes;
	return end > s->range_begin ? end - s->range_begin : 0;
}

/* Return how many bytes of all files are searched, or 0 if that is unknown before they are
 * read. */
static uint64_t
total_size(const struct settings *s, char **names)
{
	uint64_t total = 0;
	struct stat st;

	for (; !s->recursive && *names; names++) {
		if (stat(*names, &st) != 0 || !S_ISREG(st.st_mode))
			return 0;
		total += bytes_in_range(s, (uint64_t)st.st_size);
	}
	return total;
}

/* Return how many threads search. By default there is one thread for little input, which
 * is read before a second one could start, and for a pipe, which is read as it comes. */
static long
count_threads(const struct settings *s, char **names)
{
	enum { MAX_THREADS = 8, LITTLE_BYTES = 1024 * 1024 };
	uint64_t size = total_size(s, names);
	cpu_set_t set;
	int count;

	if (s->threads)
		return s->threads;
	if (s->line_buffered || s->with_context || (*names == NULL && !s->recursive) ||
	    (size > 0 && size < LITTLE_BYTES) ||
	    sched_getaffinity(0, sizeof(set), &set) != 0)
		return 1;
	count = CPU_COUNT(&set);
	return count > MAX_THREADS ? MAX_THREADS : count;
}

/* Return true if one file leaves a thread to spare, which can decompress it. */
static bool
is_one_file(const struct settings *s, char **names)
{
	return !s->recursive && names[0] && names[1] == NULL;
}

/* ---- running --- */

static void
print_summary(struct direct_search *direct, struct search_sums sums,
    const struct timespec *start)
{
	struct run_summary summary = { .bytes = sums.bytes,
		.messages = sums.messages, .lines = sums.lines,
		.decoded = sums.decoded,
		.skipped = messages_about_files(),
		.seconds = seconds_since(start) };

	limits_summarize(direct->limits, &summary);
	printer_print_summary(direct->printer, &summary);
}

static void
clear_progress_line(void *progress)
{
	progress_clear_line(progress);
}

/* Search the files called names. Return true if something was found. */
static bool
search_files(struct search_context *context, char **names,
    const struct timespec *start)
{
	const struct settings *settings = context->settings;
	struct direct_search direct = { .search = search_new(context, 0) };
	struct search_run r = { .settings = settings, .names = names };
	struct search_sums sums;
	bool found_any;

	if (settings->show_progress)
		direct.progress = progress_new(total_size(settings, names));
	messages_set_hook(clear_progress_line, direct.progress);
	direct.printer = printer_new(settings, &context->grammars, output_buffer(),
	    direct.search->mail);
	direct.limits = limits_new(settings, direct.printer, direct.progress);
	r.limits = direct.limits;
	r.scheduler = scheduler_new(context, &direct, (unsigned)settings->threads);
	if (fstat(STDOUT_FILENO, &r.output) != 0)
		r.output.st_mode = 0;

	printer_print_begin(direct.printer);
	search_all(&r, names);
	sums = scheduler_finish(r.scheduler);
	progress_clear_line(direct.progress);
	printer_print_end(direct.printer);
	print_summary(&direct, sums, start);
	found_any = limits_found_any(direct.limits);

	messages_set_hook(NULL, NULL);
	scheduler_free(r.scheduler);
	limits_free(direct.limits);
	printer_free(direct.printer);
	search_free(direct.search);
	progress_free(direct.progress);
	return found_any;
}

/* Search the files called names, after a prepass if the settings say so. Return the exit
 * status as far as it is known. */
static int
run_search(struct search_context *context, char **names,
    const struct timespec *start)
{
	urlgrep_url_set *known = NULL;
	bool found_any;

	if (context->settings->prepass) {
		known = prepass_run(context, names);
		if (known == NULL) {
			message_errno(STDIN_NAME, errno);
			return EXIT_ERROR;
		}
		context->known = known;
	}
	found_any = search_files(context, names, start);
	urlgrep_url_set_free(known);
	return found_any ? EXIT_FOUND : EXIT_NONE;
}

static int
run_check(const struct search_context *context, char **urls)
{
	return check_urls(context, urls) ? EXIT_FOUND : EXIT_NONE;
}

/* Print the ranges of a file, for --pieces. */
static int
run_pieces(struct search_context *context, const char *path)
{
	struct search *search = search_new(context, SEARCH_UNFILTERED);
	bool is_read = mailbox_range_print_pieces(search->mail, path,
	    context->settings->piece_bytes);

	if (!is_read)
		message_errno(path, errno);
	search_free(search);
	return is_read ? EXIT_FOUND : EXIT_ERROR;
}

/* With -q a finding outweighs errors, as in grep. */
static int
final_status(const struct settings *settings, int status)
{
	if (settings->mode == OUTPUT_NOTHING && status == EXIT_FOUND)
		return EXIT_FOUND;
	return output_close() && !messages_had_errors() ? status : EXIT_ERROR;
}

/* Return false after a message if a pattern is wrong: before anything is read. */
static bool
check_patterns(const struct settings *settings)
{
	struct filter *filter = filter_new(settings);

	filter_free(filter);
	return filter != NULL;
}

/* Check, divide or search what is named. Return the exit status as far as it is known. */
static int
run_wanted(struct search_context *context, char **names, const struct timespec *start)
{
	if (context->settings->check)
		return run_check(context, names);
	if (context->settings->piece_bytes)
		return run_pieces(context, *names);
	return run_search(context, names, start);
}

static int
run(struct settings *settings, char **names, const struct timespec *start)
{
	struct search_context context = { .settings = settings };
	urlgrep_grammar *chosen, *rfc1738 = NULL;
	char *wrappers = NULL;
	int status = EXIT_ERROR;

	settings_resolve(settings, names);
	settings->threads = count_threads(settings, names);
	if (settings->threads > 1 && is_one_file(settings, names))
		settings->mail.flags |= URLGREP_MAIL_READ_AHEAD;
	if (settings->format == printer_format_named("plain"))
		settings->mail.flags |= URLGREP_MAIL_BRIEF_LOCATIONS;
	if (settings->quiet_about_files)
		messages_set_quiet();
	if (!check_patterns(settings))
		return EXIT_ERROR;
	chosen = grammars_make_chosen(settings);
	if (chosen == NULL)
		return EXIT_ERROR;
	if (settings->format->needs_rfc1738)
		rfc1738 = grammars_make("rfc1738", 0);
	context.grammars = (struct grammars){ chosen, rfc1738 };
	if (settings->wrappers_path == NULL || wrappers_file_read(settings->wrappers_path,
		chosen, &wrappers, &settings->wrapper_rows))
		status = run_wanted(&context, names, start);
	string_list_free(&settings->wrapper_rows);
	free(wrappers);
	urlgrep_grammar_free(chosen);
	urlgrep_grammar_free(rfc1738);
	return final_status(settings, status);
}

static void
print_version(void)
{
	char text[320];
	unsigned i;

	urlgrep_pcre2_version(text, sizeof(text));
	printf("urlgrep %s\nPCRE2 %s, JIT %s\n", urlgrep_version(), text,
	    urlgrep_jit() ? "in use" : "not available");
	for (i = 0; urlgrep_mail_library(i, text, sizeof(text)); i++)
		puts(text);
}

/* Return the forms of a scheme in running text; "-" if it is found in <URL:...> and in the
 * links of HTML only. */
static const char *
scheme_forms(const urlgrep_scheme *s)
{
	if (s->has_slashes)
		return s->is_opaque ? "//,opaque" : "//";
	return s->is_opaque ? "opaque" : "-";
}

/* Print the table of schemes: name, registered or not, the forms in running text, the
 * default port, the RFC. */
static void
print_schemes(void)
{
	urlgrep_scheme s;
	unsigned i;

	for (i = 0; urlgrep_scheme_at(i, &s) == URLGREP_OK; i++) {
		printf("%s\t%s\t%s\t", s.name, s.is_registered ? "iana" : "common",
		    scheme_forms(&s));
		if (s.port)
			printf("%u\t", s.port);
		else
			fputs("-\t", stdout);
		if (s.rfc)
			printf("RFC %u\n", s.rfc);
		else
			puts("-");
	}
}

/* Print what is asked for instead of a search. Return false if it is a search. */
static bool
print_instead(const struct settings *s)
{
	if (s->help)
		help_print(s->all_help);
	else if (s->version)
		print_version();
	else if (s->print_schemes)
		print_schemes();
	else if (s->print_grammar)
		fputs(urlgrep_grammar_text(s->print_grammar), stdout);
	else if (s->generate)
		completions_print(s->generate);
	else
		return false;
	return true;
}

/* End as other programs do whose output nobody reads: by SIGPIPE, unless that was ignored
 * when the command began. */
static void
die_of_closed_pipe(void)
{
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}

/* A standard stream that was closed must fail, and not be the next file opened. */
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
	int first, status;
	bool dies_of_pipe;

	reserve_standard_streams();
	x_keep_freed();
	output_setup();
	idn_without_memory = x_die;
	dies_of_pipe = signal(SIGPIPE, SIG_IGN) != SIG_IGN;
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (!settings_read(&settings, argc, argv, &first))
		status = EXIT_ERROR;
	else if (print_instead(&settings))
		status = output_close() ? EXIT_FOUND : EXIT_ERROR;
	else
		status = run(&settings, argv + first, &start);
	settings_free(&settings);
	if (dies_of_pipe && output_error() == EPIPE)
		die_of_closed_pipe();
	return status;
}
