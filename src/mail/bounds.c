/* bounds.c - whether GMime can parse a message in little memory */
#include "mail/bounds.h"

#include <stdbool.h>
#include <string.h>

#include "mail/header.h"
#include "util/ascii.h"

/* What is counted of a message, line by line: all lines that GMime could take for a
 * boundary, or for a header field of the message or a part. */
struct line_counts {
	size_t boundaries, fields, header_bytes;
	bool in_header;     /* the line may be in a header */
	bool after_field;   /* a line that begins with white space continues a field */
	bool has_type;      /* the header has a Content-Type: another may follow */
	unsigned headers;   /* since the last boundary */
};

static void
begin_header(struct line_counts *c)
{
	c->in_header = true;
	c->after_field = c->has_type = false;
	c->headers++;
}

/* A header has ended. That of a message in the message may follow: after a Content-Type,
 * or, in a digest, after a part's header, which may be empty. */
static void
end_header(struct line_counts *c)
{
	bool may_have_inner = c->has_type || c->headers == 1;

	c->in_header = false;
	if (may_have_inner)
		begin_header(c);
}

/* Count a line of what may be a header. */
static void
count_header_line(struct line_counts *c, const char *line, size_t len)
{
	static const char type[] = "Content-Type:";

	if (len == 0 || (len == 1 && *line == '\r')) {
		end_header(c);
		return;
	}
	if (header_name_length(line, len) > 0) {
		c->fields++;
		c->after_field = true;
		c->has_type = c->has_type || (len >= sizeof(type) - 1 &&
		    ascii_equal(line, type, sizeof(type) - 1));
	} else if (!c->after_field || (*line != ' ' && *line != '\t')) {
		c->after_field = false;
		return;
	}
	c->header_bytes += len;
}

static void
count_line(struct line_counts *c, const char *line, size_t len)
{
	if (len > 2 && line[0] == '-' && line[1] == '-') {
		c->boundaries++;
		c->headers = 0;
		begin_header(c);
	} else if (c->in_header) {
		count_header_line(c, line, len);
	}
}

const char *
bounds_exceeded_for_gmime(const char *text, size_t len)
{
	struct line_counts c = { .boundaries = 0 };
	size_t at = 0;

	begin_header(&c);
	while (at < len) {
		const char *feed = memchr(text + at, '\n', len - at);
		size_t end = feed ? (size_t)(feed - text) : len;

		count_line(&c, text + at, end - at);
		at = end + 1;
	}
	if (c.boundaries > MAX_GMIME_BOUNDARIES)
		return BOUND_GMIME_BOUNDARIES;
	if (c.fields > MAX_GMIME_FIELDS)
		return BOUND_GMIME_FIELDS;
	return c.header_bytes > MAX_GMIME_HEADER_BYTES ? BOUND_GMIME_HEADER_BYTES : NULL;
}
