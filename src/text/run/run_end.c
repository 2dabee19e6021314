/* run_end.c - where in a run of characters a bare URL ends: at markup and code (rule K),
 * and at letters beyond US-ASCII (letters.h) */
#include <string.h>

#include "text/run/characters/character.h"
#include "text/run/markup/escape.h"
#include "text/run/letters.h"
#include "text/run/run.h"
#include "text/run/markup/template.h"
#include "url/grammar/scheme.h"
#include "util/ascii/ascii.h"
#include "util/utf8.h"

enum {
	MAX_CONTEXT_BYTES = 512, /* of the line before the URL */
	MAX_PAIR_BYTES = 2048,   /* from a quotation mark or bracket to its partner */
	MAX_BRACKET_BYTES = 256, /* "[...]" within a URL */
	MAX_HOST_BYTES = 253,
	MAX_NAMES_BYTES = 128,   /* before the next URL of a list */
	MAX_OTHER_BYTES = 192,   /* that a longer reading has beyond the likely end */
	MAX_HIDDEN = 24          /* soft hyphens and the like in a URL */
};

/* The state while a run is read. */
struct run_reader {
	struct run *run;
	const char *bytes;
	size_t at;
	unsigned open_square, open_curly; /* brackets that the URL opened */
	bool has_query;
	bool is_code; /* the run is a quoted string */
	size_t decided;  /* where it ends if letters do not go on; 0: undecided */
	size_t possible; /* where it may end though letters go on; 0: nowhere */
	unsigned hidden; /* how many soft hyphens and the like */
};

static char
byte_before(const struct run *r)
{
	return r->begin > 0 ? r->text->bytes[r->begin - 1] : '\n';
}

static bool
is_at(const struct run_reader *x, size_t at, const char *word)
{
	size_t n = strlen(word);

	return at + n <= x->run->end && memcmp(x->bytes + at, word, n) == 0;
}

/* ---- what encloses the URL (rules I3, K2) --- */

static size_t
pair_limit(const struct run *r)
{
	return r->end - r->content > MAX_PAIR_BYTES ? r->content + MAX_PAIR_BYTES : r->end;
}

/* Return where the bracket opened before the URL closes, in [content, end]; SIZE_MAX if
 * it does not. */
static size_t
find_bracket_end(const struct run *r, char open, char close)
{
	const char *bytes = r->text->bytes;
	size_t limit = pair_limit(r), at;
	unsigned depth = 0;

	for (at = r->content; at < limit; at++) {
		if (bytes[at] == open)
			depth++;
		else if (bytes[at] == close && depth-- == 0)
			return at;
	}
	return SIZE_MAX;
}

/* Return where the quotation mark before the URL closes. A single one with a letter
 * after it is an apostrophe; two of them close two backquotes. */
static size_t
find_quote_end(const struct run *r, char mark)
{
	const struct scan_text *t = r->text;
	size_t limit = pair_limit(r), at = r->content;

	if (mark == '"') {
		const char *end = memchr(t->bytes + at, mark, limit - at);

		at = end ? (size_t)(end - t->bytes) : limit;
	}
	for (; at < limit; at++) {
		if (mark == '`' && t->bytes[at] == '\'' && at + 1 < r->end &&
		    t->bytes[at + 1] == '\'')
			return at;
		if (t->bytes[at] != mark)
			continue;
		if (mark != '\'' || at + 1 == t->len ||
		    (!ascii_is(t->bytes[at + 1], ASCII_ALPHA) &&
		    (unsigned char)t->bytes[at + 1] < 0x80))
			return at;
	}
	return at < t->len && t->bytes[at] == mark ? at : SIZE_MAX;
}

/* Return true if "[[text|" ends at the URL. */
static bool
follows_wiki_text(const struct run *r)
{
	const char *bytes = r->text->bytes;
	size_t at = r->begin - 1;

	while (at > 1 && r->begin - at < MAX_CONTEXT_BYTES && bytes[at - 1] != ']' &&
	    !ascii_is(bytes[at - 1], ASCII_BREAK)) {
		at--;
		if (bytes[at] == '[' && bytes[at - 1] == '[')
			return true;
	}
	return false;
}

/* Return where the pair that opens directly before the URL closes, or SIZE_MAX. */
static size_t
find_partner(const struct run *r)
{
	char before = byte_before(r), second = r->begin > 1 ? r->text->bytes[r->begin - 2] : '\n';
	const char *bar;
	size_t end;

	if (r->is_continuation)
		return SIZE_MAX;
	if (before == '"' || before == '\'' || before == '`')
		return find_quote_end(r, before);
	if (before == '(' && second == ']')
		return find_bracket_end(r, '(', ')');
	if ((before == '[' && second == '[') || (before == '|' && follows_wiki_text(r))) {
		end = find_bracket_end(r, '[', ']');
		if (end >= r->end || r->text->bytes[end + 1] != ']')
			return SIZE_MAX;
		bar = memchr(r->text->bytes + r->content, '|', end - r->content);
		return bar ? (size_t)(bar - r->text->bytes) : end; /* "[[URL|text]]" */
	}
	return SIZE_MAX;
}

/* ---- characters of markup (rules K1, K3-K5, K8) --- */

/* Return true if the word that ends at offset end is a listed scheme, and set *begin to
 * its beginning. */
static bool
scheme_ends_at(const struct run_reader *x, size_t end, size_t *begin)
{
	size_t at = end;

	while (at > x->run->content && end - at <= MAX_SCHEME_BYTES &&
	    ascii_is(x->bytes[at - 1], ASCII_SCHEME))
		at--;
	*begin = at;
	return at < end && scheme_find(x->bytes + at, end - at) != NULL;
}

/* Return true if a listed scheme and "://" are at offset at. */
static bool
is_scheme_at(const struct run_reader *x, size_t at)
{
	size_t end = at;

	while (end < x->run->end && end - at <= MAX_SCHEME_BYTES &&
	    ascii_is(x->bytes[end], ASCII_SCHEME))
		end++;
	return end > at && is_at(x, end, "://") && scheme_find(x->bytes + at, end - at) != NULL;
}

/* Return where the comma stands before the name that ends at offset end, in a list such as
 * "a=http://h:1,b=http://h:2" or "URI:http://h/a,Issuers;URI:http://h/b"; SIZE_MAX: there is
 * none. In a query or fragment it is a value. */
static size_t
end_before_name(const struct run_reader *x, size_t end)
{
	size_t begin = x->run->content, at = end;
	bool is_first = true;

	if (x->has_query)
		return SIZE_MAX;
	if (end - begin > MAX_NAMES_BYTES)
		begin = end - MAX_NAMES_BYTES;
	for (;;) {
		size_t name = at;

		while (at > begin && (x->bytes[at - 1] == '_' || x->bytes[at - 1] == '-' ||
		    ascii_is(x->bytes[at - 1], ASCII_ALPHA | ASCII_DIGIT)))
			at--;
		if (at == name || at == begin)
			return SIZE_MAX;
		at--;
		if (x->bytes[at] == ',')
			break;
		if (!is_first || x->bytes[at] != ';')
			return SIZE_MAX;
		is_first = false;
	}
	begin = x->run->content;
	return memchr(x->bytes + begin, '#', at - begin) ? SIZE_MAX : at;
}

/* Return where "http" begins that is glued to two letters or digits before it, in a word from
 * begin to x->at; SIZE_MAX: there is none. The digits may be those of an escape. */
static size_t
end_before_http(const struct run_reader *x, size_t begin)
{
	const char *word = x->bytes + begin;
	size_t len = x->at - begin, http = scheme_find_http_at_end(word, len, ASCII_ALPHA);

	if (http == 0)
		http = scheme_find_http_at_end(word, len, ASCII_DIGIT);
	if (http == 0 || (http == 2 && begin > 0 && x->bytes[begin - 1] == '%'))
		return SIZE_MAX;
	return begin + http;
}

/* Return the end of the run before another URL whose "://" is at x->at, also one that is
 * glued to a word; SIZE_MAX if it belongs to this one, as in "?u=http://" and "/http://"
 * (rules I5e, K7, K10). */
static size_t
end_before_scheme(const struct run_reader *x)
{
	size_t begin;
	char before;

	if (!is_at(x, x->at, "://"))
		return SIZE_MAX;
	if (!scheme_ends_at(x, x->at, &begin))
		return end_before_http(x, begin);
	if (begin <= x->run->content)
		return SIZE_MAX;
	before = x->bytes[begin - 1];
	if (before == ',' || before == ';')
		return begin - 1;
	if (before == '=' || before == ':') {
		size_t list = end_before_name(x, begin - 1);

		if (list != SIZE_MAX)
			return list;
	}
	if ((unsigned char)before >= 0x80 || before == ')' || before == '(')
		return begin;
	if (begin >= x->run->content + 2 && x->bytes[begin - 2] == '/' &&
	    !strchr("=?&/#!", before) &&
	    !ascii_is(before, ASCII_ALPHA | ASCII_DIGIT))
		return begin - 1;
	return SIZE_MAX;
}

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

/* Return true if the bar at x->at ends the URL (rule K5). After "<" it divides the URL from
 * a label (rule W10). */
static bool
bar_ends(const struct run_reader *x)
{
	return x->at + 1 >= x->run->end || is_scheme_at(x, x->at + 1) ||
	    (!x->run->is_continuation && (byte_before(x->run) == '<' || follows_bar(x->run) ||
	    run_is_in_inline_tag(x->run->text, x->run->begin) || is_in_wiki_markup(x->run)));
}

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
		return is_at(x, x->at, "*/") && !has_comment_begin(x) &&
		    !is_scheme_at(x, x->at + 2); /* "/2020*" and a URL */
	case '\'':
		return is_at(x, x->at, "'''");
	case '}':
		return is_at(x, x->at, "}}");
	case ']':
		return is_at(x, x->at, "]]");
	case ')':
		return is_at(x, x->at, ")}");
	case '?': case '%':
		return is_before_angle && end - x->at == 1;
	default:
		return false;
	}
}

/* Return true if an HTML entity is at x->at that stands for a quotation mark, an angle
 * bracket, an ellipsis or a no-break space (K8). */
static bool
is_entity(const struct run_reader *x)
{
	static const char *const entities[] = { "&quot;", "&apos;", "&lt;", "&gt;", "&#34;",
		"&#39;", "&#x22;", "&#x27;", "&nbsp;", "&#160;", "&hellip;", "&laquo;", "&raquo;",
		"&lsquo;", "&rsquo;", "&ldquo;", "&rdquo;" };
	size_t i;

	for (i = 0; i < sizeof(entities) / sizeof(entities[0]); i++)
		if (is_at(x, x->at, entities[i]))
			return true;
	return false;
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
	if (x->open_square == 0 || is_at(x, x->at, "](") ||
	    (is_at(x, x->at, "][") && !x->has_query))
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

/* ---- one character --- */

/* What a character of the run is. */
enum step {
	STEP_ON,  /* it belongs to the URL; x->at is after it */
	STEP_END, /* the URL ends at x->at */
	STEP_MORE
};

/* Note whether a mark of a template is at x->at. */
static void
note_template(const struct run_reader *x)
{
	x->run->is_template |= template_mark_at(x->bytes, x->run->content, x->at, x->run->end,
	    x->is_code);
}

static enum step
go_on(struct run_reader *x, size_t length)
{
	x->at += length;
	return STEP_ON;
}

/* Return true if a command of TeX is at x->at, after "~", which is a space there:
 * "http://h/a~\cite{b}". */
static bool
follows_tie(const struct run_reader *x)
{
	return !x->run->is_paired && x->at > x->run->content + 1 && x->bytes[x->at - 1] == '~' &&
	    x->bytes[x->at - 2] != '/' && x->at + 1 < x->run->end &&
	    ascii_is(x->bytes[x->at + 1], ASCII_ALPHA);
}

/* Read a backslash. */
static enum step
read_backslash(struct run_reader *x)
{
	struct escape e;

	if (follows_tie(x)) {
		x->at--;
		return STEP_END;
	}
	escape_read(x->bytes, x->run->begin, x->at, x->run->end, x->run->is_braced, &e);
	if (e.kind != ESCAPE_UNDONE)
		note_template(x);
	if (e.kind == ESCAPE_END)
		return STEP_END;
	x->run->has_escapes |= e.kind == ESCAPE_UNDONE;
	return go_on(x, e.length);
}

/* Read a group of TeX that stands for one character. Returns false if there is none. */
static bool
read_group(struct run_reader *x)
{
	struct escape e;

	if ((x->bytes[x->at] != '{' && x->bytes[x->at] != '$') ||
	    escape_read_group(x->bytes + x->at, x->run->end - x->at, &e) == 0)
		return false;
	x->run->has_escapes = true;
	x->at += e.length;
	return true;
}

/* Read bytes beyond US-ASCII that begin no character of UTF-8, such as letters of
 * ISO-8859-1 (rule I8). */
static enum step
read_bytes(struct run_reader *x)
{
	size_t at = x->at, end = at;

	while (end < x->run->end && (unsigned char)x->bytes[end] >= 0xC0)
		end++;
	if (end == at || at == x->run->begin || end == x->run->end ||
	    !ascii_is(x->bytes[at - 1], ASCII_RUN) || !ascii_is(x->bytes[end], ASCII_RUN))
		return STEP_END;
	return go_on(x, end - at);
}

size_t
run_hidden_length(const char *text, size_t len)
{
	enum { SOFT_HYPHEN = 0xAD, ZERO_WIDTH_SPACE = 0x200B, WORD_JOINER = 0x2060,
		NO_BREAK = 0xFEFF };
	uint32_t code = 0;
	size_t n = utf8_decode(text, len, &code);

	return code == SOFT_HYPHEN || code == ZERO_WIDTH_SPACE || code == WORD_JOINER ||
	    code == NO_BREAK ? n : 0;
}

/* Return true if the hidden character at x->at stands between two characters of a URL in
 * US-ASCII. */
static bool
is_within_url(const struct run_reader *x, size_t length)
{
	static const char marks[] = "/?#&=%_~-";
	size_t next = x->at + length;

	return x->hidden < MAX_HIDDEN && x->at > x->run->content && next < x->run->end &&
	    ascii_is(x->bytes[x->at - 1], ASCII_RUN) &&
	    (ascii_is(x->bytes[next], ASCII_ALPHA | ASCII_DIGIT) ||
		memchr(marks, x->bytes[next], sizeof(marks) - 1));
}

/* Read a hidden character (rule I9). A soft hyphen divides a word, and so belongs to the
 * URL; the others may stand after it, but not within the only label of a host. */
static enum step
read_hidden(struct run_reader *x, size_t length)
{
	struct run *r = x->run;
	const char *host = x->bytes + r->content;

	if (!is_within_url(x, length) || x->decided || x->possible)
		return STEP_END; /* one other reading is enough */
	x->hidden++;
	r->has_hidden = r->has_escapes = true;
	if (length > 2 && r->hidden_end == 0 &&
	    (!r->has_authority || memchr(host, '.', x->at - r->content)))
		r->hidden_end = x->at;
	return go_on(x, length);
}

/* Read a character beyond US-ASCII. Where letters may or may not go on, note the other
 * reading's end and read on. */
static enum step
read_letter(struct run_reader *x)
{
	struct run *r = x->run;
	uint32_t code;
	size_t n = utf8_decode(x->bytes + x->at, r->end - x->at, &code);

	if (n == 0)
		return read_bytes(x);
	note_template(x);
	if (!r->is_continuation && run_hidden_length(x->bytes + x->at, n))
		return read_hidden(x, n);
	if (letters_always_end(r, x->at, code, n))
		return STEP_END;
	if (r->is_paired)
		return go_on(x, n);
	switch (letters_decide(r, x->at, code, n)) {
	case LETTERS_MORE:
		return STEP_MORE;
	case LETTERS_END:
		return STEP_END;
	case LETTERS_MARK_ENDS:
		if (x->possible)
			return STEP_END; /* one other reading is enough */
		/* fall through */
	case LETTERS_LIKELY_END:
		if (x->decided == 0)
			x->decided = x->at;
		break;
	case LETTERS_LIKELY_GO_ON:
		if (x->possible == 0)
			x->possible = x->at;
		break;
	case LETTERS_GO_ON:
		break;
	}
	return go_on(x, n);
}

/* Return true if the character of US-ASCII at x->at ends the URL, whatever encloses
 * it. */
static bool
always_ends(const struct run_reader *x)
{
	return x->bytes[x->at] == '&' ? is_entity(x) : is_code_end(x);
}

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
	if (byte_before(r) == ';')
		return true;
	if (!ascii_is(byte_before(r), ASCII_BREAK) ||
	    memchr(x->bytes + at, ',', rest > MAX_BRACKET_BYTES ? MAX_BRACKET_BYTES : rest) != NULL)
		return false;
	while (at < r->end && ascii_is(x->bytes[at], ASCII_ALPHA))
		at++;
	return at == r->end || x->bytes[at] != '=';
}

/* Return true if the character of US-ASCII at x->at ends a URL that nothing encloses; else
 * count it if it is a bracket. */
static bool
ends_unpaired(struct run_reader *x)
{
	switch (x->bytes[x->at]) {
	case '[': case ']':
		return square_bracket_ends(x);
	case '{': case '}':
		return curly_bracket_ends(x);
	case '|':
		return bar_ends(x);
	case '`':
		return byte_before(x->run) == '`' || x->at + 1 == x->run->end ||
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

/* Return true if the character at x->at is of the URL: a delimiter of a query or port, as
 * most are that are not plain. Note that a query begins. */
static bool
read_delimiter(struct run_reader *x)
{
	size_t rest = x->run->end - x->at;
	const char *at = x->bytes + x->at;

	switch (at[0]) {
	case '?':
		x->has_query = true;
		return rest > 1;
	case '&':
		return rest > 1 && !memchr("aghlnqr#", at[1], 8);
	case ':':
		return rest > 1 && at[1] != '/';
	case '%':
		return rest > 2 && ascii_is(at[1], ASCII_HEX) && ascii_is(at[2], ASCII_HEX);
	case '.':
		return rest > 1 && at[1] != '.' && at[1] != '*' && at[1] != '+';
	default:
		return false;
	}
}

static enum step
read_character(struct run_reader *x)
{
	char c = x->bytes[x->at];

	if (read_delimiter(x))
		return go_on(x, 1);
	if ((unsigned char)c >= 0x80)
		return read_letter(x);
	if (c == '\\')
		return read_backslash(x);
	if (c == ':') {
		size_t end = end_before_scheme(x);

		if (end != SIZE_MAX) {
			x->at = end;
			return STEP_END;
		}
	}
	if (read_group(x))
		return STEP_ON;
	if (always_ends(x) || (!x->run->is_paired && ends_unpaired(x)))
		return STEP_END;
	note_template(x);
	return go_on(x, 1);
}

/* ---- the run --- */

/* Read the run up to where it ends for certain: x->at. Answers YES or MORE. */
static enum scan_answer
read_run(struct run_reader *x)
{
	enum step step = STEP_ON;

	while (step == STEP_ON && x->at < x->run->end) {
		if (x->decided && x->at - x->decided > MAX_OTHER_BYTES)
			break;
		/* the byte after the run is not plain either, mostly */
		x->at += ascii_plain(x->bytes + x->at, x->run->text->len - x->at);
		if (x->at < x->run->end)
			step = read_character(x);
		else
			x->at = x->run->end;
	}
	return step == STEP_MORE ? SCAN_MORE : SCAN_YES;
}

/* Return the end of the run without the hyphens of an arrow or of the end of a comment,
 * "->" or "-->" (rule K4). */
static size_t
end_before_arrow(const struct run *r)
{
	const char *bytes = r->text->bytes;
	size_t end = r->end;

	if (end < r->text->len && bytes[end] == '>')
		while (end > r->content && bytes[end - 1] == '-')
			end--;
	return end;
}

/* Return true if a command of TeX such as "\url{" is before the URL. */
static bool
follows_tex_command(const struct run *r)
{
	const char *bytes = r->text->bytes;
	size_t at = r->begin;

	if (r->is_continuation || byte_before(r) != '{')
		return false;
	at--;
	while (at > 0 && r->begin - at < 16 && ascii_is(bytes[at - 1], ASCII_ALPHA))
		at--;
	return at > 0 && bytes[at - 1] == '\\';
}

/* Return true if a quotation mark is directly before the URL. */
static bool
is_after_quote(const struct run *r)
{
	char before = byte_before(r);

	return !r->is_continuation && (before == '"' || before == '\'' || before == '`');
}

/* Return true if the run is the text of a link in HTML that a program has shortened:
 * ">http://h/a/b...</a>". */
static bool
is_shortened_label(const struct run *r)
{
	const struct scan_text *t = r->text;
	const char *end = t->bytes + r->end;

	return byte_before(r) == '>' && r->end - r->content > 3 && t->len - r->end > 3 &&
	    memcmp(end, "</a>", 4) == 0 &&
	    (memcmp(end - 3, "...", 3) == 0 || memcmp(end - 3, "\xE2\x80\xA6", 3) == 0);
}

/* Answer YES if the run is the beginning of a URL that a forum of phpBB has shortened: 39
 * characters, an ellipsis between blanks, and the last 10, of which one is not of a word. */
static enum scan_answer
is_forum_label(const struct run *r)
{
	enum { FRONT = 39, GAP = 5, BACK = 10 };
	const struct scan_text *t = r->text;
	const char *next = t->bytes + r->end;
	size_t i, rest = t->len - r->end;
	bool has_mark = false;

	if (r->is_continuation || r->end - r->begin != FRONT ||
	    memcmp(next, " ... ", rest < GAP ? rest : GAP) != 0)
		return SCAN_NO;
	if (rest < GAP + BACK + 1 && !t->is_last)
		return SCAN_MORE;
	for (i = GAP; i < GAP + BACK && i < rest && ascii_is(next[i], ASCII_RUN); i++)
		has_mark |= i + 1 < GAP + BACK && !ascii_is(next[i], ASCII_ALPHA);
	return has_mark && i == GAP + BACK && (i == rest || !ascii_is(next[i], ASCII_RUN)) ?
	    SCAN_YES : SCAN_NO;
}

/* Note whether the run that ends at x->at is a template or a pattern. Answers YES or
 * MORE. */
static enum scan_answer
note_run_template(const struct run_reader *x)
{
	struct run *r = x->run;
	const struct scan_text *t = r->text;
	size_t limit = r->end;
	enum scan_answer is_label = is_forum_label(r);

	if (is_label == SCAN_MORE)
		return SCAN_MORE;
	r->is_template |= is_label == SCAN_YES;
	if (limit < t->len && t->bytes[limit] == '<') {
		size_t end = t->len - limit > MAX_PLACEHOLDER_BYTES ?
		    limit + MAX_PLACEHOLDER_BYTES : t->len;

		if (end == t->len && !t->is_last)
			return SCAN_MORE;
		r->is_template |= (x->at == limit && template_is_placeholder(t->bytes, limit, end,
		    t->bytes[limit - 1])) || is_shortened_label(r);
	}
	if (x->at < limit)
		note_template(x);
	if (x->open_curly && is_after_quote(r) && x->at < t->len &&
	    ascii_is(t->bytes[x->at], ASCII_BLANK))
		r->is_template = true; /* "http://h/{f(a * b)}" */
	if (byte_before(r) == '^' && !r->is_continuation)
		r->is_template = true;
	return SCAN_YES;
}

/* Return where prose in round brackets begins before which the blank is missing, as in
 * "http://h/a(see below)": a blank follows the run, and the last bracket is not closed. Return 0 if
 * there is none. In a query, and after a mark as in "Ann_(name", it may belong to the URL. */
static size_t
find_glued_bracket(const struct run_reader *x)
{
	const struct run *r = x->run;
	const struct scan_text *t = r->text;
	const char *begin = x->bytes + r->content, *open;
	size_t next;

	if (!r->has_authority || r->is_paired || r->is_continuation || r->is_template ||
	    x->has_query || x->at != r->end || x->at == t->len ||
	    !ascii_is(t->bytes[x->at], ASCII_BLANK))
		return 0;
	open = memrchr(begin, '(', x->at - r->content);
	if (open == NULL || open == begin || x->open_curly ||
	    (open[-1] != '/' && !ascii_is(open[-1], ASCII_ALPHA | ASCII_DIGIT)))
		return 0;
	next = (size_t)(open - x->bytes) + 1;
	return next < x->at && memchr(open, ')', x->at - next + 1) == NULL &&
	    (ascii_is(open[1], ASCII_ALPHA) || (unsigned char)open[1] >= 0x80) ? next - 1 : 0;
}

enum scan_answer
run_find_end(struct run *r)
{
	struct run_reader x = { .run = r, .bytes = r->text->bytes, .at = r->content };
	size_t partner = find_partner(r);
	enum scan_answer answer;

	r->other_end = r->hidden_end = 0;
	r->has_escapes = r->is_template = r->has_hidden = false;
	r->is_paired = partner != SIZE_MAX;
	r->end = r->is_paired ? partner : end_before_arrow(r);
	x.is_code = r->is_paired && (byte_before(r) == '\'' || byte_before(r) == '"');
	r->is_braced = follows_tex_command(r);
	answer = read_run(&x);
	if (answer == SCAN_YES)
		answer = note_run_template(&x);
	if (answer != SCAN_YES)
		return answer;
	if (x.decided == 0 && x.possible == 0)
		x.decided = find_glued_bracket(&x);
	r->end = x.at;
	if (r->hidden_end && run_hidden_length(r->text->bytes + r->hidden_end,
		x.at - r->hidden_end) == x.at - r->hidden_end) {
		r->end = r->hidden_end; /* before another URL */
		r->hidden_end = 0;
		r->has_hidden = x.hidden > 1;
	}
	if (x.decided) {
		r->end = x.decided;
		r->other_end = x.at;
	} else if (x.possible) {
		r->other_end = x.possible;
	}
	return r->has_authority && !r->is_continuation && !letters_make_host(r) ? SCAN_NO :
	    SCAN_YES;
}
