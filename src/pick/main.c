/* main.c - urlpick: choose URLs of messages or texts and open them: the command line, and the menu
 * of numbers for terminals that cannot be drawn on */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/messages.h"
#include "cmd/settings.h"
#include "cmd/xmalloc.h"
#include "pick/pick.h"
#include "row/idn.h"

enum {
	FIRST_MILLISECONDS = 150, /* before anything is drawn: a message is read by then */
	CONTEXT_LINES = 100,      /* of a text that is read in pieces, around a URL */
	MAX_ANSWER_BYTES = 32
};

/* ---- the command line --- */

struct arguments {
	bool help, version;
	struct settings settings; /* of urlgrep */
	char **names;   /* of files, up to NULL */
	char **words;   /* the words read by settings_read() */
};

/* The options of urlgrep before the user's own. Mail clients pass single parts, too, which have
 * no header that shows that they are mail. */
static char defaults[][sizeof("--join=always")] = { "--join=always", "--schemeless", "--email" };
enum { DEFAULT_COUNT = sizeof(defaults) / sizeof(defaults[0]) };

/* Carry out the word, if it is an option of urlpick. */
static bool
read_own(struct arguments *a, struct pick *pick, const char *word)
{
	const struct {
		const char *letter, *name;
		bool *is_set;
	} rows[] = {
		{ "-p", "--print", &pick->prints }, { NULL, "--once", &pick->ends_after_one },
		{ NULL, "--no-mouse", &pick->no_mouse },
		{ NULL, "--help", &a->help }, { "-V", "--version", &a->version },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(word, rows[i].name) == 0 ||
		    (rows[i].letter && strcmp(word, rows[i].letter) == 0)) {
			*rows[i].is_set = true;
			return true;
		}
	return false;
}

/* Report an option of urlgrep that prints something other than URLs. Return true if no such
 * option is given. */
static bool
check_options(const struct settings *s)
{
	char format[32];
	const struct {
		bool is_given;
		const char *name;
	} rows[] = {
		{ s->check, "--check" }, { s->asked.count, "--count" },
		{ s->asked.names == NAMES_WITH, "--files-with-matches" },
		{ s->asked.names == NAMES_WITHOUT, "--files-without-match" },
		{ s->asked.quiet, "--quiet" },
		{ s->parts.count != 0, "--part" }, { s->print_message, "--print-message" },
		{ s->lines_before || s->lines_after, "--context" }, { s->defang, "--defang" },
		{ s->generate != NULL, "--generate" }, { s->print_schemes, "--schemes" },
		{ s->print_grammar != NULL, "--print-grammar" },
		{ s->piece_bytes != 0, "--pieces" }, { s->prepass, "--resolve" },
		{ s->has_range, "--range" }, { strcmp(s->asked.format, "text") != 0, format },
	};
	size_t i;

	snprintf(format, sizeof(format), "--%s", s->asked.format);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].is_given) {
			message(rows[i].name, "not an option of urlpick");
			return false;
		}
	return true;
}

/* Read the command line: the words that are not urlpick's own are urlgrep's. Return false, after a
 * message, if it is wrong. */
static bool
read_arguments(struct arguments *a, struct pick *pick, int argc, char **argv)
{
	int count = 0, first, i;
	bool are_names = false;

	a->words = x_calloc((size_t)argc + DEFAULT_COUNT + 1, sizeof(*a->words));
	a->words[count++] = argv[0];
	for (i = 0; i < DEFAULT_COUNT; i++)
		a->words[count++] = defaults[i];
	for (i = 1; i < argc; i++) {
		are_names |= strcmp(argv[i], "--") == 0;
		if (are_names || !read_own(a, pick, argv[i]))
			a->words[count++] = argv[i];
	}
	if (a->help || a->version)
		return true;
	if (!settings_read(&a->settings, count, a->words, &first) || !check_options(&a->settings))
		return false;
	a->names = a->words + first;
	return true;
}

static const char help[] =
    "usage: urlpick [OPTION]... [URLGREP-OPTION]... [FILE]...\n"
    "\n"
    "List the URLs of messages or texts, and open those that you choose. Without\n"
    "FILE, or when FILE is -, read standard input.\n"
    "\n"
    "  -p, --print     print the chosen URLs instead of opening them\n"
    "      --once      quit when a URL has been opened\n"
    "      --no-mouse  leave the mouse to the terminal\n"
    "  -V, --version   print the version\n"
    "      --help      print this help\n"
    "\n"
    "Options of urlgrep select what is listed: --host, --scheme, -e, --deny, -m,\n"
    "--unwrap... In the list, ? shows the keys.\n";

/* ---- the menu of numbers --- */

static void
append_in_brackets(struct strbuf *out, const char *before, const char *text)
{
	if (text == NULL)
		return;
	strbuf_append_string(out, before);
	shown_append(out, text, strlen(text));
	strbuf_append_string(out, ")");
}

/* Append the chosen URL of a row, with its label and the way it is read, safe to show and without
 * a line feed. */
static void
menu_line_append(struct strbuf *out, const struct url_row *row)
{
	strbuf_append_string(out, row->refusal ? "x " : url_row_is_odd(row) ? "! " : "  ");
	shown_append(out, url_row_chosen(row), strlen(url_row_chosen(row)));
	if (row->other_host) {
		strbuf_append_string(out, "  (");
		strbuf_append_string(out, url_row_other_form(row));
		append_in_brackets(out, " ", row->other_host);
	}
	append_in_brackets(out, "  (text: ", row->label);
	append_in_brackets(out, row->opens_target ? "  (wrapped in " : "  (leads to ",
	    url_row_other(row));
	if (row->how) {
		strbuf_append_string(out, "  (");
		row_details_append_how(out, row->how);
		strbuf_append_string(out, ")");
	}
}

/* Print the warnings of a row below it. */
static void
print_warnings(const struct url_row *row, FILE *tty)
{
	struct row_details details;
	unsigned i;

	row_details_write(&details, row);
	for (i = 0; i < details.count; i++)
		if (details.lines[i].is_warning)
			fprintf(tty, "      %.*s\n", (int)details.lines[i].len,
			    details.text.at + details.lines[i].begin);
	strbuf_free(&details.text);
}

static void
print_item(const struct url_item *item, FILE *tty)
{
	struct strbuf line = { .memory = &xmalloc_memory };

	if (item->row == NULL) {
		fprintf(tty, "-- %s (%zu)\n", url_row_group_name(item->group), item->number);
		return;
	}
	menu_line_append(&line, item->row);
	fprintf(tty, "%3zu %.*s\n", item->number, (int)line.len, line.at);
	strbuf_free(&line);
	print_warnings(item->row, tty);
}

/* Read a line without its line feed; a longer one is cut. Return false at the end. */
static bool
read_answer(char answer[MAX_ANSWER_BYTES], FILE *tty)
{
	int c;

	fflush(tty);
	if (fgets(answer, MAX_ANSWER_BYTES, tty) == NULL)
		return false;
	if (strchr(answer, '\n') == NULL)
		while ((c = getc(tty)) != '\n' && c != EOF)
			;
	answer[strcspn(answer, "\n")] = '\0';
	return true;
}

/* Print the rows and let the user type the number of one. Return it; NULL: none. */
static struct url_row *
pick_number(struct url_list *list, FILE *tty)
{
	char answer[MAX_ANSWER_BYTES], *end;
	size_t count, i, number;
	const struct url_item *items = url_list_items(list, &count);
	struct url_row *row = NULL;

	while (row == NULL) {
		for (i = 0; i < count; i++)
			print_item(&items[i], tty);
		fprintf(tty, "open which? [1-%zu, Enter: none] ", list->listed);
		if (!read_answer(answer, tty) || *answer == '\0')
			return NULL;
		number = strtoul(answer, &end, 10);
		row = *end == '\0' ? url_list_numbered(list, number) : NULL;
	}
	return row;
}

/* If the row is odd, print its details and ask whether to open it. Return true if it is to be
 * opened. */
static bool
agrees(const struct url_row *row, FILE *tty)
{
	char answer[MAX_ANSWER_BYTES];
	struct row_details details;

	if (!url_row_is_odd(row))
		return true;
	row_details_write(&details, row);
	fprintf(tty, "\n%.*sopen it all the same? [y/N] ", (int)details.text.len,
	    details.text.at);
	strbuf_free(&details.text);
	return read_answer(answer, tty) &&
	    (strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0);
}

/* Open or print the row whose number is typed. Return the exit status. */
static int
run_numbers(struct pick *p)
{
	const struct url_row *row = pick_number(&p->list, p->tty);
	int status;

	if (row == NULL)
		return EXIT_FOUND;
	if (row->refusal) {
		message(row->url, row->refusal);
		return EXIT_ERROR;
	}
	if (p->prints) {
		strbuf_append_string(&p->printed, url_row_chosen(row));
		strbuf_append(&p->printed, "\n", 1);
		return EXIT_FOUND;
	}
	if (!agrees(row, p->tty))
		return EXIT_FOUND;
	status = browser_open(url_row_chosen(row), fileno(p->tty));
	if (status < 0)
		message_errno("no browser; set BROWSER", errno);
	return status < 0 ? EXIT_ERROR : status;
}

/* ---- the run --- */

/* Return the title of the list, safe to show; the caller frees it. */
static char *
make_title(const struct pick *p, char *const *names)
{
	struct strbuf title = { .memory = &xmalloc_memory };
	const struct url_message *first = p->list.rows[0]->message;
	const struct url_message *last = p->list.rows[p->list.count - 1]->message;
	const char *name = first == last && first->subject ? first->subject :
	    names[0] && names[1] == NULL ? names[0] : "urlpick";

	shown_append(&title, name, strlen(name));
	strbuf_append(&title, "", 1);
	return title.at;
}

/* Read the first URLs, and let the user pick. The messages about files follow at the end. */
static int
run_list(struct pick *p, char *const *names)
{
	const char *menu = getenv("URLPICK_MENU");
	bool by_number = menu && strcmp(menu, "plain") == 0;
	struct strbuf messages = { .memory = &xmalloc_memory };
	int status = EXIT_FOUND;
	char *title;

	messages_hold(&messages);
	do
		p->is_reading = url_reader_step(p->reader, by_number ? 0 : FIRST_MILLISECONDS);
	while (p->is_reading && p->list.count == 0);
	if (p->list.count == 0) {
		puts("no URLs");
		status = messages_had_errors() ? EXIT_ERROR : EXIT_NONE;
	} else {
		p->title = title = make_title(p, names);
		if (by_number || !picker_run(p)) {
			while (p->is_reading)
				p->is_reading = url_reader_step(p->reader, 0);
			status = run_numbers(p);
		}
		free(title);
	}
	messages_hold(NULL);
	if (messages.len)
		fwrite(messages.at, 1, messages.len, stderr);
	strbuf_free(&messages);
	return status;
}

/* Print the URLs that were picked with -p. */
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
is_ready(const struct pick *p, const struct arguments *a)
{
	if (p->tty == NULL)
		message("/dev/tty",
		    "no terminal to read keys from; urlgrep prints URLs without one");
	else if (*a->names == NULL && isatty(STDIN_FILENO) && !a->settings.recursive)
		message("standard input", "nothing to read; see urlpick --help");
	else
		return true;
	return false;
}

static int
run(struct pick *p, struct arguments *a)
{
	struct search_context context = { .settings = NULL };
	enum selection selection;
	int status = EXIT_ERROR;

	settings_resolve(&a->settings, a->names);
	selection = a->settings.selection;
	a->settings.need_targets = true;
	/* findings that are not wanted are shown as refused, and so are links that run something */
	a->settings.selection = SELECT_ALL;
	a->settings.mail.flags |= URLGREP_FIND_MALFORMED;
	a->settings.mail.context_lines = CONTEXT_LINES;
	if (a->settings.quiet_about_files)
		messages_set_quiet();
	if (!is_ready(p, a))
		return status;
	url_list_init(&p->list);
	if (search_context_begin(&context, &a->settings)) {
		p->reader = url_reader_new(&context, selection, a->names, &p->list);
		status = print_picked(&p->printed, run_list(p, a->names));
	}
	url_reader_free(p->reader);
	url_list_free(&p->list);
	strbuf_free(&p->printed);
	search_context_end(&context);
	return status;
}

int
main(int argc, char **argv)
{
	struct arguments arguments = { .help = false };
	struct pick p = { .printed.memory = &xmalloc_memory };
	int status = EXIT_FOUND;

	setlocale(LC_ALL, "");
	messages_set_program("urlpick");
	signal(SIGPIPE, SIG_IGN);
	idn_without_memory = x_die;
	if (!read_arguments(&arguments, &p, argc, argv)) {
		status = EXIT_ERROR;
	} else if (arguments.help) {
		fputs(help, stdout);
	} else if (arguments.version) {
		printf("urlpick %s\n", urlgrep_version());
	} else {
		p.tty = fopen("/dev/tty", "r+e");
		status = run(&p, &arguments);
		if (p.tty)
			fclose(p.tty);
	}
	free(arguments.words);
	settings_free(&arguments.settings);
	return status;
}
