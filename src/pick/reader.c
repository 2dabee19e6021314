/* reader.c - reads files, bit by bit, and adds the URLs in them to a list */
#include "pick/pick.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd/files.h"
#include "cmd/messages.h"
#include "cmd/walk.h"
#include "cmd/xmalloc.h"
#include "row/idn.h"
#include "util/ascii.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum {
	FINDINGS_PER_LOOK = 16, /* the clock is not looked at after each finding */
	/* So much of the text is kept on each side of a URL, and less when all kept texts take
	 * much memory. */
	KEPT_BESIDE_BYTES = 64 * 1024, KEPT_BESIDE_LESS_BYTES = 256,
	MUCH_KEPT_BYTES = 64 * 1024 * 1024
};

struct url_reader {
	const struct settings *settings;
	enum selection selection; /* --invalid, --all */
	struct url_list *list;
	struct walk *walk;
	struct search *search;
	urlgrep_scanner *judge; /* of readings, while a finding is in use */
	/* the texts of links that lead elsewhere: the same URL is found as text, too */
	urlgrep_url_set *link_texts;
	int fd;       /* of the input that is being read; -1: none */
	long found;   /* that can be opened, in the member */
	uint64_t serial; /* of the last finding's message, */
	const struct url_message *message; /* which is in the list */
	urlgrep_span text; /* the last one that was kept */
	size_t kept;       /* bytes of all */
};

struct url_reader *
url_reader_new(const struct search_context *context, enum selection selection,
    char **names, struct url_list *list)
{
	struct url_reader *r = x_calloc(1, sizeof(*r));

	r->settings = context->settings;
	r->selection = selection;
	r->list = list;
	r->walk = walk_new(context->settings, names);
	r->search = search_new(context, true);
	r->judge = urlgrep_scanner_new(context->grammar);
	r->link_texts = urlgrep_url_set_new(&xmalloc_memory);
	r->fd = -1;
	if (r->judge == NULL || r->link_texts == NULL)
		x_die();
	return r;
}

static void
close_input(struct url_reader *r)
{
	if (r->fd > STDIN_FILENO)
		close(r->fd);
	r->fd = -1;
}

void
url_reader_free(struct url_reader *r)
{
	if (r == NULL)
		return;
	close_input(r);
	urlgrep_scanner_free(r->judge);
	urlgrep_url_set_free(r->link_texts);
	search_free(r->search);
	walk_free(r->walk);
	free(r);
}

/* ---- rows: their contents --- */

static const char *
copy_span(struct url_reader *r, urlgrep_span span)
{
	return url_list_copy(r->list, span.text, span.len);
}

static bool
is_word(urlgrep_span span, const char *word)
{
	return ascii_is_word(span.text, span.len, word);
}

/* Links that a click follows are apart from images, style sheets and forms. */
static enum row_group
group_of(const urlgrep_finding *finding, const urlgrep_location *location)
{
	urlgrep_span element = location->element;

	if (finding->kind == URLGREP_KIND_ADDRESS)
		return GROUP_ADDRESSES;
	if (element.text == NULL || (element.len > 2 && memcmp(element.text, "v:", 2) == 0))
		return GROUP_LINKS;
	return is_word(location->attribute, "href") &&
	    (is_word(element, "a") || is_word(element, "area")) ? GROUP_LINKS : GROUP_RESOURCES;
}

/* Return why the finding is not opened; NULL: it can be. */
static const char *
refusal_of(struct url_reader *r)
{
	const struct row *found = &r->search->row;
	const urlgrep_finding *finding = found->finding;
	struct strbuf reason = { .memory = &xmalloc_memory };
	const char *copy, *name;
	urlgrep_warnings denied;
	urlgrep_error error;

	if (settings_accept(r->settings, row_verdict(found)))
		return NULL;
	if (settings_accept(r->settings, finding->url.verdict)) {
		denied = filter_denied_warnings(r->settings, found);
		strbuf_append_string(&reason, "refused by --deny=");
		while ((name = field_next_word(&denied, URLGREP_WARNING_NAMES)) != NULL)
			strbuf_printf(&reason, denied ? "%s," : "%s", name);
	} else {
		strbuf_append_string(&reason, "not valid");
		if (urlgrep_explain(r->judge, finding->url.text.text, finding->url.text.len, 0,
			&error) == URLGREP_OK)
			strbuf_printf(&reason, ": %.*s", (int)error.message.len,
			    error.message.text);
	}
	copy = url_list_copy(r->list, reason.at, reason.len);
	strbuf_free(&reason);
	return copy;
}

/* Note the host, and an internationalized one in its other form. */
static void
add_host(struct url_reader *r, struct url_row *row, const urlgrep_url *url)
{
	urlgrep_span host = urlgrep_part_named(url, "host");
	struct idn idn;
	const char *other;

	row->host = copy_span(r, host);
	row->other_host = NULL;
	if (row->host == NULL || idn_read(url, &idn) != IDN_READ)
		return;
	other = utf8_is_ascii(host.text, host.len) ? idn.name.unicode : idn.name.ascii;
	if (strcmp(other, row->host) != 0)
		row->other_host = url_list_copy(r->list, other, strlen(other));
}

/* Note where a wrapper leads. With --unwrap or --strip-tracking that is opened. */
static void
add_target(struct url_reader *r, struct url_row *row)
{
	const struct row *found = &r->search->row;
	const urlgrep_url *url = &found->finding->url;
	const urlgrep_unwrapped *unwrapped = details_unwrapped(found->details, url);
	urlgrep_span shown = details_shown(found->details, url)->text;

	row->warnings |= finding_warnings_of_unwrapped(unwrapped);
	if (unwrapped && unwrapped->step_count)
		row->service = unwrapped->steps[0].via;
	if (shown.len != row->len || memcmp(shown.text, row->url, row->len) != 0) {
		row->target = copy_span(r, shown);
		row->opens_target = true;
	} else if (unwrapped && unwrapped->status == URLGREP_UNWRAP_TARGET) {
		row->target = copy_span(r, unwrapped->target->text);
	}
}

/* Note the text of a link that leads elsewhere. The plain text of the same message may have had
 * it. */
static void
note_link_text(struct url_reader *r, urlgrep_span text)
{
	const struct url_row as_text = { .url = text.text, .len = text.len };
	struct url_row *row = url_list_find(r->list, &as_text);

	urlgrep_url_set_add(r->link_texts, text);
	if (row && row->message == r->message)
		row->is_link_text |= row->is_text;
}

static void
add_label(struct url_reader *r, struct url_row *row)
{
	const urlgrep_finding *finding = r->search->row.finding;
	const urlgrep_location *location = r->search->row.location;
	urlgrep_span label = location->link_text.len ? location->link_text :
	    finding->kind != URLGREP_KIND_URL ? finding->written :
	    finding->defanged;

	if (label.len)
		row->label = copy_span(r, label);
	row->shown_host = copy_span(r, location->shown_host);
	row->text_differs = (location->flags & URLGREP_MAIL_HREF_DIFFERS) != 0;
	row->is_text = location->element.text == NULL;
	if (row->text_differs && label.len)
		note_link_text(r, label);
	row->is_link_text = row->is_text &&
	    urlgrep_url_set_has(r->link_texts, finding->url.text);
}

/* Keep the text that the finding or its label is in, or the part near it if the text is long. */
static void
keep_text(struct url_reader *r, struct url_row *row)
{
	size_t begin, end, from, len;
	size_t beside = r->kept < MUCH_KEPT_BYTES ? KEPT_BESIDE_BYTES : KEPT_BESIDE_LESS_BYTES;
	urlgrep_span text = urlgrep_mail_surroundings(r->search->mail, &begin, &end);

	if (text.text == NULL)
		return;
	from = begin > beside ? begin - beside : 0;
	len = (text.len - end > beside ? end + beside : text.len) - from;
	if (len != r->text.len || memcmp(r->text.text, text.text + from, len) != 0) {
		r->text = (urlgrep_span){ url_list_copy(r->list, text.text + from, len), len };
		r->kept += len;
	}
	row->text = r->text;
	row->text_begin = begin - from;
	row->text_end = end - from;
}

static const char *
copy_field(struct url_reader *r, urlgrep_mail_field field)
{
	const char *value = urlgrep_mail_header(r->search->mail, field);

	return url_list_copy(r->list, value, value ? strlen(value) : 0);
}

/* Set r->message to the message of the finding. */
static void
find_message(struct url_reader *r)
{
	const char *path = r->search->row.location->path;
	uint64_t serial = urlgrep_mail_serial(r->search->mail);
	struct url_message m;

	if (r->message && r->serial == serial)
		return;
	m = (struct url_message){ url_list_copy(r->list, path, strlen(path)),
		copy_field(r, URLGREP_MAIL_FROM), copy_field(r, URLGREP_MAIL_SUBJECT),
		copy_field(r, URLGREP_MAIL_DATE) };
	r->message = url_list_add_message(r->list, &m);
	r->serial = serial;
}

/* ---- rows: adding them --- */

/* Add a reading other than the best one, if it can be opened. */
static void
add_reading(struct url_reader *r, struct url_row row, const urlgrep_reading *reading)
{
	const urlgrep_location *location = r->search->row.location;
	urlgrep_finding other = *r->search->row.finding;
	const struct row row_of_other = { .finding = &other, .location = location };

	if (!settings_accept(r->settings, reading->verdict))
		return;
	urlgrep_judge(r->judge, reading->url.text, reading->url.len, 0, &other.url);
	if (!settings_accept(r->settings, other.url.verdict) ||
	    filter_denies(r->settings, &row_of_other))
		return;
	row.url = copy_span(r, reading->url);
	row.len = reading->url.len;
	row.how = reading->how;
	row.target = row.service = NULL;
	row.opens_target = false;
	row.is_alternative = true;
	row.warnings = finding_warnings_of(&other, location);
	add_host(r, &row, &other.url);
	url_list_add(r->list, &row);
}

/* Add the readings of the search's finding to the list: those that can be opened, or that --deny
 * refuses. By default, also add an invalid URL that readers of the HTML see as a link. Return
 * true if the best one can be opened. */
static bool
add_readings(struct url_reader *r)
{
	const urlgrep_finding *finding = r->search->row.finding;
	const urlgrep_location *location = r->search->row.location;
	struct url_row row = { .len = finding->url.text.len, .refusal = refusal_of(r) };
	unsigned i;

	if (r->selection == SELECT_INVALID ? row.refusal == NULL : r->selection != SELECT_ALL &&
	    location->element.text == NULL && !settings_accept(r->settings, finding->url.verdict))
		return false;
	find_message(r);
	row.message = r->message;
	row.url = copy_span(r, finding->url.text);
	row.group = row.refusal ? GROUP_INVALID : group_of(finding, location);
	row.how = finding->reading_count > 1 ? finding->readings[0].how : 0;
	row.warnings = finding_warnings_of(finding, location);
	add_host(r, &row, &finding->url);
	add_label(r, &row);
	add_target(r, &row);
	if (url_list_find(r->list, &row) == NULL)
		keep_text(r, &row);
	url_list_add(r->list, &row);
	for (i = 1; i < finding->reading_count && row.refusal == NULL; i++)
		add_reading(r, row, &finding->readings[i]);
	return row.refusal == NULL;
}

/* ---- inputs --- */

/* Go to the next input. Return false after the last. */
static bool
next_input(struct url_reader *r)
{
	struct walk_entry entry;
	const char *name;

	if (!walk_next(r->walk, &entry))
		return false;
	name = entry.path ? entry.path : STDIN_NAME;
	if (entry.error == 0)
		r->fd = entry.path ? file_open(entry.path) : STDIN_FILENO;
	if (entry.error || r->fd < 0)
		message_file(name, strerror(entry.error ? entry.error : errno));
	else
		search_open(r->search, r->fd, name, NULL);
	r->found = 0;
	return true;
}

static void
add_finding(struct url_reader *r)
{
	long most = r->settings->max_count;

	if (most < 0 || r->found < most)
		r->found += add_readings(r);
	if (most >= 0 && r->found >= most)
		search_skip_member(r->search);
}

/* Handle the next event of the open input. */
static void
next_event(struct url_reader *r)
{
	switch (search_next(r->search)) {
	case SEARCH_FINDING:
		add_finding(r);
		break;
	case SEARCH_SKIPPED:
		message_file(r->search->path, r->search->reason);
		break;
	case SEARCH_PATTERN_FAILED:
		message_once(r->search->path, r->search->reason);
		break;
	case SEARCH_MEMBER_END:
		r->found = 0;
		break;
	case SEARCH_END:
		close_input(r);
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
		if (r->fd < 0 && !next_input(r))
			return false;
		if (r->fd >= 0)
			next_event(r);
		if (milliseconds && n % FINDINGS_PER_LOOK == 0 &&
		    milliseconds_since(&begin) >= milliseconds)
			return true;
	}
}
