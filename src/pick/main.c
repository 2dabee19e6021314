/* main.c - urlpick: choose URLs of messages or texts and open them */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/settings.h"
#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "row/idn.h"
#include "pick/arguments.h"
#include "pick/launch.h"
#include "pick/url_list.h"
#include "pick/menu.h"
#include "pick/picker.h"
#include "pick/details.h"
#include "pick/url_reader.h"
#include "util/strbuf.h"

/* Before anything is drawn: a message is read by then. */
enum { FIRST_MILLISECONDS = 150 };

/* What a run has. */
struct pick_run {
	struct arguments *arguments;
	struct settings *settings; /* in the arguments */
	struct search_context context;
	struct url_list *list;
	struct url_reader *reader;
	struct browser browser;
	FILE *tty;
	struct strbuf printed;
};

/* Return true if the list is to be printed with numbers, without a screen. */
static bool
wants_numbers(void)
{
	const char *variable = getenv("URLPICK_MENU");

	return variable && strcmp(variable, "plain") == 0;
}

/* ---- the menu that picks one URL --- */

/* Open or print the picked row. Return the exit status. */
static int
finish_row(struct pick_run *r, const struct url_row *row)
{
	int status;

	if (row->refusal) {
		message(row->url, row->refusal);
		return EXIT_ERROR;
	}
	if (r->arguments->prints) {
		strbuf_append_string(&r->printed, url_row_chosen(row));
		strbuf_append(&r->printed, "\n", 1);
		return EXIT_FOUND;
	}
	if (!number_menu_agrees(row, r->tty))
		return EXIT_FOUND;
	if (r->browser.words == NULL) {
		message("no browser", "set BROWSER");
		return EXIT_ERROR;
	}
	status = browser_open(&r->browser, url_row_chosen(row), fileno(r->tty));
	if (status < 0)
		message_errno(r->browser.words[0], errno);
	return status < 0 ? EXIT_ERROR : status;
}

static int
run_numbers(struct pick_run *r)
{
	const struct url_row *row = number_menu_pick(r->list, r->tty);

	return row ? finish_row(r, row) : EXIT_FOUND;
}

/* ---- the run --- */

/* Return what the list is a list of. */
static const char *
title_of(const struct pick_run *r)
{
	const struct url_message *first = url_list_row(r->list, 0)->message;
	const struct url_message *last =
	    url_list_row(r->list, url_list_count(r->list) - 1)->message;
	char *const *names = r->arguments->names;

	if (first == last && first->subject)
		return first->subject;
	return names[0] && names[1] == NULL ? names[0] : "urlpick";
}

/* Return the title as it may be shown; the caller frees it. */
static char *
make_title(const struct pick_run *r)
{
	struct strbuf title = { .memory = &xmalloc_memory };

	shown_append(&title, title_of(r), strlen(title_of(r)));
	strbuf_append(&title, "", 1);
	return title.at;
}

static int
run_screen(struct pick_run *r, bool is_reading)
{
	char *title = make_title(r);
	struct picker_task task = { .list = r->list, .reader = r->reader,
		.context = &r->context, .browser = &r->browser, .tty = r->tty,
		.title = title, .is_reading = is_reading,
		.prints = r->arguments->prints, .ends_after_one = r->arguments->once,
		.wants_mouse = !r->arguments->no_mouse };
	enum picker_result result = picker_run(&task, &r->printed);

	free(title);
	if (result == PICKER_DONE)
		return EXIT_FOUND;
	while (is_reading)
		is_reading = url_reader_step(r->reader, 0);
	return run_numbers(r);
}

/* Read the first URLs, and let the user pick. */
static int
pick(struct pick_run *r)
{
	bool by_number = wants_numbers();
	bool is_reading = true;
	int status;

	do
		is_reading = url_reader_step(r->reader,
		    by_number ? 0 : FIRST_MILLISECONDS);
	while (is_reading && url_list_count(r->list) == 0);
	if (url_list_count(r->list) == 0) {
		puts("no URLs");
		status = EXIT_NONE;
	} else {
		status = by_number ? run_numbers(r) : run_screen(r, is_reading);
	}
	url_reader_report_errors(r->reader);
	return url_list_count(r->list) == 0 && messages_had_errors() ? EXIT_ERROR : status;
}

/* Print what was picked with -p. */
static int
print_picked(const struct strbuf *printed, int status)
{
	if (printed->len)
		fwrite(printed->at, 1, printed->len, stdout);
	if (fflush(stdout) == 0)
		return status;
	message_errno("standard output", errno);
	return EXIT_ERROR;
}

/* Return true if there is something to read, and a terminal to ask on. */
static bool
is_ready(const struct pick_run *r)
{
	if (r->tty == NULL) {
		message("/dev/tty",
		    "no terminal to read keys from; urlgrep prints URLs without one");
		return false;
	}
	if (*r->arguments->names == NULL && isatty(STDIN_FILENO) &&
	    !r->settings->recursive) {
		message("standard input", "nothing to read; see urlpick --help");
		return false;
	}
	return true;
}

static int
run(struct pick_run *r, struct arguments *a)
{
	enum selection selection;
	int status = EXIT_ERROR;

	r->arguments = a;
	r->settings = &a->settings;
	settings_resolve(r->settings, a->names);
	selection = r->settings->selection;
	r->settings->need_targets = true;
	/* what is not wanted is shown as refused */
	r->settings->selection = SELECT_ALL;
	if (r->settings->quiet_about_files)
		messages_set_quiet();
	if (!is_ready(r))
		return status;
	browser_choose(&r->browser, getenv("BROWSER"));
	if (search_context_begin(&r->context, r->settings)) {
		r->list = url_list_new();
		r->reader = url_reader_new(&r->context, selection, a->names, r->list);
		status = print_picked(&r->printed, pick(r));
	}
	url_reader_free(r->reader);
	url_list_free(r->list);
	browser_free(&r->browser);
	strbuf_free(&r->printed);
	search_context_end(&r->context);
	return status;
}

int
main(int argc, char **argv)
{
	struct arguments arguments;
	struct pick_run r = { .printed.memory = &xmalloc_memory };
	int status = EXIT_FOUND;

	setlocale(LC_ALL, "");
	messages_set_program("urlpick");
	signal(SIGPIPE, SIG_IGN);
	idn_without_memory = x_die;
	if (!arguments_read(&arguments, argc, argv)) {
		status = EXIT_ERROR;
	} else if (arguments.help) {
		arguments_print_help();
	} else if (arguments.version) {
		printf("urlpick %s\n", urlgrep_version());
	} else {
		r.tty = fopen("/dev/tty", "r+e");
		status = run(&r, &arguments);
		if (r.tty)
			fclose(r.tty);
	}
	arguments_free(&arguments);
	return status;
}
