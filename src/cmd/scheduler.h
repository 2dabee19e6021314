/* scheduler.h - has the files of a run searched by one thread or several, and the findings
 * printed in the order of the input
 *
 * The main thread divides the input into items (scheduler.c). With one thread it searches each
 * item at once and prints the findings. Otherwise items are collected in tasks, and tasks are
 * queued for the threads (queue.c). A thread records the results for a task's items (worker.c);
 * the records are merged, that is counted and printed, task by task. */
#ifndef CMD_SCHEDULER_H
#define CMD_SCHEDULER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "cmd/files.h"
#include "cmd/printer.h"
#include "cmd/progress.h"
#include "cmd/search.h"
#include "util/strbuf.h"

/* Search the files called names, print the wanted findings, and a summary. progress may be NULL.
 * Return true if something was found. */
bool scheduler_run(const struct search_context *context, char **names,
    struct progress *progress, const struct timespec *start);

/* ---- limits --- */

/* The limits on output, applied in the order of the input: each URL once (-u), so many per file
 * (-m), or only counts and names (-c, -l, -L, -q). Everything is counted in one place, wherever
 * it was found. A "file" may be a member of an archive. */
struct limits;

/* printer prints names and counts. progress may be NULL. All must outlive the limits. */
struct limits *limits_new(const struct settings *settings, struct printer *printer,
    struct progress *progress);
/* Takes NULL. */
void limits_free(struct limits *l);

/* Count findings of the current file. With limits_each_counts() count is 1 and url is the
 * finding's. Return true if they are to be printed; then call limits_end_output() after printing
 * them. */
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

/* Return true if findings must be counted one by one, with their URLs. */
bool limits_each_counts(const struct settings *s);

/* Return how many findings of a file are enough, whatever was found before them. */
uint64_t limits_enough_findings(const struct settings *s);

/* ---- tasks --- */

/* A file that is open while items refer to it. It is opened once, by the main thread, so that
 * 256 threads do not need 256 descriptors; readers use pread(2). */
struct shared_file {
	int fd;
	atomic_uint references;
	atomic_uint *open_files; /* the scheduler's number of shared files */
	bool is_sparse; /* it has holes */
};

/* Drop a reference; NULL is allowed. Standard input stays open. */
void shared_file_release(struct shared_file *file);

enum item_kind {
	ITEM_FILE,    /* path is to be opened and searched */
	ITEM_OPEN,    /* file is to be searched, or the range of it */
	ITEM_RANGE,   /* a range of file, whose member the main thread ends */
	ITEM_MESSAGE, /* a message in memory */
	ITEM_HERE,    /* the input that the main thread's reader has begun */
	ITEM_END,     /* the member called path has ended */
	ITEM_ERROR    /* path could not be read, for this reason */
};

/* Strings and texts are offsets in the task's text. */
struct task_item {
	enum item_kind kind;
	size_t path;
	size_t reason;            /* ITEM_ERROR */
	struct shared_file *file; /* ITEM_OPEN, ITEM_RANGE */
	urlgrep_mail_range range; /* also ITEM_MESSAGE */
	uint64_t skipped_to;      /* ITEM_RANGE: findings before this offset do not count */
	uint64_t member;          /* number of the member that the main thread reads; or 0 */
	size_t text, text_len;    /* ITEM_MESSAGE */

	urlgrep_mail_sums sums; /* set by the search of the item */
};

enum record_kind {
	RECORD_FINDINGS,      /* text is as they are to be printed, name the URL if there is one */
	RECORD_ERROR,         /* name could not be read; text is the reason */
	RECORD_PATTERN_ERROR, /* name is an option -e */
	RECORD_MEMBER_END,    /* of the member called name */
	RECORD_RANGE_BEGIN,   /* of an item that must fit the one before */
	RECORD_ITEM_END       /* the item's sums and left_after are complete */
};

/* Texts and names are offsets in the output. A reason or a path ends with NUL. */
struct record {
	enum record_kind kind;
	bool is_in_member; /* RECORD_ERROR: a part of a member */
	size_t item;
	uint64_t count;    /* of findings */
	size_t text, text_len;
	size_t name, name_len;
};

/* A number that is to be inserted in the output, counted from the beginning of the range. */
struct deferred_number {
	size_t at;
	enum printer_number kind;
	uint64_t number;
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
	struct deferred_number *numbers; /* in the order of the output */
	size_t number_count, number_room;

	uint64_t number; /* of the queue: its place in the order of all tasks, */
	bool is_done;    /* and that it is searched */
};

struct task *task_new(void);
/* Free a task; NULL is allowed. */
void task_free(struct task *t);

/* Append an item, and return it to be completed; it lasts until the next one. path is copied,
 * unless it equals the path of the item before. */
struct task_item *task_add_item(struct task *t, enum item_kind kind, const char *path);

/* Copy bytes into the task's text. Return their offset. */
size_t task_copy(struct task *t, const char *text, size_t len);

/* Remove all items. */
void task_clear_items(struct task *t);
/* Remove all records. */
void task_clear_output(struct task *t);
/* Return how many bytes the records take. */
size_t task_output_size(const struct task *t);

/* ---- a thread's search --- */

struct queue;

struct worker {
	const struct settings *settings;
	struct search *search;
	struct printer *printer;
	/* In the main thread: findings are counted and printed at once. NULL: they are recorded
	 * in the task, which is in the queue. */
	struct limits *limits;
	struct queue *queue;

	struct task *task;
	size_t item;     /* its index in the task */
	uint64_t member; /* of the item */
	uint64_t found;  /* in the current member, in this task */
	urlgrep_mail_sums sums; /* of input that is not recorded */
	struct progress *progress; /* of the main thread, or NULL; it has shown these sums: */
	urlgrep_mail_sums shown;
};

/* Make the main thread's worker, which prints to standard output. */
struct worker *worker_new(const struct search_context *context, struct progress *progress);
/* Takes NULL. */
void worker_free(struct worker *w);

/* Search an item. */
void worker_run_item(struct worker *w, struct task *task, size_t item);

/* Add the bytes read since the last call to the progress. */
void worker_show_progress(struct worker *w);

/* Run the tasks of a queue: the main function of each thread. */
void worker_main(struct queue *queue, const struct search_context *context);

/* ---- merging --- */

/* The check whether the ranges of a text fit together.
 *
 * A thread that starts in the middle of a text may find other URLs there than one that starts at
 * its beginning: the apparent start of a URL may be the middle of one that was joined over many
 * lines. The findings of a range count as long as the last URL before each range ends at the same
 * byte for both. Initialize with zeros. */
struct continuity {
	uint64_t left_after; /* where the last URL of the ranges before ends */
	uint64_t good_begin, good_line; /* of the last range that fits */
	bool is_broken;
	uint64_t broken_at;  /* begin of the first range that does not fit */
};

/* A range from begin to end, which was entered after the URL that ends there, begins in the
 * line of that number. */
void continuity_begin(struct continuity *c, uint64_t begin, uint64_t end,
    uint64_t entered_after, uint64_t line);
void continuity_end(struct continuity *c, uint64_t left_after);

/* Prints and counts the records of tasks. */
struct merge {
	struct limits *limits;
	struct progress *progress;
	uint64_t lines_before, messages_before; /* in the member, before the next range */
	struct continuity continuity;           /* while it is broken, findings are dropped */
	urlgrep_mail_sums sums;
	atomic_uint_least64_t full_member; /* number of the member that has reached its limit */
	atomic_bool is_over;               /* no more is wanted of anything */
};

/* Merge the records of a task, and remove them. */
void merge_task(struct merge *m, struct task *task);

/* Set full_member and is_over by the limits. The current file is the member of that number; 0 if
 * it has none. */
void merge_limits(struct merge *m, uint64_t member);

/* ---- the queue --- */

/* Make a queue for so many threads. Return NULL if no thread can be started. All must outlive
 * the queue. */
struct queue *queue_new(unsigned threads, const struct search_context *context,
    struct merge *merge);
/* Wait for all tasks and threads. Takes NULL. */
void queue_free(struct queue *q);

/* Add a task. Wait while there are too many. */
void queue_add(struct queue *q, struct task *task);
/* Wait until all tasks are searched and merged. */
void queue_drain(struct queue *q);

/* For the threads: return the next task; NULL at the end. */
struct task *queue_next(struct queue *q);
/* Wait for the task's turn, and merge its records so far. */
void queue_merge_now(struct queue *q, struct task *task);
/* The task is searched to its end: it is merged when it is its turn. */
void queue_end(struct queue *q, struct task *task);
/* Return true if no more is wanted of anything. */
bool queue_is_over(const struct queue *q);

#endif
