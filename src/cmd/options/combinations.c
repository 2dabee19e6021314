/* combinations.c - which options cannot be combined */
#include "cmd/options/combinations.h"

#include <string.h>

#include "cmd/util/messages.h"
#include "cmd/util/xmalloc.h"
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

/* So many are listed at most: a bit for each. */
enum { MAX_GIVEN = 64 };

struct given {
	const char *option;
	bool is_given;
};

/* List the options that are about combinations; the last one is NULL. */
static void
list_given(const struct options *o, struct given given[MAX_GIVEN])
{
	const struct given list[] = {
		{ "--range", o->has_range },
		{ "--pieces", o->piece_bytes > 0 },
		{ "--check", o->check },
		{ "--recursive", o->recursive },
		{ "--resolve", o->resolve },
		{ "--json", strcmp(o->format, "json") == 0 },
		{ "--csv", strcmp(o->format, "csv") == 0 },
		{ "--tsv", strcmp(o->format, "tsv") == 0 },
		{ "--format", strcmp(o->format, "format") == 0 },
		{ "--html", strcmp(o->format, "html") == 0 },
		{ "--without", strcmp(o->format, "without") == 0 },
		{ "--max-count", o->max_count >= 0 },
		{ "--defang", o->defang },
		{ "--quiet", o->quiet },
		{ "--count", o->count },
		{ "--files-with-matches", o->files_with },
		{ "--files-without-match", o->files_without },
		{ "--part", o->parts.count > 0 },
		{ "--explain", o->explain },
		{ "--readings=all", o->all_readings },
		{ "--null", o->null_names },
		{ "--null-data", o->null_data },
		{ "--unique", o->unique },
		{ "--with-filename", o->filename == WHEN_ALWAYS },
		{ "--line-number", o->line_number },
		{ "--byte-offset", o->byte_offset },
		{ "--with-message", o->with_message },
		{ "--context", o->lines_before > 0 || o->lines_after > 0 },
		{ "--headers", o->headers },
		{ "--from", o->from.count > 0 },
		{ "--to", o->to.count > 0 },
		{ "--subject", o->subjects.count > 0 },
		{ "--since", o->since != NULL },
		{ "--until", o->until != NULL },
		{ "--warn", o->warn },
		{ "--raw", o->raw },
		{ "--invalid", o->selection == SELECT_INVALID },
		{ "--print-message", o->print_message },
		{ "--iri", o->iri == IRI_ON },
		{ "--grammar", strcmp(o->grammar, "current") != 0 },
		{ NULL, false }
	};

	_Static_assert(sizeof(list) <= MAX_GIVEN * sizeof(list[0]), "a bit for each");
	memcpy(given, list, sizeof(list));
}

uint64_t
combinations_given(const struct options *o)
{
	struct given given[MAX_GIVEN];
	uint64_t bits = 0;
	size_t i;

	list_given(o, given);
	for (i = 0; given[i].option; i++)
		bits |= (uint64_t)given[i].is_given << i;
	return bits;
}

/* Report where an option was set, unless on the command line. Return false. */
static bool
report_place(const struct options *o, const char *option)
{
	struct strbuf reason = { .memory = &xmalloc_memory };
	struct given given[MAX_GIVEN];
	size_t bit, i;

	list_given(o, given);
	for (bit = 0; strcmp(given[bit].option, option) != 0; bit++)
		;
	strbuf_append_string(&reason, "this is where ");
	strbuf_append_string(&reason, option);
	strbuf_append(&reason, " is set", sizeof(" is set"));
	for (i = 0; i < o->place_count; i++)
		if (o->places[i].given >> bit & 1)
			message(o->places[i].name, reason.at);
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
	report_place(o, "--iri");
	return report_place(o, "--grammar");
}

/* Return false, after a message, if a range is given, or asked for, of anything but one
 * file. */
static bool
check_range(const struct options *o, char *const *names, int count)
{
	const char *option;

	if (!o->has_range && o->piece_bytes == 0)
		return true;
	if (count == 1 && strcmp(names[0], "-") != 0)
		return true;
	option = o->has_range ? "--range" : "--pieces";
	message(option, "needs the name of one file");
	return report_place(o, option);
}

/* ---- pairs --- */

/* Options that the formats of records have no place for, or those of whole texts. */
#define NOT_RECORDS "--check --pieces --count --files-with-matches --files-without-match " \
	"--part --explain --readings=all --null --print-message --context"
#define NOT_WHOLE_TEXTS NOT_RECORDS " --null-data --range --unique --max-count --defang " \
	"--quiet --from --to --subject --since --until --line-number --byte-offset " \
	"--with-message"

/* The options that cannot be combined with the one before the colon. */
static const char *const rows[] = {
	"--range: --pieces --check --recursive --resolve",
	"--pieces: --check --recursive --resolve",
	"--check: --recursive --count --files-with-matches --files-without-match "
	    "--line-number --byte-offset --with-message --context --headers --resolve "
	    "--explain --readings=all --from --to --subject --since --until "
	    "--print-message --raw --invalid",
	"--json: --count --files-with-matches --files-without-match --part --null "
	    "--null-data --print-message",
	"--csv: " NOT_RECORDS " --null-data",
	"--tsv: " NOT_RECORDS " --null-data",
	"--format: " NOT_RECORDS,
	"--html: " NOT_WHOLE_TEXTS,
	"--without: " NOT_WHOLE_TEXTS " --warn --with-filename",
	"--print-message: --count --files-with-matches --files-without-match --unique "
	    "--part --explain --readings=all --line-number --byte-offset --with-message "
	    "--context --null-data --warn --raw",
	"--part: --explain --readings=all --warn",
	"--context: --null-data",
	"--raw: --headers",
};

/* Return the option called name[0..len) if it was given, else NULL. */
static const char *
find_given(const struct given *given, const char *name, size_t len)
{
	for (; given->option; given++)
		if (given->is_given && strlen(given->option) == len &&
		    memcmp(given->option, name, len) == 0)
			return given->option;
	return NULL;
}

/* Return false, after a message, if the row's first option was given with one of the
 * others. */
static bool
check_row(const struct options *o, const struct given *given, const char *row)
{
	const char *option, *other;
	size_t len = strcspn(row, ":");
	const char *at;

	option = find_given(given, row, len);
	if (option == NULL)
		return true;
	for (at = row + len + 1; *at; at += strcspn(at, " ")) {
		at += strspn(at, " ");
		other = find_given(given, at, strcspn(at, " "));
		if (other == NULL)
			continue;
		combinations_report(option, other);
		report_place(o, option);
		return report_place(o, other);
	}
	return true;
}

bool
combinations_check(const struct options *o, char *const *names, int count)
{
	struct given given[MAX_GIVEN];
	size_t i;

	list_given(o, given);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!check_row(o, given, rows[i]))
			return false;
	return check_iri(o) && check_range(o, names, count);
}
