/* html.c - an HTML text as it is seen: what comes from where stays in the text */
#include "fuzz.h"

#include "html/html.h"

enum { LONGEST = 64 * 1024 };

static void
check_text(const struct html *h, size_t size)
{
	size_t len, at, before = 0;
	const char *text = html_text(h, &len);

	must(len == 0 || text != NULL);
	for (at = 0; at < len; at++) {
		size_t source = html_source(h, at);

		must(source < size && source >= before);
		before = source;
	}
}

static void
check_links(const struct html *h, size_t size)
{
	size_t count, i, len;
	const struct html_link *link = html_links(h, &count);

	html_text(h, &len);
	for (i = 0; i < count; i++) {
		must(link[i].len > 0 && link[i].source < size);
		must(link[i].attribute != NULL);
		must(link[i].seen_begin <= link[i].seen_end);
		must(link[i].seen_end <= len);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;
	struct html *h;

	if (size > LONGEST)
		return 0;
	text = copied(data, size);
	h = html_new(text, size);
	must(h != NULL);
	check_text(h, size);
	check_links(h, size);
	html_base(h);
	html_free(h);
	free(text);
	return 0;
}
