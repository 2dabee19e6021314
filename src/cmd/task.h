/* task.h - a piece of the input that one thread searches
 *
 * A task is a list of items in the order of the input. The main thread makes it, a
 * worker thread runs it, and the main thread merges its output and frees it. */
#ifndef CMD_TASK_H
#define CMD_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/task_output.h"
#include "urlgrep_mail.h"
#include "util/strbuf.h"

/* A file that is searched in ranges. It is opened once, by the main thread, so that
 * 256 threads do not need 256 descriptors; readers use pread(2). It is closed with
 * the last reference; only the main thread counts references. */
struct shared_file {
	int fd;
	bool keep_open;
	unsigned references;
	bool is_sparse; /* it has holes */
};

/* Return a new file with one reference. keep_open: fd stays the caller's. */
struct shared_file *shared_file_new(int fd, bool keep_open);
/* Drop a reference; NULL is allowed. */
void shared_file_release(struct shared_file *file);

/* Return true if what a range finds counts only if the range fits the one before. */
bool range_is_checked(const urlgrep_mail_range *range);

enum task_item_kind {
	ITEM_FILE,       /* path is to be opened and searched */
	ITEM_RANGE,      /* a range of a file */
	ITEM_MESSAGE,    /* a message or a small member, in memory */
	ITEM_MEMBER_END, /* the member called path has ended */
	ITEM_ERROR       /* path could not be read, for this reason */
};

/* Strings and texts are offsets in the task's text. */
struct task_item {
	enum task_item_kind kind;
	size_t path;
	size_t reason;            /* ITEM_ERROR */
	uint64_t member;          /* ITEM_RANGE, ITEM_MESSAGE: number of the member */
	urlgrep_mail_range range; /* ITEM_RANGE, ITEM_MESSAGE */
	struct shared_file *file; /* ITEM_RANGE */
	size_t text, text_len;    /* ITEM_MESSAGE */
};

struct task {
	struct task_item *items;
	size_t count, room;
	struct strbuf text;
	uint64_t weight; /* bytes to be searched, about */

	/* Output that nobody has merged yet, and whether there will be more. They belong
	 * to the thread pool, which protects them by its lock. */
	struct task_output *output, **output_end;
	size_t output_size;
	bool is_done;
};

struct task *task_new(void);
/* Free a task and the output that is left. Takes NULL. */
void task_free(struct task *t);

/* Append an item, and return it to be completed; it lasts until the next one. path is
 * copied, unless it is the same as that of the item before. */
struct task_item *task_add_item(struct task *t, enum task_item_kind kind,
    const char *path);

/* Copy bytes into the task's text. Return their offset. */
size_t task_copy(struct task *t, const char *text, size_t len);

#endif
