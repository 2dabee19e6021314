/* name.c - defanged names without a scheme: "evil[.]example"
 *
 * What is in brackets before and after a dot is more often code or mathematics. */
#include "text/name.h"

#include <string.h>

#include "util/text_line.h"
#include "text/root_zone.h"
#include "util/character.h"
#include "util/ascii.h"

/* So much of the line is searched for words of programs. */
enum { MAX_CODE_BEFORE_BYTES = 512, MAX_CODE_AFTER_BYTES = 128 };

/* ---- where it begins --- */

size_t
name_find_begin(const struct reader *r, size_t floor, size_t mark)
{
	size_t begin = mark;

	if (begin > floor && r->text[begin - 1] == ' ')
		begin--;
	while (begin > floor && mark - begin < MAX_DEFANGED_HOST_BYTES &&
	    (is_label_byte(r->text[begin - 1]) || memchr("-.", r->text[begin - 1], 2)))
		begin--;
	while (begin < mark && !is_label_byte(r->text[begin]))
		begin++;
	return begin < mark ? begin : SIZE_MAX;
}

/* Return true if the name may follow what is before it: no letter beyond US-ASCII of which it
 * would be the rest, but of a script without blanks between words. */
static bool
may_begin(const struct reader *r)
{
	enum character_class class;
	uint32_t code;
	char c;

	if (r->begin == 0)
		return true;
	c = r->text[r->begin - 1];
	if ((unsigned char)c < 0x80)
		return ascii_is_space(c) || memchr("\"'`([{<,;=:>|*_", c, 15) != NULL;
	character_before(r->text, r->begin, &code);
	class = character_class_of(code);
	return !character_is_letter(class) || character_is_unspaced(class);
}

/* Return true if an at sign, or a word for it, stands before the name. */
static bool
is_address(const struct reader *r)
{
	size_t at = r->begin;

	while (at > 0 && r->text[at - 1] == ' ')
		at--;
	return at > 0 && (r->text[at - 1] == '@' ||
	    (at >= 3 && reader_at_sign_length(r, at - 3) == 3) ||
	    (at >= 4 && reader_at_sign_length(r, at - 4) == 4) ||
	    (at >= 6 && reader_at_sign_length(r, at - 6) == 6));
}

/* ---- what stands around it --- */

/* Return true if what follows the name says that it is code. */
static bool
is_followed_by_code(const struct reader *r)
{
	char c = reader_byte(r, r->at);
	size_t at = r->at;

	if (c == '*')
		return reader_byte(r, at + 1) != '*';
	while (reader_byte(r, at) == ' ')
		at++;
	return memchr("([{+$\\^=@%/-", c, 12) != NULL || reader_byte(r, at) == '=';
}

/* Return true if the line has words of programs. */
static bool
is_in_code(const struct reader *r)
{
	static const char *const words[] = { "grep ", "sed ", "awk ", "regex", "RewriteRule",
		"RewriteCond", "=~", "preg_match", "match(", "re.compile", "server_name ~",
		"#define", "int ", "char " };
	struct scan_text t = { r->text, r->len, 0, true };
	size_t begin = text_line_find_begin(&t, r->begin), i;
	size_t end = r->at + MAX_CODE_AFTER_BYTES;

	if (r->begin - begin > MAX_CODE_BEFORE_BYTES)
		begin = r->begin - MAX_CODE_BEFORE_BYTES;
	end = text_line_find_end(&t, r->at, end < r->len ? end : r->len);
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t len = strlen(words[i]);
		const char *found = memmem(r->text + begin, end - begin, words[i], len);

		if (found && (found == r->text + begin ||
			!is_label_byte(words[i][0]) || !is_label_byte(found[-1])))
			return true;
	}
	return false;
}

/* ---- the name itself --- */

static bool
is_last_label_one_of(const struct reader *r, const char *list)
{
	while (*list) {
		size_t len = strcspn(list, " ");

		if (len == r->last_label_len &&
		    ascii_equal(r->text + r->last_label, list, len))
			return true;
		list += len + (list[len] == ' ');
	}
	return false;
}

/* Return true if r->url, after "http://", is four numbers up to 255, and perhaps a port or
 * a path. */
static bool
is_ipv4(const struct reader *r)
{
	size_t at = strlen("http://");
	unsigned count, value, digits;

	for (count = 0; count < 4; count++) {
		for (value = digits = 0; at < r->url->len && digits < 4 &&
		    ascii_is(r->url->at[at], ASCII_DIGIT); digits++)
			value = value * 10 + (unsigned)(r->url->at[at++] - '0');
		if (digits == 0 || digits > 3 || value > 255)
			return false;
		if (count < 3 && (at == r->url->len || r->url->at[at++] != '.'))
			return false;
	}
	return r->labels == 4;
}

static bool
has_known_end(const struct reader *r)
{
	const char *label = r->text + r->last_label;

	return root_zone_has(label, r->last_label_len) ||
	    root_zone_is_reserved(label, r->last_label_len) || is_ipv4(r);
}

static bool
is_word(const struct reader *r)
{
	return root_zone_is_word(r->text + r->last_label, r->last_label_len);
}

/* Return true if a dot in round or curly brackets is likely one. */
static bool
is_likely_math_dot(const struct reader *r)
{
	return is_last_label_one_of(r, "com net org info biz edu gov mil int onion") ||
	    (r->last_label_len == 2 && !is_word(r)) || is_ipv4(r);
}

static bool
begins_small(const struct reader *r, size_t at)
{
	char c = reader_byte(r, at);

	return !(c >= 'A' && c <= 'Z');
}

/* Return true if dots with blanks around them are likely some. */
static bool
is_likely_spaced(const struct reader *r, bool has_path)
{
	bool is_www = r->first_label_len == 3 && reader_has_word(r, r->begin, "www");

	if (r->has_blank_round_dot || !begins_small(r, r->last_label))
		return false;
	return r->bracketed_dots > 1 || is_www || has_path ||
	    (begins_small(r, r->begin) && !is_word(r));
}

/* Return true if the name is that of a file. */
static bool
is_file(const struct reader *r)
{
	return r->labels == 2 && is_last_label_one_of(r, "py sh pl rs so md cc ps zip mov app "
	    "ai ml mk cat la ms pm st ws gz java js");
}

bool
name_is_likely(const struct reader *r, bool has_path)
{
	if (!may_begin(r) || is_address(r) || !has_known_end(r))
		return false;
	if (!has_path && (is_followed_by_code(r) || is_file(r) ||
		(r->labels == 2 && r->first_label_len == 1) ||
		(r->has_math_dot && !is_likely_math_dot(r))))
		return false;
	return (r->blank_dots == 0 || is_likely_spaced(r, has_path)) && !is_in_code(r);
}
