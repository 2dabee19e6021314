/* address.c - e-mail addresses in running text (rules E1 to E11) */
#include "names/name.h"

#include <string.h>

#include "util/memory.h"
#include "util/utf8.h"

enum {
	MAX_LOCAL_PART_BYTES = 64,
	MAX_LABEL_WORD_BYTES = 24 /* of a word such as "mailto" before an address */
};

/* ---- the domain (rules E4, E5) --- */

/* Return the end of the domain that begins at `begin`: a run of labels without dots and hyphens at
 * its end, which ends where the next sentence begins. */
static size_t
find_domain_end(const struct scan_text *t, size_t begin)
{
	size_t label = begin, end = begin;

	while (end - begin <= MAX_HOST_BYTES) {
		size_t rest, label_end = host_run_label_end(t, label, &rest);
		struct host h;

		if (label_end == label)
			return end;
		end = label_end;
		if (scan_byte_at(t, rest) != '.' || label_end < rest ||
		    !host_character_after(t, rest + 1) || scan_byte_at(t, rest + 1) == '.')
			return end;
		if (host_run_classify_end(t, label, label_end, rest) == RUN_MAY_BE_CUT &&
		    host_read(t->bytes + begin, end - begin, &h) &&
		    (h.prefix || h.top_label->flags & TOP_STRONG))
			return end;
		label = rest + 1;
	}
	return end;
}

/* Return true if the text after a domain shows that this is not an address (rules E4, E6). */
static bool
is_followed_by_other(const struct scan_text *t, size_t end)
{
	enum neighbor neighbor = neighbor_after(t, end);
	char next = scan_byte_at(t, end + 1);

	if (neighbor == NEIGHBOR_DOT || (neighbor == NEIGHBOR_LETTER && !t->is_iri) ||
	    ascii_is_one_of(scan_byte_at(t, end), "_@"))
		return true;
	return scan_byte_at(t, end) == ':' &&
	    (ascii_is(next, ASCII_ALPHA) || ascii_is_one_of(next, "~/.\\"));
}

static urlgrep_confidence
domain_certainty(const struct host *h)
{
	unsigned flags = h->top_label->flags;

	if (flags & TOP_MAIL_ONLY)
		return URLGREP_LOW;
	if (host_is_suffix(h) || (flags & TOP_WEAK && !host_is_country(h)))
		return URLGREP_MEDIUM;
	return URLGREP_HIGH;
}

/* Read the domain at `begin`. */
static bool
read_domain(const struct scan_text *t, size_t begin, struct address *a)
{
	struct host h;

	a->end = find_domain_end(t, begin);
	if (!host_read(t->bytes + begin, a->end - begin, &h) ||
	    memchr(t->bytes + begin, '_', a->end - begin) || host_has_odd_digits(&h) ||
	    is_followed_by_other(t, a->end))
		return false;
	a->certainty = domain_certainty(&h);
	return true;
}

/* Read the domain literal at the "[": an IPv4 or IPv6 address (RFC 5321, 4.1.3). */
static bool
read_literal(const struct scan_text *t, size_t open, struct address *a)
{
	enum { MAX_LITERAL_BYTES = 64 };
	size_t begin = open + 1, end = begin;

	while (end - begin < MAX_LITERAL_BYTES && !ascii_is_one_of(scan_byte_at(t, end), "]\n\r"))
		end++;
	if (scan_byte_at(t, end) != ']')
		return false;
	a->end = end + 1;
	a->certainty = URLGREP_MEDIUM;
	if (is_followed_by_other(t, a->end) || neighbor_after(t, a->end) == NEIGHBOR_LETTER)
		return false;
	if (end - begin <= 5 || !ascii_equal(t->bytes + begin, "IPv6:", 5))
		return end > begin && host_ipv4_end(t, begin) == end;
	return host_is_ipv6(t, begin + 5, end);
}

/* ---- the local part (rules E2, E3) --- */

/* Return the beginning of the run of local-part characters that ends at `at`. Set *classes to the
 * ASCII_... classes to which all its bytes belong. */
static size_t
find_run(const struct scan_text *t, size_t at, unsigned *classes)
{
	size_t limit = scan_floor(at, MAX_RUN_BYTES, t->floor);
	size_t begin = at, n;
	unsigned all = ~0u;

	for (;;) {
		for (; begin > limit && ascii_is(t->bytes[begin - 1], ASCII_LOCAL); begin--)
			all &= ascii_class[(unsigned char)t->bytes[begin - 1]];
		if (begin <= limit || !t->is_iri || (unsigned char)t->bytes[begin - 1] < 0x80 ||
		    neighbor_before(t, begin) == NEIGHBOR_DOT ||
		    (n = host_character_before(t, begin)) == 0)
			break;
		begin -= n;
		all = 0;
	}
	*classes = all;
	return begin;
}

/* Return the beginning of the local part after the last mark in bytes[begin..at) that does not
 * belong to it. Set *mark to that mark. */
static size_t
skip_marks(const struct scan_text *t, size_t begin, size_t at, char *mark)
{
	/* the escapes of white space and of ",&,/:;<= */
	static const char delimiters[] = "20 09 0a 0d 22 26 2c 2f 3a 3b 3c 3d";
	size_t i;

	*mark = '\0';
	for (i = at; i > begin; i--) {
		char c = t->bytes[i - 1];

		if (ascii_is(c, ASCII_HOST))
			continue;
		if (ascii_is(c, ASCII_LOCAL_MARK)) {
			*mark = c;
			return i;
		}
		if (c == '%' && at - i >= 2 && word_list_has(delimiters, t->bytes + i, 2))
			return i + 2;
	}
	return begin;
}

/* Return the beginning of the local part: after the last "=", unless the "=" belongs to a rewritten
 * sender such as "prvs=710e=ann", or to a bounce address, "list+ann=example.org". */
static size_t
skip_assignments(const struct scan_text *t, size_t begin, size_t at)
{
	const char *equals = at > begin ? memrchr(t->bytes + begin, '=', at - begin) : NULL;
	size_t after, i;
	struct host h;

	if (equals == NULL)
		return begin;
	for (i = begin; i + 5 < at; i++)
		if ((i == begin || !ascii_is_alphanumeric(t->bytes[i - 1])) &&
		    word_list_has("prvs= srs0= srs1=", t->bytes + i, 5))
			return i;
	after = (size_t)(equals - t->bytes) + 1;
	for (i = after - 1; i > begin && t->bytes[i - 1] != '='; i--)
		if (ascii_is_one_of(t->bytes[i - 1], "+-") &&
		    host_read(equals + 1, at - after, &h)) {
			equals = memrchr(t->bytes + begin, '=', i - begin);
			return equals ? (size_t)(equals - t->bytes) + 1 : begin;
		}
	return after;
}

/* Skip punctuation and markup before a local part. A "+" before a digit belongs to a gateway's
 * phone number. */
static size_t
skip_leading(const struct scan_text *t, size_t begin, size_t at)
{
	while (begin < at) {
		if (t->bytes[begin] == '+' && ascii_is(t->bytes[begin + 1], ASCII_DIGIT))
			break;
		if (ascii_is_one_of(t->bytes[begin], "'!%+-"))
			begin++;
		else if (t->bytes[begin] == '.' && begin + 1 < at && t->bytes[begin + 1] == '.')
			while (begin < at && t->bytes[begin] == '.')
				begin++;
		else
			break;
	}
	return begin;
}

/* Return true if "user:" precedes bytes[begin], so that a password may follow. Words that announce
 * an address do not count as users. */
static bool
may_be_password(const struct scan_text *t, size_t begin)
{
	static const char words[] = "mail email e-mail mailto to from cc bcc reply-to replyto "
	    "contact contacts address addr sender smtp sip sips xmpp jabber msn skype owner by "
	    "rcpt recipient email-address internet inet author maintainer reporter uid "
	    "signed-off-by tel fax phone or via";
	size_t word;

	if (scan_byte_before(t, begin) != ':')
		return false;
	word = begin - 1;
	while (word > 0 && begin - word < MAX_LABEL_WORD_BYTES &&
	    ascii_is(t->bytes[word - 1], ASCII_LABEL))
		word--;
	return word < begin - 1 && !word_list_has(words, t->bytes + word, begin - 1 - word);
}

/* Return true if the text before `begin` allows an address to begin there. */
static bool
may_begin(const struct scan_text *t, size_t begin)
{
	return neighbor_before(t, begin) < NEIGHBOR_LETTER &&
	    !ascii_is_one_of(scan_byte_before(t, begin), "@\\/");
}

/* Read the quoted string that ends in the quotation mark before a->at. */
static bool
read_quoted(const struct scan_text *t, struct address *a)
{
	size_t end = a->at - 1, begin = end;
	size_t limit = scan_floor(a->at, MAX_LOCAL_PART_BYTES, t->floor);

	while (begin > limit && !ascii_is(t->bytes[begin - 1], ASCII_BREAK) &&
	    (t->bytes[begin - 1] != '"' || (begin - 1 > limit && t->bytes[begin - 2] == '\\')))
		begin--;
	if (begin == limit || begin == end || t->bytes[begin - 1] != '"')
		return false;
	a->begin = begin - 1;
	a->is_quoted = true;
	if (a->certainty == URLGREP_HIGH)
		a->certainty = URLGREP_MEDIUM;
	return !is_word_byte(scan_byte_before(t, a->begin)) && may_begin(t, a->begin);
}

/* Move *begin, in the run that ends at `at`, to the local part. classes: as set by find_run().
 * Return false if there is no local part. */
static bool
trim_run(const struct scan_text *t, size_t *begin, size_t at, unsigned classes)
{
	char mark = '\0';

	if (!(classes & ASCII_HOST)) {
		*begin = skip_marks(t, *begin, at, &mark);
		*begin = skip_assignments(t, *begin, at);
	}
	*begin = skip_leading(t, *begin, at);
	if (mark == '$' || mark == '}')
		return false;
	return (classes & ASCII_HOST || !memchr(t->bytes + *begin, '/', at - *begin)) &&
	    may_begin(t, *begin);
}

/* Return the first letter or digit of the US-ASCII end of the local part bytes[begin..at), if that
 * follows the letters of a script without blanks; else `begin`. Such text before an address is far
 * more common than a mailbox of this kind. */
static size_t
skip_unspaced(const struct scan_text *t, size_t begin, const struct address *a)
{
	size_t at = a->local_end;

	while (at > begin && (unsigned char)t->bytes[at - 1] < 0x80)
		at--;
	if (at == begin || neighbor_before(t, at) != NEIGHBOR_UNSPACED ||
	    !utf8_is_ascii(t->bytes + a->at, a->end - a->at))
		return begin;
	while (at < a->local_end && !ascii_is_alphanumeric(t->bytes[at]))
		at++;
	return at < a->local_end ? at : begin;
}

/* Read the local part. If the address is in angle brackets, it begins after the "<". */
static bool
read_local_part(const struct scan_text *t, struct address *a)
{
	unsigned classes;
	size_t end = a->local_end, begin = find_run(t, end, &classes);

	if (a->at > t->floor && t->bytes[a->at - 1] == '"')
		return read_quoted(t, a);
	if (scan_byte_at(t, a->end) != '>' || scan_byte_before(t, begin) != '<') {
		if (end - begin > 2 && scan_byte_before(t, begin) == '\\' && t->bytes[begin] == 'f' &&
		    ascii_is_one_of(t->bytes[begin + 1], "BIPR"))
			begin += 2; /* a font of roff */
		if (!trim_run(t, &begin, end, classes))
			return false;
		if (begin < end && t->is_iri)
			begin = skip_unspaced(t, begin, a);
	}
	if (begin == end || end - begin > MAX_LOCAL_PART_BYTES)
		return false;
	a->begin = begin;
	a->is_invalid = !(classes & ASCII_LABEL) && (t->bytes[begin] == '.' ||
	    t->bytes[end - 1] == '.' || memmem(t->bytes + begin, end - begin, "..", 2));
	return true;
}

/* ---- Message-IDs and the like, which look like addresses (rule E7) --- */

enum header_field {
	FIELD_OTHER,
	FIELD_ID,     /* Message-ID, References... */
	FIELD_ADDRESS /* From, To... */
};

/* Return the header field, perhaps in a quote, that the line with bytes[at] begins or continues. */
static enum header_field
find_field(const struct scan_text *t, size_t at)
{
	static const char ids[] = "message-id references in-reply-to content-id supersedes "
	    "resent-message-id x-message-id";
	static const char addresses[] = "from to cc bcc reply-to sender return-path delivered-to "
	    "errors-to";
	enum { MAX_FOLDED_LINES = 64 };
	size_t floor = scan_floor(at, MAX_LOOKBEHIND_BYTES, 0);
	size_t line = text_line_find_begin(t, at), end, len;
	struct quote_prefix p;
	const char *name;
	unsigned lines = 0;

	do
		quote_prefix_read(t, line, MAX_QUOTE_MARKS, &p);
	while ((ascii_is(scan_byte_at(t, line), ASCII_BLANK) || (p.end > line + 2 &&
		ascii_is(t->bytes[p.end - 1], ASCII_BLANK) &&
		ascii_is(t->bytes[p.end - 2], ASCII_BLANK))) && lines++ < MAX_FOLDED_LINES &&
	    text_line_find_previous(t, floor, line, &line, &end));
	for (end = p.end; end - p.end < MAX_LABEL_WORD_BYTES &&
	    ascii_is(scan_byte_at(t, end), ASCII_LABEL); end++)
		;
	if (scan_byte_at(t, end) != ':')
		return FIELD_OTHER;
	name = t->bytes + p.end;
	len = end - p.end;
	if (word_list_has(ids, name, len))
		return FIELD_ID;
	return word_list_has(addresses, name, len) ? FIELD_ADDRESS : FIELD_OTHER;
}

/* Return true if a word before `open`, after any other bracket, announces an identifier. */
static bool
is_announced(const struct scan_text *t, size_t open)
{
	enum { MAX_DISTANCE = 23, MAX_WORD_BYTES = 12 };
	static const char *const words[] = { "message-id", "references", "in-reply-to",
		"content-id", "supersedes", "in article", "in message", "news:", "mid:", "cid:",
		"id:" };
	size_t at = open, limit = scan_floor(open, MAX_DISTANCE + MAX_WORD_BYTES, 0), i;

	while (at-- > limit && !ascii_is_one_of(t->bytes[at], "<>")) {
		if (!ascii_is(t->bytes[at], ASCII_ALPHA) ||
		    ascii_is_alphanumeric(scan_byte_before(t, at)))
			continue;
		for (i = 0; i < COUNT(words); i++)
			if (ascii_lower(t->bytes[at]) == words[i][0] &&
			    open - at >= strlen(words[i]) &&
			    open - at - strlen(words[i]) <= MAX_DISTANCE &&
			    ascii_equal(t->bytes + at, words[i], strlen(words[i])))
				return true;
	}
	return false;
}

/* Return true if the text before the bracket seems to be a person's name. */
static bool
follows_name(const struct scan_text *t, size_t open)
{
	size_t end = text_line_trim(t, scan_floor(open, 16, 0), open), begin;

	for (begin = end; begin > 0 && end - begin < 16 &&
	    ascii_is_alphanumeric(t->bytes[begin - 1]); begin--)
		;
	if (begin < end)
		return !word_list_has("article message id posting news reply ref",
		    t->bytes + begin, end - begin);
	return ascii_is_one_of(scan_byte_before(t, end), "\"')") ||
	    (end < open && scan_byte_before(t, end) == '.') ||
	    (unsigned char)scan_byte_before(t, end) >= 0x80;
}

/* Return true if a program seems to have generated the local part: at least half of its characters
 * are digits; it consists of groups of hexadecimal digits; or it is long and has digits, or has
 * digits between letters of both cases. The local part of a person may have digits at the end. */
static bool
is_made_by_program(const char *text, size_t len)
{
	size_t digits = 0, hex = 0, groups = 0, capitals = 0, small = 0, last = 0, i;

	if ((len > 4 && text_ends_with(text, len, ".fsf")) ||
	    ascii_begins_with(text, len, "Pine.") || ascii_begins_with(text, len, "Mutt."))
		return true;
	for (i = 0; i < len; i++) {
		digits += ascii_is(text[i], ASCII_DIGIT);
		last = ascii_is(text[i], ASCII_DIGIT) ? last + 1 : 0; /* digits at the end */
		hex += ascii_is(text[i], ASCII_HEX);
		groups += ascii_is_one_of(text[i], "-.");
		capitals += ascii_is_capital(text[i]);
		small += text[i] >= 'a' && text[i] <= 'z';
	}
	if (*text == '+' || digits == 0 || memchr(text, '!', len))
		return false;
	return (digits >= 8 && 2 * digits >= len) ||
	    (len >= 8 && groups > 0 && hex + groups == len) ||
	    (len >= 16 && digits >= 4 && !(digits == last && last <= 6) &&
		!memchr(text, '+', len) && !memchr(text, '=', len)) ||
	    (len >= 10 && digits >= 2 && digits > last && capitals > 0 && small > 0);
}

/* Return true if "<bytes[begin...>", whose "@" is at `at`, is a Message-ID or the like and not an
 * address (rule E7). */
static bool
is_message_id(const struct scan_text *t, size_t begin, size_t at)
{
	const char *local = t->bytes + begin;
	enum header_field field = find_field(t, begin);

	if (field == FIELD_ID || is_announced(t, begin - 1) || memchr(local, '$', at - begin))
		return true;
	return field != FIELD_ADDRESS && is_made_by_program(local, at - begin) &&
	    !follows_name(t, begin - 1);
}

/* ---- the address --- */

bool
address_read(const struct scan_text *t, size_t at, struct address *a)
{
	*a = (struct address){ .at = at, .local_end = at };
	if (at == t->floor || scan_byte_at(t, at + 1) == '@')
		return false;
	/* Perl and shells write "ann\@h.example" in strings, Texinfo "ann@@h.example"; "a+@@b.id" is
	 * an operator and a variable of Ruby. */
	if (ascii_is_one_of(t->bytes[at - 1], "\\@") && (--a->local_end == t->floor ||
		!is_word_byte(t->bytes[a->local_end - 1])))
		return false;
	if (!(scan_byte_at(t, at + 1) == '[' ? read_literal(t, at + 1, a) : read_domain(t, at + 1, a)) ||
	    !read_local_part(t, a))
		return false;
	if (scan_byte_at(t, a->end) != '>' || scan_byte_before(t, a->begin) != '<') {
		if ((!a->is_quoted && may_be_password(t, a->begin)) ||
		    find_field(t, a->begin) == FIELD_ID)
			a->certainty = URLGREP_LOW;
		return true;
	}
	return !is_message_id(t, a->begin, a->local_end);
}
