/* arguments.c - the command line of urlpick: its own options, and those of urlgrep */
#include "pick/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/options.h"
#include "cmd/messages.h"
#include "cmd/xmalloc.h"

/* What urlgrep is told before the user's own options. Mail clients hand over single parts,
 * too, without a header to tell that they are mail. */
static const char *const defaults[] = { "--join=always", "--schemeless", "--email" };
enum { DEFAULT_COUNT = sizeof(defaults) / sizeof(defaults[0]) };

/* ---- own options --- */

/* Set what the word asks for, if it is an option of urlpick. */
static bool
read_own(struct arguments *a, const char *word)
{
	const struct {
		const char *letter, *name;
		bool *is_set;
	} rows[] = {
		{ "-p", "--print", &a->prints }, { NULL, "--once", &a->once },
		{ NULL, "--no-mouse", &a->no_mouse },
		{ NULL, "--help", &a->help }, { "-V", "--version", &a->version },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(word, rows[i].name) == 0 ||
		    (rows[i].letter && strcmp(word, rows[i].letter) == 0)) {
			*rows[i].is_set = true;
			return true;
		}
	return false;
}

/* ---- options of urlgrep --- */

/* Return true if the word ends in an option whose argument is the next word. */
static bool
takes_next_word(const char *word)
{
	bool is_long = strncmp(word, "--", 2) == 0;
	const struct option_row *row;
	const char *letter;

	if (word[0] != '-' || word[1] == '\0' || strchr(word, '='))
		return false;
	if (is_long) {
		row = option_named(word + 2);
		return row && option_needs_argument(row);
	}
	for (letter = word + 1; *letter; letter++)
		for (row = option_rows; row->help; row++)
			if (row->letter == *letter && option_needs_argument(row))
				return letter[1] == '\0';
	return false;
}

/* Copy the words that are not urlpick's own. Return their number. */
static int
separate(struct arguments *a, int argc, char **argv)
{
	int count = 0, i, j;
	bool is_argument = false, are_names = false;

	a->words = x_calloc((size_t)argc + DEFAULT_COUNT + 1, sizeof(*a->words));
	a->words[count++] = x_strndup(argv[0] ? argv[0] : "", argv[0] ? strlen(argv[0]) : 0);
	for (j = 0; j < DEFAULT_COUNT; j++)
		a->words[count++] = x_strndup(defaults[j], strlen(defaults[j]));
	for (i = 1; i < argc; i++) {
		if (!is_argument && !are_names && read_own(a, argv[i]))
			continue;
		are_names |= !is_argument && strcmp(argv[i], "--") == 0;
		is_argument = !is_argument && !are_names && takes_next_word(argv[i]);
		a->words[count++] = x_strndup(argv[i], strlen(argv[i]));
	}
	return count;
}

/* Report an option of urlgrep that prints something else than URLs. Return true if there
 * is none. */
static bool
check_options(const struct settings *s)
{
	char format[32];
	const struct {
		bool is_given;
		const char *name;
	} rows[] = {
		{ s->check, "--check" }, { s->asked.count, "--count" },
		{ s->asked.names == NAMES_WITH, "--files-with-matches" },
		{ s->asked.names == NAMES_WITHOUT, "--files-without-match" }, { s->asked.quiet, "--quiet" },
		{ s->parts.count != 0, "--part" }, { s->print_message, "--print-message" },
		{ s->lines_before || s->lines_after, "--context" }, { s->defang, "--defang" },
		{ s->generate != NULL, "--generate" }, { s->print_schemes, "--schemes" },
		{ s->print_grammar != NULL, "--print-grammar" },
		{ s->piece_bytes != 0, "--pieces" }, { s->prepass, "--resolve" },
		{ s->has_range, "--range" }, { strcmp(s->asked.format, "text") != 0, format },
	};
	size_t i;

	snprintf(format, sizeof(format), "--%s", s->asked.format);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].is_given) {
			message(rows[i].name, "not an option of urlpick");
			return false;
		}
	return true;
}

bool
arguments_read(struct arguments *a, int argc, char **argv)
{
	int count, first;

	*a = (struct arguments){ .prints = false };
	count = separate(a, argc, argv);
	if (a->help || a->version)
		return true;
	if (!settings_read(&a->settings, count, a->words, &first) || !check_options(&a->settings))
		return false;
	a->names = a->words + first;
	return true;
}

void
arguments_free(struct arguments *a)
{
	size_t i;

	/* getopt_long() may have put them in another order; none is gone */
	for (i = 0; a->words && a->words[i]; i++)
		free(a->words[i]);
	free(a->words);
	settings_free(&a->settings);
}

void
arguments_print_help(void)
{
	puts("usage: urlpick [OPTION]... [URLGREP-OPTION]... [FILE]...\n"
	     "\n"
	     "List the URLs of messages or texts, and open those that you choose. Without\n"
	     "FILE, or when FILE is -, read standard input.\n"
	     "\n"
	     "  -p, --print     print the chosen URLs instead of opening them\n"
	     "      --once      quit when a URL has been opened\n"
	     "      --no-mouse  leave the mouse to the terminal\n"
	     "  -V, --version   print the version\n"
	     "      --help      print this help\n"
	     "\n"
	     "Options of urlgrep select what is listed: --host, --scheme, -e, --deny, -m,\n"
	     "--unwrap... In the list, ? shows the keys.");
}
