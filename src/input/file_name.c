/* file_name.c - names of files whose last ending says what a file holds */
#include "input/file_name.h"

#include <stdbool.h>
#include <string.h>

#include "util/ascii.h"
#include "util/memory.h"

/* Return true for the number of a rotated log, and for the ending of a compressed file or of a
 * copy. */
static bool
is_transparent(const char *ending, size_t len)
{
	static const char *const words[] = { "gz", "bz2", "xz", "zst", "lz", "lzma", "lz4", "Z",
		"old", "bak" };
	size_t i = 0;

	while (i < len && ascii_is(ending[i], ASCII_DIGIT))
		i++;
	if (i == len)
		return true;
	for (i = 0; i < COUNT(words); i++)
		if (ascii_is_word(ending, len, words[i]))
			return true;
	return false;
}

size_t
file_name_length(const char *path)
{
	size_t end = strlen(path);

	for (;;) {
		size_t dot = end;

		while (dot > 0 && path[dot - 1] != '.' && path[dot - 1] != '/' &&
		    path[dot - 1] != ':')
			dot--;
		if (dot == 0 || path[dot - 1] != '.' || !is_transparent(path + dot, end - dot))
			return end;
		end = dot - 1;
	}
}
