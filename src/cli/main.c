/* main.c - the command urlgrep, from its arguments to its exit status */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "filter.h"
#include "generate.h"
#include "json.h"
#include "options.h"
#include "print.h"
#include "progress.h"
#include "search.h"
#include "seen.h"
#include "trouble.h"
#include "walk.h"

/* Everything one run of the command has. */
struct run {
	struct options options;
	urlgrep_grammar *grammar, *strict_grammar;
	urlgrep_scanner *scanner;
	struct printer printer;
	struct filter *filter;
	struct seen *seen;
	struct search *search;
	struct progress *progress;
	struct timespec began;
	uint64_t files, urls;
	uint64_t taken; /* of the file being searched */
	bool found;
};

static int
out_of_memory(void)
{
	trouble("memory", strerror(ENOMEM));
	return EXIT_TROUBLE;
}

/* ---- one file --- */

/* Print a finding if it is wanted; false: no more of this file are. */
static bool
take(const urlgrep_finding *f, const struct place *place, void *data)
{
	struct run *r = data;
	const struct options *o = &r->options;

	if (!filter_wants(r->filter, &f->url))
		return true;
	if (o->unique && !seen_first(r->seen, f->url.text))
		return true;
	r->found = true;
	r->taken++;
	if (o->quiet || o->files_with || o->files_without)
		return false;
	if (!o->count) {
		progress_hide(r->progress);
		if (o->json)
			print_json(&r->printer, f, place);
		else
			print_text(&r->printer, f, place);
		if (o->line_buffered)
			flush_output();
	}
	return r->taken != (uint64_t)o->most && !output_failed();
}

/* A file (or a member of an archive) is over; false: no more are wanted. */
static bool
conclude(const char *path, void *data)
{
	struct run *r = data;
	const struct options *o = &r->options;

	r->files++;
	r->urls += r->taken;
	if (o->quiet || o->json) {
	} else if (o->files_with || o->files_without) {
		if ((r->taken > 0) == o->files_with)
			print_name(&r->printer, path, true);
	} else if (o->count) {
		if (r->printer.with_filename)
			print_name(&r->printer, path, false);
		fprintf(r->printer.out, "%llu\n", (unsigned long long)r->taken);
	}
	r->taken = 0;
	return !(o->quiet && r->found) && !output_failed();
}

static void
note_read(size_t octets, void *data)
{
	struct run *r = data;

	progress_read(r->progress, octets, r->urls + r->taken);
}

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
is_output(const struct options *o, int fd)
{
	struct stat in, out;

	if (o->quiet || o->count || o->files_with || o->files_without ||
	    o->most == 0 || o->most == 1)
		return false;
	return fstat(fd, &in) == 0 && fstat(STDOUT_FILENO, &out) == 0 &&
	    S_ISREG(in.st_mode) && in.st_dev == out.st_dev &&
	    in.st_ino == out.st_ino;
}

static void
visit_fd(struct run *r, int fd, const char *path)
{
	struct stat st;

	if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
		trouble_file(path, strerror(EISDIR));
	else if (is_output(&r->options, fd))
		trouble_file(path, "input file is also the output");
	else if (r->options.most == 0)
		conclude(path, r);
	else {
		progress_file(r->progress, fd);
		search_file(r->search, fd, path);
		progress_file(r->progress, -1);
	}
}

static bool
visit(const char *path, void *data)
{
	struct run *r = data;
	int fd;

	if (path == NULL) {
		visit_fd(r, STDIN_FILENO, "(standard input)");
	} else if ((fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)) < 0) {
		trouble_file(path, strerror(errno));
	} else {
		visit_fd(r, fd, path);
		close(fd);
	}
	return !(r->options.quiet && r->found) && !output_failed();
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

static bool
setup(struct run *r, char **names)
{
	const struct options *o = &r->options;
	struct printer *p = &r->printer;

	r->grammar = urlgrep_grammar_new(o->grammar, 0, NULL, NULL);
	r->strict_grammar = urlgrep_grammar_new("rfc1738", 0, NULL, NULL);
	if (r->grammar && r->strict_grammar) {
		r->scanner = urlgrep_scanner_new(r->grammar);
		p->strict = urlgrep_scanner_new(r->strict_grammar);
		p->explainer = urlgrep_scanner_new(r->grammar);
	}
	r->seen = seen_new();
	if (r->scanner == NULL || p->strict == NULL || p->explainer == NULL ||
	    r->seen == NULL)
		return false;
	r->search = search_new(o, r->grammar,
	    (struct search_client){ take, conclude, note_read, r });
	p->options = o;
	p->out = stdout;
	p->with_filename = o->filename == ALWAYS ||
	    (o->filename == AUTO && many_files(o, names));
	p->color = o->color == ALWAYS ||
	    (o->color == AUTO && isatty(STDOUT_FILENO) &&
		getenv("NO_COLOR") == NULL);
	return r->search != NULL;
}

static void
teardown(struct run *r)
{
	search_free(r->search);
	progress_free(r->progress);
	seen_free(r->seen);
	filter_free(r->filter);
	urlgrep_scanner_free(r->printer.strict);
	urlgrep_scanner_free(r->printer.explainer);
	urlgrep_scanner_free(r->scanner);
	urlgrep_grammar_free(r->grammar);
	urlgrep_grammar_free(r->strict_grammar);
	options_free(&r->options);
}

static void
summarize(struct run *r)
{
	struct search_sums sums = search_sums(r->search);
	struct json j = { r->printer.out, false };
	struct timespec now;
	double seconds;

	clock_gettime(CLOCK_MONOTONIC, &now);
	seconds = (double)(now.tv_sec - r->began.tv_sec) +
	    (double)(now.tv_nsec - r->began.tv_nsec) / 1e9;
	json_open(&j, NULL, '{');
	json_string(&j, "type", "summary");
	json_number(&j, "version", 1);
	json_number(&j, "files", r->files);
	json_number(&j, "urls", r->urls);
	json_number(&j, "bytes", sums.bytes);
	json_number(&j, "messages", sums.messages);
	json_number(&j, "decoded", sums.decoded);
	fprintf(r->printer.out, ",\"seconds\":%.3f}\n", seconds);
}

static void
scan_all(struct run *r, char **names)
{
	r->progress = progress_new(r->options.progress,
	    octets_of(&r->options, names));
	trouble_before(hide_progress, r);
	walk(&r->options, names, visit, r);
	progress_hide(r->progress);
	if (r->options.json && !r->options.quiet)
		summarize(r);
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
		trouble("standard output", strerror(error));
	return error == 0;
}

static int
status_of(const struct run *r, bool good)
{
	if (r->options.quiet && r->found)
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

static int
run(struct run *r, char **names)
{
	bool good;

	if (r->options.silent)
		trouble_quiet();
	r->filter = filter_new(&r->options);
	if (r->filter == NULL)
		return EXIT_TROUBLE;
	if (!setup(r, names))
		return out_of_memory();
	if (r->options.check) {
		good = check(&r->printer, r->scanner, names);
	} else {
		scan_all(r, names);
		good = r->found;
	}
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
	signal(SIGPIPE, SIG_IGN);
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
