/* launch.c - opens URLs with $BROWSER, copies them to the clipboard, and starts programs for both
 *
 * A URL is one argument, or a part of one. No shell reads the command. */
#include "pick/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "util/strbuf.h"

/* ---- programs, which no shell starts --- */

/* Return true if there is a program of that name in PATH, or at that path. */
static bool
process_is_there(const char *name)
{
	const char *path = getenv("PATH");
	bool is_there = false;
	char *directories, *directory, *rest;

	if (*name == '\0' || strchr(name, '/'))
		return *name && access(name, X_OK) == 0;
	if (path == NULL)
		path = "/usr/local/bin:/usr/bin:/bin";
	rest = directories = x_strndup(path, strlen(path));
	while (!is_there && (directory = strsep(&rest, ":")) != NULL) {
		size_t size = strlen(directory) + strlen(name) + 3;
		char *file = x_malloc(size);

		snprintf(file, size, "%s/%s", *directory ? directory : ".", name);
		is_there = access(file, X_OK) == 0;
		free(file);
	}
	free(directories);
	return is_there;
}

/* In the new process: execute the program, or report errno to the pipe. */
static void __attribute__((noreturn))
execute(char *const arguments[], int report)
{
	int error;
	ssize_t written;

	signal(SIGPIPE, SIG_DFL);
	execvp(arguments[0], arguments);
	error = errno;
	written = write(report, &error, sizeof(error));
	(void)written;
	_exit(EXIT_ERROR);
}

/* In the parent: wait until the program is executed. Return false and set errno if it
 * cannot be. */
static bool
is_executed(const int report[2], pid_t process)
{
	int error = 0;
	ssize_t got;

	close(report[1]);
	do
		got = read(report[0], &error, sizeof(error));
	while (got < 0 && errno == EINTR);
	close(report[0]);
	if (got != sizeof(error))
		return true;
	waitpid(process, NULL, 0);
	errno = error;
	return false;
}

static void
write_all(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno != EINTR)
			break;
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		}
	}
	close(fd);
}

/* In the new process: leave the terminal. */
static void
detach(int input)
{
	int null = open("/dev/null", O_RDWR);

	setsid();
	dup2(input >= 0 ? input : null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	if (null > STDERR_FILENO)
		close(null);
}

/* Fork with a pipe in which the new process may report. Returns what fork returns. */
static pid_t
fork_with_report(int report[2])
{
	pid_t process;

	if (pipe2(report, O_CLOEXEC) != 0)
		return -1;
	process = fork();
	if (process < 0) {
		close(report[0]);
		close(report[1]);
	}
	return process;
}

/* Start a program in a session of its own, without a terminal. If input is not NULL it is
 * the program's standard input. Return its process, or -1 and errno, also if it cannot be
 * executed. */
static pid_t
process_start(char *const arguments[], const char *input, size_t len)
{
	int report[2], feed[2] = { -1, -1 };
	pid_t process;

	if (input && pipe2(feed, O_CLOEXEC) != 0)
		return -1;
	process = fork_with_report(report);
	if (process == 0) {
		detach(feed[0]);
		execute(arguments, report[1]);
	}
	if (input)
		close(feed[0]);
	if (process < 0 || !is_executed(report, process))
		process = -1;
	if (input && process >= 0)
		write_all(feed[1], input, len);
	else if (input)
		close(feed[1]);
	return process;
}

static int
status_of(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* What Ctrl-C and Ctrl-\ did before. */
struct interrupts {
	struct sigaction interrupt, quit;
};

/* Leave Ctrl-C and Ctrl-\ to another program in the terminal, as system() does. */
static void
ignore_interrupts(struct interrupts *before)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	sigemptyset(&ignore.sa_mask);
	sigaction(SIGINT, &ignore, &before->interrupt);
	sigaction(SIGQUIT, &ignore, &before->quit);
}

static void
restore_interrupts(const struct interrupts *before)
{
	sigaction(SIGINT, &before->interrupt, NULL);
	sigaction(SIGQUIT, &before->quit, NULL);
}

/* Start a program in the terminal. Return -1 and set errno if it cannot be executed. */
static pid_t
start_in_terminal(char *const arguments[], int terminal, const struct interrupts *before)
{
	int report[2];
	pid_t process = fork_with_report(report);

	if (process == 0) {
		dup2(terminal, STDIN_FILENO);
		dup2(terminal, STDOUT_FILENO);
		dup2(terminal, STDERR_FILENO);
		restore_interrupts(before);
		execute(arguments, report[1]);
	}
	return process < 0 || !is_executed(report, process) ? -1 : process;
}

/* Run a program in the terminal whose descriptor is given, and wait for it. Return its
 * exit status, 128 and the signal that ended it, or -1 and errno. */
static int
process_run(char *const arguments[], int terminal)
{
	struct interrupts before;
	int status = 0, error = 0;
	pid_t process;

	ignore_interrupts(&before);
	process = start_in_terminal(arguments, terminal, &before);
	if (process < 0)
		error = errno;
	while (error == 0 && waitpid(process, &status, 0) < 0)
		if (errno != EINTR)
			error = errno;
	restore_interrupts(&before);
	errno = error;
	return error ? -1 : status_of(status);
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

/* ---- the clipboard --- */

enum { MAX_TOOL_WORDS = 6 };

/* The programs that set a clipboard, where their variable is set. */
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
	{ "HOME", { "pbcopy" }, { "pbcopy" } },
};

/* Return the name of the first program that is there and takes the text; or NULL. */
static const char *
copy_by_program(const char *text, size_t len, bool is_primary)
{
	size_t i;

	for (i = 0; i < sizeof(tools) / sizeof(tools[0]); i++) {
		const char *const *words = is_primary ? tools[i].primary : tools[i].clipboard;
		const char *value = getenv(tools[i].variable);

		if (value && *value && process_is_there(words[0]) &&
		    process_start((char *const *)(uintptr_t)words, text, len) >= 0)
			return words[0];
	}
	return NULL;
}

static void
append_base64(struct strbuf *out, const char *text, size_t len)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t at, i;

	for (at = 0; at < len; at += 3) {
		size_t n = len - at < 3 ? len - at : 3;
		unsigned bits = 0;
		char four[4];

		for (i = 0; i < 3; i++)
			bits = bits << 8 | (i < n ? (unsigned char)text[at + i] : 0);
		for (i = 0; i < 4; i++)
			four[i] = i > n ? '=' : digits[bits >> (18 - 6 * i) & 0x3F];
		strbuf_append(out, four, sizeof(four));
	}
}

void
clipboard_append_osc52(struct strbuf *out, const char *text, size_t len, bool is_primary)
{
	strbuf_append_string(out, is_primary ? "\033]52;p;" : "\033]52;c;");
	append_base64(out, text, len);
	strbuf_append_string(out, "\a");
}

const char *
clipboard_copy(const char *text, size_t len, bool is_primary, int terminal)
{
	struct strbuf sequence = { .memory = &xmalloc_memory };
	size_t at = 0;
	ssize_t n;

	clipboard_append_osc52(&sequence, text, len, is_primary);
	while (at < sequence.len &&
	    (n = write(terminal, sequence.at + at, sequence.len - at)) > 0)
		at += (size_t)n;
	strbuf_free(&sequence);
	return copy_by_program(text, len, is_primary);
}
