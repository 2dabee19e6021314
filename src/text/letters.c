/* letters.c - URLs in text that is not US-ASCII: which letters belong to them
 *
 * Most scripts have blanks between words, so a letter belongs to the URL. Chinese,
 * Japanese, Korean and Thai prose follows a URL directly, so the character before the first
 * letter decides, and the other reading is kept. */
#include "text/run.h"

#include <string.h>

#include "names/name.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum { JOINER_FIRST = 0x200C, JOINER_LAST = 0x200D, APOSTROPHE = 0x2019 };

enum {
	MAX_QUOTED_BYTES = 256, /* from an apostrophe to the next one */
	MAX_SEGMENT_BYTES = 64, /* of a segment of the path, before a letter */
	MAX_RULE_BYTES = 128    /* from a character on, for letters.pcre */
};

/* ---- the characters around an offset --- */

/* Return the class of the character beyond US-ASCII at offset at, or CHARACTER_END. */
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

/* Return true if a virama of an Indic script ends at offset `at`: U+094D, U+09CD ... U+0D4D. */
static bool
is_virama_before(const struct run *r, size_t at)
{
	uint32_t code;

	character_before(r->text->bytes + r->begin, at - r->begin, &code);
	return code >= 0x094D && code <= 0x0D4D && (code & 0x7F) == 0x4D;
}

/* Return true if a word goes on directly at offset at. */
static bool
is_word_at(const struct run *r, size_t at)
{
	return at < r->end && (ascii_is(r->text->bytes[at], ASCII_DIGIT) ||
	    is_letter_at(r, at) || ascii_is_one_of(r->text->bytes[at], "_/%*"));
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

/* Return the rule of letters.pcre that holds at offset at, and where its match is. */
static enum letters_rule
find_rule(const struct run *r, size_t at, struct rule_match *match)
{
	return rules_find(r->rules, RULES_LETTERS, 0, r->text->bytes,
	    r->end - at > MAX_RULE_BYTES ? at + MAX_RULE_BYTES : r->end, at, match);
}

/* ---- characters that end every URL --- */

/* Return true if a URL goes on over the joiner at offset `at`: between letters and between symbols,
 * as in emoji; after a letter of a word that ends in one, before a mark of the URL; U+200D also at
 * the end of a word of Malayalam or Bengali, after the sign that joins. */
static bool
goes_on_over_joiner(const struct run *r, size_t at, uint32_t code, size_t length)
{
	enum character_class before = class_before(r, at);
	size_t next = at + length;

	if (before == CHARACTER_SYMBOL)
		return class_at(r, next) == CHARACTER_SYMBOL;
	if (!is_letter_before(r, at))
		return false;
	if (is_letter_at(r, next))
		return true;
	return before >= CHARACTER_MARK && ((next < r->end &&
	    ascii_is_one_of(r->text->bytes[next], "-./_=&?#%") && is_word_at(r, next + 1)) ||
	    (code == JOINER_LAST && (unsigned char)r->text->bytes[r->begin] < 0x80 &&
	    is_virama_before(r, at) && (next >= r->end || !is_letter_at(r, next))));
}

bool
letters_always_end(const struct run *r, size_t at, uint32_t code, size_t length)
{
	if (code >= JOINER_FIRST && code <= JOINER_LAST)
		return !goes_on_over_joiner(r, at, code, length);
	return character_class_of(code) == CHARACTER_END;
}

/* ---- punctuation (rule I2) --- */

/* Return true if the apostrophe at offset at belongs to the URL, as in "L'Aquila", and not to a
 * genitive ("h.example's") or, before Korean, to a quotation. */
static bool
is_own_apostrophe(const struct run *r, size_t at, size_t length)
{
	const char *bytes = r->text->bytes;
	size_t next = at + length;

	if (!is_letter_before(r, at) || !is_letter_at(r, next) ||
	    character_is_unspaced(class_at(r, next)) ||
	    memchr(bytes + r->content, '/', at - r->content) == NULL)
		return false;
	return ascii_lower(bytes[next]) != 's' || is_word_at(r, next + 1);
}

/* Return true if the bracket at offset at closes one over which the URL went on. */
static bool
closes_own_bracket(const struct run *r, size_t at, uint32_t code, size_t length)
{
	size_t begin = at - r->content > MAX_QUOTED_BYTES ? at - MAX_QUOTED_BYTES : r->content;

	return character_closes_bracket(code, r->text->bytes + begin, at + length - begin);
}

/* ---- a letter after a character of US-ASCII (rule I5) --- */

/* Return true if one of the marks that go on within a URL is at offset at. If it may end a
 * sentence, a character that is not trailing punctuation must follow. */
static bool
is_delimiter_at(const struct run *r, size_t at)
{
	if (at >= r->end)
		return false;
	if (r->text->bytes[at] == '.')
		return at + 1 < r->end && is_word_at(r, at + 1);
	return ascii_is_one_of(r->text->bytes[at], "/?&=#_%");
}

/* Return true if the host of r is in US-ASCII. */
static bool
has_ascii_host(const struct run *r)
{
	const char *host = r->text->bytes + r->content;

	return utf8_is_ascii(host, ascii_until(host, r->end - r->content, ASCII_AUTHORITY_END));
}

/* Return true if prose goes on at offset at with a particle or ending. */
static bool
is_particle_at(const struct run *r, size_t at)
{
	struct rule_match match;

	return find_rule(r, at, &match) >= LETTERS_JAPANESE;
}

/* Return whether the URL goes on after a "/" with the letters at offset at (I5b). */
static bool
goes_on_after_slash(const struct run *r, size_t at, enum character_class class)
{
	bool is_whole_path = r->has_authority && !r->is_continuation &&
	    memchr(r->text->bytes + r->content, '/', at - 1 - r->content) == NULL;

	if (is_particle_at(r, at))
		return false;
	if (is_delimiter_at(r, letters_end(r, at)))
		return true;
	return !is_whole_path || !has_ascii_host(r) ||
	    (class != CHARACTER_HAN && class != CHARACTER_HIRAGANA &&
	    class != CHARACTER_HANGUL && class != CHARACTER_THAI);
}

/* Return true if the text between the last "/" and offset at is a file name with an
 * extension. */
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

/* Return true if the URL is alone in its line, perhaps after the mark of a list or comment. */
static bool
is_alone(const struct run *r)
{
	enum { MAX_BLANKS = 64 };
	const struct scan_text *t = r->text;
	size_t rest = t->len - r->end;
	size_t blanks = ascii_span(t->bytes + r->end, rest > MAX_BLANKS ? MAX_BLANKS : rest, ASCII_BLANK);

	return (blanks == rest || ascii_is(t->bytes[r->end + blanks], ASCII_BREAK)) &&
	    run_text_before(r->rules, t, r->begin, BEFORE_IF_LINE);
}

/* Return true if the path before offset at has two segments or more. */
static bool
has_deep_path(const struct run *r, size_t at)
{
	const char *slash = memchr(r->text->bytes + r->content, '/', at - r->content);

	return slash && memchr(slash + 1, '/',
	    (size_t)(r->text->bytes + at - slash - 1)) != NULL;
}

/* Return true if a letter of a script without blanks precedes offset at in the same
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
	size_t end = letters_end(r, at);
	struct rule_match match;
	unsigned rule = end < r->end ? find_rule(r, end, &match) : 0;

	return rule == LETTERS_END_MARK || rule == LETTERS_OWN_MARK;
}

/* Return true if the letter at offset `at`, after a letter of a path, is Greek, Cyrillic, Armenian
 * or Georgian: words of these scripts are not glued to URLs. Words of Hebrew and Arabic are. */
static bool
is_spaced_script(const struct run *r, size_t at)
{
	uint32_t code = 0;

	utf8_decode(r->text->bytes + at, r->end - at, &code);
	return ((code >= 0x370 && code <= 0x58F) || (code >= 0x10A0 && code <= 0x10FF)) &&
	    ascii_is(r->text->bytes[at - 1], ASCII_ALPHA) && !is_file_name(r, at) &&
	    memchr(r->text->bytes + r->content, '/', at - r->content) &&
	    !memchr(r->text->bytes + r->content, '?', at - r->content);
}

/* Answer for a letter that is not Latin after an ASCII letter or digit (I5a). */
static enum letters_answer
decide_after_word(const struct run *r, size_t at, enum character_class class)
{
	bool is_file = is_file_name(r, at);
	bool goes_on = !is_file && !r->is_continuation && has_deep_path(r, at) &&
	    !are_before_end(r, at) && is_alone(r);

	if (!character_is_unspaced(class))
		return goes_on ? LETTERS_GO_ON :
		    is_spaced_script(r, at) ? LETTERS_LIKELY_GO_ON : LETTERS_END;
	return goes_on || (!is_file && is_mixed_segment(r, at) && !is_particle_at(r, at)) ?
	    LETTERS_LIKELY_GO_ON : LETTERS_LIKELY_END;
}

/* Return true if the authority, up to offset at, may still go on: its last label is not
 * complete without the letter there. */
static bool
is_open_host(const struct run *r, size_t at)
{
	const char *host = r->text->bytes + r->content;
	size_t len = at - r->content;

	return r->has_authority && !r->is_continuation &&
	    ascii_until(host, len, ASCII_AUTHORITY_END) == len &&
	    memchr(host, '.', len) == NULL && memchr(host, ':', len) == NULL &&
	    (len != 9 || !ascii_equal(host, "localhost", 9));
}

static enum letters_answer
decide_letter(const struct run *r, size_t at, enum character_class class)
{
	char before = at > r->content ? r->text->bytes[at - 1] : '/';

	if (at == r->content || class == CHARACTER_LATIN || class == CHARACTER_MARK ||
	    (unsigned char)before >= 0x80 || is_open_host(r, at))
		return LETTERS_GO_ON;
	if (at >= r->content + 3 && ascii_is_escape(r->text->bytes + at - 3, 3))
		return !character_is_unspaced(class) ? LETTERS_GO_ON :
		    is_particle_at(r, at) ? LETTERS_LIKELY_END : LETTERS_LIKELY_GO_ON;
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
	return character_is_unspaced(class) && ascii_is_one_of(before, ",;[)]'$`|^\\") ?
	    LETTERS_END : LETTERS_GO_ON;
}

enum letters_answer
letters_decide(const struct run *r, size_t at, uint32_t code, size_t length)
{
	enum character_class class = character_class_of(code);
	struct rule_match match;

	if (letters_always_end(r, at, code, length))
		return LETTERS_END;
	if (class == CHARACTER_LATIN && code != 0xC2 && code != 0xE2)
		return LETTERS_GO_ON;
	if ((code == APOSTROPHE && is_own_apostrophe(r, at, length)) ||
	    host_goes_on_at_stop(r->text, r->content, at))
		return LETTERS_GO_ON;
	if (character_is_unspaced(class)) /* no mark */
		return decide_letter(r, at, class);
	switch (find_rule(r, at, &match)) {
	case LETTERS_GARBLED: case LETTERS_STOP:
		return LETTERS_END;
	case LETTERS_OWN_BRACKET:
		return has_deep_path(r, at) ? LETTERS_LIKELY_GO_ON : LETTERS_END;
	case LETTERS_FOOTNOTE: case LETTERS_OWN_MARK:
		return LETTERS_MARK_ENDS;
	case LETTERS_END_MARK:
		return closes_own_bracket(r, at, code, length) ? LETTERS_GO_ON : LETTERS_END;
	case LETTERS_PICTURE:
		return decide_after_word(r, at, class_at(r, match.end));
	case LETTERS_NO_RULE: case LETTERS_JAPANESE: case LETTERS_KOREAN: case LETTERS_CHINESE:
		break;
	}
	return character_is_letter(class) ? decide_letter(r, at, class) : LETTERS_GO_ON;
}

/* ---- the host (rule I4) --- */

bool
letters_make_host(const struct run *r)
{
	const char *host = r->text->bytes + r->content, *dot;
	size_t len = r->end - r->content;

	if (!r->has_authority || r->is_continuation || len == 0 || (unsigned char)*host < 0x80)
		return true;
	len = ascii_until(host, len, ASCII_AUTHORITY_END);
	if (memchr(host, '@', len))
		return true; /* the name of a user is before it */
	len = ascii_find(host, len, ':');
	dot = memchr(host, '.', len);
	return dot && dot > host && dot + 1 < host + len;
}
