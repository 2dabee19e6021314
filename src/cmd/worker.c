/* worker.c - threads that search the items of tasks and record the results, and the queue of
 * these tasks, whose records are merged in the order of the input
 *
 * This does not use GLib's GThreadPool, which provides neither the order nor the bounds needed
 * here: its tasks end in any order, and its queue has no limit, so that a producer that reads
 * faster than the threads search would copy a whole archive into memory.
 *
 * The tasks are in a list, and each thread takes the first task not yet begun. The thread that
 * completes the first task of the list merges it, and any completed tasks directly after it. A task
 * with many records waits until it is the first, and then merges its records so far. So there are
 * at most TASKS_PER_THREAD tasks per thread, the records of each are bounded, and the first task
 * can always proceed. */
#include "cmd/scheduler.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/shared.h"
#include "util/platform.h"

enum {
	GROUP_BYTES = 32 * 1024, /* of output in one record, if findings are not counted singly */
	MAX_OUTPUT_SIZE = 2 * 1024 * 1024, /* of a task before it waits for its turn, roughly */
	MAX_OUTPUT_HERE = 1024 /* the same with one thread: copied while in the CPU cache */
};

struct queue {
	const struct search_context *context;
	struct merge *merge;
	struct worker *here; /* runs in the main thread; NULL if there are threads */
	pthread_mutex_t lock;
	pthread_cond_t added; /* a task was added, or is_closed was set */
	pthread_cond_t moved; /* the first task was removed */
	pthread_t *threads;
	unsigned started;
	bool is_closed; /* there will be no more tasks */
	struct task *filled;       /* receives items from the main thread; not queued yet */
	struct task *first, *last; /* not merged yet; NULL: none */
	struct task *next;         /* the first task not begun, or NULL */
	size_t count;
};

/* One thread's search. */
struct worker {
	struct queue *queue;
	const struct settings *settings;
	struct search *search;
	struct printer *printer;
	bool counts_each;  /* findings count one by one */
	uint64_t enough;   /* number of findings after which a file is finished */
	size_t max_output; /* of a task before it is merged */

	struct task *task;
	size_t item;      /* its index in the task */
	uint64_t divided; /* of the item */
	uint64_t found;   /* in the current file, in this task */
	urlgrep_mail_sums shown; /* sums of the item already added to the progress */
};

/* ---- tasks --- */

struct task *
task_new(void)
{
	struct task *t = x_calloc(1, sizeof(*t));

	t->text.memory = t->output.memory = &xmalloc_memory;
	return t;
}

void
task_free(struct task *t)
{
	size_t i;

	for (i = 0; i < t->item_count; i++) /* the tasks before this one are freed already */
		if (t->items[i].kind != ITEM_RANGE)
			file_close(t->items[i].fd);
	free(t->items);
	free(t->records);
	free(t->numbers.list);
	strbuf_free(&t->text);
	strbuf_free(&t->output);
	free(t);
}

struct task_item *
task_add_item(struct task *t, enum item_kind kind, const char *path)
{
	t->items = x_grow(t->items, t->item_count, &t->item_room, sizeof(*t->items));
	t->items[t->item_count] = (struct task_item){ .kind = kind, .path = t->text.len,
		.fd = -1 };
	strbuf_append(&t->text, path, strlen(path) + 1);
	return &t->items[t->item_count++];
}

/* ---- records --- */

/* Append a record for the current item and return it. It is valid until the next call. */
static struct record *
add_record(struct worker *w, enum record_kind kind)
{
	struct task *t = w->task;

	t->records = x_grow(t->records, t->record_count, &t->record_room, sizeof(*t->records));
	t->records[t->record_count] = (struct record){ .kind = kind, .item = w->item,
		.text = t->output.len };
	return &t->records[t->record_count++];
}

/* Append bytes to the output and return their offset. */
static size_t
add_text(struct worker *w, const char *text, size_t len)
{
	size_t at = w->task->output.len;

	strbuf_append(&w->task->output, text, len);
	return at;
}

/* Record an error, except in a prepass: the main pass reports it. */
static void
add_error(struct worker *w, enum record_kind kind, const char *path, const char *reason)
{
	struct record *r;

	if (w->queue->context->collected)
		return;
	r = add_record(w, kind);
	r->name = add_text(w, path, strlen(path) + 1);
	r->text = add_text(w, reason, strlen(reason) + 1);
}

/* Record that the current message has a link to javascript: or the like. */
static void
add_active_link(struct worker *w, const urlgrep_finding *f, const urlgrep_location *l)
{
	struct record *r = add_record(w, RECORD_NOTICE);
	struct strbuf *out = &w->task->output;
	const char *colon = memchr(f->url.text.text, ':', f->url.text.len);

	r->name = add_text(w, l->path, strlen(l->path) + 1);
	r->text = out->len;
	if (l->message)
		strbuf_printf(out, "message at byte %" PRIu64 ": ", l->message_offset);
	strbuf_printf(out, "a link to %.*s is not printed; --all prints it",
	    (int)(colon + 1 - f->url.text.text), f->url.text.text);
	add_text(w, "", 1);
}

static void
end_file(struct worker *w, const char *path)
{
	add_record(w, RECORD_FILE_END)->name = add_text(w, path, strlen(path) + 1);
	w->found = 0;
}

/* Return the record for the next finding. It is shared with the findings before, unless they count
 * one by one or the record is full. */
static struct record *
finding_record(struct worker *w)
{
	struct task *t = w->task;
	struct record *r = t->record_count > 0 ? &t->records[t->record_count - 1] : NULL;

	return r == NULL || r->kind != RECORD_FINDINGS || w->counts_each ||
	    r->text_len > GROUP_BYTES ? add_record(w, RECORD_FINDINGS) : r;
}

/* Complete the record of a finding that is printed. */
static void
end_finding(struct worker *w, struct record *r)
{
	urlgrep_span url;

	r->count++;
	r->text_len = w->task->output.len - r->text;
	if (w->counts_each) {
		url = printer_unique_text(w->printer, &w->search->row);
		r->name = add_text(w, url.text, url.len);
		r->name_len = url.len;
	}
	w->found++;
}

/* ---- events --- */

/* Return true if no more findings of the run are wanted. */
static bool
is_over(const struct worker *w)
{
	return atomic_load_explicit(&w->queue->merge->is_over, memory_order_relaxed);
}

/* Return true if no more findings of the file are wanted. */
static bool
has_enough(const struct worker *w)
{
	if (w->found >= w->enough)
		return true;
	return w->queue->here ? merge_file_is_full(w->queue->merge) :
	    w->divided && atomic_load(&w->queue->merge->full_divided) == w->divided;
}

static void
show_progress(struct worker *w)
{
	urlgrep_mail_sums sums;

	if (!w->settings->show_progress)
		return;
	sums = urlgrep_mail_sums_of(w->search->mail);
	progress_add(sums.bytes - w->shown.bytes, sums.file_bytes - w->shown.file_bytes);
	w->shown = sums;
}

/* Return the next event of an item. After the first event of a range that must fit the previous
 * one, record where its search began. */
static enum search_event
next_event(struct worker *w, struct task_item *item, bool is_first)
{
	enum search_event event = search_next(w->search);

	show_progress(w);
	if (is_first && item->kind == ITEM_RANGE && range_must_fit(&item->range) &&
	    item->skipped_to == 0) {
		item->sums = urlgrep_mail_sums_of(w->search->mail);
		add_record(w, RECORD_RANGE_BEGIN);
	}
	return event;
}

/* Print the finding, unless it has none of the parts of --part, to the output of the task; in the
 * prepass, only collect its unbroken URL. */
static void
take_finding(struct worker *w, const struct task_item *item)
{
	const struct row *row = &w->search->row;
	urlgrep_url_set *collected = w->queue->context->collected;
	struct record *record;

	if (collected && row->finding->reading_count == 1 &&
	    search_accepts(&w->settings->search, row->finding->url.verdict))
		urlgrep_url_set_add(collected, row->finding->url.text);
	if (collected || row->location->offset < item->skipped_to ||
	    (w->settings->parts.count > 0 && printer_find_parts(w->printer, row).text == NULL))
		return;
	record = finding_record(w);
	if (w->settings->mode == OUTPUT_FINDINGS)
		w->settings->format->print_finding(w->printer, row);
	search_check_memory(row);
	end_finding(w, record);
	if (w->printer->failure)
		add_error(w, RECORD_PART_ERROR, row->location->path, w->printer->failure);
	w->printer->failure = NULL;
}

/* Wait for the task's turn, then merge its records so far. */
static void
merge_now(struct queue *q, struct task *task)
{
	pthread_mutex_lock(&q->lock);
	while (q->here == NULL && q->first != task)
		pthread_cond_wait(&q->moved, &q->lock);
	pthread_mutex_unlock(&q->lock);
	merge_task(q->merge, task);
}

/* Return how much output the task may accumulate before it is merged: none if the input is a pipe
 * and a user watches the output. */
static size_t
max_output(const struct worker *w, const struct task_item *item)
{
	return w->settings->mail.flags & URLGREP_LIVE && lseek(item->fd, 0, SEEK_CUR) < 0 ? 0 :
	    w->max_output;
}

/* Return the kind of record for what the search has skipped. */
static enum record_kind
error_kind(const struct search *s)
{
	if (s->state != SEARCH_IN_MEMBER)
		return RECORD_ERROR;
	return urlgrep_mail_error(s->mail)->system_error ? RECORD_READ_ERROR : RECORD_PART_ERROR;
}

/* Handle the events of an item: the loop of all searches that print. */
static void
search_item(struct worker *w, struct task_item *item)
{
	struct search *s = w->search;
	size_t most = max_output(w, item);
	enum search_event event = SEARCH_FINDING;
	const struct task *t = w->task;
	bool is_first = true;

	for (; event != SEARCH_END && !is_over(w); is_first = false) {
		event = next_event(w, item, is_first);
		switch (event) {
		case SEARCH_FINDING:
			take_finding(w, item);
			break;
		case SEARCH_ACTIVE_LINK:
			add_active_link(w, s->row.finding, s->row.location);
			break;
		case SEARCH_MEMBER_END:
			if (item->kind == ITEM_FILE) /* a range has an item for its end */
				end_file(w, s->path);
			break;
		case SEARCH_SKIPPED:
			add_error(w, error_kind(s), s->path, s->reason);
			break;
		case SEARCH_PATTERN_FAILED:
			add_error(w, RECORD_PATTERN_ERROR, s->path, s->reason);
			break;
		case SEARCH_END:
			break;
		}
		if (t->output.len + t->record_count * sizeof(*t->records) +
		    t->numbers.count * sizeof(*t->numbers.list) > most)
			merge_now(w->queue, w->task);
		if (event == SEARCH_FINDING && has_enough(w))
			search_skip_member(s);
	}
	item->sums = urlgrep_mail_sums_of(s->mail);
}

/* ---- items --- */

/* Begin an item. Return true if there is anything to search. */
static bool
begin_item(struct worker *w, struct task_item *item)
{
	const char *path = w->task->text.at + item->path;

	if (item->divided == 0 || item->divided != w->divided)
		w->found = 0;
	w->divided = item->divided;
	w->shown = (urlgrep_mail_sums){ .bytes = 0 };
	progress_set_file(path);
	w->printer->deferred = item->kind == ITEM_RANGE && item->skipped_to == 0 ?
	    &w->task->numbers : NULL;
	switch (item->kind) {
	case ITEM_FILE:
		if (item->fd < 0)
			item->fd = file_open(path);
		if (item->fd >= 0)
			search_open(w->search, item->fd, path, &item->range);
		else
			add_error(w, RECORD_ERROR, path, strerror(errno));
		return item->fd >= 0;
	case ITEM_RANGE:
		if (has_enough(w))
			break;
		search_open(w->search, item->fd, path, &item->range);
		return true;
	case ITEM_END:
		end_file(w, path);
		break;
	case ITEM_ERROR:
		add_error(w, RECORD_ERROR, path, path + strlen(path) + 1);
		break;
	case ITEM_NOTICE:
		add_error(w, RECORD_NOTICE, path, path + strlen(path) + 1);
		break;
	}
	return false;
}

/* Add the bytes that were skipped, such as those of a binary file, to the progress shown. */
static void
show_skipped(struct worker *w, const struct task_item *item)
{
	const urlgrep_mail_range *range = &item->range;
	uint64_t end;
	struct stat st;

	if (item->fd < 0 || fstat(item->fd, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	end = range->end < (uint64_t)st.st_size ? range->end : (uint64_t)st.st_size;
	if (end > range->begin + w->shown.file_bytes)
		progress_add(0, end - range->begin - w->shown.file_bytes);
}

static void
end_item(struct worker *w, struct task_item *item)
{
	if (w->settings->show_progress)
		show_skipped(w, item);
	if (item->kind == ITEM_FILE) {
		file_close(item->fd);
		item->fd = -1;
	}
	add_record(w, RECORD_ITEM_END);
}

/* Search the items of a task. */
static void
worker_run(struct worker *w, struct task *task)
{
	w->task = task;
	w->printer->out = &task->output;
	w->divided = 0;
	for (w->item = 0; w->item < task->item_count && !is_over(w); w->item++) {
		struct task_item *item = &task->items[w->item];

		if (begin_item(w, item))
			search_item(w, item);
		end_item(w, item);
	}
}

/* ---- workers --- */

/* Make a worker for tasks of the queue. If it is the only one, it prints each finding before it
 * looks for the next if a user may be watching, or if the finding may be the last one wanted. */
static struct worker *
worker_new(struct queue *q, bool is_only)
{
	const struct search_context *context = q->context;
	const struct settings *s = context->settings;
	struct worker *w = x_calloc(1, sizeof(*w));

	w->queue = q;
	w->settings = s;
	w->search = search_new(context, context->collected == NULL);
	w->counts_each = merge_counts_each(s);
	w->enough = merge_enough_findings(s);
	w->max_output = !is_only ? MAX_OUTPUT_SIZE :
	    s->line_buffered || s->to_terminal || w->counts_each ||
	    settings_first_is_enough(s) ? 0 : MAX_OUTPUT_HERE;
	w->printer = printer_new(s, NULL);
	return w;
}

/* Free a worker, which may be NULL. */
static void
worker_free(struct worker *w)
{
	if (w == NULL)
		return;
	printer_free(w->printer);
	search_free(w->search);
	free(w);
}

/* ---- the queue --- */

/* Wait for the next task not begun, and return it; NULL at the end. */
static struct task *
begin_task(struct queue *q)
{
	struct task *task;

	pthread_mutex_lock(&q->lock);
	while (q->next == NULL && !q->is_closed)
		pthread_cond_wait(&q->added, &q->lock);
	task = q->next;
	if (task)
		q->next = task->next;
	pthread_mutex_unlock(&q->lock);
	return task;
}

/* Mark a task as done. If it is the first, merge it and the completed tasks directly after it. A
 * task being merged, without the lock, remains the first, and no other thread touches it. */
static void
end_task(struct queue *q, struct task *task)
{
	pthread_mutex_lock(&q->lock);
	task->is_done = true;
	while (task == q->first && task && task->is_done) {
		pthread_mutex_unlock(&q->lock);
		merge_task(q->merge, task);
		pthread_mutex_lock(&q->lock);
		q->first = task->next;
		q->count--;
		pthread_cond_broadcast(&q->moved);
		task_free(task);
		task = q->first;
	}
	pthread_mutex_unlock(&q->lock);
}

static void *
run_thread(void *data)
{
	struct queue *q = data;
	struct worker *worker = NULL;
	struct task *task;

	while ((task = begin_task(q)) != NULL) {
		if (worker == NULL)
			worker = worker_new(q, false);
		worker_run(worker, task);
		end_task(q, task);
	}
	worker_free(worker);
	return NULL;
}

struct queue *
queue_new(unsigned threads, const struct search_context *context, struct merge *merge)
{
	struct queue *q = x_calloc(1, sizeof(*q));

	q->context = context;
	q->merge = merge;
	q->filled = task_new();
	q->threads = x_calloc(threads, sizeof(*q->threads));
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->added, NULL);
	pthread_cond_init(&q->moved, NULL);
	while (threads > 1 && q->started < threads &&
	    platform_start_thread(&q->threads[q->started], run_thread, q))
		q->started++;
	if (q->started == 0)
		q->here = worker_new(q, true);
	return q;
}

void
queue_free(struct queue *q)
{
	unsigned i;

	worker_free(q->here);
	task_free(q->filled);
	pthread_mutex_lock(&q->lock);
	q->is_closed = true;
	pthread_cond_broadcast(&q->added);
	pthread_mutex_unlock(&q->lock);
	for (i = 0; i < q->started; i++)
		pthread_join(q->threads[i], NULL);
	pthread_mutex_destroy(&q->lock);
	pthread_cond_destroy(&q->added);
	pthread_cond_destroy(&q->moved);
	free(q->threads);
	free(q);
}

bool
queue_has_threads(const struct queue *q)
{
	return q->here == NULL;
}

struct task *
queue_next_task(struct queue *q)
{
	return q->filled;
}

void
queue_add(struct queue *q)
{
	struct task *task = q->filled;

	if (task->item_count == 0)
		return;
	q->filled = task_new();
	if (q->here) {
		worker_run(q->here, task);
		merge_task(q->merge, task);
		task_free(task);
		return;
	}
	pthread_mutex_lock(&q->lock);
	while (q->count == (size_t)q->started * TASKS_PER_THREAD)
		pthread_cond_wait(&q->moved, &q->lock);
	if (q->first)
		q->last->next = task;
	else
		q->first = task;
	q->last = task;
	if (q->next == NULL)
		q->next = task;
	q->count++;
	pthread_cond_signal(&q->added);
	pthread_mutex_unlock(&q->lock);
}

void
queue_drain(struct queue *q)
{
	queue_add(q);
	pthread_mutex_lock(&q->lock);
	while (q->first)
		pthread_cond_wait(&q->moved, &q->lock);
	pthread_mutex_unlock(&q->lock);
}
