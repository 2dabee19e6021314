/* markup.c - characters of markup and code that end a URL (rules K1, K3-K5, K8) */
#include "text/markup.h"

#include <string.h>

#include "text/escape.h"
#include "text/next_url.h"
#include "util/ascii.h"

enum {
	MAX_BRACKET_BYTES = 256, /* "[...]" within a URL */
	MAX_HOST_BYTES = 253
};

/* ---- brackets --- */

/* Return true if "[" at x->at is of a query, as in "?name[]=x" and "?a[b][c]=x": word
 * characters between brackets, perhaps several pairs, then "=", "&", "#", an escape (as in JSON
 * that is escaped in part, "?a=%5B[]%5D") or the end. */
static bool
is_query_bracket(const struct run_reader *x)
{
	size_t at = x->at, end = x->run->end;

	if (!x->has_query)
		return false;
	if (x->bytes[at - 1] == ']') /* the pair before has led here */
		return true;
	while (at < end && x->bytes[at] == '[') {
		at++;
		while (at < end && (x->bytes[at] == '_' || x->bytes[at] == '-' ||
		    ascii_is(x->bytes[at], ASCII_ALPHA | ASCII_DIGIT)))
			at++;
		if (at == end || x->bytes[at] != ']')
			return false;
		at++;
	}
	return at == end || memchr("=&#%", x->bytes[at], 4) != NULL;
}

/* Return true if the URL goes on after the bracket that opens at x->at and closes: then
 * it holds no text of markup, as "[text]" after the URL of AsciiDoc does. */
static bool
goes_on_after_bracket(const struct run_reader *x)
{
	size_t rest = x->run->end - x->at;
	const char *close = memchr(x->bytes + x->at, ']',
	    rest > MAX_BRACKET_BYTES ? MAX_BRACKET_BYTES : rest);
	size_t next = close ? (size_t)(close - x->bytes) + 1 : x->run->end;

	return close != NULL && next + 1 < x->run->end && close > x->bytes + x->at + 1 &&
	    (strchr("/=&?#", x->bytes[next]) ||
	        ((x->has_query || x->run->is_continuation) && x->bytes[next] == '%'));
}

/* Return true if the "[" at x->at may begin an IP literal: the host, after a user or not. */
static bool
begins_host(const struct run_reader *x)
{
	size_t begin = x->run->content;

	return x->at == begin || (x->bytes[x->at - 1] == '@' && x->run->has_authority &&
	    !x->run->is_continuation && memchr(x->bytes + begin, '/', x->at - begin) == NULL);
}

/* Return true if the square bracket at x->at ends the URL, which nothing encloses; else count
 * it. */
static bool
square_bracket_ends(struct run_reader *x)
{
	if (x->bytes[x->at] == '[') {
		if (!begins_host(x) && !is_query_bracket(x) && !goes_on_after_bracket(x))
			return true;
		x->open_square++;
		return false;
	}
	if (x->open_square == 0 || run_reader_is_at(x, x->at, "](") ||
	    (run_reader_is_at(x, x->at, "][") && !x->has_query))
		return true;
	x->open_square--;
	return false;
}

/* The same for a curly bracket. */
static bool
curly_bracket_ends(struct run_reader *x)
{
	if (x->bytes[x->at] == '{') {
		x->open_curly++;
		return false;
	}
	if (x->open_curly == 0)
		return true;
	x->open_curly--;
	return false;
}

/* Return true if a round bracket is open before the URL in its line. */
static bool
is_in_brackets(const struct run *r)
{
	const char *bytes = r->text->bytes;
	size_t at = r->begin;
	unsigned closed = 0;

	if (run_byte_before(r) == '{' || run_byte_before(r) == '[')
		return false; /* that bracket encloses the URL */
	for (; at > 0 && r->begin - at < MAX_BRACKET_BYTES && !ascii_is(bytes[at - 1], ASCII_BREAK);
	    at--) {
		if (bytes[at - 1] == ')')
			closed++;
		else if (bytes[at - 1] == '(' && closed-- == 0)
			return true;
	}
	return false;
}

/* Return true if only punctuation follows in the run, which is trimmed from its end. */
static bool
is_before_punctuation(const struct run_reader *x)
{
	size_t at = x->at + 1;

	while (at < x->run->end && at - x->at < MAX_BRACKET_BYTES && (unsigned char)x->bytes[at] < 0x80 &&
	    !ascii_is(x->bytes[at], ASCII_ALPHA | ASCII_DIGIT))
		at++;
	return at == x->run->end;
}

/* The same for a round bracket, which ends the URL only if another one is open before it:
 * "(see http://h/a)b". */
static bool
round_bracket_ends(struct run_reader *x)
{
	if (x->bytes[x->at] == '(') {
		x->open_round++;
		return false;
	}
	if (x->open_round) {
		x->open_round--;
		return false;
	}
	if (x->is_in_brackets == BRACKETS_UNKNOWN && !is_before_punctuation(x))
		x->is_in_brackets = !x->run->is_continuation && is_in_brackets(x->run);
	return x->is_in_brackets == true;
}

/* ---- bars --- */

/* Return true if "{{" or "[[" is open in the line before the URL. */
static bool
is_in_wiki_markup(const struct run *r)
{
	const char *bytes = r->text->bytes;
	size_t at = r->begin;

	while (at > 1 && r->begin - at < MAX_CONTEXT_BYTES &&
	    !ascii_is(bytes[at - 1], ASCII_BREAK)) {
		at--;
		if ((bytes[at] == '}' || bytes[at] == ']') && bytes[at - 1] == bytes[at])
			return false;
		if ((bytes[at] == '{' || bytes[at] == '[') && bytes[at - 1] == bytes[at])
			return true;
	}
	return false;
}

/* Return true if a bar stands before the URL, with nothing or "name=" between. */
static bool
follows_bar(const struct run *r)
{
	const char *bytes = r->text->bytes;
	size_t at = r->begin;

	while (at > 0 && ascii_is(bytes[at - 1], ASCII_BLANK) && r->begin - at < 4)
		at--;
	if (at > 0 && bytes[at - 1] == '=') {
		at--;
		while (at > 0 && r->begin - at < 64 && (bytes[at - 1] == '_' ||
		    bytes[at - 1] == '-' || ascii_is(bytes[at - 1], ASCII_ALPHA | ASCII_DIGIT)))
			at--;
	}
	return at > 0 && bytes[at - 1] == '|';
}

bool
run_is_in_inline_tag(const struct scan_text *t, size_t begin)
{
	const char *bytes = t->bytes;
	size_t at = begin, name;

	while (at > 0 && ascii_is(bytes[at - 1], ASCII_BLANK) && begin - at < 4)
		at--;
	name = at;
	while (at > 0 && begin - at < 20 && ascii_is(bytes[at - 1], ASCII_ALPHA))
		at--;
	return name < begin && at > 1 && at < name && bytes[at - 1] == '@' &&
	    bytes[at - 2] == '{';
}

/* Return true if the bar at x->at begins the next command of a pipeline, as in
 * "curl http://h/a|sh", up to the end of the run. */
static bool
begins_command(const struct run_reader *x)
{
	static const char commands[] = "sh bash zsh dash ksh sudo tar bsdtar cpio gunzip zcat gzip xz "
	    "unxz bunzip2 zstd grep egrep sed awk jq head tail less more perl python python3 ruby "
	    "node php tee xargs base64 gpg openssl apt-key sha256sum md5sum patch kubectl iex ";
	const char *word = commands;
	size_t begin = x->at + 1, len = x->run->end - begin;

	if (x->run->end < x->run->text->len &&
	    !ascii_is_space(x->run->text->bytes[x->run->end]))
		return false;
	for (; *word; word += strcspn(word, " ") + 1)
		if (strcspn(word, " ") == len && memcmp(word, x->bytes + begin, len) == 0)
			return true;
	return false;
}

/* Return true if the URL is that of an image in Jira, "!http://h/a.png|thumbnail!", whose bar is at
 * x->at. */
static bool
is_image_of_wiki(const struct run_reader *x)
{
	size_t begin = x->run->begin, rest = x->run->end - x->at;

	return run_byte_before(x->run) == '!' &&
	    (begin < 2 || ascii_is(x->bytes[begin - 2], ASCII_BLANK | ASCII_BREAK)) &&
	    memchr(x->bytes + x->at, '!', rest > MAX_BRACKET_BYTES ? MAX_BRACKET_BYTES : rest);
}

/* Return true if the bar at x->at ends the URL (rule K5). After "<" it divides the URL from
 * a label (rule W10), after "!" from the attributes of an image. */
static bool
bar_ends(const struct run_reader *x)
{
	return x->at + 1 >= x->run->end || next_url_is_at(x, x->at + 1) || begins_command(x) ||
	    (!x->run->is_continuation && (run_byte_before(x->run) == '<' || follows_bar(x->run) ||
	    is_image_of_wiki(x) || run_is_in_inline_tag(x->run->text, x->run->begin) ||
	    is_in_wiki_markup(x->run)));
}

/* ---- code and entities --- */

/* Return true if a slash and a star of the URL's own stand before x->at. */
static bool
has_comment_begin(const struct run_reader *x)
{
	size_t from = x->at > x->run->content + MAX_BRACKET_BYTES ? x->at - MAX_BRACKET_BYTES :
	    x->run->content;

	return memmem(x->bytes + from, x->at + 1 - from, "/*", 2) != NULL;
}

/* Return true if the end of a comment, template or string of code is at x->at (K4). */
static bool
is_code_end(const struct run_reader *x)
{
	const struct scan_text *t = x->run->text;
	size_t end = x->run->end;
	bool is_before_angle = end < t->len && t->bytes[end] == '>';

	switch (x->bytes[x->at]) {
	case '*':
		return run_reader_is_at(x, x->at, "*/") && !has_comment_begin(x) &&
		    !next_url_is_at(x, x->at + 2); /* "/2020*" and a URL */
	case '\'':
		return run_reader_is_at(x, x->at, "'''");
	case '}':
		return run_reader_is_at(x, x->at, "}}");
	case ']':
		return run_reader_is_at(x, x->at, "]]");
	case ')':
		return run_reader_is_at(x, x->at, ")}");
	case '?': case '%':
		return is_before_angle && end - x->at == 1;
	default:
		return false;
	}
}

/* Return true if no URL goes on with a character of that code, which is escaped by its number: white
 * space, a control, a quotation mark, an angle bracket, an ellipsis. */
static bool
is_end_of_text(uint32_t code)
{
	return code <= ' ' || (code >= 0x7F && code <= 0xA0) ||
	    (code < 0x80 && strchr("\"'<>", (char)code)) || (code >= 0x2018 && code <= 0x201F) ||
	    code == 0x2026;
}

/* Return true if an HTML entity is at x->at that stands for a quotation mark, an angle
 * bracket, an ellipsis or a no-break space (K8). */
static bool
is_entity(const struct run_reader *x)
{
	static const char *const entities[] = { "&quot;", "&apos;", "&lt;", "&gt;", "&#34;",
		"&nbsp;", "&hellip;", "&laquo;", "&raquo;",
		"&lsquo;", "&rsquo;", "&ldquo;", "&rdquo;" };
	uint32_t code;
	size_t i;

	for (i = 0; i < sizeof(entities) / sizeof(entities[0]); i++)
		if (run_reader_is_at(x, x->at, entities[i]))
			return true;
	return escape_reference_length(x->bytes + x->at, x->run->end - x->at, &code) &&
	    is_end_of_text(code);
}

bool
markup_always_ends(const struct run_reader *x)
{
	return x->bytes[x->at] == '&' ? is_entity(x) : is_code_end(x);
}

/* ---- all of them --- */

/* Return true if the dots at x->at are an ellipsis between a host and a word of the text
 * around. */
static bool
is_ellipsis_after_host(const struct run_reader *x)
{
	const struct run *r = x->run;
	size_t end = x->at;

	if (!r->has_authority || r->is_continuation || x->at <= r->content ||
	    x->at - r->content > MAX_HOST_BYTES || x->bytes[x->at - 1] == '.')
		return false;
	while (end < r->end && x->bytes[end] == '.')
		end++;
	return end - x->at > 2 && end < r->end && ascii_is(x->bytes[end], ASCII_ALPHA) &&
	    memchr(x->bytes + r->content, '/', x->at - r->content) == NULL;
}

/* Return true if the semicolon at x->at divides the fields of a table, as one directly before the
 * URL does. After one in the first field no parameter follows, and no comma. */
static bool
semicolon_divides(const struct run_reader *x)
{
	const struct run *r = x->run;
	size_t at = x->at + 1, rest = r->end - at;

	if (!r->has_fields || r->is_continuation)
		return false;
	if (run_byte_before(r) == ';')
		return true;
	if (!ascii_is(run_byte_before(r), ASCII_BREAK) ||
	    memchr(x->bytes + at, ',', rest > MAX_BRACKET_BYTES ? MAX_BRACKET_BYTES : rest) != NULL)
		return false;
	while (at < r->end && ascii_is(x->bytes[at], ASCII_ALPHA))
		at++;
	return at == r->end || x->bytes[at] != '=';
}

bool
markup_ends_unpaired(struct run_reader *x)
{
	switch (x->bytes[x->at]) {
	case '(': case ')':
		return round_bracket_ends(x);
	case '[': case ']':
		return square_bracket_ends(x);
	case '{': case '}':
		return curly_bracket_ends(x);
	case '|':
		return bar_ends(x);
	case '&': /* "curl http://h/a&&ls" */
		return run_reader_is_at(x, x->at, "&&") && !x->has_query &&
		    memchr(x->bytes + x->at, '=', x->run->end - x->at) == NULL;
	case '!': /* an image of Textile: "!http://h/a.png!:http://h/b" */
		return run_byte_before(x->run) == '!' && run_reader_is_at(x, x->at, "!:");
	case '`':
		return run_byte_before(x->run) == '`' || x->at + 1 == x->run->end ||
		    memchr(";,.:)]}", x->bytes[x->at + 1], 7) != NULL;
	case ',':
		return x->run->has_fields;
	case ';':
		return semicolon_divides(x);
	case '.':
		return is_ellipsis_after_host(x);
	default:
		return false;
	}
}
