/* test_tables.c - every row of tests/vectors: the verdict, the parts, the offset and reason at
 * which an invalid URL fails; warnings */
#include "scanners.h"
#include "table.h"
#include "tap.h"
#include "urlgrep.h"

static char place[4096 + 16]; /* "FILE:LINE" of the row */

/* Return the scanner for the first field of a row: a grammar, or "rfc1738-url". "current" stands
 * for that grammar restricted to US-ASCII, "iri" for it unrestricted. */
static urlgrep_scanner *
scanner_for(const char *name, bool jit)
{
	static const char *const grammars[] = { "rfc1738", "current", "draft", "iri" };
	unsigned i;

	for (i = 0; i < 3; i++)
		if (strncmp(grammars[i], name, strlen(grammars[i])) == 0)
			break;
	return scanner_of(grammars[i], (jit ? URLGREP_EARLY_JIT : URLGREP_NO_JIT) |
	    (i == 1 ? URLGREP_NO_IRI : 0));
}

/* Return true if the URL has the parts of the row, which are "name=value" each. */
static bool
same_parts(const urlgrep_url *url, char **field, unsigned count)
{
	unsigned i;

	if (url->part_count != count) {
		printf("# expected %u parts\n", count);
		return false;
	}
	for (i = 0; i < count; i++) {
		char *value = strchr(field[i], '=');
		urlgrep_span span;
		size_t len;

		*value++ = '\0';
		span = urlgrep_part_named(url, field[i]);
		len = unescape(value);
		if (span.text == NULL || span.len != len || memcmp(span.text, value, len) != 0) {
			printf("# expected %s=%s\n", field[i], value);
			return false;
		}
	}
	return true;
}

/* Return true if a copy of the URL, which the scanner may remember, has the same verdict and parts. */
static bool
is_judged_again(urlgrep_scanner *s, const urlgrep_url *url, unsigned flags)
{
	static char copy[URLGREP_MAX_URL_BYTES + 2];
	urlgrep_url again;
	unsigned i;

	if (url->text.len >= sizeof(copy))
		return true;
	memcpy(copy, url->text.text, url->text.len);
	if (urlgrep_judge(s, copy, url->text.len, flags, &again) != url->verdict ||
	    again.part_count != url->part_count || again.text.text != copy)
		return false;
	for (i = 0; i < url->part_count; i++)
		if (again.parts[i].name != url->parts[i].name ||
		    again.parts[i].value.len != url->parts[i].value.len ||
		    again.parts[i].value.text - copy != url->parts[i].value.text - url->text.text)
			return false;
	return true;
}

static void
check_row(urlgrep_scanner *s, char **field, unsigned fields, const char *what)
{
	bool valid = strcmp(field[2], "valid") == 0;
	size_t len = unescape(field[1]);
	unsigned flags = strcmp(field[0], "rfc1738-url") == 0 ? URLGREP_REJECT_FRAGMENT : 0;
	const char *verdict;
	urlgrep_url url;
	unsigned i;

	urlgrep_judge(s, field[1], len, flags, &url);
	verdict = urlgrep_name(URLGREP_VERDICT_NAMES, url.verdict);
	if (!ok(strcmp(verdict, field[2]) == 0, "%s: %s, %s: %s (%s)", place, what, field[2],
		field[1], field[0]))
		printf("# expected %s, got %s\n", field[2], verdict);
	if (!is_judged_again(s, &url, flags))
		ok(false, "%s: %s: the same again", place, what);
	if (valid && url.verdict == URLGREP_VALID && !flags &&
	    !ok(same_parts(&url, field + 4, fields - 4), "%s: %s, parts: %s", place,
		what, field[1]))
		for (i = 0; i < url.part_count; i++)
			printf("# got %s=%.*s\n", url.parts[i].name,
			    (int)url.parts[i].value.len, url.parts[i].value.text);
}

/* ---- where an invalid URL fails: a property, not a table --- */

/* Possible continuations of a viable prefix. If any of them makes it a valid URL, the prefix is
 * viable; if none does, it should not be. */
#define DATE_END(date) date ";URLAUTH=anonymous:INTERNAL:00000000000000000000000000000000"
static const char *const endings[] = { "", "x", "/", "1", "0", "x/", ":", ":x",
	"x:", "x:x", "/x", "//x", "://x", "//x/x", "://x/x", "x/x", "x.x", "x.x/", ".x", ".x/",
	".x.x", "0.0", "0.0.0", "0.0.0.0", ".0", ".0.0", ".0.0/", ".0.0.0", ".0.0.0/", "0/", "0/x",
	"0x", "0x/", "00", "00/", "@x", "@x/", "x@x", "x@x/", "x@x.x", "x@x/x", "x@x/x/x", "@x/x",
	"-x", "-x/", "x-x/", "ype=a", "ype=d", "pe=a", "e=a", "=a", "a", "i", "d", "type=a", "09x",
	"9x", "1x", "2x", "22x", "41", "22@x", "%22@x", "x%22@x", "]", "]/", "1]/", "::]/", ":1]/",
	"::1]/", "[::1]/", ":]/", "1:1:1:1:1:1:1]/", "1:1:1:1:1:1:1:1]/", ":1:1:1:1:1:1]/",
	":1:1:1:1:1]/", ":1:1:1:1]/", ":1:1:1]/", ":1:1]/", ".a]/", "a.a]/", "1.a]/", "0.0.0.0]/",
	".0.0.0]/", ".0.0]/", ".0]/", "0]/", "%5D", "5D", "D", "x%5D", "=x", "x=x", "=", "?x",
	"?x=x", "x=x&x=x", "&x=x", ",x", ",", ";base64,", "=x,x", "x=x,x", "/x,x", "x/x,", "x;x=x",
	"tp://x", "ttp://x", "p://x", "s://x", "ps://x", "tps://x", "//x:1", "//:1/", "//x?",
	"/x/x", "/x/1", "x/1", "/1", "?x=", "xt=x", "t=x", "?xt=x", ";x=", "x:x?", "UID=1", "ID=1",
	"D=1", ";UID=1", "/;UID=1", "x/;UID=1", "=1", "RL", "user", "user+x", "+x", "er+x",
	"x:INTERNAL:00000000000000000000000000000000", ":INTERNAL:00000000000000000000000000000000",
	"anonymous", "nonymous", "00000000000000000000000000000000", "0000000000000000000000000000",
	"000000000000000000000000", "(x=x)", "x)", ")", "base", "ase", "se", "one", "b", "sub",
	"ub", "?\?(x)", "?(x)", "1;phone-context=x", ";phone-context=x", "phone-context=x", "xt=1",
	"ext=1;phone-context=x", "=1;phone-context=x", "1.x", "x1", "1.0.0.0", "x.", "22", "2",
	"%22", "%5B", "5B", "80", "A0", "%80", "%A0", "9", "AF", "F", "B", "\xA9", "\x80",
	"\x80\x80", "3A//x", "2F", "20", "%20", "@x.x", "@%5B0%5D", "%3E%5D", "eger", "D=x", "S=x",
	"//h/g", "//h/p", "//h/1", "//x@x", "//x@x/x", "@h/x", ":x@h/x", "#", "#x", "//h:1/x",
	"/x?x", "//h/x?x", "//h/x;x=x", ";x=x", "//h/x/x/x", "/x/x/x", "xx:xx", "x:xx", "n:x",
	"0%5D", "41@x", "1@x", "2@x", "E@x", "1%22@x", "2%A0@x", "3;phone-context=x", "x,", "a:a",
	"aa:a", "ab", "a-a:a", "-a:a",
	/* the rest of a date of IMAP */
	DATE_END("007-01-01T00:00:00Z"), DATE_END("07-01-01T00:00:00Z"),
	DATE_END("7-01-01T00:00:00Z"), DATE_END("-01-01T00:00:00Z"), DATE_END("01-01T00:00:00Z"),
	DATE_END("1-01T00:00:00Z"), DATE_END("-01T00:00:00Z"), DATE_END("01T00:00:00Z"),
	DATE_END("1T00:00:00Z"), DATE_END("T00:00:00Z"), DATE_END("00:00:00Z"), DATE_END("0:00:00Z"),
	DATE_END(":00:00Z"), DATE_END("00:00Z"), DATE_END("0:00Z"), DATE_END(":00Z"), DATE_END("00Z"),
	DATE_END("0Z"), DATE_END("Z"), DATE_END(""), DATE_END("+00:00"), DATE_END("00:00"),
	DATE_END("0:00"), DATE_END(":00"), DATE_END("00"), DATE_END("0") };

static bool
some_url_begins(urlgrep_scanner *s, const char *text, size_t len)
{
	char url[4096];

	FOR_EACH(ending, endings) {
		size_t n = strlen(*ending);
		urlgrep_url judged;

		memcpy(url, text, len);
		memcpy(url + len, *ending, n);
		if (urlgrep_judge(s, url, len + n, 0, &judged) == URLGREP_VALID)
			return true;
	}
	return false;
}

static void
check_offset(urlgrep_scanner *s, char **field, unsigned flags)
{
	const char *text = field[1];
	size_t len = strlen(text); /* no invalid row has a NUL */
	urlgrep_error error;
	bool held, ended = true;
	size_t at;

	if (urlgrep_explain(s, text, len, flags, &error) != URLGREP_OK) {
		ok(false, "%s: explained: %s", place, text);
		return;
	}
	held = some_url_begins(s, text, error.offset);
	if (!(flags & URLGREP_REJECT_FRAGMENT))
		for (at = error.offset + 1; at <= len; at++)
			if ((text[at] & 0xC0) != 0x80 && /* a whole character */
			    (text[at - 1] & 0xC0) != 0xC0 && some_url_begins(s, text, at))
				ended = false;
	ok(error.offset <= len && held && ended,
	    "%s: fails at %zu in %.*s: %s: %.*s%s", place, error.offset,
	    (int)error.rule.len, error.rule.text, text, (int)error.message.len, error.message.text,
	    held ? ended ? "" : " [a longer prefix is viable]" :
		   " [this prefix is not viable]");
	if (error.suggestion.text) {
		urlgrep_url url;
		char copy[8192];

		memcpy(copy, error.suggestion.text, error.suggestion.len);
		ok(urlgrep_judge(s, copy, error.suggestion.len, flags, &url) ==
		    URLGREP_VALID, "%s: suggestion: %.*s", place, (int)error.suggestion.len, copy);
	}
}

static void
set_place(const struct table *t)
{
	snprintf(place, sizeof(place), "%s:%u", t->path, t->number);
}

/* Return the number of rows. */
static unsigned
check_table(const char *path)
{
	struct table t = table_of(path);
	char *field[FIELDS];

	while (next_row(&t)) {
		char copy[16384];
		unsigned fields, flags;

		set_place(&t);
		strcpy(copy, t.line);
		fields = split_fields(copy, field);
		check_row(scanner_for(field[0], true), field, fields, "JIT");
		strcpy(copy, t.line);
		fields = split_fields(copy, field);
		check_row(scanner_for(field[0], false), field, fields, "no JIT");
		if (strcmp(field[2], "valid") == 0)
			continue;
		flags = strcmp(field[0], "rfc1738-url") == 0 ? URLGREP_REJECT_FRAGMENT : 0;
		check_offset(scanner_for(field[0], true), field, flags);
	}
	return t.rows;
}

/* ---- explanations --- */

static void
check_explanation(char **field)
{
	const char *suggestion = strcmp(field[6], "-") == 0 ? "" : field[6];
	unsigned flags = strcmp(field[0], "rfc1738-url") == 0 ? URLGREP_REJECT_FRAGMENT : 0;
	size_t len = unescape(field[1]);
	urlgrep_error e;
	char where[64];

	if (!ok(urlgrep_explain(scanner_for(field[0], true), field[1], len, flags, &e) ==
	    URLGREP_OK, "%s: %s is invalid", place, field[1]))
		return;
	snprintf(where, sizeof(where), "%zu+%zu", e.offset, e.length);
	if (!ok(strcmp(where, field[2]) == 0 &&
	    strcmp(e.prose ? "prose" : "bnf", field[3]) == 0 && span_bytes_are(e.rule, field[4]) &&
	    span_bytes_are(e.message, field[5]) && span_bytes_are(e.suggestion, suggestion), "%s: why %s",
	    place, field[1]))
		printf("# expected: %s %s %s: %s, %s\n# found: %s %s %.*s: %.*s, %.*s\n",
		    field[2], field[3], field[4], field[5], suggestion, where,
		    e.prose ? "prose" : "bnf", (int)e.rule.len, e.rule.text,
		    (int)e.message.len, e.message.text, (int)e.suggestion.len,
		    e.suggestion.text ? e.suggestion.text : "");
}

static unsigned
check_explanations(const char *path)
{
	struct table t = table_of(path);
	char *field[FIELDS];

	while (next_row(&t)) {
		set_place(&t);
		if (ok(split_fields(t.line, field) == 7, "%s: seven fields", place))
			check_explanation(field);
	}
	return t.rows;
}

/* ---- warnings --- */

static void
warning_names(urlgrep_warnings set, char *text)
{
	const char *names[64];
	unsigned n = 0, i, k;

	for (i = 0; urlgrep_name(URLGREP_WARNING_NAMES, i); i++) {
		if (!(set >> i & 1))
			continue;
		for (k = n++; k > 0 &&
		    strcmp(names[k - 1], urlgrep_name(URLGREP_WARNING_NAMES, i)) > 0; k--)
			names[k] = names[k - 1];
		names[k] = urlgrep_name(URLGREP_WARNING_NAMES, i);
	}
	strcpy(text, n ? "" : "-");
	for (i = 0; i < n; i++)
		sprintf(text + strlen(text), "%s%s", i ? "," : "", names[i]);
}

/* Check each row by rfc1738 if the URL is valid there, else by current. */
static unsigned
check_warnings(const char *path)
{
	struct table t = table_of(path);
	char *field[FIELDS];

	while (next_row(&t)) {
		char names[1024];
		urlgrep_url url;

		set_place(&t);
		if (!ok(split_fields(t.line, field) >= 3, "%s: three fields", place))
			continue;
		if (urlgrep_judge(scanner_for("rfc1738", true), field[1],
			strlen(field[1]), 0, &url) != URLGREP_VALID)
			urlgrep_judge(scanner_for("current", true), field[1],
			    strlen(field[1]), 0, &url);
		warning_names(urlgrep_url_warnings(&url), names);
		ok(strcmp(names, field[2]) == 0, "%s: warnings of %s: %s (want %s)",
		    place, field[1], names, field[2]);
	}
	return t.rows;
}

/* The ports that the Fetch standard blocks; port 0 has its own warning. */
static const unsigned short blocked_ports[] = { 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25,
	37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123,
	135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548,
	554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190,
	5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080 };

#define BIT(warning) ((uint64_t)1 << (warning))

/* Return true if the URL has exactly the expected warnings. */
static bool
warns_of(const char *url, uint64_t expected)
{
	urlgrep_url judged;

	urlgrep_judge(scanner_for("current", true), url, strlen(url), 0, &judged);
	if (urlgrep_url_warnings(&judged) == expected)
		return true;
	printf("# %s: %llx, expected %llx\n", url,
	    (unsigned long long)urlgrep_url_warnings(&judged), (unsigned long long)expected);
	return false;
}

static void
check_ports(void)
{
	unsigned port, next = 0;
	bool good = true;
	char url[40];

	for (port = 1; port < 65536; port++) {
		uint64_t expected = port == 80 ? 0 : BIT(URLGREP_WARN_PORT_NONDEFAULT);

		if (port != 80 && port < 1024)
			expected |= BIT(URLGREP_WARN_PORT_RESERVED);
		if (port == blocked_ports[next]) {
			expected |= BIT(URLGREP_WARN_PORT_DANGEROUS);
			next += next + 1 < sizeof(blocked_ports) / sizeof(blocked_ports[0]);
		}
		snprintf(url, sizeof(url), "http://h.example:%u/", port);
		good &= warns_of(url, expected);
	}
	ok(good, "warnings of each port");
}

int
main(int argc, char **argv)
{
	const char *vectors = argc > 1 ? argv[1] : "tests/vectors";
	static const struct {
		const char *name;
		unsigned (*check)(const char *path);
		unsigned least; /* rows */
	} tables[] = { { "rfc1738.tsv", check_table, 150 }, { "current.tsv", check_table, 300 },
		{ "draft.tsv", check_table, 45 }, { "explain.tsv", check_explanations, 130 },
		{ "warn.tsv", check_warnings, 70 } };
	char path[4096];

	FOR_EACH(table, tables) {
		unsigned rows;

		snprintf(path, sizeof(path), "%s/%s", vectors, table->name);
		rows = table->check(path);
		ok(rows >= table->least, "%s: %u rows, at least %u", path, rows, table->least);
	}
	check_ports();
	free_scanners();
	return done_testing();
}
