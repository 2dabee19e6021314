/* row_maker.c - makes rows of the list from findings */
#include "pick/row_maker.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/target_warnings.h"
#include "cmd/xmalloc.h"
#include "row/warnings.h"
#include "row/idn.h"
#include "util/ascii.h"
#include "util/strbuf.h"
#include "util/utf8.h"

struct row_maker {
	const struct settings *settings;
	enum selection selection; /* --invalid, --all */
	struct url_list *list;
	urlgrep_scanner *judge; /* of readings, while a finding is in use */
	/* the texts of links that lead elsewhere: the same URL is found as text, too */
	urlgrep_url_set *link_texts;
};

struct row_maker *
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

void
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

/* ---- what a finding is --- */

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
refusal_of(struct row_maker *m, const urlgrep_finding *finding,
    const urlgrep_location *location, const struct target *target)
{
	struct strbuf reason = { .memory = &xmalloc_memory };
	const char *copy, *name;
	urlgrep_warnings denied;
	urlgrep_error error;

	if (filter_accepts(m->settings, finding, location, target))
		return NULL;
	if (settings_accept(m->settings, finding->url.verdict)) {
		denied = filter_denied_warnings(m->settings, finding, location, target);
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

/* ---- what is known about it --- */

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
add_target(struct row_maker *m, struct url_row *row, const urlgrep_finding *finding,
    const struct target *target)
{
	const urlgrep_unwrapped *unwrapped = target->unwrapped;

	row->warnings |= target_warnings_of_all(target);
	if (unwrapped && unwrapped->step_count)
		row->service = unwrapped->steps[0].via;
	if (!is_same_text(target->shown->text, finding->url.text)) {
		row->target = copy_span(m, target->shown->text);
		row->opens_target = true;
	} else if (target_is_unwrapped(target)) {
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
	struct target none = { .shown = &other.url };

	if (!settings_accept(m->settings, reading->verdict))
		return;
	urlgrep_judge(m->judge, reading->url.text, reading->url.len, 0, &other.url);
	if (!filter_accepts(m->settings, &other, &search->location, &none))
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

bool
row_maker_add(struct row_maker *m, const struct search *search,
    const struct url_message *message)
{
	const urlgrep_finding *finding = &search->finding;
	const urlgrep_location *location = &search->location;
	struct url_row row = { .message = message, .len = finding->url.text.len,
		.offset = location->offset, .length = location->length };
	unsigned i;

	row.refusal = refusal_of(m, finding, location, search->target);
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
	add_target(m, &row, finding, search->target);
	url_list_add(m->list, &row);
	for (i = 1; i < finding->reading_count && row.refusal == NULL; i++)
		add_reading(m, search, row, &finding->readings[i]);
	return row.refusal == NULL;
}
