/* direct_search.h - searches inputs on the main thread and prints at once what it finds */
#ifndef CMD_DIRECT_SEARCH_H
#define CMD_DIRECT_SEARCH_H

#include <stdint.h>

#include "cmd/progress.h"
#include "cmd/printer.h"
#include "cmd/limits.h"
#include "cmd/search.h"

/* Initialize with pointers to what is used, all borrowed. The printer prints what the
 * search finds, to standard output. */
struct direct_search {
	struct search *search;
	struct printer *printer;
	struct limits *limits;
	struct progress *progress; /* or NULL */
	/* the input that is read, if there is progress */
	struct progress_file file;
	urlgrep_mail_source source;
};

/* Open the input fd, showing progress while it is read. range may be NULL. Return the
 * status of urlgrep_mail_open_fd(). */
urlgrep_status direct_search_open(struct direct_search *d, int fd, const char *path,
    const urlgrep_mail_range *range);

/* Search all members of the input that was opened. */
void direct_search_members(struct direct_search *d);

/* Search what was begun last in the search's reader: a message, or the input. Findings
 * before offset `from` are skipped. */
void direct_search_current(struct direct_search *d, uint64_t from);

#endif
