/* messages.c - "PROGRAM: PLACE: reason" on standard error */
#include "cmd/shared.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "util/ascii.h"

const char *messages_program = "urlgrep";
bool messages_are_quiet;
struct strbuf *messages_held;
static bool had_errors;
static uint64_t file_messages;

bool
messages_had_errors(void)
{
	return had_errors;
}

uint64_t
messages_about_files(void)
{
	return file_messages;
}

/* Print "PROGRAM: TEXT". */
static void
print_line(const char *format, va_list arguments)
{
	struct strbuf line = { .memory = &xmalloc_memory };
	char *text;

	if (vasprintf(&text, format, arguments) < 0)
		x_die();
	output_flush();
	progress_clear_line();
	strbuf_append_string(&line, messages_program);
	strbuf_append_string(&line, ": ");
	escape_write_line(&line, text, strlen(text));
	if (messages_held)
		strbuf_append(messages_held, line.at, line.len);
	else
		fwrite(line.at, 1, line.len, stderr);
	strbuf_free(&line);
	free(text);
}

void
message_print(const char *format, ...)
{
	va_list arguments;

	had_errors = true;
	va_start(arguments, format);
	print_line(format, arguments);
	va_end(arguments);
}

/* Reasons of the system and libarchive begin with a capital letter; "ZIP bad CRC" keeps it. */
void
message(const char *place, const char *reason)
{
	if (ascii_is_capital(reason[0]) && !ascii_is_capital(reason[1]))
		message_print("%s: %c%s", place, ascii_lower(reason[0]), reason + 1);
	else
		message_print("%s: %s", place, reason);
}

void
message_notice(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (!messages_are_quiet)
		print_line(format, arguments);
	va_end(arguments);
}

void
message_terminal(const char *what)
{
	if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
		message_notice(STDIN_NAME ": %s", what);
}

void
message_once(const char *place, const char *reason)
{
	static struct string_list reported;
	size_t i;

	for (i = 0; i < reported.count; i++)
		if (strcmp(reported.at[i], place) == 0)
			return;
	string_list_add(&reported, x_strdup(place));
	message(place, reason);
}

void
message_errno(const char *place, int error)
{
	message(place, strerror(error));
}

void
message_file(const char *path, const char *reason)
{
	had_errors = true;
	file_messages++;
	if (!messages_are_quiet)
		message(path, reason);
}
