/* options.c - the search options that the command, Python, SQL and Spark have in common */
#include "row/options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urlgrep_tools.h"
#include "util/ascii.h"
#include "util/uri.h"
#include "util/utf8.h"

/* ---- services that wrap URLs --- */

void
user_wrappers_free(struct user_wrappers *tables)
{
	while (tables) {
		struct user_wrappers *next = tables->next;

		free(tables);
		tables = next;
	}
}

/* Return a table without rows, with a copy of the text to be split; NULL if out of memory. */
static struct user_wrappers *
new_table(const char *text, size_t len)
{
	size_t rows = (len / 2 + 1) * sizeof(char *); /* more than the number of lines */
	struct user_wrappers *table = calloc(1, sizeof(*table) + rows + 2 * (len + 1));

	if (table == NULL)
		return NULL;
	table->len = len;
	table->whole = (char *)table->rows + rows;
	memcpy(table->whole, text, len);
	memcpy(table->whole + len + 1, text, len);
	return table;
}

/* Split the text into rows, add each to the unwrapper to check it, and list them. */
static bool
read_rows(struct user_wrappers *table, urlgrep_unwrapper *unwrapper, char *why, size_t size)
{
	char *row = table->whole + table->len + 1, *last = row + table->len, *end;
	const char *reason = "";
	unsigned line;

	for (line = 1; row < last; row = end + 1, line++) {
		urlgrep_status status;
		size_t len = ascii_find(row, (size_t)(last - row), '\n');

		end = row + len;
		len -= len > 0 && end[-1] == '\r';
		row[len] = *end = '\0';
		if (len == 0 || *row == '#')
			continue;
		status = urlgrep_unwrapper_add(unwrapper, row, len, &reason);
		if (status == URLGREP_REJECTED)
			snprintf(why, size, "line %u: %s", line, reason);
		if (status != URLGREP_OK)
			return false;
		table->rows[table->count++] = row;
	}
	return true;
}

const struct user_wrappers *
user_wrappers_of(struct user_wrappers **tables, const urlgrep_grammar *grammar,
    const char *text, size_t len, char *why, size_t size)
{
	struct user_wrappers *table;
	urlgrep_unwrapper *unwrapper;

	*why = '\0';
	for (table = *tables; table; table = table->next)
		if (table->len == len && memcmp(table->whole, text, len) == 0)
			return table;
	table = new_table(text, len);
	unwrapper = urlgrep_unwrapper_new(grammar, 0);
	if (table && unwrapper && read_rows(table, unwrapper, why, size)) {
		table->next = *tables;
		*tables = table;
	} else {
		free(table);
		table = NULL;
	}
	urlgrep_unwrapper_free(unwrapper);
	return table;
}

/* ---- default values and grammars --- */

void
search_options_init(struct search_options *o)
{
	*o = (struct search_options){ .grammar = "current", .least_name = URLGREP_MEDIUM,
		.least_address = URLGREP_MEDIUM, .unwrap_classes = URLGREP_UNWRAP_DEFAULT };
}

unsigned
search_grammar_flags(const struct search_options *o)
{
	return (o->strict ? URLGREP_STRICT : 0) | (o->no_iri ? URLGREP_NO_IRI : 0);
}

#include "row/option_table.h"

/* ---- setting an option --- */

/* Return the i-th word, not counting row->last. */
static const char *
listed_word(const struct search_option *row, unsigned i)
{
	return row->names ? urlgrep_name(row->names, i) : row->word ? row->word(i) :
	    row->words ? row->words[i] : NULL;
}

const char *
search_option_word(const struct search_option *row, unsigned i)
{
	const char *word = listed_word(row, i);

	return word == NULL && i > 0 && listed_word(row, i - 1) ? row->last : word;
}

bool
search_option_find_word(const struct search_option *row, const char *value, size_t len,
    unsigned *index)
{
	const char *word;

	for (*index = 0; (word = search_option_word(row, *index)) != NULL; (*index)++)
		if (strlen(word) == len && memcmp(word, value, len) == 0)
			return true;
	return false;
}

/* Set *set to the bits of the words in a list; "all" stands for all bits. */
static bool
read_words(const struct search_option *row, const char *value, unsigned *set)
{
	unsigned index;

	*set = 0;
	for (;; value++) {
		size_t len = strcspn(value, ",");

		if (!search_option_find_word(row, value, len, &index))
			return false;
		*set |= len == 3 && memcmp(value, "all", 3) == 0 ? ~0u : 1u << index;
		value += len;
		if (*value == '\0')
			return true;
	}
}

/* Store a value that is not NULL. Return false if it is not one of the expected values. */
static bool
store(const struct search_option *row, void *member, const char *value)
{
	unsigned index = 0;
	char *schemes;

	switch (row->type) {
	case OPTION_WORDS:
		return read_words(row, value, member);
	case OPTION_SCHEMES:
		if (value[strspn(value, ",")] == '\0' || strlen(value) >= MAX_SCHEME_LIST_BYTES)
			return false;
		for (schemes = member; *value; value++)
			*schemes++ = *value == ',' ? ' ' : ascii_lower(*value);
		*schemes = '\0';
		return true;
	default: /* expect a word, of which an option without a value has none */
		if (!search_option_find_word(row, value, strlen(value), &index))
			return false;
		if (row->type == OPTION_NAME)
			*(const char **)member = search_option_word(row, index);
		else
			*(unsigned *)member = row->first + index;
		return true;
	}
}

/* Store the option without a value. Return false if it needs a value. */
static bool
store_absent(const struct search_option *row, void *member)
{
	if (row->type == OPTION_FLAG)
		*(bool *)member = true;
	else if (row->type == OPTION_SET)
		*(unsigned *)member = row->first;
	else if (row->type == OPTION_BITS)
		*(unsigned *)member |= row->first;
	else if (row->type == OPTION_OPTIONAL_WORD)
		*(unsigned *)member = row->absent;
	else
		return false;
	return true;
}

bool
search_option_set(void *at, const struct search_option *row, const char *value)
{
	void *member = (char *)at + row->member;

	if (value ? !store(row, member, value) : !store_absent(row, member))
		return false;
	if (row->flag)
		*(bool *)((char *)at + row->flag) = true;
	return true;
}

/* ---- options given as text --- */

static bool
is_option_name(const char *name, const char *given)
{
	for (; *name && (*name == *given || (*name == '_' && *given == '-')); name++)
		given++;
	return *name == *given;
}

const struct search_option *
search_option_named(const char *given, unsigned use)
{
	const struct search_option *row = search_option_table;

	while (row->name && !(row->uses & use && is_option_name(row->name, given)))
		row++;
	return row->name ? row : NULL;
}

/* Return how many bytes of a text a message shows: at most 60, and only whole characters. */
static int
shown_length(const char *text)
{
	enum { MAX_SHOWN_BYTES = 60 };

	return (int)utf8_cut(text, strnlen(text, MAX_SHOWN_BYTES + 1), MAX_SHOWN_BYTES);
}

/* Set an option from "NAME" or "NAME=VALUE". */
static bool
set_word(struct search_options *o, unsigned use, char *word, char *why, size_t size)
{
	const struct search_option *row;
	char *value = strchr(word, '=');

	if (value)
		*value++ = '\0';
	row = search_option_named(word, use);
	if (row == NULL)
		snprintf(why, size, "%.*s: unknown option%s", shown_length(word), word,
		    *word == '-' ? "; write it without hyphens" : "");
	else if (search_option_set(o, row, value))
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
	char word[MAX_SCHEME_LIST_BYTES + 16];

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

/* ---- combinations of options --- */

bool
search_accepts(const struct search_options *o, urlgrep_verdict verdict)
{
	return verdict == URLGREP_VALID || (verdict == URLGREP_LOOSE && !o->strict);
}

/* Return true if findings of that kind are wanted. */
static bool
finds_kind(const struct search_options *o, urlgrep_kind kind)
{
	if (o->only)
		return o->only >> kind & 1;
	return kind == URLGREP_KIND_URL || (kind == URLGREP_KIND_NAME ? o->schemeless : o->email);
}

bool
search_wants_kind(const struct search_options *o, const urlgrep_finding *f)
{
	if (!finds_kind(o, f->kind))
		return false;
	return f->kind == URLGREP_KIND_URL || f->certainty <=
	    (f->kind == URLGREP_KIND_NAME ? o->least_name : o->least_address);
}

bool
search_wants(const struct search_options *o, const urlgrep_finding *f)
{
	urlgrep_span url = f->url.text;

	if (!(o->all || search_accepts(o, f->url.verdict)) || !search_wants_kind(o, f))
		return false;
	return *o->schemes == '\0' || word_list_has(o->schemes, url.text, uri_scheme_length(url));
}

/* Return the flags for texts and for mail. */
static unsigned
common_flags(const struct search_options *o)
{
	bool names = finds_kind(o, URLGREP_KIND_NAME);
	bool addresses = finds_kind(o, URLGREP_KIND_ADDRESS);

	_Static_assert(URLGREP_JOIN_WRAPPED == URLGREP_JOIN_ALWAYS << 1 &&
	    URLGREP_JOIN_NEVER == URLGREP_JOIN_ALWAYS << 2, "in the order of the words");

	return URLGREP_ALL | (o->join ? (unsigned)URLGREP_JOIN_ALWAYS << (o->join - 1) : 0) |
	    (o->all ? URLGREP_FIND_MALFORMED : 0) | (o->refang ? URLGREP_REFANG : 0) |
	    (o->refang_hosts ? URLGREP_REFANG_HOSTS : 0) |
	    (names ? URLGREP_FIND_NAMES : 0) |
	    (names && o->least_name == URLGREP_LOW ? URLGREP_LOW_NAMES : 0) |
	    (addresses ? URLGREP_FIND_ADDRESSES : 0) |
	    (addresses && o->least_address == URLGREP_LOW ? URLGREP_LOW_ADDRESSES : 0) |
	    (o->default_https ? URLGREP_SUPPLY_HTTPS : 0);
}

unsigned
search_text_flags(const struct search_options *o)
{
	return common_flags(o) | URLGREP_LAST | (o->join == 0 ? URLGREP_NOT_MAIL : 0);
}

urlgrep_mail_options
search_mail_options(const struct search_options *o)
{
	return (urlgrep_mail_options){ .size = sizeof(urlgrep_mail_options),
		.flags = URLGREP_COUNT_LINES | common_flags(o) |
		    (o->headers ? URLGREP_HEADERS : 0) |
		    (o->only_anchors ? URLGREP_ANCHORS : 0),
		.wrappers = o->wrappers ? o->wrappers->rows : NULL,
		.wrapper_count = o->wrappers ? o->wrappers->count : 0 };
}
