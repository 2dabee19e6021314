/* record_file.c - files whose lines are records, by their name */
#include "find/record_file.h"

#include <stddef.h>
#include <string.h>

#include "util/ascii.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const record_endings[] = { "log", "csv", "tsv", "tab", "json",
	"jsonl", "ndjson", "geojson", "ipynb", "webmanifest", "har", "srt", "vtt", "sbv",
	"list", "sources" };
/* What may follow them. */
static const char *const packed_endings[] = { "gz", "bz2", "xz", "zst", "lz", "lzma",
	"lz4", "Z", "old", "bak" };

static bool
is_among(const char *const *words, size_t count, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (ascii_is_word(text, len, words[i]))
			return true;
	return false;
}

/* Return true for the number of a rotated log, or the ending of a compressed file. */
static bool
is_transparent(const char *ending, size_t len)
{
	size_t digits = 0;

	while (digits < len && ascii_is(ending[digits], ASCII_DIGIT))
		digits++;
	return digits == len || is_among(packed_endings, COUNT(packed_endings), ending, len);
}

bool
is_record_file(const char *path)
{
	const char *end = path + strlen(path);

	for (;;) {
		const char *dot = end;

		while (dot > path && dot[-1] != '.' && dot[-1] != '/' && dot[-1] != ':')
			dot--;
		if (dot == path || dot[-1] != '.')
			return false;
		if (!is_transparent(dot, (size_t)(end - dot)))
			return is_among(record_endings, COUNT(record_endings), dot,
			    (size_t)(end - dot));
		end = dot - 1;
	}
}
