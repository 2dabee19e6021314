/* action_options.c - options: what urlgrep does instead of searching */
#include "cmd/action_options.h"

#include "cmd/argument.h"
#include "cmd/completions.h"

static bool
set_pieces(struct options *o, const struct option_row *row, char *argument)
{
	return argument_read_size(row, argument, &o->piece_bytes);
}

static bool
set_print_grammar(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	o->print_grammar = argument;
	return argument_read_word(row, argument, &index);
}

static bool
set_generate(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	o->generate = argument;
	return argument_read_word(row, argument, &index);
}

static const char *
help_word(unsigned i)
{
	return i == 0 ? "all" : NULL;
}

static bool
set_help(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	o->help = true;
	if (argument == NULL)
		return true;
	o->all_help = argument_read_word(row, argument, &index);
	return o->all_help;
}

/* The setters that cannot fail. */
SETTER(check, o->check = true)
SETTER(print_schemes, o->print_schemes = true)
SETTER(version, o->version = true)

static const struct option_row rows[] = {
	{ 0, NULL, NULL, "Instead of searching:", NULL, NULL },
	{ 0, "check", NULL, "judge the URLs given, or one per line from stdin", NULL,
	    set_check },
	{ 0, "pieces", "SIZE", "print ranges of SIZE bytes that FILE divides into", NULL,
	    set_pieces },
	{ 0, "print-grammar", "NAME", "print the text of a grammar",
	    urlgrep_grammar_name,
	    set_print_grammar },
	{ 0, "schemes", NULL, "print the listed schemes, their forms and RFCs", NULL,
	    set_print_schemes },
	{ 0, "generate", "WHAT", "print completions (bash, zsh, fish) or warnings",
	    completions_name, set_generate },
	{ 'V', "version", NULL, "print the versions of urlgrep and its libraries", NULL,
	    set_version },
	{ 0, "help", "[all]", "print help: the options used most, or all", help_word,
	    set_help },
};

const struct option_section action_options = OPTION_SECTION(rows);
