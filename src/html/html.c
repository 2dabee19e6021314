/* html.c - owns the reading of HTML: what a reader sees of it, the URLs in its
 * attributes, and where in the source both stand.
 *
 * The tokens are those of the HTML standard, section 13.2.5; no tree is built,
 * so that the work is linear whatever the nesting, what we find stays in the
 * order of the source and every octet keeps its place. (Tree builders walk
 * their stack of open elements for each tag: 100,000 <div> took one 19 s.) */
#include "html/html.h"

#include <stdlib.h>
#include <string.h>

#include "html/entities.h"
#include "html/uri_resolve.h"

/* ---- the elements and attributes that matter --- */

enum kind {
	INLINE, /* does not break a word */
	SPACE,  /* stands between words, as an image does */
	BLOCK,
	LINE,       /* <br> */
	PRE,        /* a block that keeps its white space */
	HIDDEN_RAW, /* text without tags that no reader sees */
	SEEN_RAW,   /* the same, seen; no entities */
	SEEN_RCDATA,
	HIDDEN
};

enum { NAME_LONGEST = 15 }; /* a longer name is none of ours */

/* In the order of strcmp. */
static const struct element {
	char name[NAME_LONGEST + 1];
	enum kind kind;
} elements[] = {
	{ "address", BLOCK }, { "article", BLOCK }, { "aside", BLOCK },
	{ "audio", SPACE }, { "blockquote", BLOCK }, { "body", BLOCK },
	{ "br", LINE }, { "button", SPACE }, { "caption", BLOCK },
	{ "center", BLOCK }, { "col", BLOCK }, { "colgroup", BLOCK },
	{ "dd", BLOCK }, { "details", BLOCK }, { "dialog", BLOCK },
	{ "dir", BLOCK }, { "div", BLOCK }, { "dl", BLOCK }, { "dt", BLOCK },
	{ "embed", SPACE }, { "fieldset", BLOCK }, { "figcaption", BLOCK },
	{ "figure", BLOCK }, { "footer", BLOCK }, { "form", BLOCK },
	{ "frame", BLOCK }, { "frameset", BLOCK }, { "h1", BLOCK },
	{ "h2", BLOCK }, { "h3", BLOCK }, { "h4", BLOCK }, { "h5", BLOCK },
	{ "h6", BLOCK }, { "head", BLOCK }, { "header", BLOCK },
	{ "hgroup", BLOCK }, { "hr", BLOCK }, { "html", BLOCK },
	{ "iframe", HIDDEN_RAW }, { "image", SPACE }, { "img", SPACE },
	{ "input", SPACE }, { "isindex", BLOCK }, { "legend", BLOCK },
	{ "li", BLOCK }, { "listing", PRE }, { "main", BLOCK },
	{ "marquee", BLOCK }, { "menu", BLOCK }, { "nav", BLOCK },
	{ "noembed", HIDDEN_RAW }, { "noframes", HIDDEN_RAW },
	{ "object", SPACE }, { "ol", BLOCK }, { "optgroup", BLOCK },
	{ "option", BLOCK }, { "p", BLOCK }, { "plaintext", PRE }, { "pre", PRE },
	{ "script", HIDDEN_RAW }, { "search", BLOCK }, { "section", BLOCK },
	{ "select", SPACE }, { "style", HIDDEN_RAW }, { "summary", BLOCK },
	{ "table", BLOCK }, { "tbody", BLOCK }, { "td", BLOCK },
	{ "template", HIDDEN }, { "textarea", SEEN_RCDATA }, { "tfoot", BLOCK },
	{ "th", BLOCK }, { "thead", BLOCK }, { "title", SEEN_RCDATA },
	{ "tr", BLOCK }, { "ul", BLOCK }, { "video", SPACE },
	{ "xmp", SEEN_RAW }
};

enum { ELEMENTS = sizeof(elements) / sizeof(elements[0]), LETTERS = 26 };

/* Attributes whose value is a URL. All but data are looked at on any element:
 * mail is full of <v:imagedata src> and the like. */
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

enum { URL_ATTRIBUTES = sizeof(url_attributes) / sizeof(url_attributes[0]) };

/* ---- octets --- */

static bool
is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool
is_letter(char c)
{
	return lower(c) >= 'a' && lower(c) <= 'z';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Does it end the name of a tag, or of an attribute? */
static bool
ends_name(char c)
{
	return (unsigned char)c <= '>' && (c == '>' || c == '/' || is_space(c));
}

/* Whether text[0..len) is the name, which is lower case. */
static bool
is_name(const char *text, size_t len, const char *name)
{
	size_t i;

	for (i = 0; i < len && name[i] != '\0'; i++)
		if (lower(text[i]) != name[i])
			return false;
	return i == len && name[i] == '\0';
}

/* ---- what we gather --- */

/* Visible text from seen on comes from source on, octet by octet. */
struct run {
	size_t seen;
	size_t source;
};

struct html {
	const char *in;
	size_t len;
	size_t at; /* read so far */
	unsigned char elements[LETTERS + 1]; /* the first one of each letter */

	char *text;
	size_t text_len, text_size;
	struct run *runs;
	size_t run_count, run_size;
	struct html_link *links;
	size_t link_count, link_size;
	char *urls; /* of the links in their order, each ended by a NUL */
	size_t urls_len, urls_size;
	char *base;

	size_t lines; /* line breaks due before the next visible octet */
	bool space;   /* or a space */
	size_t gap;   /* where these stand */
	size_t pre;   /* depth of elements that keep white space */
	size_t hidden;
	bool in_anchor;    /* what is seen is the text of links[anchor] */
	bool anchor_shown; /* and some was seen */
	size_t anchor;
	bool plaintext;
	bool no_memory;
};

static void
index_elements(struct html *h)
{
	size_t i;

	for (i = 0; i < ELEMENTS; i++)
		h->elements[elements[i].name[0] - 'a' + 1] = (unsigned char)(i + 1);
	for (i = 1; i <= LETTERS; i++)
		if (h->elements[i] == 0) /* there is none */
			h->elements[i] = h->elements[i - 1];
}

/* The kind of the element called name, behind which all is NUL. */
static enum kind
kind_of(const struct html *h, const char name[NAME_LONGEST + 1])
{
	size_t letter = (size_t)(name[0] - 'a'), i, end;

	if (letter >= LETTERS)
		return INLINE;
	end = h->elements[letter + 1];
	for (i = h->elements[letter]; i < end; i++)
		if (memcmp(elements[i].name, name, NAME_LONGEST + 1) == 0)
			return elements[i].kind;
	return INLINE;
}

/* Make room for more members behind the first count; a failure is kept. */
static bool
reserve(struct html *h, void **array, size_t *size, size_t count, size_t more,
    size_t member)
{
	size_t want = *size ? *size : 64;
	void *grown;

	if (h->no_memory)
		return false;
	if (count + more <= *size)
		return true;
	while (want < count + more)
		want *= 2;
	grown = realloc(*array, want * member);
	if (grown == NULL) {
		h->no_memory = true;
		return false;
	}
	*array = grown;
	*size = want;
	return true;
}

static void
note_source(struct html *h, size_t source)
{
	void *runs = h->runs;

	if (h->run_count > 0) {
		const struct run *last = &h->runs[h->run_count - 1];

		if (last->source + (h->text_len - last->seen) == source)
			return;
	}
	if (!reserve(h, &runs, &h->run_size, h->run_count, 1, sizeof(struct run)))
		return;
	h->runs = runs;
	h->runs[h->run_count++] = (struct run){ h->text_len, source };
}

static void
append_text(struct html *h, const char *text, size_t len, size_t source)
{
	void *seen = h->text;

	note_source(h, source);
	if (!reserve(h, &seen, &h->text_size, h->text_len, len + 1, 1))
		return;
	h->text = seen;
	memcpy(h->text + h->text_len, text, len);
	h->text_len += len;
}

/* The white space that is due; none at the beginning of the text or line. */
static void
close_gap(struct html *h)
{
	bool begun = h->text_len > 0;

	for (; begun && h->lines > 0; h->lines--) {
		append_text(h, "\n", 1, h->gap);
		h->space = false;
	}
	if (begun && h->space && h->text[h->text_len - 1] != '\n')
		append_text(h, " ", 1, h->gap);
	h->lines = 0;
	h->space = false;
}

static void
show(struct html *h, const char *text, size_t len, size_t source)
{
	if (h->hidden > 0 || len == 0 || h->no_memory)
		return;
	close_gap(h);
	if (h->in_anchor && !h->anchor_shown) {
		h->links[h->anchor].seen_begin = h->text_len;
		h->anchor_shown = true;
	}
	append_text(h, text, len, source);
}

static void
open_gap(struct html *h, size_t source)
{
	if (h->lines == 0 && !h->space)
		h->gap = source;
}

static void
break_word(struct html *h, size_t source)
{
	open_gap(h, source);
	h->space = true;
}

/* A block begins a line, <br> ends one: two <br> leave an empty line, <br> at
 * the end of a block does not. */
static void
break_line(struct html *h, size_t source)
{
	open_gap(h, source);
	h->lines++;
}

static void
break_block(struct html *h, size_t source)
{
	if (h->lines == 0 && h->text_len > 0 &&
	    h->text[h->text_len - 1] != '\n')
		break_line(h, source);
}

/* ---- character references: &amp; &#38; &#x26; --- */

static size_t
put_utf8(unsigned long c, char *out)
{
	size_t more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3, i;
	static const unsigned char lead[] = { 0, 0xC0, 0xE0, 0xF0 };

	for (i = more; i > 0; i--) {
		out[i] = (char)(0x80 | (c & 0x3F));
		c >>= 6;
	}
	out[0] = (char)(lead[more] | c);
	return more + 1;
}

/* What a number stands for: 128 to 159 are windows-1252's (13.2.5.80). */
static unsigned long
numbered(unsigned long c)
{
	static const unsigned short windows[32] = { 0x20AC, 0x81, 0x201A, 0x192,
		0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152,
		0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
		0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
		0x178 };

	if (c == 0 || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
		return 0xFFFD;
	return c >= 0x80 && c < 0xA0 ? windows[c - 0x80] : c;
}

static int
digit_of(char c, int base)
{
	if (is_digit(c))
		return c - '0';
	if (base == 16 && lower(c) >= 'a' && lower(c) <= 'f')
		return lower(c) - 'a' + 10;
	return -1;
}

/* in[0..len) begins with "&#". Returns its length, 0 if it is none. */
static size_t
read_number(const char *in, size_t len, unsigned long *value)
{
	int base = len > 2 && lower(in[2]) == 'x' ? 16 : 10;
	size_t begin = base == 16 ? 3 : 2, at = begin;
	unsigned long c = 0;

	for (; at < len && digit_of(in[at], base) >= 0; at++)
		if (c <= 0x10FFFF)
			c = c * (unsigned)base + (unsigned)digit_of(in[at], base);
	if (at == begin)
		return 0;
	*value = numbered(c);
	return at + (at < len && in[at] == ';');
}

/* The oldest names, those of Latin 1, need no ";" (and then &ampx is "&x"),
 * but in an attribute it may not look like a parameter: ?a=1&copy=2. */
static size_t
read_old_name(const char *in, size_t name_end, size_t len, bool in_attribute,
    unsigned long *value)
{
	size_t end = name_end < 7 ? name_end : 7;

	if (in_attribute && (end < name_end || (end < len && in[end] == '=')))
		return 0;
	for (; end > 2; end--) {
		*value = entity_value(in + 1, end - 1);
		if (*value == 0 || *value > 0xFF || *value == '\'')
			continue;
		if (*value < 0x80 && strchr("&<>\"", (int)*value) == NULL)
			continue;
		return in_attribute && end < name_end ? 0 : end;
	}
	return 0;
}

/* in[0..len) begins with "&". Returns how long the reference is, 0 if it is
 * none, and its character. */
static size_t
read_reference(const char *in, size_t len, bool in_attribute,
    unsigned long *value)
{
	size_t end = 1;

	if (len > 1 && in[1] == '#')
		return read_number(in, len, value);
	while (end < len && end < 32 && (is_letter(in[end]) || is_digit(in[end])))
		end++;
	if (end < len && in[end] == ';' &&
	    (*value = entity_value(in + 1, end - 1)) != 0)
		return end + 1;
	return read_old_name(in, end, len, in_attribute, value);
}

/* ---- text --- */

/* The end of what stands at at and is seen as it is. In <pre> that is all but a
 * CR, elsewhere words with one blank between each two. */
static size_t
seen_run(const struct html *h, size_t at, size_t end, bool references)
{
	const char *in = h->in;
	size_t begin = at;

	for (; at < end; at++) {
		if ((unsigned char)in[at] > '&')
			continue;
		if (in[at] == '&' ? references : h->pre > 0 && in[at] == '\r')
			return at;
		if (h->pre > 0 || !is_space(in[at]))
			continue;
		if (in[at] != ' ' || at == begin || at + 1 == end ||
		    h->hidden > 0 || in[at + 1] == '&' || is_space(in[at + 1]))
			return at;
	}
	return end;
}

/* White space from at on; returns its end. A CR LF in <pre> is one line. */
static size_t
read_space(struct html *h, size_t at, size_t end)
{
	if (h->pre > 0) {
		show(h, "\n", 1, at);
		return at + 1 < end && h->in[at + 1] == '\n' ? at + 2 : at + 1;
	}
	break_word(h, at);
	while (at < end && is_space(h->in[at]))
		at++;
	return at;
}

static void
show_reference(struct html *h, unsigned long value, size_t source)
{
	char octets[4];
	size_t len = put_utf8(value, octets);

	if (len == 1 && is_space(octets[0]) && h->pre == 0)
		break_word(h, source);
	else
		show(h, octets, len, source);
}

/* The text in[at..end). */
static void
read_text(struct html *h, size_t at, size_t end, bool references)
{
	unsigned long value;
	size_t used;

	while (at < end) {
		size_t begin = at;

		at = seen_run(h, at, end, references);
		show(h, h->in + begin, at - begin, begin);
		if (at == end)
			return;
		if (h->in[at] != '&') {
			at = read_space(h, at, end);
			continue;
		}
		used = read_reference(h->in + at, end - at, false, &value);
		if (used > 0)
			show_reference(h, value, at);
		else
			show(h, "&", 1, at);
		at += used > 0 ? used : 1;
	}
}

/* ---- URLs in attributes --- */

static bool
is_dropped(char c)
{
	return c == '\t' || c == '\r' || c == '\n';
}

/* Undo the references of in[0..len) into out, which is as long; no reference
 * is shorter than its character. Tabs and line breaks go, as in browsers. */
static size_t
decode_value(const char *in, size_t len, char *out)
{
	size_t at = 0, n = 0;

	while (at < len) {
		unsigned long value;
		size_t put, used = in[at] == '&' ?
		    read_reference(in + at, len - at, true, &value) : 0;

		if (used > 0) {
			put = put_utf8(value, out + n);
			n += put > 1 || !is_dropped(out[n]) ? put : 0;
			at += used;
		} else {
			if (!is_dropped(in[at]))
				out[n++] = in[at];
			at++;
		}
	}
	return n;
}

struct span {
	size_t begin, end;
};

static struct span
trim(const char *text, struct span s)
{
	while (s.begin < s.end && is_space(text[s.begin]))
		s.begin++;
	while (s.begin < s.end && is_space(text[s.end - 1]))
		s.end--;
	return s;
}

/* The value's URL, behind those that are in urls already; its length. */
static size_t
take_url(struct html *h, struct span value, bool quoted)
{
	void *urls = h->urls;
	struct span s = { 0, 0 };
	char *out, *quote;

	if (!reserve(h, &urls, &h->urls_size, h->urls_len,
	        value.end - value.begin + 1, 1))
		return 0;
	h->urls = urls;
	out = h->urls + h->urls_len;
	s.end = decode_value(h->in + value.begin, value.end - value.begin, out);
	s = trim(out, s);
	if (quoted && s.begin < s.end && strchr("'\"", out[s.begin]) &&
	    out[s.begin] != '\0') {
		quote = memchr(out + s.begin + 1, out[s.begin],
		    s.end - s.begin - 1);
		s.end = quote ? (size_t)(quote - out) : s.end;
		s.begin++;
		s = trim(out, s);
	}
	memmove(out, out + s.begin, s.end - s.begin);
	out[s.end - s.begin] = '\0';
	return s.end - s.begin;
}

static bool
add_link(struct html *h, const char *attribute, struct span value, bool quoted)
{
	void *links = h->links;
	size_t len;

	value = trim(h->in, value);
	len = take_url(h, value, quoted);
	if (len == 0 || !reserve(h, &links, &h->link_size, h->link_count, 1,
	                    sizeof(struct html_link)))
		return false;
	h->links = links;
	h->links[h->link_count++] =
	    (struct html_link){ NULL, len, attribute, value.begin, value.end, 0, 0 };
	h->urls_len += len + 1;
	return true;
}

/* Only the first <base href> counts. */
static void
set_base(struct html *h, struct span value)
{
	size_t len = take_url(h, trim(h->in, value), false);

	if (h->no_memory || h->base != NULL)
		return;
	h->base = malloc(len + 1);
	if (h->base == NULL)
		h->no_memory = true;
	else
		memcpy(h->base, h->urls + h->urls_len, len + 1);
}

/* The URL in the content of a refresh: 5; url='http://h/'. The quotes may be
 * written as references: add_link takes them away. */
static bool
find_refresh(const char *in, struct span *s)
{
	size_t at = s->begin, word;

	while (at < s->end && (is_space(in[at]) || is_digit(in[at]) ||
	                          in[at] == '.'))
		at++;
	if (at == s->end || (in[at] != ';' && in[at] != ','))
		return false;
	while (at < s->end && (is_space(in[at]) || in[at] == ';' ||
	                          in[at] == ','))
		at++;
	s->begin = at;
	if (s->end - at < 3 || !is_name(in + at, 3, "url"))
		return at < s->end;
	for (word = at + 3; word < s->end && is_space(in[word]);)
		word++;
	if (word < s->end && in[word] == '=')
		s->begin = word + 1;
	*s = trim(in, *s);
	if (s->begin < s->end && (in[s->begin] == '\'' || in[s->begin] == '"')) {
		const char *close = memchr(in + s->begin + 1, in[s->begin],
		    s->end - s->begin - 1);

		s->end = close ? (size_t)(close - in) : s->end;
		s->begin++;
	}
	return s->begin < s->end;
}

/* ---- tags --- */

struct tag {
	char name[NAME_LONGEST + 1]; /* lower case; empty if it is longer */
	bool closing;
	size_t begin; /* its "<" */
	bool refresh; /* <meta http-equiv=refresh> */
	struct span content;
	bool had[URL_ATTRIBUTES]; /* of two with a name, the first counts */
	bool linked;
	size_t link; /* the one of its href */
};

static void
keep_meta(struct html *h, struct tag *tag, struct span name, struct span value)
{
	const char *in = h->in;
	size_t len = name.end - name.begin;

	if (is_name(in + name.begin, len, "http-equiv")) {
		value = trim(in, value);
		tag->refresh = is_name(in + value.begin, value.end - value.begin,
		    "refresh");
	} else if (is_name(in + name.begin, len, "content") &&
	    tag->content.end == 0) {
		tag->content = value;
	}
}

static void
keep_attribute(struct html *h, struct tag *tag, struct span name,
    struct span value)
{
	const struct url_attribute *a = url_attributes;
	size_t len = name.end - name.begin, i;

	if (strcmp(tag->name, "meta") == 0)
		keep_meta(h, tag, name, value);
	for (i = 0; i < URL_ATTRIBUTES; i++, a++) {
		if (len != a->len || !is_name(h->in + name.begin, len, a->name))
			continue;
		if (tag->had[i] || (a->element && strcmp(a->element, tag->name)))
			return;
		tag->had[i] = true;
		if (i == 0 && strcmp(tag->name, "base") == 0)
			set_base(h, value);
		else if (add_link(h, a->name, value, false) && i == 0) {
			tag->linked = true;
			tag->link = h->link_count - 1;
		}
		return;
	}
}

/* The value from at on, behind "=". False if the text ends in it. */
static bool
read_value(struct html *h, size_t *at, struct span *value)
{
	const char *in = h->in, *close;

	if (*at < h->len && (in[*at] == '"' || in[*at] == '\'')) {
		close = memchr(in + *at + 1, in[*at], h->len - *at - 1);
		value->begin = *at + 1;
		value->end = close ? (size_t)(close - in) : h->len;
		*at = close ? value->end + 1 : h->len;
		return close != NULL;
	}
	value->begin = *at;
	while (*at < h->len && !is_space(in[*at]) && in[*at] != '>')
		(*at)++;
	value->end = *at;
	return *at < h->len;
}

static size_t
skip_space(const struct html *h, size_t at)
{
	while (at < h->len && is_space(h->in[at]))
		at++;
	return at;
}

/* The attributes from at on; returns the place of ">", or the text's end. */
static size_t
read_attributes(struct html *h, size_t at, struct tag *tag)
{
	const char *in = h->in;

	for (;;) {
		struct span name, value = { 0, 0 };

		while (at < h->len && (is_space(in[at]) || in[at] == '/'))
			at++;
		if (at == h->len || in[at] == '>')
			return at;
		name.begin = at++; /* even a "=" */
		while (at < h->len && !ends_name(in[at]) && in[at] != '=')
			at++;
		name.end = at;
		at = skip_space(h, at);
		if (at == h->len || in[at] != '=')
			continue;
		at = skip_space(h, at + 1);
		if (read_value(h, &at, &value) && !tag->closing)
			keep_attribute(h, tag, name, value);
	}
}

static void
close_anchor(struct html *h)
{
	if (h->in_anchor && h->anchor_shown)
		h->links[h->anchor].seen_end = h->text_len;
	h->in_anchor = h->anchor_shown = false;
}

/* Where </name ends the raw text that begins at at. */
static size_t
find_end_tag(const struct html *h, size_t at, const char *name)
{
	size_t len = strlen(name);
	const char *less;

	while ((less = memchr(h->in + at, '<', h->len - at)) != NULL) {
		at = (size_t)(less - h->in);
		if (h->len - at > len + 2 && less[1] == '/' &&
		    is_name(less + 2, len, name) &&
		    ends_name(less[len + 2]))
			return at;
		at++;
	}
	return h->len;
}

static void
read_raw(struct html *h, const struct tag *tag, enum kind kind)
{
	size_t end = find_end_tag(h, h->at, tag->name);

	if (kind != HIDDEN_RAW) {
		bool pre = strcmp(tag->name, "title") != 0;

		break_block(h, tag->begin);
		h->pre += pre;
		read_text(h, h->at, end, kind == SEEN_RCDATA);
		h->pre -= pre;
	}
	h->at = end;
}

/* The line break that follows <pre> is not seen. */
static void
open_pre(struct html *h, const struct tag *tag)
{
	break_block(h, tag->begin);
	h->pre++;
	if (strcmp(tag->name, "plaintext") == 0)
		h->plaintext = true;
	if (h->at < h->len && h->in[h->at] == '\r')
		h->at++;
	if (h->at < h->len && h->in[h->at] == '\n')
		h->at++;
}

static void
close_tag(struct html *h, const struct tag *tag, enum kind kind)
{
	if (strcmp(tag->name, "a") == 0)
		close_anchor(h);
	if (kind == LINE)
		break_line(h, tag->begin);
	else if (kind == SPACE)
		break_word(h, tag->begin);
	else if (kind == HIDDEN)
		h->hidden -= h->hidden > 0;
	else if (kind != INLINE && kind != HIDDEN_RAW)
		break_block(h, tag->begin);
	if (kind == PRE)
		h->pre -= h->pre > 0;
}

static void
open_tag(struct html *h, const struct tag *tag, enum kind kind)
{
	struct span refresh = tag->content;

	if (strcmp(tag->name, "a") == 0) {
		close_anchor(h);
		h->in_anchor = tag->linked;
		h->anchor = tag->link;
	}
	if (tag->refresh && find_refresh(h->in, &refresh))
		add_link(h, "content", refresh, true);
	if (kind == LINE)
		break_line(h, tag->begin);
	else if (kind == SPACE)
		break_word(h, tag->begin);
	else if (kind == BLOCK)
		break_block(h, tag->begin);
	else if (kind == PRE)
		open_pre(h, tag);
	else if (kind == HIDDEN)
		h->hidden++;
	else if (kind != INLINE)
		read_raw(h, tag, kind);
}

/* The tag at h->at. One that the text's end cuts off gives only the
 * attributes that are whole. */
static void
read_tag(struct html *h)
{
	struct tag tag = { .begin = h->at };
	size_t at = h->at + 1, len = 0;
	enum kind kind;

	tag.closing = h->in[at] == '/';
	at += tag.closing;
	for (; at < h->len && !ends_name(h->in[at]); at++)
		if (len < sizeof(tag.name))
			tag.name[len++] = lower(h->in[at]);
	if (len == sizeof(tag.name))
		memset(tag.name, 0, sizeof(tag.name));
	at = read_attributes(h, at, &tag);
	h->at = at < h->len ? at + 1 : at;
	if (h->no_memory || at == h->len)
		return;
	kind = kind_of(h, tag.name);
	if (tag.closing)
		close_tag(h, &tag, kind);
	else
		open_tag(h, &tag, kind);
}

/* ---- comments, and what the standard reads as such: <!x> <?x> </3> --- */

static size_t
find_comment_end(const struct html *h, size_t at)
{
	const char *in = h->in, *dash;
	size_t left;

	if (at < h->len && in[at] == '>')
		return at + 1;
	if (at + 1 < h->len && in[at] == '-' && in[at + 1] == '>')
		return at + 2;
	while ((dash = memchr(in + at, '-', h->len - at)) != NULL) {
		left = h->len - (size_t)(dash - in);
		if (left > 2 && memcmp(dash, "-->", 3) == 0)
			return h->len - left + 3;
		if (left > 3 && memcmp(dash, "--!>", 4) == 0)
			return h->len - left + 4;
		at = h->len - left + 1;
	}
	return h->len;
}

static void
skip_comment(struct html *h)
{
	const char *begin = h->in + h->at, *end;

	if (h->len - h->at >= 4 && memcmp(begin, "<!--", 4) == 0) {
		h->at = find_comment_end(h, h->at + 4);
		return;
	}
	end = memchr(begin, '>', h->len - h->at);
	h->at = end ? (size_t)(end - h->in) + 1 : h->len;
}

/* ---- the whole --- */

/* Whether the "<" at at begins a tag; else a comment, or is only text. */
static bool
begins_tag(const struct html *h, size_t at)
{
	size_t name = at + 1;

	if (name < h->len && h->in[name] == '/')
		name++;
	return name < h->len && is_letter(h->in[name]);
}

static bool
begins_comment(const struct html *h, size_t at)
{
	if (at + 1 == h->len)
		return false;
	if (h->in[at + 1] == '/')
		return at + 2 < h->len;
	return h->in[at + 1] == '!' || h->in[at + 1] == '?';
}

static size_t
find_markup(const struct html *h, size_t at)
{
	const char *less;

	while ((less = memchr(h->in + at, '<', h->len - at)) != NULL) {
		at = (size_t)(less - h->in);
		if (begins_tag(h, at) || begins_comment(h, at))
			return at;
		at++;
	}
	return h->len;
}

static void
read_html(struct html *h)
{
	while (h->at < h->len && !h->no_memory) {
		size_t end = h->plaintext ? h->len : find_markup(h, h->at);

		read_text(h, h->at, end, !h->plaintext);
		h->at = end;
		if (end == h->len)
			return;
		if (begins_tag(h, end))
			read_tag(h);
		else
			skip_comment(h);
	}
}

/* The URLs no longer move: point the links at them. */
static void
settle_links(struct html *h)
{
	const char *url = h->urls;
	size_t i;

	for (i = 0; i < h->link_count; i++) {
		h->links[i].url = url;
		url += h->links[i].len + 1;
	}
}

/* What makes nothing whole is no base. */
static void
settle_base(struct html *h)
{
	if (h->base == NULL || relative_base(h->base, strlen(h->base)))
		return;
	free(h->base);
	h->base = NULL;
}

struct html *
html_new(const char *text, size_t len)
{
	struct html *h = calloc(1, sizeof(*h));

	if (h == NULL)
		return NULL;
	h->in = text;
	h->len = len;
	index_elements(h);
	if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		h->at = 3;
	read_html(h);
	close_anchor(h);
	settle_links(h);
	settle_base(h);
	if (h->no_memory) {
		html_free(h);
		return NULL;
	}
	return h;
}

void
html_free(struct html *h)
{
	if (h == NULL)
		return;
	free(h->text);
	free(h->runs);
	free(h->links);
	free(h->urls);
	free(h->base);
	free(h);
}

const struct html_link *
html_links(const struct html *h, size_t *count)
{
	*count = h->link_count;
	return h->links;
}

const char *
html_base(const struct html *h)
{
	return h->base;
}

const char *
html_text(const struct html *h, size_t *len)
{
	*len = h->text_len;
	return h->text ? h->text : "";
}

size_t
html_source(const struct html *h, size_t at)
{
	size_t low = 0, high = h->run_count, source, limit = h->len;

	if (at >= h->text_len)
		return h->len;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (h->runs[middle].seen <= at)
			low = middle;
		else
			high = middle;
	}
	source = h->runs[low].source + (at - h->runs[low].seen);
	if (low + 1 < h->run_count)
		limit = h->runs[low + 1].source;
	return source < limit ? source : limit;
}

size_t
html_source_end(const struct html *h, size_t at)
{
	size_t source = html_source(h, at), end = source + 1, back, used, next;
	unsigned long value;

	/* a character of a reference has up to four octets */
	for (back = 0; back < 4 && back <= source; back++) {
		const char *in = h->in + source - back;

		used = *in == '&' ? read_reference(in, h->len - (source - back), false,
		    &value) : 0;
		if (used > back)
			end = source - back + used;
	}
	next = html_source(h, at + 1);
	return next > source && next < end ? next : end;
}
