/* run_end.c - where in a run of characters a bare URL ends: at markup and code (rule K), at
 * another URL, and at letters beyond US-ASCII (letters.c) */
#include <string.h>

#include "text/undo.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum {
	MAX_OTHER_BYTES = 192, /* that a longer reading has beyond the likely end */
	MAX_CROWDED_OTHER_BYTES = 64, /* the same in a crowded run */
	MAX_PLACEHOLDER_BYTES = 40, /* "<name>" after a run */
	MAX_BEFORE_BYTES = 256, /* of the line before the URL */
	MAX_AHEAD_BYTES = 384, /* that a rule looks at after a mark */
	MAX_PAIR_BYTES = 2048, /* from a quotation mark or bracket to its partner */
	MAX_CROWDED_PAIR_BYTES = 64, /* the same in a crowded run */
	MAX_HIDDEN = 24        /* soft hyphens and the like in a URL */
};

/* The state while a run is read. */
struct run_reader {
	struct run *run;
	const char *bytes;
	size_t at;       /* the bytes before it belong to the URL */
	size_t len;      /* of the text for the rules: the run and the bytes directly after it */
	size_t next_url; /* the URL ends before another one there at the latest */
	bool is_code;    /* the run is a string literal */
	unsigned conditions; /* of ends.pcre */
	bool may_end;    /* a rule of ends.pcre may hold */
	size_t decided;  /* where it ends if letters do not go on; 0: undecided */
	size_t possible; /* where it may end though letters go on; 0: nowhere */
	unsigned hidden; /* how many soft hyphens and the like */
};

/* ---- marks around and within the run --- */

/* Return the rule of before.pcre with this condition that matches the text before the URL in its
 * line; 0 if there is none. */
static unsigned
find_before(const struct run *r, unsigned condition)
{
	const struct scan_text *t = r->text;
	size_t from = r->begin > MAX_BEFORE_BYTES ? r->begin - MAX_BEFORE_BYTES : 0;
	const char *text = t->bytes + from;
	size_t len = r->begin - from, line = ascii_after_break(text, len);
	struct rule_match match;

	return r->is_continuation ? 0 : rules_find(r->rules, RULES_BEFORE, condition, text, len,
	    line > 0 ? line - 1 : 0, &match);
}

static bool
holds_before(const struct run *r, unsigned condition)
{
	return find_before(r, condition) != 0;
}

size_t
run_delimited_end(const struct run *r)
{
	const struct scan_text *t = r->text;
	const char *brace = run_byte_before(r) == '{' ?
	    memchr(t->bytes + r->content, '}', r->end - r->content) : NULL;
	size_t end = brace ? (size_t)(brace - t->bytes) : r->end;
	char after = scan_byte_at(t, end);

	if (end < r->content + 2 || !ascii_is_one_of(t->bytes[end - 1], ".!") ||
	    t->bytes[end - 2] == '.')
		return 0;
	if (after == ' ' ? scan_byte_at(t, end + 1) != '"' || run_byte_before(r) != '(' :
	    !ascii_is_one_of(after, "\"')}]|\33"))
		return 0;
	return holds_before(r, BEFORE_IF_DELIMITED) ? end : 0;
}

char
run_emphasis(const struct run *r)
{
	const char *bytes = r->text->bytes;
	size_t end = r->end, from = r->begin > MAX_BEFORE_BYTES ? r->begin - MAX_BEFORE_BYTES : 0;
	unsigned rule;

	while (end > r->content && ascii_is_one_of(bytes[end - 1], ".,;:!?)"))
		end--;
	if (end == r->content || !ascii_is_one_of(bytes[end - 1], "~_="))
		return '\0';
	from += ascii_after_break(bytes + from, r->begin - from);
	if (!memmem(bytes + from, r->begin - from, bytes[end - 1] == '=' ? "==" : bytes + end - 1,
		bytes[end - 1] == '=' ? 2 : 1))
		return '\0'; /* as nearly always */
	rule = bytes[end - 1] == '~' ? BEFORE_TILDES :
	    bytes[end - 1] == '_' ? BEFORE_UNDERSCORES : BEFORE_EQUALS;
	return find_before(r, BEFORE_IF_EMPHASIS) == rule ? bytes[end - 1] : '\0';
}

bool
run_is_attribute(const struct run *r)
{
	return holds_before(r, BEFORE_IF_ATTRIBUTE);
}

bool
run_ends_before_value(const struct run *r)
{
	const struct scan_text *t = r->text;
	size_t at = r->end;
	char next = scan_byte_at(t, at + 1);

	if (scan_byte_at(t, at) == '<')
		return ascii_is(t->bytes[at - 1], ASCII_DIGIT) && ascii_is(next, ASCII_DIGIT);
	at -= t->bytes[at - 1] == '\\';
	return scan_byte_at(t, r->end) == '"' && ascii_is_one_of(t->bytes[at - 1], "=:{[") &&
	    ascii_is(next, ASCII_ALPHA | ASCII_DIGIT);
}

/* Return the offset of the mark that closes the pair opened before the URL; SIZE_MAX if there is
 * none. A run ends at a double quotation mark. */
static size_t
find_partner(const struct run *r)
{
	static const char openers[] = "'`|}?", second[] = "([+!";
	size_t len = r->end < r->text->len ? r->end + 1 : r->end;
	size_t max = r->is_crowded ? MAX_CROWDED_PAIR_BYTES : MAX_PAIR_BYTES;
	char before = run_byte_before(r);
	struct rule_match pair;

	if (r->is_continuation || ascii_is_space(before))
		return SIZE_MAX;
	if (len - r->content > max)
		len = r->content + max;
	if (before == '"')
		return r->end < len && r->text->bytes[r->end] == '"' ? r->end : SIZE_MAX;
	if (!memchr(openers, before, sizeof(openers) - 1) &&
	    (!memchr(second, before, sizeof(second) - 1) || r->begin < 2 ||
	    ascii_is_space(r->text->bytes[r->begin - 2])))
		return SIZE_MAX;
	return rules_find(r->rules, RULES_PAIRS, 0, r->text->bytes, len, r->begin, &pair) &&
	    pair.begin >= r->content ? pair.begin : SIZE_MAX; /* not the "+" of "git+ssh:" */
}

/* Return true if a NUL shortly before the URL shows that the input is binary. */
static bool
is_binary(const struct run *r)
{
	enum { MAX_BINARY_BYTES = 64 };
	size_t n = r->begin > MAX_BINARY_BYTES ? MAX_BINARY_BYTES : r->begin;

	return memchr(r->text->bytes + r->begin - n, '\0', n) != NULL;
}

/* Properties of the bytes of a run. */
enum {
	BYTE_QUERY = 1,
	BYTE_ROUND = 2,      /* ")" */
	BYTE_BAR = 4,
	BYTE_MARK = 8,       /* a rule of ends.pcre may begin with it */
	BYTE_AMPERSAND = 16,
	BYTE_SEMICOLON = 32, /* a rule may begin with it if there is no query, or an ampersand */
	BYTE_GOES_ON = 64,   /* neither it nor the bytes before it are trimmed from the end */
	BYTE_QUOTE = 128,    /* "'" */
	BYTE_SPECIAL = 256   /* a backslash, a control, or beyond US-ASCII */
};

/* Return the set of these bytes in the run. Bytes at its end, which are trimmed, are not included,
 * except for special ones and semicolons, since an entity is not always trimmed. */
static unsigned
find_bytes(const char *run, size_t len)
{
	static const unsigned short class[128] = { ['?'] = BYTE_QUERY, [')'] = BYTE_ROUND,
		['|'] = BYTE_BAR, ['&'] = BYTE_AMPERSAND | BYTE_GOES_ON, [';'] = BYTE_SEMICOLON,
		['#'] = BYTE_QUERY | BYTE_GOES_ON, ['('] = BYTE_MARK | BYTE_GOES_ON,
		['['] = BYTE_MARK | BYTE_GOES_ON,
		[']'] = BYTE_MARK, ['{'] = BYTE_MARK | BYTE_GOES_ON, ['}'] = BYTE_MARK, ['*'] = BYTE_MARK,
		['`'] = BYTE_MARK, ['!'] = BYTE_MARK, ['\''] = BYTE_MARK | BYTE_QUOTE,
		['\\'] = BYTE_SPECIAL, ['\33'] = BYTE_MARK | BYTE_SPECIAL, ['/'] = BYTE_GOES_ON,
		['='] = BYTE_GOES_ON, ['_'] = BYTE_GOES_ON, ['-'] = BYTE_GOES_ON,
		['%'] = BYTE_GOES_ON, ['+'] = BYTE_GOES_ON, ['~'] = BYTE_GOES_ON };
	unsigned all = 0, pending = 0, colons = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)run[i];
		unsigned set;

		if (ascii_is(run[i], ASCII_ALPHA | ASCII_DIGIT)) { /* as most are */
			all |= pending;
			continue;
		}
		set = c >= 0x80 ? BYTE_MARK | BYTE_GOES_ON | BYTE_SPECIAL : class[c];
		if (c == '.' && i > 0 && run[i - 1] == '.')
			set = BYTE_MARK;
		if (c == ':' && i + 1 < len && ascii_is(run[i + 1], ASCII_DIGIT) && (colons++ ||
		    memchr(run + i, ',', len - i)))
			set = BYTE_MARK;
		pending |= set;
		all |= set & (BYTE_SEMICOLON | BYTE_SPECIAL);
		if (set & BYTE_GOES_ON || all & BYTE_MARK)
			all = pending;
	}
	return all;
}

/* Return the conditions of ends.pcre that are true. */
static unsigned
find_conditions(const struct run *r, unsigned bytes)
{
	unsigned set = bytes & BYTE_QUERY ? 0 : ENDS_IF_NO_QUERY;

	if (is_binary(r))
		set |= ENDS_IF_BINARY;
	if (r->is_paired)
		return set;
	set |= ENDS_IF_UNPAIRED | (r->has_fields ? ENDS_IF_COMMAS : 0);
	if (r->has_fields && memchr(";\r\n", run_byte_before(r), 3))
		set |= ENDS_IF_SEMICOLONS;
	if (r->has_authority && !r->is_continuation && r->end < r->text->len &&
	    ascii_is(r->text->bytes[r->end], ASCII_BLANK))
		set |= ENDS_IF_BEFORE_BLANK;
	if (r->end - r->begin > 4 && ascii_equal(r->text->bytes + r->begin, "http", 4))
		set |= ENDS_IF_HTTP;
	if (bytes & BYTE_ROUND && holds_before(r, BEFORE_IF_BRACKET))
		set |= ENDS_IF_IN_BRACKET;
	if (bytes & BYTE_QUOTE && holds_before(r, BEFORE_IF_STRING))
		set |= ENDS_IF_IN_STRING;
	if (bytes & BYTE_BAR && holds_before(r, BEFORE_IF_LABEL))
		set |= ENDS_IF_BEFORE_LABEL;
	if (run_byte_before(r) == '=' && holds_before(r, BEFORE_IF_NAMED))
		set |= ENDS_IF_NAMED;
	return set;
}

/* Return true if a rule of ends.pcre may hold in a run of these bytes. */
static bool
may_end(const struct run_reader *x, unsigned bytes, unsigned conditions)
{
	const struct run *r = x->run;

	return bytes & (BYTE_MARK | BYTE_BAR) || x->len > r->end ||
	    conditions & (ENDS_IF_COMMAS | ENDS_IF_IN_BRACKET | ENDS_IF_NAMED) ||
	    (bytes & BYTE_SEMICOLON && (bytes & BYTE_AMPERSAND || !(bytes & BYTE_QUERY))) ||
	    (bytes & BYTE_AMPERSAND &&
	    memmem(x->bytes + r->content, r->end - r->content, "&&", 2));
}

/* Return true if offset `at` is in the authority of a URL. */
static bool
is_in_host(const struct run *r, size_t at)
{
	const char *content = r->text->bytes + r->content;
	size_t i;

	for (i = 0; i < at - r->content; i++)
		if (content[i] == '/' || content[i] == '?' || content[i] == '#')
			return false;
	return r->has_authority && !r->is_continuation;
}

/* Return the length of the text that decides about marks up to offset `at`: so each of many URLs in
 * a run reads its own part only. */
static size_t
length_for(const struct run_reader *x, size_t at)
{
	return x->len - at > MAX_AHEAD_BYTES ? at + MAX_AHEAD_BYTES : x->len;
}

/* Return where the URL ends at markup or code, from x->at on; r->end if it does not. Where it
 * likely ends, or likely goes on, note the end of the other reading and search on. */
static size_t
find_mark(struct run_reader *x)
{
	struct rule_match mark;
	size_t at = x->at > x->run->content ? x->at : x->run->begin;
	size_t len = length_for(x, x->next_url);

	while (x->may_end) {
		switch (rules_find(x->run->rules, RULES_ENDS, x->conditions, x->bytes, len, at,
			&mark)) {
		case 0:
			return x->run->end;
		case ENDS_OWN_BRACKETS:
			if (is_in_host(x->run, mark.begin))
				return mark.begin;
			if (x->possible == 0)
				x->possible = mark.begin;
			at = mark.end;
			break;
		case ENDS_PLACE: case ENDS_GLUED_BRACKET: case ENDS_NEXT_WORD:
		case ENDS_NEXT_COMMAND: case ENDS_NEXT_SETTING:
			if (x->decided == 0)
				x->decided = mark.begin;
			at = mark.end > mark.begin ? mark.end : mark.begin + 1;
			break;
		default:
			return mark.begin < x->run->end ? mark.begin : x->run->end;
		}
	}
	return x->run->end;
}

/* Return where the URL ends before another one; r->end if there is none. */
static size_t
find_next_url(const struct run_reader *x)
{
	const struct run *r = x->run;
	struct rule_match next;

	return ascii_find_authority(x->bytes + r->content, r->end - r->content) &&
	    rules_find(r->rules, RULES_NEXT_URL, x->conditions & ENDS_IF_NO_QUERY ?
	    NEXT_URL_IF_NO_QUERY : 0, x->bytes, r->end, r->content, &next) ? next.begin : r->end;
}

/* ---- characters that are not plain --- */

/* Read a backslash, or the group of TeX in which it is. Returns false if the URL ends before it. */
static bool
read_backslash(struct run_reader *x)
{
	struct run *r = x->run;
	struct escape e;
	size_t at = undo_read(r->rules, x->bytes, r->begin, x->at, r->end, r->is_braced, &e);

	if (e.kind == ESCAPE_END)
		return false;
	r->has_escapes |= e.kind == ESCAPE_UNDONE;
	x->at = at + e.length;
	return true;
}

size_t
run_control_length(const char *text, size_t len)
{
	size_t at = 2;

	if (len < 3 || text[0] != '\33')
		return 0;
	if (text[1] == '(')
		return 3;
	while (at < len && at < MAX_CONTROL_BYTES && (ascii_is(text[at], ASCII_DIGIT) ||
	    text[at] == ';' || text[at] == ':'))
		at++;
	return text[1] == '[' && at < len && (text[at] == 'm' || text[at] == 'K') ? at + 1 : 0;
}

size_t
run_hidden_length(const char *text, size_t len)
{
	enum { ESCAPE = 0x1B, SOFT_HYPHEN = 0xAD, ZERO_WIDTH_SPACE = 0x200B, WORD_JOINER = 0x2060,
		NO_BREAK = 0xFEFF };
	uint32_t code = 0;
	size_t n = utf8_decode(text, len, &code), at = 0;

	if (code == ESCAPE) {
		while ((n = run_control_length(text + at, len - at)) > 0)
			at += n;
		return at;
	}
	return code == SOFT_HYPHEN || code == ZERO_WIDTH_SPACE || code == WORD_JOINER ||
	    code == NO_BREAK ? n : 0;
}

/* Return true if the hidden character at x->at is between two characters of a URL in
 * US-ASCII. */
static bool
is_within_url(const struct run_reader *x, size_t length)
{
	size_t next = x->at + length;

	return x->hidden < MAX_HIDDEN && next < x->run->end &&
	    (x->bytes[x->at] == '\33' || (x->at > x->run->content &&
	    ascii_is(x->bytes[x->at - 1], ASCII_RUN))) &&
	    (ascii_is_alphanumeric(x->bytes[next]) || ascii_is_one_of(x->bytes[next], "/?#&=%_~-") ||
	    (ascii_is_one_of(x->bytes[next], ".:@") && next + 1 < x->run->end &&
	    ascii_is_alphanumeric(x->bytes[next + 1])));
}

/* Read a hidden character (rule I9). A soft hyphen divides a word, and so belongs to the
 * URL; the others may follow it, but not within the only label of a host. */
static bool
read_hidden(struct run_reader *x, size_t length)
{
	struct run *r = x->run;
	const char *host = x->bytes + r->content;

	if (!is_within_url(x, length) || x->decided || x->possible)
		return false; /* one other reading is enough */
	x->hidden++;
	r->has_hidden = r->has_escapes = true;
	if (length > 2 && x->bytes[x->at] != '\33' && r->hidden_end == 0 &&
	    (!r->has_authority || memchr(host, '.', x->at - r->content)))
		r->hidden_end = x->at;
	x->at += length;
	return true;
}

/* Read control sequences of a terminal: colors within a URL. Returns false if the URL ends before
 * them. */
static bool
read_control(struct run_reader *x)
{
	size_t n = run_hidden_length(x->bytes + x->at, x->run->end - x->at);

	return n > 0 && read_hidden(x, n);
}

/* Read a character beyond US-ASCII. Where letters may or may not go on, note the other
 * reading's end and read on. Returns false if the URL ends before it. */
static bool
read_letter(struct run_reader *x)
{
	struct run *r = x->run;
	uint32_t code;
	size_t n = utf8_decode(x->bytes + x->at, r->end - x->at, &code);

	if (n == 0)
		n = 1; /* a letter of ISO-8859-1: see ends.pcre */
	else if (!r->is_continuation && run_hidden_length(x->bytes + x->at, n))
		return read_hidden(x, n);
	else if (letters_always_end(r, x->at, code, n))
		return false;
	switch (n == 1 || r->is_paired ? LETTERS_GO_ON : letters_decide(r, x->at, code, n)) {
	case LETTERS_END:
		return false;
	case LETTERS_MARK_ENDS:
		if (x->possible)
			return false; /* one other reading is enough */
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
	x->at += n;
	return true;
}

/* ---- the run --- */

/* Return the offset of the next backslash, control or byte beyond US-ASCII from x->at on; r->end if
 * there is none. */
static size_t
find_special(const struct run_reader *x)
{
	size_t at = x->at;

	while (at < x->run->end && x->bytes[at] != '\\' && x->bytes[at] >= ' ')
		at++;
	return at;
}

/* Read the run up to where it ends for certain: x->at. */
static void
read_run(struct run_reader *x)
{
	struct run *r = x->run;
	unsigned bytes = find_bytes(x->bytes + r->content, r->end - r->content);
	size_t other_bytes = r->is_crowded ? MAX_CROWDED_OTHER_BYTES : MAX_OTHER_BYTES;
	size_t mark, end, special;

	x->conditions = find_conditions(r, bytes);
	x->may_end = may_end(x, bytes, x->conditions);
	x->next_url = find_next_url(x);
	mark = find_mark(x);
	while (x->at < r->end && !(x->decided && x->at > x->decided + other_bytes)) {
		if (x->at > mark) /* an escape sequence that looks like one */
			mark = find_mark(x);
		end = mark < x->next_url ? mark : x->next_url;
		special = bytes & BYTE_SPECIAL ? find_special(x) : r->end;
		x->at = end < special ? end : special;
		if (x->at == end || !(x->bytes[special] == '\\' ? read_backslash(x) :
		    x->bytes[special] == '\33' ? read_control(x) : read_letter(x)))
			return;
	}
}

/* Return the length of an escape sequence that is undone at offset `at`, or 0. */
static size_t
escape_length(const struct run *r, size_t at)
{
	const char *bytes = r->text->bytes;
	size_t len = r->end - at > 3 ? 3 : r->end - at;
	const char *backslash = memchr("\\{$", bytes[at], 3) ? memchr(bytes + at, '\\', len) : NULL;
	struct escape e;

	return backslash && undo_read(r->rules, bytes, r->begin, (size_t)(backslash - bytes), r->end,
	    r->is_braced, &e) == at && e.kind == ESCAPE_UNDONE ? e.length : 0;
}

/* Return true if one of these marks is before a byte of the class. */
static bool
has_before(const char *text, size_t len, char mark, unsigned class)
{
	const char *end = text + len, *at = text;

	while ((at = memchr(at, mark, (size_t)(end - at))) != NULL)
		if (++at < end && ascii_is(*at, class))
			return true;
	return false;
}

bool
run_may_be_template(const char *text, size_t len)
{
	return ascii_span_unrepeated(text, len, ASCII_UNMARKED) < len ||
	    has_before(text, len, '@', ASCII_CAPITAL);
}

/* Return true if there is a sign of a template or pattern up to x->at. */
static bool
find_template(const struct run_reader *x)
{
	const struct run *r = x->run;
	struct rule_match sign = { .end = r->begin };
	size_t escape;

	if (r->is_continuation)
		return false;
	if (run_byte_before(r) == '^')
		return true;
	if ((x->len == r->end || (x->len > r->end + 1 && x->bytes[r->end + 1] == '/')) &&
	    !run_may_be_template(x->bytes + r->content, r->end - r->content))
		return false; /* as nearly always */
	while (rules_find(r->rules, RULES_TEMPLATE, x->is_code ? TEMPLATE_IF_CODE : 0, x->bytes,
		length_for(x, x->at), sign.end, &sign) && sign.begin <= x->at) {
		escape = sign.begin < x->run->end ? escape_length(x->run, sign.begin) : 0;
		if (escape == 0)
			return true;
		sign.end = sign.begin + escape;
	}
	return false;
}

/* Return the end of the run without the characters that form an arrow or the end of a comment or of
 * code with the ">" after it: "->", "-->", "?>", "%>" (rule K4). */
static size_t
end_before_arrow(const struct run *r)
{
	const char *bytes = r->text->bytes;
	size_t end = r->end;

	if (end == r->text->len || bytes[end] != '>')
		return end;
	if (end > r->content && (bytes[end - 1] == '?' || bytes[end - 1] == '%'))
		return end - 1;
	while (end > r->content && bytes[end - 1] == '-')
		end--;
	return end;
}

/* Return the end of the text for the rules: after the run, or after some bytes that begin with
 * "<". */
static size_t
find_rule_end(const struct run *r)
{
	const struct scan_text *t = r->text;
	size_t rest = t->len - r->end;

	if (rest == 0 || t->bytes[r->end] != '<')
		return r->end;
	return r->end + (rest > MAX_PLACEHOLDER_BYTES ? MAX_PLACEHOLDER_BYTES : rest);
}

/* Find the end of a run that is not plain. Returns false if there is no URL. */
static bool
find_end(struct run *r)
{
	struct run_reader x = { .run = r, .bytes = r->text->bytes, .at = r->content };

	if (!letters_make_host(r))
		return false; /* nor will its beginning */
	r->other_end = r->hidden_end = 0;
	r->has_escapes = r->is_template = r->has_hidden = false;
	x.len = find_rule_end(r);
	x.is_code = r->is_paired && (run_byte_before(r) == '\'' || run_byte_before(r) == '"');
	r->is_braced = run_byte_before(r) == '{' && holds_before(r, BEFORE_IF_TEX);
	read_run(&x);
	r->is_template = find_template(&x);
	r->end = x.at;
	if (r->hidden_end && run_hidden_length(r->text->bytes + r->hidden_end,
		x.at - r->hidden_end) == x.at - r->hidden_end) {
		r->end = r->hidden_end; /* before another URL */
		r->hidden_end = 0;
		r->has_hidden = x.hidden > 1;
	}
	if (x.decided && x.decided < x.at) {
		r->end = x.decided;
		r->other_end = x.at;
	} else if (x.possible) {
		r->other_end = x.possible;
	}
	return letters_make_host(r);
}

/* Return true if nothing in the run or beside it may end it, because all characters are plain, as
 * in nearly all runs. Not plain are "@" in "@NAME@"; a colon before a port, a line number or the
 * slashes of another URL; and "E<gt>", the markup of POD. */
static bool
is_plain(const struct run *r)
{
	const struct scan_text *t = r->text;
	const char *content = t->bytes + r->content;
	size_t len = r->end - r->content;
	char before = run_byte_before(r);
	/* A byte more than the run, for a pair at its end, but not the rest of the text. */
	size_t searched = r->end < t->len ? len + 1 : len;

	if (ascii_span_unrepeated(content, searched, ASCII_PLAIN) < len ||
	    has_before(content, len, '@', ASCII_CAPITAL) || has_before(content, len, ':', ASCII_DIGIT) ||
	    ascii_find_authority(content, len) ||
	    (!r->is_continuation && (before == '^' || before == '{')))
		return false;
	return scan_byte_at(t, r->end) != '<' || (scan_byte_at(t, r->end + 1) == '/' && len &&
	    content[len - 1] != 'E' && content[len - 1] != 'Z');
}

/* Find the end of the URL in the front of a long run, so that a run of many short URLs does not
 * take time in proportion to its length for each of them. Rules may look at the bytes after the
 * front if they match in its last bytes, the margin. Returns false if the end is not before the
 * margin. */
static bool
find_end_in_front(struct run *r)
{
	enum { FRONT_BYTES = 1024, MARGIN_BYTES = 384, CROWDED_FRONT_BYTES = 160,
		CROWDED_MARGIN_BYTES = 64 };
	size_t end = r->end, front = r->is_crowded ? CROWDED_FRONT_BYTES : FRONT_BYTES;
	size_t limit = r->content + front -
	    (r->is_crowded ? CROWDED_MARGIN_BYTES : MARGIN_BYTES);

	if (end - r->content <= front)
		return false;
	r->end = r->content + front;
	if (find_end(r) && r->end < limit && r->other_end < limit)
		return true;
	r->end = end;
	return false;
}

enum scan_answer
run_find_end(struct run *r)
{
	size_t partner = find_partner(r);

	r->is_paired = partner != SIZE_MAX;
	r->end = r->is_paired ? partner : end_before_arrow(r);
	r->other_end = r->hidden_end = 0;
	r->is_template = r->has_escapes = r->is_braced = r->has_hidden = false;
	r->is_plain = is_plain(r);
	if (r->is_plain || (!r->is_paired && find_end_in_front(r)))
		return SCAN_YES;
	return find_end(r) ? SCAN_YES : SCAN_NO;
}
