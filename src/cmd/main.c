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
#include "cmd/parallel/scheduler.h"
#include "cmd/filter.h"
#include "cmd/completions.h"
#include "cmd/print/json_writer.h"
#include "cmd/xmalloc.h"
#include "cmd/options.h"
#include "cmd/print/printer.h"
#include "cmd/progress.h"
#include "cmd/limits.h"
#include "cmd/resolve.h"
#include "cmd/messages.h"
#include "cmd/walk.h"
#include "input/mapped_file.h"

/* Everything one run of the command has. */
struct run {
	struct options options;
	urlgrep_grammar *grammar, *strict_grammar;
	struct shared shared;
	struct evidence *known;
	struct report *report;
	struct dealer *dealer;
	struct progress *progress;
	struct timespec began;
	struct stat output; /* mode 0: it is unknown */
};

/* ---- files --- */

static void
hide_progress(void *data)
{
	struct run *r = data;

	progress_hide(r->progress);
}

/* Octets of the files named, if they are all there is. */
static uint64_t
octets_of(const struct options *o, char **names)
{
	uint64_t total = 0;
	struct stat st;

	for (; !o->recursive && *names; names++) {
		if (stat(*names, &st) != 0 || !S_ISREG(st.st_mode))
			return 0;
		total += (uint64_t)st.st_size;
	}
	return total;
}

/* Reading what is being written would never end, as grep knows, who minds it
 * where more than one URL may be written of a file. */
static bool
is_output(const struct run *r, const struct stat *in)
{
	const struct options *o = &r->options;
	const struct stat *out = &r->output;

	if (options_names_only(o) || o->count || o->most == 0 || o->most == 1)
		return false;
	return S_ISREG(in->st_mode) && S_ISREG(out->st_mode) &&
	    in->st_dev == out->st_dev && in->st_ino == out->st_ino;
}

static void
visit_fd(struct run *r, int fd, const char *path)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		deal_trouble(r->dealer, path, strerror(errno));
	else if (S_ISDIR(st.st_mode))
		deal_trouble(r->dealer, path, strerror(EISDIR));
	else if (is_output(r, &st))
		deal_trouble(r->dealer, path, "input file is also the output");
	else if (r->options.most == 0)
		deal_done(r->dealer, path);
	else
		deal_fd(r->dealer, fd, path);
}

/* The file may be read later and elsewhere, if it is one that waits. */
static void
visit_path(struct run *r, const char *path, const struct stat *status)
{
	struct stat st;
	int fd;

	if (status == NULL && stat(path, &st) == 0)
		status = &st;
	if (r->options.most != 0 && status && S_ISREG(status->st_mode) &&
	    !is_output(r, status)) {
		deal_path(r->dealer, path, (uint64_t)status->st_size);
	} else if ((fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)) < 0) {
		deal_trouble(r->dealer, path, strerror(errno));
	} else {
		visit_fd(r, fd, path);
		close(fd);
	}
}

static bool
visit(const char *path, const struct stat *status, void *data)
{
	struct run *r = data;

	if (path == NULL)
		visit_fd(r, STDIN_FILENO, "(standard input)");
	else
		visit_path(r, path, status);
	return report_going(r->report);
}

/* ---- the run --- */

static bool
is_folder(const char *name)
{
	struct stat st;

	return stat(name, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool
many_files(const struct options *o, char **names)
{
	if (*names == NULL)
		return o->recursive;
	return names[1] || (o->recursive && is_folder(*names));
}

/* Threads are for files, which are all there: a pipe is read as it comes, unless
 * they were asked for. A little is read sooner than threads begin. */
static unsigned
thread_count(const struct options *o, char **names)
{
	enum { MOST = 8, LITTLE = 1024 * 1024 };
	cpu_set_t set;
	uint64_t octets;
	int count;

	if (o->threads)
		return o->threads;
	octets = octets_of(o, names);
	if (o->line_buffered || (*names == NULL && !o->recursive) ||
	    (octets > 0 && octets < LITTLE) ||
	    sched_getaffinity(0, sizeof(set), &set) != 0)
		return 1;
	count = CPU_COUNT(&set);
	return count > MOST ? MOST : (unsigned)count;
}

static bool
setup_grammars(struct run *r)
{
	r->grammar = urlgrep_grammar_new(r->options.grammar, 0, &memory_or_end, NULL);
	r->strict_grammar = urlgrep_grammar_new("rfc1738", 0, &memory_or_end, NULL);
	return r->grammar && r->strict_grammar;
}

static void
setup_shared(struct run *r, char **names)
{
	const struct options *o = &r->options;

	r->shared = (struct shared){ o, r->grammar, r->strict_grammar,
		o->filename == ALWAYS ||
		    (o->filename == AUTO && many_files(o, names)),
		o->color == ALWAYS ||
		    (o->color == AUTO && isatty(STDOUT_FILENO) &&
			getenv("NO_COLOR") == NULL), NULL };
}

/* For names, and for what is checked. */
static struct printer
printer_of(const struct run *r)
{
	return (struct printer){ .options = &r->options, .out = stdout,
		.with_filename = r->shared.with_filename,
		.color = r->shared.color };
}

static void
teardown(struct run *r)
{
	dealer_free(r->dealer);
	evidence_free(r->known);
	report_free(r->report);
	progress_free(r->progress);
	urlgrep_grammar_free(r->grammar);
	urlgrep_grammar_free(r->strict_grammar);
	options_free(&r->options);
}

static void
summarize(struct run *r, struct search_sums searched)
{
	struct report_sums sums = report_sums(r->report);
	struct json j = { stdout, false };
	struct timespec now;
	double seconds;

	clock_gettime(CLOCK_MONOTONIC, &now);
	seconds = (double)(now.tv_sec - r->began.tv_sec) +
	    (double)(now.tv_nsec - r->began.tv_nsec) / 1e9;
	json_open(&j, NULL, '{');
	json_string(&j, "type", "summary");
	json_number(&j, "version", 1);
	json_number(&j, "files", sums.files);
	json_number(&j, "urls", sums.urls);
	json_number(&j, "bytes", sums.octets);
	json_number(&j, "messages", searched.messages);
	json_number(&j, "decoded", searched.decoded);
	printf(",\"seconds\":%.3f}\n", seconds);
}

static bool
scan_all(struct run *r, char **names)
{
	struct search_sums searched;

	if (r->options.resolve) {
		r->known = resolve(&r->shared, names);
		if (r->known == NULL)
			return false;
		r->shared.known = r->known;
	}
	r->progress = progress_new(r->options.progress,
	    octets_of(&r->options, names));
	trouble_before(hide_progress, r);
	r->report = report_new(&r->options, printer_of(r), r->progress);
	if (r->report)
		r->dealer = dealer_new(&r->shared, r->report,
		    thread_count(&r->options, names));
	if (r->dealer == NULL)
		return false;
	walk(&r->options, names, visit, r);
	searched = deal_end(r->dealer);
	progress_hide(r->progress);
	if (r->options.json && !r->options.quiet)
		summarize(r, searched);
	return true;
}

static bool
check_all(struct run *r, char **urls, bool *good)
{
	urlgrep_scanner *scanner = urlgrep_scanner_new(r->grammar);
	struct printer printer = printer_of(r);

	printer.explainer = urlgrep_scanner_new(r->grammar);
	if (scanner && printer.explainer)
		*good = check(&printer, scanner, urls);
	urlgrep_scanner_free(scanner);
	urlgrep_scanner_free(printer.explainer);
	return scanner && printer.explainer;
}

/* A full disk under standard output is trouble; a reader that went away is too,
 * but needs no telling. */
static bool
flushed(void)
{
	int error = flush_output();

	if (close(STDOUT_FILENO) != 0 && error == 0)
		error = errno;
	if (error && error != EPIPE)
		trouble_error("standard output", error);
	return error == 0;
}

static int
status_of(const struct run *r, bool good)
{
	if (r->options.quiet && good)
		return EXIT_FOUND; /* as grep -q: even if there was trouble */
	if (!flushed() || troubled())
		return EXIT_TROUBLE;
	return good ? EXIT_FOUND : EXIT_NONE;
}

static int
print_grammar(const char *name)
{
	const char *text = urlgrep_grammar_text(name);

	if (text == NULL) {
		trouble("--print-grammar: no such grammar", name);
		return EXIT_TROUBLE;
	}
	fputs(text, stdout);
	return flushed() ? EXIT_FOUND : EXIT_TROUBLE;
}

static int
print_generated(const char *what)
{
	if (!generate(what)) {
		trouble("--generate: no such thing", what);
		return EXIT_TROUBLE;
	}
	return flushed() ? EXIT_FOUND : EXIT_TROUBLE;
}

static int
print_version(void)
{
	char pcre2[64];

	urlgrep_pcre2_version(pcre2, sizeof(pcre2));
	printf("urlgrep %s\nPCRE2 %s, JIT %s\n", urlgrep_version(), pcre2,
	    urlgrep_jit() ? "in use" : "not to be had: interpreting");
	return flushed() ? EXIT_FOUND : EXIT_TROUBLE;
}

/* A pattern that is wrong is complained of before anything is read. */
static bool
patterns_good(const struct options *o)
{
	struct filter *filter = filter_new(o);
	bool good = filter != NULL;

	filter_free(filter);
	return good;
}

static int
run(struct run *r, char **names)
{
	bool good = false, enough_memory;

	if (r->options.silent)
		trouble_quiet();
	if (fstat(STDOUT_FILENO, &r->output) != 0)
		r->output.st_mode = 0;
	if (r->options.progress == AUTO && !isatty(STDERR_FILENO))
		r->options.progress = NEVER; /* nobody need ask how far it is */
	if (!patterns_good(&r->options))
		return EXIT_TROUBLE;
	if (!setup_grammars(r))
		memory_end();
	setup_shared(r, names);
	if (r->options.check) {
		enough_memory = check_all(r, names, &good);
	} else {
		enough_memory = scan_all(r, names);
		good = enough_memory && report_sums(r->report).found;
	}
	if (!enough_memory)
		memory_end();
	return status_of(r, good);
}

/* A standard stream that was closed must fail, not be the next file opened. */
static void
hold_standard_streams(void)
{
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int
main(int argc, char **argv)
{
	struct run r;
	int first, status;

	hold_standard_streams();
	setup_output();
	signal(SIGPIPE, SIG_IGN);
	window_setup();
	memset(&r, 0, sizeof(r));
	clock_gettime(CLOCK_MONOTONIC, &r.began);
	if (!options_read(&r.options, argc, argv, &first))
		status = EXIT_TROUBLE;
	else if (r.options.help)
		options_help(), status = flushed() ? EXIT_FOUND : EXIT_TROUBLE;
	else if (r.options.version)
		status = print_version();
	else if (r.options.print_grammar)
		status = print_grammar(r.options.print_grammar);
	else if (r.options.generate)
		status = print_generated(r.options.generate);
	else
		status = run(&r, argv + first);
	teardown(&r);
	return status;
}
