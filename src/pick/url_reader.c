/* url_reader.c - reads files, bit by bit, and adds the URLs in them to a list */
#include "pick/url_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmd/files.h"
#include "cmd/messages.h"
#include "cmd/filter.h"
#include "cmd/walk.h"
#include "cmd/xmalloc.h"
#include "row/idn.h"
#include "row/warnings.h"
#include "util/ascii.h"
#include "util/strbuf.h"
#include "util/utf8.h"

/* ---- making rows --- */

struct row_maker {
	const struct settings *settings;
	enum selection selection; /* --invalid, --all */
	struct url_list *list;
	urlgrep_scanner *judge; /* of readings, while a finding is in use */
	/* the texts of links that lead elsewhere: the same URL is found as text, too */
	urlgrep_url_set *link_texts;
};

/* The search of the context finds all URLs; those of the selection are listed. */
static struct row_maker *
row_maker_new(const struct search_context *context, enum selection selection,
    struct url_list *list)
{
	struct row_maker *m = x_calloc(1, sizeof(*m));

	m->settings = context->settings;
	m->selection = selection;
	m->list = list;
	m->judge = urlgrep_scanner_new(context->grammars.chosen);
	m->link_texts = urlgrep_url_set_new(&xmalloc_memory);
	if (m->judge == NULL || m->link_texts == NULL)
		x_die();
	return m;
}

static void
row_maker_free(struct row_maker *m)
{
	if (m == NULL)
		return;
	urlgrep_scanner_free(m->judge);
	urlgrep_url_set_free(m->link_texts);
	free(m);
}

static const char *
copy_span(struct row_maker *m, urlgrep_span span)
{
	return url_list_copy(m->list, span.text, span.len);
}

/* ---- kinds of findings --- */

static bool
is_word(urlgrep_span span, const char *word)
{
	return ascii_is_word(span.text, span.len, word);
}

/* Return true if the link is one that a click follows: no image, style sheet or form. */
static bool
is_anchor(const urlgrep_location *location)
{
	urlgrep_span element = location->element;

	if (element.text == NULL || (element.len > 2 && memcmp(element.text, "v:", 2) == 0))
		return true;
	return is_word(location->attribute, "href") &&
	    (is_word(element, "a") || is_word(element, "area"));
}

static enum row_group
group_of(const urlgrep_finding *finding, const urlgrep_location *location)
{
	return finding->kind == URLGREP_KIND_ADDRESS ? GROUP_ADDRESSES :
	    is_anchor(location) ? GROUP_LINKS : GROUP_RESOURCES;
}

/* Return why a finding is not opened; NULL: it can be. */
static const char *
refusal_of(struct row_maker *m, const struct row *found)
{
	const urlgrep_finding *finding = found->finding;
	struct strbuf reason = { .memory = &xmalloc_memory };
	const char *copy, *name;
	urlgrep_warnings denied;
	urlgrep_error error;

	if (settings_accept(m->settings, row_verdict(found)))
		return NULL;
	if (settings_accept(m->settings, finding->url.verdict)) {
		denied = filter_denied_warnings(m->settings, found);
		strbuf_append_string(&reason, "refused by --deny=");
		while ((name = finding_warnings_next(&denied)) != NULL) {
			strbuf_append_string(&reason, name);
			strbuf_append_string(&reason, denied ? "," : "");
		}
	} else if (urlgrep_explain(m->judge, finding->url.text.text,
		finding->url.text.len, 0, &error) == URLGREP_OK) {
		strbuf_append_string(&reason, "not valid: ");
		strbuf_append(&reason, error.message.text, error.message.len);
	} else {
		strbuf_append_string(&reason, "not valid");
	}
	copy = url_list_copy(m->list, reason.at, reason.len);
	strbuf_free(&reason);
	return copy;
}

/* ---- details --- */

/* Note the host, and an internationalized one in its other form. */
static void
add_host(struct row_maker *m, struct url_row *row, const urlgrep_url *url)
{
	urlgrep_span host = urlgrep_part_named(url, "host");
	struct idn idn;
	const char *other;

	row->host = copy_span(m, host);
	if (row->host == NULL || idn_read(url, &idn) != IDN_READ)
		return;
	other = utf8_is_ascii(host.text, host.len) ? idn.name.unicode : idn.name.ascii;
	if (strcmp(other, row->host) != 0)
		row->other_host = url_list_copy(m->list, other, strlen(other));
}

static bool
is_same_text(urlgrep_span a, urlgrep_span b)
{
	return a.len == b.len && memcmp(a.text, b.text, a.len) == 0;
}

/* Note where a wrapper leads. With --unwrap or --strip-tracking that is opened. */
static void
add_target(struct row_maker *m, struct url_row *row, const struct row *found)
{
	const urlgrep_url *url = &found->finding->url;
	const urlgrep_unwrapped *unwrapped = details_unwrapped(found->details, url);
	urlgrep_span shown = details_shown(found->details, url)->text;

	row->warnings |= finding_warnings_of_unwrapped(unwrapped);
	if (unwrapped && unwrapped->step_count)
		row->service = unwrapped->steps[0].via;
	if (!is_same_text(shown, url->text)) {
		row->target = copy_span(m, shown);
		row->opens_target = true;
	} else if (unwrapped && unwrapped->status == URLGREP_UNWRAP_TARGET) {
		row->target = copy_span(m, unwrapped->target->text);
	}
}

static void
add_label(struct row_maker *m, struct url_row *row, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	urlgrep_span label = location->link_text.len ? location->link_text :
	    finding->kind != URLGREP_KIND_URL ? finding->written :
	    finding->defanged;

	if (label.len)
		row->label = copy_span(m, label);
	row->shown_host = copy_span(m, location->shown_host);
	row->text_differs = (location->flags & URLGREP_MAIL_HREF_DIFFERS) != 0;
	if (row->text_differs && label.len)
		urlgrep_url_set_add(m->link_texts, label);
	row->is_link_text = location->element.text == NULL &&
	    urlgrep_url_set_has(m->link_texts, finding->url.text);
}

/* ---- rows --- */

/* Add a reading other than the best one, if it can be opened. */
static void
add_reading(struct row_maker *m, const struct search *search, struct url_row row,
    const urlgrep_reading *reading)
{
	urlgrep_finding other = search->finding;
	const struct row row_of_other = { .finding = &other, .location = &search->location };

	if (!settings_accept(m->settings, reading->verdict))
		return;
	urlgrep_judge(m->judge, reading->url.text, reading->url.len, 0, &other.url);
	if (!settings_accept(m->settings, other.url.verdict) ||
	    filter_denies(m->settings, &row_of_other))
		return;
	row.url = copy_span(m, reading->url);
	row.len = reading->url.len;
	row.how = reading->how;
	row.target = row.service = row.host = row.other_host = NULL;
	row.opens_target = false;
	row.is_alternative = true;
	row.warnings = finding_warnings_of(&other, &search->location);
	add_host(m, &row, &other.url);
	url_list_add(m->list, &row);
}

/* Return true if a finding is listed: if it can be opened, or --deny refuses it; by
 * default also if it is not valid, but the reader of the HTML sees a link. */
static bool
is_wanted(const struct row_maker *m, const urlgrep_finding *finding,
    const urlgrep_location *location, const char *refusal)
{
	if (m->selection == SELECT_INVALID)
		return refusal != NULL;
	return m->selection == SELECT_ALL || location->element.text ||
	    settings_accept(m->settings, finding->url.verdict);
}

/* Add the readings of what the search has found, in the message, to the list. Return true
 * if the best one can be opened. */
static bool
row_maker_add(struct row_maker *m, const struct search *search,
    const struct url_message *message)
{
	const urlgrep_finding *finding = &search->finding;
	const urlgrep_location *location = &search->location;
	struct url_row row = { .message = message, .len = finding->url.text.len,
		.offset = location->offset, .length = location->length };
	unsigned i;

	row.refusal = refusal_of(m, &search->row);
	if (!is_wanted(m, finding, location, row.refusal))
		return false;
	row.url = copy_span(m, finding->url.text);
	row.group = row.refusal ? GROUP_INVALID : group_of(finding, location);
	row.how = finding->reading_count > 1 ? finding->readings[0].how : 0;
	if (location->part)
		row.part = url_list_copy(m->list, location->part, strlen(location->part));
	row.warnings = finding_warnings_of(finding, location);
	add_host(m, &row, &finding->url);
	add_label(m, &row, finding, location);
	add_target(m, &row, &search->row);
	url_list_add(m->list, &row);
	for (i = 1; i < finding->reading_count && row.refusal == NULL; i++)
		add_reading(m, search, row, &finding->readings[i]);
	return row.refusal == NULL;
}

/* ---- the reader --- */

/* The clock is not looked at after each finding. */
enum { FINDINGS_PER_LOOK = 16 };

struct unread {
	char *path, *reason;
	bool is_option; /* path is that of a pattern */
};

struct url_reader {
	const struct settings *settings;
	struct url_list *list;
	struct walk *walk;
	struct search *search;
	struct row_maker *maker;
	struct url_input *inputs;
	size_t input_count;
	bool is_open; /* the last input is being read */
	size_t member;
	long found; /* that can be opened, in the member */
	struct url_message message; /* of the last finding, */
	const struct url_message *listed_message; /* and its copy in the list */
	struct unread *unread;
	size_t unread_count;
};

struct url_reader *
url_reader_new(const struct search_context *context, enum selection selection,
    char **names, struct url_list *list)
{
	struct url_reader *r = x_calloc(1, sizeof(*r));

	r->settings = context->settings;
	r->list = list;
	r->walk = walk_new(context->settings, names);
	r->search = search_new(context, true);
	r->maker = row_maker_new(context, selection, list);
	return r;
}

void
url_reader_free(struct url_reader *r)
{
	size_t i;

	if (r == NULL)
		return;
	for (i = 0; i < r->input_count; i++)
		if (r->inputs[i].fd >= 0)
			close(r->inputs[i].fd);
	for (i = 0; i < r->unread_count; i++) {
		free(r->unread[i].path);
		free(r->unread[i].reason);
	}
	free(r->unread);
	free(r->inputs);
	row_maker_free(r->maker);
	search_free(r->search);
	walk_free(r->walk);
	free(r);
}

/* ---- errors --- */

static void
note_unread(struct url_reader *r, const char *path, const char *reason, bool is_option)
{
	size_t i;

	for (i = 0; is_option && i < r->unread_count; i++)
		if (strcmp(r->unread[i].path, path) == 0)
			return;
	r->unread = x_realloc(r->unread, (r->unread_count + 1) * sizeof(*r->unread));
	r->unread[r->unread_count++] = (struct unread){ x_strndup(path, strlen(path)),
		x_strndup(reason, strlen(reason)), is_option };
}

size_t
url_reader_error_count(const struct url_reader *r)
{
	return r->unread_count;
}

void
url_reader_report_errors(const struct url_reader *r)
{
	size_t i;

	for (i = 0; i < r->unread_count; i++)
		if (r->unread[i].is_option)
			message(r->unread[i].path, r->unread[i].reason);
		else
			message_file(r->unread[i].path, r->unread[i].reason);
}

/* ---- inputs --- */

const struct url_input *
url_reader_input(const struct url_reader *r, size_t i)
{
	return &r->inputs[i];
}

urlgrep_status
url_input_open(const struct url_input *input, urlgrep_mail *mail)
{
	if (input->fd < 0)
		return urlgrep_mail_open_file(mail, input->path, NULL);
	lseek(input->fd, 0, SEEK_SET);
	return urlgrep_mail_open_fd(mail, input->path, input->fd, NULL);
}

/* Set *input to the file open as fd. Return false and set errno if it cannot be read. A
 * file that can be read by its name again is not copied. */
static bool
prepare_input(struct url_input *input, int fd, const char *path, bool has_name)
{
	struct stat st;

	*input = (struct url_input){ .path = path, .fd = -1 };
	if (fstat(fd, &st) != 0)
		return false;
	if (S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return false;
	}
	if (S_ISREG(st.st_mode) && has_name)
		return true;
	input->fd = file_copy_to_temporary(fd);
	return input->fd >= 0;
}

static bool
open_entry(const struct walk_entry *entry, struct url_input *input)
{
	int fd = STDIN_FILENO, error;
	bool is_ready;

	if (entry->path == NULL)
		return prepare_input(input, fd, "(standard input)", false);
	fd = open(entry->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return false;
	is_ready = prepare_input(input, fd, entry->path, true);
	error = errno;
	close(fd);
	errno = error;
	return is_ready;
}

/* Go to the next input. Return false after the last. */
static bool
next_input(struct url_reader *r)
{
	struct walk_entry entry;
	struct url_input input;
	const char *name;

	if (!walk_next(r->walk, &entry))
		return false;
	name = entry.path ? entry.path : "(standard input)";
	if (entry.error || !open_entry(&entry, &input)) {
		note_unread(r, name, strerror(entry.error ? entry.error : errno), false);
		return true;
	}
	input.path = url_list_copy(r->list, name, strlen(name));
	r->inputs = x_realloc(r->inputs, (r->input_count + 1) * sizeof(*r->inputs));
	r->inputs[r->input_count++] = input;
	r->is_open = true;
	r->member = 0;
	r->found = 0;
	search_begin(r->search, url_input_open(&input, r->search->mail));
	return true;
}

/* ---- findings --- */

static const char *
copy_field(struct url_reader *r, urlgrep_mail_field field)
{
	const char *value = urlgrep_mail_header(r->search->mail, field);

	return url_list_copy(r->list, value, value ? strlen(value) : 0);
}

/* Return the message of the finding, as it is in the list. */
static const struct url_message *
message_of_finding(struct url_reader *r)
{
	const urlgrep_location *l = &r->search->location;
	struct url_message *m = &r->message;

	if (r->listed_message && m->input == r->input_count - 1 &&
	    m->member == r->member && m->number == l->message &&
	    m->offset == l->message_offset)
		return r->listed_message;
	*m = (struct url_message){
		.path = url_list_copy(r->list, l->path, strlen(l->path)),
		.from = copy_field(r, URLGREP_MAIL_FROM),
		.subject = copy_field(r, URLGREP_MAIL_SUBJECT),
		.date = copy_field(r, URLGREP_MAIL_DATE),
		.input = r->input_count - 1, .member = r->member,
		.number = l->message, .offset = l->message_offset };
	r->listed_message = url_list_add_message(r->list, m);
	return r->listed_message;
}

static void
add_finding(struct url_reader *r)
{
	long most = r->settings->max_count;

	if (most >= 0 && r->found >= most) {
		search_skip_member(r->search);
		return;
	}
	if (row_maker_add(r->maker, r->search, message_of_finding(r)))
		r->found++;
	if (most >= 0 && r->found >= most)
		search_skip_member(r->search);
}

/* Do what the next event of the open input requires. */
static void
next_event(struct url_reader *r)
{
	switch (search_next(r->search)) {
	case SEARCH_FINDING:
		add_finding(r);
		break;
	case SEARCH_SKIPPED:
		note_unread(r, r->search->path, r->search->reason, false);
		break;
	case SEARCH_PATTERN_FAILED:
		note_unread(r, r->search->path, r->search->reason, true);
		break;
	case SEARCH_MEMBER_END:
		r->member++;
		r->found = 0;
		break;
	case SEARCH_END:
		r->is_open = false;
		break;
	case SEARCH_MESSAGE:
	case SEARCH_MESSAGE_END: /* only for formats that print whole messages */
		break;
	}
}

static unsigned
milliseconds_since(const struct timespec *begin)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned)((now.tv_sec - begin->tv_sec) * 1000 +
	    (now.tv_nsec - begin->tv_nsec) / 1000000);
}

bool
url_reader_step(struct url_reader *r, unsigned milliseconds)
{
	struct timespec begin;
	unsigned n;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (n = 1;; n++) {
		if (!r->is_open && !next_input(r))
			return false;
		if (r->is_open)
			next_event(r);
		if (milliseconds && n % FINDINGS_PER_LOOK == 0 &&
		    milliseconds_since(&begin) >= milliseconds)
			return true;
	}
}
