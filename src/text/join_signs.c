/* join_signs.c - evidence for and against the continuation of a bare URL after a line break
 *
 * Each sign is of one kind. points.tsv lists the points of each sign and their source. A kind
 * without evidence gives no sign. */
#include "text/join_signs.h"

#include <string.h>

#include "names/suffix.h"
#include "text/bare.h"
#include "unwrap/unwrap.h"
#include "url/scheme.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* ---- sets of punctuation --- */

#define SENTENCE ".,;:!?"
#define OPENER "([{"
#define CLOSER ")]}"
#define SEARCH "=&?"
#define FIELD "=&?%#_"
#define PART "=&?%#/"
#define FRONT "=&?%#/_.~"
#define HOST_END "/?#"
#define WORD_OPENER "\"'`([{"
#define WORD_CLOSER "\"'`)]}.,;:!?*>"

/* Return true if a byte of s is in the set. */
static bool
has_any(urlgrep_span s, const char *set)
{
	size_t i = 0;

	while (i < s.len && (ascii_is_alphanumeric(s.text[i]) || !ascii_is_one_of(s.text[i], set)))
		i++;
	return i < s.len;
}

/* Return true if a byte of s is of one of the classes of ascii.h. */
static bool
has_class(urlgrep_span s, unsigned classes)
{
	size_t i = 0;

	while (i < s.len && !ascii_is(s.text[i], classes))
		i++;
	return i < s.len;
}

static bool
has_byte(urlgrep_span s, char c)
{
	return memchr(s.text, c, s.len) != NULL;
}

/* Return the mark that ends what the bracket or quotation mark begins; any other character ends itself. */
static char
closer_of(char opener)
{
	return opener == '(' ? ')' : opener == '[' ? ']' : opener == '{' ? '}' : opener;
}

/* ---- names of files, hosts and titles --- */

/* Endings of file names in URLs. */
static const char file_endings[] = " asc asp aspx avi bz2 cgi cpp css csv diff doc dvi eps exe gif git gz"
    " hqx htm html java jpeg jpg js json jsp log md mp3 patch pdf pgp php pl png ppt ps py rtf shtm"
    " shtml sig tar tex text tgz txt xls xml xz zip ";
enum { MAX_FILE_ENDING_BYTES = 5 };

/* Return true if s ends in a file's ending, such as ".html", perhaps with punctuation after it. */
static bool
ends_as_file(urlgrep_span s)
{
	char ending[MAX_FILE_ENDING_BYTES + 3] = " ";
	size_t end = s.len, at;

	while (end > 0 && (ascii_is_one_of(s.text[end - 1], SENTENCE) || s.text[end - 1] == '\''))
		end--;
	for (at = end; at > 0 && ascii_is(s.text[at - 1], ASCII_ALPHA | ASCII_DIGIT); at--)
		if (end - at == MAX_FILE_ENDING_BYTES)
			return false;
	if (at < 2 || at == end || s.text[at - 1] != '.')
		return false;
	memcpy(ending + 1, s.text + at, end - at);
	ending[1 + end - at] = ' ';
	return strstr(file_endings, ending) != NULL;
}

/* Return where the path begins, after "//" and the host. */
static size_t
find_path(urlgrep_span url)
{
	size_t at = 2;

	while (at < url.len && (url.text[at - 2] != '/' || url.text[at - 1] != '/'))
		at++;
	while (at < url.len && (ascii_is_alphanumeric(url.text[at]) ||
	    !ascii_is_one_of(url.text[at], HOST_END)))
		at++;
	return at;
}

/* Return true if the break after `before` is within a file's ending: ".ht" and "ml", or "." and
 * "html", if that is all of its line and not the end of a host. */
static bool
splits_file_ending(urlgrep_span before, urlgrep_span run, bool is_alone)
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
	if (more == 0 || dot == 0 || before.text[dot - 1] != '.' ||
	    (len == 0 && (!is_alone || find_path(before) >= before.len)))
		return false;
	memcpy(ending, before.text + dot, len);
	memcpy(ending + len, run.text, more);
	return word_list_has(file_endings, ending, len + more);
}

/* Return true if the host does not end as usual, in a domain of two to four letters:
 * "localhost:80", "a.example". */
static bool
has_odd_host(urlgrep_span url)
{
	const char *host = memmem(url.text, url.len, "//", 2);
	const char *end = url.text + url.len, *dot = NULL, *p;

	for (p = host ? host + 2 : end; p < end && *p != ':'; p++)
		if (*p == '.' && p + 1 < end)
			dot = p;
	return host && (dot == NULL || p - dot < 3 || p - dot > 5);
}

/* Return true if the run begins like the rest of a host: "com/x" after a dot (has_dot),
 * "h.example/x" after "//". is_whole: the rest of the host may be the whole run. */
static bool
begins_as_host(urlgrep_span run, bool has_dot, bool is_whole)
{
	size_t i = 0, label = 0;

	for (; i < run.len && !ascii_is_one_of(run.text[i], HOST_END) && run.text[i] != ':'; i++) {
		label = run.text[i] == '.' ? 0 : label + 1;
		has_dot = has_dot || (run.text[i] == '.' && i > 0);
		if (!ascii_is(run.text[i], ASCII_ALPHA | ASCII_DIGIT) &&
		    run.text[i] != '.' && run.text[i] != '-')
			return false;
	}
	return has_dot && label >= 2 && (i < run.len || is_whole);
}

/* Return true if the host that ends with url ends in a top label. */
static bool
has_top_label(urlgrep_span url)
{
	const char *dot = memrchr(url.text, '.', url.len);
	size_t label = dot ? (size_t)(dot + 1 - url.text) : url.len;

	return dot && (url.text[url.len - 1] < 'A' || /* a port, an address */
	    top_label_find(url.text + label, url.len - label) != NULL);
}

static unsigned
count_hyphens(urlgrep_span s)
{
	unsigned n = 0;
	size_t i;

	for (i = 0; i < s.len; i++)
		n += s.text[i] == '-';
	return n;
}

/* Return true if the run goes on with a row of words, as titles become paths: "ions-on-debian"
 * after ".../how-to-install-2-different-r-vers". */
static bool
continues_title(const struct join *j)
{
	enum { MIN_HYPHENS = 3 };
	const char *slash = memrchr(j->before.text, '/', j->before.len);
	unsigned here, there = count_hyphens(j->run);

	if (slash == NULL || there == 0)
		return false;
	here = count_hyphens((urlgrep_span){ slash,
		(size_t)(j->before.text + j->before.len - slash) });
	return here > 0 && here + there >= MIN_HYPHENS;
}

/* ---- identifiers that a line break divides --- */

static size_t
count_class(urlgrep_span s, unsigned classes)
{
	size_t n = 0, i;

	for (i = 0; i < s.len; i++)
		n += ascii_is(s.text[i], classes);
	return n;
}

static bool
is_lower_hex(char c)
{
	return ascii_is(c, ASCII_DIGIT) || (c >= 'a' && c <= 'f');
}

/* Return true if the lower-case hexadecimal digits around the break are the id of a commit, and a
 * mark is before them. */
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
		!ascii_is(j->joined.text[end], ASCII_ALPHA | ASCII_DIGIT)) &&
	    begin > 0 && !ascii_is(j->joined.text[begin - 1], ASCII_ALPHA | ASCII_DIGIT);
}

/* Return true if the URL may be one of an archive that ends in a Message-ID, and the word, which
 * has an "@", the rest of that or all of it. */
static bool
is_message_id(const struct join *j)
{
	enum { MIN_SEGMENT_BYTES = 8, MIN_DIGITS = 4 };
	const char *end = j->before.text + j->before.len;
	const char *slash = memrchr(j->before.text, '/', j->before.len);
	const char *at = memchr(j->run.text, '@', j->run.len);
	urlgrep_span segment, local;
	size_t there;

	if (at == NULL || slash == NULL || slash[-1] == '/' || has_byte(j->before, '?'))
		return false;
	segment = (urlgrep_span){ slash + 1, (size_t)(end - slash) - 1 };
	local = (urlgrep_span){ j->run.text, (size_t)(at - j->run.text) };
	there = count_class(local, ASCII_DIGIT);
	if (segment.len == 0)
		return there >= 2 * MIN_DIGITS;
	return segment.len >= MIN_SEGMENT_BYTES &&
	    count_class(segment, ASCII_DIGIT) >= MIN_DIGITS &&
	    (there > 0 || *j->run.text == '-' || end[-1] == '-' || local.len == 0);
}

/* ---- the next line --- */

/* Return the end of the marks at `at` that may precede a URL. Marks that may also divide the pieces
 * of a URL, such as "=", are not among them. */
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

/* A listed scheme, "www.", "ftp." or "URL:", perhaps after a bracket. */
bool
join_is_before_url(const struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t at = b->run + ascii_is_one_of(t->bytes[b->run], "<("), begin;

	if (b->next_end - at > 4 && ascii_is_one_of(t->bytes[at + 3], ".:") &&
	    (ascii_equal(t->bytes + at, "www.", 4) || ascii_equal(t->bytes + at, "ftp.", 4) ||
	    ascii_equal(t->bytes + at, "url:", 4)))
		return true;
	begin = skip_marks(t, at, b->next_end);
	for (at = begin; at < b->next_end && at - begin <= MAX_SCHEME_BYTES &&
	    ascii_is(t->bytes[at], ASCII_SCHEME); at++)
		;
	return at < b->next_end && t->bytes[at] == ':' && (begin == b->run ||
	    (b->next_end - at > 2 && memcmp(t->bytes + at, "://", 3) == 0)) &&
	    scheme_find(t->bytes + begin, at - begin) != NULL;
}

/* Frequent words of English, some of other languages, and greetings at the end of mail. In
 * next-line.pcre they would be a quarter of the compiled code. */
static const char frequent_words[] = "a about all also an and any are as at be been but by can "
    "cheers could das de der did die do does el en enjoy et for from greetings groeten gruss had "
    "has have he here how hth i if in into is it its just la later le les lg like may merci mfg more "
    "most mvh my no not now of on one only or other our out regards saludos should so some such than "
    "thanks that the their them then there these they this those thus to too und under up us was we "
    "were what when where which who why will with would y you your";

/* Return true if the first word of the next line is frequent, or several are with slashes between
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

/* The sign of each rule of next-line.pcre. */
static const enum join_sign next_signs[] = {
	[0] = SIGN_WORD_OTHER,
	[NEXT_LINE_LIST_ITEM] = SIGN_NEXT_LAYOUT,
	[NEXT_LINE_RULED] = SIGN_NEXT_LAYOUT,
	[NEXT_LINE_ARROW] = SIGN_NEXT_LAYOUT,
	[NEXT_LINE_ENCODED_BLANK] = SIGN_NEXT_LAYOUT,
	[NEXT_LINE_ROFF_REQUEST] = SIGN_NEXT_LAYOUT,
	[NEXT_LINE_PUNCTUATION] = SIGN_NEXT_LAYOUT,
	[NEXT_LINE_LOG] = SIGN_NEXT_LISTING,
	[NEXT_LINE_LISTING] = SIGN_NEXT_LISTING,
	[NEXT_LINE_COLUMNS] = SIGN_NEXT_LISTING,
	[NEXT_LINE_CODE] = SIGN_NEXT_CODE,
	/* of words: word_sign() changes some of them by the context */
	[NEXT_LINE_ABBREVIATION] = SIGN_WORD_PROSE,
	[NEXT_LINE_PROSE] = SIGN_WORD_PROSE,
	[NEXT_LINE_CAPITAL] = SIGN_WORD_PROSE,
	[NEXT_LINE_LOWER] = SIGN_WORD_LOWER,
	[NEXT_LINE_HYPHENATED_PROSE] = SIGN_WORD_HYPHENATED_PROSE,
	[NEXT_LINE_HYPHENATED_END] = SIGN_WORD_HYPHENATED_END,
	[NEXT_LINE_HYPHENATED] = SIGN_WORD_HYPHENATED,
	[NEXT_LINE_COMMIT] = SIGN_WORD_COMMIT_APART,
	[NEXT_LINE_QUEUE_ID] = SIGN_WORD_QUEUE_ID,
	[NEXT_LINE_TAG] = SIGN_WORD_COMMIT_APART,
	[NEXT_LINE_MAILBOX] = SIGN_WORD_MAILBOX,
	[NEXT_LINE_ADDRESS] = SIGN_WORD_ADDRESS,
	[NEXT_LINE_NUMBER] = SIGN_WORD_NUMBER,
	[NEXT_LINE_FIELD] = SIGN_WORD_PATH,
	[NEXT_LINE_ASSIGNMENT] = SIGN_WORD_PATH,
	[NEXT_LINE_SIGNATURE] = SIGN_WORD_NAME,
	[NEXT_LINE_PATH_LABEL] = SIGN_WORD_LABEL,
	[NEXT_LINE_PATH] = SIGN_WORD_PATH,
	[NEXT_LINE_UNDERSCORE] = SIGN_WORD_UNDERSCORE,
	[NEXT_LINE_DIGITS] = SIGN_WORD_ALPHANUMERIC,
	[NEXT_LINE_DOTTED] = SIGN_WORD_DOTTED,
	[NEXT_LINE_HYPHENS] = SIGN_WORD_HYPHENS,
};

static bool
is_assignment(const struct join *j)
{
	return j->next == NEXT_LINE_FIELD || j->next == NEXT_LINE_ASSIGNMENT;
}

/* The sign of each rule of next-text.pcre. */
static const enum join_sign next_text_signs[] = {
	[0] = SIGN_NONE,
	[NEXT_TEXT_LABEL] = SIGN_NEXT_LABEL,
	[NEXT_TEXT_PROGRAM] = SIGN_NEXT_CODE,
	[NEXT_TEXT_NAME] = SIGN_NEXT_NAME,
	[NEXT_TEXT_BRACE] = SIGN_NEXT_BRACE,
	[NEXT_TEXT_MARK_AND_LETTER] = SIGN_WORD_PROSE,
	[NEXT_TEXT_PROSE_AFTER_SLASH] = SIGN_WORD_PROSE,
};

/* Return true if the sign is of a line as a whole. */
static bool
is_of_line(enum join_sign sign)
{
	return sign >= SIGN_NEXT_URL && sign <= SIGN_NEXT_BRACE;
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

bool
join_is_before_prose(const struct candidate *c, const struct line_break *b)
{
	const char *next = b->text->bytes + b->run, *last = b->text->bytes + b->fragment_end - 1;
	size_t len;

	if (c->fragment_count > 1 || *last == '-' || *last == '%' || last[-1] == '%')
		return false;
	len = join_prose_length(next, b->next_end - b->run);
	return len > 0 && !memchr(next, closer_of(c->byte_before), len) &&
	    !splits_file_ending(scan_span(b->text, b->fragment_begin, b->fragment_end),
		(urlgrep_span){ next, len }, false);
}

/* Return true if the last word of the line has "://". */
static bool
ends_in_url(const struct scan_text *t, size_t begin, size_t end)
{
	size_t at = end;

	while (at > begin && !ascii_is(t->bytes[at - 1], ASCII_BLANK))
		at--;
	return ascii_find_authority(t->bytes + at, end - at) != NULL;
}

/* Return the sign of the next line in text that is not mail; SIGN_NONE if it has none of its own. */
static enum join_sign
next_text_sign(struct rules *rules, const struct join *j)
{
	const struct line_break *b = j->b;
	const struct scan_text *t = b->text;
	struct rule_match match;
	unsigned rule = rules_find(rules, RULES_NEXT_TEXT, j->before.text[j->before.len - 1] == '/' ?
	    NEXT_TEXT_IF_AFTER_SLASH : 0, t->bytes + b->run, b->next_end - b->run, 0, &match);

	if (rule != 0 && rule < NEXT_TEXT_BRACE)
		return next_text_signs[rule];
	if (ascii_find_authority(t->bytes + b->run, b->word_end - b->run))
		return SIGN_NEXT_URL;
	if (ends_in_url(t, b->run, text_line_trim(t, b->run, b->next_end)))
		return SIGN_NEXT_ENDS_IN_URL; /* as the last of several columns */
	return next_text_signs[rule];
}

/* Classify the next line. */
static void
find_next(struct rules *rules, struct join *j)
{
	const struct line_break *b = j->b;
	const char *text = b->text->bytes + b->run;
	size_t len = b->next_end - b->run;
	struct rule_match match;
	enum join_sign sign;

	j->next = rules_find(rules, RULES_NEXT_LINE, 0, text, len, 0, &match);
	if (j->next != NEXT_LINE_PROSE && !is_of_line(next_signs[j->next]) && is_frequent(b))
		j->next = NEXT_LINE_PROSE;
	j->kind = next_signs[j->next];
	if (!b->is_text || is_of_line(j->kind))
		return;
	sign = next_text_sign(rules, j);
	if (sign != SIGN_NONE) {
		j->next = 0;
		j->kind = sign;
	}
}

/* Return the sign of a line that continues no URL; NONE if it may. */
static enum join_sign
next_sign(const struct join *j)
{
	if (j->b->is_text && is_assignment(j) && !has_byte(j->before, '?'))
		return SIGN_NEXT_CODE;
	return is_of_line(j->kind) ? j->kind : SIGN_NONE;
}

/* ---- the URL's line --- */

size_t
join_trimmed_length(const struct join *j)
{
	const struct candidate *c = j->c;

	if (c->fragment_count == 2 && !c->lacks_host)
		return c->end - c->begin; /* bare_read has trimmed it */
	return trim_bare_url(c->byte_before, j->before.text, j->before.len);
}

size_t
join_cut_escape_length(const struct join *j)
{
	const char *end = j->joined.text + j->joined.len;

	if (!j->is_alone || j->joined.len < 2)
		return 0;
	if (end[-1] == '%')
		return 1;
	return end[-2] == '%' && ascii_is(end[-1], ASCII_HEX) ? 2 : 0;
}

static char
last_byte(const struct join *j)
{
	return j->before.text[j->before.len - 1];
}

static enum join_sign
end_sign(const struct join *j)
{
	const char *last = j->before.text + j->before.len - 1;
	size_t kept = join_trimmed_length(j);

	if (kept < j->before.len && has_any((urlgrep_span){ j->before.text + kept,
	    j->before.len - kept }, CLOSER))
		return SIGN_END_CLOSED;
	if (*last == '%' || (last[-1] == '%' && ascii_is(*last, ASCII_HEX)))
		return SIGN_END_ESCAPE_CUT;
	if (memcmp(last - 2, "://", 3) == 0)
		return SIGN_END_NO_HOST;
	if (*last == '/' || *last == '_')
		return SIGN_END_SLASH;
	if (ascii_is_one_of(*last, SEARCH))
		return SIGN_END_QUERY;
	if (*last == '-')
		return SIGN_END_HYPHEN;
	if (*last == ',')
		return SIGN_END_COMMA;
	return ascii_is(*last, ASCII_DIGIT) ? SIGN_END_DIGIT : SIGN_NONE;
}

/* Return true if the break is within or before a host, of the URL or of a URL in it. */
static bool
cuts_host(const struct join *j)
{
	urlgrep_span before = j->before;
	size_t at = before.len;
	char last = last_byte(j);

	while (at > 0 && !ascii_is_one_of(before.text[at - 1], HOST_END))
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
	char last = last_byte(j), front = *j->run.text;

	if (cuts_host(j))
		return SIGN_PATH_HOST_CUT;
	if (at >= before.len && front == '@')
		return SIGN_PATH_NONE_USER;
	if (at >= before.len)
		return has_odd_host(before) ? SIGN_PATH_NONE_ODD_HOST : SIGN_PATH_NONE;
	if (!j->splits_ending && ends_as_file(path) &&
	    !(last == '?' && is_assignment(j)))
		return ascii_is_one_of(front, FRONT) || front == '+' || front == '-' ?
		    SIGN_PATH_FILE : SIGN_PATH_FILE_WORD;
	if (path.len == 1 || (path.len == 2 && last == '.'))
		return has_top_label((urlgrep_span){ before.text, at }) ?
		    SIGN_NONE : SIGN_PATH_ROOT_WORD_HOST;
	return last == '/' ? SIGN_PATH_DIRECTORY : SIGN_PATH_OPEN;
}

static enum join_sign
before_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	urlgrep_span s = scan_span(b->text, b->prefix.end, b->fragment_begin);

	if (has_class(s, ASCII_ALPHA))
		return SIGN_BEFORE_TEXT;
	return !has_class(s, ASCII_DIGIT) &&
	    !text_line_is_blank(b->text, b->prefix.end, b->fragment_begin) ?
	    SIGN_BEFORE_MARKS : SIGN_NONE;
}

/* ---- the next line's first word --- */

/* Return true if the run is a hyphen and the rest of a title: "for-good" and "-140105/". A
 * hyphen and letters may be a name, or an option of a program. */
static bool
goes_on_with_title(const struct join *j)
{
	urlgrep_span rest = { j->run.text + 1, j->run.len - 1 };

	return *j->run.text == '-' && rest.len > 1 && *rest.text != '-' &&
	    count_class(rest, ASCII_ALPHA) + count_hyphens(rest) < rest.len && continues_title(j);
}

static enum join_sign
front_sign(const struct join *j)
{
	char c = *j->run.text, second = j->run.len > 1 ? j->run.text[1] : ' ';

	if (c >= 'a' && c <= 'z')
		return SIGN_FRONT_LOWER;
	if (ascii_is(c, ASCII_DIGIT))
		return SIGN_FRONT_DIGIT;
	if (ascii_is_one_of(c, "/?&#") && ascii_is(second, ASCII_ALPHA | ASCII_DIGIT))
		return SIGN_FRONT_DELIMITER;
	if (j->b->is_text && c == '-' && ascii_is_capital(second) &&
	    count_class(j->run, ASCII_ALPHA) + 1 < j->run.len)
		return SIGN_FRONT_DELIMITER; /* "-Readme.md", but not "-Joe" */
	if (ascii_is_one_of(c, FRONT))
		return SIGN_FRONT_MARK;
	if (ascii_is_one_of(c, OPENER) || c == '\'')
		return SIGN_FRONT_BRACKET;
	if (c == '-' && ((ascii_is(last_byte(j), ASCII_DIGIT) && ascii_is(second, ASCII_DIGIT)) ||
	    goes_on_with_title(j)))
		return SIGN_NONE; /* "/106" and "-2129520" */
	return c == '-' || c == '*' ? SIGN_FRONT_HYPHEN : SIGN_NONE;
}

/* Return true if both the URL's end and the word are in capitals: "CCONT" and "ENTS". */
static bool
goes_on_in_capitals(const struct join *j)
{
	return count_class(j->run, ASCII_ALPHA) == j->run.len && j->before.len > 1 &&
	    ascii_is_capital(last_byte(j)) && ascii_is_capital(j->before.text[j->before.len - 2]) &&
	    ascii_is_capital(j->run.text[j->run.len - 1]);
}

/* The sign of a word of letters that is alone in its line. Below a sentence that may end with the URL
 * it is a name, or a greeting. */
static enum join_sign
lower_word_sign(const struct join *j)
{
	char last = last_byte(j);

	if (j->b->text->bytes[j->b->line_end - 1] == '/')
		return SIGN_WORD_LOWER_AFTER_SLASH;
	return before_sign(j) == SIGN_BEFORE_TEXT &&
	    (ascii_is(last, ASCII_ALPHA | ASCII_DIGIT) || last == '.') ?
	    SIGN_WORD_LOWER_AFTER_TEXT : SIGN_WORD_LOWER;
}

/* Return true if bytes[begin..end) has a letter of Chinese, Japanese or Korean. */
static bool
has_east_asian(const struct scan_text *t, size_t begin, size_t end)
{
	while (begin < end && !((unsigned char)t->bytes[begin] >= 0xE3 &&
	    (unsigned char)t->bytes[begin] <= 0xED))
		begin++;
	return begin < end;
}

/* Return true if the next word has letters beyond US-ASCII, but the URL has none: it is prose of
 * Chinese or Japanese, which has no blanks between words. Also return true for a word in US-ASCII
 * if such prose is before the URL and after the word. */
static bool
has_other_script(const struct join *j)
{
	const struct line_break *b = j->b;
	size_t word = utf8_ascii_length(b->text->bytes + b->run, b->word_end - b->run);

	if (!utf8_is_ascii(j->before.text, j->before.len))
		return false;
	if (b->run + word < b->word_end)
		return !has_any((urlgrep_span){ j->run.text, word }, PART) &&
		    !memchr(j->run.text, '.', word);
	return !has_any(j->run, PART) && !has_byte(j->run, '.') &&
	    has_east_asian(b->text, b->line, b->fragment_begin) &&
	    has_east_asian(b->text, b->word_end, b->next_end);
}

static enum join_sign
word_sign(const struct join *j)
{
	enum join_sign sign = j->kind;

	if (is_of_line(sign))
		return SIGN_WORD_OTHER;
	if (divides_commit(j))
		return SIGN_WORD_COMMIT_END;
	if (j->next == NEXT_LINE_TAG && !ascii_is(last_byte(j), ASCII_ALPHA | ASCII_DIGIT))
		return SIGN_WORD_PATH;
	if (sign == SIGN_WORD_COMMIT_APART || sign == SIGN_WORD_QUEUE_ID)
		return sign;
	if (has_other_script(j))
		return SIGN_WORD_OTHER_SCRIPT;
	if (j->splits_ending && !is_frequent(j->b))
		return SIGN_WORD_FILE;
	if (j->next == NEXT_LINE_CAPITAL && goes_on_in_capitals(j))
		return lower_word_sign(j);
	if (sign == SIGN_WORD_HYPHENATED || sign == SIGN_WORD_HYPHENATED_PROSE ||
	    sign == SIGN_WORD_HYPHENATED_END)
		return continues_title(j) ? SIGN_WORD_OF_TITLE : sign;
	if (sign == SIGN_WORD_LOWER)
		return lower_word_sign(j);
	if (((sign == SIGN_WORD_MAILBOX && *j->run.text != '@') || sign == SIGN_WORD_ADDRESS) &&
	    is_message_id(j))
		return *j->run.text == '@' ? SIGN_WORD_PATH : SIGN_WORD_MESSAGE_ID;
	if (sign == SIGN_WORD_PROSE || sign == SIGN_WORD_ADDRESS || sign == SIGN_WORD_MAILBOX)
		return sign;
	if (goes_on_with_title(j))
		return SIGN_WORD_OF_TITLE;
	return sign != SIGN_WORD_NUMBER && sign != SIGN_WORD_PATH && ends_as_file(j->inner) ?
	    SIGN_WORD_FILE : sign;
}

/* RFC 3986, appendix C: double quotes delimit a URL as angle brackets do. */
static bool
is_between_quotes(const struct join *j)
{
	const struct line_break *b = j->b;

	return ascii_is_one_of(j->c->byte_before, b->is_text ? "\"'`" : "\"") &&
	    scan_byte_at(b->text, b->run_end) == j->c->byte_before;
}

static enum join_sign
after_sign(const struct join *j)
{
	char c = j->b->run_end < j->b->next_end ? j->b->text->bytes[j->b->run_end] : ' ';

	return ascii_is(c, ASCII_BLANK) ? SIGN_AFTER_BLANK : SIGN_NONE;
}

static enum join_sign
joined_sign(const struct join *j)
{
	bool is_file = ends_as_file((urlgrep_span){ j->joined.text, j->before.len + j->inner.len });

	if (is_file && (j->splits_ending || (*j->inner.text == '.' && !ends_as_file(j->before))))
		return SIGN_JOINED_ENDING;
	if (is_file && !ends_as_file(j->before) && ends_as_file(j->inner))
		return SIGN_JOINED_FILE;
	return j->inner.text[j->inner.len - 1] == '/' ? SIGN_NONE : SIGN_JOINED_OPEN;
}

/* Return the sign of the bracket directly before the URL. A word of prose may close one around more
 * than a URL. */
static enum join_sign
bracket_sign(const struct join *j)
{
	char opener = j->c->byte_before, closer = closer_of(opener);

	if (!ascii_is_one_of(opener, OPENER) || has_byte(j->before, closer))
		return SIGN_BRACKET_NONE;
	if (!memchr(j->run.text, closer, j->b->word_end - j->b->run))
		return SIGN_BRACKET_OPEN;
	return ascii_is(last_byte(j), ASCII_ALPHA | ASCII_DIGIT) &&
	    (j->kind == SIGN_WORD_PROSE || j->next == NEXT_LINE_LOWER) ?
	    SIGN_NONE : SIGN_BRACKET_CLOSES;
}

/* ---- both lines --- */

/* Return how many blanks follow the marks of a line's quote prefix. */
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

	if (here == there || (!b->has_same_prefix && j->is_alone && here <= there + 1 &&
	    there <= here + 1))
		return SIGN_INDENT_SAME; /* a blank belongs to the marks of some programs */
	return there > here + 1 && j->is_alone ? SIGN_INDENT_DEEPER : SIGN_INDENT_OTHER;
}

/* Return true if the line has the quote prefix of the next line. */
static bool
has_next_prefix(const struct join *j, size_t line)
{
	struct quote_prefix p;

	quote_prefix_read(j->b->text, line, MAX_QUOTE_MARKS, &p);
	return quote_prefix_equal(&p, &j->b->next_prefix);
}

/* Return true if the next line has the quote prefix of one of the URL's lines: only the
 * lines between have lost their marks. */
static bool
has_prefix_of_chain(const struct join *j)
{
	unsigned i;

	for (i = 0; i + 2 < j->c->fragment_count; i++)
		if (has_next_prefix(j, text_line_find_begin(j->b->text, j->c->fragments[i].begin)))
			return true;
	return false;
}

static enum join_sign
prefix_sign(const struct join *j)
{
	const struct line_break *b = j->b;

	if (b->has_same_prefix || has_prefix_of_chain(j))
		return SIGN_PREFIX_SAME;
	/* A program that wraps a quoted line again cuts anywhere, but rarely just after a slash,
	 * unless an identifier or a path that is not prose follows. */
	if (b->text->bytes[b->line_end - 1] == '/' && j->next != NEXT_LINE_COMMIT &&
	    !is_message_id(j) && !(has_byte(j->run, '/') && has_byte(j->run, '?')))
		return SIGN_PREFIX_OTHER_AFTER_SLASH;
	/* Such programs also leave lines with fewer marks and more text. */
	if (!j->is_alone && !(last_byte(j) == '-' && b->next_prefix.count > 0 &&
	    b->next_prefix.count < b->prefix.count))
		return SIGN_PREFIX_OTHER_TEXT;
	if (b->next_prefix.count == 0)
		return SIGN_PREFIX_LOST;
	return b->before_count > 0 && has_next_prefix(j, b->before[0].begin) ?
	    SIGN_PREFIX_OWN_LOST : SIGN_NONE;
}

/* ---- the lines around --- */

enum {
	SHORT_COLUMNS = 50,
	MIN_CUT_COLUMNS = 55,
	MIN_MARGIN_COLUMNS = 60,
	FULL_COLUMNS = 72, /* of usual margins, and more */
	USUAL_COLUMNS = 80,
	MAX_COLUMNS = 100,
	MAX_CUT_COLUMNS = 132,
	MAX_RAGGED_COLUMNS = 8,
	MIN_CUT_LINES = 3
};

/* The widest lines around. */
struct widths {
	size_t own;         /* of the URL's line */
	size_t same_prefix; /* lines with the URL's quote prefix */
	size_t any_prefix;
	size_t paragraph;   /* lines up to a blank line, in text that is not mail */
	unsigned cut_lines; /* as wide as the URL's, and ending within a word */
};

/* Count a line. *in_paragraph: no blank line is between it and the URL's. */
static void
count_line(const struct line_break *b, size_t begin, size_t end, bool *in_paragraph,
    struct widths *w)
{
	const struct scan_text *t = b->text;
	size_t width = text_line_width(t, begin, end);
	bool has_url = width > USUAL_COLUMNS &&
	    ascii_find_authority(t->bytes + begin, end - begin) != NULL;
	struct quote_prefix p;

	end = text_line_trim(t, begin, end);
	*in_paragraph = *in_paragraph && has_class(scan_span(t, begin, end), ASCII_ALPHA);
	w->cut_lines += width == w->own && ascii_is(t->bytes[end - 1], ASCII_ALPHA | ASCII_DIGIT);
	if (*in_paragraph && width > w->paragraph && !ends_in_url(t, begin, end))
		w->paragraph = width;
	if (width > MAX_COLUMNS || width <= w->same_prefix || (width > USUAL_COLUMNS && has_url))
		return; /* a URL alone may be as wide as that */
	if (width > w->any_prefix)
		w->any_prefix = width;
	quote_prefix_read(t, begin, MAX_QUOTE_MARKS, &p);
	if (quote_prefix_equal(&b->prefix, &p))
		w->same_prefix = width;
}

static struct widths
measure_lines(const struct line_break *b)
{
	struct widths w = { .own = text_line_width(b->text, b->line, b->line_end) };
	bool in_paragraph = true;
	unsigned i;

	for (i = 0; i < b->before_count; i++)
		count_line(b, b->before[i].begin, b->before[i].end, &in_paragraph, &w);
	in_paragraph = true;
	count_line(b, b->next_line, b->next_end, &in_paragraph, &w);
	for (i = 0; i < b->after_count; i++)
		count_line(b, b->after[i].begin, b->after[i].end, &in_paragraph, &w);
	return w;
}

/* Return true if the URL was joined with the line before this break, and both lines end in the same
 * column: a program cuts there, not between words. A URL may end there, too: a frequent word or an
 * indentation shows that it does. */
static bool
is_cut_at_column(const struct join *j, size_t width)
{
	const struct line_break *b = j->b;
	const struct fragment *before;

	if (j->c->fragment_count < 3 || b->run != b->next_prefix.end ||
	    (j->c->certain_count == 1 && j->c->chain_score < JOIN_LIKELY) ||
	    is_frequent(j->b))
		return false;
	before = &j->c->fragments[j->c->fragment_count - 3];
	return width >= MIN_MARGIN_COLUMNS && width <= MAX_CUT_COLUMNS && width ==
	    text_line_width(b->text, text_line_find_begin(b->text, before->begin), before->end);
}

/* Return true if the end of the URL shows that it goes on: with a field of a query, with the
 * rest of an escape, of a host or of a file's ending. */
static bool
is_open_end(const struct join *j)
{
	char last = last_byte(j);
	enum join_sign path = path_sign(j);

	return ascii_is_one_of(last, FIELD) || last == '-' || j->before.text[j->before.len - 2] == '%' ||
	    path == SIGN_PATH_HOST_CUT || path == SIGN_PATH_NONE_ODD_HOST ||
	    (j->splits_ending && last != '.');
}

/* Return the sign of the room that the next word had in the URL's line. If it had room, nothing
 * forced the break there; but lines break after a hyphen all the same. */
static enum join_sign
room_sign(const struct join *j, const struct widths *w)
{
	const struct line_break *b = j->b;
	size_t needed = w->own + 1 + text_line_width(b->text, b->run, b->word_end);

	if (needed < MIN_MARGIN_COLUMNS && (b->is_text || !is_open_end(j)))
		return SIGN_ROOM_YES; /* narrower than any margin */
	if (b->is_text)
		return needed <= w->paragraph ? SIGN_ROOM_YES : SIGN_ROOM_NO;
	if (needed <= w->same_prefix && b->text->bytes[b->line_end - 1] != '-')
		return SIGN_ROOM_YES;
	return needed <= w->any_prefix ? SIGN_NONE : SIGN_ROOM_NO;
}

/* Return true if no program can have cut the URL. It does not end in a delimiter, so only a margin
 * could cut it, but its line does not end at a margin: it is narrow; or it is wider than all lines
 * around, its width is not a usual margin, and the next word is a word by itself. */
static bool
is_cut_before_margin(const struct join *j, const struct widths *w, enum join_sign room)
{
	if (is_open_end(j) || !ascii_is(last_byte(j), ASCII_ALPHA | ASCII_DIGIT))
		return false;
	if (!ascii_is(*j->run.text, ASCII_ALPHA | ASCII_DIGIT))
		return room == SIGN_ROOM_YES &&
		    w->own + 1 + j->b->word_end - j->b->run < MIN_MARGIN_COLUMNS;
	return w->own < MIN_CUT_COLUMNS || (w->own < FULL_COLUMNS &&
	    w->own > w->any_prefix + MAX_RAGGED_COLUMNS && !has_any(j->run, PART) &&
	    !continues_title(j));
}

/* Return the sign of the width of the URL's line. */
static enum join_sign
line_sign(const struct join *j, const struct widths *w, enum join_sign room)
{
	bool is_full = w->own >= FULL_COLUMNS;

	/* broken after a hyphen, before a word that did not fit between the margins */
	if (w->own < SHORT_COLUMNS && j->b->text->bytes[j->b->line_end - 1] == '-' &&
	    w->any_prefix >= MIN_MARGIN_COLUMNS && room == SIGN_ROOM_NO)
		return SIGN_NONE;
	if (is_cut_before_margin(j, w, room))
		return SIGN_LINE_NO_MARGIN;
	if (w->own < SHORT_COLUMNS)
		return SIGN_LINE_SHORT;
	if (w->own > USUAL_COLUMNS && w->own > w->same_prefix + 4)
		return SIGN_LINE_LONG;
	if (w->own >= w->same_prefix)
		return is_full ? SIGN_LINE_FULL : SIGN_LINE_WIDEST;
	if (w->own + 2 >= w->same_prefix)
		return is_full ? SIGN_LINE_NEARLY_FULL : SIGN_NONE;
	return w->own < 65 ? SIGN_NONE : SIGN_LINE_NOT_WIDEST;
}

/* Return the sign of the text after the run, or of the end of the paragraph. */
static enum join_sign
then_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	struct quote_prefix p;

	if (!j->is_alone)
		return SIGN_THEN_TEXT;
	if (b->after_count == 0)
		return SIGN_THEN_END;
	quote_prefix_read(b->text, b->after[0].begin, MAX_QUOTE_MARKS, &p);
	return text_line_is_blank(b->text, p.end, b->after[0].end) ? SIGN_THEN_END : SIGN_NONE;
}

/* Return how many blanks are before text[end]. */
static size_t
count_blanks_before(const struct scan_text *t, size_t begin, size_t end)
{
	size_t at = end;

	while (at > begin && t->bytes[at - 1] == ' ')
		at--;
	return end - at;
}

bool
join_ends_in_blank(const struct line_break *b)
{
	return count_blanks_before(b->text, b->line, b->line_end) == 1;
}

/* Return true if the URL's line ends in one blank and lines around end in two: in format=flowed
 * with DelSp=yes (RFC 3676, 4.1) whose header was lost, a word that goes on has no blank of its
 * own. */
static bool
is_soft_break(const struct line_break *b)
{
	enum { MIN_SOFT_LINES = 2 };
	const struct line_around *all[] = { b->before, b->after };
	const unsigned counts[] = { b->before_count, b->after_count };
	unsigned side, i, soft = 0;

	if (!join_ends_in_blank(b))
		return false;
	for (side = 0; side < 2; side++)
		for (i = 0; i < counts[side]; i++)
			soft += count_blanks_before(b->text, all[side][i].begin,
			    all[side][i].end) == 2;
	return soft + (count_blanks_before(b->text, b->next_line, b->next_end) == 2) >=
	    MIN_SOFT_LINES;
}

unsigned
join_line_signs(const struct join *j, enum join_sign *signs)
{
	struct widths w = measure_lines(j->b);
	unsigned n = 0;

	if (j->c->fragment_count > 2 && w.own < SHORT_COLUMNS) {
		/* the rest of a longer line that was wrapped again: its width is no evidence */
	} else {
		signs[n++] = room_sign(j, &w);
		signs[n] = line_sign(j, &w, signs[n - 1]);
		n++;
	}
	if (w.cut_lines >= MIN_CUT_LINES && ascii_is(*j->run.text, ASCII_ALPHA | ASCII_DIGIT))
		signs[n++] = SIGN_CUT_LINES;
	if (is_soft_break(j->b))
		signs[n++] = SIGN_SOFT_BREAK;
	signs[n++] = then_sign(j);
	return n;
}

/* ---- all of them --- */

struct join
join_begin(struct rules *rules, const struct candidate *c, const struct line_break *b,
    urlgrep_span joined)
{
	struct join j = { .b = b, .c = c, .joined = joined };
	const char *end = NULL;
	char opener = c->byte_before;

	j.run = scan_span(b->text, b->run, b->run_end);
	j.before = (urlgrep_span){ joined.text, joined.len - j.run.len };
	find_next(rules, &j);
	j.is_alone = text_line_is_blank(b->text, b->run_end, b->next_end);
	j.splits_ending = splits_file_ending(j.before, j.run, j.is_alone);
	if (ascii_is_one_of(opener, OPENER) && !has_byte(j.run, opener))
		end = memchr(j.run.text, closer_of(opener), j.run.len);
	j.inner = end == NULL || end == j.run.text ? j.run :
	    (urlgrep_span){ j.run.text, (size_t)(end - j.run.text) };
	return j;
}

/* Return true if the URL has a path that ends in any file's ending, of two to four letters. */
static bool
ends_in_ending(urlgrep_span url)
{
	size_t at = url.len;

	while (at > 0 && ascii_is(url.text[at - 1], ASCII_ALPHA))
		at--;
	return url.len - at >= 2 && url.len - at <= 4 && at > find_path(url) &&
	    url.text[at - 1] == '.';
}

bool
join_ends_markdown(const struct join *j)
{
	enum join_sign word = j->kind;

	return word == SIGN_WORD_PROSE || (j->b->is_text && (word == SIGN_WORD_LOWER ||
	    (ends_in_ending(j->before) && ascii_is(*j->run.text, ASCII_ALPHA | ASCII_DIGIT))));
}

unsigned
join_text_signs(const struct join *j, enum join_sign *signs)
{
	enum wrapper_shape before = wrapper_shape_of(j->before.text, j->before.len);
	unsigned n = 0;

	signs[n++] = next_sign(j);
	if (signs[0] != SIGN_NONE && signs[0] != SIGN_NEXT_ENDS_IN_URL && signs[0] != SIGN_NEXT_BRACE)
		return n;
	signs[n++] = SIGN_BASE;
	signs[n++] = end_sign(j);
	signs[n++] = path_sign(j);
	signs[n++] = before_sign(j);
	signs[n++] = front_sign(j);
	signs[n++] = is_between_quotes(j) ? SIGN_QUOTED : word_sign(j);
	signs[n++] = after_sign(j);
	signs[n++] = joined_sign(j);
	signs[n++] = bracket_sign(j);
	signs[n++] = indent_sign(j);
	signs[n++] = prefix_sign(j);
	if (before == SHAPE_OPEN || before == SHAPE_CLOSING)
		signs[n++] = SIGN_WRAPPER_CUT;
	if (is_cut_at_column(j, text_line_width(j->b->text, j->b->line, j->b->fragment_end)))
		signs[n++] = SIGN_CUT_SAME;
	return n;
}
