/* test_words.c - what the ends of a URL and the words after it look like, and the sets of
 * punctuation that they are told by */
#include "fence.h"
#include "tap.h"
#include "text/punctuation.h"
#include "text/words.h"
#include "util/ascii.h"

typedef bool predicate(urlgrep_span s);

static const struct {
	predicate *is;
	const char *name, *text;
	bool answer;
} cases[] = {
#define CASE(function, text, answer) { function, #function, text, answer }
	/* all endings of files, and what is none */
	CASE(word_ends_as_file, "a.html", true), CASE(word_ends_as_file, "a.htm", true),
	CASE(word_ends_as_file, "a.shtml", true), CASE(word_ends_as_file, "a.shtm", true),
	CASE(word_ends_as_file, "a.php", true), CASE(word_ends_as_file, "a.asp", true),
	CASE(word_ends_as_file, "a.aspx", true), CASE(word_ends_as_file, "a.jsp", true),
	CASE(word_ends_as_file, "a.cgi", true), CASE(word_ends_as_file, "a.pl", true),
	CASE(word_ends_as_file, "a.pdf", true), CASE(word_ends_as_file, "a.ps", true),
	CASE(word_ends_as_file, "a.eps", true), CASE(word_ends_as_file, "a.dvi", true),
	CASE(word_ends_as_file, "a.tex", true), CASE(word_ends_as_file, "a.rtf", true),
	CASE(word_ends_as_file, "a.doc", true), CASE(word_ends_as_file, "a.ppt", true),
	CASE(word_ends_as_file, "a.xls", true), CASE(word_ends_as_file, "a.txt", true),
	CASE(word_ends_as_file, "a.text", true), CASE(word_ends_as_file, "a.md", true),
	CASE(word_ends_as_file, "a.csv", true), CASE(word_ends_as_file, "a.log", true),
	CASE(word_ends_as_file, "a.xml", true), CASE(word_ends_as_file, "a.css", true),
	CASE(word_ends_as_file, "a.js", true), CASE(word_ends_as_file, "a.json", true),
	CASE(word_ends_as_file, "a.gz", true), CASE(word_ends_as_file, "a.bz2", true),
	CASE(word_ends_as_file, "a.xz", true), CASE(word_ends_as_file, "a.zip", true),
	CASE(word_ends_as_file, "a.tgz", true), CASE(word_ends_as_file, "a.tar", true),
	CASE(word_ends_as_file, "a.hqx", true), CASE(word_ends_as_file, "a.exe", true),
	CASE(word_ends_as_file, "a.jpg", true), CASE(word_ends_as_file, "a.jpeg", true),
	CASE(word_ends_as_file, "a.gif", true), CASE(word_ends_as_file, "a.png", true),
	CASE(word_ends_as_file, "a.mp3", true), CASE(word_ends_as_file, "a.avi", true),
	CASE(word_ends_as_file, "a.cpp", true), CASE(word_ends_as_file, "a.java", true),
	CASE(word_ends_as_file, "a.py", true), CASE(word_ends_as_file, "a.git", true),
	CASE(word_ends_as_file, "a.patch", true), CASE(word_ends_as_file, "a.diff", true),
	CASE(word_ends_as_file, "a.pgp", true), CASE(word_ends_as_file, "a.asc", true),
	CASE(word_ends_as_file, "a.sig", true),
	CASE(word_ends_as_file, "a.HTML", false), CASE(word_ends_as_file, "a.htmx", false),
	CASE(word_ends_as_file, "a.html2", false), CASE(word_ends_as_file, "a.ht", false),
	CASE(word_ends_as_file, "a.xhtml", false), CASE(word_ends_as_file, "a.", false),
	CASE(word_ends_as_file, "a.thtml", false), CASE(word_ends_as_file, "a-html", false),
	CASE(word_ends_as_file, "a.tar.gz", true), CASE(word_ends_as_file, "a/.html", true),
	CASE(word_ends_as_file, ".html", false), CASE(word_ends_as_file, "html", false),
	CASE(word_ends_as_file, "a.html.", true), CASE(word_ends_as_file, "a.html?!", true),
	CASE(word_ends_as_file, "a.html',", true), CASE(word_ends_as_file, "a.html\"", false),
	CASE(word_ends_as_file, "a.html)", false), CASE(word_ends_as_file, "", false),
	CASE(word_ends_as_file, ".", false), CASE(word_ends_as_file, "...", false),
	CASE(word_ends_as_file, "ahtml", false), CASE(word_ends_as_file, "aaaa.shtml", true),
	CASE(word_ends_as_file, "z.pl", true), CASE(word_ends_as_file, "b.c", false),
	/* the end of a host */
	CASE(word_has_odd_host, "http://h.org", false), CASE(word_has_odd_host, "http://h.uk", false),
	CASE(word_has_odd_host, "http://h.info", false),
	CASE(word_has_odd_host, "http://h.example", true), CASE(word_has_odd_host, "http://h.a", true),
	CASE(word_has_odd_host, "http://h", true), CASE(word_has_odd_host, "http://h.org.", false),
	CASE(word_has_odd_host, "http://h.", true), CASE(word_has_odd_host, "http://", true),
	CASE(word_has_odd_host, "mailto:a.org", true), CASE(word_has_odd_host, "", true),
	CASE(word_has_odd_host, "http://h.org:80", false),
	CASE(word_has_odd_host, "http://localhost:80", true),
	CASE(word_has_odd_host, "http://a.org.example", true),
	CASE(word_has_odd_host, "http://a.example.org", false),
	CASE(word_has_odd_host, "http://h.org/a", true), CASE(word_has_odd_host, "http://h.org/", false),
	CASE(word_has_odd_host, "http://.org", false), CASE(word_has_odd_host, "//h.org", false),
	/* words of letters */
	CASE(word_has_letters_only, "word", true), CASE(word_has_letters_only, "a", true),
	CASE(word_has_letters_only, "", false), CASE(word_has_letters_only, "word1", false),
	CASE(word_has_letters_only, "1word", false), CASE(word_has_letters_only, "word,", true),
	CASE(word_has_letters_only, "word).", true), CASE(word_has_letters_only, "(word)", true),
	CASE(word_has_letters_only, "\"(word", true), CASE(word_has_letters_only, "'word'?!", true),
	CASE(word_has_letters_only, "don't", true), CASE(word_has_letters_only, "well-known", true),
	CASE(word_has_letters_only, "well-", false), CASE(word_has_letters_only, "-well", false),
	CASE(word_has_letters_only, "well--known", false), CASE(word_has_letters_only, "well-1", false),
	CASE(word_has_letters_only, "a.b", false), CASE(word_has_letters_only, "word/", false),
	CASE(word_has_letters_only, "[word", false), CASE(word_has_letters_only, "word]", false),
	CASE(word_has_letters_only, "Stra\xC3\x9F" "e", true), CASE(word_has_letters_only, "\xC3\xA9", true),
	CASE(word_has_letters_only, "''", false), CASE(word_has_letters_only, "().", false),
	CASE(word_has_letters_only, "word(", false), CASE(word_has_letters_only, "wo_rd", false),
	CASE(word_has_letters_only, "'-word", false), CASE(word_has_letters_only, "word'", true),
	/* abbreviations */
	CASE(word_is_abbreviation, "i.e.", true), CASE(word_is_abbreviation, "e.g.,", true),
	CASE(word_is_abbreviation, "p.m.)", true), CASE(word_is_abbreviation, "a.b.c.", true),
	CASE(word_is_abbreviation, "a.", false), CASE(word_is_abbreviation, "a.b", false),
	CASE(word_is_abbreviation, "i.e.x", false), CASE(word_is_abbreviation, "i.e.,,", false),
	CASE(word_is_abbreviation, "1.2.", false), CASE(word_is_abbreviation, "ie.g.", false),
	CASE(word_is_abbreviation, "i.e/", false), CASE(word_is_abbreviation, "", false),
	CASE(word_is_abbreviation, "i", false), CASE(word_is_abbreviation, "i.e.\"", false),
	CASE(word_is_abbreviation, "i,e,", false), CASE(word_is_abbreviation, "i.e.?", true),
	/* choices of frequent words */
	CASE(word_is_frequent_choice, "and/or", true), CASE(word_is_frequent_choice, "and/or/not", true),
	CASE(word_is_frequent_choice, "and", false), CASE(word_is_frequent_choice, "and/", false),
	CASE(word_is_frequent_choice, "/and", false), CASE(word_is_frequent_choice, "and/xyz", false),
	CASE(word_is_frequent_choice, "xyz/and", false), CASE(word_is_frequent_choice, "And/Or.", true),
	CASE(word_is_frequent_choice, "and//or", false), CASE(word_is_frequent_choice, "and/xyz/or", false),
	CASE(word_is_frequent_choice, "", false), CASE(word_is_frequent_choice, "/", false),
	CASE(word_is_frequent_choice, "n/a", true), CASE(word_is_frequent_choice, "I/O).", true),
	CASE(word_is_frequent_choice, "n/1", false), CASE(word_is_frequent_choice, "1/a", false),
	CASE(word_is_frequent_choice, "n-a", false), CASE(word_is_frequent_choice, "n/ab", false),
	/* files that are no hosts */
	CASE(word_is_file_not_host, "f@mm.html", true), CASE(word_is_file_not_host, "mm.html.", true),
	CASE(word_is_file_not_host, "mm.pl", false), CASE(word_is_file_not_host, "mm.zip", false),
	CASE(word_is_file_not_host, "mm.txt", true), CASE(word_is_file_not_host, "mm.example", false),
	CASE(word_is_file_not_host, "mm.html)", false), CASE(word_is_file_not_host, "mm.md", false),
	CASE(word_is_file_not_host, "mm.gz'", true), CASE(word_is_file_not_host, "html", false),
	CASE(word_is_file_not_host, "", false), CASE(word_is_file_not_host, "mm.py.", false),
	/* fields */
	CASE(word_begins_with_field, "a=b", true), CASE(word_begins_with_field, "a=", true),
	CASE(word_begins_with_field, "=b", false), CASE(word_begins_with_field, "a", false),
	CASE(word_begins_with_field, "", false), CASE(word_begins_with_field, "a_b-c.d9=1", true),
	CASE(word_begins_with_field, "a b=1", false), CASE(word_begins_with_field, "a/b=1", false),
	CASE(word_begins_with_field, "Z9", false), CASE(word_begins_with_field, "_=", true),
	CASE(word_begins_with_field, "a&b=c", false),
#undef CASE
};

static void
check_predicates(void)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t len = strlen(cases[i].text);

		ok(cases[i].is((urlgrep_span){ fenced_copy(cases[i].text, len), len }) ==
		    cases[i].answer, "%s: %s: %s", cases[i].name, cases[i].text,
		    cases[i].answer ? "true" : "false");
	}
}

/* Every word that is frequent; one letter more or less, or another, and it is not. */
static void
check_frequent_words(void)
{
	static const char *const words[] = { "a", "about", "all", "also", "an", "and", "any",
		"are", "as", "at", "be", "been", "but", "by", "can", "cheers", "could", "das",
		"de", "der", "did", "die", "do", "does", "el", "en", "et", "for", "from", "had",
		"has", "have", "he", "here", "how", "i", "if", "in", "into", "is", "it", "its",
		"just", "la", "le", "les", "like", "may", "more", "most", "my", "no", "not",
		"now", "of", "on", "one", "only", "or", "other", "our", "out", "regards",
		"should", "so", "some", "such", "than", "thanks", "that", "the", "their",
		"them", "then", "there", "these", "they", "this", "those", "thus", "to", "too",
		"und", "under", "up", "us", "was", "we", "were", "what", "when", "where",
		"which", "who", "why", "will", "with", "would", "y", "you", "your" };
	static const char *const others[] = { "", ".", "1", "xyz", "andx", "an1d", "1and",
		"wrong", "quick", "kind", "good", "very", "zoo", "(and", "th", "whic",
		"thereof", "\xC3\xA9t", "@", "[", "{", "`" };
	char text[20];
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t len = strlen(words[i]);

		snprintf(text, sizeof(text), "%s,).", words[i]);
		ok(word_is_frequent((urlgrep_span){ words[i], len }) &&
		    word_is_frequent((urlgrep_span){ text, len + 3 }), "%s is frequent", words[i]);
		text[0] = (char)(text[0] - 'a' + 'A');
		ok(word_is_frequent((urlgrep_span){ text, len }), "%.*s is frequent", (int)len,
		    text);
	}
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		size_t len = strlen(others[i]);

		ok(!word_is_frequent((urlgrep_span){ fenced_copy(others[i], len), len }),
		    "\"%s\" is not frequent", others[i]);
	}
}

static void
check_split_endings(void)
{
	static const struct {
		const char *before, *after;
		bool splits;
	} cases[] = {
		{ "h/a.ht", "ml", true }, { "h/a.htm", "l", true }, { "h/a.h", "tml", true },
		{ "h/a.html", "x", false }, { "h/a.", "html", false }, { "h/a", ".html", false },
		{ "h/a.ht", "m", true }, { "h/a.ht", "x", false }, { "h/a.ht", "ml/b", true },
		{ "h/a.ht", "ml2", true }, { "h/a.ht", "mlx", false }, { "h/a.ht", "mlxyz", false },
		{ "h/a.ht", "-ml", false }, { "h/a.shtm", "l", true }, { "h/a.shtm", "lx", false },
		{ "h/aht", "ml", false }, { "aht", "ml", false }, { "h/a.h1", "tml", false },
		{ "h/a.ht", "1", false }, { "h/a.p", "df.", true }, { ".ht", "ml", false },
		{ "h/a.patc", "h", true }, { "h/a.j", "avax", false },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[64];
		size_t len = (size_t)snprintf(text, sizeof(text), "%s%s", cases[i].before,
		    cases[i].after);
		char *copy = fenced_copy(text, len);

		ok(word_splits_file_ending((urlgrep_span){ copy, len },
		    (urlgrep_span){ copy, strlen(cases[i].before) }) == cases[i].splits,
		    "%s|%s: %s", cases[i].before, cases[i].after,
		    cases[i].splits ? "true" : "false");
	}
}

static void
check_page_endings(void)
{
	static const struct {
		const char *before, *word;
		bool answer;
	} endings[] = {
		{ "http://h/a.", "html", true }, { "http://h/a.", "htm", true },
		{ "http://h/a.", "shtml", true }, { "http://h/a.", "pdf", true },
		{ "http://h/a.", "php", true }, { "http://h/a.", "asp", true },
		{ "http://h/a.", "aspx", true }, { "http://h/a.", "jpg", true },
		{ "http://h/a.", "txt", true }, { "http://h/a.", "html.", true },
		{ "http://h/a.", "html?!", true }, { "http://h/a.", "htmlx", false },
		{ "http://h/a.", "HTML", false }, { "http://h/a.", "log", false },
		{ "http://h/a.", ".", false }, { "http://h/a", "html", false },
		{ "http://h.", "html", false },
	};
	size_t i;

	for (i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		size_t before = strlen(endings[i].before), len = strlen(endings[i].word);

		ok(word_is_page_ending(
		       (urlgrep_span){ endings[i].before, before },
		       (urlgrep_span){ fenced_copy(endings[i].word, len), len }) ==
			endings[i].answer,
		    "word_is_page_ending: \"%s\" after \"%s\": %s", endings[i].word,
		    endings[i].before, endings[i].answer ? "true" : "false");
	}
}

static void
check_paths(void)
{
	static const struct {
		const char *url;
		size_t path;
	} cases[] = {
		{ "http://h/a", 8 }, { "http://h", 8 }, { "http://h?a", 8 }, { "http://h#a", 8 },
		{ "http:///a", 7 }, { "http://", 7 }, { "http:/a", 7 }, { "//h/a", 3 },
		{ "a:", 2 }, { "http://h:80/a//b", 11 },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t len = strlen(cases[i].url);
		size_t path = word_find_path(
		    (urlgrep_span){ fenced_copy(cases[i].url, len), len });

		ok(path == cases[i].path, "the path of %s begins at %zu, got %zu", cases[i].url,
		    cases[i].path, path);
	}
}

static void
check_hosts(void)
{
	static const struct {
		const char *run;
		bool has_dot, begins;
	} cases[] = {
		{ "com/x", true, true }, { "com/x", false, false }, { "h.example/x", false, true },
		{ "h.ex?x", false, true }, { "h.ex#x", false, true }, { "h.ex:80", false, true },
		{ "h.ex", false, false }, { "c/x", true, false }, { "co/x", true, true },
		{ ".com/x", false, false }, { ".com/x", true, true }, { "h.c/x", false, false },
		{ "h_a.ex/x", false, false }, { "h-a.ex/x", false, true }, { "h1.ex2/x", false, true },
		{ "h.ex,/x", false, false }, { "", true, false }, { "/x", true, false },
		{ "h..ex/x", false, true }, { "h.ex./x", false, false },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t len = strlen(cases[i].run);

		ok(word_begins_as_host((urlgrep_span){ fenced_copy(cases[i].run, len), len },
		    cases[i].has_dot) == cases[i].begins, "%s begins %sas a host", cases[i].run,
		    cases[i].begins ? "" : "not ");
	}
}

static void
check_titles(void)
{
	static const struct {
		const char *before, *word;
		bool continues;
	} cases[] = {
		{ "http://h/how-to-install", "ions-on-debian", true }, { "http://h/a-b", "c-d-e", true },
		{ "http://h/a-b-c", "d-e", true }, { "http://h/a-b", "c-d", false },
		{ "http://h/a-b-c-d", "e", false }, { "http://h/a", "b-c-d-e", false },
		{ "a-b-c", "d-e", false }, { "http://h-1-2/a", "b-c-d", false },
		{ "http://h/a-b/", "c-d-e", false }, { "http://h/x-y-z/a-b", "c-d", false },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ok(word_continues_title((urlgrep_span){ cases[i].before, strlen(cases[i].before) },
		    (urlgrep_span){ cases[i].word, strlen(cases[i].word) }) == cases[i].continues,
		    "%s|%s: %s", cases[i].before, cases[i].word,
		    cases[i].continues ? "true" : "false");
}

static void
check_punctuation(void)
{
	static const struct {
		unsigned set;
		const char *members;
	} sets[] = { { SENTENCE, ".,;:!?" }, { PAUSE, ",;:!?" }, { QUOTE, "\"'" },
		{ OPENER, "([{" }, { CLOSER, ")]}" }, { SEARCH, "=&?" }, { FIELD, "=&?%#_" },
		{ PART, "=&?%#/" }, { FRONT, "=&?%#/_.~" }, { JOINT, "_+~./" },
		{ HOST_END, "/?#" } };
	size_t i;
	int c;

	for (i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		bool good = true;

		for (c = 0; c < 256; c++)
			good &= is_in((char)c, sets[i].set) ==
			    (c != 0 && strchr(sets[i].members, c) != NULL);
		ok(good, "all bytes of set %u", sets[i].set);
	}
	ok(has_any((urlgrep_span){ "ab.", 3 }, SENTENCE) &&
	    has_any((urlgrep_span){ ".ab", 3 }, SENTENCE) &&
	    !has_any((urlgrep_span){ fenced_copy("ab", 2), 2 }, SENTENCE) &&
	    !has_any((urlgrep_span){ "ab.", 2 }, SENTENCE), "a byte of a set");
	ok(has_class((urlgrep_span){ "..1", 3 }, ASCII_DIGIT) &&
	    has_class((urlgrep_span){ "1..", 3 }, ASCII_DIGIT) &&
	    !has_class((urlgrep_span){ fenced_copy("..", 2), 2 }, ASCII_DIGIT) &&
	    !has_class((urlgrep_span){ "..1", 2 }, ASCII_DIGIT), "a byte of a class");
	ok(has_byte((urlgrep_span){ "ab", 2 }, 'b') && !has_byte((urlgrep_span){ "ab", 1 }, 'b'),
	    "a certain byte");
}

int
main(void)
{
	check_predicates();
	check_frequent_words();
	check_split_endings();
	check_page_endings();
	check_paths();
	check_hosts();
	check_titles();
	check_punctuation();
	return done_testing();
}
