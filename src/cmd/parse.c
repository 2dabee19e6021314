/* parse.c - reads the configuration and then the command line, by the table of options */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/printer.h"
#include "cmd/shared.h"
#include "util/ascii.h"
#include "util/span.h"
#include "util/strbuf.h"

/* ---- messages --- */

bool
option_report(const struct option_row *row, const char *argument, const char *reason)
{
	message_print("--%s=%s: %s", row->name, argument, reason);
	return false;
}

/* Do the same with the accepted words as the reason, as in "auto, never or always". */
static bool
report_words(const struct option_row *row, const char *argument)
{
	struct strbuf words = { .memory = &xmalloc_memory };
	const char *word;
	unsigned i;

	strbuf_append_string(&words, "expected ");
	for (i = 0; (word = search_option_word(&row->how, i)) != NULL; i++)
		strbuf_printf(&words, "%s%s", i == 0 ? "" :
		    search_option_word(&row->how, i + 1) ? ", " : " or ", word);
	strbuf_append_byte(&words, '\0');
	option_report(row, argument, words.at);
	strbuf_free(&words);
	return false;
}

/* ---- arguments --- */

/* Split the argument at commas, in place, and store each word. If there are none, or one is wrong,
 * print a message and return false. */
static bool
store_words(struct settings *s, const struct option_row *row, char *argument)
{
	char *word = strtok(argument, ",");

	if (word == NULL)
		return option_report(row, "", row->how.expected);
	for (; word; word = strtok(NULL, ",")) {
		if (row->how.member)
			string_list_add((void *)((char *)s + row->how.member), word);
		if (row->read && !row->read(s, row, word))
			return false;
	}
	return true;
}

static bool
read_number(const struct option_row *row, const char *argument, long *number)
{
	char expected[64] = "expected a number", *end;

	*number = strtol(argument, &end, 10); /* LONG_MAX on overflow */
	if (end != argument && *end == '\0' && *number >= row->min && *number <= row->max)
		return true;
	if (row->max != LONG_MAX)
		snprintf(expected, sizeof(expected), "expected a number from %ld to %ld", row->min,
		    row->max);
	return option_report(row, argument, expected);
}

/* Report that two options cannot be combined. urlreport gives --json, not its user. */
static void
report_combination(const struct option_row *row, const struct option_row *other)
{
	const struct option_row *json = option_named("json");

	if (strcmp(messages_program, "urlreport") == 0 && (row == json || other == json))
		message_print("--%s: not an option of urlreport", (row == json ? other : row)->name);
	else
		message_print("--%s: cannot be combined with --%s", row->name, other->name);
}

/* Select the output format of the option. A format on the command line overrides a format in the
 * configuration. */
static bool
choose_format(struct settings *s, const struct option_row *row, const char *argument)
{
	struct strbuf reason = { .memory = &xmalloc_memory };
	struct asked *asked = &s->asked;

	if (!asked->is_default_format && asked->format && asked->format != row) {
		report_combination(row, asked->format);
		return false;
	}
	asked->format = row;
	asked->is_default_format = false;
	free(s->layout);
	s->layout = NULL;
	if (row->format->read_layout == NULL)
		return true;
	s->layout = row->format->read_layout(argument, &reason);
	strbuf_append_byte(&reason, '\0');
	if (s->layout == NULL)
		option_report(row, argument, reason.at);
	strbuf_free(&reason);
	return s->layout != NULL;
}

/* Set the numbers of context lines that neither -A nor -B has set. */
static bool
read_context(struct settings *s, const struct option_row *row, const char *argument)
{
	long lines;

	if (!read_number(row, argument, &lines))
		return false;
	if (!s->asked.given[option_named("before-context") - option_rows])
		s->lines_before = lines;
	if (!s->asked.given[option_named("after-context") - option_rows])
		s->lines_after = lines;
	return true;
}

/* Store an argument, which is NULL if it is optional and absent. If it is wrong, print a message
 * and return false. */
static bool
store_argument(struct settings *s, const struct option_row *row, char *argument)
{
	const struct search_option *how = &row->how;
	void *member = (char *)s + how->member;

	if (how->flag)
		*(bool *)((char *)s + how->flag) = true;
	switch (how->type) {
	case OPTION_TEXT:
		*(const char **)member = argument;
		break;
	case OPTION_NUMBER:
		return read_number(row, argument, member);
	case OPTION_CONTEXT:
		return read_context(s, row, argument);
	case OPTION_TEXTS:
		string_list_add(member, argument);
		break;
	case OPTION_LIST:
		return argument == NULL || store_words(s, row, argument);
	case OPTION_FORMAT:
		return choose_format(s, row, argument);
	case OPTION_OTHER:
		break;
	default:
		return (argument == NULL && how->type == OPTION_WORDS) ||
		    search_option_set(s, how, argument) ||
		    report_words(row, argument ? argument : "");
	}
	return row->read == NULL || row->read(s, row, argument);
}

/* Store an argument as store_argument() does, and record that the option was given. It overrides
 * options that set the same member to another value. The first word of an option is the default. */
static bool
store(struct settings *s, const struct option_row *row, char *argument)
{
	const struct search_option *how = &row->how;
	bool *given = s->asked.given, has_default = how->uses || how->type == OPTION_WORD;
	const char *first_word = has_default ? search_option_word(how, 0) : NULL;
	size_t i;

	for (i = 0; option_rows[i].help; i++)
		if ((how->type == OPTION_FORMAT && option_rows[i].how.type == OPTION_FORMAT) ||
		    (how->type == OPTION_SET && option_rows[i].how.member == how->member))
			given[i] = false;
	if (!store_argument(s, row, argument))
		return false;
	given[row - option_rows] = argument == NULL || first_word == NULL ||
	    strcmp(argument, first_word) != 0;
	return true;
}

/* ---- combinations --- */

/* Return true if the option was given with a value other than the default. -A and -B also count
 * as -C. */
static bool
is_given(const struct settings *s, const struct option_row *row)
{
	return row->how.type == OPTION_CONTEXT ? s->lines_before > 0 || s->lines_after > 0 :
	    s->asked.given[row - option_rows];
}

/* If the option is set in the configuration, say so. */
static void
report_place(const struct settings *configured, const char *config_path,
    const struct option_row *row)
{
	if (config_path && is_given(configured, row))
		message_print("%s: this is where --%s is set", config_path, row->name);
}

const struct option_row *
settings_find_given(const struct settings *s, const char *names)
{
	const struct option_row *row;
	char name[32];
	int len;

	for (; names && sscanf(names, "%31s%n", name, &len) == 1; names += len) {
		row = option_named(name);
		if (is_given(s, row))
			return row;
	}
	return NULL;
}

/* Check that the options given can be combined with each other and with the names of the files. */
static bool
check_combinations(const struct settings *s, const struct settings *configured,
    const char *config_path)
{
	const struct option_row *row, *other;
	const char *name = settings_only_name(s);

	for (row = option_rows; row->help; row++) {
		other = is_given(s, row) ? settings_find_given(s, row->excludes) : NULL;
		if (other == NULL)
			continue;
		report_combination(row, other);
		report_place(configured, config_path, row);
		report_place(configured, config_path, other);
		return false;
	}
	if ((!s->has_range && s->piece_bytes == 0) || (name && strcmp(name, "-") != 0))
		return true;
	row = option_named(s->has_range ? "range" : "pieces");
	message_print("--%s: needs the name of one file", row->name);
	report_place(configured, config_path, row);
	return false;
}

/* ---- options that getopt_long() rejects --- */

/* Options of GNU grep and ripgrep that urlgrep does not have. */
static const struct {
	const char *letter, *name, *advice; /* letter: may be NULL */
} foreign_options[] = {
	{ "-o", "--only-matching", "only URLs are printed anyway" },
	{ "-v", "--invert-match", "-e '^(?!.*PATTERN)' prints the other URLs" },
	{ "-w", "--word-regexp", "write \\b before and after the pattern" },
	{ "-x", "--line-regexp", "write ^ before and $ after the pattern" },
	{ "-E", "--extended-regexp", "the patterns of -e are PCRE2" },
	{ "-G", "--basic-regexp", "the patterns of -e are PCRE2" },
	{ "-P", "--perl-regexp", "the patterns of -e are PCRE2" },
	{ "-F", "--fixed-strings", "write \\Q before and \\E after the pattern" },
	{ "-d", "--directories", "-r searches directories" },
	{ "-g", "--glob", "--include=GLOB and --exclude=GLOB choose files" },
	{ "-t", "--type", "--include='*.c' chooses files by their names" },
	{ "-0", "--null", "write -Z" },
	{ "-N", "--no-line-number", "only -n prints line numbers" },
	{ "-S", "--smart-case", "-i ignores case" },
	{ NULL, "--hidden", "hidden files are searched; --no-hidden skips them" },
	{ NULL, "--colour", "write --color" },
};

/* Return advice for an option of grep or ripgrep; NULL for any other option. */
static const char *
find_advice(const char *option)
{
	size_t i, len = strcspn(option, "=");

	for (i = 0; i < COUNT(foreign_options); i++) {
		const char *letter = foreign_options[i].letter, *name = foreign_options[i].name;

		if ((letter && strcmp(option, letter) == 0) ||
		    (strncmp(option, name, len) == 0 && name[len] == '\0'))
			return foreign_options[i].advice;
	}
	return ascii_is(option[1], ASCII_DIGIT) && option[2] == '\0' ?
	    "-C NUM prints NUM lines around each URL" : NULL;
}

/* Report a long option that is ambiguous or unknown. */
static void
report_unknown(const char *option)
{
	struct strbuf names = { .memory = &xmalloc_memory };
	size_t len = strncmp(option, "--", 2) == 0 ? strcspn(option + 2, "=") : 0;
	const char *advice = find_advice(option);
	const struct option_row *row;

	for (row = option_rows; len && row->help; row++)
		if (row->name && strncmp(row->name, option + 2, len) == 0)
			strbuf_printf(&names, "%s--%s", names.len ? ", " : "", row->name);
	strbuf_append_byte(&names, '\0');
	if (names.len > 1)
		message_print("%s: ambiguous option: %s", option, names.at);
	else
		message_print("%s: unknown option; %s%s%s", option, advice ? advice : "see ",
		    advice ? "" : messages_program, advice ? "" : " --help");
	strbuf_free(&names);
}

/* Report an option that getopt_long() rejected: the last word it read or, for a short
 * option, optopt. */
static void
report_option(int code, const char *word)
{
	char letter[] = { '-', (char)optopt, '\0' };
	bool is_letter = optopt != 0 && optopt < LONG_ONLY;

	if (code == ':')
		message(is_letter ? letter : word, "needs an argument");
	else if (optopt && !is_letter)
		message(word, "takes no argument");
	else
		report_unknown(is_letter ? letter : word);
}

/* ---- reading --- */

/* Return the row for a result of getopt_long(), or NULL if that is an error. */
static const struct option_row *
find_row(int code)
{
	const struct option_row *row;

	if (code >= LONG_ONLY)
		return &option_rows[code - LONG_ONLY];
	for (row = option_rows; row->help; row++)
		if (row->name && row->letter == code)
			return row;
	return NULL;
}

/* Read arguments. Those after the options are argv[*first..argc); if first is NULL, they are
 * errors. */
static bool
read_arguments(struct settings *s, int argc, char **argv, int *first)
{
	int code;

	optind = 0; /* restart getopt_long() */
	while ((code = getopt_long(argc, argv, option_letters, option_names, NULL)) != -1) {
		const struct option_row *row = find_row(code);

		if (row == NULL)
			report_option(code, argv[optind - 1]);
		if (row == NULL || !store(s, row, optarg))
			return false;
	}
	if (first)
		*first = optind;
	else if (optind < argc)
		message(argv[optind], "not an option");
	return first || optind == argc;
}

/* Append the arguments in a text, one per line, without surrounding white space. Skip empty
 * lines and comments, which begin with "#". */
static void
split_lines(char *text, struct string_list *arguments)
{
	char *line;

	while ((line = strsep(&text, "\n")) != NULL) {
		urlgrep_span argument = span_trim(span_of(line));

		line[argument.text + argument.len - line] = '\0';
		if (argument.len > 0 && *argument.text != '#')
			string_list_add(arguments, argument.text);
	}
}

/* Read the options in the file at path, which precede those of the command line. An output format
 * set there is a default that the command line may replace. */
static bool
read_configuration(struct settings *s, const char *path)
{
	struct string_list arguments = { NULL, 0 };
	char *text = file_read_text(path);
	bool is_good;

	if (text == NULL) {
		message("URLGREP_CONFIG_PATH", "this is where the file of options is named");
		return false;
	}
	string_list_add(&s->texts, text);
	string_list_add(&arguments, "urlgrep");
	split_lines(text, &arguments);
	string_list_add(&arguments, NULL);
	is_good = read_arguments(s, (int)arguments.count - 1, (char **)arguments.at, NULL);
	if (!is_good)
		message(path, "this is where the option is set");
	string_list_free(&arguments);
	s->asked.is_default_format = true;
	return is_good;
}

/* Return true if --no-config is among the arguments, possibly abbreviated. The parser reports
 * ambiguous abbreviations. */
static bool
refuses_configuration(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strncmp(argv[i], "--n", 3) == 0 &&
		    strncmp(argv[i], "--no-config", strlen(argv[i])) == 0)
			return true;
	return false;
}

bool
settings_read(struct settings *s, int argc, char **argv)
{
	const char *path = environment_value("URLGREP_CONFIG_PATH");
	struct settings configured;
	int first;

	*s = (struct settings){ .max_count = -1, .max_depth = -1, .range_end = UINT64_MAX,
		.mail = { .size = sizeof(s->mail), .memory = &xmalloc_memory },
		.asked.hyperlink = WHEN_NEVER };
	search_options_init(&s->search);
	if (path && !refuses_configuration(argc, argv) && !read_configuration(s, path))
		return false;
	configured = *s;
	if (!read_arguments(s, argc, argv, &first))
		return false;
	if (s->asked.file_names.count > 0 && first < argc) {
		message(argv[first], "--files0-from names the files");
		return false;
	}
	s->names = s->asked.file_names.count > 0 ? s->asked.file_names.at :
	    (const char *const *)(argv + first);
	return check_combinations(s, &configured, path);
}

void
settings_free(struct settings *s)
{
	struct string_list *const lists[] = { &s->include, &s->exclude, &s->exclude_dir,
		&s->asked.header_names, &s->asked.file_names, &s->schemes, &s->hosts, &s->from,
		&s->to, &s->subjects, &s->patterns, &s->pattern_places, &s->parts, &s->texts };
	size_t i;

	for (i = 0; i < s->texts.count; i++)
		free((char *)(uintptr_t)s->texts.at[i]);
	for (i = 0; i < COUNT(lists); i++)
		string_list_free(lists[i]);
	free(s->layout);
}
