/* join_score.c - does a bare URL go on behind a line break? What speaks for it, and
 * what against
 *
 * Each sign is of one kind, and each kind has its points. They were learnt from
 * line ends of real mail where the mail itself says whether the URL goes on
 * (tests/calibrate.py): points are logarithms of odds, so that they can be added.
 * Where that mail says little they were set by hand: by RFC 3986 (an escape or a
 * host that is cut in two, quotation marks around both lines), or so that no
 * passage is joined that must not be (tests/passages.py: prose, brackets, numbers,
 * mailboxes, what stands behind a file's ending). */
#include <string.h>

#include "util/ascii.h"
#include "text/line_break.h"

enum { NEIGHBOURS_BEFORE = 16, NEIGHBOURS_AFTER = 8, WIDEST = 100 };

/* What a sum begins with. */
enum { BASE = -2 };

/* Endings of files, as URLs have them. */
static const char *const endings[] = { "html", "htm", "shtml", "shtm", "php",
	"asp", "aspx", "jsp", "cgi", "pl", "pdf", "ps", "eps", "dvi", "tex", "rtf",
	"doc", "ppt", "xls", "txt", "text", "md", "csv", "log", "xml", "css", "js",
	"json", "gz", "bz2", "xz", "zip", "tgz", "tar", "hqx", "exe", "jpg", "jpeg",
	"gif", "png", "mp3", "avi", "cpp", "java", "py", "git", "patch", "diff",
	"pgp", "asc", "sig" };
enum { ENDING_LONGEST = 5 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- looking at text --- */

/* Sets of marks. */
enum {
	SENTENCE = 1,  /* .,;:!? */
	PAUSE = 2,     /* ,;:!? */
	QUOTE = 4,     /* "' */
	OPENER = 8,    /* ([{ */
	CLOSER = 16,   /* )]} */
	SEARCH = 32,   /* =&? */
	FIELD = 64,    /* =&?%#_ */
	PART = 128,    /* =&?%#/ */
	FRONT = 256,   /* =&?%#/_.~ */
	JOINT = 512,   /* _+~./ */
	HOST_END = 1024 /* /?# */
};

static const unsigned short marks[256] = {
	['.'] = SENTENCE | FRONT | JOINT,
	[','] = SENTENCE | PAUSE, [';'] = SENTENCE | PAUSE,
	[':'] = SENTENCE | PAUSE, ['!'] = SENTENCE | PAUSE,
	['?'] = SENTENCE | PAUSE | SEARCH | FIELD | PART | FRONT | HOST_END,
	['='] = SEARCH | FIELD | PART | FRONT, ['&'] = SEARCH | FIELD | PART | FRONT,
	['%'] = FIELD | PART | FRONT, ['#'] = FIELD | PART | FRONT | HOST_END,
	['/'] = PART | FRONT | JOINT | HOST_END,
	['_'] = FIELD | FRONT | JOINT, ['~'] = FRONT | JOINT, ['+'] = JOINT,
	['"'] = QUOTE, ['\''] = QUOTE,
	['('] = OPENER, ['['] = OPENER, ['{'] = OPENER,
	[')'] = CLOSER, [']'] = CLOSER, ['}'] = CLOSER,
};

static bool
any_of(char c, unsigned sets)
{
	return (marks[(unsigned char)c] & sets) != 0;
}

static bool
has_any(urlgrep_span s, unsigned sets)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (any_of(s.text[i], sets))
			return true;
	return false;
}

static bool
has(urlgrep_span s, char c)
{
	return memchr(s.text, c, s.len) != NULL;
}

static bool
has_class(urlgrep_span s, unsigned classes)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (ascii_is(s.text[i], classes))
			return true;
	return false;
}

/* ".html", perhaps before the sentence's mark */
static bool
ends_as_file(urlgrep_span s)
{
	size_t end = s.len, dot, least, i;

	while (end > 0 && (any_of(s.text[end - 1], SENTENCE) || s.text[end - 1] == '\''))
		end--;
	least = end > ENDING_LONGEST ? end - ENDING_LONGEST - 1 : 0;
	for (dot = end; dot > least; dot--)
		if (!ascii_is(s.text[dot - 1], ASCII_ALPHA | ASCII_DIGIT))
			break;
	if (dot < 2 || dot == end || s.text[dot - 1] != '.')
		return false;
	for (i = 0; i < COUNT(endings); i++)
		if (endings[i][0] == s.text[dot] &&
		    strlen(endings[i]) == end - dot &&
		    memcmp(s.text + dot, endings[i], end - dot) == 0)
			return true;
	return false;
}

/* Was the ending cut: ".ht" and "ml", ".htm" and "l"? run follows before. */
static bool
ending_cut(urlgrep_span before, urlgrep_span run)
{
	size_t dot = before.len, end = before.len;

	if (!ascii_is(*run.text, ASCII_ALPHA))
		return false;
	while (dot > 0 && ascii_is(before.text[dot - 1], ASCII_ALPHA))
		dot--;
	if (dot == 0 || dot == before.len || before.text[dot - 1] != '.')
		return false;
	while (end < before.len + run.len && end - dot <= ENDING_LONGEST &&
	    ascii_is(before.text[end], ASCII_ALPHA))
		end++;
	return end - dot <= ENDING_LONGEST &&
	    ends_as_file((urlgrep_span){ before.text, end });
}

/* Where the path begins, behind "//" and the host. */
static size_t
path_begin(urlgrep_span url)
{
	size_t at = 2;

	while (at < url.len && (url.text[at - 2] != '/' || url.text[at - 1] != '/'))
		at++;
	while (at < url.len && !any_of(url.text[at], HOST_END))
		at++;
	return at;
}

static urlgrep_span
span_between(const struct text *t, size_t begin, size_t end)
{
	return (urlgrep_span){ t->at + begin, end - begin };
}

static urlgrep_span
run_of(const struct seam *m)
{
	return span_between(m->text, m->run, m->run_end);
}

/* Is nothing but blanks between? */
static bool
blank_between(const struct text *t, size_t begin, size_t end)
{
	while (begin < end && ascii_is(t->at[begin], ASCII_BLANK))
		begin++;
	return begin == end;
}

/* Letters, perhaps with quotes and the sentence's marks around them. */
static bool
is_word(urlgrep_span w)
{
	size_t i = 0, letters = 0;

	while (i < w.len && (any_of(w.text[i], QUOTE) || w.text[i] == '('))
		i++;
	for (; i < w.len; i++) {
		if (ascii_is(w.text[i], ASCII_ALPHA) ||
		    (unsigned char)w.text[i] >= 0x80)
			letters++;
		else if (!(letters && (w.text[i] == '\'' || w.text[i] == '-') &&
		    i + 1 < w.len && ascii_is(w.text[i + 1], ASCII_ALPHA)))
			break;
	}
	while (i < w.len && (any_of(w.text[i], QUOTE | SENTENCE) || w.text[i] == ')'))
		i++;
	return letters && i == w.len;
}

/* "ions-on-debian" behind ".../how-to-install-2-different-r-vers": words in a row,
 * as titles become paths. */
static bool
is_title(urlgrep_span before, urlgrep_span word)
{
	unsigned hyphens = 0;
	size_t i;

	if (!has(word, '-'))
		return false;
	for (i = before.len; i > 0 && before.text[i - 1] != '/'; i--)
		hyphens += before.text[i - 1] == '-';
	return hyphens >= 2;
}

/* Words that prose goes on with; URLs hardly ever do. */
static bool
is_frequent(urlgrep_span word)
{
	static const char *const words[] = { "a", "about", "all", "also", "an", "and",
		"any", "are", "as", "at", "be", "been", "but", "by", "can", "could",
		"did", "do", "does", "for", "from", "had", "has", "have", "he", "here",
		"how", "i", "if", "in", "into", "is", "it", "its", "just", "like",
		"may", "more", "most", "my", "no", "not", "now", "of", "on", "one",
		"only", "or", "other", "our", "out", "so", "some", "such", "than",
		"that", "the", "their", "them", "then", "there", "these", "they",
		"this", "those", "thus", "to", "too", "under", "up", "us", "was", "we",
		"were", "what", "when", "where", "which", "who", "why", "will", "with",
		"would", "you", "your", "thanks", "regards", "cheers", "should", "und",
		"der", "die", "das", "de", "la", "le", "et", "en", "el", "les", "y" };
	size_t i, j;

	while (word.len > 0 && !ascii_is(word.text[word.len - 1], ASCII_ALPHA))
		word.len--;
	for (i = 0; i < COUNT(words); i++) {
		for (j = 0; j < word.len && words[i][j] &&
		    ascii_lower(word.text[j]) == words[i][j]; j++)
			;
		if (j == word.len && words[i][j] == '\0')
			return true;
	}
	return false;
}

/* ---- the URL's line --- */

/* How much of the URL before the break would be its own, were it not joined. */
static size_t
kept_before(const struct candidate *c, urlgrep_span before)
{
	if (c->piece_count == 2 && !c->cut)
		return c->end - c->begin; /* bare_read has seen it */
	return bare_trim(c->before, before.text, before.len);
}

/* What the URL ends in before the break. A bracket that it did not open ends it. */
static urlgrep_sign
end_sign(const struct candidate *c, urlgrep_span before)
{
	const char *last = before.text + before.len - 1;
	size_t kept = kept_before(c, before);

	if (kept < before.len && has_any((urlgrep_span){ before.text + kept,
	    before.len - kept }, CLOSER))
		return (urlgrep_sign){ "end:closed", -7, 0 };

	if (*last == '%' || (before.len > 1 && last[-1] == '%' &&
	    ascii_is(*last, ASCII_HEX)))
		return (urlgrep_sign){ "end:escape-cut", 5, 0 };
	if (before.len > 1 && *last == '/' && last[-1] == '/')
		return (urlgrep_sign){ "end://", 1, 0 };
	if (any_of(*last, SEARCH))
		return (urlgrep_sign){ "end:=&?", 2, 0 };
	if (*last == '-')
		return (urlgrep_sign){ "end:hyphen", 3, 0 };
	if (any_of(*last, JOINT))
		return (urlgrep_sign){ "end:_+~./", 0, 0 };
	if (*last == ',')
		return (urlgrep_sign){ "end:comma", -2, 0 };
	if (any_of(*last, CLOSER))
		return (urlgrep_sign){ "end:bracket", -2, 0 };
	if (ascii_is(*last, ASCII_ALPHA))
		return (urlgrep_sign){ "end:letter", 0, 0 };
	if (ascii_is(*last, ASCII_DIGIT))
		return (urlgrep_sign){ "end:digit", -1, 0 };
	return (urlgrep_sign){ "end:other", -1, 0 };
}

/* Is the host one that stands by itself: "a.example", "localhost:80"? */
static bool
odd_host(urlgrep_span before)
{
	const char *host = memmem(before.text, before.len, "//", 2);
	const char *end = before.text + before.len, *dot = NULL, *p;

	for (p = host ? host + 2 : end; p < end && *p != ':'; p++)
		if (*p == '.' && p + 1 < end)
			dot = p;
	return dot == NULL || p - dot < 3 || p - dot > 5;
}

/* Does the run begin as a host does: "com/x" behind a dot, "h.example/x" behind
 * "//"? */
static bool
begins_as_host(const struct seam *m, bool dotted)
{
	urlgrep_span run = run_of(m);
	size_t i = 0, label = 0;

	for (; i < run.len && !any_of(run.text[i], HOST_END) && run.text[i] != ':'; i++) {
		label = run.text[i] == '.' ? 0 : label + 1;
		dotted = dotted || (run.text[i] == '.' && i > 0);
		if (!ascii_is(run.text[i], ASCII_ALPHA | ASCII_DIGIT) &&
		    run.text[i] != '.' && run.text[i] != '-')
			return false;
	}
	return dotted && label >= 2 && i < run.len;
}

/* What the URL has behind its host. */
static urlgrep_sign
path_sign(const struct seam *m, urlgrep_span before, bool cut)
{
	size_t at = path_begin(before);
	urlgrep_span path = { before.text + at, before.len - at };
	char last = before.text[before.len - 1], front = m->text->at[m->run];

	if (at >= before.len && (last == '/' || last == '.') &&
	    begins_as_host(m, last == '.'))
		return (urlgrep_sign){ "path:behind", 4, 0 };
	if (at >= before.len)
		return odd_host(before) ? (urlgrep_sign){ "path:none,odd-host", 1, 0 } :
		    (urlgrep_sign){ "path:none", -2, 0 };
	if (!cut && ends_as_file(path))
		return any_of(front, FRONT) || front == '+' || front == '-' ?
		    (urlgrep_sign){ "path:file", -1, 0 } :
		    (urlgrep_sign){ "path:file,word", -4, 0 };
	if (path.len == 1)
		return (urlgrep_sign){ "path:/", 0, 0 };
	if (last == '/')
		return (urlgrep_sign){ "path:folder", 1, 0 };
	return (urlgrep_sign){ "path:open", 2, 0 };
}

/* What stands before the URL in its line. */
static urlgrep_sign
before_sign(const struct seam *m)
{
	urlgrep_span s = span_between(m->text, m->prefix.end, m->begin);

	if (has_class(s, ASCII_ALPHA))
		return (urlgrep_sign){ "before:text", -2, 0 };
	if (s.len > 0 && !blank_between(m->text, m->prefix.end, m->begin) &&
	    !has_class(s, ASCII_DIGIT))
		return (urlgrep_sign){ "before:marks", 1, 0 };
	return (urlgrep_sign){ "before:none", 0, 0 };
}

/* ---- the next line --- */

/* What the run there begins with. */
static urlgrep_sign
front_sign(const struct seam *m)
{
	char c = m->text->at[m->run];

	if (c >= 'a' && c <= 'z')
		return (urlgrep_sign){ "front:lower", 2, 0 };
	if (c >= 'A' && c <= 'Z')
		return any_of(m->text->at[m->line_end - 1], SENTENCE) ?
		    (urlgrep_sign){ "front:sentence", -3, 0 } :
		    (urlgrep_sign){ "front:capital", 0, 0 };
	if (ascii_is(c, ASCII_DIGIT))
		return (urlgrep_sign){ "front:digit", 2, 0 };
	if (any_of(c, FRONT))
		return (urlgrep_sign){ "front:/?&=#%_.~", 3, 0 };
	if (any_of(c, OPENER) || c == '\'')
		return (urlgrep_sign){ "front:bracket", -8, 0 };
	if (c == '-' || c == '*')
		return (urlgrep_sign){ "front:-*", -2, 0 };
	return (urlgrep_sign){ "front:other", 0, 0 };
}

/* What its first word is. */
static urlgrep_sign
word_sign(const struct seam *m, urlgrep_span before)
{
	const struct text *t = m->text;
	urlgrep_span word = span_between(t, m->run, m->word_end);
	urlgrep_span run = run_of(m);
	bool alone = blank_between(t, m->word_end, m->next_end);
	bool capital = *run.text >= 'A' && *run.text <= 'Z';

	if (is_word(word) && is_title(before, word))
		return (urlgrep_sign){ "word:of-title", 2, 0 };
	if (is_word(word)) {
		if (!alone || capital || is_frequent(word) ||
		    any_of(word.text[word.len - 1], PAUSE))
			return (urlgrep_sign){ "word:prose", -6, 0 };
		return m->text->at[m->line_end - 1] == '/' ?
		    (urlgrep_sign){ "word:lower-behind-/", -5, 0 } :
		    (urlgrep_sign){ "word:lower", 0, 0 };
	}
	if (has(word, '@') && !has_any(word, PART))
		return (urlgrep_sign){ "word:mailbox", -4, 0 };
	if (memmem(word.text, word.len, "://", 3) || has(word, '@') || has(word, '<'))
		return (urlgrep_sign){ "word:address", 0, 0 };
	if (!has_class(run, ASCII_ALPHA) && !has_any(run, FIELD))
		return (urlgrep_sign){ "word:number", -1, 0 }; /* or a date */
	if (*run.text == '/' && run.text[1] >= 'A' && run.text[1] <= 'Z' &&
	    is_word((urlgrep_span){ run.text + 1, run.len - 1 }))
		return (urlgrep_sign){ "word:/Name", -2, 0 };
	if (has_any(run, PART))
		return (urlgrep_sign){ "word:/=&%?#", 3, 0 };
	if (ends_as_file(run))
		return (urlgrep_sign){ "word:file", 2, 0 };
	if (has(run, '_'))
		return (urlgrep_sign){ "word:_", 3, 0 };
	if (has_class(run, ASCII_DIGIT))
		return (urlgrep_sign){ "word:letters-and-digits", 1, 0 };
	if (run.len > 1 && memchr(run.text, '.', run.len - 1))
		return (urlgrep_sign){ "word:dotted", 1, 0 };
	if (memchr(run.text, '-', run.len))
		return (urlgrep_sign){ "word:hyphens", -1, 0 };
	return (urlgrep_sign){ "word:other", -2, 0 };
}

/* What stands behind the run there. */
static urlgrep_sign
behind_sign(const struct seam *m)
{
	char c = m->run_end < m->next_end ? m->text->at[m->run_end] : ' ';

	if (c == '"')
		return (urlgrep_sign){ "behind:quote", 1, 0 };
	return ascii_is(c, ASCII_BLANK) ? (urlgrep_sign){ "behind:blank", -1, 0 } :
	    (urlgrep_sign){ "behind:other", 0, 0 };
}

/* What would end where the joined URL ends. */
static urlgrep_sign
joined_sign(const struct seam *m, urlgrep_span before, bool cut)
{
	urlgrep_span run = run_of(m);

	if (cut && ends_as_file((urlgrep_span){ before.text,
	    before.len + run.len }))
		return (urlgrep_sign){ "joined:file", 3, 0 };
	if (ends_as_file(run) || (before.text[before.len - 1] == '.' &&
	    ends_as_file((urlgrep_span){ run.text - 1, run.len + 1 })))
		return ends_as_file(before) ?
		    (urlgrep_sign){ "joined:second-file", -2, 0 } :
		    (urlgrep_sign){ "joined:file", 3, 0 };
	if (run.text[run.len - 1] == '/')
		return (urlgrep_sign){ "joined:/", 0, 0 };
	return (urlgrep_sign){ "joined:open", -1, 0 };
}

/* A bracket before the URL, and where it closes. */
static urlgrep_sign
bracket_sign(const struct seam *m, const struct candidate *c,
    urlgrep_span before)
{
	char closer;

	if (!any_of(c->before, OPENER))
		return (urlgrep_sign){ "bracket:none", -1, 0 };
	closer = c->before == '(' ? ')' : c->before == '[' ? ']' : '}';
	if (memchr(before.text, closer, before.len))
		return (urlgrep_sign){ "bracket:closed", -2, 0 };
	if (memchr(m->text->at + m->run, closer, m->word_end - m->run))
		return (urlgrep_sign){ "bracket:closes", 2, 0 };
	return (urlgrep_sign){ "bracket:open", 1, 0 };
}

/* ---- both lines --- */

static size_t
indent_of(const struct text *t, const struct prefix *p, size_t line)
{
	size_t begin = p->count ? p->end : line, at;

	while (begin > line && ascii_is(t->at[begin - 1], ASCII_BLANK))
		begin--; /* the prefix's end is behind the blanks */
	at = begin;
	while (at < t->len && ascii_is(t->at[at], ASCII_BLANK))
		at++;
	return at - begin;
}

static urlgrep_sign
indent_sign(const struct seam *m)
{
	size_t here = indent_of(m->text, &m->prefix, m->line);
	size_t there = indent_of(m->text, &m->next_prefix, m->next);

	if (here == there)
		return (urlgrep_sign){ "indent:same", 2, 0 };
	return here < there ? (urlgrep_sign){ "indent:deeper", -1, 0 } :
	    (urlgrep_sign){ "indent:less", -1, 0 };
}

static urlgrep_sign
prefix_sign(const struct seam *m)
{
	if (m->same_prefix)
		return (urlgrep_sign){ "prefix:same", 2, 0 };
	if (!blank_between(m->text, m->run_end, m->next_end))
		return (urlgrep_sign){ "prefix:other,text", -7, 0 };
	if (m->next_prefix.count == 0)
		return (urlgrep_sign){ "prefix:lost", 1, 0 };
	return m->next_prefix.count < m->prefix.count ?
	    (urlgrep_sign){ "prefix:fewer", -1, 0 } :
	    (urlgrep_sign){ "prefix:more", -3, 0 };
}

/* ---- the lines around --- */

/* The widest lines within reach, of the same quote depth and of any. */
struct widths {
	size_t same, any;
	bool blank_next; /* the line behind the next is blank, or the end */
};

static void
count_long_line(const struct seam *m, size_t begin, size_t end, struct widths *w)
{
	size_t width = line_width(m->text, begin, end);
	struct prefix p;

	if (width > WIDEST || width <= w->same)
		return;
	if (width > w->any)
		w->any = width;
	prefix_read(m->text, begin, PREFIX_MARKS, &p);
	if (prefix_same(&m->prefix, &p))
		w->same = width;
}

/* A line has no more columns than octets. */
static void
count_line(const struct seam *m, size_t begin, size_t end, struct widths *w)
{
	if (end - begin > w->same)
		count_long_line(m, begin, end, w);
}

/* The lines before; one cut off by the end of what is looked at does not count. */
static void
look_before(const struct seam *m, struct widths *w)
{
	const struct text *t = m->text;
	size_t end = m->line;
	size_t floor = end > LOOK_BACK / 2 ? end - LOOK_BACK / 2 : 0;
	unsigned n;

	for (n = 0; n < NEIGHBOURS_BEFORE && end > floor; n++) {
		size_t at;

		end--;
		if (end > floor && t->at[end] == '\n' && t->at[end - 1] == '\r')
			end--;
		at = floor + ascii_after_break(t->at + floor, end - floor);
		if (at == floor && (floor > 0 || t->origin > 0))
			break;
		count_line(m, at, end, w);
		end = at;
	}
}

/* The lines behind the next. */
static enum look
look_behind(const struct seam *m, size_t begin, struct widths *w)
{
	const struct text *t = m->text;
	size_t limit = begin + LOOK_AHEAD;
	unsigned n;

	for (n = 0; n < NEIGHBOURS_AFTER && begin < limit; n++) {
		size_t end = line_break(t, begin, limit < t->len ? limit : t->len);

		if (end == t->len && !t->last)
			return LOOK_MORE;
		if (end == limit)
			break;
		if (n == 0) {
			struct prefix p;

			prefix_read(t, begin, PREFIX_MARKS, &p);
			w->blank_next = blank_between(t, p.end, end);
		}
		count_line(m, begin, end, w);
		if (end == t->len)
			break;
		if (!line_next(t, end, &begin))
			return LOOK_MORE;
	}
	return LOOK_YES;
}

static enum look
look_around(const struct seam *m, struct widths *w)
{
	const struct text *t = m->text;
	size_t after = m->next_end;

	*w = (struct widths){ 0, 0, true };
	look_before(m, w);
	count_line(m, m->next, m->next_end, w);
	if (after == t->len)
		return t->last ? LOOK_YES : LOOK_MORE;
	if (!line_next(t, after, &after))
		return LOOK_MORE;
	return look_behind(m, after, w);
}

/* Would the next word have had room in the URL's line? Then the break was not
 * forced. A hyphen is a place to break at all the same. */
static urlgrep_sign
room_sign(const struct seam *m, const struct widths *w, size_t width)
{
	size_t need = width + 1 + line_width(m->text, m->run, m->word_end);

	if (need <= w->same && m->text->at[m->line_end - 1] != '-')
		return (urlgrep_sign){ "room:yes", -2, 0 };
	return need <= w->any ? (urlgrep_sign){ "room:other-depth", 0, 0 } :
	    (urlgrep_sign){ "room:no", 2, 0 };
}

/* How wide the URL's line is, and is it the widest? */
static urlgrep_sign
line_sign(const struct widths *w, size_t width)
{
	if (width < 50)
		return (urlgrep_sign){ "line:short", -3, 0 };
	if (width > 80)
		return (urlgrep_sign){ "line:long", -4, 0 };
	if (width >= w->same)
		return width >= 72 ? (urlgrep_sign){ "line:full", 3, 0 } :
		    (urlgrep_sign){ "line:widest", 1, 0 };
	if (width + 2 >= w->same)
		return (urlgrep_sign){ "line:nearly-widest", width >= 72, 0 };
	return width < 65 ? (urlgrep_sign){ "line:not-widest", 0, 0 } :
	    (urlgrep_sign){ "line:not-widest", 1, 0 };
}

/* What follows the run in its line, and the line. */
static urlgrep_sign
then_sign(bool alone, const struct widths *w)
{
	return !alone ? (urlgrep_sign){ "then:text", -2, 0 } :
	    w->blank_next ? (urlgrep_sign){ "then:end", 2, 0 } :
	    (urlgrep_sign){ "then:lines", 0, 0 };
}

/* ---- the verdicts --- */

/* RFC 3986 appendix C: double quotes say where it ends, as brackets do. */
static bool
between_quotes(const struct seam *m, const struct candidate *c)
{
	return c->before == '"' && m->run_end < m->text->len &&
	    m->text->at[m->run_end] == '"';
}

static urlgrep_sign
verdict_sign(urlgrep_scanner *s, const struct candidate *c,
    urlgrep_span whole, urlgrep_span before, bool matters)
{
	urlgrep_url joined, unjoined;

	matcher_judge(s->matcher, before.text, kept_before(c, before), &unjoined);
	if (unjoined.verdict == URLGREP_OK && !matters)
		return (urlgrep_sign){ "verdict:unjoined-valid", 0, 0 };
	matcher_judge(s->matcher, whole.text,
	    bare_trim(c->before, whole.text, whole.len), &joined);
	if (joined.verdict == URLGREP_INVALID && unjoined.verdict == URLGREP_OK)
		return (urlgrep_sign){ "verdict:joined-invalid", -4, 0 };
	if (joined.verdict == URLGREP_OK && unjoined.verdict == URLGREP_INVALID)
		return (urlgrep_sign){ "verdict:unjoined-invalid", 4, 0 };
	return (urlgrep_sign){ "verdict:same", 0, 0 };
}

/* ---- the sum --- */

/* What the verdicts can add, and the widths, and what follows in the next line. */
enum { MOST_OF_VERDICTS = 4, MOST_OF_WIDTHS = 2 + 3, LEAST_OF_WIDTHS = -2 - 4 };

enum { SIGNS_OF_SEAM = 16 };
_Static_assert(JOINS * SIGNS_OF_SEAM <= SIGNS, "all signs have room");

struct sum {
	urlgrep_sign *next; /* where the next sign is kept */
	unsigned seam;      /* counted from 1 */
	int points;
};

static void
add(struct sum *sum, urlgrep_sign sign)
{
	sum->points += sign.points;
	sign.seam = sum->seam;
	*sum->next++ = sign;
}

static enum look
add_all(urlgrep_scanner *s, const struct candidate *c, const struct seam *m,
    struct sum *sum)
{
	urlgrep_span whole = reading_join(s, c, c->piece_count);
	urlgrep_span before = { whole.text, whole.len - (m->run_end - m->run) };
	bool alone = blank_between(m->text, m->run_end, m->next_end), cut;
	int most; /* that may still be added */
	struct widths w;
	size_t width;

	if (whole.text == NULL)
		return LOOK_YES;
	cut = ending_cut(before, run_of(m));
	add(sum, (urlgrep_sign){ "base", BASE, 0 });
	add(sum, end_sign(c, before));
	add(sum, path_sign(m, before, cut));
	add(sum, before_sign(m));
	add(sum, front_sign(m));
	if (between_quotes(m, c))
		add(sum, (urlgrep_sign){ "quoted", 8, 0 });
	else
		add(sum, word_sign(m, before));
	add(sum, behind_sign(m));
	add(sum, joined_sign(m, before, cut));
	add(sum, bracket_sign(m, c, before));
	add(sum, indent_sign(m));
	add(sum, prefix_sign(m));
	/* often neither the grammar nor the lines around can change anything */
	most = MOST_OF_WIDTHS + (alone ? 2 : -2);
	if (sum->points + MOST_OF_VERDICTS + most < SEAM_LOW)
		return LOOK_YES;
	add(sum, verdict_sign(s, c, whole, before,
	    sum->points + most >= SEAM_LOW));
	if (between_quotes(m, c))
		return LOOK_YES;
	if (sum->points + most < SEAM_LOW ||
	    sum->points + LEAST_OF_WIDTHS + (alone ? 0 : -2) >= SEAM_HIGH)
		return LOOK_YES;
	if (look_around(m, &w) == LOOK_MORE)
		return LOOK_MORE;
	width = line_width(m->text, m->line, m->line_end);
	add(sum, room_sign(m, &w, width));
	add(sum, line_sign(&w, width));
	add(sum, then_sign(alone, &w));
	return LOOK_YES;
}

enum look
seam_weigh(urlgrep_scanner *s, const struct candidate *c, const struct seam *m,
    int *points)
{
	struct sum sum = { s->signs + s->sign_count, c->piece_count - 1, 0 };
	enum look look = add_all(s, c, m, &sum);

	s->sign_count = (unsigned)(sum.next - s->signs);
	*points = sum.points;
	return look;
}
