/* messages.h - "urlgrep: PLACE: what" on standard error, and that it happened */
#ifndef CMD_MESSAGES_H
#define CMD_MESSAGES_H

#include <stdbool.h>

/* Exit statuses, as grep's. */
enum { EXIT_FOUND = 0, EXIT_NONE = 1, EXIT_TROUBLE = 2 };

/* To be called before each message: takes away what stands in its line. */
void trouble_before(void (*before)(void *data), void *data);

void trouble_quiet(void); /* -s: say nothing about files */
/* About a file, and why: what is not fit to be shown is escaped, and a reason that
 * begins with a capital begins small. */
void trouble_file(const char *place, const char *why);
void trouble(const char *place, const char *what);
void trouble_error(const char *place, int error); /* an errno */
bool troubled(void);

/* Whether writing to standard output failed. To be asked soon after writing: stdio
 * forgets why, here it is kept. */
bool output_failed(void);

/* Write out standard output. 0, or the errno of the first time it failed. */
int flush_output(void);

/* At the beginning, and behind each line: output goes out in whole lines, and
 * whole they are in the file when the command is interrupted. */
void setup_output(void);
void settle_output(void);

#endif
