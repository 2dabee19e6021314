/* record_file.c - files whose lines are records, by their name or their first lines */
#include "find/record_file.h"

#include <stdbool.h>
#include <string.h>

#include "input/magic.h"
#include "urlgrep.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/utf8.h"

/* ---- by the name --- */

/* The first one has fields that commas divide. */
static const char *const record_endings[] = { "csv", "log", "tsv", "tab", "json",
	"jsonl", "ndjson", "geojson", "ipynb", "webmanifest", "har", "srt", "vtt", "sbv",
	"list", "sources" };

/* Return the index of the word that text[0..len) is; count if it is none. */
static size_t
find_word(const char *const *words, size_t count, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < count && !ascii_is_word(text, len, words[i]); i++)
		;
	return i;
}

enum record_file
record_file_kind(const char *path)
{
	size_t end = file_name_length(path), dot = end, found;

	while (dot > 0 && path[dot - 1] != '.' && path[dot - 1] != '/' && path[dot - 1] != ':')
		dot--;
	if (dot == 0 || path[dot - 1] != '.')
		return RECORD_NONE;
	found = find_word(record_endings, COUNT(record_endings), path + dot, end - dot);
	return found == 0 ? RECORD_COMMAS :
	    found < COUNT(record_endings) ? RECORD_LINES : RECORD_NONE;
}

/* ---- by the first lines --- */

/* Lines of a table or log: prose and code have two that are alike by chance. */
enum { MIN_ALIKE_LINES = 3, MAX_ALIKE_LINES = 20, MIN_COMMAS = 2, MIN_TABS = 1 };

/* Take the first line of *text, without its line end. Returns false if it is not whole. */
static bool
take_line(urlgrep_span *text, urlgrep_span *line)
{
	const char *feed = memchr(text->text, '\n', text->len);

	if (feed == NULL)
		return false;
	*line = (urlgrep_span){ text->text, (size_t)(feed - text->text) };
	text->len -= line->len + 1;
	text->text = feed + 1;
	if (line->len > 0 && line->text[line->len - 1] == '\r')
		line->len--;
	return true;
}

/* Return the length of what `shape` matches at the beginning of text: '0' stands for a digit,
 * 'A' for a letter, '_' for a digit or blank, others for themselves. 0 if it does not. */
static size_t
match_shape(urlgrep_span text, const char *shape)
{
	size_t i;

	for (i = 0; shape[i]; i++) {
		char c = i < text.len ? text.text[i] : '\0';
		bool is_match = shape[i] == '0' ? ascii_is(c, ASCII_DIGIT) :
		    shape[i] == 'A' ? ascii_is(c, ASCII_ALPHA) :
		    shape[i] == '_' ? c == ' ' || ascii_is(c, ASCII_DIGIT) : c == shape[i];

		if (!is_match)
			return 0;
	}
	return i;
}

/* ---- JSON and subtitles --- */

static bool
is_json(urlgrep_span text)
{
	size_t at = 0;

	if (text.len == 0 || (text.text[0] != '{' && text.text[0] != '['))
		return false;
	if (text.text[0] == '[')
		at++;
	while (at < text.len && ascii_is_space(text.text[at]))
		at++;
	if (at == text.len || text.text[at] != '{')
		return false;
	for (at++; at < text.len && ascii_is_space(text.text[at]); at++)
		;
	return at < text.len && text.text[at] == '"';
}

static bool
is_subtitles(urlgrep_span text)
{
	urlgrep_span first, second;

	if (!take_line(&text, &first))
		return false;
	if (match_shape(first, "WEBVTT"))
		return first.len == 6 || ascii_is_space(first.text[6]);
	return first.len == 1 && ascii_is(*first.text, ASCII_DIGIT) &&
	    take_line(&text, &second) && match_shape(second, "00:00:00,000 --> 00:");
}

/* ---- lines that are alike --- */

/* Return which form of time the line of a log begins with, from 1; 0 if with none. */
static size_t
find_time(urlgrep_span line)
{
	static const char *const shapes[] = { "0000-00-00 00:00:00", "0000-00-00T00:00:00",
		"[0000-00-00 00:00:00", "[0000-00-00T00:00:00", "0000/00/00 00:00:00",
		"AAA _0 00:00:00 ", "[AAA AAA 00 00:00:00" };
	/* after the address of a client, in logs of web servers */
	static const char web_shape[] = " [00/AAA/0000:00:00:00 ";
	size_t i;

	for (i = 0; i < COUNT(shapes); i++)
		if (match_shape(line, shapes[i]))
			return i + 1;
	for (; line.len >= sizeof(web_shape) - 1; line.text++, line.len--)
		if (match_shape(line, web_shape))
			return i + 1;
	return 0;
}

/* Return the number of tabs; 0 if a field is empty before the first one. */
static size_t
count_tabs(urlgrep_span line)
{
	size_t count = 0, i;

	if (line.len == 0 || line.text[0] == '\t')
		return 0;
	for (i = 0; i < line.len; i++)
		count += line.text[i] == '\t';
	return count < MIN_TABS ? 0 : count;
}

/* Return the number of commas outside of quotation marks (RFC 4180); 0 if a blank follows
 * one, as in prose and code. */
static size_t
count_commas(urlgrep_span line)
{
	bool is_quoted = false;
	size_t count = 0, i;

	for (i = 0; i < line.len; i++) {
		if (line.text[i] == '"')
			is_quoted = !is_quoted;
		if (is_quoted || line.text[i] != ',')
			continue;
		if (i + 1 < line.len && line.text[i + 1] == ' ')
			return 0;
		count++;
	}
	return count < MIN_COMMAS || is_quoted ? 0 : count;
}

/* Return true if `measure` is the same, and not 0, for the first lines. */
static bool
are_alike(urlgrep_span text, size_t (*measure)(urlgrep_span))
{
	urlgrep_span line;
	size_t first = 0, n;

	for (n = 0; n < MAX_ALIKE_LINES && take_line(&text, &line); n++) {
		size_t found = measure(line);

		if (found == 0 || (n > 0 && found != first))
			return false;
		first = found;
	}
	return n >= MIN_ALIKE_LINES;
}

enum record_file
record_file_kind_of_head(const char *head, size_t len)
{
	size_t mark = utf8_bom_length(head, len);
	urlgrep_span text = { head + mark, len - mark };

	if (text.len > RECORD_HEAD_BYTES)
		text.len = RECORD_HEAD_BYTES;
	if (are_alike(text, count_commas))
		return RECORD_COMMAS;
	return is_json(text) || is_subtitles(text) || are_alike(text, find_time) ||
	    are_alike(text, count_tabs) ? RECORD_LINES : RECORD_NONE;
}
