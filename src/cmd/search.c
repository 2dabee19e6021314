/* search.c - searches one input after another */
#include "cmd/search.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/files.h"
#include "cmd/messages.h"
#include "cmd/options.h"
#include "cmd/xmalloc.h"

/* ---- the data that searches share --- */

static urlgrep_grammar *
make_grammar(const char *name, unsigned flags)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new(name, flags, &xmalloc_memory, NULL);

	if (grammar == NULL)
		x_die();
	return grammar;
}

/* Add the schemes of --scheme to a grammar. Return false after a message. */
static bool
add_schemes(urlgrep_grammar *grammar, const struct string_list *schemes)
{
	size_t i;

	for (i = 0; i < schemes->count; i++) {
		urlgrep_status status = urlgrep_grammar_add_scheme(grammar, schemes->at[i]);

		if (status == URLGREP_NOMEM)
			x_die();
		if (status == URLGREP_REJECTED)
			return option_report(option_named("scheme"), schemes->at[i],
			    "not the name of a scheme");
	}
	return true;
}

/* Read the table of --wrappers. Return false after a message. */
static bool
read_wrappers(struct search_context *c, const char *path)
{
	char *text = file_text_read(path), why[160];

	if (text == NULL)
		return false;
	c->wrappers = wrapper_table_of(&c->tables, c->grammars.chosen, text, strlen(text), why,
	    sizeof(why));
	free(text);
	if (c->wrappers == NULL && *why == '\0')
		x_die();
	if (c->wrappers == NULL)
		message(path, why);
	return c->wrappers != NULL;
}

bool
search_context_begin(struct search_context *c, struct settings *s)
{
	struct filter *filter = filter_new(s);
	urlgrep_grammar *chosen;

	*c = (struct search_context){ .settings = s, .choice = { s->search.strict, s->need_targets,
		s->unwrap, s->strip_tracking } };
	filter_free(filter);
	if (filter == NULL)
		return false;
	chosen = make_grammar(s->search.grammar, s->search.grammar_flags);
	c->grammars.chosen = chosen;
	if (s->format->needs_rfc1738)
		c->grammars.rfc1738 = make_grammar("rfc1738", 0);
	return add_schemes(chosen, &s->schemes) &&
	    (s->wrappers_path == NULL || read_wrappers(c, s->wrappers_path));
}

void
search_context_end(struct search_context *c)
{
	wrapper_tables_free(c->tables);
	/* const is for the threads that share them */
	urlgrep_grammar_free((urlgrep_grammar *)(uintptr_t)c->grammars.chosen);
	urlgrep_grammar_free((urlgrep_grammar *)(uintptr_t)c->grammars.rfc1738);
}

struct details *
search_details_new(const struct search_context *c)
{
	struct details *details = details_new(&(struct details_source){
		.grammar_name = c->settings->search.grammar, .grammar = c->grammars.chosen,
		.rfc1738 = c->grammars.rfc1738,
		.unwrap_classes = c->settings->search.unwrap_classes,
		.wrappers = c->wrappers, .choice = &c->choice });

	if (details == NULL)
		x_die();
	return details;
}

/* ---- inputs --- */

struct search *
search_new(const struct search_context *context, bool is_filtered)
{
	struct search *s = x_calloc(1, sizeof(*s));
	urlgrep_mail_options options = context->settings->mail;

	options.known = context->known;
	options.wrappers = context->wrappers ? context->wrappers->rows : NULL;
	options.wrapper_count = context->wrappers ? context->wrappers->count : 0;
	s->member_path.memory = &xmalloc_memory;
	s->mail = urlgrep_mail_new(context->grammars.chosen, &options);
	if (s->mail == NULL)
		x_die();
	s->details = search_details_new(context);
	s->row = (struct row){ .mail = s->mail, .details = s->details };
	if (is_filtered)
		s->filter = filter_new(context->settings);
	s->by_message = is_filtered && context->settings->format->print_message;
	return s;
}

void
search_free(struct search *s)
{
	if (s == NULL)
		return;
	urlgrep_mail_free(s->mail);
	details_free(s->details);
	filter_free(s->filter);
	strbuf_free(&s->member_path);
	free(s);
}

void
search_open(struct search *s, int fd, const char *path, const urlgrep_mail_range *range)
{
	urlgrep_status opened = urlgrep_mail_open_fd(s->mail, path, fd, range);

	if (opened == URLGREP_NOMEM)
		x_die();
	s->state = opened == URLGREP_OK ? SEARCH_IN_INPUT : SEARCH_OPEN_FAILED;
	s->is_in_message = false;
}

void
search_only_current(struct search *s)
{
	if (s->state != SEARCH_OPEN_FAILED)
		s->state = SEARCH_IN_PART;
	s->is_in_message = false;
}

/* Return SEARCH_SKIPPED with the path and reason of the reader's last error. */
static enum search_event
report_error(struct search *s, urlgrep_status status)
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
	return report_error(s, URLGREP_SKIPPED);
}

/* ---- events --- */

/* Return the event for the finding, or SEARCH_END if it is not wanted. */
static enum search_event
filter_finding(struct search *s)
{
	enum filter_answer answer;

	if (s->filter == NULL)
		return SEARCH_FINDING;
	details_begin(s->details);
	answer = filter_judge(s->filter, &s->row);
	search_check_memory(s->details);
	switch (answer) {
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
	return status == URLGREP_END ? SEARCH_END : report_error(s, status);
}

/* Return the event at the end of the input, member or message that was begun last. */
static enum search_event
end_current(struct search *s)
{
	if (!s->is_in_message)
		return SEARCH_END;
	s->is_in_message = false;
	return SEARCH_MESSAGE_END;
}

/* Return the next event of the input, member or message that was begun last. */
static enum search_event
next_in_current(struct search *s)
{
	enum search_event event;
	urlgrep_status status;

	if (s->by_message && !s->is_in_message)
		return enter_message(s);
	while ((status = urlgrep_mail_next(s->mail, &s->row.finding, &s->row.location)) ==
	    URLGREP_OK)
		if ((event = filter_finding(s)) != SEARCH_END)
			return event;
	return status == URLGREP_END ? end_current(s) : report_error(s, status);
}

/* Go to the next member. Its path is copied: it lasts only until the next call of an
 * iterator. */
static urlgrep_status
enter_member(struct search *s)
{
	const urlgrep_member *member;
	urlgrep_status status = urlgrep_mail_next_member(s->mail, &member);

	if (status == URLGREP_OK) {
		strbuf_clear(&s->member_path);
		strbuf_append(&s->member_path, member->path, strlen(member->path) + 1);
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
	if (s->state == SEARCH_ENDED)
		return SEARCH_END;
	if (s->state == SEARCH_SKIPPING_MEMBER)
		return leave_member(s);
	if (s->state == SEARCH_IN_INPUT && (status = enter_member(s)) != URLGREP_OK)
		return status == URLGREP_END ? SEARCH_END :
		    report_error(s, status);
	event = next_in_current(s);
	return event == SEARCH_END && s->state == SEARCH_IN_MEMBER ?
	    leave_member(s) : event;
}

void
search_skip_member(struct search *s)
{
	s->state = s->state == SEARCH_IN_PART ? SEARCH_ENDED : SEARCH_SKIPPING_MEMBER;
}

bool
search_is_divisible(struct search *s, int fd, const char *path, urlgrep_mail_type *type)
{
	const urlgrep_member *member;

	if (urlgrep_mail_open_fd(s->mail, path, fd, NULL) != URLGREP_OK ||
	    !urlgrep_mail_divisible(s->mail) ||
	    urlgrep_mail_next_member(s->mail, &member) != URLGREP_OK)
		return false;
	*type = member->type;
	return true;
}

void
search_sums_add(urlgrep_mail_sums *sums, const urlgrep_mail_sums *more)
{
	sums->bytes += more->bytes;
	sums->file_bytes += more->file_bytes;
	sums->messages += more->messages;
	sums->lines += more->lines;
	sums->decoded += more->decoded;
}
