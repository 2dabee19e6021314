/* run_end.c - find where in a run of characters a bare URL ends: at markup and code (rule K), at
 * another URL, and at letters beyond US-ASCII (letters.c) */
#include <string.h>

#include "text/undo.h"
#include "text/run.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum {
	MAX_PLACEHOLDER_BYTES = 40, /* "<name>" after a run */
	MAX_BEFORE_BYTES = 256, /* of the text before the URL in its line */
	MAX_AHEAD_BYTES = 384 /* the text after a mark that a rule may read */
};

const struct run_limits run_limits[] = {
	[false] = { .front = 1024, .margin = MAX_AHEAD_BYTES, .pair = 2048, .other = 192 },
	[true] = { .front = 160, .margin = 64, .pair = 64, .other = 64 },
};

struct run_reader {
	struct run *run;
	const char *bytes;
	size_t at;       /* the bytes before it belong to the URL */
	size_t len;      /* end of the text for the rules: the run and the next bytes */
	size_t decided;  /* where the URL likely ends, though it may continue; 0: nowhere */
	size_t possible; /* where it may end, though it likely continues; 0: nowhere */
};

/* ---- marks around and within the run --- */

unsigned
run_text_before(struct rules *rules, const struct scan_text *t, size_t begin, unsigned condition)
{
	size_t from = scan_floor(begin, MAX_BEFORE_BYTES, 0);
	const char *text = t->bytes + from;
	size_t len = begin - from, line = ascii_after_break(text, len);
	struct rule_match match;

	/* with the line break, before which a rule may look for "(?<! [^\r\n] )" */
	return rules_find(rules, RULES_BEFORE, condition, text, len, line > 0 ? line - 1 : 0, &match);
}

static unsigned
find_before(const struct run *r, unsigned condition)
{
	return r->is_continuation ? 0 : run_text_before(r->rules, r->text, r->begin, condition);
}

/* Return the byte before the URL, or a line feed at the beginning of the text. */
static char
byte_before(const struct run *r)
{
	return scan_byte_before(r->text, r->begin);
}

/* Return the offset of the mark that closes the pair opened before the URL; SIZE_MAX if there is
 * none. A double quotation mark always ends the run. */
static size_t
find_partner(const struct run *r)
{
	char before = byte_before(r);
	const char *delimiter;
	struct rule_match pair;
	size_t len;

	if (r->is_continuation || ascii_is_space(before))
		return SIZE_MAX;
	/* the delimiter of sed's "s" */
	if (ascii_is_one_of(before, "@,~#!+%;") &&
	    (delimiter = memchr(r->text->bytes + r->content, before, r->end - r->content)) != NULL &&
	    find_before(r, BEFORE_IF_SUBSTITUTION))
		return (size_t)(delimiter - r->text->bytes);
	len = scan_limit(r->content, run_limits[r->is_crowded].pair, r->end + (r->end < r->text->len));
	if (before == '"')
		return r->end < len && r->text->bytes[r->end] == '"' ? r->end : SIZE_MAX;
	if (!ascii_is_one_of(before, "'`|{}?[") && (!ascii_is_one_of(before, "(+!") || r->begin < 2 ||
	    ascii_is_space(r->text->bytes[r->begin - 2])))
		return SIZE_MAX;
	return rules_find(r->rules, RULES_PAIRS, 0, r->text->bytes, len, r->begin, &pair) &&
	    pair.begin >= r->content ? pair.begin : SIZE_MAX; /* not the "+" of "git+ssh:" */
}

/* Properties of the bytes of a run. */
enum {
	BYTE_QUERY = 1,
	BYTE_ROUND = 2,      /* ")" */
	BYTE_BAR = 4,
	BYTE_MARK = 8,       /* a match of ends.pcre may begin with it */
	BYTE_AMPERSAND = 16,
	BYTE_SEMICOLON = 32, /* also, if the run has no query or has an ampersand */
	BYTE_QUOTE = 64,     /* "'" */
	BYTE_SPECIAL = 128,  /* beyond US-ASCII */
	BYTE_PAIR = 256,     /* "&&" */
	BYTE_COMMA = 512
};

/* Return the set of these bytes in the run. If no match may begin before the punctuation at its
 * end, which is trimmed, only a semicolon counts there, since an entity is not always trimmed. */
static unsigned
find_bytes(const char *run, size_t len)
{
	static const unsigned short class[128] = { ['?'] = BYTE_QUERY, ['#'] = BYTE_QUERY,
		[')'] = BYTE_ROUND, ['|'] = BYTE_BAR, ['&'] = BYTE_AMPERSAND, [';'] = BYTE_SEMICOLON,
		['('] = BYTE_MARK, ['['] = BYTE_MARK, [']'] = BYTE_MARK, ['{'] = BYTE_MARK,
		['}'] = BYTE_MARK, ['*'] = BYTE_MARK, ['`'] = BYTE_MARK, ['^'] = BYTE_MARK,
		['!'] = BYTE_MARK, ['\''] = BYTE_MARK | BYTE_QUOTE, [','] = BYTE_COMMA };
	unsigned all = 0, colons = 0;
	size_t kept = len, i;

	for (; kept > 0 && ascii_is_one_of(run[kept - 1], "?)|;]}*`^!'.,:"); kept--)
		all |= class[(unsigned char)run[kept - 1]] & BYTE_SEMICOLON;
	for (i = 0; i < kept || (i < len && all & BYTE_MARK); i++) {
		unsigned char c = (unsigned char)run[i];

		if (ascii_is_alphanumeric(run[i])) /* most bytes */
			continue;
		all |= c >= 0x80 ? BYTE_MARK | BYTE_SPECIAL : class[c];
		if (i > 0 && (run[i - 1] == run[i] ? c == '.' || c == '&' : c == '%' && run[i - 1] == '~'))
			all |= c == '&' ? BYTE_PAIR : BYTE_MARK;
		if (c == ':' && i + 1 < len && ascii_is(run[i + 1], ASCII_DIGIT) && (colons++ ||
		    memchr(run + i, ',', len - i)))
			all |= BYTE_MARK;
	}
	return all;
}

static unsigned
ends_conditions(const struct run *r, unsigned bytes)
{
	const char *url = r->text->bytes + r->begin, *content = r->text->bytes + r->content;
	bool is_http = ascii_begins_with(url, r->end - r->begin, "http");
	unsigned set = condition_if(ENDS_IF_NO_QUERY, !(bytes & BYTE_QUERY)) |
	    condition_if(ENDS_IF_AFTER_DOT, byte_before(r) == '.') |
	    condition_if(ENDS_IF_COMMA_IN_HOST, bytes & BYTE_COMMA && is_http &&
	    run_is_in_host(r, r->content + ascii_find(content, r->end - r->content, ',')));

	if (r->is_paired)
		return set;
	return set | ENDS_IF_UNPAIRED | condition_if(ENDS_IF_COMMAS, r->has_fields) |
	    condition_if(ENDS_IF_SEMICOLONS, r->has_fields && ascii_is_one_of(byte_before(r), ";\r\n")) |
	    condition_if(ENDS_IF_BEFORE_BLANK, r->has_authority && !r->is_continuation &&
	    r->end < r->text->len && ascii_is(r->text->bytes[r->end], ASCII_BLANK)) |
	    condition_if(ENDS_IF_HTTP, is_http) |
	    condition_if(ENDS_IF_IN_BRACKET, bytes & BYTE_ROUND && find_before(r, BEFORE_IF_BRACKET)) |
	    condition_if(ENDS_IF_IN_STRING, bytes & BYTE_QUOTE && find_before(r, BEFORE_IF_STRING)) |
	    condition_if(ENDS_IF_BEFORE_LABEL, bytes & BYTE_BAR && find_before(r, BEFORE_IF_LABEL)) |
	    condition_if(ENDS_IF_NAMED, byte_before(r) == '=' && find_before(r, BEFORE_IF_NAMED));
}

/* Return true if a rule of ends.pcre may match in a run that has these bytes. */
static bool
may_end(const struct run_reader *x, unsigned bytes, unsigned conditions)
{
	return bytes & (BYTE_MARK | BYTE_BAR | BYTE_PAIR) || x->len > x->run->end ||
	    conditions & (ENDS_IF_COMMAS | ENDS_IF_IN_BRACKET | ENDS_IF_NAMED | ENDS_IF_AFTER_DOT |
	    ENDS_IF_COMMA_IN_HOST) ||
	    (bytes & BYTE_SEMICOLON && (bytes & BYTE_AMPERSAND || !(bytes & BYTE_QUERY)));
}

/* Return true if the byte at `at` of r was written as an escape sequence and is not markup. */
static bool
is_escaped(const struct run *r, size_t at)
{
	return r->undone && at < r->end && undone_is_replaced(r->undone, at);
}

/* Return where the URL certainly ends at markup or code; r->end if nowhere. Where it likely ends or
 * likely continues, note the end of the other reading and continue the search. limit: the URL ends
 * there at the latest. */
static size_t
find_mark(struct run_reader *x, unsigned conditions, size_t limit)
{
	const struct run *r = x->run;
	struct rule_search marks = rules_search(r->rules, RULES_ENDS, conditions, x->bytes,
	    scan_limit(limit, MAX_AHEAD_BYTES, x->len), r->begin);
	struct rule_match mark;
	size_t *other;
	unsigned rule;

	while ((rule = rules_next(&marks, &mark)) != 0) {
		if (is_escaped(r, mark.begin)) {
			marks.at = mark.begin + 1;
			continue;
		}
		if (rules_value(RULES_ENDS, rule) != RULE_LIKELY ||
		    (rule == ENDS_OWN_BRACKETS && run_is_in_host(r, mark.begin)))
			return mark.begin < r->end ? mark.begin : r->end;
		other = rule == ENDS_OWN_BRACKETS ? &x->possible : &x->decided;
		if (*other == 0)
			*other = mark.begin;
	}
	return r->end;
}

/* Return where the URL ends before another URL; r->end if there is none. */
static size_t
find_next_url(const struct run *r, bool has_query)
{
	const char *bytes = r->text->bytes;
	struct rule_match next;

	return ascii_find_authority(bytes + r->content, r->end - r->content) &&
	    rules_find(r->rules, RULES_NEXT_URL, has_query ? 0 : NEXT_URL_IF_NO_QUERY, bytes, r->end,
	    r->content, &next) ? next.begin : r->end;
}

/* Read a character beyond US-ASCII. If both answers are possible, note the end of the other reading
 * and continue. Return false if the URL ends before the character. */
static bool
read_letter(struct run_reader *x)
{
	struct run *r = x->run;
	uint32_t code;
	size_t n = utf8_decode(x->bytes + x->at, r->end - x->at, &code);

	/* a byte that is not UTF-8 is taken for a letter of ISO-8859-1: see ends.pcre */
	switch (n == 0 ? LETTERS_GO_ON : letters_decide(r, x->at, code, n)) {
	case LETTERS_END:
		return false;
	case LETTERS_MARK_ENDS:
		if (x->possible)
			return false; /* there is already another reading */
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
	x->at += n ? n : 1;
	return true;
}

/* ---- the run --- */

/* Read the run up to its certain end, and set x->at to that. */
static void
read_run(struct run_reader *x)
{
	struct run *r = x->run;
	unsigned bytes = find_bytes(x->bytes + r->content, r->end - r->content);
	unsigned conditions = ends_conditions(r, bytes);
	size_t end = find_next_url(r, bytes & BYTE_QUERY), mark;

	if (may_end(x, bytes, conditions) && (mark = find_mark(x, conditions, end)) < end)
		end = mark;
	if (r->stop && r->stop < end)
		end = r->stop;
	while (x->at < end &&
	    !(x->decided && x->at > x->decided + run_limits[r->is_crowded].other)) {
		if (bytes & BYTE_SPECIAL && (unsigned char)x->bytes[x->at] >= 0x80) {
			if (!read_letter(x))
				return;
		} else {
			x->at = bytes & BYTE_SPECIAL ? x->at + 1 : end;
		}
	}
}

/* Return true if text[0..len) has the mark before a byte of the class. */
static bool
has_before(const char *text, size_t len, char mark, unsigned class)
{
	const char *end = text + len, *at = text;

	while ((at = memchr(at, mark, (size_t)(end - at))) != NULL)
		if (++at < end && ascii_is(*at, class))
			return true;
	return false;
}

/* Return true if text[0..len), which begins with "&", begins with an entity other than "&amp;". */
static bool
is_entity(const char *text, size_t len)
{
	size_t at = 1;

	while (at < len && ascii_is(text[at], ASCII_HOST))
		at++;
	return at < len && text[at] == ';' && (at != 4 || memcmp(text, "&amp", 4) != 0);
}

bool
run_may_be_template(const char *text, size_t len, bool is_unmarked)
{
	size_t at = is_unmarked ? len : 0;

	for (; (at += ascii_span_unrepeated(text + at, len - at, ASCII_UNMARKED)) < len; at++)
		if (text[at] == '&' ? is_entity(text + at, len - at) :
		    !ascii_is_escape(text + at, len - at))
			return true;
	return has_before(text, len, '@', ASCII_CAPITAL | ASCII_AUTHORITY_END);
}

/* Return true if the run ends in a variable, before the arrow of its member, "$a->b" of PHP, and the
 * URL does not end before that. */
static bool
ends_in_object(const struct run_reader *x)
{
	const struct run *r = x->run;
	const char *bytes = x->bytes;
	size_t at = r->end;

	if (scan_byte_at(r->text, at) != '-' || scan_byte_at(r->text, at + 1) != '>')
		return false;
	while (at > r->content && (ascii_is_alphanumeric(bytes[at - 1]) || bytes[at - 1] == '_'))
		at--;
	return at < r->end && bytes[at - 1] == '$' && at - 1 <= x->at;
}

/* Return true if a sign of a template or pattern begins at or before x->at. */
static bool
find_template(const struct run_reader *x)
{
	const struct run *r = x->run;
	char before = byte_before(r);
	bool is_literal = before == '"' || before == '\'';
	unsigned conditions = before == '{' ? TEMPLATE_IF_IN_BRACES : !is_literal ? 0 :
	    r->is_paired ? TEMPLATE_IF_CODE :
	    ascii_is(scan_byte_at(r->text, r->end), ASCII_BLANK) ? TEMPLATE_IF_INTERRUPTED : 0;
	struct rule_search signs;
	struct rule_match sign;

	if (r->is_continuation)
		return false;
	if (before == '^' || ends_in_object(x))
		return true;
	if ((x->len == r->end || (x->len > r->end + 1 && x->bytes[r->end + 1] == '/')) &&
	    !(conditions & TEMPLATE_IF_INTERRUPTED) &&
	    !run_may_be_template(x->bytes + r->content, r->end - r->content, false))
		return false; /* nearly always */
	signs = rules_search(r->rules, RULES_TEMPLATE, conditions, x->bytes,
	    scan_limit(x->at, MAX_AHEAD_BYTES, x->len), r->begin);
	for (; rules_next(&signs, &sign) && sign.begin <= x->at; signs.at = sign.begin + 1)
		if (!is_escaped(r, sign.begin))
			return true;
	return false;
}

/* Return the end of the run without the characters that, with the ">" after it, form an arrow or
 * the end of a comment or of code: "->", "-->", "?>", "%>" (rule K4). */
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

/* Return where the URL may end at a zero-width character, not within the first label of a host; 0:
 * nowhere. */
static size_t
find_gap(const struct run *r)
{
	size_t gap = r->undone ? r->undone->gap : 0;

	return gap > r->content && gap < r->end && (!r->has_authority ||
	    memchr(r->text->bytes + r->content, '.', gap - r->content)) ? gap : 0;
}

/* Find the end of the URL in a run that is not plain. Return false if there is no URL. */
static bool
find_end(struct run *r)
{
	struct run_reader x = { .run = r, .bytes = r->text->bytes, .at = r->content };
	size_t gap;

	if (!letters_make_host(r))
		return false; /* no beginning of the run is a URL, either */
	r->other_end = 0;
	x.len = scan_byte_at(r->text, r->end) != '<' ? r->end :
	    scan_limit(r->end, MAX_PLACEHOLDER_BYTES, r->text->len);
	read_run(&x);
	r->is_template = find_template(&x);
	r->end = x.at;
	if (x.decided && x.decided < x.at) {
		r->end = x.decided;
		r->other_end = x.at;
	} else if (x.possible) {
		r->other_end = x.possible;
	} else if ((gap = find_gap(r)) != 0) {
		r->end = gap;
		r->other_end = x.at;
	}
	return letters_make_host(r);
}

/* Return true if nothing in the run or next to it may end the URL, because all characters are
 * plain, as in nearly all runs. These are not plain: "@" in "@NAME@"; a colon before a port, a line
 * number or the slashes of another URL; "E<gt>", which is POD markup. */
static bool
is_plain(const struct run *r)
{
	const struct scan_text *t = r->text;
	const char *content = t->bytes + r->content;
	size_t len = r->end - r->content, at = 0;
	char before = byte_before(r);
	/* One more byte than the run, for a pair at its end, but not the rest of the text. */
	size_t searched = r->end < t->len ? len + 1 : len;

	if (!r->is_continuation && ascii_is_one_of(before, "^{."))
		return false;
	/* If a run has many URLs, this search soon finds the next one. */
	for (; (at += ascii_span_unrepeated(content + at, searched - at, ASCII_PLAIN)) < len; at++) {
		char c = content[at], next = at + 1 < len ? content[at + 1] : ' ';

		if ((c != ':' || ascii_is(next, ASCII_DIGIT | ASCII_AUTHORITY_END)) &&
		    (c != '@' || ascii_is_capital(next)))
			return false;
	}
	return scan_byte_at(t, r->end) != '<' || (scan_byte_at(t, r->end + 1) == '/' && len &&
	    content[len - 1] != 'E' && content[len - 1] != 'Z');
}

/* Find the end of the URL in the first bytes of a long run, so that many short URLs in a run do not
 * each take time linear in its length. Return false if the end is not before the margin. */
static bool
find_end_in_front(struct run *r)
{
	const struct run_limits *limits = &run_limits[r->is_crowded];
	size_t end = r->end, limit = r->content + limits->front - limits->margin;

	if (end - r->content <= limits->front)
		return false;
	r->end = r->content + limits->front;
	if (find_end(r) && r->end < limit && r->other_end < limit)
		return true;
	r->end = end;
	return false;
}

/* Return the end of a crowded run; or, within its first bytes, where a bracket or quote that was
 * opened before the URL is closed. Each of many URLs then reads only its own part of the run. */
static size_t
end_of_crowded(const struct run *r)
{
	enum { MAX_CLOSED_BYTES = 1024 };
	size_t front = scan_limit(r->content, MAX_CLOSED_BYTES, r->end) - r->content;
	size_t closer = trim_find_closer(byte_before(r), r->text->bytes + r->content, front);

	return closer < front ? r->content + closer : r->end;
}

bool
run_find_url_end(struct run *r)
{
	size_t partner = find_partner(r);
	bool has_url;

	r->is_paired = partner != SIZE_MAX;
	r->end = r->is_paired ? partner : end_before_arrow(r);
	if (r->is_crowded && !r->is_paired)
		r->end = end_of_crowded(r);
	r->other_end = 0;
	r->is_template = false;
	r->is_plain = is_plain(r);
	has_url = (r->is_plain && r->stop == 0 && !(r->undone && r->undone->gap)) ||
	    (!r->is_paired && find_end_in_front(r)) || find_end(r);
	r->is_whole = r->is_paired && r->end == partner;
	return has_url;
}

/* ---- the candidate --- */

/* Return where the URL ends in a full stop or "!" that belongs to it rather than to the sentence,
 * since syntax delimits the URL, as in "[a](http://h/a.)"; 0 if it does not. */
static size_t
find_delimited_end(const struct run *r)
{
	const struct scan_text *t = r->text;
	const char *brace = byte_before(r) == '{' ?
	    memchr(t->bytes + r->content, '}', r->end - r->content) : NULL;
	size_t end = brace ? (size_t)(brace - t->bytes) : r->end;
	char after = scan_byte_at(t, end);

	if (end < r->content + 2 || !ascii_is_one_of(t->bytes[end - 1], ".!") ||
	    t->bytes[end - 2] == '.')
		return 0;
	if (after == ' ' ? scan_byte_at(t, end + 1) != '"' || byte_before(r) != '(' :
	    !ascii_is_one_of(after, "\"')}]|\33"))
		return 0;
	return find_before(r, BEFORE_IF_DELIMITED) ? end : 0;
}

/* Return the mark at the end if it closes emphasized text that began before other words, as in
 * "~~old: http://h/a~~"; otherwise NUL. */
static char
find_emphasis(const struct run *r)
{
	const char *bytes = r->text->bytes;
	size_t end = r->end, from, len;
	char mark;
	unsigned rule;

	while (end > r->content && ascii_is_one_of(bytes[end - 1], ".,;:!?)"))
		end--;
	mark = end > r->content ? bytes[end - 1] : ' ';
	if (!ascii_is_one_of(mark, "~_="))
		return '\0';
	from = text_line_begin_within(r->text, r->begin, MAX_BEFORE_BYTES);
	len = r->begin - from;
	if (mark == '=' ? ascii_pair(bytes + from, len, '=', '=') == len :
	    !memchr(bytes + from, mark, len))
		return '\0'; /* nearly always */
	rule = mark == '~' ? BEFORE_TILDES : mark == '_' ? BEFORE_UNDERSCORES : BEFORE_EQUALS;
	return find_before(r, BEFORE_IF_EMPHASIS) == rule ? mark : '\0';
}

/* Return true if r ends at a quotation mark before a value, which may belong to the URL:
 * "?q=\"x\"". */
static bool
ends_before_quoted_value(const struct run *r)
{
	const struct scan_text *t = r->text;
	size_t at = r->end;

	at -= scan_byte_before(t, at) == '\\';
	return scan_byte_at(t, r->end) == '"' && ascii_is_one_of(scan_byte_before(t, at), "=:{[") &&
	    ascii_is_alphanumeric(scan_byte_at(t, r->end + 1));
}

bool
run_read(urlgrep_scanner *s, size_t content, size_t max_len, bool has_authority,
    struct candidate *c)
{
	const struct undone *u = undo_is_active(s) ? &s->undone : NULL;
	const size_t limit = scanner_run_end(s, c->begin, max_len);
	struct run r = { .text = &s->text, .rules = s->rules, .begin = c->begin, .content = content,
		.end = limit, .has_authority = has_authority,
		.has_fields = (s->flags & URLGREP_COMMA_ENDS) != 0,
		.is_crowded = run_is_crowded(s),
		.undone = u, .stop = u ? u->stop : 0 };
	size_t delimited_end = 0;
	char emphasis = '\0';

	if (!run_find_url_end(&r))
		return false;
	c->form = URLGREP_BARE;
	c->doubts = r.other_end ? DOUBT_END : 0;
	if (!r.is_plain || !ascii_is_alphanumeric(s->text.bytes[r.end - 1])) {
		if (ends_before_quoted_value(&r))
			c->doubts = DOUBT_END;
		delimited_end = find_delimited_end(&r);
		emphasis = find_emphasis(&r);
	}
	if (r.is_whole && ascii_is_alphanumeric(s->text.bytes[r.end - 1]))
		delimited_end = r.end; /* "[a](http://h/api/A.htmlParser)" */
	c->fragment_count = c->certain_count = 1;
	c->fragments[0] = (struct fragment){ c->begin, r.end, false };
	c->has_escapes = false;
	c->other_end = r.other_end;
	c->is_too_long = r.end - c->begin >= max_len;
	c->keeps_marks = delimited_end != 0;
	if (emphasis)
		c->opener = emphasis;
	c->end = c->is_too_long ? limit : delimited_end ? delimited_end : c->begin +
	    trim_bare_url(s->rules, r.is_paired ? NO_OPENER : c->opener, s->text.bytes + c->begin,
		r.end - c->begin);
	if (r.is_template)
		c->notes |= URLGREP_TEMPLATE;
	if (u && u->first_json && u->first_json <= c->end)
		c->notes |= URLGREP_JSON_ESCAPED;
	if (u && u->first_hidden && u->first_hidden <= c->end)
		c->notes |= URLGREP_UNICODE_SPACE;
	return true;
}
