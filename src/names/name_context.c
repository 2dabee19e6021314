/* name_context.c - what the line of a name says about it */
#include "names/name_context.h"

#include <string.h>

#include "names/host_run.h"
#include "util/line_prefix.h"
#include "util/text_line.h"
#include "util/ascii.h"

enum {
	MAX_WORD_BYTES = 64,   /* of the word before "at" */
	MAX_LABEL_WORDS = 4,   /* a label such as "From:" stands so near */
	MAX_LABEL_DISTANCE = 120
};

/* Return true if the word ends before bytes[at], in any case. */
static bool
is_before(const struct scan_text *t, size_t at, const char *word)
{
	size_t len = strlen(word);

	return at >= len && ascii_equal(t->bytes + at - len, word, len);
}

/* Step back over blanks; returns how many columns they are, at least 2 for a tab. */
static unsigned
skip_blanks_back(const struct scan_text *t, size_t *at)
{
	unsigned count = 0;

	while (*at > 0 && count < 64 && ascii_is(t->bytes[*at - 1], ASCII_BLANK))
		count += t->bytes[--*at] == '\t' ? 2 : 1;
	return count;
}

static unsigned
skip_blanks(const struct scan_text *t, size_t *at)
{
	unsigned count = 0;

	while (count < 64 && ascii_is(scan_byte_at(t, *at), ASCII_BLANK))
		count += t->bytes[(*at)++] == '\t' ? 2 : 1;
	return count;
}

/* ---- "ann at example.org" (rule N11) --- */

/* A word that stands before " at ": bytes[begin..end). */
struct local_word {
	size_t begin, end;
};

/* Return true if "(at)", "[at]", "<at>" or "@" and a blank stand before the name, or a "*"
 * that is glued to a word. */
static bool
has_marked_at(const struct scan_text *t, size_t begin)
{
	size_t at = begin;

	if (at >= 2 && t->bytes[at - 1] == '*' && ascii_is_alphanumeric(t->bytes[at - 2]))
		return true;
	while (at > 0 && begin - at < 4 && t->bytes[at - 1] == '*')
		at--;
	skip_blanks_back(t, &at);
	if (scan_byte_before(t, at) == '@')
		return true;
	return is_before(t, at, "(at)") || is_before(t, at, "[at]") ||
	    is_before(t, at, "<at>");
}

/* Find the word before " at ". Returns false if that does not precede the name. */
static bool
find_local_word(const struct scan_text *t, size_t begin, struct local_word *w)
{
	size_t at = begin;

	if (skip_blanks_back(t, &at) == 0 || !is_before(t, at, "at"))
		return false;
	at -= 2;
	if (skip_blanks_back(t, &at) == 0)
		return false;
	w->end = at;
	while (at > 0 && w->end - at < MAX_WORD_BYTES && (ascii_is_alphanumeric(t->bytes[at - 1]) ||
		ascii_is_one_of(t->bytes[at - 1], "._-+")))
		at--;
	w->begin = at;
	return w->begin < w->end;
}

/* Return true if the word looks like a local part: it has a digit, dot, hyphen or
 * underscore between letters, or a digit at its end. */
static bool
looks_local(const struct scan_text *t, const struct local_word *w)
{
	size_t i;

	if (ascii_is(t->bytes[w->end - 1], ASCII_DIGIT))
		return true;
	for (i = w->begin + 1; i + 1 < w->end; i++)
		if (!ascii_is(t->bytes[i], ASCII_ALPHA) &&
		    ascii_is_alphanumeric(t->bytes[i - 1]) &&
		    ascii_is_alphanumeric(t->bytes[i + 1]))
			return true;
	return false;
}

/* Return true if the word is one of those that stand before "at" in prose. */
static bool
is_prose_before_at(const struct scan_text *t, const struct local_word *w)
{
	static const char *const words[] = { "account", "accounts", "access", "and", "are",
		"archive", "archived", "archives", "available", "be", "been", "call", "check",
		"code", "connect", "copy", "directory", "document", "down", "echo", "employee",
		"employees", "everybody", "everyone", "file", "files", "folks", "found", "free",
		"guys", "here", "home", "homepage", "host", "hosted", "info", "information",
		"is", "it", "kept", "list", "listed", "live", "lives", "located", "login", "look",
		"looked", "looking", "machine", "mirror", "more", "node", "now", "obtained", "one",
		"online", "only", "or", "out", "page", "pages", "paper", "people", "posted",
		"project", "published", "reached", "read", "register", "remailer", "running",
		"runs", "see", "server", "servers", "service", "shop", "site", "sites", "someone",
		"source", "starting", "stored", "store", "them", "there", "this", "up", "us",
		"version", "visit", "was", "web", "webpage", "website", "were", "work", "working",
		"works", "you" };
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (ascii_is_word(t->bytes + w->begin, w->end - w->begin, words[i]))
			return true;
	return false;
}

/* Return true if a field begins at bytes[at]: after a bracket, two blanks, a label and its
 * colon, or at the beginning of the line. */
static bool
begins_field(const struct scan_text *t, size_t at)
{
	size_t before = at, line = text_line_find_begin(t, at);
	struct quote_prefix p;

	quote_prefix_read(t, line, MAX_QUOTE_MARKS, &p);
	if (ascii_is_one_of(scan_byte_before(t, at), "<([:\""))
		return true;
	if (skip_blanks_back(t, &before) >= 2)
		return true;
	return before <= p.end || t->bytes[before - 1] == ':';
}

/* Return true if a person's name, an item of a list or a line may end before bytes[at], so
 * that an address follows: at the beginning of a line, or after punctuation. */
static bool
may_begin_address(const struct scan_text *t, size_t at)
{
	return begins_field(t, at) ||
	    (skip_blanks_back(t, &at) > 0 && ascii_is_one_of(scan_byte_before(t, at), ",;:-/|"));
}

/* Return true if a field ends at bytes[at]: before a bracket, two blanks, or at the end
 * of the line. */
static bool
ends_field(const struct scan_text *t, size_t at)
{
	if (scan_byte_at(t, at) == '.')
		at++;
	if (ascii_is_one_of(scan_byte_at(t, at), ">)]\""))
		return true;
	return skip_blanks(t, &at) >= 2 || ascii_is(scan_byte_at(t, at), ASCII_BREAK);
}

/* Return true if what follows the name says that a person wrote. */
static bool
is_attribution(const struct scan_text *t, size_t at)
{
	static const char *const words[] = { "wrote", "writes", "said", "<mailto:" };
	size_t i;

	if (scan_byte_at(t, at) == '>')
		return true;
	skip_blanks(t, &at);
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (t->len - at >= strlen(words[i]) &&
		    ascii_equal(t->bytes + at, words[i], strlen(words[i])))
			return true;
	return false;
}

/* Return true if bytes[begin..end) is a label of an address: "From", "e-mail". */
static bool
is_address_label(const struct scan_text *t, size_t begin, size_t end)
{
	static const char *const labels[] = { "from", "to", "cc", "bcc", "sender",
		"reply-to", "e-mail", "email", "mail", "mailto", "contact", "address" };
	size_t i;

	for (i = 0; i < sizeof(labels) / sizeof(labels[0]); i++)
		if (ascii_is_word(t->bytes + begin, end - begin, labels[i]))
			return true;
	return false;
}

/* Return true if a label of an address stands at most four words before `at`, in the same
 * line. */
static bool
follows_address_label(const struct scan_text *t, size_t at)
{
	size_t limit = at > MAX_LABEL_DISTANCE ? at - MAX_LABEL_DISTANCE : 0;
	unsigned words = 0;

	while (at > limit && words <= MAX_LABEL_WORDS &&
	    !ascii_is(t->bytes[at - 1], ASCII_BREAK)) {
		size_t end;

		if (t->bytes[at - 1] == ':') {
			size_t begin = --at;

			while (begin > limit && (ascii_is_alphanumeric(t->bytes[begin - 1]) ||
				t->bytes[begin - 1] == '-'))
				begin--;
			if (is_address_label(t, begin, at))
				return true;
		}
		for (end = at; at > limit && ascii_is_alphanumeric(t->bytes[at - 1]); at--)
			;
		words += at < end;
		if (at == end)
			at--;
	}
	return false;
}

/* Return true if the name is the host of an obfuscated address. */
static bool
is_obfuscated(const struct scan_text *t, const struct name *name)
{
	struct local_word w;

	if (has_marked_at(t, name->begin))
		return true;
	if (!find_local_word(t, name->begin, &w))
		return false;
	return looks_local(t, &w) || is_attribution(t, name->host_end) ||
	    (begins_field(t, w.begin) && ends_field(t, name->host_end)) ||
	    (may_begin_address(t, w.begin) && !is_prose_before_at(t, &w)) ||
	    follows_address_label(t, w.begin);
}

/* ---- the rest of what the line before began (rule N14) --- */

/* Return true if the word that ends before bytes[end] has a dot, "://" or an escape. */
static bool
is_broken_word(const struct scan_text *t, size_t end)
{
	size_t begin = end, limit = end > MAX_HOST_BYTES ? end - MAX_HOST_BYTES : 0;

	while (begin > limit && !ascii_is_space(t->bytes[begin - 1])) {
		begin--;
		if (t->bytes[begin] == '.')
			return true;
		if (end - begin > 2 && (memcmp(t->bytes + begin, "://", 3) == 0 ||
			((t->bytes[begin] == '%' || t->bytes[begin] == '=') &&
			    ascii_is(t->bytes[begin + 1], ASCII_HEX) &&
			    ascii_is(t->bytes[begin + 2], ASCII_HEX))))
			return true;
	}
	return false;
}

/* Return true if the name begins its line, and the line before ends within a word that
 * may go on. */
static bool
is_rest(const struct scan_text *t, const struct name *name)
{
	size_t at = name->begin, line, end;
	struct quote_prefix p;

	skip_blanks_back(t, &at);
	if (!ascii_is_one_of(scan_byte_before(t, at), "\r\n>|:")) /* as nearly always */
		return false;
	line = end = text_line_find_begin(t, name->begin);
	quote_prefix_read(t, line, MAX_QUOTE_MARKS, &p);
	if (p.end > name->begin || !text_line_is_blank(t, p.end, name->begin))
		return false;
	while (end > 0 && line - end < 2 && ascii_is(t->bytes[end - 1], ASCII_BREAK))
		end--;
	return end > 0 && end < line && ascii_is_one_of(t->bytes[end - 1], "-/=%&?_") &&
	    is_broken_word(t, end);
}

/* Return true if a ">" follows the name and no "<" is before it in its line: it is the rest
 * of an address in brackets that was broken, or a prompt. */
static bool
has_only_closing_bracket(const struct scan_text *t, const struct name *name)
{
	enum { MAX_BYTES = 256 };
	size_t at = name->begin, limit = at > MAX_BYTES ? at - MAX_BYTES : 0;

	if (scan_byte_at(t, name->host_end) != '>')
		return false;
	while (at > limit && t->bytes[at - 1] != '<' && !ascii_is(t->bytes[at - 1], ASCII_BREAK))
		at--;
	return at == 0 || t->bytes[at - 1] != '<';
}

/* Return true if the name may be a member in code to which a value is assigned: "a.pf = 1".
 */
static bool
is_assigned(const struct scan_text *t, const struct name *name)
{
	size_t at = name->host_end;

	return name->tail == TAIL_NONE && name->host.label_count == 2 &&
	    host_is_country(&name->host) && skip_blanks(t, &at) > 0 &&
	    ascii_is_one_of(scan_byte_at(t, at), "=+-|&") &&
	    (scan_byte_at(t, at) == '=' || scan_byte_at(t, at + 1) == '=');
}

bool
name_context_is_doubtful(const struct scan_text *t, const struct name *name)
{
	if (name->is_numeric || name->host.prefix)
		return false;
	return is_obfuscated(t, name) || is_rest(t, name) || is_assigned(t, name) ||
	    has_only_closing_bracket(t, name);
}
