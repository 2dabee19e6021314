/* merge.c - prints and counts what the tasks found */
#include "cmd/parallel/merge.h"

#include <stdio.h>

#include "cmd/messages.h"

static void
merge_findings(struct merge *m, const char *text, const struct record *r)
{
	urlgrep_span url = { text + r->as.findings.url, r->as.findings.url_len };

	if (m->continuity.is_broken ||
	    !limits_accept(m->limits, url, r->as.findings.count))
		return;
	fwrite(text + r->as.findings.text, 1, r->as.findings.text_len, stdout);
	limits_end_output(m->limits);
}

static void
merge_error(struct merge *m, const char *path, const char *reason)
{
	if (!m->continuity.is_broken && !limits_file_is_full(m->limits))
		message_file(path, reason);
	if (m->member)
		limits_note_skipped(m->limits);
}

static void
merge_record(struct merge *m, const char *text, const struct record *r)
{
	switch (r->kind) {
	case RECORD_FINDINGS:
		merge_findings(m, text, r);
		break;
	case RECORD_MEMBER_BEGIN:
		m->member = r->as.member_begin.number;
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
		range_continuity_begin(&m->continuity, r->as.range_begin.begin,
		    r->as.range_begin.line, r->as.range_begin.entered_after);
		break;
	case RECORD_RANGE_END:
		range_continuity_end(&m->continuity, r->as.range_end.left_after,
		    r->as.range_end.lines);
		break;
	case RECORD_SUMS:
		search_sums_add(&m->sums, r->as.sums);
		progress_add(m->progress, r->as.sums.bytes, r->as.sums.file_bytes);
		break;
	}
}

void
merge_output(struct merge *m, const struct task_output *output)
{
	size_t i;

	for (i = 0; i < output->count && !limits_run_is_over(m->limits); i++)
		merge_record(m, output->text.at, &output->records[i]);
}
