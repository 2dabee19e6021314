/* test_html.c - the links and the visible text of HTML, and their places in the source */
#include "fence.h"
#include "html/html.h"
#include "table.h"
#include "tap.h"
#include "util/memory.h"

static const char table_path[] = "tests/vectors/html.tsv";

static bool
is_equal(urlgrep_span span, const char *text)
{
	return span.text && span.len == strlen(text) &&
	    memcmp(span.text, text, span.len) == 0;
}

/* Compare the links with those of the case, and each with its source. */
static bool
check_links(const struct html *h, const char *html, const char *links)
{
	size_t count, i;
	const struct html_link *l = html_links(h, &count);
	char all[400] = "";
	bool good = true;

	for (i = 0; i < count; i++) {
		size_t used = strlen(all);

		snprintf(all + used, sizeof(all) - used, "%.*s %.*s|",
		    (int)l[i].attribute.len, l[i].attribute.text,
		    (int)l[i].url.len, l[i].url.text);
		good &= l[i].source_begin + l[i].url.len == l[i].source_end &&
		    l[i].source_end <= strlen(html) &&
		    memcmp(html + l[i].source_begin, l[i].url.text,
		        l[i].url.len) == 0;
	}
	if (strcmp(all, links) != 0)
		printf("# links: %s\n", all);
	return good && strcmp(all, links) == 0;
}

/* Check that sources never decrease and lie within the HTML. */
static bool
check_sources(const struct html *h, size_t len)
{
	size_t visible = html_text(h).len, at, source, last = 0;

	for (at = 0; at <= visible; at++, last = source) {
		source = html_source_begin(h, at);
		if (source < last || source > len || (at < visible && source == len))
			return false;
	}
	return true;
}

/* The visible text of a<NAME>b</NAME>c for each of these names; that of longer names is "abc". */
static const struct name_case {
	const char *text, *names;
} names[] = {
	{ "a\nb\nc", "address article aside blockquote body br caption center col colgroup dd details "
	    "dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 "
	    "head header hgroup hr html isindex legend li listing main marquee menu nav ol optgroup "
	    "option p pre search section summary table tbody td textarea tfoot th thead title tr ul xmp" },
	{ "a b c", "audio button embed image img input object select video" },
	{ "ac", "iframe noembed noframes script style template" },
};

static void
check_names(const struct name_case *c)
{
	char all[1000], html[100], *name;
	unsigned longer;

	snprintf(all, sizeof(all), "%s", c->names);
	for (name = strtok(all, " "); name; name = strtok(NULL, " "))
		for (longer = 0; longer < 2; longer++) {
			const char *x = longer ? "x" : "";
			struct html *h;

			snprintf(html, sizeof(html), "a<%s%s>b</%s%s>c", name, x, name, x);
			h = html_new(&memory_default, html, strlen(html));
			ok(is_equal(html_text(h), longer ? "abc" : c->text), "text of %s", html);
			html_free(h);
		}
}

static void
append_link(char *all, size_t size, const char *html, const struct html_link *l)
{
	size_t used = strlen(all);

	snprintf(all + used, size - used, "%s%s%.*s<%.*s>|", l->is_embedded ? "embedded " : "",
	    l->is_anchor ? "anchor " : "", (int)l->url.len, l->url.text,
	    (int)(l->source_end - l->source_begin), html + l->source_begin);
}

static void
check_list(unsigned number, const char *html, const char *links)
{
	struct html *h = html_new(&memory_default, html, strlen(html));
	char all[400] = "";
	size_t count, i;
	const struct html_link *l = html_links(h, &count);

	for (i = 0; i < count; i++)
		append_link(all, sizeof(all), html, &l[i]);
	if (!ok(strcmp(all, links) == 0, "%s:%u", table_path, number))
		printf("# expected %s\n# got      %s\n", links, all);
	html_free(h);
}

/* The element of a link */
static const struct element_case {
	const char *html, *element;
} elements[] = {
	{ "<v:ImageData src=u />", "v:imagedata" },
	{ "<META http-equiv=refresh content='0;u'>", "meta" },
	{ "<An-Element-With-A-Long-Name href=u>", "an-element-with-a-long-name" },
	{ "<img src='' longdesc=u>", "img" },
	{ "<a=b href=u>", "a=b" },
	{ "<a href=v><Body BACKGROUND=u>", "body" },
};

static void
check_element(const struct element_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	size_t count;
	const struct html_link *l = html_links(h, &count);

	ok(count > 0 && is_equal(l[count - 1].url, "u") &&
	    is_equal(l[count - 1].element, c->element), "element %s", c->element);
	html_free(h);
}

/* The visible text that <a href> covers */
static const struct cover_case {
	const char *html, *covered;
} covers[] = {
	{ "x <a href=u> a <b>b</b> </a> y", "a b" },
	{ "x<p><a href=u>a</a>b", "a" },
	{ "<a href=u>a<a href=v>b", "a" },
	{ "<a href=u src=v>a</a>b", "a" },
	{ "<a href=u>a<p>b", "a\nb" },
	{ "x<a href=u><img></a>y", NULL },
	{ "x<link href=u>y", NULL },
	{ "x<!--[if mso]>y <a href=u> a <b>b</b></a>z<![endif]-->", "a b" },
	{ "<iframe srcdoc='a <svg><a href=u>&amp;lt;b'>", "<b" },
	{ "<!--[if mso]><a href=u>a--!>b", "a" },
	{ "<!--[if mso]><a href=u>a-!>b", "a-!>b" },
	{ "<!--[if mso]><a href=u>a->", "a->" },
	{ "<!--[if a]>x<![endif]--><!--[if b]>\n<a href=u>a<br></a> <![endif]-->", "a" },
	{ "<svg></svg><iframe srcdoc='x <a href=u> a</a>'>", "a" },
};

static void
check_cover(const struct cover_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	size_t count;
	const struct html_link *l = html_links(h, &count);
	bool good = count > 0;

	if (good && c->covered == NULL)
		good = l->text_begin == 0 && l->text_end == 0 &&
		    html_link_text(h, l).text == NULL && html_link_text(h, l).len == 0;
	else if (good)
		good = is_equal(html_link_text(h, l), c->covered);
	ok(good, "covered case %d", (int)(c - covers));
	html_free(h);
}

/* The segments of the visible text, those that keep their line breaks in brackets */
static const struct segment_case {
	const char *html, *segments;
} segments[] = {
	{ "", "" },
	{ "a<p>b", "a\nb|" },
	{ "<pre>a\nb</pre>", "[a\nb]|" },
	{ "a<pre>b\n\n</pre>c", "a\n|[b\n\n]|c|" },
	{ "<pre>a <b>b</b>\n<a href=u>c</a></pre><pre>d</pre>", "[a b\nc]|\n|[d]|" },
	{ "<pre>a<pre>b</pre>c</pre>d", "[a]|\n|[b]|\n|[c]|\nd|" },
	{ "<textarea>a\nb</textarea><xmp>c</xmp>", "[a\nb]|\n|[c]|" },
	{ "<pre></pre><pre hidden>a", "[a]|" },
	{ "<svg></svg><pre>a</pre>b", "[a]|\nb|" }, /* parsed twice */
	{ "<pre>a</pre>b<svg></svg><pre>c</pre>", "[a]|\nb\n|[c]|" },
	{ "<pre>a</pre><svg></svg>b", "[a]|\nb|" },
	{ "<pre>a</pre><!--[if mso]><pre>b</pre><![endif]--><iframe srcdoc='<pre>c'></iframe>d",
	    "[a]|\nd|" },
};

static void
check_segments(const struct segment_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	urlgrep_span text = html_text(h);
	char found[256] = "";
	size_t at = 0, len = 0;

	while (at < text.len && len < sizeof(found)) {
		bool is_preformatted;
		size_t end = html_segment_end(h, at, &is_preformatted);

		len += (size_t)snprintf(found + len, sizeof(found) - len, "%s%.*s%s|",
		    is_preformatted ? "[" : "", (int)(end - at), text.text + at,
		    is_preformatted ? "]" : "");
		if (end <= at)
			break;
		at = end;
	}
	if (!ok(strcmp(found, c->segments) == 0, "segments case %d", (int)(c - segments)))
		printf("# expected %s\n# got      %s\n", c->segments, found);
	html_free(h);
}

/* A word of the visible text, and what the HTML has at its source */
static const struct place_case {
	const char *html, *word, *source;
} places[] = {
	{ "<p>see  <b>http://h/</b>", "http://h/", "http://h/</b>" },
	{ "<pre>\r\na\r\n\r\nb</pre>", "b", "b</pre>" },
};

static void
check_place(const struct place_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	urlgrep_span text = html_text(h);
	const char *word = memmem(text.text, text.len, c->word, strlen(c->word));
	size_t source = 0;

	if (word)
		source = html_source_begin(h, (size_t)(word - text.text));
	ok(word && strncmp(c->html + source, c->source, strlen(c->source)) == 0,
	    "place case %d", (int)(c - places));
	html_free(h);
}

/* A word of the visible text, and how it is written in the HTML */
static const struct place_case extents[] = {
	{ "<i>x&amp;</i>y", "x&", "x&amp;" },
	{ "caf&eacute; b", "caf\303\251", "caf&eacute;" },
	{ "&#x1F600;x", "\360\237\230\200", "&#x1F600;" },
	{ "a&ampx", "a&", "a&amp" },
	{ "a&lt", "a<", "a&lt" },
	{ "a &b", "&", "&" },
	{ "&amp;c", "c", "c" },
	{ "caf\303\251", "caf\303\251", "caf\303\251" },
	{ "<xmp>a&amp;b</xmp>", "a&", "a&" },
	{ "<xmp>&amp</xmp>", "&am", "&am" },
	{ "<xmp>&amp</xmp>", "&amp", "&amp" },
	{ "<a href=x>http://h/&#47;</a>!", "http://h//", "http://h/&#47;" },
};

static void
check_extent(const struct place_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	urlgrep_span text = html_text(h);
	const char *word = memmem(text.text, text.len, c->word, strlen(c->word));
	size_t source = 0, end = 0;

	if (word) {
		size_t at = (size_t)(word - text.text);

		source = html_source_begin(h, at);
		end = html_source_end(h, at + strlen(c->word) - 1);
	}
	ok(word && end - source == strlen(c->source) &&
	    memcmp(c->html + source, c->source, end - source) == 0, "extent case %d",
	    (int)(c - extents));
	html_free(h);
}

static void
check_nul(void)
{
	static const char html[] = "a\0b<a href='x\0y'>c";
	static const char base[] = "<base href='http://h/\0x/'>";
	struct html *h = html_new(&memory_default, html, sizeof(html) - 1);
	urlgrep_span text = html_text(h);
	size_t count;
	const struct html_link *l = html_links(h, &count);

	ok(text.len == 4 && memcmp(text.text, "a\0bc", 4) == 0 && count == 1 &&
	        l->url.len == 3 && memcmp(l->url.text, "x\0y", 3) == 0,
	    "NUL is a byte like any other");
	html_free(h);
	h = html_new(&memory_default, base, sizeof(base) - 1);
	ok(html_base(h).len == 12 && memcmp(html_base(h).text, "http://h/\0x/", 12) == 0,
	    "also in a base");
	html_free(h);
}

static uint64_t
hash_number(uint64_t hash, uint64_t number)
{
	return (hash ^ number) * 0x100000001B3;
}

static uint64_t
hash_span(uint64_t hash, urlgrep_span span)
{
	size_t i;

	for (i = 0; i < span.len; i++)
		hash = hash_number(hash, (unsigned char)span.text[i]);
	return hash_number(hash, span.len);
}

/* Return a hash of all that a document has. */
static uint64_t
hash_html(const struct html *h)
{
	size_t count, i;
	const struct html_link *l = html_links(h, &count);
	uint64_t hash = hash_span(hash_span(count, html_text(h)), html_base(h));

	for (i = 0; i < count; i++) {
		hash = hash_span(hash, l[i].url);
		hash = hash_span(hash_span(hash, l[i].element), l[i].attribute);
		hash = hash_number(hash, l[i].source_begin);
		hash = hash_number(hash, l[i].source_end);
		hash = hash_number(hash, l[i].text_begin);
		hash = hash_number(hash, l[i].text_end);
	}
	for (i = 0; i <= html_text(h).len; i++)
		hash = hash_number(hash, html_source_begin(h, i));
	return hash;
}

static uint64_t
hash_prefix(const char *html, size_t len)
{
	struct html *h = html_new(&memory_default, html, len);
	uint64_t hash = hash_html(h);

	html_free(h);
	return hash;
}

/* Parse each prefix before an unreadable page, so that a read after its end is noticed; and
 * where the rest follows it, which must not count. */
static void
check_cuts(const char *name, const char *html, size_t len)
{
	bool good = true;
	size_t cut;

	for (cut = 0; cut <= len; cut++) {
		struct html *h = html_new(&memory_default, fenced_copy(html, cut), cut);

		good &= h != NULL && check_sources(h, cut) &&
		    hash_html(h) == hash_prefix(html, cut);
		html_free(h);
	}
	ok(good, "%s cut at every byte", name);
}

/* Check a row of the table: links, text and base; also cut at every byte. */
static void
check_case(unsigned number, const char *html, const char *links, const char *text, const char *base)
{
	struct html *h = html_new(&memory_default, html, strlen(html));
	bool good = check_links(h, html, links) && check_sources(h, strlen(html));

	good &= strcmp(base, "-") == 0 ? html_base(h).text == NULL : is_equal(html_base(h), base);
	if (!is_equal(html_text(h), text)) {
		printf("# text: %.*s\n", (int)html_text(h).len, html_text(h).text);
		good = false;
	}
	ok(good, "%s:%u", table_path, number);
	html_free(h);
	check_cuts("it is", html, strlen(html));
}

static void
check_table(void)
{
	struct table t = table_of(table_path);
	char *field[FIELDS];
	unsigned count, i;

	while (next_row(&t)) {
		count = split_fields(t.line, field);
		for (i = 1; i < count; i++)
			unescape(field[i]);
		if (count == 5 && strcmp(field[0], "case") == 0)
			check_case(t.number, field[1], field[2], field[3], field[4]);
		else if (count == 3 && strcmp(field[0], "list") == 0)
			check_list(t.number, field[1], field[2]);
		else
			ok(false, "%s:%u: no such row", table_path, t.number);
	}
	ok(t.rows > 150, "%s: %u rows", table_path, t.rows);
}

static const char sample[] =
    "<!DOCTYPE html><!-- c --><title>t&amp;t</title><base href='http://b/'>"
    "<meta http-equiv=refresh content=\"1; url='http://r/&amp;'\"><style>s"
    "</style><script>x</script><body background=b><pre>\r\n a\r\n</pre>"
    "<a href=\"http://h/&#38;a&copy\">b&nbsp;&eacute;&#x41;</a><br/>"
    "<img src=x alt='y'><textarea>z</textarea><template>q</template>"
    "<!--[if mso]><pre>v</pre><iframe srcdoc='<pre>w</pre><svg></svg><a href=q>u</a>'>"
    "</iframe><a href=p>u</a><![endif]--><a ping='r s'>k</a>"
    "<?p?></3><![if x]>\xC3\xA9\xFF &lt";

/* The same shape many times: bytes of visible text. Takes minutes unless it is linear. */
static const struct flood {
	const char *shape;
	size_t times, visible;
} floods[] = {
	{ "<div>x</y>", 100000, 199999 },
	{ "<pre>x", 100000, 199999 },
	{ "<template>x", 100000, 0 },
	{ "<", 1000000, 1000000 },
	{ "&", 1000000, 1000000 },
	{ "&#", 500000, 1000000 },
	{ "&abcdef", 150000, 1050000 },
	{ "<!--", 250000, 0 },
	{ "<a ", 300000, 0 },
	{ "<a href='", 100000, 0 },
	{ "<a href=x>y", 100000, 100000 },
	{ "<script>", 100000, 0 },
	{ "<title></titl", 100000, 1299993 },
	{ " href=x", 100000, 699999 },
	{ "\t\n ", 300000, 0 },
	{ "a<br>", 100000, 199999 },
	{ "<svg>", 100000, 0 },
	{ "<svg><b>x", 100000, 100000 },
	{ "<math><mi>", 100000, 0 },
	{ "<svg><desc>", 100000, 0 },
	{ "<svg></b>", 100000, 0 },
	{ "<select>", 100000, 0 },
	{ "<select><b><p><div>", 50000, 0 },
	{ "<template><b>", 100000, 0 },
	{ "<svg></svg><x></y>", 100000, 0 },
	{ "<svg></svg><p><font size=1><font size=2><font size=3><font size=4></p>x", 20000,
	    39999 },
	{ "<!--[if ]>", 100000, 0 },
	{ "<!--[if ]>x-->", 100000, 0 },
	{ "<iframe srcdoc='", 100000, 0 },
	{ "<iframe srcdoc='<svg><a href=x>y'></iframe>", 50000, 0 },
	{ "<script><!--<script>", 100000, 0 },
	{ "<img srcset='a,", 100000, 0 },
	{ "<svg><![CDATA[", 100000, 1399986 },
};

static void
check_flood(const struct flood *f)
{
	size_t unit = strlen(f->shape), i, visible;
	char *html = malloc(unit * f->times);
	struct html *h;

	for (i = 0; i < f->times; i++)
		memcpy(html + unit * i, f->shape, unit);
	h = html_new(&memory_default, html, unit * f->times);
	visible = html_text(h).len;
	if (visible != f->visible)
		printf("# visible: %zu bytes\n", visible);
	ok(h && visible == f->visible && check_sources(h, unit * f->times),
	    "%zu times %s", f->times, f->shape[0] < ' ' ? "space" : f->shape);
	html_free(h);
	free(html);
}

#define EACH(table, check) \
	for (i = 0; i < sizeof(table) / sizeof((table)[0]); i++) \
	check(&(table)[i])

int
main(void)
{
	size_t i;

	check_table();
	EACH(names, check_names);
	EACH(elements, check_element);
	EACH(covers, check_cover);
	EACH(segments, check_segments);
	EACH(places, check_place);
	EACH(extents, check_extent);
	check_nul();
	check_cuts("sample", sample, sizeof(sample) - 1);
	EACH(floods, check_flood);
	return done_testing();
}
