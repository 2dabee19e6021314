/* process.c - starts programs, without a shell */
#include "pick/process.h"

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

bool
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

pid_t
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

int
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
