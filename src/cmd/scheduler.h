/* scheduler.h - has the files of a run searched by one thread or several, and the findings
 * printed in the order of the input
 *
 * The main thread divides the input into items: files, and ranges of long ones (scheduler.c).
 * Items are collected in tasks, and tasks are queued for the threads; with one thread each task is
 * run when it is added. A worker searches the items and records the results (worker.c); the
 * records are merged, that is counted and printed, task by task (merge.c). */
#ifndef CMD_SCHEDULER_H
#define CMD_SCHEDULER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "cmd/printer.h"
#include "cmd/progress.h"
#include "cmd/search.h"
#include "util/strbuf.h"

/* Search the files, print the wanted findings, and a summary. Return true if something was found. */
bool scheduler_run(const struct search_context *context, const struct timespec *start);

/* ---- tasks --- */

enum item_kind {
	ITEM_FILE,    /* path is to be opened and searched, unless it is open: fd */
	ITEM_RANGE,   /* a range of fd, whose end is an item of its own */
	ITEM_END,     /* the file called path, of which no item is left, has ended */
	ITEM_ERROR    /* path could not be read, for this reason */
};

struct task_item {
	enum item_kind kind;
	size_t path; /* its offset in the task's text; of an ITEM_ERROR the reason follows it */
	int fd; /* or -1; closed by an ITEM_FILE, and by the ITEM_END of a file in ranges. The main
	           thread opens it, so that 256 threads do not open it 256 times */
	urlgrep_mail_range range;
	uint64_t skipped_to;      /* ITEM_RANGE: findings before this offset do not count */
	uint64_t divided;         /* ITEM_RANGE: number of the file among those in ranges */

	urlgrep_mail_sums sums; /* set by the search of the item */
};

enum record_kind {
	RECORD_FINDINGS,      /* text is as they are to be printed, name the URL if there is one */
	RECORD_ERROR,         /* name could not be read; text is the reason */
	RECORD_PART_ERROR,    /* the same of a part of the member called name */
	RECORD_PATTERN_ERROR, /* name is an option -e */
	RECORD_NOTICE,        /* name is a file; text is no error */
	RECORD_FILE_END,      /* of the file or the member of an archive called name */
	RECORD_RANGE_BEGIN,   /* of an item that must fit the one before */
	RECORD_ITEM_END       /* the item's sums and left_after are complete */
};

/* Texts and names are offsets in the output. A reason or a path ends with NUL. */
struct record {
	enum record_kind kind;
	size_t item;
	uint64_t count;    /* of findings */
	size_t text, text_len;
	size_t name, name_len;
};

/* Items in the order of the input, and the records of their results. */
struct task {
	struct task_item *items;
	size_t item_count, item_room;
	struct strbuf text; /* of the items */
	uint64_t weight;    /* bytes to be searched, about */

	struct strbuf output;
	struct record *records;
	size_t record_count, record_room;
	struct deferred_numbers numbers;

	/* of the queue: */
	struct task *next;
	bool is_done;
};

struct task *task_new(void);
void task_free(struct task *t);

/* Append an item, and return it to be completed; it lasts until the next one. path is copied. */
struct task_item *task_add_item(struct task *t, enum item_kind kind, const char *path);

/* ---- merging --- */

/* The check whether the ranges of a text, or of a mailbox with Content-Length fields, fit together.
 *
 * A thread that starts in the middle of a text may find other URLs there than one that starts at
 * its beginning: the apparent start of a URL may be the middle of one that was joined over many
 * lines. The findings of a range count as long as the last URL before each range ends at the same
 * byte for both. Likewise, what seems to begin a message of such a mailbox may be a line of
 * another. Initialize with zeros. */
struct continuity {
	uint64_t left_after; /* where the last URL, or message, of the ranges before ends */
	uint64_t good_begin, good_line; /* of the last range that fits */
	bool is_broken;
	uint64_t broken_at;  /* begin of the first range that does not fit */
};

/* Return true if the range must fit the one before. */
bool range_must_fit(const urlgrep_mail_range *range);

/* A range from begin to end, which was entered after the URL that ends there, begins in the
 * line of that number. */
void continuity_begin(struct continuity *c, uint64_t begin, uint64_t end,
    uint64_t entered_after, uint64_t line);
void continuity_end(struct continuity *c, uint64_t left_after);

/* Prints and counts the records of tasks, in the order of the input: each URL once (-u), so many
 * per file (-m), or only counts and names (-c, -l, -L, -q). Everything is counted here, wherever
 * it was found. A "file" may be a member of an archive. */
struct merge {
	const struct settings *settings;
	struct printer *printer;   /* to standard output */
	urlgrep_url_set *printed;  /* for -u */
	uint64_t files, urls;      /* that have ended, and the URLs in them */
	urlgrep_mail_sums sums;
	bool found_any;

	/* of the current file */
	uint64_t count;     /* of its findings */
	bool is_full;       /* no more is wanted of it */
	bool is_incomplete; /* something of it was skipped */
	uint64_t lines_before, messages_before; /* before the next range */
	struct continuity continuity;           /* while it is broken, findings are dropped */

	/* for the threads */
	atomic_uint_least64_t full_divided; /* number of the divided file that is full */
	atomic_bool is_over;                /* no more is wanted of anything */
};

/* Merge the records of a task, and remove them. */
void merge_task(struct merge *m, struct task *task);

/* Return true if nothing more is wanted of the current file. */
bool merge_file_is_full(const struct merge *m);

/* Return true if findings must be counted one by one, with their URLs. */
bool merge_counts_each(const struct settings *s);

/* Return how many findings of a file are enough, whatever was found before them. */
uint64_t merge_enough_findings(const struct settings *s);

/* ---- the queue of tasks --- */

enum { TASKS_PER_THREAD = 8 }; /* that wait, are searched, or wait to be merged */

struct queue;

/* Make a queue for so many threads. With one, or if no other can be started, this thread runs the
 * tasks. All must outlive the queue. */
struct queue *queue_new(unsigned threads, const struct search_context *context,
    struct merge *merge);
/* End the threads and free the queue, which was drained. */
void queue_free(struct queue *q);

/* Return true if tasks wait for threads. */
bool queue_has_threads(const struct queue *q);
/* Return the task to which items are to be added. */
struct task *queue_next_task(struct queue *q);
/* Have that task searched, unless it is empty. Wait while there are too many. */
void queue_add(struct queue *q);
/* Do so, and wait until all tasks are searched and merged. */
void queue_drain(struct queue *q);

#endif
