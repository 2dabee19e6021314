/* run_end.c - where in a run of characters a bare URL ends: at markup and code (rule K),
 * and at letters beyond US-ASCII (letters.h) */
#include <string.h>

#include "text/letters.h"
#include "text/escape.h"
#include "text/markup.h"
#include "text/pair.h"
#include "text/next_url.h"
#include "text/run_reader.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum {
	MAX_OTHER_BYTES = 192, /* that a longer reading has beyond the likely end */
	MAX_PLACEHOLDER_BYTES = 40, /* "<name>" after a run */
	MAX_HIDDEN = 24        /* soft hyphens and the like in a URL */
};

/* ---- one character --- */

/* What a character of the run is. */
enum step {
	STEP_ON,  /* it belongs to the URL; x->at is after it */
	STEP_END, /* the URL ends at x->at */
	STEP_MORE
};

/* Note whether the character at x->at may be the first of a sign of a template. */
static void
note_template(struct run_reader *x)
{
	static const char first[] = "{$#%.\\[|(*\xE2";

	x->may_be_template |= memchr(first, x->bytes[x->at], sizeof(first) - 1) != NULL;
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
	x->may_be_template |= e.kind != ESCAPE_UNDONE;
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

/* Return true if a NUL shortly before the URL shows that the text is none. */
static bool
is_in_binary(const struct run *r)
{
	enum { MAX_BINARY_BYTES = 64 };
	size_t n = r->begin > MAX_BINARY_BYTES ? MAX_BINARY_BYTES : r->begin;

	return memchr(r->text->bytes + r->begin - n, '\0', n) != NULL;
}

/* Read bytes beyond US-ASCII that begin no character of UTF-8, such as letters of
 * ISO-8859-1 (rule I8). */
static enum step
read_bytes(struct run_reader *x)
{
	size_t at = x->at, end = at;

	while (end < x->run->end && (unsigned char)x->bytes[end] >= 0xC0)
		end++;
	if (end == at || at == x->run->begin || end == x->run->end || is_in_binary(x->run) ||
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
		return rest > 1 && !memchr("aghlnqr#&", at[1], 9);
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
		size_t end = next_url_find(x);

		if (end != SIZE_MAX) {
			x->at = end;
			return STEP_END;
		}
	}
	if (read_group(x))
		return STEP_ON;
	if (markup_always_ends(x) || (!x->run->is_paired && markup_ends_unpaired(x)))
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

	if (r->is_continuation || run_byte_before(r) != '{')
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
	char before = run_byte_before(r);

	return !r->is_continuation && (before == '"' || before == '\'' || before == '`');
}

/* Return true if the run is the text of a link in HTML that a program has shortened:
 * ">http://h/a/b...</a>". */
static bool
is_shortened_label(const struct run *r)
{
	const struct scan_text *t = r->text;
	const char *end = t->bytes + r->end;

	return run_byte_before(r) == '>' && r->end - r->content > 3 && t->len - r->end > 3 &&
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

/* Return true if POD's escape sequence of an angle bracket, "E<gt>", follows the URL, or "Z<>": its
 * letter is the last one of the run. text[0..len) begins with the "<". */
static bool
is_pod_escape(char letter, const char *text, size_t len)
{
	return (letter == 'E' && len > 3 &&
	    (memcmp(text, "<gt>", 4) == 0 || memcmp(text, "<lt>", 4) == 0)) ||
	    (letter == 'Z' && len > 1 && text[1] == '>');
}

/* Return the length of an escape sequence that is undone at offset `at`, or 0. */
static size_t
escape_length(const struct run *r, size_t at)
{
	const char *bytes = r->text->bytes;
	struct escape e = { .kind = ESCAPE_NONE };

	if (bytes[at] == '{' || bytes[at] == '$')
		return escape_read_group(bytes + at, r->end - at, &e);
	if (bytes[at] == '\\')
		escape_read(bytes, r->begin, at, r->end, r->is_braced, &e);
	return e.kind == ESCAPE_UNDONE ? e.length : 0;
}

/* Return true if there is a sign of a template or pattern up to x->at; len: of the text to look
 * at. */
static bool
find_template(const struct run_reader *x, size_t len)
{
	struct rule_match sign = { .end = x->run->begin };
	size_t escape;

	while (rules_find(x->run->rules, RULES_TEMPLATE, x->is_code ? TEMPLATE_IF_CODE : 0, x->bytes,
		len, sign.end, &sign) && sign.begin <= x->at) {
		escape = sign.begin < x->run->end ? escape_length(x->run, sign.begin) : 0;
		if (escape == 0)
			return true;
		sign.end = sign.begin + escape;
	}
	return false;
}

/* Note whether the run that ends at x->at is a template or a pattern, and end it before what
 * belongs to markup. Answers YES or MORE. */
static enum scan_answer
end_run(struct run_reader *x)
{
	struct run *r = x->run;
	const struct scan_text *t = r->text;
	size_t limit = r->end, end = limit;
	enum scan_answer is_label = is_forum_label(r);

	if (is_label == SCAN_MORE)
		return SCAN_MORE;
	r->is_template |= is_label == SCAN_YES;
	if (limit < t->len && t->bytes[limit] == '<') {
		end = t->len - limit > MAX_PLACEHOLDER_BYTES ? limit + MAX_PLACEHOLDER_BYTES : t->len;
		if (end == t->len && !t->is_last)
			return SCAN_MORE;
		r->is_template |= is_shortened_label(r);
		if (x->at == limit && limit > r->content &&
		    is_pod_escape(t->bytes[limit - 1], t->bytes + limit, end - limit))
			x->at--;
	}
	if (x->at < limit)
		note_template(x);
	if (!r->is_continuation && (x->may_be_template || end > limit ||
	    memchr(x->bytes + r->content, '@', x->at - r->content)))
		r->is_template |= find_template(x, end);
	if (x->open_curly && is_after_quote(r) && x->at < t->len &&
	    ascii_is(t->bytes[x->at], ASCII_BLANK))
		r->is_template = true; /* "http://h/{f(a * b)}" */
	if (run_byte_before(r) == '^' && !r->is_continuation)
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

/* Find the end of a run that is not plain. */
static enum scan_answer
find_end(struct run *r)
{
	struct run_reader x = { .run = r, .bytes = r->text->bytes, .at = r->content,
		.is_in_brackets = BRACKETS_UNKNOWN };
	size_t partner = pair_find_end(r);
	enum scan_answer answer;

	r->other_end = r->hidden_end = 0;
	r->has_escapes = r->is_template = r->has_hidden = false;
	r->is_paired = partner != SIZE_MAX;
	r->end = r->is_paired ? partner : end_before_arrow(r);
	x.is_code = r->is_paired && (run_byte_before(r) == '\'' || run_byte_before(r) == '"');
	r->is_braced = follows_tex_command(r);
	answer = read_run(&x);
	if (answer == SCAN_YES)
		answer = end_run(&x);
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

/* Return true if nothing in the run or beside it may end it, as nearly always: white space is on
 * both sides, and all characters are plain. An "@" may be one of "@NAME@". */
static bool
is_plain(const struct run *r)
{
	const struct scan_text *t = r->text;
	const char *content = t->bytes + r->content;
	size_t len = r->end - r->content;

	return r->end < t->len && ascii_is_space(t->bytes[r->end]) &&
	    (r->is_continuation || ascii_is_space(run_byte_before(r))) &&
	    ascii_plain(content, t->len - r->content) >= len &&
	    memchr(content, '@', len) == NULL && is_forum_label(r) == SCAN_NO;
}

enum scan_answer
run_find_end(struct run *r)
{
	if (!is_plain(r))
		return find_end(r);
	r->other_end = r->hidden_end = 0;
	r->is_paired = r->is_template = r->has_escapes = r->is_braced = r->has_hidden = false;
	return SCAN_YES;
}
