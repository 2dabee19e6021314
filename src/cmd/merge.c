/* merge.c - prints and counts what the tasks found */
#include "cmd/merge.h"

#include "cmd/digits.h"
#include "cmd/messages.h"
#include "cmd/output.h"

/* Append the text of the findings to the output, with the deferred numbers inserted. */
static void
append_text(struct merge *m, const struct task_output *o, const struct record *r)
{
	struct strbuf *out = output_buffer();
	size_t at = r->as.findings.text, end = at + r->as.findings.text_len;

	while (m->next_number < o->number_count && o->numbers[m->next_number].at < end) {
		const struct deferred_number *n = &o->numbers[m->next_number++];

		if (n->at < at)
			continue; /* of a finding that was not wanted */
		strbuf_append(out, o->text.at + at, n->at - at);
		digits_append(out, n->number +
		    (n->kind == NUMBER_LINE ? m->lines_before : m->messages_before));
		at = n->at;
	}
	strbuf_append(out, o->text.at + at, end - at);
}

static void
merge_findings(struct merge *m, const struct task_output *o, const struct record *r)
{
	urlgrep_span url = { o->text.at + r->as.findings.url, r->as.findings.url_len };

	if (m->continuity.is_broken ||
	    !limits_accept(m->limits, url, r->as.findings.count))
		return;
	append_text(m, o, r);
	limits_end_output(m->limits);
}

static void
merge_error(struct merge *m, const char *path, const char *reason)
{
	if (m->continuity.is_broken)
		return;
	if (!limits_file_is_full(m->limits))
		message_file(path, reason);
	if (m->member)
		limits_note_skipped(m->limits);
}

static void
begin_member(struct merge *m, uint64_t number)
{
	m->member = number;
	if (m->counted_member == number)
		return;
	m->counted_member = number;
	m->lines_before = m->messages_before = 0;
}

static void
merge_counts(struct merge *m, const struct record *r)
{
	if (m->continuity.is_broken)
		return;
	m->lines_before += r->as.counts.lines;
	m->messages_before += r->as.counts.messages;
}

static void
merge_sums(struct merge *m, const struct search_sums *sums)
{
	if (m->continuity.is_broken)
		return;
	search_sums_add(&m->sums, *sums);
	progress_add(m->progress, sums->bytes, sums->file_bytes);
}

static void
merge_record(struct merge *m, const struct task_output *o, const struct record *r)
{
	const char *text = o->text.at;

	switch (r->kind) {
	case RECORD_FINDINGS:
		merge_findings(m, o, r);
		break;
	case RECORD_MEMBER_BEGIN:
		begin_member(m, r->as.member_begin.number);
		break;
	case RECORD_MEMBER_END:
		m->member = 0;
		limits_end_file(m->limits, text + r->as.member_end.path);
		break;
	case RECORD_ERROR:
		merge_error(m, text + r->as.error.path, text + r->as.error.reason);
		break;
	case RECORD_PATTERN_ERROR:
		if (!m->continuity.is_broken && !limits_file_is_full(m->limits))
			message_once(text + r->as.error.path,
			    text + r->as.error.reason);
		break;
	case RECORD_RANGE_BEGIN:
		range_continuity_begin(&m->continuity, &r->as.range_begin,
		    m->lines_before + 1);
		break;
	case RECORD_RANGE_END:
		range_continuity_end(&m->continuity, r->as.range_end.left_after);
		break;
	case RECORD_COUNTS:
		merge_counts(m, r);
		break;
	case RECORD_SUMS:
		merge_sums(m, &r->as.sums);
		break;
	}
}

void
merge_output(struct merge *m, const struct task_output *output)
{
	size_t i;

	m->next_number = 0;
	for (i = 0; i < output->count && !limits_run_is_over(m->limits); i++)
		merge_record(m, output, &output->records[i]);
}
