/* pick.h - urlpick: the list of URLs, the reader that fills it, the screen that shows it, and the
 * programs that open and copy URLs */
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
	const char *path; /* of the member that contains it */
	const char *from, *subject, *date;
	urlgrep_span text; /* decoded, of all parts; absent if it is not kept */
};

/* A URL, exactly and in readable form: with letters in place of escapes where that is safe. */
struct url_form {
	const char *exact, *readable;
};

/* A URL that was found. All strings last as long as the list. */
struct url_row {
	const char *url;        /* as found */
	size_t len;             /* of url, which may contain NUL only if it is not valid */
	struct url_form opens;  /* the URL to open, copy or print: url, or its target */
	struct url_form other;  /* the target if `opens` is the wrapper, and vice versa; or NULL */
	const char *service;    /* of the wrapper; or NULL */
	const char *label;      /* the text of the link; or a name or address as written;
	                           or NULL */
	const char *shown_host; /* the host in that text if it differs from the URL's; or NULL */
	const char *host;       /* of the URL; or NULL */
	const char *other_host; /* the other form of an internationalized host; or NULL */
	const char *refusal;    /* why the URL cannot be opened; NULL: it can */
	urlgrep_warnings warnings;
	const char *leads_to;   /* for the text of a link that leads elsewhere: the link's host */
	const char *reading;    /* the treatment of the line breaks, in words; or NULL */
	bool is_text;           /* found in text, not as a link in HTML */
	bool is_marked;
	enum row_group group;
	const struct url_message *message;
	urlgrep_span text; /* decoded text that contains the URL or its label: that of the whole
	                      message, or an excerpt if that is not kept; or absent */
	size_t text_begin, text_end; /* the place of the URL or its label in text */
	struct url_row *next; /* in the order in which the rows were found */
};

/* Return true if the URL to open has a scheme that browsers and mail programs handle without
 * harm. */
bool url_row_has_usual_scheme(const struct url_row *row);

/* Warnings that are mere information: that there is a target, or that it is unknown. Newsletters
 * are full of such links. */
#define HARMLESS_WARNINGS (URLGREP_WARNING_BIT(URLGREP_WARN_REDIRECT) | \
	URLGREP_WARNING_BIT(URLGREP_WARN_SHORTENER) | URLGREP_WARNING_BIT(URLGREP_WARN_OPAQUE))

/* Return true if the text of the link shows another URL. */
static inline bool
url_row_text_differs(const struct url_row *row)
{
	return (row->warnings & URLGREP_WARNING_BIT(URLGREP_WARN_HREF_DIFFERS)) != 0;
}

/* Return true if the user must confirm opening the row, because it has a warning or an
 * unusual scheme. */
bool url_row_is_odd(const struct url_row *row);

/* Return the sign of a row: 'x' cannot be opened, '!' odd, 'i' information, or ' '. */
char url_row_sign(const struct url_row *row);

/* Return true if each word of the query occurs, ignoring case, in the URL, its target or label, or
 * in the sender or the subject of the message. */
bool url_row_matches(const struct url_row *row, const char *query);

/* A listed item: a row, or (row NULL) the heading of a group. */
struct url_item {
	struct url_row *row;
	enum row_group group;
	size_t number; /* of the row among those listed, from 1; heading: the number of its rows */
};

/* The rows found so far. The list on the screen consists of items: the rows that match the query,
 * by groups, with a heading before each group. */
struct url_list {
	struct arena arena;
	struct url_row *first, **end;
	size_t count;
	void *tree; /* of the rows */
	size_t messages; /* number of messages with rows */
	char *query;
	struct url_item *items; /* see url_list_items() */
	size_t item_count;
	size_t listed; /* items without headings, at the last call of url_list_items() */
	bool is_stale; /* items are out of date with the rows or the query */
};

void url_list_init(struct url_list *list);
void url_list_free(struct url_list *list);

/* Return the listed or unlisted row with the same URL and shown host as `row`, or NULL. */
struct url_row *url_list_find(const struct url_list *list, const struct url_row *row);

/* Add a copy of a row, whose strings must last as long as the list, and return true. If there is
 * already a row with the same URL and shown host, only give it the label, if it has none, and
 * return false. */
bool url_list_add(struct url_list *list, const struct url_row *row);

/* List only rows that match the query. */
void url_list_limit(struct url_list *list, const char *query);

/* Return the listed items, valid until rows are added or the limit changes, and set *count. */
const struct url_item *url_list_items(struct url_list *list, size_t *count);

/* Return the number of marked rows, listed or not. */
size_t url_list_marked(const struct url_list *list);

/* ---- reader.c: reads files incrementally and adds their URLs to a list --- */

struct url_reader;

/* Make a reader of the files that the settings of the context name. All arguments must outlive it.
 * The settings must select all URLs; the reader lists those that `selection` selects. */
struct url_reader *url_reader_new(const struct search_context *context,
    enum selection selection, struct url_list *list);
/* Free a reader, which may be NULL. */
void url_reader_free(struct url_reader *reader);

/* Continue reading for about that many milliseconds (0: to the end). Return false at the end. */
bool url_reader_step(struct url_reader *reader, unsigned milliseconds);

/* ---- details.c: the description of a row, its message, and text that is safe to show --- */

enum style { STYLE_PLAIN, STYLE_TITLE, STYLE_WARNING, STYLE_STRONG, STYLE_FAINT,
	STYLE_SELECTED, STYLE_MATCH };

/* Shown text and the style of each of its bytes. */
struct styled {
	struct strbuf text, styles;
	size_t focus; /* the byte to keep visible */
};

/* Return an empty text. */
struct styled styled_new(void);
void styled_free(struct styled *s);

/* Set the style of the bytes appended to the text since the last call. */
void styled_end(struct styled *s, enum style style);

/* Append a text in a form that is safe to show. */
void styled_append(struct styled *s, enum style style, const char *text);

/* Flags of details_write(). */
enum { DETAILS_URL = 1, DETAILS_MESSAGE = 2 };

/* Append the details of a row: first the dangers, then the URL to open (DETAILS_URL) and the
 * message that contains it (DETAILS_MESSAGE). */
void details_write(struct styled *out, const struct url_row *row, unsigned flags);

/* Append the message of a row, with a number at each listed URL. */
void message_write(struct styled *out, struct url_list *list, const struct url_row *row);

/* Append a text of several lines, escaped, but keep line feeds, expand tabs, and drop carriage
 * returns. *column is the column, from 0, at which the text begins, then that at which it ends. */
void shown_append_lines(struct strbuf *out, const char *text, size_t len, size_t *column);

/* Return the length in bytes of the first line of shown text when it is wrapped at that many
 * columns: at a blank in the second half of the line, if there is one. The length is at
 * least 1 if len is. */
size_t shown_wrap(const char *shown, size_t len, size_t columns);

/* The place of the host in the text appended by shown_append_url(); len 0: no host. */
struct shown_host {
	size_t begin, len;
};

/* Append a URL, or only its host if it has one and is_host_only is set, in at most that many
 * columns. The end of the host is never cut off, since it shows who owns the host. */
struct shown_host shown_append_url(struct strbuf *out, const char *url, size_t len,
    size_t columns, bool is_host_only);

/* ---- launch.c: opens URLs with $BROWSER, and copies them to the clipboard --- */

/* Open a URL with the first command in $BROWSER that can be executed. Commands are separated by
 * colons; the default is xdg-open. If the browser draws in the terminal, wait for it and return its
 * exit status; otherwise return 0. If no command can be started, return -1 and set errno. */
int browser_open(const char *url, int terminal);

/* Copy text with the desktop's clipboard program, if there is one, and with an escape
 * sequence (OSC 52) written to the terminal, a descriptor. With is_primary, copy to the primary
 * selection, which the middle mouse button pastes. Return the name of the program, or NULL. */
const char *clipboard_copy(const char *text, size_t len, bool is_primary, int terminal);

/* Return the exit status of a background program that has failed, or 128 plus the signal that ended
 * it; 0 if none has failed. */
int process_failed_status(void);

/* ---- screen.c: the terminal /dev/tty, since standard input and output may be pipes --- */

/* Set up the screen. If the terminal cannot be drawn on, leave it unchanged and return false. */
bool screen_begin(FILE *tty, bool wants_mouse);
/* Restore the terminal. */
void screen_end(void);

/* Hand the screen, if there is one, to another program, and take it back. */
void screen_suspend(void);
void screen_resume(void);

enum screen_event { EVENT_NONE, EVENT_RESIZE, EVENT_KEY, EVENT_CLICK, EVENT_WHEEL_UP,
	EVENT_WHEEL_DOWN, EVENT_HANGUP };

struct pick;

enum { CONTROL_B = 2, CONTROL_D = 4, CONTROL_F = 6, CONTROL_L = 12, CONTROL_U = 21, ESCAPE = 27 };

/* A command and its keys. */
struct key_row {
	const char *names; /* of the keys, for the help */
	const char *help;
	wchar_t characters[5];
	void (*run)(struct pick *p, int argument); /* NULL: only redraw the screen */
	int argument;
	bool needs_row;    /* ignored if no row is chosen */
};

struct screen_input {
	wint_t key;        /* 0: a function key */
	const struct key_row *row; /* NULL: no command */
	bool is_backspace;
	int y, x;          /* of the mouse */
};

/* Wait up to that many milliseconds (negative: forever) for an event. */
enum screen_event screen_wait(int milliseconds, struct screen_input *input);

/* A text beside the list, or in place of the list, that can be scrolled. */
struct page {
	const char *title;
	void (*write)(struct styled *out, struct pick *p);
	bool is_full; /* shown in place of the list */
};

/* A part of the screen. */
struct area {
	int y, x, rows, columns;
};

/* The layout of the screen. An area without rows is not shown. */
struct screen_layout {
	struct area list, details, page;
	struct area divider, page_divider;
};

struct screen_layout screen_layout(const struct pick *p);

/* Draw the whole screen, with the list scrolled so that the chosen row is visible. */
void screen_draw(struct pick *p);

/* Return the row of the list that is drawn at that position, or NULL. */
struct url_row *list_row_at(struct pick *p, int y, int x);

/* Return the index of the item for a row, or of the first row if that row is not listed. */
size_t list_index(struct pick *p, const struct url_row *row);

/* ---- picker.c: the list on the screen: keys and mouse choose, mark, open, copy and search --- */

enum { MAX_STATUS_BYTES = 256 };

/* A run of urlpick. */
struct pick {
	struct url_list list;
	struct url_reader *reader;
	FILE *tty;
	bool is_reading;     /* the reader has not reached the end */
	bool prints;         /* -p: print chosen URLs instead of opening them */
	bool ends_after_one; /* --once */
	bool no_mouse;

	/* the screen */
	const char *title;      /* of the list, unless all rows are from one message */
	const struct page *page; /* shown beside or in place of the list; or NULL */
	long scroll;            /* lines by which the page, or else the details, are scrolled */
	const struct url_row *scrolled_row; /* the row to which scroll applies */
	const struct page *scrolled_page;   /* the page to which scroll applies */
	struct url_row *chosen; /* NULL: nothing is listed */
	size_t top;             /* the first item shown */
	const char *status;     /* shown at the bottom instead of the hint; or NULL */
	const char *prompt;     /* shown at the bottom before the typed text; or NULL */
	const char *typed;
	bool asks;              /* is asking whether to open the chosen row */

	/* private to picker.c */
	char status_text[MAX_STATUS_BYTES];
	size_t number; /* being typed */
	bool is_number_unknown; /* no URL has that number */
	const char *started; /* in the background: "browser" or "clipboard"; or NULL */
	char *words; /* of the last search; or NULL */
	bool is_done;
};

/* Return true if a page is shown in place of the list. */
static inline bool
page_is_full(const struct pick *p)
{
	return p->page && p->page->is_full;
}

/* The commands of the list; the last entry has no keys. */
extern const struct key_row key_rows[];

/* Let the user pick URLs until done. Return false if the terminal cannot be drawn on. */
bool picker_run(struct pick *pick);

#endif
