/* picker.c - the list on the screen: keys and mouse choose, mark, open, copy and search */
#include "pick/pick.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "util/utf8.h"

enum {
	READ_MILLISECONDS = 60,      /* between two looks at the keyboard */
	CHILDREN_MILLISECONDS = 300 /* between two looks at the programs in the background */
};

static void __attribute__((format(printf, 2, 3)))
set_status(struct pick *p, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(p->status_text, sizeof(p->status_text), format, arguments);
	va_end(arguments);
	p->status = p->status_text;
}

/* ---- moving --- */

/* Choose the row of the item at an index, or the nearest one in the direction of step. */
static void
choose_item(struct pick *p, size_t index, int step)
{
	size_t count;
	const struct url_item *items = url_list_items(&p->list, &count);

	if (count == 0) {
		p->chosen = NULL;
		return;
	}
	if (index >= count)
		index = count - 1;
	if (items[index].row == NULL) /* a heading has a row after it, and is never last */
		index = step < 0 && index > 0 ? index - 1 : index + 1;
	p->chosen = items[index].row;
}

static void
choose_beside(struct pick *p, long rows)
{
	size_t index = list_index(p, p->chosen);

	if (rows < 0 && index < (size_t)-rows)
		index = 0;
	else
		index = (size_t)((long)index + rows);
	choose_item(p, index, rows < 0 ? -1 : 1);
}

/* Choose the row with the number that is typed. */
static void
type_digit(struct pick *p, unsigned digit)
{
	size_t number = p->number * 10 + digit;
	struct url_row *row;

	if (number > p->list.listed)
		number = digit;
	row = url_list_numbered(&p->list, number);
	if (row) {
		p->chosen = row;
		p->number = number;
	}
}

/* Keep a row chosen when others are listed. */
static void
keep_choice(struct pick *p)
{
	choose_item(p, list_index(p, p->chosen), 1);
}

/* ---- reading --- */

/* Report how much could not be read. */
static void
report_errors(struct pick *p)
{
	uint64_t errors = messages_about_files();

	if (errors)
		set_status(p, "%ju could not be read; the reasons follow at the end",
		    (uintmax_t)errors);
}

/* Read on for a moment. */
static void
read_on(struct pick *p)
{
	if (!p->is_reading)
		return;
	p->is_reading = url_reader_step(p->reader, READ_MILLISECONDS);
	if (!p->is_reading)
		report_errors(p);
	if (p->chosen == NULL)
		keep_choice(p);
}

/* Read to the end of the input, for a command that applies to the whole list. */
static void
read_all(struct pick *p)
{
	while (p->is_reading)
		read_on(p);
}

/* ---- questions and typing --- */

/* Ask a question; return true if the answer is yes. */
static bool
ask(struct pick *p, const char *question)
{
	struct screen_input input;
	enum screen_event event;

	p->prompt = question;
	p->typed = NULL;
	do {
		list_draw(p);
		event = screen_wait(-1, &input);
	} while (event != EVENT_KEY && event != EVENT_HANGUP);
	p->prompt = NULL;
	p->is_done |= event == EVENT_HANGUP;
	return event == EVENT_KEY && (input.key == 'y' || input.key == 'Y');
}

/* Remove the last character of the query. */
static void
shorten(struct strbuf *query)
{
	while (query->len && utf8_is_continuation(query->at[query->len - 1]))
		query->len--;
	query->len -= query->len > 0;
}

/* Change the query by a key. Return false if it ends the typing. */
static bool
edit_query(struct strbuf *query, const struct screen_input *input)
{
	char text[4];

	if (input->is_backspace) {
		shorten(query);
		return true;
	}
	if (input->key == ESCAPE || input->key == CONTROL_U)
		query->len = 0;
	else if (input->key >= ' ')
		strbuf_append(query, text, utf8_encode((uint32_t)input->key, text));
	return input->key == CONTROL_U || input->key >= ' ';
}

/* List the rows that match the query. */
static void
limit(struct pick *p, const char *query)
{
	url_list_limit(&p->list, query);
	p->top = 0;
	keep_choice(p);
}

/* Let the user type words after a prompt. With is_limit, list the rows that have them while they
 * are typed. Return the words, which the caller frees. */
static char *
type_words(struct pick *p, const char *prompt, bool is_limit)
{
	struct strbuf query = { .memory = &xmalloc_memory };
	struct screen_input input;
	enum screen_event event;
	bool goes_on = true;

	if (is_limit)
		strbuf_append_string(&query, p->list.query);
	p->prompt = prompt;
	for (;;) {
		strbuf_append(&query, "", 1);
		query.len--;
		p->typed = query.at;
		if (is_limit)
			limit(p, query.at);
		if (!goes_on)
			break;
		list_draw(p);
		event = screen_wait(p->is_reading ? 0 : -1, &input);
		goes_on = event != EVENT_HANGUP &&
		    (event != EVENT_KEY || edit_query(&query, &input));
		p->is_done |= event == EVENT_HANGUP;
		read_on(p);
	}
	p->prompt = p->typed = NULL;
	return query.at;
}

static void
type_limit(struct pick *p, int argument)
{
	(void)argument;
	free(type_words(p, "limit: ", true));
	if (p->chosen == NULL)
		set_status(p, "no URL has these words; Esc lists all");
}

static void
show_all(struct pick *p, int argument)
{
	(void)argument;
	limit(p, "");
}

/* Choose the next row that has the words which are searched for, or (step -1) the one before. */
static void
go_to_match(struct pick *p, int step)
{
	size_t count, i, left;
	const struct url_item *items;

	read_all(p);
	items = url_list_items(&p->list, &count);
	if (p->words == NULL || *p->words == '\0') {
		set_status(p, "nothing is searched for: / asks for words");
		return;
	}
	i = list_index(p, p->chosen);
	for (left = count; left > 0; left--) {
		i = step > 0 ? (i + 1 < count ? i + 1 : 0) : (i > 0 ? i : count) - 1;
		if (items[i].row && url_row_matches(items[i].row, p->words)) {
			p->chosen = items[i].row;
			return;
		}
	}
	set_status(p, "no URL has these words");
}

static void
search(struct pick *p, int argument)
{
	char *words = type_words(p, "/", false);

	if (*words == '\0') {
		free(words);
		return;
	}
	free(p->words);
	p->words = words;
	go_to_match(p, argument);
}

/* ---- opening --- */

/* Open the chosen URL of the row. */
static void
start_browser(struct pick *p, const struct url_row *row)
{
	int status = browser_open(url_row_chosen(row), fileno(p->tty));

	p->has_opened = true;
	if (status < 0)
		set_status(p, "no browser; set BROWSER (%s)", strerror(errno));
	else if (status > 0)
		set_status(p, "browser: exit status %d", status);
	else
		set_status(p, "opened: %s", url_row_chosen(row));
	p->is_done |= p->ends_after_one && status >= 0;
}

/* Open or print a row's URL; ask first if it is odd. */
static void
open_row(struct pick *p, struct url_row *row)
{
	if (row->refusal) {
		set_status(p, "not opened: %s", row->refusal);
		return;
	}
	if (p->prints) {
		strbuf_append_string(&p->printed, url_row_chosen(row));
		strbuf_append(&p->printed, "\n", 1);
		p->is_done = true;
		return;
	}
	p->chosen = row;
	if (url_row_is_odd(row) && !ask(p, url_row_has_usual_scheme(row) ?
		"It has a warning. Open it all the same? [y/N] " :
		"An unusual scheme. Open it all the same? [y/N] ")) {
		set_status(p, "not opened");
		return;
	}
	start_browser(p, row);
}

static void
open_marked(struct pick *p, int argument)
{
	size_t i, done = 0;

	(void)argument;
	for (i = 0; i < p->list.count; i++) {
		struct url_row *row = p->list.rows[i];

		if (!row->is_marked)
			continue;
		row->is_marked = false;
		open_row(p, row);
		done++;
	}
	if (done == 0)
		set_status(p, "nothing is marked: t marks a URL");
	else if (done > 1 && !p->is_done)
		set_status(p, "%zu marked URLs", done);
}

/* With -p the marked URLs are picked, if there are any. */
static void
open_chosen(struct pick *p, int argument)
{
	if (p->prints && url_list_marked(&p->list))
		open_marked(p, argument);
	else
		open_row(p, p->chosen);
}

/* ---- marking and copying --- */

static void
mark_chosen(struct pick *p, int argument)
{
	(void)argument;
	p->chosen->is_marked ^= true;
	choose_beside(p, 1);
}

/* Mark or unmark all rows that are listed. */
static void
mark_listed(struct pick *p, int marks)
{
	size_t count, i;
	const struct url_item *items = url_list_items(&p->list, &count);

	for (i = 0; i < count; i++)
		if (items[i].row)
			items[i].row->is_marked = marks && items[i].row->refusal == NULL;
}

/* Switch the targets of the chosen row, or of all that are listed. */
static void
switch_targets(struct pick *p, int are_all)
{
	size_t count, i;
	const struct url_item *items = url_list_items(&p->list, &count);

	if (!are_all && p->chosen->target == NULL)
		set_status(p, "it is no wrapper of another URL");
	for (i = 0; i < count; i++) {
		struct url_row *row = items[i].row;

		if (row && row->target && (are_all || row == p->chosen))
			row->opens_target = !row->opens_target;
	}
}

static void
copy(struct pick *p, int is_primary)
{
	struct strbuf text = { .memory = &xmalloc_memory };
	size_t i, count = url_list_marked(&p->list);
	const char *tool;

	for (i = 0; i < p->list.count && count; i++) {
		const struct url_row *row = p->list.rows[i];

		if (!row->is_marked)
			continue;
		strbuf_append_string(&text, text.len ? "\n" : "");
		strbuf_append_string(&text, url_row_chosen(row));
	}
	if (count == 0)
		strbuf_append_string(&text, url_row_chosen(p->chosen));
	tool = clipboard_copy(text.at, text.len, is_primary, fileno(p->tty));
	p->has_copied |= tool != NULL;
	set_status(p, "copied %zu URL%s by %s", count ? count : 1, count > 1 ? "s" : "",
	    tool ? tool : "the terminal, if it allows that (OSC 52)");
	strbuf_free(&text);
}

/* ---- pages --- */

/* Append lines of help for a command; the second one is indented. */
static void
append_help(struct strbuf *out, const struct key_row *row)
{
	const char *line = row->help, *names = row->names;
	size_t len;

	for (;; line += len + 1, names = "") {
		len = strcspn(line, "\n");
		strbuf_printf(out, "  %-14s %.*s\n", names, (int)len, line);
		if (line[len] == '\0')
			break;
	}
}

static void
show_help(struct pick *p, int argument)
{
	struct strbuf text = { .memory = &xmalloc_memory };
	const struct key_row *row;

	(void)argument;
	for (row = key_rows; row->names; row++)
		append_help(&text, row);
	strbuf_append_string(&text, "  1, 2, 3...     go to the URL with that number\n"
	    "  mouse          a click chooses, a second one opens; the wheel moves\n"
	    "\n"
	    "In the list: + marked, ! has a warning, x is not opened. Of a wrapper and its\n"
	    "target the first one opens.\n");
	p->is_done |= !page_show("urlpick: keys", &text, 0, 0);
	strbuf_free(&text);
}

static void
show_details(struct pick *p, int argument)
{
	struct row_details details;

	(void)argument;
	row_details_write(&details, p->chosen);
	p->is_done |= !page_show("urlpick: details", &details.text, 0, 0);
	strbuf_free(&details.text);
}

/* Show the text that the URL, or the text of its link, is in. */
static void
show_context(struct pick *p, int argument)
{
	const struct url_row *row = p->chosen;
	struct strbuf title = { .memory = &xmalloc_memory }, text = title;
	size_t begin, end;

	(void)argument;
	if (row->text.text == NULL) {
		set_status(p, "no context: the link has no text");
		return;
	}
	strbuf_append_string(&title, "context: ");
	shown_append(&title, row->message->path, strlen(row->message->path));
	strbuf_append(&title, "", 1);
	shown_append_lines(&text, row->text.text, row->text_begin);
	begin = text.len;
	shown_append_lines(&text, row->text.text + row->text_begin,
	    row->text_end - row->text_begin);
	end = text.len;
	shown_append_lines(&text, row->text.text + row->text_end, row->text.len - row->text_end);
	p->is_done |= !page_show(title.at, &text, begin, end);
	strbuf_free(&title);
	strbuf_free(&text);
}

/* ---- keys: as in urlscan, less and vi, where these have such a key --- */

static void
move_choice(struct pick *p, int movement)
{
	switch ((enum movement)movement) {
	case MOVE_NONE:
		break;
	case MOVE_DOWN:
		choose_beside(p, 1);
		break;
	case MOVE_UP:
		choose_beside(p, -1);
		break;
	case MOVE_PAGE_DOWN:
		choose_beside(p, list_item_rows());
		break;
	case MOVE_PAGE_UP:
		choose_beside(p, -list_item_rows());
		break;
	case MOVE_FIRST:
		choose_item(p, 0, 1);
		break;
	case MOVE_LAST:
		read_all(p);
		choose_item(p, SIZE_MAX, 1);
		break;
	}
}

static void
quit(struct pick *p, int argument)
{
	(void)argument;
	p->is_done = true;
}

const struct key_row key_rows[] = {
	{ "j, Down", "next URL", L"j", move_choice, MOVE_DOWN, true, MOVE_DOWN },
	{ "k, Up", "previous URL", L"k", move_choice, MOVE_UP, true, MOVE_UP },
	{ "PgDn, Ctrl-F", "next page", { CONTROL_F, CONTROL_D },
	    move_choice, MOVE_PAGE_DOWN, true, MOVE_PAGE_DOWN },
	{ "PgUp, Ctrl-B", "previous page", { CONTROL_B, CONTROL_U },
	    move_choice, MOVE_PAGE_UP, true, MOVE_PAGE_UP },
	{ "g, Home", "first URL", L"g", move_choice, MOVE_FIRST, true, MOVE_FIRST },
	{ "G, End", "last URL", L"G", move_choice, MOVE_LAST, true, MOVE_LAST },
	{ "Enter, Space", "open the URL, and stay (-p: print it, and quit)", L"\r\n ",
	    open_chosen, 0, true, MOVE_PAGE_DOWN },
	{ "t, m, a", "mark the URL, or unmark it, and go on", L"tma", mark_chosen, 0, true, 0 },
	{ "*", "mark all listed URLs", L"*", mark_listed, true, false, 0 },
	{ "M", "unmark all URLs", L"M", mark_listed, false, false, 0 },
	{ "o", "open all marked URLs, and unmark them", L"o", open_marked, 0, false, 0 },
	{ "y, C", "copy the marked URLs, or this one, to the clipboard", L"yC",
	    copy, false, true, 0 },
	{ "P", "copy to the primary selection", L"P", copy, true, true, 0 },
	{ "/", "go to the next URL with these words in it, in the text of\n"
	    "the link, the sender or the subject", L"/", search, 1, true, 0 },
	{ "n", "go to the next such URL", L"n", go_to_match, 1, true, 0 },
	{ "N", "go to the previous such URL", L"N", go_to_match, -1, true, 0 },
	{ "l", "list only URLs with these words", L"l", type_limit, 0, false, 0 },
	{ "Esc", "list all URLs again", { ESCAPE }, show_all, 0, false, 0 },
	{ "c", "show the text around the URL", L"c", show_context, 0, true, 0 },
	{ "Tab, v", "show all that is known about the URL", L"\tv", show_details, 0, true, 0 },
	{ "u", "open the target of the wrapper, or the wrapper", L"u",
	    switch_targets, false, true, 0 },
	{ "U", "the same for all listed URLs", L"U", switch_targets, true, false, 0 },
	{ "?, F1", "show this help", L"?", show_help, 0, false, 0 },
	{ "Ctrl-L", "draw the screen again", { CONTROL_L }, NULL, 0, false, 0 },
	{ "q, Q", "quit", L"qQ", quit, 0, false, 0 },
	{ .names = NULL },
};

/* ---- events --- */

static void
press_key(struct pick *p, const struct screen_input *input)
{
	const struct key_row *row = input->row;

	if (input->key >= '0' && input->key <= '9') {
		type_digit(p, (unsigned)(input->key - '0'));
		return;
	}
	p->number = 0;
	if (row && row->run && (p->chosen || !row->needs_row))
		row->run(p, row->argument);
}

/* A click chooses a row; a click on the chosen row opens it. */
static void
click(struct pick *p, const struct screen_input *input)
{
	struct url_row *row = list_row_at(p, input->y);

	if (row && row == p->chosen)
		open_chosen(p, 0);
	else if (row)
		p->chosen = row;
}

static void
handle(struct pick *p, enum screen_event event, const struct screen_input *input)
{
	if (event != EVENT_NONE && event != EVENT_RESIZE)
		p->status = NULL;
	switch (event) {
	case EVENT_KEY:
		press_key(p, input);
		break;
	case EVENT_CLICK:
		click(p, input);
		break;
	case EVENT_WHEEL_UP:
	case EVENT_WHEEL_DOWN:
		choose_beside(p, event == EVENT_WHEEL_UP ? -1 : 1);
		break;
	case EVENT_HANGUP:
		p->is_done = true;
		break;
	default:
		break;
	}
}

/* Say if a program in the background has failed. */
static void
report_failed_program(struct pick *p)
{
	int status = p->has_opened || p->has_copied ? process_failed_status() : 0;

	if (status)
		set_status(p, "the %s has failed: exit status %d", !p->has_copied ? "browser" :
		    p->has_opened ? "browser or the clipboard" : "clipboard", status);
}

bool
picker_run(struct pick *p)
{
	struct screen_input input;

	if (!screen_begin(p->tty, !p->no_mouse))
		return false;
	keep_choice(p);
	if (!p->is_reading)
		report_errors(p);
	while (!p->is_done) {
		list_draw(p);
		handle(p, screen_wait(p->is_reading ? 0 : p->has_opened || p->has_copied ?
		    CHILDREN_MILLISECONDS : -1, &input), &input);
		read_on(p);
		report_failed_program(p);
	}
	screen_end();
	free(p->words);
	return true;
}
