/* search.c - searches one input after another */
#include "cmd/search.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"

struct search *
search_new(const struct search_context *context, unsigned flags)
{
	struct search *s = x_calloc(1, sizeof(*s));
	urlgrep_mail_options options = context->settings->mail;

	options.known = context->known;
	options.wrappers = (const char *const *)context->settings->wrapper_rows.at;
	options.wrapper_count = context->settings->wrapper_rows.count;
	s->member_path.memory = &xmalloc_memory;
	s->mail = urlgrep_mail_new(context->grammars.chosen, &options);
	if (s->mail == NULL)
		x_die();
	s->targets = target_finder_new(context->settings, context->grammars.chosen);
	if (!(flags & SEARCH_UNFILTERED))
		s->filter = filter_new(context->settings);
	s->by_message = s->filter && context->settings->format->print_message;
	return s;
}

void
search_free(struct search *s)
{
	if (s == NULL)
		return;
	urlgrep_mail_free(s->mail);
	target_finder_free(s->targets);
	filter_free(s->filter);
	strbuf_free(&s->member_path);
	free(s);
}

void
search_begin(struct search *s, urlgrep_status opened)
{
	if (opened == URLGREP_NOMEM)
		x_die();
	s->state = opened == URLGREP_OK ? SEARCH_IN_INPUT : SEARCH_OPEN_FAILED;
	s->is_in_message = false;
}

enum search_event
search_report_error(struct search *s, urlgrep_status status)
{
	const urlgrep_mail_error_info *error;

	if (status == URLGREP_NOMEM)
		x_die();
	error = urlgrep_mail_error(s->mail);
	s->path = error->path;
	s->reason = error->reason;
	return SEARCH_SKIPPED;
}

static enum search_event
report_failed_open(struct search *s)
{
	s->state = SEARCH_ENDED;
	return search_report_error(s, URLGREP_SKIPPED);
}

/* Return the event for the finding, or SEARCH_END if it is not wanted. */
static enum search_event
filter_finding(struct search *s)
{
	if (s->filter == NULL)
		return SEARCH_FINDING;
	s->target = target_find(s->targets, &s->finding.url);
	switch (filter_judge(s->filter, s->mail, &s->finding, &s->location, s->target)) {
	case FILTER_WANTED:
		return SEARCH_FINDING;
	case FILTER_FAILED:
		s->path = filter_failure(s->filter, &s->reason);
		return SEARCH_PATTERN_FAILED;
	case FILTER_UNWANTED:
		break;
	}
	return SEARCH_END;
}

/* Begin the next message of the member. */
static enum search_event
enter_message(struct search *s)
{
	urlgrep_status status = urlgrep_mail_next_message(s->mail, &s->message);

	s->is_in_message = status == URLGREP_OK;
	if (status == URLGREP_OK)
		return SEARCH_MESSAGE;
	return status == URLGREP_END ? SEARCH_END : search_report_error(s, status);
}

/* Return the event at the end of what was begun last. */
static enum search_event
end_current(struct search *s)
{
	if (!s->is_in_message)
		return SEARCH_END;
	s->is_in_message = false;
	return SEARCH_MESSAGE_END;
}

enum search_event
search_next_in_current(struct search *s)
{
	enum search_event event;
	urlgrep_status status;

	if (s->state == SEARCH_OPEN_FAILED)
		return report_failed_open(s);
	if (s->state == SEARCH_ENDED)
		return SEARCH_END;
	if (s->by_message && !s->is_in_message)
		return enter_message(s);
	while ((status = urlgrep_mail_next(s->mail, &s->finding, &s->location)) ==
	    URLGREP_OK)
		if ((event = filter_finding(s)) != SEARCH_END)
			return event;
	return status == URLGREP_END ? end_current(s) : search_report_error(s, status);
}

/* Go to the next member. Its path is copied: it lasts only until the next call of an
 * iterator. */
static urlgrep_status
enter_member(struct search *s)
{
	urlgrep_member member;
	urlgrep_status status = urlgrep_mail_next_member(s->mail, &member);

	if (status == URLGREP_OK) {
		strbuf_clear(&s->member_path);
		strbuf_append(&s->member_path, member.path, strlen(member.path) + 1);
		s->state = SEARCH_IN_MEMBER;
	}
	return status;
}

static enum search_event
leave_member(struct search *s)
{
	s->state = SEARCH_IN_INPUT;
	s->path = s->member_path.at;
	return SEARCH_MEMBER_END;
}

enum search_event
search_next(struct search *s)
{
	enum search_event event;
	urlgrep_status status;

	if (s->state == SEARCH_OPEN_FAILED)
		return report_failed_open(s);
	if (s->state == SEARCH_SKIPPING_MEMBER)
		return leave_member(s);
	if (s->state == SEARCH_IN_INPUT && (status = enter_member(s)) != URLGREP_OK)
		return status == URLGREP_END ? SEARCH_END :
		    search_report_error(s, status);
	event = search_next_in_current(s);
	return event == SEARCH_END && s->state == SEARCH_IN_MEMBER ?
	    leave_member(s) : event;
}

void
search_skip_member(struct search *s)
{
	s->state = SEARCH_SKIPPING_MEMBER;
}

struct search_sums
search_sums_of(const struct search *s)
{
	urlgrep_mail_sums sums = urlgrep_mail_sums_of(s->mail);

	return (struct search_sums){ sums.bytes, sums.file_bytes, sums.messages,
		sums.lines, sums.decoded };
}

void
search_sums_add(struct search_sums *sums, struct search_sums more)
{
	sums->bytes += more.bytes;
	sums->file_bytes += more.file_bytes;
	sums->messages += more.messages;
	sums->lines += more.lines;
	sums->decoded += more.decoded;
}
