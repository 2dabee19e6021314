/* shared.h - what the commands urlgrep, urlpick and urlreport share */
#ifndef CMD_SHARED_H
#define CMD_SHARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"
#include "util/strbuf.h"

/* ---- messages.c: "PROGRAM: PLACE: reason" on standard error, and the exit status --- */

/* Exit statuses, the same as grep's. */
enum { EXIT_FOUND = 0, EXIT_NONE = 1, EXIT_ERROR = 2 };

/* The place in messages, and the name in output, of standard input. */
#define STDIN_NAME "(standard input)"

/* The name of the program; whether nothing is printed about files (-s), although it counts as an
 * error; a buffer to which messages are appended instead of printing them, or NULL. */
extern const char *messages_program;
extern bool messages_are_quiet;
extern struct strbuf *messages_held;

/* Print "PROGRAM: PLACE: reason", after the contents of standard output's buffer. Control and
 * invisible characters are escaped; the first letter of the reason is written in lower case. */
void message(const char *place, const char *reason);
/* Report "PLACE: REASON", formatted as by printf. */
__attribute__((format(printf, 1, 2))) void message_print(const char *format, ...);
/* Report a reason, unless this function has reported the place before. */
void message_once(const char *place, const char *reason);
/* Report the reason of an errno. */
void message_errno(const char *place, int error);

/* Report a reason about a file, unless messages_are_quiet. */
void message_file(const char *path, const char *reason);

/* The notice that a command reads from a terminal. */
#define NOTICE_TERMINAL STDIN_NAME ": reading from the terminal; Ctrl-D ends the text"

/* Print a text without counting it as an error, unless messages_are_quiet. */
__attribute__((format(printf, 1, 2))) void message_notice(const char *format, ...);

/* Return true if there was a message, printed or not. */
bool messages_had_errors(void);
/* Return how many messages about files there were, printed or not: each is about a file,
 * an archive member, or a part of a message that was not read to its end. */
uint64_t messages_about_files(void);

/* ---- xmalloc.c: allocation that ends the command if there is no memory: going on without it might
 * lose a URL; lists of strings in such memory --- */

/* An allocator for the libraries and util/strbuf.h that never returns NULL. */
extern const urlgrep_memory xmalloc_memory;

/* Have freed memory kept for later allocations. Without this the C library returns a buffer to
 * the system and takes the next one from it, page by page. Call this before anything is
 * allocated. */
void x_keep_freed(void);

/* Return what a function has made; end the program if it is NULL for want of memory. */
void *x_check(void *object);
/* The functions of the C library, but they never return NULL. */
void *x_calloc(size_t count, size_t size);
void *x_realloc(void *block, size_t size);
char *x_strdup(const char *text);
/* Return an array of `count` elements of that size with room for one more; *room is its size. */
void *x_grow(void *array, size_t count, size_t *room, size_t size);

/* Print "PROGRAM: out of memory" and exit with EXIT_ERROR. May be called in any
 * thread: it takes no lock and no memory. */
__attribute__((noreturn)) void x_die(void);

/* A list of strings, which are borrowed. Empty when zeroed. */
struct string_list {
	const char **at;
	size_t count;
};

void string_list_add(struct string_list *list, const char *text);

void string_list_free(struct string_list *list);

/* ---- files.c: opening files, reading texts, and the names of files --- */

/* Open a file for reading. Return its descriptor, or -1 and errno. */
int file_open(const char *path);
/* Close a file, unless fd is negative or standard input. */
void file_close(int fd);

/* Return the bytes of a file ("-": of standard input) and a NUL, which the caller frees, and set
 * *len. NULL and errno on failure. */
char *file_read(const char *path, size_t *len);

/* Return the text of such a file, without a byte order mark, which the caller frees; NULL after a
 * message, also if the file has a NUL, which would end the text. */
char *file_read_text(const char *path);

/* Return "DIRECTORY/NAME", which the caller frees. */
char *file_path_join(const char *directory, const char *name);

/* Return the last component of a path: a pointer into the path, after its last slash. */
const char *file_path_base(const char *path);

/* ---- output.c: standard output: buffered, and written in whole lines
 *
 * The output of a search is appended to one buffer. The help and lists of names, which are printed
 * instead of a search, go through stdio; no run uses both. --- */

/* Set up the buffers: a message on standard error is one write, which nothing comes between.
 * Call this before anything is printed. */
void output_setup(void);

/* Return the buffer. Its memory never fails. */
struct strbuf *output_buffer(void);

/* Write out the buffer if there is enough in it, or lines are not buffered; call this after each
 * line. An interrupt then leaves no partial line in a file. */
void output_end_line(bool is_line_buffered);

/* Write out the buffer. Return 0, or the errno of the first failure of any call. */
int output_flush(void);

/* Return true if a write has failed. */
bool output_has_failed(void);

/* Write out the buffer and close standard output. Return false, after a message, if the
 * output is incomplete. If the reader of a pipe has gone away, no message is needed. */
bool output_close(void);

/* ---- escape.c: text for a terminal, and for CSV --- */

/* Append text to out; bytes that are not UTF-8 and characters that are not safe are written as
 * \xHH, \uHHHH or \UHHHHHHHH, but for joiners within words beyond US-ASCII. Return the number of
 * columns, one for each character that the locale does not know. */
size_t escape_write(struct strbuf *out, const char *text, size_t len);

/* Return the number of columns that escape_write would return. */
size_t escape_columns(const char *text, size_t len);

/* Return how many bytes of text[0..len) fit into that many columns when they are escaped. */
size_t escape_fit(const char *text, size_t len, size_t columns);

/* Write text as escape_write does, and a newline. */
void escape_write_line(struct strbuf *out, const char *text, size_t len);

/* Values of comma-separated records (RFC 4180): the end of a line. */
#define CSV_LINE_END "\r\n"

/* Write an apostrophe if a spreadsheet would take the value for a formula, because it begins
 * with "=", "+", "-" or "@". Spreadsheets do not show the apostrophe. */
static inline void
csv_write_guard(struct strbuf *out, const char *text, size_t len)
{
	if (len > 0 && memchr("=+-@", text[0], 4))
		strbuf_append_byte(out, '\'');
}

/* Write a value, guarded; in quotation marks if it needs them. Control and invisible
 * characters are escaped, so that no line end is in a value. */
void csv_write_value(struct strbuf *out, const char *text, size_t len);

#endif
