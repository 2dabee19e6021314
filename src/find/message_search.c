/* message_search.c - a text searched, or mail: its messages, the messages' texts */
#include "find/message_search.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "find/unbroken_urls.h"
#include "html/html.h"
#include "input/file_type.h"
#include "util/line_count.h"
#include "util/memory.h"
#include "mail/mbox.h"
#include "cmd/xmalloc.h"
#include "mail/message.h"
#include "html/uri_resolve.h"
#include "find/url_set.h"
#include "find/text_search.h"

struct search {
	const struct options *options;
	struct search_client client;
	urlgrep_scanner *scanner;
	urlgrep_scanner *aside; /* for a second look while a finding is in use */
	struct source *source;
	struct search_sums sums;

	const char *path; /* of what is being searched */

	/* the message being read */
	struct mbox_message raw;
	struct message *message;
	const struct evidence *known; /* what stands whole in the input, or NULL */
	struct html *html;         /* of the part that was parsed last */
	const struct message_text *html_part;
	char *whole;               /* the URL of a link that is relative */
	struct evidence *evidence; /* what stands whole in it */
	bool gathered;             /* that is known */
	struct origin origin;
	struct twin *twins; /* of its alternatives, by their numbers */
	size_t twin_count;
	size_t counted; /* line breaks before it are in line */
	uint64_t line;
};

/* What says the same as the plain texts of an alternative. */
struct twin {
	const struct message_text *html;
	struct seen *urls; /* of it, once they were asked for */
};

/* A text that is being scanned. */
struct text {
	const char *at;
	size_t len;
	unsigned flags;                   /* for the scanner */
	const struct message_text *part;  /* NULL: the file itself is HTML */
	const struct html *html;          /* at is its visible text */
	const char *twin;
	struct seen *twins;  /* URLs of the HTML twin */
	struct seen *shown;  /* URLs of the text twin */
	struct seen *links;  /* URLs of its attributes, when at is what is seen */
};

/* What is to be told of a message. */
static unsigned
message_flags(const struct options *o)
{
	return (o->want_headers ? MESSAGE_HEADERS : 0) |
	    (o->headers.count ? MESSAGE_EVERY_HEADER : 0) |
	    (o->iri ? MESSAGE_UTF8 : 0);
}

/* Among the invalid ones is what was meant for a URL. */
static unsigned
meant_flag(const struct options *o)
{
	return o->selection == VALID ? 0 : URLGREP_MEANT;
}

struct search *
search_new(const struct options *o, const urlgrep_grammar *grammar,
    const struct evidence *known, struct search_client client)
{
	struct search *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->options = o;
	s->client = client;
	s->known = known;
	s->scanner = urlgrep_scanner_new(grammar);
	s->aside = urlgrep_scanner_new(grammar);
	if (s->scanner)
		s->source = source_new(s->scanner, o->line_number || o->json,
		    meant_flag(o));
	if (s->aside == NULL || s->source == NULL) {
		search_free(s);
		return NULL;
	}
	s->message = message_new(message_flags(o));
	s->evidence = evidence_new();
	if (s->evidence == NULL) {
		search_free(s);
		return NULL;
	}
	return s;
}

void
search_free(struct search *s)
{
	if (s == NULL)
		return;
	message_free(s->message);
	evidence_free(s->evidence);
	source_free(s->source);
	free(s->whole);
	urlgrep_scanner_free(s->scanner);
	urlgrep_scanner_free(s->aside);
	free(s);
}

struct search_sums
search_sums(const struct search *s)
{
	return s->sums;
}

static void
no_memory(struct search *s)
{
	s->client.trouble(s->path, strerror(ENOMEM), s->client.data);
}

/* ---- text --- */

static bool
found_in_text(struct search *s, urlgrep_finding *f)
{
	struct place place = { .path = s->path };

	if (f->reading_count > 1 && s->known)
		evidence_decide(s->known, s->scanner, f);
	place.line = source_line(s->source, f);
	place.offset = f->offset;
	place.length = f->length;
	place.signs = urlgrep_signs(s->scanner, &place.sign_count);
	return s->client.found(f, &place, s->client.data);
}

static bool
search_text(struct search *s, struct reader reader)
{
	urlgrep_finding f;
	int error = 0;
	bool more = true;

	source_begin(s->source, reader, 0, UINT64_MAX);
	while (more && source_next(s->source, &f, &error) == URLGREP_OK)
		more = found_in_text(s, &f);
	if (error)
		s->client.trouble(s->path, strerror(error), s->client.data);
	return more;
}

/* What a thread that searches all of the text finds here it finds too if its last
 * URL before ends at the same octet: no URL goes over the line break in front of a
 * stretch but by being joined, or in a wrapper. */
static bool
search_text_stretch(struct search *s, struct reader reader,
    const struct stretch *stretch)
{
	urlgrep_finding f;
	uint64_t last = 0;
	int error = 0;
	bool entered = false, more = true;

	source_begin(s->source, reader, stretch->first, stretch->end);
	while (more && source_next(s->source, &f, &error) == URLGREP_OK &&
	    f.offset < stretch->end) {
		if (!entered && f.offset >= stretch->begin) {
			s->client.entered(stretch->begin, last, s->client.data);
			entered = true;
		}
		last = f.offset + f.length;
		more = !entered || found_in_text(s, &f);
	}
	if (!entered)
		s->client.entered(stretch->begin, last, s->client.data);
	s->client.left(last, s->client.data);
	if (error)
		s->client.trouble(s->path, strerror(error), s->client.data);
	return more;
}

/* ---- where in the file --- */

/* The line of an octet of the message. */
static uint64_t
line_in_message(struct search *s, size_t offset)
{
	if (s->raw.line == 0)
		return 0;
	if (offset < s->counted) {
		s->counted = 0;
		s->line = s->raw.line;
	}
	s->line += line_count(s->raw.text + s->counted, offset - s->counted);
	s->counted = offset;
	return s->line;
}

/* Where in the text that html was made of, or the text itself. */
static size_t
undo_html(const struct text *t, size_t at)
{
	return t->html ? html_source_begin(t->html, at) : at;
}

static size_t
undo_html_end(const struct text *t, size_t at)
{
	return t->html ? html_source_end(t->html, at) : at + 1;
}

/* The place of what stands at begin..end of a part's decoded octets. */
static struct place
place_in(struct search *s, const struct text *t, size_t begin, size_t end)
{
	struct place p = { .path = s->path, .twin = NULL };

	if (t->part) {
		end = message_source_end(t->part, end - 1);
		begin = message_source(t->part, begin);
		p.part = t->part->part;
		p.encoding = t->part->encoding;
		p.message = &s->origin;
	}
	p.line = line_in_message(s, begin);
	p.offset = s->raw.offset + begin;
	p.length = end - begin;
	return p;
}

/* ---- links --- */

/* A part is looked at for its twin, and then for itself: parsed once. */
static const struct html *
html_of(struct search *s, const struct message_text *part)
{
	if (s->html_part == part)
		return s->html;
	html_free(s->html);
	s->html = html_new(&memory_default, part->text, part->len);
	s->html_part = part;
	return s->html;
}

static void
forget_html(struct search *s)
{
	html_free(s->html);
	s->html = NULL;
	s->html_part = NULL;
}

/* Is the link one that its document's base makes whole? */
static bool
is_relative(const struct html *h, const struct html_link *link)
{
	return html_base(h).text && uri_is_relative_reference(link->url);
}

/* The URL of a link, whole; it lasts until the next one is asked for. */
static urlgrep_span
link_url(struct search *s, const struct html *h, const struct html_link *link)
{
	urlgrep_span base = html_base(h);

	if (!is_relative(h, link))
		return link->url;
	free(s->whole);
	s->whole = malloc(base.len + link->url.len + 1);
	if (s->whole == NULL)
		memory_end();
	return (urlgrep_span){ s->whole, uri_resolve(base, link->url, s->whole) };
}

/* What the scanner sees at the very front of text: is it a URL that it would
 * take? An attribute holds nothing else, so all of it is judged. */
static bool
judge_link(struct search *s, urlgrep_span url, urlgrep_finding *f,
    urlgrep_reading *reading)
{
	memset(f, 0, sizeof(*f));
	urlgrep_scanner_reset(s->aside);
	urlgrep_scanner_text(s->aside, url.text, url.len, URLGREP_LAST);
	if (urlgrep_next(s->aside, f) != URLGREP_OK || f->offset != 0)
		return false;
	if (f->url.text.text != url.text || f->url.text.len != url.len)
		urlgrep_judge(s->aside, url.text, url.len, 0, &f->url);
	*reading = (urlgrep_reading){ f->url.text, f->url.verdict, 0 };
	f->form = URLGREP_QUOTED;
	f->confidence = URLGREP_HIGH;
	f->readings = reading;
	f->reading_count = 1;
	f->length = url.len;
	return true;
}

/* ---- all URLs of a text, at a second look --- */

typedef void gather_fn(void *to, const urlgrep_finding *f);

static void
gather_text(struct search *s, const char *text, size_t len, unsigned flags,
    gather_fn *add, void *to)
{
	urlgrep_finding f;

	urlgrep_scanner_reset(s->aside);
	urlgrep_scanner_text(s->aside, text, len, flags | URLGREP_LAST);
	while (urlgrep_next(s->aside, &f) == URLGREP_OK)
		add(to, &f);
}

/* Those of its attributes, and those that are seen. */
static void
gather_html(struct search *s, const struct html *h, gather_fn *add, void *to)
{
	const struct html_link *link;
	urlgrep_finding f;
	urlgrep_reading reading;
	size_t count = 0, i;
	urlgrep_span text;

	if (h == NULL)
		return;
	link = html_links(h, &count);
	for (i = 0; i < count; i++)
		if (judge_link(s, link_url(s, h, &link[i]), &f, &reading))
			add(to, &f);
	text = html_text(h);
	gather_text(s, text.text, text.len, URLGREP_FLOWED, add, to);
}

static void
add_seen(void *seen, const urlgrep_finding *f)
{
	seen_first(seen, f->url.text);
}

static void
add_evidence(void *evidence, const urlgrep_finding *f)
{
	evidence_add_finding(evidence, f);
}

static unsigned
scanner_flags(const struct message_text *part)
{
	return (part->flowed ? URLGREP_FLOWED : 0) |
	    (part->delsp ? URLGREP_DELSP : 0);
}

/* The part that was parsed last may be in use, and stays. */
static void
gather_html_evidence(struct search *s, const struct message_text *part)
{
	bool parsed = s->html_part == part;
	struct html *own = parsed ? NULL : html_new(&memory_default, part->text, part->len);

	gather_html(s, parsed ? s->html : own, add_evidence, s->evidence);
	html_free(own);
}

/* What stands whole anywhere in the message, once it is needed. */
static void
gather_evidence(struct search *s)
{
	size_t count, i;
	const struct message_text *texts = message_texts(s->message, &count);

	evidence_clear(s->evidence);
	for (i = 0; i < count; i++)
		if (texts[i].html)
			gather_html_evidence(s, &texts[i]);
		else
			gather_text(s, texts[i].text, texts[i].len,
			    scanner_flags(&texts[i]), add_evidence, s->evidence);
	s->gathered = true;
}

/* ---- texts of a message --- */

/* Is the URL that of a finding in the text twin? */
static bool
was_shown(const struct text *t, const char *url, size_t len)
{
	return t->shown && seen_has(t->shown, (urlgrep_span){ url, len });
}

/* Hand a finding on, unless its twin was. */
static bool
hand_on(struct search *s, const struct text *t, const urlgrep_finding *f,
    struct place *p)
{
	if (was_shown(t, f->url.text.text, f->url.text.len) ||
	    (t->links && seen_has(t->links, f->url.text)))
		return true;
	if (t->twins && seen_has(t->twins, f->url.text))
		p->twin = t->twin;
	return s->client.found(f, p, s->client.data);
}

/* How was the URL broken that has several readings? */
static void
decide(struct search *s, urlgrep_finding *f)
{
	if (!s->gathered)
		gather_evidence(s);
	evidence_decide(s->evidence, s->scanner, f);
	if (s->known)
		evidence_decide(s->known, s->scanner, f);
}

static bool
scan_text(struct search *s, const struct text *t, struct seen *remember)
{
	urlgrep_finding f;
	bool more = true;

	urlgrep_scanner_reset(s->scanner);
	urlgrep_scanner_text(s->scanner, t->at, t->len,
	    t->flags | meant_flag(s->options) | URLGREP_LAST);
	while (more && urlgrep_next(s->scanner, &f) == URLGREP_OK) {
		size_t begin = (size_t)f.offset;
		struct place p;

		if (f.reading_count > 1 && t->part)
			decide(s, &f);
		p = place_in(s, t, undo_html(t, begin),
		    undo_html_end(t, begin + (size_t)f.length - 1));

		p.signs = urlgrep_signs(s->scanner, &p.sign_count);
		if (remember)
			seen_first(remember, f.url.text);
		more = hand_on(s, t, &f, &p);
	}
	return more;
}

/* ---- HTML --- */

static bool
same_host(urlgrep_span a, urlgrep_span b)
{
	return a.len == b.len && strncasecmp(a.text, b.text, a.len) == 0;
}

/* Does the link show a URL of another host than it leads to? */
static bool
href_differs(struct search *s, const struct html *h,
    const struct html_link *link, urlgrep_span host)
{
	const char *text = html_text(h).text;
	urlgrep_finding f;

	if (host.text == NULL || link->text_end <= link->text_begin)
		return false;
	urlgrep_scanner_reset(s->scanner);
	urlgrep_scanner_text(s->scanner, text + link->text_begin,
	    link->text_end - link->text_begin, URLGREP_LAST);
	if (urlgrep_next(s->scanner, &f) != URLGREP_OK ||
	    f.url.verdict != URLGREP_OK)
		return false;
	return !same_host(urlgrep_part_named(&f.url, "host"), host);
}

static bool
search_links(struct search *s, const struct html *h, const struct text *t,
    struct seen *links)
{
	struct text source = *t;
	size_t count, i;
	const struct html_link *link = html_links(h, &count);
	bool more = true;

	source.html = NULL;
	for (i = 0; more && i < count; i++) {
		urlgrep_span url = link_url(s, h, &link[i]);
		urlgrep_finding f;
		urlgrep_reading reading;
		struct place p;

		if (was_shown(t, url.text, url.len) ||
		    !judge_link(s, url, &f, &reading))
			continue;
		seen_first(links, f.url.text);
		p = place_in(s, &source, link[i].source_begin, link[i].source_end);
		p.relative = is_relative(h, &link[i]);
		p.href_differs = href_differs(s, h, &link[i],
		    urlgrep_part_named(&f.url, "host"));
		more = hand_on(s, t, &f, &p);
	}
	return more;
}

/* The links, then the URLs that are seen but are no link's. */
static bool
search_html(struct search *s, const struct text *t)
{
	struct html *own = t->part ? NULL : html_new(&memory_default, t->at, t->len);
	const struct html *h = t->part ? html_of(s, t->part) : own;
	struct seen *links = seen_new();
	struct text seen = *t;
	bool more = true;

	if (h == NULL || links == NULL) {
		no_memory(s);
	} else {
		more = search_links(s, h, t, links);
		seen.html = h;
		seen.flags = URLGREP_FLOWED; /* its line ends are meant */
		seen.at = html_text(h).text;
		seen.len = html_text(h).len;
		seen.links = links;
		more = more && scan_text(s, &seen, NULL);
	}
	seen_free(links);
	html_free(own);
	return more;
}

/* ---- a message --- */

/* Of each alternative the first text that is HTML. */
static void
find_twins(struct search *s, const struct message_text *texts, size_t count)
{
	size_t most = 0, i;

	for (i = 0; i < count; i++)
		if (texts[i].alternative > most)
			most = texts[i].alternative;
	s->twin_count = most ? most + 1 : 0;
	s->twins = most ? calloc(s->twin_count, sizeof(*s->twins)) : NULL;
	if (most && s->twins == NULL)
		memory_end();
	for (i = 0; most && i < count; i++) {
		struct twin *twin = &s->twins[texts[i].alternative];

		if (texts[i].alternative && texts[i].html && twin->html == NULL)
			twin->html = &texts[i];
	}
}

static void
free_twins(struct search *s)
{
	size_t i;

	for (i = 0; i < s->twin_count; i++)
		seen_free(s->twins[i].urls);
	free(s->twins);
	s->twins = NULL;
	s->twin_count = 0;
}

/* The twin of a plain text, its URLs gathered; NULL: it has none. */
static const struct twin *
twin_of(struct search *s, const struct message_text *part)
{
	struct twin *twin;

	if (part->alternative == 0 || part->html)
		return NULL;
	twin = &s->twins[part->alternative];
	if (twin->html == NULL)
		return NULL;
	if (twin->urls == NULL) {
		twin->urls = seen_new();
		if (twin->urls == NULL)
			memory_end();
		gather_html(s, html_of(s, twin->html), add_seen, twin->urls);
	}
	return twin;
}

static bool
is_header(const struct message_text *t)
{
	return *t->part < '0' || *t->part > '9';
}

static bool
is_encoded(const struct message_text *t)
{
	return t->encoding[0] == 'q' || t->encoding[0] == 'u' ||
	    strcmp(t->encoding, "base64") == 0;
}

static bool
wanted_header(const struct options *o, const struct message_text *t)
{
	size_t i;

	for (i = 0; i < o->headers.count; i++)
		if (strcasecmp(o->headers.at[i], t->part) == 0)
			return true;
	return o->headers.count == 0 || strcmp(t->part, "subject") == 0;
}

static bool
search_part(struct search *s, const struct message_text *part,
    struct seen *shown)
{
	const struct twin *twin;
	struct text t = { .at = part->text, .len = part->len, .part = part,
		.flags = scanner_flags(part) };

	if (is_header(part) && !wanted_header(s->options, part))
		return true;
	if (part->html) {
		t.shown = part->alternative ? shown : NULL;
		return search_html(s, &t);
	}
	twin = twin_of(s, part);
	if (twin) {
		t.twin = twin->html->part;
		t.twins = twin->urls;
	}
	return scan_text(s, &t, twin ? shown : NULL);
}

static void
say_trouble(struct search *s, const char *why)
{
	char what[320];

	snprintf(what, sizeof(what), "message at octet %" PRIu64 ": %s",
	    s->raw.offset, why);
	s->client.trouble(s->path, what, s->client.data);
}

bool
search_message(struct search *s, const struct mbox_message *raw,
    const char *path)
{
	struct seen *shown = NULL; /* of this alternative */
	unsigned alternative = 0;
	const struct message_text *texts;
	size_t count, i;
	bool more = true;

	s->path = path;
	s->raw = *raw;
	s->counted = 0;
	s->line = raw->line;
	s->origin = (struct origin){ raw->number, s->message };
	s->sums.messages++;
	s->gathered = false;
	message_read(s->message, raw->text, raw->len);
	texts = message_texts(s->message, &count);
	find_twins(s, texts, count);
	for (i = 0; more && i < count; i++) {
		s->sums.decoded += is_encoded(&texts[i]);
		if (texts[i].alternative != alternative) {
			alternative = texts[i].alternative;
			seen_free(shown);
			shown = alternative ? seen_new() : NULL;
		}
		more = search_part(s, &texts[i], shown);
	}
	if (message_trouble(s->message))
		say_trouble(s, message_trouble(s->message));
	free_twins(s);
	forget_html(s);
	seen_free(shown);
	return more;
}

static bool
search_html_file(struct search *s, const struct mbox_message *raw)
{
	struct text t = { .at = raw->text, .len = raw->len };

	s->raw = *raw;
	s->counted = 0;
	s->line = raw->line;
	return search_html(s, &t);
}

static void
end_box(struct search *s, struct mbox *box)
{
	if (mbox_error(box))
		s->client.trouble(s->path, strerror(mbox_error(box)),
		    s->client.data);
	mbox_free(box);
}

/* A stream that is divided into messages, or is one text of HTML. */
static bool
search_mail(struct search *s, enum kind kind, struct reader reader)
{
	struct mbox *box = mbox_new(reader, kind != KIND_MBOX,
	    s->options->line_number || s->options->json);
	struct mbox_message raw;
	bool more = true;

	if (box == NULL) {
		no_memory(s);
		return true;
	}
	while (more && mbox_next(box, &raw))
		more = kind == KIND_HTML ? search_html_file(s, &raw) :
		    search_message(s, &raw, s->path);
	end_box(s, box);
	return more;
}

static bool
search_mbox_stretch(struct search *s, struct reader reader,
    const struct stretch *stretch)
{
	struct mbox *box = mbox_new(reader, false, false);
	struct mbox_message raw;
	bool more = true;

	if (box == NULL) {
		no_memory(s);
		return true;
	}
	if (mbox_enter(box, stretch->begin, stretch->end))
		while (more && mbox_before(box, stretch->end) &&
		    mbox_next(box, &raw))
			more = search_message(s, &raw, s->path);
	end_box(s, box);
	return more;
}

bool
search_stream(struct search *s, enum kind kind, struct reader reader,
    const char *path)
{
	s->path = path;
	return kind == KIND_TEXT ? search_text(s, reader) :
	    search_mail(s, kind, reader);
}

bool
search_stretch(struct search *s, enum kind kind, const struct stretch *stretch,
    const char *path, void (*read)(uint64_t octets, void *data), void *data)
{
	struct stretch_reader r = { .stretch = stretch, .read = read, .data = data };
	struct reader reader = stretch_open(&r, kind == KIND_TEXT);
	bool more;

	s->path = path;
	more = kind == KIND_TEXT ? search_text_stretch(s, reader, stretch) :
	    search_mbox_stretch(s, reader, stretch);
	if (!stretch_close(&r))
		s->client.trouble(s->path, strerror(errno), s->client.data);
	return more;
}
