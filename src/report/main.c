/* main.c - the command urlreport: counts the URLs of mail and text */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/shared.h"
#include "report/report.h"
#include "urlgrep.h"
#include "util/ascii.h"

static const char help[] =
    "usage: urlreport [OPTION]... [URLGREP-OPTION]... [FILE]...\n"
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
    "Options of urlgrep select what is counted: -r, --since, --host, --unwrap...\n"
    "\n"
    "Exit status: 0 if there was a URL, 1 if none, 2 if there was an error.\n";

/* ---- options --- */

static bool
set_groupings(struct report_options *o, const char *names)
{
	const char *all = names;
	size_t count = 0, len;

	for (;; names += len + 1) {
		const struct grouping *by = groupings;

		len = strcspn(names, ",");
		while (by->name && (strlen(by->name) != len || memcmp(by->name, names, len) != 0))
			by++;
		if (by->name == NULL || count == MAX_KEYS)
			break;
		o->by[count++] = by;
		o->by[count] = NULL;
		if (names[len] == '\0')
			return true;
	}
	message_print("--by=%s: expected host, scheme, year, month, sender, list, file or url", all);
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
	message_print("--top=%s: expected a number", number);
	return false;
}

/* Process an option of urlreport itself. Return the number of words that it takes: 0 if it is no
 * such option. If it is wrong, print a message and return -1. */
static int
read_own_option(struct report_options *o, char *const *words)
{
	const struct {
		char letter;
		const char *name;
		bool *flag;
		bool (*read)(struct report_options *o, const char *argument);
	} rows[] = {
		{ 'b', "--by", NULL, set_groupings }, { 'n', "--top", NULL, set_top },
		{ '\0', "--csv", &o->is_csv, NULL }, { '\0', "--html", &o->is_html, NULL },
		{ 'V', "--version", &o->wants_version, NULL },
		{ '\0', "--help", &o->wants_help, NULL },
	};
	const char *word = words[0], *argument;
	size_t i;

	for (i = 0; i < COUNT(rows); i++) {
		size_t len = strlen(rows[i].name);
		bool is_letter = rows[i].letter && word[1] == rows[i].letter;

		if (!is_letter && strncmp(word, rows[i].name, len) != 0)
			continue;
		argument = is_letter ? word + 2 : word + len;
		if (rows[i].flag && *argument == '\0') {
			*rows[i].flag = true;
			return 1;
		}
		if (rows[i].flag && *argument == '=') {
			message_print("%s: takes no argument", rows[i].name);
			return -1;
		}
		if (rows[i].flag || (!is_letter && *argument && *argument != '='))
			continue;
		if (*argument == '\0') /* the argument is the next word, which may be missing */
			return rows[i].read(o, words[1] ? words[1] : "") ? 1 + (words[1] != NULL) : -1;
		return rows[i].read(o, argument + !is_letter) ? 1 : -1;
	}
	return 0;
}

/* Sort the words of the command line: process urlreport's options, collect the words for urlgrep,
 * and collect the JSON files. Only urlgrep knows which words are arguments of its options, so any
 * word that does not name a file may be one. On error, print a message and return false. */
static bool
read_words(struct report_options *o, struct found *found, char **words)
{
	static char standard_input[] = "-";
	bool are_names = false, has_options = false, has_files = false;
	char **json = found->json, **of_urlgrep = found->words;
	int taken;

	for (; *words; words += taken) {
		bool is_option = !are_names && (*words)[0] == '-' && (*words)[1];

		taken = is_option ? read_own_option(o, words) : 0;
		if (taken < 0)
			return false;
		if (taken > 0)
			continue;
		taken = 1;
		if (!is_option && found_is_json(*words)) {
			*json++ = *words;
			continue;
		}
		are_names |= is_option && strcmp(*words, "--") == 0;
		has_options |= is_option && !are_names;
		has_files |= !is_option && (!has_options || access(*words, F_OK) == 0);
		*of_urlgrep++ = *words;
	}
	if (json > found->json && has_options)
		message(found->json[0],
		    "options select only from files that urlgrep searches, not from its output");
	else if (has_options && !has_files)
		message("options of urlgrep", "name a FILE that urlgrep searches with them");
	else if (!has_files && json == found->json)
		*json++ = standard_input;
	if (!has_files)
		found->words[0] = NULL;
	return !has_options || (has_files && json == found->json);
}

/* If options cannot be combined, print a message and return false. */
static bool
check_options(const struct report_options *o)
{
	const char *other = o->is_csv ? "csv" : o->by[0] ? "by: the page has several counts" :
	    o->top >= 0 ? "top: the page has several counts" : NULL;

	if (!o->is_html || other == NULL)
		return true;
	message_print("--html: cannot be combined with --%s", other);
	return false;
}

/* ---- reports --- */

static int
print_report(struct report_options *o, struct found *found)
{
	uint64_t count;
	bool has_failed;

	setlocale(LC_CTYPE, "");
	if (o->by[0] == NULL)
		o->by[0] = &groupings[BY_HOST];
	found->wants_readable = o->is_html || (o->by[0] == &groupings[BY_URL] && o->by[1] == NULL);
	if (found->json[0] && strcmp(found->json[0], "-") == 0)
		message_terminal("reading the output of urlgrep --json");
	count = o->is_html ? page_append(output_buffer(), found) :
	    bars_append(output_buffer(), found, o);
	found_free(found);
	has_failed = messages_had_errors() || found->has_failed;
	if (has_failed && (count == 0 || (found->has_failed && !found->has_ended)))
		return EXIT_ERROR; /* nothing to report, or urlgrep did not complete its search */
	if (!output_close() || has_failed)
		return EXIT_ERROR;
	return count ? EXIT_FOUND : EXIT_NONE;
}

int
main(int argc, char **argv)
{
	struct report_options options = { .top = -1 };
	char **json = x_calloc((size_t)argc + 1, sizeof(*json));
	char **words = x_calloc((size_t)argc + 1, sizeof(*words));
	struct found found = { .json = json, .words = words };
	int status;

	output_setup();
	signal(SIGPIPE, SIG_IGN);
	messages_program = "urlreport";
	if (!read_words(&options, &found, argv + 1) || !check_options(&options)) {
		status = EXIT_ERROR;
	} else if (options.wants_help || options.wants_version) {
		if (options.wants_help)
			fputs(help, stdout);
		else
			printf("urlreport %s\n", urlgrep_version());
		status = output_close() ? EXIT_FOUND : EXIT_ERROR;
	} else {
		status = print_report(&options, &found);
	}
	free(json);
	free(words);
	return status;
}
