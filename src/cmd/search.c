/* search.c - searches one input after another for the findings that are wanted: selected by
 * verdict, warnings, scheme, host and patterns (-e, -f), and by the message that contains them */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "cmd/search.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd/shared.h"
#include "util/ascii.h"
#include "util/uri.h"

/* ---- filters --- */

/* Bounds on interpreting a pattern after its JIT-compiled code gave up. */
enum { MATCH_LIMIT = 20 * 1000 * 1000, HEAP_LIMIT_KIB = 64 * 1024 };

/* Patterns, at least one of which a text must match, unless the list is empty. */
struct pattern_list {
	const struct string_list *texts, *places; /* places are used in messages */
	pcre2_code **codes;
};

/* The lists of a filter: for header fields of the message, and for the URL. */
enum { URL_LIST = 3, LIST_COUNT };
static const urlgrep_mail_field fields[URL_LIST] = { URLGREP_MAIL_FROM, URLGREP_MAIL_TO,
	URLGREP_MAIL_SUBJECT };

struct filter {
	const struct settings *settings;
	bool has_messages; /* only findings in some messages are wanted */
	struct pattern_list lists[LIST_COUNT];
	pcre2_match_data *match_data;
	pcre2_match_context *bounds; /* for matching without JIT */
	const char *failed;          /* the place of the pattern that failed */
	char failure[256];           /* the reason for the failure */
};

/* Record that PCRE2 rejected the pattern at that place, or gave up matching it. */
static void
note_failure(struct filter *f, const char *place, int error)
{
	f->failed = place;
	pcre2_get_error_message(error, (PCRE2_UCHAR *)f->failure, sizeof(f->failure));
}

/* Compile a pattern with these options. It matches characters, as in GNU grep, and bytes that are
 * not UTF-8 match none of them; a pattern that is not UTF-8 itself matches bytes. If PCRE2 rejects
 * the pattern, return NULL and set *error. */
static pcre2_code *
compile(const char *text, uint32_t options, int *error)
{
	const uint32_t characters = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF |
	    (options & PCRE2_LITERAL ? 0 : PCRE2_UCP);
	PCRE2_SIZE offset;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
	    options | characters, error, &offset, NULL);

	if (code == NULL && *error <= PCRE2_ERROR_UTF8_ERR1 && *error >= PCRE2_ERROR_UTF8_ERR21)
		code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, options, error, &offset,
		    NULL);
	if (code == NULL && *error == PCRE2_ERROR_HEAP_FAILED)
		x_die();
	if (code)
		pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	return code;
}

/* Match as pcre2_match does, without JIT if necessary: JIT-compiled code has a stack of 32 KiB,
 * which "^(?:a|b|.)*$" exhausts on a URL of 1,500 bytes; the interpreter has no such limit. */
static int
match_code(const struct filter *f, const pcre2_code *code, urlgrep_span text)
{
	int rc = pcre2_match(code, (PCRE2_SPTR)text.text, text.len, 0, 0,
	    f->match_data, NULL);

	if (rc >= 0 || rc == PCRE2_ERROR_NOMATCH)
		return rc;
	return pcre2_match(code, (PCRE2_SPTR)text.text, text.len, 0, PCRE2_NO_JIT,
	    f->match_data, f->bounds);
}

/* Return whether a text matches one of the patterns. */
static enum filter_answer
match_patterns(struct filter *f, const struct pattern_list *list, urlgrep_span text)
{
	size_t count = list->texts->count, i;
	enum filter_answer answer = count == 0 ? FILTER_WANTED : FILTER_UNWANTED;

	for (i = 0; i < count; i++) {
		int rc = match_code(f, list->codes[i], text);

		if (rc >= 0)
			return FILTER_WANTED;
		if (rc != PCRE2_ERROR_NOMATCH && answer != FILTER_FAILED) {
			note_failure(f, list->places->at[i], rc);
			answer = FILTER_FAILED;
		}
	}
	return answer;
}

const char *
filter_failure(const struct filter *f, const char **reason)
{
	*reason = f->failure;
	return f->failed;
}

/* Return true if the date of the message is between --since and --until. Both are prefixes of ISO
 * 8601 dates, so that a year or a month includes all of its days. */
static bool
meets_dates(const struct settings *s, urlgrep_mail *mail)
{
	const char *date;

	if (s->since == NULL && s->until == NULL)
		return true;
	date = urlgrep_mail_header(mail, URLGREP_MAIL_DATE_ISO);
	return date &&
	    (s->since == NULL || strncmp(date, s->since, strlen(s->since)) >= 0) &&
	    (s->until == NULL || strncmp(date, s->until, strlen(s->until)) <= 0);
}

/* Return true if the reader's last finding is in a message that is wanted. */
static bool
wants_message(struct filter *f, urlgrep_mail *mail, const urlgrep_location *location)
{
	const char *value;
	size_t i;

	if (location->message == 0 || !meets_dates(f->settings, mail))
		return false;
	for (i = 0; i < URL_LIST; i++) {
		if (f->lists[i].texts->count == 0)
			continue;
		value = urlgrep_mail_header(mail, fields[i]);
		if (value == NULL || match_patterns(f, &f->lists[i],
			(urlgrep_span){ value, strlen(value) }) != FILTER_WANTED)
			return false;
	}
	return true;
}

/* Compile the patterns of a list. If one is wrong, print a message and return false. */
static bool
compile_patterns(struct filter *f, struct pattern_list *list, uint32_t options)
{
	size_t i;
	int error;

	list->codes = x_calloc(list->texts->count + 1, sizeof(*list->codes));
	for (i = 0; i < list->texts->count; i++) {
		list->codes[i] = compile(list->texts->at[i], options, &error);
		if (list->codes[i] == NULL) {
			note_failure(f, list->places->at[i], error);
			message(f->failed, f->failure);
			return false;
		}
	}
	return true;
}

/* Free a filter, which may be NULL. */
static void
filter_free(struct filter *f)
{
	size_t i, k;

	if (f == NULL)
		return;
	for (i = 0; i < LIST_COUNT; i++) {
		for (k = 0; f->lists[i].codes && k < f->lists[i].texts->count; k++)
			pcre2_code_free(f->lists[i].codes[k]);
		free(f->lists[i].codes);
	}
	pcre2_match_data_free(f->match_data);
	pcre2_match_context_free(f->bounds);
	free(f);
}

/* Return a filter; if a pattern is wrong, print a message and return NULL. Texts that select
 * messages (--from...) are matched ignoring case, by the rules of Unicode if they are UTF-8. */
static struct filter *
filter_new(const struct settings *s)
{
	struct filter *f = x_calloc(1, sizeof(*f));
	bool is_good = true;
	size_t i;

	*f = (struct filter){ .settings = s, .lists = {
		{ &s->from, &s->from, NULL }, { &s->to, &s->to, NULL },
		{ &s->subjects, &s->subjects, NULL }, { &s->patterns, &s->pattern_places, NULL } } };
	f->has_messages = s->from.count || s->to.count || s->subjects.count || s->since ||
	    s->until || s->print_message;
	f->match_data = x_check(pcre2_match_data_create(1, NULL));
	f->bounds = x_check(pcre2_match_context_create(NULL));
	pcre2_set_match_limit(f->bounds, MATCH_LIMIT);
	pcre2_set_depth_limit(f->bounds, MATCH_LIMIT);
	pcre2_set_heap_limit(f->bounds, HEAP_LIMIT_KIB);
	for (i = 0; i < LIST_COUNT && is_good; i++)
		is_good = compile_patterns(f, &f->lists[i], i < URL_LIST ?
		    PCRE2_LITERAL | PCRE2_CASELESS : s->ignore_case ? PCRE2_CASELESS : 0);
	if (is_good)
		return f;
	filter_free(f);
	return NULL;
}

void
search_check_memory(const struct row *row)
{
	if (details_have_failed(row->details))
		x_die();
}

urlgrep_warnings
filter_denied_warnings(const struct settings *s, const struct row *row)
{
	urlgrep_warnings denied = s->deny ? s->deny & row_all_warnings(row) : 0;

	search_check_memory(row);
	return denied;
}

bool
filter_denies(const struct settings *s, const struct row *row)
{
	urlgrep_verdict verdict = row->finding->url.verdict;

	return (verdict == URLGREP_VALID || verdict == URLGREP_LOOSE) &&
	    filter_denied_warnings(s, row);
}

/* Return true if the scheme is wanted. An invalid URL has no parts, but it may have a scheme. */
static bool
wants_scheme(const struct settings *s, urlgrep_span url)
{
	bool matches = s->schemes.count == 0;
	size_t i;

	for (i = 0; i < s->schemes.count && !matches; i++)
		matches = ascii_is_word(url.text, uri_scheme_length(url), s->schemes.at[i]);
	return matches;
}

/* Return the host of a URL, or the domain of an address; absent if it has none. */
static urlgrep_span
host_of(const urlgrep_finding *finding, const urlgrep_url *url)
{
	const char *at;
	size_t before;

	if (finding->kind != URLGREP_KIND_ADDRESS)
		return urlgrep_part_named(url, "host");
	at = memrchr(finding->written.text, '@', finding->written.len);
	before = at ? (size_t)(at + 1 - finding->written.text) : 0;
	return (urlgrep_span){ finding->written.text + before,
		finding->written.len - before };
}

static bool
wants_host(const struct settings *s, const urlgrep_finding *finding,
    const urlgrep_url *url)
{
	urlgrep_span host;
	char *name;
	bool matches = false;
	size_t i;

	if (s->hosts.count == 0)
		return true;
	host = host_of(finding, url);
	if (host.text == NULL)
		return false;
	name = x_check(strndup(host.text, host.len));
	for (i = 0; i < s->hosts.count && !matches; i++)
		matches = strcasecmp(s->hosts.at[i], name) == 0 || /* "[::1]" */
		    fnmatch(s->hosts.at[i], name, FNM_CASEFOLD) == 0;
	free(name);
	return matches;
}

/* Return whether the URL has a wanted scheme and host and matches a pattern. */
static enum filter_answer
judge_url(struct filter *f, const urlgrep_finding *finding, const urlgrep_url *url)
{
	if (!wants_scheme(f->settings, url->text) || !wants_host(f->settings, finding, url))
		return FILTER_UNWANTED;
	return match_patterns(f, &f->lists[URL_LIST], url->text);
}

enum filter_answer
filter_match(struct filter *f, const struct row *row)
{
	const struct settings *s = f->settings;
	const urlgrep_finding *finding = row->finding;
	enum filter_answer answer = judge_url(f, finding, &finding->url);
	const urlgrep_unwrapped *u = s->choice.unwrap && answer == FILTER_UNWANTED ?
	    details_unwrapped(row->details, &finding->url) : NULL;
	unsigned i;

	for (i = 0; u && answer == FILTER_UNWANTED && i < u->step_count; i++)
		if (search_accepts(&s->search, u->steps[i].url.verdict))
			answer = judge_url(f, finding, &u->steps[i].url);
	return answer;
}

/* Return true if a finding that is not printed deserves a notice: a link to javascript: or such. */
static bool
is_noted(const struct row *row)
{
	return row->location->element.text &&
	    row->finding->url.verdict == URLGREP_INVALID &&
	    urlgrep_finding_warnings(row->finding) &
	    URLGREP_WARNING_BIT(URLGREP_WARN_SCHEME_ACTIVE);
}

/* Return whether a finding is wanted. Set row->is_denied. */
static enum filter_answer
filter_judge(struct filter *f, struct row *row)
{
	const struct settings *s = f->settings;

	if ((f->has_messages && !wants_message(f, row->mail, row->location)) ||
	    !search_wants_kind(&s->search, row->finding))
		return FILTER_UNWANTED;
	row->is_denied = filter_denies(s, row);
	if (s->selection != SELECT_ALL &&
	    search_accepts(&s->search, row_verdict(row)) != (s->selection == SELECT_VALID))
		return is_noted(row) && filter_match(f, row) == FILTER_WANTED ? FILTER_NOTED :
		    FILTER_UNWANTED;
	return filter_match(f, row);
}

/* ---- data shared by all searches --- */

/* Add the schemes of --scheme to a grammar. On error, print a message and return false. */
static bool
add_schemes(urlgrep_grammar *grammar, const struct string_list *schemes)
{
	size_t i;

	for (i = 0; i < schemes->count; i++) /* the allocator never fails */
		if (urlgrep_grammar_add_scheme(grammar, schemes->at[i]) == URLGREP_REJECTED)
			return option_report(option_named("scheme"), schemes->at[i],
			    "not the name of a scheme, or too long");
	return true;
}

/* Read the table of --wrappers into the settings. On error, print a message and return false. */
static bool
read_wrappers(struct search_context *c, struct settings *s)
{
	char *text = file_read_text(s->wrappers_path), why[160];
	const struct user_wrappers *table;

	if (text == NULL)
		return false;
	table = user_wrappers_of(&c->tables, c->grammar, text, strlen(text), why, sizeof(why));
	free(text);
	if (table == NULL && *why == '\0')
		x_die();
	if (table == NULL) {
		message(s->wrappers_path, why);
		return false;
	}
	s->search.wrappers = table;
	s->mail.wrappers = table->rows;
	s->mail.wrapper_count = table->count;
	return true;
}

bool
search_context_begin(struct search_context *c, struct settings *s)
{
	struct filter *filter = filter_new(s);

	*c = (struct search_context){ .settings = s };
	filter_free(filter);
	if (filter == NULL)
		return false;
	c->grammar = x_check(urlgrep_grammar_new(s->search.grammar,
	    search_grammar_flags(&s->search), &xmalloc_memory, NULL));
	return add_schemes(c->grammar, &s->schemes) &&
	    (s->wrappers_path == NULL || read_wrappers(c, s));
}

void
search_context_end(struct search_context *c)
{
	urlgrep_url_set_free(c->known);
	user_wrappers_free(c->tables);
	urlgrep_grammar_free(c->grammar);
}

/* ---- inputs --- */

struct search *
search_new(const struct search_context *context, bool is_filtered)
{
	struct search *s = x_calloc(1, sizeof(*s));
	urlgrep_mail_options options = context->settings->mail;

	options.known = context->known;
	s->mail = x_check(urlgrep_mail_new(context->grammar, &options));
	s->details = x_check(details_new(&context->settings->search, context->grammar,
	    &context->settings->choice));
	s->row = (struct row){ .mail = s->mail, .details = s->details };
	if (is_filtered)
		s->filter = filter_new(context->settings);
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
	free(s);
}

void
search_open(struct search *s, int fd, const char *path, const urlgrep_mail_range *range)
{
	if (urlgrep_mail_open_fd(s->mail, path, fd, range) == URLGREP_NOMEM)
		x_die();
	s->state = SEARCH_IN_INPUT;
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

/* ---- events --- */

/* Return the event for the finding, or SEARCH_END if it has none because it is not wanted. */
static enum search_event
filter_finding(struct search *s)
{
	enum filter_answer answer;

	if (s->filter == NULL)
		return SEARCH_FINDING;
	details_begin(s->details);
	answer = filter_judge(s->filter, &s->row);
	switch (answer) {
	case FILTER_WANTED:
		return SEARCH_FINDING;
	case FILTER_FAILED:
		s->path = filter_failure(s->filter, &s->reason);
		return SEARCH_PATTERN_FAILED;
	case FILTER_NOTED:
		if (s->noted == urlgrep_mail_serial(s->mail))
			break;
		s->noted = urlgrep_mail_serial(s->mail);
		return SEARCH_ACTIVE_LINK;
	case FILTER_UNWANTED:
		break;
	}
	return SEARCH_END;
}

/* Return the next event of the current input or member. */
static enum search_event
next_in_current(struct search *s)
{
	enum search_event event;
	urlgrep_status status;

	while ((status = urlgrep_mail_next(s->mail, &s->row.finding, &s->row.location)) ==
	    URLGREP_OK)
		if ((event = filter_finding(s)) != SEARCH_END)
			return event;
	return status == URLGREP_END ? SEARCH_END : report_error(s, status);
}

static enum search_event
leave_member(struct search *s)
{
	s->state = SEARCH_IN_INPUT;
	s->path = s->member->path;
	return SEARCH_MEMBER_END;
}

enum search_event
search_next(struct search *s)
{
	enum search_event event;

	if (s->state == SEARCH_SKIPPING_MEMBER)
		return leave_member(s);
	if (s->state == SEARCH_IN_INPUT) {
		urlgrep_status status = urlgrep_mail_next_member(s->mail, &s->member);

		if (status != URLGREP_OK)
			return status == URLGREP_END ? SEARCH_END : report_error(s, status);
		s->state = SEARCH_IN_MEMBER;
	}
	event = next_in_current(s);
	return event == SEARCH_END ? leave_member(s) : event;
}

void
search_skip_member(struct search *s)
{
	s->state = SEARCH_SKIPPING_MEMBER;
}

bool
search_is_divisible(struct search *s, int fd, const char *path, urlgrep_mail_range *range)
{
	const urlgrep_member *member;

	if (urlgrep_mail_open_fd(s->mail, path, fd, range) != URLGREP_OK ||
	    !urlgrep_mail_divisible(s->mail) ||
	    urlgrep_mail_next_member(s->mail, &member) != URLGREP_OK)
		return false;
	range->type = member->type;
	range->flags |= URLGREP_MAIL_KNOWN_DIVISIBLE;
	return true;
}
