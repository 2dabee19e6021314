/* messages.h - "PROGRAM: PLACE: reason" on standard error */
#ifndef CMD_MESSAGES_H
#define CMD_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "util/strbuf.h"

/* Exit statuses, the same as grep's. */
enum { EXIT_FOUND = 0, EXIT_NONE = 1, EXIT_ERROR = 2 };

/* The place in messages, and the name in output, of standard input. */
#define STDIN_NAME "(standard input)"

/* The name of the program. */
extern const char *messages_program;

/* Print "PROGRAM: PLACE: reason", after the contents of standard output's buffer. Control and
 * invisible characters are escaped; the first letter of the reason is written in lower case. */
void message(const char *place, const char *reason);
/* Report "PLACE: REASON", formatted as by printf. */
__attribute__((format(printf, 1, 2))) void message_print(const char *format, ...);
/* Report a reason, unless this function has reported the place before. */
void message_once(const char *place, const char *reason);
/* Report the reason of an errno. */
void message_errno(const char *place, int error);

/* Report a reason about a file, unless messages_set_quiet() was called. */
void message_file(const char *path, const char *reason);

/* The notice that a command reads from a terminal. */
#define NOTICE_TERMINAL STDIN_NAME ": reading from the terminal; Ctrl-D ends the text"

/* Print a text without counting it as an error; nothing after messages_set_quiet(). */
__attribute__((format(printf, 1, 2))) void message_notice(const char *format, ...);

/* Print nothing about files (-s); had_errors still counts them. */
void messages_set_quiet(void);
/* Append messages to a buffer instead of printing them; NULL: print them again. */
void messages_hold(struct strbuf *held);

/* Return true if there was a message, printed or not. */
bool messages_had_errors(void);
/* Return how many messages about files there were, printed or not: each is about a file,
 * an archive member, or a part of a message that was not read to its end. */
uint64_t messages_about_files(void);

#endif
