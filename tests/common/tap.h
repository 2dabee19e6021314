/* tap.h - report test cases in TAP, read by prove: one line per case; after a failed case,
 * the file and line of the check */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Loop over the rows of a table: `row` points to each. */
#define FOR_EACH(row, rows) \
	for (const __typeof__((rows)[0]) *row = (rows); row < (rows) + COUNT(rows); row++)
#define INDEX(row, rows) ((size_t)((row) - (rows)))

static int tap_count, tap_failed;

/* Why the next case is known to fail, or NULL. */
static const char *tap_todo;

/* Report a case. Return whether it has passed. */
#define ok(...) tap_report(__FILE__, __LINE__, __VA_ARGS__)

static inline bool __attribute__((format(printf, 4, 5)))
tap_report(const char *file, int line, bool good, const char *format, ...)
{
	va_list arguments;

	printf("%sok %d - ", good ? "" : "not ", ++tap_count);
	tap_failed += !good && tap_todo == NULL;
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	if (tap_todo)
		printf(" # TODO %s", tap_todo);
	tap_todo = NULL;
	putchar('\n');
	if (!good)
		printf("# %s:%d\n", file, line);
	return good;
}

/* Report a case that cannot be run. If a program is missing, the reason ends in "(install
 * PACKAGE)". */
static inline void __attribute__((unused))
skip(const char *what, const char *why)
{
	printf("ok %d - %s # SKIP %s\n", ++tap_count, what, why);
}

static inline int
done_testing(void)
{
	printf("1..%d\n", tap_count);
	return tap_failed > 0;
}

/* Return true if these bytes, or those of a span, are the text. */
static inline bool
bytes_are(const char *bytes, size_t len, const char *text)
{
	return len == strlen(text) && (len == 0 || memcmp(bytes, text, len) == 0);
}
#define span_bytes_are(span, string) bytes_are((span).text, (span).len, string)

/* Read a line without its end into a buffer that grows. Return it, or NULL at the end of
 * the file. */
static inline char *
read_line(FILE *file, char **line, size_t *size)
{
	ssize_t len = getline(line, size, file);

	if (len <= 0)
		return NULL;
	if ((*line)[len - 1] == '\n')
		(*line)[len - 1] = '\0';
	return *line;
}

static inline FILE *
open_table(const char *path)
{
	FILE *file = fopen(path, "r");

	if (file == NULL) {
		perror(path);
		exit(2);
	}
	return file;
}

#endif
