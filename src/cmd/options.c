/* options.c - the command line, as it was given, and the configuration before it */
#include "cmd/options.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/combinations.h"
#include "cmd/config.h"
#include "cmd/parser.h"
#include "cmd/print/layout.h"
#include "cmd/messages.h"

/* Read the options of the file that URLGREP_CONFIG_PATH names, which come before those of the
 * command line. Their format is a default, which the command line may replace. */
static bool
read_configuration(struct options *o)
{
	struct string_list arguments = { NULL, 0 };
	char *text;
	bool is_good;

	o->config_path = getenv("URLGREP_CONFIG_PATH");
	if (o->config_path == NULL || *o->config_path == '\0')
		return true;
	string_list_add(&arguments, "urlgrep");
	is_good = config_read_file(o->config_path, &text, &arguments);
	if (is_good) {
		string_list_add(&o->texts, text);
		string_list_add(&arguments, NULL);
		is_good = parser_read(o, (int)arguments.count - 1, (char **)arguments.at, NULL);
		if (!is_good)
			message(o->config_path, "this is where the option is set");
	}
	string_list_free(&arguments);
	o->configured = combinations_given(o);
	o->is_default_format = true;
	return is_good;
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
