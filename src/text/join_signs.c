/* join_signs.c - evidence for and against the continuation of a bare URL after a line break
 *
 * Each sign belongs to one kind of evidence, and a kind without evidence gives no sign. points.tsv
 * lists the points of each sign and where they come from. */
#include "text/line_break.h"

#include <string.h>

#include "names/name.h"
#include "text/run.h"
#include "unwrap/unwrap.h"
#include "url/scheme.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* A line break to be judged, with the URL before and after it. */
struct join {
	urlgrep_scanner *scanner;
	struct line_break *b;
	const struct candidate *c;
	int score;           /* the points of the signs so far */
	enum join_sign kind; /* the kind of the next line as a whole, or of its first word */
	urlgrep_span joined; /* the URL up to the end of the run */
	urlgrep_span before; /* the URL up to the break: the beginning of joined */
	urlgrep_span run;    /* the run of the next line, in the text */
	urlgrep_span inner;  /* the run up to a mark that closes one before the URL, or all of it */
	bool is_enclosed;    /* there is such a mark */
	bool is_alone;       /* only blanks follow the run in its line */
	bool splits_ending;  /* the break divides a file's ending: ".ht" and "ml" */
};

static const struct {
	const char *name;
	int mail, text;
} sign_table[] = { JOIN_ROWS };

_Static_assert(MAX_JOINS * JOIN_KIND_COUNT <= MAX_SIGNS, "all signs have room");

/* ---- sets of punctuation --- */

#define SENTENCE ".,;:!?"
#define OPENER "([{"
#define CLOSER ")]}"
#define FRONT "=&?%#/_.~"
#define WORD_OPENER "\"'`([{"
#define WORD_CLOSER "\"'`)]}.,;:!?*>"

static bool
has_byte(urlgrep_span s, char c)
{
	return memchr(s.text, c, s.len) != NULL;
}

static char
last_byte(const struct join *j)
{
	return j->before.text[j->before.len - 1];
}

/* ---- names of files and hosts --- */

/* Endings of file names in URLs. */
static const char file_endings[] = "asc asp aspx avi bz2 cgi cpp css csv diff doc dvi eps exe gif git"
    " gz hqx htm html java jpeg jpg js json jsp log md mp3 patch pdf pgp php pl png ppt ps py rtf shtm"
    " shtml sig tar tex text tgz txt xls xml xz xsl zip";
enum { MAX_FILE_ENDING_BYTES = 5 };

/* Those endings of file names that are not English words as well. */
static const char unmistakable_endings[] = "asp aspx bz2 cgi css csv gif htm html jpg php pdf png shtml"
    " tgz txt xml zip";

/* Return true if s ends in a file's ending, such as ".html", perhaps with punctuation after it. */
static bool
ends_as_file(urlgrep_span s)
{
	size_t end = s.len, at;

	while (end > 0 && ascii_is_one_of(s.text[end - 1], SENTENCE ")'"))
		end--;
	for (at = end; at > 0 && ascii_is_alphanumeric(s.text[at - 1]); at--)
		if (end - at == MAX_FILE_ENDING_BYTES)
			return false;
	return at >= 2 && s.text[at - 1] == '.' && word_list_has(file_endings, s.text + at, end - at);
}

/* Return where the path begins, after "//" and the host. */
static size_t
find_path(urlgrep_span url)
{
	const char *slashes = memmem(url.text, url.len, "//", 2);
	size_t host = slashes ? (size_t)(slashes - url.text) + 2 : url.len;

	return host + ascii_until(url.text + host, url.len - host, ASCII_AUTHORITY_END);
}

/* Return true if the break after `before` divides a file's ending: ".ht" and "ml", or "." and
 * "html". In the second case the run must be alone in its line or, in text that is not mail, an
 * ending that is not a word; and the break must be after the host. */
static bool
splits_file_ending(urlgrep_span before, urlgrep_span run, bool is_alone, bool is_text)
{
	char ending[2 * MAX_FILE_ENDING_BYTES];
	size_t len = 0, more = 0, dot;

	while (len < MAX_FILE_ENDING_BYTES && len < before.len &&
	    ascii_is(before.text[before.len - 1 - len], ASCII_ALPHA))
		len++;
	while (more < MAX_FILE_ENDING_BYTES && more < run.len &&
	    ascii_is(run.text[more], ASCII_ALPHA))
		more++;
	dot = before.len - len;
	if (more == 0 || dot == 0 || before.text[dot - 1] != '.')
		return false;
	if (len == 0 && (!(is_alone || (is_text &&
	    word_list_has(unmistakable_endings, run.text, more) &&
	    (more == run.len || !ascii_is(run.text[more], ASCII_LABEL)))) ||
	    find_path(before) >= before.len))
		return false;
	memcpy(ending, before.text + dot, len);
	memcpy(ending + len, run.text, more);
	return word_list_has(file_endings, ending, len + more);
}

/* Return true if the run begins like the rest of a host: "com/x" after a dot (has_dot),
 * "h.example/x" after "//". is_whole: the whole run may be the rest of the host. */
static bool
begins_as_host(urlgrep_span run, bool has_dot, bool is_whole)
{
	size_t i = 0, label = 0;

	for (; i < run.len && !ascii_is(run.text[i], ASCII_AUTHORITY_END) && run.text[i] != ':'; i++) {
		label = run.text[i] == '.' ? 0 : label + 1;
		has_dot = has_dot || (run.text[i] == '.' && i > 0);
		if (!ascii_is_alphanumeric(run.text[i]) &&
		    run.text[i] != '.' && run.text[i] != '-')
			return false;
	}
	return has_dot && label >= 2 && (i < run.len || is_whole);
}

/* Return true if the host at the end of url ends in a top label, a port or an address. */
static bool
has_top_label(urlgrep_span url)
{
	const char *dot = memrchr(url.text, '.', url.len);
	size_t label = dot ? (size_t)(dot + 1 - url.text) : url.len;

	return dot && (url.text[url.len - 1] < 'A' ||
	    top_label_find(url.text + label, url.len - label) != NULL);
}

/* Return true if url ends in its host, which cannot be complete: after "http:" or "http://", or, as
 * in "http://www.", after a label that is a top label of few names or none. */
static bool
ends_in_open_host(urlgrep_span url)
{
	size_t end = url.len - 1;
	const struct top_label *top;
	const char *slashes, *dot;

	if (url.text[end] == '/' && url.text[end - 1] == '/')
		return true;
	if (!ascii_is_one_of(url.text[end], ":.-") || find_path(url) < url.len)
		return false;
	slashes = memmem(url.text, url.len, "//", 2);
	if (slashes == NULL)
		return url.text[end] == ':';
	if (url.text[end] == ':')
		return false; /* a port follows */
	dot = memrchr(slashes, '.', (size_t)(url.text + end - slashes));
	top = dot ? top_label_find(dot + 1, (size_t)(url.text + end - dot - 1)) : NULL;
	return top == NULL || (top->len > 2 && !(top->flags & TOP_STRONG));
}

/* Return true if the URL ends in a label of its host that is not a top label, and the run begins
 * with the next dot. */
static bool
is_cut_before_dot(urlgrep_span before, urlgrep_span run)
{
	return *run.text == '.' && !has_top_label(before) &&
	    ascii_find_authority(before.text, before.len);
}

bool
join_ends_in_host(const struct scan_text *t, const struct candidate *c)
{
	const struct fragment *url = c->fragments;

	if (t->bytes[c->end - 1] == '-')
		return ends_in_open_host(scan_span(t, url->begin, c->end));
	return c->end + 1 == url->end && t->bytes[c->end] == '.' &&
	    ascii_is(t->bytes[c->end - 1], ASCII_ALPHA) &&
	    ends_in_open_host(scan_span(t, url->begin, url->end)) &&
	    ascii_is(scan_byte_at(t, text_line_skip_blanks(t, url->end, t->len)), ASCII_BREAK);
}

/* Return true if url ends in the name of a field, before its value, or in "/~", before the name of
 * a user. The "=" at the end of base64 does not count. */
static bool
ends_before_value(urlgrep_span url)
{
	if (memcmp(url.text + url.len - 2, "/~", 2) == 0)
		return true;
	return url.text[url.len - 1] == '=' && ascii_is(url.text[url.len - 2], ASCII_ALPHA) &&
	    ascii_find_authority(url.text, url.len);
}

/* Return true if the run begins with the rest of a host, perhaps after the slashes of "http:", and
 * that ends in a top label. has_dot: a dot precedes the run. */
static bool
completes_host(urlgrep_span run, bool has_dot)
{
	size_t begin = run.len > 2 && memcmp(run.text, "//", 2) == 0 ? 2 : 0, label;
	size_t end = begin + ascii_span(run.text + begin, run.len - begin, ASCII_HOST);

	while (end > begin && run.text[end - 1] == '.')
		end--;
	for (label = end; label > begin && run.text[label - 1] != '.'; label--)
		;
	return (has_dot || label > begin) && top_label_find(run.text + label, end - label) &&
	    (end == run.len || !ascii_is_alphanumeric(run.text[end]));
}

/* Return true if the host of `before` has no top label, but has one with what the run adds to it
 * before a path: "http://h.exam" and "ple.org/a". */
static bool
completes_label(urlgrep_span before, urlgrep_span joined)
{
	size_t path = find_path(joined);

	return path > before.len && path < joined.len && joined.text[path] == '/' &&
	    !has_top_label(before) && !ascii_has_ending(before.text, before.len, "/localhost") &&
	    has_top_label((urlgrep_span){ joined.text, path });
}

/* ---- identifiers that a line break divides --- */

static bool
is_lower_hex(char c)
{
	return ascii_is(c, ASCII_DIGIT) || (c >= 'a' && c <= 'f');
}

/* Return true if the lower-case hexadecimal digits around the break are the ID of a commit, after a
 * character that is not alphanumeric. */
static bool
divides_commit(const struct join *j)
{
	enum { SHA1_DIGITS = 40, SHA256_DIGITS = 64 };
	size_t begin = j->before.len, end = begin;

	while (begin > 0 && is_lower_hex(j->joined.text[begin - 1]))
		begin--;
	while (end < j->joined.len && is_lower_hex(j->joined.text[end]))
		end++;
	return end > j->before.len && (end - begin == SHA1_DIGITS || end - begin == SHA256_DIGITS) &&
	    (end == j->joined.len ||
		!ascii_is_alphanumeric(j->joined.text[end])) &&
	    begin > 0 && !ascii_is_alphanumeric(j->joined.text[begin - 1]);
}

/* Return true if the break follows a full stop or a slash of a DOI (ISO 26324), as in
 * "https://doi.org/10.1000/a.b", and the run may be its rest, but not a page number. */
static bool
divides_doi(const struct join *j)
{
	enum { MIN_PREFIX_DIGITS = 4, MAX_PAGE_DIGITS = 4 };
	urlgrep_span before = j->before, run = j->run;
	const char *doi;
	size_t rest;

	if (!ascii_is_one_of(last_byte(j), "./") || !ascii_is_alphanumeric(*run.text) ||
	    (ascii_is_capital(*run.text) && ascii_until(run.text, run.len, ASCII_DIGIT) == run.len))
		return false;
	doi = memmem(before.text, before.len, "/10.", 4);
	if (doi == NULL)
		return last_byte(j) == '/' && run.len > 8 && memcmp(run.text, "10.", 3) == 0 &&
		    ascii_span(run.text + 3, run.len - 3, ASCII_DIGIT) >= MIN_PREFIX_DIGITS &&
		    has_byte(run, '/');
	rest = before.len - (size_t)(doi + 4 - before.text);
	if (rest > 0 && ascii_span(doi + 4, rest, ASCII_DIGIT) < MIN_PREFIX_DIGITS)
		return false;
	return !j->is_alone || run.len > MAX_PAGE_DIGITS ||
	    ascii_span(run.text, run.len, ASCII_DIGIT) < run.len;
}

/* ---- the next line --- */

/* Return the end of the marks at `at` that may precede a URL. Marks that may also be inside a URL
 * at a break, such as "=", do not count. */
static size_t
skip_marks(const struct scan_text *t, size_t at, size_t end)
{
	enum { MAX_MARKS = 4 };
	size_t begin = at;

	while (at < end && at - begin < MAX_MARKS && !ascii_is_alphanumeric(t->bytes[at]) &&
	    ascii_is_one_of(t->bytes[at], "!*~_\"'[{(<|@^-"))
		at++;
	return at;
}

bool
text_begins_url(const struct scan_text *t, size_t begin, size_t end)
{
	size_t at = begin + ascii_is_one_of(t->bytes[begin], "<("), word;

	if (end - at > 4 && ascii_is_one_of(t->bytes[at + 3], ".:") &&
	    (ascii_equal(t->bytes + at, "www.", 4) || ascii_equal(t->bytes + at, "ftp.", 4) ||
	    ascii_equal(t->bytes + at, "url:", 4)))
		return true;
	word = skip_marks(t, at, end);
	for (at = word; at < end && at - word <= MAX_SCHEME_BYTES &&
	    ascii_is(t->bytes[at], ASCII_SCHEME); at++)
		;
	return at < end && t->bytes[at] == ':' && (word == begin ||
	    (end - at > 2 && memcmp(t->bytes + at, "://", 3) == 0)) &&
	    scheme_find(t->bytes + word, at - word) != NULL;
}

bool
join_is_before_url(const struct line_break *b)
{
	return text_begins_url(b->text, b->run, b->next_end);
}

/* Frequent words of English and some other languages, and greetings at the end of mail. In
 * next-line.pcre they would take a quarter of the compiled code. */
static const char frequent_words[] = "a about all also an and any are as at be been but by can "
    "cheers could das de der did die do does el en enjoy et for from greetings groeten gruss had "
    "has have he here how hth i if in into is it its just la later le les lg like may merci mfg more "
    "most mvh my no not now of on one only or other our out regards saludos should so some such than "
    "thanks that the their them then there these they this those thus to too und under up us was we "
    "were what when where which who why will with would y you your";

/* Return true if the next line begins with a frequent word, or with several and slashes between
 * them: "and/or". */
static bool
is_frequent(const struct line_break *b)
{
	const char *bytes = b->text->bytes;
	size_t at = b->run, word;

	while (at < b->next_end && ascii_is_one_of(bytes[at], WORD_OPENER))
		at++;
	for (word = at;; word = ++at) {
		while (at < b->next_end && ascii_is(bytes[at], ASCII_ALPHA))
			at++;
		if (at == word || !word_list_has(frequent_words, bytes + word, at - word))
			return false;
		if (b->next_end - at < 2 || bytes[at] != '/' || !ascii_is(bytes[at + 1], ASCII_ALPHA))
			break;
	}
	while (at < b->next_end && ascii_is_one_of(bytes[at], WORD_CLOSER))
		at++;
	return at == b->next_end || ascii_is(bytes[at], ASCII_BLANK);
}

/* Return true if the sign is a veto both in mail and in other text. */
static bool
is_veto(enum join_sign sign)
{
	return sign_table[sign].mail <= JOIN_NEVER && sign_table[sign].text <= JOIN_NEVER;
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
is_apart(const struct candidate *c, urlgrep_span url, bool is_text, const char *text, size_t len)
{
	return len > 0 && !memchr(text, trim_closer_of(c->byte_before), len) &&
	    !splits_file_ending(url, (urlgrep_span){ text, len }, false, is_text);
}

bool
join_is_before_prose(const struct candidate *c, const struct line_break *b)
{
	const char *next = b->text->bytes + b->run, *last = b->text->bytes + b->fragment_end - 1;
	urlgrep_span url = scan_span(b->text, b->fragment_begin, b->fragment_end);

	if (c->fragment_count > 1 || ascii_is_one_of(*last, "-%~=") || last[-1] == '%' ||
	    (b->is_text && ends_in_open_host(url)))
		return false;
	return is_apart(c, url, b->is_text, next, join_prose_length(next, b->next_end - b->run));
}

bool
join_ends_plainly(const struct scan_text *t, const struct candidate *c)
{
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
	text_line_find_next(t, at, &at);
	at = text_line_skip_blanks(t, at, t->len);
	if (ascii_is(scan_byte_at(t, at), ASCII_BREAK))
		return true;
	if (ascii_is(t->bytes[url->end], ASCII_BLANK))
		return false; /* the blank may mark a soft break */
	if (text_begins_url(t, at, t->len))
		return scan_byte_at(t, at + 3) != '.'; /* "www." may continue the URL */
	len = (unsigned char)t->bytes[at] < 0x80 ? join_prose_length(t->bytes + at, t->len - at) : 0;
	return len > 0 && t->bytes[at + len - 1] != '>' && /* "Bill>" is a quote mark */
	    !(len == 3 && ascii_is_one_of(t->bytes[at], "dRr")) && /* the leader of a comment */
	    !ascii_is(t->bytes[text_line_skip_blanks(t, at + len, t->len)], ASCII_BREAK) &&
	    is_apart(c, scan_span(t, url->begin, url->end), false, t->bytes + at, len);
}

/* Return the beginning of the last word of the line if it contains "://"; otherwise 0. */
static size_t
find_last_url(const struct scan_text *t, size_t begin, size_t end)
{
	size_t at = end;

	while (at > begin && !ascii_is(t->bytes[at - 1], ASCII_BLANK))
		at--;
	return ascii_find_authority(t->bytes + at, end - at) ? at : 0;
}

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
	return (hyphens > 0 ? NEXT_LINE_IF_TITLE : 0) |
	    (at > 0 && url.text[at - 1] == '/' && url.len - at >= MIN_ID_BYTES &&
	    digits >= MIN_ID_DIGITS ? NEXT_LINE_IF_MESSAGE_ID : 0);
}

/* Return true if the next line also ends in a URL, in the same column or after the same text. */
static bool
is_of_table(const struct line_break *b)
{
	enum { MIN_WORD_BYTES = 3 }; /* including the blank after the word */
	const struct scan_text *t = b->text;
	size_t url = find_last_url(t, b->word_end, text_line_trim(t, b->run, b->next_end)), n = 0;

	if (url == 0)
		return false;
	while (b->fragment_begin - n > b->line && url - n > b->next_line &&
	    t->bytes[b->fragment_begin - n - 1] == t->bytes[url - n - 1])
		n++;
	return n >= MIN_WORD_BYTES || url - b->next_line == b->fragment_begin - b->line;
}

/* Return true if text[0..len) begins with a name and a colon that no blank or slash follows. */
static bool
begins_with_field(const char *text, size_t len)
{
	size_t name = ascii_span(text, len, ASCII_LABEL);

	return name > 0 && name + 1 < len && text[name] == ':' &&
	    !ascii_is(text[name + 1], ASCII_BLANK) && text[name + 1] != '/';
}

/* Return true if the next line begins like the URL's line, with the same mark or word, or both with
 * a field; or with the mark of the previous line, as in playlists. It is then another item of a
 * list. For the previous line, marks at which a URL may be cut twice in a row do not count. */
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
	if (own < b->fragment_begin && begins_with_field(t->bytes + own, b->fragment_begin - own) &&
	    begins_with_field(t->bytes + b->run, b->next_end - b->run))
		return true;
	return is_mark && is_first && !ascii_is_one_of(mark, "/?&=-") &&
	    text_line_find_previous(t, 0, b->line, &line, &end) && line + (own - b->line) < end &&
	    t->bytes[line + (own - b->line)] == mark;
}

/* Classify the next line. */
static enum join_sign
next_sign(const struct join *j)
{
	enum { MIN_TIME_DIGITS = 8 };
	const struct line_break *b = j->b;
	const char *text = b->text->bytes + b->run;
	size_t len = j->is_enclosed ? j->inner.len : b->next_end - b->run;
	size_t word = j->is_enclosed ? j->inner.len : b->word_end - b->run;
	unsigned conditions = segment_conditions(j->before) | (b->is_text ? NEXT_LINE_IF_TEXT : 0) |
	    (last_byte(j) == '/' ? NEXT_LINE_IF_AFTER_SLASH : 0) |
	    (last_byte(j) == '_' && ascii_is_alphanumeric(j->before.text[j->before.len - 2]) ?
	    NEXT_LINE_IF_UNDERSCORE : 0) |
	    (find_path(j->before) + 1 < j->before.len ? NEXT_LINE_IF_PATH : 0) |
	    (has_byte(j->before, '?') ? NEXT_LINE_IF_QUERY : 0) |
	    (has_byte(j->before, '?') && scan_byte_before(b->text, b->fragment_begin) != '=' ? 0 :
	    NEXT_LINE_IF_NO_FIELD) |
	    (utf8_is_ascii(j->before.text, j->before.len) ? NEXT_LINE_IF_ASCII : 0) |
	    (last_byte(j) == '-' ? NEXT_LINE_IF_HYPHEN : 0) |
	    (last_byte(j) == '=' ? NEXT_LINE_IF_VALUE : 0) |
	    (ascii_is_capital(last_byte(j)) && ascii_is_capital(j->before.text[j->before.len - 2]) ?
	    NEXT_LINE_IF_CAPITALS : 0);
	struct rule_match match;
	enum join_sign sign;
	unsigned rule;

	/* a URL after "?" is the value of a field; one after a time is that of an archived page */
	if (b->is_text && ascii_span(text, word, ASCII_DIGIT) < MIN_TIME_DIGITS &&
	    ascii_find_authority(text, ascii_find(text, word, '?')))
		return SIGN_NEXT_URL;
	if (begins_alike(b, j->c->fragments[0].begin == b->fragment_begin))
		return SIGN_NEXT_LAYOUT;
	rule = rules_find(j->scanner->rules, RULES_NEXT_LINE, conditions, text, len, 0, &match);
	sign = rule ? rules_value(RULES_NEXT_LINE, rule) : SIGN_WORD_OTHER;
	if (b->is_text && !is_veto(sign) && is_of_table(b))
		return SIGN_NEXT_ENDS_IN_URL;
	if (b->is_text && sign != SIGN_NEXT_LAYOUT && divides_doi(j))
		return SIGN_WORD_DOI;
	return !is_veto(sign) && is_frequent(b) ? SIGN_WORD_PROSE : sign;
}

/* ---- the URL's line --- */

static enum join_sign
end_sign(const struct join *j)
{
	const char *last = j->before.text + j->before.len - 1;
	size_t kept = trim_bare_url(j->scanner->rules, j->c->byte_before, j->before.text, j->before.len);

	for (; kept < j->before.len; kept++)
		if (ascii_is_one_of(j->before.text[kept], CLOSER))
			return SIGN_END_CLOSED;
	if (*last == '%' || (last[-1] == '%' && ascii_is(*last, ASCII_HEX)))
		return SIGN_END_ESCAPE_CUT;
	if (memcmp(last - 2, "://", 3) == 0 || (*last == ':' && ends_in_open_host(j->before)))
		return SIGN_END_NO_HOST;
	if (*last == '/' || *last == '_')
		return SIGN_END_SLASH;
	if (ends_before_value(j->before))
		return SIGN_END_VALUE;
	if (ascii_is_one_of(*last, "=&?"))
		return SIGN_END_QUERY;
	return *last == '-' ? SIGN_END_HYPHEN : SIGN_NONE;
}

/* Return true if the break divides or precedes a host, that of the URL or of a URL in it. */
static bool
cuts_host(const struct join *j)
{
	urlgrep_span before = j->before;
	size_t at = before.len;
	char last = last_byte(j);

	while (at > 0 && !ascii_is(before.text[at - 1], ASCII_AUTHORITY_END))
		at--;
	return at > 2 && memcmp(before.text + at - 3, "://", 3) == 0 &&
	    ascii_is_one_of(last, "/.-") && begins_as_host(j->inner, last == '.', at == before.len);
}

static enum join_sign
path_sign(const struct join *j)
{
	urlgrep_span before = j->before;
	size_t at = find_path(before);
	urlgrep_span path = { before.text + at, before.len - at };
	char last = last_byte(j);

	if (at >= before.len && (ends_in_open_host(before) || is_cut_before_dot(before, j->run)) &&
	    completes_host(j->run, last == '.' || *j->run.text == '.') &&
	    (has_byte(j->run, '/') || !is_frequent(j->b)))
		return SIGN_PATH_HOST_OPEN;
	if (cuts_host(j) || (at >= before.len && j->b->is_text && completes_label(before, j->joined)))
		return SIGN_PATH_HOST_CUT;
	if (at >= before.len && *j->run.text == '@')
		return SIGN_PATH_NONE_USER;
	if (at >= before.len)
		return ascii_find_authority(before.text, before.len) && !has_top_label(before) ?
		    SIGN_PATH_NONE_ODD_HOST : SIGN_PATH_NONE;
	if (!j->splits_ending && last != '?' && ends_as_file(path))
		return ascii_is_one_of(*j->run.text, FRONT "+-") ? SIGN_PATH_FILE : SIGN_PATH_FILE_WORD;
	if (path.len == 1 || (path.len == 2 && last == '.'))
		return has_top_label((urlgrep_span){ before.text, at }) ||
		    ascii_has_ending(before.text, at, ".example") /* RFC 2606 */ ? SIGN_NONE :
		    SIGN_PATH_ROOT_WORD_HOST;
	return last == '/' ? SIGN_PATH_DIRECTORY : SIGN_PATH_OPEN;
}

static enum join_sign
before_sign(const struct join *j)
{
	urlgrep_span s = scan_span(j->b->text, j->b->prefix.end, j->b->fragment_begin);

	return ascii_until(s.text, s.len, ASCII_ALPHA) < s.len ? SIGN_BEFORE_TEXT : SIGN_NONE;
}

/* ---- the next line's first word --- */

static enum join_sign
front_sign(const struct join *j)
{
	char c = *j->run.text, second = j->run.len > 1 ? j->run.text[1] : ' ';

	if (c == '/' && last_byte(j) == '/')
		return SIGN_FRONT_SLASHES;
	if (c >= 'a' && c <= 'z')
		return SIGN_FRONT_LOWER;
	if (ascii_is(c, ASCII_DIGIT))
		return SIGN_FRONT_DIGIT;
	if ((ascii_is_one_of(c, "/?&#") && ascii_is_alphanumeric(second)) ||
	    (j->b->is_text && c == '-' && ascii_is_capital(second) && ends_as_file(j->run)))
		return SIGN_FRONT_DELIMITER; /* also "-Readme.md" */
	if (ascii_is_one_of(c, FRONT))
		return SIGN_FRONT_MARK;
	if (ascii_is_one_of(c, OPENER "'"))
		return SIGN_FRONT_BRACKET;
	if (c == '-' && (j->kind == SIGN_WORD_OF_TITLE ||
	    (ascii_is(last_byte(j), ASCII_DIGIT) && ascii_is(second, ASCII_DIGIT))))
		return SIGN_NONE; /* "/106" and "-2129520" */
	return c == '-' || c == '*' ? SIGN_FRONT_HYPHEN : SIGN_NONE;
}

static enum join_sign
word_sign(const struct join *j)
{
	if (is_veto(j->kind))
		return SIGN_NONE; /* the host continues in spite of it */
	if (divides_commit(j))
		return SIGN_WORD_COMMIT_END;
	if (j->splits_ending && !is_frequent(j->b))
		return SIGN_WORD_FILE;
	if (j->kind == SIGN_WORD_LOWER && j->b->text->bytes[j->b->line_end - 1] == '/')
		return SIGN_WORD_LOWER_AFTER_SLASH;
	if (j->kind == SIGN_WORD_LOWER && before_sign(j) == SIGN_BEFORE_TEXT &&
	    (ascii_is_alphanumeric(last_byte(j)) || last_byte(j) == '.'))
		return SIGN_WORD_LOWER_AFTER_TEXT;
	return (j->kind == SIGN_WORD_DOTTED || j->kind == SIGN_WORD_ALPHANUMERIC) &&
	    ends_as_file(j->inner) ? SIGN_WORD_FILE : j->kind;
}

/* Return the sign of a joined URL that ends in a slash or a file name, unless the URL before the
 * break already did. */
static enum join_sign
joined_sign(const struct join *j)
{
	urlgrep_span inner = j->inner;
	size_t path = ascii_until(inner.text, inner.len, ASCII_AUTHORITY_END);

	if (inner.text[inner.len - 1] == '/')
		return SIGN_JOINED_SLASH;
	if (j->splits_ending && last_byte(j) == '.' && (path == inner.len || inner.text[path] != '/') &&
	    ends_as_file((urlgrep_span){ j->joined.text, j->before.len + path }))
		return SIGN_JOINED_AFTER_DOT; /* perhaps with a query or fragment */
	if (!ends_as_file((urlgrep_span){ j->joined.text, j->before.len + inner.len }))
		return SIGN_NONE;
	if (j->splits_ending || (*inner.text == '.' && inner.len > 1 && inner.text[1] != '/' &&
	    !ends_as_file(j->before)))
		return SIGN_JOINED_ENDING;
	return ends_as_file(inner) && !ends_as_file(j->before) ? SIGN_JOINED_FILE : SIGN_NONE;
}

/* Return the sign of a bracket directly before the URL that the next line closes. If that line
 * begins with a word of prose, or a mailbox after a comma, it may enclose more than a URL. */
static enum join_sign
bracket_sign(const struct join *j)
{
	bool is_prose = j->kind == SIGN_WORD_MAILBOX ? last_byte(j) == ',' :
	    ascii_is_alphanumeric(last_byte(j)) &&
	    (j->kind == SIGN_WORD_PROSE || j->kind == SIGN_WORD_LOWER);

	return j->is_enclosed && !is_prose && ascii_is_one_of(j->c->byte_before, OPENER) ?
	    SIGN_BRACKET_CLOSES : SIGN_NONE;
}

/* ---- both lines --- */

/* Return how many blanks follow the quote marks of a line. */
static size_t
indentation(const struct scan_text *t, const struct quote_prefix *p, size_t line)
{
	size_t begin = p->count ? p->end : line;

	while (begin > line && ascii_is(t->bytes[begin - 1], ASCII_BLANK))
		begin--; /* the prefix ends after the blanks */
	return text_line_skip_blanks(t, begin, t->len) - begin;
}

static enum join_sign
indent_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	size_t here = indentation(b->text, &b->prefix, b->line);
	size_t there = indentation(b->text, &b->next_prefix, b->next_line);

	if (here == there || (!b->has_same_prefix && j->is_alone && here <= there + 1))
		return SIGN_INDENT_SAME; /* some programs end the marks with a blank */
	return there > here + 1 && j->is_alone ? SIGN_INDENT_DEEPER : SIGN_INDENT_OTHER;
}

/* A program that rewraps a quoted line leaves lines with fewer marks, but without other text. */
static enum join_sign
prefix_sign(const struct join *j)
{
	if (j->b->has_same_prefix)
		return SIGN_NONE;
	if (!j->is_alone)
		return SIGN_PREFIX_OTHER_TEXT;
	return last_byte(j) == '/' && j->kind != SIGN_WORD_MESSAGE_ID &&
	    j->kind != SIGN_WORD_MESSAGE_ID_SLASH && !divides_commit(j) &&
	    !(has_byte(j->run, '/') && has_byte(j->run, '?')) ?
	    SIGN_PREFIX_OTHER_AFTER_SLASH : SIGN_NONE;
}

/* ---- the lines around --- */

enum {
	SHORT_COLUMNS = 50,
	MIN_CUT_COLUMNS = 55,
	MIN_MARGIN_COLUMNS = 60,
	WIDE_COLUMNS = 65,
	FULL_COLUMNS = 72, /* a usual margin or more */
	USUAL_COLUMNS = 80,
	MAX_COLUMNS = 100,
	MIN_SERVER_COLUMNS = 990, /* mail servers cut lines that are longer than this range */
	MAX_SERVER_COLUMNS = 998,
	MAX_RAGGED_COLUMNS = 8,
	MIN_SIMILAR_LINES = 3 /* enough to show the width of a paragraph */
};

/* The widest lines around. */
struct widths {
	size_t own;         /* the URL's line */
	size_t same_prefix; /* lines with the URL's quote prefix */
	size_t any_prefix;
	size_t paragraph;   /* the lines between blank lines, in text that is not mail */
	size_t similar;     /* of those, lines at most one and a half times as wide as the URL's */
	unsigned similar_count; /* of those, lines at least three quarters as wide as the URL's */
};

static void
count_line_of_paragraph(struct widths *w, size_t width)
{
	if (width > w->paragraph)
		w->paragraph = width;
	if (2 * width > 3 * w->own)
		return;
	if (width > w->similar)
		w->similar = width;
	w->similar_count += 4 * width >= 3 * w->own;
}

/* Count a line. *in_paragraph: there is no blank line between it and the URL's. */
static void
count_line(const struct line_break *b, const struct line_around *line, bool *in_paragraph,
    struct widths *w)
{
	const struct scan_text *t = b->text;
	size_t width = text_line_width(t, line->begin, line->end);
	size_t end = text_line_trim(t, line->begin, line->end), len = end - line->begin;
	const char *bytes = t->bytes + line->begin;
	struct quote_prefix p;

	*in_paragraph = *in_paragraph && ascii_until(bytes, len, ASCII_ALPHA) < len;
	if (*in_paragraph && find_last_url(t, line->begin, end) == 0)
		count_line_of_paragraph(w, width);
	if (width > MAX_COLUMNS || width <= w->same_prefix ||
	    (width > USUAL_COLUMNS && ascii_find_authority(bytes, len)))
		return; /* perhaps only its URL makes it so wide */
	if (width > w->any_prefix)
		w->any_prefix = width;
	quote_prefix_read(t, line->begin, MAX_QUOTE_MARKS, &p);
	if (quote_prefix_equal(&b->prefix, &p))
		w->same_prefix = width;
}

static struct widths
measure_lines(struct line_break *b)
{
	struct widths w = { .own = text_line_width(b->text, b->line, b->line_end) };
	bool in_paragraph = true;
	unsigned i;

	line_break_read_lines_around(b);
	for (i = 0; i < b->line_count; i++) {
		in_paragraph = in_paragraph || i == b->before_count;
		count_line(b, &b->lines[i], &in_paragraph, &w);
	}
	return w;
}

/* Return true if the end of the URL shows that something is missing: a field of a query, or the
 * rest of an escape, of a host or of a file's ending. */
static bool
is_open_end(const struct join *j)
{
	return ascii_is_one_of(last_byte(j), "=&?%#_-") ||
	    j->before.text[j->before.len - 2] == '%' || cuts_host(j) ||
	    (j->splits_ending && last_byte(j) != '.');
}

/* Return true if the URL ends in a delimiter, and the next word looks like a path, a field or a
 * file name. */
static bool
may_go_on_after_delimiter(const struct join *j)
{
	enum join_sign word = word_sign(j);

	return ascii_is_one_of(last_byte(j), "/?&_") && ascii_is_alphanumeric(*j->run.text) &&
	    (word == SIGN_WORD_PATH || word == SIGN_WORD_FILE || word == SIGN_WORD_UNDERSCORE);
}

/* Return the sign of the room for the next word in the URL's line. If there was room, nothing
 * forced the break; but programs break lines after a hyphen anyway, and columns of printed pages
 * have their own margins. */
static enum join_sign
room_sign(const struct join *j, const struct widths *w)
{
	const struct line_break *b = j->b;
	size_t needed = w->own + 1 + text_line_width(b->text, b->run, b->word_end);
	size_t margin = w->own >= SHORT_COLUMNS && w->similar_count >= MIN_SIMILAR_LINES ?
	    w->similar : w->paragraph;

	if (b->is_text && needed >= MIN_MARGIN_COLUMNS && needed > margin)
		return SIGN_ROOM_NO;
	if (b->is_text)
		return may_go_on_after_delimiter(j) ? SIGN_ROOM_YES_DELIMITERS : SIGN_ROOM_YES;
	if (needed < MIN_MARGIN_COLUMNS && !is_open_end(j))
		return SIGN_ROOM_YES; /* the line would be narrower than any margin */
	if (needed <= w->same_prefix && last_byte(j) != '-')
		return SIGN_ROOM_YES;
	return needed <= w->any_prefix ? SIGN_NONE : SIGN_ROOM_NO;
}

/* Return true if the URL's line fills its paragraph's width, and no line is wide enough for the
 * whole URL. Programs that wrap text cut such a word anywhere. */
static bool
is_cut_to_fit(const struct join *j, const struct widths *w)
{
	const struct line_break *b = j->b;

	return b->is_text && j->kind == SIGN_WORD_PATH &&
	    (ends_as_file(j->inner) || has_byte(j->run, '#') || has_byte(j->run, '?')) &&
	    ascii_is_alphanumeric(last_byte(j)) && ascii_is_alphanumeric(*j->run.text) &&
	    w->similar_count >= MIN_SIMILAR_LINES && w->own >= w->similar && w->own <= MAX_COLUMNS &&
	    j->joined.len + indentation(b->text, &b->prefix, b->line) > w->own;
}

/* Return the sign of the width of the URL's line. Between two letters or digits, a URL can be cut
 * only at a margin. */
static enum join_sign
line_sign(const struct join *j, const struct widths *w, enum join_sign room)
{
	bool is_ragged = w->own < FULL_COLUMNS && w->own > w->any_prefix + MAX_RAGGED_COLUMNS &&
	    j->kind != SIGN_WORD_PATH && j->kind != SIGN_WORD_FIELDS && j->kind != SIGN_WORD_OF_TITLE;

	if (is_cut_to_fit(j, w)) {
		j->b->is_cut_to_fit = true;
		return SIGN_LINE_FILLED;
	}
	if ((w->own < MIN_CUT_COLUMNS || is_ragged) && !is_open_end(j) &&
	    ascii_is_alphanumeric(last_byte(j)) && ascii_is_alphanumeric(*j->run.text))
		return SIGN_LINE_NO_MARGIN;
	if (w->own < SHORT_COLUMNS) /* after a hyphen, the next word may not have fit */
		return last_byte(j) == '-' && w->any_prefix >= MIN_MARGIN_COLUMNS &&
		    room == SIGN_ROOM_NO ? SIGN_NONE : SIGN_LINE_SHORT;
	if (w->own >= MIN_SERVER_COLUMNS && w->own <= MAX_SERVER_COLUMNS)
		return SIGN_LINE_LIMIT;
	if (w->own > USUAL_COLUMNS && w->own > w->same_prefix + 4)
		return SIGN_LINE_LONG;
	if (w->own >= w->same_prefix)
		return w->own >= FULL_COLUMNS ? SIGN_LINE_FULL : SIGN_LINE_WIDE;
	return w->own >= WIDE_COLUMNS ? SIGN_LINE_WIDE : SIGN_NONE;
}

/* Return the sign of text after the run, or of the end of the paragraph there. */
static enum join_sign
then_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	const struct line_around *after = &b->lines[b->before_count + 1];
	struct quote_prefix p;

	if (!j->is_alone)
		return SIGN_THEN_TEXT;
	if (b->before_count + 1 == b->line_count)
		return SIGN_THEN_END;
	quote_prefix_read(b->text, after->begin, MAX_QUOTE_MARKS, &p);
	return text_line_is_blank(b->text, p.end, after->end) ? SIGN_THEN_END : SIGN_NONE;
}

/* ---- all signs --- */

/* Return the length of the run up to the mark that closes the one directly before the URL; 0 if
 * none does. RFC 3986, appendix C: double quotes delimit a URL as angle brackets do. groff prints
 * other brackets. */
static size_t
enclosed_length(const struct join *j)
{
	static const char open[] = "\u27E8", close[] = "\u27E9";
	const struct line_break *b = j->b;
	const char *bytes = b->text->bytes, *end = NULL;
	size_t begin = j->c->fragments[0].begin, mark = sizeof(open) - 1;
	char opener = j->c->byte_before, closer = trim_closer_of(opener);
	char next = scan_byte_at(b->text, b->run_end);

	if (ascii_is_one_of(opener, OPENER) && !has_byte(j->run, opener) && !has_byte(j->before, closer))
		end = memchr(j->run.text, closer, j->run.len + (next == closer));
	else if (begin >= mark && memcmp(bytes + begin - mark, open, mark) == 0)
		end = memmem(j->run.text, j->run.len, close, mark);
	else if (opener == '>' ? next == '<' && scan_byte_at(b->text, b->run_end + 1) == '/' :
	    next == opener && ascii_is_one_of(opener, b->is_text ? "\"'`" : "\""))
		end = j->run.text + j->run.len;
	return end ? (size_t)(end - j->run.text) : 0;
}

/* Prepare to judge the break b before the last fragment of c. */
static struct join
begin_join(urlgrep_scanner *s, const struct candidate *c, struct line_break *b, urlgrep_span joined)
{
	struct join j = { .scanner = s, .b = b, .c = c, .joined = joined };

	j.run = scan_span(b->text, b->run, b->run_end);
	j.before = (urlgrep_span){ joined.text, joined.len - j.run.len };
	j.is_alone = text_line_is_blank(b->text, b->run_end, b->next_end);
	j.inner = (urlgrep_span){ j.run.text, enclosed_length(&j) };
	j.is_enclosed = j.inner.len > 0;
	if (!j.is_enclosed)
		j.inner = j.run;
	j.kind = next_sign(&j);
	j.splits_ending = splits_file_ending(j.before, j.run, j.is_alone, b->is_text);
	return j;
}

/* Return true if j->kind is a veto and decides alone. If the next line may continue a host, it does
 * not. */
static bool
is_vetoed(const struct join *j)
{
	return is_veto(j->kind) && !(j->b->is_text && j->kind != SIGN_NEXT_URL &&
	    *j->run.text != '.' && path_sign(j) == SIGN_PATH_HOST_OPEN);
}

/* Return true if the backslash at the end of the URL's line also ends the URL. In Markdown, it is a
 * hard line break. */
static bool
ends_markdown(const struct join *j)
{
	return j->kind == SIGN_WORD_PROSE || (j->b->is_text && (j->kind == SIGN_WORD_LOWER ||
	    (ends_as_file(j->before) && ascii_is_alphanumeric(*j->run.text))));
}

/* Add the points of a sign to the score, and store the sign if it has any. */
static void
add_sign(struct join *j, enum join_sign sign)
{
	int points = j->b->is_text ? sign_table[sign].text : sign_table[sign].mail;

	if (points == 0)
		return;
	j->score += points;
	j->scanner->signs[j->scanner->sign_count++] = (urlgrep_sign){ sign_table[sign].name, points,
		j->c->fragment_count - 1 };
}

/* Add the signs of the URL and of the lines before and after the break. */
static void
add_text_signs(struct join *j)
{
	add_sign(j, SIGN_BASE);
	add_sign(j, end_sign(j));
	add_sign(j, path_sign(j));
	add_sign(j, before_sign(j));
	add_sign(j, front_sign(j));
	add_sign(j, j->is_enclosed && !ascii_is_one_of(j->c->byte_before, OPENER) ? SIGN_QUOTED :
	    word_sign(j));
	add_sign(j, joined_sign(j));
	add_sign(j, bracket_sign(j));
	add_sign(j, indent_sign(j));
	add_sign(j, prefix_sign(j));
	if (wrapper_shape_of(j->before.text, j->before.len) == SHAPE_OPEN)
		add_sign(j, SIGN_WRAPPER_CUT);
}

/* Add the signs of the lines around the break. */
static void
add_line_signs(struct join *j)
{
	struct widths w = measure_lines(j->b);
	enum join_sign room = room_sign(j, &w);

	/* a later line may be the short rest of a wrapped line: its width is no evidence */
	if (j->c->fragment_count == 2 || w.own >= SHORT_COLUMNS) {
		add_sign(j, room);
		add_sign(j, line_sign(j, &w, room));
	}
	add_sign(j, then_sign(j));
}

/* Return the score of a break between two string literals. Without a delimiter at the break, the
 * second literal may be another item of a list, unless the URL has quotation marks of its own
 * within the first literal. */
static int
score_literals(const struct join *j)
{
	const char *bytes = j->b->text->bytes, *next = j->run.text;
	char quote = bytes[j->b->fragment_end], opener = j->c->byte_before;

	if (j->run.len == 1 && ascii_is_one_of(*next, "-*"))
		return JOIN_NEVER; /* an item of a list */
	if (!ascii_is_alphanumeric(bytes[j->b->fragment_end - 1]) || ascii_is_one_of(*next, "/?&#=+>_") ||
	    (*next == '.' && j->run.len > 1 && ascii_is_alphanumeric(next[1])) ||
	    (opener != quote && ascii_is_one_of(opener, "\"'")))
		return JOIN_CERTAIN;
	return opener == quote && ascii_is(*next, ASCII_SMALL | ASCII_DIGIT) && !is_vetoed(j) ?
	    JOIN_LIKELY : JOIN_NEVER;
}

int
join_score(urlgrep_scanner *s, const struct candidate *c, struct line_break *b, urlgrep_span joined)
{
	enum { MAX_POINTS_AROUND = MAX_ROOM_POINTS + MAX_LINE_POINTS + MAX_THEN_POINTS };
	struct join j = begin_join(s, c, b, joined);

	if (b->mark == MARK_BACKSLASH && ends_markdown(&j))
		return JOIN_NEVER;
	if (b->mark == MARK_LITERAL)
		return score_literals(&j);
	if (b->mark != MARK_NONE)
		return b->mark > MARK_HYPHEN && is_vetoed(&j) ? JOIN_NEVER : JOIN_CERTAIN;
	if (is_vetoed(&j)) {
		add_sign(&j, j.kind);
		return j.score;
	}
	add_text_signs(&j);
	if (j.score + MAX_POINTS_AROUND >= JOIN_POSSIBLE)
		add_line_signs(&j); /* only then can they change the decision */
	return j.score;
}
