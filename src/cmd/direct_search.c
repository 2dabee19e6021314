/* direct_search.c - searches inputs on the main thread and prints at once what it finds */
#include "cmd/direct_search.h"

#include <sys/stat.h>

#include "cmd/messages.h"
#include "util/sparse_file.h"

urlgrep_status
direct_search_open(struct direct_search *d, int fd, const char *path,
    const urlgrep_mail_range *range)
{
	urlgrep_mail *mail = d->search->mail;
	urlgrep_status status;
	struct stat st;

	/* a source that shows progress does not know holes, which take no time */
	if (d->progress && !(fstat(fd, &st) == 0 && sparse_file_is(&st))) {
		d->source = progress_source(&d->file, d->progress, mail, fd);
		status = urlgrep_mail_open_source(mail, path, &d->source, range);
	} else {
		status = urlgrep_mail_open_fd(mail, path, fd, range);
	}
	search_begin(d->search, status);
	return status;
}

static void
print_finding(struct direct_search *d)
{
	const urlgrep_finding *finding = &d->search->finding;

	if (limits_accept(d->limits,
	    printer_unique_text(d->printer, finding, d->search->target), 1)) {
		printer_print_finding(d->printer, finding, &d->search->location,
		    d->search->target);
		limits_end_output(d->limits);
	}
}

/* Report what was skipped, or a pattern that failed. */
static void
report_event(struct direct_search *d, enum search_event event)
{
	const struct search *s = d->search;

	if (event == SEARCH_PATTERN_FAILED)
		message_once(s->path, s->reason);
	else
		message_file(s->path, s->reason);
	if (event == SEARCH_SKIPPED && s->state == SEARCH_IN_MEMBER)
		limits_note_skipped(d->limits);
}

/* Print the message that has ended. */
static void
end_message(struct direct_search *d)
{
	const char *reason = printer_print_message(d->printer);

	if (reason)
		message_file(d->search->message.path, reason);
	limits_end_output(d->limits);
}

void
direct_search_members(struct direct_search *d)
{
	struct search *s = d->search;
	enum search_event event;

	while (!limits_run_is_over(d->limits) &&
	    (event = search_next(s)) != SEARCH_END) {
		if (event == SEARCH_FINDING)
			print_finding(d);
		else if (event == SEARCH_MEMBER_END)
			limits_end_file(d->limits, s->path);
		else if (event == SEARCH_MESSAGE)
			printer_begin_message(d->printer, &s->message);
		else if (event == SEARCH_MESSAGE_END)
			end_message(d);
		else
			report_event(d, event);
		if (event == SEARCH_FINDING && limits_file_is_full(d->limits))
			search_skip_member(s);
	}
}

void
direct_search_current(struct direct_search *d, uint64_t from)
{
	struct search *s = d->search;
	enum search_event event;

	while (!limits_file_is_full(d->limits) &&
	    (event = search_next_in_current(s)) != SEARCH_END) {
		if (event != SEARCH_FINDING)
			report_event(d, event);
		else if (s->location.offset >= from)
			print_finding(d);
	}
}
