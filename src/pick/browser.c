/* browser.c - opens URLs with $BROWSER
 *
 * A URL is one argument, or a part of one. No shell reads the command. */
#include "pick/browser.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "pick/process.h"
#include "util/strbuf.h"

/* ---- choosing --- */

static bool
is_set(const char *variable)
{
	const char *value = getenv(variable);

	return value && *value;
}

static bool
is_one_of(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(name, *names) == 0)
			return true;
	return false;
}

/* Return true if the program draws in the terminal; xdg-open and its like start such a
 * program where there is no display. */
static bool
draws_in_terminal(const char *program)
{
	static const char *const drawing[] = { "browsh", "carbonyl", "chawan", "cha", "elinks",
		"links", "links2", "lynx", "w3m", "www-browser", NULL };
	static const char *const choosing[] = { "sensible-browser", "xdg-open", NULL };
	const char *slash = strrchr(program, '/'), *name = slash ? slash + 1 : program;

	return is_one_of(name, drawing) ||
	    (is_one_of(name, choosing) && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"));
}

/* Cut a command into words at blanks. */
static char **
split_words(char *command)
{
	char **words = x_calloc(strlen(command) / 2 + 2, sizeof(*words));
	char *rest = NULL, *word;
	size_t n = 0;

	for (word = strtok_r(command, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		words[n++] = x_strndup(word, strlen(word));
	return words;
}

void
browser_choose(struct browser *browser, const char *commands)
{
	char *all, *rest, *command;

	*browser = (struct browser){ NULL, false };
	if (commands == NULL || *commands == '\0')
		commands = "xdg-open";
	rest = all = x_strndup(commands, strlen(commands));
	while (browser->words == NULL && (command = strsep(&rest, ":")) != NULL) {
		browser->words = split_words(command);
		if (browser->words[0] == NULL || !process_is_there(browser->words[0]))
			browser_free(browser);
	}
	if (browser->words)
		browser->needs_terminal = draws_in_terminal(browser->words[0]);
	free(all);
}

void
browser_free(struct browser *browser)
{
	browser_free_arguments(browser->words);
	browser->words = NULL;
}

/* ---- opening --- */

/* Return a copy of a word with the URL in the place of "%s"; set *is_placed if there is
 * any. */
static char *
place_url(const char *word, const char *url, bool *is_placed)
{
	struct strbuf out = { .memory = &xmalloc_memory };
	const char *place;

	for (; (place = strstr(word, "%s")) != NULL; word = place + 2) {
		strbuf_append(&out, word, (size_t)(place - word));
		strbuf_append_string(&out, url);
		*is_placed = true;
	}
	strbuf_append(&out, word, strlen(word) + 1);
	return out.at;
}

char **
browser_arguments(const struct browser *browser, const char *url)
{
	char **arguments;
	bool is_placed = false;
	size_t n = 0, i;

	while (browser->words[n])
		n++;
	arguments = x_calloc(n + 2, sizeof(*arguments));
	for (i = 0; i < n; i++)
		arguments[i] = place_url(browser->words[i], url, &is_placed);
	if (!is_placed)
		arguments[n] = x_strndup(url, strlen(url));
	return arguments;
}

void
browser_free_arguments(char **arguments)
{
	size_t i;

	for (i = 0; arguments && arguments[i]; i++)
		free(arguments[i]);
	free(arguments);
}

int
browser_open(const struct browser *browser, const char *url, int terminal)
{
	char **arguments = browser_arguments(browser, url);
	int status;

	if (browser->needs_terminal)
		status = process_run(arguments, terminal);
	else
		status = process_start(arguments, NULL, 0) < 0 ? -1 : 0;
	browser_free_arguments(arguments);
	return status;
}
