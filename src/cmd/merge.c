/* merge.c - prints and counts what the workers recorded, in the order of the input */
#include "cmd/scheduler.h"

#include "cmd/shared.h"

/* ---- limits --- */

bool
merge_counts_each(const struct settings *s)
{
	return s->unique || s->max_count >= 0;
}

/* With -u the number is unknown, since any finding may have been printed before. */
uint64_t
merge_enough_findings(const struct settings *s)
{
	if (s->unique)
		return UINT64_MAX;
	if (settings_first_is_enough(s))
		return 1;
	return s->max_count < 0 ? UINT64_MAX : (uint64_t)s->max_count;
}

bool
merge_file_is_full(const struct merge *m)
{
	return m->is_full || output_has_failed();
}

/* Count findings of the current file; url is used only if findings count one by one. Return true
 * if they are to be printed. */
static bool
accept(struct merge *m, urlgrep_span url, uint64_t count)
{
	const struct settings *s = m->settings;

	if (m->is_full)
		return false;
	if (s->unique && urlgrep_url_set_add(m->printed, url) != URLGREP_OK)
		return false;
	m->found_any = true;
	m->count += count;
	m->is_full = settings_first_is_enough(s) || m->count == (uint64_t)s->max_count;
	progress_set_urls(m->urls + m->count);
	return s->mode == OUTPUT_FINDINGS;
}

/* ---- whether ranges fit --- */

static uint64_t
later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* A URL that ends before the range begins does not affect it. If a URL extends beyond the range,
 * it does not matter where it ends. */
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

/* ---- records --- */

/* Print the text of findings and insert the deferred numbers, from index *next on. */
static void
print_text(struct merge *m, const struct task *t, const struct record *r, size_t *next)
{
	struct strbuf *out = output_buffer();
	size_t at = r->text, end = at + r->text_len;

	if (m->settings->to_terminal)
		progress_clear_line();
	for (; *next < t->numbers.count && t->numbers.list[*next].at < end; ++*next) {
		const struct deferred_number *n = &t->numbers.list[*next];

		if (n->at < at)
			continue; /* belongs to a finding that was dropped */
		strbuf_append(out, t->output.at + at, n->at - at);
		digits_append(out, n->number +
		    (n->is_line ? m->lines_before : m->messages_before));
		at = n->at;
	}
	strbuf_append(out, t->output.at + at, end - at);
	output_end_line(m->settings->line_buffered);
}

static void
merge_error(struct merge *m, const struct task *t, const struct record *r)
{
	const char *place = t->output.at + r->name, *reason = t->output.at + r->text;

	if (r->kind == RECORD_PART_ERROR || r->kind == RECORD_READ_ERROR)
		m->is_incomplete = true;
	if (merge_file_is_full(m) || (r->kind == RECORD_READ_ERROR && m->has_read_error))
		return;
	m->has_read_error |= r->kind == RECORD_READ_ERROR;
	if (r->kind == RECORD_NOTICE)
		message_notice("%s: %s", place, reason);
	else if (r->kind == RECORD_PATTERN_ERROR)
		message_once(place, reason);
	else
		message_file(place, reason);
}

/* Print the name or count of the file that has ended, if requested, and reset its state. */
static void
end_file(struct merge *m, const char *path)
{
	const struct printer_format *format = m->settings->format;
	enum output_mode mode = m->settings->mode;

	if (mode == OUTPUT_COUNT)
		format->print_count(m->printer, path, m->count);
	else if (m->count > 0 ? mode == OUTPUT_FILES_WITH :
	    mode == OUTPUT_FILES_WITHOUT && !m->is_incomplete)
		format->print_name(m->printer, path);
	output_end_line(m->settings->line_buffered);
	m->files++;
	m->urls += m->count;
	m->count = 0;
	m->is_full = m->is_incomplete = m->has_read_error = false;
	m->lines_before = m->messages_before = 0;
	m->continuity = (struct continuity){ .is_broken = false };
}

/* Add the sums of an item to those of the run. */
static void
end_item(struct merge *m, const struct task_item *item)
{
	const urlgrep_mail_sums *more = &item->sums;

	m->sums.bytes += more->bytes;
	m->sums.file_bytes += more->file_bytes;
	m->sums.messages += more->messages;
	m->sums.lines += more->lines;
	m->sums.decoded += more->decoded;
	if (item->kind != ITEM_RANGE)
		return;
	m->lines_before += more->lines;
	m->messages_before += more->messages;
	continuity_end(&m->continuity, more->left_after);
}

static void
merge_record(struct merge *m, const struct task *t, const struct record *r, size_t *next)
{
	const struct task_item *item = &t->items[r->item];

	if (m->continuity.is_broken)
		return;
	switch (r->kind) {
	case RECORD_FINDINGS:
		if (accept(m, (urlgrep_span){ t->output.at + r->name, r->name_len }, r->count))
			print_text(m, t, r, next);
		break;
	case RECORD_ERROR:
	case RECORD_PART_ERROR:
	case RECORD_READ_ERROR:
	case RECORD_PATTERN_ERROR:
	case RECORD_NOTICE:
		merge_error(m, t, r);
		break;
	case RECORD_FILE_END:
		end_file(m, t->output.at + r->name);
		break;
	case RECORD_RANGE_BEGIN:
		continuity_begin(&m->continuity, item->range.begin, item->range.end,
		    item->sums.entered_after, m->lines_before + 1);
		break;
	case RECORD_ITEM_END:
		end_item(m, item);
		break;
	}
	/* tell the threads which limits are reached, so that they stop */
	if (item->divided && merge_file_is_full(m))
		atomic_store(&m->full_divided, item->divided);
	if ((m->settings->mode == OUTPUT_NOTHING && m->found_any) || output_has_failed())
		atomic_store(&m->is_over, true);
}

void
merge_task(struct merge *m, struct task *t)
{
	size_t i, next = 0;

	for (i = 0; i < t->record_count && !atomic_load(&m->is_over); i++)
		merge_record(m, t, &t->records[i], &next);
	t->record_count = t->numbers.count = 0;
	strbuf_clear(&t->output);
}
