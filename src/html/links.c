/* links.c - the URLs in the attributes of HTML, and the base of its references */
#include "html/parser.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/span.h"
#include "util/uri.h"
#include "util/utf8.h"

/* ---- the values of attributes --- */

/* Append the character of the reference at html[at]. Return the end of the reference. */
static size_t
add_reference(struct attribute_value *v, const char *html, size_t at, size_t end)
{
	char character[4];
	uint32_t code;
	size_t used = entity_decode(html + at, end - at, true, &code);

	source_point_add(&v->points, v->text.len, at);
	if (used == 0) {
		strbuf_append_byte(&v->text, '&');
		return at + 1;
	}
	strbuf_append(&v->text, character, utf8_encode(code, character));
	return at + used;
}

bool
attribute_value_decode(struct attribute_value *v, const char *html, struct byte_range range)
{
	size_t at = range.begin, end;

	strbuf_clear(&v->text);
	strbuf_clear(&v->points);
	while (at < range.end && !v->text.failed) {
		end = at + ascii_find(html + at, range.end - at, '&');
		if (at < end) {
			source_point_add(&v->points, v->text.len, at);
			strbuf_append(&v->text, html + at, end - at);
		}
		at = end < range.end ? add_reference(v, html, end, range.end) : end;
	}
	source_point_add(&v->points, v->text.len, range.end);
	return !v->text.failed && !v->points.failed;
}

/* Return the source of byte `at` of the text: a byte, or the whole of a character reference, which
 * is longer than its character. */
static struct byte_range
find_source(const struct attribute_value *v, size_t at)
{
	const struct source_point *points = (const void *)v->points.at;
	const struct source_point *point = points +
	    source_point_find(points, v->points.len / sizeof(*points) - 1, at);
	size_t source = point->source + (at - point->at);

	if (point[1].source - point->source > point[1].at - point->at)
		return (struct byte_range){ point->source, point[1].source };
	return (struct byte_range){ source, source + 1 };
}

/* Return the range of the HTML that a non-empty range of the text comes from. */
static struct byte_range
value_source(const struct attribute_value *v, struct byte_range range)
{
	return (struct byte_range){ find_source(v, range.begin).begin,
		find_source(v, range.end - 1).end };
}

/* ---- attributes with URLs --- */

/* The kind of an attribute's value. */
enum value_type {
	VALUE_URL,
	VALUE_HREF,  /* a URL that the element's text links to */
	VALUE_XLINK, /* likewise, unless the element has an href */
	VALUE_URL_LIST,       /* separated by white space: ping */
	VALUE_CANDIDATE_LIST, /* separated by commas, with descriptors: srcset */
	VALUE_ANIMATION,      /* of SVG, may change an href: separated by semicolons */
	VALUE_STYLE,          /* CSS */
	VALUE_DOCUMENT
};

/* Attributes that contain URLs, and their elements (NULL: any), the shortest names first. All but
 * data and srcdoc count on any element, because mail is full of <v:imagedata src> and the like. */
#define NAME(name) name, sizeof(name) - 1

static const struct url_attribute {
	const char *name;
	size_t len;
	const char *element;
	enum value_type type;
} url_attributes[] = { { NAME("to"), NULL, VALUE_ANIMATION }, { NAME("src"), NULL, VALUE_URL },
	{ NAME("href"), NULL, VALUE_HREF }, { NAME("cite"), NULL, VALUE_URL },
	{ NAME("data"), "object", VALUE_URL }, { NAME("from"), NULL, VALUE_ANIMATION },
	{ NAME("ping"), NULL, VALUE_URL_LIST }, { NAME("style"), NULL, VALUE_STYLE },
	{ NAME("action"), NULL, VALUE_URL }, { NAME("poster"), NULL, VALUE_URL },
	{ NAME("srcdoc"), "iframe", VALUE_DOCUMENT }, { NAME("srcset"), NULL, VALUE_CANDIDATE_LIST },
	{ NAME("values"), NULL, VALUE_ANIMATION }, { NAME("longdesc"), NULL, VALUE_URL },
	{ NAME("background"), NULL, VALUE_URL }, { NAME("formaction"), NULL, VALUE_URL },
	{ NAME("xlink:href"), NULL, VALUE_XLINK }, { NAME("imagesrcset"), NULL, VALUE_CANDIDATE_LIST } };

/* The first row for each length of a name. */
static const unsigned char first_rows[] = { [2] = 0, [3] = 1, [4] = 2, [5] = 7, [6] = 8, [8] = 13,
	[10] = 14, [11] = 17 };

/* ---- the URL of a value --- */

/* Return true for white space and C0 controls. NUL is none: the tokenizer makes it U+FFFD. */
static bool
is_stripped(char c)
{
	return c != '\0' && (unsigned char)c <= ' ';
}

/* Return the range without the white space and C0 controls at its ends, which browsers strip from
 * URLs. */
static struct byte_range
trim_url(const char *text, struct byte_range range)
{
	while (range.begin < range.end && is_stripped(text[range.begin]))
		range.begin++;
	while (range.begin < range.end && is_stripped(text[range.end - 1]))
		range.end--;
	return range;
}

/* Copy the URL in a range of text to out without tabs and line breaks, as browsers do. Return the
 * length of the copy. */
static size_t
copy_url(char *out, const char *text, struct byte_range url)
{
	size_t at = url.begin, len = 0;

	while (at < url.end) {
		size_t plain = ascii_until(text + at, url.end - at, ASCII_URL_BREAK);

		memcpy(out + len, text + at, plain);
		len += plain;
		at += plain + 1;
	}
	return len;
}

static bool
decode_value(struct link_list *l, struct byte_range value)
{
	l->failed |= !attribute_value_decode(&l->value, l->html, value);
	return !l->failed;
}

/* ---- links --- */

/* Add the URL in a non-empty range of text, which comes from source. Return its index, or
 * NO_LINK. */
static size_t
append_link(struct link_list *l, const char *attribute, const char *text, struct byte_range url,
    struct byte_range source)
{
	struct byte_range name = l->tag.token->name_range;
	size_t name_len = name.end - name.begin, i;
	char *copy = arena_allocate(&l->arena, name_len + (url.end - url.begin));
	struct html_link link = { .element = { copy, name_len },
		.attribute = { attribute, strlen(attribute) },
		.source_begin = source.begin, .source_end = source.end };

	l->failed |= copy == NULL;
	if (copy == NULL)
		return NO_LINK;
	for (i = 0; i < name_len; i++)
		copy[i] = ascii_lower(l->html[name.begin + i]);
	link.url = (urlgrep_span){ copy + name_len, copy_url(copy + name_len, text, url) };
	strbuf_append(&l->links, (const char *)&link, sizeof(link));
	return l->links.failed ? NO_LINK : l->links.len / sizeof(link) - 1;
}

/* Add the URL in a range of l->value, if there is one. Return its index, or NO_LINK. */
static size_t
add_decoded_link(struct link_list *l, const char *attribute, struct byte_range url)
{
	url = trim_url(l->value.text.at, url);
	return url.begin == url.end ? NO_LINK : append_link(l, attribute, l->value.text.at, url,
	    value_source(&l->value, url));
}

/* Add the URL in a value, if there is one. Return its index, or NO_LINK. */
static size_t
add_link(struct link_list *l, const char *attribute, struct byte_range value)
{
	value = trim_url(l->html, value);
	if (value.begin == value.end)
		return NO_LINK;
	if (memchr(l->html + value.begin, '&', value.end - value.begin) == NULL)
		return append_link(l, attribute, l->html, value, value);
	return decode_value(l, value) ? add_decoded_link(l, attribute,
	    (struct byte_range){ 0, l->value.text.len }) : NO_LINK;
}

/* If the link, which may be NO_LINK, is an anchor, record that: a click on the current element
 * follows its href, or the href that it sets. */
static void
set_anchor(struct link_list *l, size_t index)
{
	const struct html_token *tag = l->tag.token;
	size_t count;
	struct html_link *links = link_list_get(l, &count);

	if (index != NO_LINK)
		links[index].is_anchor = html_is_tag(tag, "a") ||
		    html_is_one_of(tag, "area set animate") ||
		    (tag->name_range.end - tag->name_range.begin > 2 &&
		    ascii_equal(l->html + tag->name_range.begin, "v:", 2));
}

/* Only the first <base href> counts, even if its value cannot be a base. */
void
link_list_set_base(struct link_list *l)
{
	struct byte_range url;
	urlgrep_span base;
	char *copy;

	if (l->has_base || l->tag.base_href.end == 0 || !decode_value(l, l->tag.base_href))
		return;
	url = trim_url(l->value.text.at, (struct byte_range){ 0, l->value.text.len });
	copy = arena_allocate(&l->arena, url.end - url.begin);
	l->failed |= copy == NULL;
	if (copy == NULL)
		return;
	base = (urlgrep_span){ copy, copy_url(copy, l->value.text.at, url) };
	l->has_base = true;
	if (uri_is_base(base))
		l->base = base;
}

/* ---- lists of URLs --- */

/* Return the end of the word at text[at]. */
static size_t
find_word_end(const struct strbuf *text, size_t at)
{
	return at + ascii_until(text->at + at, text->len - at, ASCII_HTML_SPACE);
}

/* Return the offset after the descriptors at text[at], such as "2x, " or "480w". They may contain a
 * comma in parentheses. */
static size_t
skip_descriptors(const struct strbuf *text, size_t at)
{
	bool is_in_parentheses = false;

	for (; at < text->len; at++)
		if (is_in_parentheses)
			is_in_parentheses = text->at[at] != ')';
		else if (text->at[at] == ',')
			return at + 1;
		else
			is_in_parentheses = text->at[at] == '(';
	return at;
}

/* Add the image candidates of srcset (HTML standard, "parse a srcset attribute"). */
static void
add_candidates(struct link_list *l, const char *attribute, struct byte_range value)
{
	const struct strbuf *text = &l->value.text;
	size_t at = 0;

	if (!decode_value(l, value))
		return;
	for (;;) {
		struct byte_range url;

		while (at < text->len &&
		    (ascii_is(text->at[at], ASCII_HTML_SPACE) || text->at[at] == ','))
			at++;
		if (at == text->len)
			return;
		url = (struct byte_range){ at, find_word_end(text, at) };
		at = url.end;
		if (text->at[at - 1] != ',')
			at = skip_descriptors(text, at);
		while (text->at[url.end - 1] == ',') /* the first byte is not a comma */
			url.end--;
		add_decoded_link(l, attribute, url);
	}
}

/* Return true if a value of an animation is a URL: it begins with a scheme, or like //host/. Other
 * values may be colors and the like. */
static bool
is_animated_url(urlgrep_span value)
{
	return uri_scheme_length(value) > 0 || (value.len > 2 &&
	    ascii_is_one_of(value.text[0], "/\\") && ascii_is_one_of(value.text[1], "/\\"));
}

/* Add the URLs of a list separated by white space, or those that an animation may set an href to,
 * separated by semicolons. */
static void
add_url_list(struct link_list *l, const struct url_attribute *u, struct byte_range value)
{
	const struct strbuf *text = &l->value.text;
	bool is_animation = u->type == VALUE_ANIMATION;
	size_t at, end, link;

	if (is_animation && !html_is_one_of(l->tag.token, "set animate"))
		return;
	if (!decode_value(l, value))
		return;
	for (at = 0; at < text->len; at = end + 1) {
		struct byte_range url;

		end = is_animation ? at + ascii_find(text->at + at, text->len - at, ';') :
		    find_word_end(text, at);
		url = trim_url(text->at, (struct byte_range){ at, end });
		if (is_animation &&
		    !is_animated_url((urlgrep_span){ text->at + url.begin, url.end - url.begin }))
			continue;
		link = add_decoded_link(l, u->name, url);
		if (is_animation)
			set_anchor(l, link);
	}
}

/* ---- style sheets --- */

/* Return the offset after the next "url(" or "@import" in the CSS; its length if there is none. */
static size_t
find_css_sign(const struct strbuf *css, size_t at)
{
	for (; (at += ascii_until(css->at + at, css->len - at, ASCII_CSS_SIGN)) < css->len; at++) {
		const char *text = css->at + at;

		if (*text == '(' && at >= 3 && ascii_equal(text - 3, "url", 3))
			return at + 1;
		if (*text == '@' && css->len - at > 7 && ascii_equal(text + 1, "import", 6))
			return at + 7;
	}
	return at;
}

/* Add the URLs of the CSS in l->value: url(...), quoted or not, and @import "...". CSS escapes are
 * not decoded. */
static void
add_css(struct link_list *l, const char *attribute)
{
	const struct strbuf *css = &l->value.text;
	size_t at = 0, end;

	while ((at = find_css_sign(css, at)) < css->len) {
		bool is_import = css->at[at - 1] != '(';
		char close = ')';

		at += ascii_span(css->at + at, css->len - at, ASCII_HTML_SPACE);
		if (at < css->len && (css->at[at] == '"' || css->at[at] == '\''))
			close = css->at[at++];
		else if (is_import) /* url( may follow */
			continue;
		end = at + ascii_find(css->at + at, css->len - at, close);
		if (end == css->len)
			return;
		add_decoded_link(l, attribute, (struct byte_range){ at, end });
		at = end;
	}
}

void
link_list_add_style_sheet(struct link_list *l, struct byte_range css)
{
	struct attribute_value *v = &l->value;

	strbuf_clear(&v->text);
	strbuf_clear(&v->points);
	source_point_add(&v->points, v->text.len, css.begin);
	strbuf_append(&v->text, l->html + css.begin, css.end - css.begin);
	source_point_add(&v->points, v->text.len, css.end);
	l->failed |= v->text.failed || v->points.failed;
	if (!l->failed)
		add_css(l, "style");
}

/* ---- links in an attribute's document --- */

void
link_list_map_sources(struct link_list *l, size_t first, const struct attribute_value *document)
{
	size_t count, i;
	struct html_link *links = link_list_get(l, &count);

	for (i = first; i < count; i++) {
		struct byte_range source = value_source(document,
		    (struct byte_range){ links[i].source_begin, links[i].source_end });

		links[i].source_begin = source.begin;
		links[i].source_end = source.end;
	}
}

/* ---- tags and attributes --- */

void
link_list_begin_tag(struct link_list *l, const struct html_token *tag)
{
	l->tag = (struct link_tag){ .token = tag, .href = NO_LINK,
		.is_meta = html_is_tag(tag, "meta") };
}

/* Keep the attributes of <meta> until the end of the tag, because they may come in any order. */
static void
add_meta_attribute(struct link_list *l, urlgrep_span name, struct byte_range value)
{
	struct link_tag *tag = &l->tag;

	if (!tag->has_http_equiv && span_is(name, "http-equiv")) {
		tag->has_http_equiv = true;
		tag->is_refresh = decode_value(l, value) &&
		    ascii_is_word(l->value.text.at, l->value.text.len, "refresh");
	} else if (tag->content.end == 0 && span_is(name, "content")) {
		tag->content = value;
	}
}

static void
add_url_attribute(struct link_list *l, unsigned index, struct byte_range value)
{
	const struct url_attribute *u = &url_attributes[index];
	struct link_tag *tag = &l->tag;
	size_t link;

	if (tag->seen_attributes >> index & 1)
		return;
	if (u->element && !html_is_tag(tag->token, u->element))
		return;
	tag->seen_attributes |= 1u << index;
	switch (u->type) {
	case VALUE_HREF:
	case VALUE_XLINK:
		if (u->type == VALUE_HREF && html_is_tag(tag->token, "base")) {
			tag->base_href = value;
			break;
		}
		link = add_link(l, u->name, value);
		set_anchor(l, link);
		if (tag->href == NO_LINK || u->type == VALUE_HREF)
			tag->href = link;
		break;
	case VALUE_URL:
		add_link(l, u->name, value);
		break;
	case VALUE_URL_LIST:
	case VALUE_ANIMATION:
		add_url_list(l, u, value);
		break;
	case VALUE_CANDIDATE_LIST:
		add_candidates(l, u->name, value);
		break;
	case VALUE_STYLE:
		if (memchr(l->html + value.begin, '(', value.end - value.begin) &&
		    decode_value(l, value))
			add_css(l, u->name);
		break;
	case VALUE_DOCUMENT:
		tag->srcdoc = value;
		break;
	}
}

void
link_list_add_attribute(struct link_list *l, const struct html_attribute *a)
{
	urlgrep_span name = { l->html + a->name.begin, a->name.end - a->name.begin };
	unsigned i = name.len < COUNT(first_rows) ? first_rows[name.len] : 0;

	if (l->tag.is_meta)
		add_meta_attribute(l, name, a->value);
	for (; i < COUNT(url_attributes) && name.len == url_attributes[i].len; i++)
		if (span_is(name, url_attributes[i].name)) {
			add_url_attribute(l, i, a->value);
			return;
		}
}

/* ---- refresh --- */

static const char white_space[] = " \t\n\f\r";

/* Return the offset of the first byte from `at` on that is none of the characters. */
static size_t
skip(const struct strbuf *text, size_t at, const char *characters)
{
	while (at < text->len && text->at[at] && strchr(characters, text->at[at]))
		at++;
	return at;
}

/* Find the URL in the content of a refresh, such as 5; url='http://h/' (HTML standard, "shared
 * declarative refresh steps"). Return false if there is no time or no URL. */
static bool
find_refresh_url(const struct strbuf *text, struct byte_range *url)
{
	size_t begin = skip(text, 0, white_space), time = skip(text, begin, "0123456789.");
	size_t at = skip(text, time, white_space), next;

	if (time == begin || (at == time && skip(text, at, ";,") == at))
		return false;
	at += skip(text, at, ";,") > at;
	at = skip(text, at, white_space);
	*url = (struct byte_range){ at, text->len };
	if (text->len - at >= 3 && ascii_is_word(text->at + at, 3, "url")) {
		next = skip(text, at + 3, white_space);
		if (next == text->len || text->at[next] != '=')
			return true;
		url->begin = at = skip(text, next + 1, white_space);
	}
	if (skip(text, at, "'\"") == at)
		return true;
	url->begin++;
	url->end = url->begin +
	    ascii_find(text->at + url->begin, text->len - url->begin, text->at[at]);
	return true;
}

void
link_list_end_tag(struct link_list *l)
{
	struct byte_range url;

	if (l->tag.is_refresh && decode_value(l, l->tag.content) &&
	    find_refresh_url(&l->value.text, &url))
		add_decoded_link(l, "content", url);
}

/* ---- results --- */

const struct html_link *
html_links(const struct html *h, size_t *count)
{
	return link_list_get(&h->links, count);
}

urlgrep_span
html_text_of_link(const struct html *h, const struct html_link *link)
{
	const struct strbuf *text = link->is_embedded ? &h->other_text : &h->text.text;

	return (urlgrep_span){ text->at, text->len };
}

urlgrep_span
html_link_text(const struct html *h, const struct html_link *link)
{
	urlgrep_span text = html_text_of_link(h, link);

	if (link->text_begin == link->text_end)
		return (urlgrep_span){ NULL, 0 };
	return (urlgrep_span){ text.text + link->text_begin,
		link->text_end - link->text_begin };
}

bool
html_is_unclosed(const struct html *h)
{
	return h->is_unclosed;
}

urlgrep_span
html_base(const struct html *h)
{
	return h->links.base;
}
