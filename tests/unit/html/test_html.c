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
	return span.text && span_bytes_are(span, text);
}

/* Compare the links with those of the case, and each link with its source. */
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
		    (int)l[i].attribute.len, l[i].attribute.text, (int)l[i].url.len, l[i].url.text);
		good &= l[i].source_begin + l[i].url.len == l[i].source_end &&
		    l[i].source_end <= strlen(html) &&
		    memcmp(html + l[i].source_begin, l[i].url.text, l[i].url.len) == 0;
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
			h = html_new(&memory_default, html, strlen(html), NULL);
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

static bool
check_list(struct html *h, const char *html, const char *links)
{
	char all[400] = "";
	size_t count, i;
	const struct html_link *l = html_links(h, &count);

	for (i = 0; i < count; i++)
		append_link(all, sizeof(all), html, &l[i]);
	if (strcmp(all, links) != 0)
		printf("# expected %s\n# got      %s\n", links, all);
	return strcmp(all, links) == 0;
}

static bool
check_element(struct html *h, const char *element)
{
	size_t count;
	const struct html_link *l = html_links(h, &count);

	return count > 0 && is_equal(l[count - 1].url, "u") && is_equal(l[count - 1].element, element);
}

static bool
check_cover(struct html *h, const char *covered)
{
	size_t count;
	const struct html_link *l = html_links(h, &count);

	if (count == 0 || strcmp(covered, "-") != 0)
		return count > 0 && is_equal(html_link_text(h, l), covered);
	return l->text_begin == 0 && l->text_end == 0 && html_link_text(h, l).text == NULL &&
	    html_link_text(h, l).len == 0;
}

static bool
check_segments(struct html *h, const char *segments)
{
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
	if (strcmp(found, segments) != 0)
		printf("# expected %s\n# got      %s\n", segments, found);
	return strcmp(found, segments) == 0;
}

/* Check how a word of the visible text is written in the HTML. */
static bool
check_extent(struct html *h, const char *html, const char *word, const char *written)
{
	urlgrep_span text = html_text(h);
	const char *found = memmem(text.text, text.len, word, strlen(word));
	size_t at = found ? (size_t)(found - text.text) : 0;
	size_t source = html_source_begin(h, at), end = html_source_end(h, at + strlen(word) - 1);

	return found && end - source == strlen(written) &&
	    memcmp(html + source, written, end - source) == 0;
}

static void
check_nul(void)
{
	static const char html[] = "a\0b<a href='x\0y'>c";
	static const char base[] = "<base href='http://h/\0x/'>";
	struct html *h = html_new(&memory_default, html, sizeof(html) - 1, NULL);
	urlgrep_span text = html_text(h);
	size_t count;
	const struct html_link *l = html_links(h, &count);

	ok(text.len == 4 && memcmp(text.text, "a\0bc", 4) == 0 && count == 1 &&
	        l->url.len == 3 && memcmp(l->url.text, "x\0y", 3) == 0,
	    "NUL is a byte like any other");
	html_free(h);
	h = html_new(&memory_default, base, sizeof(base) - 1, NULL);
	ok(html_base(h).len == 12 && memcmp(html_base(h).text, "http://h/\0x/", 12) == 0,
	    "also in a base");
	html_free(h);
}

/* Return a description of everything in a document; the caller frees it. */
static void
check_unclosed(void)
{
	static const char *const all[] = { "<!-->", "<!-- a -->", "<!-- a --!>", "<script>" };
	size_t i;

	for (i = 0; i < 4; i++) {
		struct html *h = html_new(&memory_default, all[i], strlen(all[i]), NULL);

		ok(html_is_unclosed(h) == (i == 3), "the end of %s", all[i]);
		html_free(h);
	}
}

static char *
describe(const struct html *h)
{
	size_t count, i, size;
	const struct html_link *l = html_links(h, &count);
	char *text;
	FILE *out = open_memstream(&text, &size);

	fprintf(out, "%.*s|%.*s\n", (int)html_text(h).len, html_text(h).text,
	    (int)html_base(h).len, html_base(h).text ? html_base(h).text : "");
	for (i = 0; i < count; i++)
		fprintf(out, "%.*s|%.*s|%.*s|%zu-%zu|%zu-%zu\n", (int)l[i].url.len, l[i].url.text,
		    (int)l[i].element.len, l[i].element.text, (int)l[i].attribute.len,
		    l[i].attribute.text, l[i].source_begin, l[i].source_end, l[i].text_begin,
		    l[i].text_end);
	for (i = 0; i <= html_text(h).len; i++)
		fprintf(out, "%zu ", html_source_begin(h, i));
	fclose(out);
	return text;
}

/* Parse each prefix, once before an unreadable page, so that a read after its end is noticed, and
 * once followed by the rest, which must not count. */
static void
check_cuts(const char *name, const char *html, size_t len)
{
	bool good = true;
	size_t cut;

	for (cut = 0; cut <= len; cut++) {
		struct html *h = html_new(&memory_default, fenced_copy(html, cut), cut, NULL);
		struct html *other = html_new(&memory_default, html, cut, NULL);
		char *wanted = describe(other), *found = describe(h);

		good &= check_sources(h, cut) && strcmp(found, wanted) == 0;
		free(wanted);
		free(found);
		html_free(other);
		html_free(h);
	}
	ok(good, "%s cut at every byte", name);
}

/* Check a row of the table: links, text and base; also truncated at every byte. */
static void
check_case(unsigned number, const char *html, const char *links, const char *text, const char *base)
{
	struct html *h = html_new(&memory_default, html, strlen(html), NULL);
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

static const char sample[] =
    "<!DOCTYPE html><!-- c --><title>t&amp;t</title><base href='http://b/'>"
    "<meta http-equiv=refresh content=\"1; url='http://r/&amp;'\"><style>s"
    "</style><script>x</script><body background=b><pre>\r\n a\r\n</pre>"
    "<a href=\"http://h/&#38;a&copy\">b&nbsp;&eacute;&#x41;</a><br/>"
    "<img src=x alt='y'><textarea>z</textarea><template>q</template>"
    "<!--[if mso]><pre>v</pre><iframe srcdoc='<pre>w</pre><svg></svg><a href=q>u</a>'>"
    "</iframe><a href=p>u</a><![endif]--><a ping='r s'>k</a>"
    "<?p?></3><![if x]>\xC3\xA9\xFF &lt";

static bool
check_flood(const char *shape, size_t times, size_t visible)
{
	size_t unit = strlen(shape), i;
	char *html = malloc(unit * times);
	struct html *h;
	bool good;

	for (i = 0; i < times; i++)
		memcpy(html + unit * i, shape, unit);
	h = html_new(&memory_default, html, unit * times, NULL);
	good = h && html_text(h).len == visible && check_sources(h, unit * times);
	if (!good)
		printf("# visible: %zu bytes\n", html_text(h).len);
	html_free(h);
	free(html);
	return good;
}

/* Check a row of three or four fields. Return true if it passes. */
static bool
check_row(char **field, unsigned count)
{
	const char *kind = field[0];
	struct html *h;
	bool good;

	if (count == 4 && strcmp(kind, "flood") == 0)
		return check_flood(field[1], strtoul(field[2], NULL, 10), strtoul(field[3], NULL, 10));
	h = html_new(&memory_default, field[1], strlen(field[1]), NULL);
	good = count == 4 ?
	    strcmp(kind, "extent") == 0 && check_extent(h, field[1], field[2], field[3]) :
	    strcmp(kind, "list") == 0 ? check_list(h, field[1], field[2]) :
	    strcmp(kind, "element") == 0 ? check_element(h, field[2]) :
	    strcmp(kind, "cover") == 0 ? check_cover(h, field[2]) :
	    strcmp(kind, "segments") == 0 && check_segments(h, field[2]);
	html_free(h);
	return good;
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
		else
			ok((count == 3 || count == 4) && check_row(field, count), "%s:%u: %s", table_path,
			    t.number, field[0]);
	}
	ok(t.rows > 230, "%s: %u rows", table_path, t.rows);
}

int
main(void)
{
	FOR_EACH(name, names)
		check_names(name);
	check_table();
	check_nul();
	check_unclosed();
	check_cuts("sample", sample, sizeof(sample) - 1);
	return done_testing();
}
