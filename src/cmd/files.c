/* files.c - opening files, reading texts, and the names of files */
#include "cmd/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/strbuf.h"

int
file_open(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
}

void
file_close(int fd)
{
	if (fd > STDIN_FILENO)
		close(fd);
}

/* ---- texts and names --- */

char *
file_text_read(const char *path, size_t *len)
{
	enum { PIECE_BYTES = 16 * 1024 };
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *file = is_stdin ? stdin : fopen(path, "re");
	struct strbuf text = { .memory = &xmalloc_memory };
	size_t n;
	bool is_read;

	if (file == NULL) {
		message_errno(path, errno);
		return NULL;
	}
	do {
		strbuf_reserve(&text, PIECE_BYTES);
		n = fread(text.at + text.len, 1, PIECE_BYTES, file);
		text.len += n;
	} while (n > 0);
	is_read = !ferror(file);
	if (!is_read)
		message_errno(path, errno);
	if (!is_stdin)
		fclose(file);
	if (len)
		*len = text.len;
	strbuf_append(&text, "", 1);
	if (is_read)
		return text.at;
	strbuf_free(&text);
	return NULL;
}

char *
file_path_join(const char *directory, const char *name)
{
	struct strbuf path = { .memory = &xmalloc_memory };
	size_t len = strlen(directory);

	strbuf_printf(&path, "%s%s%s", directory, len > 0 && directory[len - 1] == '/' ? "" : "/",
	    name);
	return path.at;
}

const char *
file_path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}
