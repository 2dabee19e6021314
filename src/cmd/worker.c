/* worker.c - searches the items of tasks: the part of a thread, and the merging of records */
#include "cmd/scheduler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/messages.h"
#include "cmd/output.h"
#include "cmd/xmalloc.h"

enum {
	GROUP_BYTES = 32 * 1024, /* of findings in one record, if they need not count one by one */
	MAX_OUTPUT_SIZE = 2 * 1024 * 1024 /* of a task, before it waits for its turn; about */
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
	if (t == NULL)
		return;
	task_clear_items(t);
	free(t->items);
	free(t->records);
	free(t->numbers);
	strbuf_free(&t->text);
	strbuf_free(&t->output);
	free(t);
}

size_t
task_copy(struct task *t, const char *text, size_t len)
{
	size_t at = t->text.len;

	strbuf_append(&t->text, text, len);
	return at;
}

/* Return an array with room for one element more. */
static void *
make_room(void *array, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return array;
	*room = *room ? *room * 2 : 16;
	return x_realloc(array, *room * size);
}

static size_t
copy_path(struct task *t, const char *path)
{
	size_t before = t->item_count > 0 ? t->items[t->item_count - 1].path : 0;

	return t->item_count > 0 && strcmp(t->text.at + before, path) == 0 ? before :
	    task_copy(t, path, strlen(path) + 1);
}

struct task_item *
task_add_item(struct task *t, enum item_kind kind, const char *path)
{
	size_t path_at = copy_path(t, path);

	t->items = make_room(t->items, t->item_count, &t->item_room, sizeof(*t->items));
	t->items[t->item_count] = (struct task_item){ .kind = kind, .path = path_at };
	return &t->items[t->item_count++];
}

void
shared_file_release(struct shared_file *file)
{
	if (file == NULL || atomic_fetch_sub(&file->references, 1) > 1)
		return;
	if (file->fd != STDIN_FILENO)
		close(file->fd);
	atomic_fetch_sub(file->open_files, 1);
	free(file);
}

void
task_clear_items(struct task *t)
{
	size_t i;

	for (i = 0; i < t->item_count; i++)
		shared_file_release(t->items[i].file);
	t->item_count = 0;
	t->weight = 0;
	strbuf_clear(&t->text);
}

void
task_clear_output(struct task *t)
{
	t->record_count = t->number_count = 0;
	strbuf_clear(&t->output);
}

size_t
task_output_size(const struct task *t)
{
	return t->output.len + t->record_count * sizeof(*t->records) +
	    t->number_count * sizeof(*t->numbers);
}

/* ---- records --- */

/* Append a record of the current item, after those of all findings so far. It lasts until the
 * next one. */
static struct record *
add_record(struct worker *w, enum record_kind kind)
{
	struct task *t = w->task;

	t->records = make_room(t->records, t->record_count, &t->record_room,
	    sizeof(*t->records));
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

/* Report an error, in a member or not, or record it. */
static void
add_error(struct worker *w, enum record_kind kind, bool is_in_member, const char *path,
    const char *reason)
{
	struct record *r;

	if (w->limits == NULL) {
		r = add_record(w, kind);
		r->is_in_member = is_in_member;
		r->name = add_text(w, path, strlen(path) + 1);
		r->text = add_text(w, reason, strlen(reason) + 1);
		return;
	}
	if (kind == RECORD_PATTERN_ERROR)
		message_once(path, reason);
	else
		message_file(path, reason);
	if (is_in_member)
		limits_note_skipped(w->limits);
}

static void
end_member(struct worker *w, const char *path)
{
	if (w->limits)
		limits_end_file(w->limits, path);
	else
		add_record(w, RECORD_MEMBER_END)->name = add_text(w, path, strlen(path) + 1);
	w->found = 0;
}

/* ---- events --- */

/* Return true if nothing more is wanted of the run; of the member. */
static bool
is_over(const struct worker *w)
{
	return w->limits ? limits_run_is_over(w->limits) : queue_is_over(w->queue);
}

static bool
has_enough(const struct worker *w)
{
	return w->limits ? limits_file_is_full(w->limits) :
	    w->found >= limits_enough_findings(w->settings);
}

/* Count and print a finding at once. */
static void
print_finding(struct worker *w)
{
	const struct search *s = w->search;

	if (!limits_accept(w->limits, printer_unique_text(w->printer, &s->row), 1))
		return;
	printer_print_finding(w->printer, &s->row);
	limits_end_output(w->limits);
}

/* Print a finding to the output of the task, and record it: with those before it, unless they
 * count one by one. */
static void
record_finding(struct worker *w)
{
	const struct search *s = w->search;
	struct task *t = w->task;
	struct record *r = t->record_count > 0 ? &t->records[t->record_count - 1] : NULL;
	bool counts_alone = limits_each_counts(w->settings);
	urlgrep_span url;

	if (r == NULL || r->kind != RECORD_FINDINGS || counts_alone || r->text_len > GROUP_BYTES)
		r = add_record(w, RECORD_FINDINGS);
	if (w->settings->mode == OUTPUT_FINDINGS)
		printer_print_finding(w->printer, &s->row);
	r->count++;
	r->text_len = t->output.len - r->text;
	if (counts_alone) {
		url = printer_unique_text(w->printer, &s->row);
		r->name = add_text(w, url.text, url.len);
		r->name_len = url.len;
	}
	w->found++;
}

/* Print the message that has ended. Formats that do have no other threads. */
static void
print_message(struct worker *w)
{
	const char *reason = printer_print_message(w->printer);

	if (reason)
		message_file(w->search->message->path, reason);
	limits_end_output(w->limits);
}

/* Return true if the next range of the same text must fit this one. */
static bool
must_fit(const struct worker *w, const struct task_item *item)
{
	return w->limits == NULL && item->kind == ITEM_RANGE &&
	    item->range.type == URLGREP_MAIL_TEXT;
}

void
worker_show_progress(struct worker *w)
{
	urlgrep_mail_sums sums;

	if (w->progress == NULL)
		return;
	sums = urlgrep_mail_sums_of(w->search->mail);
	if (sums.bytes < w->shown.bytes || sums.file_bytes < w->shown.file_bytes)
		w->shown = (urlgrep_mail_sums){ .bytes = 0 }; /* another file */
	progress_add(w->progress, sums.bytes - w->shown.bytes,
	    sums.file_bytes - w->shown.file_bytes);
	w->shown = sums;
}

/* Return the next event of an item. Where a range was entered is known after the first. */
static enum search_event
next_event(struct worker *w, struct task_item *item, bool is_first)
{
	enum search_event event = search_next(w->search);

	worker_show_progress(w);
	if (w->limits == NULL && task_output_size(w->task) > MAX_OUTPUT_SIZE)
		queue_merge_now(w->queue, w->task);
	if (is_first && must_fit(w, item)) {
		item->sums = urlgrep_mail_sums_of(w->search->mail);
		add_record(w, RECORD_RANGE_BEGIN);
	}
	return event;
}

/* Handle the events of an item: the loop of all searches that print. */
static void
search_item(struct worker *w, struct task_item *item)
{
	struct search *s = w->search;
	bool is_first = true, is_at_end = false;

	for (; !is_at_end && !is_over(w); is_first = false) {
		switch (next_event(w, item, is_first)) {
		case SEARCH_FINDING:
			if (s->row.location->offset < item->skipped_to)
				break;
			if (w->limits)
				print_finding(w);
			else
				record_finding(w);
			if (has_enough(w))
				search_skip_member(s);
			break;
		case SEARCH_MEMBER_END:
			end_member(w, s->path);
			break;
		case SEARCH_MESSAGE:
			printer_begin_message(w->printer, s->message);
			break;
		case SEARCH_MESSAGE_END:
			print_message(w);
			break;
		case SEARCH_SKIPPED:
			add_error(w, RECORD_ERROR, s->state == SEARCH_IN_MEMBER ||
			    s->state == SEARCH_IN_PART, s->path, s->reason);
			break;
		case SEARCH_PATTERN_FAILED:
			add_error(w, RECORD_PATTERN_ERROR, false, s->path, s->reason);
			break;
		case SEARCH_END:
			is_at_end = true;
			break;
		}
	}
}

/* ---- items --- */

/* For struct printer: data is a worker. */
static void
defer_number(void *data, enum printer_number kind, uint64_t number, size_t at)
{
	struct task *t = ((struct worker *)data)->task;

	t->numbers = make_room(t->numbers, t->number_count, &t->number_room,
	    sizeof(*t->numbers));
	t->numbers[t->number_count++] = (struct deferred_number){ at, kind, number };
}

/* Open the file that the item refers to; the caller closes *fd unless it is -1. Return false if
 * the file is not to be searched. */
static bool
open_item(struct worker *w, struct task_item *item, int *fd)
{
	const char *text = w->task->text.at, *path = text + item->path;

	switch (item->kind) {
	case ITEM_FILE:
		*fd = file_open(path);
		if (*fd >= 0)
			search_open(w->search, *fd, path, NULL);
		else
			add_error(w, RECORD_ERROR, false, path, strerror(errno));
		return *fd >= 0;
	case ITEM_OPEN:
		search_open(w->search, item->file->fd, path, &item->range);
		return true;
	case ITEM_RANGE:
	case ITEM_MESSAGE:
		if (has_enough(w))
			return false;
		if (item->kind == ITEM_RANGE)
			search_open(w->search, item->file->fd, path, &item->range);
		else
			search_open_text(w->search, (urlgrep_span){ text + item->text,
				item->text_len }, path, &item->range);
		search_only_current(w->search);
		return true;
	case ITEM_HERE:
		search_only_current(w->search);
		return true;
	case ITEM_END:
		end_member(w, path);
		return false;
	case ITEM_ERROR:
		add_error(w, RECORD_ERROR, item->member != 0, path, text + item->reason);
		return false;
	}
	return false;
}

/* The main thread counted messages and bytes when it read them; only the number of decoded bytes
 * is known here. */
static void
set_sums(struct worker *w, struct task_item *item)
{
	urlgrep_mail_sums sums = urlgrep_mail_sums_of(w->search->mail);

	if (item->kind == ITEM_MESSAGE)
		item->sums.decoded = sums.decoded;
	else if (item->kind != ITEM_HERE)
		item->sums = sums;
}

void
worker_run_item(struct worker *w, struct task *task, size_t index)
{
	struct task_item *item = &task->items[index];
	int fd = -1;

	w->task = task;
	w->item = index;
	if (item->member == 0 || item->member != w->member)
		w->found = 0;
	w->member = item->member;
	w->printer->defer_number = w->limits == NULL && item->kind == ITEM_RANGE ?
	    defer_number : NULL;
	if (open_item(w, item, &fd)) {
		search_item(w, item);
		set_sums(w, item);
	}
	if (fd >= 0)
		close(fd);
	shared_file_release(item->file);
	item->file = NULL;
	if (w->limits)
		search_sums_add(&w->sums, &item->sums);
	else
		add_record(w, RECORD_ITEM_END);
}

/* ---- threads --- */

struct worker *
worker_new(const struct search_context *context, struct progress *progress)
{
	struct worker *w = x_calloc(1, sizeof(*w));

	w->settings = context->settings;
	w->search = search_new(context, true);
	w->progress = progress;
	w->printer = printer_new(context->settings, w->search->details, output_buffer(),
	    w->search->mail);
	w->printer->defer_data = w;
	return w;
}

void
worker_free(struct worker *w)
{
	if (w == NULL)
		return;
	printer_free(w->printer);
	search_free(w->search);
	free(w);
}

void
worker_main(struct queue *queue, const struct search_context *context)
{
	struct worker *w = NULL;
	struct task *task;
	size_t i;

	while ((task = queue_next(queue)) != NULL) {
		if (w == NULL)
			w = worker_new(context, NULL);
		w->queue = queue;
		w->printer->out = &task->output;
		w->member = 0;
		for (i = 0; i < task->item_count && !is_over(w); i++)
			worker_run_item(w, task, i);
		queue_end(queue, task);
	}
	worker_free(w);
}
