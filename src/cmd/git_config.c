/* git_config.c - core.excludesFile of git's configuration: git-config(1) */
#include "cmd/git_config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/file_text.h"
#include "cmd/xmalloc.h"
#include "util/ascii.h"

/* ---- the format, which is unquoted in place --- */

/* Skip the rest of a line and its end. */
static char *
skip_line(char *at)
{
	at += strcspn(at, "\n");
	return at + (*at == '\n');
}

/* Skip a header such as [core] or [remote "a]b"], without the end of the line. */
static char *
skip_section(char *at)
{
	bool is_quoted = false;

	for (; *at && *at != '\n' && (is_quoted || *at != ']'); at++) {
		if (*at == '\\' && at[1] != '\0' && at[1] != '\n')
			at++;
		else if (*at == '"')
			is_quoted = !is_quoted;
	}
	return at + (*at == ']');
}

/* A value that is being read. */
struct config_value {
	char *at; /* the first unread character */
	bool is_quoted;
};

enum { END = -1, MALFORMED = -2 };

static int
unescape(char c)
{
	switch (c) {
	case '"':
	case '\\':
		return c;
	case 'b':
		return '\b';
	case 'n':
		return '\n';
	case 't':
		return '\t';
	default:
		return MALFORMED;
	}
}

/* Return the next character of a value, or END. A backslash continues it in the next line. */
static int
next_character(struct config_value *v)
{
	for (;;) {
		char c = *v->at;
		int character;

		if (c == '\0' || c == '\n' || (!v->is_quoted && (c == '#' || c == ';')))
			return v->is_quoted ? MALFORMED : END;
		v->at++;
		if (c == '"') {
			v->is_quoted = !v->is_quoted;
		} else if (c != '\\') {
			return (unsigned char)c;
		} else if (*v->at == '\n' || strncmp(v->at, "\r\n", 2) == 0) {
			v->at = skip_line(v->at);
		} else {
			character = unescape(*v->at);
			v->at += character != MALFORMED;
			return character;
		}
	}
}

/* Unquote the value at *at in place, and advance *at to the next line. Return the value, or
 * NULL if it is malformed. */
static char *
read_value(char **at)
{
	struct config_value v = { .at = *at };
	char *value, *to, *end; /* end: after the last character that is not a blank */
	int c;

	v.at += strspn(v.at, " \t");
	value = to = end = v.at;
	while ((c = next_character(&v)) >= 0) {
		*to++ = (char)c;
		if (v.is_quoted || !ascii_is_space((char)c))
			end = to;
	}
	*at = skip_line(v.at);
	*end = '\0';
	return c == END ? value : NULL;
}

/* Read the name of a variable and its value, if it has one. Return true if it is
 * excludesFile. */
static bool
read_variable(char **at, char **value)
{
	static const char name_characters[] =
	    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	const char *name = *at;
	size_t len = strspn(name, name_characters);

	*at += len;
	*at += strspn(*at, " \t");
	*value = NULL;
	if (len > 0 && **at == '=') {
		++*at;
		*value = read_value(at);
	} else {
		*at = skip_line(*at);
	}
	return *value && ascii_is_word(name, len, "excludesfile");
}

/* Return the last core.excludesFile in a text, which is changed; or NULL. */
static char *
find_excludes_file(char *at)
{
	char *found = NULL, *value;
	bool is_core = false;

	if (strncmp(at, "\xEF\xBB\xBF", 3) == 0)
		at += 3;
	for (;;) {
		while (ascii_is_space(*at))
			at++;
		if (*at == '\0')
			return found;
		if (*at == '#' || *at == ';') {
			at = skip_line(at);
		} else if (*at == '[') {
			is_core = ascii_is_word(at, strcspn(at, "]\n"), "[core");
			at = skip_section(at);
		} else if (read_variable(&at, &value) && is_core) {
			found = value;
		}
	}
}

/* ---- the files --- */

/* Return "DIRECTORY/NAME", to be freed; NULL if there is no directory. */
static char *
path_in(const char *directory, const char *name)
{
	return directory && *directory ? file_path_join(directory, name) : NULL;
}

/* Return the path of a file in git's directory for the user's configuration. */
static char *
user_path(const char *name)
{
	const char *home = getenv("XDG_CONFIG_HOME");
	char *config, *path;

	if (home && *home)
		return path_in(home, name);
	config = path_in(getenv("HOME"), ".config");
	path = path_in(config, name);
	free(config);
	return path;
}

/* Return the path in a value: ~/ is the home directory, and a relative path is taken from
 * the work tree. Return NULL for an empty value. */
static char *
expand_path(const char *value, const char *work_tree)
{
	if (strncmp(value, "~/", 2) == 0)
		return path_in(getenv("HOME"), value + 2);
	if (*value == '/')
		return x_strndup(value, strlen(value));
	return *value ? path_in(work_tree, value) : NULL;
}

/* Let core.excludesFile of the configuration file at path, which is freed, replace *found,
 * if it is there. */
static void
read_config(char *path, const char *work_tree, char **found)
{
	char *text = path ? file_text_read_small(path) : NULL, *value;

	if (text && (value = find_excludes_file(text)) != NULL) {
		free(*found);
		*found = expand_path(value, work_tree);
	}
	free(text);
	free(path);
}

/* Return a copy of what the environment variable holds, or NULL. */
static char *
copy_variable(const char *name)
{
	const char *value = getenv(name);

	return value ? x_strndup(value, strlen(value)) : NULL;
}

char *
git_config_excludes_file(const char *work_tree)
{
	char *found = user_path("git/ignore");
	char *system = copy_variable("GIT_CONFIG_SYSTEM");
	char *global = copy_variable("GIT_CONFIG_GLOBAL");

	if (system || getenv("GIT_CONFIG_NOSYSTEM") == NULL)
		read_config(system ? system : path_in("/etc", "gitconfig"), work_tree, &found);
	if (global) {
		read_config(global, work_tree, &found);
	} else {
		read_config(user_path("git/config"), work_tree, &found);
		read_config(path_in(getenv("HOME"), ".gitconfig"), work_tree, &found);
	}
	read_config(path_in(work_tree, ".git/config"), work_tree, &found);
	return found;
}
