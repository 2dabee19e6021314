/* join_next_line.c - what the line after a bare URL shows: text of its own, or the URL's rest */
#include "text/join_signs.h"

#include <string.h>

#include "text/rules.h"
#include "text/run.h"
#include "util/ascii.h"
#include "util/utf8.h"

#define WORD_OPENER "\"'`([{"
#define WORD_CLOSER "\"'`)]}.,;:!?*>"

/* ---- URLs --- */

enum { TIME_DIGITS = 14, MIN_TIME_DIGITS = 8 }; /* in the URL of an archived page */

/* Return true if the URL ends in the time of an archived page, whose own URL follows:
 * "https://web.archive.org/web/20150315054838/". */
static bool
ends_in_time(const struct scan_text *t, size_t begin, size_t end)
{
	static const char archive[] = "://web.archive.org/web/";
	size_t at = scan_floor(end, TIME_DIGITS + 1, begin);

	return t->bytes[end - 1] == '/' &&
	    ascii_span(t->bytes + at, end - at, ASCII_DIGIT) == TIME_DIGITS &&
	    ascii_has_ending(t->bytes + begin, at - begin, archive);
}

/* Return true if the URL ends before a host: in "//", or in an escaped slash such as the last one of
 * a redirector's "%3A%2F%2F", unless it is the value of a field of a URL that was not joined. */
static bool
ends_before_host(const struct scan_text *t, size_t begin, size_t end)
{
	const char *last = t->bytes + end;

	return (memcmp(last - 2, "//", 2) == 0 || ascii_equal(last - 3, "%2f", 3)) &&
	    scan_byte_before(t, begin) != '=';
}

/* Return true if text[next..end) begins with another URL than text[begin..url_end), which precedes
 * the line break. The URL of an archived page may continue that one; so may a "www." or the like if
 * it ends before a host. */
static bool
is_before_url(const urlgrep_scanner *s, size_t begin, size_t url_end, size_t next, size_t end)
{
	const struct scan_text *t = &s->text;

	return line_begins_url(s, next, end) && !ends_in_time(t, begin, url_end) &&
	    !(scan_byte_at(t, next + 3) == '.' && ends_before_host(t, begin, url_end));
}

bool
join_is_before_url(const urlgrep_scanner *s, const struct line_break *b)
{
	return is_before_url(s, b->fragment_begin, b->unmarked_end, b->run, b->next_end);
}

size_t
join_find_last_url(const struct scan_text *t, size_t begin, size_t end)
{
	size_t word, at;
	const char *authority;

	if (ascii_find_authority(t->bytes + begin, end - begin) == NULL)
		return SIZE_MAX; /* the usual case */
	word = begin + ascii_after_space(t->bytes + begin, end - begin);
	authority = ascii_find_authority(t->bytes + word, end - word);
	if (authority == NULL)
		return SIZE_MAX;
	at = (size_t)(authority - t->bytes);
	while (at > word && ascii_is(t->bytes[at - 1], ASCII_SCHEME))
		at--;
	return at;
}

/* ---- words of prose --- */

/* Frequent words of English and some other languages, and greetings at the end of mail. In
 * next-line.pcre they would take a quarter of the compiled code. */
static const char frequent_words[] = "a about above again all also an and any are as at be "
    "been below but by can cheers could das de der did die do does el en enjoy et for from "
    "greetings groeten gruss had has have he here how hth i if in instead into is it its just "
    "la later le les lg like may merci mfg more most mvh my no not now of on one only or other "
    "our out regards saludos should so some such than thanks that the their them then there "
    "these they this those thus to too und under up us was we were what when where which who "
    "why will with would y you your";

bool
join_is_frequent(const struct line_break *b)
{
	const char *bytes = b->text->bytes;
	size_t at = b->run, word;

	while (at < b->next_end && ascii_is_one_of(bytes[at], WORD_OPENER))
		at++;
	for (word = at;; word = ++at) {
		at += ascii_span(bytes + at, b->next_end - at, ASCII_ALPHA);
		if (at == word || !word_list_has(frequent_words, bytes + word, at - word))
			return false;
		if (b->next_end - at < 2 || bytes[at] != '/' || !ascii_is(bytes[at + 1], ASCII_ALPHA))
			break;
	}
	while (at < b->next_end && ascii_is_one_of(bytes[at], WORD_CLOSER))
		at++;
	return at == b->next_end || ascii_is(bytes[at], ASCII_BLANK);
}

size_t
join_prose_length(const char *text, size_t len)
{
	size_t at = 0, word;

	while (at < len && ascii_is_one_of(text[at], WORD_OPENER))
		at++;
	for (word = at; at < len && (ascii_is(text[at], ASCII_ALPHA) || text[at] == '\'' ||
	    (unsigned char)text[at] >= 0x80); at++)
		;
	if (at == word)
		return 0;
	while (at < len && ascii_is_one_of(text[at], WORD_CLOSER))
		at++;
	for (word = at; at < len && ascii_is(text[at], ASCII_BLANK); at++)
		;
	return at > word && at < len ? word : 0;
}

/* Return true if text[0..len) is a word of prose (none if len is 0) that cannot belong to the
 * URL. */
static bool
cannot_belong(const struct candidate *c, urlgrep_span url, bool is_text, const char *text, size_t len)
{
	return len > 0 && !memchr(text, trim_closer_of(c->opener), len) &&
	    !join_splits_extension(url, (urlgrep_span){ text, len }, false, is_text);
}

bool
join_may_be_cut(const struct scan_text *t, const struct fragment *url, size_t next)
{
	enum { MIN_BYTES = 40, MAX_BEFORE_BYTES = 40 };
	size_t at = url->begin, floor = scan_floor(at, MAX_BEFORE_BYTES, 0);

	if (url->end - at < MIN_BYTES || !ascii_is(t->bytes[next], ASCII_SMALL))
		return false;
	while (at > floor && (ascii_is(t->bytes[at - 1], ASCII_BLANK | ASCII_DIGIT) ||
	    ascii_is_one_of(t->bytes[at - 1], "[].")))
		at--; /* "[1] http://h/a" */
	return ascii_is(scan_byte_before(t, at), ASCII_BREAK);
}

bool
join_is_before_prose(const struct candidate *c, const struct line_break *b)
{
	const char *next = b->text->bytes + b->run, *last = b->text->bytes + b->unmarked_end - 1;
	urlgrep_span url = scan_span(b->text, b->fragment_begin, b->unmarked_end);

	if (c->fragment_count > 1 || ascii_is_one_of(*last, "-%~=") || last[-1] == '%' ||
	    (b->is_text && join_ends_in_open_host(url)))
		return false;
	return cannot_belong(c, url, b->is_text, next, join_prose_length(next, b->next_end - b->run)) &&
	    !(b->is_text && join_may_be_cut(b->text, c->fragments, b->run));
}

bool
join_ends_plainly(const urlgrep_scanner *s, const struct candidate *c)
{
	const struct scan_text *t = &s->text;
	const struct fragment *url = c->fragments;
	size_t at = url->end, len;
	char last = t->bytes[at - 1];

	if (at == t->len || !(ascii_is_alphanumeric(last) || last == '/') || t->bytes[at - 2] == '%')
		return false;
	if (!ascii_is_space(t->bytes[at]))
		return (unsigned char)t->bytes[at] < 0x80 && !ascii_is_one_of(t->bytes[at], "\\\"'");
	at = text_line_skip_blanks(t, at, t->len);
	if (at == t->len || !ascii_is(t->bytes[at], ASCII_BREAK))
		return at < t->len && (unsigned char)t->bytes[at] < 0x80;
	at = text_line_find_next(t, at);
	at = text_line_skip_blanks(t, at, t->len);
	if (ascii_is(scan_byte_at(t, at), ASCII_BREAK))
		return true;
	if (ascii_is(t->bytes[url->end], ASCII_BLANK))
		return false; /* the blank may mark a soft break */
	if (is_before_url(s, url->begin, url->end, at, t->len))
		return true;
	len = (unsigned char)t->bytes[at] < 0x80 ? join_prose_length(t->bytes + at, t->len - at) : 0;
	return len > 0 && t->bytes[at + len - 1] != '>' && /* "Bill>" is a quote mark */
	    !(len == 3 && ascii_is_one_of(t->bytes[at], "dRr")) && /* the leader of a comment */
	    !ascii_is(t->bytes[text_line_skip_blanks(t, at + len, t->len)], ASCII_BREAK) &&
	    cannot_belong(c, scan_span(t, url->begin, url->end), false, t->bytes + at, len) &&
	    !join_may_be_cut(t, url, at);
}

/* ---- the signs --- */

/* Return the conditions of next-line.pcre that are true for the URL's last segment. */
static unsigned
segment_conditions(urlgrep_span url)
{
	enum { MIN_ID_BYTES = 8, MIN_ID_DIGITS = 4 };
	unsigned hyphens = 0, digits = 0;
	size_t at = url.len;

	for (; at > 0 && !ascii_is_one_of(url.text[at - 1], "/?"); at--) {
		hyphens += url.text[at - 1] == '-';
		digits += ascii_is(url.text[at - 1], ASCII_DIGIT);
	}
	return condition_if(NEXT_LINE_IF_TITLE, hyphens > 0) |
	    condition_if(NEXT_LINE_IF_MESSAGE_ID, at > 0 && url.text[at - 1] == '/' &&
	    url.len - at >= MIN_ID_BYTES && digits >= MIN_ID_DIGITS);
}

/* Return true if the URL begins the value of an attribute, '="http://h/a'. */
static bool
begins_attribute(const struct join *j)
{
	return j->c->opener == '"' &&
	    scan_byte_before(j->b->text, j->c->fragments[0].begin - 1) == '=';
}

/* Return the conditions of next-line.pcre that are true for the text and the URL. */
static unsigned
next_line_conditions(const struct join *j)
{
	urlgrep_span url = j->url;
	char last = last_byte(j), previous = url.text[url.len - 2];
	bool has_query = has_byte(url, '?');
	bool is_root = last == '/' && j->path + 1 == url.len;

	return segment_conditions(url) |
	    condition_if(NEXT_LINE_IF_TEXT, j->b->is_text) |
	    condition_if(NEXT_LINE_IF_NAMESPACE, ascii_is_alphanumeric(last) &&
	    (ascii_begins_with(url.text, url.len, "urn:") || begins_attribute(j))) |
	    condition_if(NEXT_LINE_IF_AFTER_SLASH, last == '/') |
	    condition_if(NEXT_LINE_IF_WIKI, ascii_has_ending(url.text, url.len, "wiki/") ||
	    (is_root && memmem(url.text, url.len, "://wiki.", 8))) |
	    condition_if(NEXT_LINE_IF_UNDERSCORE, last == '_' && ascii_is_alphanumeric(previous)) |
	    condition_if(NEXT_LINE_IF_HYPHEN, last == '-') |
	    condition_if(NEXT_LINE_IF_VALUE, last == '=') |
	    condition_if(NEXT_LINE_IF_CAPITALS, ascii_is_capital(last) && ascii_is_capital(previous)) |
	    condition_if(NEXT_LINE_IF_PATH, j->path + 1 < url.len) |
	    condition_if(NEXT_LINE_IF_QUERY, has_query) |
	    condition_if(NEXT_LINE_IF_NO_FIELD, !has_query ||
	    scan_byte_before(j->b->text, j->b->fragment_begin) == '=') |
	    condition_if(NEXT_LINE_IF_ASCII, utf8_is_ascii(url.text, url.len)) |
	    condition_if(NEXT_LINE_IF_NOT_ENCLOSED, !j->is_enclosed);
}

/* Return true if the next line begins with a word of letters and digits, and the URL does not end
 * before a value. */
static bool
begins_with_word(const struct line_break *b)
{
	const char *bytes = b->text->bytes;
	size_t at = b->run;

	while (at < b->word_end && ascii_is_alphanumeric(bytes[at]))
		at++;
	return at == b->word_end && !ascii_is_one_of(bytes[b->unmarked_end - 1], "=&?");
}

/* Return true if bytes[begin..end) are blanks and one word with a slash that begins with a letter or
 * digit, "a/b". */
static bool
is_path(const struct scan_text *t, size_t begin, size_t end)
{
	end = text_line_trim(t, begin, end);
	begin = text_line_skip_blanks(t, begin, end);
	return ascii_is_alphanumeric(scan_byte_at(t, begin)) &&
	    memchr(t->bytes + begin, '/', end - begin) &&
	    ascii_until(t->bytes + begin, end - begin, ASCII_BLANK) == end - begin;
}

/* Return true if the next line also ends in a URL, in the same column or after the same text, which
 * may be a colon or a bar, or if each line is a path and a URL (rule J5). */
static bool
is_of_table(const struct line_break *b)
{
	enum { MIN_WORD_BYTES = 3 }; /* including the blank after the word */
	const struct scan_text *t = b->text;
	size_t url = join_find_last_url(t, b->word_end, text_line_trim(t, b->run, b->next_end)), n = 0;

	if (url == SIZE_MAX)
		return false;
	while (b->fragment_begin - n > b->line && url - n > b->next_line &&
	    t->bytes[b->fragment_begin - n - 1] == t->bytes[url - n - 1])
		n++;
	return n >= MIN_WORD_BYTES || url - b->next_line == b->fragment_begin - b->line ||
	    (is_path(t, b->line, b->fragment_begin) && is_path(t, b->next_line, url)) ||
	    (n > 0 && ascii_is_one_of(t->bytes[url - 1], ":|")) ||
	    (n == 2 && memcmp(t->bytes + url - 2, ": ", 2) == 0 && begins_with_word(b));
}

/* Return true if the next line begins with the same mark or word as the URL's line, or with the mark
 * of the line before that, as in playlists. It is then another item of a list. For the line before,
 * marks at which a URL may be cut twice in a row do not count (rule J5). */
static bool
begins_alike(const struct line_break *b, bool is_first)
{
	const struct scan_text *t = b->text;
	size_t own = b->line + (b->run - b->next_line), len = b->word_end - b->run, line, end;
	char mark = t->bytes[b->run];
	bool is_mark = !ascii_is_alphanumeric(mark) && (unsigned char)mark < 0x80;

	if (own + (is_mark ? 1 : len) <= b->fragment_begin &&
	    memcmp(t->bytes + own, t->bytes + b->run, is_mark ? 1 : len) == 0)
		return true;
	return is_mark && is_first && !ascii_is_one_of(mark, "/?&=-") &&
	    text_line_find_previous(t, scan_floor(b->line, MAX_LOOKBEHIND_BYTES, 0), b->line, &line,
	    &end) && line + (own - b->line) < end &&
	    t->bytes[line + (own - b->line)] == mark;
}

enum join_sign
join_next_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	const char *text = b->text->bytes + b->run;
	size_t len = j->is_enclosed ? j->inner.len : b->next_end - b->run;
	size_t word = j->is_enclosed ? j->inner.len : b->word_end - b->run;
	struct rule_match match;
	enum join_sign sign;
	unsigned rule;

	/* a URL after "?" is the value of a field; one after a time is that of an archived page. If
	 * this URL ends before its host, the next line begins with that, not with another URL. */
	if (b->is_text && ascii_span(text, word, ASCII_DIGIT) < MIN_TIME_DIGITS &&
	    !join_ends_in_open_host(j->url) &&
	    !ends_in_time(b->text, b->fragment_begin, b->unmarked_end) &&
	    ascii_find_authority(text, ascii_find(text, word, '?')))
		return SIGN_NEXT_URL;
	if (begins_alike(b, j->c->fragments[0].begin == b->fragment_begin))
		return SIGN_NEXT_LAYOUT;
	rule = rules_find(j->scanner->rules, RULES_NEXT_LINE, next_line_conditions(j), text, len, 0,
	    &match);
	sign = rule ? rules_value(RULES_NEXT_LINE, rule) : SIGN_WORD_OTHER;
	if (b->is_text && !join_is_veto(sign) && is_of_table(b))
		return SIGN_NEXT_ENDS_IN_URL;
	if (b->is_text && sign != SIGN_NEXT_LAYOUT && join_divides_doi(j))
		return SIGN_WORD_DOI;
	return !join_is_veto(sign) && join_is_frequent(b) ? SIGN_WORD_PROSE : sign;
}

/* Return true if the run begins like the rest of a name: "-Readme.md", "_presentation.pdf", or alone
 * in its line "_Extortion_Attack", which is neither emphasized nor the name of a function. */
static bool
begins_as_rest(const struct join *j)
{
	urlgrep_span run = j->run;
	bool is_capital = run.len > 1 && ascii_is_capital(run.text[1]);

	if (!j->b->is_text || (*run.text != '_' && !(*run.text == '-' && is_capital)))
		return false;
	return join_ends_as_file(run) || (*run.text == '_' && is_capital && j->is_alone &&
	    memchr(run.text + 1, '_', run.len - 1) && run.text[run.len - 1] != '_');
}

enum join_sign
join_front_sign(const struct join *j)
{
	char c = *j->run.text, second = j->run.len > 1 ? j->run.text[1] : ' ';
	size_t fragment = ascii_find(j->url.text, j->url.len, '#');

	if (c == '/' && (last_byte(j) == '/' || (j->b->is_text && fragment + 1 < j->url.len &&
	    !memchr(j->url.text + fragment, '/', j->url.len - fragment))))
		return SIGN_FRONT_SLASHES; /* "#!/a" is a fragment with a path */
	if (c >= 'a' && c <= 'z')
		return SIGN_FRONT_LOWER;
	if (ascii_is(c, ASCII_DIGIT))
		return SIGN_FRONT_DIGIT;
	if ((ascii_is_one_of(c, "/?&#") && ascii_is_alphanumeric(second)) || begins_as_rest(j))
		return SIGN_FRONT_DELIMITER;
	if (ascii_is_one_of(c, FRONT))
		return SIGN_FRONT_MARK;
	if (ascii_is_one_of(c, OPENER "'"))
		return SIGN_FRONT_BRACKET;
	if (c == '-' && (j->next_sign == SIGN_WORD_OF_TITLE ||
	    (ascii_is(last_byte(j), ASCII_DIGIT) && ascii_is(second, ASCII_DIGIT))))
		return SIGN_NONE; /* "/106" and "-2129520" */
	return c == '-' || c == '*' ? SIGN_FRONT_HYPHEN : SIGN_NONE;
}

enum join_sign
join_word_sign(const struct join *j)
{
	if (join_is_veto(j->next_sign))
		return SIGN_NONE; /* the host continues in spite of it */
	if (join_divides_commit(j))
		return SIGN_WORD_COMMIT_END;
	if (j->splits_extension && !join_is_frequent(j->b))
		return SIGN_WORD_FILE;
	if (j->next_sign == SIGN_WORD_LOWER && j->b->text->bytes[j->b->line_end - 1] == '/')
		return SIGN_WORD_LOWER_AFTER_SLASH;
	if (j->next_sign == SIGN_WORD_LOWER && join_has_text_before(j) &&
	    (ascii_is_alphanumeric(last_byte(j)) || last_byte(j) == '.'))
		return SIGN_WORD_LOWER_AFTER_TEXT;
	return (j->next_sign == SIGN_WORD_DOTTED || j->next_sign == SIGN_WORD_ALPHANUMERIC) &&
	    join_ends_as_file(j->inner) ? SIGN_WORD_FILE : j->next_sign;
}
