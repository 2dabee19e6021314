/* message_search.c - the URLs of a message or an HTML document
 *
 * A message is searched text by text. A URL that occurs in several of its parts is reported once:
 * in the plain text if its HTML alternative (RFC 2046, 5.1.4) has it, too; as a link if it is both
 * in an attribute and visible. */
#include "find/find.h"

#include <string.h>

#include "urlgrep_tools.h"
#include "util/ascii.h"
#include "util/uri.h"

/* The memory that a message may take in addition to its own bytes, at most MAX_MESSAGE_BYTES: for
 * its decoded texts, the links and visible text of an HTML part, and the URLs to compare with
 * others. */
enum { MAX_MESSAGE_MEMORY_BYTES = 160 * 1024 * 1024, MAX_HEAD_BYTES = 64 * 1024 };

#define TOO_COMPLEX_HTML "HTML that needs more than 160 MiB, searched as text"
#define TOO_LARGE_PARTS "its decoded parts need more than 160 MiB"

/* ---- the memory budget --- */

/* Return true if an allocation failed because the message exceeds its budget, and record the first
 * content that does not fit. */
static bool
is_budget_exceeded(struct message_search *s, const char *what)
{
	bool is_exceeded = s->budget.is_exceeded;

	s->budget.is_exceeded = false;
	if (is_exceeded && s->exceeded == NULL)
		s->exceeded = what;
	return is_exceeded;
}

/* ---- scanner flags for a text --- */

/* Return the flags for a part that is read as plain text: those that the caller chose, and those of
 * its format. A field with identifiers, newsgroups or hosts that a message has passed contains no
 * names or addresses (rule N15). */
static unsigned
part_flags(const struct message_search *s, const struct message_text *part)
{
	const unsigned names = URLGREP_FIND_NAMES | URLGREP_LOW_NAMES | URLGREP_FIND_ADDRESSES |
	    URLGREP_LOW_ADDRESSES | URLGREP_SUPPLY_HTTPS;
	unsigned flags = s->options->mail_flags;

	if (flags & names && part->field && word_list_has("message-id references in-reply-to "
	        "content-id supersedes resent-message-id newsgroups followup-to path", part->field,
	        strlen(part->field)))
		flags &= ~names;
	return flags | part->flags;
}

static void
forget_html(struct message_search *s)
{
	html_free(s->html);
	s->html = NULL;
	s->html_part = NULL;
}

/* Parse an HTML part, unless it was the last one parsed. Return NULL if out of memory. */
static const struct html *
parse_html(struct message_search *s, const struct message_text *part)
{
	if (s->html && s->html_part == part)
		return s->html;
	forget_html(s);
	s->html = s->base.failed ? NULL : html_new(s->memory, part->text, part->len, part->base);
	s->html_part = part;
	return s->html;
}

/* Keep the base of a piece of an HTML document for the next pieces. */
static void
keep_base(struct message_search *s)
{
	urlgrep_span base;

	if (s->html == NULL) /* the piece needed too much memory */
		return;
	base = html_base(s->html);
	s->is_unclosed = html_is_unclosed(s->html);
	if (base.text == NULL || base.text == s->base.at) /* it has been kept before */
		return;
	strbuf_clear(&s->base);
	strbuf_append(&s->base, base.text, base.len);
	strbuf_append_byte(&s->base, '\0');
}

/* ---- the URLs of one text --- */

/* Begin to read a text: the links and visible text of h or, if h is NULL, the plain text. */
static void
open_cursor(struct part_cursor *c, const struct message_text *part, const struct html *h,
    urlgrep_scanner *scanner)
{
	*c = (struct part_cursor){ .part = part, .html = h, .scanner = scanner,
		.text = h ? html_text(h) : (urlgrep_span){ part->text, part->len } };
	if (part->field && *part->field == 'x' && strcmp(part->field, "xref") == 0)
		c->text.len = ascii_find(part->text, part->len, ' '); /* newsgroups follow */
}

/* Begin to scan the next segment, or the whole of a plain text. In visible text whose line breaks
 * come from the layout, no URL continues on the next line. Malformed URLs are not compared with
 * others. */
static void
scan_segment(const struct message_search *s, struct part_cursor *c)
{
	unsigned flags;
	bool is_preformatted;

	c->begin = c->end;
	if (c->html) {
		c->end = html_segment_end(c->html, c->begin, &is_preformatted);
		flags = is_preformatted && s->is_html && !s->shows_mail ? s->options->text_flags :
		    s->options->mail_flags;
		if (!is_preformatted)
			flags |= URLGREP_FLOWED | URLGREP_JOIN_WRAPPED;
	} else {
		c->end = c->text.len;
		flags = part_flags(s, c->part);
	}
	if (c != &s->current)
		flags &= ~(unsigned)URLGREP_FIND_MALFORMED;
	urlgrep_scanner_reset(c->scanner);
	urlgrep_scanner_text(c->scanner, c->text.text + c->begin, c->end - c->begin,
	    flags | URLGREP_LAST | URLGREP_ALL);
	c->is_scanning = true;
}

/* Return true if the plain-text alternative of the current HTML part had the URL. */
static bool
was_shown(const struct message_search *s, urlgrep_span url)
{
	const struct message_text *part = s->current.part;

	return part->is_html && part->alternative &&
	    urlgrep_url_set_has(s->shown, url);
}

/* Find the next URL. Set *link to its link, or to NULL if the URL is in the text. Return OK; END
 * after the last one; or NOMEM. */
static urlgrep_status
next_in_text(struct message_search *s, struct part_cursor *c, urlgrep_finding *f,
    const struct html_link **link)
{
	size_t count = 0;
	const struct html_link *links = c->html ? html_links(c->html, &count) : NULL;
	urlgrep_status status;

	while (c->next_link < count) {
		urlgrep_span url;

		*link = &links[c->next_link++];
		url = link_url(&s->judge, c->html, *link);
		if (c == &s->current && url.text && was_shown(s, url))
			continue;
		status = link_judge(&s->judge, c->html, *link, url, f);
		if (status != URLGREP_END)
			return status;
	}
	*link = NULL;
	while (c->is_scanning || c->end < c->text.len) {
		if (!c->is_scanning)
			scan_segment(s, c);
		status = urlgrep_next_into(c->scanner, f);
		if (status != URLGREP_END)
			return status;
		c->is_scanning = false;
	}
	return URLGREP_END;
}

/* ---- URLs to compare with others --- */

/* Add the URL of a finding to a set of URLs to compare with; to `unbroken` only if it is valid or
 * loose and has a single reading. URLs that exceed the budget are skipped: then a URL may be
 * reported twice, or a broken one may not be resolved. Return OK or NOMEM, as do those below. */
static urlgrep_status
add_url(struct message_search *s, urlgrep_url_set *to, const urlgrep_finding *f)
{
	if (to == s->unbroken && (f->reading_count != 1 || f->url.verdict > URLGREP_LOOSE))
		return URLGREP_OK;
	return urlgrep_url_set_add(to, f->url.text) == URLGREP_NOMEM &&
	    !is_budget_exceeded(s, "too many URLs to compare") ? URLGREP_NOMEM : URLGREP_OK;
}

/* Add the URLs of a text, which is read with the second scanner. The last document that was parsed
 * may be in use, and is kept. */
static urlgrep_status
gather(struct message_search *s, const struct message_text *part, urlgrep_url_set *to)
{
	struct html *own = part->is_html && s->html_part != part ?
	    html_new(s->memory, part->text, part->len, part->base) : NULL;
	const struct html *h = part->is_html && s->html_part == part ? s->html : own;
	const struct html_link *link;
	struct part_cursor c;
	urlgrep_finding f = { .offset = 0 };
	urlgrep_status status;

	if (part->is_html && h == NULL)
		return is_budget_exceeded(s, TOO_COMPLEX_HTML) ? URLGREP_OK : URLGREP_NOMEM;
	open_cursor(&c, part, h, s->second_scanner);
	while ((status = next_in_text(s, &c, &f, &link)) == URLGREP_OK &&
	    add_url(s, to, &f) == URLGREP_OK)
		;
	html_free(own);
	return status == URLGREP_END ? URLGREP_OK : URLGREP_NOMEM;
}

/* ---- a search --- */

bool
message_search_init(struct message_search *s, const urlgrep_memory *memory,
    urlgrep_scanner *scanner, const struct find_options *options)
{
	memory_budget_init(&s->budget, memory, MAX_MESSAGE_MEMORY_BYTES);
	memory = s->memory = &s->budget.memory;
	s->options = s->description.options = options;
	s->scanner = scanner;
	s->is_at_end = true;
	s->second_scanner = urlgrep_scanner_new(options->grammar);
	s->judge.scanner = s->second_scanner;
	s->judge.flags = options->given.flags & (URLGREP_FIND_MALFORMED | URLGREP_ACTIVE_LINKS);
	s->judge.resolved.memory = s->judge.repaired.memory = s->base.memory = memory;
	s->message = message_new(memory, &options->given);
	s->shown = urlgrep_url_set_new(memory);
	s->alternative_urls = urlgrep_url_set_new(memory);
	s->links = urlgrep_url_set_new(memory);
	s->unbroken = urlgrep_url_set_new(memory);
	return s->second_scanner && s->message && s->shown && s->alternative_urls && s->links &&
	    s->unbroken;
}

void
message_search_free(struct message_search *s)
{
	if (s->memory == NULL)
		return;
	forget_html(s);
	urlgrep_url_set_free(s->shown);
	urlgrep_url_set_free(s->alternative_urls);
	urlgrep_url_set_free(s->links);
	urlgrep_url_set_free(s->unbroken);
	strbuf_free(&s->judge.resolved);
	strbuf_free(&s->judge.repaired);
	strbuf_free(&s->base);
	link_description_free(&s->description);
	message_free(s->message);
	urlgrep_scanner_free(s->second_scanner);
}

/* Return true if an HTML document is the page of a message: if it has the comments with which
 * Mailman, MHonArc and Hypermail mark the body, or the element in which public-inbox shows it. */
static bool
is_page_of_message(const char *text, size_t len)
{
	static const char *const marks[] = { "<!--beginarticle-->", "<!--X-Body-of-Message-->",
		"<!-- body=\"start\" -->", "<pre\nid=b>" };
	size_t i, head = len < MAX_HEAD_BYTES ? len : MAX_HEAD_BYTES;

	for (i = 0; i < COUNT(marks); i++)
		if (memmem(text, head, marks[i], strlen(marks[i])))
			return true;
	return false;
}

/* Search the whole HTML document, or a message that cannot be parsed, as a single text. */
static void
set_raw_text(struct message_search *s)
{
	s->raw_text = (struct message_text){ .part = s->is_html ? NULL : "1",
		.is_html = s->is_html, .text = s->raw.text,
		.len = s->raw.len, .origin.source = { 0, s->raw.len },
		.base = s->base.len > 0 && !s->is_unclosed ? s->base.at : NULL };
	s->texts = &s->raw_text;
	s->text_count = 1;
}

void
message_search_open(struct message_search *s, bool is_html, enum text_encoding encoding)
{
	const struct mbox_message *raw = &s->raw;

	s->is_unclosed = false;
	if (is_html && raw->is_rest)
		keep_base(s);
	else
		strbuf_clear(&s->base);
	forget_html(s);
	s->located = (struct text_position){ .line = raw->line, .encoding = encoding };
	s->marks[0] = s->located;
	s->mark_count = 1;
	s->exceeded = NULL;
	s->budget.is_exceeded = false;
	s->goes_on_as_text = s->goes_on_as_text && raw->is_rest;
	s->is_html = is_html;
	s->shows_mail = is_html && (raw->is_rest ? s->shows_mail :
		is_page_of_message(raw->text, raw->len));
	s->is_in_text = s->is_at_end = false;
	s->is_parsed = is_html;
	s->is_gathered = false;
	s->gathered = NULL;
	s->next_text = 0;
	s->alternative = 0;
	s->text_count = 0;
	s->found = (struct text_place){ .begin = 0 };
	if (is_html)
		set_raw_text(s);
}

/* ---- locations --- */

/* Return the last mark at or before a byte of the message. */
static const struct text_position *
find_mark(struct message_search *s, size_t offset)
{
	size_t mark = offset / MARK_BYTES < MARK_COUNT ? offset / MARK_BYTES : MARK_COUNT - 1;

	for (; s->mark_count <= mark; s->mark_count++) {
		struct text_position *next = &s->marks[s->mark_count];

		*next = next[-1];
		text_position_advance(s->options, next, s->raw.text + next->offset, MARK_BYTES);
	}
	return &s->marks[mark];
}

/* Set the offset, line and column of a byte of the message. Count from the last byte that was
 * located, or from a mark: the sectors of a .msg may be in any order. */
static void
locate_byte(struct message_search *s, size_t offset, urlgrep_location *l)
{
	const struct text_position *mark = find_mark(s, offset);
	struct text_position *p = &s->located;

	if (offset < p->offset || p->offset < mark->offset)
		*p = *mark;
	text_position_advance(s->options, p, s->raw.text + p->offset, offset - (size_t)p->offset);
	l->offset = s->raw.offset + offset + p->excess;
	if (p->line == 0)
		return;
	l->line = p->line;
	l->column = p->column + 1;
}

/* Locate begin..end of the decoded bytes of the current part. */
static void
locate(struct message_search *s, size_t begin, size_t end, urlgrep_location *l)
{
	const struct message_text *part = s->current.part;
	struct byte_range range;

	l->text_index = (size_t)(part - s->texts);
	l->part = part->part;
	l->encoding = s->is_html ? NULL : transfer_encoding_name(part->encoding);
	l->flags = part->field ? URLGREP_MAIL_IN_HEADER : 0;
	if (has_flag(s->options, URLGREP_BRIEF_LOCATIONS))
		return;
	l->text_offset = begin;
	l->text_length = end - begin;
	range = message_source_range(part, begin, end);
	locate_byte(s, range.begin, l);
	l->length = utf16_source_bytes(s->located.encoding, s->raw.text + range.begin,
	    range.end - range.begin);
}

/* Locate a finding in the text being scanned. */
static void
locate_finding(struct message_search *s, const urlgrep_finding *f, urlgrep_location *l)
{
	const struct part_cursor *c = &s->current;
	const struct html *h = c->html;
	size_t begin = c->begin + (size_t)f->offset;
	size_t end = begin + (size_t)f->length;

	s->found = (struct text_place){ c->text, begin, end };
	if (h && !has_flag(s->options, URLGREP_BRIEF_LOCATIONS))
		locate(s, html_source_begin(h, begin), html_source_end(h, end - 1), l);
	else
		locate(s, begin, end, l);
	l->signs = urlgrep_signs(s->scanner, &l->sign_count);
}

/* ---- readings --- */

/* Gather the URLs that occur unbroken anywhere in the message. */
static urlgrep_status
gather_unbroken(struct message_search *s)
{
	size_t i;

	url_set_clear(s->unbroken);
	for (i = 0; i < s->text_count; i++)
		if (gather(s, &s->texts[i], s->unbroken) == URLGREP_NOMEM)
			return URLGREP_NOMEM;
	s->is_gathered = true;
	return URLGREP_OK;
}

/* Choose among the readings of a broken URL. */
static urlgrep_status
choose_reading(struct message_search *s, urlgrep_finding *f)
{
	if (f->reading_count < 2 || s->is_html)
		return URLGREP_OK;
	if (!s->is_gathered && gather_unbroken(s) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	if (unbroken_urls_choose(s->unbroken, s->scanner, f) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	return unbroken_urls_choose(s->options->given.known, s->scanner, f);
}

/* ---- HTML alternatives --- */

/* Return the first HTML part in the same multipart/alternative (RFC 2046, 5.1.4) as a plain text;
 * NULL if there is none. */
static const struct message_text *
find_alternative(const struct message_search *s, const struct message_text *part)
{
	size_t i;

	for (i = 0; part->alternative && !part->is_html && i < s->text_count; i++)
		if (s->texts[i].is_html && s->texts[i].alternative == part->alternative)
			return &s->texts[i];
	return NULL;
}

/* Gather the URLs of the HTML alternative of the current text, unless locations are brief. */
static urlgrep_status
gather_alternative(struct message_search *s)
{
	const struct message_text *html = s->current.alternative;

	if (html == NULL || s->gathered == html || has_flag(s->options, URLGREP_BRIEF_LOCATIONS))
		return URLGREP_OK;
	url_set_clear(s->alternative_urls);
	parse_html(s, html);
	s->gathered = html;
	return gather(s, html, s->alternative_urls);
}

/* ---- the texts of a message --- */

/* Begin to read a text. HTML that is too complex is read as plain text. */
static urlgrep_status
begin_text(struct message_search *s, const struct message_text *part)
{
	const struct html *h = NULL;

	s->decoded += (part->flags & URLGREP_DECODED) != 0;
	if (part->alternative != s->alternative) {
		s->alternative = part->alternative;
		url_set_clear(s->shown);
	}
	if (part->is_html) {
		h = parse_html(s, part);
		if (h == NULL && !is_budget_exceeded(s, TOO_COMPLEX_HTML))
			return URLGREP_NOMEM;
		url_set_clear(s->links);
	}
	open_cursor(&s->current, part, h, s->scanner);
	s->current.alternative = find_alternative(s, part);
	s->is_in_text = true;
	return URLGREP_OK;
}

/* The rest of a message that is too long is searched only if it is text. */
urlgrep_status
message_search_parse(struct message_search *s)
{
	if (s->is_parsed)
		return URLGREP_OK;
	if (s->raw.is_rest) {
		message_read(s->message, "", 0, s->raw.from_line); /* the rest has no fields */
		set_raw_text(s);
		s->text_count = s->goes_on_as_text;
	} else if (message_read(s->message, s->raw.text, s->raw.len, s->raw.from_line) == URLGREP_OK) {
		s->goes_on_as_text = s->raw.is_long && message_goes_on_as_text(s->message);
		s->texts = message_texts(s->message, &s->text_count);
	} else if (is_budget_exceeded(s, TOO_LARGE_PARTS)) {
		set_raw_text(s);
	} else {
		return URLGREP_NOMEM;
	}
	s->is_parsed = true;
	return URLGREP_OK;
}

/* Begin the next text. Return END after the last one, or SKIPPED if a part was skipped. */
static urlgrep_status
next_text(struct message_search *s)
{
	if (message_search_parse(s) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	if (s->next_text < s->text_count)
		return begin_text(s, &s->texts[s->next_text++]);
	s->is_at_end = true;
	return message_search_skipped(s) ? URLGREP_SKIPPED : URLGREP_END;
}

/* ---- links and URLs of a text --- */

/* Describe the location of a link, and the host that it shows. Return OK or NOMEM. */
static urlgrep_status
locate_link(struct message_search *s, const struct html_link *link,
    const urlgrep_finding *f, urlgrep_location *l)
{
	const struct html *h = s->current.html;

	s->found = (struct text_place){ html_text_of_link(h, link), link->text_begin,
		link->text_end };
	locate(s, link->source_begin, link->source_end, l);
	l->element = link->element;
	l->attribute = link->attribute;
	l->flags |= link_is_relative(h, link) ? URLGREP_MAIL_RELATIVE : 0;
	if (has_flag(s->options, URLGREP_BRIEF_LOCATIONS))
		return URLGREP_OK;
	return link_description_write(&s->description, s->scanner, html_link_text(h, link),
	    f, l);
}

/* Describe the link in the HTML alternative that has the same URL, because most readers see it
 * instead of the plain text. Return OK or NOMEM. */
static urlgrep_status
describe_alternative(struct message_search *s, const urlgrep_finding *f,
    urlgrep_location *l)
{
	const struct html_link *link = NULL;

	l->alternative = s->current.alternative->part;
	if (s->html_part == s->current.alternative && s->html)
		link = link_find(s->html, f->url.text, &s->current.next_alternative_link);
	return link == NULL ? URLGREP_OK : link_description_write(&s->description,
	    s->second_scanner, html_link_text(s->html, link), f, l);
}

/* Return true if the caller wants the link. */
static inline bool
wants_link(const struct message_search *s, const struct html_link *link)
{
	return link->is_anchor || !has_flag(s->options, URLGREP_ANCHORS);
}

/* Locate a link. Return END if it is not wanted or is a repetition. */
static urlgrep_status
use_link(struct message_search *s, const struct html_link *link, const urlgrep_finding *f,
    urlgrep_location *l)
{
	if (!wants_link(s, link))
		return URLGREP_END;
	if (f->notes & URLGREP_MALFORMED && add_url(s, s->links, f) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	return was_shown(s, f->url.text) ? URLGREP_END : locate_link(s, link, f, l);
}

/* Gather the URLs of the links of the current HTML, when its text has a URL. Malformed links have
 * been added as browsers read them. Skip links without a scheme: the text may mean another URL. */
static urlgrep_status
gather_links(struct message_search *s)
{
	size_t count, i;
	const struct html_link *links = html_links(s->current.html, &count);
	urlgrep_finding f = { .offset = 0 };

	for (i = s->current.gathered_links; i < count; i++) {
		f.url.text = link_url(&s->judge, s->current.html, &links[i]);
		if (f.url.text.text == NULL || (wants_link(s, &links[i]) &&
		    uri_scheme_length(f.url.text) > 0 && add_url(s, s->links, &f) == URLGREP_NOMEM))
			return URLGREP_NOMEM;
	}
	s->current.gathered_links = count;
	return URLGREP_OK;
}

/* Return the link whose visible text contains the finding, or NULL. */
static const struct html_link *
find_label(struct message_search *s, const urlgrep_finding *f)
{
	size_t count, i;
	const struct html_link *links = html_links(s->current.html, &count);
	uint64_t begin = s->current.begin + f->offset;

	while (s->current.next_label < count &&
	    (links[s->current.next_label].is_embedded ||
		links[s->current.next_label].text_end <= begin))
		s->current.next_label++;
	i = s->current.next_label;
	return i < count && links[i].text_begin < begin + f->length ? &links[i] : NULL;
}

/* Return true if the finding is in the visible text of a link, and shorter than its URL: a name, an
 * address, or a URL that a program has shortened. */
static bool
is_link_label(struct message_search *s, const urlgrep_finding *f)
{
	const struct html_link *link = find_label(s, f);

	if (link == NULL || f->kind != URLGREP_KIND_URL)
		return link != NULL;
	return link->text_begin == s->current.begin + f->offset &&
	    link_text_is_shortened(html_link_text(s->current.html, link),
		link_url(&s->judge, s->current.html, link));
}

/* Choose among the readings of a URL in a text, and locate it. Return END if it repeats a link or
 * the alternative. */
static urlgrep_status
use_finding(struct message_search *s, urlgrep_finding *f, urlgrep_location *l)
{
	const struct part_cursor *t = &s->current;

	if (gather_alternative(s) == URLGREP_NOMEM || choose_reading(s, f) == URLGREP_NOMEM ||
	    (t->html && gather_links(s) == URLGREP_NOMEM))
		return URLGREP_NOMEM;
	if (t->alternative && add_url(s, s->shown, f) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	if (was_shown(s, f->url.text) || (t->html &&
		(urlgrep_url_set_has(s->links, f->url.text) || is_link_label(s, f))))
		return URLGREP_END;
	locate_finding(s, f, l);
	return t->alternative && s->gathered == t->alternative &&
	    urlgrep_url_set_has(s->alternative_urls, f->url.text) ?
	    describe_alternative(s, f, l) : URLGREP_OK;
}

urlgrep_status
message_search_next(struct message_search *s, urlgrep_finding *f,
    urlgrep_location *l)
{
	urlgrep_status status = URLGREP_END;
	const struct html_link *link;

	while (!s->is_at_end) {
		if (!s->is_in_text) {
			status = next_text(s);
			if (status != URLGREP_OK)
				break;
			continue;
		}
		status = next_in_text(s, &s->current, f, &link);
		s->is_in_text = status != URLGREP_END;
		if (status == URLGREP_OK)
			status = link ? use_link(s, link, f, l) : use_finding(s, f, l);
		if (status != URLGREP_END)
			break;
	}
	/* Drop the rest of the message: a URL that occurs in several of its texts could be found
	 * again in another text. */
	if (status == URLGREP_NOMEM) {
		s->is_at_end = true;
		if (is_budget_exceeded(s,
			"too large: the rest is not searched"))
			return URLGREP_SKIPPED;
	}
	return status;
}

const char *
message_search_skipped(const struct message_search *s)
{
	if (s->raw.is_long && !s->raw.is_rest && !s->is_html && !s->goes_on_as_text)
		return "longer than 64 MiB: the rest is not searched";
	if (s->exceeded)
		return s->exceeded;
	return s->is_html ? NULL : message_skipped(s->message);
}
