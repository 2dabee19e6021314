/* combinations.c - which options cannot be combined */
#include "cmd/combinations.h"

#include <string.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "util/strbuf.h"

bool
combinations_report(const char *option, const char *other)
{
	struct strbuf reason = { .memory = &xmalloc_memory };

	strbuf_append_string(&reason, "cannot be combined with ");
	strbuf_append(&reason, other, strlen(other) + 1);
	message(option, reason.at);
	strbuf_free(&reason);
	return false;
}

/* ---- which options were given --- */

/* The options that are about combinations, and whether each was given. */
#define OPTIONS(ROW) \
	ROW(RANGE, "--range", o->has_range) \
	ROW(PIECES, "--pieces", o->piece_bytes > 0) \
	ROW(CHECK, "--check", o->check) \
	ROW(RECURSIVE, "--recursive", o->recursive) \
	ROW(RESOLVE, "--resolve", o->resolve) \
	ROW(JSON, "--json", strcmp(o->format, "json") == 0) \
	ROW(CSV, "--csv", strcmp(o->format, "csv") == 0) \
	ROW(TSV, "--tsv", strcmp(o->format, "tsv") == 0) \
	ROW(FORMAT, "--format", strcmp(o->format, "format") == 0) \
	ROW(HTML, "--html", strcmp(o->format, "html") == 0) \
	ROW(WITHOUT, "--without", strcmp(o->format, "without") == 0) \
	ROW(MAX_COUNT, "--max-count", o->max_count >= 0) \
	ROW(DEFANG, "--defang", o->defang) \
	ROW(QUIET, "--quiet", o->quiet) \
	ROW(COUNT, "--count", o->count) \
	ROW(FILES_WITH_MATCHES, "--files-with-matches", o->files_with) \
	ROW(FILES_WITHOUT_MATCH, "--files-without-match", o->files_without) \
	ROW(PART, "--part", o->parts.count > 0) \
	ROW(EXPLAIN, "--explain", o->explain) \
	ROW(ALL_READINGS, "--readings=all", o->all_readings) \
	ROW(NUL_NAMES, "--null", o->null_names) \
	ROW(NUL_DATA, "--null-data", o->null_data) \
	ROW(UNIQUE, "--unique", o->unique) \
	ROW(WITH_FILENAME, "--with-filename", o->filename == WHEN_ALWAYS) \
	ROW(LINE_NUMBER, "--line-number", o->line_number) \
	ROW(BYTE_OFFSET, "--byte-offset", o->byte_offset) \
	ROW(WITH_MESSAGE, "--with-message", o->with_message) \
	ROW(CONTEXT, "--context", o->lines_before > 0 || o->lines_after > 0) \
	ROW(HEADERS, "--headers", o->headers) \
	ROW(FROM, "--from", o->from.count > 0) \
	ROW(TO, "--to", o->to.count > 0) \
	ROW(SUBJECT, "--subject", o->subjects.count > 0) \
	ROW(SINCE, "--since", o->since != NULL) \
	ROW(UNTIL, "--until", o->until != NULL) \
	ROW(WARN, "--warn", o->warn) \
	ROW(RAW, "--raw", o->raw) \
	ROW(INVALID, "--invalid", o->selection == SELECT_INVALID) \
	ROW(PRINT_MESSAGE, "--print-message", o->print_message) \
	ROW(IRI, "--iri", o->iri == IRI_ON) \
	ROW(GRAMMAR, "--grammar", strcmp(o->grammar, "current") != 0)

enum option_id {
	NO_OPTION,
#define ID(id, name, is_given) id,
	OPTIONS(ID)
#undef ID
	OPTION_COUNT
};

struct given {
	const char *name;
	bool is_given;
};

/* Look up whether each option was given. */
static void
list_given(const struct options *o, struct given given[OPTION_COUNT])
{
#define GIVEN(id, name, is_given) [id] = { name, is_given },
	const struct given list[OPTION_COUNT] = { OPTIONS(GIVEN) };
#undef GIVEN

	memcpy(given, list, sizeof(list));
}

uint64_t
combinations_given(const struct options *o)
{
	struct given given[OPTION_COUNT];
	uint64_t bits = 0;
	size_t i;

	_Static_assert(OPTION_COUNT <= 64, "a bit for each");
	list_given(o, given);
	for (i = 0; i < OPTION_COUNT; i++)
		bits |= (uint64_t)given[i].is_given << i;
	return bits;
}

/* Report the configuration file if the option was set there. Return false. */
static bool
report_place(const struct options *o, enum option_id option)
{
	struct strbuf reason = { .memory = &xmalloc_memory };
	struct given given[OPTION_COUNT];

	list_given(o, given);
	strbuf_append_string(&reason, "this is where ");
	strbuf_append_string(&reason, given[option].name);
	strbuf_append(&reason, " is set", sizeof(" is set"));
	if (o->configured >> option & 1)
		message(o->config_path, reason.at);
	strbuf_free(&reason);
	return false;
}

/* ---- single rules --- */

/* Return false, after a message, if --iri was given with a grammar that has no URLs beyond
 * US-ASCII. */
static bool
check_iri(const struct options *o)
{
	struct strbuf grammar = { .memory = &xmalloc_memory };

	if (o->iri != IRI_ON || strcmp(o->grammar, "current") == 0)
		return true;
	strbuf_append_string(&grammar, "--grammar=");
	strbuf_append(&grammar, o->grammar, strlen(o->grammar) + 1);
	combinations_report("--iri", grammar.at);
	strbuf_free(&grammar);
	report_place(o, IRI);
	return report_place(o, GRAMMAR);
}

/* Return false, after a message, if a range is given, or asked for, of anything but one
 * file. */
static bool
check_range(const struct options *o, char *const *names, int count)
{
	if (!o->has_range && o->piece_bytes == 0)
		return true;
	if (count == 1 && strcmp(names[0], "-") != 0)
		return true;
	message(o->has_range ? "--range" : "--pieces", "needs the name of one file");
	return report_place(o, o->has_range ? RANGE : PIECES);
}

/* ---- pairs --- */

/* Options that the formats of records have no place for, or those of whole texts. */
#define NOT_RECORDS CHECK, PIECES, COUNT, FILES_WITH_MATCHES, FILES_WITHOUT_MATCH, PART, \
	EXPLAIN, ALL_READINGS, NUL_NAMES, PRINT_MESSAGE, CONTEXT
#define NOT_WHOLE_TEXTS NOT_RECORDS, NUL_DATA, RANGE, UNIQUE, MAX_COUNT, DEFANG, QUIET, \
	FROM, TO, SUBJECT, SINCE, UNTIL, LINE_NUMBER, BYTE_OFFSET, WITH_MESSAGE

/* An option, and those that it cannot be combined with, up to NO_OPTION. */
static const struct combination {
	enum option_id option;
	enum option_id others[OPTION_COUNT];
} combinations[] = {
	{ RANGE, { PIECES, CHECK, RECURSIVE, RESOLVE } },
	{ PIECES, { CHECK, RECURSIVE, RESOLVE } },
	{ CHECK, { RECURSIVE, COUNT, FILES_WITH_MATCHES, FILES_WITHOUT_MATCH,
	    LINE_NUMBER, BYTE_OFFSET, WITH_MESSAGE, CONTEXT, HEADERS, RESOLVE, NUL_DATA,
	    EXPLAIN, ALL_READINGS, FROM, TO, SUBJECT, SINCE, UNTIL, PRINT_MESSAGE, RAW,
	    INVALID } },
	{ JSON, { COUNT, FILES_WITH_MATCHES, FILES_WITHOUT_MATCH, PART, NUL_NAMES,
	    NUL_DATA, PRINT_MESSAGE } },
	{ CSV, { NOT_RECORDS, NUL_DATA } },
	{ TSV, { NOT_RECORDS, NUL_DATA } },
	{ FORMAT, { NOT_RECORDS } },
	{ HTML, { NOT_WHOLE_TEXTS } },
	{ WITHOUT, { NOT_WHOLE_TEXTS, WARN, WITH_FILENAME } },
	{ PRINT_MESSAGE, { COUNT, FILES_WITH_MATCHES, FILES_WITHOUT_MATCH, UNIQUE, PART,
	    EXPLAIN, ALL_READINGS, LINE_NUMBER, BYTE_OFFSET, WITH_MESSAGE, CONTEXT,
	    NUL_DATA, WARN, RAW } },
	{ PART, { EXPLAIN, ALL_READINGS, WARN } },
	{ CONTEXT, { NUL_DATA } },
	{ RAW, { HEADERS } },
};

/* Return false, after a message, if the option was given with one of the others. */
static bool
check_combination(const struct options *o, const struct given *given,
    const struct combination *c)
{
	const enum option_id *other;

	if (!given[c->option].is_given)
		return true;
	for (other = c->others; *other != NO_OPTION; other++) {
		if (!given[*other].is_given)
			continue;
		combinations_report(given[c->option].name, given[*other].name);
		report_place(o, c->option);
		return report_place(o, *other);
	}
	return true;
}

bool
combinations_check(const struct options *o, char *const *names, int count)
{
	struct given given[OPTION_COUNT];
	size_t i;

	list_given(o, given);
	for (i = 0; i < sizeof(combinations) / sizeof(combinations[0]); i++)
		if (!check_combination(o, given, &combinations[i]))
			return false;
	return check_iri(o) && check_range(o, names, count);
}
