/* options.c - the options of a search that Python, SQL and Spark have in common */
#include "row/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

_Static_assert(1 << URLGREP_KIND_URL == WANT_URLS && 1 << URLGREP_KIND_NAME == WANT_NAMES &&
    1 << URLGREP_KIND_ADDRESS == WANT_ADDRESSES, "a bit for each kind");

/* ---- services that wrap URLs --- */

/* Return the bit of the class called name[0..len); 0 if there is none. */
static unsigned
class_named(const char *name, size_t len)
{
	const char *known;
	unsigned i;

	if (len == 3 && memcmp(name, "all", 3) == 0)
		return ~0u;
	for (i = 0; (known = urlgrep_unwrap_class_name(i)) != NULL; i++)
		if (strlen(known) == len && memcmp(known, name, len) == 0)
			return 1u << i;
	return 0;
}

bool
unwrap_classes_add(unsigned *classes, const char *names)
{
	for (;;) {
		size_t len = strcspn(names, ",");
		unsigned class = class_named(names, len);

		if (class == 0)
			return false;
		*classes |= class;
		if (names[len] == '\0')
			return true;
		names += len + 1;
	}
}

static void
free_table(struct wrapper_table *table)
{
	if (table == NULL)
		return;
	free(table->rows);
	free(table->text);
	free(table->whole);
	free(table);
}

void
wrapper_tables_free(struct wrapper_table *tables)
{
	while (tables) {
		struct wrapper_table *next = tables->next;

		free_table(tables);
		tables = next;
	}
}

/* Return a copy with a NUL; NULL without memory. */
static char *
copy_text(const char *text, size_t len)
{
	char *copy = malloc(len + 1);

	if (copy) {
		memcpy(copy, text, len);
		copy[len] = '\0';
	}
	return copy;
}

static struct wrapper_table *
new_table(const char *text, size_t len)
{
	struct wrapper_table *table = calloc(1, sizeof(*table));

	if (table == NULL)
		return NULL;
	table->len = len;
	table->text = copy_text(text, len);
	table->whole = copy_text(text, len);
	table->rows = malloc((len / 2 + 1) * sizeof(*table->rows)); /* more than lines */
	if (table->text && table->whole && table->rows)
		return table;
	free_table(table);
	return NULL;
}

/* List the rows, which are cut apart, and try each. */
static bool
read_rows(struct wrapper_table *table, urlgrep_unwrapper *unwrapper, char *why, size_t size)
{
	char *row, *end;
	const char *reason = "";
	unsigned line;

	for (row = table->text, line = 1; *row; row = end, line++) {
		end = row + strcspn(row, "\n");
		if (*end)
			*end++ = '\0';
		if (*row == '\0' || *row == '#')
			continue;
		switch (urlgrep_unwrapper_add(unwrapper, row, strlen(row), &reason)) {
		case URLGREP_OK:
			table->rows[table->count++] = row;
			break;
		case URLGREP_NOMEM:
			return false;
		default:
			snprintf(why, size, "line %u: %s", line, reason);
			return false;
		}
	}
	return true;
}

static struct wrapper_table *
make_table(const urlgrep_grammar *grammar, const char *text, size_t len, char *why,
    size_t size)
{
	urlgrep_unwrapper *unwrapper = urlgrep_unwrapper_new(grammar, 0);
	struct wrapper_table *table = unwrapper ? new_table(text, len) : NULL;

	if (table && !read_rows(table, unwrapper, why, size)) {
		free_table(table);
		table = NULL;
	}
	urlgrep_unwrapper_free(unwrapper);
	return table;
}

const struct wrapper_table *
wrapper_table_of(struct wrapper_table **tables, const urlgrep_grammar *grammar,
    const char *text, size_t len, char *why, size_t size)
{
	struct wrapper_table *table;

	*why = '\0';
	for (table = *tables; table; table = table->next)
		if (table->len == len && memcmp(table->whole, text, len) == 0)
			return table;
	table = make_table(grammar, text, len, why, size);
	if (table) {
		table->next = *tables;
		*tables = table;
	}
	return table;
}

bool
wrapper_table_add(const struct wrapper_table *table, urlgrep_unwrapper *unwrapper)
{
	size_t i;

	for (i = 0; table && i < table->count; i++)
		if (urlgrep_unwrapper_add(unwrapper, table->rows[i], strlen(table->rows[i]),
		    NULL) == URLGREP_NOMEM)
			return false;
	return true;
}

/* ---- options --- */

void
search_options_init(struct search_options *o)
{
	*o = (struct search_options){ .grammar = "current", .kinds = WANT_URLS,
		.least_name = URLGREP_MEDIUM, .least_address = URLGREP_MEDIUM,
		.unwrap_classes = URLGREP_UNWRAP_DEFAULT };
}

/* ---- values --- */

/* Set *index to the place of a word in a table that ends with NULL. */
static bool
find_word(const char *const *words, const char *value, unsigned *index)
{
	unsigned i;

	for (i = 0; value && words[i]; i++)
		if (strcmp(words[i], value) == 0) {
			*index = i;
			return true;
		}
	return false;
}

static bool
set_grammar(struct search_options *o, const char *value)
{
	const char *name;
	unsigned i;

	for (i = 0; value && (name = urlgrep_grammar_name(i)) != NULL; i++)
		if (strcmp(name, value) == 0 && urlgrep_grammar_base(name) == NULL) {
			o->grammar = name;
			return true;
		}
	return false;
}

static bool
set_join(struct search_options *o, const char *value)
{
	static const char *const words[] = { [URLGREP_MAIL_JOIN_AUTO] = "auto",
		[URLGREP_MAIL_JOIN_ALWAYS] = "always",
		[URLGREP_MAIL_JOIN_WRAPPED] = "wrapped",
		[URLGREP_MAIL_JOIN_NEVER] = "never", NULL };
	unsigned index = URLGREP_MAIL_JOIN_AUTO;
	bool is_known = find_word(words, value, &index);

	o->join = (urlgrep_mail_join)index;
	return is_known;
}

static bool
set_all(struct search_options *o, const char *value)
{
	o->all = true;
	return value == NULL;
}

static bool
set_strict(struct search_options *o, const char *value)
{
	o->strict = true;
	o->grammar_flags |= URLGREP_STRICT;
	return value == NULL;
}

static bool
set_no_iri(struct search_options *o, const char *value)
{
	o->grammar_flags |= URLGREP_NO_IRI;
	return value == NULL;
}

/* Set the least certainty that is wanted, by default medium. */
static bool
set_certainty(urlgrep_confidence *least, const char *value)
{
	static const char *const words[] = { [URLGREP_HIGH] = "high",
		[URLGREP_MEDIUM] = "medium", [URLGREP_LOW] = "low", NULL };
	unsigned index = URLGREP_MEDIUM;
	bool is_known = value == NULL || find_word(words, value, &index);

	*least = (urlgrep_confidence)index;
	return is_known;
}

static bool
set_schemeless(struct search_options *o, const char *value)
{
	o->kinds |= o->has_only ? 0 : WANT_NAMES;
	return set_certainty(&o->least_name, value);
}

static bool
set_email(struct search_options *o, const char *value)
{
	o->kinds |= o->has_only ? 0 : WANT_ADDRESSES;
	return set_certainty(&o->least_address, value);
}

/* Return the length of the first word of a list, and set *next to what follows it; 0 and NULL
 * at the end. */
static size_t
take_word(const char *list, const char **next)
{
	size_t len;

	list += strspn(list, ",");
	len = strcspn(list, ",");
	*next = len ? list + len : NULL;
	return len;
}

/* Return the bit that stands for the kind of finding with the name name[0..len), such as
 * "address"; 0 if there is no such kind. */
static unsigned
kind_named(const char *name, size_t len)
{
	const char *known;
	unsigned i;

	for (i = 0; (known = urlgrep_kind_name((urlgrep_kind)i)) != NULL; i++)
		if (strlen(known) == len && memcmp(known, name, len) == 0)
			return 1u << i;
	return 0;
}

static bool
set_only(struct search_options *o, const char *value)
{
	const char *next = value;
	size_t len;

	o->has_only = true;
	o->kinds = 0;
	while (next && (len = take_word(next, &next)) > 0) {
		unsigned kind = kind_named(next - len, len);

		if (kind == 0)
			return false;
		o->kinds |= kind;
	}
	return o->kinds != 0;
}

static bool
set_scheme(struct search_options *o, const char *value)
{
	const char *next;

	if (value == NULL || strlen(value) >= sizeof(o->schemes) ||
	    take_word(value, &next) == 0)
		return false;
	memcpy(o->schemes, value, strlen(value) + 1);
	return true;
}

static bool
set_default_scheme(struct search_options *o, const char *value)
{
	static const char *const words[] = { "http", "https", NULL };
	unsigned index = 0;
	bool is_known = find_word(words, value, &index);

	o->default_https = index == 1;
	return is_known;
}

static bool
set_refang(struct search_options *o, const char *value)
{
	o->refang = true;
	o->refang_hosts = value != NULL;
	return value == NULL || strcmp(value, "hosts") == 0;
}

static bool
set_unwrap(struct search_options *o, const char *value)
{
	o->unwrap_classes = 0;
	return value && unwrap_classes_add(&o->unwrap_classes, value);
}

static bool
set_headers(struct search_options *o, const char *value)
{
	o->headers = true;
	return value == NULL;
}

static bool
set_links(struct search_options *o, const char *value)
{
	static const char *const words[] = { "all", "anchors", NULL };
	unsigned index = 0;
	bool is_known = find_word(words, value, &index);

	o->only_anchors = index == 1;
	return is_known;
}

/* ---- the table --- */

#define CERTAINTIES "\"high\", \"medium\" or \"low\""

enum { FOR_SEARCH = FOR_TEXT | FOR_MAIL, ANY_USE = FOR_SEARCH | FOR_JUDGING };

static const struct search_option rows[] = {
	{ "grammar", OPTION_WORD, ANY_USE,
	    "\"current\", \"draft\" or \"rfc1738\"", set_grammar },
	{ "no_iri", OPTION_FLAG, ANY_USE, "no value", set_no_iri },
	{ "strict", OPTION_FLAG, FOR_SEARCH, "no value", set_strict },
	{ "all", OPTION_FLAG, FOR_SEARCH, "no value", set_all },
	{ "schemeless", OPTION_OPTIONAL_WORD, FOR_SEARCH, CERTAINTIES, set_schemeless },
	{ "email", OPTION_OPTIONAL_WORD, FOR_SEARCH, CERTAINTIES, set_email },
	{ "only", OPTION_WORD, FOR_SEARCH, "a list of \"url\", \"name\" and \"address\"",
	    set_only },
	{ "scheme", OPTION_WORD, FOR_SEARCH,
	    "a list such as \"http,ftp\", of less than 256 bytes", set_scheme },
	{ "default_scheme", OPTION_WORD, FOR_SEARCH, "\"http\" or \"https\"",
	    set_default_scheme },
	{ "refang", OPTION_OPTIONAL_WORD, FOR_SEARCH, "\"hosts\" or nothing", set_refang },
	{ "unwrap", OPTION_WORD, ANY_USE, "\"all\", or a list such as \"gateway,tracker\"",
	    set_unwrap },
	{ "join", OPTION_WORD, FOR_SEARCH, "\"auto\", \"always\", \"wrapped\" or \"never\"",
	    set_join },
	{ "headers", OPTION_FLAG, FOR_MAIL, "no value", set_headers },
	{ "links", OPTION_WORD, FOR_MAIL, "\"all\" or \"anchors\"", set_links },
};

const struct search_option *
search_option_at(unsigned index)
{
	return index < sizeof(rows) / sizeof(rows[0]) ? &rows[index] : NULL;
}

/* ---- options as a text --- */

static bool
is_option_name(const char *name, const char *given)
{
	for (; *name && (*name == *given || (*name == '_' && *given == '-')); name++)
		given++;
	return *name == *given;
}

static const struct search_option *
option_named(const char *given, unsigned use)
{
	const struct search_option *row;
	unsigned i;

	for (i = 0; (row = search_option_at(i)) != NULL; i++)
		if (row->uses & use && is_option_name(row->name, given))
			return row;
	return NULL;
}

/* Return how many bytes of a text a message shows: at most 60, no part of a character. */
static int
shown_length(const char *text)
{
	enum { MAX_SHOWN_BYTES = 60 };
	size_t len = strnlen(text, MAX_SHOWN_BYTES + 1);

	if (len > MAX_SHOWN_BYTES)
		for (len = MAX_SHOWN_BYTES; len > 0 && utf8_is_continuation(text[len]);)
			len--;
	return (int)len;
}

/* Set one option, "NAME" or "NAME=VALUE". */
static bool
set_word(struct search_options *o, unsigned use, char *word, char *why, size_t size)
{
	const struct search_option *row;
	char *value = strchr(word, '=');

	if (value)
		*value++ = '\0';
	row = option_named(word, use);
	if (row == NULL)
		snprintf(why, size, "unknown option: %.*s", shown_length(word), word);
	else if (row->set(o, value))
		return true;
	else
		snprintf(why, size, "%s: expected %s, not \"%.*s\"", row->name,
		    row->expected, value ? shown_length(value) : 0, value ? value : "");
	return false;
}

bool
search_options_parse(struct search_options *o, unsigned use, const char *text, char *why,
    size_t size)
{
	static const char blanks[] = " \t\n";
	char word[MAX_SCHEME_BYTES + 16];

	for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
		size_t len = strcspn(text, blanks);

		if (len >= sizeof(word)) {
			snprintf(why, size, "an option is too long: %.*s",
			    shown_length(text), text);
			return false;
		}
		memcpy(word, text, len);
		word[len] = '\0';
		if (!set_word(o, use, word, why, size))
			return false;
		text += len;
	}
	return true;
}

/* ---- what they mean together --- */

/* Return true if the URL has one of the schemes that were asked for. An invalid URL has no
 * parts: its scheme is what stands before the first colon. */
static bool
wants_scheme(const struct search_options *o, urlgrep_span url)
{
	const char *colon, *next = o->schemes;
	size_t before, len;

	if (*next == '\0')
		return true;
	colon = memchr(url.text, ':', url.len);
	before = colon ? (size_t)(colon - url.text) : 0;
	while (next && (len = take_word(next, &next)) > 0)
		if (len == before && ascii_equal(url.text, next - len, len))
			return true;
	return false;
}

bool
search_wants(const struct search_options *o, const urlgrep_finding *f)
{
	urlgrep_status verdict = f->url.verdict;

	if (!o->all && verdict != URLGREP_OK && (verdict != URLGREP_LOOSE || o->strict))
		return false;
	if (!(o->kinds >> f->kind & 1) || !wants_scheme(o, f->url.text))
		return false;
	return f->kind == URLGREP_KIND_URL || f->certainty <=
	    (f->kind == URLGREP_KIND_NAME ? o->least_name : o->least_address);
}

/* Return the flags for names and addresses. */
static unsigned
scanner_flags(const struct search_options *o)
{
	bool names = o->kinds & WANT_NAMES, addresses = o->kinds & WANT_ADDRESSES;

	return (names ? URLGREP_FIND_NAMES : 0) |
	    (names && o->least_name == URLGREP_LOW ? URLGREP_LOW_NAMES : 0) |
	    (addresses ? URLGREP_FIND_ADDRESSES : 0) |
	    (addresses && o->least_address == URLGREP_LOW ? URLGREP_LOW_ADDRESSES : 0) |
	    (o->default_https ? URLGREP_SUPPLY_HTTPS : 0);
}

unsigned
search_text_flags(const struct search_options *o)
{
	static const unsigned joins[] = { [URLGREP_MAIL_JOIN_AUTO] = URLGREP_NOT_MAIL,
		[URLGREP_MAIL_JOIN_ALWAYS] = 0,
		[URLGREP_MAIL_JOIN_WRAPPED] = URLGREP_JOIN_WRAPPED,
		[URLGREP_MAIL_JOIN_NEVER] = URLGREP_JOIN_NEVER };

	return joins[o->join] | URLGREP_LAST | (o->all ? URLGREP_FIND_MALFORMED : 0) |
	    scanner_flags(o) | (o->refang ? URLGREP_REFANG : 0) |
	    (o->refang_hosts ? URLGREP_REFANG_HOSTS : 0);
}

urlgrep_mail_options
search_mail_options(const struct search_options *o)
{
	return (urlgrep_mail_options){ .size = sizeof(urlgrep_mail_options),
		.flags = URLGREP_MAIL_COUNT_LINES | (o->headers ? URLGREP_MAIL_HEADERS : 0) |
		    (o->only_anchors ? URLGREP_MAIL_ANCHORS : 0) |
		    (o->all ? URLGREP_MAIL_MALFORMED : 0) |
		    (o->refang ? URLGREP_MAIL_REFANG : 0) |
		    (o->refang_hosts ? URLGREP_MAIL_REFANG_HOSTS : 0),
		.join = o->join, .scanner_flags = scanner_flags(o),
		.wrappers = o->wrappers ? o->wrappers->rows : NULL,
		.wrapper_count = o->wrappers ? o->wrappers->count : 0 };
}
