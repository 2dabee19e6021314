/* record_file.c - files whose lines are records, by their name */
#include "find/record_file.h"

#include <stddef.h>
#include <string.h>

#include "util/ascii.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The first one has fields that commas divide. */
static const char *const record_endings[] = { "csv", "log", "tsv", "tab", "json",
	"jsonl", "ndjson", "geojson", "ipynb", "webmanifest", "har", "srt", "vtt", "sbv",
	"list", "sources" };
/* What may follow them. */
static const char *const packed_endings[] = { "gz", "bz2", "xz", "zst", "lz", "lzma",
	"lz4", "Z", "old", "bak" };

/* Return the index of the word that text[0..len) is; count if it is none. */
static size_t
find_word(const char *const *words, size_t count, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < count && !ascii_is_word(text, len, words[i]); i++)
		;
	return i;
}

/* Return true for the number of a rotated log, or the ending of a compressed file. */
static bool
is_transparent(const char *ending, size_t len)
{
	size_t digits = 0;

	while (digits < len && ascii_is(ending[digits], ASCII_DIGIT))
		digits++;
	return digits == len || find_word(packed_endings, COUNT(packed_endings), ending,
	    len) < COUNT(packed_endings);
}

enum record_file
record_file_kind(const char *path)
{
	const char *end = path + strlen(path);

	for (;;) {
		const char *dot = end;
		size_t len, found;

		while (dot > path && dot[-1] != '.' && dot[-1] != '/' && dot[-1] != ':')
			dot--;
		if (dot == path || dot[-1] != '.')
			return RECORD_NONE;
		len = (size_t)(end - dot);
		if (!is_transparent(dot, len)) {
			found = find_word(record_endings, COUNT(record_endings), dot, len);
			return found == 0 ? RECORD_COMMAS :
			    found < COUNT(record_endings) ? RECORD_LINES : RECORD_NONE;
		}
		end = dot - 1;
	}
}
