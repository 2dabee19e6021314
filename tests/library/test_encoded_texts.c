/* test_encoded_texts.c - urlgrep_may_have_url: a table; and, for messages with URLs in escapes,
 * tags and character references, the same findings whether their texts are asked for
 * before the search, which decodes all of them, or not. TAP. */
#include "tap.h"
#include "urlgrep_mail.h"
#include "urlgrep_tools.h"

#define QUOTED URLGREP_IN_QUOTED_PRINTABLE
#define HTML URLGREP_IN_HTML

static urlgrep_grammar *grammar;

/* ---- one text --- */

static const struct row {
	const char *text;
	unsigned encoding;
	int expected;
} rows[] = {
	{ "", 0, 0 },
	{ "http:", 0, 1 }, /* as a scanner, to which more may be given */
	{ "http: a", 0, 0 },
	{ "<URL:", 0, 1 },
	{ "at 10:30: he wrote:\n> no\n", 0, 0 },

	{ "http=3A//example.org", QUOTED, 1 },
	{ "http=3a//example.org", QUOTED, 1 },
	{ "http=3 a//example.org", QUOTED, 0 },
	{ "http=3", QUOTED, 0 },
	{ "=3B=3C=3A", QUOTED, 1 },
	{ "h=74=74=70://example.org", QUOTED, 1 },
	{ "=6A=74=74=71://example.org", QUOTED, 0 },
	{ "http:=\n//example.org", QUOTED, 1 },
	{ "http:=20//example.org", QUOTED, 1 }, /* what the escape stands for is not asked */
	{ "http=\r\n://example.org", QUOTED, 1 },
	{ "http= \t\r\n://example.org", QUOTED, 1 },
	{ "ht=\nt=\np://example.org", QUOTED, 1 },
	{ "h=\n=\ntt=\n=\np=\n=\n://example.org", QUOTED, 1 },
	{ "http\n://example.org", QUOTED, 0 },
	{ "=\n://example.org", QUOTED, 0 },
	{ "http=E2://example.org", QUOTED, 0 },
	{ "mail=\nto:a@example.org", QUOTED, 1 },
	{ "=CA=C9=D4: =D0=C1", QUOTED, 0 },
	{ "class=3Da: =3D\n", QUOTED, 0 },

	{ "<p style='color: red'>a &nbsp; b</p>", HTML, 0 },
	{ "<p>From: a</p>", HTML, 0 },
	{ "<a href='http://example.org'>", HTML, 1 },
	{ "ht<b>tp</b>://example.org", HTML, 1 },
	{ "http<b>:</b>//example.org", HTML, 1 },
	{ "<a href='ht\ntp:/example.org'>", HTML, 1 },
	{ "<a href='http:example.org'>", HTML, 1 },
	{ "http&colon;example.org", HTML, 1 },
	{ "http&#58;example.org", HTML, 1 },
	{ "http&#0058;example.org", HTML, 1 },
	{ "http&#x3A;example.org", HTML, 1 },
	{ "ht&#116;p://example.org", HTML, 1 },
	{ "&amp;#58;", HTML, 1 }, /* in srcdoc */
	{ "&#160;&#8217;&nbsp;&amp;&lt;", HTML, 0 },
	{ "&#", HTML, 1 },
	{ "&", HTML, 0 },
	{ "&copy; a", HTML, 1 }, /* only the first letter is looked at */
	{ "http=3A/example.org", HTML, 0 },
	{ "<a href='//example.org'>", HTML, 1 },
	{ "<a href='/\t\n/example.org'>", HTML, 1 },
	{ "<a href='/\\example.org'>", HTML, 1 },
	{ "<a href='/&#47;example.org'>", HTML, 1 },
	{ "<a href='/example/'></a>", HTML, 0 },
	{ "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.0//EN\"><p></p>", HTML, 0 },
	{ "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.0//EN\"><a href=//h>", HTML, 1 },

	{ "http&#=\n58;example.org", QUOTED | HTML, 1 },
	{ "http&=\n#58;example.org", QUOTED | HTML, 1 },
	{ "http=26#58;example.org", QUOTED | HTML, 1 },
	{ "ht=3Cb>tp=3C/b=3E:example.org", QUOTED | HTML, 1 },
	{ "<b=\n>tp:example.org", QUOTED | HTML, 1 },
	{ "<a href=3D/=\n/example.org>", QUOTED | HTML, 1 },
	{ "<a href=3D/=2fexample.org>", QUOTED | HTML, 1 },
	{ "<a href=3D/=09=0A/example.org>", QUOTED | HTML, 1 },
	{ "=C9/=C9", QUOTED | HTML, 0 },
	{ "<a href=3D=5c/example.org>", QUOTED | HTML, 1 },
	{ "<p class=3D'a' style=3D'color:=20red'>a&nbsp;=\nb<=\n/=\np></=\n p>", QUOTED | HTML, 0 },
};

static void
test_rows(void)
{
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!ok(urlgrep_may_have_url(grammar, rows[i].text, strlen(rows[i].text),
		        rows[i].encoding) == rows[i].expected, "row %zu", i))
			printf("# %s (%u)\n", rows[i].text, rows[i].encoding);
}

/* ---- messages --- */

static const char *const urls_written[] = { "http://example.org/x", "mailto:a@example.org",
	"<URL:ftp://example.org>", "ws://example.org", "a www.example.org: b", "<b>To:</b> a",
	"//example.org/x", "\\/example.org", "http:example.org" };

/* What is put between their characters: most of it disappears when a text is decoded. */
static const char *const between[] = { "=\n", "= \t\r\n", "=\n=\n", "\n", "\t", " ", "<b>", "</b>",
	"<!-- -->", "<wbr>", "&shy;", "=C2=AD", "\xC2\xAD", "=C3=A9", "\xE9", "&", ";", ":", "=",
	"&#x", "&#", "3", "=3D", "&Tab;", "&amp;", "&sol;", "&bsol;", "&NewLine;", "\r" };

enum { URLS = sizeof(urls_written) / sizeof(urls_written[0]),
	BETWEEN = sizeof(between) / sizeof(between[0]), MESSAGES = 40000, MAX_BYTES = 4000 };

/* The numbers are the same in each run. */
static unsigned
next_number(unsigned below)
{
	static unsigned long long state = 1738;

	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % below;
}

/* Write a character in one of the ways in which it may be written. */
static int
write_character(char *out, size_t size, char c)
{
	static const char *const formats[] = { "=%02X", "=%02x", "&#%d;", "&#x%x;", "&#%03d" };
	unsigned kind = next_number(60);

	if (kind < sizeof(formats) / sizeof(formats[0]))
		return snprintf(out, size, formats[kind], c);
	if (kind == 10 && c == ':')
		return snprintf(out, size, "&colon;");
	return snprintf(out, size, "%c%s", c,
	    kind < 15 ? between[next_number(BETWEEN)] : "");
}

static void
make_message(char message[MAX_BYTES])
{
	static const char *const types[] = { "plain", "html" };
	static const char *const encodings[] = { "quoted-printable", "8bit" };
	static const char *const charsets[] = { "utf-8", "koi8-r" };
	static const char *const begins[] = { "", "see ", "<a href=3D\"", "<a href=\"", "<p>" };
	const char *url = urls_written[next_number(URLS)];
	int n = snprintf(message, MAX_BYTES, "MIME-Version: 1.0\nContent-Type: text/%s; "
	    "charset=%s\nContent-Transfer-Encoding: %s\n\n%s", types[next_number(2)],
	    charsets[next_number(2)], encodings[next_number(2)], begins[next_number(5)]);

	for (; *url; url++)
		n += write_character(message + n, MAX_BYTES - (size_t)n, *url);
	snprintf(message + n, MAX_BYTES - (size_t)n, "\">x</a>\n");
}

/* Write the URLs of a message; return how many there are. */
static unsigned
find_urls(urlgrep_mail *mail, const char *message, bool ask_for_texts, char urls[MAX_BYTES])
{
	urlgrep_mail_range range = { .size = sizeof(range), .end = UINT64_MAX,
		.type = URLGREP_MAIL_MESSAGE };
	const urlgrep_message *m;
	urlgrep_mail_text text;
	const urlgrep_finding *f;
	const urlgrep_location *l;
	unsigned count = 0;
	int n = 0;

	urls[0] = '\0';
	urlgrep_mail_open_buffer(mail, "message", message, strlen(message), &range);
	urlgrep_mail_next_message(mail, &m);
	if (ask_for_texts)
		urlgrep_mail_text_at(mail, 0, &text);
	for (; urlgrep_mail_next(mail, &f, &l) == URLGREP_OK && n < MAX_BYTES / 2; count++)
		n += snprintf(urls + n, MAX_BYTES - (size_t)n, "%.*s at %llu\n",
		    (int)f->url.text.len, f->url.text.text, (unsigned long long)l->offset);
	return count;
}

static void
test_messages(void)
{
	static char message[MAX_BYTES], expected[MAX_BYTES], urls[MAX_BYTES];
	urlgrep_mail *mail = urlgrep_mail_new(grammar, NULL);
	unsigned found = 0, different = 0, i;

	for (i = 0; i < MESSAGES; i++) {
		make_message(message);
		found += find_urls(mail, message, true, expected) > 0;
		find_urls(mail, message, false, urls);
		if (strcmp(expected, urls) == 0)
			continue;
		different++;
		printf("# %s\n# expected: %s\n# got: %s\n", message, expected, urls);
	}
	ok(found > MESSAGES / 10, "%u of %u messages have URLs", found, MESSAGES);
	ok(different == 0, "they are found without decoding the others");
	urlgrep_mail_free(mail);
}

int
main(void)
{
	grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	test_rows();
	test_messages();
	urlgrep_grammar_free(grammar);
	return done_testing();
}
