/* help.c - output other than that of a search: --help, --version, --schemes, and with --generate
 * the completions of shells and the lists of the manual */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmd/options.h"
#include "row/warnings.h"

/* ---- --help --- */

/* The options used most, in groups: a name without a row of the table is a heading. */
static const char *const common[] = {
	"Which URLs:",
	"regexp", "ignore-case", "scheme", "host", "invalid", "all", "strict",
	"schemeless", "email", "deny", "unique", "max-count",
	"Which messages (e-mail and news articles):",
	"from", "subject", "since", "until",
	"Output:",
	"with-filename", "line-number", "with-message", "part", "context", "count",
	"files-with-matches", "unwrap", "warn", "json", "csv", "format", "html", "color",
	"Files:",
	"recursive", "include", "exclude-dir", "headers", "join",
	"Instead of searching:",
	"check", "version", "help",
};

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
print_common(void)
{
	size_t i;

	for (i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
		const struct option_row *row = option_named(common[i]);

		if (row)
			print_row(row);
		else
			printf("\n%s\n", common[i]);
	}
	puts("\nThese are the options used most; 'urlgrep --help=all' prints all of them.");
}

static void
print_all(void)
{
	const struct option_row *row;

	for (row = option_rows; row->help; row++)
		if (row->name == NULL)
			printf("\n%s\n", row->help);
		else
			print_row(row);
}

void
help_print(bool all)
{
	puts("usage: urlgrep [OPTION]... [FILE]...\n"
	     "\n"
	     "Find the URLs in mail, news and text, and print each on a line of its own.\n"
	     "URLs may be written as <URL:...> (RFC 1738) or bare; URLs that were broken\n"
	     "over several lines are rejoined; a strict grammar judges each one. Without\n"
	     "FILE, or when FILE is -, read standard input; with -r and without FILE, search\n"
	     "the current directory. Patterns are given with -e.");
	if (all)
		print_all();
	else
		print_common();
	puts("\nExit status: 0 if a URL was found (--check: all are valid), 1 if none,\n"
	     "2 if there was an error.");
}

/* ---- --version, --schemes --- */

void
help_print_version(void)
{
	char text[320];
	unsigned i;

	urlgrep_pcre2_version(text, sizeof(text));
	printf("urlgrep %s\nPCRE2 %s, JIT %s\n", urlgrep_version(), text,
	    urlgrep_jit() ? "in use" : "not available");
	for (i = 0; urlgrep_mail_library(i, text, sizeof(text)); i++)
		puts(text);
}

/* Return the forms of a scheme in running text; "-" if it is found in <URL:...> and in the
 * links of HTML only. */
static const char *
scheme_forms(const urlgrep_scheme *s)
{
	if (s->has_slashes)
		return s->is_opaque ? "//,opaque" : "//";
	return s->is_opaque ? "opaque" : "-";
}

void
help_print_schemes(void)
{
	urlgrep_scheme s;
	unsigned i;

	for (i = 0; urlgrep_scheme_at(i, &s) == URLGREP_OK; i++) {
		printf("%s\t%s\t%s\t", s.name, s.is_registered ? "iana" : "common",
		    scheme_forms(&s));
		if (s.port)
			printf("%u\t", s.port);
		else
			fputs("-\t", stdout);
		if (s.rfc)
			printf("RFC %u\n", s.rfc);
		else
			puts("-");
	}
}

/* ---- completions --- */

/* Print the words that the option's argument may be. */
static void
print_words(const struct option_row *row)
{
	unsigned i;

	for (i = 0; option_word(row, i); i++)
		printf("%s%s", i ? " " : "", option_word(row, i));
}

static bool
has_words(const struct option_row *row)
{
	return option_word(row, 0) != NULL;
}

static bool
is_optional(const struct option_row *row)
{
	return row->argument && row->argument[0] == '[';
}

/* Return true if the argument is a list, separated by commas. */
static bool
is_list(const struct option_row *row)
{
	return row->argument && strstr(row->argument, "LIST") != NULL;
}

static bool
is_file(const struct option_row *row)
{
	return row->argument && strcmp(row->argument, "FILE") == 0;
}

/* Print text with a backslash before each character of which. */
static void
print_escaped(const char *text, const char *which)
{
	for (; *text; text++) {
		if (strchr(which, *text))
			putchar('\\');
		putchar(*text);
	}
}

static void
print_bash_arguments(void)
{
	const struct option_row *row;

	for (row = option_rows; row->help; row++) {
		if (!has_words(row))
			continue;
		if (!is_optional(row))
			printf("\t--%s|", row->name);
		else
			putchar('\t');
		printf("--%s=) %swords='", row->name, is_list(row) ? "list=yes " : "");
		print_words(row);
		puts("' ;;");
	}
}

static void
print_bash_options(void)
{
	const struct option_row *row;

	for (row = option_rows; row->help; row++) {
		if (row->name == NULL)
			continue;
		printf("\t\t\t--%s%s", row->name, option_needs_argument(row) ? "=" : "");
		if (row->letter)
			printf(" -%c", row->letter);
		putchar('\n');
	}
}

static void
print_bash(void)
{
	puts("# bash completion for urlgrep, generated by urlgrep --generate=bash\n"
	     "_urlgrep()\n"
	     "{\n"
	     "\tlocal word=${COMP_WORDS[COMP_CWORD]} words= list= before=\n"
	     "\tlocal option=${COMP_WORDS[COMP_CWORD-1]}\n"
	     "\n"
	     "\t# bash splits words at \"=\"\n"
	     "\tif [[ $word == = ]]; then\n"
	     "\t\tword= option=$option=\n"
	     "\telif [[ $option == = ]]; then\n"
	     "\t\toption=${COMP_WORDS[COMP_CWORD-2]}=\n"
	     "\tfi\n"
	     "\tCOMPREPLY=()\n"
	     "\tcase $option in");
	print_bash_arguments();
	puts("\t*=) return ;;\n"
	     "\t*)\n"
	     "\t\t[[ $word == -* ]] || return\n"
	     "\t\twords='");
	print_bash_options();
	puts("\t\t' ;;\n"
	     "\tesac\n"
	     "\tif [[ -n $list && $word == *,* ]]; then\n"
	     "\t\tbefore=${word%,*},\n"
	     "\t\tword=${word##*,}\n"
	     "\tfi\n"
	     "\tCOMPREPLY=($(compgen -P \"$before\" -W \"$words\" -- \"$word\"))\n"
	     "\t[[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null\n"
	     "}\n"
	     "complete -o default -F _urlgrep urlgrep");
}

/* Print what completes the argument: words, a list of words, or files. */
static void
print_zsh_argument(const struct option_row *row)
{
	const char *name = row->argument + is_optional(row);

	printf("%s%.*s:", is_optional(row) ? "::" : ":", (int)strcspn(name, "]"), name);
	if (is_file(row)) {
		fputs("_files", stdout);
	} else if (has_words(row) && is_list(row)) {
		printf("_values -s , %s ", row->name);
		print_words(row);
	} else {
		fputs("(", stdout);
		print_words(row);
		fputs(")", stdout);
	}
}

static void
print_zsh_option(const struct option_row *row)
{
	const char *mark = row->argument == NULL ? "" :
	    is_optional(row) ? "=-" : "=";
	const char *argument = row->argument;

	fputs("\t", stdout);
	if (row->letter)
		printf("'(-%c --%s)'{-%c%s,--%s%s}", row->letter, row->name,
		    row->letter, row->argument ? "+" : "", row->name, mark);
	else
		printf("'--%s%s'", row->name, mark);
	fputs("\"[", stdout);
	print_escaped(row->help, "[]:\"$`");
	fputs("]", stdout);
	if (argument)
		print_zsh_argument(row);
	puts("\" \\");
}

static void
print_zsh(void)
{
	const struct option_row *row;

	puts("#compdef urlgrep\n"
	     "# zsh completion for urlgrep, generated by urlgrep --generate=zsh\n"
	     "_arguments -s -S : \\");
	for (row = option_rows; row->help; row++)
		if (row->name)
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
		if (row->letter)
			printf(" -s %c", row->letter);
		printf(" -l %s", row->name);
		if (option_needs_argument(row))
			fputs(is_file(row) ? " -r -F" : " -x", stdout);
		if (has_words(row)) {
			fputs(is_list(row) ? " -a '(__fish_append , " : " -a '", stdout);
			print_words(row);
			fputs(is_list(row) ? ")'" : "'", stdout);
		}
		fputs(" -d '", stdout);
		print_escaped(row->help, "'\\");
		puts("'");
	}
}

/* ---- the lists of the manual (mdoc) --- */

/* Print a line of text with what mdoc would interpret escaped. */
static void
print_mdoc(const char *text)
{
	if (*text == '.' || *text == '\'')
		fputs("\\&", stdout);
	for (; *text; text++)
		fputs(*text == '\\' ? "\\e" : *text == '-' ? "\\-" :
			(char[]){ *text, '\0' }, stdout);
	putchar('\n');
}

static void
print_man_warnings(void)
{
	const char *name;
	unsigned i;

	puts(".Bl -tag -width 4n");
	for (i = 0; (name = urlgrep_name(URLGREP_WARNING_NAMES, i)) != NULL; i++) {
		printf(".It Cm %s\n", name);
		print_mdoc(urlgrep_warning_meaning(i));
	}
	puts(".El");
}

/* Print one warning per line, its name and meaning, for programs. */
static void
print_warnings(void)
{
	const char *name;
	unsigned i;

	for (i = 0; (name = urlgrep_name(URLGREP_WARNING_NAMES, i)) != NULL; i++)
		printf("%s\t%s\n", name, urlgrep_warning_meaning(i));
}

/* ---- the table of what can be generated; option_rows has the names, too --- */

static const struct {
	const char *name;
	void (*print)(void);
} rows[] = {
	{ "bash", print_bash },
	{ "zsh", print_zsh },
	{ "fish", print_fish },
	{ "man-warnings", print_man_warnings },
	{ "warnings", print_warnings },
};

void
completions_print(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(name, rows[i].name) == 0)
			rows[i].print();
}
