/* attribute_value.c - the decoded value of an attribute, with a map to the HTML */
#include "html/attribute_value.h"

#include <string.h>

#include "html/entities.h"
#include "util/utf8.h"

/* From begin on, the text is the HTML from source on, byte by byte; or a character that
 * the reference source..source_end stands for. */
struct value_run {
	size_t begin;
	size_t source, source_end; /* source_end is 0 if this is no reference */
};

void
attribute_value_init(struct attribute_value *v, const urlgrep_memory *memory)
{
	*v = (struct attribute_value){ { .memory = memory }, { .memory = memory } };
}

void
attribute_value_free(struct attribute_value *v)
{
	strbuf_free(&v->text);
	strbuf_free(&v->runs);
}

static void
add_run(struct attribute_value *v, size_t source, size_t source_end)
{
	struct value_run run = { v->text.len, source, source_end };

	strbuf_append(&v->runs, (const char *)&run, sizeof(run));
}

/* Append the character reference at html[at]; return its end. */
static size_t
add_reference(struct attribute_value *v, const char *html, size_t at, size_t end)
{
	char character[4];
	uint32_t code;
	size_t used = entity_decode(html + at, end - at, true, &code);

	if (used == 0) {
		add_run(v, at, 0);
		strbuf_append(&v->text, "&", 1);
		return at + 1;
	}
	add_run(v, at, at + used);
	strbuf_append(&v->text, character, utf8_encode(code, character));
	return at + used;
}

bool
attribute_value_decode(struct attribute_value *v, const char *html,
    struct html_range range)
{
	size_t at = range.begin, end;

	strbuf_clear(&v->text);
	strbuf_clear(&v->runs);
	while (at < range.end && !v->text.failed) {
		const char *mark = memchr(html + at, '&', range.end - at);

		end = mark ? (size_t)(mark - html) : range.end;
		if (at < end) {
			add_run(v, at, 0);
			strbuf_append(&v->text, html + at, end - at);
		}
		at = mark ? add_reference(v, html, end, range.end) : end;
	}
	return !v->text.failed && !v->runs.failed;
}

/* Return the run that byte number at of the text belongs to. */
static const struct value_run *
find_run(const struct attribute_value *v, size_t at)
{
	const struct value_run *runs = (const void *)v->runs.at;
	size_t low = 0, high = v->runs.len / sizeof(*runs);

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (runs[middle].begin <= at)
			low = middle;
		else
			high = middle;
	}
	return &runs[low];
}

struct html_range
attribute_value_source(const struct attribute_value *v, struct html_range range)
{
	const struct value_run *first = find_run(v, range.begin);
	const struct value_run *last = find_run(v, range.end - 1);

	return (struct html_range){
		first->source_end ? first->source :
		first->source + (range.begin - first->begin),
		last->source_end ? last->source_end :
		last->source + (range.end - last->begin) };
}
