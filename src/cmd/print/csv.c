/* csv.c - values of comma-separated records (RFC 4180) */
#include "cmd/print/csv.h"

#include <string.h>

#include "cmd/print/escape.h"

void
csv_write_guard(struct strbuf *out, const char *text, size_t len)
{
	if (len > 0 && memchr("=+-@", text[0], 4))
		strbuf_append_byte(out, '\'');
}

/* Write a value with each quotation mark doubled. */
static void
write_doubled(struct strbuf *out, const char *text, size_t len)
{
	const char *end = text + len, *mark;

	while ((mark = memchr(text, '"', (size_t)(end - text))) != NULL) {
		escape_write(out, text, (size_t)(mark - text));
		strbuf_append_string(out, "\"\"");
		text = mark + 1;
	}
	escape_write(out, text, (size_t)(end - text));
}

void
csv_write_value(struct strbuf *out, const char *text, size_t len)
{
	if (len == 0)
		return;
	if (!memchr(text, '"', len) && !memchr(text, ',', len)) {
		csv_write_guard(out, text, len);
		escape_write(out, text, len);
		return;
	}
	strbuf_append_byte(out, '"');
	csv_write_guard(out, text, len);
	write_doubled(out, text, len);
	strbuf_append_byte(out, '"');
}
