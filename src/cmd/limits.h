/* limits.h - what is printed of the findings, in the order of the input: each URL once
 * (-u), so many of a file (-m), or only counts and names (-c, -l, -L, -q)
 *
 * Everything is counted here, on the main thread, wherever it was found. A "file" may
 * be a member of an archive. */
#ifndef CMD_LIMITS_H
#define CMD_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/progress.h"
#include "cmd/printer.h"
#include "cmd/settings.h"

struct limits;

/* printer prints names and counts. progress may be NULL. All must outlive the limits. */
struct limits *limits_new(const struct settings *settings, struct printer *printer,
    struct progress *progress);
/* Takes NULL. */
void limits_free(struct limits *l);

/* Count findings of the current file. With limits_each_counts() count is 1 and url is
 * that of the finding. Return true if they are to be printed; then call
 * limits_end_output() after printing them. */
bool limits_accept(struct limits *l, urlgrep_span url, uint64_t count);
void limits_end_output(struct limits *l);

/* Something of the current file was skipped: -L does not list it. */
void limits_note_skipped(struct limits *l);

/* The current file has ended: print its name or count if that is wanted. */
void limits_end_file(struct limits *l, const char *path);

/* Return true if nothing more is wanted of the current file; of the whole run. */
bool limits_file_is_full(const struct limits *l);
bool limits_run_is_over(const struct limits *l);

/* Return true if something was found. */
bool limits_found_any(const struct limits *l);

/* Set summary's numbers of files and URLs. */
void limits_summarize(const struct limits *l, struct run_summary *summary);

/* ---- for threads that search ahead --- */

/* Return true if findings must be counted one by one, with their URLs. */
bool limits_each_counts(const struct settings *s);

/* Return how many findings of a file are enough, whatever was found before them. */
uint64_t limits_enough_findings(const struct settings *s);

#endif
