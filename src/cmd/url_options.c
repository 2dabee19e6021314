/* url_options.c - options: which URLs are printed */
#include "cmd/url_options.h"

#include <limits.h>
#include <string.h>

#include "cmd/file_text.h"
#include "cmd/argument.h"
#include "row/warnings.h"

/* Return the i-th of the grammars that --grammar selects, which are not part of another. */
static const char *
base_grammar_name(unsigned i)
{
	const char *name;
	unsigned index;

	for (index = 0; (name = urlgrep_grammar_name(index)) != NULL; index++)
		if (urlgrep_grammar_base(name) == NULL && i-- == 0)
			return name;
	return NULL;
}

static bool
set_grammar(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	o->grammar = argument;
	return argument_read_word(row, argument, &index);
}

static const char *
certainty_word(unsigned i)
{
	return urlgrep_confidence_name((urlgrep_confidence)i);
}

/* Set *least to the certainty that the argument is, by default medium. */
static bool
read_certainty(const struct option_row *row, const char *argument,
    urlgrep_confidence *least)
{
	unsigned index = URLGREP_MEDIUM;

	if (argument && !argument_read_word(row, argument, &index))
		return false;
	*least = (urlgrep_confidence)index;
	return true;
}

static bool
set_schemeless(struct options *o, const struct option_row *row, char *argument)
{
	o->schemeless = true;
	return read_certainty(row, argument, &o->least_name);
}

static bool
set_email(struct options *o, const struct option_row *row, char *argument)
{
	o->email = true;
	return read_certainty(row, argument, &o->least_address);
}

/* The kinds of findings; bit 1 << i of WANT_URLS... */
static const char *
kind_word(unsigned i)
{
	return urlgrep_kind_name((urlgrep_kind)i);
}

static bool
set_only(struct options *o, const struct option_row *row, char *argument)
{
	char *word;
	unsigned index;

	o->only = 0;
	for (word = strtok(argument, ","); word; word = strtok(NULL, ",")) {
		if (!argument_read_word(row, word, &index))
			return false;
		o->only |= 1u << index;
	}
	return o->only || argument_report(row, "", "expected url, name or address");
}

static const char *
default_scheme_word(unsigned i)
{
	return i == 0 ? "http" : i == 1 ? "https" : NULL;
}

static bool
set_default_scheme(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	if (!argument_read_word(row, argument, &index))
		return false;
	o->default_https = index == 1;
	return true;
}

static const char *
scheme_word(unsigned i)
{
	static urlgrep_scheme scheme; /* of tables that do not change */

	return urlgrep_scheme_at(i, &scheme) == URLGREP_OK ? scheme.name : NULL;
}

static bool
set_scheme(struct options *o, const struct option_row *row, char *argument)
{
	return argument_add_words(&o->schemes, row, argument,
	    "expected the name of a scheme");
}

static bool
set_host(struct options *o, const struct option_row *row, char *argument)
{
	const char *bracket = strrchr(argument, '[');

	if (bracket && strchr(bracket, ']') == NULL)
		return argument_report(row, argument, "expected a ']' after the '['");
	return argument_add_words(&o->hosts, row, argument, "expected a pattern");
}

/* Add a pattern of a file, or of the command line if file is NULL. */
static void
add_pattern(struct options *o, const char *pattern, const char *file)
{
	string_list_add(&o->patterns, pattern);
	string_list_add(&o->pattern_files, file);
}

/* Add the lines of a file as patterns, as grep does: an empty line matches everything,
 * an empty file nothing. No URL has a CR, so one before a line feed is not part of a
 * pattern. */
static bool
set_file(struct options *o, const struct option_row *row, char *argument)
{
	char *text = file_text_read(argument), *line = text, *end;

	(void)row;
	if (text == NULL)
		return false;
	string_list_add(&o->texts, text);
	if (*line == '\0')
		add_pattern(o, "(*FAIL)", argument);
	for (; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end && end > line && end[-1] == '\r')
			end[-1] = '\0';
		if (*end)
			*end++ = '\0';
		add_pattern(o, line, argument);
	}
	return true;
}

/* The warnings, then "all". */
static const char *
deny_word(unsigned i)
{
	struct warning warning;

	if (finding_warnings_row(i, &warning))
		return warning.name;
	return i == 0 || finding_warnings_row(i - 1, &warning) ? "all" : NULL;
}

static bool
deny_warning(struct options *o, const char *name)
{
	struct warning warning;
	unsigned i;

	for (i = 0; finding_warnings_row(i, &warning); i++)
		if (strcmp(name, warning.name) == 0) {
			o->deny |= warning.bit;
			return true;
		}
	return false;
}

static bool
set_deny(struct options *o, const struct option_row *row, char *argument)
{
	char *name;

	for (name = strtok(argument, ","); name; name = strtok(NULL, ",")) {
		if (strcmp(name, "all") == 0)
			o->deny = ~(urlgrep_warnings)0;
		else if (!deny_warning(o, name))
			return argument_report(row, name,
			    "unknown warning; see --generate=warnings");
	}
	return true;
}

static bool
set_max_count(struct options *o, const struct option_row *row, char *argument)
{
	return argument_read_number(row, argument, LONG_MIN, LONG_MAX, "expected a number",
	    &o->max_count);
}

/* The setters that cannot fail. */
SETTER(iri, o->iri = IRI_ON)
SETTER(no_iri, o->iri = IRI_OFF)
SETTER(strict, o->strict = true)
SETTER(invalid, o->selection = SELECT_INVALID)
SETTER(all, o->selection = SELECT_ALL)
SETTER(pattern, add_pattern(o, argument, NULL))
SETTER(ignore_case, o->ignore_case = true)
SETTER(unique, o->unique = true)

static const struct option_row rows[] = {
	{ 0, NULL, NULL, "Which URLs:", NULL, NULL },
	{ 0, "grammar", "NAME", "judge by rfc1738, current (default) or draft",
	    base_grammar_name, set_grammar },
	{ 0, "iri", NULL, "allow characters beyond US-ASCII (default)", NULL,
	    set_iri },
	{ 0, "no-iri", NULL, "allow only US-ASCII", NULL, set_no_iri },
	{ 0, "strict", NULL, "print only valid URLs, no loose ones", NULL, set_strict },
	{ 0, "invalid", NULL, "print only invalid URLs, with the reason", NULL,
	    set_invalid },
	{ 0, "all", NULL, "print all URLs: valid, loose and invalid", NULL, set_all },
	{ 0, "schemeless", "[LEAST]",
	    "also find www.example.org; LEAST as for --email", certainty_word,
	    set_schemeless },
	{ 0, "email", "[LEAST]", "also find addresses; certainty: high, medium or low",
	    certainty_word, set_email },
	{ 0, "only", "LIST", "print only these kinds: url, name, address", kind_word,
	    set_only },
	{ 0, "default-scheme", "NAME", "supply http (default) or https for names",
	    default_scheme_word, set_default_scheme },
	{ 0, "scheme", "LIST", "print only URLs of these schemes, e.g. http,ftp", scheme_word,
	    set_scheme },
	{ 0, "host", "LIST", "print only URLs of these hosts, e.g. '*.org'",
	    NULL, set_host },
	{ 'e', "regexp", "PATTERN", "print only URLs that match (PCRE2)", NULL,
	    set_pattern },
	{ 'f', "file", "FILE", "as -e, with a pattern on each line of FILE", NULL, set_file },
	{ 'i', "ignore-case", NULL, "ignore case in patterns (-e, -f)", NULL,
	    set_ignore_case },
	{ 0, "deny", "LIST", "treat URLs with these warnings as invalid", deny_word,
	    set_deny },
	{ 'u', "unique", NULL, "print each URL once", NULL, set_unique },
	{ 'm', "max-count", "NUM", "stop after NUM URLs in each file", NULL,
	    set_max_count },
};

const struct option_section url_options = OPTION_SECTION(rows);
