/* pick.h - urlpick: the rows of its list, the reader that finds them, the screen that shows them,
 * and the programs that open and copy them */
#ifndef PICK_PICK_H
#define PICK_PICK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

#include "cmd/search.h"
#include "urlgrep.h"
#include "util/memory.h"
#include "util/strbuf.h"

/* ---- list.c: URLs that may be opened --- */

/* The rows of a group are listed together. */
enum row_group { GROUP_LINKS, GROUP_ADDRESSES, GROUP_RESOURCES, GROUP_INVALID, GROUP_COUNT };

/* A message, document or text in which URLs were found. Strings that do not apply are NULL. */
struct url_message {
	const char *path; /* of its member */
	const char *from, *subject, *date;
};

/* All strings last as long as the list. */
struct url_row {
	const char *url;        /* as it was found */
	size_t len;             /* it may hold NUL only if it is not valid */
	const char *target;     /* where a wrapper leads; or NULL */
	const char *service;    /* the wrapper's, or NULL */
	const char *label;      /* the text of the link; or a name or address as written;
	                           or NULL */
	const char *shown_host; /* in that text, if not the URL's; or NULL */
	const char *host;       /* of the URL; or NULL */
	const char *other_host; /* an internationalized one in the other form; or NULL */
	const char *refusal;    /* why it cannot be opened; NULL: it can */
	urlgrep_warnings warnings;
	bool text_differs; /* the text of the link shows another URL */
	bool is_text;      /* it is not a link in HTML */
	bool is_link_text; /* it is only the text of a link that leads elsewhere */
	bool is_alternative; /* another reading of the URL before it */
	unsigned how;      /* set of bits, see urlgrep_reading */
	enum row_group group;
	const struct url_message *message;
	urlgrep_span text; /* decoded, with the URL or its label: the part that was kept; */
	size_t text_begin, text_end; /* and where it is there */

	bool is_marked;
	bool opens_target; /* rather than url */
};

/* Return the URL that is opened, copied or printed; and the other one of a wrapper and its target,
 * or NULL. */
static inline const char *
url_row_chosen(const struct url_row *row)
{
	return row->opens_target ? row->target : row->url;
}

static inline const char *
url_row_other(const struct url_row *row)
{
	return row->opens_target ? row->url : row->target;
}

/* Return true if the chosen URL has a scheme that browsers and mail programs open without
 * harm. */
bool url_row_has_usual_scheme(const struct url_row *row);

/* Return the warnings that only say that the target is not known, or that there is one.
 * Newsletters are full of such links. */
urlgrep_warnings harmless_warnings(void);

/* Return true if the user is to be asked before it is opened: it has a warning, or an
 * unusual scheme. */
bool url_row_is_odd(const struct url_row *row);

/* Return in which form other_host is: "in Unicode" or "in US-ASCII". */
const char *url_row_other_form(const struct url_row *row);

/* Return true if all words of the query are, in any case, in the URL, its target or label, or in
 * the sender or the subject of the message. */
bool url_row_matches(const struct url_row *row, const char *query);

/* Return the heading of a group. */
const char *url_row_group_name(enum row_group group);

/* A listed item: a row, or (row NULL) the heading of a group. */
struct url_item {
	struct url_row *row;
	enum row_group group;
	size_t number; /* of the row among those listed, from 1; of a group: its rows */
};

/* The rows that were found. The list consists of items: the rows that match the query, in the
 * order of their groups, with a heading before each group. */
struct url_list {
	struct arena arena;
	struct url_row **rows;
	size_t count, room;
	void *tree; /* of the rows */
	char *query;
	struct url_item *items; /* see url_list_items() */
	size_t item_count;
	size_t listed; /* items without headings, at the last call of url_list_items() */
	bool is_stale; /* items do not match the rows and the query */
};

void url_list_init(struct url_list *list);
void url_list_free(struct url_list *list);

/* Return a copy of text that lasts as long as the list; NULL if text is NULL. */
const char *url_list_copy(struct url_list *list, const char *text, size_t len);
/* Return a copy of the message that lasts as long as the list. */
const struct url_message *url_list_add_message(struct url_list *list,
    const struct url_message *message);

/* Return the row with the row's URL and shown host, or NULL. */
struct url_row *url_list_find(const struct url_list *list, const struct url_row *row);

/* Add a copy of a row whose strings last as long as the list, unless the same URL is there with
 * the same shown host: then that row gets the label if it has none. Return true if the row is
 * new. */
bool url_list_add(struct url_list *list, const struct url_row *row);

/* List only rows that match the query. */
void url_list_limit(struct url_list *list, const char *query);

/* Return the listed items and set *count. It lasts until rows are added or the limit changes. */
const struct url_item *url_list_items(struct url_list *list, size_t *count);

/* Return the row with a number among those listed; NULL if there is none. */
struct url_row *url_list_numbered(struct url_list *list, size_t number);

/* Return the number of rows that are marked, listed or not. */
size_t url_list_marked(const struct url_list *list);

/* ---- reader.c: reads files, bit by bit, and adds the URLs in them to a list --- */

struct url_reader;

/* Make a reader of the files called names, which end with NULL. All must outlive it. The
 * context's settings select all URLs; the reader lists those of its selection. */
struct url_reader *url_reader_new(const struct search_context *context,
    enum selection selection, char **names, struct url_list *list);
/* Takes NULL. */
void url_reader_free(struct url_reader *reader);

/* Read on for about so many milliseconds (0: to the end). Return false at the end. */
bool url_reader_step(struct url_reader *reader, unsigned milliseconds);

/* ---- details.c: a row in words, and text that is safe to show --- */

enum { MAX_DETAILS = 64 };

/* A line, as it may be shown. */
struct detail {
	size_t begin, len; /* in the text */
	bool is_warning;
	bool is_url;
};

struct row_details {
	struct strbuf text; /* of all lines, each with a line feed */
	struct detail lines[MAX_DETAILS];
	unsigned count;
};

/* Write the details of a row: first the dangers, then the URL. A "*" marks the URL or the target,
 * whichever is opened. The caller frees the text. */
void row_details_write(struct row_details *details, const struct url_row *row);

/* Append how a reading treats the line breaks of the URL, in words, to out. */
void row_details_append_how(struct strbuf *out, unsigned how);

/* Append text as it may be shown. Characters that are not safe, or that the locale does
 * not have, are escaped as \xHH, \uHHHH or \UHHHHHHHH. */
void shown_append(struct strbuf *out, const char *text, size_t len);

/* The same for a text of several lines: keep line feeds, expand tabs, drop carriage
 * returns. */
void shown_append_lines(struct strbuf *out, const char *text, size_t len);

/* Return how many columns shown text takes. */
size_t shown_columns(const char *shown, size_t len);

/* Return how many bytes of shown text fit into so many columns. */
size_t shown_fit(const char *shown, size_t len, size_t columns);

/* Return how many bytes of shown text the first line has if it is wrapped at so many
 * columns: at a blank in the second half of the line, if there is one. At least 1 if len
 * is. */
size_t shown_wrap(const char *shown, size_t len, size_t columns);

/* Append shown text, or the part of it that fits, and an ellipsis. */
void shown_append_cut(struct strbuf *out, const char *shown, size_t len, size_t columns);

/* The place of the host in the text that shown_append_url appended; len 0: it has none. */
struct shown_host {
	size_t begin, len;
};

/* Append a URL, or (is_host_only) its host if it has one, in at most so many columns. The end of
 * the host is never cut off: it says whose host that is. */
struct shown_host shown_append_url(struct strbuf *out, const char *url, size_t len,
    size_t columns, bool is_host_only);

/* Return U+2192, or US-ASCII if the locale lacks it. */
const char *shown_arrow(void);

/* ---- launch.c: opens URLs with $BROWSER, and copies them to the clipboard --- */

/* Return the words of a command, which are separated by blanks, with the URL in the place of each
 * "%s", or after them, up to NULL. Free it with browser_free_arguments. */
char **browser_arguments(const char *command, const char *url);
void browser_free_arguments(char **arguments);

/* Open a URL with the first command of $BROWSER that can be executed: they are separated by colons;
 * without any it is xdg-open. A browser that draws in the terminal gets it, and is waited for.
 * Return 0, the exit status of such a browser, or -1 and errno if none can be started. */
int browser_open(const char *url, int terminal);

/* Copy text by the desktop's program, if there is one, and by an escape sequence of the
 * terminal whose descriptor is given (OSC 52); is_primary: to the primary selection, which
 * the middle mouse button pastes. Return the name of the program, or NULL. */
const char *clipboard_copy(const char *text, size_t len, bool is_primary, int terminal);

/* Append the escape sequence to out. */
void clipboard_append_osc52(struct strbuf *out, const char *text, size_t len,
    bool is_primary);

/* Return the exit status, as above, of a process that was started, if one has ended with a
 * status other than 0; else 0. */
int process_failed_status(void);

/* ---- screen.c: the terminal, /dev/tty, for standard input and output may be pipes --- */

/* Begin to draw. Return false if the terminal cannot be drawn on: then it is as before. */
bool screen_begin(FILE *tty, bool wants_mouse);
/* Give the terminal back as it was. */
void screen_end(void);

/* Leave the screen, if there is one, to another program; and draw on it again. */
void screen_suspend(void);
void screen_resume(void);

enum screen_event { EVENT_KEY, EVENT_CLICK, EVENT_WHEEL_UP, EVENT_WHEEL_DOWN, EVENT_RESIZE,
	EVENT_NONE, EVENT_HANGUP };

struct pick;

/* How a key moves in a list, or in a page. */
enum movement { MOVE_NONE, MOVE_DOWN, MOVE_UP, MOVE_PAGE_DOWN, MOVE_PAGE_UP, MOVE_FIRST,
	MOVE_LAST };

enum { CONTROL_B = 2, CONTROL_D = 4, CONTROL_F = 6, CONTROL_L = 12, CONTROL_U = 21, ESCAPE = 27 };

/* A command, and its keys. */
struct key_row {
	const char *names; /* of the keys, for people */
	const char *help;
	wchar_t characters[5];
	void (*run)(struct pick *p, int argument); /* NULL: only draw the screen again */
	int argument;
	bool needs_row;    /* do nothing without a chosen row */
	enum movement in_page;
};

struct screen_input {
	wint_t key;        /* 0: a function key */
	const struct key_row *row; /* NULL: no command */
	bool is_backspace;
	int y;             /* of a click */
};

/* Wait up to so many milliseconds (negative: without end) for an event. */
enum screen_event screen_wait(int milliseconds, struct screen_input *input);

/* Draw the list and all around it, scrolled so that the chosen row can be seen. */
void list_draw(struct pick *p);

/* Return how many items are shown. */
int list_item_rows(void);

/* Return the row of the list that is drawn in that row of the screen, or NULL. */
struct url_row *list_row_at(struct pick *p, int screen_row);

/* Return the index of the item of a row, or of the first row if that row is not listed. */
size_t list_index(struct pick *p, const struct url_row *row);

/* Show a text over the whole screen until it is left. Its bytes from begin to end are
 * highlighted, and visible at first; both 0: the screen begins with the first line. Return false
 * if the terminal is gone. */
bool page_show(const char *title, const struct strbuf *text, size_t begin, size_t end);

/* ---- picker.c: the list on the screen: keys and mouse choose, mark, open, copy and search --- */

enum { MAX_STATUS_BYTES = 256 };

/* A run of urlpick. */
struct pick {
	struct url_list list;
	struct url_reader *reader;
	FILE *tty;
	bool is_reading;     /* the reader has not come to its end */
	bool prints;         /* -p: chosen URLs are appended to `printed`, not opened */
	bool ends_after_one; /* --once */
	bool no_mouse;
	struct strbuf printed;

	/* the screen */
	const char *title;      /* borrowed */
	struct url_row *chosen; /* NULL: nothing is listed */
	size_t top;             /* the first item that is shown */
	const char *status;     /* instead of the hint at the bottom; or NULL */
	const char *prompt;     /* before the typed text at the bottom; or NULL */
	const char *typed;

	/* for picker.c alone */
	char status_text[MAX_STATUS_BYTES];
	size_t number; /* that is being typed */
	bool has_opened, has_copied; /* by programs in the background */
	char *words; /* that are searched for; or NULL */
	bool is_done;
};

/* The commands of the list, up to one without keys. */
extern const struct key_row key_rows[];

/* Let the user pick until that ends. Return false if the terminal cannot be drawn on. */
bool picker_run(struct pick *pick);

#endif
