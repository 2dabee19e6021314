/* tap.h - what the test programs share: one "ok" line a case (TAP), read by
 * prove */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tap_count, tap_failed;

static inline bool __attribute__((format(printf, 2, 3)))
ok(bool good, const char *format, ...)
{
	va_list arguments;

	printf("%sok %d - ", good ? "" : "not ", ++tap_count);
	tap_failed += !good;
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	return good;
}

static inline int
done_testing(void)
{
	printf("1..%d\n", tap_count);
	return tap_failed > 0;
}

/* A line of unknown length, without its end; NULL at the end of the file. */
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
