/* defanged.c - find defanged URLs ("hxxp://evil[.]example"), which are altered so that no program
 * opens them, and malformed ones ("http;//h.example/")
 *
 * defanged.pcre has the shape of such URLs, and defanged-marks.pcre the marks in them. The original
 * URL is written to a buffer, with a map from its bytes back to the text, and is read and judged
 * there like any other. doubtful-host.pcre and not-defanged.pcre match text that only looks like
 * one. */
#include "text/forms.h"

#include <string.h>

#include "names/name.h"
#include "text/run.h"
#include "text/undo.h"
#include "url/grammar.h"
#include "util/ascii.h"
#include "util/text_line.h"

enum {
	MAX_HOST_AND_USER_BYTES = 1024,
	MAX_REPLACEMENT_BYTES = 16, /* a replacement of a dot, of "://"... */
	MAX_FAILURES = 16, /* per run, so that "hxxp://hxxp://..." takes linear time */
	CONTEXT_BYTES = 64 /* the text after the run for the rules that find its end */
};

/* What each mark stands for, and the sign of defanging that it gives. */
static const struct {
	const char *means;
	unsigned sign;
} in_place_of[] = {
	[DEFANGED_MARKS_HOST_DOT] = { ".", URLGREP_DEFANG_DOT },
	[DEFANGED_MARKS_BACKSLASH_DOT] = { ".", URLGREP_DEFANG_BACKSLASH },
	[DEFANGED_MARKS_SPACED_DOT] = { ".", URLGREP_DEFANG_BLANK },
	[DEFANGED_MARKS_HOST_AT] = { "@", URLGREP_DEFANG_AT },
	[DEFANGED_MARKS_HOST_BRACKET] = { "(", 0 },
	[DEFANGED_MARKS_HOST_SLASH] = { "/", URLGREP_DEFANG_SLASH },
	[DEFANGED_MARKS_BLANK] = { "", 0 },
	[DEFANGED_MARKS_DOT] = { ".", URLGREP_DEFANG_DOT },
	[DEFANGED_MARKS_SLASH] = { "/", URLGREP_DEFANG_SLASH },
	[DEFANGED_MARKS_COLON] = { ":", URLGREP_DEFANG_COLON },
	[DEFANGED_MARKS_SEPARATOR] = { "://", URLGREP_DEFANG_COLON },
	[DEFANGED_MARKS_AT] = { "@", URLGREP_DEFANG_AT },
	[DEFANGED_MARKS_HTTPS] = { "https", 0 },
	[DEFANGED_MARKS_HTTP] = { "http", 0 },
	[DEFANGED_MARKS_BACKSLASH] = { "/", 0 },
};

/* ---- one attempt to refang a text --- */

struct defanged {
	urlgrep_scanner *scanner;
	const struct scan_text *text; /* the scanner's text */
	size_t begin;          /* of the defanged text */
	size_t at;             /* the text before it has been read */
	struct undone *url;    /* the byte before the URL, and the original URL */
	const struct scheme *scheme; /* the original scheme */
	size_t colon;          /* in *url */
	unsigned signs;        /* a set of URLGREP_DEFANG_... */
	bool has_backslashes;  /* instead of the slashes after the scheme */
	bool has_blank_before_host;
	size_t host, host_end; /* in the text */
};

static char
byte_at(const struct defanged *u, size_t at)
{
	return scan_byte_at(u->text, at);
}

/* Return true if the text continues with the word, in upper or lower case. */
static bool
has_word(const struct defanged *u, const char *word)
{
	return ascii_begins_with(u->text->bytes + u->at, u->text->len - u->at, word);
}

/* Match the next piece of a URL. Return its rule and set *end to its end; return 0 if no rule
 * matches or the piece is too long. conditions: the possible pieces, DEFANGED_IF_... */
static unsigned
match_piece(const struct defanged *u, unsigned conditions, size_t *end)
{
	const struct scan_text *t = u->text;
	size_t limit = scan_limit(u->at, MAX_HOST_AND_USER_BYTES, t->len);
	struct rule_match m;
	unsigned rule = rules_find(u->scanner->rules, RULES_DEFANGED, conditions, t->bytes, limit,
	    u->at, &m);

	*end = rule ? m.end : u->at;
	return limit < t->len && limit - *end < MAX_REPLACEMENT_BYTES ? 0 : rule; /* it may be longer */
}

/* Append what the next bytes stand for, and skip them. */
static void
replace_next(struct defanged *u, size_t written, const char *means, unsigned sign)
{
	undone_replace(u->url, u->at, written, means);
	u->at += written;
	u->signs |= sign;
}

/* Append the text up to `end`, or up to an escape that ends the URL, with its marks and escapes
 * undone. conditions: DEFANGED_MARKS_IF_... */
static void
undo_marks(struct defanged *u, size_t end, unsigned conditions)
{
	struct undoing x = undo_prepare(u->scanner, u->begin);
	struct rule_search search;
	struct rule_match m;
	unsigned rule;
	size_t next;

	x.url = 1;
	if (u->has_backslashes)
		conditions |= DEFANGED_MARKS_IF_BACKSLASHES;
	search = rules_search(x.rules, RULES_DEFANGED_MARKS, conditions, u->text->bytes, end, u->at);
	do {
		rule = rules_next(&search, &m);
		next = rule ? m.begin : end;
		u->at = undo_text(&x, u->at, next);
		if (u->at < next)
			return;
		if (rule)
			replace_next(u, m.end - m.begin, in_place_of[rule].means,
			    in_place_of[rule].sign);
	} while (rule);
}

static void
undo_run(struct defanged *u)
{
	undo_marks(u, bare_find_run_end(u->text, u->at, URLGREP_MAX_URL_BYTES, NULL), 0);
}

/* ---- the scheme and the marks between it and the host --- */

/* Begin a URL with its scheme, which text[begin..end) stands for. */
static void
begin_url(struct defanged *u, size_t begin, size_t end, const struct scheme *scheme)
{
	undone_clear(u->url);
	strbuf_append_byte(&u->url->text, scan_byte_before(u->text, begin));
	u->begin = u->at = begin;
	u->scheme = scheme;
	replace_next(u, end - begin, scheme->name, 0);
	u->colon = u->url->text.len;
}

/* Read the scheme that ends at `end`, in any spelling or in brackets, as in "[http]://". */
static bool
read_scheme(struct defanged *u, size_t end, bool takes_mistakes)
{
	static const char opening[] = "[({<", closing[] = "])}>";
	const char *text = u->text->bytes, *means = NULL;
	size_t floor = u->text->floor, begin, len, name_end;
	const char *close = end > floor ? memchr(closing, text[end - 1], 4) : NULL;
	const struct scheme *scheme;
	bool is_mistake = false;

	name_end = end - (close != NULL);
	len = scheme_before_altered_length(u->text, name_end, &means, &is_mistake);
	begin = len ? name_end - len : scheme_before_begin(u->text, name_end);
	scheme = len ? scheme_find(means, strlen(means)) :
	    grammar_find_scheme(u->scanner->grammar, text + begin, name_end - begin);
	if (scheme == NULL || (is_mistake && !takes_mistakes) || (close &&
	    (takes_mistakes || begin == floor || text[begin - 1] != opening[close - closing])))
		return false;
	begin_url(u, begin - (close != NULL), end, scheme);
	u->signs = len || close ? URLGREP_DEFANG_SCHEME : 0;
	return true;
}

/* Read a colon and two slashes, or a replacement for them, and blanks after them. */
static bool
read_separator(struct defanged *u)
{
	const char *text = u->text->bytes + u->at;
	size_t end, len;
	unsigned rule = match_piece(u, DEFANGED_IF_SEPARATOR, &end);

	if (rule == 0)
		return false;
	len = end - u->at;
	u->has_blank_before_host = text[len - 1] == ' ';
	u->has_backslashes = memchr(text, '\\', len) && !memchr(text, '/', len);
	replace_next(u, len, "://",
	    rule == DEFANGED_SEPARATOR_IN_BRACKETS ? URLGREP_DEFANG_COLON : 0);
	return true;
}

/* ---- the host --- */

/* Return true if the last label of the host that ends at `end` is in the root zone of the DNS or,
 * unless is_strict, reserved (RFC 2606, RFC 6762...) or a number. */
static bool
has_known_end(const struct defanged *u, size_t end, bool is_strict)
{
	const char *label = u->text->bytes + end;
	const struct top_label *top;
	size_t len;

	while (label > u->text->bytes + u->begin && ascii_is(label[-1], ASCII_LABEL))
		label--;
	len = (size_t)(u->text->bytes + end - label);
	top = top_label_find(label, len);
	return (top && !(top->flags & (TOP_MAIL_ONLY | TOP_WITHDRAWN))) || (!is_strict &&
	    (ascii_span(label, len, ASCII_DIGIT) == len || word_list_has("example test invalid "
	    "localhost local internal onion lan corp home", label, len)));
}

/* Append the text up to `end`: the host and the user before it. Return false if an escape, such as
 * \n of a string literal, ends the URL earlier. */
static bool
undo_host(struct defanged *u, size_t end)
{
	size_t begin = u->url->text.len;
	const char *url, *at;

	undo_marks(u, end, DEFANGED_MARKS_IF_HOST);
	if (u->at < end || undo_failed(u->scanner))
		return false;
	url = u->url->text.at;
	at = memrchr(url + begin, '@', u->url->text.len - begin);
	u->host = undone_written_begin(u->url, at ? (size_t)(at + 1 - url) : begin);
	u->host_end = end;
	return true;
}

/* Return true if the letters of a script without blanks at bytes[at], perhaps after a full stop,
 * follow a host that ends in a top label or is an IPv4 address, as in Japanese. The host begins at
 * u->at. */
static bool
is_text_after_host(const struct defanged *u, size_t at)
{
	const char *bytes = u->text->bytes;

	return neighbor_after(u->text, at + (bytes[at] == '.')) == NEIGHBOR_UNSPACED &&
	    ascii_is_alphanumeric(bytes[at - 1]) &&
	    (!ascii_is(bytes[at - 1], ASCII_DIGIT) || ascii_is(bytes[u->at], ASCII_DIGIT)) &&
	    has_known_end(u, at, false);
}

/* Return the end of the host if it may have letters beyond US-ASCII; at least `end`. */
static size_t
find_letters_end(const struct defanged *u, size_t end)
{
	struct scan_text t = *u->text;
	size_t longer, at, n;
	bool has_dot = false;

	t.is_iri = true; /* the grammar judges the whole host */
	match_piece(u, DEFANGED_IF_LETTERS, &longer);
	for (at = u->at; at < longer; at += n) {
		n = host_character_after(&t, at);
		if ((has_dot && is_text_after_host(u, at)) || neighbor_after(&t, at) == NEIGHBOR_DOT)
			break;
		if ((unsigned char)t.bytes[at] < 0x80)
			n = 1; /* a bracket around a dot */
		else if (n == 0)
			break;
		has_dot = has_dot || ascii_is_one_of(t.bytes[at], ".])}>");
	}
	while (at > end && (unsigned char)t.bytes[at - 1] < 0x80 && !is_word_byte(t.bytes[at - 1]))
		at--;
	return at > end ? at : end;
}

/* Read the host and the user before it, or the address of a mailto URL. Dots may have blanks around
 * them only if the host ends in a known label. */
static bool
read_host(struct defanged *u, unsigned conditions)
{
	size_t end, longer;
	unsigned rule;
	bool has_blank;

	conditions |= condition_if(DEFANGED_IF_SURE, u->signs & URLGREP_DEFANG_COLON);
	rule = match_piece(u, conditions | DEFANGED_IF_BLANKS, &end);
	has_blank = memchr(u->text->bytes + u->at, ' ', end - u->at) != NULL;
	if (has_blank ? !has_known_end(u, end, rule == DEFANGED_SPACED_HOST) :
	    rule == DEFANGED_BLANK_HOST)
		rule = match_piece(u, conditions, &end);
	longer = conditions & DEFANGED_IF_HOST && (rule == 0 || (unsigned char)byte_at(u, end) >= 0x80 ||
	    ascii_is_one_of(byte_at(u, end), ".[({<\\")) ? find_letters_end(u, end) : end;
	if (rule == 0 && longer == end) {
		u->at = end; /* skip the piece that was tried */
		return false;
	}
	return undo_host(u, longer);
}

/* Read the port, path and query after the host. Return false if nothing before them is
 * defanged. */
static bool
read_rest(struct defanged *u)
{
	size_t end;
	unsigned rest = match_piece(u, DEFANGED_IF_REST |
	    (u->signs & URLGREP_DEFANG_BLANK ? DEFANGED_IF_SPACED : 0) |
	    (u->has_backslashes ? DEFANGED_IF_BACKSLASHES : 0), &end);

	if (rest)
		undo_marks(u, end, DEFANGED_MARKS_IF_HOST);
	if (u->signs == 0 && !u->has_blank_before_host)
		return false;
	if (rest)
		undo_run(u);
	return true;
}

/* ---- the URL in the buffer --- */

/* Make the finding of the URL in the buffer, and set u->at to the end of the URL in the text.
 * Return true if the grammar accepts it. */
static bool
judge(struct defanged *u, urlgrep_finding *f)
{
	urlgrep_scanner *s = u->scanner;
	const uint64_t run_begin = s->run_begin;
	size_t len = u->url->text.len;
	struct candidate c;
	bool is_url;

	undone_copy(u->url, u->text, u->at, scan_limit(u->at, CONTEXT_BYTES, u->text->len) - u->at);
	if (undo_failed(s))
		return false;
	candidate_clear(&c);
	c.begin = 1;
	c.opener = *u->url->text.at;
	c.scheme = u->scheme;
	s->run_begin = UINT64_MAX;
	undo_enter(s, u->begin, len);
	is_url = bare_read(s, u->colon, &c) && readings_make_finding(s, &c, f);
	undo_finish(s, is_url ? f : NULL);
	s->run_begin = run_begin;
	if (!is_url || !urlgrep_accepts(s->grammar, f->url.verdict))
		return false;
	u->at = u->begin + (size_t)f->length;
	f->reading_count = 1;
	return true;
}

/* Return true if the host is more likely something else. */
static bool
is_doubtful(const struct defanged *u)
{
	bool is_spaced = u->signs == URLGREP_DEFANG_BLANK;
	unsigned conditions = condition_if(DOUBTFUL_HOST_IF_ALONE, u->at <= u->host_end) |
	    condition_if(DOUBTFUL_HOST_IF_NAME, u->signs & URLGREP_DEFANG_NO_SCHEME) |
	    condition_if(DOUBTFUL_HOST_IF_UNSURE, !(u->signs & URLGREP_DEFANG_COLON)) |
	    condition_if(DOUBTFUL_HOST_IF_PLAIN,
	    !(u->signs & (URLGREP_DEFANG_SCHEME | URLGREP_DEFANG_COLON))) |
	    condition_if(DOUBTFUL_HOST_IF_AFTER_BLANK, is_spaced && u->has_blank_before_host) |
	    condition_if(DOUBTFUL_HOST_IF_SPACED, is_spaced && !u->has_blank_before_host);
	struct rule_match m;

	return rules_find(u->scanner->rules, RULES_DOUBTFUL_HOST, conditions, u->text->bytes,
	    u->host_end, u->host, &m) != 0;
}

/* Return true if only dots suggest that a URL is defanged, and it is a regular expression such as
 * "http://example[.]com/.*". The text around it decides, up to the next blank or quote. */
static bool
is_pattern(const struct defanged *u)
{
	const unsigned dots = URLGREP_DEFANG_DOT | URLGREP_DEFANG_BACKSLASH | URLGREP_DEFANG_NO_SCHEME;
	char before = scan_byte_before(u->text, u->begin), after = byte_at(u, u->at);
	struct rule_match m;
	size_t end = u->at;

	if (u->signs & ~dots)
		return false;
	while (end < u->text->len && end - u->at < MAX_HOST_AND_USER_BYTES &&
	    !ascii_is_space(byte_at(u, end)) && !ascii_is_one_of(byte_at(u, end), "\"'"))
		end++;
	return before == '^' ||
	    rules_find(u->scanner->rules, RULES_NOT_DEFANGED, 0, u->text->bytes, end, u->begin, &m) ||
	    (u->signs & URLGREP_DEFANG_BACKSLASH &&
	    (ascii_is_one_of(before, "/(|") || ascii_is_one_of(after, "\\$*+")));
}

/* Return true if the text after the name, or a word in its line, shows that it is code. */
static bool
is_in_code(const struct defanged *u)
{
	enum { MAX_BEFORE_BYTES = 512, MAX_AFTER_BYTES = 128 };
	const struct scan_text *t = u->text;
	struct rules *rules = u->scanner->rules;
	size_t begin = text_line_begin_within(t, u->begin, MAX_BEFORE_BYTES);
	size_t end = text_line_find_end(t, u->at, scan_limit(u->at, MAX_AFTER_BYTES, t->len));
	struct rule_match m;

	return rules_find(rules, RULES_NOT_DEFANGED, NOT_DEFANGED_IF_LINE, t->bytes, end, begin,
	    &m) == NOT_DEFANGED_CODE || (u->at == u->host_end && rules_find(rules,
	    RULES_NOT_DEFANGED, NOT_DEFANGED_IF_AFTER, t->bytes, end, u->at, &m) ==
	    NOT_DEFANGED_OPERATOR && m.begin == u->at);
}

/* Return true if too many attempts failed in the text around `hit`. */
static bool
has_failed_often(const urlgrep_scanner *s, size_t hit)
{
	return s->failures >= MAX_FAILURES && s->text.origin + hit < s->failed_end;
}

/* Count a failed attempt that read beyond `hit`. */
static void
note_failure(const struct defanged *u, size_t hit)
{
	urlgrep_scanner *s = u->scanner;
	uint64_t end = s->text.origin + u->at;

	undo_failed(s);
	if (u->at <= hit || s->failed)
		return;
	if (s->text.origin + hit >= s->failed_end)
		s->failures = 0;
	s->failures++;
	if (end > s->failed_end)
		s->failed_end = end;
}

/* ---- with a scheme --- */

/* Return true if "://", an ordinary host and an ordinary mark follow the scheme, as in nearly
 * all text. Then nothing is defanged. */
static bool
is_ordinary(const struct defanged *u)
{
	size_t at = u->at + 3;
	enum neighbor letter;

	if (!has_word(u, "://"))
		return false;
	while (ascii_is(byte_at(u, at), ASCII_HOST) ||
	    (letter = neighbor_after(u->text, at)) == NEIGHBOR_LETTER || letter == NEIGHBOR_UNSPACED)
		at++;
	return at > u->at + 3 && (byte_at(u, at) == ' ' ?
	    !ascii_is_one_of(byte_at(u, at + 1), ".[({</dD") :
	    ascii_is_one_of(byte_at(u, at), "/?#\">\r\n,;'"));
}

/* Read a URL without "//" whose colon is in brackets: "news[:]comp.lang.c". */
static bool
read_opaque(struct defanged *u, urlgrep_finding *f)
{
	if (!has_word(u, "[:]") || !u->scheme->opaque)
		return false;
	replace_next(u, 3, ":", URLGREP_DEFANG_COLON);
	undo_run(u);
	return judge(u, f);
}

/* Read the colon of a mailto URL and its address, or the separator and host of another URL. */
static bool
read_head(struct defanged *u)
{
	if (strcmp(u->scheme->name, "mailto") != 0)
		return read_separator(u) && read_host(u, DEFANGED_IF_HOST);
	if (has_word(u, "[:]"))
		replace_next(u, 3, ":", URLGREP_DEFANG_COLON);
	else if (byte_at(u, u->at) == ':')
		replace_next(u, 1, ":", 0);
	else
		return false;
	return read_host(u, DEFANGED_IF_MAILTO);
}

/* Read a defanged URL whose scheme ends before `end`. */
static bool
read_with_scheme(struct defanged *u, size_t end, urlgrep_finding *f)
{
	if (!read_scheme(u, end, false) || (u->signs == 0 && is_ordinary(u)))
		return false;
	if (read_opaque(u, f))
		return true;
	if (u->url->text.len > u->colon)
		read_scheme(u, end, false);
	if (!read_head(u) || !read_rest(u))
		return false;
	if (u->signs == 0) {
		if (!has_known_end(u, u->host_end, true))
			return false;
		u->signs = URLGREP_DEFANG_BLANK;
	}
	return judge(u, f) && !is_doubtful(u) && !is_pattern(u);
}

/* ---- without a scheme: text in brackets is more often code or mathematics --- */

/* Return the beginning of the name or address whose first mark in brackets is at `hit`; `hit` if
 * there is none. */
static size_t
find_name_begin(const struct scan_text *t, size_t hit)
{
	size_t begin = hit - (hit > t->floor && t->bytes[hit - 1] == ' ');

	while (begin > t->floor && hit - begin < MAX_HOST_AND_USER_BYTES &&
	    (is_word_byte(t->bytes[begin - 1]) || ascii_is_one_of(t->bytes[begin - 1], "-.+%@")))
		begin--;
	while (begin < hit && !is_word_byte(t->bytes[begin]))
		begin++;
	return begin;
}

/* Read a name, or an address ("ann[at]evil[.]com"), whose first mark in brackets is at `hit`. */
static bool
read_name(struct defanged *u, size_t hit, urlgrep_finding *f)
{
	size_t end;
	unsigned rule;
	bool is_address;

	u->begin = u->at = find_name_begin(u->text, hit);
	rule = match_piece(u, DEFANGED_IF_NAME |
	    (u->scanner->flags & URLGREP_FIND_ADDRESSES ? DEFANGED_IF_ADDRESS : 0), &end);
	is_address = rule == DEFANGED_ADDRESS;
	if (rule == 0 || end <= hit || neighbor_before(u->text, u->begin) == NEIGHBOR_LETTER)
		return false;
	begin_url(u, u->begin, u->begin,
	    is_address ? scheme_find("mailto", 6) : scheme_find("http", 4));
	replace_next(u, 0, is_address ? ":" : "://", URLGREP_DEFANG_NO_SCHEME);
	if (!undo_host(u, end) || !has_known_end(u, end, false))
		return false;
	if (!is_address)
		read_rest(u);
	return judge(u, f) && (is_address || !is_doubtful(u)) && !is_in_code(u) && !is_pattern(u);
}

/* ---- defanged URLs --- */

static urlgrep_confidence
confidence_by_signs(const struct defanged *u)
{
	const unsigned weak = URLGREP_DEFANG_BLANK | URLGREP_DEFANG_BACKSLASH;

	if (u->signs & URLGREP_DEFANG_NO_SCHEME)
		return memchr(u->text->bytes + u->host, ' ', u->host_end - u->host) ? URLGREP_LOW :
		    URLGREP_MEDIUM;
	return (u->signs & ~weak) == 0 ? URLGREP_LOW : URLGREP_HIGH;
}

static urlgrep_form
form_of(const struct defanged *u)
{
	char before = scan_byte_before(u->text, u->begin), after = byte_at(u, u->at);

	if (before == '<' && after == '>')
		return URLGREP_ANGLE;
	return (before == '"' || before == '\'') && before == after ? URLGREP_QUOTED : URLGREP_BARE;
}

/* Return true if no slashes, altered or not, can follow the colon, and it does not end "mailto:".
 * It then belongs to prose, a header field or "news:". */
static bool
is_plain_colon(const struct scan_text *t, size_t colon)
{
	char before = t->bytes[colon - 1];

	return ascii_is_alphanumeric(before) && ascii_lower(before) != 'o' &&
	    colon + 1 < t->len && !ascii_is_one_of(t->bytes[colon + 1], "/\\_[({<");
}

bool
defanged_find(urlgrep_scanner *s, size_t hit, urlgrep_finding *f)
{
	const struct scan_text *t = &s->text;
	struct defanged u = { .scanner = s, .text = t, .url = &s->undone };
	bool is_bracket = ascii_is_one_of(t->bytes[hit], "[({<"); /* with URLGREP_REFANG_HOSTS only */

	if (hit <= t->floor || has_failed_often(s, hit) ||
	    (t->bytes[hit] == ':' && is_plain_colon(t, hit)))
		return false;
	if (!(is_bracket ? read_name(&u, hit, f) : read_with_scheme(&u, hit -
	    (t->bytes[hit] == ':' && ascii_is_one_of(t->bytes[hit - 1], "[({<")), f))) {
		note_failure(&u, hit);
		return false;
	}
	f->form = form_of(&u);
	f->confidence = confidence_by_signs(&u);
	f->notes = 0;
	f->defanged = scan_span(t, u.begin, u.at);
	f->defang_signs = u.signs;
	return true;
}

/* ---- malformed URLs --- */

/* Read a malformed URL after its scheme. It needs a wrong separator or altered scheme, and a dot in
 * its host. */
static bool
read_malformed(struct defanged *u, urlgrep_finding *f)
{
	bool is_plain = has_word(u, "://");

	if (!read_separator(u) || u->has_blank_before_host || (is_plain && u->signs == 0) ||
	    !read_host(u, DEFANGED_IF_HOST) ||
	    !memchr(u->url->text.at + u->colon, '.', u->url->text.len - u->colon))
		return false;
	u->signs |= URLGREP_DEFANG_COLON; /* the wrong separator */
	read_rest(u);
	return judge(u, f);
}

bool
malformed_find(urlgrep_scanner *s, size_t hit, urlgrep_finding *f)
{
	const struct scan_text *t = &s->text;
	struct defanged u = { .scanner = s, .text = t, .url = &s->undone };
	size_t end = hit;

	if (t->bytes[hit] != ':' && hit > t->floor && t->bytes[hit - 1] == ';')
		end--;
	if (end <= t->floor || has_failed_often(s, hit) || !read_scheme(&u, end, true) ||
	    !word_list_has("http https ftp", u.scheme->name, u.scheme->len) ||
	    (u.signs && t->bytes[hit] != ':'))
		return false;
	u.at = hit;
	if (!read_malformed(&u, f)) {
		note_failure(&u, hit);
		return false;
	}
	s->readings[1] = s->readings[0];
	s->readings[1].how = URLGREP_REPAIRED;
	finding_begin(s, f, URLGREP_BARE, u.begin, u.at);
	f->notes = URLGREP_MALFORMED;
	f->url = (urlgrep_url){ .text = scan_span(t, u.begin, u.at), .verdict = URLGREP_INVALID };
	finding_set_reading(s, f);
	f->reading_count = 2;
	return true;
}
