/* letters.c - URLs in text that is not US-ASCII: which letters belong to them
 *
 * Most scripts have blanks between words, so a letter belongs to the URL. Chinese,
 * Japanese, Korean and Thai prose follows a URL directly, so what stands before the first
 * letter decides, and the other reading is kept. */
#include "text/letters.h"

#include <string.h>

#include "names/host.h"
#include "util/character.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum { JOINER_FIRST = 0x200C, JOINER_LAST = 0x200D, APOSTROPHE = 0x2019, EN_DASH = 0x2013,
	EM_DASH = 0x2014 };

enum {
	MAX_QUOTED_BYTES = 256, /* from an apostrophe to the next one */
	MAX_SEGMENT_BYTES = 64  /* of a segment of the path, before a letter */
};

struct code_range {
	uint32_t first, last;
};

/* Punctuation that ends a URL: quotation marks, dashes, the ellipsis, and the marks and
 * brackets of East Asia. */
static const struct code_range ends[] = { { 0xAB, 0xAB }, { 0xBB, 0xBB },
	{ 0x2014, 0x2014 }, { 0x2018, 0x201F }, { 0x2026, 0x2026 }, { 0x2039, 0x203A },
	{ 0x3001, 0x3002 }, { 0x3008, 0x3011 }, { 0x3014, 0x301B }, { 0x301D, 0x301F },
	{ 0xFF01, 0xFF01 }, { 0xFF08, 0xFF09 }, { 0xFF0C, 0xFF0C }, { 0xFF0E, 0xFF0E },
	{ 0xFF1A, 0xFF1B }, { 0xFF1F, 0xFF1F }, { 0xFF3B, 0xFF3B }, { 0xFF3D, 0xFF3D },
	{ 0xFF5B, 0xFF5B }, { 0xFF5D, 0xFF5D }, { 0xFF5F, 0xFF64 } };

/* Marks that end a URL unless a word follows them directly: the en dash, and full stops,
 * commas, semicolons and question marks of Armenian, Arabic, Devanagari, Tibetan,
 * Ethiopic and Khmer. */
static const struct code_range stops[] = { { EN_DASH, EN_DASH }, { 0x55C, 0x55E },
	{ 0x589, 0x589 }, { 0x60C, 0x60C }, { 0x61B, 0x61B }, { 0x61F, 0x61F },
	{ 0x6D4, 0x6D4 }, { 0x964, 0x965 }, { 0xF0B, 0xF12 }, { 0x1361, 0x1368 },
	{ 0x17D4, 0x17D6 } };

/* Raised digits, which are the mark of a footnote or of the URL, as in "m2". */
static const struct code_range footnotes[] = { { 0xB2, 0xB3 }, { 0xB9, 0xB9 },
	{ 0x2070, 0x2070 }, { 0x2074, 0x2079 } };

/* Arrows, lines, geometric shapes, stars, emoji, the reference mark and signs of full width: a
 * picture or divider between a URL and the text after it. */
static const struct code_range pictures[] = { { 0x203B, 0x203B }, { 0x2190, 0x21FF },
	{ 0x2500, 0x27BF }, { 0x2B00, 0x2BFF }, { 0x301C, 0x301C }, { 0xFE0F, 0xFE0F },
	{ 0xFF02, 0xFF0F }, { 0xFF1C, 0xFF20 }, { 0xFF3C, 0xFF40 }, { 0xFF5C, 0xFF5E },
	{ 0x1F000, 0x1FAFF } };

#define IN_RANGES(code, ranges) is_in(code, ranges, sizeof(ranges) / sizeof((ranges)[0]))

static bool
is_in(uint32_t code, const struct code_range *ranges, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return true;
	return false;
}

/* ---- the characters around an offset --- */

/* Return the class of the character beyond US-ASCII at offset at; CHARACTER_END if there
 * is none. */
static enum character_class
class_at(const struct run *r, size_t at)
{
	uint32_t code;

	if (at >= r->text->len || (unsigned char)r->text->bytes[at] < 0x80 ||
	    utf8_decode(r->text->bytes + at, r->text->len - at, &code) == 0)
		return CHARACTER_END;
	return character_class_of(code);
}

/* Return the class of the character beyond US-ASCII that ends at offset at. */
static enum character_class
class_before(const struct run *r, size_t at)
{
	uint32_t code;

	if (at <= r->begin || (unsigned char)r->text->bytes[at - 1] < 0x80)
		return CHARACTER_END;
	character_before(r->text->bytes + r->begin, at - r->begin, &code);
	return code < 0x80 ? CHARACTER_END : character_class_of(code);
}

static bool
is_letter_at(const struct run *r, size_t at)
{
	return at < r->text->len && (ascii_is(r->text->bytes[at], ASCII_ALPHA) ||
	    character_is_letter(class_at(r, at)));
}

static bool
is_letter_before(const struct run *r, size_t at)
{
	return at > r->begin && (ascii_is(r->text->bytes[at - 1], ASCII_ALPHA) ||
	    character_is_letter(class_before(r, at)));
}

/* Return true if a word goes on directly at offset at. */
static bool
is_word_at(const struct run *r, size_t at)
{
	static const char marks[] = "_/%*";

	return at < r->end && (ascii_is(r->text->bytes[at], ASCII_DIGIT) ||
	    is_letter_at(r, at) || memchr(marks, r->text->bytes[at], sizeof(marks) - 1));
}

/* Return where the letters beyond US-ASCII that begin at offset at end. */
static size_t
letters_end(const struct run *r, size_t at)
{
	while (at < r->end) {
		uint32_t code;
		size_t n = utf8_decode(r->text->bytes + at, r->end - at, &code);

		if (n < 2 || !character_is_letter(character_class_of(code)))
			break;
		at += n;
	}
	return at;
}

/* ---- characters that end every URL --- */

bool
letters_always_end(const struct run *r, size_t at, uint32_t code, size_t length)
{
	if (code >= JOINER_FIRST && code <= JOINER_LAST)
		return !is_letter_before(r, at) || !is_letter_at(r, at + length);
	return character_class_of(code) == CHARACTER_END;
}

/* ---- punctuation (rule I2) --- */

/* Return true if the single quotation mark opened directly before the URL closes with the
 * mark at offset at, the last such mark of the run. */
static bool
closes_quotation(const struct run *r, size_t at, size_t length)
{
	static const char open[] = "\u2018";
	const char *bytes = r->text->bytes;
	size_t n = sizeof(open) - 1, rest = r->end - at - length;

	return !r->is_continuation && r->begin >= n &&
	    memcmp(bytes + r->begin - n, open, n) == 0 &&
	    memmem(bytes + at + length, rest > MAX_QUOTED_BYTES ? MAX_QUOTED_BYTES : rest,
		bytes + at, length) == NULL;
}

/* Return true if the apostrophe at offset at is one of the URL's own, as in "L'Aquila",
 * not that of "h.example's" or of a quotation. */
static bool
is_own_apostrophe(const struct run *r, size_t at, size_t length)
{
	const char *bytes = r->text->bytes;
	size_t next = at + length;

	if (!is_letter_before(r, at) || !is_letter_at(r, next) ||
	    memchr(bytes + r->content, '/', at - r->content) == NULL ||
	    closes_quotation(r, at, length))
		return false;
	return ascii_lower(bytes[next]) != 's' || is_word_at(r, next + 1);
}

/* Return true for a bracket of East Asia that opens. The code of its partner, and the last
 * byte of that in UTF-8, are one more. */
static bool
is_open_bracket(uint32_t code)
{
	enum { FIRST = 0x3008, LAST = 0x301A, POSTAL_MARK = 0x3012, FULLWIDTH = 0xFF08 };

	return code == FULLWIDTH || (code >= FIRST && code <= LAST && code % 2 == 0 &&
	    code != POSTAL_MARK);
}

/* Return true if bytes[0..len) has the bracket that differs from the one at bracket in its
 * last byte, by step. */
static bool
has_partner(const char *bytes, size_t len, const char *bracket, int step)
{
	char partner[3];

	memcpy(partner, bracket, sizeof(partner));
	partner[2] = (char)(partner[2] + step);
	return memmem(bytes, len, partner, sizeof(partner)) != NULL;
}

/* Return true if the bracket at offset at closes one over which the URL went on. */
static bool
closes_own_bracket(const struct run *r, size_t at, uint32_t code, size_t length)
{
	const char *bytes = r->text->bytes;
	size_t begin = at - r->content > MAX_QUOTED_BYTES ? at - MAX_QUOTED_BYTES : r->content;

	return length == 3 && is_open_bracket(code - 1) &&
	    has_partner(bytes + begin, at - begin, bytes + at, -1);
}

/* Return true if the mark at offset at, which ends the URL, could belong to it: a dash
 * between letters, or a bracket after a letter beyond US-ASCII that closes. */
static bool
may_be_own_mark(const struct run *r, size_t at, uint32_t code, size_t length)
{
	const char *bytes = r->text->bytes;
	size_t next = at + length, rest = r->end - next;

	if (code == EM_DASH)
		return is_letter_before(r, at) && is_letter_at(r, next);
	return is_open_bracket(code) && character_is_letter(class_before(r, at)) &&
	    has_partner(bytes + next, rest > MAX_QUOTED_BYTES ? MAX_QUOTED_BYTES : rest,
		bytes + at, 1);
}

/* Decide about a mark of punctuation: GO_ON if it is not one that ends a URL. */
static enum letters_answer
decide_punctuation(const struct run *r, size_t at, uint32_t code, size_t length)
{
	if ((code == APOSTROPHE && is_own_apostrophe(r, at, length)) ||
	    host_goes_on_at_stop(r->text, r->content, at))
		return LETTERS_GO_ON;
	if (IN_RANGES(code, stops))
		return is_word_at(r, at + length) ? LETTERS_GO_ON : LETTERS_END;
	if (!IN_RANGES(code, ends) || closes_own_bracket(r, at, code, length))
		return LETTERS_GO_ON;
	return may_be_own_mark(r, at, code, length) ? LETTERS_MARK_ENDS : LETTERS_END;
}

/* ---- a letter after a character of US-ASCII (rule I5) --- */

/* Return true if one of the marks that go on within a URL is at offset at, and something
 * that is no trailing punctuation follows where it may end a sentence. */
static bool
is_delimiter_at(const struct run *r, size_t at)
{
	static const char marks[] = "/?&=#_%";

	if (at >= r->end)
		return false;
	if (r->text->bytes[at] == '.')
		return at + 1 < r->end && is_word_at(r, at + 1);
	return memchr(marks, r->text->bytes[at], sizeof(marks) - 1) != NULL;
}

/* Return true if the letters at offset at begin with one of the words, each of which ends
 * in a blank; whole: they are one. */
static bool
are_word(const struct run *r, size_t at, const char *words, bool whole)
{
	size_t len = letters_end(r, at) - at;

	while (*words) {
		size_t n = strcspn(words, " ");

		if ((whole ? n == len : n <= len) &&
		    memcmp(r->text->bytes + at, words, n) == 0)
			return true;
		words += n + 1;
	}
	return false;
}

/* Particles and endings with which prose goes on after a URL. */
static const char japanese[] = "を に へ は が で と も の や だ から より まで にて です では には でも ";
static const char korean[] = "을 를 은 는 이 가 에 에서 에는 에도 에게 에서는 에서도 로 으로 로는 으로는 "
    "의 와 과 도 만 까지 까지는 부터 보다 처럼 라고 이라고 라는 이라는 이며 이고 이나 이다 입니다 이란 "
    "하고 이랑 ";

/* What Chinese prose goes on with, seldom a page's name. */
static const char chinese[] = "处获 处取 处下 处查 处找 处可 處獲 處取 處下 處查 處找 處可 即可 上的 中的 里的 "
    "来获 来查 来下 來獲 來查 來下 以获 以查 以獲 进行 進行 ";

/* Return true if the host of r is in US-ASCII. */
static bool
has_ascii_host(const struct run *r)
{
	const char *host = r->text->bytes + r->content;
	size_t len = r->end - r->content, i;

	for (i = 0; i < len && host[i] != '/' && host[i] != '?' && host[i] != '#'; i++)
		if ((unsigned char)host[i] >= 0x80)
			return false;
	return true;
}

/* Return true if prose goes on at offset at with a particle or ending. */
static bool
is_particle_at(const struct run *r, size_t at, enum character_class class)
{
	if (class == CHARACTER_HANGUL)
		return are_word(r, at, korean, true);
	if (class == CHARACTER_HAN)
		return are_word(r, at, chinese, false) &&
		    !is_delimiter_at(r, letters_end(r, at));
	return class == CHARACTER_HIRAGANA && are_word(r, at, japanese, false) &&
	    !is_delimiter_at(r, letters_end(r, at));
}

/* Return whether the URL goes on after a "/" with the letters at offset at (I5b). */
static bool
goes_on_after_slash(const struct run *r, size_t at, enum character_class class)
{
	bool is_whole_path = r->has_authority && !r->is_continuation &&
	    memchr(r->text->bytes + r->content, '/', at - 1 - r->content) == NULL;

	if (is_particle_at(r, at, class))
		return false;
	if (is_delimiter_at(r, letters_end(r, at)))
		return true;
	return !is_whole_path || !has_ascii_host(r) ||
	    (class != CHARACTER_HAN && class != CHARACTER_HIRAGANA &&
	    class != CHARACTER_HANGUL && class != CHARACTER_THAI);
}

/* Return true if what is between the last "/" and offset at is the name of a file with
 * an extension. */
static bool
is_file_name(const struct run *r, size_t at)
{
	const char *bytes = r->text->bytes;
	size_t dot = at;

	while (dot > r->content && ascii_is(bytes[dot - 1], ASCII_ALPHA | ASCII_DIGIT))
		dot--;
	return dot < at && at - dot <= 5 && dot > r->content + 1 && bytes[dot - 1] == '.' &&
	    bytes[dot - 2] != '/';
}

/* Return true if nothing but marks of a list or comment stands before the URL in its
 * line. */
static bool
begins_line(const struct run *r)
{
	enum { MAX_MARKS = 32 };
	static const char marks[] = "-*+#>/;%!.)";
	const char *bytes = r->text->bytes;
	size_t at = r->begin;

	while (at > 0 && r->begin - at < MAX_MARKS &&
	    (ascii_is(bytes[at - 1], ASCII_BLANK | ASCII_DIGIT) ||
	    memchr(marks, bytes[at - 1], sizeof(marks) - 1)))
		at--;
	return at == 0 ? r->text->origin == 0 : ascii_is(bytes[at - 1], ASCII_BREAK);
}

/* Answer whether nothing but blanks stands after the run in its line. */
static enum scan_answer
ends_line(const struct run *r)
{
	enum { MAX_BLANKS = 64 };
	const struct scan_text *t = r->text;
	size_t at = r->end;

	while (at < t->len && at - r->end < MAX_BLANKS && ascii_is(t->bytes[at], ASCII_BLANK))
		at++;
	if (at == t->len)
		return t->is_last ? SCAN_YES : SCAN_MORE;
	return ascii_is(t->bytes[at], ASCII_BREAK) ? SCAN_YES : SCAN_NO;
}

/* Return true if the path before offset at has two segments or more. */
static bool
has_deep_path(const struct run *r, size_t at)
{
	const char *slash = memchr(r->text->bytes + r->content, '/', at - r->content);

	return slash && memchr(slash + 1, '/',
	    (size_t)(r->text->bytes + at - slash - 1)) != NULL;
}

/* Return true if a letter of a script without blanks stands before offset at in the same
 * segment of the path, field of the query, or fragment. */
static bool
is_mixed_segment(const struct run *r, size_t at)
{
	size_t limit = at - r->content > MAX_SEGMENT_BYTES ? at - MAX_SEGMENT_BYTES : r->content;

	while (at > limit && memchr("/?#&=", r->text->bytes[at - 1], 5) == NULL) {
		if (character_is_unspaced(class_before(r, at)))
			return true;
		at--;
	}
	return false;
}

/* Return true if a mark that ends a URL follows the letters at offset at. */
static bool
are_before_end(const struct run *r, size_t at)
{
	uint32_t code;
	size_t end = letters_end(r, at);

	return end < r->end && utf8_decode(r->text->bytes + end, r->end - end, &code) > 1 &&
	    IN_RANGES(code, ends);
}

/* Answer for a letter that is not Latin after an ASCII letter or digit (I5a). */
static enum letters_answer
decide_after_word(const struct run *r, size_t at, enum character_class class)
{
	enum scan_answer answer = SCAN_NO;

	if (character_is_unspaced(class) && is_mixed_segment(r, at) && !is_file_name(r, at) &&
	    !is_particle_at(r, at, class))
		return LETTERS_LIKELY_GO_ON;
	if (!r->is_continuation && has_deep_path(r, at) && !is_file_name(r, at) &&
	    begins_line(r) && !are_before_end(r, at))
		answer = ends_line(r);
	if (answer == SCAN_MORE)
		return LETTERS_MORE;
	if (!character_is_unspaced(class))
		return answer == SCAN_YES ? LETTERS_GO_ON : LETTERS_END;
	return answer == SCAN_YES ? LETTERS_LIKELY_GO_ON : LETTERS_LIKELY_END;
}

/* Return true if the authority, up to offset at, may still go on: its last label is not
 * complete without the letter there. */
static bool
is_open_host(const struct run *r, size_t at)
{
	const char *host = r->text->bytes + r->content;
	size_t len = at - r->content;

	if (!r->has_authority || r->is_continuation || memchr(host, '/', len) ||
	    memchr(host, '?', len) || memchr(host, '#', len))
		return false;
	return memchr(host, '.', len) == NULL && memchr(host, ':', len) == NULL &&
	    (len != 9 || !ascii_equal(host, "localhost", 9));
}

/* Return true if a percent-escape ends at offset at; set *is_letter if it is of a byte
 * beyond US-ASCII. */
static bool
is_after_escape(const struct run *r, size_t at, bool *is_letter)
{
	const char *bytes = r->text->bytes;

	if (at < r->content + 3 || bytes[at - 3] != '%' ||
	    !ascii_is(bytes[at - 2], ASCII_HEX) || !ascii_is(bytes[at - 1], ASCII_HEX))
		return false;
	*is_letter = bytes[at - 2] >= '8';
	return true;
}

/* Answer for a letter of a script without blanks after the escape of another letter: a
 * program that escapes one letter seldom leaves the next as it is. */
static enum letters_answer
decide_after_escape(const struct run *r, size_t at, enum character_class class)
{
	return is_particle_at(r, at, class) ? LETTERS_LIKELY_END : LETTERS_LIKELY_GO_ON;
}

/* Return where the arrows, stars, emoji and the like that end at offset at begin. */
static size_t
pictures_begin(const struct run *r, size_t at)
{
	uint32_t code;
	size_t n;

	while (at > r->content && (unsigned char)r->text->bytes[at - 1] >= 0x80) {
		n = character_before(r->text->bytes + r->content, at - r->content, &code);
		if (!IN_RANGES(code, pictures))
			break;
		at -= n;
	}
	return at;
}

/* Return true if nothing but pictures stands between an ASCII letter or digit and the letter at
 * offset at. */
static bool
is_picture_after_word(const struct run *r, size_t at)
{
	size_t word = pictures_begin(r, at);

	return word < at && word > r->content &&
	    ascii_is(r->text->bytes[word - 1], ASCII_ALPHA | ASCII_DIGIT);
}

static enum letters_answer
decide_letter(const struct run *r, size_t at, enum character_class class)
{
	static const char lists[] = ",;[)]'$`|^\\";
	char before = at > r->content ? r->text->bytes[at - 1] : '/';
	bool is_letter;

	if (at == r->content || class == CHARACTER_LATIN || class == CHARACTER_MARK ||
	    is_open_host(r, at))
		return LETTERS_GO_ON;
	if ((unsigned char)before >= 0x80)
		return is_picture_after_word(r, at) ? decide_after_word(r, at, class) :
		    LETTERS_GO_ON;
	if (is_after_escape(r, at, &is_letter))
		return is_letter && character_is_unspaced(class) ?
		    decide_after_escape(r, at, class) : LETTERS_GO_ON;
	if (ascii_is(before, ASCII_ALPHA | ASCII_DIGIT))
		return decide_after_word(r, at, class);
	if (before == '/') {
		bool goes_on = goes_on_after_slash(r, at, class);

		if (!character_is_unspaced(class))
			return goes_on ? LETTERS_GO_ON : LETTERS_END;
		return goes_on ? LETTERS_LIKELY_GO_ON : LETTERS_LIKELY_END;
	}
	if (before == '(' && character_is_unspaced(class) && is_file_name(r, at - 1))
		return LETTERS_LIKELY_END; /* a remark: "index.html(携帯可)" */
	return character_is_unspaced(class) && memchr(lists, before, sizeof(lists) - 1) ?
	    LETTERS_END : LETTERS_GO_ON;
}

/* Return true if UTF-8 punctuation that was read as Latin-1 or Windows-1252 is at offset
 * at: a circumflexed a and a control or the euro sign, or a circumflexed A and a blank. */
static bool
is_garbled_punctuation(const struct run *r, size_t at, uint32_t code)
{
	const struct scan_text *t = r->text;
	uint32_t next;

	if ((code != 0xE2 && code != 0xC2) || utf8_decode(t->bytes + at + 2,
		t->len - at - 2, &next) == 0)
		return false;
	return code == 0xE2 ? (next >= 0x80 && next < 0xA0) || next == 0x20AC : next == 0xA0;
}

enum letters_answer
letters_decide(const struct run *r, size_t at, uint32_t code, size_t length)
{
	enum character_class class = character_class_of(code);

	if (letters_always_end(r, at, code, length) || is_garbled_punctuation(r, at, code))
		return LETTERS_END;
	if (IN_RANGES(code, footnotes) && ascii_is(r->text->bytes[at - 1],
		ASCII_ALPHA | ASCII_DIGIT))
		return LETTERS_MARK_ENDS;
	return character_is_letter(class) ? decide_letter(r, at, class) :
	    decide_punctuation(r, at, code, length);
}

/* ---- the host (rule I4) --- */

bool
letters_make_host(const struct run *r)
{
	const char *host = r->text->bytes + r->content, *dot;
	size_t len = 0;

	if (r->end == r->content || (unsigned char)host[0] < 0x80)
		return true;
	while (len < r->end - r->content && host[len] != '/' && host[len] != '?' &&
	    host[len] != '#' && host[len] != ':')
		len++;
	dot = memchr(host, '.', len);
	return dot && dot > host && dot + 1 < host + len;
}
