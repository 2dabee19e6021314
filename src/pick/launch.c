/* launch.c - opens URLs with $BROWSER, copies them to the clipboard, and starts programs for both
 *
 * A URL is passed as one argument, or within one. No shell interprets the command. */
#include "pick/pick.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/shared.h"
#include "row/json.h"
#include "util/ascii.h"

/* ---- starting programs without a shell --- */

/* Start a program with the descriptor `input` as standard input: in this terminal or, if
 * is_detached, in a session of its own, without output. Return its process ID; if it cannot be
 * executed, -1 with errno set. */
static pid_t
spawn(char *const words[], int input, bool is_detached)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	extern char **environ;
	sigset_t defaults;
	pid_t process;
	int output;

	if (posix_spawn_file_actions_init(&actions) != 0 || posix_spawnattr_init(&attributes) != 0)
		x_die();
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	sigaddset(&defaults, SIGINT);
	sigaddset(&defaults, SIGQUIT);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setflags(&attributes, (short)(POSIX_SPAWN_SETSIGDEF |
	    (is_detached ? POSIX_SPAWN_SETSID : 0)));
	posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	for (output = STDOUT_FILENO; output <= STDERR_FILENO; output++)
		if (is_detached)
			posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0);
		else
			posix_spawn_file_actions_adddup2(&actions, input, output);
	errno = posix_spawnp(&process, words[0], &actions, &attributes, words, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return errno ? -1 : process;
}

/* Start a program in the background, with text as its standard input. Return false and set errno
 * if it cannot be executed. */
static bool
start_in_background(char *const words[], const char *text, size_t len)
{
	int ends[2], error;
	pid_t process;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	process = spawn(words, ends[0], true);
	error = errno;
	close(ends[0]);
	output_write(ends[1], text, process < 0 ? 0 : len);
	close(ends[1]);
	errno = error;
	return process >= 0;
}

static int
status_of(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Run a program in the terminal and wait for it. Ctrl-C and Ctrl-\ reach only the program, as in
 * system(3). Return its exit status, or 128 plus the signal that ended it, or -1 with errno set. */
static int
run_in_terminal(char *const words[], int terminal)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, interrupt, quit;
	int status = 0, error;
	pid_t process;

	sigemptyset(&ignore.sa_mask);
	sigaction(SIGINT, &ignore, &interrupt);
	sigaction(SIGQUIT, &ignore, &quit);
	process = spawn(words, terminal, false);
	error = errno;
	while (process >= 0 && waitpid(process, &status, 0) < 0 && errno == EINTR)
		;
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGQUIT, &quit, NULL);
	errno = error;
	return process < 0 ? -1 : status_of(status);
}

int
process_failed_status(void)
{
	int status;

	while (waitpid(-1, &status, WNOHANG) > 0)
		if (status_of(status) != 0)
			return status_of(status);
	return 0;
}

/* ---- browsers --- */

/* Return true if the program draws in the terminal. xdg-open and the like start such a
 * program if there is no display. */
static bool
draws_in_terminal(const char *program)
{
	static const char drawing[] = "browsh carbonyl chawan cha elinks links links2 lynx w3m "
	    "www-browser", choosing[] = "sensible-browser xdg-open";
	const char *name = file_path_base(program);

	return word_list_has(drawing, name, strlen(name)) || (!environment_value("DISPLAY") &&
	    !environment_value("WAYLAND_DISPLAY") && word_list_has(choosing, name, strlen(name)));
}

/* Return a copy of a word with "%s" replaced by the URL. Set *is_placed if there is a "%s". */
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

/* Return the words of a command, which are separated by blanks, as a list that ends with NULL. Each
 * "%s" is replaced by the URL; if there is none, the URL is appended. */
static char **
make_arguments(const char *command, const char *url)
{
	char *copy = x_strdup(command), *rest = NULL, *word;
	char **arguments = x_calloc(strlen(copy) / 2 + 3, sizeof(*arguments));
	bool is_placed = false;
	size_t n = 0;

	for (word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		arguments[n++] = place_url(word, url, &is_placed);
	if (!is_placed)
		arguments[n] = x_strdup(url);
	free(copy);
	return arguments;
}

/* Open a URL with a command, which must not be blank. Return a status as browser_open() does. */
static int
open_with(const char *command, const char *url, int terminal)
{
	char **arguments = make_arguments(command, url);
	int status;
	size_t i;

	if (draws_in_terminal(arguments[0])) {
		screen_suspend();
		status = run_in_terminal(arguments, terminal);
		screen_resume();
	} else {
		status = start_in_background(arguments, "", 0) ? 0 : -1;
	}
	for (i = 0; arguments[i]; i++)
		free(arguments[i]);
	free(arguments);
	return status;
}

int
browser_open(const char *url, int terminal)
{
	const char *commands = environment_value("BROWSER");
	char *all = x_strdup(commands ? commands : "xdg-open"), *rest = all, *command;
	int status = -1;

	errno = ENOENT;
	while (status < 0 && (command = strsep(&rest, ":")) != NULL)
		if (command[strspn(command, " ")])
			status = open_with(command, url, terminal);
	free(all);
	return status;
}

/* ---- the clipboard --- */

enum { MAX_TOOL_WORDS = 6 };

/* The programs that set the clipboard, and the environment variable that each requires. */
static const struct tool {
	const char *variable;
	const char *clipboard[MAX_TOOL_WORDS], *primary[MAX_TOOL_WORDS];
} tools[] = {
	{ "WAYLAND_DISPLAY", { "wl-copy" }, { "wl-copy", "--primary" } },
	{ "DISPLAY", { "xclip", "-selection", "clipboard" }, { "xclip" } },
	{ "DISPLAY", { "xsel", "--clipboard", "--input" },
	    { "xsel", "--primary", "--input" } },
	{ "TMUX", { "tmux", "load-buffer", "-w", "-" },
	    { "tmux", "load-buffer", "-w", "-" } },
};

const char *
clipboard_copy(const char *text, size_t len, bool is_primary, int terminal)
{
	struct strbuf sequence = { .memory = &xmalloc_memory };
	size_t i;

	strbuf_append_string(&sequence, is_primary ? "\033]52;p;" : "\033]52;c;");
	json_base64(&sequence, text, len);
	strbuf_append_byte(&sequence, '\a');
	output_write(terminal, sequence.at, sequence.len);
	strbuf_free(&sequence);
	for (i = 0; i < COUNT(tools); i++) {
		const char *const *words = is_primary ? tools[i].primary : tools[i].clipboard;

		if (environment_value(tools[i].variable) &&
		    start_in_background((char *const *)(uintptr_t)words, text, len))
			return words[0];
	}
	return NULL;
}
