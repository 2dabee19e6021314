/* warnings.c - odd or dangerous properties of a valid or loose URL */
#include "url/matcher.h"

#include <string.h>

#include "url/scheme.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/platform.h"
#include "util/span.h"
#include "util/uri.h"
#include "util/utf8.h"

/* the names and meanings of warnings, from warnings.tsv */
#include "url/warning_table.h"

/* The ports that browsers block (WHATWG Fetch, "bad port"). */
static const unsigned short blocked_ports[] = { 1, 7, 9, 11, 13, 15, 17, 19, 20, 21,
	22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
	110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
	465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587,
	601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
	5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080 };

static urlgrep_warnings
bit(urlgrep_warning w)
{
	return URLGREP_WARNING_BIT(w);
}

const char *
warning_name(unsigned index)
{
	return index < COUNT(warnings) ? warnings[index].name : NULL;
}

const char *
urlgrep_warning_meaning(unsigned index)
{
	return index < COUNT(warnings) ? warnings[index].meaning : NULL;
}

/* Return the warnings for the notes of a finding. */
static urlgrep_warnings
warn_notes(unsigned notes)
{
	return (notes & URLGREP_BIDI_BESIDE ? bit(URLGREP_WARN_BIDI) : 0) |
	    (notes & URLGREP_INVISIBLE_BESIDE ? bit(URLGREP_WARN_INVISIBLE) : 0) |
	    (notes & URLGREP_HOST_BESIDE ? bit(URLGREP_WARN_HOST_AMBIGUOUS) : 0);
}

static bool
contains(urlgrep_span span, char c)
{
	return span.len && memchr(span.text, c, span.len) != NULL;
}

/* Return the byte that the escape at text[at] encodes, or -1 if there is none. */
static int
escaped_byte(urlgrep_span url, size_t at)
{
	char byte;

	return at < url.len && ascii_read_escape(url.text + at, url.len - at, '%', &byte) ?
	    (unsigned char)byte : -1;
}

/* ---- user and password --- */

/* Find the user and the password, if any. A grammar that does not divide the text before the "@", as
 * in "ssh://user:password@h", may have no part for it. */
static void
find_user(const urlgrep_url *url, urlgrep_span scheme, urlgrep_span *user, urlgrep_span *password)
{
	urlgrep_span authority;
	const char *at;

	*user = urlgrep_part_named(url, "user");
	*password = urlgrep_part_named(url, "password");
	if (password->text || !memchr(url->text.text, '@', url->text.len) || span_is(scheme, "imap"))
		return;
	authority = uri_split(url->text).authority;
	at = authority.len ? memrchr(authority.text, '@', authority.len) : NULL;
	if (at) {
		*user = (urlgrep_span){ authority.text, (size_t)(at - authority.text) };
		*password = uri_cut_at(user, ':');
	}
}

static urlgrep_warnings
warn_user(const urlgrep_url *url, urlgrep_span scheme)
{
	urlgrep_span user, password;
	urlgrep_warnings w = 0;
	size_t i;

	find_user(url, scheme, &user, &password);
	if (password.text)
		w |= bit(URLGREP_WARN_PASSWORD) |
		    (user.len == 0 ? bit(URLGREP_WARN_EMPTY_USER) : 0);
	if (user.text && word_list_has("http https", scheme.text, scheme.len))
		w |= bit(URLGREP_WARN_USERINFO);
	for (i = 0; user.text && i < user.len; i++)
		if (user.text[i] == '.' || escaped_byte(user, i) == '.')
			w |= bit(URLGREP_WARN_USERINFO_SPOOF);
	return w;
}

/* ---- port --- */

static urlgrep_warnings
warn_port(urlgrep_span scheme, urlgrep_span digits)
{
	urlgrep_warnings w = bit(URLGREP_WARN_PORT_NONDEFAULT);
	const struct scheme *listed;
	unsigned port = 0;
	size_t i;

	if (digits.len == 0)
		return 0;
	for (i = 0; i < digits.len; i++)
		port = port * 10 + (unsigned)(digits.text[i] - '0');
	listed = scheme_find(scheme.text, scheme.len);
	if (port != 0 && listed && port == listed->port)
		return 0;
	w |= (port < 1024 ? bit(URLGREP_WARN_PORT_RESERVED) : 0) |
	    (port == 0 ? bit(URLGREP_WARN_PORT_ZERO) : 0);
	for (i = 0; i < COUNT(blocked_ports); i++)
		if (blocked_ports[i] == port)
			w |= bit(URLGREP_WARN_PORT_DANGEROUS);
	return span_is(scheme, "gopher") ? w | bit(URLGREP_WARN_GOPHER_SMUGGLE) : w;
}

/* ---- host --- */

/* Return true if two slashes follow the scheme, at least one of them a backslash. Browsers expect
 * the host after them. */
static bool
has_backslashes(urlgrep_span url, urlgrep_span scheme)
{
	const char *text = url.text + scheme.len + 1;

	return url.len > scheme.len + 2 && (text[0] == '/' || text[0] == '\\') &&
	    (text[1] == '/' || text[1] == '\\') && memcmp(text, "//", 2) != 0;
}

/* Programs disagree about a user or port without a host; about those of a file URL, which has
 * neither (RFC 8089), so that "C:" may be a drive; about a file URL with backslashes before the
 * host; and about addresses of a later version of IP (RFC 3986, 3.2.2), which browsers refuse. */
static urlgrep_warnings
warn_authority(const urlgrep_url *url, urlgrep_span scheme, urlgrep_span host)
{
	bool is_file = span_is(scheme, "file");
	bool is_later_ip = host.len > 1 && host.text[0] == '[' && ascii_lower(host.text[1]) == 'v';

	if (host.text == NULL && (urlgrep_part_named(url, "hostport").len > 0 ||
		urlgrep_part_named(url, "login").len > 0 || /* parts of the draft grammar */
		urlgrep_part_named(url, "auth").len > 0)) /* of xmpp */
		return 0;
	if (is_later_ip || (is_file && has_backslashes(url->text, scheme)) ||
	    ((is_file || host.len == 0) && uri_split(url->text).authority.len > host.len))
		return bit(URLGREP_WARN_HOST_AMBIGUOUS);
	return 0;
}

/* Return true if the address belongs to a private network, to this host or to its link. */
static bool
is_private_quad(const unsigned char group[4])
{
	return group[0] == 127 || group[0] == 10 || group[0] == 0 ||
	    (group[0] == 169 && group[1] == 254) ||
	    (group[0] == 192 && group[1] == 168) ||
	    (group[0] == 172 && group[1] >= 16 && group[1] < 32);
}

/* Return true for fc00::/7, fe80::/10, ::, ::1, and for private IPv4 addresses within
 * ::/96, ::ffff:0:0/96 and 64:ff9b::/96. */
static bool
is_private_literal(urlgrep_span host)
{
	static const unsigned char zeros[12], mapped[12] = { [10] = 0xFF, [11] = 0xFF },
	    translated[12] = { 0, 0x64, 0xFF, 0x9B };
	char text[INET6_ADDRSTRLEN];
	unsigned char a[16];

	if (host.len < 3 || host.len - 2 >= sizeof(text))
		return false;
	memcpy(text, host.text + 1, host.len - 2);
	text[host.len - 2] = '\0';
	if (inet_pton(AF_INET6, text, a) != 1)
		return false;
	if ((a[0] & 0xFE) == 0xFC || (a[0] == 0xFE && (a[1] & 0xC0) == 0x80))
		return true;
	if (memcmp(a, zeros, 12) == 0 && a[12] == 0 && a[13] == 0)
		return a[14] == 0 && a[15] <= 1;
	return (memcmp(a, zeros, 12) == 0 || memcmp(a, mapped, 12) == 0 ||
	    memcmp(a, translated, 12) == 0) && is_private_quad(a + 12);
}

/* Return true if the label is decimal digits, or "0x" and hexadecimal digits, perhaps none:
 * browsers read "0x" as 0. */
static bool
is_number(urlgrep_span label)
{
	bool is_hex = label.len > 1 && label.text[0] == '0' && ascii_lower(label.text[1]) == 'x';
	size_t begin = is_hex ? 2 : 0;

	if (label.len == 0 || !ascii_is(label.text[0], ASCII_DIGIT))
		return false;
	return begin + ascii_span(label.text + begin, label.len - begin,
	    is_hex ? ASCII_HEX : ASCII_DIGIT) == label.len;
}

/* Return true if the label may be in the DNS: 1 to 63 letters, digits and hyphens, without a hyphen
 * at either end (RFC 1034, 3.5). */
static bool
is_dns_label(urlgrep_span label)
{
	size_t i;

	for (i = 0; i < label.len; i++)
		if (!ascii_is_alphanumeric(label.text[i]) && label.text[i] != '-')
			return false;
	return label.len > 0 && label.len <= MAX_LABEL_BYTES && label.text[0] != '-' &&
	    label.text[label.len - 1] != '-';
}

/* The properties of a host that depend on its labels. */
struct label_properties {
	bool is_numeric;     /* only numbers: some programs take the host for an address */
	bool ends_in_number; /* browsers expect an IPv4 address, or refuse it (WHATWG URL) */
	bool is_of_dns;
};

/* Read the labels of a host, which does not include the dot of the root. */
static struct label_properties
read_labels(urlgrep_span host)
{
	struct label_properties p = { .is_numeric = true, .is_of_dns = host.len <= MAX_HOST_BYTES };
	urlgrep_span label;
	size_t at;

	for (at = 0; at <= host.len; at += label.len + 1) {
		label = (urlgrep_span){ host.text + at, ascii_find(host.text + at, host.len - at, '.') };
		p.ends_in_number = is_number(label);
		p.is_numeric &= p.ends_in_number;
		p.is_of_dns &= is_dns_label(label);
	}
	return p;
}

static urlgrep_warnings
warn_host(urlgrep_span host)
{
	urlgrep_span name = host; /* the host without the dot of the root */
	struct label_properties labels;
	urlgrep_warnings w = 0;
	unsigned char group[4];
	bool has_zeros;

	if (host.len == 0)
		return 0;
	if (host.text[0] == '[')
		return is_private_literal(host) ? bit(URLGREP_WARN_IP_PRIVATE) : 0;
	if (uri_read_ipv4(host, group, &has_zeros))
		return (has_zeros ? bit(URLGREP_WARN_IP_LEADING_ZERO) : 0) |
		    (is_private_quad(group) ? bit(URLGREP_WARN_IP_PRIVATE) : 0);
	name.len -= host.text[host.len - 1] == '.';
	labels = read_labels(name);
	if (labels.is_numeric)
		return bit(URLGREP_WARN_IP_LOOKALIKE);
	if (span_is(name, "localhost") || (name.len > 9 && /* RFC 6761, 6.3 */
	    ascii_equal(name.text + name.len - 10, ".localhost", 10)))
		return bit(URLGREP_WARN_IP_PRIVATE);
	if (ascii_has_a_label(host.text, host.len))
		w |= bit(URLGREP_WARN_IDN);
	if (labels.is_of_dns && !labels.ends_in_number) /* most are */
		return contains(host, '.') ? w : w | bit(URLGREP_WARN_HOST_UNQUALIFIED);
	if (contains(host, '%'))
		return w | bit(URLGREP_WARN_ENCODED_HOST);
	return utf8_is_ascii(host.text, host.len) ? w | bit(URLGREP_WARN_HOST_NOT_DNS) : w;
}

/* ---- escapes --- */

/* Return true if the escaped byte `first` at text[at] begins an overlong UTF-8 sequence. */
static bool
is_overlong(urlgrep_span url, size_t at, int first)
{
	int second = escaped_byte(url, at + 3);

	return first == 0xC0 || first == 0xC1 ||
	    (first == 0xE0 && second >= 0x80 && second < 0xA0) ||
	    (first == 0xF0 && second >= 0x80 && second < 0x90);
}

static urlgrep_warnings
warn_escapes(urlgrep_span text, urlgrep_span scheme)
{
	bool is_gopher = span_is(scheme, "gopher");
	urlgrep_warnings w = 0;
	size_t i;

	if (!contains(text, '%')) /* in most URLs */
		return 0;
	for (i = 0; i + 2 < text.len; i++) {
		int byte = escaped_byte(text, i);
		int second;

		if (byte < 0)
			continue;
		if ((byte < 0x20 || byte == 0x7F) && !(is_gopher && byte == '\t'))
			w |= bit(URLGREP_WARN_CTL_ESCAPE);
		if (byte == '\r' || byte == '\n')
			w |= bit(URLGREP_WARN_CRLF_ESCAPE) |
			    (is_gopher ? bit(URLGREP_WARN_GOPHER_SMUGGLE) : 0);
		second = escaped_byte(text, i + 3);
		if (byte == 0xC2 && second >= 0x80 && second < 0xA0)
			w |= bit(URLGREP_WARN_CTL_ESCAPE);
		if (is_overlong(text, i, byte))
			w |= bit(URLGREP_WARN_OVERLONG_UTF8);
		if (byte == '%' && i + 4 < text.len &&
		    ascii_is(text.text[i + 3], ASCII_HEX) && ascii_is(text.text[i + 4], ASCII_HEX))
			w |= bit(URLGREP_WARN_DOUBLE_ESCAPE);
	}
	return w;
}

/* ---- invisible characters --- */

/* Invisible characters, each with the note of a finding beside one. */
static const struct {
	uint32_t first, last;
	unsigned note;
} ranges[] = {
	{ 0xAD, 0xAD, URLGREP_INVISIBLE_BESIDE },       /* SOFT HYPHEN */
	{ 0x61C, 0x61C, URLGREP_BIDI_BESIDE },          /* ARABIC LETTER MARK */
	{ 0x180E, 0x180E, URLGREP_INVISIBLE_BESIDE },   /* MONGOLIAN VOWEL SEPARATOR */
	{ 0x200B, 0x200D, URLGREP_INVISIBLE_BESIDE },   /* ZERO WIDTH SPACE and the joiners */
	{ 0x200E, 0x200F, URLGREP_BIDI_BESIDE },        /* marks */
	{ 0x202A, 0x202E, URLGREP_BIDI_BESIDE },        /* embeddings and overrides */
	{ 0x2060, 0x2065, URLGREP_INVISIBLE_BESIDE },   /* WORD JOINER, invisible operators */
	{ 0x2066, 0x2069, URLGREP_BIDI_BESIDE },        /* isolates */
	{ 0xFEFF, 0xFEFF, URLGREP_INVISIBLE_BESIDE },   /* ZERO WIDTH NO-BREAK SPACE */
	{ 0xE0000, 0xE007F, URLGREP_INVISIBLE_BESIDE }, /* tags */
};

unsigned
invisible_note(uint32_t code)
{
	size_t i;

	for (i = 0; i < COUNT(ranges); i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return ranges[i].note;
	return 0;
}

int
urlgrep_is_invisible(uint32_t code)
{
	return invisible_note(code) != 0;
}

/* Return the character at text[*at], whose bytes may be escaped, and move *at after it. Return
 * 0xFF for a byte that begins no character. */
static uint32_t
next_character(urlgrep_span url, size_t *at)
{
	char bytes[4];
	size_t end_of[4], end = *at, len = 0, n;
	uint32_t code;

	do {
		int byte = escaped_byte(url, end);

		bytes[len] = byte < 0 ? url.text[end] : (char)byte;
		end += byte < 0 ? 1 : 3;
		end_of[len++] = end;
	} while (len < sizeof(bytes) && end < url.len);
	n = utf8_decode(bytes, len, &code);
	*at = end_of[n ? n - 1 : 0];
	return n ? code : 0xFF;
}

/* Return true for a joiner between characters beyond US-ASCII. In Persian, Hindi and emoji, it
 * belongs to the spelling. */
static bool
is_orthographic_joiner(urlgrep_span url, uint32_t before, uint32_t code, size_t after)
{
	enum { NON_JOINER = 0x200C, JOINER = 0x200D };

	return (code == NON_JOINER || code == JOINER) && before >= 0x80 &&
	    after < url.len && next_character(url, &after) >= 0x80;
}

/* Return the warnings about invisible characters, including escaped ones, which programs decode. */
static urlgrep_warnings
warn_invisible(urlgrep_span url)
{
	uint32_t before = 0, code;
	unsigned notes = 0;
	size_t i = 0;

	if (utf8_is_ascii(url.text, url.len) && !contains(url, '%'))
		return 0;
	while (i < url.len) {
		char c = url.text[i];

		if ((unsigned char)c < 0x80 && c != '%') {
			before = (unsigned char)c;
			i++;
			continue;
		}
		code = next_character(url, &i);
		if (!is_orthographic_joiner(url, before, code, i))
			notes |= invisible_note(code);
		before = code;
	}
	return warn_notes(notes);
}

/* ---- all warnings --- */

static urlgrep_warnings
warn_group(urlgrep_span group)
{
	bool is_odd = group.len > 0 && (group.text[0] == '.' || group.text[group.len - 1] == '.' ||
	    memmem(group.text, group.len, "..", 2));

	return is_odd ? bit(URLGREP_WARN_ODD_GROUP) : 0;
}

static urlgrep_warnings
warn_scheme(urlgrep_span scheme)
{
	return word_list_has("javascript vbscript data file view-source jar", scheme.text,
	    scheme.len) ? bit(URLGREP_WARN_SCHEME_ACTIVE) : 0;
}

urlgrep_warnings
urlgrep_url_warnings(const urlgrep_url *url)
{
	urlgrep_span scheme = urlgrep_part_named(url, "scheme");
	urlgrep_span host = urlgrep_part_named(url, "host");

	if (!verdict_has_parts(url->verdict))
		return 0;
	return warn_scheme(scheme) | warn_user(url, scheme) |
	    warn_port(scheme, urlgrep_part_named(url, "port")) |
	    warn_authority(url, scheme, host) | warn_host(host) |
	    warn_escapes(url->text, scheme) | warn_invisible(url->text) |
	    warn_group(urlgrep_part_named(url, "group")) |
	    (contains(urlgrep_part_named(url, "domain"), '?') ?
	    bit(URLGREP_WARN_MAILTO_HEADERS_1738) : 0);
}

urlgrep_warnings
urlgrep_finding_warnings(const urlgrep_finding *finding)
{
	const urlgrep_url *url = &finding->url;
	const char *colon = memchr(url->text.text, ':', url->text.len);

	if (verdict_has_parts(url->verdict))
		return urlgrep_url_warnings(url) | warn_notes(finding->notes);
	return warn_scheme((urlgrep_span){ url->text.text,
	    colon ? (size_t)(colon - url->text.text) : 0 });
}
