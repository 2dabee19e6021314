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
extern const char *const group_names[GROUP_COUNT];

/* A message, document or text in which URLs were found. Strings that do not apply are NULL. */
struct url_message {
	const char *path; /* of its member */
	const char *from, *subject, *date;
	urlgrep_span text; /* decoded, of all its parts; absent if it is not kept */
};

/* A URL, exactly and as its readers know it: with letters for escapes, where that is safe. */
struct url_form {
	const char *exact, *readable;
};

/* All strings last as long as the list. */
struct url_row {
	const char *url;        /* as it was found */
	size_t len;             /* it may hold NUL only if it is not valid */
	struct url_form opens;  /* what is opened, copied or printed: url, or its target, */
	struct url_form other;  /* and the other one of a wrapper and its target, or NULL */
	const char *service;    /* the wrapper's, or NULL */
	const char *label;      /* the text of the link; or a name or address as written;
	                           or NULL */
	const char *shown_host; /* in that text, if not the URL's; or NULL */
	const char *host;       /* of the URL; or NULL */
	const char *other_host; /* an internationalized one in the other form; or NULL */
	const char *refusal;    /* why it cannot be opened; NULL: it can */
	urlgrep_warnings warnings;
	const char *leads_to;   /* if it is the text of a link that leads elsewhere: its host */
	const char *reading;    /* how line breaks in it are undone, in words; or NULL */
	bool is_text;           /* it is not a link in HTML */
	bool is_marked;
	enum row_group group;
	const struct url_message *message;
	urlgrep_span text; /* decoded, with the URL or its label: the message's, or a part of one
	                      that is not kept; absent if it is in none */
	size_t text_begin, text_end; /* where it is there */
	struct url_row *next; /* in the order in which they were found */
};

/* Return true if the URL that is opened has a scheme that browsers and mail programs open without
 * harm. */
bool url_row_has_usual_scheme(const struct url_row *row);

/* Warnings that are only information: that there is a target, or that it is not known. Newsletters
 * are full of such links. */
#define HARMLESS_WARNINGS (URLGREP_WARNING_BIT(URLGREP_WARN_REDIRECT) | \
	URLGREP_WARNING_BIT(URLGREP_WARN_SHORTENER) | URLGREP_WARNING_BIT(URLGREP_WARN_OPAQUE))

/* Return true if the text of the link shows another URL. */
static inline bool
url_row_text_differs(const struct url_row *row)
{
	return (row->warnings & URLGREP_WARNING_BIT(URLGREP_WARN_HREF_DIFFERS)) != 0;
}

/* Return true if the user is to be asked before it is opened: it has a warning, or an
 * unusual scheme. */
bool url_row_is_odd(const struct url_row *row);

/* Return the sign of a row: 'x' not opened, '!' odd, 'i' there is information, or ' '. */
char url_row_sign(const struct url_row *row);

/* Return true if all words of the query are, in any case, in the URL, its target or label, or in
 * the sender or the subject of the message. */
bool url_row_matches(const struct url_row *row, const char *query);

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
	struct url_row *first, **end;
	size_t count;
	void *tree; /* of the rows */
	size_t messages; /* how many were added */
	char *query;
	struct url_item *items; /* see url_list_items() */
	size_t item_count;
	size_t listed; /* items without headings, at the last call of url_list_items() */
	bool is_stale; /* items do not match the rows and the query */
};

void url_list_init(struct url_list *list);
void url_list_free(struct url_list *list);

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

/* Return the number of rows that are marked, listed or not. */
size_t url_list_marked(const struct url_list *list);

/* ---- reader.c: reads files, bit by bit, and adds the URLs in them to a list --- */

struct url_reader;

/* Make a reader of the files that the context's settings name. All must outlive it. The
 * settings select all URLs; the reader lists those of its selection. */
struct url_reader *url_reader_new(const struct search_context *context,
    enum selection selection, struct url_list *list);
/* Takes NULL. */
void url_reader_free(struct url_reader *reader);

/* Read on for about so many milliseconds (0: to the end). Return false at the end. */
bool url_reader_step(struct url_reader *reader, unsigned milliseconds);

/* ---- details.c: a row and its message in words, and text that is safe to show --- */

enum style { STYLE_PLAIN, STYLE_TITLE, STYLE_WARNING, STYLE_STRONG, STYLE_FAINT,
	STYLE_SELECTED, STYLE_MATCH };

/* Shown text, and the style of each of its bytes. */
struct styled {
	struct strbuf text, styles;
	size_t focus; /* the byte that is to be visible */
};

/* Return an empty text. */
struct styled styled_new(void);
void styled_free(struct styled *s);

/* Give the bytes that were appended to the text since the last call a style. */
void styled_end(struct styled *s, enum style style);

/* Append a text as it may be shown. */
void styled_append(struct styled *s, enum style style, const char *text);

/* For details_write. */
enum { DETAILS_URL = 1, DETAILS_MESSAGE = 2 };

/* Append what is known about a row: first the dangers, then the URL that is opened (DETAILS_URL),
 * and from which message it is (DETAILS_MESSAGE). */
void details_write(struct styled *out, const struct url_row *row, unsigned flags);

/* Append the message of a row, with the number of each listed URL in it. */
void message_write(struct styled *out, struct url_list *list, const struct url_row *row);

/* Append text as it may be shown. Characters that are not safe, or that the locale does
 * not have, are escaped as \xHH, \uHHHH or \UHHHHHHHH. */
void shown_append(struct strbuf *out, const char *text, size_t len);

/* The same for a text of several lines: keep line feeds, expand tabs, drop carriage
 * returns. */
void shown_append_lines(struct strbuf *out, const char *text, size_t len);

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

/* ---- launch.c: opens URLs with $BROWSER, and copies them to the clipboard --- */

/* Open a URL with the first command of $BROWSER that can be executed: they are separated by colons;
 * without any it is xdg-open. A browser that draws in the terminal gets it, and is waited for.
 * Return 0, the exit status of such a browser, or -1 and errno if none can be started. */
int browser_open(const char *url, int terminal);

/* Copy text by the desktop's program, if there is one, and by an escape sequence of the
 * terminal whose descriptor is given (OSC 52); is_primary: to the primary selection, which
 * the middle mouse button pastes. Return the name of the program, or NULL. */
const char *clipboard_copy(const char *text, size_t len, bool is_primary, int terminal);

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

enum screen_event { EVENT_NONE, EVENT_RESIZE, EVENT_KEY, EVENT_CLICK, EVENT_WHEEL_UP,
	EVENT_WHEEL_DOWN, EVENT_HANGUP };

struct pick;

enum { CONTROL_B = 2, CONTROL_D = 4, CONTROL_F = 6, CONTROL_L = 12, CONTROL_U = 21, ESCAPE = 27 };

/* A command, and its keys. */
struct key_row {
	const char *names; /* of the keys, for people */
	const char *help;
	wchar_t characters[5];
	void (*run)(struct pick *p, int argument); /* NULL: only draw the screen again */
	int argument;
	bool needs_row;    /* do nothing without a chosen row */
};

struct screen_input {
	wint_t key;        /* 0: a function key */
	const struct key_row *row; /* NULL: no command */
	bool is_backspace;
	int y, x;          /* of the mouse */
};

/* Wait up to so many milliseconds (negative: without end) for an event. */
enum screen_event screen_wait(int milliseconds, struct screen_input *input);

/* A text beside the list, or in its place, that can be scrolled. */
struct page {
	const char *title;
	void (*write)(struct styled *out, struct pick *p);
	bool is_full; /* it takes the place of the list */
};

/* A part of the screen. */
struct area {
	int y, x, rows, columns;
};

/* Where the parts of the screen are. One without rows is not shown. */
struct screen_layout {
	struct area list, details, page;
	struct area divider, page_divider;
};

struct screen_layout screen_layout(const struct pick *p);

/* Draw the list and all around it, scrolled so that the chosen row can be seen. */
void screen_draw(struct pick *p);

/* Return the row of the list that is drawn at that place of the screen, or NULL. */
struct url_row *list_row_at(struct pick *p, int y, int x);

/* Return the index of the item of a row, or of the first row if that row is not listed. */
size_t list_index(struct pick *p, const struct url_row *row);

/* ---- picker.c: the list on the screen: keys and mouse choose, mark, open, copy and search --- */

enum { MAX_STATUS_BYTES = 256 };

/* A run of urlpick. */
struct pick {
	struct url_list list;
	struct url_reader *reader;
	FILE *tty;
	bool is_reading;     /* the reader has not come to its end */
	bool prints;         /* -p: chosen URLs are printed, not opened */
	bool ends_after_one; /* --once */
	bool no_mouse;

	/* the screen */
	const char *title;      /* of the list, unless all rows are of one message */
	const struct page *page; /* beside the list, or NULL */
	long scroll;            /* by how many lines the page, or else the details, are scrolled */
	const struct url_row *scrolled_row; /* for which row, */
	const struct page *scrolled_page;   /* and page, that is */
	struct url_row *chosen; /* NULL: nothing is listed */
	size_t top;             /* the first item that is shown */
	const char *status;     /* instead of the hint at the bottom; or NULL */
	const char *prompt;     /* before the typed text at the bottom; or NULL */
	const char *typed;
	bool asks;              /* whether to open the chosen row */

	/* for picker.c alone */
	char status_text[MAX_STATUS_BYTES];
	size_t number; /* that is being typed */
	const char *started; /* in the background: "browser" or "clipboard"; or NULL */
	char *words; /* that are searched for; or NULL */
	bool is_done;
};

/* The commands of the list, up to one without keys. */
extern const struct key_row key_rows[];

/* Let the user pick until that ends. Return false if the terminal cannot be drawn on. */
bool picker_run(struct pick *pick);

#endif
