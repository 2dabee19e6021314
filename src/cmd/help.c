/* help.c - output other than findings: --help, --version, --schemes, and --generate, which prints
 * shell completions or the warnings */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmd/completion_bash.h" /* from completion.bash */
#include "cmd/settings.h"
#include "urlgrep_tools.h"

/* ---- --help --- */

/* The most frequently used options. With the lines around them and a prompt they fill
 * a screen of 24 lines. */
static const char *const common[] = { "regexp", "scheme", "host", "all", "email", "unique",
	"from", "since", "unwrap", "line-number", "part", "context", "count", "json", "csv",
	"recursive", "join", "check" };

static void
print_row(const struct option_row *row)
{
	const char *argument = row->argument;
	char text[64];

	if (argument == NULL)
		snprintf(text, sizeof(text), "--%s", row->name);
	else if (!option_needs_argument(row))
		snprintf(text, sizeof(text), "--%s[=%s", row->name, argument + 1);
	else
		snprintf(text, sizeof(text), "--%s=%s", row->name, argument);
	if (row->letter)
		printf("  -%c, %-22s %s\n", row->letter, text, row->help);
	else
		printf("      %-22s %s\n", text, row->help);
}

static void
print_all(void)
{
	const struct option_row *row;

	puts("\n"
	     "URLs may be written as <URL:...> (RFC 1738) or bare; URLs that were broken\n"
	     "over several lines are rejoined; a strict grammar judges each one.");
	for (row = option_rows; row->help; row++)
		if (row->name == NULL)
			printf("\n%s\n", row->help);
		else
			print_row(row);
	putchar('\n');
}

/* Print the most frequently used options, or all options in groups. */
static void
print_help(bool all)
{
	size_t i;

	puts("usage: urlgrep [OPTION]... [FILE]...\n"
	     "Print each URL in mail, news and text. Without FILE, or when FILE is -, read\n"
	     "standard input, or the current directory with -r. Patterns are given with -e.");
	if (all)
		print_all();
	for (i = 0; !all && i < COUNT(common); i++)
		print_row(option_named(common[i]));
	if (!all)
		puts("'urlgrep --help=all' prints all options.");
	puts("Exit status: 0: a URL was found (--check: all are valid), 1: none, 2: error.");
}

/* ---- --version, --schemes --- */

static void
print_version(void)
{
	char text[320];
	unsigned i;

	urlgrep_pcre2_version(text, sizeof(text));
	printf("urlgrep %s\nPCRE2 %s, JIT %s\n", urlgrep_version(), text,
	    urlgrep_jit() ? "in use" : "not available");
	for (i = 0; urlgrep_mail_library(i, text, sizeof(text)); i++)
		puts(text);
}

/* Return the forms of a scheme in running text; "-" if it is found only in <URL:...> and in the
 * links of HTML. */
static const char *
scheme_forms(const urlgrep_scheme *s)
{
	if (s->has_slashes)
		return s->is_opaque ? "//,opaque" : "//";
	return s->is_opaque ? "opaque" : "-";
}

/* Print the table of schemes: name, registered or not, the forms in running text, the default port,
 * the RFC. */
static void
print_schemes(void)
{
	urlgrep_scheme s;
	unsigned i;

	for (i = 0; urlgrep_scheme_at(i, &s) == URLGREP_OK; i++) {
		printf("%s\t%s\t%s\t", s.name, s.is_registered ? "iana" : "common", scheme_forms(&s));
		printf(s.port ? "%u\t" : "-\t", s.port);
		printf(s.rfc ? "RFC %u\n" : "-\n", s.rfc);
	}
}

/* ---- completions --- */

/* Print the words that are allowed as the option's argument. */
static void
print_words(const struct option_row *row)
{
	unsigned i;

	for (i = 0; search_option_word(&row->how, i); i++)
		printf("%s%s", i ? " " : "", search_option_word(&row->how, i));
}

/* Return true if the argument is a comma-separated list. */
static bool
is_list(const struct option_row *row)
{
	return row->argument && (strstr(row->argument, "LIST") || strstr(row->argument, "COLUMNS"));
}

/* Print text with a backslash before each character in `which`. */
static void
print_escaped(const char *text, const char *which)
{
	for (; *text; text++) {
		if (strchr(which, *text))
			putchar('\\');
		putchar(*text);
	}
}

/* Return true if the argument follows only the long name, after "=": "-uexact" is "-u -e xact". */
static bool
is_letter_alone(const struct option_row *row)
{
	return row->letter && row->argument && !option_needs_argument(row);
}

/* Print a case of the shell script for each option whose argument must be one of certain words. */
static void
print_bash_arguments(void)
{
	const struct option_row *row;

	for (row = option_rows; row->help; row++) {
		if (search_option_word(&row->how, 0) == NULL)
			continue;
		putchar('\t');
		if (option_needs_argument(row))
			printf("--%s|", row->name);
		printf("--%s=) %swords='", row->name, is_list(row) ? "list=yes " : "");
		print_words(row);
		puts("' ;;");
	}
}

static void
print_bash_options(void)
{
	const struct option_row *row;

	for (row = option_rows; row->help; row++)
		if (row->name)
			printf("\t\t\t--%s%s%s%.1s\n", row->name,
			    option_needs_argument(row) ? "=" : "", row->letter ? " -" : "",
			    &row->letter);
}

static void
print_bash(void)
{
	fputs(completion_bash[0], stdout);
	print_bash_arguments();
	fputs(completion_bash[1], stdout);
	print_bash_options();
	fputs(completion_bash[2], stdout);
}

/* Print the completion of the argument: words, a list of words, or files. */
static void
print_zsh_argument(const struct option_row *row)
{
	bool is_optional = !option_needs_argument(row);
	const char *name = row->argument + is_optional;

	printf("%s%.*s:", is_optional ? "::" : ":", (int)strcspn(name, "]"), name);
	if (strcmp(row->argument, "FILE") == 0) {
		fputs("_files", stdout);
	} else {
		bool is_values = search_option_word(&row->how, 0) && is_list(row);

		printf(is_values ? "_values -s , %s " : "(", row->name);
		print_words(row);
		fputs(is_values ? "" : ")", stdout);
	}
}

static void
print_zsh_help(const struct option_row *row)
{
	fputs("\"[", stdout);
	print_escaped(row->help, "[]:\"$`");
	fputs("]", stdout);
}

static void
print_zsh_option(const struct option_row *row)
{
	const char *mark = option_needs_argument(row) ? "=" : row->argument ? "=-" : "";

	fputs("\t", stdout);
	if (is_letter_alone(row)) {
		printf("'(-%c --%s)-%c'", row->letter, row->name, row->letter);
		print_zsh_help(row);
		printf("\" \\\n\t'(-%c --%s)--%s%s'", row->letter, row->name, row->name, mark);
	} else if (row->letter)
		printf("'(-%c --%s)'{-%c%s,--%s%s}", row->letter, row->name,
		    row->letter, row->argument ? "+" : "", row->name, mark);
	else
		printf("'--%s%s'", row->name, mark);
	print_zsh_help(row);
	if (row->argument)
		print_zsh_argument(row);
	puts("\" \\");
}

static void
print_zsh(void)
{
	const struct option_row *row;

	puts("#compdef urlgrep\n"
	     "# zsh completion for urlgrep, generated by urlgrep --generate=zsh\n"
	     "local -a names\n"
	     "[[ $PREFIX = - ]] || names=( \\");
	for (row = option_rows; row->help; row++)
		if (row->name && row->letter == 0)
			print_zsh_option(row);
	puts(")\n"
	     "_arguments -s -S : $names \\");
	for (row = option_rows; row->help; row++)
		if (row->name && row->letter)
			print_zsh_option(row);
	puts("\t'*:file:_files'");
}

static void
print_fish(void)
{
	const struct option_row *row;

	puts("# fish completion for urlgrep, generated by urlgrep --generate=fish");
	for (row = option_rows; row->help; row++) {
		if (row->name == NULL)
			continue;
		fputs("complete -c urlgrep", stdout);
		if (row->letter && !is_letter_alone(row))
			printf(" -s %c", row->letter);
		printf(" -l %s", row->name);
		if (option_needs_argument(row))
			fputs(strcmp(row->argument, "FILE") == 0 ? " -r -F" : " -x", stdout);
		if (search_option_word(&row->how, 0)) {
			fputs(is_list(row) ? " -a '(__fish_append , " : " -a '", stdout);
			print_words(row);
			fputs(is_list(row) ? ")'" : "'", stdout);
		}
		if (is_letter_alone(row))
			printf("\ncomplete -c urlgrep -s %c -l %s", row->letter, row->name);
		fputs(" -d '", stdout);
		print_escaped(row->help, "'\\");
		puts(row->letter ? "'" : "' -n 'test (commandline -ct) != -'");
	}
}

/* Print the name and the meaning of each warning on a line, for programs. */
static void
print_warnings(void)
{
	const char *name;
	unsigned i;

	for (i = 0; (name = urlgrep_name(URLGREP_WARNING_NAMES, i)) != NULL; i++)
		printf("%s\t%s\n", name, urlgrep_warning_meaning(i));
}

/* ---- all of these --- */

bool
help_print_instead(const struct settings *s)
{
	static void (*const generators[])(void) = { print_bash, print_zsh, print_fish, print_warnings };

	if (s->help)
		print_help(s->all_help);
	else if (s->version)
		print_version();
	else if (s->print_schemes)
		print_schemes();
	else if (s->print_grammar)
		fputs(urlgrep_grammar_text(s->print_grammar), stdout);
	else if (s->generate) /* the number of a word of the option */
		generators[s->generate - 1]();
	else
		return false;
	return true;
}
