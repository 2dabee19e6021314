/* process.h - starts programs, without a shell */
#ifndef PICK_PROCESS_H
#define PICK_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Return true if there is a program of that name in PATH, or at that path. */
bool process_is_there(const char *name);

/* Start a program in a session of its own, without a terminal. If input is not NULL it is
 * the program's standard input. Return its process, or -1 and errno, also if it cannot be
 * executed. */
pid_t process_start(char *const arguments[], const char *input, size_t len);

/* Run a program in the terminal whose descriptor is given, and wait for it. Return its
 * exit status, 128 and the signal that ended it, or -1 and errno. */
int process_run(char *const arguments[], int terminal);

/* Return the exit status, as above, of a process that was started, if one has ended with a
 * status other than 0; else 0. */
int process_failed_status(void);

#endif
