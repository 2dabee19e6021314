/* main.c - the command urlreport: counts the URLs of mail and text */
#include <errno.h>
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/messages.h"
#include "cmd/output.h"
#include "cmd/xmalloc.h"
#include "row/idn.h"
#include "report/bars.h"
#include "report/grouping.h"
#include "report/input.h"
#include "report/page.h"
#include "report/page_file.h"
#include "report/tally.h"
#include "urlgrep.h"
#include "util/ascii.h"

enum { DEFAULT_TOP = 20, DEFAULT_WIDTH = 80, MAX_WIDTH = 400 };

struct report_options {
	const struct grouping *by;
	long top; /* negative: not given */
	bool is_csv;
	const char *html; /* the name of a file, "-" for standard output; or NULL */
	bool help, version;
};

static const char usage[] =
    "usage: urlreport [--by=WHAT] [--top=NUM] [--csv] [FILE]...\n"
    "       urlreport --html=PAGE [FILE]...\n";

static const char help[] =
    "\n"
    "Count the URLs that urlgrep finds in each FILE, or that it printed with --json.\n"
    "Without FILE, or when FILE is -, read standard input.\n"
    "\n"
    "  -b, --by=WHAT    count by host (default), scheme, year, month, sender, list,\n"
    "                   file or url\n"
    "  -n, --top=NUM    print only NUM rows; 0: all (default: 20, years: all)\n"
    "      --csv        print CSV with a header row, no bars\n"
    "      --html=PAGE  write the file PAGE, with charts and a table; - is standard\n"
    "                   output; no other file than an earlier page is replaced\n"
    "  -V, --version    print the version\n"
    "      --help       print this help\n"
    "\n"
    "Exit status: 0 if there was a URL, 1 if none, 2 if there was an error.\n";

/* ---- options --- */

static bool
set_grouping(struct report_options *o, const char *name)
{
	o->by = grouping_named(name);
	if (o->by == NULL)
		message("--by", "expected host, scheme, year, month, sender, list, file or url");
	return o->by != NULL;
}

static bool
set_top(struct report_options *o, const char *number)
{
	char *end;

	errno = 0;
	o->top = strtol(number, &end, 10);
	if (ascii_is(number[0], ASCII_DIGIT) && *end == '\0' && errno == 0)
		return true;
	message("--top", "expected a number");
	return false;
}

/* Read an option that getopt_long() returned. Return false, after a message, if it is
 * wrong. */
static bool
read_option(struct report_options *o, int code)
{
	switch (code) {
	case 'b':
		return set_grouping(o, optarg);
	case 'n':
		return set_top(o, optarg);
	case 'c':
		o->is_csv = true;
		return true;
	case 'p':
		o->html = optarg;
		return true;
	case 'V':
		o->version = true;
		return true;
	case 'h':
		o->help = true;
		return true;
	default:
		fputs(usage, stderr);
		fputs("try 'urlreport --help'\n", stderr);
		return false;
	}
}

/* Return false, after a message, if options cannot be combined. */
static bool
check_options(const struct report_options *o)
{
	if (o->html == NULL)
		return true;
	if (o->is_csv)
		message("--html", "cannot be combined with --csv");
	else if (o->by)
		message("--html", "cannot be combined with --by: the page has several counts");
	else if (o->top >= 0)
		message("--html", "cannot be combined with --top: the page has several counts");
	else
		return true;
	return false;
}

static bool
read_options(struct report_options *o, int argc, char **argv)
{
	static const struct option names[] = {
		{ "by", required_argument, NULL, 'b' },
		{ "top", required_argument, NULL, 'n' },
		{ "csv", no_argument, NULL, 'c' },
		{ "html", required_argument, NULL, 'p' },
		{ "version", no_argument, NULL, 'V' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int code;

	while ((code = getopt_long(argc, argv, "b:n:V", names, NULL)) != -1)
		if (!read_option(o, code))
			return false;
	return check_options(o);
}

/* ---- the terminal --- */

/* Return the width of the terminal; or what COLUMNS says; or 80. */
static unsigned
line_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	long width = 0;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		width = size.ws_col;
	else if (columns)
		width = strtol(columns, NULL, 10);
	if (width <= 0)
		return DEFAULT_WIDTH;
	return width < MAX_WIDTH ? (unsigned)width : MAX_WIDTH;
}

static bool
shows_utf8(void)
{
	setlocale(LC_CTYPE, "");
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* ---- reports --- */

/* Count the URLs of files by the grouping, and print the counts. Return how many there
 * were. */
static size_t
print_counts(const struct report_options *o, char **names)
{
	struct bars_options bars = { .by = o->by ? o->by : grouping_named("host"),
		.width = line_width(), .is_utf8 = shows_utf8() };
	struct input *in = input_new(names);
	struct tally *tally = tally_new();
	struct strbuf key = { .memory = &xmalloc_memory };
	struct entry e;
	size_t count;

	bars.top = o->top >= 0 ? (size_t)o->top : bars.by->is_ordered ? 0 : DEFAULT_TOP;
	entry_init(&e);
	while (input_next(in, &e)) {
		bars.by->key(&e, &key);
		tally_add(tally, key.at, 0);
	}
	count = tally_size(tally);
	if (o->is_csv)
		bars_print_csv(output_buffer(), tally, &bars);
	else
		bars_print(output_buffer(), tally, &bars);
	entry_free(&e);
	strbuf_free(&key);
	tally_free(tally);
	input_free(in);
	return count;
}

static void
save_page(const char *name, struct report_page *page, uint64_t messages)
{
	struct strbuf text = { .memory = &xmalloc_memory };
	struct page_file file;

	if (!page_file_open(&file, name))
		return;
	page_write(&text, page, messages);
	fwrite(text.at, 1, text.len, file.out);
	page_file_close(&file);
	strbuf_free(&text);
}

/* Count the URLs of files, and write the page, unless nothing could be read. Return how many
 * URLs it counts. */
static size_t
write_page(const struct report_options *o, char **names)
{
	struct input *in = input_new(names);
	struct report_page *page = page_new();
	struct entry e;
	size_t count = 0;

	entry_init(&e);
	for (; input_next(in, &e); count++)
		page_add(page, &e);
	if (count > 0 || !messages_had_errors())
		save_page(o->html, page, input_messages(in));
	entry_free(&e);
	page_free(page);
	input_free(in);
	return count;
}

static int
run(const struct report_options *o, char **names)
{
	size_t count;

	if (o->help)
		printf("%s%s", usage, help);
	else if (o->version)
		printf("urlreport %s\n", urlgrep_version());
	if (o->help || o->version)
		return output_close() ? EXIT_FOUND : EXIT_ERROR;
	if (o->html && !page_file_check(o->html, names))
		return EXIT_ERROR;
	if (*names == NULL && isatty(STDIN_FILENO))
		fputs("urlreport: reading standard input\n", stderr);
	count = o->html ? write_page(o, names) : print_counts(o, names);
	if (!output_close() || messages_had_errors())
		return EXIT_ERROR;
	return count ? EXIT_FOUND : EXIT_NONE;
}

int
main(int argc, char **argv)
{
	struct report_options options = { .top = -1 };

	output_setup();
	signal(SIGPIPE, SIG_IGN);
	idn_without_memory = x_die;
	messages_set_program("urlreport");
	if (!read_options(&options, argc, argv))
		return EXIT_ERROR;
	return run(&options, argv + optind);
}
