/* completions.c - what an installation says of the options, made from their table:
 * completions for shells and the lists of the man page */
#include "cmd/completions.h"

#include <stdio.h>
#include <string.h>

#include "cmd/options.h"
#include "urlgrep.h"
#include "cmd/finding_warnings.h"

/* ---- the table, as a shell completes it --- */

/* Words an argument may be; an option without a row takes any. */
static const struct {
	const char *option, *words;
} choices[] = {
	{ "grammar", "rfc1738 current draft" },
	{ "print-grammar", "rfc1738 current draft iri" },
	{ "readings", "best all" },
	{ "color", "auto never always" },
	{ "progress", "auto never always" },
	{ "as", "text mail mbox html" },
	{ "generate", "bash zsh fish man-options man-warnings warnings" },
};

enum { CHOICES = sizeof(choices) / sizeof(choices[0]) };

static const char *
choice_of(const struct option_row *row)
{
	unsigned i;

	for (i = 0; i < CHOICES; i++)
		if (strcmp(row->name, choices[i].option) == 0)
			return choices[i].words;
	return NULL;
}

static bool
is_of_warnings(const struct option_row *row)
{
	return strcmp(row->name, "deny") == 0;
}

static bool
has_words(const struct option_row *row)
{
	return choice_of(row) || is_of_warnings(row);
}

static void
put_words(const struct option_row *row)
{
	struct warning w;
	unsigned i;

	if (choice_of(row))
		fputs(choice_of(row), stdout);
	if (!is_of_warnings(row))
		return;
	for (i = 0; warning_row(i, &w); i++)
		printf("%s ", w.name);
	fputs("all", stdout);
}

/* The row of option number *i or of the next; NULL: there are no more. */
static const struct option_row *
next_option(int *i)
{
	const struct option_row *row;

	while ((row = options_row((*i)++)) != NULL)
		if (row->set)
			return row;
	return NULL;
}

static bool
is_optional(const struct option_row *row)
{
	return row->argument && row->argument[0] == '[';
}

static bool
is_required(const struct option_row *row)
{
	return row->argument && row->argument[0] != '[';
}

/* Text with a backslash before each of some characters. */
static void
put_escaped(const char *text, const char *which)
{
	for (; *text; text++) {
		if (strchr(which, *text))
			putchar('\\');
		putchar(*text);
	}
}

static void
put_bash_arguments(void)
{
	const struct option_row *row;
	int i;

	for (i = 0; (row = next_option(&i)) != NULL;) {
		if (!has_words(row))
			continue;
		printf(is_optional(row) ? "\t--%s=) words='" :
		    "\t--%s|--%s=) words='", row->name, row->name);
		put_words(row);
		puts("' ;;");
	}
}

static void
put_bash_options(void)
{
	const struct option_row *row;
	int i;

	for (i = 0; (row = next_option(&i)) != NULL;)
		printf("\t\t\t--%s%s\n", row->name, is_required(row) ? "=" : "");
}

static void
generate_bash(void)
{
	puts("# completion of urlgrep for bash, made by urlgrep --generate=bash\n"
	     "_urlgrep()\n"
	     "{\n"
	     "\tlocal word=${COMP_WORDS[COMP_CWORD]} words=\n"
	     "\tlocal option=${COMP_WORDS[COMP_CWORD-1]}\n"
	     "\n"
	     "\t# \"=\" is a word of its own\n"
	     "\tif [[ $word == = ]]; then\n"
	     "\t\tword= option=$option=\n"
	     "\telif [[ $option == = ]]; then\n"
	     "\t\toption=${COMP_WORDS[COMP_CWORD-2]}=\n"
	     "\tfi\n"
	     "\tCOMPREPLY=()\n"
	     "\tcase $option in");
	put_bash_arguments();
	puts("\t*=) return ;;\n"
	     "\t*)\n"
	     "\t\t[[ $word == -* ]] || return\n"
	     "\t\twords='");
	put_bash_options();
	puts("\t\t' ;;\n"
	     "\tesac\n"
	     "\tCOMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
	     "\t[[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null\n"
	     "}\n"
	     "complete -o default -F _urlgrep urlgrep");
}

static void
put_zsh(const struct option_row *row)
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
	put_escaped(row->help, "[]:\"$`");
	fputs("]", stdout);
	if (argument) {
		printf("%s%.*s:(", is_optional(row) ? "::" : ":",
		    (int)strcspn(argument + is_optional(row), "]"),
		    argument + is_optional(row));
		put_words(row);
		fputs(")", stdout);
	}
	puts("\" \\");
}

static void
generate_zsh(void)
{
	const struct option_row *row;
	int i;

	puts("#compdef urlgrep\n"
	     "# completion of urlgrep for zsh, made by urlgrep --generate=zsh\n"
	     "_arguments -s -S : \\");
	for (i = 0; (row = next_option(&i)) != NULL;)
		put_zsh(row);
	puts("\t'*:file:_files'");
}

static void
generate_fish(void)
{
	const struct option_row *row;
	int i;

	puts("# completion of urlgrep for fish, made by urlgrep --generate=fish");
	for (i = 0; (row = next_option(&i)) != NULL;) {
		fputs("complete -c urlgrep", stdout);
		if (row->letter)
			printf(" -s %c", row->letter);
		printf(" -l %s", row->name);
		if (is_required(row))
			fputs(" -x", stdout);
		if (has_words(row)) {
			fputs(" -a '", stdout);
			put_words(row);
			fputs("'", stdout);
		}
		fputs(" -d '", stdout);
		put_escaped(row->help, "'\\");
		puts("'");
	}
}

/* ---- the table, as the man page lists it (mdoc) --- */

static void
put_mdoc(const char *text)
{
	if (*text == '.' || *text == '\'')
		fputs("\\&", stdout);
	for (; *text; text++)
		fputs(*text == '\\' ? "\\e" : *text == '-' ? "\\-" :
			(char[]){ *text, '\0' }, stdout);
	putchar('\n');
}

static void
put_man_option(const struct option_row *row)
{
	const char *argument = row->argument;

	fputs(".It ", stdout);
	if (row->letter)
		printf("Fl %c , ", row->letter);
	printf("Fl \\-%s", row->name);
	if (is_required(row))
		printf(" Ns = Ns Ar %s", argument);
	if (is_optional(row))
		printf(" Ns Oo = Ns Ar %.*s Oc",
		    (int)strcspn(argument + 1, "]"), argument + 1);
	putchar('\n');
	put_mdoc(row->help);
}

static void
generate_man_options(void)
{
	const struct option_row *row;
	bool open = false;
	int i;

	for (i = 0; (row = options_row(i)) != NULL; i++) {
		if (row->set) {
			put_man_option(row);
			continue;
		}
		if (open)
			puts(".El");
		printf(".Ss %.*s\n", (int)strcspn(row->help, ":"), row->help);
		puts(".Bl -tag -width 4n");
		open = true;
	}
	puts(".El");
}

static void
generate_man_warnings(void)
{
	struct warning w;
	unsigned i;

	puts(".Bl -tag -width 4n");
	for (i = 0; warning_row(i, &w); i++) {
		printf(".It Cm %s\n", w.name);
		put_mdoc(w.meaning);
	}
	puts(".El");
}

static void
generate_warnings(void)
{
	struct warning w;
	unsigned i;

	for (i = 0; warning_row(i, &w); i++)
		printf("%s\t%s\n", w.name, w.meaning);
}

/* ---- which of them --- */

static const struct {
	const char *what;
	void (*generate)(void);
} rows[] = {
	{ "bash", generate_bash },
	{ "zsh", generate_zsh },
	{ "fish", generate_fish },
	{ "man-options", generate_man_options },
	{ "man-warnings", generate_man_warnings },
	{ "warnings", generate_warnings },
};

bool
generate(const char *what)
{
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(what, rows[i].what) == 0) {
			rows[i].generate();
			return true;
		}
	return false;
}
