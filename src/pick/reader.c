/* reader.c - reads files incrementally and adds their URLs to a list */
#include "pick/pick.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "cmd/shared.h"
#include "cmd/walk.h"
#include "html/html.h"
#include "row/fields.h"
#include "util/ascii.h"
#include "util/span.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum {
	/* The text of a message is kept unless it is longer than KEPT_MESSAGE_BYTES. Otherwise, or
	 * if much text is kept already, only an excerpt around each URL is kept. */
	KEPT_MESSAGE_BYTES = 1024 * 1024, MUCH_KEPT_BYTES = 64 * 1024 * 1024,
	KEPT_BESIDE_BYTES = 64 * 1024, KEPT_BESIDE_LESS_BYTES = 256
};

struct url_reader {
	const struct settings *settings;
	enum selection selection; /* --invalid, --all */
	struct url_list *list;
	struct walk *walk;
	struct search *search;
	urlgrep_scanner *judge; /* judges readings while the finding is in use */
	/* URLs in the texts of links of this message that lead elsewhere, with leads_to: the same
	 * URLs are also found in its plain text */
	struct url_list link_texts;
	int fd;       /* of the input being read; -1: none */
	long found;   /* in the current member, that can be opened */
	uint64_t serial;                   /* of the message of the last finding */
	const struct url_message *message; /* the message of the last finding */
	size_t *text_begins;       /* where each text of that message begins in message->text */
	size_t text_count, text_room;
	urlgrep_span text; /* the last excerpt kept */
	size_t kept;       /* bytes of all kept texts */
};

struct url_reader *
url_reader_new(const struct search_context *context, enum selection selection,
    struct url_list *list)
{
	struct url_reader *r = x_calloc(1, sizeof(*r));

	r->settings = context->settings;
	r->selection = selection;
	r->list = list;
	r->walk = walk_new(context->settings);
	r->search = search_new(context, true);
	r->judge = x_check(urlgrep_scanner_new(context->grammar));
	url_list_init(&r->link_texts);
	r->fd = -1;
	return r;
}

void
url_reader_free(struct url_reader *r)
{
	if (r == NULL)
		return;
	file_close(r->fd);
	urlgrep_scanner_free(r->judge);
	url_list_free(&r->link_texts);
	free(r->text_begins);
	search_free(r->search);
	walk_free(r->walk);
	free(r);
}

/* ---- rows: their contents --- */

/* Return a copy that lasts as long as the list; NULL if the text is absent. */
static const char *
copy_span(struct url_reader *r, urlgrep_span span)
{
	return span.text ? arena_copy(&r->list->arena, span.text, span.len) : NULL;
}

static const char *
copy_string(struct url_reader *r, const char *string)
{
	return string ? copy_span(r, span_of(string)) : NULL;
}

static bool
is_same(urlgrep_span a, urlgrep_span b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.text, b.text, a.len) == 0);
}

/* Return the group of a finding. Links that a click follows are separate from images, style sheets
 * and forms. */
static enum row_group
group_of(const urlgrep_finding *finding, const urlgrep_location *location)
{
	urlgrep_span element = location->element, attribute = location->attribute;

	if (finding->kind == URLGREP_KIND_ADDRESS)
		return GROUP_ADDRESSES;
	if (element.text == NULL || (element.len > 2 && memcmp(element.text, "v:", 2) == 0))
		return GROUP_LINKS;
	return ascii_is_word(attribute.text, attribute.len, "href") &&
	    word_list_has("a area", element.text, element.len) ? GROUP_LINKS : GROUP_RESOURCES;
}

/* Return why the finding cannot be opened; NULL if it can. */
static const char *
refusal_of(struct url_reader *r)
{
	const struct row *found = &r->search->row;
	const urlgrep_finding *finding = found->finding;
	struct strbuf reason = { .memory = &xmalloc_memory };
	urlgrep_error error;

	if (search_accepts(&r->settings->search, row_verdict(found)))
		return NULL;
	if (search_accepts(&r->settings->search, finding->url.verdict))
		return "refused by --deny";
	if (urlgrep_explain_finding(r->judge, finding, &error) == URLGREP_OK)
		strbuf_printf(&reason, "not valid: %.*s", (int)error.message.len, error.message.text);
	else if (finding->notes & URLGREP_MALFORMED) /* "hxxp:" may be a scheme */
		strbuf_printf(&reason, "malformed; meant: %.*s",
		    (int)finding->readings[1].url.len, finding->readings[1].url.text);
	else
		return "too long, or too complex";
	return strbuf_move(&reason, &r->list->arena).text;
}

/* Return the names of a reading's treatments of line breaks, or NULL if it has none. */
static const char *
copy_how(struct url_reader *r, unsigned how)
{
	struct strbuf names = { .memory = &xmalloc_memory };
	uint64_t bits = how;
	const char *name;

	while ((name = field_next_word(&bits, URLGREP_TREATMENT_NAMES)) != NULL)
		strbuf_printf(&names, "%s%s", names.len ? ", " : "", name);
	return names.len ? strbuf_move(&names, &r->list->arena).text : NULL;
}

/* Set the host of a row and, if it is internationalized, its other form. */
static void
add_host(struct url_reader *r, struct url_row *row, const struct row *found)
{
	urlgrep_span host = urlgrep_part_named(&found->finding->url, "host");
	const char *other = utf8_is_ascii(host.text, host.len) ? "host_unicode" : "host_ascii";
	struct value value;

	row->host = copy_span(r, host);
	row->other_host = NULL;
	field_get(field_named(other, strlen(other)), found, &value);
	if (!value.is_absent && !is_same(value.text, host))
		row->other_host = copy_span(r, value.text);
}

/* Return a URL in exact and readable form, which are the same if the locale lacks letters. */
static struct url_form
copy_form(struct url_reader *r, urlgrep_span url)
{
	urlgrep_span readable = details_readable(r->search->row.details, url);
	struct strbuf shown = { .memory = &xmalloc_memory };
	const char *exact = arena_copy(&r->list->arena, url.text, url.len);
	bool is_other;

	escape_write(&shown, readable.text, readable.len);
	is_other = shown.len == readable.len && !is_same(readable, url);
	strbuf_free(&shown);
	return (struct url_form){ exact, is_other ? copy_span(r, readable) : exact };
}

/* Set the target of a wrapper. With --unwrap or --strip-tracking the target is opened. */
static void
add_target(struct url_reader *r, struct url_row *row)
{
	const struct row *found = &r->search->row;
	const urlgrep_url *url = &found->finding->url;
	const urlgrep_unwrapped *unwrapped = details_unwrapped(found->details, url);
	urlgrep_span shown = row_printed_url(found)->text;

	if (unwrapped && unwrapped->step_count)
		row->service = unwrapped->steps[0].via;
	if (!is_same(shown, url->text)) {
		row->other = row->opens;
		row->opens = copy_form(r, shown);
	} else if (unwrapped && unwrapped->status == URLGREP_UNWRAP_TARGET) {
		row->other = copy_form(r, unwrapped->target->text);
	}
}

/* Record that a URL shown as the text of a link leads to another host, also in a row already found
 * in the plain text of the same message. */
static void
note_link_text(struct url_reader *r, urlgrep_span text, const char *host)
{
	const urlgrep_finding *shown;
	struct url_row as_text = { .leads_to = host }, *row;

	urlgrep_scanner_reset(r->judge);
	urlgrep_scanner_text(r->judge, text.text, text.len, URLGREP_LAST);
	shown = urlgrep_next(r->judge);
	if (shown == NULL)
		return;
	as_text.url = copy_span(r, shown->url.text);
	as_text.len = shown->url.text.len;
	url_list_add(&r->link_texts, &as_text);
	row = url_list_find(r->list, &as_text);
	if (row && row->message == r->message && row->is_text)
		row->leads_to = host;
}

static void
add_label(struct url_reader *r, struct url_row *row)
{
	const urlgrep_finding *finding = r->search->row.finding;
	const urlgrep_location *location = r->search->row.location;
	urlgrep_span label = location->link_text.len ? location->link_text :
	    finding->kind != URLGREP_KIND_URL ? finding->written :
	    finding->defanged;
	urlgrep_span url = finding->url.text;
	const struct url_row *same;

	if (label.len && !is_same(label, url))
		row->label = copy_span(r, label);
	row->shown_host = copy_span(r, location->shown_host);
	row->is_text = location->element.text == NULL;
	if (url_row_text_differs(row) && label.len)
		note_link_text(r, label, row->host ? row->host : row->url);
	same = row->is_text ? url_list_find(&r->link_texts, &(struct url_row){ .url = row->url,
	    .len = row->len }) : NULL;
	row->leads_to = same ? same->leads_to : NULL;
}

/* Set the place of text[begin..end), in the finding's text, in the text of the message. Header
 * fields and embedded documents are not part of that and get no place. */
static void
find_in_message(struct url_reader *r, struct url_row *row, urlgrep_span text, size_t begin,
    size_t end)
{
	size_t index = r->search->row.location->text_index, at;
	urlgrep_span all = r->message->text;

	if (index >= r->text_count)
		return;
	at = r->text_begins[index];
	if (at + end > all.len || memcmp(all.text + at + begin, text.text + begin, end - begin) != 0)
		return;
	row->text = all;
	row->text_begin = at + begin;
	row->text_end = at + end;
}

/* Set the place of the finding or its label in the message. If the message is not kept, keep the
 * text that contains the finding, or an excerpt if that is long. */
static void
keep_text(struct url_reader *r, struct url_row *row)
{
	size_t begin, end, from;
	size_t beside = r->kept < MUCH_KEPT_BYTES ? KEPT_BESIDE_BYTES : KEPT_BESIDE_LESS_BYTES;
	urlgrep_span text = urlgrep_mail_surroundings(r->search->mail, &begin, &end), part;

	if (text.text && r->message->text.text)
		find_in_message(r, row, text, begin, end);
	if (text.text == NULL || r->message->text.text)
		return;
	from = begin > beside ? begin - beside : 0;
	part = (urlgrep_span){ text.text + from,
		(text.len - end > beside ? end + beside : text.len) - from };
	if (!is_same(part, r->text)) {
		r->text = (urlgrep_span){ copy_span(r, part), part.len };
		r->kept += part.len;
	}
	row->text = r->text;
	row->text_begin = begin - from;
	row->text_end = end - from;
}

/* Append a text of the message; for HTML, the visible text. */
static void
append_text(struct strbuf *out, const urlgrep_mail_text *text)
{
	struct html *h = text->html ?
	    html_new(&xmalloc_memory, text->text.text, text->text.len, NULL) : NULL;
	urlgrep_span shown = h ? html_text(h) : text->text;

	strbuf_append(out, shown.text, shown.len);
	html_free(h);
}

/* Return a copy of the texts of the message's body, including the subjects of nested messages, and
 * record where each begins. Absent if they are too long, or too much is kept already. */
static urlgrep_span
keep_message(struct url_reader *r)
{
	struct strbuf all = { .memory = &xmalloc_memory };
	urlgrep_span kept = { NULL, 0 };
	urlgrep_mail_text text;
	size_t i;

	r->text_count = 0;
	for (i = 0; all.len <= KEPT_MESSAGE_BYTES && r->kept < MUCH_KEPT_BYTES &&
	    urlgrep_mail_text_at(r->search->mail, i, &text) == URLGREP_OK; i++) {
		bool is_in_body = !text.header || strchr(text.part, '.');

		if (all.len && is_in_body)
			strbuf_printf(&all, "\n\n-- Part %s\n", text.part);
		r->text_begins = x_grow(r->text_begins, r->text_count, &r->text_room,
		    sizeof(*r->text_begins));
		r->text_begins[r->text_count++] = all.len;
		if (is_in_body)
			append_text(&all, &text);
	}
	if (all.len && all.len <= KEPT_MESSAGE_BYTES)
		kept = strbuf_move(&all, &r->list->arena);
	r->kept += kept.len;
	strbuf_free(&all);
	return kept;
}

/* Set r->message to the message of the finding. */
static void
find_message(struct url_reader *r)
{
	urlgrep_mail *mail = r->search->mail;
	uint64_t serial = urlgrep_mail_serial(mail);
	struct url_message *m;

	if (r->message && r->serial == serial)
		return;
	m = arena_allocate(&r->list->arena, sizeof(*m));
	*m = (struct url_message){ copy_string(r, r->search->row.location->path),
		copy_string(r, urlgrep_mail_header(mail, URLGREP_MAIL_FROM)),
		copy_string(r, urlgrep_mail_header(mail, URLGREP_MAIL_SUBJECT)),
		copy_string(r, urlgrep_mail_header(mail, URLGREP_MAIL_DATE)), keep_message(r) };
	r->message = m;
	r->list->messages++;
	if (r->link_texts.count) {
		url_list_free(&r->link_texts);
		url_list_init(&r->link_texts);
	}
	r->serial = serial;
}

/* ---- rows: adding them --- */

/* Set the members of a row that depend on the reading. how is 0 if there is only one reading. */
static void
set_reading(struct url_reader *r, struct url_row *row, const struct row *found, unsigned how)
{
	urlgrep_span url = found->finding->url.text;

	row->opens = copy_form(r, url);
	row->other = (struct url_form){ NULL, NULL };
	row->url = row->opens.exact;
	row->len = url.len;
	row->reading = copy_how(r, how);
	row->warnings = row_all_warnings(found);
	add_host(r, row, found);
}

/* Add a reading other than the best one, if its URL can be opened. */
static void
add_reading(struct url_reader *r, struct url_row row, const urlgrep_reading *reading)
{
	urlgrep_finding other = *r->search->row.finding;
	struct row found = r->search->row;

	if (!search_accepts(&r->settings->search, reading->verdict))
		return;
	found.finding = &other;
	details_begin(found.details);
	urlgrep_judge(r->judge, reading->url.text, reading->url.len, 0, &other.url);
	if (!search_accepts(&r->settings->search, other.url.verdict) ||
	    filter_denies(r->settings, &found))
		return;
	set_reading(r, &row, &found, reading->how);
	row.service = NULL;
	url_list_add(r->list, &row);
}

/* Add the readings of the finding to the list: those that can be opened, and a best reading that
 * --deny refuses. By default, also add an invalid URL that readers of the HTML see as a link.
 * Return true if the best reading can be opened. */
static bool
add_readings(struct url_reader *r)
{
	const urlgrep_finding *finding = r->search->row.finding;
	const urlgrep_location *location = r->search->row.location;
	struct url_row row = { .refusal = refusal_of(r) };
	unsigned i;

	if (r->selection == SELECT_INVALID ? row.refusal == NULL : r->selection != SELECT_ALL &&
	    location->element.text == NULL &&
	    !search_accepts(&r->settings->search, finding->url.verdict))
		return false;
	find_message(r);
	row.message = r->message;
	set_reading(r, &row, &r->search->row,
	    finding->reading_count > 1 ? finding->readings[0].how : 0);
	row.group = row.refusal ? GROUP_INVALID : group_of(finding, location);
	add_label(r, &row);
	add_target(r, &row);
	if (url_list_find(r->list, &row) == NULL)
		keep_text(r, &row);
	url_list_add(r->list, &row);
	for (i = 1; i < finding->reading_count && row.refusal == NULL; i++)
		add_reading(r, row, &finding->readings[i]);
	search_check_memory(&r->search->row);
	return row.refusal == NULL;
}

/* ---- inputs --- */

/* Open the next input. Return false after the last. */
static bool
next_input(struct url_reader *r)
{
	struct walk_entry entry;
	urlgrep_mail_range range;
	const char *name;

	if (!walk_next(r->walk, &entry))
		return false;
	range = search_whole_file(entry.range_flags);
	name = entry.path ? entry.path : STDIN_NAME;
	if (entry.reason == NULL)
		r->fd = entry.path ? file_open(entry.path) : STDIN_FILENO;
	if (entry.is_loop)
		message_notice("%s: %s", name, entry.reason);
	else if (entry.reason || r->fd < 0)
		message_file(name, entry.reason ? entry.reason : strerror(errno));
	else
		search_open(r->search, r->fd, name, &range);
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
		file_close(r->fd);
		r->fd = -1;
		break;
	case SEARCH_ACTIVE_LINK: /* does not occur with SELECT_ALL */
		break;
	}
}

bool
url_reader_step(struct url_reader *r, unsigned milliseconds)
{
	struct timespec begin;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	do {
		if (r->fd < 0 && !next_input(r))
			return false;
		if (r->fd >= 0)
			next_event(r);
	} while (milliseconds == 0 || seconds_since(&begin) * 1000 < milliseconds);
	return true;
}
