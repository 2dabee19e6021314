/* fzf_menu.c - the list in fzf(1), which narrows it while words are typed
 *
 * fzf has a shell run the command of its preview. That command is a constant: what is shown
 * comes from a file whose name is in the environment, and {1} is a number. A signal that
 * ends urlpick meanwhile also ends fzf, and removes the file. */
#include "pick/fzf_menu.h"

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
#include "pick/process.h"
#include "pick/menu_line.h"
#include "pick/row_details.h"

#define PREVIEW_VARIABLE "URLPICK_PREVIEW"
#define NAME_TEMPLATE "/urlpick.XXXXXX"

/* ---- the preview --- */

/* Write what is known about a row as one line, tabs for line feeds. */
static void
write_preview(FILE *file, const struct url_row *row)
{
	struct row_details details;
	size_t i;

	row_details_write(&details, row);
	for (i = 0; i < details.text.len; i++)
		putc(details.text.at[i] == '\n' ? '\t' : details.text.at[i], file);
	putc('\n', file);
	strbuf_free(&details.text);
}

/* Write a temporary file with a line for each listed row. Return its name, to be freed; or
 * NULL and errno. */
static char *
make_preview(const struct url_item *items, size_t count)
{
	const char *directory = getenv("TMPDIR");
	struct strbuf name = { .memory = &xmalloc_memory };
	FILE *file;
	size_t i;
	int fd;

	strbuf_append_string(&name, directory && *directory ? directory : "/tmp");
	strbuf_append(&name, NAME_TEMPLATE, sizeof(NAME_TEMPLATE));
	fd = mkostemp(name.at, O_CLOEXEC);
	file = fd < 0 ? NULL : fdopen(fd, "w");
	if (file == NULL) {
		if (fd >= 0) {
			close(fd);
			unlink(name.at);
		}
		strbuf_free(&name);
		return NULL;
	}
	for (i = 0; i < count; i++)
		if (items[i].row)
			write_preview(file, items[i].row);
	fclose(file);
	return name.at;
}

/* ---- signals --- */

static const int ending_signals[] = { SIGHUP, SIGINT, SIGTERM };

enum { SIGNAL_COUNT = sizeof(ending_signals) / sizeof(ending_signals[0]) };

/* For the signal handler: constant while it is set. */
static const char *volatile preview_file;
static volatile pid_t fzf_process;

static void
end_by_signal(int signal_number)
{
	unlink(preview_file);
	if (fzf_process > 0)
		kill(fzf_process, SIGTERM);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

/* Block the signals, or let them through. */
static void
block_signals(int how)
{
	sigset_t set;
	int i;

	sigemptyset(&set);
	for (i = 0; i < SIGNAL_COUNT; i++)
		sigaddset(&set, ending_signals[i]);
	sigprocmask(how, &set, NULL);
}

/* From now on a signal removes the preview, unless it is ignored. */
static void
catch_signals(const char *preview, struct sigaction before[SIGNAL_COUNT])
{
	struct sigaction action = { .sa_handler = end_by_signal };
	int i;

	sigemptyset(&action.sa_mask);
	preview_file = preview;
	for (i = 0; i < SIGNAL_COUNT; i++) {
		sigaction(ending_signals[i], NULL, &before[i]);
		if (before[i].sa_handler != SIG_IGN)
			sigaction(ending_signals[i], &action, NULL);
	}
}

static void
restore_signals(const struct sigaction before[SIGNAL_COUNT])
{
	int i;

	for (i = 0; i < SIGNAL_COUNT; i++)
		sigaction(ending_signals[i], &before[i], NULL);
}

/* ---- fzf --- */

/* In the new process: become fzf. */
static void __attribute__((noreturn))
execute_fzf(int in, int out, const struct sigaction before[SIGNAL_COUNT])
{
	static const char *const words[] = { "fzf", "--delimiter=\t", "--with-nth=2..",
		"--no-ansi", "--no-print0", "--no-print-query", "--no-expect", "--no-multi",
		"--layout=reverse",
		"--prompt=open: ",
		("--preview=sed -n {1}p \"$" PREVIEW_VARIABLE "\" | tr '\\t' '\\n'"),
		"--preview-window=down:40%:wrap", NULL };

	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	signal(SIGPIPE, SIG_DFL);
	restore_signals(before);
	block_signals(SIG_UNBLOCK);
	execvp(words[0], (char *const *)(uintptr_t)words);
	_exit(EXIT_ERROR);
}

static void
write_lines(int fd, const struct url_item *items, size_t count)
{
	FILE *file = fdopen(fd, "w");
	struct strbuf line = { .memory = &xmalloc_memory };
	size_t i;

	for (i = 0; i < count && file; i++) {
		if (items[i].row == NULL)
			continue;
		strbuf_clear(&line);
		menu_line_append(&line, items[i].row);
		fprintf(file, "%zu\t%.*s\n", items[i].number, (int)line.len, line.at);
	}
	strbuf_free(&line);
	if (file)
		fclose(file);
}

/* Return the number at the beginning of what fzf prints; 0: nothing is picked. */
static size_t
read_number(int fd)
{
	FILE *file = fdopen(fd, "r");
	char digits[32];
	size_t number = 0;

	if (file && fgets(digits, sizeof(digits), file))
		number = strtoul(digits, NULL, 10);
	if (file)
		fclose(file);
	return number;
}

/* Run fzf on the items. before: what the signals did. Return the number that is picked; 0: none. */
static size_t
run_fzf(const struct url_item *items, size_t count, const struct sigaction before[SIGNAL_COUNT])
{
	int in[2], out[2];
	size_t number;
	pid_t process;

	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
		return 0;
	block_signals(SIG_BLOCK); /* until the handler knows the process */
	process = fork();
	if (process == 0)
		execute_fzf(in[0], out[1], before);
	fzf_process = process;
	block_signals(SIG_UNBLOCK);
	close(in[0]);
	close(out[1]);
	write_lines(in[1], items, count);
	number = read_number(out[0]);
	if (process > 0)
		waitpid(process, NULL, 0);
	fzf_process = 0;
	return number;
}

static struct url_row *
row_numbered(const struct url_item *items, size_t count, size_t number)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (items[i].row && items[i].number == number)
			return items[i].row;
	return NULL;
}

struct url_row *
fzf_menu_pick(struct url_list *list, const char **error)
{
	size_t count, number;
	const struct url_item *items = url_list_items(list, &count);
	struct sigaction before[SIGNAL_COUNT];
	char *preview;

	*error = process_is_there("fzf") ? NULL : "not installed";
	if (*error)
		return NULL;
	block_signals(SIG_BLOCK);
	preview = make_preview(items, count);
	if (preview == NULL)
		*error = strerror(errno);
	else
		catch_signals(preview, before);
	block_signals(SIG_UNBLOCK);
	if (preview == NULL)
		return NULL;
	setenv(PREVIEW_VARIABLE, preview, 1);
	number = run_fzf(items, count, before);
	unlink(preview);
	restore_signals(before);
	free(preview);
	return row_numbered(items, count, number);
}
