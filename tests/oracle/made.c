/* made.c - generate URLs from a table of productions, and damage them */
#include "made.h"

#include <string.h>

enum { DEEPEST = 40, WAYS = 16 };

/* The alternatives for <name>; one listed twice is chosen twice as often. Some are not in any
 * grammar. */
static const struct {
	const char *name;
	const char *ways[WAYS];
} rules[] = {
	{ "1738", { "<url>", "<url>", "<url>", "<url>", "<url>#<xchars>" } },
	{ "url", { "http:<http>", "ftp:<ftp>", "news:<news>", "nntp:<nntp>",
		"telnet://<login><slash>", "gopher:<gopher>", "wais:<wais>", "mailto:<mail>",
		"file:<file>", "prospero:<prospero>", "<scheme>:<other>", "<scheme>:<other>" } },
	{ "scheme", { "https", "afs", "x-a", "Z39.50r", "3com", "+", "-", ".",
		"HTTP", "hTtP", "httpx", "mid", "GOPHER", "MailTo", "news.", "" } },
	{ "slash", { "", "/", "/", "//", "/x" } },
	{ "http", { "//<hostport>", "//<hostport>/<path>",
		"//<hostport>/<path>?<segment>", "//<login>/<path>",
		"//<hostport>?<segment>", "/<path>" } },
	{ "ftp", { "//<login>", "//<login>/<path>", "//<login>/<path>;type=<type>",
		"//<login>/<path>?<path>;type=<type>", "//<login>;type=a" } },
	{ "type", { "a", "A", "i", "I", "d", "D", "x", "", "aa", "%61" } },
	{ "file", { "///<path>", "//<host>/<path>", "//localhost/<path>",
		"//<host>", "/<path>", "//<hostport>/<path>?<segment>" } },
	{ "news", { "*", "<group>", "<group>", "<unique>@<host>",
		"<unique>@<host>", "@<host>", "<unique>@", "**", "<unique>" } },
	{ "group", { "comp.lang.c", "alt.a+b", "a", "x<label>.<label>_<label>",
		"comp.", "a..b", "1a", "", "<group>-<group>" } },
	{ "unique", { "<xchar>", "<xchars>", "123.4", "<xchar><xchar>;/?:&=",
		"a%40b" } },
	{ "nntp", { "//<hostport>/<group>/<digits>", "//<hostport>/<group>",
		"//<hostport>/<group>/", "//<hostport>" } },
	{ "gopher", { "//<hostport>", "//<hostport>/",
		"//<hostport>/<xchar><xchars>", "//<hostport>/<xchar><xchars>%09<segment>",
		"//<hostport>/<xchar><xchars>%09<segment>%09<xchars>", "//<hostport>/7%09%09%09",
		"//<hostport>/1<tab><xchars><tab><path>" } },
	{ "tab", { "%09", "%09", "%0A", "%0d", "%0D%0a", "%2509", "%09%09" } },
	{ "wais", { "//<hostport>/<uchars>", "//<hostport>/<uchars>?<segment>",
		"//<hostport>/<uchars>/<uchars>/<uchars>",
		"//<hostport>/<uchars>/<uchars>", "//<hostport>" } },
	{ "prospero", { "//<hostport>/<path>", "//<hostport>/<path><fields>",
		"//<hostport>//<path><fields>", "//<hostport>" } },
	{ "fields", { ";<segment>=<segment>", ";<uchars>=<uchars><fields>", ";=",
		";<uchars>", ";a=b=c", ";a=b/c" } },
	{ "mail", { "<words><at><words>", "<words>@<words>", "<words>@<host>",
		"<words>@%5B<inner>%5D", "<words>@<host>?subject=<segment>",
		"<words>", "<words>@a@b" } },
	{ "at", { "@", "%40", "@", "%2540" } },
	{ "words", { "<word>", "<word>", "<word>.<words>", "<word>%2e<words>",
		"<word>..<word>", "" } },
	{ "word", { "<atom>", "<atom>", "<atom>", "%22<inner>%22", "%5b<inner>%5D",
		"%22<inner>" } },
	{ "atom", { "<alnum>", "<alnum><atom>", "ann", "%<hex><hex>", "a?=/&+*!",
		"%7E%7C", "$_-'", "a%2Bb", "<alnum>", "<oddatom>" } },
	{ "oddatom", { "(", ";", "%3c", "~", "%0A", ":", "%80" } },
	{ "inner", { "", "<atom>", "<atom> ", "%20<inner>", "%5C%<low><hex><inner>",
		"%5Ca<inner>", "%<low><hex><inner>", ".,:;<inner>", "%5C", "%0D",
		"%22", "10.1.2.3", "%5B", "@<inner>" } },
	{ "other", { "<xchars>", "//<login>", "//<login>/<xchars>",
		"//<host>:<xchars>", "//<xchars>", "/<path>", "//<login><slash>" } },
	{ "login", { "<hostport>", "<hostport>", "<user>@<hostport>",
		"<user>:<user>@<hostport>", "<user>:<user>:<user>@<hostport>",
		"<user>@<user>@<hostport>", ":@<hostport>" } },
	{ "user", { "", "<uchars>", "<uchars>;?&=", "anonymous", "a%40b",
		"<segment>" } },
	{ "hostport", { "<host>", "<host>", "<host>", "<host>:<port>",
		"<host>:<port>", "<host>:" } },
	{ "port", { "80", "8080", "65535", "65536", "0", "00080", "99999",
		"<digits>", "<digits>", "4294967376", "8a" } },
	{ "host", { "example.com", "h.example", "<name>", "<name>", "<name>",
		"example.com", "<dec-octet>.<dec-octet>.<dec-octet>.<dec-octet>", "h.example", "<name>",
		"localhost", "<oddhost>", "<long>" } },
	{ "oddhost", { "<dec-octet>.<dec-octet>.<dec-octet>", "", "<name>.", "<dec-octet>.<name>" } },
	{ "name", { "<label>.com", "<label>.<name>", "<label>.<name>",
		"<alnum>-<label>.<label>", "<label>" } },
	{ "label", { "<alnum>", "<alnum><label>", "a-b", "x--y", "xn--a", "a1",
		"1a", "www", "net", "<odd>" } },
	{ "odd", { "-", "a_b", "a%62", "9", "a-", "0", "-a" } },
	{ "long", { "<long63>.com", "<long63>a.com", "<long63>.<long63>.<long63>.b",
		"<long63>.<long63>.<long63>.<long63>", "1.1.1.000000000000000255",
		"<long63>.<long63>.<long63>.<long61>", "<long61>-a.c",
		"<long63>.<long63>.<long63>.<long61>b", "-<long61>",
		"<long61>aa-.c", "<long61>aaa-b" } },
	{ "long63", { "<long61>aa" } },
	{ "long61", {
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" } },
	{ "dec-octet", { "1", "10", "192", "255", "0", "00", "010", "0255", "127", "9",
		"1", "10", "192", "127", "256", "<digits>" } },
	{ "path", { "", "<segment>", "<segment>/<path>", "a/b.html", "<xchars>",
		"/<path>", "~<segment>" } },
	{ "segment", { "", "<uchars>", "<uchars>:@&=<uchars>", "a=b&c=d", "<uchars>;x",
		"index.html", "<uchars>?<uchars>" } },
	{ "uchars", { "", "<uchar>", "<uchar><uchars>", "<uchar><uchars>", "abc" } },
	{ "uchar", { "<alnum>", "<alnum>", "%<hex><hex>", "$", "-", "_", ".", "+",
		"!", "*", "'", "(", ",", "<alnum>", "<rare>" } },
	{ "rare", { ")", "+", "(", "%41", "%2f", "<bad>" } },
	{ "xchars", { "", "<xchar>", "<xchar><xchars>", "<xchar><xchars>", "x/y" } },
	{ "xchar", { "<uchar>", "<uchar>", "<uchar>", ";", "/", "?", ":", "@",
		"&", "=", "<tab>" } },
	{ "alnum", { "a", "b", "Z", "q", "0", "1", "9", "x", "A" } },
	{ "digits", { "<digit>", "<digit><digits>" } },
	{ "digit", { "0", "1", "2", "5", "6", "9" } },
	{ "hex", { "<low>", "<low>", "<low>", "8", "9", "A", "f", "C", "e", "<rare>" } },
	{ "low", { "0", "1", "2", "3", "4", "5", "6", "7" } },
	{ "bad", { "~", "%", "%4", "<alnum>", "<alnum>", "<alnum>", "<alnum>",
		"%zz", "<alnum>", "[", "<alnum>", "|", "<alnum>", "<alnum>" } },

	/* RFC 3986 appendix A, for schemes without their own rules */
	{ "generic", { "<gscheme>:<hier>", "<gscheme>:<hier>?<query>",
		"<gscheme>:<hier>#<query>", "<gscheme>:<hier>?<query>#<query>" } },
	{ "gscheme", { "x", "x-a", "foo+1", "a.b", "Foo", "zz9", "1x", "+a" } },
	{ "hier", { "//<authority><gpath>", "//<authority><gpath>",
		"/<pchar><gpath>", "<pchar><gpath>", "", "//<authority>", "///<pchar>",
		"/", "/<gpath>" } },
	{ "authority", { "<ghost>", "<ghost>:<gport>", "<guser>@<ghost>",
		"<guser>@<ghost>:<gport>", "", "<guser>@<guser>@<ghost>" } },
	{ "gport", { "", "80", "<digit>", "65535", "0", "<digit><digit>", "8a" } },
	{ "guser", { "", "<pchars>", "a:b", "a%40b", "::" } },
	{ "ghost", { "h.example", "<name>", "[<v6>]", "[<v6>]", "[v<hex>.<pchars>]",
		"<dec-octet>.<dec-octet>.<dec-octet>.<dec-octet>", "", "[<v6>", "<pchars>", "[]" } },
	{ "v6", { "::", "::1", "<h16>:<h16>:<h16>:<h16>:<h16>:<h16>:<h16>:<h16>",
		"<h16>::<h16>", "::<h16>:<h16>:1.2.3.4", "<h16>:<h16>::<h16>:<h16>",
		"<h16>:<h16>:<h16>:<h16>:<h16>:<h16>:<dec-octet>.<dec-octet>.<dec-octet>.<dec-octet>",
		"<h16>::", "<v6>:<h16>", "<h16>:<v6>", "::<dec-octet>.1.1.1",
		"1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8" } },
	{ "h16", { "0", "1", "f", "ab", "FFFF", "0001", "12345", "g", "" } },
	{ "gpath", { "", "/<pchars><gpath>", "/<pchars>", "/", "//" } },
	{ "query", { "", "<pchars>", "<pchars>/?<query>", "a=b&c", "[", "#" } },
	{ "pchars", { "", "<pchar>", "<pchar><pchars>", "<pchar><pchars>" } },
	{ "pchar", { "<uchar>", "<uchar>", "~", ":", "@", ";", "&", "=",
		"%<hex><hex>", "<uchar>" } },
};

/* ---- random numbers --- */

unsigned
made_number(struct made *m, unsigned limit)
{
	m->seed ^= m->seed >> 12;
	m->seed ^= m->seed << 25;
	m->seed ^= m->seed >> 27;
	return (unsigned)((m->seed * 0x2545F4914F6CDD1D) >> 33) % limit;
}

static void
append(struct made *m, const char *text, size_t len)
{
	if (len > sizeof(m->text) - m->len)
		len = sizeof(m->text) - m->len;
	memcpy(m->text + m->len, text, len);
	m->len += len;
}

/* ---- generation --- */

static void grow_way(struct made *m, const char *way, int depth);

static void
grow_rule(struct made *m, const char *name, size_t len, int depth)
{
	size_t i;
	unsigned count = 0;

	for (i = 0; strlen(rules[i].name) != len || memcmp(rules[i].name, name, len) != 0; i++)
		;
	while (count < WAYS && rules[i].ways[count])
		count++;
	if (depth < DEEPEST)
		grow_way(m, rules[i].ways[made_number(m, count)], depth + 1);
}

static void
grow_way(struct made *m, const char *way, int depth)
{
	while (*way) {
		size_t plain = strcspn(way, "<");
		size_t name;

		append(m, way, plain);
		way += plain;
		if (*way == '\0')
			return;
		name = strcspn(++way, ">");
		grow_rule(m, way, name, depth);
		way += name + 1;
	}
}

void
made_grow(struct made *m, const char *kind)
{
	m->len = 0;
	grow_rule(m, kind, strlen(kind), 0);
}

void
made_take(struct made *m, const char *text, size_t len)
{
	m->len = 0;
	append(m, text, len);
}

/* ---- damage --- */

static void
cut(struct made *m, size_t at, size_t len)
{
	if (len > m->len - at)
		len = m->len - at;
	memmove(m->text + at, m->text + at + len, m->len - at - len);
	m->len -= len;
}

static void
insert(struct made *m, size_t at, const char *text, size_t len)
{
	if (len > sizeof(m->text) - m->len)
		return;
	memmove(m->text + at + len, m->text + at, m->len - at);
	memcpy(m->text + at, text, len);
	m->len += len;
}

/* Texts that are special in some grammar. */
static const char *const marks[] = { ":", "/", "//", "?", "#", "@", ";", "=",
	"&", "%", ".", "-", "%40", "%2F", "%09", "%0D%0A", "%22", "%5B", "%5D",
	"%5C", "%00", "%7F", "%80", "%c3%a9", "~", " ", "<", ">", "\"", "|", "\\",
	"^", "`", "{", "[", "]", "\t", "\n", "\x7F", "\x80", "\xC3\xA9", "_", "0",
	"255", "256", "65536", ";type=a", "localhost", "URL:", "a", "Z", "+", "*" };

static void
insert_mark(struct made *m, size_t at)
{
	const char *mark = marks[made_number(m, sizeof(marks) / sizeof(marks[0]))];

	insert(m, at, mark, strlen(mark));
}

void
made_damage(struct made *m)
{
	size_t at = made_number(m, (unsigned)m->len + 1);
	size_t len = 1 + made_number(m, 4);
	char copy[64];

	switch (made_number(m, 8)) {
	case 0:
		cut(m, at, len);
		break;
	case 1:
		m->len = at;
		break;
	case 2: /* repeat the bytes there */
		len = m->len - at < sizeof(copy) ? m->len - at : sizeof(copy);
		memcpy(copy, m->text + at, len);
		insert(m, at, copy, len);
		break;
	case 3:
		if (at < m->len)
			m->text[at] ^= 0x20;
		break;
	case 4:
		if (at < m->len)
			m->text[at] = (char)made_number(m, 256);
		break;
	case 5:
		cut(m, at, 1);
		insert_mark(m, at);
		break;
	default:
		insert_mark(m, at);
	}
}
