/* options.c - the command line, as it was given, and the configuration before it */
#include "cmd/options.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/combinations.h"
#include "cmd/config.h"
#include "cmd/parser.h"
#include "cmd/print/layout.h"
#include "cmd/messages.h"

/* Remember which options were set so far, and not in another place. A format is a default from
 * now on. */
static void
add_place(struct options *o, const char *name)
{
	struct option_place *place = &o->places[o->place_count++];
	size_t i;

	place->name = name;
	place->given = combinations_given(o);
	for (i = 0; i + 1 < o->place_count; i++)
		place->given &= ~o->places[i].given;
	o->is_default_format = true;
}

/* Read options from the place called name, which come before those of the command line. */
static bool
read_configured(struct options *o, const char *name, struct string_list *arguments)
{
	int count = (int)arguments->count;
	bool is_good;

	string_list_add(arguments, NULL);
	is_good = parser_read(o, count, (char **)arguments->at, NULL);
	if (!is_good)
		message(name, "this is where the option is set");
	string_list_free(arguments);
	add_place(o, name);
	return is_good;
}

/* Read the options of URLGREP_CONFIG_PATH and URLGREP_OPTIONS. */
static bool
read_configuration(struct options *o)
{
	const char *path = getenv("URLGREP_CONFIG_PATH"), *words = getenv("URLGREP_OPTIONS");
	struct string_list arguments = { NULL, 0 };
	char *text;

	if (path && *path) {
		string_list_add(&arguments, "urlgrep");
		if (!config_read_file(path, &text, &arguments)) {
			string_list_free(&arguments);
			return false;
		}
		string_list_add(&o->texts, text);
		if (!read_configured(o, path, &arguments))
			return false;
	}
	if (words == NULL)
		return true;
	string_list_add(&arguments, "urlgrep");
	config_split_words(words, &text, &arguments);
	string_list_add(&o->texts, text);
	return read_configured(o, "URLGREP_OPTIONS", &arguments);
}

/* Return true if --no-config is among the arguments. It may be abbreviated; whether it is
 * ambiguous then is for the parser to say. */
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
options_read(struct options *o, int argc, char **argv, int *first)
{
	*o = (struct options){ .grammar = "current", .max_count = -1, .max_depth = -1,
		.least_name = URLGREP_MEDIUM, .least_address = URLGREP_MEDIUM,
		.hyperlink = WHEN_NEVER, .format = "text" };
	return (refuses_configuration(argc, argv) || read_configuration(o)) &&
	    parser_read(o, argc, argv, first) &&
	    combinations_check(o, argv + *first, argc - *first);
}

void
options_free(struct options *o)
{
	size_t i;

	string_list_free(&o->include);
	string_list_free(&o->exclude);
	string_list_free(&o->exclude_dir);
	string_list_free(&o->header_names);
	string_list_free(&o->schemes);
	string_list_free(&o->hosts);
	string_list_free(&o->from);
	string_list_free(&o->to);
	string_list_free(&o->subjects);
	string_list_free(&o->patterns);
	string_list_free(&o->pattern_files);
	string_list_free(&o->parts);
	layout_free(o->layout);
	for (i = 0; i < o->texts.count; i++)
		free((char *)o->texts.at[i]);
	string_list_free(&o->texts);
}
