/* picker.c - the list on the screen: keys and mouse choose, mark, open, copy and search */
#include "pick/pick.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/shared.h"
#include "util/utf8.h"

enum {
	READ_MILLISECONDS = 60,      /* between checks for keys */
	CHILDREN_MILLISECONDS = 300, /* between checks for background programs that have ended */
	MAX_UNASKED = 20             /* URLs opened at once without a question */
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

/* How a key moves in the list, or in a page shown in its place. */
enum movement { MOVE_DOWN, MOVE_UP, MOVE_PAGE_DOWN, MOVE_PAGE_UP, MOVE_FIRST, MOVE_LAST };

enum { MAX_LINES = 1 << 30 }; /* more than any page has */

/* Move the choice by that many items, backwards if negative, to the nearest row. With 0, make sure
 * that a row is chosen after the list has changed. */
static void
choose_beside(struct pick *p, long rows)
{
	size_t count, index = list_index(p, p->chosen);
	const struct url_item *items = url_list_items(&p->list, &count);

	p->chosen = NULL;
	if (count == 0)
		return;
	if (rows < 0 && index < (size_t)-rows)
		rows = -(long)index;
	index = (size_t)((long)index + rows);
	if (index >= count)
		index = count - 1;
	if (items[index].row == NULL) /* a heading is always followed by a row */
		index = rows < 0 && index > 0 ? index - 1 : index + 1;
	p->chosen = items[index].row;
}

static void
forget_number(struct pick *p)
{
	p->number = 0;
	p->is_number_unknown = false;
}

/* Choose the row whose number is being typed. If no number has two digits, each digit is one. */
static void
type_digit(struct pick *p, unsigned digit)
{
	size_t count, i;
	const struct url_item *items = url_list_items(&p->list, &count);

	if (p->list.listed < 10)
		p->number = digit;
	else if (p->number < SIZE_MAX / 10 - 1)
		p->number = p->number * 10 + digit;
	p->is_number_unknown = p->number == 0 || p->number > p->list.listed;
	if (p->is_number_unknown)
		set_status(p, "no URL %zu%s", p->number, p->is_reading ? " yet" : "");
	for (i = 0; i < count; i++)
		if (items[i].row && items[i].number == p->number)
			p->chosen = items[i].row;
}

/* ---- reading --- */

/* Continue reading for about that many milliseconds, or (0) to the end, for a command that applies
 * to the whole list. */
static void
read_on(struct pick *p, unsigned milliseconds)
{
	if (!p->is_reading)
		return;
	p->is_reading = url_reader_step(p->reader, milliseconds);
	if (p->chosen == NULL)
		choose_beside(p, 0);
}

/* ---- questions and typing --- */

/* Continue reading, draw the screen, and wait for the next event. */
static enum screen_event
next_event(struct pick *p, struct screen_input *input)
{
	enum screen_event event;

	read_on(p, READ_MILLISECONDS);
	screen_draw(p);
	event = screen_wait(p->is_reading ? 0 : p->started ? CHILDREN_MILLISECONDS : -1, input);
	p->is_done |= event == EVENT_HANGUP;
	return event;
}

/* Wait for the answer to a question. Return true if it is yes. */
static bool
read_yes(struct pick *p)
{
	struct screen_input input = { .key = 0 };

	while (next_event(p, &input) != EVENT_KEY && !p->is_done)
		;
	return input.key == 'y' || input.key == 'Y';
}

/* Ask whether to open a row's URL, and show its details. Return true if the answer is yes. */
static bool
ask_about(struct pick *p, struct url_row *row)
{
	const struct page *page = p->page;
	struct url_row *chosen = p->chosen;
	bool is_yes;

	p->chosen = row; /* perhaps one that is not listed */
	p->page = NULL;
	p->asks = true;
	is_yes = read_yes(p);
	p->asks = false;
	p->page = page;
	p->chosen = chosen;
	if (chosen == NULL)
		choose_beside(p, 0); /* rows may have been added */
	return is_yes;
}

/* Apply a key to the query. Return false if the key ends the typing. */
static bool
edit_query(struct strbuf *query, const struct screen_input *input)
{
	char text[4];

	if (input->is_backspace) {
		while (query->len && utf8_is_continuation(query->at[query->len - 1]))
			query->len--;
		query->len -= query->len > 0;
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
list_matching(struct pick *p, const char *query)
{
	url_list_limit(&p->list, query);
	p->top = 0;
	choose_beside(p, 0);
}

/* Choose the next row that matches the search words, or with step -1 the previous one. */
static void
go_to_match(struct pick *p, int step)
{
	size_t count, i, left;
	const struct url_item *items;

	read_on(p, 0);
	items = url_list_items(&p->list, &count);
	if (p->words == NULL || *p->words == '\0') {
		set_status(p, "no search yet: / searches for words");
		return;
	}
	i = list_index(p, p->chosen);
	for (left = count; left > 0; left--) {
		i = (i + count + (size_t)step) % count;
		if (items[i].row && url_row_matches(items[i].row, p->words)) {
			p->chosen = items[i].row;
			return;
		}
	}
	set_status(p, "no URL has these words");
}

/* Let the user type words. With is_limit, list only the rows that match them, as they are typed;
 * otherwise go to the next match afterwards. */
static void
type_words(struct pick *p, int is_limit)
{
	struct strbuf query = { .memory = &xmalloc_memory };
	struct screen_input input;
	bool goes_on = true;

	strbuf_append_string(&query, is_limit ? p->list.query : "");
	p->prompt = is_limit ? "limit: " : "/";
	for (;;) {
		strbuf_append_byte(&query, '\0');
		query.len--;
		p->typed = query.at;
		if (is_limit)
			list_matching(p, query.at);
		if (!goes_on || p->is_done)
			break;
		goes_on = next_event(p, &input) != EVENT_KEY || edit_query(&query, &input);
	}
	p->prompt = p->typed = NULL;
	if (is_limit || query.len == 0) {
		strbuf_free(&query);
	} else {
		free(p->words);
		p->words = query.at;
		go_to_match(p, 1);
	}
	if (p->chosen == NULL)
		set_status(p, "no URL has these words; Esc lists all");
}

/* ---- opening --- */

enum opening { OPENED, NOT_OPENED, NO_BROWSER };

/* Open or print a row's URL; ask first if it is odd. */
static enum opening
open_row(struct pick *p, struct url_row *row)
{
	int status;

	if (row->refusal) {
		set_status(p, "not opened: %s", row->refusal);
		return NOT_OPENED;
	}
	if (p->prints) {
		strbuf_printf(output_buffer(), "%s\n", row->opens.exact);
		return OPENED;
	}
	if (url_row_is_odd(row) && !ask_about(p, row)) {
		set_status(p, "not opened");
		return NOT_OPENED;
	}
	status = browser_open(row->opens.exact, fileno(p->tty));
	p->started = "browser";
	if (status < 0)
		set_status(p, "no browser; set BROWSER (%s)", strerror(errno));
	else if (status > 0)
		set_status(p, "browser: exit status %d", status);
	else
		set_status(p, "opened: %s", row->opens.exact);
	return status >= 0 ? OPENED : NO_BROWSER;
}

/* Quit if a URL was opened and one is enough. */
static void
end_if_opened(struct pick *p, bool was_opened)
{
	p->is_done |= was_opened && (p->prints || p->ends_after_one);
}

/* Open all marked rows, and unmark them; without a browser they stay marked. Stop if the terminal
 * is closed during a question. */
static void
open_marked(struct pick *p, int argument)
{
	size_t count = url_list_marked(&p->list), marked = 0, opened = 0;
	enum opening opening;
	struct url_row *row;

	(void)argument;
	if (count > MAX_UNASKED && !p->prints) {
		set_status(p, "Open %zu URLs? [y/N]", count);
		if (!read_yes(p)) {
			set_status(p, "not opened");
			return;
		}
	}
	for (row = p->list.first; row && !p->is_done; row = row->next) {
		if (!row->is_marked)
			continue;
		opening = open_row(p, row);
		if (opening == NO_BROWSER)
			break;
		row->is_marked = false;
		opened += opening == OPENED;
		marked++;
	}
	if (row == NULL && marked == 0)
		set_status(p, "nothing is marked: t marks a URL");
	else if (row == NULL && marked > 1)
		set_status(p, "opened %zu of %zu marked URLs", opened, marked);
	end_if_opened(p, opened > 0);
}

/* Open or print the chosen URL. With -p, print the marked URLs if there are any. */
static void
open_chosen(struct pick *p, int argument)
{
	if (p->prints && url_list_marked(&p->list))
		open_marked(p, argument);
	else
		end_if_opened(p, open_row(p, p->chosen) == OPENED);
}

/* ---- marking and copying --- */

static void
mark_chosen(struct pick *p, int argument)
{
	(void)argument;
	p->chosen->is_marked ^= true;
	choose_beside(p, 1);
}

/* Mark all rows that are listed and can be opened, or unmark all rows, listed or not. */
static void
mark_all(struct pick *p, int marks)
{
	struct url_row *row;

	for (row = p->list.first; row; row = row->next)
		if (!marks || url_row_matches(row, p->list.query))
			row->is_marked = marks && row->refusal == NULL;
}

/* Switch between wrapper and target in the chosen row, or in all listed rows. */
static void
switch_targets(struct pick *p, int are_all)
{
	struct url_row *row;

	if (!are_all && p->chosen->other.exact == NULL)
		set_status(p, "not a wrapper of another URL");
	for (row = p->list.first; row; row = row->next)
		if (row->other.exact &&
		    (are_all ? url_row_matches(row, p->list.query) : row == p->chosen)) {
			struct url_form other = row->opens;

			row->opens = row->other;
			row->other = other;
		}
}

static void
copy_urls(struct pick *p, int is_primary)
{
	struct strbuf text = { .memory = &xmalloc_memory };
	size_t count = url_list_marked(&p->list);
	const struct url_row *row;
	const char *tool;

	for (row = p->list.first; row; row = row->next)
		if (count ? row->is_marked : row == p->chosen) {
			strbuf_append_string(&text, text.len ? "\n" : "");
			if (row->refusal) /* it may have control characters, and be pasted to a shell */
				escape_write(&text, row->opens.exact, strlen(row->opens.exact));
			else
				strbuf_append_string(&text, row->opens.exact);
		}
	tool = clipboard_copy(text.at, text.len, is_primary, fileno(p->tty));
	p->started = tool ? "clipboard" : p->started;
	set_status(p, "copied %zu URL%s by %s", count ? count : 1, count > 1 ? "s" : "",
	    tool ? tool : "the terminal, if it allows that (OSC 52)");
	strbuf_free(&text);
}

/* ---- pages --- */

static void
write_help(struct styled *out, struct pick *p)
{
	const struct key_row *row;

	(void)p;
	for (row = key_rows; row->names; row++)
		strbuf_printf(&out->text, "  %-14s %s\n", row->names, row->help);
	strbuf_append_string(&out->text, "  1, 2, 3...     go to the URL with that number\n"
	    "  mouse          click to choose, click again to open; the wheel moves\n"
	    "\n"
	    "In the list: + marked, ! has a warning, i has information, x cannot be opened.\n"
	    "Where a wrapper and its target are shown, the first of them is opened.\n");
	styled_end(out, STYLE_PLAIN);
}

static void
write_details(struct styled *out, struct pick *p)
{
	details_write(out, p->chosen, DETAILS_URL | DETAILS_MESSAGE);
}

static void
write_message(struct styled *out, struct pick *p)
{
	message_write(out, &p->list, p->chosen);
}

enum { PAGE_MESSAGE, PAGE_DETAILS, PAGE_HELP };

/* Show a page, or hide it if it is shown. */
static void
show_page(struct pick *p, int number)
{
	static const struct page pages[] = {
		[PAGE_MESSAGE] = { "message", write_message, false },
		[PAGE_DETAILS] = { "urlpick: details", write_details, true },
		[PAGE_HELP] = { "urlpick: keys", write_help, true },
	};

	p->page = p->page == &pages[number] ? NULL : &pages[number];
}

/* ---- keys: those of mutt, less and vi where these have an equivalent --- */

/* Scroll the page, or else the details, by half of the visible lines. */
static void
scroll_half(struct pick *p, int direction)
{
	struct screen_layout l = screen_layout(p);
	int rows = p->page ? l.page.rows : l.details.rows;

	p->scroll += direction * (rows > 1 ? rows / 2 : 1);
}

/* Choose another row, or scroll a page shown in place of the list. */
static void
move_or_scroll(struct pick *p, int movement)
{
	struct screen_layout l = screen_layout(p);
	long rows = page_is_full(p) ? l.page.rows : l.list.rows;
	const long lines[] = { [MOVE_DOWN] = 1, [MOVE_UP] = -1, [MOVE_PAGE_DOWN] = rows,
		[MOVE_PAGE_UP] = -rows, [MOVE_FIRST] = -MAX_LINES, [MOVE_LAST] = MAX_LINES };

	if (page_is_full(p)) {
		p->scroll += lines[movement];
		return;
	}
	if (movement == MOVE_LAST)
		read_on(p, 0);
	choose_beside(p, lines[movement]);
}

/* Leave the page if there is one; otherwise quit, or list all URLs again. */
static void
leave_page(struct pick *p, int quits)
{
	if (p->page)
		p->page = NULL;
	else if (quits)
		p->is_done = true;
	else
		list_matching(p, "");
}

const struct key_row key_rows[] = {
	{ "j, Down", "next URL", L"j", move_or_scroll, MOVE_DOWN, false },
	{ "k, Up", "previous URL", L"k", move_or_scroll, MOVE_UP, false },
	{ "PgDn, Ctrl-F", "next page", { CONTROL_F, CONTROL_D },
	    move_or_scroll, MOVE_PAGE_DOWN, false },
	{ "PgUp, Ctrl-B", "previous page", { CONTROL_B, CONTROL_U },
	    move_or_scroll, MOVE_PAGE_UP, false },
	{ "g, Home", "first URL", L"g", move_or_scroll, MOVE_FIRST, false },
	{ "G, End", "last URL", L"G", move_or_scroll, MOVE_LAST, false },
	{ "Enter, Space", "open the URL, and stay (-p: print it, and quit)", L"\r\n ",
	    open_chosen, 0, true },
	{ "t, m, a", "mark the URL, or unmark it, and go on", L"tma", mark_chosen, 0, true },
	{ "*", "mark all listed URLs", L"*", mark_all, true, false },
	{ "M", "unmark all URLs", L"M", mark_all, false, false },
	{ "o", "open all marked URLs, and unmark them", L"o", open_marked, 0, false },
	{ "y, C", "copy the marked URLs, or this one, to the clipboard", L"yC",
	    copy_urls, false, true },
	{ "P", "copy to the primary selection", L"P", copy_urls, true, true },
	{ "/", "next URL with these words in it, its text, sender or subject", L"/",
	    type_words, false, true },
	{ "n", "next URL with the same words", L"n", go_to_match, 1, true },
	{ "N", "previous URL with the same words", L"N", go_to_match, -1, true },
	{ "l", "list only URLs with these words", L"l", type_words, true, false },
	{ "c", "show or hide the message beside the list", L"c", show_page, PAGE_MESSAGE,
	    true },
	{ "J, Shift-Down", "scroll the message, or the details of the URL", L"J",
	    scroll_half, 1, false },
	{ "K, Shift-Up", "scroll back", L"K", scroll_half, -1, false },
	{ "Tab, v", "show all details of the URL", L"\tv", show_page, PAGE_DETAILS, true },
	{ "u", "open the target of the wrapper, or the wrapper", L"u",
	    switch_targets, false, true },
	{ "U", "do the same for all listed URLs", L"U", switch_targets, true, false },
	{ "?, F1", "show this help", L"?", show_page, PAGE_HELP, false },
	{ "Ctrl-L", "redraw the screen", { CONTROL_L }, NULL, 0, false },
	{ "Esc", "leave a page; list all URLs again", { ESCAPE }, leave_page, false, false },
	{ "q, Q", "leave a page; quit", L"qQ", leave_page, true, false },
	{ .names = NULL },
};

/* ---- events --- */

/* Run the command of a key. In a page shown in place of the list, scroll the page or leave it. */
static void
press_key(struct pick *p, const struct screen_input *input)
{
	const struct key_row *row = input->row;
	bool is_digit = input->key >= '0' && input->key <= '9', is_full = page_is_full(p);
	bool was_unknown = p->is_number_unknown;

	if (is_digit && !is_full)
		type_digit(p, (unsigned)(input->key - '0'));
	else
		forget_number(p);
	if (row == NULL || row->run == NULL || (row->needs_row && p->chosen == NULL))
		return;
	if (was_unknown && row->run == open_chosen)
		set_status(p, "not opened: no such URL");
	else if (is_full && row->run == open_chosen)
		move_or_scroll(p, MOVE_PAGE_DOWN);
	else if (is_full && row->run != move_or_scroll && row->run != scroll_half)
		p->page = NULL;
	else
		row->run(p, row->argument);
}

/* Move in the list if the wheel is turned over it; elsewhere, scroll the page or the details. */
static void
turn_wheel(struct pick *p, const struct screen_input *input, int lines)
{
	if (list_row_at(p, input->y, input->x))
		choose_beside(p, lines);
	else
		p->scroll += 3 * lines;
}

/* Choose the clicked row, or open it if it is already chosen. */
static void
click_row(struct pick *p, const struct screen_input *input)
{
	struct url_row *row = list_row_at(p, input->y, input->x);

	forget_number(p);
	if (row && row == p->chosen)
		open_chosen(p, 0);
	else if (row)
		p->chosen = row;
}

bool
picker_run(struct pick *p)
{
	struct screen_input input;
	enum screen_event event;
	int status;

	if (!screen_begin(p->tty, !p->no_mouse))
		return false;
	choose_beside(p, 0);
	while (!p->is_done) {
		event = next_event(p, &input);
		if (event > EVENT_RESIZE) /* from the user */
			p->status = NULL;
		if (event == EVENT_KEY)
			press_key(p, &input);
		else if (event == EVENT_CLICK)
			click_row(p, &input);
		else if (event == EVENT_WHEEL_UP || event == EVENT_WHEEL_DOWN)
			turn_wheel(p, &input, event == EVENT_WHEEL_UP ? -1 : 1);
		status = p->started ? process_failed_status() : 0;
		if (status)
			set_status(p, "the %s has failed: exit status %d", p->started, status);
	}
	screen_end();
	free(p->words);
	return true;
}
