/* rfc1738.c - the oracle: the rules of section 5 as text, and a parser that interprets them. A
 * choice takes the first alternative that matches; repetitions are possessive. */
#include "rfc1738.h"

#include <stdbool.h>
#include <string.h>

#define ALPHA "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* 'text' is a literal, {bytes} one of these, ~{bytes} a character that is one of these after
 * decoding, ~{^bytes} a US-ASCII character that is not; [] is optional, * repeats the next item, +
 * at least once, ! requires that it does not match, $ is the end; <name=...> is a part. The rule of
 * a scheme has a colon in its name, and applies to the text after the colon. Rules from the text of
 * the RFC outside section 5 name their section. */
static const char *const rules[][2] = {
	{ "alpha", "{" ALPHA "}" },
	{ "digit", "{0123456789}" },
	{ "hex", "{0123456789abcdefABCDEF}" },
	{ "escape", "'%' hex hex" },
	{ "uchar", "alpha | digit | {$-_.+!*'(),} | escape" },
	{ "xchar", "uchar | {;/?:@&=}" },
	{ "hchar", "uchar | {;:@&=}" },         /* of hsegment and search */
	{ "fchar", "uchar | {?:@&=/}" },        /* of fsegment, with its slashes */

	{ "label", "( alpha | digit ) *( *'-' ( alpha | digit ) )" },
	{ "toplabel", "alpha *( *'-' ( alpha | digit ) )" },
	{ "hostname", "*( label '.' ) toplabel" },
	{ "hostnumber", "+digit '.' +digit '.' +digit '.' +digit" },
	{ "host", "<host= hostname | hostnumber>" },
	{ "hostport", "host [ ':' <port= +digit> ]" },
	{ "userchar", "uchar | {;?&=}" },
	{ "login", "[ <user= *userchar> [ ':' <password= *userchar> ] '@' ] hostport" },

	{ "ftp:", "'//' login [ '/' <url-path= *fchar> [ ';type=' <ftptype= {AIDaid}> ] ]" },
	{ "file:", "'//' <host= [ hostname | hostnumber ]> '/' <url-path= *fchar>" },
	{ "http:", "'//' hostport [ '/' <url-path= *( hchar | '/' )> [ '?' <search= *hchar> ] ]" },

	/* 3.4: no tab, line feed or carriage return; erratum 5118 */
	{ "tab", "'%09'" },
	{ "gchar", "!( tab | '%0' {AaDd} ) xchar" },
	{ "gopher:", "'//' hostport [ '/' [ <gtype= gchar> <selector= *gchar> [ tab "
	    "<search= *( !tab hchar )> [ tab <gopher+_string= *xchar> ] ] ] ]" },

	{ "group", "<group= alpha *( alpha | digit | {-.+_} )>" },
	{ "article", "<article= <unique= +( uchar | {;/?:&=} )> '@' host>" },
	{ "news:", "article | <group= '*'> | group" },
	{ "nntp:", "'//' hostport '/' group [ '/' <article-number= +digit> ]" },
	{ "telnet:", "'//' login [ '/' ]" },
	{ "wais:", "'//' hostport '/' <database= *uchar> "
	    "[ '?' <search= *hchar> | '/' <wtype= *uchar> '/' <wpath= *uchar> ]" },
	{ "fieldchar", "uchar | {?:@&}" },
	{ "prospero:", "'//' hostport '/' <hsoname= *fchar> "
	    "<fieldspecs= *( ';' *fieldchar '=' *fieldchar )>" },

	/* RFC 822, for the decoded text */
	{ "ctl", "'%' {01} hex | '%20' | '%7' {Ff}" },
	{ "atom", "+( !ctl ~{^()<>@,;:\\\".[]} )" },
	{ "quoted-string", "~{\"} *( ~{\\} ~{^} | ~{^\"\\\r} ) ~{\"}" },
	{ "domain-literal", "~{[} *( ~{\\} ~{^} | ~{^[]\\\r} ) ~{]}" },
	{ "word", "atom | quoted-string" },
	{ "sub-domain", "atom | domain-literal" },
	{ "mailto:", "<addr-spec= <local-part= word *( ~{.} word )> ~{@} "
	    "<domain= sub-domain *( ~{.} sub-domain )>>" },

	/* divided into parts if it is an ip-schemepart */
	{ "other:", "'//' login [ '/' <url-path= *xchar> ] $ | <opaque= *xchar>" },
	{ "fragment", "<fragment= *xchar>" },
};

/* The rest of the URL, at..end, without the fragment, and the parts found so far. */
struct reader {
	const char *at;
	const char *end;
	urlgrep_part *parts;
	unsigned count;
};

/* Each of these functions reads a piece of a rule and advances *rule past it. If is_active, it also
 * reads the URL, and returns whether that matches; if not, the caller resets the reader. */
static bool match_choice(struct reader *r, const char **rule, bool is_active);
static bool match_item(struct reader *r, const char **rule, bool is_active);

/* Return the rule of this name, or NULL. */
static const char *
find_rule(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (strlen(rules[i][0]) == len && memcmp(rules[i][0], name, len) == 0)
			return rules[i][1];
	return NULL;
}

static bool
match_rule(struct reader *r, const char *name, size_t len)
{
	const char *rule = find_rule(name, len);

	return match_choice(r, &rule, true);
}

/* ---- parts that have limits --- */

/* Return true if digits are a number not above the limit; leading zeros are allowed. */
static bool
is_at_most(const char *digits, size_t len, unsigned limit)
{
	unsigned long value = 0;

	for (; len > 0 && value <= limit; len--)
		value = value * 10 + (unsigned long)(*digits++ - '0');
	return value <= limit;
}

/* Check a host by RFC 1034: a name has at most 253 characters, a label 63. Each number of an
 * address is a byte. */
static bool
is_good_host(const char *at, size_t len)
{
	const char *end = at + len, *digit = at;
	bool good = len <= 253, is_number;

	while (digit < end && ((*digit >= '0' && *digit <= '9') || *digit == '.'))
		digit++;
	is_number = len > 0 && digit == end;
	while (good && at < end) {
		const char *dot = memchr(at, '.', (size_t)(end - at));
		size_t label = (size_t)((dot ? dot : end) - at);

		good = is_number ? is_at_most(at, label, 255) : label <= 63;
		at += label + 1;
	}
	return good;
}

static bool
is_good_part(const urlgrep_part *part)
{
	if (strcmp(part->name, "port") == 0)
		return is_at_most(part->value.text, part->value.len, 65535);
	return strcmp(part->name, "host") != 0 || is_good_host(part->value.text, part->value.len);
}

/* ---- items of a rule --- */

/* Return the library's name for a part, which is static. */
static const char *
name_of_part(const char *name, size_t len)
{
	static const char *const names[] = { "host", "port", "user", "password", "url-path", "ftptype",
		"search", "gtype", "selector", "gopher+_string", "group", "article", "unique",
		"article-number", "database", "wtype", "wpath", "hsoname", "fieldspecs", "addr-spec",
		"local-part", "domain", "opaque", "fragment" };
	size_t i;

	for (i = 0; strlen(names[i]) != len || memcmp(names[i], name, len) != 0; i++)
		;
	return names[i];
}

/* Match a part; *rule is after "<": a name, "=", a choice, ">". */
static bool
match_part(struct reader *r, const char **rule, bool is_active)
{
	size_t len = strcspn(*rule, "=");
	urlgrep_part *part = &r->parts[r->count];

	if (is_active) {
		*part = (urlgrep_part){ name_of_part(*rule, len), { r->at, 0 } };
		r->count++;
	}
	*rule += len + 1;
	is_active = match_choice(r, rule, is_active);
	++*rule;
	if (!is_active)
		return false;
	part->value.len = (size_t)(r->at - part->value.text);
	return is_good_part(part);
}

/* Match an item repeatedly; *rule is after "*" or "+". */
static bool
match_repeated(struct reader *r, const char **rule, bool is_active, unsigned least)
{
	const char *again;
	unsigned count;

	for (count = 0; is_active; count++) {
		struct reader before = *r;

		again = *rule;
		if (!match_item(r, &again, true) || r->at == before.at) {
			*r = before;
			break;
		}
	}
	match_item(r, rule, false);
	return is_active && count >= least;
}

static unsigned
hex_value(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

/* Match one of a set; *rule is after "{" or "~{": bytes, "}". */
static bool
match_set(struct reader *r, const char **rule, bool is_active, bool is_decoded)
{
	const char *bytes = *rule, *at = r->at;
	size_t len = strcspn(bytes, "}"), k;
	bool is_other = is_decoded && *bytes == '^';
	unsigned char byte;

	*rule += len + 1;
	if (!is_active || at == r->end || (is_decoded && !match_rule(r, "xchar", 5)))
		return false;
	byte = (unsigned char)*at;
	if (!is_decoded)
		r->at++;
	else if (byte == '%')
		byte = (unsigned char)(hex_value(at[1]) << 4 | hex_value(at[2]));
	for (k = is_other; k < len && (unsigned char)bytes[k] != byte; k++)
		;
	return is_other ? byte < 0x80 && k == len : k < len;
}

/* Match a literal; *rule is after the first quotation mark. */
static bool
match_literal(struct reader *r, const char **rule, bool is_active)
{
	const char *text = *rule;
	size_t len = strcspn(text, "'");

	*rule += len + 1;
	if (!is_active || (size_t)(r->end - r->at) < len || memcmp(r->at, text, len) != 0)
		return false;
	r->at += len;
	return true;
}

/* Match an optional choice; *rule is after "[": a choice, "]". */
static bool
match_optional(struct reader *r, const char **rule, bool is_active)
{
	struct reader before = *r;

	if (!match_choice(r, rule, is_active))
		*r = before;
	++*rule;
	return is_active;
}

static bool
match_item(struct reader *r, const char **rule, bool is_active)
{
	struct reader ahead = *r;
	const char *item = (*rule)++;
	bool is_match;

	switch (*item) {
	case '\'':
		return match_literal(r, rule, is_active);
	case '~':
		++*rule;
		return match_set(r, rule, is_active, true);
	case '{':
		return match_set(r, rule, is_active, false);
	case '<':
		return match_part(r, rule, is_active);
	case '[':
		return match_optional(r, rule, is_active);
	case '(':
		is_match = match_choice(r, rule, is_active);
		++*rule;
		return is_match;
	case '*':
	case '+':
		return match_repeated(r, rule, is_active, *item == '+');
	case '!':
		return !match_item(&ahead, rule, is_active) && is_active;
	case '$':
		return is_active && r->at == r->end;
	default:
		*rule = item + strspn(item, ALPHA "-");
		return is_active && match_rule(r, item, (size_t)(*rule - item));
	}
}

/* Match alternatives, up to the end of the rule or a closing mark. */
static bool
match_choice(struct reader *r, const char **rule, bool is_active)
{
	const struct reader before = *r;
	bool is_match = false;

	for (;; ++*rule) {
		bool is_good = is_active && !is_match;

		while (**rule && !strchr("|)]>", **rule))
			if (**rule == ' ')
				++*rule;
			else
				is_good = match_item(r, rule, is_good);
		if (is_good)
			is_match = true;
		else if (!is_match)
			*r = before;
		if (**rule != '|')
			return is_match;
	}
}

/* ---- the whole URL --- */

/* Match the scheme, ignoring case, and the rest by the rule of the scheme. */
static bool
match_url(struct reader *r)
{
	const char *begin = r->at;
	char name[16] = "";
	size_t i, len;

	while (r->at < r->end && *r->at && strchr(ALPHA "0123456789+-.", *r->at))
		r->at++;
	len = (size_t)(r->at - begin);
	if (len == 0 || r->at == r->end || *r->at != ':')
		return false;
	r->parts[r->count++] = (urlgrep_part){ "scheme", { begin, len } };
	r->at++;
	for (i = 0; i <= len && i + 1 < sizeof(name); i++)
		name[i] = (char)(begin[i] >= 'A' && begin[i] <= 'Z' ? begin[i] | 0x20 : begin[i]);
	if (i <= len || find_rule(name, len + 1) == NULL || strcmp(name, "other:") == 0)
		return match_rule(r, "other:", 6) && r->at == r->end;
	return match_rule(r, name, len + 1) && r->at == r->end;
}

/* appendix: url [ "#" fragment ] */
urlgrep_verdict
rfc1738_judge(const char *text, size_t len, urlgrep_url *u)
{
	const char *end = text + len;
	const char *mark = memchr(text, '#', len);
	struct reader r = { text, mark ? mark : end, u->parts, 0 };
	bool good;

	*u = (urlgrep_url){ .text = { text, len } };
	good = match_url(&r);
	if (good && mark) {
		r.at = mark + 1;
		r.end = end;
		good = match_rule(&r, "fragment", 8) && r.at == end;
	}
	u->verdict = good ? URLGREP_VALID : URLGREP_INVALID;
	u->part_count = good ? r.count : 0;
	return u->verdict;
}
