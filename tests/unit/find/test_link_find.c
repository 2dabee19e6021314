/* test_link_find.c - the link of an HTML alternative that has the URL of the plain one: in
 * the same order, in another one, among very many */
#include "find/find.h"
#include "tap.h"
#include "util/memory.h"

#define PAGE "<a href=http://a/>0</a> <a href=http://b/>1</a> <img src=http://b/> " \
	"<a href=http://b/c>3</a> <a href=http://a/>4</a>"

/* A search for a URL from a link on, the link that is found (-1: none), and where the next
 * search begins. */
static const struct {
	const char *url;
	size_t from;
	int found;
	size_t next;
} rows[] = {
	{ "http://b/", 0, 1, 2 },
	{ "http://a/", 1, 4, 5 },
	{ "http://b/", 2, 1, 2 },   /* an image is no link */
	{ "http://b/c", 0, 3, 4 },
	{ "http://b/d", 0, -1, 0 },
	{ "http://b/d", 3, -1, 3 },
	{ "http://c/", 5, -1, 5 },
	{ "http://", 0, -1, 0 },
};

static void
check_rows(void)
{
	struct html *html = html_new(&memory_default, PAGE, sizeof(PAGE) - 1);
	size_t count, i;
	const struct html_link *links = html_links(html, &count);

	ok(count == 5, "five links");
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t next = rows[i].from;
		urlgrep_span url = { rows[i].url, strlen(rows[i].url) };
		const struct html_link *found = link_find(html, url, &next);

		ok(found == (rows[i].found < 0 ? NULL : links + rows[i].found) &&
		    next == rows[i].next, "%s from link %zu on", rows[i].url, rows[i].from);
	}
	html_free(html);
}

/* 512 links are compared, so that many URLs and many links take linear time. */
static void
check_limit(void)
{
	enum { LINKS = 600, COMPARED = 512 };
	char *page = NULL;
	size_t size, i, next;
	FILE *out = open_memstream(&page, &size);
	struct html *html;
	unsigned wrong = 0;

	for (i = 0; i < LINKS; i++)
		fprintf(out, "<a href=http://h/%zu>x</a>\n", i);
	fclose(out);
	html = html_new(&memory_default, page, size);
	for (i = 0; i < LINKS; i++) {
		char url[32];
		int len = sprintf(url, "http://h/%zu", i);
		bool is_found;

		next = 0;
		is_found = link_find(html, (urlgrep_span){ url, (size_t)len },
		    &next) != NULL;
		wrong += is_found != (i < COMPARED) || next != (is_found ? i + 1 : 0);
	}
	ok(wrong == 0, "the first 512 of 600 links are compared");
	html_free(html);
	free(page);
	html = html_new(&memory_default, "x", 1);
	next = 0;
	ok(link_find(html, (urlgrep_span){ "http://h/", 9 }, &next) == NULL,
	    "HTML without links");
	html_free(html);
}

int
main(void)
{
	check_rows();
	check_limit();
	return done_testing();
}
