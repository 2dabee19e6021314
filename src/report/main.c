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
#include "report/report.h"
#include "urlgrep.h"
#include "util/ascii.h"

enum { DEFAULT_WIDTH = 80, MAX_WIDTH = 400 };

enum action { ACTION_REPORT, ACTION_HELP, ACTION_VERSION };

static const char usage[] =
    "usage: urlreport [--by=WHAT[,WHAT]...] [--top=NUM] [--csv] [FILE]...\n"
    "       urlreport --html [FILE]... >PAGE\n";

static const char help[] =
    "\n"
    "Count the URLs that urlgrep finds in each FILE, or that it printed with --json.\n"
    "Without FILE, or when FILE is -, read the output of urlgrep --json.\n"
    "\n"
    "  -b, --by=WHAT    count by host (default), scheme, year, month, sender, list,\n"
    "                   file or url; or by several, as in --by=year,host\n"
    "  -n, --top=NUM    print only NUM rows; 0: all (default: 20, years: all)\n"
    "      --csv        print CSV with a header row, no bars\n"
    "      --html       print a page with charts and a table\n"
    "  -V, --version    print the version\n"
    "      --help       print this help\n"
    "\n"
    "Exit status: 0 if there was a URL, 1 if none, 2 if there was an error.\n";

/* ---- options --- */

static bool
set_groupings(struct report_options *o, const char *names)
{
	size_t count = 0;

	for (;;) {
		size_t len = strcspn(names, ",");

		o->by[count] = grouping_named(names, len);
		if (o->by[count] == NULL || count == MAX_KEYS - 1)
			break;
		count++;
		if (names[len] == '\0') {
			o->by[count] = NULL;
			return true;
		}
		names += len + 1;
	}
	message("--by", "expected host, scheme, year, month, sender, list, file or url");
	return false;
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

/* Return false, after a message, if options cannot be combined. */
static bool
check_options(const struct report_options *o)
{
	if (!o->is_html)
		return true;
	if (o->is_csv)
		message("--html", "cannot be combined with --csv");
	else if (o->by[0])
		message("--html", "cannot be combined with --by: the page has several counts");
	else if (o->top >= 0)
		message("--html", "cannot be combined with --top: the page has several counts");
	else
		return true;
	return false;
}

/* Read the options. Return false, after a message, if one is wrong. */
static bool
read_options(struct report_options *o, enum action *action, int argc, char **argv)
{
	static const struct option names[] = {
		{ "by", required_argument, NULL, 'b' },
		{ "top", required_argument, NULL, 'n' },
		{ "csv", no_argument, NULL, 'c' },
		{ "html", no_argument, NULL, 'p' },
		{ "version", no_argument, NULL, 'V' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int code;

	while ((code = getopt_long(argc, argv, "b:n:V", names, NULL)) != -1) {
		switch (code) {
		case 'b':
			if (!set_groupings(o, optarg))
				return false;
			break;
		case 'n':
			if (!set_top(o, optarg))
				return false;
			break;
		case 'c':
			o->is_csv = true;
			break;
		case 'p':
			o->is_html = true;
			break;
		case 'V':
			*action = ACTION_VERSION;
			break;
		case 'h':
			*action = ACTION_HELP;
			break;
		default:
			fputs(usage, stderr);
			fputs("try 'urlreport --help'\n", stderr);
			return false;
		}
	}
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

/* Count the URLs by the groupings, and print the counts. Return how many rows there are. */
static uint64_t
print_counts(const struct report_options *o, struct found *found)
{
	struct tally *tally = tally_new();
	struct strbuf key = { .memory = &xmalloc_memory };
	const json_t *url;
	uint64_t count;
	size_t i;

	while ((url = found_next(found)) != NULL) {
		strbuf_clear(&key);
		for (i = 0; i < MAX_KEYS && o->by[i]; i++) {
			if (i > 0)
				strbuf_append_byte(&key, o->is_csv ? KEY_SEPARATOR : ' ');
			grouping_append_key(o->by[i], url, &key);
		}
		strbuf_append_byte(&key, '\0');
		tally_add(tally, key.at, 0);
	}
	count = tally_size(tally);
	bars_append(output_buffer(), tally, o);
	strbuf_free(&key);
	tally_free(tally);
	return count;
}

static int
print_report(struct report_options *o, char **names)
{
	struct found *found = found_new(names);
	bool has_failed;
	uint64_t count;

	o->width = line_width();
	o->is_utf8 = shows_utf8();
	if (o->by[0] == NULL)
		o->by[0] = grouping_named("host", strlen("host"));
	if (*names == NULL && isatty(STDIN_FILENO))
		fputs("urlreport: reading the output of urlgrep --json\n", stderr);
	count = o->is_html ? page_append(output_buffer(), found) : print_counts(o, found);
	has_failed = found_has_failed(found);
	found_free(found);
	if (!output_close() || messages_had_errors() || has_failed)
		return EXIT_ERROR;
	return count ? EXIT_FOUND : EXIT_NONE;
}

int
main(int argc, char **argv)
{
	struct report_options options = { .top = -1 };
	enum action action = ACTION_REPORT;

	output_setup();
	signal(SIGPIPE, SIG_IGN);
	messages_set_program("urlreport");
	if (!read_options(&options, &action, argc, argv))
		return EXIT_ERROR;
	if (action == ACTION_REPORT)
		return print_report(&options, argv + optind);
	if (action == ACTION_HELP)
		printf("%s%s", usage, help);
	else
		printf("urlreport %s\n", urlgrep_version());
	return output_close() ? EXIT_FOUND : EXIT_ERROR;
}
