/* csv.c - values of comma-separated records (RFC 4180) */
#include "cmd/print/record/csv.h"

#include <string.h>

#include "cmd/print/terminal/escape.h"
#include "cmd/print/unlocked.h"

void
csv_write_guard(FILE *out, const char *text, size_t len)
{
	if (len > 0 && memchr("=+-@", text[0], 4))
		write_byte(out, '\'');
}

/* Write a value with each quotation mark doubled. */
static void
write_doubled(FILE *out, const char *text, size_t len)
{
	const char *end = text + len, *mark;

	while ((mark = memchr(text, '"', (size_t)(end - text))) != NULL) {
		escape_write(out, text, (size_t)(mark - text));
		write_literal(out, "\"\"");
		text = mark + 1;
	}
	escape_write(out, text, (size_t)(end - text));
}

void
csv_write_value(FILE *out, const char *text, size_t len)
{
	if (len == 0)
		return;
	if (!memchr(text, '"', len) && !memchr(text, ',', len)) {
		csv_write_guard(out, text, len);
		escape_write(out, text, len);
		return;
	}
	write_byte(out, '"');
	csv_write_guard(out, text, len);
	write_doubled(out, text, len);
	write_byte(out, '"');
}
