/* warnings.c - what is odd or dangerous about a valid or loose URL */
#include <stdbool.h>
#include <string.h>

#include "url/scheme.h"
#include "url/host_name.h"
#include "url/invisible.h"
#include "url/ip_address.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/utf8.h"

enum warning {
	PASSWORD,
	USERINFO,
	USERINFO_SPOOF,
	EMPTY_USER,
	PORT_NONDEFAULT,
	PORT_RESERVED,
	PORT_DANGEROUS,
	PORT_ZERO,
	CTL_ESCAPE,
	CRLF_ESCAPE,
	DOUBLE_ESCAPE,
	OVERLONG_UTF8,
	GOPHER_SMUGGLE,
	IP_LOOKALIKE,
	IP_LEADING_ZERO,
	IP_PRIVATE,
	IDN,
	HOST_NOT_DNS,
	HOST_UNQUALIFIED,
	ENCODED_HOST,
	SCHEME_ACTIVE,
	ODD_GROUP,
	MAILTO_HEADERS_1738,
	BIDI,
	INVISIBLE,
	HOST_AMBIGUOUS,
	WARNING_COUNT
};

static const struct {
	const char *name;
	const char *meaning;
} warnings[WARNING_COUNT] = {
	[PASSWORD] = { "password", "holds a password for all to read" },
	[USERINFO] = { "userinfo", "a user name in a web address, deprecated" },
	[USERINFO_SPOOF] = { "userinfo-spoof",
	    "the user name looks like a host; the real one follows the @" },
	[EMPTY_USER] = { "empty-user", "a password with an empty user name" },
	[PORT_NONDEFAULT] = { "port-nondefault", "not the scheme's own port" },
	[PORT_RESERVED] = { "port-reserved",
	    "another service's port below 1024" },
	[PORT_DANGEROUS] = { "port-dangerous",
	    "a port that browsers refuse to connect to" },
	[PORT_ZERO] = { "port-zero", "port 0 cannot be connected to" },
	[CTL_ESCAPE] = { "ctl-escape", "an escaped control character" },
	[CRLF_ESCAPE] = { "crlf-escape",
	    "an escaped line break, which can begin a second command" },
	[DOUBLE_ESCAPE] = { "double-escape", "escaped twice" },
	[OVERLONG_UTF8] = { "overlong-utf8",
	    "UTF-8 that is longer than necessary, which filters read differently" },
	[GOPHER_SMUGGLE] = { "gopher-smuggle",
	    "gopher that can speak to another service" },
	[IP_LOOKALIKE] = { "ip-lookalike",
	    "a host of digits that programs read as different addresses" },
	[IP_LEADING_ZERO] = { "ip-leading-zero",
	    "an address with leading zeros, octal to some" },
	[IP_PRIVATE] = { "ip-private", "a private or local address" },
	[IDN] = { "idn", "an internationalized host name in its encoded form" },
	[HOST_NOT_DNS] = { "host-not-dns", "not a name the DNS can have" },
	[HOST_UNQUALIFIED] = { "host-unqualified", "a host name without a dot" },
	[ENCODED_HOST] = { "encoded-host",
	    "an escape in the host, which some programs do not decode" },
	[SCHEME_ACTIVE] = { "scheme-active",
	    "a scheme that runs code or reads local files" },
	[ODD_GROUP] = { "odd-group", "a newsgroup name with an empty part" },
	[MAILTO_HEADERS_1738] = { "mailto-headers-1738",
	    "headers, which RFC 1738 reads as part of the address" },
	[BIDI] = { "bidi",
	    "a character in or beside it that turns the direction of the text" },
	[INVISIBLE] = { "invisible", "an invisible character in or beside it" },
	[HOST_AMBIGUOUS] = { "host-ambiguous",
	    "programs disagree about the host: some open another one, or none" },
};

/* The ports that browsers block (WHATWG Fetch, "bad port"). */
static const unsigned short blocked_ports[] = { 1, 7, 9, 11, 13, 15, 17, 19, 20, 21,
	22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
	110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
	465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587,
	601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
	5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080 };

static const char *const active_schemes[] = { "javascript", "vbscript", "data", "file",
	"view-source", "jar" };

static urlgrep_warnings
bit(enum warning w)
{
	return (urlgrep_warnings)1 << w;
}

const char *
urlgrep_warning_name(unsigned index)
{
	return index < WARNING_COUNT ? warnings[index].name : NULL;
}

const char *
urlgrep_warning_meaning(unsigned index)
{
	return index < WARNING_COUNT ? warnings[index].meaning : NULL;
}

/* Return the warnings for the notes of a finding. */
static urlgrep_warnings
warn_notes(unsigned notes)
{
	return (notes & URLGREP_BIDI_BESIDE ? bit(BIDI) : 0) |
	    (notes & URLGREP_INVISIBLE_BESIDE ? bit(INVISIBLE) : 0) |
	    (notes & URLGREP_HOST_BESIDE ? bit(HOST_AMBIGUOUS) : 0);
}

static bool
equals(urlgrep_span span, const char *word)
{
	return ascii_is_word(span.text, span.len, word);
}

static bool
contains(urlgrep_span span, char c)
{
	return span.len && memchr(span.text, c, span.len) != NULL;
}

/* Return the byte that the escape at text[at] stands for, or -1 if there is none. */
static int
escaped_byte(urlgrep_span url, size_t at)
{
	if (at + 2 >= url.len || url.text[at] != '%' ||
	    !ascii_is(url.text[at + 1], ASCII_HEX) ||
	    !ascii_is(url.text[at + 2], ASCII_HEX))
		return -1;
	return (int)(ascii_hex_value(url.text[at + 1]) * 16 +
	    ascii_hex_value(url.text[at + 2]));
}

/* ---- parts --- */

/* The parts that have warnings. */
enum part {
	PART_SCHEME, PART_USER, PART_PASSWORD, PART_PORT, PART_HOST, PART_GROUP, PART_DOMAIN,
	PART_HOSTPORT, PART_LOGIN, PART_COUNT
};

/* A URL and its parts; those that it does not have are absent. */
struct known_parts {
	urlgrep_span url;
	urlgrep_span at[PART_COUNT];
};

/* Return the part of that name, or PART_COUNT. */
static enum part
part_called(const char *name)
{
	static const char *const names[PART_COUNT] = { [PART_SCHEME] = "scheme", [PART_USER] = "user",
		[PART_PASSWORD] = "password", [PART_PORT] = "port", [PART_HOST] = "host",
		[PART_GROUP] = "group", [PART_DOMAIN] = "domain", [PART_HOSTPORT] = "hostport",
		[PART_LOGIN] = "login" };
	unsigned i;

	for (i = 0; i < PART_COUNT; i++)
		if (name[0] == names[i][0] && name[1] == names[i][1] && strcmp(name, names[i]) == 0)
			break;
	return (enum part)i;
}

/* Find all of them at once. Of several parts with a name the first counts. */
static void
find_parts(const urlgrep_url *url, struct known_parts *parts)
{
	unsigned i;

	*parts = (struct known_parts){ .url = url->text };
	for (i = url->part_count; i-- > 0;) {
		enum part part = part_called(url->parts[i].name);

		if (part < PART_COUNT)
			parts->at[part] = url->parts[i].value;
	}
}

/* ---- user and password --- */

static urlgrep_warnings
warn_user(const struct known_parts *parts)
{
	urlgrep_span scheme = parts->at[PART_SCHEME], user = parts->at[PART_USER];
	urlgrep_span password = parts->at[PART_PASSWORD];
	urlgrep_warnings w = 0;
	size_t i;

	if (password.text)
		w |= bit(PASSWORD) | (user.len == 0 ? bit(EMPTY_USER) : 0);
	if (user.text == NULL)
		return w;
	if (equals(scheme, "http") || equals(scheme, "https"))
		w |= bit(USERINFO);
	for (i = 0; i < user.len; i++)
		if (user.text[i] == '.' || escaped_byte(user, i) == '.')
			w |= bit(USERINFO_SPOOF);
	return w;
}

/* ---- port --- */

/* Return the default port of a scheme, or 0. */
static unsigned
default_port(urlgrep_span name)
{
	const struct scheme *scheme = scheme_find(name.text, name.len);

	return scheme ? scheme->port : 0;
}

static urlgrep_warnings
warn_port(const struct known_parts *parts)
{
	urlgrep_span scheme = parts->at[PART_SCHEME], digits = parts->at[PART_PORT];
	urlgrep_warnings w = 0;
	unsigned port = 0;
	size_t i;

	if (digits.len == 0)
		return 0;
	for (i = 0; i < digits.len; i++)
		port = port * 10 + (unsigned)(digits.text[i] - '0');
	if (port != 0 && port == default_port(scheme))
		return 0;
	w = bit(PORT_NONDEFAULT);
	if (port < 1024)
		w |= bit(PORT_RESERVED);
	if (port == 0)
		w |= bit(PORT_ZERO);
	for (i = 0; i < COUNT(blocked_ports); i++)
		if (blocked_ports[i] == port)
			w |= bit(PORT_DANGEROUS);
	if (equals(scheme, "gopher"))
		w |= bit(GOPHER_SMUGGLE);
	return w;
}

/* ---- host --- */

static bool
ends_authority(char c)
{
	return c == '/' || c == '?' || c == '#';
}

/* Return true if the authority (RFC 3986, 3.2) is longer than the host. */
static bool
is_more_than_host(urlgrep_span url, urlgrep_span scheme, urlgrep_span host)
{
	size_t begin = scheme.len + strlen("://"), end = begin;

	if (url.len < begin || memcmp(url.text + scheme.len, "://", 3) != 0)
		return false;
	if (host.text == url.text + begin && (begin + host.len == url.len ||
	    ends_authority(host.text[host.len]))) /* most are the host */
		return false;
	while (end < url.len && !ends_authority(url.text[end]))
		end++;
	return end - begin > host.len;
}

/* Return true if two slashes, of which one or both are backslashes, follow the scheme:
 * browsers take what follows for the host. */
static bool
has_backslashes(urlgrep_span url, urlgrep_span scheme)
{
	const char *text = url.text + scheme.len + 1;

	return url.len > scheme.len + 2 && (text[0] == '/' || text[0] == '\\') &&
	    (text[1] == '/' || text[1] == '\\') && memcmp(text, "//", 2) != 0;
}

/* Return true if the grammar keeps the host within another part, as draft does. */
static bool
has_host_within(const struct known_parts *parts)
{
	return parts->at[PART_HOSTPORT].len > 0 || parts->at[PART_LOGIN].len > 0;
}

/* Programs disagree about a user or port without a host; about those of a file, which has
 * neither (RFC 8089), so that "C:" may be a drive; about a file with backslashes before the
 * host; and about addresses of a later version of IP (RFC 3986, 3.2.2), which browsers
 * refuse. */
static urlgrep_warnings
warn_authority(const struct known_parts *parts)
{
	urlgrep_span scheme = parts->at[PART_SCHEME], host = parts->at[PART_HOST];
	bool has_others = is_more_than_host(parts->url, scheme, host);
	bool is_later_ip = host.len > 1 && host.text[0] == '[' &&
	    ascii_lower(host.text[1]) == 'v';

	if (host.text == NULL && has_host_within(parts))
		return 0;
	if (is_later_ip || (has_others && (host.len == 0 || equals(scheme, "file"))) ||
	    (equals(scheme, "file") && has_backslashes(parts->url, scheme)))
		return bit(HOST_AMBIGUOUS);
	return 0;
}

static urlgrep_warnings
warn_host(urlgrep_span host)
{
	urlgrep_warnings w = 0;
	unsigned group[4];
	bool has_zeros;

	if (host.len == 0)
		return 0;
	if (host.text[0] == '[')
		return ip_address_is_private_literal(host) ? bit(IP_PRIVATE) : 0;
	if (ip_address_read_quad(host, group, &has_zeros))
		return (has_zeros ? bit(IP_LEADING_ZERO) : 0) |
		    (ip_address_is_private_quad(group) ? bit(IP_PRIVATE) : 0);
	if (host_name_looks_numeric(host))
		return bit(IP_LOOKALIKE);
	if (host_name_is_localhost(host))
		return bit(IP_PRIVATE);
	if (host_name_has_a_label(host))
		w |= bit(IDN);
	if (host_name_is_of_dns(host) && !host_name_ends_in_number(host)) /* most are */
		return contains(host, '.') ? w : w | bit(HOST_UNQUALIFIED);
	if (contains(host, '%'))
		return w | bit(ENCODED_HOST);
	return utf8_is_ascii(host.text, host.len) ? w | bit(HOST_NOT_DNS) : w;
}

/* ---- escapes --- */

/* Return true if the escape of the byte first at text[at] begins an overlong character. */
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
	bool is_gopher = equals(scheme, "gopher");
	urlgrep_warnings w = 0;
	size_t i;

	if (!contains(text, '%')) /* most have none */
		return 0;
	for (i = 0; i + 2 < text.len; i++) {
		int byte = escaped_byte(text, i);
		int second;

		if (byte < 0)
			continue;
		if ((byte < 0x20 || byte == 0x7F) && !(is_gopher && byte == '\t'))
			w |= bit(CTL_ESCAPE);
		if (byte == '\r' || byte == '\n')
			w |= bit(CRLF_ESCAPE) | (is_gopher ? bit(GOPHER_SMUGGLE) : 0);
		second = escaped_byte(text, i + 3);
		if (byte == 0xC2 && second >= 0x80 && second < 0xA0)
			w |= bit(CTL_ESCAPE);
		if (is_overlong(text, i, byte))
			w |= bit(OVERLONG_UTF8);
		if (byte == '%' && i + 4 < text.len &&
		    ascii_is(text.text[i + 3], ASCII_HEX) &&
		    ascii_is(text.text[i + 4], ASCII_HEX))
			w |= bit(DOUBLE_ESCAPE);
	}
	return w;
}

/* ---- invisible characters --- */

/* Return the character at text[*at], whose bytes may be escaped, and move *at to after
 * it; 0xFF for a byte that begins none. */
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

/* Return true for a joiner between characters beyond US-ASCII: in Persian, Hindi and
 * emoji it belongs to the spelling. */
static bool
is_orthographic_joiner(urlgrep_span url, uint32_t before, uint32_t code, size_t after)
{
	enum { NON_JOINER = 0x200C, JOINER = 0x200D };

	return (code == NON_JOINER || code == JOINER) && before >= 0x80 &&
	    after < url.len && next_character(url, &after) >= 0x80;
}

/* Return the warnings about invisible characters. Escaped ones count, too: programs show
 * them unescaped. */
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

/* ---- news and mailto --- */

static urlgrep_warnings
warn_group(urlgrep_span group)
{
	size_t i;

	for (i = 0; i < group.len; i++)
		if (group.text[i] == '.' &&
		    (i == 0 || i + 1 == group.len || group.text[i + 1] == '.'))
			return bit(ODD_GROUP);
	return 0;
}

static urlgrep_warnings
warn_mailto(urlgrep_span domain)
{
	return contains(domain, '?') ? bit(MAILTO_HEADERS_1738) : 0;
}

static urlgrep_warnings
warn_scheme(urlgrep_span scheme)
{
	size_t i;

	for (i = 0; i < COUNT(active_schemes); i++)
		if (equals(scheme, active_schemes[i]))
			return bit(SCHEME_ACTIVE);
	return 0;
}

/* Return the scheme of a URL that is not valid, and has no parts. */
static urlgrep_span
find_scheme(urlgrep_span url)
{
	const char *colon = memchr(url.text, ':', url.len);

	return (urlgrep_span){ url.text, colon ? (size_t)(colon - url.text) : 0 };
}

/* ---- all of them --- */

/* Return true if the URL is valid or loose: then it has parts. */
static bool
is_url(const urlgrep_url *url)
{
	return url->verdict == URLGREP_OK || url->verdict == URLGREP_LOOSE;
}

urlgrep_warnings
urlgrep_url_warnings(const urlgrep_url *url)
{
	struct known_parts parts;

	if (!is_url(url))
		return 0;
	find_parts(url, &parts);
	return warn_scheme(parts.at[PART_SCHEME]) | warn_user(&parts) | warn_port(&parts) |
	    warn_authority(&parts) | warn_host(parts.at[PART_HOST]) |
	    warn_escapes(url->text, parts.at[PART_SCHEME]) | warn_invisible(url->text) |
	    warn_group(parts.at[PART_GROUP]) | warn_mailto(parts.at[PART_DOMAIN]);
}

urlgrep_warnings
urlgrep_finding_warnings(const urlgrep_finding *finding)
{
	const urlgrep_url *url = &finding->url;

	return is_url(url) ?
	    urlgrep_url_warnings(url) | warn_notes(finding->notes) :
	    warn_scheme(find_scheme(url->text));
}
