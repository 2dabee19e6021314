/* refang.c - defanged URLs, which nobody opens by accident: "hxxp://evil[.]example"
 *
 * A defanged URL has an anchor (a scheme, "mailto", or a name if names are wanted) and a
 * sign: an altered scheme, or something in brackets. */
#include "text/refang.h"

#include <string.h>

#include "names/host.h"
#include "text/bare.h"
#include "util/text_line.h"
#include "text/altered_scheme.h"
#include "text/name.h"
#include "text/pattern_signs.h"
#include "text/reader.h"
#include "text/root_zone.h"
#include "text/trim.h"
#include "unwrap/defang.h"
#include "url/grammar.h"
#include "url/scheme.h"
#include "util/ascii.h"

/* ---- the scheme --- */

/* Return the scheme that ends before `end`, and set *begin and whether it is altered;
 * NULL if there is none. */
static const char *
find_scheme(const struct scan_text *t, size_t floor, size_t end, size_t *begin,
    bool *is_altered)
{
	const struct scheme *scheme;
	const char *means = NULL;
	size_t len = altered_scheme_length(t->bytes + floor, end - floor, &means);

	*is_altered = len > 0;
	*begin = end - len;
	if (len)
		return means;
	while (*begin > floor && end - *begin <= MAX_SCHEME_BYTES &&
	    ascii_is(t->bytes[*begin - 1], ASCII_SCHEME))
		--*begin;
	scheme = scheme_find(t->bytes + *begin, end - *begin);
	return scheme ? scheme->name : NULL;
}

/* Return true if only blanks and marks of quotation are before `at` in its line: "ttp" is
 * there what is left of "http". */
static bool
begins_line(const struct scan_text *t, size_t at)
{
	while (at > 0 && (t->bytes[at - 1] == ' ' || t->bytes[at - 1] == '>'))
		at--;
	return at == 0 || ascii_is(t->bytes[at - 1], ASCII_BREAK);
}

/* ---- what is between scheme and host --- */

/* Return the length of two slashes, backslashes or slashes in brackets at `at`; 0 if they
 * are not there. */
static size_t
slashes_length(const struct reader *r, size_t at, bool *has_backslashes)
{
	static const char *const both[] = { "//", NULL };
	size_t len = reader_bracketed_length(r, at, both), n, count;

	if (len)
		return len;
	for (count = 0; count < 2; count++, len += n) {
		n = reader_slash_length(r, at + len);
		if (n == 0 && memchr("/\\", reader_byte(r, at + len), 2))
			n = 1;
		if (n == 0)
			return 0;
		*has_backslashes |= reader_byte(r, at + len) == '\\';
	}
	return len;
}

/* What may stand for "://" as a whole, and whether that is a sign. */
static const struct {
	const char *written;
	bool is_sign;
} separators[] = {
	{ "[://]", true }, { "(://)", true }, { "{://}", true }, { "<://>", true },
	{ "[:/]/", true }, { "(:/)/", true }, { "{:/}/", true }, { "[://", true },
	{ ":__", false }, { "__", false }, { "://", false },
};

/* Read a colon, in brackets or not, and two slashes; or something for both. */
static bool
read_separator(struct reader *r)
{
	static const char *const colon_words[] = { ":", NULL };
	size_t colon = reader_bracketed_length(r, r->at, colon_words), slashes, i;
	bool is_sign = colon > 0;

	if (colon == 0)
		colon = reader_byte(r, r->at) == ':';
	slashes = slashes_length(r, r->at + colon, &r->has_backslashes);
	if (slashes) {
		is_sign = is_sign || slashes > 2;
		r->at += colon + slashes;
	} else {
		for (i = 0; i < sizeof(separators) / sizeof(separators[0]); i++)
			if (reader_has_word(r, r->at, separators[i].written))
				break;
		if (i < sizeof(separators) / sizeof(separators[0])) {
			is_sign = separators[i].is_sign;
			r->at += strlen(separators[i].written);
		} else if (colon == 1 && memchr("/\\", reader_byte(r, r->at + 1), 2)) {
			r->has_backslashes = r->text[r->at + 1] == '\\';
			r->at += 2;
		} else {
			return false;
		}
	}
	if (is_sign)
		r->signs |= URLGREP_DEFANG_COLON;
	return true;
}

/* Skip up to two blanks before the host. */
static void
skip_blanks(struct reader *r)
{
	size_t i;

	for (i = 0; i < 2 && reader_byte(r, r->at) == ' '; i++) {
		r->has_blank_before_host = true;
		r->at++;
	}
}

/* ---- the rest --- */

/* Return true if path, query or fragment begin at r->at. A slash in brackets is a sign
 * here. */
static bool
has_rest(struct reader *r)
{
	size_t len = reader_slash_length(r, r->at);

	if (len == 0 && reader_has_word(r, r->at, "[/"))
		len = 2;
	if (len) {
		strbuf_append(r->url, "/", 1);
		r->signs |= URLGREP_DEFANG_SLASH;
		r->at += len;
		return true;
	}
	return memchr("/?#", reader_byte(r, r->at), 3) ||
	    (r->has_backslashes && reader_byte(r, r->at) == '\\');
}

/* Return the end of the run of US-ASCII at `at` (rule B2); backslashes belong to it if
 * they are slashes. */
static size_t
run_end(const struct reader *r, size_t at)
{
	size_t limit = r->begin + URLGREP_MAX_URL_BYTES;

	if (limit > r->len)
		limit = r->len;
	for (;;) {
		if (at >= limit)
			return at;
		at += ascii_run(r->text + at, limit - at);
		if (!r->has_backslashes || reader_byte(r, at) != '\\')
			return at;
		at++;
	}
}

/* Read path, query and fragment, without what belongs to the sentence. */
static enum scan_answer
read_rest(urlgrep_scanner *s, struct reader *r)
{
	char before = r->begin > 0 ? r->text[r->begin - 1] : '\n';
	size_t end, len;

	if (r->spaced_dots && reader_has_word(r, r->at, " /"))
		r->at++;
	if (!has_rest(r))
		return SCAN_YES;
	end = run_end(r, r->at);
	if (end == r->len && !s->text.is_last)
		return SCAN_MORE;
	len = trim_bare_url(before, r->text + r->begin, end - r->begin);
	if (r->begin + len > r->at)
		reader_read_rest(r, r->begin + len);
	return SCAN_YES;
}

/* ---- whether it is one --- */

/* Return true if dots that are spaced out are likely, and no words of prose. */
static bool
is_likely_spaced(const struct reader *r, size_t host_end)
{
	char after = reader_byte(r, host_end);
	bool has_more = memchr("/?:", after, 3) || reader_has_word(r, host_end, " /");

	if (r->spaced_dots == 0 || r->is_altered)
		return true;
	if (r->has_short_dot && !r->has_blank_before_host && !has_more)
		return false;
	return r->has_blank_before_host || r->spaced_dots >= 2 || has_more ||
	    !root_zone_is_word(r->text + r->last_label, r->last_label_len);
}

/* Return true if the host is enough: a single label only after an altered scheme, and
 * before something. */
static bool
is_host_enough(const struct reader *r, size_t host_end)
{
	return r->labels > 1 || (r->is_altered && (r->at > host_end ||
	    reader_byte(r, host_end) == ':' || r->text[host_end - 1] == ':' ||
	    (r->last_label_len == 9 && reader_has_word(r, r->last_label, "localhost"))));
}

/* Return true if nothing but dots says that a URL with a plain scheme is defanged. */
static bool
has_only_dots(const struct reader *r)
{
	return !r->is_altered &&
	    (r->signs & ~(unsigned)(URLGREP_DEFANG_DOT | URLGREP_DEFANG_BACKSLASH)) == 0;
}

static urlgrep_confidence
confidence_of(const struct reader *r)
{
	const unsigned weak = URLGREP_DEFANG_BLANK | URLGREP_DEFANG_BACKSLASH;

	if (!r->has_scheme)
		return r->blank_dots ? URLGREP_LOW : URLGREP_MEDIUM;
	return (r->signs & ~weak) == 0 ? URLGREP_LOW : URLGREP_HIGH;
}

/* Return the form of the URL that was read. */
static urlgrep_form
form_of(const struct reader *r)
{
	char before = r->begin > 0 ? r->text[r->begin - 1] : '\n';
	char after = reader_byte(r, r->at);

	if (before == '<' && after == '>')
		return URLGREP_ANGLE;
	return (before == '"' || before == '\'') && before == after ? URLGREP_QUOTED :
	    URLGREP_BARE;
}

/* Judge what was read, and fill in the finding. */
static enum scan_answer
finish(urlgrep_scanner *s, const struct reader *r, urlgrep_finding *f, size_t *end)
{
	urlgrep_status verdict;
	bool has_blank;

	if (s->joined.failed)
		return SCAN_NOMEM;
	has_blank = memchr(s->joined.at, ' ', s->joined.len) != NULL; /* urlgrep_defang() */
	verdict = matcher_judge_url(s->matcher, s->joined.at, s->joined.len,
	    has_blank ? URLGREP_ATTRIBUTE : 0, &f->url);
	if (!grammar_accepts(s->grammar, verdict))
		return verdict == URLGREP_NOMEM ? SCAN_NOMEM : SCAN_NO;
	f->form = form_of(r);
	f->confidence = confidence_of(r);
	f->notes = 0;
	f->offset = s->text.origin + r->begin;
	f->length = r->at - r->begin;
	f->defanged = (urlgrep_span){ r->text + r->begin, r->at - r->begin };
	f->defang_signs = r->signs;
	f->kind = URLGREP_KIND_URL;
	f->certainty = URLGREP_HIGH;
	f->written = f->supplied = (urlgrep_span){ NULL, 0 };
	s->readings[0] = (urlgrep_reading){ f->url.text, verdict, 0 };
	s->lengths[0] = r->at - r->begin;
	f->readings = s->readings;
	f->reading_count = 1;
	*end = r->at;
	return SCAN_YES;
}

/* ---- the form that urlgrep_defang() writes --- */

/* Return the signs that text[0..len) has, which is of that form. */
static unsigned
signs_of(const char *text, size_t len)
{
	return URLGREP_DEFANG_COLON |
	    (memmem(text, len, "[.]", 3) ? URLGREP_DEFANG_DOT : 0) |
	    (memmem(text, len, "[@]", 3) ? URLGREP_DEFANG_AT : 0);
}

/* Read back a URL that urlgrep_defang() wrote; the run of characters ends at run_end. */
static enum scan_answer
read_back(urlgrep_scanner *s, struct reader *r, size_t run_end, urlgrep_finding *f,
    size_t *end)
{
	char before = r->begin > 0 ? r->text[r->begin - 1] : '\n';
	size_t len = trim_bare_url(before, r->text + r->begin, run_end - r->begin);

	r->at = r->begin + len;
	strbuf_clear(&s->joined);
	if (!defang_undo(r->text + r->begin, len, &s->joined))
		return s->joined.failed ? SCAN_NOMEM : SCAN_NO;
	r->signs |= signs_of(r->text + r->begin, len);
	return finish(s, r, f, end);
}

/* Return true if "[ ]" is around the blank at `at`, and the URL goes on after it. */
static bool
is_bracketed_blank(const struct reader *r, size_t at)
{
	return reader_has_word(r, at - 1, "[ ]") && at + 2 < r->len &&
	    !ascii_is_space(r->text[at + 2]);
}

/* Return the end of the run at r->begin, which includes blanks in brackets. */
static size_t
own_form_end(const urlgrep_scanner *s, const struct reader *r)
{
	size_t limit = r->begin + URLGREP_MAX_URL_BYTES;
	size_t at = bare_run_end(s, r->begin, limit - r->begin);

	while (at + 2 <= limit && is_bracketed_blank(r, at))
		at = bare_run_end(s, at + 2, limit - at - 2);
	return at;
}

/* Return true if the run that ends at `end` may go on in the text that follows. */
static bool
may_go_on(const urlgrep_scanner *s, const struct reader *r, size_t end)
{
	return !s->text.is_last && (end == r->len ||
	    (end + 2 >= r->len && r->text[end] == ' ' && r->text[end - 1] == '['));
}

/* Read back a URL that urlgrep_defang() wrote; the scheme ends before "[:]" at r->at. It
 * has all characters up to white space or, if that is not its form, only those of
 * US-ASCII. */
static enum scan_answer
read_own_form(urlgrep_scanner *s, struct reader *r, urlgrep_finding *f, size_t *end)
{
	size_t wide = own_form_end(s, r);
	size_t narrow = run_end(r, r->begin);
	enum scan_answer answer;

	if (may_go_on(s, r, wide))
		return SCAN_MORE;
	answer = read_back(s, r, wide, f, end);
	return answer != SCAN_NO || narrow >= wide ? answer :
	    read_back(s, r, narrow, f, end);
}

/* ---- with a scheme --- */

static bool
ends_ordinary_host(char c)
{
	switch (c) {
	case '/': case '?': case '#': case '"': case '>': case '\r': case '\n':
		return true;
	default:
		return false;
	}
}

/* Return true if "://" at r->at and a host without anything unusual in it or after it
 * follow: then nothing is defanged. Sets r->at to the end of the host. */
static bool
is_ordinary(struct reader *r)
{
	size_t at = r->at + 3, begin = at;

	if (!reader_has_word(r, r->at, "://"))
		return false;
	while (host_byte_is(reader_byte(r, at), BYTE_HOST))
		at++;
	if (at == begin || !ends_ordinary_host(reader_byte(r, at)))
		return false;
	r->at = at;
	return true;
}

static bool
is_open_bracket(char c)
{
	return c == '[' || c == '(' || c == '{' || c == '<';
}

/* Return true if c may begin the slashes after a scheme, or what stands for them. */
static bool
may_be_slash(char c)
{
	return c == '/' || c == '\\' || c == '_' || is_open_bracket(c);
}

/* Return true if neither slashes nor what stands for them can follow the colon, and it is not
 * that of "mailto:": it is one of prose, a header field or "news:". */
static bool
is_plain_colon(const struct scan_text *t, size_t colon)
{
	char before = t->bytes[colon - 1];

	return ascii_is(before, ASCII_ALPHA | ASCII_DIGIT) && ascii_lower(before) != 'o' &&
	    colon + 1 < t->len && !may_be_slash(t->bytes[colon + 1]);
}

/* Return true if an address without anything unusual in it or after it follows the colon. Sets
 * r->at to its end. */
static bool
is_ordinary_mailto(struct reader *r, size_t colon)
{
	size_t at = colon + 1, begin = at;

	while (host_byte_is(reader_byte(r, at), BYTE_HOST) || reader_byte(r, at) == '+')
		at++;
	if (at == begin || reader_byte(r, at) != '@')
		return false;
	begin = ++at;
	while (host_byte_is(reader_byte(r, at), BYTE_HOST))
		at++;
	r->at = at;
	return at > begin && at < r->len && ends_ordinary_host(r->text[at]);
}

/* Return true if the word "http" or "https" ends at the colon, and what follows it is
 * ordinary. Sets r->at to the end of the host. */
static bool
is_ordinary_http(struct reader *r, size_t floor, size_t colon)
{
	size_t end = colon - (ascii_lower(r->text[colon - 1]) == 's'), begin = end - 4;

	if (end < floor + 4 || !ascii_equal(r->text + begin, "http", 4) ||
	    (begin > floor && ascii_is(r->text[begin - 1], ASCII_SCHEME)))
		return false;
	r->at = colon;
	return is_ordinary(r) && r->at < r->len;
}

/* Read what follows the scheme, which ends at r->at. */
static enum scan_answer
read_after_scheme(urlgrep_scanner *s, struct reader *r, urlgrep_finding *f, size_t *end)
{
	enum scan_answer answer;
	size_t host_end;

	if (!read_separator(r))
		return SCAN_NO;
	skip_blanks(r);
	if (!reader_read_authority(r))
		return SCAN_NO;
	host_end = r->at;
	if (r->signs == 0 && !reader_slash_length(r, r->at) && !reader_has_word(r, r->at, "[/"))
		return SCAN_NO; /* an ordinary URL */
	answer = read_rest(s, r);
	if (answer != SCAN_YES)
		return answer;
	if (!is_host_enough(r, host_end) || !is_likely_spaced(r, host_end) ||
	    (has_only_dots(r) && pattern_signs_has_any(r)))
		return SCAN_NO;
	return finish(s, r, f, end);
}

/* Read the address after "mailto" and its colon. */
static enum scan_answer
read_mailto(urlgrep_scanner *s, struct reader *r, urlgrep_finding *f, size_t *end)
{
	size_t colon = reader_has_word(r, r->at, "[:]") ? 3 : reader_byte(r, r->at) == ':', len;

	if (colon == 0)
		return SCAN_NO;
	strbuf_append(r->url, ":", 1);
	r->at += colon;
	if (colon == 3)
		r->signs |= URLGREP_DEFANG_COLON;
	for (len = 0; len < MAX_DEFANGED_HOST_BYTES && (is_label_byte(reader_byte(r, r->at)) ||
	    memchr("+-.%=&'*/~!#$^", reader_byte(r, r->at), 14)); len++)
		strbuf_append(r->url, r->text + r->at++, 1);
	colon = reader_byte(r, r->at) == ' ';
	len = reader_at_sign_length(r, r->at + colon);
	if (len) {
		r->signs |= URLGREP_DEFANG_AT;
		r->at += colon + len;
		r->at += reader_byte(r, r->at) == ' ';
	} else if (reader_byte(r, r->at) == '@') {
		r->at++;
	} else {
		return SCAN_NO;
	}
	strbuf_append(r->url, "@", 1);
	if (!reader_read_host(r) || r->signs == 0 || r->labels < 2)
		return SCAN_NO;
	if (reader_byte(r, r->at) == '?' && read_rest(s, r) == SCAN_MORE)
		return SCAN_MORE;
	return finish(s, r, f, end);
}

/* Read a URL whose scheme ends before `scheme_end`. */
static enum scan_answer
read_with_scheme(urlgrep_scanner *s, struct reader *r, size_t scheme_end,
    urlgrep_finding *f, size_t *end)
{
	const char *means;
	enum scan_answer answer = SCAN_NO;

	r->has_scheme = true;
	means = find_scheme(&s->text, s->floor, scheme_end, &r->begin, &r->is_altered);
	if (means == NULL)
		return SCAN_NO;
	r->at = scheme_end;
	r->signs = r->is_altered ? URLGREP_DEFANG_SCHEME : 0;
	if (!r->is_altered && is_ordinary(r))
		return SCAN_NO;
	if (reader_has_word(r, r->at, "[:]"))
		answer = read_own_form(s, r, f, end);
	if (answer != SCAN_NO)
		return answer;
	r->at = scheme_end;
	r->signs = r->is_altered ? URLGREP_DEFANG_SCHEME : 0;
	strbuf_clear(&s->joined);
	strbuf_append_string(&s->joined, means);
	if (strcmp(means, "mailto") == 0)
		return read_mailto(s, r, f, end);
	if (r->is_altered && ascii_lower(r->text[r->begin]) == 't' &&
	    begins_line(&s->text, r->begin))
		return SCAN_NO;
	strbuf_append_string(&s->joined, "://");
	return read_after_scheme(s, r, f, end);
}

/* ---- without a scheme --- */

/* Read a name whose first dot in brackets is at `mark`. */
static enum scan_answer
read_name(urlgrep_scanner *s, struct reader *r, size_t mark, urlgrep_finding *f,
    size_t *end)
{
	enum scan_answer answer;
	size_t host_end;

	if (reader_dot_length(r, mark) == 0)
		return SCAN_NO;
	r->begin = name_find_begin(r, s->floor, mark);
	if (r->begin == SIZE_MAX)
		return SCAN_NO;
	r->at = r->begin;
	r->signs = URLGREP_DEFANG_NO_SCHEME;
	strbuf_clear(&s->joined);
	strbuf_append_string(&s->joined, "http://");
	if (!reader_read_host(r) || r->bracketed_dots == 0)
		return SCAN_NO;
	host_end = r->at;
	answer = read_rest(s, r);
	if (answer != SCAN_YES)
		return answer;
	if (!name_is_likely(r, r->at > host_end) || pattern_signs_has_any(r))
		return SCAN_NO;
	return finish(s, r, f, end);
}

/* ---- all of it --- */

/* Return true if the text at hand is enough to read a host after `mark`. */
static bool
has_enough_text(const struct scan_text *t, size_t mark)
{
	return t->is_last || t->len - mark > 2 * MAX_DEFANGED_HOST_BYTES ||
	    text_line_find_end(t, mark, t->len) < t->len;
}

/* Return true if too many attempts failed in the text around `mark`. */
static bool
has_failed_often(const urlgrep_scanner *s, size_t mark)
{
	const struct refang_marks *m = s->refang_marks;

	return m->failures >= MAX_FAILURES && s->text.origin + mark < m->failed_end;
}

/* Remember that the attempt at `mark` failed, which read up to `end`. */
static void
note_failure(urlgrep_scanner *s, size_t mark, size_t end)
{
	struct refang_marks *m = s->refang_marks;
	uint64_t at = s->text.origin + mark;

	if (at == m->last_failed)
		return; /* it is tried again with more text */
	if (at >= m->failed_end)
		m->failures = 0;
	m->failures++;
	m->last_failed = at;
	if (s->text.origin + end > m->failed_end)
		m->failed_end = s->text.origin + end;
}

/* Return true if nothing is defanged at the colon, as nearly always. */
static bool
is_ordinary_colon(urlgrep_scanner *s, size_t colon)
{
	const struct scan_text *t = &s->text;
	struct reader r = { .text = t->bytes, .len = t->len, .at = colon };

	if (!is_plain_colon(t, colon) && !is_ordinary_http(&r, s->floor, colon) &&
	    (ascii_lower(t->bytes[colon - 1]) != 'o' || !is_ordinary_mailto(&r, colon)))
		return false;
	note_failure(s, colon, r.at);
	return true;
}

/* Read the defanged URL whose mark is at `mark`. */
static enum scan_answer
read_at(urlgrep_scanner *s, size_t mark, urlgrep_finding *finding, size_t *end)
{
	const struct scan_text *t = &s->text;
	struct reader r = { .text = t->bytes, .len = t->len, .url = &s->joined };
	bool is_bracketed = t->bytes[mark] == ':' && is_open_bracket(t->bytes[mark - 1]);
	enum scan_answer answer;

	if (!is_open_bracket(t->bytes[mark]))
		answer = read_with_scheme(s, &r, mark - is_bracketed, finding, end);
	else /* a mark with URLGREP_REFANG_HOSTS only */
		answer = read_name(s, &r, mark, finding, end);
	if (answer == SCAN_NO)
		note_failure(s, mark, r.at);
	return answer;
}

enum scan_answer
refang_read(urlgrep_scanner *s, size_t mark, urlgrep_finding *finding, size_t *end)
{
	if (mark <= s->floor || has_failed_often(s, mark))
		return SCAN_NO;
	if (s->text.bytes[mark] == ':' && is_ordinary_colon(s, mark))
		return SCAN_NO;
	if (!has_enough_text(&s->text, mark))
		return SCAN_MORE;
	return read_at(s, mark, finding, end);
}
