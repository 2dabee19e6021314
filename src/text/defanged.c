/* defanged.c - defanged URLs ("hxxp://evil[.]example"), which are altered so that no program opens
 * them, and malformed ones ("http;//h.example/")
 *
 * The rules for defanged text list the alterations. The original characters are written to a
 * buffer, and a map leads from its bytes back to the text. The rules for bare URLs find the end in
 * the buffer, and the grammar judges the URL in it like any other.
 *
 * A defanged URL has an anchor (a scheme, "mailto", or a name if names are wanted) and a sign:
 * an altered scheme, or something in brackets. */
#include "text/forms.h"

#include <string.h>

#include "names/host.h"
#include "text/bare.h"
#include "text/readings.h"
#include "text/undo.h"
#include "unwrap/unwrap.h"
#include "url/grammar.h"
#include "util/ascii.h"
#include "util/text_line.h"

enum {
	MAX_DEFANGED_HOST_BYTES = 1024,
	MAX_LABELS = 127, /* RFC 1035, 2.3.4 */
	MAX_USER_BYTES = 256,
	MAX_MARK_BYTES = 16, /* in place of a dot, "://"..., and the label after it */
	MAX_FAILURES = 16, /* in a run, so that "hxxp://hxxp://..." takes linear time */
	CONTEXT_BYTES = 64 /* of the text after the run, for the rules that find its end */
};

/* The replacements of the rules for the rest of a URL, and the signs of defanging. */
static const struct {
	const char *means;
	unsigned sign;
} in_rest[] = {
	[DEFANGED_REST_DOT] = { ".", URLGREP_DEFANG_DOT },
	[DEFANGED_REST_SLASH] = { "/", URLGREP_DEFANG_SLASH },
	[DEFANGED_REST_COLON] = { ":", URLGREP_DEFANG_COLON },
	[DEFANGED_REST_SEPARATOR] = { "://", URLGREP_DEFANG_COLON },
	[DEFANGED_REST_AT] = { "@", URLGREP_DEFANG_AT },
	[DEFANGED_REST_HTTPS] = { "https", 0 },
	[DEFANGED_REST_HTTP] = { "http", 0 },
	[DEFANGED_REST_BACKSLASH] = { "/", 0 },
};

/* ---- one attempt to undo --- */

struct defanged {
	urlgrep_scanner *scanner;
	const struct scan_text *text; /* of the scanner */
	size_t begin;          /* of the defanged text */
	size_t at;             /* read up to here */
	struct undone *url;    /* the original URL, after the byte before it */
	const char *scheme;    /* the original scheme */
	size_t colon;          /* in *url */
	unsigned signs;        /* set of URLGREP_DEFANG_SCHEME... */
	bool has_scheme, is_mailto;
	bool is_altered;       /* the scheme */
	bool is_plain;         /* "://" follows the scheme, as in a URL */
	bool has_backslashes;  /* for the slashes after the scheme */
	bool has_blank_before_host;
	unsigned labels;
	size_t host, host_end, last_label, last_label_len; /* as they are written */
	bool has_spaced_dot;   /* " . ", " dot " */
	bool has_blank_dot;    /* in brackets, with blanks around them */
};

static char
byte_at(const struct defanged *u, size_t at)
{
	return scan_byte_at(u->text, at);
}

/* Return true if the word is at `at`, in any case. */
static bool
has_word(const struct defanged *u, size_t at, const char *word)
{
	size_t len = strlen(word);

	return at < u->text->len && u->text->len - at >= len &&
	    ascii_equal(u->text->bytes + at, word, len);
}

/* Append the replacement of the next bytes. */
static void
undo(struct defanged *u, size_t written, const char *means, unsigned sign)
{
	undone_replace(u->url, u->at, written, means);
	u->at += written;
	u->signs |= sign;
}

/* Append the next bytes unchanged. */
static void
copy(struct defanged *u, size_t len)
{
	undone_copy(u->url, u->text, u->at, len);
	u->at += len;
}

/* Return the length of the altered mark of a URL at `at`, and set *rule; 0 if there is none.
 * conditions: the kinds of marks that are possible there, DEFANGED_IF_... */
static size_t
match_mark(const struct defanged *u, size_t at, unsigned conditions, unsigned *rule)
{
	size_t end = u->text->len - at > MAX_MARK_BYTES ? at + MAX_MARK_BYTES : u->text->len;
	struct rule_match m;

	*rule = at < end ? rules_find(u->scanner->rules, RULES_DEFANGED, conditions, u->text->bytes,
	    end, at, &m) : 0;
	return *rule ? m.end - at : 0;
}

/* Return the length of an at sign or a slash in brackets at `at`; 0 if it is not there. */
static size_t
bracketed_length(const struct defanged *u, size_t at, unsigned wanted)
{
	unsigned rule;
	size_t len = match_mark(u, at, DEFANGED_IF_MARK, &rule);

	return rule == wanted ? len : 0;
}

/* ---- the scheme and the marks between it and the host --- */

/* Append the scheme, which is written in the text between begin and end, and the colon; read on
 * after its end. */
static void
begin_url(struct defanged *u, size_t begin, size_t end, const char *scheme)
{
	undone_clear(u->url);
	strbuf_append_byte(&u->url->text, scan_byte_before(u->text, begin));
	u->begin = u->at = begin;
	u->scheme = scheme;
	undo(u, end - begin, scheme, 0);
	u->colon = u->url->text.len;
	u->is_mailto = strcmp(scheme, "mailto") == 0;
}

/* Read the scheme that ends before `end`, in any spelling, without brackets. */
static bool
read_bare_scheme(struct defanged *u, size_t floor, size_t end, bool takes_mistakes)
{
	const char *means = NULL;
	bool is_mistake = false;
	size_t len = scheme_before_altered_length(u->text, floor, end, &means, &is_mistake);
	const struct scheme *scheme;
	size_t begin = end;

	if (is_mistake && !takes_mistakes)
		return false;
	u->has_scheme = true;
	u->is_altered = len > 0;
	if (len) {
		begin_url(u, end - len, end, means);
		u->signs = URLGREP_DEFANG_SCHEME;
		return true;
	}
	while (begin > floor && end - begin <= MAX_SCHEME_BYTES &&
	    ascii_is(u->text->bytes[begin - 1], ASCII_SCHEME))
		begin--;
	scheme = scheme_find(u->text->bytes + begin, end - begin);
	if (scheme)
		begin_url(u, begin, end, scheme->name);
	return scheme != NULL;
}

/* The same if it may be in brackets, as in "[http]://". */
static bool
read_scheme(struct defanged *u, size_t floor, size_t end, bool takes_mistakes)
{
	static const char opening[] = "[({<", closing[] = "])}>";
	const char *close = end > floor ? memchr(closing, u->text->bytes[end - 1], 4) : NULL;

	if (close == NULL || takes_mistakes)
		return read_bare_scheme(u, floor, end, takes_mistakes);
	if (!read_bare_scheme(u, floor, end - 1, false) || u->begin == floor ||
	    u->text->bytes[u->begin - 1] != opening[close - closing])
		return false;
	begin_url(u, u->begin - 1, end, u->scheme);
	u->is_altered = true;
	u->signs = URLGREP_DEFANG_SCHEME;
	return true;
}

/* Read a colon and two slashes, or something for both. */
static bool
read_separator(struct defanged *u)
{
	unsigned rule;
	size_t len = match_mark(u, u->at, DEFANGED_IF_SEPARATOR, &rule);

	if (len == 0)
		return false;
	u->is_plain = has_word(u, u->at, "://");
	u->has_backslashes = memchr(u->text->bytes + u->at, '\\', len) &&
	    !memchr(u->text->bytes + u->at, '/', len);
	undo(u, len, "://", rule == DEFANGED_SEPARATOR_IN_BRACKETS ? URLGREP_DEFANG_COLON : 0);
	return true;
}

/* ---- the host --- */

/* Return true if the label is in the root zone of the DNS. */
static bool
is_top_label(const struct defanged *u, size_t at, size_t len)
{
	const struct top_label *top = top_label_find(u->text->bytes + at, len);

	return top && !(top->flags & (TOP_MAIL_ONLY | TOP_WITHDRAWN));
}

/* Return true if it is a reserved last label (RFC 2606, RFC 6762...). */
static bool
is_reserved(const struct defanged *u, size_t at, size_t len)
{
	return word_list_has("example test invalid localhost local internal onion lan corp home",
	    u->text->bytes + at, len);
}

/* Return true if the last label is a top label or a reserved one. */
static bool
has_known_end(const struct defanged *u)
{
	return is_top_label(u, u->last_label, u->last_label_len) ||
	    is_reserved(u, u->last_label, u->last_label_len);
}

/* Return true if the host is more likely other text, by the rules with these conditions. */
static bool
is_doubtful(const struct defanged *u, unsigned conditions, bool is_alone)
{
	struct rule_match m;

	return rules_find(u->scanner->rules, RULES_DOUBTFUL_HOST, conditions |
	    (is_alone ? DOUBTFUL_HOST_IF_ALONE : 0), u->text->bytes, u->host_end, u->host, &m) != 0;
}

/* Return the length of the label at `at`, which does not end in a hyphen. */
static size_t
label_length(const struct defanged *u, size_t at)
{
	size_t len = 0;

	while (len <= MAX_LABEL_BYTES && (is_word_byte(byte_at(u, at + len)) ||
	    (len && byte_at(u, at + len) == '-')) &&
	    !(len && u->has_scheme && has_word(u, at + len, "dot]")))
		len++;
	while (len && byte_at(u, at + len - 1) == '-')
		len--;
	return len <= MAX_LABEL_BYTES ? len : 0;
}

/* Return the length of the dot after a label at `at`, and set *rule; 0 if there is none. */
static size_t
match_dot(const struct defanged *u, size_t at, unsigned *rule)
{
	return match_mark(u, at, DEFANGED_IF_HOST | (u->has_scheme ? DEFANGED_IF_SCHEME : 0), rule);
}

/* Return true if the label at `at` may follow a dot in brackets with blanks around it. */
static bool
may_follow_blank(const struct defanged *u, size_t at)
{
	size_t len = label_length(u, at);
	unsigned rule;

	return len > 0 && (is_top_label(u, at, len) ||
	    ascii_span(u->text->bytes + at, len, ASCII_DIGIT) == len ||
	    (match_dot(u, at + len, &rule) && rule <= DEFANGED_DOT) ||
	    (!u->has_scheme && is_reserved(u, at, len)));
}

/* Return true if a dot that is spaced out may be before the label at `at`. The host must not be
 * complete without it. */
static bool
may_be_spaced(const struct defanged *u, size_t at)
{
	size_t len = label_length(u, at);
	char first = byte_at(u, at);
	unsigned rule;

	if (len == 0 || (first >= 'A' && first <= 'Z') || (!u->has_spaced_dot &&
	    is_top_label(u, u->last_label, u->last_label_len)))
		return false;
	return is_top_label(u, at, len) ||
	    (match_dot(u, at + len, &rule) && rule == DEFANGED_SPACED_DOT);
}

/* Read the dot after a label, as far as a label follows it. */
static bool
read_dot(struct defanged *u)
{
	unsigned rule;
	size_t at = u->at, len = match_dot(u, at, &rule);
	bool has_blank = len && (byte_at(u, at) == ' ' || byte_at(u, at + len - 1) == ' ');

	switch (rule) {
	case 0:
		return false;
	case DEFANGED_DOT_IN_BRACKETS:
		if (has_blank && !may_follow_blank(u, at + len))
			return false;
		u->has_blank_dot |= has_blank;
		break;
	case DEFANGED_SPACED_DOT:
		if (!may_be_spaced(u, at + len))
			return false;
		u->has_spaced_dot = true;
		break;
	}
	undo(u, len, ".", rule == DEFANGED_DOT ? 0 : rule == DEFANGED_SPACED_DOT ?
	    URLGREP_DEFANG_BLANK : rule == DEFANGED_DOT_AFTER_BACKSLASH ?
	    URLGREP_DEFANG_BACKSLASH : URLGREP_DEFANG_DOT);
	return true;
}

/* Read labels and the dots between them. Returns false if there is no label. */
static bool
read_host(struct defanged *u)
{
	u->host = u->at;
	while (u->at < u->host + MAX_DEFANGED_HOST_BYTES && u->labels++ < MAX_LABELS) {
		u->last_label = u->at;
		u->last_label_len = label_length(u, u->at);
		if (u->last_label_len == 0)
			return false;
		copy(u, u->last_label_len);
		u->host_end = u->at;
		if (!read_dot(u))
			return true;
	}
	return false;
}

/* ---- the rest --- */

/* Undo the text up to `end`, or up to the end of the run if that comes first. */
static void
undo_run(struct defanged *u, size_t end)
{
	size_t run_end = bare_run_end(u->text, u->at, end - u->at, NULL), next;
	struct undoing x = undo_prepare(u->scanner, u->begin);
	unsigned conditions = u->has_backslashes ? DEFANGED_REST_IF_BACKSLASHES : 0, rule;
	struct rule_match m;

	x.url = 1;
	do {
		rule = rules_find(u->scanner->rules, RULES_DEFANGED_REST, conditions, u->text->bytes,
		    run_end, u->at, &m);
		next = rule ? m.begin : run_end;
		u->at = undo_text(&x, u->at, next);
		if (u->at < next)
			return;
		if (rule)
			undo(u, m.end - m.begin, in_rest[rule].means, in_rest[rule].sign);
	} while (rule);
}

/* Read the user and the at sign before the host. In a mailto URL blanks may be around an at sign in
 * brackets. Returns false if there is none. */
static bool
read_user(struct defanged *u)
{
	size_t at = u->at, limit = u->at + MAX_USER_BYTES, sign = SIZE_MAX, len = 0, blank, n;

	for (; at < u->text->len && at < limit; at++) {
		blank = u->is_mailto && byte_at(u, at) == ' ';
		n = byte_at(u, at) == '@' ? 1 :
		    bracketed_length(u, at + blank, DEFANGED_AT_IN_BRACKETS);
		if (n) {
			sign = at;
			len = n + blank;
			at += len - 1;
		} else if (!ascii_is(byte_at(u, at), ASCII_RUN) ||
		    (!u->is_mailto && memchr("/?#", byte_at(u, at), 3))) {
			break;
		}
	}
	if (sign == SIZE_MAX)
		return false;
	undo_run(u, sign);
	len += u->is_mailto && len > 1 && byte_at(u, sign + len) == ' ';
	undo(u, len, "@", len > 1 ? URLGREP_DEFANG_AT : 0);
	return true;
}

/* Read the port, path and query after the host. A slash in any brackets is a sign here. */
static void
read_rest(struct defanged *u)
{
	size_t colon = has_word(u, u->at, "[:]") ? 3 : 1, slash;
	char next;

	if (u->has_spaced_dot && has_word(u, u->at, " /"))
		undo(u, 1, "", 0);
	slash = bracketed_length(u, u->at, DEFANGED_SLASH_IN_BRACKETS);
	if (slash)
		undo(u, slash, "/", URLGREP_DEFANG_SLASH);
	next = byte_at(u, u->at);
	if (slash || memchr("/?#", next, 3) || (next == '\\' && u->has_backslashes) ||
	    ((next == ':' || colon == 3) && ascii_is(byte_at(u, u->at + colon), ASCII_DIGIT)))
		undo_run(u, u->begin + URLGREP_MAX_URL_BYTES);
}

/* ---- applying the rules for bare URLs to the buffer --- */

/* Return true if too many attempts failed in the text around `mark`. */
static bool
has_failed_often(const urlgrep_scanner *s, size_t mark)
{
	return s->failures >= MAX_FAILURES && s->text.origin + mark < s->failed_end;
}

/* Remember that the attempt at `mark` failed, if it read beyond that. */
static void
note_failure(struct defanged *u, size_t mark)
{
	urlgrep_scanner *s = u->scanner;
	uint64_t end = s->text.origin + u->at;

	if (u->at <= mark)
		return;
	if (s->text.origin + mark >= s->failed_end)
		s->failures = 0;
	s->failures++;
	if (end > s->failed_end)
		s->failed_end = end;
}

/* Make the finding of the URL in the buffer, and set u->at to its end in the text. Returns SCAN_YES
 * if the grammar accepts it, SCAN_NO or SCAN_NOMEM. */
static enum scan_answer
judge(struct defanged *u, urlgrep_finding *f)
{
	urlgrep_scanner *s = u->scanner;
	const uint64_t run_begin = s->run_begin;
	size_t len = u->url->text.len, context = u->text->len - u->at;
	struct candidate c;
	enum scan_answer answer;

	copy(u, context < CONTEXT_BYTES ? context : CONTEXT_BYTES);
	if (undo_failed(s))
		return SCAN_NOMEM;
	memset(&c, 0, offsetof(struct candidate, fragments));
	c.begin = 1;
	c.byte_before = *u->url->text.at;
	c.scheme = scheme_find(u->scheme, strlen(u->scheme));
	s->run_begin = UINT64_MAX;
	undo_enter(s, u->begin, len);
	answer = bare_read(s, u->colon, &c);
	if (answer == SCAN_YES)
		answer = c.end > u->colon + 1 ? readings_make_finding(s, &c, f) : SCAN_NO;
	undo_finish(s, answer == SCAN_YES ? f : NULL);
	s->run_begin = run_begin;
	if (answer != SCAN_YES || !urlgrep_accepts(s->grammar, f->url.verdict))
		return answer == SCAN_NOMEM ? answer : SCAN_NO;
	u->at = u->begin + (size_t)f->length;
	f->reading_count = 1;
	return SCAN_YES;
}

/* Return true if a URL such as "http://example[.]com" is a regular expression. The text
 * up to the next blank or quotation mark, and the text around it, decide. */
static bool
is_pattern(const struct defanged *u)
{
	char before = scan_byte_before(u->text, u->begin), after = byte_at(u, u->at);
	struct rule_match m;
	size_t end = u->at;

	while (end < u->text->len && end - u->at < MAX_DEFANGED_HOST_BYTES &&
	    !ascii_is_space(byte_at(u, end)) && !memchr("\"'", byte_at(u, end), 2))
		end++;
	return before == '^' ||
	    rules_find(u->scanner->rules, RULES_NOT_DEFANGED, 0, u->text->bytes, end, u->begin, &m) ||
	    (u->signs & URLGREP_DEFANG_BACKSLASH &&
	    (memchr("/(|", before, 3) || memchr("\\$*+", after, 4)));
}

/* ---- with a scheme --- */

/* Return true if the scheme ends in "://", and an ordinary host with an ordinary delimiter follows,
 * as in nearly all text. Then nothing is defanged. */
static bool
is_ordinary(const struct defanged *u)
{
	size_t at = u->at + 3;

	if (!has_word(u, u->at, "://"))
		return false;
	while (is_word_byte(byte_at(u, at)) || byte_at(u, at) == '.' || byte_at(u, at) == '-')
		at++;
	return at > u->at + 3 && memchr("/?#\">\r\n", byte_at(u, at), 7);
}

/* Return true if dots that are spaced out are likely, and no words of prose. */
static bool
is_likely_spaced(const struct defanged *u)
{
	bool has_more = memchr("/?:", byte_at(u, u->host_end), 3) || has_word(u, u->host_end, " /");

	return !u->has_spaced_dot || u->is_altered || u->has_blank_before_host ||
	    !is_doubtful(u, DOUBTFUL_HOST_IF_SPACED, !has_more);
}

/* Return true if the host that blanks divide from an ordinary scheme is likely one: a path follows, or
 * it ends in a top label that is no word of prose. */
static bool
is_likely_after_blank(const struct defanged *u)
{
	return u->labels > 1 && is_top_label(u, u->last_label, u->last_label_len) &&
	    !is_doubtful(u, DOUBTFUL_HOST_IF_AFTER_BLANK, !memchr("/:", byte_at(u, u->at), 2));
}

/* Return true if the host is enough: a single label only after an altered scheme, and before
 * something. */
static bool
is_host_enough(const struct defanged *u)
{
	return u->labels > 1 || (u->is_altered && (u->at > u->host_end ||
	    byte_at(u, u->host_end) == ':' || word_list_has("localhost",
	    u->text->bytes + u->last_label, u->last_label_len)));
}

/* Return true if nothing but dots says that a URL with a plain scheme is defanged. */
static bool
has_only_dots(const struct defanged *u)
{
	return !u->is_altered &&
	    (u->signs & ~(unsigned)(URLGREP_DEFANG_DOT | URLGREP_DEFANG_BACKSLASH)) == 0;
}

/* Read a defanged or malformed URL after its scheme. */
static enum scan_answer
read_after_scheme(struct defanged *u, bool takes_mistakes, urlgrep_finding *f)
{
	enum scan_answer answer;
	unsigned blanks;

	if (u->is_mailto) {
		size_t bracketed = has_word(u, u->at, "[:]") ? 3 : 0;

		if (takes_mistakes || (bracketed == 0 && byte_at(u, u->at) != ':'))
			return SCAN_NO;
		undo(u, bracketed ? bracketed : 1, ":", bracketed ? URLGREP_DEFANG_COLON : 0);
		if (!read_user(u))
			return SCAN_NO;
	} else {
		if (!read_separator(u) ||
		    (takes_mistakes && u->is_plain && !u->is_altered))
			return SCAN_NO;
		for (blanks = 0; !takes_mistakes && blanks < 2 && byte_at(u, u->at) == ' ';
		    blanks++)
			undo(u, 1, "", 0);
		u->has_blank_before_host = blanks > 0;
		read_user(u);
	}
	if (byte_at(u, u->at) == '[' && !u->is_mailto &&
	    (ascii_is(byte_at(u, u->at + 1), ASCII_HEX) || has_word(u, u->at, "[:") ||
	    has_word(u, u->at, "[[:]"))) {
		u->labels = 2; /* an IPv6 address */
		u->host_end = u->at;
		undo_run(u, u->begin + URLGREP_MAX_URL_BYTES);
	} else if (!read_host(u)) {
		return SCAN_NO;
	}
	if (u->has_blank_before_host && u->signs == 0 && is_likely_after_blank(u))
		u->signs = URLGREP_DEFANG_BLANK;
	if (takes_mistakes && u->labels < 2)
		return SCAN_NO;
	if (!takes_mistakes && u->signs == 0 && u->labels != 2 &&
	    !bracketed_length(u, u->at, DEFANGED_SLASH_IN_BRACKETS))
		return SCAN_NO; /* an ordinary URL */
	if (!u->is_mailto || byte_at(u, u->at) == '?')
		read_rest(u);
	answer = judge(u, f);
	if (answer == SCAN_YES && (!is_host_enough(u) || !is_likely_spaced(u) ||
	    (!takes_mistakes && has_only_dots(u) && is_pattern(u))))
		answer = SCAN_NO;
	return answer == SCAN_YES && !takes_mistakes && u->signs == 0 ? SCAN_NO : answer;
}

/* ---- the form that urlgrep_defang() writes --- */

/* Return the end of the run at u->begin, which includes blanks in brackets, "[ ]", that it goes on
 * after. */
static size_t
own_form_end(const struct defanged *u)
{
	size_t limit = u->begin + URLGREP_MAX_URL_BYTES;
	size_t at = bare_run_end(u->text, u->begin, limit - u->begin, NULL);

	while (at + 2 <= limit && has_word(u, at - 1, "[ ]") && at + 2 < u->text->len &&
	    !ascii_is_space(byte_at(u, at + 2)))
		at = bare_run_end(u->text, at + 2, limit - at - 2, NULL);
	return at;
}

/* Read back a URL that urlgrep_defang() wrote, up to `end`. */
static enum scan_answer
read_own_form(struct defanged *u, size_t end, urlgrep_finding *f)
{
	urlgrep_scanner *s = u->scanner;
	const char *text = u->text->bytes + u->begin;
	size_t len = trim_bare_url(s->rules, scan_byte_before(u->text, u->begin), text,
	    end - u->begin);
	urlgrep_verdict verdict;

	u->at = u->begin + len;
	undone_clear(u->url);
	if (!defang_undo(text, len, &u->url->text))
		return u->url->text.failed ? SCAN_NOMEM : SCAN_NO;
	finding_begin(s, f, URLGREP_BARE, u->begin, u->begin + len);
	verdict = matcher_judge_url(s->matcher, u->url->text.at, u->url->text.len,
	    memchr(u->url->text.at, ' ', u->url->text.len) ? URLGREP_ATTRIBUTE : 0, &f->url);
	if (!urlgrep_accepts(s->grammar, verdict))
		return verdict == URLGREP_UNJUDGED ? SCAN_NOMEM : SCAN_NO;
	finding_set_reading(s, f, f->url.text, verdict);
	u->signs |= URLGREP_DEFANG_COLON | (memmem(text, len, "[.]", 3) ? URLGREP_DEFANG_DOT : 0) |
	    (memmem(text, len, "[@]", 3) ? URLGREP_DEFANG_AT : 0);
	return SCAN_YES;
}

/* Return true if only blanks and marks of quotation are before `at` in its line. */
static bool
begins_line(const struct scan_text *t, size_t at)
{
	while (at > 0 && (t->bytes[at - 1] == ' ' || t->bytes[at - 1] == '>'))
		at--;
	return at == 0 || ascii_is(t->bytes[at - 1], ASCII_BREAK);
}

/* Read a defanged URL whose scheme ends before `end`. */
static enum scan_answer
read_with_scheme(struct defanged *u, size_t end, urlgrep_finding *f)
{
	enum scan_answer answer = SCAN_NO;
	bool is_cut;

	if (!read_scheme(u, u->scanner->floor, end, false) || (!u->is_altered && is_ordinary(u)))
		return SCAN_NO;
	if (has_word(u, u->at, "[:]")) {
		answer = read_own_form(u, own_form_end(u), f);
		if (answer != SCAN_NO)
			return answer;
		read_scheme(u, u->scanner->floor, end, false);
	}
	/* "ttp" at the beginning of a line is a truncated "http". */
	is_cut = u->is_altered && ascii_lower(byte_at(u, u->begin)) == 't' &&
	    begins_line(u->text, u->begin);
	return is_cut ? SCAN_NO : read_after_scheme(u, false, f);
}

/* ---- without a scheme: text in brackets is more often code or mathematics --- */

/* Return where the name whose first dot in brackets is at `mark` begins; SIZE_MAX if there is
 * none. */
static size_t
find_name_begin(const struct scan_text *t, size_t floor, size_t mark)
{
	size_t begin = mark - (mark > floor && t->bytes[mark - 1] == ' ');

	while (begin > floor && mark - begin < MAX_DEFANGED_HOST_BYTES &&
	    (is_word_byte(t->bytes[begin - 1]) || memchr("-.", t->bytes[begin - 1], 2)))
		begin--;
	while (begin < mark && !is_word_byte(t->bytes[begin]))
		begin++;
	return begin < mark ? begin : SIZE_MAX;
}

/* Return true if the name may begin after the character before it. After a letter beyond US-ASCII
 * it would be the rest of a word, unless the script has no blanks between words. */
static bool
may_begin_name(const struct defanged *u)
{
	char before = scan_byte_before(u->text, u->begin);

	return (unsigned char)before < 0x80 ? ascii_is_space(before) ||
	    ascii_is_one_of(before, "\"'`([{<,;=:>|*_") :
	    neighbor_before(u->text, u->begin) != NEIGHBOR_LETTER;
}

/* Return true if an at sign, or a word for it in brackets, is before the name. */
static bool
is_domain_of_address(const struct defanged *u)
{
	size_t at = u->begin, len;

	while (at > 0 && u->text->bytes[at - 1] == ' ')
		at--;
	for (len = 3; len <= 6 && len <= at; len++)
		if (bracketed_length(u, at - len, DEFANGED_AT_IN_BRACKETS) == len)
			return true;
	return at > 0 && u->text->bytes[at - 1] == '@';
}

/* Return true if the text after the name, or a word of its line, shows that it is code. */
static bool
is_in_code(const struct defanged *u, bool has_path)
{
	enum { MAX_BEFORE_BYTES = 512, MAX_AFTER_BYTES = 128 };
	const struct scan_text *t = u->text;
	struct rules *rules = u->scanner->rules;
	size_t begin = text_line_find_begin(t, u->begin), end = u->at + MAX_AFTER_BYTES;
	struct rule_match m;

	if (u->begin - begin > MAX_BEFORE_BYTES)
		begin = u->begin - MAX_BEFORE_BYTES;
	end = text_line_find_end(t, u->at, end < t->len ? end : t->len);
	return rules_find(rules, RULES_NOT_DEFANGED, NOT_DEFANGED_IF_LINE, t->bytes, end, begin,
	    &m) == NOT_DEFANGED_CODE || (!has_path && rules_find(rules, RULES_NOT_DEFANGED,
	    NOT_DEFANGED_IF_AFTER, t->bytes, end, u->at, &m) == NOT_DEFANGED_OPERATOR &&
	    m.begin == u->at);
}

/* Return true if the text read is a name and not code, mathematics, a file or an address. An address
 * of IP ends in a number. */
static bool
is_likely_name(const struct defanged *u)
{
	bool has_path = u->at > u->host_end;

	return may_begin_name(u) && !is_domain_of_address(u) &&
	    (has_known_end(u) || ascii_is(byte_at(u, u->host_end - 1), ASCII_DIGIT)) &&
	    !is_doubtful(u, DOUBTFUL_HOST_IF_NAME, !has_path) && !is_in_code(u, has_path);
}

/* Read a name whose first dot in brackets is at `mark`. */
static enum scan_answer
read_name(struct defanged *u, size_t mark, urlgrep_finding *f)
{
	unsigned rule;
	size_t begin = match_dot(u, mark, &rule) == 0 ? SIZE_MAX :
	    find_name_begin(u->text, u->scanner->floor, mark);
	enum scan_answer answer;

	if (begin == SIZE_MAX)
		return SCAN_NO;
	begin_url(u, begin, begin, "http");
	u->signs = URLGREP_DEFANG_NO_SCHEME;
	undo(u, 0, "://", 0);
	if (!read_host(u) || !(u->signs & URLGREP_DEFANG_DOT))
		return SCAN_NO;
	read_rest(u);
	answer = judge(u, f);
	return answer == SCAN_YES && (!is_likely_name(u) || is_pattern(u)) ? SCAN_NO : answer;
}

/* Return where the user begins who is before the at sign at `at`; `at` if there is none. */
static size_t
find_user_begin(const struct defanged *u, size_t at)
{
	size_t begin = at, floor = u->scanner->floor;

	while (begin > floor && at - begin < MAX_USER_BYTES &&
	    (is_word_byte(u->text->bytes[begin - 1]) ||
	    memchr(".+-%", u->text->bytes[begin - 1], 4)))
		begin--;
	while (begin < at && !is_word_byte(u->text->bytes[begin]))
		begin++;
	return begin;
}

/* Set *at to the at sign, with blanks around its brackets, of the address whose at sign or first dot
 * in brackets is at `mark`. Returns its length; 0 if there is none. */
static size_t
find_at_sign(const struct defanged *u, size_t mark, size_t *at)
{
	size_t len = bracketed_length(u, mark, DEFANGED_AT_IN_BRACKETS), floor = u->scanner->floor;

	if (len == 0) {
		*at = find_name_begin(u->text, floor, mark);
		if (*at == SIZE_MAX || *at == floor)
			return 0;
		return u->text->bytes[--*at] == '@';
	}
	*at = mark - (mark > floor && u->text->bytes[mark - 1] == ' ');
	return len + (mark - *at) + (byte_at(u, mark + len) == ' ');
}

/* Read an e-mail address: "ann[at]evil[.]com", "ann@evil[.]com". Blanks may be around the at sign
 * only if a dot is in brackets, too. */
static enum scan_answer
read_address(struct defanged *u, size_t mark, urlgrep_finding *f)
{
	size_t at, len = find_at_sign(u, mark, &at), begin = len ? find_user_begin(u, at) : 0;
	bool has_blank = len && (byte_at(u, at) == ' ' || byte_at(u, at + len - 1) == ' ');
	enum scan_answer answer;

	if (len == 0 || begin == at)
		return SCAN_NO;
	begin_url(u, begin, begin, "mailto");
	u->signs = URLGREP_DEFANG_NO_SCHEME;
	undo(u, 0, ":", 0);
	copy(u, at - begin);
	undo(u, len, "@", len > 1 ? URLGREP_DEFANG_AT : 0);
	if (!read_host(u) || u->labels < 2 || (!(u->signs & URLGREP_DEFANG_DOT) && has_blank) ||
	    !may_begin_name(u) || is_in_code(u, false) || !has_known_end(u))
		return SCAN_NO;
	answer = judge(u, f);
	return answer == SCAN_YES && is_pattern(u) ? SCAN_NO : answer;
}

/* ---- defanged URLs --- */

static urlgrep_confidence
confidence_of(const struct defanged *u)
{
	const unsigned weak = URLGREP_DEFANG_BLANK | URLGREP_DEFANG_BACKSLASH;

	if (!u->has_scheme)
		return u->has_blank_dot ? URLGREP_LOW : URLGREP_MEDIUM;
	return (u->signs & ~weak) == 0 ? URLGREP_LOW : URLGREP_HIGH;
}

/* Return the form of the URL that was read. */
static urlgrep_form
form_of(const struct defanged *u)
{
	char before = scan_byte_before(u->text, u->begin), after = byte_at(u, u->at);

	if (before == '<' && after == '>')
		return URLGREP_ANGLE;
	return (before == '"' || before == '\'') && before == after ? URLGREP_QUOTED :
	    URLGREP_BARE;
}

/* Return true if neither slashes nor altered slashes can follow the colon, and it does not end
 * "mailto:". Then it belongs to prose, a header field or "news:". */
static bool
is_plain_colon(const struct scan_text *t, size_t colon)
{
	char before = t->bytes[colon - 1];

	return ascii_is(before, ASCII_ALPHA | ASCII_DIGIT) && ascii_lower(before) != 'o' &&
	    colon + 1 < t->len && !memchr("/\\_[({<", t->bytes[colon + 1], 7);
}

enum scan_answer
defanged_find(urlgrep_scanner *s, size_t mark, urlgrep_finding *f)
{
	const struct scan_text *t = &s->text;
	struct defanged u = { .scanner = s, .text = t, .url = &s->undone };
	bool is_open = memchr("[({<", t->bytes[mark], 4);
	enum scan_answer answer;

	if (mark <= s->floor || has_failed_often(s, mark) ||
	    (t->bytes[mark] == ':' && is_plain_colon(t, mark)))
		return SCAN_NO;
	if (is_open) { /* a mark with URLGREP_REFANG_HOSTS only */
		answer = s->flags & URLGREP_FIND_ADDRESSES ? read_address(&u, mark, f) : SCAN_NO;
		if (answer == SCAN_NO) {
			u = (struct defanged){ .scanner = s, .text = t, .url = &s->undone };
			answer = read_name(&u, mark, f);
		}
	} else
		answer = read_with_scheme(&u, mark - (t->bytes[mark] == ':' &&
		    memchr("[({<", t->bytes[mark - 1], 4)), f);
	if (answer == SCAN_NO)
		note_failure(&u, mark);
	if (answer != SCAN_YES)
		return answer;
	f->form = form_of(&u);
	f->confidence = confidence_of(&u);
	f->notes = 0;
	f->defanged = scan_span(t, u.begin, u.at);
	f->defang_signs = u.signs;
	return SCAN_YES;
}

/* ---- malformed URLs --- */

enum scan_answer
malformed_find(urlgrep_scanner *s, size_t mark, urlgrep_finding *f)
{
	const struct scan_text *t = &s->text;
	struct defanged u = { .scanner = s, .text = t, .url = &s->undone };
	size_t end = mark;
	enum scan_answer answer;

	if (t->bytes[mark] != ':' && mark > s->floor && t->bytes[mark - 1] == ';')
		end--;
	if (end <= s->floor || has_failed_often(s, mark) || !read_scheme(&u, s->floor, end, true) ||
	    !word_list_has("http https ftp", u.scheme, strlen(u.scheme)) ||
	    (u.is_altered && t->bytes[mark] != ':'))
		return SCAN_NO;
	u.at = mark;
	answer = read_after_scheme(&u, true, f);
	if (answer == SCAN_NO)
		note_failure(&u, mark);
	if (answer == SCAN_YES) {
		s->readings[1] = s->readings[0];
		s->readings[1].how = URLGREP_REPAIRED;
		finding_begin(s, f, URLGREP_BARE, u.begin, u.at);
		f->notes = URLGREP_MALFORMED;
		f->url = (urlgrep_url){ .text = scan_span(t, u.begin, u.at),
			.verdict = URLGREP_INVALID };
		finding_set_reading(s, f, f->url.text, URLGREP_INVALID);
		f->reading_count = 2;
	}
	return answer;
}
