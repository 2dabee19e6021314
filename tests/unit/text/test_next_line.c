/* test_next_line.c - what is at the front of the line after a URL: another URL, a list, a
 * rule, a word of prose, code, a label, a name, a date, a size, a log */
#include "fence.h"
#include "tap.h"
#include "text/next_line.h"

typedef bool line_predicate(const struct scan_text *t, size_t at, size_t end);
typedef bool word_predicate(urlgrep_span word);

static bool
is_code(urlgrep_span word)
{
	return next_word_is_code(word, false);
}

static bool
is_code_in_query(urlgrep_span word)
{
	return next_word_is_code(word, true);
}

#define CASE(function, text, answer) { function, #function, text, answer }

static const struct {
	line_predicate *is;
	const char *name, *text;
	bool answer;
} lines[] = {
	CASE(next_line_is_url, "http://h", true), CASE(next_line_is_url, "http:", true),
	CASE(next_line_is_url, "http", false), CASE(next_line_is_url, "http/", false),
	CASE(next_line_is_url, "<http:x", true), CASE(next_line_is_url, "(http:x", true),
	CASE(next_line_is_url, "[http:x", false), CASE(next_line_is_url, "httpx:", false),
	CASE(next_line_is_url, "www.h", true), CASE(next_line_is_url, "www.", false),
	CASE(next_line_is_url, "WWW.h", true), CASE(next_line_is_url, "ww.hh", false),
	CASE(next_line_is_url, "ftp.h", true), CASE(next_line_is_url, "ftp-h", false),
	CASE(next_line_is_url, "URL:x", true), CASE(next_line_is_url, "url.x", false),
	CASE(next_line_is_url, "<www.h", true), CASE(next_line_is_url, "(URL:h", true),
	CASE(next_line_is_url, "<", false), CASE(next_line_is_url, ":", false),
	CASE(next_line_is_url, "mailto:a", true), CASE(next_line_is_url, "a b:", false),
	CASE(next_line_is_layout, "- a", true), CASE(next_line_is_layout, "-a", false),
	CASE(next_line_is_layout, "a", false), CASE(next_line_is_layout, "--", true),
	CASE(next_line_is_layout, "-- ", true), CASE(next_line_is_layout, "-", true),
	CASE(next_line_is_layout, "=====", true), CASE(next_line_is_layout, "-=~_#+*", true),
	CASE(next_line_is_layout, "---a", true), CASE(next_line_is_layout, "--a", true),
	CASE(next_line_is_layout, "==a", false), CASE(next_line_is_layout, "===a", false),
	CASE(next_line_is_layout, "====a", true), CASE(next_line_is_layout, "===_a", false),
	CASE(next_line_is_layout, "== a", true), CASE(next_line_is_layout, "=== a", true),
	CASE(next_line_is_layout, "= a", false), CASE(next_line_is_layout, "// a", false),
	CASE(next_line_is_layout, "////a", false), CASE(next_line_is_layout, "1. a", true),
	CASE(next_line_is_layout, "=> a", true), CASE(next_line_is_layout, "->\ta", true),
	CASE(next_line_is_layout, "==> a", true), CASE(next_line_is_layout, "=>a", false),
	CASE(next_line_is_layout, "> a", false), CASE(next_line_is_layout, "= a", false),
	CASE(next_line_is_layout, "=20", true), CASE(next_line_is_layout, "=20 ", true),
	CASE(next_line_is_layout, "=20a", false), CASE(next_line_is_layout, "=2", false),
	CASE(next_line_is_layout, "=21", false), CASE(next_line_is_layout, "...", true),
	CASE(next_line_is_layout, "/", false), CASE(next_line_is_layout, "/-", false),
	CASE(next_line_is_layout, ".a", false), CASE(next_line_is_layout, ".1", false),
	CASE(next_line_is_layout, ".\xC3\xA9", false), CASE(next_line_is_layout, ")", true),
	CASE(next_line_ends_in_url, "a http://h", true), CASE(next_line_ends_in_url, "http://h", false),
	CASE(next_line_ends_in_url, "a http://h ", true), CASE(next_line_ends_in_url, "http://h a", false),
	CASE(next_line_ends_in_url, "a http:/h", false), CASE(next_line_ends_in_url, "", false),
	CASE(next_line_ends_in_url, " http://h", true), CASE(next_line_ends_in_url, "a", false),
	CASE(next_line_is_of_log, "2026-11-23 12:00", true), CASE(next_line_is_of_log, "2026-11-23 12:0", false),
	CASE(next_line_is_of_log, "2026-11-23 noon", false), CASE(next_line_is_of_log, "2026-1-23 12:00", false),
	CASE(next_line_is_of_log, "2026/11/23 12:00:05", true), CASE(next_line_is_of_log, "2026.11.23 12:00", false),
	CASE(next_line_is_of_log, "12:00:05 x", true), CASE(next_line_is_of_log, "12:00:05", false),
	CASE(next_line_is_of_log, "12:00 x", false), CASE(next_line_is_of_log, "x12:00:05 x", false),
};

static const struct {
	word_predicate *is;
	const char *name, *text;
	bool answer;
} words[] = {
	CASE(next_word_has_slashes, "http://h", true), CASE(next_word_has_slashes, "://", true),
	CASE(next_word_has_slashes, ":/", false), CASE(next_word_has_slashes, "a:b://", true),
	CASE(next_word_has_slashes, "a:/b//", false), CASE(next_word_has_slashes, "", false),
	CASE(next_word_has_slashes, "://a", true), CASE(next_word_has_slashes, "::/", false),
	CASE(next_word_is_plain, "word", true), CASE(next_word_is_plain, "don't", true),
	CASE(next_word_is_plain, "'don't'", true), CASE(next_word_is_plain, "(word).", true),
	CASE(next_word_is_plain, "word-", false), CASE(next_word_is_plain, "word1", false),
	CASE(next_word_is_plain, "caf\xC3\xA9", true), CASE(next_word_is_plain, "", false),
	CASE(next_word_is_plain, "()", false), CASE(next_word_is_plain, "a/b", false),
	CASE(next_word_is_plain, "`word'", true), CASE(next_word_is_plain, "[word]", true),
	CASE(next_word_is_plain, "{word}", true), CASE(next_word_is_plain, "<word", false),
	CASE(next_word_is_plain, "word>", true), CASE(next_word_is_plain, "word*", true),
	CASE(next_word_is_plain, "*word", false), CASE(next_word_is_plain, "word,;:?!", true),
	CASE(next_word_is_plain, "word$", false), CASE(next_word_is_plain, "\"word\"", true),
	CASE(next_word_is_label, "Name:", true), CASE(next_word_is_label, ":name:", true),
	CASE(next_word_is_label, ":na:me", true), CASE(next_word_is_label, ":name", false),
	CASE(next_word_is_label, "@name", true), CASE(next_word_is_label, "@", false),
	CASE(next_word_is_label, ":", false), CASE(next_word_is_label, "a:b", false),
	CASE(next_word_is_label, "name", false), CASE(next_word_is_label, "", false),
	CASE(next_word_is_label, "a@b", false), CASE(next_word_is_label, "::", true),
	CASE(is_code, "word", false), CASE(is_code, "\\word", true), CASE(is_code, "a\\b", false),
	CASE(is_code, "#define", true), CASE(is_code, "#include", true), CASE(is_code, "#if", true),
	CASE(is_code, "#ifdef", true), CASE(is_code, "#else", true), CASE(is_code, "#elif", true),
	CASE(is_code, "#endif", true), CASE(is_code, "#undef", true), CASE(is_code, "#pragma", true),
	CASE(is_code, "#error", true), CASE(is_code, "#line", true), CASE(is_code, "#region", true),
	CASE(is_code, "#endregion", true), CASE(is_code, "#defin", false), CASE(is_code, "#x", false),
	CASE(is_code, "#defined", false), CASE(is_code, "#if-you", false),
	CASE(next_word_is_directive, "#include", true),
	CASE(next_word_is_directive, "#include<a>", true),
	CASE(next_word_is_directive, "#include\"a\"", true),
	CASE(next_word_is_directive, "#if(a)", true), CASE(next_word_is_directive, "#if!a", true),
	CASE(next_word_is_directive, "#ifndef", true), CASE(next_word_is_directive, "#ifs", false),
	CASE(next_word_is_directive, "#includes", false),
	CASE(next_word_is_directive, "include", false),
	CASE(next_word_is_file_path, "/usr/a", true),
	CASE(next_word_is_file_path, "(/usr/a)", true),
	CASE(next_word_is_file_path, "/usr", false), CASE(next_word_is_file_path, "usr/a", false),
	CASE(next_word_is_file_path, "/lib/", true), CASE(next_word_is_file_path, "", false),
	CASE(next_word_is_file_path, "\"", false),
	CASE(is_code, "&&", true), CASE(is_code, "||", true), CASE(is_code, "&a", false),
	CASE(is_code, "|a", false), CASE(is_code, "a(b", true), CASE(is_code, "a{b", true),
	CASE(is_code, "a<b", true), CASE(is_code, "a>b", true), CASE(is_code, "a$b", true),
	CASE(is_code, "a(", true), CASE(is_code, "a)", false), CASE(is_code, "a>", false),
	CASE(is_code, "a;b", true), CASE(is_code, "a;", false), CASE(is_code, ";a", false),
	CASE(is_code, "a/b;c=d", false), CASE(is_code, "a;c=d", true), CASE(is_code, "a/b;c", true),
	CASE(is_code, "a/b;=d", true), CASE(is_code, "a=b", true), CASE(is_code, "a?b=c", false),
	CASE(is_code, "a&b=c", false), CASE(is_code, "a=b?c", true), CASE(is_code, "a::b", true),
	CASE(is_code, "a:b", false), CASE(is_code, "a->b", true), CASE(is_code, "a-b", false),
	CASE(is_code, "a-", false), CASE(is_code, "a->", false), CASE(is_code, ";", true),
	CASE(is_code, "=", true), CASE(is_code, "=;", true), CASE(is_code, ")", false), CASE(is_code, "(", true),
	CASE(is_code, ">", true), CASE(is_code, ".", false), CASE(is_code, "*", false),
	CASE(is_code_in_query, "a=b", false), CASE(is_code_in_query, "a;b", false),
	CASE(is_code_in_query, "a(b", true), CASE(is_code_in_query, "a::b", true),
	CASE(is_code_in_query, "a->b", true),
	CASE(next_word_is_call_or_place, "name(x", true), CASE(next_word_is_call_or_place, "name()", true),
	CASE(next_word_is_call_or_place, "n(x", false), CASE(next_word_is_call_or_place, "na.(x", false),
	CASE(next_word_is_call_or_place, "1a(x", false), CASE(next_word_is_call_or_place, "a_1(x", true),
	CASE(next_word_is_call_or_place, "a/b-c(x", true), CASE(next_word_is_call_or_place, "name", false),
	CASE(next_word_is_call_or_place, "file.c:21:", true), CASE(next_word_is_call_or_place, "file.c:21", false),
	CASE(next_word_is_call_or_place, "file.c:21:7:", true), CASE(next_word_is_call_or_place, "file:21:", false),
	CASE(next_word_is_call_or_place, "file.c:", false), CASE(next_word_is_call_or_place, "file.c:x:", false),
	CASE(next_word_is_call_or_place, "a/file.c:1:", true), CASE(next_word_is_call_or_place, "file.c:21:x", false),
	CASE(next_word_is_call_or_place, "file.c:21x", false), CASE(next_word_is_call_or_place, "name[x", false),
	CASE(next_word_is_call_or_place, "", false), CASE(next_word_is_call_or_place, "file.c:2", false),
	CASE(next_word_is_other_name, "a@b", true), CASE(next_word_is_other_name, "<a@b>", true),
	CASE(next_word_is_other_name, "(a@b).", true), CASE(next_word_is_other_name, "a@b/c", false),
	CASE(next_word_is_other_name, "/usr/a", true), CASE(next_word_is_other_name, "/etc/a", true),
	CASE(next_word_is_other_name, "/var/a", true), CASE(next_word_is_other_name, "/home/a", true),
	CASE(next_word_is_other_name, "/opt/a", true), CASE(next_word_is_other_name, "/tmp/a", true),
	CASE(next_word_is_other_name, "/dev/a", true), CASE(next_word_is_other_name, "/proc/a", true),
	CASE(next_word_is_other_name, "/sys/a", true), CASE(next_word_is_other_name, "/bin/a", true),
	CASE(next_word_is_other_name, "/lib/a.b/c", true), CASE(next_word_is_other_name, "/us/a", false),
	CASE(next_word_is_other_name, "/usr", false), CASE(next_word_is_other_name, "usr/a", false),
	CASE(next_word_is_other_name, "application/x", true), CASE(next_word_is_other_name, "audio/x", true),
	CASE(next_word_is_other_name, "font/x", true), CASE(next_word_is_other_name, "image/x", true),
	CASE(next_word_is_other_name, "message/x", true), CASE(next_word_is_other_name, "model/x", true),
	CASE(next_word_is_other_name, "multipart/x", true), CASE(next_word_is_other_name, "text/x", true),
	CASE(next_word_is_other_name, "video/x", true), CASE(next_word_is_other_name, "text/x.y", false),
	CASE(next_word_is_other_name, "text/x/y", false), CASE(next_word_is_other_name, "texts/x", false),
	CASE(next_word_is_other_name, "application/x.y", false), CASE(next_word_is_other_name, "", false),
	CASE(next_word_is_other_name, "word", false),
	CASE(next_word_is_date, "2012", true), CASE(next_word_is_date, "201", false),
	CASE(next_word_is_date, "20123", false), CASE(next_word_is_date, "2012-2013", true),
	CASE(next_word_is_date, "12-2013", false), CASE(next_word_is_date, "1.2.2012", true),
	CASE(next_word_is_date, "2012/06/01", true), CASE(next_word_is_date, "2012-06-01", true),
	CASE(next_word_is_date, "12:30", true), CASE(next_word_is_date, "1:30", false),
	CASE(next_word_is_date, "12.30", false), CASE(next_word_is_date, "(2012)", true),
	CASE(next_word_is_date, "2012,", true), CASE(next_word_is_date, "2012x", false),
	CASE(next_word_is_date, "1-2-3-4", false), CASE(next_word_is_date, "2012--1", false),
	CASE(next_word_is_date, "", false), CASE(next_word_is_date, "x2012", false),
	CASE(next_word_is_date, "2012_1", false), CASE(next_word_is_date, "2012-", true),
	CASE(next_word_is_date, "12:30:10", true), CASE(next_word_is_date, "123:1", false),
};

static const struct {
	const char *text;
	size_t mark;
} items[] = {
	{ "- a", 2 }, { "* a", 2 }, { "+ a", 2 }, { "-a", 0 }, { "-", 0 }, { "- ", 2 }, { "# a", 0 },
	{ "1. a", 3 }, { "12) a", 4 }, { "123. a", 5 }, { "1234. a", 0 }, { "1 a", 0 }, { "1.a", 0 },
	{ "1.", 0 }, { ". a", 0 }, { "a. b", 0 }, { "1: a", 0 }, { "", 0 }, { "1. ", 3 }, { "1", 0 },
};

int
main(void)
{
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		size_t len = strlen(lines[i].text);
		struct scan_text t = { fenced_copy(lines[i].text, len), len, 0, true };

		ok(lines[i].is(&t, 0, len) == lines[i].answer, "%s: \"%s\": %s", lines[i].name,
		    lines[i].text, lines[i].answer ? "true" : "false");
	}
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t len = strlen(words[i].text);
		urlgrep_span word = { fenced_copy(words[i].text, len), len };

		ok(words[i].is(word) == words[i].answer, "%s: \"%s\": %s", words[i].name,
		    words[i].text, words[i].answer ? "true" : "false");
	}
	for (i = 0; i < sizeof(items) / sizeof(items[0]); i++) {
		size_t len = strlen(items[i].text);
		struct scan_text t = { fenced_copy(items[i].text, len), len, 0, true };

		ok(next_line_list_mark(&t, 0, len) == items[i].mark, "list mark: \"%s\": %zu",
		    items[i].text, items[i].mark);
	}
	return done_testing();
}
