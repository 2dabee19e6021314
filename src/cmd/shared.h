/* shared.h - shared by the commands urlgrep, urlpick and urlreport */
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

/* The name of the program; whether messages about files are suppressed (-s), though they still
 * count as errors; a buffer that receives messages instead of standard error, or NULL. */
extern const char *messages_program;
extern bool messages_are_quiet;
extern struct strbuf *messages_held;

/* Print "PROGRAM: PLACE: reason" after flushing standard output's buffer. Control and invisible
 * characters are escaped; the first letter of the reason is changed to lower case. */
void message(const char *place, const char *reason);
/* Report "PLACE: REASON", formatted as by printf. */
__attribute__((format(printf, 1, 2))) void message_print(const char *format, ...);
/* Report a reason, unless this function has already reported one for the place. */
void message_once(const char *place, const char *reason);
/* Report the text of an errno value. */
void message_errno(const char *place, int error);

/* Report why a file was not read, unless messages_are_quiet is set. */
void message_file(const char *path, const char *reason);

/* Print a text, unless messages_are_quiet is set, and do not count it as an error. */
__attribute__((format(printf, 1, 2))) void message_notice(const char *format, ...);

/* Print a notice that the program reads from a terminal, if standard input is one and the notice
 * appears on one. */
void message_terminal(const char *what);
#define READING_TERMINAL "reading from the terminal; Ctrl-D ends the text"

/* Return true if there was a message, printed or not. */
bool messages_had_errors(void);
/* Return the number of messages about files, printed or not. Each is about a file, an archive
 * member, or a part of a message that was not read completely. */
uint64_t messages_about_files(void);

/* ---- xmalloc.c: allocation that ends the command when out of memory, since continuing might lose
 * a URL; lists of strings allocated this way --- */

/* An allocator for the libraries and util/strbuf.h that never returns NULL. */
extern const urlgrep_memory xmalloc_memory;

/* Keep freed memory for later allocations. Otherwise the C library returns each buffer to the
 * system and faults in the next one page by page. Call this before any allocation. */
void x_keep_freed(void);

/* Return object; end the program if it is NULL, which means out of memory. */
void *x_check(void *object);
/* Like the functions of the C library, but never return NULL. */
void *x_calloc(size_t count, size_t size);
void *x_realloc(void *block, size_t size);
char *x_strdup(const char *text);
/* Return an array of `count` elements of that size, with room for one more; *room: its capacity. */
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

/* Return the bytes of a file ("-": standard input) with a NUL after them, and set *len. The caller
 * frees the buffer. On failure, return NULL and set errno. */
char *file_read(const char *path, size_t *len);

/* Return the text of such a file, without a byte order mark; the caller frees it. On error, or if
 * the file has a NUL, which would end the text, print a message and return NULL. */
char *file_read_text(const char *path);

/* Return "DIRECTORY/NAME", which the caller frees. */
char *file_path_join(const char *directory, const char *name);

/* Return the last component of a path: a pointer into the path, after its last slash. */
const char *file_path_base(const char *path);

/* ---- output.c: standard output, buffered and written in whole lines
 *
 * The output of a search is appended to one buffer. The help and the lists of names, which replace
 * a search, are printed through stdio; no run uses both. --- */

/* Set up the buffers, so that each message on standard error is a single write.
 * Call this before printing anything. */
void output_setup(void);

/* Write a text to a descriptor, without the buffer. Return 0 or an errno. */
int output_write(int fd, const char *text, size_t len);

/* Return the number of columns of a terminal; 0 if it is unknown, or fd is not a terminal. */
int terminal_columns(int fd);

/* Return the buffer. Its memory never fails. */
struct strbuf *output_buffer(void);

/* End a line: write out the buffer if it is full enough, or if output is line-buffered. If this is
 * called after each line, an interrupt leaves no partial line in a file. */
void output_end_line(bool is_line_buffered);

/* Write out the buffer. Return 0, or the errno of the first failed write of the run. */
int output_flush(void);

/* Return true if a write has failed. */
bool output_has_failed(void);

/* Write out the buffer and close standard output. If the output is incomplete, return false
 * after a message, which is omitted if the reader of a pipe has gone away. */
bool output_close(void);

/* ---- escape.c: text for a terminal, and for CSV --- */

/* True if characters that the locale does not know are also escaped. */
extern bool escapes_unknown;

/* Append text to out, unless out is NULL. Escape bytes that are not UTF-8 and unsafe characters as
 * \xHH, \uHHHH or \UHHHHHHHH, except joiners within words of non-ASCII letters. Return the number
 * of columns; a character unknown to the locale counts as one. */
size_t escape_write(struct strbuf *out, const char *text, size_t len);

/* Return how many bytes of text[0..len), when escaped, fit into that many columns. */
size_t escape_fit(const char *text, size_t len, size_t columns);

/* Append text as escape_write does, or as much as fits into that many columns and an ellipsis.
 * Return the number of columns used. */
size_t escape_write_cut(struct strbuf *out, const char *text, size_t len, size_t columns);

/* Return the ellipsis, of one column: U+2026 or, if the locale lacks it, "~". */
const char *escape_ellipsis(void);

/* Append text as escape_write does, then a newline. */
void escape_write_line(struct strbuf *out, const char *text, size_t len);

/* The line end of comma-separated values (RFC 4180). */
#define CSV_LINE_END "\r\n"

/* Write an apostrophe if the value begins with "=", "+", "-" or "@": a spreadsheet would take it
 * for a formula. Spreadsheets do not show the apostrophe. */
static inline void
csv_write_guard(struct strbuf *out, const char *text, size_t len)
{
	if (len > 0 && memchr("=+-@", text[0], 4))
		strbuf_append_byte(out, '\'');
}

/* Write a guarded value, in quotation marks if necessary. Control and invisible characters
 * are escaped, so that no value contains a line end. */
void csv_write_value(struct strbuf *out, const char *text, size_t len);

#endif
