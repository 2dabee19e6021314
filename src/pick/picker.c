/* picker.c - the list on the screen: keys and mouse choose, mark, open, copy and search */
#include "pick/pick.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "util/utf8.h"

enum {
	READ_MILLISECONDS = 60,      /* between two looks at the keyboard */
	CHILDREN_MILLISECONDS = 300, /* between two looks at the programs in the background */
	MAX_STATUS_BYTES = 256,
	CONTROL_U = 21, ESCAPE = 27
};

struct picker {
	struct pick *pick;
	struct list_view view;
	char status[MAX_STATUS_BYTES];
	size_t number; /* that is being typed */
	bool has_opened, has_copied; /* by programs in the background */
	char *words; /* that are searched for; or NULL */
	bool is_done;
};

static void __attribute__((format(printf, 2, 3)))
set_status(struct picker *p, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(p->status, sizeof(p->status), format, arguments);
	va_end(arguments);
	p->view.status = p->status;
}

static void
draw(struct picker *p)
{
	p->view.is_reading = p->pick->is_reading;
	list_view_draw(&p->view);
}

/* ---- moving --- */

/* Choose the row of the item at an index, or the nearest one in the direction of step. */
static void
choose_item(struct picker *p, size_t index, int step)
{
	size_t count;
	const struct url_item *items = url_list_items(p->view.list, &count);

	if (count == 0) {
		p->view.chosen = NULL;
		return;
	}
	if (index >= count)
		index = count - 1;
	if (items[index].row == NULL) /* a heading has a row after it, and is never last */
		index = step < 0 && index > 0 ? index - 1 : index + 1;
	p->view.chosen = items[index].row;
}

static void
move(struct picker *p, long rows)
{
	size_t index = list_view_index(&p->view, p->view.chosen);

	if (rows < 0 && index < (size_t)-rows)
		index = 0;
	else
		index = (size_t)((long)index + rows);
	choose_item(p, index, rows < 0 ? -1 : 1);
}

/* Choose the row with the number that is typed. */
static void
type_digit(struct picker *p, unsigned digit)
{
	size_t number = p->number * 10 + digit;
	struct url_row *row;

	if (number > url_list_listed(p->view.list))
		number = digit;
	row = url_list_numbered(p->view.list, number);
	if (row) {
		p->view.chosen = row;
		p->number = number;
	}
}

/* Keep a row chosen when others are listed. */
static void
keep_choice(struct picker *p)
{
	choose_item(p, list_view_index(&p->view, p->view.chosen), 1);
}

/* ---- reading --- */

/* Say how much could not be read. */
static void
report_errors(struct picker *p)
{
	size_t errors = url_reader_error_count(p->pick->reader);

	if (errors)
		set_status(p, "%zu could not be read; the reasons follow at the end", errors);
}

/* Read on for a moment. */
static void
read_on(struct picker *p)
{
	if (!p->pick->is_reading)
		return;
	p->pick->is_reading = url_reader_step(p->pick->reader, READ_MILLISECONDS);
	if (!p->pick->is_reading)
		report_errors(p);
	if (p->view.chosen == NULL)
		keep_choice(p);
}

/* Read to the end of the input, for a command that applies to the whole list. */
static void
read_all(struct picker *p)
{
	while (p->pick->is_reading)
		read_on(p);
}

/* ---- questions and typing --- */

/* Ask a question; return true if the answer is yes. */
static bool
ask(struct picker *p, const char *question)
{
	struct screen_input input;
	enum screen_event event;

	p->view.prompt = question;
	p->view.typed = NULL;
	do {
		draw(p);
		event = screen_wait(-1, &input);
	} while (event != EVENT_KEY && event != EVENT_HANGUP);
	p->view.prompt = NULL;
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
limit(struct picker *p, const char *query)
{
	url_list_limit(p->view.list, query);
	p->view.top = 0;
	keep_choice(p);
}

/* Let the user type words after a prompt. With is_limit, list the rows that have them while they
 * are typed. Return the words, which the caller frees. */
static char *
type_words(struct picker *p, const char *prompt, bool is_limit)
{
	struct strbuf query = { .memory = &xmalloc_memory };
	struct screen_input input;
	enum screen_event event;
	bool goes_on = true;

	if (is_limit)
		strbuf_append_string(&query, url_list_query(p->view.list));
	p->view.prompt = prompt;
	for (;;) {
		strbuf_append(&query, "", 1);
		query.len--;
		p->view.typed = query.at;
		if (is_limit)
			limit(p, query.at);
		if (!goes_on)
			break;
		draw(p);
		event = screen_wait(p->pick->is_reading ? 0 : -1, &input);
		goes_on = event != EVENT_HANGUP &&
		    (event != EVENT_KEY || edit_query(&query, &input));
		p->is_done |= event == EVENT_HANGUP;
		read_on(p);
	}
	p->view.prompt = p->view.typed = NULL;
	return query.at;
}

static void
type_limit(struct picker *p)
{
	free(type_words(p, "limit: ", true));
	if (p->view.chosen == NULL)
		set_status(p, "no URL has these words; Esc lists all");
}

/* Choose the next row that has the words which are searched for, or (step -1) the one before. */
static void
go_to_match(struct picker *p, int step)
{
	size_t count, i, left;
	const struct url_item *items;

	read_all(p);
	items = url_list_items(p->view.list, &count);
	if (p->words == NULL || *p->words == '\0') {
		set_status(p, "nothing is searched for: / asks for words");
		return;
	}
	i = list_view_index(&p->view, p->view.chosen);
	for (left = count; left > 0; left--) {
		i = step > 0 ? (i + 1 < count ? i + 1 : 0) : (i > 0 ? i : count) - 1;
		if (items[i].row && url_row_matches(items[i].row, p->words)) {
			p->view.chosen = items[i].row;
			return;
		}
	}
	set_status(p, "no URL has these words");
}

static void
search(struct picker *p)
{
	char *words = type_words(p, "/", false);

	if (*words == '\0') {
		free(words);
		return;
	}
	free(p->words);
	p->words = words;
	go_to_match(p, 1);
}

/* ---- opening --- */

/* Open the chosen URL of the row. */
static void
start_browser(struct picker *p, const struct url_row *row)
{
	const struct browser *browser = &p->pick->browser;
	int status;

	if (browser->words == NULL) {
		set_status(p, "no browser; set BROWSER");
		return;
	}
	if (browser->needs_terminal)
		screen_suspend();
	status = browser_open(browser, url_row_chosen(row), fileno(p->pick->tty));
	if (browser->needs_terminal)
		screen_resume();
	p->has_opened = true;
	if (status < 0)
		set_status(p, "%s: %s", browser->words[0], strerror(errno));
	else if (status > 0)
		set_status(p, "%s: exit status %d", browser->words[0], status);
	else
		set_status(p, "opened: %s", url_row_chosen(row));
	p->is_done |= p->pick->ends_after_one && status >= 0;
}

/* Open or print a row's URL; ask first if it is odd. */
static void
open_row(struct picker *p, struct url_row *row)
{
	if (row->refusal) {
		set_status(p, "not opened: %s", row->refusal);
		return;
	}
	if (p->pick->prints) {
		strbuf_append_string(&p->pick->printed, url_row_chosen(row));
		strbuf_append(&p->pick->printed, "\n", 1);
		p->is_done = true;
		return;
	}
	p->view.chosen = row;
	if (url_row_is_odd(row) && !ask(p, url_row_has_usual_scheme(row) ?
		"It has a warning. Open it all the same? [y/N] " :
		"An unusual scheme. Open it all the same? [y/N] ")) {
		set_status(p, "not opened");
		return;
	}
	start_browser(p, row);
}

static void
open_marked(struct picker *p)
{
	size_t i, done = 0;

	for (i = 0; i < url_list_count(p->view.list); i++) {
		struct url_row *row = url_list_row(p->view.list, i);

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
open_chosen(struct picker *p)
{
	if (p->pick->prints && url_list_marked(p->view.list))
		open_marked(p);
	else
		open_row(p, p->view.chosen);
}

/* ---- marking and copying --- */

static void
switch_target(struct url_row *row)
{
	row->opens_target = row->target && !row->opens_target;
}

/* Mark or unmark all rows that are listed, or switch their targets. */
static void
change_listed(struct picker *p, enum command command)
{
	size_t count, i;
	const struct url_item *items = url_list_items(p->view.list, &count);

	for (i = 0; i < count; i++) {
		struct url_row *row = items[i].row;

		if (row && command == COMMAND_SWITCH_ALL_TARGETS)
			switch_target(row);
		else if (row)
			row->is_marked = command == COMMAND_MARK_ALL && row->refusal == NULL;
	}
}

static void
copy(struct picker *p, bool is_primary)
{
	struct strbuf text = { .memory = &xmalloc_memory };
	size_t i, count = url_list_marked(p->view.list);
	const char *tool;

	for (i = 0; i < url_list_count(p->view.list) && count; i++) {
		const struct url_row *row = url_list_row(p->view.list, i);

		if (!row->is_marked)
			continue;
		strbuf_append_string(&text, text.len ? "\n" : "");
		strbuf_append_string(&text, url_row_chosen(row));
	}
	if (count == 0)
		strbuf_append_string(&text, url_row_chosen(p->view.chosen));
	tool = clipboard_copy(text.at, text.len, is_primary, fileno(p->pick->tty));
	p->has_copied |= tool != NULL;
	set_status(p, "copied %zu URL%s by %s", count ? count : 1, count > 1 ? "s" : "",
	    tool ? tool : "the terminal, if it allows that (OSC 52)");
	strbuf_free(&text);
}

/* ---- pages --- */

static void
show_help(struct picker *p)
{
	struct strbuf text = { .memory = &xmalloc_memory };

	keys_append_help(&text);
	p->is_done |= !page_show("urlpick: keys", &text, 0, 0);
	strbuf_free(&text);
}

static void
show_details(struct picker *p)
{
	struct row_details details;

	row_details_write(&details, p->view.chosen);
	p->is_done |= !page_show("urlpick: details", &details.text, 0, 0);
	strbuf_free(&details.text);
}

/* Show the text that the URL, or the text of its link, is in. */
static void
show_context(struct picker *p)
{
	const struct url_row *row = p->view.chosen;
	struct strbuf title = { .memory = &xmalloc_memory }, text = title;
	size_t begin, end;

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

/* ---- events --- */

static void
do_move(struct picker *p, enum command command)
{
	long page = list_view_item_rows();

	switch (command) {
	case COMMAND_DOWN:
		move(p, 1);
		break;
	case COMMAND_UP:
		move(p, -1);
		break;
	case COMMAND_PAGE_DOWN:
		move(p, page);
		break;
	case COMMAND_PAGE_UP:
		move(p, -page);
		break;
	case COMMAND_FIRST:
		choose_item(p, 0, 1);
		break;
	case COMMAND_LAST:
		read_all(p);
		choose_item(p, SIZE_MAX, 1);
		break;
	default:
		break;
	}
}

/* Execute a command that acts on the chosen row. */
static void
do_with_chosen(struct picker *p, enum command command)
{
	switch (command) {
	case COMMAND_OPEN:
		open_chosen(p);
		break;
	case COMMAND_MARK:
		p->view.chosen->is_marked ^= true;
		move(p, 1);
		break;
	case COMMAND_SEARCH:
		search(p);
		break;
	case COMMAND_NEXT_MATCH:
	case COMMAND_PREVIOUS_MATCH:
		go_to_match(p, command == COMMAND_NEXT_MATCH ? 1 : -1);
		break;
	case COMMAND_COPY:
	case COMMAND_COPY_PRIMARY:
		copy(p, command == COMMAND_COPY_PRIMARY);
		break;
	case COMMAND_CONTEXT:
		show_context(p);
		break;
	case COMMAND_DETAILS:
		show_details(p);
		break;
	case COMMAND_SWITCH_TARGET:
		if (p->view.chosen->target)
			switch_target(p->view.chosen);
		else
			set_status(p, "it is no wrapper of another URL");
		break;
	default:
		do_move(p, command);
	}
}

static void
do_command(struct picker *p, enum command command)
{
	switch (command) {
	case COMMAND_OPEN_MARKED:
		open_marked(p);
		break;
	case COMMAND_MARK_ALL:
	case COMMAND_UNMARK_ALL:
	case COMMAND_SWITCH_ALL_TARGETS:
		change_listed(p, command);
		break;
	case COMMAND_LIMIT:
		type_limit(p);
		break;
	case COMMAND_SHOW_ALL:
		limit(p, "");
		break;
	case COMMAND_HELP:
		show_help(p);
		break;
	case COMMAND_QUIT:
		p->is_done = true;
		break;
	default:
		if (p->view.chosen)
			do_with_chosen(p, command);
	}
}

static void
press_key(struct picker *p, const struct screen_input *input)
{
	if (input->key >= '0' && input->key <= '9') {
		type_digit(p, (unsigned)(input->key - '0'));
		return;
	}
	p->number = 0;
	do_command(p, input->command);
}

/* A click chooses a row; a click on the chosen row opens it. */
static void
click(struct picker *p, const struct screen_input *input)
{
	struct url_row *row = list_view_row_at(&p->view, input->row);

	if (row && row == p->view.chosen)
		do_command(p, COMMAND_OPEN);
	else if (row)
		p->view.chosen = row;
}

static void
handle(struct picker *p, enum screen_event event, const struct screen_input *input)
{
	if (event != EVENT_NONE && event != EVENT_RESIZE)
		p->view.status = NULL;
	switch (event) {
	case EVENT_KEY:
		press_key(p, input);
		break;
	case EVENT_CLICK:
		click(p, input);
		break;
	case EVENT_WHEEL_UP:
	case EVENT_WHEEL_DOWN:
		do_command(p, event == EVENT_WHEEL_UP ? COMMAND_UP : COMMAND_DOWN);
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
report_failed_program(struct picker *p)
{
	int status = p->has_opened || p->has_copied ? process_failed_status() : 0;

	if (status)
		set_status(p, "the %s has failed: exit status %d", !p->has_copied ? "browser" :
		    p->has_opened ? "browser or the clipboard" : "clipboard", status);
}

bool
picker_run(struct pick *pick)
{
	struct picker p = { .pick = pick, .view = { .list = pick->list, .title = pick->title } };
	struct screen_input input;

	if (!screen_begin(pick->tty, !pick->no_mouse))
		return false;
	keep_choice(&p);
	if (!pick->is_reading)
		report_errors(&p);
	while (!p.is_done) {
		draw(&p);
		handle(&p, screen_wait(pick->is_reading ? 0 : p.has_opened || p.has_copied ?
		    CHILDREN_MILLISECONDS : -1, &input), &input);
		read_on(&p);
		report_failed_program(&p);
	}
	screen_end();
	free(p.words);
	return true;
}
