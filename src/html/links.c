/* links.c - the URLs in the attributes of HTML, and the base of its references */
#include "html/links.h"

#include <string.h>

#include "html/entities.h"
#include "html/uri_resolve.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/utf8.h"

/* Attributes whose value is a URL. All but data count on any element: mail is full
 * of <v:imagedata src> and the like. */
static const struct url_attribute {
	const char *name;
	size_t len;
	const char *element; /* NULL: any */
} url_attributes[] = {
	{ "href", 4, NULL },
	{ "src", 3, NULL },
	{ "action", 6, NULL },
	{ "formaction", 10, NULL },
	{ "cite", 4, NULL },
	{ "background", 10, NULL },
	{ "longdesc", 8, NULL },
	{ "poster", 6, NULL },
	{ "data", 4, "object" },
};

enum {
	HREF, /* its index */
	URL_ATTRIBUTES = sizeof(url_attributes) / sizeof(url_attributes[0])
};

void
link_list_init(struct link_list *l, const urlgrep_memory *memory, const char *html)
{
	*l = (struct link_list){ .memory = memory, .html = html };
	l->links.memory = l->strings.memory = memory;
}

void
link_list_free(struct link_list *l)
{
	strbuf_free(&l->links);
	strbuf_free(&l->strings);
	memory_release(l->memory, l->base);
}

bool
link_list_has_failed(const struct link_list *l)
{
	return l->failed || l->links.failed || l->strings.failed;
}

static struct html_link *
get_links(const struct link_list *l, size_t *count)
{
	*count = l->links.len / sizeof(struct html_link);
	return (void *)l->links.at;
}

/* ---- the URL of a value --- */

/* Browsers remove these from URLs. */
static bool
is_tab_or_line_break(char c)
{
	return c == '\t' || c == '\r' || c == '\n';
}

/* Decode the character references of html[0..len) into out, which has room for len
 * bytes, without tabs and line breaks; return the length. */
static size_t
decode_value(const char *html, size_t len, char *out)
{
	size_t at = 0, n = 0, used, size;
	uint32_t code;

	while (at < len) {
		if ((unsigned char)html[at] > '&') {
			out[n++] = html[at++];
			continue;
		}
		used = html[at] != '&' ? 0 :
		    entity_decode(html + at, len - at, true, &code);
		if (used == 0)
			code = (unsigned char)html[at];
		size = utf8_encode(code, out + n);
		if (size > 1 || !is_tab_or_line_break(out[n]))
			n += size;
		at += used ? used : 1;
	}
	return n;
}

/* Return what is between the quotation marks at the front of text; all of the range if
 * there are none. */
static struct html_range
unquote(const char *text, struct html_range range)
{
	char quote = range.begin < range.end ? text[range.begin] : '\0';
	const char *close;

	if (quote != '\'' && quote != '"')
		return range;
	range.begin++;
	close = memchr(text + range.begin, quote, range.end - range.begin);
	if (close)
		range.end = (size_t)(close - text);
	return range;
}

/* Append the URL in a value of the HTML to strings, without counting it in their
 * length. Return its length; 0 if there is none, or without memory. */
static size_t
decode_url(struct link_list *l, struct html_range value, bool is_quoted)
{
	size_t len = value.end - value.begin;
	struct html_range url = { 0, 0 };
	char *out;

	if (!strbuf_reserve(&l->strings, len + 1))
		return 0;
	out = l->strings.at + l->strings.len;
	url.end = decode_value(l->html + value.begin, len, out);
	url = html_trim(out, url);
	if (is_quoted)
		url = html_trim(out, unquote(out, url));
	memmove(out, out + url.begin, url.end - url.begin);
	return url.end - url.begin;
}

/* ---- the list --- */

static void
append_element_name(struct link_list *l)
{
	struct html_range name = l->tag.token->name_range;
	char *out;
	size_t i;

	if (!strbuf_reserve(&l->strings, name.end - name.begin))
		return;
	out = l->strings.at + l->strings.len;
	for (i = name.begin; i < name.end; i++)
		*out++ = ascii_lower(l->html[i]);
	l->strings.len += name.end - name.begin;
}

/* Add the URL in a value, if there is one. Return its index, or NO_LINK. The texts of
 * its spans are filled in by link_list_finish: strings may still move. */
static size_t
add_link(struct link_list *l, const char *attribute, struct html_range value,
    bool is_quoted)
{
	struct html_range name = l->tag.token->name_range;
	struct html_link link = { .attribute = { attribute, strlen(attribute) } };
	size_t before = l->strings.len, count;

	value = html_trim(l->html, value);
	append_element_name(l);
	link.element.len = name.end - name.begin;
	link.url.len = decode_url(l, value, is_quoted);
	if (link.url.len == 0) {
		l->strings.len = before;
		return NO_LINK;
	}
	link.source_begin = value.begin;
	link.source_end = value.end;
	l->strings.len += link.url.len;
	strbuf_append(&l->links, (const char *)&link, sizeof(link));
	get_links(l, &count);
	return l->links.failed ? NO_LINK : count - 1;
}

/* Only the first <base href> counts, even if it cannot be a base. */
static void
set_base(struct link_list *l, struct html_range value)
{
	if (l->base)
		return;
	l->base_len = decode_url(l, html_trim(l->html, value), false);
	if (l->strings.failed)
		return;
	l->base = memory_copy(l->memory, l->strings.at + l->strings.len, l->base_len);
	l->failed = l->base == NULL;
}

void
link_list_set_text(struct link_list *l, size_t index, struct html_range text)
{
	size_t count;
	struct html_link *link = get_links(l, &count) + index;

	link->text_begin = text.begin;
	link->text_end = text.end;
}

urlgrep_span
link_list_base(const struct link_list *l)
{
	return (urlgrep_span){ l->base, l->base_len };
}

static void
check_base(struct link_list *l)
{
	if (uri_is_base(link_list_base(l)))
		return;
	memory_release(l->memory, l->base);
	l->base = NULL;
	l->base_len = 0;
}

void
link_list_finish(struct link_list *l)
{
	const char *string = l->strings.at;
	size_t count, i;
	struct html_link *link = get_links(l, &count);

	for (i = 0; i < count; i++, link++) {
		link->element.text = string;
		string += link->element.len;
		link->url.text = string;
		string += link->url.len;
	}
	if (l->base)
		check_base(l);
}

const struct html_link *
link_list_get(const struct link_list *l, size_t *count)
{
	return get_links(l, count);
}

/* ---- tags and attributes --- */

static bool
is_word(const struct link_list *l, struct html_range range, const char *word)
{
	return ascii_is_word(l->html + range.begin, range.end - range.begin, word);
}

void
link_list_begin_tag(struct link_list *l, const struct html_token *tag)
{
	l->tag = (struct link_tag){ .token = tag, .href = NO_LINK,
		.is_meta = html_is_tag(tag, "meta") };
}

/* Of <meta> the attributes may come in any order: keep them until its end. */
static void
add_meta_attribute(struct link_list *l, const struct html_attribute *a)
{
	struct link_tag *tag = &l->tag;

	if (is_word(l, a->name, "http-equiv"))
		tag->is_refresh = is_word(l, html_trim(l->html, a->value), "refresh");
	else if (tag->content.end == 0 && is_word(l, a->name, "content"))
		tag->content = a->value;
}

static void
add_url_attribute(struct link_list *l, unsigned index, struct html_range value)
{
	const struct url_attribute *u = &url_attributes[index];
	struct link_tag *tag = &l->tag;
	size_t link;

	if (tag->seen_attributes >> index & 1)
		return;
	if (u->element && !html_is_tag(tag->token, u->element))
		return;
	tag->seen_attributes |= 1u << index;
	if (index == HREF && html_is_tag(tag->token, "base")) {
		set_base(l, value);
		return;
	}
	link = add_link(l, u->name, value, false);
	if (index == HREF)
		tag->href = link;
}

void
link_list_add_attribute(struct link_list *l, const struct html_attribute *a)
{
	const char *name = l->html + a->name.begin;
	size_t len = a->name.end - a->name.begin;
	unsigned i;

	if (l->tag.is_meta)
		add_meta_attribute(l, a);
	for (i = 0; i < URL_ATTRIBUTES; i++)
		if (len == url_attributes[i].len &&
		    ascii_equal(name, url_attributes[i].name, len)) {
			add_url_attribute(l, i, a->value);
			return;
		}
}

size_t
link_list_href(const struct link_list *l)
{
	return l->tag.href;
}

/* ---- refresh --- */

static bool
is_separator(char c)
{
	return c == ';' || c == ',';
}

/* Find the URL in the content of a refresh: 5; url='http://h/'. Narrow *range to it and
 * return true. The quotation marks may be written as character references: add_link
 * removes those. */
static bool
find_refresh_url(const char *html, struct html_range *range)
{
	size_t at = range->begin, end = range->end, word;

	while (at < end && (html_is_space(html[at]) || html[at] == '.' ||
	                       ascii_is(html[at], ASCII_DIGIT)))
		at++;
	if (at == end || !is_separator(html[at]))
		return false;
	while (at < end && (html_is_space(html[at]) || is_separator(html[at])))
		at++;
	range->begin = at;
	if (end - at < 3 || !ascii_is_word(html + at, 3, "url"))
		return at < end;
	for (word = at + 3; word < end && html_is_space(html[word]);)
		word++;
	if (word < end && html[word] == '=')
		range->begin = word + 1;
	*range = unquote(html, html_trim(html, *range));
	return range->begin < range->end;
}

void
link_list_end_tag(struct link_list *l)
{
	struct html_range url = l->tag.content;

	if (l->tag.is_refresh && find_refresh_url(l->html, &url))
		add_link(l, "content", url, true);
}
