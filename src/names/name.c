/* name.c - names without a scheme in running text */
#include "names/name.h"

#include <string.h>

enum { MAX_PORT_DIGITS = 5, MAX_PORT = 65535 };

static bool
is_at(const struct scan_text *t, size_t at, const char *word)
{
	return text_begins_with(t->bytes + at, t->len - at, word);
}

/* ---- the text before a name (rule N2) --- */

/* Return true if bytes[at..at+2) are the digits of an escape such as "=40". */
static bool
is_escape(const struct scan_text *t, size_t at)
{
	return t->len - at >= 2 && ascii_span(t->bytes + at, 2, ASCII_HEX) == 2 &&
	    t->bytes[at] < 'a' && t->bytes[at + 1] < 'a';
}

/* Return true if a member operator such as "->" or "::" ends before bytes[at]. */
static bool
is_member(const struct scan_text *t, size_t at)
{
	char before = scan_byte_before(t, at - 1);

	if (t->bytes[at - 1] == ':')
		return before == ':';
	return t->bytes[at - 1] == '>' && before == '-' && at > 2 &&
	    (is_word_byte(t->bytes[at - 3]) || t->bytes[at - 3] == ')' ||
		t->bytes[at - 3] == ']');
}

/* Return true if the character before `begin` allows a name to begin there. */
static bool
may_begin(const struct scan_text *t, size_t begin, bool has_prefix)
{
	char before = scan_byte_before(t, begin);

	switch (neighbor_before(t, begin)) {
	case NEIGHBOR_DOT:
	case NEIGHBOR_LETTER:
		return false;
	case NEIGHBOR_UNSPACED:
		return has_prefix;
	default:
		break;
	}
	if (ascii_is_one_of(before, "@/\\%$&#^!?"))
		return false;
	switch (before) {
	case '~': /* struck-out text */
		return scan_byte_before(t, begin - 1) == '~';
	case '+':
		return begin < 2 || ascii_is(t->bytes[begin - 2], ASCII_BREAK);
	case ')':
		return has_prefix;
	case '-': /* roff writes a hyphen so: "uni\\-example.org" */
		return has_prefix || scan_byte_before(t, begin - 1) != '\\';
	case ':':
	case '>':
		return has_prefix || !is_member(t, begin);
	case '=':
		return has_prefix || !is_escape(t, begin);
	default:
		return !ascii_is_alphanumeric(before);
	}
}

/* ---- port, path and query (rule N6) --- */

/* Read a port after the colon. Return false if there is none. */
static bool
read_port(const struct scan_text *t, size_t colon, unsigned *port, size_t *end)
{
	size_t at = colon + 1;
	unsigned value = 0;

	while (at - colon <= MAX_PORT_DIGITS && ascii_is(scan_byte_at(t, at), ASCII_DIGIT))
		value = value * 10 + (unsigned)(t->bytes[at++] - '0');
	if (at == colon + 1 || value == 0 || value > MAX_PORT)
		return false;
	if (is_word_byte(scan_byte_at(t, at)) || (ascii_is_one_of(scan_byte_at(t, at), ".-") &&
		is_word_byte(scan_byte_at(t, at + 1))))
		return false;
	*port = value;
	*end = at;
	return true;
}

/* Return the kind of the tail at `at`, after the host or its port. A "?" or "#" may be punctuation
 * after the name; in a query or fragment, a letter or another URL delimiter follows it. */
static enum name_tail
classify_tail(const struct scan_text *t, size_t at)
{
	char c = scan_byte_at(t, at), next = scan_byte_at(t, at + 1);

	if (c == '/')
		return TAIL_PATH;
	if (c != '?' && c != '#')
		return TAIL_NONE;
	if (is_word_byte(next) || ascii_is_one_of(next, c == '?' ? "/%&" : "/!") ||
	    (c == '#' && next == '?' && scan_byte_at(t, at + 2) == '/'))
		return TAIL_QUERY;
	return (unsigned char)next >= 0x80 && host_character_after(t, at + 1) ? TAIL_QUERY : TAIL_NONE;
}

/* Read the text between the host and the path. */
static void
read_tail(const struct scan_text *t, struct name *name)
{
	size_t at = name->tail_begin = name->host_end;

	if (scan_byte_at(t, at) == ':') {
		if (name->host.prefix == PREFIX_FTP && scan_byte_at(t, at + 1) == '/' &&
		    scan_byte_at(t, at + 2) != '/')
			name->omitted = at++;
		else if (!read_port(t, at, &name->port, &at))
			return;
	}
	name->tail_begin = at;
	name->tail = classify_tail(t, at);
	if (name->tail == TAIL_NONE && name->port)
		name->tail = TAIL_PORT;
}

/* ---- the name --- */

/* Skip the letters of a script without blanks before a name under a prefix such as "www" that ends
 * at `end`. Return false if they are before another name: nothing tells them from its label. */
static bool
skip_unspaced(const struct scan_text *t, size_t *begin, size_t end)
{
	size_t at = *begin + ascii_find(t->bytes + *begin, end - *begin, '.');
	struct host h;

	while (at > *begin && ascii_is(t->bytes[at - 1], ASCII_LABEL))
		at--;
	if (at == *begin || neighbor_before(t, at) != NEIGHBOR_UNSPACED || t->bytes[at] == '.')
		return true;
	if (!host_read(t->bytes + at, end - at, &h) || !h.prefix || h.label_count == 2)
		return false;
	*begin = at;
	return true;
}

bool
name_read(const struct scan_text *t, size_t dot, struct name *name)
{
	size_t begin, end, rest;
	enum run_end run_end;
	bool is_plain;

	if (dot == t->floor || dot + 1 >= t->len)
		return false; /* the prefilter has checked both neighbors */
	is_plain = host_run_begin_plain(t, dot, &begin);
	if (is_plain && scan_byte_before(t, begin) == '@')
		return false; /* an address, as is often the case */
	end = host_run_label_end(t, dot + 1, &rest);
	if (end - dot < 3 || scan_byte_at(t, rest) == '@')
		return false;
	run_end = host_run_classify_end(t, dot + 1, end, rest);
	if (run_end == RUN_GOES_ON || (!is_plain && !host_run_begin(t, dot, &begin)) ||
	    (!is_plain && t->is_iri && !skip_unspaced(t, &begin, end)))
		return false;
	*name = (struct name){ .begin = begin, .host_end = end, .tail_begin = end,
		.omitted = SIZE_MAX };
	if (scan_byte_before(t, begin) == '@' ||
	    !host_read(t->bytes + begin, end - begin, &name->host) ||
	    name->host.top_label->flags & TOP_MAIL_ONLY ||
	    !may_begin(t, begin, name->host.prefix != PREFIX_NONE))
		return false;
	if (run_end == RUN_MAY_BE_CUT)
		return name->host.top_label->flags & TOP_STRONG || name->host.prefix;
	read_tail(t, name);
	return true;
}

/* ---- the text after a bare name (rule N8) --- */

/* Return true if an HTML entity, such as "&gt;", begins at the ampersand. */
static bool
is_entity(const struct scan_text *t, size_t at)
{
	size_t end = at + 1;

	while (end - at < 10 && (ascii_is_alphanumeric(scan_byte_at(t, end)) ||
		scan_byte_at(t, end) == '#'))
		end++;
	return end > at + 1 && scan_byte_at(t, end) == ';';
}

/* Return true if an operator of code is at `at`: "->", or "<-" or ":=" after blanks. */
static bool
is_operator(const struct scan_text *t, size_t at)
{
	size_t limit = at + 16;

	if (is_at(t, at, "->"))
		return true;
	while (at < limit && ascii_is(scan_byte_at(t, at), ASCII_BLANK))
		at++;
	return at < t->len && (is_at(t, at, "<-") || is_at(t, at, ":="));
}

bool
name_may_end(const struct scan_text *t, const struct name *name)
{
	size_t at = name->tail_begin;
	char c = scan_byte_at(t, at), next = scan_byte_at(t, at + 1);
	bool has_prefix = name->host.prefix;

	switch (neighbor_after(t, at)) {
	case NEIGHBOR_DOT:
	case NEIGHBOR_LETTER:
		return false;
	case NEIGHBOR_UNSPACED:
		return true;
	default:
		break;
	}
	if (at == t->len)
		return true;
	if (ascii_is_one_of(c, "@[\\=$%^+") || (c == '~' && next != '~'))
		return false;
	if ((c == '(' && !has_prefix) || is_operator(t, at))
		return false;
	if ((c == '!' && ascii_is_alphanumeric(next)) || is_at(t, at, "...@"))
		return false;
	if (c == ':' && next == ':' && !has_prefix)
		return false;
	if ((c == '"' && next == '@') || (c == '&' && !is_entity(t, at)))
		return false;
	if (c == '.' && next == '+' && ascii_is(scan_byte_at(t, at + 2), ASCII_DIGIT))
		return false; /* the file of a key of DNSSEC, "Kexample.org.+013+12345" */
	return !ascii_is_alphanumeric(c);
}

/* ---- IP addresses and localhost (rule N10) --- */

/* Read the IPv4 address whose first dot is at `dot`. */
static bool
read_ipv4(const struct scan_text *t, size_t dot, struct name *name)
{
	size_t begin = dot, end;

	while (begin > t->floor && dot - begin < 4 && ascii_is(t->bytes[begin - 1], ASCII_DIGIT))
		begin--;
	end = host_ipv4_end(t, begin);
	if (end == begin || host_character_before(t, begin))
		return false;
	name->begin = begin;
	name->host_end = end;
	return true;
}

/* Read the IPv6 address in brackets whose first colon is at `colon`. */
static bool
read_ipv6(const struct scan_text *t, size_t colon, struct name *name)
{
	enum { MAX_IPV6_BYTES = 45 };
	size_t begin = colon, at = colon;

	while (begin > t->floor && colon - begin <= 4 && ascii_is(t->bytes[begin - 1], ASCII_HEX))
		begin--;
	while (at - begin <= MAX_IPV6_BYTES && !ascii_is_one_of(scan_byte_at(t, at), "]\n"))
		at++;
	if (begin == t->floor || t->bytes[begin - 1] != '[' || scan_byte_at(t, at) != ']' ||
	    !host_is_ipv6(t, begin, at))
		return false;
	name->begin = begin - 1;
	name->host_end = at + 1;
	return true;
}

static bool
read_localhost(const struct scan_text *t, size_t colon, struct name *name)
{
	static const char word[] = "localhost";
	size_t len = sizeof(word) - 1;

	if (colon < t->floor + len || !ascii_equal(t->bytes + colon - len, word, len) ||
	    host_character_before(t, colon - len))
		return false;
	name->begin = colon - len;
	name->host_end = colon;
	return true;
}

/* Return true if the path at the tail consists of digits and dots: "10.0.0.0/8". */
static bool
has_numeric_path(const struct scan_text *t, const struct name *name)
{
	enum { MAX_PATH_BYTES = 160 };
	size_t at = name->tail_begin + 1;

	while (at - name->tail_begin < MAX_PATH_BYTES &&
	    (ascii_is(scan_byte_at(t, at), ASCII_DIGIT) || scan_byte_at(t, at) == '.'))
		at++;
	return !is_word_byte(scan_byte_at(t, at)) &&
	    !ascii_is_one_of(scan_byte_at(t, at), "/?#%-~");
}

bool
name_read_numeric(const struct scan_text *t, size_t mark, struct name *name)
{
	bool is_ipv4 = t->bytes[mark] == '.', is_localhost = false;

	*name = (struct name){ .is_numeric = true, .omitted = SIZE_MAX };
	if (!is_ipv4)
		is_localhost = read_localhost(t, mark, name);
	if (is_ipv4 ? !read_ipv4(t, mark, name) : !is_localhost && !read_ipv6(t, mark, name))
		return false;
	/* after "=", two digits belong to the address, not to an escape */
	if (!may_begin(t, name->begin, scan_byte_before(t, name->begin) == '='))
		return false;
	read_tail(t, name);
	if (name->port)
		return true;
	return !is_localhost && name->tail == TAIL_PATH && !has_numeric_path(t, name);
}

/* ---- the line of the name --- */

/* Return true if the word, in any case, ends before bytes[at]. */
static bool
is_before(const struct scan_text *t, size_t at, const char *word)
{
	size_t len = strlen(word);

	return at >= len && ascii_equal(t->bytes + at - len, word, len);
}

static size_t
skip_blanks_back(const struct scan_text *t, size_t at)
{
	return text_line_trim(t, scan_floor(at, 64, 0), at);
}

/* Return true if "@", or "at" or "@" in brackets, perhaps with blanks, precedes the name, or a "*"
 * directly after a word (rule N11). */
static bool
has_marked_at(const struct scan_text *t, size_t begin)
{
	size_t at = begin;

	if (at >= 2 && t->bytes[at - 1] == '*' && ascii_is_alphanumeric(t->bytes[at - 2]))
		return true;
	while (at > 0 && begin - at < 4 && t->bytes[at - 1] == '*')
		at--;
	at = skip_blanks_back(t, at);
	if (scan_byte_before(t, at) == '@')
		return true;
	if (at == 0 || !ascii_is_one_of(t->bytes[at - 1], ")]}>"))
		return false;
	at = skip_blanks_back(t, at - 1);
	if (scan_byte_before(t, at) != '@' && !is_before(t, at, "at"))
		return false;
	at = skip_blanks_back(t, at - (t->bytes[at - 1] == '@' ? 1 : 2));
	return ascii_is_one_of(scan_byte_before(t, at), "([{<");
}

/* Return true if bytes[begin..end) looks like a local part: it has a character other than a letter
 * between two letters or digits, or a digit at its end. */
static bool
looks_local(const struct scan_text *t, size_t begin, size_t end)
{
	size_t i;

	for (i = begin + 1; i + 1 < end; i++)
		if (!ascii_is(t->bytes[i], ASCII_ALPHA) &&
		    ascii_is_alphanumeric(t->bytes[i - 1]) &&
		    ascii_is_alphanumeric(t->bytes[i + 1]))
			return true;
	return ascii_is(t->bytes[end - 1], ASCII_DIGIT);
}

/* Return true if an address may begin at bytes[at]: at the beginning of the line, or after a
 * bracket, punctuation or two blanks. */
static bool
may_begin_address(const struct scan_text *t, size_t at)
{
	size_t before = skip_blanks_back(t, at);
	struct quote_prefix p;

	quote_prefix_read(t, text_line_find_begin(t, at), MAX_QUOTE_MARKS, &p);
	return before <= p.end || at - before >= 2 || t->bytes[at - 1] == '\t' ||
	    ascii_is_one_of(t->bytes[before - 1], at == before ? "<([:\"" : ",;:-/|");
}

/* Return true if the text after the name belongs to an attribution: ">" or "wrote". */
static bool
is_attribution(const struct scan_text *t, size_t at)
{
	size_t word = text_line_skip_blanks(t, at, t->len);

	return scan_byte_at(t, at) == '>' || word_list_has("wrote writes said", t->bytes + word,
	    ascii_span(t->bytes + word, t->len - word, ASCII_LABEL));
}

/* Return true if a word and "at" precede the name, as in "ann at example.org" (rule N11). The word
 * must look like a local part, or begin a phrase and not be frequent there in prose; or the text
 * after the name must show that it is a person's. */
static bool
follows_spelled_at(const struct scan_text *t, const struct name *name)
{
	static const char prose[] = "account accounts access and are archive archived archives "
	    "available be been call check code connect copy directory document down echo employee "
	    "employees everybody everyone file files folks found free guys here home homepage host "
	    "hosted info information is it kept list listed live lives located login look looked "
	    "looking machine mirror more node now obtained one online only or out page pages paper "
	    "people posted project published reached read register remailer running runs see "
	    "server servers service shop site sites someone source starting stored store them "
	    "there this up us version visit was web webpage website were work working works you";
	enum { MAX_WORD_BYTES = 64 };
	size_t end = skip_blanks_back(t, name->begin), at;

	if (end == name->begin || !is_before(t, end, "at"))
		return false;
	at = end - 2;
	end = skip_blanks_back(t, at);
	if (end == at)
		return false;
	for (at = end; at > 0 && end - at < MAX_WORD_BYTES &&
	    (ascii_is_alphanumeric(t->bytes[at - 1]) ||
		ascii_is_one_of(t->bytes[at - 1], "._-+")); at--)
		;
	return at < end && (looks_local(t, at, end) || is_attribution(t, name->host_end) ||
	    (may_begin_address(t, at) && !word_list_has(prose, t->bytes + at, end - at)));
}

static bool
is_broken_word(const struct scan_text *t, size_t end)
{
	size_t at = end, limit = scan_floor(end, MAX_HOST_BYTES, 0);

	while (at > limit && t->bytes[at - 1] != '.' && !ascii_is_space(t->bytes[at - 1]))
		at--;
	return at > limit && t->bytes[at - 1] == '.';
}

/* Return true if the name begins its line, and the last word of the previous line has a dot and may
 * continue. */
static bool
is_rest(const struct scan_text *t, const struct name *name)
{
	size_t at = skip_blanks_back(t, name->begin), line, end;
	struct quote_prefix p;

	if (!ascii_is_one_of(scan_byte_before(t, at), "\r\n>|:")) /* nearly always */
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

/* Return true if a ">" follows the name without a "<" before it in its line. The name is then the
 * rest of a broken address in brackets, or a prompt. */
static bool
has_only_closing_bracket(const struct scan_text *t, const struct name *name)
{
	enum { MAX_BYTES = 256 };
	size_t from = text_line_begin_within(t, name->begin, MAX_BYTES);

	return scan_byte_at(t, name->host_end) == '>' &&
	    memchr(t->bytes + from, '<', name->begin - from) == NULL;
}

/* Return true if the name may be an argument: a "(" directly after a word is before it and not
 * closed, and there is another argument, or code follows the ")". A single capital before "(" is
 * markup: "C(example.de)". */
static bool
is_argument(const struct scan_text *t, const struct name *name)
{
	enum { MAX_BYTES = 80 };
	size_t at = name->begin, limit = scan_floor(at, MAX_BYTES, 0) + 2, closed = 0;
	size_t after = text_line_skip_blanks(t, name->host_end, t->len);
	char next = scan_byte_at(t, after);

	if (scan_byte_before(t, at) == '=') /* "Name(CN=example.io, C=US)" */
		return false;
	if (next != ',' && !(next == ')' && (scan_byte_before(t, skip_blanks_back(t, at)) == ',' ||
		ascii_is_one_of(scan_byte_at(t, after + 1), ";)"))))
		return false;
	for (; at > limit && !ascii_is_one_of(t->bytes[at - 1], "\"'`<\r\n"); at--)
		if (t->bytes[at - 1] == ')')
			closed++;
		else if (t->bytes[at - 1] == '(' && closed-- == 0)
			return is_word_byte(t->bytes[at - 2]) && (is_word_byte(t->bytes[at - 3]) ||
			    !ascii_is_capital(t->bytes[at - 2]));
	return false;
}

/* Return true if ";" or "{" ends the line with bytes[at], as in code, but not in a configuration:
 * "mail.example.de = EXAMPLE.DE". */
static bool
ends_as_code(const struct scan_text *t, size_t at)
{
	size_t end = text_line_find_end(t, at, scan_limit(at, 160, t->len));

	return ascii_is_one_of(scan_byte_before(t, text_line_trim(t, at, end)), ";{");
}

/* Return true if the name may be a member in code: "a.pf = 1", "b == a.pf", "b = a.pf;",
 * "f(b, a.pf)", a part of "a.pf_()", or a namespace. "=" on both sides is a heading. */
static bool
is_member_in_code(const struct scan_text *t, const struct name *name)
{
	static const char operators[] = "=!<>+-*/|&";
	size_t before = skip_blanks_back(t, name->begin);
	size_t after = text_line_skip_blanks(t, name->host_end, t->len);
	char next = scan_byte_at(t, name->host_end), mark = scan_byte_at(t, after);
	char second = scan_byte_at(t, after + 1);
	bool follows_equals = before < name->begin && scan_byte_before(t, before) == '=';

	if (name->tail != TAIL_NONE || !host_is_country(&name->host) ||
	    name->host.suffix < name->host.top ||
	    (follows_equals && mark == '=' && !ascii_is(second, ASCII_BLANK)))
		return false;
	if ((next == '_' && ascii_is_one_of(scan_byte_at(t, name->host_end + 1),
		scan_byte_before(t, name->begin) == '_' ? "(`" : "(`)\"")) || is_argument(t, name))
		return true;
	if (ascii_is_capital(name->host.text[name->host.top]) &&
	    (is_before(t, before, "namespace") || (next == ';' && is_before(t, before, "using"))))
		return true;
	if (after > name->host_end && (second == '=' ? ascii_is_one_of(mark, operators) :
	    mark == '=' && (name->host.label_count == 2 || ends_as_code(t, after))))
		return true;
	return follows_equals && (ascii_is_one_of(next, ";)") || (before > 2 && mark != ']' &&
		t->bytes[before - 3] == ' ' && ascii_is_one_of(t->bytes[before - 2], operators)));
}

/* Return true if the name is probably the host of an obfuscated address, the rest of a name that
 * began in the previous line, or a member in code. */
static bool
is_doubtful(const struct scan_text *t, const struct name *name)
{
	return !name->host.prefix && (has_marked_at(t, name->begin) ||
	    follows_spelled_at(t, name) || is_rest(t, name) || is_member_in_code(t, name) ||
	    has_only_closing_bracket(t, name));
}

/* ---- certainty (rule N13) --- */

/* Return the certainty of a bare name under a top label that is weak or a file ending. */
static urlgrep_confidence
weak_bare_certainty(const struct host *h)
{
	bool is_long = h->registered < h->suffix && h->suffix - 1 - h->registered >= 4;
	bool has_two = h->suffix < h->top;

	if (host_is_country(h) && h->label_count > 2 &&
	    (has_two || (is_long && !(h->top_label->flags & TOP_FILE))))
		return URLGREP_MEDIUM;
	return URLGREP_LOW;
}

/* Return true if "curl" or "wget" precedes the name in its line. */
static bool
follows_download(const struct scan_text *t, size_t begin)
{
	size_t from = text_line_begin_within(t, begin, 48), len = begin - from;

	return memmem(t->bytes + from, len, "curl ", 5) || memmem(t->bytes + from, len, "wget ", 5);
}

/* Return true if the path shows that the name is a member in code or a file: "Vector.zero/2",
 * "Enum.at/2", "Emacs.app/Contents", "a.sh/b.c", "Makefile.pre.in/Setup.in"; but "curl a.sh/b.sh"
 * reads a URL. */
static bool
is_member_or_file(const struct scan_text *t, const struct name *name, size_t end)
{
	const struct host *h = &name->host;
	const struct top_label *ending;
	const char *path = t->bytes + name->tail_begin + 1, *dot;
	size_t len = end - name->tail_begin - 1, ending_len;
	unsigned flags = h->top_label->flags;

	if (ascii_is_capital(h->text[0]) && !ascii_is_capital(h->text[h->top]) &&
	    ((len == 1 && ascii_is(*path, ASCII_DIGIT) && !(flags & TOP_OLD)) ||
		(len >= 8 && h->len - h->top == 3 && memcmp(h->text + h->top, "app", 3) == 0 &&
		memcmp(path, "Contents", 8) == 0)))
		return true;
	dot = memrchr(path, '.', len);
	if (!host_is_country(h) || !(flags & TOP_FILE) || dot == NULL || memchr(path, '/', len) ||
	    follows_download(t, name->begin))
		return false;
	ending_len = len - (size_t)(++dot - path);
	ending = top_label_find(dot, ending_len);
	return h->label_count == 2 ? (ending_len == 1 && ascii_is(*dot, ASCII_ALPHA)) ||
	    (ending && ending->flags & TOP_FILE) : ending == h->top_label;
}

static urlgrep_confidence
form_certainty(const struct scan_text *t, const struct name *name, size_t end)
{
	const struct host *h = &name->host;
	bool is_strong = h->top_label->flags & TOP_STRONG;

	if (h->prefix && h->label_count > 2)
		return URLGREP_HIGH;
	switch (name->tail) {
	case TAIL_PATH:
		if (end > name->tail_begin + 1 && is_member_or_file(t, name, end))
			return URLGREP_LOW;
		return is_strong ? URLGREP_HIGH :
		    end > name->tail_begin + 1 ? URLGREP_MEDIUM : URLGREP_LOW;
	case TAIL_PORT:
	case TAIL_QUERY:
		return is_strong ? URLGREP_HIGH : URLGREP_LOW;
	default:
		return is_strong && !(h->top_label->flags & TOP_FILE) ? URLGREP_MEDIUM :
		    weak_bare_certainty(h);
	}
}

urlgrep_confidence
name_certainty(const struct scan_text *t, const struct name *name, size_t end)
{
	const struct host *h = &name->host;
	urlgrep_confidence certainty;

	if (name->is_numeric)
		return URLGREP_MEDIUM;
	if (host_is_odd(h, name->tail != TAIL_NONE, name->tail == TAIL_PATH))
		return URLGREP_LOW;
	certainty = form_certainty(t, name, end);
	return certainty != URLGREP_LOW && is_doubtful(t, name) ? URLGREP_LOW : certainty;
}

const char *
name_scheme(const struct name *name, bool is_https)
{
	if (name->host.prefix == PREFIX_FTP || name->port == 21)
		return "ftp";
	if (name->host.prefix == PREFIX_GOPHER || name->port == 70)
		return "gopher";
	return name->port == 443 || is_https ? "https" : "http";
}
