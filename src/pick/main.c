/* main.c - urlpick, which lists the URLs of messages or texts and opens the chosen ones: the
 * command line, and a numbered menu for terminals that ncurses cannot draw on */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/settings.h"
#include "cmd/shared.h"
#include "pick/pick.h"

enum {
	FIRST_MILLISECONDS = 150, /* of reading before the first drawing: enough for a message */
	CONTEXT_LINES = 100,      /* kept around a URL in a text that is read in pieces */
	MAX_ANSWER_BYTES = 32
};

/* ---- the command line --- */

/* Options of urlgrep that precede the user's. --join=always, because mail clients also pass single
 * parts, which have no header that identifies them as mail. */
static char defaults[][sizeof("--join=always")] = { "--join=always", "--schemeless", "--email" };
enum { DEFAULT_COUNT = COUNT(defaults) };

/* Process a word if it is an option of urlpick. Return false if it is not. */
static bool
read_own(struct pick *pick, const char *word)
{
	const struct {
		const char *name;
		bool *is_set;
	} rows[] = {
		{ "-p", &pick->prints }, { "--print", &pick->prints },
		{ "--once", &pick->ends_after_one }, { "--no-mouse", &pick->no_mouse },
	};
	size_t i;

	for (i = 0; i < COUNT(rows); i++)
		if (strcmp(word, rows[i].name) == 0)
			return *rows[i].is_set = true;
	return false;
}

/* Report an option of urlgrep that prints something other than URLs. A format that only the file of
 * options sets is ignored. Return true if there is no such option. */
static bool
check_options(const struct settings *s)
{
	const struct option_row *row = settings_find_given(s, "check count files-with-matches "
	    "files-without-match quiet part print-message context defang generate schemes "
	    "print-grammar pieces resolve range null-data");

	if (row == NULL && !s->asked.is_default_format)
		row = settings_find_given(s, "json csv tsv format");
	if (row)
		message_print("--%s: not an option of urlpick", row->name);
	return row == NULL;
}

/* Process urlpick's own options. Return the command line for urlgrep that the other arguments form,
 * of *count words; the caller frees the array. */
static char **
read_arguments(struct pick *pick, int argc, char **argv, int *count)
{
	char **words = x_calloc((size_t)argc + DEFAULT_COUNT + 1, sizeof(*words));
	bool are_names = false;
	int n = 0, i;

	words[n++] = argv[0];
	for (i = 0; i < DEFAULT_COUNT; i++)
		words[n++] = defaults[i];
	for (i = 1; i < argc; i++) {
		are_names |= strcmp(argv[i], "--") == 0;
		if (are_names || !read_own(pick, argv[i]))
			words[n++] = argv[i];
	}
	*count = n;
	return words;
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

/* ---- numbered menu --- */

/* Print the heading of a group, or a row: the URL that would be opened, and its details. */
static void
print_item(const struct url_item *item, FILE *tty)
{
	struct styled text = styled_new();
	const char *line, *end;

	if (item->row == NULL) {
		fprintf(tty, "-- %s (%zu)\n", group_names[item->group], item->number);
		return;
	}
	styled_append(&text, STYLE_PLAIN, item->row->opens.exact);
	strbuf_append_byte(&text.text, '\n');
	details_write(&text, item->row, 0);
	fprintf(tty, "%3zu %c ", item->number, url_row_sign(item->row));
	for (line = text.text.at; line < text.text.at + text.text.len; line = end + 1) {
		end = strchr(line, '\n');
		fprintf(tty, "%s%.*s\n", line == text.text.at ? "" : "      ", (int)(end - line), line);
	}
	styled_free(&text);
}

/* Read a line without its line feed, truncated if it is too long. Return false at the end. */
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

/* Print the rows and let the user type the number of one. Return that row; NULL if none. */
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
		for (i = 0; i < count && *end == '\0'; i++)
			row = items[i].row && items[i].number == number ? items[i].row : row;
	}
	return row;
}

/* Open or print the row whose number is typed. Return the exit status. */
static int
run_numbers(struct pick *p)
{
	const struct url_row *row = pick_number(&p->list, p->tty);
	char answer[MAX_ANSWER_BYTES];
	int status;

	if (row == NULL)
		return EXIT_FOUND;
	if (row->refusal) {
		message(row->url, row->refusal);
		return EXIT_ERROR;
	}
	if (p->prints) {
		strbuf_printf(output_buffer(), "%s\n", row->opens.exact);
		return EXIT_FOUND;
	}
	if (url_row_is_odd(row)) {
		fputs("open it all the same? [y/N] ", p->tty);
		if (!read_answer(answer, p->tty) ||
		    (strcasecmp(answer, "y") != 0 && strcasecmp(answer, "yes") != 0))
			return EXIT_FOUND;
	}
	status = browser_open(row->opens.exact, fileno(p->tty));
	if (status < 0)
		message_print("BROWSER: no browser can be started (%s); set it to the command of one",
		    strerror(errno));
	return status < 0 ? EXIT_ERROR : status;
}

/* ---- the run --- */

/* Read the first URLs and let the user pick. Messages about files are printed at the end. */
static int
run_list(struct pick *p)
{
	const char *menu = getenv("URLPICK_MENU");
	bool by_number = menu && strcmp(menu, "plain") == 0;
	struct strbuf messages = { .memory = &xmalloc_memory };
	int status = EXIT_FOUND;

	messages_held = &messages;
	do
		p->is_reading = url_reader_step(p->reader, by_number ? 0 : FIRST_MILLISECONDS);
	while (p->is_reading && p->list.count == 0);
	if (p->list.count == 0) {
		fputs("no URLs\n", p->prints ? stderr : stdout);
		status = messages_had_errors() ? EXIT_ERROR : EXIT_NONE;
	} else if (by_number || !picker_run(p)) {
		if (p->is_reading)
			url_reader_step(p->reader, 0);
		status = run_numbers(p);
	}
	messages_held = NULL;
	if (messages.len)
		fwrite(messages.at, 1, messages.len, stderr);
	strbuf_free(&messages);
	return status;
}

/* Return true if there is anything to read, and a terminal to read keys from. If not, report it. */
static bool
is_ready(const struct pick *p, const struct settings *s)
{
	if (p->tty == NULL)
		message("/dev/tty",
		    "no terminal to read keys from; urlgrep prints URLs without one");
	else if (settings_have_no_files(s))
		message("--files0-from", "names no files");
	else if (*s->names == NULL && isatty(STDIN_FILENO) && !s->recursive)
		message(STDIN_NAME, "nothing to read; see urlpick --help");
	else
		return true;
	return false;
}

static int
run(struct pick *p, struct settings *s)
{
	struct search_context context = { .settings = NULL };
	enum selection selection = s->selection;
	int status = EXIT_ERROR;

	/* unwanted findings and links that run code are listed, but cannot be opened */
	s->selection = SELECT_ALL;
	settings_resolve(s);
	s->mail.context_lines = CONTEXT_LINES;
	if (!is_ready(p, s))
		return status;
	escapes_unknown = true;
	p->title = settings_only_name(s) ? settings_only_name(s) : "urlpick";
	url_list_init(&p->list);
	if (search_context_begin(&context, s)) {
		p->reader = url_reader_new(&context, selection, &p->list);
		status = run_list(p);
		status = output_close() ? status : EXIT_ERROR;
	}
	url_reader_free(p->reader);
	url_list_free(&p->list);
	search_context_end(&context);
	return status;
}

int
main(int argc, char **argv)
{
	struct settings settings;
	struct pick p = { .tty = NULL };
	int status, count;
	char **words;

	setlocale(LC_ALL, "");
	messages_program = "urlpick";
	signal(SIGPIPE, SIG_IGN);
	words = read_arguments(&p, argc, argv, &count);
	if (!settings_read(&settings, count, words) || !check_options(&settings)) {
		status = EXIT_ERROR;
	} else if (settings.help || settings.version) {
		if (settings.help)
			fputs(help, stdout);
		else
			printf("urlpick %s\n", urlgrep_version());
		status = output_close() ? EXIT_FOUND : EXIT_ERROR;
	} else {
		p.tty = fopen("/dev/tty", "r+e");
		status = run(&p, &settings);
		if (p.tty)
			fclose(p.tty);
	}
	free(words);
	settings_free(&settings);
	return status;
}
