/* task_runner.c - what a worker thread does */
#include "cmd/task_runner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/directory_cache.h"
#include "cmd/patience.h"
#include "cmd/limits.h"
#include "cmd/xmalloc.h"

enum {
	GROUP_FINDINGS = 256,   /* in a record, if they need not count one by one */
	OUTPUT_SIZE = 64 * 1024 /* published at once, about */
};

struct task_runner {
	const struct settings *settings;
	struct thread_pool *pool;
	struct search *search;
	struct printer *printer; /* appends to the text of the output */
	struct directory_cache directories;
	struct patience patience;

	struct task *task;
	struct task_output *output;
	bool is_stopped;      /* nothing more is wanted of the run */
	uint64_t group_count; /* findings that are printed and not recorded yet */
	size_t group_text;    /* where their text begins */
	uint64_t member;      /* number of the current member; 0: not counted */
	uint64_t found;       /* in the current member, in this task */
	struct search_sums sums; /* that are not recorded yet */
};

static struct task_runner *
runner_new(struct thread_pool *pool, const struct search_context *context)
{
	struct task_runner *r = x_calloc(1, sizeof(*r));

	r->settings = context->settings;
	r->pool = pool;
	r->directories = (struct directory_cache){ NULL, -1 };
	r->search = search_new(context, 0);
	r->output = thread_pool_new_output(pool);
	r->printer = printer_new(context->settings, &context->grammars, &r->output->text,
	    r->search->mail);
	r->printer->defer_data = r;
	return r;
}

static void
runner_free(struct task_runner *r)
{
	printer_free(r->printer);
	search_free(r->search);
	directory_cache_clear(&r->directories);
	task_output_free(r->output);
	free(r);
}

/* ---- output --- */

/* Record the findings that were printed. url is that of the only one, or absent. */
static void
end_group(struct task_runner *r, urlgrep_span url)
{
	struct strbuf *text = &r->output->text;
	struct record *record;

	if (r->group_count == 0)
		return;
	record = task_output_add(r->output, RECORD_FINDINGS);
	record->as.findings.count = r->group_count;
	record->as.findings.text = r->group_text;
	record->as.findings.text_len = text->len - r->group_text;
	record->as.findings.url = text->len;
	record->as.findings.url_len = url.len;
	strbuf_append(text, url.text, url.len);
	r->group_text = text->len;
	r->group_count = 0;
}

/* Complete the output, and begin another one, which is likely to be as long. Return NULL if
 * there is none. */
static struct task_output *
complete_output(struct task_runner *r)
{
	struct task_output *output = r->output;

	end_group(r, (urlgrep_span){ NULL, 0 });
	if (output->count == 0)
		return NULL;
	r->output = thread_pool_new_output(r->pool);
	r->printer->out = &r->output->text;
	strbuf_reserve(&r->output->text, output->text.len);
	r->group_text = 0;
	return output;
}

static void
publish(struct task_runner *r)
{
	struct task_output *output = complete_output(r);

	if (output)
		r->is_stopped = !thread_pool_publish(r->pool, r->task, output);
}

/* Begin a record after those of all findings so far. */
static struct record *
add_record(struct task_runner *r, enum record_kind kind)
{
	end_group(r, (urlgrep_span){ NULL, 0 });
	if (task_output_size(r->output) > OUTPUT_SIZE)
		publish(r);
	return task_output_add(r->output, kind);
}

/* Copy a string, with its NUL, into the text of the output; return its offset. */
static size_t
copy_string(struct task_runner *r, const char *string)
{
	size_t at = r->output->text.len;

	strbuf_append(&r->output->text, string, strlen(string) + 1);
	r->group_text = r->output->text.len;
	return at;
}

static void
add_error(struct task_runner *r, enum record_kind kind, const char *path,
    const char *reason)
{
	struct record *record = add_record(r, kind);

	record->as.error.path = copy_string(r, path);
	record->as.error.reason = copy_string(r, reason);
}

/* Record what was skipped, or a pattern that failed. */
static void
add_event_error(struct task_runner *r, enum search_event event)
{
	add_error(r, event == SEARCH_PATTERN_FAILED ? RECORD_PATTERN_ERROR :
	    RECORD_ERROR, r->search->path, r->search->reason);
}

static void
add_member_end(struct task_runner *r, const char *path)
{
	struct record *record = add_record(r, RECORD_MEMBER_END);

	record->as.member_end.path = copy_string(r, path);
	r->found = 0;
}

static void
add_finding(struct task_runner *r)
{
	const urlgrep_finding *finding = &r->search->finding;
	bool each_counts = limits_each_counts(r->settings);

	if (r->settings->mode == OUTPUT_FINDINGS)
		printer_print_finding(r->printer, finding, &r->search->location,
		    r->search->target);
	r->found++;
	r->group_count++;
	if (each_counts)
		end_group(r, printer_unique_text(r->printer, finding,
		    r->search->target));
	else if (r->group_count == GROUP_FINDINGS)
		end_group(r, (urlgrep_span){ NULL, 0 });
	if (r->group_count == 0 && task_output_size(r->output) > OUTPUT_SIZE)
		publish(r);
}

/* ---- items --- */

static bool
has_enough(const struct task_runner *r)
{
	return r->found >= limits_enough_findings(r->settings);
}

static void
search_members(struct task_runner *r)
{
	struct search *s = r->search;
	enum search_event event;

	while (!r->is_stopped && (event = search_next(s)) != SEARCH_END) {
		if (event == SEARCH_MEMBER_END) {
			add_member_end(r, s->path);
		} else if (event == SEARCH_FINDING) {
			add_finding(r);
			if (has_enough(r))
				search_skip_member(s);
		} else {
			add_event_error(r, event);
		}
	}
}

static void
run_file(struct task_runner *r, const char *path)
{
	int fd;

	while ((fd = directory_cache_open(&r->directories, path)) < 0 &&
	    patience_wait(&r->patience, errno))
		;
	patience_restore(&r->patience);
	r->found = 0;
	if (fd < 0) {
		add_error(r, RECORD_ERROR, path, strerror(errno));
		return;
	}
	search_begin(r->search,
	    urlgrep_mail_open_fd(r->search->mail, path, fd, NULL));
	search_members(r);
	search_sums_add(&r->sums, search_sums_of(r->search));
	close(fd);
}

/* The item belongs to a member that the main thread counts. */
static void
enter_member(struct task_runner *r, const struct task_item *item)
{
	if (item->member == r->member)
		return;
	r->member = item->member;
	r->found = 0;
	add_record(r, RECORD_MEMBER_BEGIN)->as.member_begin.number = item->member;
}

/* Record where the last URL, or message, before a range ended. That is known when the
 * first finding of the range is. */
static void
add_range_begin(struct task_runner *r, const urlgrep_mail_range *range)
{
	uint64_t after = urlgrep_mail_sums_of(r->search->mail).entered_after;
	struct record *record = add_record(r, RECORD_RANGE_BEGIN);

	record->as.range_begin =
	    (struct range_place){ range->begin, range->end, after };
}

static void
add_range_end(struct task_runner *r)
{
	uint64_t after = urlgrep_mail_sums_of(r->search->mail).left_after;

	add_record(r, RECORD_RANGE_END)->as.range_end.left_after = after;
}

/* Search the range of a member that was opened. is_checked: record where the search of the
 * range began and ended, which the next range must fit. */
static void
search_part(struct task_runner *r, const urlgrep_mail_range *range, bool is_checked)
{
	bool has_begun = !is_checked;
	struct search *s = r->search;

	while (!r->is_stopped && !has_enough(r)) {
		enum search_event event = search_next_in_current(s);

		if (!has_begun)
			add_range_begin(r, range);
		has_begun = true;
		if (event == SEARCH_END)
			break;
		if (event == SEARCH_FINDING)
			add_finding(r);
		else
			add_event_error(r, event);
	}
	if (is_checked)
		add_range_end(r);
}

/* For struct printer: data is a task runner. */
static void
defer_number(void *data, enum printer_number kind, uint64_t number, size_t at)
{
	struct task_runner *r = data;

	task_output_add_number(r->output, at, kind, number);
}

/* Record how many lines and messages the range has, for the numbers of the next one. */
static void
add_counts(struct task_runner *r)
{
	urlgrep_mail_sums sums = urlgrep_mail_sums_of(r->search->mail);
	struct record *record = add_record(r, RECORD_COUNTS);

	record->as.counts.lines = sums.lines;
	record->as.counts.messages = sums.messages;
}

/* Record how much was read since this was last recorded. */
static void
add_sums(struct task_runner *r)
{
	add_record(r, RECORD_SUMS)->as.sums = r->sums;
	r->sums = (struct search_sums){ .bytes = 0 };
}

static void
run_range(struct task_runner *r, const struct task_item *item, const char *path)
{
	add_sums(r); /* of the items before */
	enter_member(r, item);
	r->printer->defer_number = defer_number;
	search_begin(r->search, urlgrep_mail_open_fd(r->search->mail, path,
	    item->file->fd, &item->range));
	search_part(r, &item->range, range_is_checked(&item->range));
	add_counts(r);
	r->printer->defer_number = NULL;
	search_sums_add(&r->sums, search_sums_of(r->search));
	add_sums(r);
}

/* The main thread has counted messages and bytes when it read them; only what was
 * decoded is known here. */
static void
run_message(struct task_runner *r, const struct task_item *item, const char *path)
{
	enter_member(r, item);
	if (has_enough(r))
		return;
	search_begin(r->search, urlgrep_mail_open_buffer(r->search->mail, path,
	    r->task->text.at + item->text, item->text_len, &item->range));
	search_part(r, &item->range, false);
	r->sums.decoded += search_sums_of(r->search).decoded;
}

static void
run_item(struct task_runner *r, const struct task_item *item)
{
	const char *text = r->task->text.at, *path = text + item->path;

	switch (item->kind) {
	case ITEM_FILE:
		run_file(r, path);
		break;
	case ITEM_RANGE:
		run_range(r, item, path);
		break;
	case ITEM_MESSAGE:
		run_message(r, item, path);
		break;
	case ITEM_MEMBER_END:
		add_member_end(r, path);
		break;
	case ITEM_ERROR:
		add_error(r, RECORD_ERROR, path, text + item->reason);
		break;
	}
}

static void
run_task(struct task_runner *r)
{
	size_t i;

	r->member = 0;
	for (i = 0; i < r->task->count && !r->is_stopped; i++)
		run_item(r, &r->task->items[i]);
	add_sums(r);
	thread_pool_finish(r->pool, r->task, complete_output(r));
}

void
task_runner_main(struct thread_pool *pool, void *context)
{
	struct task_runner *r = runner_new(pool, context);

	while ((r->task = thread_pool_begin(pool)) != NULL)
		run_task(r);
	runner_free(r);
}
