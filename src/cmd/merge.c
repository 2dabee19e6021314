/* merge.c - prints findings in the order of the input: applies the limits, and merges the records
 * of the threads */
#include "cmd/scheduler.h"

#include <stdlib.h>

#include "cmd/messages.h"
#include "cmd/output.h"
#include "cmd/xmalloc.h"

/* ---- limits --- */

struct limits {
	const struct settings *settings;
	struct printer *printer;
	struct progress *progress;
	urlgrep_url_set *printed; /* for -u */
	uint64_t files, urls;     /* that have ended, and the URLs in them */
	uint64_t count;           /* in the current file */
	bool is_incomplete; /* something of the file was skipped */
	bool is_full;             /* the current file */
	bool found_any;
};

struct limits *
limits_new(const struct settings *settings, struct printer *printer,
    struct progress *progress)
{
	struct limits *l = x_calloc(1, sizeof(*l));

	l->settings = settings;
	l->printer = printer;
	l->progress = progress;
	l->printed = urlgrep_url_set_new(&xmalloc_memory);
	return l;
}

void
limits_free(struct limits *l)
{
	if (l)
		urlgrep_url_set_free(l->printed);
	free(l);
}

bool
limits_accept(struct limits *l, urlgrep_span url, uint64_t count)
{
	const struct settings *s = l->settings;

	if (l->is_full)
		return false;
	if (s->unique && urlgrep_url_set_add(l->printed, url) != URLGREP_OK)
		return false;
	l->found_any = true;
	l->count += count;
	l->is_full = settings_first_is_enough(s) ||
	    l->count == (uint64_t)s->max_count;
	progress_set_urls(l->progress, l->urls + l->count);
	if (s->mode != OUTPUT_FINDINGS)
		return false;
	progress_clear_line(l->progress);
	return true;
}

void
limits_end_output(struct limits *l)
{
	if (l->settings->line_buffered)
		output_flush();
	else
		output_end_line();
}

void
limits_note_skipped(struct limits *l)
{
	l->is_incomplete = true;
}

void
limits_end_file(struct limits *l, const char *path)
{
	const struct printer_format *format = l->settings->format;
	enum output_mode mode = l->settings->mode;

	if (mode == OUTPUT_COUNT)
		format->print_count(l->printer, path, l->count);
	else if (l->count > 0 ? mode == OUTPUT_FILES_WITH :
	    mode == OUTPUT_FILES_WITHOUT && !l->is_incomplete)
		format->print_name(l->printer, path);
	limits_end_output(l);
	l->files++;
	l->urls += l->count;
	l->count = 0;
	l->is_full = false;
	l->is_incomplete = false;
}

bool
limits_file_is_full(const struct limits *l)
{
	return l->is_full || output_has_failed();
}

bool
limits_run_is_over(const struct limits *l)
{
	return (l->settings->mode == OUTPUT_NOTHING && l->found_any) ||
	    output_has_failed();
}

bool
limits_found_any(const struct limits *l)
{
	return l->found_any;
}

void
limits_summarize(const struct limits *l, struct run_summary *summary)
{
	summary->files = l->files;
	summary->urls = l->urls;
}

bool
limits_each_counts(const struct settings *s)
{
	return s->unique || s->max_count >= 0;
}

/* With -u that is unknown: each finding may have been printed before. */
uint64_t
limits_enough_findings(const struct settings *s)
{
	if (s->unique)
		return UINT64_MAX;
	if (settings_first_is_enough(s))
		return 1;
	return s->max_count < 0 ? UINT64_MAX : (uint64_t)s->max_count;
}

/* ---- merging --- */

static uint64_t
later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* A URL that ends before the range does not matter in it; neither does the end of a URL that
 * extends beyond the range. */
void
continuity_begin(struct continuity *c, uint64_t begin, uint64_t end, uint64_t entered_after,
    uint64_t line)
{
	uint64_t left = later(c->left_after, begin);
	uint64_t entered = later(entered_after, begin);

	if (c->is_broken)
		return;
	if (begin == 0 || left == entered || (left >= end && entered >= end)) {
		c->good_begin = begin;
		c->good_line = line;
	} else {
		c->is_broken = true;
		c->broken_at = begin;
	}
}

void
continuity_end(struct continuity *c, uint64_t left_after)
{
	if (!c->is_broken)
		c->left_after = later(c->left_after, left_after);
}

/* Append the text of findings to the output, with the deferred numbers inserted: the first of
 * them is *next. */
static void
merge_text(struct merge *m, const struct task *t, const struct record *r, size_t *next)
{
	struct strbuf *out = output_buffer();
	size_t at = r->text, end = at + r->text_len;

	for (; *next < t->number_count && t->numbers[*next].at < end; ++*next) {
		const struct deferred_number *n = &t->numbers[*next];

		if (n->at < at)
			continue; /* of a finding that was not wanted */
		strbuf_append(out, t->output.at + at, n->at - at);
		digits_append(out, n->number +
		    (n->kind == NUMBER_LINE ? m->lines_before : m->messages_before));
		at = n->at;
	}
	strbuf_append(out, t->output.at + at, end - at);
}

static void
merge_findings(struct merge *m, const struct task *t, const struct record *r, size_t *next)
{
	urlgrep_span url = { t->output.at + r->name, r->name_len };

	if (!limits_accept(m->limits, url, r->count))
		return;
	merge_text(m, t, r, next);
	limits_end_output(m->limits);
}

static void
merge_error(struct merge *m, const struct task *t, const struct record *r)
{
	const char *place = t->output.at + r->name, *reason = t->output.at + r->text;

	if (r->kind == RECORD_ERROR && r->is_in_member)
		limits_note_skipped(m->limits);
	if (limits_file_is_full(m->limits))
		return;
	if (r->kind == RECORD_ERROR)
		message_file(place, reason);
	else
		message_once(place, reason);
}

void
merge_limits(struct merge *m, uint64_t member)
{
	if (member && limits_file_is_full(m->limits))
		atomic_store(&m->full_member, member);
	if (limits_run_is_over(m->limits))
		atomic_store(&m->is_over, true);
}

static void
end_item(struct merge *m, const struct task_item *item)
{
	const urlgrep_mail_sums *sums = &item->sums;

	search_sums_add(&m->sums, sums);
	progress_add(m->progress, sums->bytes, sums->file_bytes);
	if (item->kind == ITEM_RANGE) {
		m->lines_before += sums->lines;
		m->messages_before += sums->messages;
		continuity_end(&m->continuity, sums->left_after);
	}
	merge_limits(m, item->member);
}

static void
end_merged_member(struct merge *m, const char *path)
{
	limits_end_file(m->limits, path);
	m->lines_before = m->messages_before = 0;
	m->continuity = (struct continuity){ .is_broken = false };
}

static void
merge_record(struct merge *m, const struct task *t, const struct record *r, size_t *next)
{
	const struct task_item *item = &t->items[r->item];

	if (m->continuity.is_broken)
		return;
	switch (r->kind) {
	case RECORD_FINDINGS:
		merge_findings(m, t, r, next);
		break;
	case RECORD_ERROR:
	case RECORD_PATTERN_ERROR:
		merge_error(m, t, r);
		break;
	case RECORD_MEMBER_END:
		end_merged_member(m, t->output.at + r->name);
		break;
	case RECORD_RANGE_BEGIN:
		continuity_begin(&m->continuity, item->range.begin, item->range.end,
		    item->sums.entered_after, m->lines_before + 1);
		break;
	case RECORD_ITEM_END:
		end_item(m, item);
		break;
	}
}

void
merge_task(struct merge *m, struct task *t)
{
	size_t i, next = 0;

	for (i = 0; i < t->record_count && !limits_run_is_over(m->limits); i++)
		merge_record(m, t, &t->records[i], &next);
	merge_limits(m, 0);
	task_clear_output(t);
}
