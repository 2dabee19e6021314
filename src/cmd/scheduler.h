/* scheduler.h - searches the files of a run with one or more threads and prints the findings in
 * the order of the input
 *
 * The main thread divides the input into items: files, and ranges of long ones (scheduler.c).
 * Items are collected in tasks, and tasks are queued for the threads; with one thread, each task
 * runs when it is added. A worker searches the items and records the results (worker.c). The
 * records are merged, that is, counted and printed, task by task (merge.c). */
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

/* Search the files; print the wanted findings and a summary. Return true if anything was found. */
bool scheduler_run(const struct search_context *context, const struct timespec *start);

/* ---- tasks --- */

enum item_kind {
	ITEM_FILE,    /* a file to search: open as fd, or to be opened by its path */
	ITEM_RANGE,   /* a range of fd; an ITEM_END follows the last range */
	ITEM_END,     /* the end of the file called path, after its last item */
	ITEM_ERROR,   /* path could not be read; the reason follows the path */
	ITEM_NOTICE   /* the same, but not an error */
};

struct task_item {
	enum item_kind kind;
	size_t path; /* offset in the task's text */
	int fd; /* or -1; closed by ITEM_FILE, and by the ITEM_END of a divided file, which the
	           main thread opens, so that 256 threads do not open it 256 times */
	urlgrep_mail_range range;
	uint64_t skipped_to;      /* ITEM_RANGE: drop findings before this offset */
	uint64_t divided;         /* ITEM_RANGE: number of the file among the divided files */

	urlgrep_mail_sums sums; /* set by the search of the item */
};

enum record_kind {
	RECORD_FINDINGS,      /* text is the output; name is the URL if findings count one by one */
	RECORD_ERROR,         /* name could not be read; text is the reason */
	RECORD_PART_ERROR,    /* a part of the member called name could not be read */
	RECORD_READ_ERROR,    /* the same, because reading the file failed */
	RECORD_PATTERN_ERROR, /* a pattern failed; name is its option -e */
	RECORD_NOTICE,        /* name is a file; text is a notice, not an error */
	RECORD_FILE_END,      /* the file or archive member called name has ended */
	RECORD_RANGE_BEGIN,   /* the item is a range that must fit the previous one */
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
	uint64_t weight;    /* approximate number of bytes to search */

	struct strbuf output;
	struct record *records;
	size_t record_count, record_room;
	struct deferred_numbers numbers;

	/* used by the queue */
	struct task *next;
	bool is_done;
};

struct task *task_new(void);
void task_free(struct task *t);

/* Append an item and return it for completion; it is valid until the next call. path is copied. */
struct task_item *task_add_item(struct task *t, enum item_kind kind, const char *path);

/* ---- merging --- */

/* Checks whether the ranges of a text, or of a mailbox with Content-Length fields, fit together.
 *
 * A thread that starts in the middle of a text may find other URLs than a thread that starts at the
 * beginning: the apparent start of a URL may be the middle of a URL joined over many lines. The
 * findings of a range count as long as both threads see the last URL before each range end at the
 * same byte. Likewise, a line that seems to begin a message of such a mailbox may belong to the
 * body of another. Initialize with zeros. */
struct continuity {
	uint64_t left_after; /* end of the last URL, or message, of the previous ranges */
	uint64_t good_begin, good_line; /* of the last range that fits */
	bool is_broken;
	uint64_t broken_at;  /* begin of the first range that does not fit */
};

/* Return true if the range must fit the previous one. */
bool range_must_fit(const urlgrep_mail_range *range);

/* Compare the range [begin, end), whose search started after a URL that ends at entered_after,
 * with the ranges before it. line is the number of its first line. */
void continuity_begin(struct continuity *c, uint64_t begin, uint64_t end,
    uint64_t entered_after, uint64_t line);
void continuity_end(struct continuity *c, uint64_t left_after);

/* Prints and counts the records of tasks, in the order of the input: each URL once (-u), a limited
 * number per file (-m), or only counts and names (-c, -l, -L, -q). All findings are counted here,
 * whichever thread found them. A "file" may be a member of an archive. */
struct merge {
	const struct settings *settings;
	struct printer *printer;   /* to standard output */
	urlgrep_url_set *printed;  /* for -u */
	uint64_t files, urls;      /* files that have ended, and the URLs in them */
	urlgrep_mail_sums sums;
	bool found_any;

	/* of the current file */
	uint64_t count;     /* of its findings */
	bool is_full;       /* no more of its findings are wanted */
	bool is_incomplete; /* a part of it was skipped */
	bool has_read_error; /* reported once, although each range may have one */
	uint64_t lines_before, messages_before; /* before the next range */
	struct continuity continuity;           /* while it is broken, findings are dropped */

	/* for the threads */
	atomic_uint_least64_t full_divided; /* number of the divided file that is full */
	atomic_bool is_over;                /* no more findings are wanted at all */
};

/* Merge the records of a task, and remove them. */
void merge_task(struct merge *m, struct task *task);

/* Return true if no more findings of the current file are wanted. */
bool merge_file_is_full(const struct merge *m);

/* Return true if findings must be counted one by one, with their URLs. */
bool merge_counts_each(const struct settings *s);

/* Return how many findings of a file are enough, regardless of those in earlier files. */
uint64_t merge_enough_findings(const struct settings *s);

/* ---- the queue of tasks --- */

enum { TASKS_PER_THREAD = 8 }; /* waiting, being searched, or waiting to be merged */

struct queue;

/* Make a queue for this many threads. With one, or if no thread can be started, the calling thread
 * runs the tasks. context and merge must outlive the queue. */
struct queue *queue_new(unsigned threads, const struct search_context *context,
    struct merge *merge);
/* End the threads and free the queue, which must be drained. */
void queue_free(struct queue *q);

/* Return true if other threads run the tasks. */
bool queue_has_threads(const struct queue *q);
/* Return the task to which items are to be added. */
struct task *queue_next_task(struct queue *q);
/* Queue that task, unless it is empty. Wait while the queue is full. */
void queue_add(struct queue *q);
/* Queue that task, and wait until all tasks are searched and merged. */
void queue_drain(struct queue *q);

#endif
