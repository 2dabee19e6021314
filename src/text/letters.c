/* letters.c - decide which letters beyond US-ASCII belong to a URL
 *
 * Most scripts have blanks between words, so a letter directly after a URL belongs to it. Chinese,
 * Japanese, Korean and Thai prose follows a URL without a blank, so the character before the first
 * letter decides, and the other reading is kept. */
#include "text/run.h"

#include <string.h>

#include "names/name.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum { JOINER_FIRST = 0x200C, JOINER_LAST = 0x200D };

enum {
	MAX_QUOTED_BYTES = 256, /* between two apostrophes */
	MAX_SEGMENT_BYTES = 64, /* the part of a path segment before a letter */
	MAX_RULE_BYTES = 128    /* the text that letters.pcre may read */
};

/* ---- characters at and around an offset --- */

/* Return the end of the letters beyond US-ASCII that begin at `at`. */
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

/* Return the rule of letters.pcre that matches at `at`, and set *match. conditions:
 * LETTERS_IF_... */
static enum letters_rule
find_rule(const struct run *r, size_t at, unsigned conditions, struct rule_match *match)
{
	return rules_find(r->rules, RULES_LETTERS, conditions, r->text->bytes,
	    scan_limit(at, MAX_RULE_BYTES, r->end), at, match);
}

/* Return true if a "/" other than those of "://" precedes `at`. */
static bool
is_in_path(const struct run *r, size_t at)
{
	return memchr(r->text->bytes + r->content, '/', at - r->content) != NULL;
}

/* Return true if any URL ends before the character, even an enclosed one: white space, a control,
 * an invisible character, or one for private use. */
static bool
always_ends(const struct run *r, size_t at, uint32_t code)
{
	struct rule_match match;

	if (code >= JOINER_FIRST && code <= JOINER_LAST)
		return find_rule(r, at, LETTERS_IF_JOINER, &match) != LETTERS_JOINER;
	return character_class_of(code) == CHARACTER_END;
}

/* Return true if the bracket at `at` closes one in the URL. */
static bool
closes_own_bracket(const struct run *r, size_t at, uint32_t code, size_t length)
{
	size_t begin = scan_floor(at, MAX_QUOTED_BYTES, r->content);

	return character_closes_bracket(code, r->text->bytes + begin, at + length - begin);
}

/* ---- a letter after a character of US-ASCII (rule I5) --- */

static bool
has_ascii_host(const struct run *r)
{
	const char *host = r->text->bytes + r->content;

	return utf8_is_ascii(host, ascii_until(host, r->end - r->content, ASCII_AUTHORITY_END));
}

/* Return true if a particle or ending of prose is at `at`. */
static bool
is_particle_at(const struct run *r, size_t at)
{
	struct rule_match match;

	return find_rule(r, at, 0, &match) >= LETTERS_JAPANESE;
}

/* Return true if the URL continues after a "/" with the letters at `at` (I5b). */
static bool
goes_on_after_slash(const struct run *r, size_t at, enum character_class class)
{
	bool is_whole_path = r->has_authority && !r->is_continuation && !is_in_path(r, at - 1);
	struct rule_match match;
	unsigned rule = find_rule(r, at, LETTERS_IF_AFTER_SLASH, &match);

	if (rule >= LETTERS_JAPANESE)
		return rule == LETTERS_SEGMENT;
	return !is_whole_path || !has_ascii_host(r) ||
	    (class != CHARACTER_HAN && class != CHARACTER_HIRAGANA &&
	    class != CHARACTER_HANGUL && class != CHARACTER_THAI);
}

/* Return true if the text before `at` ends in a file name with an extension. */
static bool
is_file_name(const struct run *r, size_t at)
{
	const char *bytes = r->text->bytes;
	size_t dot = at;

	while (dot > r->content && ascii_is_alphanumeric(bytes[dot - 1]))
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
	size_t end = text_line_skip_blanks(t, r->end, scan_limit(r->end, MAX_BLANKS, t->len));

	return ascii_is(scan_byte_at(t, end), ASCII_BREAK) &&
	    run_text_before(r->rules, t, r->begin, BEFORE_IF_LINE);
}

/* Return true if the path before `at` has two segments or more. */
static bool
has_deep_path(const struct run *r, size_t at)
{
	const char *slash = memchr(r->text->bytes + r->content, '/', at - r->content);

	return slash && memchr(slash + 1, '/', (size_t)(r->text->bytes + at - slash - 1)) != NULL;
}

/* Return true if a letter of a script without blanks precedes `at` in the same path segment, query
 * field or fragment. */
static bool
is_mixed_segment(const struct run *r, size_t at)
{
	size_t limit = scan_floor(at, MAX_SEGMENT_BYTES, r->content);
	uint32_t code;

	while (at > limit && !ascii_is_one_of(r->text->bytes[at - 1], "/?#&=")) {
		at -= character_before(r->text->bytes + limit, at - limit, &code);
		if (code >= 0x80 && character_is_unspaced(character_class_of(code)))
			return true;
	}
	return false;
}

/* Return true if a punctuation mark that ends a URL follows the letters at `at`. */
static bool
are_before_end(const struct run *r, size_t at)
{
	size_t end = letters_end(r, at);
	struct rule_match match;
	unsigned rule = end < r->end ? find_rule(r, end, 0, &match) : 0;

	return rule == LETTERS_END_MARK || rule == LETTERS_OWN_MARK;
}

/* Return true if the letter at `at`, which follows an ASCII letter of the path, is Greek, Cyrillic,
 * Armenian or Georgian. Their words are not glued to URLs; words in Hebrew and Arabic are. */
static bool
is_spaced_script(const struct run *r, size_t at)
{
	uint32_t code = 0;

	utf8_decode(r->text->bytes + at, r->end - at, &code);
	return ((code >= 0x370 && code <= 0x58F) || (code >= 0x10A0 && code <= 0x10FF)) &&
	    ascii_is(r->text->bytes[at - 1], ASCII_ALPHA) && !is_file_name(r, at) &&
	    is_in_path(r, at) && !memchr(r->text->bytes + r->content, '?', at - r->content);
}

/* Decide about a non-Latin letter after an ASCII letter or digit (I5a). */
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

/* Return true if a letter at `at` continues the host: the host before it has no dot and no port,
 * and is not "localhost". */
static bool
is_open_host(const struct run *r, size_t at)
{
	const char *host = r->text->bytes + r->content;
	size_t len = at - r->content;

	return run_is_in_host(r, at) && memchr(host, '.', len) == NULL &&
	    memchr(host, ':', len) == NULL && (len != 9 || !ascii_equal(host, "localhost", 9));
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
	if (ascii_is_alphanumeric(before))
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

	if (always_ends(r, at, code))
		return LETTERS_END;
	if (r->is_paired || (class == CHARACTER_LATIN && code != 0xC2 && code != 0xE2) ||
	    host_goes_on_at_stop(r->text, r->content, at))
		return LETTERS_GO_ON;
	if (character_is_unspaced(class)) /* not a punctuation mark */
		return decide_letter(r, at, class);
	switch (find_rule(r, at, is_in_path(r, at) ? LETTERS_IF_PATH : 0, &match)) {
	case LETTERS_JOINER: case LETTERS_APOSTROPHE:
		return LETTERS_GO_ON;
	case LETTERS_GARBLED: case LETTERS_STOP:
		return LETTERS_END;
	case LETTERS_OWN_BRACKET:
		return has_deep_path(r, at) ? LETTERS_LIKELY_GO_ON : LETTERS_END;
	case LETTERS_FOOTNOTE: case LETTERS_OWN_MARK:
		return LETTERS_MARK_ENDS;
	case LETTERS_END_MARK:
		return closes_own_bracket(r, at, code, length) ? LETTERS_GO_ON : LETTERS_END;
	case LETTERS_PICTURE:
		utf8_decode(r->text->bytes + match.end, r->end - match.end, &code);
		return decide_after_word(r, at, character_class_of(code));
	case LETTERS_NO_RULE: case LETTERS_JAPANESE: case LETTERS_KOREAN: case LETTERS_CHINESE:
	case LETTERS_SEGMENT:
		break;
	}
	return character_is_letter(class) ? decide_letter(r, at, class) : LETTERS_GO_ON;
}

/* ---- hosts (rule I4) --- */

bool
letters_make_host(const struct run *r)
{
	const char *host = r->text->bytes + r->content, *dot;
	size_t len = r->end - r->content;

	if (!r->has_authority || r->is_continuation || len == 0 || (unsigned char)*host < 0x80)
		return true;
	len = ascii_until(host, len, ASCII_AUTHORITY_END);
	if (memchr(host, '@', len))
		return true; /* a user name precedes the host */
	len = ascii_find(host, len, ':');
	dot = memchr(host, '.', len);
	return dot && dot > host && dot + 1 < host + len;
}
