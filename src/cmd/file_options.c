/* file_options.c - options: which files are searched, and how they are read */
#include "cmd/file_options.h"

#include <limits.h>
#include <string.h>

#include "cmd/argument.h"

/* As in grep, slashes at the end of the pattern do not count. */
static bool
set_exclude_dir(struct options *o, const struct option_row *row, char *argument)
{
	size_t len = strlen(argument);

	(void)row;
	while (len > 1 && argument[len - 1] == '/')
		argument[--len] = '\0';
	string_list_add(&o->exclude_dir, argument);
	return true;
}

static bool
set_max_depth(struct options *o, const struct option_row *row, char *argument)
{
	return argument_read_number(row, argument, 0, LONG_MAX, "expected a number",
	    &o->max_depth);
}

static const char *
type_word(unsigned i)
{
	static const char *const words[] = { [URLGREP_MAIL_TEXT - 1] = "text",
		[URLGREP_MAIL_MESSAGE - 1] = "mail", [URLGREP_MAIL_MBOX - 1] = "mbox",
		[URLGREP_MAIL_HTML - 1] = "html" };

	return i < sizeof(words) / sizeof(words[0]) ? words[i] : NULL;
}

static bool
set_type(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	if (!argument_read_word(row, argument, &index))
		return false;
	o->type = (urlgrep_mail_type)(URLGREP_MAIL_TEXT + index);
	return true;
}

static const char *
links_word(unsigned i)
{
	return i == 0 ? "all" : i == 1 ? "anchors" : NULL;
}

static bool
set_links(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	if (!argument_read_word(row, argument, &index))
		return false;
	o->only_anchors = index == 1;
	return true;
}

static const char *
join_word(unsigned i)
{
	static const char *const words[] = { [URLGREP_MAIL_JOIN_AUTO] = "auto",
		[URLGREP_MAIL_JOIN_ALWAYS] = "always",
		[URLGREP_MAIL_JOIN_WRAPPED] = "wrapped",
		[URLGREP_MAIL_JOIN_NEVER] = "never" };

	return i < sizeof(words) / sizeof(words[0]) ? words[i] : NULL;
}

static bool
set_join(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	if (!argument_read_word(row, argument, &index))
		return false;
	o->join = (urlgrep_mail_join)index;
	return true;
}

/* Return true if all names could be those of header fields (RFC 5322, 2.2). */
static bool
are_field_names(const struct string_list *names)
{
	size_t i;
	const char *c;

	for (i = 0; i < names->count; i++)
		for (c = names->at[i]; *c; c++)
			if (*c <= ' ' || *c >= 0x7F || *c == ':')
				return false;
	return true;
}

static bool
set_headers(struct options *o, const struct option_row *row, char *argument)
{
	o->headers = true;
	if (argument == NULL)
		return true;
	return argument_add_words(&o->header_names, row, argument,
	    "expected names of fields") &&
	    (are_field_names(&o->header_names) || argument_report(row,
	    o->header_names.at[o->header_names.count - 1],
	    "not the name of a header field"));
}

static bool
set_range(struct options *o, const struct option_row *row, char *argument)
{
	o->has_range = true;
	return argument_read_range(row, argument, &o->range_begin, &o->range_end);
}

static bool
set_threads(struct options *o, const struct option_row *row, char *argument)
{
	enum { MAX_THREADS = 256 };
	long n;

	if (!argument_read_number(row, argument, 1, MAX_THREADS,
		"expected a number from 1 to 256", &n))
		return false;
	o->threads = (unsigned)n;
	return true;
}

/* The setters that cannot fail. */
SETTER(recursive, o->recursive = true; o->follow_links = false)
SETTER(include, string_list_add(&o->include, argument))
SETTER(exclude, string_list_add(&o->exclude, argument))
SETTER(skip_binary, o->skip_binary = true)
SETTER(follow_links, o->recursive = o->follow_links = true)
SETTER(no_ignore, o->no_ignore = true)
SETTER(no_config, (void)o) /* see options.c */
SETTER(no_hidden, o->no_hidden = true)
SETTER(raw, o->raw = true)
SETTER(no_messages, o->no_messages = true)

static const struct option_row rows[] = {
	{ 0, NULL, NULL, "Files:", NULL, NULL },
	{ 'r', "recursive", NULL, "search directories recursively", NULL,
	    set_recursive },
	{ 0, "include", "GLOB", "search only files whose name matches", NULL,
	    set_include },
	{ 0, "exclude", "GLOB", "skip files whose name matches", NULL, set_exclude },
	{ 0, "exclude-dir", "GLOB", "skip directories whose name matches", NULL,
	    set_exclude_dir },
	{ 'I', "skip-binary", NULL, "skip binary files", NULL, set_skip_binary },
	{ 'R', "dereference-recursive", NULL, "as -r, and follow all symbolic links", NULL,
	    set_follow_links },
	{ 0, "max-depth", "NUM", "descend at most NUM levels of directories", NULL,
	    set_max_depth },
	{ 0, "no-ignore", NULL, "also search what .gitignore and .ignore exclude", NULL,
	    set_no_ignore },
	{ 0, "no-hidden", NULL, "skip names that begin with '.'", NULL,
	    set_no_hidden },
	{ 0, "as", "TYPE", "read as text, mail, mbox or html (default: detect)",
	    type_word, set_type },
	{ 0, "links", "WHICH", "in HTML, find all links (default) or only anchors",
	    links_word, set_links },
	{ 0, "join", "WHEN", "undo line breaks: auto, always, wrapped or never",
	    join_word, set_join },
	{ 0, "headers", "[LIST]", "in mail, also search header fields: most, or LIST",
	    NULL, set_headers },
	{ 0, "raw", NULL, "search the bytes as they are; decode nothing", NULL,
	    set_raw },
	{ 0, "range", "BEGIN-END", "search the messages that begin in these bytes", NULL,
	    set_range },
	{ 'j', "threads", "NUM", "use NUM threads (default: processors, at most 8)",
	    NULL, set_threads },
	{ 's', "no-messages", NULL, "print no error messages about files", NULL,
	    set_no_messages },
	{ 0, "no-config", NULL, "ignore the file of options, URLGREP_CONFIG_PATH", NULL,
	    set_no_config },
};

const struct option_section file_options = OPTION_SECTION(rows);
