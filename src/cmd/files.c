/* files.c - opening files, reading texts, and the names of files */
#include "cmd/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/strbuf.h"
#include "util/utf8.h"

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
file_read(const char *path, size_t *len)
{
	enum { PIECE_BYTES = 16 * 1024 };
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *file = is_stdin ? stdin : fopen(path, "re");
	struct strbuf text = { .memory = &xmalloc_memory };
	size_t n;
	int error;

	if (file == NULL)
		return NULL;
	do {
		strbuf_reserve(&text, PIECE_BYTES);
		n = fread(text.at + text.len, 1, PIECE_BYTES, file);
		text.len += n;
	} while (n > 0);
	error = ferror(file) ? errno : 0;
	if (!is_stdin)
		fclose(file);
	*len = text.len;
	strbuf_append_byte(&text, '\0');
	if (error == 0)
		return text.at;
	strbuf_free(&text);
	errno = error;
	return NULL;
}

char *
file_read_text(const char *path)
{
	size_t len, bom;
	char *text = file_read(path, &len);

	if (text == NULL) {
		message_errno(path, errno);
	} else if (strlen(text) < len) {
		message(path, "has a NUL byte, and is not read");
		free(text);
		text = NULL;
	} else {
		bom = utf8_bom_length(text, len);
		memmove(text, text + bom, len + 1 - bom);
	}
	return text;
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
