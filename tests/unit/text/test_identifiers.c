/* test_identifiers.c - commit ids, tags and Message-IDs that a line break divides */
#include <string.h>

#include "tap.h"
#include "text/identifiers.h"

#define URL "http://h.example/"
#define HEX10 "0123abcdef"
#define HEX30 HEX10 HEX10 HEX10
#define HEX40 HEX30 HEX10
#define HEX64 HEX40 HEX10 HEX10 "9af8"

static bool
is_commit(urlgrep_span before, urlgrep_span word)
{
	(void)before;
	return identifier_is_commit(word);
}

typedef bool identifier(urlgrep_span before, urlgrep_span word);

static const struct identifier_case {
	identifier *is;
	const char *before, *word;
	bool answer;
} cases[] = {
	/* the whole id of a commit */
	{ is_commit, "", HEX40, true },
	{ is_commit, "", HEX64, true },
	{ is_commit, "", HEX30 "0123abcde", false },
	{ is_commit, "", HEX40 "0", false },
	{ is_commit, "", HEX40 HEX10 HEX10 "9af", false },
	{ is_commit, "", HEX64 "0", false },
	{ is_commit, "", HEX30 "0123abcdeA", false },
	{ is_commit, "", HEX30 "0123abcdeF", false },
	{ is_commit, "", HEX30 "0123abcdeg", false },
	{ is_commit, "", "g" HEX30 "0123abcde", false },
	{ is_commit, "", HEX40 ",", true },
	{ is_commit, "", HEX40 "/a", true },
	{ is_commit, "", HEX40 "g", false },
	{ is_commit, "", HEX40 "A", false },
	{ is_commit, "", "", false },
	/* in two pieces */
	{ identifier_is_divided_commit, URL HEX30, HEX10, true },
	{ identifier_is_divided_commit, URL HEX30, "0123abcde", false },
	{ identifier_is_divided_commit, URL HEX30, HEX10 "1", false },
	{ identifier_is_divided_commit, URL HEX40, HEX10 HEX10 "9af8", true },
	{ identifier_is_divided_commit, URL HEX40, HEX10 HEX10 "9af", false },
	{ identifier_is_divided_commit, URL "0", HEX30 "0123abcde", true },
	{ identifier_is_divided_commit, URL HEX30 "0123abcde", "f", true },
	{ identifier_is_divided_commit, URL, HEX40, true },
	{ identifier_is_divided_commit, URL "?id=", HEX40, true },
	{ identifier_is_divided_commit, URL HEX40, ".", false },
	{ identifier_is_divided_commit, URL HEX40, "", false },
	{ identifier_is_divided_commit, URL HEX30, HEX10 ").", true },
	{ identifier_is_divided_commit, URL HEX30, HEX10 "x", false },
	{ identifier_is_divided_commit, URL "A" HEX30, HEX10, false },
	{ identifier_is_divided_commit, URL "g" HEX30, HEX10, false },
	{ identifier_is_divided_commit, URL "-" HEX30, HEX10, true },
	{ identifier_is_divided_commit, HEX30, HEX10, false },
	/* a tag or branch */
	{ identifier_is_tag, URL "a", "tags/v1", true },
	{ identifier_is_tag, URL "1", "tags/v", true },
	{ identifier_is_tag, URL "a", "tags/", false },
	{ identifier_is_tag, URL "a", "tags", false },
	{ identifier_is_tag, URL, "tags/v1", false },
	{ identifier_is_tag, URL "a-", "tags/v1", false },
	{ identifier_is_tag, URL "a", "refs/tags/v1", true },
	{ identifier_is_tag, URL "a", "refs/heads/main", true },
	{ identifier_is_tag, URL "a", "refs/notes/x", false },
	{ identifier_is_tag, URL "a", "Tags/v1", false },
	/* a Message-ID */
	{ identifier_is_message_id, URL "1234567-", "a@h.example", true },
	{ identifier_is_message_id, URL "123456-", "a@h.example", false },
	{ identifier_is_message_id, URL "1234abc-", "a@h.example", true },
	{ identifier_is_message_id, URL "123xabc-", "a@h.example", false },
	{ identifier_is_message_id, URL "abc123x-", "a@h.example", false },
	{ identifier_is_message_id, URL "1234abcd", "a@h.example", false },
	{ identifier_is_message_id, URL "1234abcd", "a1@h.example", true },
	{ identifier_is_message_id, URL "1234abcd", "a@h1.example", false },
	{ identifier_is_message_id, URL "1234abcd", "-a@h.example", true },
	{ identifier_is_message_id, URL "1234abcd", "xa@h.example", false },
	{ identifier_is_message_id, URL "1234abcd", "@h.example/T/", true },
	{ identifier_is_message_id, URL "1234abcd", "@h.org", true },
	{ identifier_is_message_id, URL "1234abcd", "@h.7", true },
	{ identifier_is_message_id, URL "1234abcd", "@ann", false },
	{ identifier_is_message_id, URL "1234abcd", "@ann.", false },
	{ identifier_is_message_id, URL "1234abcd", "@ann./", false },
	{ identifier_is_message_id, URL "1234abcd", "@.example", false },
	{ identifier_is_message_id, URL "abcd1234", "-a@h.example", true },
	{ identifier_is_message_id, URL "1234abcd", "-a", false },
	{ identifier_is_message_id, URL "?1234567-", "a@h.example", false },
	{ identifier_is_message_id, URL "1234/abcdefg-", "a@h.example", false },
	{ identifier_is_message_id, URL, "12345678.a@h.example", true },
	{ identifier_is_message_id, URL, "1234567.a@h.example", false },
	{ identifier_is_message_id, URL, "1234567.a@h8.example", false },
	{ identifier_is_message_id, "http://", "12345678.a@h.example", false },
	{ identifier_is_message_id, "http://12345678", "1a@h.example", false },
	{ identifier_is_message_id, "news:12345678", "1a@h.example", false },
};

/* A text between a slash and digits, which must not be read. */
struct text {
	char bytes[128];
	urlgrep_span span;
};

static void
set_text(struct text *t, const char *text)
{
	size_t len = strlen(text);

	memset(t->bytes, '7', sizeof(t->bytes));
	t->bytes[0] = '/';
	memcpy(t->bytes + 1, text, len);
	t->span = (urlgrep_span){ t->bytes + 1, len };
}

int
main(void)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct identifier_case *c = &cases[i];
		struct text before, word;

		set_text(&before, c->before);
		set_text(&word, c->word);
		if (!ok(c->is(before.span, word.span) == c->answer, "identifier case %d",
			(int)i))
			printf("# %s | %s\n# expected: %s\n", c->before, c->word,
			    c->answer ? "true" : "false");
	}
	return done_testing();
}
