/* options.c - the table of options */

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "cmd/files.h"
#include "cmd/messages.h"
#include "cmd/printer.h"

/* ---- words that the libraries have --- */

static const char *
scheme_word(unsigned i)
{
	static urlgrep_scheme scheme; /* of tables that do not change */

	return urlgrep_scheme_at(i, &scheme) == URLGREP_OK ? scheme.name : NULL;
}

static const char *
column_word(unsigned i)
{
	return field_table[i].name;
}

/* ---- options with functions of their own --- */

/* As in grep, slashes at the end of the pattern do not count. */
static bool
read_exclude_dir(struct settings *s, const struct option_row *row, char *argument)
{
	size_t len = strlen(argument);

	(void)row;
	while (len > 1 && argument[len - 1] == '/')
		argument[--len] = '\0';
	string_list_add(&s->exclude_dir, argument);
	return true;
}

static bool
read_host(struct settings *s, const struct option_row *row, char *argument)
{
	const char *bracket = strrchr(argument, '[');

	if (bracket && strchr(bracket, ']') == NULL)
		return option_report(row, argument, "expected a ']' after the '['");
	return option_add_words(&s->hosts, row, argument);
}

/* Check that the names could be those of header fields (RFC 5322, 2.2). */
static bool
check_headers(struct settings *s, const struct option_row *row, char *argument)
{
	const struct string_list *names = &s->asked.header_names;
	const char *c;
	size_t i;

	(void)argument;
	for (i = 0; i < names->count; i++)
		for (c = names->at[i]; *c; c++)
			if (*c <= ' ' || *c >= 0x7F || *c == ':')
				return option_report(row, names->at[names->count - 1],
				    "not the name of a header field");
	return true;
}

static bool
check_parts(struct settings *s, const struct option_row *row, char *argument)
{
	size_t i;
	unsigned index;

	(void)argument;
	for (i = 0; i < s->parts.count; i++)
		if (!search_option_find_word(&row->how, s->parts.at[i], strlen(s->parts.at[i]),
			&index))
			return option_report(row, s->parts.at[i],
			    "unknown part; expected scheme, user, password, host, port, path, "
			    "query, fragment or another of urlgrep-json(5)");
	return true;
}

/* Add a pattern, and its place for messages: a line of a file, or the option if file is NULL. */
static void
add_pattern(struct settings *s, const char *pattern, const char *file, size_t line)
{
	struct strbuf place = { .memory = &xmalloc_memory };

	if (file)
		strbuf_printf(&place, "%s:%zu", strcmp(file, "-") == 0 ? STDIN_NAME : file, line);
	else
		strbuf_printf(&place, "--regexp=%s", pattern);
	string_list_add(&s->texts, place.at);
	string_list_add(&s->pattern_places, place.at);
	string_list_add(&s->patterns, pattern);
}

static bool
read_regexp(struct settings *s, const struct option_row *row, char *argument)
{
	(void)row;
	add_pattern(s, argument, NULL, 0);
	return true;
}

/* Add the lines of a file as patterns, as grep does: an empty line matches everything,
 * an empty file nothing. No URL has a CR, so one before a line feed is not part of a
 * pattern. */
static bool
read_pattern_file(struct settings *s, const struct option_row *row, char *argument)
{
	char *text = file_text_read(argument, NULL), *line = text, *end;
	size_t number = 1;

	(void)row;
	if (text == NULL)
		return false;
	string_list_add(&s->texts, text);
	if (*line == '\0')
		add_pattern(s, "(*FAIL)", argument, number);
	for (; *line; line = end, number++) {
		end = line + strcspn(line, "\n");
		if (*end && end > line && end[-1] == '\r')
			end[-1] = '\0';
		if (*end)
			*end++ = '\0';
		add_pattern(s, line, argument, number);
	}
	return true;
}

static bool
read_deny(struct settings *s, const struct option_row *row, char *argument)
{
	char *name;
	unsigned index;

	for (name = strtok(argument, ","); name; name = strtok(NULL, ",")) {
		if (!search_option_find_word(&row->how, name, strlen(name), &index))
			return option_report(row, name,
			    "unknown warning; see --generate=warnings");
		s->deny |= strcmp(name, "all") == 0 ? ~(urlgrep_warnings)0 :
		    URLGREP_WARNING_BIT(index);
	}
	return true;
}

/* Read names of files, each with a NUL after it, and end their list with NULL. */
static bool
read_file_names(struct settings *s, const struct option_row *row, char *argument)
{
	size_t len;
	char *text = file_text_read(argument, &len), *name;

	(void)row;
	if (text == NULL)
		return false;
	string_list_add(&s->texts, text);
	for (name = text; name < text + len; name += strlen(name) + 1)
		string_list_add(&s->files, name);
	string_list_add(&s->files, NULL);
	return true;
}

/* ---- the table --- */

/* The member that the option sets, and a bool that it sets, too; the ways to set it. */
#define AT(name) .member = offsetof(struct settings, name)
#define AND(name) .flag = offsetof(struct settings, name)
#define SHARED .kind = OPT_SHARED
#define MEMBER(name) .how = { AT(name) }
#define FLAG(name) .how = { .type = OPTION_FLAG, AT(name) }
#define SET(name, value) .how = { .type = OPTION_SET, AT(name), .first = value }
#define BITS(name, value) .how = { .type = OPTION_BITS, AT(name), .first = value }
#define WORD(name, ...) .how = { .type = OPTION_WORD, AT(name), __VA_ARGS__ }
#define OPTIONAL_WORD(name, ...) .how = { .type = OPTION_OPTIONAL_WORD, AT(name), __VA_ARGS__ }
#define NAME(name, ...) .how = { .type = OPTION_NAME, AT(name), __VA_ARGS__ }
#define WORDS(...) .words = (const char *const[]){ __VA_ARGS__, NULL }
#define WHEN_WORDS WORDS("auto", "never", "always")

/* Options without a place in the formats of records. */
#define NOT_RECORDS "check pieces count files-with-matches files-without-match part explain " \
	"readings null print-message context "

const struct option_row option_rows[] = {
	{ .help = "Which URLs:" },
	{ 0, "grammar", "NAME", "judge by rfc1738, current (default) or draft", SHARED },
	{ 0, "iri", NULL, "allow characters beyond US-ASCII (default)",
	    SET(asked.iri, IRI_ON), .excludes = "grammar" },
	{ 0, "no-iri", NULL, "allow only US-ASCII", SET(asked.iri, IRI_OFF) },
	{ 0, "strict", NULL, "print only valid URLs, no loose ones", SHARED },
	{ 0, "invalid", NULL, "print only invalid URLs, with the reason",
	    SET(selection, SELECT_INVALID) },
	{ 0, "all", NULL, "print all URLs: valid, loose and invalid",
	    SET(selection, SELECT_ALL) },
	{ 0, "schemeless", "[LEAST]", "also find www.example.org; LEAST as for --email",
	    SHARED },
	{ 0, "email", "[LEAST]", "also find addresses; certainty: high, medium or low",
	    SHARED },
	{ 0, "only", "LIST", "print only these kinds: url, name, address", SHARED },
	{ 0, "default-scheme", "NAME", "supply http (default) or https for names", SHARED },
	{ 0, "scheme", "LIST", "print only URLs of these schemes, e.g. http,ftp",
	    OPT_LIST, .how = { AT(schemes), .word = scheme_word,
	    .expected = "expected the name of a scheme" } },
	{ 0, "host", "LIST", "print only URLs of these hosts, e.g. '*.org'",
	    OPT_OTHER, .read = read_host, .how = { .expected = "expected a pattern" } },
	{ 'e', "regexp", "PATTERN", "print only URLs that match (PCRE2)",
	    OPT_OTHER, .read = read_regexp },
	{ 'f', "file", "FILE", "as -e, with a pattern on each line of FILE",
	    OPT_OTHER, .read = read_pattern_file },
	{ 'i', "ignore-case", NULL, "ignore case in patterns (-e, -f)",
	    FLAG(ignore_case) },
	{ 0, "deny", "LIST", "treat URLs with these warnings as invalid",
	    OPT_OTHER, .read = read_deny, .how = { .names = URLGREP_WARNING_NAMES, .last = "all" } },
	{ 'u', "unique", "[HOW]", "print each URL once: exact, normalized, no-fragment",
	    OPTIONAL_WORD(unique, .first = UNIQUE_EXACT, .absent = UNIQUE_EXACT,
	    WORDS("exact", "normalized", "no-fragment")) },
	{ 'm', "max-count", "NUM", "stop after NUM URLs in each file",
	    OPT_NUMBER, MEMBER(max_count), .min = LONG_MIN, .max = LONG_MAX },

	{ .help = "Which messages (e-mail and news articles):" },
	{ 0, "from", "TEXT", "search only messages with TEXT in From, in any case",
	    OPT_TEXTS, MEMBER(from) },
	{ 0, "to", "TEXT", "search only messages with TEXT in To", OPT_TEXTS, MEMBER(to) },
	{ 0, "subject", "TEXT", "search only messages with TEXT in Subject",
	    OPT_TEXTS, MEMBER(subjects) },
	{ 0, "since", "DATE", "search only messages since YYYY[-MM[-DD]]",
	    OPT_DATE, MEMBER(since) },
	{ 0, "until", "DATE", "search only messages until DATE, inclusive",
	    OPT_DATE, MEMBER(until) },

	{ .help = "Wrapped and disguised URLs (nothing is looked up):" },
	{ 0, "unwrap", "[LIST]", "print the URLs inside SafeLinks and other wrappers",
	    OPT_SHARED, .how = { AND(unwrap) } },
	{ 0, "wrappers", "FILE", "also know the services in this table",
	    OPT_TEXT, MEMBER(wrappers_path) },
	{ 0, "strip-tracking", NULL, "remove parameters that track readers (utm_source)",
	    FLAG(strip_tracking) },
	{ 0, "refang", "[hosts]", "read hxxp://evil[.]com; hosts: also evil[.]com",
	    SHARED },
	{ 0, "readable", NULL, "print letters of all scripts, not %E6%97%A5", FLAG(readable) },
	{ 0, "defang", NULL, "print URLs as hxxp[:]//evil[.]example", FLAG(defang),
	    .excludes = "readable" },

	{ .help = "Output:" },
	{ 'H', "with-filename", NULL, "print the file name before each URL",
	    SET(asked.filename, WHEN_ALWAYS) },
	{ 'h', "no-filename", NULL, "print no file names",
	    SET(asked.filename, WHEN_NEVER) },
	{ 'n', "line-number", NULL, "print the line that each URL begins in",
	    FLAG(with_line) },
	{ 0, "column", "[UNIT]", "as -n, with the column in bytes or characters",
	    .how = { .type = OPTION_OPTIONAL_WORD, AT(asked.column_unit), AND(with_column),
	    WORDS("bytes", "characters") } },
	{ 0, "vimgrep", NULL, "print FILE:LINE:COLUMN:URL, for editors",
	    .how = { .type = OPTION_SET, AT(asked.filename), .first = WHEN_ALWAYS, AND(with_column) } },
	{ 'b', "byte-offset", NULL, "print the byte offset where each URL begins",
	    FLAG(with_offset) },
	{ 0, "with-message", NULL, "print the Message-ID before each URL",
	    FLAG(with_message) },
	{ 0, "part", "LIST", "print only these parts of each URL: host, path...",
	    OPT_LIST, .how = { AT(parts), .word = printer_part_name,
	    .expected = "expected the name of a part" }, .read = check_parts,
	    .excludes = "explain readings warn" },
	{ 'A', "after-context", "NUM", "print NUM lines of text after each URL",
	    OPT_NUMBER, MEMBER(lines_after), .max = LONG_MAX },
	{ 'B', "before-context", "NUM", "print NUM lines of text before each URL",
	    OPT_NUMBER, MEMBER(lines_before), .max = LONG_MAX },
	{ 'C', "context", "NUM", "print NUM lines of text around each URL",
	    OPT_CONTEXT, .excludes = "null-data" },
	{ 0, "print-message", NULL, "print the messages that hold the URLs, as an mbox",
	    FLAG(print_message), .excludes = "count files-with-matches "
	    "files-without-match unique part explain readings line-number column byte-offset "
	    "with-message context null-data warn raw" },
	{ 0, "readings", "WHICH", "print the best reading of a broken URL, or all",
	    WORD(all_readings, WORDS("best", "all")) },
	{ 0, "resolve", NULL, "prefer readings that occur unbroken elsewhere",
	    SET(prepass, true) },
	{ 0, "no-resolve", NULL, "decide each URL by its own message (default)",
	    SET(prepass, false) },
	{ 0, "explain", NULL, "print why lines were joined or not", FLAG(explain) },
	{ 0, "warn", NULL, "print what is odd or dangerous about each URL",
	    FLAG(warn) },
	{ 0, "json", NULL, "print one JSON object per line, with all details", OPT_FORMAT,
	    .format = &format_json,
	    .excludes = "count files-with-matches files-without-match part null null-data "
	    "print-message" },
	{ 0, "csv", "[COLUMNS]", "print CSV with a header row; columns as in --format",
	    OPT_FORMAT, .how.word = column_word, .format = &format_csv,
	    .excludes = NOT_RECORDS "null-data" },
	{ 0, "tsv", "[COLUMNS]", "print tab-separated values with a header row",
	    OPT_FORMAT, .how.word = column_word, .format = &format_tsv,
	    .excludes = NOT_RECORDS "null-data" },
	{ 0, "format", "TEXT", "print TEXT with {url}, {host}, {date}... filled in",
	    OPT_FORMAT, .format = &format_template, .excludes = NOT_RECORDS },
	{ 'c', "count", NULL, "print only the number of URLs in each file",
	    FLAG(asked.count) },
	{ 'l', "files-with-matches", NULL, "print only the names of files with URLs",
	    SET(asked.names, NAMES_WITH) },
	{ 'L', "files-without-match", NULL, "print only the names of files without URLs",
	    SET(asked.names, NAMES_WITHOUT) },
	{ 'q', "quiet", NULL, "print nothing; only set the exit status",
	    FLAG(asked.quiet) },
	{ 'Z', "null", NULL, "print a NUL byte after each file name",
	    FLAG(null_names) },
	{ 'z', "null-data", NULL, "end each URL with a NUL byte, not a newline",
	    FLAG(null_data) },
	{ 0, "color", "[WHEN]", "use colors: auto (default), always or never",
	    OPTIONAL_WORD(asked.color, WHEN_WORDS) },
	{ 0, "hyperlink", "[WHEN]", "link URLs that are safe to open (OSC 8); as --color",
	    OPTIONAL_WORD(asked.hyperlink, WHEN_WORDS) },
	{ 0, "progress", "[WHEN]", "show progress after a second; WHEN as for --color",
	    OPTIONAL_WORD(asked.progress, WHEN_WORDS) },
	{ 0, "line-buffered", NULL, "write each line at once", FLAG(line_buffered) },

	{ .help = "Files:" },
	{ 'r', "recursive", NULL, "search directories recursively",
	    SET(asked.recursion, RECURSION_ON) },
	{ 0, "files0-from", "FILE", "search the files that FILE names, each ended by NUL",
	    OPT_OTHER, .read = read_file_names },
	{ 0, "include", "GLOB", "search only files whose name matches",
	    OPT_TEXTS, MEMBER(include) },
	{ 0, "exclude", "GLOB", "skip files whose name matches", OPT_TEXTS, MEMBER(exclude) },
	{ 0, "exclude-dir", "GLOB", "skip directories whose name matches",
	    OPT_OTHER, .read = read_exclude_dir },
	{ 'I', "skip-binary", NULL, "skip binary files, also those named as FILE",
	    BITS(mail.flags, URLGREP_SKIP_BINARY), .excludes = "text" },
	{ 'a', "text", NULL, "with -r, also search binary files", FLAG(asked.text) },
	{ 0, "decompress", NULL, "with -r, unpack all files, not only those with mail",
	    SET(asked.packed, PACKED_ON) },
	{ 0, "no-decompress", NULL, "skip compressed files and archives",
	    SET(asked.packed, PACKED_OFF) },
	{ 'R', "dereference-recursive", NULL, "as -r, and follow all symbolic links",
	    SET(asked.recursion, RECURSION_FOLLOWS) },
	{ 0, "max-depth", "NUM", "descend at most NUM levels of directories",
	    OPT_NUMBER, MEMBER(max_depth), .max = LONG_MAX },
	{ 0, "no-ignore", NULL, "also search what .gitignore and .ignore exclude",
	    FLAG(no_ignore) },
	{ 0, "no-hidden", NULL, "skip names that begin with '.'", FLAG(no_hidden) },
	{ 0, "as", "TYPE", "read as text, mail, mbox or html (default: detect)",
	    WORD(mail.type, .first = URLGREP_MAIL_TEXT, WORDS("text", "mail", "mbox", "html")) },
	{ 0, "links", "WHICH", "in HTML, find all links (default) or only anchors", SHARED },
	{ 0, "join", "WHEN", "undo line breaks: auto, always, wrapped or never", SHARED },
	{ 0, "headers", "[LIST]", "in mail, also search header fields: most, or LIST",
	    OPT_LIST, .how = { AT(asked.header_names), AND(search.headers),
	    .expected = "expected names of fields" }, .read = check_headers },
	{ 0, "raw", NULL, "search the bytes as they are; decode nothing",
	    BITS(mail.flags, URLGREP_RAW), .excludes = "headers" },
	{ 0, "range", "BEGIN-END", "search the messages that begin in these bytes",
	    OPT_RANGE, .how = { AND(has_range) }, .excludes = "pieces check recursive "
	    "dereference-recursive resolve" },
	{ 'j', "threads", "NUM", "use NUM threads (default: processors, at most 8)",
	    OPT_NUMBER, MEMBER(threads), .min = 1, .max = 256 },
	{ 's', "no-messages", NULL, "print no error messages about files",
	    FLAG(quiet_about_files) },
	{ 0, "no-config", NULL, "ignore the file of options, URLGREP_CONFIG_PATH",
	    FLAG(asked.no_config) },

	{ .help = "Instead of searching:" },
	{ 0, "check", NULL, "judge the URLs given, or one per line from stdin",
	    FLAG(check), .excludes = "recursive dereference-recursive count "
	    "files-with-matches files-without-match line-number column byte-offset with-message "
	    "context headers resolve null-data explain readings from to subject since until "
	    "print-message raw invalid" },
	{ 0, "pieces", "SIZE", "print ranges of SIZE bytes that FILE divides into",
	    OPT_SIZE, MEMBER(piece_bytes), .excludes = "check recursive "
	    "dereference-recursive resolve" },
	{ 0, "print-grammar", "NAME", "print the text of a grammar",
	    NAME(print_grammar, .word = urlgrep_grammar_name) },
	{ 0, "schemes", NULL, "print the listed schemes, their forms and RFCs",
	    FLAG(print_schemes) },
	{ 0, "generate", "WHAT", "print completions (bash, zsh, fish) or warnings",
	    OPTIONAL_WORD(generate, .first = 1, WORDS("bash", "zsh", "fish", "warnings")) },
	{ 'V', "version", NULL, "print the versions of urlgrep and its libraries",
	    FLAG(version) },
	{ 0, "help", "[all]", "print help: the options used most, or all",
	    OPTIONAL_WORD(all_help, .first = true, AND(help), WORDS("all")) },
	{ .help = NULL }
};

_Static_assert(COUNT(option_rows) <= MAX_OPTION_ROWS,
    "the parser has room for all options");

const struct option_row *
option_named(const char *name)
{
	const struct option_row *row;

	for (row = option_rows; row->help; row++)
		if (row->name && strcmp(row->name, name) == 0)
			return row;
	return NULL;
}

_Static_assert(offsetof(struct settings, search) == 0, "shared options are in its beginning");

const struct search_option *
option_how(const struct option_row *row)
{
	return row->kind == OPT_SHARED ?
	    search_option_named(row->name, FOR_JUDGING | FOR_TEXT | FOR_MAIL) : &row->how;
}

const char *
option_word(const struct option_row *row, unsigned i)
{
	return search_option_word(option_how(row), i);
}

bool
option_needs_argument(const struct option_row *row)
{
	return row->argument && row->argument[0] != '[';
}
