/* html.c - check that the sources of visible text and links are within the HTML, in order */
#include "fuzz.h"

#include "html/html.h"
#include "util/memory.h"

enum { MAX_INPUT_BYTES = 64 * 1024 };

static void
check_text(const struct html *h, size_t size)
{
	urlgrep_span text = html_text(h);
	size_t at, before = 0;

	must(text.text != NULL);
	for (at = 0; at < text.len; at++) {
		size_t source = html_source_begin(h, at);

		must(source < size && source >= before);
		must(html_source_end(h, at) > source && html_source_end(h, at) <= size);
		before = source;
	}
}

static void
check_segments(const struct html *h)
{
	size_t len = html_text(h).len, at = 0;
	bool is_preformatted;

	while (at < len) {
		size_t end = html_segment_end(h, at, &is_preformatted);

		must(end > at && end <= len);
		at = end;
	}
}

/* Read all bytes, for the address sanitizer. */
static void
check_link_text(urlgrep_span text)
{
	size_t i, nuls = 0;

	for (i = 0; i < text.len; i++)
		nuls += text.text[i] == '\0';
	must(nuls <= text.len);
}

static void
check_links(const struct html *h, size_t size)
{
	size_t count, i;
	const struct html_link *link = html_links(h, &count);

	for (i = 0; i < count; i++) {
		must(link[i].url.len > 0 && link[i].element.len > 0);
		must(link[i].attribute.text != NULL);
		must(link[i].source_begin < link[i].source_end);
		must(link[i].source_end <= size);
		must(link[i].text_begin <= link[i].text_end);
		must(link[i].is_embedded || link[i].text_end <= html_text(h).len);
		check_link_text(html_link_text(h, &link[i]));
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;
	struct html *h;

	if (size > MAX_INPUT_BYTES)
		return 0;
	text = copied(data, size);
	h = html_new(&memory_default, text, size, NULL);
	must(h != NULL);
	check_segments(h);
	check_text(h, size);
	check_links(h, size);
	html_base(h);
	html_free(h);
	free(text);
	return 0;
}
