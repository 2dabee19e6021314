/* test_html_documents.c - all that is read from short documents of HTML: the visible text,
 * the links and their places: tests/vectors/html-documents.tsv. Each document ends at an
 * unreadable page, or begins at one, and is read also where an allocation fails, each in
 * turn.
 *
 *	test_html_documents [FILE]	print the rows for the documents of FILE, one a line */
#include "allocator.h"
#include "fence.h"
#include "html/html.h"
#include "table.h"
#include "tap.h"
#include "told.h"
#include "util/memory.h"

static const char table[] = "tests/vectors/html-documents.tsv";

/* Tell the visible text, the segments that keep their line breaks in brackets. */
static void
tell_segments(struct told *t, const struct html *h)
{
	urlgrep_span text = html_text(h);
	size_t at = 0, end;

	for (; at < text.len; at = end) {
		bool is_preformatted;

		end = html_segment_end(h, at, &is_preformatted);
		if (end <= at || end > text.len) {
			tell(t, "bad segment");
			break;
		}
		tell(t, is_preformatted ? "[" : "");
		tell_span(t, (urlgrep_span){ text.text + at, end - at });
		tell(t, is_preformatted ? "]" : "");
	}
}

static void
tell_links(struct told *t, const struct html *h)
{
	size_t count, i;
	const struct html_link *links = html_links(h, &count);

	if (html_base(h).text) {
		tell(t, "base ");
		tell_span(t, html_base(h));
		tell(t, "|");
	}
	for (i = 0; i < count; i++) {
		const struct html_link *l = &links[i];
		urlgrep_span covered = html_link_text(h, l);

		tell(t, "%s%s%.*s %.*s ", l->is_anchor ? "anchor " : "",
		    l->is_embedded ? "embedded " : "", (int)l->element.len, l->element.text,
		    (int)l->attribute.len, l->attribute.text);
		tell_span(t, l->url);
		tell(t, " %zu-%zu", l->source_begin, l->source_end);
		if (covered.text) {
			tell(t, " \"");
			tell_span(t, covered);
			tell(t, "\"");
		}
		tell(t, "|");
	}
}

/* Tell where the visible text is in the HTML: "AT:BEGIN-END" of each byte that does not
 * follow the byte before it, or is not one byte there. */
static void
tell_places(struct told *t, const struct html *h)
{
	size_t len = html_text(h).len, at, last = 0;

	for (at = 0; at < len; at++) {
		size_t begin = html_source_begin(h, at), end = html_source_end(h, at);

		if (begin != last || end != begin + 1)
			tell(t, "%zu:%zu-%zu ", at, begin, end);
		last = end;
	}
	tell(t, "%zu", html_source_begin(h, len));
}

/* ---- rows ---- */

/* Return false without memory. */
static bool
tell_document(struct told *t, const urlgrep_memory *memory, const char *text, size_t len)
{
	struct html *h = html_new(memory, text, len);

	if (h == NULL)
		return false;
	t->len = 0;
	tell_segments(t, h);
	tell(t, "\t");
	tell_links(t, h);
	tell(t, "\t");
	tell_places(t, h);
	html_free(h);
	return true;
}

/* Read the document where allocation number n fails, for each n: there is none then, or it
 * is as expected; and no memory is left over. */
static bool
survives_failures(const char *text, size_t len, const char *expected)
{
	static struct told told;
	struct allocator a = { 0, 0 };
	urlgrep_memory memory = { allocate_some, release_some, &a };
	size_t n;

	for (n = 0; n < 1000; n++) {
		a.left = n;
		if (tell_document(&told, &memory, text, len))
			return a.live == 0 && strcmp(told.text, expected) == 0;
		if (a.live != 0)
			break;
	}
	return false;
}

static void
check_row(char *line, int number)
{
	static struct told told;
	char *expected = strchr(line, '\t');
	const char *text;
	size_t len;

	if (expected == NULL) {
		ok(false, "%s:%d: 4 fields", table, number);
		return;
	}
	*expected++ = '\0';
	len = unescape(line);
	text = fenced_copy(line, len);
	tell_document(&told, &memory_default, text, len);
	if (!ok(strcmp(told.text, expected) == 0, "%s:%d", table, number))
		printf("# expected: %s\n# got:      %s\n", expected, told.text);
	tell_document(&told, &memory_default, copy_after_fence(text, len), len);
	ok(strcmp(told.text, expected) == 0, "%s:%d: after an unreadable page", table, number);
	ok(survives_failures(text, len, expected), "%s:%d: without memory", table, number);
}

static int
print_rows(const char *name)
{
	static struct told told;
	FILE *file = fopen(name, "r");
	char *line = NULL;
	size_t size = 0;

	if (file == NULL)
		return 2;
	while (read_line(file, &line, &size)) {
		size_t len;

		printf("%s\t", line);
		len = unescape(line);
		tell_document(&told, &memory_default, copy_after_fence(line, len), len);
		tell_document(&told, &memory_default, fenced_copy(line, len), len);
		printf("%s\n", told.text);
		fflush(stdout);
	}
	free(line);
	fclose(file);
	return 0;
}

int
main(int argc, char **argv)
{
	FILE *file;
	char *line = NULL;
	size_t size = 0;
	int number = 0;

	if (argc > 1)
		return print_rows(argv[1]);
	file = open_table(table);
	while (read_line(file, &line, &size)) {
		number++;
		if (line[0] != '#' && line[0] != '\0')
			check_row(line, number);
	}
	ok(number > 100, "%s has rows", table);
	free(line);
	fclose(file);
	return done_testing();
}
