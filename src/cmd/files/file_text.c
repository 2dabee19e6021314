/* file_text.c - reads a whole file that an option names */
#include "cmd/files/file_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "util/strbuf.h"

/* Append what is left of the file. Return false and set errno if it cannot be read. */
static bool
read_all(FILE *file, struct strbuf *text)
{
	size_t count;

	do {
		strbuf_reserve(text, BUFSIZ);
		count = fread(text->at + text->len, 1, BUFSIZ, file);
		text->len += count;
	} while (count > 0);
	return !ferror(file);
}

char *
file_text_read(const char *path)
{
	bool is_stdin = strcmp(path, "-") == 0, is_read;
	struct strbuf text = { .memory = &xmalloc_memory };
	FILE *file = is_stdin ? stdin : fopen(path, "re");

	is_read = file && read_all(file, &text);
	if (!is_read)
		message_errno(path, errno);
	if (file && !is_stdin)
		fclose(file);
	strbuf_append(&text, "", 1);
	if (is_read)
		return text.at;
	strbuf_free(&text);
	return NULL;
}
