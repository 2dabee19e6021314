/* test_fields.c - the table of fields: unique names and places; lists, dates, and repaired text;
 * the names of parts; options and tables of services */
#include "tap.h"

#include <string.h>

#include "row/fields.h"
#include "row/options.h"

/* ---- the table --- */

static bool
is_same(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

/* Return true if no other field has the same name or the same place in JSON. */
static bool
is_unique(const struct field *one)
{
	const struct field *other;

	for (other = field_table; other->name; other++) {
		if (other == one)
			continue;
		if (is_same(one->name, other->name) || is_same(one->old_name, other->name) ||
		    is_same(one->old_name, other->old_name))
			return false;
		if (one->object == other->object && !((one->sets | other->sets) & OF_ANOTHER) &&
		    other->json.len > 0 && (is_same(one->json.text, other->json.text) ||
		    is_same(one->old_json.text, other->json.text)))
			return false;
	}
	return true;
}

static void
test_table(void)
{
	const struct field *field;

	for (field = field_table; field->name; field++) {
		ok(is_unique(field) && field_named(field->name, strlen(field->name)) == field &&
		    (field->old_name == NULL ||
		    field_named(field->old_name, strlen(field->old_name)) == field),
		    "%s: found by its name, and one old name", field->name);
		ok(!(field->sets & OF_SQL) ||
		    (field->type != FIELD_PARTS && field->type != FIELD_STEPS),
		    "%s: of a type that a column of SQL may have", field->name);
	}
	ok(field - field_table > 60, "%d fields", (int)(field - field_table));
	ok(field_named("nothing", 7) == NULL && field_named("ur", 2) == NULL &&
	    field_named("urls", 4) == NULL, "no field of another name");
}

/* Each field can be read of an error, of a finding in a text, and of a finding outside mail. */
static void
test_rows(void)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	struct details *details = details_new(&(struct search_options){ .grammar = "current" },
	    grammar, NULL);
	urlgrep_scanner *scanner = urlgrep_scanner_new(grammar);
	const char text[] = "http://user@h.example/a?b";
	urlgrep_finding finding = { .length = sizeof(text) - 1 };
	struct row error = { .error = "unread", .path = "file", .details = details };
	struct row row = { .finding = &finding, .details = details };
	const struct field *field;
	struct value value;
	unsigned present = 0;

	urlgrep_judge(scanner, text, sizeof(text) - 1, 0, &finding.url);
	for (field = field_table; field->name; field++) {
		field_get(field, &error, &value);
		ok(value.is_absent == !(is_same(field->name, "type") ||
		    is_same(field->name, "file") || is_same(field->name, "error")),
		    "%s of an error", field->name);
		details_begin(details);
		field_get(field, &row, &value);
		present += !value.is_absent;
		ok(field->source != IN_LOCATION || value.is_absent, "%s of a text", field->name);
	}
	ok(present > 20, "a finding in a text has %u fields", present);
	row.is_denied = true;
	field_get(field_named("verdict", 7), &row, &value);
	ok(value.text.len == 7 && memcmp(value.text.text, "invalid", 7) == 0,
	    "a denied URL is invalid");
	details_free(details);
	urlgrep_scanner_free(scanner);
	urlgrep_grammar_free(grammar);
}

/* ---- values --- */

static void
test_pieces(void)
{
	static const char *const rows[][2] = {
		{ "", "" }, { "a", "a" }, { "caf\xC3\xA9", "caf\xC3\xA9" },
		{ "\xC3", "\xEF\xBF\xBD" }, { "a\xFF\xFE" "b", "a\xEF\xBF\xBD\xEF\xBF\xBD" "b" },
		{ "\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
	};
	size_t i;

	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf got = { .memory = &memory_default };

		field_append_valid(&got, (urlgrep_span){ rows[i][0], strlen(rows[i][0]) });
		strbuf_append_byte(&got, '\0');
		ok(strcmp(got.at, rows[i][1]) == 0, "mended: %s", rows[i][1]);
		strbuf_free(&got);
	}
}

static void
test_lists(void)
{
	const urlgrep_span texts[] = { { "x", 1 }, { "y", 1 } };
	/* the note 1 << 5 has no name */
	struct value words = { .words = 1 << 2 | 1 << 5 | FIELD_RELATIVE,
		.names = URLGREP_NOTE_NAMES };
	struct value list = { .texts = texts, .text_count = 2 };
	urlgrep_span element;
	char got[32] = "";

	while (field_next_element(FIELD_WORDS, &words, &element))
		strncat(got, element.text, element.len);
	ok(strcmp(got, "malformedrelative") == 0, "the words of a set that have names: %s", got);
	got[0] = '\0';
	while (field_next_element(FIELD_TEXTS, &list, &element))
		strncat(got, element.text, element.len);
	ok(strcmp(got, "xy") == 0, "the texts of a list: %s", got);
	ok(!field_next_element(FIELD_TEXTS, &list, &element) &&
	    !field_next_element(FIELD_READINGS, &list, &element) &&
	    !field_next_element(FIELD_TEXT, &list, &element), "no more elements");
}

/* The parts of all grammars are listed once each. */
static void
test_parts(void)
{
	static const char *const some[] = { "scheme", "host", "path", "addr-spec",
		"gopher+_string", "url-path", "uidvalidity", "opath", "digits" };
	const char *name;
	unsigned i, k, found = 0;
	bool is_once = true;

	for (i = 0; (name = field_part_name(i)) != NULL; i++)
		for (k = 0; k < i; k++)
			is_once = is_once && strcmp(name, field_part_name(k)) != 0;
	ok(is_once && i > 60 && i < 100, "%u names of parts", i);
	FOR_EACH(c, some)
		for (i = 0; (name = field_part_name(i)) != NULL; i++)
			found += strcmp(name, *c) == 0;
	ok(found == sizeof(some) / sizeof(some[0]), "parts of each grammar are among them");
}

/* ---- options --- */

#define X50 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

/* Options as text, and the errors in it. */
static void
test_options(void)
{
	static const struct {
		const char *text, *why;
	} rows[] = {
		{ "", "" }, { "all strict no-iri", "" }, { "schemeless \t", "" },
		{ "schemeless=low email=high", "" }, { "only=url,name", "" },
		{ "scheme=http,ftp", "" }, { "refang", "" }, { "refang=hosts", "" },
		{ "unwrap=all", "" }, { "unwrap=gateway,tracker", "" }, { "join=never", "" },
		{ "grammar=rfc1738", "" }, { "links=anchors headers", "" },
		{ "all=x", "all: expected no value, not \"x\"" },
		{ "email=lo", "email: expected \"high\", \"medium\" or \"low\", not \"lo\"" },
		{ "only", "only: expected one or more of \"url\", \"name\" and \"address\", "
		    "as in \"url,name\", not \"\"" },
		{ "only=", "only: expected one or more of \"url\", \"name\" and \"address\", "
		    "as in \"url,name\", not \"\"" },
		{ "only=,", "only: expected one or more of \"url\", \"name\" and \"address\", "
		    "as in \"url,name\", not \",\"" },
		{ "only=url,", "only: expected one or more of \"url\", \"name\" and \"address\", "
		    "as in \"url,name\", not \"url,\"" },
		{ "scheme=,", "scheme: expected one or more schemes, as in \"http,ftp\", "
		    "of less than 256 bytes, not \",\"" },
		{ "refang=host", "refang: expected \"hosts\", not \"host\"" },
		{ "unwrap",
		    "unwrap: expected \"all\", or classes, as in \"gateway,tracker\", not \"\"" },
		{ "unwrap=x",
		    "unwrap: expected \"all\", or classes, as in \"gateway,tracker\", not \"x\"" },
		{ "join", "join: expected \"auto\", \"always\", \"wrapped\" or \"never\", not \"\"" },
		{ "grammar=iri", "grammar: expected \"current\", \"draft\" or \"rfc1738\", not \"iri\"" },
		{ "all nothing", "nothing: unknown option" },
		{ "--all", "--all: unknown option; write it without hyphens" },
		{ X50 "12345678\xC3\xA9", X50 "12345678\xC3\xA9: unknown option" },
		{ X50 "123456789\xC3\xA9", X50 "123456789: unknown option" },
		{ X50 "1234567890\xC3\xA9", X50 "1234567890: unknown option" },
		{ X50 X50 X50 X50 X50 X50, "an option is too long: " X50 "xxxxxxxxxx" },
	};
	struct search_options o;
	char why[256];

	FOR_EACH(row, rows) {
		search_options_init(&o);
		*why = '\0';
		ok(search_options_parse(&o, FOR_MAIL, row->text, why, sizeof(why)) ==
		    (*row->why == '\0') && strcmp(why, row->why) == 0,
		    "options: %s: %s", row->text, why);
	}
	search_options_init(&o);
	search_options_parse(&o, FOR_MAIL, "schemeless=low email only=address strict refang=hosts "
	    "unwrap=gateway join=wrapped default-scheme=https grammar=draft", why, sizeof(why));
	ok((search_text_flags(&o) & (URLGREP_FIND_NAMES | URLGREP_FIND_ADDRESSES)) ==
	    URLGREP_FIND_ADDRESSES && o.least_name == URLGREP_LOW &&
	    o.least_address == URLGREP_MEDIUM && search_grammar_flags(&o) == URLGREP_STRICT &&
	    o.refang && o.refang_hosts && o.unwrap_classes == 1 && o.join == 2 &&
	    o.default_https && strcmp(o.grammar, "draft") == 0, "options: stored");
}

/* Tables of services: a table that was read before is not read again. */
static void
test_wrappers(void)
{
	static const char rows[] = "# mine\n\nours\tgateway\tgate.example\t/go\tq:u\tpct\t-\t-\n",
	    wrong[] = "#\n\0x\n";
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	struct user_wrappers *tables = NULL;
	char why[256];
	const struct user_wrappers *table = user_wrappers_of(&tables, grammar, rows, sizeof(rows) - 1,
	    why, sizeof(why));

	ok(table && table->count == 1 && strncmp(table->rows[0], "ours\t", 5) == 0,
	    "a table of one service: %s", why);
	ok(!user_wrappers_of(&tables, grammar, wrong, sizeof(wrong) - 1, why, sizeof(why)) &&
	    strcmp(why, "line 2: a NUL byte") == 0, "a wrong row: %s", why);
	ok(user_wrappers_of(&tables, grammar, rows, sizeof(rows) - 1, why, sizeof(why)) == table,
	    "the same table again");
	ok(user_wrappers_of(&tables, grammar, rows, sizeof(rows) - 2, why, sizeof(why)) != table,
	    "another table");
	user_wrappers_free(tables);
	urlgrep_grammar_free(grammar);
}

int
main(void)
{
	test_wrappers();
	test_table();
	test_rows();
	test_pieces();
	test_lists();
	test_parts();
	test_options();
	return done_testing();
}
